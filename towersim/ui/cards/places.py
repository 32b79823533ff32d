"""Geometry of cards on the table: rows and fans."""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import pygame

from towersim.ui.cards.card_faces import card_size
from towersim.ui.nodes.node import Spot

GAP: Final = 0.08
"""Gap between cards that need not overlap, as a share of their width."""
SWAG: Final = 0.5
"""Sag of a full fan's ends, in units of half its width times `arc` in radians."""


def columns(rect: pygame.Rect, count: int, gap: int = 0) -> list[pygame.Rect]:
    """Return a rectangle split into `count` columns of equal width, `gap` pixels apart.

    >>> [(column.x, column.w) for column in columns(pygame.Rect(0, 0, 320, 50), 3, 10)]
    [(0, 100), (110, 100), (220, 100)]
    """
    wide = (rect.w - (count - 1) * gap) // max(count, 1)
    return [pygame.Rect(rect.x + i * (wide + gap), rect.y, wide, rect.h) for i in range(count)]


def grouped(
    first: Spot, width: float, sizes: Sequence[int], step: float, apart: float
) -> list[tuple[Spot, ...]]:
    """Return the spots of groups of cards side by side; `first.x` is their left edge.

    Cards of a group lie `step` pixels apart, or less so that all groups fit into `width`; groups
    lie `apart`.
    """
    wide = card_size(round(first.height))[0]
    room = width - len(sizes) * (wide + apart) + apart
    step = min(step, room / max(sum(sizes) - len(sizes), 1))
    x, groups = first.x + wide / 2, []
    for size in sizes:
        groups.append(first._replace(x=x).row(size, step))
        x += step * (size - 1) + wide + apart
    return groups


class Fan(NamedTuple):
    """Cards side by side in the middle of `area`, overlapping if they must; the last lies on top.

    >>> row = Fan(pygame.Rect(0, 0, 300, 140), (100, 140), 5)
    >>> [round(spot.x) for spot in row.spots()]
    [50, 100, 150, 200, 250]
    """

    area: pygame.Rect
    size: tuple[int, int]
    """A card's width and height, in pixels."""
    cards: int
    arc: float = 0.0
    """Angle of the outermost cards of a full fan, in degrees; 0: a row."""

    @property
    def step(self) -> float:
        """Distance between the centres of neighbours, in pixels."""
        spare = (self.area.w - self.size[0]) / max(self.cards - 1, 1)
        return min(self.size[0] * (1 + GAP), max(spare, 0.0))

    def spots(self) -> list[Spot]:
        """Return each card's spot; the outermost ones are lowest and end at the area's bottom."""
        middle, full = (self.cards - 1) / 2, self.area.w / 2
        hangs = SWAG * full * math.radians(self.arc) * (self.step / full) ** 2
        low = self.area.bottom - self.size[1] / 2 - hangs * middle**2
        return [
            Spot(
                self.area.centerx + off * self.step,
                low + hangs * off**2,
                self.size[1],
                -round(self.arc * off * self.step / full),
            )
            for off in (index - middle for index in range(self.cards))
        ]
