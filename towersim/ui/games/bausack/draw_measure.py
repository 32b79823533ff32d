"""The height measurer: a rod with a slider, and a flag for each tower."""

import math

import pygame

from towersim.ui.camera import Camera
from towersim.ui.canvas import Canvas
from towersim.ui.draw_room import draw_pointer
from towersim.ui.draw_wood import wood
from towersim.ui.games.bausack.draw_seats import number_disc
from towersim.ui.games.bausack.frame_state import FrameState
from towersim.ui.games.bausack.layout import Layout
from towersim.ui.paint import ready, soft_shadow
from towersim.ui.theme import ACCENT_DARK, SOFT_TEXT, TEXT, Stage
from towersim.units import Seat

ROD = (226, 190, 132)


def draw_measurer(canvas: Canvas, layout: Layout, frame: FrameState) -> None:
    """Draw the rod, a flag at the height of each tower, and the slider; blocks go over them.

    From the slider a line goes as far as towers are seen, so that they can be compared.
    """
    rod, px = layout.ruler, canvas.px
    y = round(frame.camera.to_px(0.0, frame.slider)[1])
    in_sight = rod.top <= y <= canvas.stage.size[1]
    right = layout.card.left if frame.card else layout.areas.room.right
    for x in range(rod.right + px(46), right if in_sight else 0, px(10)):
        canvas.target.fill(ACCENT_DARK, (x, y, px(4), px(1)))
    _draw_rod(canvas, rod, frame.camera)
    _draw_flags(canvas, rod, frame)
    if in_sight:
        draw_pointer(canvas, rod, min(y, rod.bottom - px(11)), frame.slider)


def grip(stage: Stage, rod: pygame.Rect) -> pygame.Rect:
    """Return the area where the mouse takes the slider: the rod and its flags."""
    return rod.inflate(stage.px(16), 0).move(stage.px(6), 0)


def _draw_rod(canvas: Canvas, rod: pygame.Rect, camera: Camera) -> None:
    blur = canvas.px(5)
    shade = canvas.cached(("rod shade", rod.size), lambda: soft_shadow(rod.size, 2, blur, 90))
    at = rod.x - 2 * blur + canvas.px(5), rod.y - 2 * blur + canvas.px(4)
    # The rod hangs on the wall: it throws no shadow on the table before it.
    canvas.target.blit(shade, at, (0, 0, shade.get_width(), rod.bottom - at[1]))
    canvas.put(
        canvas.cached(("rod", rod.size), lambda: ready(wood(rod.size, ROD, "rod", 0.6))), rod
    )
    pygame.draw.rect(canvas.target, (150, 108, 62), rod, 1)
    unit = camera.scale / 100
    step = 1 if unit >= canvas.px(5) else 5 if unit >= canvas.px(1.2) else 10
    label = 5 if unit >= canvas.px(9) else 10 if unit >= canvas.px(3) else 50
    low = max(math.ceil((camera.base - rod.bottom) / unit), 1)
    for mark in range(low - low % step, math.floor((camera.base - rod.top) / unit) + 1, step):
        y = round(camera.base - mark * unit)
        if not rod.top < y < rod.bottom or mark < low:
            continue
        long = 0.55 if mark % 10 == 0 else 0.4 if mark % 5 == 0 else 0.22
        pygame.draw.line(
            canvas.target, (96, 62, 30), (rod.right - rod.w * long, y), (rod.right - 2, y)
        )
        if mark % label == 0 and y > rod.top + canvas.px(16):
            canvas.title(str(mark), 12, TEXT, topleft=(rod.x + canvas.px(3), y + 1))
    canvas.text("cm", 11, SOFT_TEXT, midtop=(rod.centerx, rod.y + canvas.px(2)))


def _draw_flags(canvas: Canvas, rod: pygame.Rect, frame: FrameState) -> None:
    """Draw a numbered disc at the height of each tower; close ones stand side by side.

    One that would lie over a block or the table is left out.
    """
    flags: list[tuple[pygame.Surface, pygame.Rect]] = []
    for tower, height in sorted(frame.heights.items(), key=lambda item: item[1]):
        y = round(frame.camera.to_px(0.0, height)[1])
        disc = number_disc(canvas.stage, Seat(tower), canvas.px(17))
        place = disc.get_rect(midleft=(rod.right + canvas.px(5), y))
        if not rod.top <= y or place.bottom > rod.bottom:
            continue
        while place.collidelist([taken for _, taken in flags]) >= 0:
            place.x += canvas.px(18)
        if place.collidelist(frame.covered) >= 0:
            continue
        flags.append((disc, place))
        pygame.draw.line(canvas.target, (120, 84, 48), (rod.right, y), (place.x, y))
    canvas.target.blits(flags)
