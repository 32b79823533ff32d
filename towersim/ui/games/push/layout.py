"""Where everything on the table of Push lies, in pixels, for a stage."""

from typing import Final, NamedTuple

import pygame

from towersim.rules.push.cards import COLOURS, Mark
from towersim.rules.push.state import STACKS
from towersim.ui.cards.card_faces import WIDE, card_size
from towersim.ui.cards.places import Fan, Spot, columns
from towersim.ui.layout import Areas, areas
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


class Layout(NamedTuple):
    """Rectangles and spots in pixels."""

    areas: Areas
    deck: Spot
    chances: pygame.Rect
    """Where it is said how likely the next card fits."""
    flipped: Spot
    discards: Spot
    die: pygame.Rect
    aside: pygame.Rect
    order: pygame.Rect
    mats: tuple[pygame.Rect, ...]
    """Where the stacks lie."""
    buttons: tuple[pygame.Rect, ...]
    """Below each mat."""
    banner: pygame.Rect
    """Where it is written large what happened."""

    @property
    def result(self) -> pygame.Rect:
        """Where the button lies that shows the result again."""
        return self.buttons[1]


class Bench(NamedTuple):
    """Where a seat's things lie."""

    rect: pygame.Rect
    plate: pygame.Rect
    columns: dict[Mark, pygame.Rect]
    """Where the cards of each colour lie."""
    bank: pygame.Rect
    card: int
    """Height of a card."""
    low: bool
    """Whether there is room for a plate with the sum only, not for cards."""


def table_layout(stage: Stage) -> Layout:
    """Return where everything lies on this stage."""
    px = stage.px
    side = min(max(stage.size[0] / stage.unit - CENTRE, SEATS[0]), SEATS[1])
    found = areas(stage, side)
    left, right, low = found.room.left + px(14), found.room.right - px(20), found.log.top - px(12)
    below = pygame.Rect(left, low - px(50), right - left, px(50))
    buttons = columns(below, STACKS, px(12))
    top = below.y - px(10 + MAT)
    mats = [pygame.Rect(button.x, top, button.w, px(MAT)) for button in buttons]
    row = pygame.Rect(left, px(60), below.w, top - px(70))
    return _middle(stage, found, row, tuple(mats), tuple(buttons))


def _middle(
    stage: Stage,
    found: Areas,
    row: pygame.Rect,
    mats: tuple[pygame.Rect, ...],
    buttons: tuple[pygame.Rect, ...],
) -> Layout:
    """Lay deck, flipped card, discards, die and order side by side above the stacks."""
    px = stage.px
    low = row.bottom - px(CHANCES)
    large = min(low - row.y, px(216))
    deck, pile = round(0.74 * large), round(0.56 * large)
    die, order = px(84), px(224)
    wides = (card_size(deck)[0], card_size(large)[0], card_size(pile)[0], die + px(12), order)
    gap = (row.w - sum(wides)) / (len(wides) - 1)
    lefts = [row.x + sum(wides[:i]) + gap * i for i in range(len(wides))]
    around = min(round(gap / 3), px(12))
    chances = pygame.Rect(row.x - around, 0, wides[0] + 2 * around, px(CHANCES - 12))
    chances.bottom = row.bottom
    middle = round(lefts[3] + wides[3] / 2)
    die_at = pygame.Rect(0, 0, die, die)
    die_at.midbottom = (middle, low)
    aside = pygame.Rect(round(lefts[3] - gap / 3), 0, round(wides[3] + gap * 2 / 3), px(76))
    aside.bottom = die_at.top - px(14)
    return Layout(
        areas=found,
        deck=Spot(lefts[0] + wides[0] / 2, low - deck / 2, deck),
        chances=chances,
        flipped=Spot(lefts[1] + wides[1] / 2, low - large / 2, large),
        discards=Spot(lefts[2] + wides[2] / 2, low - pile / 2, pile),
        die=die_at,
        aside=aside,
        order=pygame.Rect(round(lefts[4]), row.y, order, row.h),
        mats=mats,
        buttons=buttons,
        banner=buttons[0].unionall(buttons[1:]),
    )


def stack_fan(stage: Stage, mat: pygame.Rect, cards: int) -> Fan:
    """Return how the cards of a stack lie on its mat; many are smaller, so that all are seen."""
    room, more = mat.w - stage.px(20), max(cards - 1, 0)
    high = min(stage.px(MAT - HEAD - FOOT - 12), int(room / (WIDE + SEEN * more)))
    size = card_size(high)
    step = min(stage.px(STEP), (room - size[0]) // max(more, 1))
    usual = size[0] + (USUAL_STACK - 1) * step
    left = min(mat.centerx - usual // 2, mat.right - stage.px(10) - size[0] - more * step)
    area = pygame.Rect(max(left, mat.x + stage.px(10)), 0, size[0] + more * step, high)
    area.centery = mat.y + stage.px(HEAD + 4) + stage.px(MAT - HEAD - FOOT - 12) // 2
    return Fan(area, size, cards)


def aside_fan(layout: Layout, cards: int) -> Fan:
    """Return how the cards lie that are set aside."""
    size = card_size(layout.aside.h)
    wide = min(size[0] * (1 + 0.4 * max(cards - 1, 0)), layout.aside.w)
    area = pygame.Rect(0, layout.aside.y, round(wide), size[1])
    area.centerx = layout.aside.centerx
    return Fan(area, size, cards)


def benches(stage: Stage, layout: Layout, seats: int) -> list[Bench]:
    """Return where each seat's things lie, one seat below the other."""
    px, side = stage.px, layout.areas.side
    room = side.h - px(20)
    high = min((room + px(GAP)) // seats - px(GAP), px(TALLEST))
    top = (side.h - seats * high - (seats - 1) * px(GAP)) // 2
    left = side.x + px(22)
    return [
        _bench(stage, pygame.Rect(left, top + i * (high + px(GAP)), side.right - left, high))
        for i in range(seats)
    ]


def _bench(stage: Stage, rect: pygame.Rect) -> Bench:
    px = stage.px
    plate = pygame.Rect(rect.x, rect.y, rect.w, px(34))
    inner = pygame.Rect(rect.x + px(8), plate.bottom + px(7), rect.w - px(16), 0)
    inner.h = rect.bottom - px(8) - inner.y
    cards = inner.h - px(SUM)
    low = cards < px(LOW)
    bank = pygame.Rect(0, inner.y, px(60), inner.h if low else cards)
    bank.right = inner.right
    width = bank.x - px(8) - inner.x
    parts = columns(pygame.Rect(inner.topleft, (width, bank.h)), len(COLOURS), px(5))
    by_colour = dict(zip(COLOURS, parts, strict=True))
    return Bench(rect, plate, by_colour, bank, round(parts[0].w / 5 * 7), low)


def strip(stage: Stage, bench: Bench, cards: int) -> float:
    """Return how much is seen of each card of a colour, but for the last, in pixels."""
    if cards < 2:
        return 0.0
    high = bench.bank.h
    last = min(bench.card, max(high // 3, stage.px(NUMBER)))
    return min((high - last) / (cards - 1), stage.px(NUMBER + 5))


def column(stage: Stage, bench: Bench, colour: Mark, cards: int) -> tuple[pygame.Rect, list[Spot]]:
    """Return what the cards of a colour take of its column, and where each lies over the last one.

    What has no room there is cut off; where there is little room at all, no card lies there.
    """
    lying, step = bench.columns[colour].copy(), strip(stage, bench, cards)
    if bench.low or not cards:
        return lying, []
    lying.h = min(round((cards - 1) * step) + bench.card, bench.bank.h)
    first = Spot(lying.centerx, lying.y + bench.card / 2, bench.card)
    return lying, [first._replace(y=first.y + index * step) for index in range(cards)]
