"""The file format of a game: a header and one line per action, as JSON Lines.

The same file serves for saving, resuming and replaying. A hand's targets are those that the player
wanted; the tremor is drawn again from the seed. Records of format 2 hold the targets after the
tremor, so they replay but prove no hand. Every line is flushed as it is written, so
a killed program loses at most the move in the air. An incomplete last line is dropped on reading;
any other damage is a `RecordFault` that names the line.
`Recorder` writes complete moves, and tries again after a full disk.
"""

import errno
import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import datetime
from io import BytesIO, FileIO
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec
import platformdirs
from filelock import lock_descriptor
from msgspec import Meta
from msgspec.structs import replace

from towersim.common.dice import LARGEST_SEED
from towersim.common.errors import (
    CONTROLS,
    OptionFault,
    RecordFault,
    in_plain_words,
    path_of,
    whole_number,
)
from towersim.common.messages import known, plain
from towersim.common.units import Seat
from towersim.common.version import __version__
from towersim.common.whole_file import sync_open, sync_path, whole_file
from towersim.physics.profile import TABLE_3
from towersim.physics.world import ENGINE
from towersim.rules import game as rules_of
from towersim.rules.base import GRAVITY_ANSWERS, Nature, Outcome, Stacking
from towersim.table.placing import Motion, Shift

FORMAT = "towersim-record-3"
UNPROVEN = "towersim-record-2"
"""The format whose hands hold their targets after the tremor, and whose Practice counts falls."""
_OLDER = {"towersim-record-1": "was written by an older towersim, 0.1; this version cannot read it"}
SUFFIX = ".tower"
HUMAN = "human"
"""The player of a seat for which a person decides; all others are bots."""
NAMES = ("Ada", "Bruno", "Clara", "Dmitri", "Elif", "Farid", "Greta", "Hugo")
"""The usual names of players, by seat."""
_MOST_BYTES = 64 * 2**20
"""The maximum size of a file; a game of hours has a tenth of it."""
_TAIL = 2**16
"""The number of bytes read from a file's end to check whether its game is over."""

Seed = Annotated[int, Meta(ge=0, le=LARGEST_SEED)]
Name = Annotated[str, Meta(pattern=rf"^[^\t\n{CONTROLS}]{{1,64}}\Z")]
"""A player's name: 1 to 64 characters without control characters."""
NO_ACTION = msgspec.Raw(b"null")
T = TypeVar("T")
OPEN_ELSEWHERE = "is open in another program or window, which writes to it"
_NO_LOCKS = (errno.ENOSYS, errno.ENOTSUP, errno.ENOLCK)
"""Errors of file systems without locks, on which games are saved unlocked."""


class SeatSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The player of a seat: a name, `human` or a bot's name, and the skill of the hand."""

    name: Name
    player: Annotated[str, Meta(pattern=r"^[^\ud800-\udfff]*\Z")] = HUMAN
    skill: str = "none"

    @property
    def is_person(self) -> bool:
        """Whether a person decides, and not a bot."""
        return self.player == HUMAN


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line: everything needed to set up the game."""

    format: str
    towersim: str
    pymunk: str
    game: str
    options: dict[str, Any]
    seats: tuple[SeatSpec, ...]
    seed: Seed
    profile: str
    level: str
    """The game's table; empty for games without stacking."""
    draws: Literal["step", "actor"] = "step"
    """The index of deck's and die's random streams: the action's, or the number of their draws."""

    @property
    def title(self) -> str:
        """The title of the game; in Practice, of the challenge."""
        challenge = self.options.get("challenge")
        title = challenge.get("title") if isinstance(challenge, dict) else None
        return known(title) if title else rules_of(self.game).title

    @property
    def proves_hand(self) -> bool:
        """Whether the tremor follows from the seed, and fallen pieces do not count in Practice."""
        return self.format != UNPROVEN


class _Format(msgspec.Struct, frozen=True):
    """The common first field of records of all versions."""

    format: str


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One action with its index `n`, from 0.

    Gravity's action comes with a motion or shift. The last line of a finished game has the outcome
    instead of an action.
    """

    n: int
    actor: Seat | Nature
    action: msgspec.Raw = NO_ACTION
    """The action as JSON, which the game decodes, as its types are the game's."""
    motion: Motion | None = None
    shift: Shift | None = None
    """The result of a move without the hand."""
    over: Outcome | None = None


class Recording(msgspec.Struct, frozen=True):
    """The contents of a record file."""

    file: Path
    header: Header
    steps: tuple[Step, ...]
    size: int
    """Size of the file in bytes."""
    length: int
    """Length up to the end of the last complete move, in bytes."""
    cut_off: str
    """A sentence about the part dropped at the end; empty if nothing was dropped."""

    def until(self, steps: int) -> "Recording":
        """Return the record of the first actions; without the last one if gravity answers it."""
        some = self.steps[: whole_number("steps", steps)]
        if some and _in_the_air(self.file, some[-1]):
            some = some[:-1]
        return replace(self, steps=some, cut_off="")


def header(game: str, options: msgspec.Struct, seats: Iterable[SeatSpec], seed: int) -> Header:
    """Return the header of a new game with this version; OptionFault for an invalid value."""
    made = Header(
        format=FORMAT,
        towersim=__version__,
        pymunk=ENGINE,
        game=game,
        options=msgspec.to_builtins(options),
        seats=tuple(seats),
        seed=seed,
        profile=TABLE_3.name,
        level=level_of(game),
    )
    try:
        return msgspec.convert(msgspec.to_builtins(made), Header)
    except (msgspec.ValidationError, TypeError) as fault:  # TypeError: no JSON has such a type
        reason, where = in_plain_words(fault)
        raise OptionFault(f"{where.removeprefix('.') or 'seats'} of the game: {reason}") from fault


def level_of(game: str) -> str:
    """Return the name of a game's table; empty for games without stacking."""
    return game if isinstance(rules_of(game), Stacking) else ""


def line_of(step: int) -> int:
    """Return the line number, from 1, of the step with this index."""
    return step + 2


def read(file: Path | str) -> Recording:
    """Return the contents of a record file; RecordFault names a damaged line."""
    path = path_of("record", file)
    lines = _lines(path)
    text = next(lines)
    form = _decoded(path, 1, text, _Format).format
    if form not in (FORMAT, UNPROVEN):
        newer = "was written by a newer towersim; this one is too old"
        other = newer if form.startswith(FORMAT[:-1]) else f"{form!r} is not {FORMAT!r}"
        reason = _OLDER.get(form, other)
        raise RecordFault(path, "line 1: $.format", reason)
    head = _decoded(path, 1, text, Header)
    ends = [len(text)]
    steps: list[Step] = []
    cut_off = ""
    for number, text in enumerate(lines, 2):
        try:
            steps.append(_step(path, number, text, steps))
        except RecordFault:
            if text.endswith(b"\n"):
                raise
            cut_off = f"{path}: line {number} was cut off and is dropped"
        ends.append(ends[-1] + len(text))
    if steps and _in_the_air(path, steps[-1]):
        steps.pop()
        cut_off = f"{path}: the move that was in the air is dropped"
    return Recording(path, head, tuple(steps), ends[-1], ends[len(steps)], cut_off)


def records_dir() -> Path:
    """Return the folder in which games are saved."""
    return Path(platformdirs.user_data_path("towersim", appauthor=False)) / "records"


def fresh_path(folder: Path, game: str, now: datetime) -> Path:
    """Return an unused path in `folder` for a game that begins at `now`.

    It contains microseconds, as another program may choose a name at the same time.
    """
    name = f"{game}_{now:%Y-%m-%d_%H-%M-%S-%f}"
    names = (name, *(f"{name}_{again}" for again in range(2, 1000)))
    paths = (folder / f"{each}{SUFFIX}" for each in names)
    return next(path for path in paths if not os.path.lexists(path))


def unfinished(folder: Path, *, of_people: bool = False) -> Iterator[Recording]:
    """Yield the records in `folder` that can be resumed, newest first; or only those of people."""
    for path in newest_first(folder):
        try:
            if not _over(path) and (not of_people or _has_person(path)):
                yield read(path)
        except (OSError, RecordFault):
            continue


def newest_first(folder: Path) -> list[Path]:
    """Return the record files in a folder, newest first; files deleted meanwhile are skipped."""
    dated = []
    for path in folder.glob(f"*{SUFFIX}"):
        with suppress(OSError):
            if path.is_file():
                dated.append((path.stat().st_mtime, path))
    return [path for _, path in sorted(dated, reverse=True)]


def played(folder: Path) -> list[Path]:
    """Return the record files in which a seat has moved, newest first; also damaged ones."""
    return [path for path in newest_first(folder) if not is_untouched(path)]


def check_closed(path: Path) -> None:
    """Raise RecordFault if a program is writing to a record."""
    if os.access(path, os.W_OK):
        with FileIO(path, "r+") as file:
            _lock(file)


def is_untouched(path: Path) -> bool:
    """Return whether a record is undamaged and only nature has moved yet."""
    try:
        lines = _lines(path)
        _decoded(path, 1, next(lines), Header)
        steps = (_decoded(path, number, text, Step) for number, text in enumerate(lines, 2))
        return all(isinstance(step.actor, Nature) for step in steps)
    except RecordFault:
        return False


def _over(path: Path) -> bool:
    """Return whether the last line has an outcome; only the end of the file is read."""
    with path.open("rb") as file:
        file.seek(-min(_TAIL, path.stat().st_size), os.SEEK_END)
        last = file.read().splitlines()[-1:]
    try:
        return bool(last) and _decoded(path, 0, last[0], Step).over is not None
    except RecordFault:
        return False


def _has_person(path: Path) -> bool:
    """Return whether a person plays; only the header is decoded."""
    seats = _decoded(path, 1, next(_lines(path)), Header).seats
    return any(seat.is_person for seat in seats)


def _lines(path: Path) -> Iterator[bytes]:
    """Yield the lines of a file, at least one, with their line ends."""
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise RecordFault(path, "$", "is not an ordinary file")
        if path.stat().st_size > _MOST_BYTES:
            raise RecordFault(path, "$", f"is larger than {_MOST_BYTES >> 20} MiB")
        content = path.read_bytes()
    except OSError as fault:
        raise RecordFault(path, "$", fault.strerror or "cannot be read") from fault
    if not content:
        raise RecordFault(path, "line 1", "the file is empty")
    yield from BytesIO(content)


def _step(path: Path, number: int, text: bytes, before: list[Step]) -> Step:
    step = _decoded(path, number, text, Step)
    if step.n != len(before):
        reason = f"action {step.n} stands where action {len(before)} should"
        raise RecordFault(path, f"line {number}: $.n", reason)
    if before and before[-1].over:
        raise RecordFault(path, f"line {number}", "stands behind the end of the game")
    if (step.actor is Nature.OVER) is (step.over is None):
        reason = "stands in the last line, and only there"
        raise RecordFault(path, f"line {number}: $.over", reason)
    return step


def _decoded(path: Path, number: int, text: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.ValidationError as fault:
        reason, where = in_plain_words(fault)
        raise RecordFault(path, f"line {number}: ${where}", reason) from fault
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise RecordFault(path, f"line {number}", f"is not JSON: {fault}") from fault


def _in_the_air(path: Path, step: Step) -> bool:
    """Return whether this action needs gravity's move next."""
    tags = [action.__struct_config__.tag for action in GRAVITY_ANSWERS]
    action = _decoded(path, line_of(step.n), step.action, object)
    return isinstance(action, dict) and action.get("do") in tags


class Recorder:
    """The writer of one record; without a file it writes nothing.

    The file is locked until it is closed, so that no other program writes to it. Lines that
    cannot be written, because the disk is full, are kept and retried with the next lines.
    """

    def __init__(self, file: FileIO | None = None, end: int = 0) -> None:
        """Write to an open file after its first `end` bytes."""
        self._file = file
        self._end = end
        self._waiting = b""

    @property
    def is_closed(self) -> bool:
        """Whether nothing more can be written."""
        return self._file is not None and self._file.closed

    @classmethod
    def fresh(cls, path: Path | None, header: Header) -> "Recorder":
        """Begin a new record; an existing file is copied to ``~``. OptionFault if unwritable."""
        if path is None:
            return cls()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with ExitStack() as opened:
                file = opened.enter_context(FileIO(path, "r+", opener=_created))
                _lock(file)
                # After renaming, another program could create the same file before this one does.
                if os.fstat(file.fileno()).st_size:
                    with whole_file(path.with_name(path.name + "~")) as kept:
                        kept.write_bytes(file.readall())
                    file.truncate(0)
                recorder = cls(file)
                recorder._put(_line(header))
                sync_path(path.parent)
                opened.pop_all()
        except OSError as fault:
            raise OptionFault(f"{path}: cannot write a record there: {fault.strerror}") from fault
        return recorder

    @classmethod
    def going_on(cls, recording: Recording) -> "Recorder":
        """Continue a record after its last complete move; RecordFault if it cannot be written."""
        with _writing(recording.file), ExitStack() as opened:
            file = opened.enter_context(FileIO(recording.file, "r+"))
            _lock(file)
            if os.fstat(file.fileno()).st_size != recording.size:
                reason = "was written to by another program while it was read"
                raise RecordFault(recording.file, "$", reason)
            file.truncate(recording.length)
            file.seek(recording.length - 1)
            recorder = cls(file, recording.length)
            if file.read() != b"\n":
                recorder._put(b"\n")
            opened.pop_all()
        return recorder

    def write(self, *lines: msgspec.Struct, sync: bool = False) -> None:
        """Write these lines in one call, with `sync` to the disk; RecordFault if that fails."""
        if self._file is None:
            return
        self._waiting += b"".join(map(_line, lines))
        with _writing(self._file.name):
            self._put(self._waiting)
            self._waiting = b""
            if sync:
                sync_open(self._file.fileno())

    def unwrite(self) -> None:
        """Remove the last line from the file; RecordFault if that fails."""
        if self._file is None:
            return
        waiting, end = self._waiting[: _last_line(self._waiting)], self._end
        with _writing(self._file.name):
            if not self._waiting:
                self._file.seek(0)
                end = _last_line(self._file.readall()[:end])
            self._file.truncate(end)
        self._waiting, self._end = waiting, end

    def close(self) -> None:
        """Write waiting lines and close the file; RecordFault if that fails."""
        if self._file is not None and not self._file.closed:
            with self._file:
                self.write()

    def _put(self, text: bytes) -> None:
        if self._file is not None:
            self._file.seek(self._end)
            rest = memoryview(text)
            while rest:
                rest = rest[self._file.write(rest) :]
            self._end += len(text)


@contextmanager
def _writing(file: object) -> Iterator[None]:
    """Raise RecordFault with the name of the file for an error of the disk."""
    try:
        yield
    except OSError as fault:
        raise RecordFault(str(file), "$", f"cannot be written: {fault.strerror}") from fault


def _created(path: str, flags: int) -> int:
    """Open or create a file without truncating it, since it is not locked yet."""
    return os.open(path, flags | os.O_CREAT, 0o666)


def _lock(file: FileIO) -> None:
    """Lock an open file for writing; RecordFault if another program holds the lock."""
    try:
        mine = lock_descriptor(file.fileno(), blocking=False)
    except OSError as fault:
        if fault.errno not in _NO_LOCKS:
            raise
        return
    if not mine:
        raise RecordFault(str(file.name), "$", OPEN_ELSEWHERE)


def _last_line(text: bytes) -> int:
    """Return the offset of the last of some complete lines."""
    return text.rfind(b"\n", 0, len(text) - 1) + 1


def _line(value: msgspec.Struct) -> bytes:
    return msgspec.json.encode(value, enc_hook=plain) + b"\n"
