"""The plates of the seats round a card table: who it is, how many cards, whose turn it is."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import pygame

from towersim.record import SeatSpec
from towersim.ui.canvas import Canvas
from towersim.ui.cards.card_faces import Face, face_picture
from towersim.ui.cards.places import columns
from towersim.ui.draw_frames import draw_player, draw_seat_plate
from towersim.ui.draw_text import Letters, name_text
from towersim.ui.theme import ON_DARK, ON_DARK_SOFT, Stage

WORDS: Final = 0.72
"""The words on a plate are no higher than this share of it."""
NAME: Final = 18
"""Height of a name, in units."""
SHORT: Final = 14
"""A longer name is told beside its plate too, where the mouse points at that."""
LEFT: Final = 36
"""Where the name begins, in units."""
GAP: Final = 7
"""Between what lies on the right of a plate, in units."""
BACK_HIGH: Final = 20
"""Height of the back beside the number of cards, in units."""


class Plate(NamedTuple):
    """What a seat's plate says."""

    seat: SeatSpec
    words: str
    """Small words on its right: how many cards, points, that it is out."""
    turn: bool = False
    """Whether it is this seat's turn: the plate is lit, with a wedge beside the name."""
    faint: bool = False
    """Whether the seat has nothing to do any more."""
    held: tuple[int, Face] | None = None
    """How many cards the seat holds, and their back, if that is to be seen."""
    brief: str = ""
    """What is said instead of the words if they leave the name too little room."""


class Size(NamedTuple):
    """How large plates are, in pixels."""

    high: int
    widest: int
    gap: int
    """How far apart they are at least."""


def draw_plate(canvas: Canvas, rect: pygame.Rect, plate: Plate) -> None:
    """Draw a plate; the words give way to brief ones if they leave the name too little room."""
    stage, px = canvas.stage, canvas.px
    parts = _right_parts(stage, rect, plate, plate.words)
    wide = stage.fonts.width(plate.seat.name, px(NAME), bold=plate.turn)
    if plate.brief and wide > _room(stage, rect, parts):
        parts = _right_parts(stage, rect, plate, plate.brief)
    draw_seat_plate(canvas, rect, lit=plate.turn)
    tint = ON_DARK_SOFT if plate.faint else ON_DARK
    place = (rect.x + px(11), rect.centery), 18.0
    draw_player(canvas, plate.seat, place, lit=plate.turn)
    room = max(_room(stage, rect, parts), 1), rect.h - px(6)
    name = name_text(stage, plate.seat.name, Letters(NAME, tint, bold=plate.turn), room)
    canvas.put(name, midleft=(rect.x + px(LEFT), rect.centery))
    x = rect.right - _width(stage, parts)
    for part in parts:
        x = canvas.put(part, midleft=(x, rect.centery)).right + px(GAP)


def _room(stage: Stage, rect: pygame.Rect, parts: Sequence[pygame.Surface]) -> int:
    """Return how wide a name may be beside what is on the right of a plate, in pixels."""
    return rect.w - stage.px(LEFT + 8) - _width(stage, parts)


def _right_parts(stage: Stage, rect: pygame.Rect, plate: Plate, words: str) -> list[pygame.Surface]:
    """Return what is on the right of a plate: a back and how many cards are held, then words.

    A number beside a picture needs less room than words. Large words would leave the name little,
    so they do not grow as far as the plate would let them.
    """
    most, high = round(0.62 * rect.w), round(WORDS * rect.h)
    parts = [stage.text(words, 15, ON_DARK_SOFT, room=(most, high))]
    if plate.held is not None:
        cards, back = plate.held
        number = stage.text(str(cards), 15, ON_DARK, bold=True, room=(most, high))
        parts = [face_picture(stage, back, stage.px(BACK_HIGH)), number, *parts]
    return parts


def _width(stage: Stage, parts: Sequence[pygame.Surface]) -> int:
    """Return the width of parts with gaps between them, and of the plate's edge after them."""
    gaps = stage.px(GAP) * (len(parts) - 1) + stage.px(12)
    return sum(part.get_width() for part in parts) + gaps


def plate_rects(area: pygame.Rect, seats: int, home: int, size: Size) -> dict[int, pygame.Rect]:
    """Return the plates of all seats but `home`, side by side in turn order, by seat.

    >>> found = plate_rects(pygame.Rect(0, 0, 320, 50), 4, 2, Size(30, 80, 10))
    >>> [(seat, rect.x, rect.w) for seat, rect in found.items()]
    [(3, 10, 80), (0, 120, 80), (1, 230, 80)]
    """
    row, found = pygame.Rect(area.topleft, (area.w, size.high)), {}
    for step, part in enumerate(columns(row, seats - 1, size.gap), 1):
        found[(home + step) % seats] = plate = part.copy()
        plate.w = min(part.w, size.widest)
        plate.centerx = part.centerx
    return found
