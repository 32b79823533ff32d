"""The table of a challenge: what is fixed, the pieces, the hand, and what the x-ray shows."""

from typing import Final

from towersim.geometry.shapes import extent
from towersim.scene import Block
from towersim.ui.camera import covered
from towersim.ui.canvas import Canvas
from towersim.ui.draw_collapse import draw_marks, draw_notes
from towersim.ui.draw_room import draw_guide, draw_plumb, draw_reach, draw_room, draw_ruler, held_of
from towersim.ui.draw_shapes import draw_outline
from towersim.ui.games.practice.draw_goal import draw_goal
from towersim.ui.games.practice.draw_side import draw_side
from towersim.ui.games.practice.frame_state import FrameState
from towersim.ui.games.practice.layout import Layout
from towersim.ui.sprites import Sprites, resting_and_held
from towersim.ui.theme import GLOW, RGB
from towersim.ui.xray import draw_seen

GHOST: Final[RGB] = (182, 158, 128)
"""The outline of a piece where it was in the best attempt."""


def fixed_kind(block: Block) -> str:
    """Return what a block that nothing moves is called among the pieces that are painted."""
    return f"fixed {block.id}"


def draw_table(canvas: Canvas, layout: Layout, sprites: Sprites, frame: FrameState) -> None:
    """Draw the table and the panel beside it."""
    camera, areas = frame.camera, layout.areas
    sprites.begin()
    draw_room(canvas, areas, camera, frame.table_width)
    held = held_of(frame.figures)
    height = None if held is None else max(extent(held.shape, held.pose)[0].y, 0.0)
    draw_ruler(canvas, areas, camera, height)
    fixed = [(fixed_kind(block), block.pose) for block in frame.fixed]
    sprites.draw_shadows(canvas.target, camera, fixed)
    for kind, pose in fixed:
        sprites.draw_placed(canvas.target, camera, kind, pose)
    draw_goal(canvas, layout, frame)
    for kind, pose in frame.ghost:
        draw_outline(canvas, camera, sprites.pieces[kind].shape, pose, GHOST, 2)
    if frame.plumb:
        draw_guide(canvas, areas, camera, held)
    if frame.marks is not None:
        note = (areas.room.centerx, frame.marks.sentence)
        draw_notes(canvas, areas.free, [note], covered(camera, frame.figures))
    sprites.draw_blocks(canvas.target, camera, *resting_and_held(frame.figures))
    for figure in frame.figures:
        if figure.id == frame.marked:
            draw_outline(canvas, camera, figure.shape, figure.pose, GLOW, 3)
    if frame.marks is not None:
        draw_marks(canvas, camera, frame.figures, frame.marks)
    elif frame.xray is not None:
        draw_seen(canvas, areas, camera, frame.xray)
    draw_reach(canvas, camera, held, frame.reach)
    if frame.lean is not None:
        draw_plumb(canvas, areas, frame.lean)
    draw_side(canvas, layout, sprites, frame)
