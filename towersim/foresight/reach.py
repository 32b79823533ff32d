"""The surroundings of a tower, the pose of release above it, and the way of a bot's hand there."""

import math
from collections.abc import Iterator, Sequence
from itertools import chain, product
from typing import NamedTuple

from msgspec.structs import replace

from towersim.common.units import BlockId, Pose, Target, TowerId, Vec
from towersim.foresight.footing import among, spots
from towersim.geometry.convex import resting
from towersim.geometry.shapes import BoundingBox, Shape, box_around, extent
from towersim.physics.hand import SKILLS, Skill
from towersim.scene.scene import Block
from towersim.table.table import Placed, Table

_TOUCH = 0.001
"""The distance of two blocks, in metres, up to which their towers may support each other."""

GAP = 0.001
"""Height above its support at which a block is released, in metres."""
CLEARANCE = 0.04
"""Height above all blocks at which a block is carried, in metres."""
STEADY = 0.2
"""Time for which the hand waits before the release, in seconds."""
_LOWERING = 0.5
"""The share of its speed with which the hand lowers a block over the last centimetres."""
_STRAIGHTEN, _MOST = 0.3, 0.003
"""The correction of a tower's lean by the next block, as a share and its maximum in metres."""


class Site(NamedTuple):
    """One tower with its surroundings, which are empty for most towers."""

    own: tuple[Block, ...]
    """The tower itself, base first."""
    joined: tuple[tuple[Block, ...], ...] = ()
    """Other towers in contact with it, directly or through others."""
    beside: tuple[Block, ...] = ()
    """Blocks of further towers that a new block could meet, as fixed blocks."""

    @property
    def others(self) -> tuple[Block, ...]:
        """All blocks of the surroundings."""
        return (*chain.from_iterable(self.joined), *self.beside)


def site(table: Table, tower: TowerId, room: float) -> Site:
    """Return a tower with all blocks that a new block on it could meet.

    `room` is the maximum width of that block, in metres. Towers count as touching if the bounding
    boxes of two of their blocks do. For an empty place, all blocks are included.
    """
    boxes = [[extent(table.shape(p.kind), p.pose) for p in standing] for standing in table.towers]
    blocks = [tuple(map(table.block, standing)) for standing in table.towers]
    joined = _joined(boxes, tower)
    ends = [x for low, high in boxes[tower] for x in (low.x - room, high.x + room)]
    left, right = min(ends, default=-math.inf), max(ends, default=math.inf)
    beside = tuple(
        replace(block, fixed=True)
        for index, others in enumerate(boxes)
        if index not in joined
        for block, (low, high) in zip(blocks[index], others, strict=True)
        if low.x <= right and high.x >= left
    )
    others = tuple(blocks[index] for index in sorted(joined - {tower}))
    return Site(blocks[tower], others, beside)


def width(shape: Shape) -> float:
    """Return an upper bound of the width of a shape in any orientation, in metres."""
    return math.dist(*extent(shape, Pose(0.0, 0.0, 0.0)))


def _joined(boxes: Sequence[Sequence[BoundingBox]], tower: int) -> set[int]:
    """Return this tower and all in contact with it, directly or through others."""
    towers, fringe = {tower}, [tower]
    whole = list(map(box_around, boxes))
    while fringe:
        here = fringe.pop()
        for other in set(range(len(boxes))) - towers:
            pairs = product(boxes[here], boxes[other])
            if _touch(whole[here], whole[other]) and any(_touch(a, b) for a, b in pairs):
                towers.add(other)
                fringe.append(other)
    return towers


def _touch(a: BoundingBox, b: BoundingBox) -> bool:
    (low, high), (down, up) = a, b
    return (
        low.x <= up.x + _TOUCH
        and down.x <= high.x + _TOUCH
        and low.y <= up.y + _TOUCH
        and down.y <= high.y + _TOUCH
    )


def landing(table: Table, kind: str, tower: TowerId) -> Pose:
    """Return the default pose of release for a block over this place.

    If all blocks are alike, it is flat over the top block, with a small correction of the tower's
    lean; otherwise it is the best place by `spots`. In an empty place it is a free position on the
    table.
    """
    angle, standing = resting(table.shape(kind))[0].angle, table.towers[tower]
    if not standing:
        x = table.free_x(kind, tower, angle)
        return Pose(x, GAP - extent(table.shape(kind), Pose(0.0, 0.0, angle))[0].y, angle)
    if len(table.setup.pieces) > 1:
        tower_now = among(*site(table, tower, width(table.shape(kind))))
        new = table.block(Placed(BlockId(kind), kind, Pose(0.0, 0.0, 0.0)))
        x, _, angle = spots(tower_now, new, SKILLS["normal"])[0].at
        return over(table, kind, x, angle)
    top, base = standing[-1].pose, standing[0].pose
    back = max(-_MOST, min(_MOST, _STRAIGHTEN * (base.x - top.x)))
    return over(table, kind, top.x + back, angle)


def over(table: Table, kind: str, x: float, angle: float) -> Pose:
    """Return the pose of release for a block at `x` (metres) with this angle.

    The block is `GAP` above the first contact on the way straight down, with any tower.
    """
    return Pose(x, table.first_contact(kind, x, angle) + GAP, angle)


def hand_path(
    table: Table, start: Pose, end: Pose, hand: Skill, tick_seconds: float
) -> Iterator[Target]:
    """Yield the hand's targets, tick by tick: up, across above all blocks, down, and a pause.

    The block is turned on the way across.
    """
    tops = [b.extent[1].y for b in table.scene().blocks]
    above = max([start.y, end.y, *tops]) + CLEARANCE
    over = Vec(end.x, end.y + CLEARANCE / 2)
    up, across = Vec(start.x, above), Vec(end.x, above)
    legs = ((up, start.angle, 1.0), (across, end.angle, 1.0), (over, end.angle, 1.0))
    at = start
    for goal, angle, share in (*legs, (Vec(end.x, end.y), end.angle, _LOWERING)):
        yield from _straight(at, Pose(*goal, angle), hand.speed * share * tick_seconds)
        at = Pose(*goal, angle)
    for _ in range(round(STEADY / tick_seconds)):
        yield Target(*end)


def _straight(start: Pose, end: Pose, pace: float) -> Iterator[Target]:
    """Yield points from `start` (excluded) to `end`, at most `pace` metres apart."""
    steps = math.ceil(math.dist(start[:2], end[:2]) / pace)
    for i in range(1, steps):
        yield Target(*(a + (b - a) * i / steps for a, b in zip(start, end, strict=True)))
    yield from [Target(*end)][:steps]
