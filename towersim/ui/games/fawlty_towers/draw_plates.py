"""The plates on the table's front edge: height and cubes of each tower."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

import pygame

from towersim.common.messages import message as _
from towersim.common.units import TowerId
from towersim.rules.fawlty_towers.cards import CUBES
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.frames import draw_plate
from towersim.ui.drawing.marks import mark
from towersim.ui.drawing.theme import ON_DARK, ON_DARK_SOFT, ink
from towersim.ui.games.fawlty_towers.frame_state import FrameState

FAINT = (126, 101, 81)
"""Colour of the marks of colours that a tower does not hold."""
DIGIT: Final = 7
"""Width of a digit of a count, in units."""
PLATE: Final = 150
"""Maximum width of the plate below a tower, in units."""


def draw_plates(canvas: Canvas, front: int, frame: FrameState) -> None:
    """Draw the plate of each tower below it; `front` is the y of the table's edge, in pixels."""
    camera, spots = frame.table.camera, frame.spots
    apart = (spots[-1] - spots[0]) / max(len(spots) - 1, 1) * camera.scale
    width = min(canvas.px(PLATE), round(apart) - canvas.px(8))
    for index, (x, cubes) in enumerate(zip(spots, frame.view.towers, strict=True)):
        tower = TowerId(index)
        rect = pygame.Rect(0, 0, width, canvas.px(46))
        rect.midtop = (round(camera.to_px(x, 0.0)[0]), front + canvas.px(4))
        draw_plate(canvas, rect, lit=tower == frame.aim or tower in frame.wanted, radius=7)
        _write_plate(canvas, rect, index, cubes or (), frame.heights.get(tower, 0.0))


def _write_plate(
    canvas: Canvas, rect: pygame.Rect, index: int, cubes: Sequence[str], height: float
) -> None:
    # At a small camera scale the plates are narrower.
    room = rect.w / canvas.px(PLATE)
    small = 1.0 if room > 0.95 else 0.77
    high = len(cubes)
    many = _("{count} high", count=high) if high > 1 else _("1 cube") if high else _("free")
    name = _("Tower {number}", number=index + 1) if room > 0.9 else f"{index + 1}"
    y, beside = rect.y + canvas.px(13), canvas.px(9)
    canvas.text(name, 14, ON_DARK, bold=True, midleft=(rect.x + beside, y))
    told = _("{height:.0f} cm", height=height * 100) if height else many
    canvas.text(told, 13, ON_DARK_SOFT, midright=(rect.right - beside, y))
    counts, middle = Counter(cubes), rect.y + canvas.px(32)
    digits = sum(len(str(counts[colour])) for colour in CUBES)
    step = (rect.w - canvas.px(14) - digits * canvas.px(DIGIT)) / len(CUBES)
    left = float(rect.x + canvas.px(8))
    for colour in CUBES:
        x = round(left)
        left += step + len(str(counts[colour])) * canvas.px(DIGIT)
        body = ink(colour).light if counts[colour] else FAINT
        sign = mark(canvas.stage, colour, canvas.px(13 * small), body)
        canvas.put(sign, midleft=(x, middle))
        tint = ON_DARK if counts[colour] else FAINT
        count, at = counts[colour], (x + canvas.px(16 * small), middle)
        canvas.text(str(count), round(14 * small), tint, bold=bool(count), midleft=at)
