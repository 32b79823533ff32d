"""The layout of the table of Fawlty Towers, in pixels, for a viewport, and of its rack."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import pygame

from towersim.ui.drawing.camera import Camera
from towersim.ui.drawing.layout import areas, rows_in
from towersim.ui.drawing.theme import Viewport

ROW = 50
"""Height of a shelf of the rack, in units."""
WIDTH = 104
"""Width of the rack, in units."""


class Rack(NamedTuple):
    """A rack with a shelf for each kind of block, from the top; lengths in pixels."""

    rect: pygame.Rect
    kinds: Sequence[str]
    row: int
    wall: int

    def shelf(self, index: int) -> pygame.Rect:
        """Return the shelf of the `index`-th kind."""
        left, top = self.rect.x + self.wall, self.rect.y + self.wall + index * self.row
        return pygame.Rect(left, top, self.rect.w - 2 * self.wall, self.row - self.wall)

    def kind_at(self, point: tuple[int, int]) -> str | None:
        """Return the kind of block of the shelf at a point; None elsewhere."""
        shelves = (self.shelf(index).inflate(0, self.wall) for index in range(len(self.kinds)))
        pairs = zip(self.kinds, shelves, strict=True)
        return next((kind for kind, shelf in pairs if shelf.collidepoint(point)), None)

    def cube_at(self, index: int, side: float) -> tuple[float, float]:
        """Return the centre of the block on a shelf; `side` is its side length; in pixels."""
        shelf = self.shelf(index)
        return shelf.x + shelf.w * 0.3, shelf.bottom - side / 2 - 1


def rack(viewport: Viewport, camera: Camera, pick_up_x: float, kinds: Sequence[str]) -> Rack:
    """Return the rack at the pick-up position `pick_up_x` of a table, in metres."""
    row, wall, width = viewport.px(ROW), viewport.px(6), viewport.px(WIDTH)
    middle, height = round(camera.to_px(pick_up_x, 0.0)[0]), len(kinds) * row + wall
    left = min(middle - width // 2, areas(viewport).room.right - width - viewport.px(8))
    rect = pygame.Rect(left, round(camera.base) - height, width, height)
    return Rack(rect, kinds, row, wall)


COLUMNS: Final = 4
CARD: Final = (64, 90)
"""Width and height of a card, in units."""
STRIP: Final = 37
"""Height of the visible strip of a covered card, in units."""
SEAT: Final = 116
"""Maximum height of a seat's row, in units."""


class Layout:
    """Rectangles and lengths in pixels, of a table for a number of players on a viewport."""

    def __init__(self, viewport: Viewport, players: int) -> None:
        """Lay everything out: the cards above the seats in the panel."""
        px, self.areas = viewport.px, areas(viewport)
        side, self.card, self.strip = self.areas.side, (px(CARD[0]), px(CARD[1])), px(STRIP)
        gap = (side.w - COLUMNS * self.card[0]) // (COLUMNS + 1)
        high = self.card[1] + 5 * self.strip
        self.cards = pygame.Rect(side.x + gap, px(46), side.w - 2 * gap, high)
        self.decline = pygame.Rect(self.cards.x, self.cards.bottom + px(12), self.cards.w, px(38))
        """The button to take no card."""
        self.result = self.decline
        self.seats = pygame.Rect(self.cards.x, self.decline.bottom + px(14), self.cards.w, 0)
        """All rows of the seats together."""
        self.seats.h = viewport.size[1] - self.seats.y - px(12)
        self.rows = rows_in(self.seats, players, px(5), px(SEAT))


def card_rect(layout: Layout, column: int, row: int) -> pygame.Rect:
    """Return the rectangle of an open card: row 0 is the bottom card, lowest on the screen."""
    width, height = layout.card
    step = (layout.cards.w - width) // (COLUMNS - 1)
    top = layout.cards.bottom - height - row * layout.strip
    return pygame.Rect(layout.cards.x + column * step, top, width, height)


def card_at(
    layout: Layout, heights: tuple[int, ...], point: tuple[float, float]
) -> tuple[int, int] | None:
    """Return column and row of the card at a point; `heights` counts each column's cards."""
    for column, cards in enumerate(heights):
        for row in range(cards):
            if card_rect(layout, column, row).collidepoint(point):
                return column, row
    return None
