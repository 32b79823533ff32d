"""How the combinations of all seats are spread on the table: as large as they fit."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import pygame

from towersim.rules.rummu.state import Combination
from towersim.ui.cards.card_faces import WIDE
from towersim.ui.cards.places import Spot
from towersim.ui.theme import Stage
from towersim.units import Seat

HEIGHTS: Final = (96, 88, 80, 74, 68, 62, 56, 50)
"""Heights of a card that are tried, in units."""
STEP: Final = 0.36
"""So much is seen of a card that another lies on, in its height: number, shape and badge."""
CAPTION: Final = 19
"""Height of the line above a combination, in units."""
GAP: Final = 16
"""Between combinations, in units."""


class Group(NamedTuple):
    """Where a combination lies."""

    number: int
    """Its place in the view's table."""
    rect: pygame.Rect
    """Caption and cards."""
    spots: tuple[Spot, ...]


def spread(
    stage: Stage, area: pygame.Rect, table: Sequence[Combination], order: Sequence[Seat]
) -> tuple[Group, ...]:
    """Return where each combination lies, those of a seat beside each other, seats in `order`."""
    numbers = sorted(range(len(table)), key=lambda i: (order.index(table[i].seat), i))
    sizes = [len(table[i].cards) for i in numbers]
    for units in HEIGHTS:
        rects = _flow(stage, area, sizes, stage.px(units))
        if not rects or rects[-1].bottom <= area.bottom:
            break
    high = stage.px(units)
    return tuple(
        Group(number, rect, _spots(rect, size, high))
        for number, rect, size in zip(numbers, rects, sizes, strict=True)
    )


def _flow(stage: Stage, area: pygame.Rect, sizes: Sequence[int], high: int) -> list[pygame.Rect]:
    """Return rectangles for so many cards each, line by line."""
    x, y, gap = area.x, area.y, stage.px(GAP)
    rects = []
    for size in sizes:
        rect = pygame.Rect(0, 0, round((WIDE + STEP * (size - 1)) * high), high + stage.px(CAPTION))
        if x > area.x and x + rect.w > area.right:
            x, y = area.x, y + rect.h + stage.px(8)
        rect.topleft = (x, y)
        rects.append(rect)
        x += rect.w + gap
    return rects


def _spots(rect: pygame.Rect, size: int, high: int) -> tuple[Spot, ...]:
    first, y = rect.x + WIDE * high / 2, rect.bottom - high / 2
    return tuple(Spot(first + i * STEP * high, y, high) for i in range(size))
