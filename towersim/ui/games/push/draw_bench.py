"""A seat of Push: its plate, its colours without cards or with little room, its bank."""

from functools import partial
from typing import NamedTuple

import pygame

from towersim.messages import message as _
from towersim.rules.push.cards import Card, Mark, value
from towersim.ui.cards.card_faces import radius
from towersim.ui.cards.draw_plates import Plate, draw_plate
from towersim.ui.cards.nodes import Canvas
from towersim.ui.draw_frames import TICK_GREEN, draw_badge, draw_frame
from towersim.ui.games.push.draw_table import draw_mat
from towersim.ui.games.push.faces import sign
from towersim.ui.paint import panel
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


def paint_bench(plate: Plate, rect: pygame.Rect, canvas: Canvas) -> None:
    """Draw a seat's mat, and in a rectangle its plate."""
    draw_mat(canvas, canvas.rect, strong=plate.turn)
    draw_plate(canvas.target, canvas.stage, rect, plate)


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


def paint_column(column: Column, canvas: Canvas) -> None:
    """Draw a colour's place or plate; over that and its cards, whether it can be banked."""
    target, stage, px, look, lying = *canvas[:2], canvas.stage.px, canvas.look, column.lying
    if not column.cards:
        _draw_empty(canvas, column)
    elif column.low:
        _draw_low(canvas, column)
    around = lying.inflate(px(4), px(4))
    if look.chosen:
        draw_frame(target, stage, around, TICK_GREEN, 4)
        draw_badge(target, stage, (lying.right - px(4), lying.y + px(4)), "tick", sure=True)
    elif look.legal:
        draw_frame(target, stage, around, ON_DARK_SOFT, 1)
        if column.choosing:
            draw_frame(target, stage, lying, PAPER if look.pointed else GLOW, 2)


def _draw_empty(canvas: Canvas, column: Column) -> None:
    stage, lying, px = canvas.stage, column.lying, canvas.stage.px
    size = min(px(26), lying.h - px(6))

    def make() -> pygame.Surface:
        faint = sign(stage, column.colour, size).copy()
        faint.fill((255, 255, 255, 110), special_flags=pygame.BLEND_RGBA_MULT)
        return faint

    faint = stage.cached(("push empty", column.colour, size), make)
    canvas.put(faint, "center", (lying.centerx, lying.y + min(lying.h, px(76)) // 2))


def _draw_low(canvas: Canvas, column: Column) -> None:
    """Draw a plate of one colour with its sum and its numbers, where there is little room."""
    stage, px, (colour, cards, lying, _low) = canvas.stage, canvas.stage.px, column[:4]
    own, size = ink(colour), lying.size
    plate = partial(panel, size, radius(lying.h), own.body, own.light, 1)
    canvas.target.blit(stage.cached(("push low", size, colour), plate), lying)
    narrow = lying.w < px(48)
    small = sign(stage, colour, px(12 if narrow else 15), own.mark)
    total = stage.text(str(value(cards)), 16 if narrow else 19, own.mark, bold=True)
    half, y = (small.get_width() + px(4) + total.get_width()) // 2, lying.y + round(0.34 * lying.h)
    canvas.put(small, "midleft", (lying.centerx - half, y))
    canvas.put(total, "midright", (lying.centerx + half, y))
    numbers, at = " ".join(str(card.number) for card in cards), lying.y + round(0.76 * lying.h)
    canvas.write(numbers, 15, own.mark, "center", (lying.centerx, at), width=lying.w - px(6))
