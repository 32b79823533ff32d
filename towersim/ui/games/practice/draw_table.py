"""The table of a challenge: what is fixed, the pieces, the hand, and what the x-ray shows."""

from typing import Final

import pygame

from towersim.geometry.shapes import Circle, corners, placed
from towersim.scene import Block
from towersim.ui.camera import Camera
from towersim.ui.canvas import Canvas
from towersim.ui.draw_blocks import draw_stacks
from towersim.ui.draw_room import draw_plumb, draw_room, draw_ruler
from towersim.ui.draw_shapes import draw_outline
from towersim.ui.games.practice.draw_goal import draw_goal
from towersim.ui.games.practice.draw_side import draw_side
from towersim.ui.games.practice.frame_state import FrameState
from towersim.ui.games.practice.layout import Layout
from towersim.ui.sprites import Sprites
from towersim.ui.theme import GLOW, RGB, WALNUT, WALNUT_DARK, WALNUT_LIGHT

GHOST: Final[RGB] = (182, 158, 128)
"""The outline of a piece where it was in the best attempt."""


def draw_table(canvas: Canvas, layout: Layout, sprites: Sprites, frame: FrameState) -> None:
    """Draw the table and the panel beside it."""
    camera, areas = frame.table.camera, layout.areas
    draw_room(canvas, areas, camera, frame.table.width)
    draw_ruler(canvas, areas, camera, frame.table.held)
    for block in frame.fixed:
        _draw_fixed(canvas, camera, block)
    draw_goal(canvas, layout, frame)
    for kind, pose in frame.ghost:
        draw_outline(canvas, camera, sprites.pieces[kind].shape, pose, GHOST, 2)
    draw_stacks(canvas, areas, areas.free, sprites, frame.table)
    for figure in frame.table.figures:
        if figure.id == frame.marked:
            draw_outline(canvas, camera, figure.shape, figure.pose, GLOW, 3)
    if frame.lean is not None:
        draw_plumb(canvas, areas, frame.lean)
    draw_side(canvas, layout, sprites, frame)


def _draw_fixed(canvas: Canvas, camera: Camera, block: Block) -> None:
    """Draw a block that nothing moves: dark and plain, as part of the table."""
    line = canvas.px(2)
    if isinstance(block.shape, Circle):
        middle, radius = camera.to_px(*block.pose[:2]), block.shape.radius * camera.scale
        pygame.draw.circle(canvas.target, WALNUT_LIGHT, middle, radius)
        pygame.draw.circle(canvas.target, WALNUT_DARK, middle, radius, line)
        return
    points = [camera.to_px(*point) for point in placed(corners(block.shape), block.pose)]
    pygame.draw.polygon(canvas.target, WALNUT_LIGHT, points)
    pygame.draw.polygon(canvas.target, WALNUT, points, line)
    pygame.draw.aalines(canvas.target, WALNUT_DARK, True, points)  # noqa: FBT003 - pygame's order
