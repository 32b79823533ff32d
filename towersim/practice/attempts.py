"""Attempts at challenges and data on their placements, in a SQLite file in the user's data folder.

Each attempt is one transaction, so a killed program loses at most the current attempt, and several
windows can write: each takes the lock at its beginning and is repeated while another one holds it.
A damaged file, or one that is not a database, is renamed and replaced.
"""

import math
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path
from statistics import pstdev
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from towersim.common.errors import OptionFault, abridged
from towersim.common.messages import message as _
from towersim.common.units import Seat
from towersim.common.whole_file import set_aside
from towersim.rules.practice.state import View
from towersim.table.disturbance import first_fallen
from towersim.table.placing import Motion, Shift
from towersim.table.table import Placed, Table

if TYPE_CHECKING:
    from towersim.match.match import Match

FILE: Final = "practice.sqlite3"
"""The name of the file, beside the folder of saved games."""
STILL = 0.5
"""The time before release over which the tremor is measured, in seconds."""
T = TypeVar("T")
UNPROVEN: Final = "unproven"
"""The hand of an attempt whose record does not prove it; such an attempt is no best."""
WAIT: Final = 5.0
"""The timeout for a lock held by another window, in seconds."""
NAP: Final = 0.01
"""Seconds before another try where SQLite refuses at once."""
_BUSY: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
FAULTS: Final = (sqlite3.Error, UnicodeDecodeError)
"""The errors of SQLite; for a damaged file its message may not be valid text."""
MIGRATIONS: Final = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8").split("\n\n")
"""Schema migrations, one per version; the file's `user_version` counts the applied ones."""


class Placement(msgspec.Struct, frozen=True):
    """One piece placed or taken out in an attempt; lengths in metres, angles in radians."""

    kind: str
    error: float | None
    """Distance along x between the hand's last target and the rest; None after a fall."""
    tremor: float
    """Standard deviation of the hand's targets in the last half second before release."""
    height: float
    """Height of the hand's last target at release, or of the piece taken out."""
    fell: bool
    """Whether this or another piece fell."""
    tilt: float | None = None
    """The tilt that the building withstood afterwards, by statics, in degrees; 0: not stable by
    statics alone, None: not known."""
    x: float | None = None
    """x at the end of the attempt, like `y` and `angle` None if the piece was gone."""
    y: float | None = None
    angle: float | None = None
    taken: bool = False
    """Whether the piece was taken out instead of placed."""
    turned: float | None = None
    """Angle of the hand's last target at release; None: not known, or taken out."""
    undone: bool = False
    """Whether the move was taken back; such placements follow those of the building."""


def taken_out(piece: Placed, before: Table, shift: Shift) -> Placement:
    """Return the data on a piece that was taken out, so that the table `before` shifted."""
    fell = first_fallen(before, shift) is not None
    return Placement(piece.kind, None, 0.0, piece.pose.y, fell=fell, taken=True)


def measured(motion: Motion, before: Table, tick_seconds: float) -> Placement:
    """Return the data on a finished move of the hand from a table."""
    aims = list(motion.targets())[-round(STILL / tick_seconds) :]
    (x, y, turned), fell = motion.released, first_fallen(before, motion) is not None
    spread = [pstdev(axis) for axis in zip(*(aim[:2] for aim in aims), strict=True)]
    error = None if fell else abs(dict(motion.poses)[motion.block.id].x - x)
    return Placement(motion.block.kind, error, math.hypot(*spread), y, fell=fell, turned=turned)


class Attempt(msgspec.Struct, frozen=True):
    """One finished attempt."""

    challenge: str
    ended_at: str
    """Local date and time, ISO 8601."""
    stars: int
    measure: float | None
    """The measure in the unit of the goal; None if the goal was not met."""
    sim_seconds: float
    pieces: int
    """The number of standing pieces at the end."""
    touches: int
    hand: str
    record: str | None
    """The path of the attempt's record; None without one."""
    id: int | None = None
    """The attempt's id in the database; None until it is stored."""


class Attempts:
    """The database of attempts in a file."""

    def __init__(self, path: Path) -> None:
        """Open or create the file; OptionFault if that is not possible."""
        self.path = path
        self.notice = ""
        """A sentence about the file for the user, or empty."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                self._migrate()
            except FAULTS as fault:
                if isinstance(fault, sqlite3.OperationalError):
                    raise
                self._set_aside(abridged(str(fault)))
        except FAULTS as fault:
            raise OptionFault(f"{path}: cannot be used: {abridged(str(fault))}") from fault
        except OSError as fault:
            raise OptionFault(f"{path}: cannot be written: {fault.strerror}") from fault

    def add(self, attempt: Attempt, placements: Sequence[Placement] = ()) -> int:
        """Store an attempt and return its id; OptionFault if it cannot be written."""

        def insert(database: sqlite3.Connection) -> int:
            number = _insert(database, "attempts", msgspec.structs.asdict(attempt))
            for place, placement in enumerate(placements):
                piece = msgspec.structs.asdict(placement)
                _insert(database, "placements", {"attempt": number, "number": place, **piece})
            return number

        return self._done(insert)

    def keep_tilts(self, attempt: int, tilts: Sequence[float | None]) -> None:
        """Store the tilt withstood after each piece of an attempt, in degrees."""
        update = "UPDATE placements SET tilt = ? WHERE attempt = ? AND number = ?"
        rows = [(tilt, attempt, number) for number, tilt in enumerate(tilts)]
        self._done(lambda database: database.executemany(update, rows))

    def placements(self, attempt: int | None = None) -> dict[int, list[Placement]]:
        """Return the placements of all attempts, or of one, in order, by the attempt's id."""
        names = ", ".join(Placement.__struct_fields__)
        chosen = "" if attempt is None else "WHERE attempt = :attempt"
        query = f"SELECT attempt, {names} FROM placements {chosen} ORDER BY attempt, number"  # noqa: S608 - names of our own fields
        rows = self._rows(query, attempt=attempt)
        by_attempt: dict[int, list[Placement]] = {}
        for number, *values in rows:
            row = dict(zip(Placement.__struct_fields__, values, strict=True))
            truths = {name: bool(row[name]) for name in ("fell", "taken", "undone")}
            by_attempt.setdefault(number, []).append(Placement(**row | truths))
        return by_attempt

    def history(self, challenge: str | None = None) -> list[Attempt]:
        """Return all attempts, or those at one challenge, the oldest first.

        OptionFault if an attempt has an invalid date.
        """
        names = Attempt.__struct_fields__
        chosen = "" if challenge is None else "WHERE challenge = :challenge"
        query = f"SELECT {', '.join(names)} FROM attempts {chosen} ORDER BY id"  # noqa: S608 - names of our own fields
        attempts = [Attempt(*row) for row in self._rows(query, challenge=challenge)]
        for attempt in attempts:
            try:
                datetime.fromisoformat(attempt.ended_at)
            except ValueError as fault:
                reason = f"attempt {attempt.id}: {abridged(str(fault))}"
                raise OptionFault(f"{self.path}: {reason}") from fault
        return attempts

    def stars(self) -> dict[str, int]:
        """Return the most stars reached in each challenge that was attempted."""
        query = "SELECT challenge, max(stars) FROM attempts WHERE hand != :hand GROUP BY challenge"
        return dict(self._rows(query, hand=UNPROVEN))

    def _rows(self, query: str, **values: object) -> list[Any]:
        return self._done(lambda database: database.execute(query, values).fetchall(), "BEGIN")

    def _done(self, work: Callable[[sqlite3.Connection], T], begin: str = "BEGIN IMMEDIATE") -> T:
        """Return the result of one transaction; OptionFault if it fails."""
        try:
            return self._repeated(work, begin)
        except FAULTS as fault:
            reason = abridged(str(fault))
            raise OptionFault(f"{self.path}: attempts cannot be kept there: {reason}") from fault

    def _repeated(self, work: Callable[[sqlite3.Connection], T], begin: str) -> T:
        """Return the result of one transaction, repeated for `WAIT` seconds while it is refused."""
        until = time.monotonic() + WAIT
        while True:
            try:
                with closing(sqlite3.connect(self.path, WAIT, isolation_level=None)) as database:
                    # The pragma reads first and then wants to write; if another connection is
                    # about to write, SQLite refuses that at once instead of waiting.
                    if database.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
                        database.execute("PRAGMA journal_mode = WAL")
                    database.execute(begin)
                    done = work(database)
                    database.execute("COMMIT")
                    return done
            except sqlite3.OperationalError as fault:
                code = getattr(fault, "sqlite_errorcode", 0)  # none for text that is not UTF-8
                if code & 0xFF not in _BUSY or time.monotonic() > until:
                    raise
            time.sleep(NAP)

    def _migrate(self) -> None:
        """Migrate the file to the present version; safe if two windows do so at once."""
        if self._repeated(self._migrated, "BEGIN IMMEDIATE") != "ok":
            raise sqlite3.DatabaseError("it is damaged")

    def _migrated(self, database: sqlite3.Connection) -> str:
        """Migrate within a transaction; return what SQLite says about the file."""
        version = database.execute("PRAGMA user_version").fetchone()[0]
        if version > len(MIGRATIONS):
            raise OptionFault(f"{self.path}: was written by a newer towersim; this one is too old")
        for statements in MIGRATIONS[version:]:
            for statement in filter(str.strip, statements.split(";")):
                database.execute(statement)
        if version < len(MIGRATIONS):
            database.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        return str(database.execute("PRAGMA quick_check").fetchone()[0])

    def _set_aside(self, reason: str) -> None:
        """Rename a damaged file and create a new one."""
        aside = set_aside(self.path)
        for tail in ("-wal", "-shm"):
            self.path.with_name(self.path.name + tail).unlink(missing_ok=True)
        named = {"path": self.path, "why": reason, "name": aside.name}
        self.notice = _("{path}: {why}; it is kept as {name}, a new one begins", **named)
        self._migrate()


def _insert(database: sqlite3.Connection, table: str, row: Mapping[str, object]) -> int:
    """Insert a row of our own fields and return its id."""
    marks = ", ".join(f":{name}" for name in row)
    query = f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})"  # noqa: S608 - names of our own fields
    return database.execute(query, row).lastrowid or 0


def attempt_of(match: "Match[View]", now: datetime) -> Attempt:
    """Return a finished match as an attempt that ended at `now`; ValueError if it goes on."""
    outcome, view = match.outcome, match.view(Seat(0))
    if outcome is None or outcome.stars is None:
        raise ValueError("the attempt goes on")
    return Attempt(
        challenge=view.challenge.name,
        ended_at=now.isoformat(timespec="seconds"),
        stars=outcome.stars,
        measure=outcome.reached,
        sim_seconds=round(match.ticks * match.tick_seconds, 3),
        pieces=sum(kind is not None for kind in view.blocks),
        touches=view.touches,
        hand=match.seats[0].skill if match.hand_proven else UNPROVEN,
        record=None if match.record is None else str(match.record),
    )


def best_of(attempts: Sequence[Attempt], *, fewer_is_better: bool) -> Attempt | None:
    """Return the best of some attempts: more stars, then the better measure, then the earlier."""
    proven = (attempt for attempt in attempts if attempt.hand != UNPROVEN)
    met = [attempt for attempt in proven if attempt.measure is not None]

    def worth(attempt: Attempt) -> tuple[int, float]:
        measure = attempt.measure or 0.0
        return attempt.stars, -measure if fewer_is_better else measure

    return max(met, key=worth, default=None)
