"""Snapping of a block in the hand to angles, to the edges of other blocks and onto them."""

import math

from msgspec.structs import replace

from towersim.common.units import Pose, Target
from towersim.free_table.edits import support_heights
from towersim.geometry.shapes import extent
from towersim.scene.scene import Block, Scene

TURN = math.radians(15.0)
"""The step of angles, in radians."""
GRID = 0.001
"""The step of x away from other blocks, in metres."""
BAND = 0.03
"""The vertical distance up to which blocks are considered, in metres."""


def snapped_angle(angle: float) -> float:
    """Return the nearest multiple of `TURN`.

    >>> round(math.degrees(snapped_angle(math.radians(50.0))))
    45
    """
    return round(angle / TURN) * TURN


def snapped(scene: Scene, block: Block, wanted: Target, reach: float) -> Target:
    """Return the snapped target for a block: first the angle, then x, then y.

    x and y change by at most `reach` metres each: x aligns its sides or middle with other blocks,
    and y puts it on a block or the table.
    """
    angle = snapped_angle(wanted.angle)
    x = _aligned(scene, block, wanted, angle, reach)
    low = extent(block.shape, Pose(0.0, 0.0, angle))[0].y
    there = replace(block, pose=Pose(x, wanted.y, angle))
    heights = [-low, *support_heights(scene, there)]
    y = min(heights, key=lambda height: abs(height - wanted.y))
    return Target(x, y if abs(y - wanted.y) <= reach else wanted.y, angle)


def _aligned(scene: Scene, block: Block, wanted: Target, angle: float, reach: float) -> float:
    """Return x at which the block is aligned with a near one, or else with the grid."""
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
