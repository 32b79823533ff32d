"""The surroundings of a tower: blocks of other towers that a new block may meet."""

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, product
from typing import NamedTuple

from msgspec.structs import replace

from towersim.common.units import Pose, TowerId, Vec
from towersim.geometry.shapes import Shape, extent
from towersim.scene.scene import Block
from towersim.table.table import Table

_TOUCH = 0.001
"""The distance of two blocks, in metres, up to which their towers may support each other."""

Around = tuple[Vec, Vec]
"""A bounding box: its lower left and upper right corner, in metres."""


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
    boxes = [[around(table.shape(p.kind), p.pose) for p in standing] for standing in table.towers]
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
    return math.dist(*around(shape, Pose(0.0, 0.0, 0.0)))


@lru_cache(maxsize=4096)
def around(shape: Shape, pose: Pose) -> Around:
    """Return `extent`, cached, as most blocks at rest are asked for again."""
    return extent(shape, pose)


def _joined(boxes: Sequence[Sequence[Around]], tower: int) -> set[int]:
    """Return this tower and all in contact with it, directly or through others."""
    towers, fringe = {tower}, [tower]
    whole = list(map(_whole, boxes))
    while fringe:
        here = fringe.pop()
        for other in set(range(len(boxes))) - towers:
            pairs = product(boxes[here], boxes[other])
            if _touch(whole[here], whole[other]) and any(_touch(a, b) for a, b in pairs):
                towers.add(other)
                fringe.append(other)
    return towers


def _whole(boxes: Sequence[Around]) -> Around:
    """Return the box around all boxes; for none it is inverted and touches nothing."""
    left = min((low.x for low, _ in boxes), default=math.inf)
    foot = min((low.y for low, _ in boxes), default=math.inf)
    right = max((high.x for _, high in boxes), default=-math.inf)
    head = max((high.y for _, high in boxes), default=-math.inf)
    return Vec(left, foot), Vec(right, head)


def _touch(a: Around, b: Around) -> bool:
    (low, high), (down, up) = a, b
    return (
        low.x <= up.x + _TOUCH
        and down.x <= high.x + _TOUCH
        and low.y <= up.y + _TOUCH
        and down.y <= high.y + _TOUCH
    )
