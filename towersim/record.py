"""The one file format of a game: a header and one line per action, as JSON Lines.

Saving, resuming and replaying are the same file. Every line is flushed as it is written, so a
program that is killed loses at most the move in the air. A last line that was cut off is dropped
when the file is read; anything else that is damaged is a `RecordFault` that names the line.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

import msgspec
import platformdirs

from towersim import __version__
from towersim.errors import OptionFault, RecordFault
from towersim.physics.world import ENGINE
from towersim.placing import Motion
from towersim.rules.base import Found, Nature, Outcome, Place
from towersim.units import Seat

FORMAT = "towersim-record-1"
_MOST_BYTES = 256 * 2**20


class SeatSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits on a seat: a name, `human` or a bot's name, and how steady the hand is."""

    name: str
    player: str = "human"
    skill: str = "none"


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: everything that the actions do not say."""

    format: str
    towersim: str
    pymunk: str
    game: str
    options: dict[str, Any]
    seats: tuple[SeatSpec, ...]
    seed: int
    profile: str
    level: str


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One action; `n` counts them from 0.

    Gravity's comes with the motion that led to it. The last line of a finished game has no action
    but the outcome.
    """

    n: int
    actor: Seat | Nature
    action: Any = None
    motion: Motion | None = None
    over: Outcome | None = None


class Recording(msgspec.Struct, frozen=True):
    """A record as it was read."""

    file: Path
    header: Header
    steps: tuple[Step, ...]
    length: int
    """Bytes up to the end of the last whole move."""
    cut_off: str
    """What was dropped at the end, as a sentence; empty if nothing was."""


def header(
    game: str, options: msgspec.Struct, seats: Iterable[SeatSpec], seed: int, profile: str
) -> Header:
    """Return the header of a new game played with this version."""
    return Header(
        format=FORMAT,
        towersim=__version__,
        pymunk=ENGINE,
        game=game,
        options=msgspec.to_builtins(options),
        seats=tuple(seats),
        seed=seed,
        profile=profile,
        level=game,
    )


def line_of(step: int) -> int:
    """Return the line of the file, from 1, that the step of this number stands on."""
    return step + 2


class Recorder:
    """Writes a record, line by line; without a file it writes nothing."""

    def __init__(self, file: BinaryIO | None) -> None:
        self._file = file

    @classmethod
    def fresh(cls, path: Path | None, first: Header) -> "Recorder":
        """Begin a new record; a file of that name is kept beside it with a ``~``."""
        if path is None:
            return cls(None)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.exists() and path.stat().st_size:
                path.replace(path.with_name(path.name + "~"))
            recorder = cls(path.open("wb"))
        except OSError as fault:
            raise OptionFault(f"{path}: cannot write a record there: {fault.strerror}") from fault
        recorder.write(first)
        return recorder

    @classmethod
    def going_on(cls, recording: Recording) -> "Recorder":
        """Go on with a record behind its last whole move."""
        try:
            file = recording.file.open("r+b")
            file.truncate(recording.length)
            file.seek(recording.length - 1)
            if file.read() != b"\n":
                file.write(b"\n")
        except OSError as fault:
            why = f"cannot write to it: {fault.strerror}"
            raise RecordFault(recording.file, "file", why) from fault
        return cls(file)

    def write(self, *lines: msgspec.Struct) -> None:
        """Write these lines in one go and hand them to the operating system."""
        if self._file is not None:
            self._file.write(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
            self._file.flush()

    def close(self) -> None:
        """Close the file; writing again is an error of the program."""
        if self._file is not None:
            self._file.close()


def read(path: Path) -> Recording:
    """Read a record; raise RecordFault with the line if it is damaged.

    Actions stay plain data: only the game they belong to knows their types.
    """
    lines = _lines(path)
    first = _decoded(path, 1, lines[0], Header)
    if first.format != FORMAT:
        raise RecordFault(path, "line 1: $.format", f"{first.format!r} is not {FORMAT!r}")
    steps: list[Step] = []
    cut_off = ""
    for number, text in enumerate(lines[1:], 2):
        try:
            steps.append(_step(path, number, text, steps))
        except RecordFault:
            if number < len(lines) or text.endswith(b"\n"):
                raise
            cut_off = f"{path}: line {number} was cut off and is dropped"
    if steps and _in_the_air(steps[-1]):
        steps.pop()
        cut_off = f"{path}: the move that was in the air is dropped"
    length = sum(map(len, lines[: 1 + len(steps)]))
    return Recording(path, first, tuple(steps), length, cut_off)


def records_dir() -> Path:
    """Return the folder that games save themselves to."""
    return Path(platformdirs.user_data_path("towersim", appauthor=False)) / "records"


def unfinished(folder: Path) -> list[Path]:
    """Return the records in `folder` that can be gone on with, newest first."""
    found = []
    for path in folder.glob("*.tower"):
        try:
            recording = read(path)
        except RecordFault:
            continue
        if not (recording.steps and recording.steps[-1].over):
            found.append(path)
    return sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)


def _lines(path: Path) -> list[bytes]:
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise RecordFault(path, "file", f"is larger than {_MOST_BYTES >> 20} MiB")
        lines = path.read_bytes().splitlines(keepends=True)
    except OSError as fault:
        raise RecordFault(path, "file", fault.strerror or "cannot be read") from fault
    if not lines:
        raise RecordFault(path, "line 1", "the file is empty")
    return lines


def _step(path: Path, number: int, text: bytes, before: list[Step]) -> Step:
    step = _decoded(path, number, text, Step)
    if step.n != len(before):
        why = f"action {step.n} stands where action {len(before)} should"
        raise RecordFault(path, f"line {number}: $.n", why)
    if before and before[-1].over:
        raise RecordFault(path, f"line {number}", "stands behind the end of the game")
    return step


T = TypeVar("T")


def _decoded(path: Path, number: int, text: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.ValidationError as fault:
        why, _, where = str(fault).partition(" - at ")
        raise RecordFault(path, f"line {number}: {where.strip('`') or '$'}", why) from fault
    except (msgspec.DecodeError, RecursionError) as fault:
        raise RecordFault(path, f"line {number}", f"is not JSON: {fault}") from fault


def _in_the_air(step: Step) -> bool:
    """Whether this is a hand's move that gravity has not answered."""
    tags = {action.__struct_config__.tag for action in (Place, Found)}
    return isinstance(step.action, dict) and step.action.get("do") in tags
