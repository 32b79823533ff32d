"""Export training data in shards (`lab/README.md`): towers, labels, pictures, splits, a card.

The card comes with metadata (MLCommons Croissant 1.1). Only one shard is in memory. The files
appear when all are finished.
"""

import hashlib
import json
import tarfile
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor
from io import BytesIO
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
from msgspec import Meta, inspect

from towersim.common.errors import OptionFault, ResultFault, TowersimError
from towersim.common.units import Pose
from towersim.common.version import __version__
from towersim.common.whole_file import whole_file, whole_folder
from towersim.geometry.shapes import Box, Circle, area, corners, extent, placed
from towersim.lab import stability, stability3
from towersim.lab.executors import ENDED
from towersim.lab.page import filled_in
from towersim.lab.renders import png, render
from towersim.lab.store import schema_of
from towersim.lab.sweep import load_sweep, sweep_path, unnamed_generators
from towersim.lab.trials import PredictTrial, Trials
from towersim.lab.truth import MOST, margin
from towersim.physics.stand import stand
from towersim.scene.contacts import joints
from towersim.scene.scene import Block, Scene
from towersim.statics.analysis import analyse
from towersim.statics.balance import balance
from towersim.statics.equilibrium import limits

SHARD = 1000
"""Number of towers in a file."""
SIDES = (64, 128)
"""Sizes of the pictures, in pixels, unless others are wanted."""
OUT_OF_TEMPLATE = ("arch", "tree")
"""Structures of the split `OUT`."""
SPLITS = {"train": 70, "validation": 85, "test": 100}
"""The other splits with their upper percentile of towers."""
OUT = "out_of_template"
BLOCKS = ("x", "y", "angle", "width", "height", "area", "mass", "friction", "fixed", "kind")
"""The columns of `blocks`: metres, radians, m², kg; `kind` is 0 box, 1 circle, 2 polygon."""
Table = list[list[float]]
CONTACTS = ("a", "b", "normal_x", "normal_y", "x1", "y1", "x2", "y2")
"""The columns of `contacts`: block a touches block b (-1: the table) from x1, y1 to x2, y2."""
CONTEXT = json.loads(Path(__file__).with_name("croissant_context.json").read_bytes())
"""The standard context, with all terms of Croissant, as it must be."""
PUBLISHED = "2026-11-24"
"""The day on which the newest benchmark was frozen; that of an export would change its files."""
TERMS = {"bool": "sc:Boolean", "double": "cr:Float64", "int64": "cr:Int64", "string": "sc:Text"}
"""The terms of the metadata for the types of columns."""


class TowerRow(msgspec.Struct, weakref=True):
    """A tower: the row of its table, whose types and descriptions the files repeat."""

    id: Annotated[str, Meta(description="id of the tower as it is shown")]
    tower: Annotated[str, Meta(description="the same for all rows that vary one tower")]
    split: Annotated[str, Meta(description="split of the tower")]
    structure: Annotated[str, Meta(description="template")]
    verdict: Annotated[str, Meta(description="verdict of the simulation")]
    statics: Annotated[str, Meta(description="verdict of exact statics")]
    weakest: Annotated[str | None, Meta(description="the block that gives way first")]
    fold: Annotated[int | None, Meta(description="fold within templates; none in test sets")]
    blocks: Annotated[int, Meta(description="number of blocks")]
    stands: Annotated[bool, Meta(description="the label: whether the tower stands")]
    hidden_density: Annotated[bool, Meta(description="whether all blocks are shown as wood")]
    margin: Annotated[float, Meta(description="λ of exact statics, see the data card")]
    margin_right: Annotated[float | None, Meta(description="λ towards +x")]
    margin_left: Annotated[float | None, Meta(description="λ towards −x")]
    friction: Annotated[float | None, Meta(description="friction coefficient; none: as built")]
    noise_m: Annotated[float, Meta(description="standard deviation of the shown x, in metres")]
    fell: Annotated[list[str], Meta(description="the blocks that fell")]
    block: Annotated[Table, Meta(description=", ".join(BLOCKS), extra={"shape": "-1,10"})]
    corner: Annotated[Table, Meta(description="x and y of all corners", extra={"shape": "-1,2"})]
    corner_count: Annotated[list[int], Meta(description="number of corners of each block")]
    contact: Annotated[Table, Meta(description=", ".join(CONTACTS), extra={"shape": "-1,8"})]
    true_mass: Annotated[list[float], Meta(description="mass of each block in kg, shown or not")]
    mechanism: Annotated[
        Table,
        Meta(description="dx, dy and dθ of each block's first motion", extra={"shape": "-1,3"}),
    ]
    fall_order: Annotated[list[int], Meta(description="rank among the fallen blocks, or −1")]


SCHEMA = schema_of(TowerRow)


class Wanted(NamedTuple):
    """The custom generators that may be imported, and the sizes of pictures, in pixels."""

    generators: Collection[str] = ()
    sides: Collection[int] = SIDES


class Selection(NamedTuple):
    """Towers to export; for a benchmark with its own labels what replaces those of each row."""

    trials: Sequence[Any]
    towers: int
    source: object
    """What determines the towers."""
    known: Sequence[dict[str, Any]] = ()

    def shard(self, first: int) -> "Selection":
        """Return the towers of the shard that begins with tower `first`."""
        trials = self.trials[first : min(first + SHARD, self.towers)]
        known = self.known[first : first + SHARD] or [{}] * len(trials)
        return self._replace(trials=trials, known=known)


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
    selection = _selection(name, wanted.generators)
    plan = msgspec.json.encode((selection.source, tuple(wanted), SHARD, __version__))
    key = hashlib.sha256(plan).hexdigest()[:12]
    with whole_folder(folder, "another export is writing there", key) as part:
        for number, first in enumerate(range(0, selection.towers, SHARD)):
            path = part / f"towers-{number:05d}.parquet"
            if not path.exists():
                try:
                    _write(path, selection.shard(first), wanted, executor, done)
                except BrokenExecutor:
                    reason = f"a worker {ENDED}; {first:,} towers are kept, repeat the command"
                    raise TowersimError(f"{folder}: {reason}") from None
        files = {path.name: _hash(path) for path in sorted(part.glob("[!.]*-*"))}
        told: dict[str, dict[str, Any]] = {"splits": _splits(part), "files": files}
        texts = {"splits.json": json.dumps(told, indent=1) + "\n"}
        described = metadata(name, texts, pictures=bool(wanted.sides))
        texts["croissant.json"] = json.dumps(described, indent=1) + "\n"
        texts["README.md"] = _card(name, selection.towers, wanted, told)
        for text, content in texts.items():
            with whole_file(part / text) as file:
                file.write_text(content, encoding="utf-8")
    return selection.towers


def _splits(folder: Path) -> dict[str, dict[str, Any]]:
    """Return towers, standing ones, and the SHA-256 of the ids, a line each, of every split."""
    towers, stand, hashes = Counter[str](), Counter[str](), defaultdict[str, Any](hashlib.sha256)
    for path in sorted(folder.glob("towers-*.parquet")):
        for row in pq.read_table(path, columns=["id", "split", "stands"]).to_pylist():
            split = row["split"]
            towers[split] += 1
            stand[split] += row["stands"]
            hashes[split].update(f"{row['id']}\n".encode())
    return {
        name: {"towers": towers[name], "stand": stand[name], "sha256": content.hexdigest()}
        for name, content in sorted(hashes.items())
    }


def sample(trial: PredictTrial) -> TowerRow:
    """Return all data about the tower of a trial."""
    scene, shown = trial.scene(), trial.seen()
    standing, analysis, value = stand(scene), analyse(scene), margin(scene)
    right, left = (None, None) if value < 0 else _sides(scene)
    order = {block: place for place, block in enumerate(standing.fell)}
    outlines: list[Sequence[tuple[float, float]]] = [
        () if isinstance(block.shape, Circle) else placed(corners(block.shape), block.pose)
        for block in shown.blocks
    ]
    return TowerRow(
        id=trial.id,
        tower=trial.tower,
        split=split_of(trial),
        structure=trial.structure,
        verdict=str(standing.verdict),
        statics=analysis.summary.verdict,
        weakest=analysis.summary.weakest,
        fold=None,
        blocks=len(scene.blocks),
        stands=standing.verdict == "stood",
        hidden_density=trial.hidden_density,
        margin=value,
        margin_right=right,
        margin_left=left,
        friction=trial.friction,
        noise_m=trial.noise,
        fell=[block.id for block in scene.blocks if block.id in order],
        block=[_block(block) for block in shown.blocks],
        corner=[[*point] for ring in outlines for point in ring],
        corner_count=[len(ring) for ring in outlines],
        contact=[
            [float(j.a), float(j.b), *j.normal, *j.points[0], *j.points[-1]] for j in joints(shown)
        ],
        true_mass=[block.mass for block in scene.blocks],
        mechanism=[[*analysis.mechanism.get(block.id, (0.0, 0.0, 0.0))] for block in scene.blocks],
        fall_order=[order.get(block.id, -1) for block in scene.blocks],
    )


def split_of(trial: PredictTrial) -> str:
    """Return the split of a trial's tower."""
    if trial.structure in OUT_OF_TEMPLATE:
        return OUT
    share = int(trial.tower, 16) % 100
    return next(name for name, end in SPLITS.items() if share < end)


def _selection(name: str, generators: Collection[str]) -> Selection:
    if name == stability.NAME:
        towers = [tower.trial for tower in stability.towers()]
        return Selection(towers, len(towers), name)
    if name == stability3.NAME:
        return _templates()
    sweep = load_sweep(sweep_path(name, *stability3.BENCHMARKS))
    for place, generator in unnamed_generators(sweep, generators):
        reason = f"is not run unless you add --generator {generator}"
        raise ResultFault(sweep_path(name), place, f"generator {generator!r}: {reason}")
    trials = Trials(sweep)
    if not trials.predictions:
        raise OptionFault(f"sweep {name!r}: has no towers to export, only pieces to build with")
    return Selection(trials, trials.predictions, sweep)


def _templates() -> Selection:
    """Return all towers of `stability-3` with their frozen splits, folds and labels."""
    trials, known = list[PredictTrial](), list[dict[str, Any]]()
    for split in ("train", "test", "hidden"):
        part = stability3.load_benchmark(split)
        trials += part.trials
        folds = [fold if fold >= 0 else None for fold in part.folds.within.tolist()]
        rows = zip(folds, part.labels.tolist(), part.margins.tolist(), strict=True)
        known += [
            {"split": split, "fold": fold, "stands": stands, "margin": value}
            for fold, stands, value in rows
        ]
    return Selection(trials, len(trials), stability3.NAME, known)


def _sides(scene: Scene) -> tuple[float, float]:
    """Return λ towards +x and towards -x of a scene that stands."""
    right, left = limits(balance(scene, list(joints(scene))))
    return min(MOST, right.margin), min(MOST, left.margin)


def _block(block: Block) -> list[float]:
    low, high = extent(block.shape, Pose(0.0, 0.0, 0.0))
    kind = 0 if isinstance(block.shape, Box) else 1 if isinstance(block.shape, Circle) else 2
    size = (high.x - low.x, high.y - low.y, area(block.shape), block.mass)
    return [*block.pose, *size, block.material.friction, float(block.fixed), float(kind)]


def _write(
    path: Path, selection: Selection, wanted: Wanted, executor: Executor, done: Callable[[], None]
) -> None:
    """Write a shard: the table last, as it says that the shard is finished."""
    rows = []
    samples = executor.map(sample, selection.trials, chunksize=8)
    for row, known in zip(samples, selection.known, strict=True):
        rows.append(msgspec.structs.replace(row, **known) if known else row)
        done()
    if wanted.sides:
        pictures = path.with_name(path.name.replace("towers", "renders")).with_suffix(".tar")
        _write_pictures(pictures, wanted.sides, zip(selection.trials, rows, strict=True))
    table = pa.Table.from_pylist([msgspec.structs.asdict(row) for row in rows], SCHEMA)
    with whole_file(path) as part:
        pq.write_table(table, part, compression="zstd")


def _write_pictures(
    path: Path, sides: Collection[int], towers: Iterator[tuple[PredictTrial, TowerRow]]
) -> None:
    """Write the pictures of a shard: files with the name of a tower belong together."""
    with whole_file(path) as part, tarfile.open(part, "w") as tar:
        for trial, row in towers:
            shown = trial.seen()
            label = {"stands": row.stands, "margin": row.margin, "split": row.split}
            files = {f"{side}.png": png(render(shown, side)) for side in sides}
            for ending, content in (files | {"json": json.dumps(label).encode()}).items():
                entry = tarfile.TarInfo(f"{row.id}.{ending}")
                entry.size = len(content)
                tar.addfile(entry, BytesIO(content))


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _card(name: str, towers: int, wanted: Wanted, told: dict[str, dict[str, Any]]) -> str:
    generators, sides = wanted
    options = [f" --generator {generator}" for generator in generators]
    if tuple(sides) != SIDES:
        options += [f" --side {side}" for side in sides] or [" --no-pictures"]
    return filled_in(
        "data_card.md",
        name=name,
        options="".join(options),
        towers=towers,
        splits=told["splits"],
        files=told["files"],
        columns=SCHEMA.names[: SCHEMA.names.index("block")],
        sides=sides,
        blocks=BLOCKS,
        contacts=CONTACTS,
        out=OUT_OF_TEMPLATE,
        is_frozen=name == stability3.NAME,
    )


def metadata(name: str, texts: Mapping[str, str], *, pictures: bool = True) -> dict[str, Any]:
    """Return the metadata of an export, and of the texts beside it, as JSON-LD."""
    is_frozen = name == stability3.NAME
    filled = filled_in(
        "croissant.json",
        name=name,
        version=__version__,
        published=PUBLISHED,
        pictures=pictures,
        hashes={
            text: hashlib.sha256(content.encode()).hexdigest() for text, content in texts.items()
        },
        fields=[*_fields()],
        is_frozen=is_frozen,
        folds=[
            {"folds/fold": fold, "folds/structure": stability3.SCENES[held]}
            for fold in range(stability3.FOLDS if is_frozen else 0)
            for held in stability3.held_out(fold)
        ],
    )
    return {"@context": CONTEXT, **json.loads(filled)}


def _fields() -> Iterator[tuple[str, str, str, str | None]]:
    """Yield name, type and description of each column, and the shape of arrays, -1: each block."""
    for field in inspect.type_info(TowerRow).fields:  # type: ignore[attr-defined] # a struct has fields
        kind, shape = SCHEMA.field(field.name).type, (field.type.extra or {}).get("shape")
        while pa.types.is_list(kind):
            kind, shape = kind.value_type, shape or "-1"
        yield field.name, TERMS[str(kind)], field.type.extra_json_schema["description"], shape
