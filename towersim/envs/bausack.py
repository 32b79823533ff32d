"""Bausack in numbers; nothing is hidden in it.

Actions, with pieces in alphabetical order: 0–769 a piece put up for auction with a bid of 0–10,
770–839 a piece pushed to the next seat, 840–849 a bid of 1–10, 850 pass, 851 accept, 852 pay, 853
put the chosen piece on one's tower. For that come two more numbers: 854–861 its angle in eighths of
a turn, 862–894 x (`towersim.envs.placing`).

>>> from towersim.envs.coding import Observer
>>> print(Observer(CODING, 2))
   0    6  phase: choosing, bidding, offered, placing, falling, measuring, over
   7    8  turn
   9   10  asked
  11   80  pieces in the supply
  81  150  chosen piece
 151  220  barred piece
 221  222  tokens
 223  224  still in the game
 225  226  highest bidder
 227  228  passed
 229  230  highest bid, price to pass on
 231  370  pieces of each tower

33 heights of each tower follow, one's own first, then the marks of the numbers chosen so far.
"""

import math
from collections.abc import Iterator

from towersim.envs.coding import Coding, Fact, Word, clockwise, counts, marked, phase_fact, relative
from towersim.envs.placing import names
from towersim.rules.base import Action
from towersim.rules.bausack.play import Bausack
from towersim.rules.bausack.state import TOKENS, Phase, View

RULES = Bausack()
ACTIONS = RULES.action_space(0)
WORDS = {action: (number,) for number, action in enumerate(ACTIONS)}
PUT = (len(ACTIONS),)
PIECES = {piece: number for number, piece in enumerate(RULES.pieces)}
PHASES = tuple(Phase)
ANGLES = tuple(n * math.pi / 4 for n in range(8))


def _word(action: Action) -> Word:
    return WORDS.get(action, PUT)


def _facts(view: View) -> Iterator[Fact]:
    seat, many = view.seat, len(view.tokens)
    yield phase_fact(PHASES, view.phase)
    yield Fact("turn", 1, relative([view.turn], seat, many))
    yield Fact("asked", 1, relative([view.asked], seat, many))
    yield Fact("pieces in the supply", 1, _pieces(view.supply))
    yield Fact("chosen piece", 1, _pieces([view.piece] if view.piece else []))
    barred = [view.barred_now] if view.barred_now else []
    yield Fact("barred piece", 1, _pieces(barred))
    yield Fact("tokens", TOKENS, counts(clockwise(view.tokens, seat)))
    yield Fact("still in the game", 1, relative(view.standing, seat, many))
    bidder = [view.bidder] if view.bids else []
    yield Fact("highest bidder", 1, relative(bidder, seat, many))
    yield Fact("passed", 1, relative(view.passed, seat, many))
    highest = view.highest if view.bids else 0
    yield Fact("highest bid, price to pass on", TOKENS, counts((highest, view.price)))
    towers = map(_pieces, clockwise(view.towers, seat))
    yield Fact("pieces of each tower", 1, b"".join(towers))


def _pieces(names: tuple[str, ...] | list[str]) -> bytearray:
    return marked(len(PIECES), (PIECES[name] for name in names))


CODING = Coding(
    "bausack",
    (*map(str, ACTIONS), "put the piece down", *names(ANGLES)),
    _word,
    _facts,
    angles=ANGLES,
)
