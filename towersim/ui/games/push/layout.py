"""The layout of the table of Push for a viewport, in pixels."""

from typing import Final

import pygame

from towersim.rules.push.state import COLOURS, STACKS, Mark
from towersim.ui.cards.card_faces import card_size
from towersim.ui.cards.nodes import Fan, columns
from towersim.ui.drawing.layout import areas
from towersim.ui.drawing.theme import Viewport
from towersim.ui.nodes.node import WIDE, Spot

CENTRE: Final = 770
"""Least width of the middle, in units, as long as the seats keep their own."""
SEATS: Final = (320, 430)
"""Least and largest width of the seats, in units."""
TALLEST: Final = 236
"""Largest height of a seat, in units."""
GAP: Final = 6
MAT: Final = 274
"""Height of a stack's mat, in units."""
HEAD: Final = 40
FOOT: Final = 32
"""Heights above (`HEAD`) and below (`FOOT`) the cards of a mat, in units."""
CHANCES: Final = 54
"""Room below the line on which deck, flipped card, discards and die stand, in units."""
SEEN: Final = 0.18
"""Least visible width of a covered card of a stack, as a share of its height."""
SUM: Final = 24
"""Height of the sum below the cards of a colour, in units."""
LOW: Final = 62
"""Least height of a bench's cards, in units; with less, each colour is a plate instead."""
NUMBER: Final = 18
"""Least visible height of a covered card on a bench, in units; smaller cards have smaller ones."""
SMALLER: Final = 0.6
"""Least size of a bench's cards where many of a colour lie, as a share of the usual."""


class Bench:
    """The layout of one seat: plate, columns of colours, and bank."""

    def __init__(self, viewport: Viewport, rect: pygame.Rect) -> None:
        px, self.rect = viewport.px, rect
        self.plate = pygame.Rect(rect.x, rect.y, rect.w, px(34))
        inner = pygame.Rect(rect.x + px(8), self.plate.bottom + px(7), rect.w - px(16), 0)
        inner.h = rect.bottom - px(8) - inner.y
        cards = inner.h - px(SUM)
        self.low = cards < px(LOW)
        """Whether each colour is a plate with its sum, for lack of room for cards."""
        self.bank = pygame.Rect(0, inner.y, px(60), inner.h if self.low else cards)
        self.bank.right = inner.right
        wide = self.bank.x - px(8) - inner.x
        parts = columns(pygame.Rect(inner.topleft, (wide, self.bank.h)), len(COLOURS), px(5))
        self.columns: dict[Mark, pygame.Rect] = dict(zip(COLOURS, parts, strict=True))
        """Rectangles of the cards by colour."""
        self.card = round(parts[0].w / 5 * 7)
        """Height of a card, in pixels."""
        self._number = px(NUMBER), px(NUMBER + 5)

    def _sizes(self, cards: int) -> tuple[float, float]:
        """Return the height of a colour's cards, and the visible one of each but the last."""
        room, more, (least, most) = self.bank.h, max(cards - 1, 1), self._number
        share = least / self.card
        card = min(self.card, max(room / (1 + share * more), SMALLER * self.card))
        tight = min(share * card, 2 / 3 * room / more)
        return card, min(max((room - card) / more, tight), most)

    def column(self, colour: Mark, cards: int) -> tuple[pygame.Rect, list[Spot]]:
        """Return the rectangle of a colour's cards and the spot of each, the lowest card first.

        Cards may exceed the rectangle and are then cut off; a `low` bench has no spots.
        """
        lying, (card, step) = self.columns[colour].copy(), self._sizes(cards)
        if self.low or not cards:
            return lying, []
        lying.h = min(round((cards - 1) * step + card), self.bank.h)
        first = Spot(lying.centerx, lying.y + card / 2, card)
        return lying, [first._replace(y=first.y + index * step) for index in range(cards)]


class Layout:
    """Rectangles and spots in pixels, for a viewport."""

    def __init__(self, viewport: Viewport) -> None:
        """Lay everything out: the stacks at the lower edge, the row of deck and die above them."""
        px, self.viewport = viewport.px, viewport
        side = min(max(viewport.size[0] / viewport.unit - CENTRE, SEATS[0]), SEATS[1])
        self.areas = parts = areas(viewport, side)
        left, right = parts.room.left + px(14), parts.room.right - px(20)
        below = parts.log.top - px(12) - px(50)
        self.buttons = columns(pygame.Rect(left, below, right - left, px(50)), STACKS, px(12))
        """Rectangles of the buttons, one below each mat."""
        self.result = self.buttons[1]
        self.banner = self.buttons[0].unionall(self.buttons[1:])
        """Rectangle of the banner."""
        top = below - px(10 + MAT)
        self.mats = [pygame.Rect(button.x, top, button.w, px(MAT)) for button in self.buttons]
        """Rectangles of the stacks' mats."""
        self._lay_row(pygame.Rect(left, px(60), right - left, top - px(70)))

    def _lay_row(self, row: pygame.Rect) -> None:
        """Lay deck, flipped card, discards, die and order side by side above the stacks.

        The die is as wide as a card; with the cards set aside above it, it is as high as one.
        """
        px = self.viewport.px
        low = row.bottom - px(CHANCES)
        order = px(224)
        widest = (row.w - order - px(4 * 14)) / 4
        # The captions stand above the cards, below the hint.
        high = min(low - row.y - px(24), px(196), round(widest / WIDE))
        wide = die = card_size(high)[0]
        wides = (wide, wide, wide, die, order)
        gap = (row.w - sum(wides)) / (len(wides) - 1)
        lefts = [row.x + sum(wides[:i]) + gap * i for i in range(len(wides))]
        self.deck, self.flipped, self.discards = (
            Spot(left + wide / 2, low - high / 2, high) for left in lefts[:3]
        )
        around, high = min(round(gap / 3), px(12)), px(CHANCES - 12)
        wide = wides[0] + 2 * around
        self.chances = pygame.Rect(row.x - around, row.bottom - high, wide, high)
        """Rectangle of the next card's chance to fit."""
        self.die = pygame.Rect(0, 0, die, die)
        self.die.midbottom = (round(lefts[3] + wides[3] / 2), low)
        left, wide = round(lefts[3] - gap / 3), round(wides[3] + gap * 2 / 3)
        tall = self.deck.height - die - px(6)
        self.aside = pygame.Rect(left, self.die.top - px(6) - round(tall), wide, round(tall))
        self.order = pygame.Rect(round(lefts[4]), row.y, order, row.h)

    def stack_fan(self, mat: pygame.Rect, cards: int) -> Fan:
        """Return the fan of a stack's cards on its mat; many cards are drawn smaller."""
        px = self.viewport.px
        room, more = mat.w - px(20), max(cards - 1, 0)
        high = min(px(MAT - HEAD - FOOT - 12), int(room / (WIDE + SEEN * more)))
        size = card_size(high)
        gap = px(10)
        step = min(size[0] + gap, (room - size[0]) // max(more, 1))
        area = pygame.Rect(mat.x + gap, 0, size[0] + more * step, high)
        area.centery = mat.y + px(HEAD + 4) + px(MAT - HEAD - FOOT - 12) // 2
        return Fan(area, size, cards)

    def aside_fan(self, cards: int) -> Fan:
        """Return the fan of the cards set aside."""
        size = card_size(self.aside.h)
        wide = min(size[0] * (1 + 0.4 * max(cards - 1, 0)), self.aside.w)
        area = pygame.Rect(0, self.aside.y, round(wide), size[1])
        area.centerx = self.aside.centerx
        return Fan(area, size, cards)

    def benches(self, seats: int) -> list[Bench]:
        """Return the layout of each seat, one below the other."""
        px, side = self.viewport.px, self.areas.side
        room = side.h - px(20)
        high = min((room + px(GAP)) // seats - px(GAP), px(TALLEST))
        first = pygame.Rect(side.x + px(22), 0, side.w - px(22), high)
        first.y = (side.h - seats * high - (seats - 1) * px(GAP)) // 2
        return [Bench(self.viewport, first.move(0, i * (high + px(GAP)))) for i in range(seats)]
