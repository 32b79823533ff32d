"""Where everything on the table screen lies, in pixels, for a stage."""

from typing import Final, NamedTuple

import pygame

from towersim.ui.theme import Stage

COLUMNS: Final = 4
CARD: Final = (64, 90)
"""Width and height of a card, in units."""
STRIP: Final = 37
"""How much of a covered card is seen, in units."""
SIDE: Final = 320
"""Width of the side panel, in units."""


class Layout(NamedTuple):
    """Rectangles and lengths in pixels."""

    side: pygame.Rect
    """The panel with the cards and the seats."""
    cards: pygame.Rect
    decline: pygame.Rect
    """The button for taking no card."""
    seats: pygame.Rect
    room: pygame.Rect
    """Where the towers are: from the top of the window to the table top."""
    base: int
    """Where y = 0 of the table is drawn."""
    front: int
    """Where the table top's front edge is drawn."""
    log: pygame.Rect
    hint: pygame.Rect
    pace: pygame.Rect
    pause: pygame.Rect
    card: tuple[int, int]
    strip: int


def table_layout(stage: Stage) -> Layout:
    """Return where everything lies on this stage."""
    px, (width, height) = stage.px, stage.size
    side = pygame.Rect(0, 0, px(SIDE), height)
    card = px(CARD[0]), px(CARD[1])
    gap = (side.w - COLUMNS * card[0]) // (COLUMNS + 1)
    strip = px(STRIP)
    cards = pygame.Rect(gap, px(46), side.w - 2 * gap, card[1] + 5 * strip)
    decline = pygame.Rect(gap, cards.bottom + px(12), cards.w, px(38))
    seats = pygame.Rect(gap, decline.bottom + px(14), cards.w, 0)
    seats.h = height - seats.y - px(12)
    log = pygame.Rect(side.right, height - px(54), width - side.w, px(54))
    front = log.top - px(54)
    base = front - px(20)
    pause = pygame.Rect(width - px(52), px(14), px(38), px(38))
    pace = pause.move(-px(46), 0)
    hint = pygame.Rect(side.right + px(16), px(14), pace.left - side.right - px(32), px(38))
    room = pygame.Rect(side.right, 0, width - side.w, base)
    return Layout(
        side, cards, decline, seats, room, base, front, log, hint, pace, pause, card, strip
    )


def card_rect(layout: Layout, column: int, row: int) -> pygame.Rect:
    """Return where an open card lies: row 0 is the bottom card, lowest on the screen."""
    width, height = layout.card
    step = (layout.cards.w - width) // (COLUMNS - 1)
    top = layout.cards.bottom - height - row * layout.strip
    return pygame.Rect(layout.cards.x + column * step, top, width, height)


def card_at(
    layout: Layout, heights: tuple[int, ...], point: tuple[float, float]
) -> tuple[int, int] | None:
    """Return column and row of the card seen at a point, of columns with so many cards."""
    for column, cards in enumerate(heights):
        for row in range(cards):
            if card_rect(layout, column, row).collidepoint(point):
                return column, row
    return None
