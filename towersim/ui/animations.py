"""Movements that only the eye needs: the camera, cards that slide, things that fly away."""

import math
from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

import pygame

from towersim.ui.camera import Camera, between
from towersim.ui.canvas import Canvas

SLIDE = 9.0
"""Speed at which cards slide and the camera follows: share of the remaining way per second."""


ABOVE = 220
"""The height above its place that a new card comes from, in pixels."""


class FlyingPicture(NamedTuple):
    """A picture that flies from one point to another and shrinks."""

    picture: pygame.Surface
    start: tuple[float, float]
    end: tuple[float, float]
    seconds: float
    shrink: float
    age: float = 0.0

    def now(self) -> tuple[pygame.Surface, tuple[float, float], float]:
        """Return the picture, its middle in pixels and its present size (0 … 1)."""
        share = min(max(self.age / self.seconds, 0.0), 1.0)
        eased = share * share * (3 - 2 * share)
        x, y = (a + (b - a) * eased for a, b in zip(self.start, self.end, strict=True))
        arc = -60 * math.sin(math.pi * eased)
        return self.picture, (x, y + arc), 1 + (self.shrink - 1) * eased


def draw_flights(canvas: Canvas, flights: Sequence[FlyingPicture]) -> None:
    """Draw flying pictures."""
    for flying in flights:
        picture, (x, y), share = flying.now()
        if share < 1:
            picture = pygame.transform.smoothscale_by(picture, max(share, 0.05))
        canvas.put(picture, center=(round(x), round(y)))


class Animations:
    """Cards slide down to their places, taken things fly, the camera follows smoothly."""

    def __init__(self) -> None:
        self.shift: dict[Hashable, float] = {}
        """Height above its place at which a card is drawn, in pixels."""
        self.flying: list[FlyingPicture] = []
        self._tops: dict[Hashable, int] = {}

    def cards(self, columns: Sequence[Sequence[Hashable]], top: Callable[[int, int], int]) -> None:
        """Note where the cards belong; those that moved start where they were."""
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
        """Let everything be where it belongs, as after the window changed its size."""
        self._tops, self.shift, self.flying = {}, {}, []

    def fly(self, flying: FlyingPicture) -> None:
        """Let a picture fly."""
        self.flying.append(flying)

    def step(self, seconds: float) -> None:
        """Move on."""
        keep = math.exp(-SLIDE * seconds)
        self.shift = {c: y * keep for c, y in self.shift.items() if abs(y * keep) >= 0.5}
        older = (flying._replace(age=flying.age + seconds) for flying in self.flying)
        self.flying = [flying for flying in older if flying.age < flying.seconds]


def follow(camera: Camera, goal: Camera, seconds: float) -> Camera:
    """Return the camera a little later on its way to `goal`; it arrives exactly."""
    shift = max(abs(goal.left - camera.left), abs(goal.base - camera.base))
    if abs(goal.scale / camera.scale - 1) < 0.002 and shift < 0.5:
        return goal
    return between(camera, goal, 1 - math.exp(-5.0 * seconds))
