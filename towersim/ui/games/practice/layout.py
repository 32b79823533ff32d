"""The layout of a challenge's table, in pixels, for a viewport."""

from collections.abc import Sequence
from typing import Final

import pygame

from towersim.common.messages import message as _
from towersim.ui.drawing.layout import Grid, areas
from towersim.ui.drawing.theme import Viewport

RETRY: Final = _("Retry  ({key:R})")
XRAY: Final = _("X-ray  ({key:X})")
GHOST: Final = _("Ghost  ({key:G})")
HINT: Final = _("Hint  ({key:H})")
PLAN: Final = _("Plan  ({key:T})")
LOOK: Final = _("Look back  ({key:C})")
LETTERS: Final = 15
"""Least size of the letters of a button, in units."""
COLUMNS: Final = 2
STARS: Final = 148
"""Height of the thresholds, the measure and the best attempt, in units."""
MORE: Final = 220
"""Additional height of the order for text of twice the usual size, in units."""
SLOT: Final = (138, 62)
"""Width and height of a kind of piece in the supply, in units."""


class Layout:
    """Rectangles in pixels, for a viewport."""

    def __init__(self, viewport: Viewport, kinds: int) -> None:
        """Lay everything out in the panel: the order, the stars, the supply and the buttons.

        For larger text the order gets room that a supply of so many kinds leaves.
        """
        px, self.areas = viewport.px, areas(viewport)
        left, width = self.areas.side.x + px(18), self.areas.side.w - px(36)
        low = viewport.size[1] - px(164)
        slots = px(24) + -(-kinds // COLUMNS) * px(SLOT[1] + 8)
        spare = max(low - px(14 + 166 + 6 + STARS + 10) - slots, 0)
        wanted = px(1 + MORE * (viewport.look.text - 1))
        self.head = pygame.Rect(left, px(14), width, px(166) + min(spare, wanted))
        """Title, order and hint."""
        self.stars = pygame.Rect(left, self.head.bottom + px(6), width, px(STARS))
        """The three thresholds and the measure."""
        top = self.stars.bottom + px(10)
        self.supply = pygame.Rect(left, top, width, low - self.stars.bottom - px(20))
        self.slots = Grid((left, top + px(24)), (px(SLOT[0]), px(SLOT[1])), px(8), COLUMNS)
        """The kinds of piece in the supply."""
        half = (width - px(10)) // 2
        self.finish = self.result = pygame.Rect(left, low, half, px(44))
        self.back = self.finish.move(half + px(10), 0)
        row = pygame.Rect(left, low + px(52), width, px(44))
        self.hint, self.plan, self.look = _row(viewport, row, (HINT, PLAN, LOOK))
        row.y += px(52)
        self.retry, self.xray, self.ghost = _row(viewport, row, (RETRY, XRAY, GHOST))
        room = self.areas.room
        wide = min(4 * px(158), room.w - px(24))
        choices = pygame.Rect(0, self.areas.hint.bottom + px(10), wide, px(42))
        choices.centerx = room.centerx
        self.choices = choices
        """The row of choices after a fall or a missed goal."""


def _row(viewport: Viewport, rect: pygame.Rect, labels: Sequence[str]) -> list[pygame.Rect]:
    """Return the buttons of a row, with widths that follow their labels."""
    gap = viewport.px(8)
    wide = [viewport.fonts.width(each, viewport.px(LETTERS)) for each in labels]
    spare = (rect.w - gap * (len(labels) - 1) - sum(wide)) / len(labels)
    rects, x = [], float(rect.x)
    for each in wide:
        rects.append(pygame.Rect(round(x), rect.y, round(each + spare), rect.h))
        x += each + spare + gap
    return rects
