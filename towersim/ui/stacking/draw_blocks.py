"""Drawing the blocks on a table, the held block, notes and marks, for all games with blocks."""

import pygame

from towersim.ui.drawing.camera import pixel_rect
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.layout import Areas
from towersim.ui.drawing.room import draw_guide, draw_reach
from towersim.ui.drawing.sprites import Sprites
from towersim.ui.stacking.draw_collapse import draw_marks, draw_notes
from towersim.ui.stacking.presenter import TableFrame
from towersim.ui.stacking.xray import draw_xray


def draw_stacks(
    canvas: Canvas, areas: Areas, notes: pygame.Rect, blocks: Sprites, frame: TableFrame
) -> None:
    """Draw the blocks with plumb line, notes, marks, x-ray, and the ring at the mouse.

    `notes` is the rectangle for slips of paper.
    """
    camera, held, marks, xray = frame.camera, frame.held, frame.marks, frame.xray
    if frame.plumb and held is not None:
        draw_guide(canvas, camera, held)
    said = frame.notes if marks is None else [(None, marks.sentence)]
    told = [(notes.centerx if x is None else camera.to_px(x, 0.0)[0], words) for x, words in said]
    told += [(areas.free.centerx, xray.line)] if xray is not None else []
    if told:
        pointed = xray.boxes if xray is not None else ()
        draw_notes(canvas, notes, told, frame.covered + [pixel_rect(camera, *b) for b in pointed])
    blocks.draw_figures(canvas, camera, frame.figures, in_front=frame.in_front)
    if held is not None:
        draw_reach(canvas, camera, held, frame.reach)
    if marks is not None:
        draw_marks(canvas, camera, frame.figures, marks)
    if xray is not None:
        draw_xray(canvas, areas, camera, xray)
