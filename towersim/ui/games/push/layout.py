"""Where everything on the table of Push lies, in pixels, for a stage."""

from typing import Final

import pygame

from towersim.rules.push.cards import COLOURS, Mark
from towersim.rules.push.state import STACKS
from towersim.ui.cards.card_faces import WIDE, card_size
from towersim.ui.cards.places import Fan, Spot, columns
from towersim.ui.layout import areas
from towersim.ui.theme import Stage

CENTRE: Final = 770
"""The seats leave the middle at least so wide, in units, if they can."""
SEATS: Final = (320, 430)
"""The seats are no narrower and no wider, in units."""
TALLEST: Final = 236
"""No seat is higher, in units."""
GAP: Final = 6
MAT: Final = 274
"""Height of a stack's mat, in units."""
HEAD: Final = 40
FOOT: Final = 32
"""Above and below the cards of a mat, in units."""
STEP: Final = 46
"""Cards of a stack lie so far apart, in units, if there is room."""
CHANCES: Final = 54
"""Room below deck, flipped card, discards and die, which stand on one line, in units."""
USUAL_STACK: Final = 3
SEEN: Final = 0.18
"""So much of a covered card shows its number, in its height."""
SUM: Final = 24
"""Below the cards of a colour there is so much room for their sum, in units."""
LOW: Final = 62
"""With less room than this, in units, a colour of a bench is a plate instead of cards."""
NUMBER: Final = 18
"""So much of a card has to be seen to read its number, in units."""


class Bench:
    """Where a seat's things lie."""

    def __init__(self, stage: Stage, rect: pygame.Rect) -> None:
        """Lay out a seat's things in a rectangle."""
        px, self.rect = stage.px, rect
        self.plate = pygame.Rect(rect.x, rect.y, rect.w, px(34))
        inner = pygame.Rect(rect.x + px(8), self.plate.bottom + px(7), rect.w - px(16), 0)
        inner.h = rect.bottom - px(8) - inner.y
        cards = inner.h - px(SUM)
        self.low = cards < px(LOW)
        """Whether there is room for a plate with the sum only, not for cards."""
        self.bank = pygame.Rect(0, inner.y, px(60), inner.h if self.low else cards)
        self.bank.right = inner.right
        wide = self.bank.x - px(8) - inner.x
        parts = columns(pygame.Rect(inner.topleft, (wide, self.bank.h)), len(COLOURS), px(5))
        self.columns: dict[Mark, pygame.Rect] = dict(zip(COLOURS, parts, strict=True))
        """Where the cards of each colour lie."""
        self.card = round(parts[0].w / 5 * 7)
        """Height of a card."""
        self._number = px(NUMBER), px(NUMBER + 5)

    def strip(self, cards: int) -> float:
        """Return how much is seen of each card of a colour, but for the last, in pixels."""
        if cards < 2:
            return 0.0
        least, most = self._number
        last = min(self.card, max(self.bank.h // 3, least))
        return min((self.bank.h - last) / (cards - 1), most)

    def column(self, colour: Mark, cards: int) -> tuple[pygame.Rect, list[Spot]]:
        """Return what the cards of a colour take, and where each lies over the last one.

        What has no room there is cut off; where there is little room at all, no card lies there.
        """
        lying, step = self.columns[colour].copy(), self.strip(cards)
        if self.low or not cards:
            return lying, []
        lying.h = min(round((cards - 1) * step) + self.card, self.bank.h)
        first = Spot(lying.centerx, lying.y + self.card / 2, self.card)
        return lying, [first._replace(y=first.y + index * step) for index in range(cards)]


class Layout:
    """Rectangles and spots in pixels, for a stage."""

    def __init__(self, stage: Stage) -> None:
        """Lay everything out: the stacks at the lower edge, above them a row of what is dealt."""
        px, self.stage = stage.px, stage
        side = min(max(stage.size[0] / stage.unit - CENTRE, SEATS[0]), SEATS[1])
        self.areas = found = areas(stage, side)
        left, right = found.room.left + px(14), found.room.right - px(20)
        below = found.log.top - px(12) - px(50)
        self.buttons = columns(pygame.Rect(left, below, right - left, px(50)), STACKS, px(12))
        """Below each mat."""
        self.result = self.buttons[1]
        self.banner = self.buttons[0].unionall(self.buttons[1:])
        """Where it is written large what happened."""
        top = below - px(10 + MAT)
        self.mats = [pygame.Rect(button.x, top, button.w, px(MAT)) for button in self.buttons]
        """Where the stacks lie."""
        self._lay_row(pygame.Rect(left, px(60), right - left, top - px(70)))

    def _lay_row(self, row: pygame.Rect) -> None:
        """Lay deck, flipped card, discards, die and order side by side above the stacks."""
        px = self.stage.px
        low = row.bottom - px(CHANCES)
        large = min(low - row.y, px(216))
        deck, pile = round(0.74 * large), round(0.56 * large)
        die, order = px(84), px(224)
        wides = (card_size(deck)[0], card_size(large)[0], card_size(pile)[0], die + px(12), order)
        gap = (row.w - sum(wides)) / (len(wides) - 1)
        lefts = [row.x + sum(wides[:i]) + gap * i for i in range(len(wides))]
        self.deck = Spot(lefts[0] + wides[0] / 2, low - deck / 2, deck)
        self.flipped = Spot(lefts[1] + wides[1] / 2, low - large / 2, large)
        self.discards = Spot(lefts[2] + wides[2] / 2, low - pile / 2, pile)
        around, high = min(round(gap / 3), px(12)), px(CHANCES - 12)
        wide = wides[0] + 2 * around
        self.chances = pygame.Rect(row.x - around, row.bottom - high, wide, high)
        """Where it is said how likely the next card fits."""
        self.die = pygame.Rect(0, 0, die, die)
        self.die.midbottom = (round(lefts[3] + wides[3] / 2), low)
        left, wide = round(lefts[3] - gap / 3), round(wides[3] + gap * 2 / 3)
        self.aside = pygame.Rect(left, self.die.top - px(14) - px(76), wide, px(76))
        self.order = pygame.Rect(round(lefts[4]), row.y, order, row.h)

    def stack_fan(self, mat: pygame.Rect, cards: int) -> Fan:
        """Return how the cards of a stack lie on its mat; many are smaller: all are seen."""
        room, more = mat.w - self.stage.px(20), max(cards - 1, 0)
        high = min(self.stage.px(MAT - HEAD - FOOT - 12), int(room / (WIDE + SEEN * more)))
        size = card_size(high)
        step = min(self.stage.px(STEP), (room - size[0]) // max(more, 1))
        usual = size[0] + (USUAL_STACK - 1) * step
        left = min(mat.centerx - usual // 2, mat.right - self.stage.px(10) - size[0] - more * step)
        area = pygame.Rect(max(left, mat.x + self.stage.px(10)), 0, size[0] + more * step, high)
        area.centery = mat.y + self.stage.px(HEAD + 4) + self.stage.px(MAT - HEAD - FOOT - 12) // 2
        return Fan(area, size, cards)

    def aside_fan(self, cards: int) -> Fan:
        """Return how the cards lie that are set aside."""
        size = card_size(self.aside.h)
        wide = min(size[0] * (1 + 0.4 * max(cards - 1, 0)), self.aside.w)
        area = pygame.Rect(0, self.aside.y, round(wide), size[1])
        area.centerx = self.aside.centerx
        return Fan(area, size, cards)

    def benches(self, seats: int) -> list[Bench]:
        """Return where each seat's things lie, one seat below the other."""
        px, side = self.stage.px, self.areas.side
        room = side.h - px(20)
        high = min((room + px(GAP)) // seats - px(GAP), px(TALLEST))
        first = pygame.Rect(side.x + px(22), 0, side.w - px(22), high)
        first.y = (side.h - seats * high - (seats - 1) * px(GAP)) // 2
        return [Bench(self.stage, first.move(0, i * (high + px(GAP)))) for i in range(seats)]
