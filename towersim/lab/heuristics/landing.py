"""Where a piece comes to lie that is lowered straight down onto a tower.

Everything is seen from above and from below: the highest point of each block over x against the
lowest of the piece. All lengths are metres.
"""

import math
from collections.abc import Iterator
from itertools import repeat
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from towersim.geometry.shapes import extent
from towersim.geometry.skyline import outline, rises
from towersim.scene import Block, Scene
from towersim.units import Pose

NEAR = 1e-4
"""What comes this near when the piece lies carries it, too, in metres."""
PACE = 0.004
"""How far apart the places are that are tried, in metres."""
TURNS = (0.0, math.pi / 2, math.pi, -math.pi / 2)
"""The angles in which a piece is tried."""
_TABLE = -1


class Landing(NamedTuple):
    """A piece where it would come to lie, and from where to where it would be carried."""

    pose: Pose
    left: float
    right: float
    on_table: bool

    @property
    def room(self) -> float:
        """How far the centre of the piece is inside what carries it; < 0: it would tip."""
        return min(self.pose.x - self.left, self.right - self.pose.x)


def put(scene: Scene, piece: Block, pose: Pose) -> Scene:
    """Return the scene with the piece in it at this pose."""
    return replace(scene, blocks=(*scene.blocks, replace(piece, pose=pose)))


def landings(scene: Scene, piece: Block) -> Iterator[Landing]:
    """Yield where the piece would lie on the tower and not tip over at once, from left to right.

    On an empty table: in the middle, once for each way to turn it.
    """
    if not scene.blocks:
        lying = [landing(scene, piece, 0.0, angle) for angle in TURNS]
        yield from [it for it in lying if it.room > NEAR] or lying
        return
    for x in _places(scene):
        # What lies as high and as wide another way round is most likely the same.
        found = {_lying(there): there for there in _turned(scene, piece, x)}
        yield from found.values()


def _turned(scene: Scene, piece: Block, x: float) -> Iterator[Landing]:
    for angle in reversed(TURNS):
        there = landing(scene, piece, x, angle)
        if not there.on_table and there.room > NEAR:
            yield there


def _lying(there: Landing) -> tuple[float, ...]:
    return tuple(round(value, 6) for value in (there.pose.y, there.left, there.right))


def _places(scene: Scene) -> Iterator[float]:
    """Yield x over the whole tower, and over the middle of each block."""
    ends = [extent(block.shape, block.pose) for block in scene.blocks]
    left, right = min(low.x for low, _ in ends), max(high.x for _, high in ends)
    steps = math.ceil((right - left) / PACE)
    grid = [left + (right - left) * n / steps for n in range(steps + 1)]
    yield from sorted({*grid, *(block.pose.x for block in scene.blocks)})


def landing(scene: Scene, piece: Block, x: float, angle: float) -> Landing:
    """Return where the piece comes to lie when it is lowered with its centre over x.

    >>> from towersim.lab.analytic_scenes import column
    >>> cube = column([0.0]).blocks[0]
    >>> landing(column([0.0, 0.25]), cube, 0.0, 0.0).pose.y
    0.05
    """
    new = outline(piece.shape, Pose(x, 0.0, angle))
    half = scene.table.width / 2
    touches = [(-v, u, _TABLE) for u, v in new.tolist() if abs(u) <= half]
    for i, block in enumerate(scene.blocks):
        rise, at = rises(outline(block.shape, block.pose), new)
        # Side by side is not one on the other.
        if at.size and np.ptp(at) >= NEAR:
            touches += zip(rise.tolist(), at.tolist(), repeat(i))
    # Beyond the edge of the table there is nothing, and it goes on falling.
    y = max((rise for rise, _, _ in touches), default=0.0)
    carrying = [(at, i) for rise, at, i in touches if rise > y - NEAR]
    xs = [at for at, _ in carrying] or [x]
    return Landing(Pose(x, y, angle), min(xs), max(xs), any(i == _TABLE for _, i in carrying))
