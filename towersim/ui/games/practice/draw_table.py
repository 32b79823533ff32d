"""Drawing the table of a challenge: fixed blocks, pieces, the hand and the x-ray."""

from typing import Final

from towersim.scene.scene import Block
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.room import draw_height, draw_plumb, draw_room, draw_ruler
from towersim.ui.drawing.shapes import Pen, draw_outline
from towersim.ui.drawing.sprites import Sprites
from towersim.ui.drawing.theme import GLOW, RGB
from towersim.ui.games.practice.draw_goal import draw_goal
from towersim.ui.games.practice.draw_side import draw_side
from towersim.ui.games.practice.frame_state import FrameState
from towersim.ui.games.practice.layout import Layout
from towersim.ui.stacking.draw_blocks import draw_stacks

GHOST: Final[RGB] = (182, 158, 128)
"""Colour of the outlines of the best attempt's pieces."""


def fixed_kind(block: Block) -> str:
    """Return the kind under which a fixed block is painted."""
    return f"fixed {block.id}"


def draw_table(canvas: Canvas, layout: Layout, sprites: Sprites, frame: FrameState) -> None:
    """Draw the table and the panel beside it."""
    areas, table = layout.areas, frame.table
    ground = frame._replace(table=table.bare, marked=None, lean=None)
    sprites.ground.draw(
        canvas, (layout, ground), lambda on: _draw_ground(on, layout, sprites, ground)
    )
    with canvas.clipped(areas.beside_panel):
        draw_height(canvas, areas, table.camera, table.held)
        draw_stacks(canvas, areas, areas.free, sprites, table)
        for figure in table.figures:
            if figure.id == frame.marked:
                draw_outline(canvas, table.camera, figure.shape, figure.pose, Pen(GLOW, 3))
        if frame.lean is not None:
            draw_plumb(canvas, areas, frame.lean)


def _draw_ground(canvas: Canvas, layout: Layout, sprites: Sprites, frame: FrameState) -> bool:
    """Draw the background and the panel; return whether the picture is final and may be cached."""
    areas, camera = layout.areas, frame.table.camera
    sprites.is_coarse = False
    draw_room(canvas, areas, camera, frame.table.width)
    draw_ruler(canvas, areas, camera)
    fixed = [(fixed_kind(block), block.pose) for block in frame.fixed]
    sprites.draw_shadows(canvas.target, camera, fixed)
    for kind, pose in fixed:
        sprites.draw_placed(canvas.target, camera, kind, pose)
    draw_goal(canvas, layout, frame)
    for kind, pose in frame.ghost:
        draw_outline(canvas, camera, sprites.pieces[kind].shape, pose, Pen(GHOST, 2))
    draw_side(canvas, layout, sprites, frame)
    return not sprites.is_coarse
