"""A folder of results (`lab/README.md`): the sweep and its answers as partitions of Parquet tables.

A partition is written atomically; its metadata name its trials and heuristics.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
from msgspec import inspect

from towersim.common.errors import OptionFault, ResultFault
from towersim.common.whole_file import locked as file_locked, whole_file, write_whole
from towersim.files.tomlfile import TomlFile
from towersim.lab.rows import MOST, BuildResult, Prediction, Results
from towersim.lab.sweep import SWEEP

VERSIONS, LOCK = "versions.json", "run.lock"
PREDICTIONS, BUILDS = "predictions", "builds"
_OLDEST = "rows.jsonl"
"""The file of all answers in a folder of towersim 0.1."""
ABOUT = b"towersim"
"""The key of a partition's metadata."""
DAMAGED = (pa.ArrowException, msgspec.DecodeError, ArithmeticError, OSError, TypeError, ValueError)
"""What Arrow and Python raise for damaged partitions: types and texts that they do not know."""

_WORD = pa.dictionary(pa.int32(), pa.string())
_ARROW: Mapping[type, pa.DataType] = {
    inspect.BoolType: pa.bool_(),
    inspect.EnumType: _WORD,
    inspect.FloatType: pa.float64(),
    inspect.IntType: pa.int64(),
    inspect.StrType: pa.string(),
}
"""The types of columns, besides `rows.Word`, lists and small counts."""


def schema_of(row: type[msgspec.Struct]) -> pa.Schema:
    """Return the columns of a type of rows, in the order of its fields."""
    fields = inspect.type_info(row).fields  # type: ignore[attr-defined] # a struct has fields
    return pa.schema([(field.name, _column(field.type)) for field in fields])


def _column(kind: inspect.Type) -> pa.DataType:
    if isinstance(kind, inspect.UnionType):  # a value or None
        return _column(kind.types[0])
    if isinstance(kind, inspect.Metadata):
        return _WORD if kind.extra == {"repeats": True} else _column(kind.type)
    if isinstance(kind, inspect.ListType):
        return pa.list_(_column(kind.item_type))
    if isinstance(kind, inspect.IntType) and kind.le == MOST:
        return pa.int32()
    return _ARROW[type(kind)]


class Kind(NamedTuple):
    """One kind of rows: its folder and its type, from which the columns follow."""

    folder: str
    row: type[msgspec.Struct]


ROW_KINDS = Kind(PREDICTIONS, Prediction), Kind(BUILDS, BuildResult)


class About(msgspec.Struct, frozen=True, rename={"heuristics": "asked"}):
    """The metadata of a partition: first trial, number of trials, and heuristics."""

    first: int
    trials: int
    heuristics: tuple[str, ...]
    """Each heuristic as ``name@version``."""


class _Named(msgspec.Struct, frozen=True):
    name: str


def locked(folder: Path) -> AbstractContextManager[None]:
    """Lock an existing folder against other runs; OptionFault if it is locked."""
    return file_locked(folder / LOCK, "another run is writing its results here")


def write(
    folder: Path, about: About, rows: Sequence[msgspec.Struct], kinds: Sequence[Kind] = ROW_KINDS
) -> None:
    """Write the rows of some trials atomically as a partition; raises OptionFault on failure."""
    for kind in kinds:
        mine = [msgspec.structs.asdict(row) for row in rows if isinstance(row, kind.row)]
        if mine:
            schema = schema_of(kind.row).with_metadata({ABOUT: msgspec.json.encode(about)})
            table, path = pa.Table.from_pylist(mine, schema), folder / kind.folder / _name(about)
            with whole_file(path, make_folder=True) as part:
                pq.write_table(table, part, compression="zstd")


def _name(about: About) -> str:
    """Return the file name of a partition, which depends on its heuristics."""
    digest = hashlib.sha256("\n".join(about.heuristics).encode()).hexdigest()[:8]
    return f"part-{about.first:012d}-{digest}.parquet"


def written(folder: Path, kinds: Sequence[Kind] = ROW_KINDS) -> Iterator[About]:
    """Yield the metadata of each partition; raises ResultFault for a damaged one."""
    for path in _parts(folder, kinds):
        with _intact(path):
            metadata = pq.read_schema(path).metadata or {}
            about = msgspec.json.decode(metadata.get(ABOUT, b""), type=About)
        yield about


def read(folder: Path, older: Collection[str] = ()) -> Results:
    """Return the results in a folder, for each heuristic those of its latest version.

    `older` names further versions as ``name@version``, which also names the heuristic in their
    rows. Rows are sorted by trial, then by name. Raises FileFault for an invalid file, OptionFault
    for a version without results.
    """
    if not (folder / SWEEP).exists():
        raise ResultFault(folder, "$", "holds no results of `towersim lab run`")
    name = TomlFile(folder / SWEEP).read(_Named).name
    latest, rows, there = versions(folder), [], set()
    for row in (row for kind in ROW_KINDS for row in read_kind(folder, kind)):
        full = f"{row.heuristic}@{row.version}"
        there.add(full)
        if latest.get(row.heuristic) == row.version:
            rows.append(row)
        if full in older:
            rows.append(msgspec.structs.replace(row, heuristic=full))
    for missing in sorted(set(older) - there):
        raise OptionFault(f"{missing!r}: not in {folder}, which has {', '.join(sorted(there))}")
    rows.sort(key=lambda row: (row.number, row.heuristic))
    return Results(name, tuple(rows))


def failures(folder: Path, used: Mapping[str, str]) -> dict[str, int]:
    """Return the number of failed answers of heuristics of these versions, by name.

    Raises ResultFault for a damaged partition.
    """
    counts = Counter[str]()
    for path in _parts(folder, ROW_KINDS):
        with _intact(path):
            table = pq.read_table(path, columns=["heuristic", "version", "failure"])
        for row in table.filter(table["failure"].is_valid()).to_pylist():
            counts[row["heuristic"]] += used.get(row["heuristic"]) == row["version"]
    return {name: counts[name] for name in used if counts[name]}


def versions(folder: Path) -> dict[str, str]:
    """Return the latest version of each heuristic, by name."""
    path = folder / VERSIONS
    if not path.exists():
        return {}
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, str])
    except (msgspec.DecodeError, UnicodeDecodeError, OSError) as error:
        raise ResultFault(path, "$", str(error)) from None


def note_versions(folder: Path, used: Mapping[str, str]) -> None:
    """Record the present versions of these heuristics as the latest; OptionFault on failure."""
    known = versions(folder) | dict(used)
    write_whole(folder / VERSIONS, f"{json.dumps(known, indent=1, sort_keys=True)}\n")


def read_kind(folder: Path, kind: Kind) -> Iterator[Any]:
    """Yield all rows of one kind; raises ResultFault for a damaged partition."""
    for path in _parts(folder, (kind,)):
        with _intact(path):
            rows = msgspec.convert(pq.read_table(path).to_pylist(), list[kind.row])  # type: ignore[name-defined] # a type known only at run time
        yield from rows


def _parts(folder: Path, kinds: Sequence[Kind]) -> Iterator[Path]:
    if (folder / _OLDEST).exists():
        reason = "was written by an older towersim, 0.1; this version cannot read it"
        raise ResultFault(folder / _OLDEST, "$", reason)
    for kind in kinds:
        yield from sorted((folder / kind.folder).glob("part-*.parquet"))


@contextmanager
def _intact(path: Path) -> Iterator[None]:
    """Raise ResultFault for what a damaged partition makes its readers raise."""
    try:
        yield
    except DAMAGED as error:
        reason = f"is not a partition of results: {str(error).rstrip('.')}"
        reason = f"{reason}; delete it and repeat the command"
        raise ResultFault(path, "$", reason) from None
