"""A seat of Push: its plate, its colours without cards or with little room, its bank."""

from typing import NamedTuple

import pygame

from towersim.messages import message as _
from towersim.rules.push.cards import Card, Mark, value
from towersim.ui.canvas import Canvas
from towersim.ui.cards.card_faces import radius
from towersim.ui.cards.draw_plates import Plate, draw_plate
from towersim.ui.cards.nodes import Seen
from towersim.ui.draw_frames import TICK_GREEN, draw_badge, draw_frame
from towersim.ui.games.push.draw_table import draw_mat
from towersim.ui.games.push.faces import sign
from towersim.ui.theme import GLOW, ON_DARK, ON_DARK_SOFT, PAPER, WALNUT_DARK, ink


class Column(NamedTuple):
    """One colour of a bench."""

    colour: Mark
    cards: tuple[Card, ...]
    lying: pygame.Rect
    """What its cards take."""
    low: bool
    """Whether there is room for a plate with the sum only, not for cards."""
    choosing: bool
    """Whether some colour is chosen to be banked, this one or another."""


def paint_bench(plate: Plate, rect: pygame.Rect, canvas: Canvas, seen: Seen) -> None:
    """Draw a seat's mat, and in a rectangle its plate."""
    draw_mat(canvas, seen.rect, strong=plate.turn)
    draw_plate(canvas, rect, plate)


def paint_worth(worth: int, canvas: Canvas, seen: Seen, *, low: bool) -> None:
    """Draw what a bank is worth below its cards, or on them where there is `low` room."""
    rect, px = seen.rect, canvas.px
    if not low:
        safe, at = _("safe {worth}", worth=worth), (rect.centerx, rect.bottom + px(8))
        canvas.fitted(safe, 15, ON_DARK, rect.w + px(12), bold=True, center=at)
        return
    words = canvas.stage.text(str(worth), 17, ON_DARK, bold=True)
    plate = pygame.Rect(0, 0, words.get_width() + px(10), px(22))
    plate.center = rect.centerx, rect.centery - px(12)
    canvas.panel(plate, px(6), WALNUT_DARK)
    canvas.put(words, center=plate.center)


def paint_column(column: Column, canvas: Canvas, seen: Seen) -> None:
    """Draw a colour's place or plate; over that and its cards, whether it can be banked."""
    px, look, lying = canvas.px, seen.look, column.lying
    if not column.cards:
        _draw_empty(canvas, column)
    elif column.low:
        _draw_low(canvas, column)
    around = lying.inflate(px(4), px(4))
    if look.chosen:
        draw_frame(canvas, around, TICK_GREEN, 4)
        draw_badge(canvas, (lying.right - px(4), lying.y + px(4)), "tick", sure=True)
    elif look.legal:
        draw_frame(canvas, around, ON_DARK_SOFT, 1)
        if column.choosing:
            draw_frame(canvas, lying, PAPER if look.pointed else GLOW, 2)


def _draw_empty(canvas: Canvas, column: Column) -> None:
    stage, lying, px = canvas.stage, column.lying, canvas.px
    size = min(px(26), lying.h - px(6))

    def make() -> pygame.Surface:
        faint = sign(stage, column.colour, size).copy()
        faint.fill((255, 255, 255, 110), special_flags=pygame.BLEND_RGBA_MULT)
        return faint

    faint = stage.cached(("push empty", column.colour, size), make)
    canvas.put(faint, center=(lying.centerx, lying.y + min(lying.h, px(76)) // 2))


def _draw_low(canvas: Canvas, column: Column) -> None:
    """Draw a plate of one colour with its sum and its numbers, where there is little room."""
    stage, px, (colour, cards, lying, _low) = canvas.stage, canvas.px, column[:4]
    own = ink(colour)
    canvas.panel(lying, radius(lying.h), own.body, own.light)
    narrow = lying.w < px(48)
    small = sign(stage, colour, px(12 if narrow else 15), own.mark)
    total = stage.text(str(value(cards)), 16 if narrow else 19, own.mark, bold=True)
    half, y = (small.get_width() + px(4) + total.get_width()) // 2, lying.y + round(0.34 * lying.h)
    canvas.put(small, midleft=(lying.centerx - half, y))
    canvas.put(total, midright=(lying.centerx + half, y))
    numbers, at = " ".join(str(card.number) for card in cards), lying.y + round(0.76 * lying.h)
    canvas.fitted(numbers, 15, own.mark, lying.w - px(6), center=(lying.centerx, at))
