"""What a sweep leaves behind: one line of JSON for every answer of a heuristic, in one folder.

::

    DIR/sweep.toml      the sweep, to repeat it; scene files that it names lie beside it
    DIR/rows.jsonl      `Verdict` and `Built`, in the order of the trials once all are there: the
                        same bytes whoever ran them, with however many workers
    DIR/costs.jsonl     `Cost`, in the same order: wall clock, so no two runs are the same
    DIR/run.lock        empty: `towersim.lab.lock`

While a sweep runs, rows stand in the order in which they were finished, so that it can be killed
at any moment and gone on with: a last line that was cut off is dropped, whatever else is damaged
is a fault that names the line.
"""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Annotated, NamedTuple, TypeVar

import msgspec

from towersim.errors import ResultFault
from towersim.tomlfile import TomlFile

SWEEP, ROWS, COSTS = "sweep.toml", "rows.jsonl", "costs.jsonl"

TrialId = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16}$")]
"""16 hexadecimal digits of a trial's content."""
Chance = Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]
Count = Annotated[int, msgspec.Meta(ge=0)]
Positive = Annotated[float, msgspec.Meta(ge=0.0)]


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What every line says: which trial, and whose answer."""

    trial: TrialId


class Verdict(_Row, frozen=True, tag="predict"):
    """What a heuristic expected of a tower, beside the truth."""

    structure: str
    """The kind of tower: column, bridge, counterweight, leaning, or a scene's name."""
    blocks: Count
    margin: float
    """λ of exact statics, within ±10; > 0 stands, < 0 falls (`equilibrium.signed_margin`)."""
    stands: bool
    """The truth: what the simulated table made of it."""
    heuristic: str
    probability: Chance
    """Of standing, as the heuristic sees it."""


class Built(_Row, frozen=True, tag="place"):
    """How far a heuristic came that put down piece after piece."""

    heuristic: str
    hand: str
    """Whose hand it was: none, steady, normal or shaky."""
    pieces: Count
    """How many were put down before the one that brought it down, or all."""
    height: Positive
    """The greatest height reached before the fall, in metres."""
    fell: bool
    """False: all pieces were placed, so how far it could have come is not known."""
    supply: Count
    """How many pieces there were."""


class Cost(_Row, frozen=True, tag="cost"):
    """What one answer cost: wall clock seconds per call."""

    heuristic: str
    seconds: Positive


Answer = Verdict | Built
Row = Verdict | Built | Cost
T = TypeVar("T")

_ANSWER: msgspec.json.Decoder[Answer] = msgspec.json.Decoder(Answer)
_COST: msgspec.json.Decoder[Cost] = msgspec.json.Decoder(Cost)


class Results(NamedTuple):
    """All that a folder of results holds: the sweep's name, its answers and what they cost."""

    sweep: str
    rows: tuple[Answer, ...]
    costs: tuple[Cost, ...]

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """The answers to `does it stand`."""
        return tuple(row for row in self.rows if isinstance(row, Verdict))

    @property
    def built(self) -> tuple[Built, ...]:
        """The towers that were built piece by piece."""
        return tuple(row for row in self.rows if isinstance(row, Built))


class _Named(msgspec.Struct, frozen=True):
    """The one thing of a sweep that its results need to know."""

    name: str


def read(folder: Path) -> Results:
    """Return the results in a folder; FileFault naming file and line for whatever is wrong."""
    name = TomlFile(folder / SWEEP).read(_Named).name
    return Results(name, answers(folder), costs(folder))


def answers(folder: Path) -> tuple[Answer, ...]:
    """Return the answers in a folder, none if there is no such file; each is there once."""
    path, found = folder / ROWS, dict[tuple[str, str], Answer]()
    for number, row in enumerate(_lines(path, _ANSWER.decode), 1):
        if (row.trial, row.heuristic) in found:
            why = f"{row.heuristic!r} has answered in trial {row.trial} before"
            raise ResultFault(path, f"line {number}", why)
        found[row.trial, row.heuristic] = row
    return tuple(found.values())


def costs(folder: Path) -> tuple[Cost, ...]:
    """Return what the answers in a folder cost, nothing if there is no such file."""
    return tuple(_lines(folder / COSTS, _COST.decode))


def append(path: Path, rows: Iterable[Row]) -> None:
    """Add rows at the end of a file, which is whole lines (`trim`)."""
    text = msgspec.json.Encoder().encode_lines(list(rows))
    with path.open("ab") as file:
        file.write(text)


def trim(path: Path) -> None:
    """Cut off what a run that was killed left of a last line, if there is such a file."""
    if path.exists():
        with path.open("rb+") as file:
            file.truncate(_whole(file.read()))


def rewrite(path: Path, rows: Iterable[Row]) -> None:
    """Put these rows into a file in place of what it holds; whoever looks sees all or nothing."""
    replaced(path, msgspec.json.Encoder().encode_lines(list(rows)))


def replaced(path: Path, content: bytes) -> None:
    """Give a file this content, all at once."""
    beside = path.with_name(path.name + ".new")
    beside.write_bytes(content)
    beside.replace(path)


def _whole(text: bytes) -> int:
    """Return how many of these bytes are whole lines."""
    return text.rfind(b"\n") + 1


def _lines(path: Path, decode: Callable[[bytes], T]) -> Iterator[T]:
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        return
    except OSError as error:
        raise ResultFault(path, "line 1", f"cannot be read: {error.strerror}") from None
    for number, line in enumerate(text[: _whole(text)].splitlines(), 1):
        try:
            yield decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise ResultFault(path, f"line {number}", str(error)) from None
