"""The plates of the seats round a card table: who it is, how many cards, whose turn it is."""

from typing import Final, NamedTuple

import pygame

from towersim.record import SeatSpec
from towersim.ui.draw_frames import draw_player, draw_seat_plate
from towersim.ui.draw_text import fitting
from towersim.ui.theme import (
    ON_DARK,
    ON_DARK_SOFT,
    Stage,
)

HIGH: Final = 40
"""Height of a plate, in units."""


class Plate(NamedTuple):
    """What a seat's plate says."""

    seat: SeatSpec
    words: str
    """Small words on its right: how many cards, points, that it is out."""
    turn: bool = False
    """Whether it is this seat's turn: the plate is lit, with a wedge beside the name."""
    faint: bool = False
    """Whether the seat has nothing to do any more."""


def draw_plate(target: pygame.Surface, stage: Stage, rect: pygame.Rect, plate: Plate) -> None:
    """Draw a plate; the name gives way to the words if there is little room."""
    draw_seat_plate(target, stage, rect, lit=plate.turn)
    tint = ON_DARK_SOFT if plate.faint else ON_DARK
    place = (rect.x + stage.px(11), rect.centery), 18.0
    draw_player(target, stage, plate.seat, place, lit=plate.turn)
    left = rect.x + stage.px(36)
    small = stage.text(plate.words, 15, ON_DARK_SOFT, width=round(0.62 * rect.w), height=rect.h)
    at = small.get_rect(midright=(rect.right - stage.px(12), rect.centery))
    target.blit(small, at)
    room = max(at.x - left - stage.px(8), 1)
    high = min(stage.grown(18), rect.h / (1.4 * stage.unit))
    name = fitting(stage, plate.seat.name, tint, room, high, bold=plate.turn)
    target.blit(name, name.get_rect(midleft=(left, rect.centery)))


def in_order(seats: int, first: int) -> list[int]:
    """Return all other seats in turn order after the one at the lower edge, left to right.

    >>> in_order(4, 2)
    [3, 0, 1]
    """
    return [(first + step) % seats for step in range(1, seats)]


def columns(area: pygame.Rect, count: int, gap: int) -> list[pygame.Rect]:
    """Return `count` equal parts of an area side by side, for the other seats and their cards.

    >>> [part.w for part in columns(pygame.Rect(0, 0, 320, 50), 3, 10)]
    [100, 100, 100]
    """
    wide = (area.w - gap * (count - 1)) // max(count, 1)
    return [pygame.Rect(area.x + i * (wide + gap), area.y, wide, area.h) for i in range(count)]
