"""The layout of the table of Rummü for a viewport, in pixels."""

from collections.abc import Sequence
from typing import Final

import pygame

from towersim.common.units import Seat
from towersim.rules.rummu.state import Combination
from towersim.ui.cards.card_faces import card_size
from towersim.ui.cards.nodes import Fan, Size, grouped, plate_rects
from towersim.ui.drawing.layout import areas
from towersim.ui.drawing.theme import Viewport
from towersim.ui.nodes.node import WIDE, Spot

MARGIN: Final = 22
WIDEST: Final = 400
"""Largest width of another seat's plate, in units."""
OWN: Final = 216
"""Width of the column left of the own hand, in units."""
HAND: Final = 154
"""Height of the hand, in units; its cards are a little lower."""
CARD: Final = 124
"""Height of a card in the hand, in units."""
BENCH: Final = 134
"""Height of the workbench, in units."""
ON_BENCH: Final = 88
"""Height of a card on the workbench, in units."""
PILE: Final = 104
"""Height of the cards of deck and discard pile, in units."""
ARC: Final = 6.0
"""Angle of the outermost cards of a full hand, in degrees."""
HEIGHTS: Final = (116, 106, 96, 88, 80, 74, 68, 62, 56, 50)
"""Heights tried for the cards of combinations, in units, largest first."""
STEP: Final = 0.36
"""Visible width of a covered card, as a share of its height: number, shape and badge."""
SMALL: Final = (14, 20)
"""Default and largest height of small text, in units."""
GAP: Final = 16
"""Gap between combinations, in units."""


class Layout:
    """Rectangles and spots in pixels, for a viewport."""

    def __init__(self, viewport: Viewport) -> None:
        """Lay everything out: the hand at the lower edge, the workbench, and the table above."""
        px, width, edge = viewport.px, viewport.size[0], viewport.px(MARGIN)
        self.viewport, self.areas = viewport, areas(viewport, 0)
        self.small_words = viewport.grown(SMALL[0], SMALL[1])
        """Height of small text at the player's text size, in units."""
        self.small_line = px(1.4 * self.small_words)
        """Height of a line of small text, in pixels."""
        low = self.areas.log.top - px(12)
        own = pygame.Rect(edge, low - px(HAND), px(OWN), px(HAND))
        self.plate = pygame.Rect(own.x, own.y + px(2), own.w, px(38))
        """The plate of the seat at the lower edge."""
        self.scores = pygame.Rect(own.x, low - px(36), (own.w - px(8)) // 2, px(36))
        self.hint = self.scores.move(own.w - self.scores.w, 0)
        """Rectangle of the hint button."""
        self.sort = self.result = pygame.Rect(own.x, self.scores.y - px(42), own.w, px(36))
        left = own.right + px(14)
        self.hand = pygame.Rect(left, own.y, width - edge - left, own.h)
        wide, y, high = card_size(px(PILE))[0], own.y - px(BENCH + 8), px(BENCH)
        self.deck = Spot(edge + wide / 2, y + high // 2, px(PILE))
        self.discards = pygame.Rect(edge + wide + px(20), 0, px(290), px(PILE))
        self.discards.centery = y + high // 2
        left = self.discards.right + px(22)
        self.bench = pygame.Rect(left, y, width - edge - left, high)
        self.lay = pygame.Rect(self.bench.right - px(10 + 146), y + px(12), px(146), px(46))
        self.back = pygame.Rect(self.lay.x, self.lay.bottom + px(10), self.lay.w, px(40))
        low = self.bench.bottom
        self.reading = pygame.Rect(self.lay.x - px(290), low - px(46), px(276), px(34))
        """Rectangle of the button with the reading of the yellow cards."""
        left, high = left + px(14), px(ON_BENCH)
        wide = self.lay.x - px(300) - left
        self.bench_cards = pygame.Rect(left, low - px(14) - high, wide, high)
        self.others = pygame.Rect(edge, px(60), width - 2 * edge, px(38) + self.small_line)
        """Rectangle of the other seats: plates, and a line of text below each."""
        top = self.others.bottom + px(8)
        self.table = pygame.Rect(edge, top, width - 2 * edge, y - px(6) - top)
        """Rectangle of the combinations."""

    def plates(self, seats: int, home: int) -> list[pygame.Rect]:
        """Return the rectangles of the plates by seat; `home` sits at the lower edge."""
        size = Size(self.viewport.px(36), self.viewport.px(WIDEST), self.viewport.px(16))
        plates = {home: self.plate, **plate_rects(self.others, seats, home, size)}
        return [plates[seat] for seat in range(seats)]

    def hand_fan(self, cards: int) -> Fan:
        """Return the fan of `cards` cards in the own hand."""
        return Fan(self.hand, card_size(self.viewport.px(CARD)), cards, ARC)

    def bench_spots(self, sizes: Sequence[int]) -> list[tuple[Spot, ...]]:
        """Return the spots of groups of cards on the workbench, from its left edge."""
        area, (wide, high) = self.bench_cards, card_size(self.viewport.px(ON_BENCH))
        first = Spot(area.x, area.centery, high)
        return grouped(first, area.w, sizes, wide + self.viewport.px(5), self.viewport.px(16))

    def discard_fan(self, cards: int) -> Fan:
        """Return the fan of the discard pile: the newest card on the right, on top."""
        size, area = card_size(self.viewport.px(PILE)), self.discards.copy()
        step = min(self.viewport.px(22), (area.w - size[0]) // max(cards - 1, 1))
        area.w = size[0] + step * max(cards - 1, 0)
        return Fan(area, size, cards)

    def combinations(
        self, table: Sequence[Combination], order: Sequence[Seat]
    ) -> dict[int, pygame.Rect]:
        """Return the combinations' rectangles by index in `table`, each with a line of text above.

        They are grouped by seat, seats in `order`; the card height is the largest that fits.
        """
        numbers = sorted(range(len(table)), key=lambda i: (order.index(table[i].seat), i))
        sizes = [len(table[i].cards) for i in numbers]
        for units in HEIGHTS:
            rects = self._flow(sizes, self.viewport.px(units))
            if not rects or rects[-1].bottom <= self.table.bottom:
                break
        return dict(zip(numbers, rects, strict=True))

    def _flow(self, sizes: Sequence[int], high: int) -> list[pygame.Rect]:
        """Return rectangles for groups of cards of these sizes, flowed line by line."""
        x, y, whole = self.table.x, self.table.y, high + self.small_line
        rects = []
        for size in sizes:
            wide = round((WIDE + STEP * (size - 1)) * high)
            if x > self.table.x and x + wide > self.table.right:
                x, y = self.table.x, y + whole + self.viewport.px(8)
            rects.append(pygame.Rect(x, y, wide, whole))
            x += wide + self.viewport.px(GAP)
        return rects

    def card_spots(self, rect: pygame.Rect, cards: int) -> tuple[Spot, ...]:
        """Return the spots of a combination's cards in its rectangle."""
        high = rect.h - self.small_line
        first = Spot(rect.x + WIDE * high / 2, rect.bottom - high / 2, high)
        return first.row(cards, STEP * high)
