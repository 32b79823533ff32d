"""Snapping: a block in the hand goes to whole angles, lines up with others and lies on them."""

import math

from towersim.free_table.edits import support_heights
from towersim.geometry.shapes import extent
from towersim.scene import Block, Scene
from towersim.units import Pose, Target

TURN = math.radians(15.0)
"""Angles are multiples of this, in radians."""
GRID = 0.001
"""Where nothing is near, places are multiples of this, in metres."""
BAND = 0.03
"""Blocks up to this far below or above count, in metres."""


def snapped_angle(angle: float) -> float:
    """Return the nearest multiple of `TURN`.

    >>> round(math.degrees(snapped_angle(math.radians(50.0))))
    45
    """
    return round(angle / TURN) * TURN


def snapped(scene: Scene, block: Block, wanted: Target, reach: float) -> Target:
    """Return where a block goes that is wanted at a place: turned, then aside, then up or down.

    It goes at most `reach` metres aside and as many up or down, to where its sides or middle line
    up with others, and to where it just lies on something.
    """
    angle = snapped_angle(wanted.angle)
    x = _aligned(scene, block, wanted, angle, reach)
    low = extent(block.shape, Pose(0.0, 0.0, angle))[0].y
    there = Block(
        block.id, block.shape, block.material, block.depth, Pose(x, wanted.y, angle), block.fixed
    )
    heights = [-low, *support_heights(scene, there)]
    y = min(heights, key=lambda height: abs(height - wanted.y))
    return Target(x, y if abs(y - wanted.y) <= reach else wanted.y, angle)


def _aligned(scene: Scene, block: Block, wanted: Target, angle: float, reach: float) -> float:
    """Return where across the table the block lines up with one that is near, or with the grid."""
    low, high = extent(block.shape, Pose(0.0, 0.0, angle))
    places = []
    for other in scene.blocks:
        foot, head = extent(other.shape, other.pose)
        near = foot.y - BAND < wanted.y + high.y and wanted.y + low.y < head.y + BAND
        if other.id != block.id and near:
            places += [other.pose.x, foot.x - low.x, head.x - high.x]
            places += [foot.x - high.x, head.x - low.x]
    nearest = min(places, key=lambda place: abs(place - wanted.x), default=math.inf)
    if abs(nearest - wanted.x) <= reach:
        return nearest
    return round(wanted.x / GRID) * GRID
