"""A seat of Push: its plate, its colours without cards or with little room, its bank."""

from functools import partial
from typing import NamedTuple

import pygame

from towersim.messages import message as _
from towersim.record import SeatSpec
from towersim.rules.push.cards import Card, Mark, value
from towersim.ui.cards.card_faces import radius
from towersim.ui.cards.draw_plates import Plate, draw_plate
from towersim.ui.cards.nodes import Canvas
from towersim.ui.draw_frames import TICK_GREEN, draw_badge, draw_frame
from towersim.ui.draw_text import fitting
from towersim.ui.games.push.draw_mat import draw_mat
from towersim.ui.games.push.faces import sign
from towersim.ui.paint import panel
from towersim.ui.theme import GLOW, ON_DARK, ON_DARK_SOFT, PAPER, WALNUT_DARK, Stage, ink


class Column(NamedTuple):
    """One colour of a bench."""

    colour: Mark
    cards: tuple[Card, ...]
    lying: pygame.Rect
    """What its cards take."""
    low: bool
    """Whether there is room for a plate with the sum only, not for cards."""


class Bank(NamedTuple):
    """What the cards of a bank are worth."""

    worth: int
    low: bool

    def paint(self, canvas: Canvas) -> None:
        """Draw the worth below the cards, or on them where there is little room."""
        target, stage, rect = canvas[:3]
        if not self.low:
            words = stage.text(_("safe {worth}", worth=self.worth), 15, ON_DARK, bold=True)
            at = rect.centerx, rect.bottom + stage.px(8)
            target.blit(words, words.get_rect(center=at))
            return
        words = stage.text(str(self.worth), 17, ON_DARK, bold=True)
        size = (words.get_width() + stage.px(10), stage.px(22))
        paint = partial(panel, size, stage.px(6), WALNUT_DARK)
        plate = stage.cached(("push worth", size), paint)
        at = rect.centerx, rect.centery - stage.px(12)
        target.blit(plate, plate.get_rect(center=at))
        target.blit(words, words.get_rect(center=at))


def paint_bench(seat: SeatSpec, worth: str, plate: pygame.Rect, turn: bool, canvas: Canvas) -> None:  # noqa: FBT001 - whose turn
    """Draw a seat's mat and its plate."""
    target, stage, rect = canvas[:3]
    draw_mat(target, stage, rect, 255 if turn else 170)
    draw_plate(target, stage, plate, Plate(seat, worth, turn))


def paint_column(column: Column, canvas: Canvas, *, marks: bool) -> None:
    """Draw a colour's empty place or its plate; or the `marks` over it if it can be banked."""
    target, stage, look = canvas.target, canvas.stage, canvas.look
    lying = column.lying
    if marks and look.chosen:
        draw_frame(target, stage, lying.inflate(stage.px(4), stage.px(4)), TICK_GREEN, 4)
        corner = lying.right - stage.px(4), lying.y + stage.px(4)
        draw_badge(target, stage, corner, "tick", sure=True)
    elif marks:
        draw_frame(target, stage, lying, PAPER if look.pointed else GLOW, 2)
        return
    if look.legal:
        draw_frame(target, stage, lying.inflate(stage.px(4), stage.px(4)), ON_DARK_SOFT, 1)
    if not column.cards:
        _draw_empty(target, stage, lying, column.colour)
    elif column.low:
        _draw_low(target, stage, lying, column)


def _draw_empty(target: pygame.Surface, stage: Stage, lying: pygame.Rect, colour: Mark) -> None:
    size = min(stage.px(26), lying.h - stage.px(6))

    def make() -> pygame.Surface:
        faint = sign(stage, colour, size).copy()
        faint.fill((255, 255, 255, 110), special_flags=pygame.BLEND_RGBA_MULT)
        return faint

    faint = stage.cached(("push empty", colour, size), make)
    target.blit(
        faint, faint.get_rect(center=(lying.centerx, lying.y + min(lying.h, stage.px(76)) // 2))
    )


def _draw_low(target: pygame.Surface, stage: Stage, lying: pygame.Rect, column: Column) -> None:
    """Draw a plate of one colour with its sum and its numbers, where there is little room."""
    colour, cards = column.colour, column.cards
    own = ink(colour)
    plate = stage.cached(
        ("push low", lying.size, colour),
        partial(panel, lying.size, radius(lying.h), own.body, own.light, 1),
    )
    target.blit(plate, lying)
    narrow = lying.w < stage.px(48)
    small = sign(stage, colour, stage.px(12 if narrow else 15), own.mark)
    middle = lying.y + round(0.34 * lying.h)
    total = stage.text(str(value(cards)), 16 if narrow else 19, own.mark, bold=True)
    wide = small.get_width() + stage.px(4) + total.get_width()
    target.blit(small, small.get_rect(midleft=(lying.centerx - wide // 2, middle)))
    target.blit(total, total.get_rect(midright=(lying.centerx + wide // 2, middle)))
    numbers = fitting(
        stage, " ".join(str(card.number) for card in cards), own.mark, lying.w - stage.px(6)
    )
    target.blit(numbers, numbers.get_rect(center=(lying.centerx, lying.y + round(0.76 * lying.h))))
