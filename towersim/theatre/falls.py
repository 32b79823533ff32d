"""The falls of a record: their causes, and how slowly they are shown."""

from math import inf
from typing import Final, NamedTuple

from towersim.common.slices import finished
from towersim.common.units import BlockId
from towersim.physics.world import World
from towersim.table.forensics import fall_cause
from towersim.theatre.impacts import ImpactReader
from towersim.theatre.timeline import Move, Timeline

SLOW: Final = 0.22
"""The least pace at which a fall is shown, as a share of real time."""
LONGEST: Final = 3.0
"""The longest slow motion of a fall, in real seconds."""
AFTER: Final = 0.1
"""The length of slow motion after the first impact on the table, in simulated seconds."""
READ: Final = 3.0
"""The time for which the cause of a collapse can be read when all is at rest, in real seconds."""


class ToldFall(NamedTuple):
    """A fall in a move, of a tower or in Practice: its cause, and when it takes place."""

    sentence: str
    """The cause, in one sentence."""
    block: BlockId
    """The block that gave way."""
    tipped_by: BlockId | None
    """The block without which it would have stood; None if there is none."""
    begins: float
    """The time at which it began to give way, in seconds after the move began."""
    lands: float
    """The time of the first impact on the table after that, in the same seconds."""


def told_fall(timeline: Timeline, move: Move) -> ToldFall | None:
    """Return the fall in a move; None without one.

    The move is simulated again, which takes some milliseconds for each second of it.
    """
    motion, profile = move.motion, timeline.profile
    if move.falls_at is None or motion is None:
        return None
    reader, landed = ImpactReader(), list[int]()

    def listen(world: World) -> None:
        landed.extend(world.ticks for impact in reader.read(world) if impact.on_table)

    told = finished(fall_cause(move.start, motion, profile, move.act(), listen))
    if told is None:
        return None
    cause, last = told.cause, motion.fell[0].tick if motion.fell else motion.ticks
    lands = next((tick for tick in landed if tick > cause.tick), last)
    begins, ends = cause.tick / profile.tick_hz, lands / profile.tick_hz
    return ToldFall(told.sentence, cause.block, told.tipped_by, begins, ends)


def fall_paces(move: Move, fall: ToldFall, *, slow: bool = True) -> tuple[tuple[float, float], ...]:
    """Return the parts of a move with a fall: their ends, in seconds, and highest paces.

    It is in slow motion until the first impact, if `slow`, and at rest it stays to be read.
    """
    ends, rest = min(fall.lands + AFTER, move.settles), move.seconds - move.settles
    pace = min(max((ends - fall.begins) / LONGEST, SLOW), 1.0) if slow else inf
    usual = ((fall.begins, inf), (move.settles, inf))
    return usual[0], (ends, pace), usual[1], (move.seconds, rest / READ)
