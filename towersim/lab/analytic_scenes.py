"""Scenes with a closed-form solution: columns, harmonic stacks, blocks on an incline.

Wooden blocks of 700 kg/m³; friction 0.5 by default. All lengths are in metres.
"""

from collections.abc import Sequence
from itertools import accumulate

from towersim.common.portable_math import atan, cos, sin
from towersim.common.units import BlockId, Pose
from towersim.geometry.shapes import Box
from towersim.scene.scene import Block, Material, Scene, TableTop

SIDE = 0.02
"""Side of a cube, in metres."""
BRICK = Box(0.06, 0.015)
"""The bricks of harmonic stacks."""
EDGE_HEIGHT = 0.05
"""Height of the fixed block at the foot of a harmonic stack, in metres."""
_RAMP = Box(1.0, 0.04)
_RAMP_MIDDLE = 0.6
"""Height of the middle of a ramp's upper face, in metres: up to 45° its ends clear the table."""


def column(offsets: Sequence[float], friction: float = 0.5) -> Scene:
    """Return a column of cubes whose centres are `offsets` cube sides right of the middle.

    >>> [block.pose.y for block in column([0.0, 0.1]).blocks]
    [0.01, 0.03]
    """
    cube, wood = Box(SIDE, SIDE), Material(friction=friction)
    return Scene(
        TableTop(friction=friction),
        tuple(
            Block(BlockId(f"{n}"), cube, wood, SIDE, Pose(x * SIDE, (n + 0.5) * SIDE, 0.0))
            for n, x in enumerate(offsets)
        ),
    )


def harmonic(n: int, share: float) -> Scene:
    """Return n bricks that overhang a fixed block, each by `share` of its greatest overhang.

    The k-th from the top can overhang the one below by 1 / (2 k) of a brick's length, all
    together by half the n-th harmonic number.
    """
    overhangs = (share * BRICK.width / (2 * k) for k in range(n, 0, -1))
    shape, wood, under = Box(0.2, EDGE_HEIGHT), Material(), Pose(-0.1, EDGE_HEIGHT / 2, 0.0)
    blocks = [Block(BlockId("edge"), shape, wood, 0.03, under, fixed=True)]
    for k, end in enumerate(accumulate(overhangs)):
        y = EDGE_HEIGHT + (k + 0.5) * BRICK.height
        pose = Pose(end - BRICK.width / 2, y, 0.0)
        blocks.append(Block(BlockId(f"{k}"), BRICK, wood, 0.03, pose))
    return Scene(TableTop(), tuple(blocks))


def incline(slope: float, shape: Box, friction: float) -> Scene:
    """Return a block on a fixed ramp that rises to the left by `slope` = tan(angle)."""
    angle = -atan(slope)
    up = sin(-angle), cos(angle)

    def over(height: float) -> Pose:
        """Return the pose at `height` metres above the middle of the ramp's face."""
        return Pose(height * up[0], _RAMP_MIDDLE + height * up[1], angle)

    wood = Material(friction=friction)
    ramp = Block(BlockId("ramp"), _RAMP, wood, SIDE, over(-_RAMP.height / 2), fixed=True)
    block = Block(BlockId("a"), shape, wood, SIDE, over(shape.height / 2))
    return Scene(TableTop(width=5.0, friction=friction), (ramp, block))
