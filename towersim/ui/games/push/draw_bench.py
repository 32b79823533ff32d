"""A seat of Push: its colours without cards or with little room, and what its bank is worth."""

from collections.abc import Sequence
from functools import partial

import pygame

from towersim.messages import message as _
from towersim.rules.push.cards import Card, Mark, value
from towersim.ui.cards.card_faces import radius
from towersim.ui.cards.nodes import Canvas
from towersim.ui.draw_frames import TICK_GREEN, draw_badge, draw_frame
from towersim.ui.games.push.faces import sign
from towersim.ui.paint import panel
from towersim.ui.theme import GLOW, ON_DARK, ON_DARK_SOFT, PAPER, WALNUT_DARK, ink


def paint_worth(worth: int, canvas: Canvas, *, low: bool) -> None:
    """Draw what a bank is worth below its cards, or on them where there is `low` room."""
    stage, rect, px = canvas.stage, canvas.rect, canvas.stage.px
    if not low:
        safe, at = _("safe {worth}", worth=worth), (rect.centerx, rect.bottom + px(8))
        canvas.write(safe, 15, ON_DARK, "center", at, bold=True, width=rect.w + px(12))
        return
    words = stage.text(str(worth), 17, ON_DARK, bold=True)
    size = words.get_width() + px(10), px(22)
    plate = partial(panel, size, px(6), WALNUT_DARK)
    for picture in (stage.cached(("push worth", size), plate), words):
        canvas.put(picture, "center", (rect.centerx, rect.centery - px(12)))


def paint_empty(colour: Mark, canvas: Canvas) -> None:
    """Draw the place of a colour without cards."""
    stage, rect, px = canvas.stage, canvas.rect, canvas.stage.px
    size = min(px(26), rect.h - px(6))

    def make() -> pygame.Surface:
        faint = sign(stage, colour, size).copy()
        faint.fill((255, 255, 255, 110), special_flags=pygame.BLEND_RGBA_MULT)
        return faint

    faint = stage.cached(("push empty", colour, size), make)
    canvas.put(faint, "center", (rect.centerx, rect.y + min(rect.h, px(76)) // 2))


def paint_low(colour: Mark, cards: Sequence[Card], canvas: Canvas) -> None:
    """Draw a plate of one colour with its sum and its numbers, where there is little room."""
    stage, rect, px, own = canvas.stage, canvas.rect, canvas.stage.px, ink(colour)
    plate = partial(panel, rect.size, radius(rect.h), own.body, own.light, 1)
    canvas.target.blit(stage.cached(("push low", rect.size, colour), plate), rect)
    narrow = rect.w < px(48)
    small = sign(stage, colour, px(12 if narrow else 15), own.mark)
    total = stage.text(str(value(cards)), 16 if narrow else 19, own.mark, bold=True)
    half, y = (small.get_width() + px(4) + total.get_width()) // 2, rect.y + round(0.34 * rect.h)
    canvas.put(small, "midleft", (rect.centerx - half, y))
    canvas.put(total, "midright", (rect.centerx + half, y))
    numbers, at = " ".join(str(card.number) for card in cards), rect.y + round(0.76 * rect.h)
    canvas.write(numbers, 15, own.mark, "center", (rect.centerx, at), width=rect.w - px(6))


def paint_marks(lying: pygame.Rect, canvas: Canvas, *, choosing: bool) -> None:
    """Draw around what lies there that it can be banked; strongly while one is `choosing`."""
    target, stage, px, look = canvas.target, canvas.stage, canvas.stage.px, canvas.look
    around = lying.inflate(px(4), px(4))
    if look.chosen:
        draw_frame(target, stage, around, TICK_GREEN, 4)
        draw_badge(target, stage, (lying.right - px(4), lying.y + px(4)), "tick", sure=True)
    else:
        draw_frame(target, stage, around, ON_DARK_SOFT, 1)
        if choosing:
            draw_frame(target, stage, lying, PAPER if look.pointed else GLOW, 2)
