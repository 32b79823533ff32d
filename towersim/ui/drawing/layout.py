"""The layout common to all games, in pixels, for a viewport."""

from collections.abc import Iterable
from typing import Final, NamedTuple, Protocol, TypeVar

import pygame

from towersim.ui.drawing.theme import Viewport

T = TypeVar("T")

SIDE: Final = 320
"""Width of the side panel, in units."""


class Areas(NamedTuple):
    """Rectangles and heights in pixels."""

    side: pygame.Rect
    """The side panel, on the left; on the right in the left-handed layout."""
    room: pygame.Rect
    """The area beside the panel, from the top of the window to the table top."""
    base: int
    """Pixel y of the table top (y = 0 m)."""
    front: int
    """Pixel y of the table top's front edge."""
    log: pygame.Rect
    hint: pygame.Rect
    pace: pygame.Rect
    pause: pygame.Rect

    @property
    def beside_panel(self) -> pygame.Rect:
        """The window without the panel and the log."""
        return pygame.Rect(self.room.x, 0, self.room.w, self.log.bottom)

    @property
    def free(self) -> pygame.Rect:
        """The area between the hint and the table top, for slips of paper."""
        gap = self.pause.y
        top = self.hint.bottom + gap
        return pygame.Rect(self.room.x + gap, top, self.room.w - 2 * gap, self.base - top)

    def tower_box(self, gap: int) -> tuple[int, int, int, int]:
        """Return the box for towers, `gap` pixels below the hint: left, top, right, bottom."""
        return self.room.left, self.hint.bottom + gap, self.room.right, self.base

    def beside(self, gap: int, width: int) -> int:
        """Return the left edge of a slip `width` pixels wide, `gap` pixels beside the panel."""
        return self.side.right + gap if self.side.x == 0 else self.side.x - gap - width


class TableLayout(Protocol):
    """The interface of the layouts of all games."""

    areas: Areas
    result: pygame.Rect
    """The rectangle of the button that shows the result again."""


def areas(viewport: Viewport, side: float = SIDE) -> Areas:
    """Return the areas for a side panel `side` units wide; 0: no panel."""
    px, (width, height) = viewport.px, viewport.size
    panel = pygame.Rect(0, 0, px(side) if side else 0, height)
    left = panel.right
    if viewport.look.left_handed and side:
        left, panel.right = 0, width
    log = pygame.Rect(left, height - px(54), width - panel.w, px(54))
    front = log.top - px(54 + 24 * (viewport.look.text - 1))
    base = front - px(20)
    pause = pygame.Rect(log.right - px(52), px(14), px(38), px(38))
    pace = pause.move(-px(46), 0)
    hint = pygame.Rect(left + px(16), px(14), pace.left - left - px(32), px(38))
    room = pygame.Rect(left, 0, width - panel.w, base)
    return Areas(panel, room, base, front, log, hint, pace, pause)


def rows_in(area: pygame.Rect, count: int, gap: int, highest: int) -> tuple[pygame.Rect, ...]:
    """Return `count` rows from the top of an area, `gap` apart and at most `highest` high."""
    height = min((area.h + gap) // count - gap, highest)
    tops = (area.y + row * (height + gap) for row in range(count))
    return tuple(pygame.Rect(area.x, top, area.w, height) for top in tops)


class Grid(NamedTuple):
    """A grid of equal rectangles, numbered row by row; lengths in pixels."""

    corner: tuple[int, int]
    """The upper left corner of the first rectangle."""
    size: tuple[int, int]
    gap: int
    columns: int

    def rect(self, place: int) -> pygame.Rect:
        """Return the rectangle of an index, counted from 0."""
        row, column = divmod(place, self.columns)
        (x, y), (wide, tall) = self.corner, self.size
        return pygame.Rect(x + column * (wide + self.gap), y + row * (tall + self.gap), wide, tall)

    def at(self, at: tuple[int, int], places: int) -> int | None:
        """Return the index of the rectangle at a point, of the first `places`, or None."""
        return thing_at(((place, self.rect(place)) for place in range(places)), at)


def thing_at(places: Iterable[tuple[T, pygame.Rect]], at: tuple[int, int]) -> T | None:
    """Return the first thing whose rectangle is at a point, or None."""
    return next((thing for thing, rect in places if rect.collidepoint(at)), None)
