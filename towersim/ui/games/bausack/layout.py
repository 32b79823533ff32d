"""The layout of Bausack's table, in pixels, for a viewport."""

from typing import Final

import pygame

from towersim.ui.drawing.layout import areas, rows_in
from towersim.ui.drawing.room import BEHIND
from towersim.ui.drawing.theme import Viewport

SIDE: Final = 276
"""Width of the panel with the seats, in units."""
CARD: Final = 272
"""Width of the card with the piece, in units."""
SEAT: Final = 150
"""Maximum height of a seat's plate, in units."""


class Layout:
    """Rectangles in pixels, of a table for a number of players on a viewport."""

    def __init__(self, viewport: Viewport, players: int) -> None:
        """Lay everything out: the seats in the panel, the offer card, and the pile beside it."""
        px, common = viewport.px, areas(viewport, SIDE)
        self.show_table = common.pace.move(-px(104), 0)
        """The button that shows the whole table."""
        self.show_table.w = px(94)
        self.show_pile = self.show_table.move(-px(102), 0)
        """The button that opens the pile."""
        hint = common.hint.copy()
        hint.w = self.show_pile.left - px(14) - hint.x
        self.areas = common._replace(hint=hint)
        top, room, side = hint.bottom + px(12), common.room, common.side
        self.card = pygame.Rect(0, top, px(CARD), common.log.top - px(10) - top)
        """The offer card: the piece and the decisions about it."""
        self.card.right = room.right - px(12)
        left = room.left + px(10)
        self.pile = pygame.Rect(left, top, self.card.left - px(8) - left, self.card.h)
        """The shelves, while the pile is open."""
        high = common.base - px(BEHIND) - top
        self.ruler = pygame.Rect(room.left + px(14), top, px(34), high)
        """The height measurer's rod on the wall, which ends above the table."""
        high = viewport.size[1] - px(58)
        self.seats = pygame.Rect(side.x + px(12), px(46), side.w - px(24), high)
        """All plates of the seats together."""
        self.plates = rows_in(self.seats, players, px(6), px(SEAT))
        inner = self.card.inflate(-px(28), 0)
        low, size = self.card.bottom + px(6), (inner.w, px(44))
        tops = (low - px(14 + 50 * (3 - row)) for row in range(3))
        self.buttons = [pygame.Rect((inner.x, y), size) for y in tops]
        """The card's buttons, from the top."""
        self.result = pygame.Rect(self.card.topleft, (self.card.w, size[1]))
        self.less = pygame.Rect(inner.x, self.buttons[0].y - px(52), px(52), px(44))
        self.more = self.less.move(inner.w - self.less.w, 0)
        self.bid = pygame.Rect(self.less.topright, (self.more.left - self.less.right, self.less.h))
        """The bid, between the buttons for less and more."""
