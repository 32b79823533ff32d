"""Painters of a seat of Push: empty colours, colours with little room, and the bank's worth."""

from collections.abc import Sequence

import pygame

from towersim.common.messages import message as _
from towersim.rules.push.cards import Card, Mark, value
from towersim.ui.cards.card_faces import radius
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.frames import TICK_GREEN, draw_badge, draw_frame
from towersim.ui.drawing.theme import GLOW, ON_DARK, ON_DARK_SOFT, PAPER, WALNUT_DARK, ink
from towersim.ui.games.push.faces import sign
from towersim.ui.nodes.node import Painting


def paint_worth(worth: int, canvas: Canvas, painting: Painting, *, low: bool) -> None:
    """Draw the worth of a bank below its cards, or on them if the bench is `low`."""
    rect, px = painting.rect, canvas.px
    if not low:
        safe, at = _("safe {worth}", worth=worth), (rect.centerx, rect.bottom + px(8))
        canvas.fitted(safe, 15, ON_DARK, rect.w + px(12), bold=True, center=at)
        return
    words = canvas.stage.text(str(worth), 17, ON_DARK, bold=True)
    plate = pygame.Rect(0, 0, words.get_width() + px(10), px(22))
    plate.center = rect.centerx, rect.centery - px(12)
    canvas.panel(plate, px(6), WALNUT_DARK)
    canvas.put(words, center=plate.center)


def paint_empty(colour: Mark, canvas: Canvas, painting: Painting) -> None:
    """Draw the place of a colour without cards."""
    stage, rect, px = canvas.stage, painting.rect, canvas.px
    size = min(px(26), rect.h - px(6))

    def make() -> pygame.Surface:
        faint = sign(stage, colour, size).copy()
        faint.fill((255, 255, 255, 110), special_flags=pygame.BLEND_RGBA_MULT)
        return faint

    faint = stage.cached(("push empty", colour, size), make)
    canvas.put(faint, center=(rect.centerx, rect.y + min(rect.h, px(76)) // 2))


def paint_low(colour: Mark, cards: Sequence[Card], canvas: Canvas, painting: Painting) -> None:
    """Draw a plate with the sum and the numbers of one colour, for `low` benches."""
    stage, rect, px, own = canvas.stage, painting.rect, canvas.px, ink(colour)
    canvas.panel(rect, radius(rect.h), own.body, own.light)
    narrow = rect.w < px(48)
    small = sign(stage, colour, px(12 if narrow else 15), own.mark)
    total = stage.text(str(value(cards)), 16 if narrow else 19, own.mark, bold=True)
    half, y = (small.get_width() + px(4) + total.get_width()) // 2, rect.y + round(0.34 * rect.h)
    canvas.put(small, midleft=(rect.centerx - half, y))
    canvas.put(total, midright=(rect.centerx + half, y))
    numbers, at = " ".join(str(card.number) for card in cards), rect.y + round(0.76 * rect.h)
    canvas.fitted(numbers, 15, own.mark, rect.w - px(6), center=(rect.centerx, at))


def paint_marks(lying: pygame.Rect, canvas: Canvas, painting: Painting, *, choosing: bool) -> None:
    """Draw the frame of a bankable colour; strong while a person is `choosing` one."""
    px, around = canvas.px, lying.inflate(canvas.px(4), canvas.px(4))
    if painting.marks.chosen:
        draw_frame(canvas, around, TICK_GREEN, 4)
        draw_badge(canvas, (lying.right - px(4), lying.y + px(4)), sure=True)
    else:
        draw_frame(canvas, around, ON_DARK_SOFT, 1)
        if choosing:
            draw_frame(canvas, lying, PAPER if painting.marks.pointed else GLOW, 2)
