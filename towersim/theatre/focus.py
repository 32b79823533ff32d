"""The part of the table in which a move takes place, for the camera."""

import math
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from towersim.common.units import BlockId, Pose
from towersim.geometry.shapes import bounding_radius
from towersim.rules.base import StressTest
from towersim.table.placing import Motion
from towersim.table.table import Figure, Table
from towersim.theatre.timeline import Timeline

NEAR: Final = 0.4
"""Greatest distance from the hand's path of blocks that are shown too, in metres."""
CLOSE, BESIDE = 0.06, 0.22
"""The margins on both sides without towers and beside tall ones, for what falls, in metres."""
ABOVE: Final = 0.07
"""The margin shown above the towers there, in metres."""
LEAST: Final = 0.2
"""The minimum height shown, in metres."""
STILL: Final = 0.002
"""Largest displacement of a block that has not begun to move, in metres."""
STRAIGHT: Final = 0.05
"""Largest rotation of a block that has not begun to move, in radians."""
BELOW: Final = -0.05
"""Height at which a block that left the table is not followed any more, in metres."""

ASIDE: Final = 0.12
"""How far what a quake sweeps off is followed beside all that was at rest, besides its height."""


class Focus(NamedTuple):
    """A part of the table: a range of x and a height, in metres."""

    low: float
    high: float
    top: float

    def with_part(self, other: "Focus | None") -> "Focus":
        """Return the least part that holds both."""
        if other is None:
            return self
        low, high = min(self.low, other.low), max(self.high, other.high)
        return Focus(low, high, max(self.top, other.top))


def has_moved(start: Pose, pose: Pose) -> bool:
    """Return whether a block has begun to move since it was at rest in `start`."""
    moved = math.dist(pose[:2], start[:2])
    return moved > STILL or abs(pose.angle - start.angle) > STRAIGHT


class MovingPart:
    """The part of the table in which blocks have moved since all of them were at rest."""

    def __init__(self) -> None:
        self._rest: dict[BlockId, Pose] = {}
        self.swept: Focus | None = None
        """The part that moving blocks have touched so far; None as long as none moves."""
        self.now: Focus | None = None
        """The part that they touch in the last figures seen."""

    def begin(self, figures: Iterable[Figure]) -> None:
        """Forget all motion; the figures are at rest."""
        self._rest = {figure.id: figure.pose for figure in figures if not figure.held}
        self.swept = self.now = None

    def see(self, figures: Iterable[Figure], test: StressTest | None = None) -> None:
        """Add the motion of one more moment; a block from the hand rests where it is first seen.

        All is held but, in the test of a quake, what is far aside.
        """
        self.now = None
        low, high = -math.inf, math.inf
        if test is not None and test.kind == "quake" and self._rest:
            xs, ys, _angles = zip(*self._rest.values(), strict=True)
            aside = ASIDE + max(ys)
            low, high = min(xs) - aside, max(xs) + aside
        for figure in figures:
            pose = figure.pose
            if figure.held or pose == (rest := self._rest.setdefault(figure.id, pose)):
                continue
            if pose.y > BELOW and low < pose.x < high and has_moved(rest, pose):
                far = bounding_radius(figure.shape)
                at = Focus(pose.x - far, pose.x + far, pose.y + far)
                self.now = at.with_part(self.now)
        if self.now is not None:
            self.swept = self.now.with_part(self.swept)


def focus(timeline: Timeline, index: int) -> Focus:
    """Return the part of the table around the last block put up to the move with this index.

    For a move without the hand, before the first block and after a fall, the part with blocks, or
    else the whole table.
    """
    moves = timeline.moves[: index + 1]
    move = next((move for move in reversed(moves) if move.ticks), moves[-1])
    is_past = move.falls_at is not None and move is not moves[-1]
    table = move.before if move.ticks and not is_past else move.after
    if isinstance(move.motion, Motion) and not is_past:
        path = [move.motion.block.pose[:2], *((x, y) for _, x, y, _ in move.motion.hand)]
    else:
        path = [block.pose[:2] for block in table.scene().blocks]
    return _part(timeline, table, path)


def last_focus(timeline: Timeline) -> Focus:
    """Return the part of the table with the blocks that stand at the end of a game."""
    table = timeline.moves[-1].after
    return _part(timeline, table, [block.pose[:2] for block in table.scene().blocks])


def _part(timeline: Timeline, table: Table, path: Sequence[tuple[float, float]]) -> Focus:
    """Return the part around points and the blocks near them; without any, the whole table."""
    if not path:
        half = timeline.setup.table.width / 2
        return Focus(-half, half, LEAST + ABOVE)
    low, high = min(x for x, _ in path), max(x for x, _ in path)
    near = [block for block in table.scene().blocks if low - NEAR < block.pose.x < high + NEAR]
    tall = max((block.extent[1].y for block in near), default=0.0)
    xs, beside = [low, high, *(block.pose.x for block in near)], min(CLOSE + tall / 2, BESIDE)
    xs += [corner.x for b in near if b.fixed for corner in b.extent]
    top = max(LEAST, tall, *(y for _, y in path)) + ABOVE
    return Focus(min(xs) - beside, max(xs) + beside, top)
