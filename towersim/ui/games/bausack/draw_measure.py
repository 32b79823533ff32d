"""The height measurer: a rod with a slider, and a flag for each tower."""

import pygame

from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.room import draw_numbers
from towersim.ui.drawing.theme import ACCENT_DARK, Stage
from towersim.ui.games.bausack.draw_seats import number_disc
from towersim.ui.games.bausack.frame_state import FrameState
from towersim.ui.games.bausack.layout import Layout


def draw_measures(canvas: Canvas, layout: Layout, frame: FrameState) -> None:
    """Draw the rod's numbers, its slider and a flag for each tower; call this before the blocks.

    A dashed line extends from the slider across the table, to compare the towers.
    """
    rod, px = layout.ruler, canvas.px
    y = round(frame.table.camera.to_px(0.0, frame.slider)[1])
    in_sight = rod.top <= y <= canvas.stage.size[1]
    right = layout.card.left if frame.card else layout.areas.room.right
    for x in range(rod.right + px(46), right if in_sight else 0, px(10)):
        canvas.target.fill(ACCENT_DARK, (x, y, px(4), px(1)))
    _draw_flags(canvas, rod, frame)
    slider = (min(y, rod.bottom - px(11)), frame.slider) if in_sight else None
    draw_numbers(canvas, rod, frame.table.camera, slider)


def grip(stage: Stage, rod: pygame.Rect) -> pygame.Rect:
    """Return the hit area of the slider: the rod and its flags."""
    return rod.inflate(stage.px(16), 0).move(stage.px(6), 0)


def _draw_flags(canvas: Canvas, rod: pygame.Rect, frame: FrameState) -> None:
    """Draw a numbered disc at the height of each tower; overlapping ones move to the right.

    Discs that would cover a block or the table are omitted.
    """
    flags: list[tuple[pygame.Surface, pygame.Rect]] = []
    covered = frame.table.covered
    standing = (plate for plate in frame.seat_plates if plate.span)
    for plate in sorted(standing, key=lambda plate: plate.height):
        y = round(frame.table.camera.to_px(0.0, plate.height)[1])
        disc = number_disc(canvas.stage, plate.seat, canvas.px(17))
        place = disc.get_rect(midleft=(rod.right + canvas.px(5), y))
        if not rod.top <= y or place.bottom > rod.bottom:
            continue
        while place.collidelist([taken for _, taken in flags]) >= 0:
            place.x += canvas.px(18)
        if place.collidelist(covered) >= 0:
            continue
        flags.append((disc, place))
        pygame.draw.line(canvas.target, (120, 84, 48), (rod.right, y), (place.x, y))
    canvas.target.blits(flags)
