"""What stands on the table of any game with blocks, the hand over it, and what is told of both."""

from collections.abc import Iterable

import pygame

from towersim.table import Figure
from towersim.ui.camera import Camera
from towersim.ui.canvas import Canvas
from towersim.ui.draw_collapse import draw_marks, draw_notes
from towersim.ui.draw_cubes import draw_block, draw_shadows
from towersim.ui.draw_room import draw_guide, draw_reach
from towersim.ui.layout import Areas
from towersim.ui.shown_blocks import TableFrame
from towersim.ui.sprites import Sprites
from towersim.ui.xray import draw_xray

BESIDE = 200
"""A block whose middle is no further than this outside of the picture is drawn, in pixels."""
IN_FRONT = 1.8
"""Distance of a held block's shadow on a tower behind it, in distances to the wall."""


def draw_stacks(
    canvas: Canvas, areas: Areas, notes: pygame.Rect, frame: TableFrame, sprites: Sprites | None
) -> None:
    """Draw the blocks, with the plumb line, what is told and marked, and the mouse's reach.

    Slips of paper lie in the room for `notes`. Without `sprites` the blocks are cubes.
    """
    camera, marks, xray = frame.camera, frame.marks, frame.xray
    if frame.plumb and frame.held is not None:
        draw_guide(canvas, camera, frame.held)
    said = frame.notes if marks is None else [(None, marks.sentence)]
    told = [(notes.centerx if x is None else camera.to_px(x, 0.0)[0], words) for x, words in said]
    if xray is not None:
        told.append((areas.free.centerx, xray.line))
    draw_notes(canvas, notes, told, frame.covered)
    draw_blocks(canvas, camera, frame.figures, sprites, in_front=frame.in_front)
    if frame.held is not None:
        draw_reach(canvas, camera, frame.held, frame.reach)
    if marks is not None:
        draw_marks(canvas, camera, frame.figures, marks)
    if xray is not None:
        draw_xray(canvas, areas, camera, xray)


def draw_blocks(
    canvas: Canvas,
    camera: Camera,
    figures: Iterable[Figure],
    sprites: Sprites | None,
    *,
    in_front: bool = False,
) -> None:
    """Draw blocks with their shadows, the held one last; `in_front`, it is before a tower."""
    target, right = canvas.target, canvas.target.get_width() + BESIDE
    seen = [f for f in figures if -BESIDE < camera.to_px(f.pose.x, 0.0)[0] < right]
    if sprites is None:
        draw_shadows(canvas, camera, [(f.shape, f.pose) for f in seen])
        for one in seen:
            draw_block(canvas, camera, one.kind, one.shape, one.pose)
        return
    seen.sort(key=lambda figure: figure.held)
    on_wall = [f for f in seen if not (f.held and in_front)]
    sprites.begin()
    sprites.draw_shadows(target, camera, [(f.kind, f.pose) for f in on_wall])
    for one in seen:
        if one.held and in_front:
            # Twice, because one shadow hardly shows on wood.
            sprites.draw_shadows(target, camera, [(one.kind, one.pose)] * 2, distance=IN_FRONT)
        sprites.draw_placed(target, camera, one.kind, one.pose)
