"""The layout of the table of Fawlty Towers, in pixels, for a stage."""

from typing import Final, NamedTuple

import pygame

from towersim.ui.drawing.layout import Areas, areas, rows_in
from towersim.ui.drawing.theme import Stage

COLUMNS: Final = 4
CARD: Final = (64, 90)
"""Width and height of a card, in units."""
STRIP: Final = 37
"""Height of the visible strip of a covered card, in units."""
SEAT: Final = 116
"""Maximum height of a seat's row, in units."""


class Layout(NamedTuple):
    """Rectangles and lengths in pixels."""

    areas: Areas
    cards: pygame.Rect
    decline: pygame.Rect
    """The button to take no card."""
    seats: pygame.Rect
    """All rows of the seats together."""
    rows: tuple[pygame.Rect, ...]
    card: tuple[int, int]
    strip: int

    @property
    def result(self) -> pygame.Rect:
        """The rectangle of the button that reopens the result."""
        return self.decline


def table_layout(stage: Stage, players: int) -> Layout:
    """Return the layout of a table for `players` seats on `stage`."""
    px, height = stage.px, stage.size[1]
    found = areas(stage)
    card = px(CARD[0]), px(CARD[1])
    gap = (found.side.w - COLUMNS * card[0]) // (COLUMNS + 1)
    strip = px(STRIP)
    left = found.side.x + gap
    cards = pygame.Rect(left, px(46), found.side.w - 2 * gap, card[1] + 5 * strip)
    decline = pygame.Rect(left, cards.bottom + px(12), cards.w, px(38))
    seats = pygame.Rect(left, decline.bottom + px(14), cards.w, 0)
    seats.h = height - seats.y - px(12)
    rows = rows_in(seats, players, px(5), px(SEAT))
    return Layout(found, cards, decline, seats, rows, card, strip)


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
