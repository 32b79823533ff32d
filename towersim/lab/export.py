"""Export training data: towers as tables, arrays and pictures, with fixed splits and a data card.

::

    DIR/towers.parquet      a row for each tower: id, split, kind, label, verdict, margins, …
    DIR/arrays.npz          blocks, corners, contacts, masses, mechanism, fall order (`Sample`)
    DIR/renders/64/ID.png   pictures of the shown scenes, 64² and 128² pixels (`renders`)
    DIR/splits.json         the ids of each split, and their hash
    DIR/README.md           the data card: meaning and format of the data

The files appear in DIR when all are finished; until then they lie in a hidden folder there.

Blocks are given as shown to heuristics; `true_mass` and the labels are those of the tower itself. A
tower's split depends on its id only, so it is the same in every export. The structures of
`OUT_OF_TEMPLATE` form a separate split, to test models on structures that they were not trained on.
"""

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from towersim.common.errors import OptionFault, ResultFault
from towersim.common.units import Pose
from towersim.common.whole_file import whole_folder
from towersim.geometry.shapes import Box, Circle, area, corners, extent, placed
from towersim.lab import stability
from towersim.lab.metrics import Floats, Ints
from towersim.lab.page import filled_in
from towersim.lab.renders import png, render
from towersim.lab.sweep import custom_structures, load_sweep, sweep_path
from towersim.lab.trials import PredictTrial, Trials
from towersim.lab.truth import MOST, margin
from towersim.physics.stand import stand
from towersim.scene.contacts import Joint, joints
from towersim.scene.scene import Block, Scene
from towersim.statics.analysis import analyse
from towersim.statics.balance import balance
from towersim.statics.equilibrium import limits

SIDES = (64, 128)
"""Sizes of the pictures, in pixels."""
OUT_OF_TEMPLATE = ("arch", "tree")
"""Structures of the split `OUT`."""
SPLITS = {"train": 70, "validation": 85, "test": 100}
"""The other splits with their upper percentile of towers."""
OUT = "out_of_template"
BLOCKS = ("x", "y", "angle", "width", "height", "area", "mass", "friction", "fixed", "kind")
"""The columns of `blocks`: metres, radians, m², kg; `kind` is 0 box, 1 circle, 2 polygon."""
CONTACTS = ("a", "b", "normal_x", "normal_y", "x1", "y1", "x2", "y2")
"""The columns of `contacts`: block a touches block b (-1: the table) from x1, y1 to x2, y2."""


class Sample(NamedTuple):
    """A tower: its row of the table, its arrays and its pictures."""

    row: dict[str, object]
    blocks: Floats
    """n x 10: `BLOCKS`, as shown."""
    corners: Floats
    """m x 2: the corners of all blocks except circles, in the table's coordinates, in metres."""
    corner_count: Ints
    """n: number of corners of each block, 0 for a circle."""
    contacts: Floats
    """k x 8: `CONTACTS`, as shown."""
    true_mass: Floats
    """n: the masses in kg, shown or not."""
    mechanism: Floats
    """n x 3: dx, dy and dθ of the collapse mechanism by statics; 0 for blocks that stay."""
    fall_order: Ints
    """n: rank of each block among those that fell, from 0; -1 for a block that did not fall."""
    pictures: tuple[bytes, ...]


def export(
    name: str,
    folder: Path,
    executor: Executor,
    done: Callable[[], None],
    generators: Collection[str] = (),
) -> int:
    """Write the towers of a benchmark or a sweep into a new folder and return their number.

    `done` is called after each tower. Only those custom generators are imported that `generators`
    names. Raises OptionFault for an unknown name, or if the folder is not empty, cannot be written
    or is being written by another export; ResultFault for another generator.
    """
    asked = _asked(name, generators)
    samples = []
    with whole_folder(folder, "another export is writing there") as part:
        for side in SIDES:
            (part / "renders" / f"{side}").mkdir(parents=True)
        for it in executor.map(sample, asked, chunksize=8):
            for side, picture in zip(SIDES, it.pictures, strict=True):
                (part / "renders" / f"{side}" / f"{it.row['id']}.png").write_bytes(picture)
            samples.append(it._replace(pictures=()))
            done()
        _write_tables(part, samples)
        splits = _splits(samples)
        (part / "splits.json").write_text(json.dumps(splits, indent=1) + "\n", encoding="utf-8")
        (part / "README.md").write_text(_card(name, part, samples, splits), encoding="utf-8")
    return len(samples)


def sample(trial: PredictTrial) -> Sample:
    """Return all data about the tower of a trial."""
    scene, shown = trial.scene(), trial.seen()
    standing, analysis = stand(scene), analyse(scene)
    right, left = _sides(scene)
    moves = [analysis.mechanism.get(block.id, (0.0, 0.0, 0.0)) for block in scene.blocks]
    fell = [block.id for block in scene.blocks if block.id in standing.fell]
    order = {block: place for place, block in enumerate(standing.fell)}
    outlines = [_corners(block) for block in shown.blocks]
    row = {
        "id": trial.id,
        "tower": trial.tower,
        "split": split_of(trial),
        "structure": trial.structure,
        "blocks": len(scene.blocks),
        "stands": standing.verdict == "stood",
        "verdict": str(standing.verdict),
        "statics": analysis.summary.verdict,
        "margin": margin(scene),
        "margin_right": right,
        "margin_left": left,
        "weakest": analysis.summary.weakest,
        "fell": fell,
        "friction": trial.friction,
        "hidden_density": trial.hidden_density,
        "noise_m": trial.noise,
    }
    return Sample(
        row,
        np.array([_block(block) for block in shown.blocks], np.float64).reshape(-1, len(BLOCKS)),
        np.array([p for ring in outlines for p in ring], np.float64).reshape(-1, 2),
        np.array([len(ring) for ring in outlines], np.int64),
        np.array([_contact(joint) for joint in joints(shown)], np.float64).reshape(-1, 8),
        np.array([block.mass for block in scene.blocks], np.float64),
        np.array(moves, np.float64).reshape(-1, 3),
        np.array([order.get(block.id, -1) for block in scene.blocks], np.int64),
        tuple(png(render(shown, side)) for side in SIDES),
    )


def split_of(trial: PredictTrial) -> str:
    """Return the split of a trial's tower."""
    if trial.structure in OUT_OF_TEMPLATE:
        return OUT
    share = int(trial.tower, 16) % 100
    return next(name for name, end in SPLITS.items() if share < end)


def hash_of(ids: Iterable[str]) -> str:
    """Return the SHA-256 of sorted ids."""
    return hashlib.sha256("\n".join(sorted(ids)).encode()).hexdigest()


def _asked(name: str, generators: Collection[str]) -> Sequence[PredictTrial]:
    if name == stability.NAME:
        return [it.trial for part in stability.benchmark().values() for it in part]
    sweep = load_sweep(sweep_path(name))
    for place, generator in custom_structures(sweep):
        if generator not in generators:
            why = f"is not run unless you add --generator {generator}"
            raise ResultFault(sweep_path(name), place, f"generator {generator!r}: {why}")
    asked = [trial for trial in Trials(sweep) if isinstance(trial, PredictTrial)]
    if not asked:
        raise OptionFault(f"sweep {name!r}: has no towers to export, only pieces to build with")
    return asked


def _sides(scene: Scene) -> tuple[float | None, float | None]:
    """Return λ towards +x and towards -x; None for a scene that does not stand."""
    if margin(scene) < 0:
        return None, None
    right, left = limits(balance(scene, list(joints(scene))))
    return min(MOST, right.margin), min(MOST, left.margin)


def _block(block: Block) -> tuple[float, ...]:
    low, high = extent(block.shape, Pose(0.0, 0.0, 0.0))
    kind = 0 if isinstance(block.shape, Box) else 1 if isinstance(block.shape, Circle) else 2
    size = (high.x - low.x, high.y - low.y, area(block.shape), block.mass)
    return (*block.pose, *size, block.material.friction, block.fixed, kind)


def _corners(block: Block) -> Sequence[tuple[float, float]]:
    return () if isinstance(block.shape, Circle) else placed(corners(block.shape), block.pose)


def _contact(joint: Joint) -> tuple[float, ...]:
    return (joint.a, joint.b, *joint.normal, *joint.points[0], *joint.points[-1])


def _write_tables(folder: Path, samples: Sequence[Sample]) -> None:
    pq.write_table(pa.Table.from_pylist([it.row for it in samples]), folder / "towers.parquet")
    arrays = {
        name: np.concatenate([getattr(it, name) for it in samples])
        for name in Sample._fields
        if name not in ("row", "pictures")
    }
    sizes = {
        "block_start": np.array([len(it.blocks) for it in samples]),
        "contact_start": np.array([len(it.contacts) for it in samples]),
        "corner_start": arrays.pop("corner_count"),
    }
    starts = {name: np.insert(np.cumsum(each), 0, 0) for name, each in sizes.items()}
    labels = {
        "id": np.array([it.row["id"] for it in samples]),
        "stands": np.array([it.row["stands"] for it in samples]),
        "margin": np.array([it.row["margin"] for it in samples]),
        "split": np.array([it.row["split"] for it in samples]),
    }
    everything = arrays | starts | labels
    np.savez_compressed(folder / "arrays.npz", **everything)  # type: ignore[arg-type] # NumPy's stubs take the names for options


def _splits(samples: Sequence[Sample]) -> dict[str, dict[str, object]]:
    found: dict[str, list[str]] = {name: [] for name in (*SPLITS, OUT)}
    for it in samples:
        found[str(it.row["split"])].append(str(it.row["id"]))
    return {name: {"sha256": hash_of(ids), "ids": ids} for name, ids in found.items()}


def _card(
    name: str, folder: Path, samples: Sequence[Sample], splits: dict[str, dict[str, object]]
) -> str:
    counted = {part: sum(it.row["split"] == part for it in samples) for part in splits}
    standing = {
        part: sum(it.row["split"] == part and bool(it.row["stands"]) for it in samples)
        for part in splits
    }
    files = {
        file: hashlib.sha256((folder / file).read_bytes()).hexdigest()
        for file in ("towers.parquet", "arrays.npz")
    }
    return filled_in(
        "data_card.md",
        name=name,
        towers=len(samples),
        counted=counted,
        standing=standing,
        splits=splits,
        files=files,
        columns=list(samples[0].row),
        blocks=BLOCKS,
        contacts=CONTACTS,
        out=OUT_OF_TEMPLATE,
    )
