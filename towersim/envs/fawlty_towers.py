"""Fawlty Towers in numbers.

Actions: 0–15 a cube (red, blue, green, yellow) on the first to fourth tower, 16–31 a cube that
founds a tower there, 32–55 a card by column and row (six, from the bottom), 56 no card. For a cube
come two more numbers: 57 square, 58 on its edge; then 59–91 x (`towersim.envs.placing`).

>>> from towersim.envs.coding import Observer
>>> print(Observer(CODING, 2))
   0    7  phase: laying, choosing, building, founding, falling, claiming, refilling, over
   8    9  turn
  10   13  tower of the last cube
  14  445  cards by column and row: colour, symbol, number
 446  461  cubes of each tower by colour
 462  589  the eight uppermost cubes of each tower by colour
 590  593  cubes in the pool by colour
 594  595  scores
 596  607  cards of each seat by symbol
 608  610  turns without a card, cards in the deck, no card for founding

A card is a mark for its colour (red, yellow, green, blue, white, black), one for its symbol (drop,
hammers, circles, bricks, wheel, arrow) and one for its number, 1 to 6. 132 heights follow, 33 of
each tower, then the marks of the numbers chosen so far.
"""

import math
from collections.abc import Iterator

from towersim.envs.coding import Coding, Fact, clockwise, counts, marked, phase_fact, relative
from towersim.envs.placing import names
from towersim.rules.fawlty_towers.play import COLUMNS, ROWS, FawltyTowers
from towersim.rules.fawlty_towers.state import CUBES, Card, Colour, Phase, Symbol, View

ACTIONS = FawltyTowers().action_space(2)
WORDS = {action: (number,) for number, action in enumerate(ACTIONS)}
PHASES, COLOURS, SYMBOLS = tuple(Phase), tuple(Colour), tuple(Symbol)
UPPER = 8
"""The number of a tower's uppermost cubes whose order is told."""
ANGLES = (0.0, math.pi / 4)


def _facts(view: View) -> Iterator[Fact]:
    seat, many = view.seat, len(view.taken)
    towers = [tower or () for tower in view.towers]
    yield phase_fact(PHASES, view.phase)
    yield Fact("turn", 1, relative([] if view.turn is None else [view.turn], seat, many))
    yield Fact("tower of the last cube", 1, marked(len(towers), [view.tower]))
    yield Fact("cards by column and row: colour, symbol, number", 1, _open(view))
    yield Fact("cubes of each tower by colour", 36, b"".join(map(_cubes, towers)))
    upper = [_cubes(tower[::-1][n : n + 1]) for tower in towers for n in range(UPPER)]
    yield Fact("the eight uppermost cubes of each tower by colour", 1, b"".join(upper))
    pool = dict(view.pool)
    yield Fact("cubes in the pool by colour", 36, counts(pool.get(colour, 0) for colour in CUBES))
    yield Fact("scores", 255, counts(clockwise(view.scores, seat)))
    taken = (
        marked(len(SYMBOLS), (SYMBOLS.index(card.symbol) for card in cards))
        for cards in clockwise(view.taken, seat)
    )
    yield Fact("cards of each seat by symbol", 9, b"".join(taken))
    last = counts((view.quiet, view.deck, view.card_forfeited))
    yield Fact("turns without a card, cards in the deck, no card for founding", 54, last)


def _open(view: View) -> bytes:
    rows = [dict(enumerate(column)) for column in (*view.columns, *[()] * COLUMNS)[:COLUMNS]]
    return b"".join(_card(column.get(row)) for column in rows for row in range(ROWS))


def _card(card: Card | None) -> bytearray:
    if card is None:
        return bytearray(18)
    colour, symbol = COLOURS.index(card.colour), SYMBOLS.index(card.symbol)
    return marked(18, (colour, 6 + symbol, 11 + card.number))


def _cubes(cubes: tuple[Colour, ...]) -> bytearray:
    return marked(len(CUBES), map(CUBES.index, cubes))


CODING = Coding(
    "fawlty-towers", (*map(str, ACTIONS), *names(ANGLES)), WORDS.__getitem__, _facts, angles=ANGLES
)
