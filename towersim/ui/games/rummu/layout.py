"""Where everything on the table of Rummü lies, in pixels, for a stage: as large as it fits."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import pygame

from towersim.rules.rummu.state import Combination
from towersim.ui.cards.card_faces import WIDE, card_size
from towersim.ui.cards.draw_plates import Size, plate_rects
from towersim.ui.cards.places import Fan, Spot, grouped
from towersim.ui.layout import Areas, areas
from towersim.ui.theme import Stage
from towersim.units import Seat

MARGIN: Final = 22
WIDEST: Final = 400
"""No other seat's plate is wider, in units."""
OWN: Final = 216
"""Width of what lies left of the own hand, in units."""
HAND: Final = 154
"""Height of the hand, in units; its cards are a little lower."""
CARD: Final = 124
"""Height of a card in the hand, in units."""
BENCH: Final = 134
"""Height of the workbench, in units."""
ON_BENCH: Final = 88
"""Height of a card on the workbench, in units."""
PILE: Final = 104
"""Height of a card on deck and discard pile, in units."""
ARC: Final = 6.0
"""How far the outermost cards of a full hand are turned, in degrees."""
HEIGHTS: Final = (116, 106, 96, 88, 80, 74, 68, 62, 56, 50)
"""Heights of a card that are tried, in units."""
STEP: Final = 0.36
"""So much is seen of a card that another lies on, in its height: number, shape and badge."""
SMALL: Final = (14, 20)
"""Heights of small words: at the usual size of text, and at most, in units."""
GAP: Final = 16
"""Between combinations, in units."""


class Layout(NamedTuple):
    """Rectangles and spots in pixels."""

    areas: Areas
    others: pygame.Rect
    """Where the other seats sit: plates, and a line of words below each."""
    table: pygame.Rect
    """Where the combinations lie."""
    deck: Spot
    discards: pygame.Rect
    bench: pygame.Rect
    bench_cards: pygame.Rect
    lay: pygame.Rect
    back: pygame.Rect
    reading: pygame.Rect
    """The button that says what the yellow cards stand for."""
    plate: pygame.Rect
    """The plate of the seat at the lower edge."""
    sort: pygame.Rect
    scores: pygame.Rect
    hint: pygame.Rect
    """The button that asks what could be laid."""
    hand: pygame.Rect
    result: pygame.Rect
    """The button that shows the result again."""


def small_words(stage: Stage) -> float:
    """Return how high small words are at the player's size of text, in units."""
    return min(stage.grown(SMALL[0]), SMALL[1])


def small_line(stage: Stage) -> int:
    """Return how high a line of small words is, in pixels."""
    return stage.px(1.4 * small_words(stage))


def table_layout(stage: Stage) -> Layout:
    """Return where everything lies on this stage."""
    px, width = stage.px, stage.size[0]
    found, edge = areas(stage, 0), stage.px(MARGIN)
    low = found.log.top - px(12)
    own = pygame.Rect(edge, low - px(HAND), px(OWN), px(HAND))
    hand = pygame.Rect(own.right + px(14), own.y, width - edge - own.right - px(14), own.h)
    bench = pygame.Rect(0, own.y - px(BENCH + 8), 0, px(BENCH))
    deck = Spot(edge + card_size(px(PILE))[0] / 2, bench.centery, px(PILE))
    discards = pygame.Rect(edge + card_size(px(PILE))[0] + px(20), 0, px(290), px(PILE))
    discards.centery = bench.centery
    bench.x = discards.right + px(22)
    bench.w = width - edge - bench.x
    others = pygame.Rect(edge, px(60), width - 2 * edge, px(38) + small_line(stage))
    top = others.bottom + px(8)
    table = pygame.Rect(edge, top, width - 2 * edge, bench.y - px(6) - top)
    buttons = pygame.Rect(bench.right - px(10 + 146), bench.y + px(12), px(146), px(46))
    half = pygame.Rect(own.x, low - px(36), (own.w - px(8)) // 2, px(36))
    sort = pygame.Rect(own.x, half.y - px(42), own.w, px(36))
    cards = pygame.Rect(bench.x + px(14), 0, 0, px(ON_BENCH))
    cards.w, cards.bottom = buttons.x - px(300) - cards.x, bench.bottom - px(14)
    reading = pygame.Rect(buttons.x - px(290), bench.bottom - px(46), px(276), px(34))
    return Layout(
        areas=found,
        others=others,
        table=table,
        deck=deck,
        discards=discards,
        bench=bench,
        bench_cards=cards,
        lay=buttons,
        back=pygame.Rect(buttons.x, buttons.bottom + px(10), buttons.w, px(40)),
        reading=reading,
        plate=pygame.Rect(own.x, own.y + px(2), own.w, px(38)),
        sort=sort,
        scores=half,
        hint=half.move(own.w - half.w, 0),
        hand=hand,
        result=sort,
    )


def plates(stage: Stage, layout: Layout, seats: int, home: int) -> list[pygame.Rect]:
    """Return where each seat's plate lies, by seat; `home` sits at the lower edge."""
    size = Size(stage.px(36), stage.px(WIDEST), stage.px(16))
    found = {home: layout.plate, **plate_rects(layout.others, seats, home, size)}
    return [found[seat] for seat in range(seats)]


def hand_fan(stage: Stage, layout: Layout, cards: int) -> Fan:
    """Return how so many cards lie in the own hand."""
    return Fan(layout.hand, card_size(stage.px(CARD)), cards, ARC)


def bench_spots(stage: Stage, layout: Layout, sizes: Sequence[int]) -> list[list[Spot]]:
    """Return where groups of so many cards lie on the workbench, from its left edge."""
    area, (wide, high) = layout.bench_cards, card_size(stage.px(ON_BENCH))
    first = Spot(area.x, area.centery, high)
    return grouped(first, area.w, sizes, wide + stage.px(5), stage.px(16))


def discard_fan(stage: Stage, layout: Layout, cards: int) -> Fan:
    """Return how the discard pile is spread: the newest card on the right, on top."""
    size, area = card_size(stage.px(PILE)), layout.discards.copy()
    step = min(stage.px(22), (area.w - size[0]) // max(cards - 1, 1))
    area.w = size[0] + step * max(cards - 1, 0)
    return Fan(area, size, cards)


def spread(
    stage: Stage, area: pygame.Rect, table: Sequence[Combination], order: Sequence[Seat]
) -> dict[int, pygame.Rect]:
    """Return where each combination lies, by its place in the table, with a line of words above.

    Those of a seat lie beside each other, seats in `order`.
    """
    numbers = sorted(range(len(table)), key=lambda i: (order.index(table[i].seat), i))
    sizes = [len(table[i].cards) for i in numbers]
    for units in HEIGHTS:
        rects = _flow(stage, area, sizes, stage.px(units))
        if not rects or rects[-1].bottom <= area.bottom:
            break
    return dict(zip(numbers, rects, strict=True))


def _flow(stage: Stage, area: pygame.Rect, sizes: Sequence[int], high: int) -> list[pygame.Rect]:
    """Return rectangles for so many cards each, line by line."""
    x, y, gap = area.x, area.y, stage.px(GAP)
    rects = []
    for size in sizes:
        rect = pygame.Rect(0, 0, round((WIDE + STEP * (size - 1)) * high), high + small_line(stage))
        if x > area.x and x + rect.w > area.right:
            x, y = area.x, y + rect.h + stage.px(8)
        rect.topleft = (x, y)
        rects.append(rect)
        x += rect.w + gap
    return rects


def card_spots(stage: Stage, rect: pygame.Rect, cards: int) -> list[Spot]:
    """Return where the cards of a combination lie in its rectangle."""
    high = rect.h - small_line(stage)
    first = Spot(rect.x + WIDE * high / 2, rect.bottom - high / 2, high)
    return [first._replace(x=first.x + i * STEP * high) for i in range(cards)]
