"""How a bot's hand brings a block to a tower: where to let go, and the way there."""

import math
from collections.abc import Iterator

from towersim.physics.hand import Skill
from towersim.scene import extent
from towersim.table import Table
from towersim.units import Pose, Target, TowerId, Vec

GAP = 0.001
"""How far above its support a block is let go, in metres."""
CLEARANCE = 0.04
"""How high above everything a block is carried, in metres."""
STEADY = 0.2
"""How long the hand waits before it lets go, in seconds."""
_LOWERING = 0.5
"""The share of its speed at which a hand lowers a block on its last centimetres."""
_STRAIGHTEN, _MOST = 0.3, 0.003
"""How much of a tower's lean the next block is set against, and at most how far, in metres."""


def landing(table: Table, tower: TowerId) -> Vec:
    """Return where a block's centre should be when it is let go over this place, in metres.

    On a tower: over its top block, set back a little if the tower leans. On a free place: where
    nothing is in the way.
    """
    standing = table.towers[tower]
    half = extent(table.setup.piece.shape, Pose(0.0, 0.0, 0.0))[1].y
    if not standing:
        return Vec(table.free_x(tower), half + GAP)
    top, base = standing[-1].pose, standing[0].pose
    back = max(-_MOST, min(_MOST, _STRAIGHTEN * (base.x - top.x)))
    _, high = extent(table.setup.piece.shape, top)
    return Vec(top.x + back, high.y + half + GAP)


def way(table: Table, start: Vec, end: Vec, hand: Skill, tick_seconds: float) -> Iterator[Target]:
    """Yield the hand's targets, tick by tick: up, across above everything, down, and hold still."""
    tops = [extent(b.shape, b.pose)[1].y for b in table.scene().blocks]
    above = max([start.y, end.y, *tops]) + CLEARANCE
    over = Vec(end.x, end.y + CLEARANCE / 2)
    legs = ((Vec(start.x, above), 1.0), (Vec(end.x, above), 1.0), (over, 1.0), (end, _LOWERING))
    at = start
    for goal, share in legs:
        yield from _straight(at, goal, hand.speed * share * tick_seconds)
        at = goal
    for _ in range(round(STEADY / tick_seconds)):
        yield Target(*end)


def _straight(start: Vec, end: Vec, pace: float) -> Iterator[Target]:
    """Yield points from `start` (left out) to `end`, at most `pace` metres apart."""
    steps = math.ceil(math.dist(start, end) / pace)
    for i in range(1, steps + 1):
        share = i / steps
        x, y = (a + (b - a) * share for a, b in zip(start, end, strict=True))
        yield Target(x, y)
