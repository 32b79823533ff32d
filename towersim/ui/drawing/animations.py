"""Animations without effect on the game: sliding cards, flying pictures."""

import math
from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

import pygame

from towersim.ui.drawing.canvas import Canvas

SLIDE = 9.0
"""Decay rate of a sliding card's distance to its place, in 1/s."""
ABOVE = 220
"""Height above its place from which a new card slides in, in pixels."""


class FlyingPicture(NamedTuple):
    """A picture that flies from one point to another and shrinks."""

    picture: pygame.Surface
    start: tuple[float, float]
    end: tuple[float, float]
    seconds: float
    shrink: float
    age: float = 0.0


def draw_flights(canvas: Canvas, flights: Sequence[FlyingPicture]) -> None:
    """Draw flying pictures, on arcs."""
    for picture, start, end, seconds, shrink, age in flights:
        share = min(max(age / seconds, 0.0), 1.0)
        eased = share * share * (3 - 2 * share)
        x, y = (a + (b - a) * eased for a, b in zip(start, end, strict=True))
        arc, scale = 60 * math.sin(math.pi * eased), max(1 + (shrink - 1) * eased, 0.05)
        shown = pygame.transform.smoothscale_by(picture, scale) if scale < 1 else picture
        canvas.put(shown, center=(round(x), round(y - arc)))


class Animations:
    """The running animations: cards that slide to their places, and flying pictures."""

    def __init__(self) -> None:
        self.shift: dict[Hashable, float] = {}
        """Height above its place at which a card is drawn, in pixels."""
        self.flying: list[FlyingPicture] = []
        self._tops: dict[Hashable, int] = {}

    def cards(self, columns: Sequence[Sequence[Hashable]], top: Callable[[int, int], int]) -> None:
        """Set the cards' places; a card with a new place slides there from its old one."""
        tops: dict[Hashable, int] = {
            card: top(column, row)
            for column, cards in enumerate(columns)
            for row, card in enumerate(cards)
        }
        if self._tops:
            for card, y in tops.items():
                before = self._tops.get(card, y - ABOVE)
                if before != y:
                    self.shift[card] = self.shift.get(card, 0.0) + y - before
        self._tops = tops

    def forget(self) -> None:
        """Cancel all animations, as after a resize."""
        self._tops, self.shift, self.flying = {}, {}, []

    def step(self, seconds: float) -> None:
        """Advance all animations."""
        keep = math.exp(-SLIDE * seconds)
        self.shift = {c: y * keep for c, y in self.shift.items() if abs(y * keep) >= 0.5}
        older = (flying._replace(age=flying.age + seconds) for flying in self.flying)
        self.flying = [flying for flying in older if flying.age < flying.seconds]
