"""The panel beside a challenge: task, star thresholds and supply."""

from typing import Final

import pygame

from towersim.common.messages import message as _
from towersim.common.units import Pose
from towersim.geometry.shapes import extent
from towersim.rules.practice.log import (
    chapter_text,
    hint_text,
    measure_text,
    order_text,
    title_text,
)
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.frames import draw_frame
from towersim.ui.drawing.layout import SIDE
from towersim.ui.drawing.sprites import Sprites
from towersim.ui.drawing.theme import GLOW, ON_DARK, ON_DARK_SOFT, WALNUT_DARK, WALNUT_LIGHT, Stage
from towersim.ui.drawing.wood import side_panel
from towersim.ui.games.practice.frame_state import FrameState, Slot
from towersim.ui.games.practice.layout import Layout

SMALLER: Final = -4
"""The least change of size of order and hint if their texts are long, in units."""


def draw_side(canvas: Canvas, layout: Layout, sprites: Sprites, frame: FrameState) -> None:
    """Draw the panel."""
    side = layout.areas.side
    canvas.put(side_panel(canvas.stage, side.size), side)
    _draw_head(canvas, layout, frame)
    _draw_stars(canvas, layout, frame)
    if frame.slots:
        canvas.text(_("Pieces"), 16, ON_DARK, bold=True, topleft=layout.supply.topleft)
    for index, slot in enumerate(frame.slots):
        _draw_slot(canvas, sprites, layout.slots.rect(index), slot, index)


def _draw_head(canvas: Canvas, layout: Layout, frame: FrameState) -> None:
    challenge, rect = frame.challenge, layout.head
    place = _("{chapter:capital}", chapter=chapter_text(challenge.chapter))
    if challenge.number:
        place = _("{chapter}  ·  {number}", chapter=place, number=challenge.number)
    canvas.text(place, 13, ON_DARK_SOFT, topleft=rect.topleft)
    room, at = (rect.w, canvas.px(38)), (rect.x, rect.y + canvas.px(18))
    canvas.title(title_text(challenge), 24, ON_DARK, room=room, topleft=at)
    y = rect.y + canvas.px(54)
    wished = (
        _order_lines(canvas.stage, frame, more)
        for more in range(round(canvas.stage.grown(16)) - 16, SMALLER, -1)
    )
    fitting = (lines for lines in wished if y + sum(high for _, high in lines) <= rect.bottom)
    for line, high in next(fitting, None) or _order_lines(canvas.stage, frame, SMALLER):
        canvas.put(line, (rect.x, y))
        y += high


def _order_lines(stage: Stage, frame: FrameState, more: int) -> list[tuple[pygame.Surface, int]]:
    """Return the lines of order and hint, `more` units larger, each with its height in pixels."""
    challenge = frame.challenge
    return [
        (stage.text(line, size, tint), stage.px(1.32 * size))
        for words, size, tint in (
            (order_text(challenge), 16 + more, ON_DARK),
            (hint_text(challenge), 14 + more, ON_DARK_SOFT),
        )
        for line in stage.fonts.wrapped(words, stage.px(size), stage.px(SIDE - 36))
    ]


def _draw_stars(canvas: Canvas, layout: Layout, frame: FrameState) -> None:
    """Draw the thresholds, reached ones lit, and the measure below."""
    challenge, rect = frame.challenge, layout.stars
    row = canvas.px(27)
    for number, star in enumerate(challenge.stars, 1):
        y = rect.y + (number - 1) * row
        lit = frame.stars >= number
        for i in range(number):
            shine = GLOW if lit else WALNUT_LIGHT
            canvas.sign("star", 17, shine, topleft=(rect.x + i * canvas.px(21), y))
        tint, wide = ON_DARK if lit else ON_DARK_SOFT, rect.w - canvas.px(70)
        measure = measure_text(challenge.goal, star)
        canvas.text(measure, 15, tint, room=(wide, row), topright=(rect.right, y))
    room, at = (rect.w, canvas.px(30)), (rect.x, rect.y + 3 * row + canvas.px(2))
    canvas.title(frame.measure, 21, GLOW, room=room, topleft=at)
    room, at = (rect.w, canvas.px(20)), (rect.x, rect.y + 3 * row + canvas.px(30))
    canvas.text(frame.best, 13, ON_DARK_SOFT, room=room, topleft=at)


def _draw_slot(canvas: Canvas, sprites: Sprites, rect: pygame.Rect, slot: Slot, index: int) -> None:
    """Draw a kind of piece in the supply with the number left."""
    canvas.panel(rect, canvas.px(8), WALNUT_DARK)
    if slot.hovered and slot.free:
        draw_frame(canvas, rect, GLOW, 2)
    low, high = extent(sprites.pieces[slot.kind].shape, Pose(0.0, 0.0, 0.0))
    room = rect.w - canvas.px(56), rect.h - canvas.px(16)
    scale = min(room[0] / (high.x - low.x), room[1] / (high.y - low.y), canvas.px(1500))
    middle = rect.x + canvas.px(8) + room[0] / 2
    at = (middle, rect.centery + (high.y + low.y) / 2 * scale, 0.0)
    if slot.left:
        sprites.draw(canvas.target, slot.kind, scale, at)
    tint = ON_DARK if slot.free else ON_DARK_SOFT
    right = rect.right - canvas.px(8)
    canvas.text(f"× {slot.left}", 16, tint, bold=True, midright=(right, rect.centery))
    canvas.text(str(index + 1), 11, ON_DARK_SOFT, topright=(right, rect.y + canvas.px(4)))
