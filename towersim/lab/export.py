"""Export training data in shards: towers, labels, arrays, pictures, fixed splits, a data card.

::

    DIR/towers-00000.parquet   1,000 towers: id, split, kind, label, margins, … and `ARRAYS`
    DIR/renders-00000.tar      their pictures for WebDataset: ID.64.png, ID.128.png, ID.json
    DIR/splits.json            size and hash of each split, hash of each file
    DIR/croissant.json         metadata (MLCommons Croissant 1.0)
    DIR/README.md              the data card: meaning and format of the data

Only one shard is in memory, so an export may have any size. The files appear in DIR when all are
finished; until then they lie in a hidden folder there. After an interruption the same export
continues with the first shard that is not finished.

Blocks are given as shown to heuristics; `true_mass` and the labels are those of the tower itself. A
tower's split depends on its id only, so it is the same in every export. The structures of
`OUT_OF_TEMPLATE` form a separate split, to test models on structures that they were not trained on.
`stability-3` has splits and folds of its own, and its labels are the frozen ones.
"""

import hashlib
import json
import tarfile
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from towersim.common.errors import OptionFault, ResultFault, TowersimError
from towersim.common.units import Pose
from towersim.common.version import __version__
from towersim.common.whole_file import whole_file, whole_folder
from towersim.geometry.shapes import Box, Circle, area, corners, extent, placed
from towersim.lab import stability, stability3
from towersim.lab.croissant import metadata
from towersim.lab.executors import ENDED
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

SHARD = 1000
"""Number of towers in a file."""
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


_NUMBERS = pa.list_(pa.float64())
ARRAYS = {
    "block": pa.list_(_NUMBERS),
    "corner": pa.list_(_NUMBERS),
    "corner_count": pa.list_(pa.int64()),
    "contact": pa.list_(_NUMBERS),
    "true_mass": _NUMBERS,
    "mechanism": pa.list_(_NUMBERS),
    "fall_order": pa.list_(pa.int64()),
}
"""The arrays of a tower as columns of lists (`Sample`)."""
_OF_TYPE = {
    pa.string(): ("id", "tower", "split", "structure", "verdict", "statics", "weakest"),
    pa.int64(): ("fold", "blocks"),
    pa.bool_(): ("stands", "hidden_density"),
    pa.float64(): ("margin", "margin_right", "margin_left", "friction", "noise_m"),
    pa.list_(pa.string()): ("fell",),
}
SCHEMA = pa.schema(
    [*((name, kind) for kind, names in _OF_TYPE.items() for name in names), *ARRAYS.items()]
)


class Wanted(NamedTuple):
    """The custom generators that may be imported, and whether pictures are wanted."""

    generators: Collection[str] = ()
    pictures: bool = True


class Asked(NamedTuple):
    """Towers to export; for a benchmark with its own labels what replaces those of each row."""

    trials: Sequence[Any]
    towers: int
    source: object
    """What determines the towers."""
    known: Sequence[dict[str, Any]] = ()

    def shard(self, first: int) -> "Asked":
        """Return the towers of the shard that begins with tower `first`."""
        trials = self.trials[first : min(first + SHARD, self.towers)]
        known = self.known[first : first + SHARD] or [{}] * len(trials)
        return self._replace(trials=trials, known=known)


class Sample(NamedTuple):
    """A tower: its row of the table, and its arrays."""

    row: dict[str, object]
    block: Floats
    """n x 10: `BLOCKS`, as shown."""
    corner: Floats
    """m x 2: the corners of all blocks except circles, in the table's coordinates, in metres."""
    corner_count: Ints
    """n: number of corners of each block, 0 for a circle."""
    contact: Floats
    """k x 8: `CONTACTS`, as shown."""
    true_mass: Floats
    """n: the masses in kg, shown or not."""
    mechanism: Floats
    """n x 3: dx, dy and dθ of the collapse mechanism by statics; 0 for blocks that stay."""
    fall_order: Ints
    """n: rank of each block among those that fell, from 0; -1 for a block that did not fall."""


def export(
    name: str,
    folder: Path,
    executor: Executor,
    done: Callable[[], None],
    wanted: Wanted | None = None,
) -> int:
    """Write the towers of a benchmark or a sweep into a new folder and return their number.

    `done` is called after each tower. Only those custom generators are imported that are `wanted`.
    Raises OptionFault for an unknown name, or if the folder is not empty, cannot be written or is
    being written by another export; ResultFault for another generator; TowersimError if a worker
    is killed.
    """
    wanted = wanted or Wanted()
    asked, splits = _asked(name, wanted.generators), _Splits()
    plan = msgspec.json.encode((asked.source, tuple(wanted), SHARD, __version__))
    key = hashlib.sha256(plan).hexdigest()[:12]
    with whole_folder(folder, "another export is writing there", key) as part:
        for number, first in enumerate(range(0, asked.towers, SHARD)):
            path = part / f"towers-{number:05d}.parquet"
            if not path.exists():
                try:
                    _write(path, asked.shard(first), wanted, partial(_sampled, executor, done))
                except BrokenExecutor:
                    why = f"a worker {ENDED}; {first:,} towers are kept, repeat the command"
                    raise TowersimError(f"{folder}: {why}") from None
            splits.add(pq.read_table(path, columns=["id", "split", "stands"]))
        files = {path.name: _hash(path) for path in sorted(part.glob("[!.]*-*"))}
        told: dict[str, dict[str, Any]] = {"splits": splits.told, "files": files}
        described = metadata(name, files, list(SCHEMA.names))
        texts = {
            "splits.json": json.dumps(told, indent=1) + "\n",
            "croissant.json": json.dumps(described, indent=1) + "\n",
            "README.md": _card(name, asked.towers, told),
        }
        for text, content in texts.items():
            with whole_file(part / text) as file:
                file.write_text(content, encoding="utf-8")
    return asked.towers


class _Splits:
    """Size, standing towers and hash of each split, counted shard by shard."""

    def __init__(self) -> None:
        self._towers, self._stand = Counter[str](), Counter[str]()
        self._hashes: dict[str, Any] = {}

    def add(self, table: pa.Table) -> None:
        """Count the towers of a shard."""
        for row in table.to_pylist():
            split = row["split"]
            self._towers[split] += 1
            self._stand[split] += row["stands"]
            self._hashes.setdefault(split, hashlib.sha256()).update(f"{row['id']}\n".encode())

    @property
    def told(self) -> dict[str, dict[str, Any]]:
        """The counts, and the SHA-256 of the ids, a line each, in the order of the rows."""
        return {
            name: {
                "towers": self._towers[name],
                "stand": self._stand[name],
                "sha256": content.hexdigest(),
            }
            for name, content in sorted(self._hashes.items())
        }


def sample(trial: PredictTrial) -> Sample:
    """Return all data about the tower of a trial."""
    scene, shown = trial.scene(), trial.seen()
    standing, analysis = stand(scene), analyse(scene)
    right, left = _sides(scene)
    moves = [analysis.mechanism.get(block.id, (0.0, 0.0, 0.0)) for block in scene.blocks]
    fell = [block.id for block in scene.blocks if block.id in standing.fell]
    order = {block: place for place, block in enumerate(standing.fell)}
    outlines = [_corners(block) for block in shown.blocks]
    row: dict[str, object] = {
        "id": trial.id,
        "tower": trial.tower,
        "split": split_of(trial),
        "fold": None,
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
    )


def split_of(trial: PredictTrial) -> str:
    """Return the split of a trial's tower."""
    if trial.structure in OUT_OF_TEMPLATE:
        return OUT
    share = int(trial.tower, 16) % 100
    return next(name for name, end in SPLITS.items() if share < end)


def _asked(name: str, generators: Collection[str]) -> Asked:
    if name == stability.NAME:
        towers = [it.trial for part in stability.benchmark().values() for it in part]
        return Asked(towers, len(towers), name)
    if name == stability3.NAME:
        return _templates()
    sweep = load_sweep(sweep_path(name))
    for place, generator in custom_structures(sweep):
        if generator not in generators:
            why = f"is not run unless you add --generator {generator}"
            raise ResultFault(sweep_path(name), place, f"generator {generator!r}: {why}")
    trials = Trials(sweep)
    if not trials.predictions:
        raise OptionFault(f"sweep {name!r}: has no towers to export, only pieces to build with")
    return Asked(trials, trials.predictions, sweep)


def _templates() -> Asked:
    """Return all towers of `stability-3` with their frozen splits, folds and labels."""
    trials, known = list[PredictTrial](), list[dict[str, Any]]()
    for split in ("train", "test", "hidden"):
        part = stability3.load_benchmark(split)
        trials += part.trials
        rows = zip(part.labels.tolist(), part.margins.tolist(), part.folds.within, strict=True)
        known += [
            {
                "split": split,
                "fold": int(fold) if fold >= 0 else None,
                "stands": stands,
                "margin": value,
            }
            for stands, value, fold in rows
        ]
    return Asked(trials, len(trials), stability3.NAME, known)


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


def _sampled(
    executor: Executor, done: Callable[[], None], trials: Sequence[PredictTrial]
) -> Iterator[Sample]:
    for it in executor.map(sample, trials, chunksize=8):
        yield it
        done()


def _write(
    path: Path,
    asked: Asked,
    wanted: Wanted,
    sampled: Callable[[Sequence[PredictTrial]], Iterator[Sample]],
) -> None:
    """Write a shard: the table last, as it says that the shard is finished."""
    samples = []
    for it, known in zip(sampled(asked.trials), asked.known, strict=True):
        it.row.update(known)
        samples.append(it)
    if wanted.pictures:
        pictures = path.with_name(path.name.replace("towers", "renders")).with_suffix(".tar")
        _write_pictures(pictures, zip(asked.trials, samples, strict=True))
    rows = [it.row | {name: getattr(it, name).tolist() for name in ARRAYS} for it in samples]
    with whole_file(path) as part:
        pq.write_table(pa.Table.from_pylist(rows, SCHEMA), part, compression="zstd")


def _write_pictures(path: Path, towers: Iterator[tuple[PredictTrial, Sample]]) -> None:
    """Write the pictures of a shard: files with the name of a tower belong together."""
    with whole_file(path) as part, tarfile.open(part, "w") as tar:
        for trial, it in towers:
            shown = trial.seen()
            label = {name: it.row[name] for name in ("stands", "margin", "split")}
            files = {f"{side}.png": png(render(shown, side)) for side in SIDES}
            for ending, content in (files | {"json": json.dumps(label).encode()}).items():
                entry = tarfile.TarInfo(f"{it.row['id']}.{ending}")
                entry.size = len(content)
                tar.addfile(entry, BytesIO(content))


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _card(name: str, towers: int, told: dict[str, dict[str, Any]]) -> str:
    return filled_in(
        "data_card.md",
        name=name,
        towers=towers,
        splits=told["splits"],
        files=told["files"],
        columns=[column for column in SCHEMA.names if column not in ARRAYS],
        blocks=BLOCKS,
        contacts=CONTACTS,
        out=OUT_OF_TEMPLATE,
        is_frozen=name == stability3.NAME,
    )
