"""The x-ray: what each face carries, and a ghost of what would move first."""

import math
from collections.abc import Sequence
from typing import Final

import pygame

from towersim.geometry.shapes import Circle, corners, placed
from towersim.scene import Block
from towersim.statics.analysis import Analysis
from towersim.ui.camera import Camera
from towersim.ui.theme import RGB, Stage
from towersim.units import Pose

FORCE: Final[RGB] = (32, 96, 168)
GHOST: Final[RGB] = (196, 52, 40)
LONGEST: Final = 0.03
"""How long the greatest force is drawn, in metres."""
SWAY: Final = 0.006
"""How far the fastest point of the ghost has moved, in metres."""


def draw_xray(
    target: pygame.Surface,
    stage: Stage,
    camera: Camera,
    blocks: Sequence[Block],
    analysis: Analysis,
) -> None:
    """Draw the thrust of every face as a line through where it acts, and the mechanism's ghost."""
    for block in blocks:
        motion = analysis.mechanism.get(block.id)
        if motion is not None:
            x, y, angle = block.pose
            moved = Pose(x + SWAY * motion.dx, y + SWAY * motion.dy, angle + SWAY * motion.dtheta)
            _draw_ghost(target, stage, camera, block, moved)
    greatest = max((math.hypot(*thrust.force) for thrust in analysis.thrusts), default=0.0)
    for thrust in analysis.thrusts if greatest else ():
        x, y = camera.to_px(*thrust.at)
        unit = LONGEST / 2 * camera.scale / greatest
        dx, dy = thrust.force.x * unit, -thrust.force.y * unit
        pygame.draw.line(target, FORCE, (x - dx, y - dy), (x + dx, y + dy), stage.px(3))
        pygame.draw.circle(target, FORCE, (x, y), stage.px(4))


def _draw_ghost(
    target: pygame.Surface, stage: Stage, camera: Camera, block: Block, at: Pose
) -> None:
    """Draw the outline of a block as it would begin to move."""
    line = stage.px(2)
    if isinstance(block.shape, Circle):
        radius = block.shape.radius * camera.scale
        pygame.draw.circle(target, GHOST, camera.to_px(at.x, at.y), radius, line)
        return
    points = [camera.to_px(*point) for point in placed(corners(block.shape), at)]
    pygame.draw.polygon(target, GHOST, points, line)
