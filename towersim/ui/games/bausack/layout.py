"""The layout of Bausack's table, in pixels, for a stage."""

from typing import Final, NamedTuple

import pygame

from towersim.ui.drawing.layout import Areas, areas, rows_in
from towersim.ui.drawing.room import BEHIND
from towersim.ui.drawing.theme import Stage

SIDE: Final = 276
"""Width of the panel with the seats, in units."""
CARD: Final = 272
"""Width of the card with the piece, in units."""
SEAT: Final = 150
"""Maximum height of a seat's plate, in units."""


class Layout(NamedTuple):
    """Rectangles in pixels."""

    areas: Areas
    seats: pygame.Rect
    """All plates of the seats together."""
    plates: tuple[pygame.Rect, ...]
    pile: pygame.Rect
    """The shelves, while the pile is open."""
    card: pygame.Rect
    """The offer card: the piece and the decisions about it."""
    ruler: pygame.Rect
    """The height measurer's rod on the wall, which ends above the table."""
    show_pile: pygame.Rect
    """The button that opens the pile."""
    show_table: pygame.Rect
    """The button that shows the whole table."""
    buttons: tuple[pygame.Rect, pygame.Rect, pygame.Rect]
    """The card's buttons, from the top."""
    less: pygame.Rect
    bid: pygame.Rect
    """The bid, between the buttons for less and more."""
    more: pygame.Rect

    @property
    def result(self) -> pygame.Rect:
        """The rectangle of the button that reopens the result."""
        return pygame.Rect(self.card.topleft, (self.card.w, self.buttons[0].h))


def table_layout(stage: Stage, players: int) -> Layout:
    """Return the layout of a table for `players` seats on `stage`."""
    px, common = stage.px, areas(stage, SIDE)
    table = pygame.Rect(common.pace.left - px(104), common.pace.y, px(94), common.pace.h)
    pile_button = table.move(-px(102), 0)
    hint = common.hint.copy()
    hint.w = pile_button.left - px(14) - hint.x
    common = common._replace(hint=hint)
    top = hint.bottom + px(12)
    card = pygame.Rect(0, top, px(CARD), common.log.top - px(10) - top)
    card.right = common.room.right - px(12)
    left = common.room.left + px(10)
    pile = pygame.Rect(left, top, card.left - px(8) - left, card.h)
    ruler = pygame.Rect(common.room.left + px(14), top, px(34), common.base - px(BEHIND) - top)
    seats = pygame.Rect(
        common.side.x + px(12), px(46), common.side.w - px(24), stage.size[1] - px(58)
    )
    inner = card.inflate(-px(28), 0)
    rows = [
        pygame.Rect(inner.x, card.bottom - px(14 + 50 * (3 - row)) + px(6), inner.w, px(44))
        for row in range(3)
    ]
    step = pygame.Rect(inner.x, rows[0].y - px(52), px(52), px(44))
    more = step.move(inner.w - step.w, 0)
    bid = pygame.Rect(step.right, step.y, more.left - step.right, step.h)
    buttons = (rows[0], rows[1], rows[2])
    plates = rows_in(seats, players, px(6), px(SEAT))
    shown = (seats, plates, pile, card, ruler, pile_button, table)
    return Layout(common, *shown, buttons, step, bid, more)
