"""Points of combinations and hands in Rummü, and the cards needed to come out."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from towersim.common.units import Seat
from towersim.rules.rummu.cards import Card, Cards, Suit, is_pure, is_set
from towersim.rules.rummu.state import Options, State

GOING_OUT = 10
"""Points for discarding the last card."""
IN_HAND_RED = -10
"""Points for a red card left in the hand."""
IN_HAND = -5
"""Points for any other card left in the hand."""
PER_FURTHER_CARD = 10
"""Points for each card of a run from the sixth on."""
LONGEST_PRICED = 5
"""The longest run with points of its own; `PER_FURTHER_CARD` extends it."""

SET_POINTS = {3: (0, 0), 4: (10, 30), 5: (50, 50)}
"""Points for a set by its size, as (mixed, pure); a set of five always holds a joker."""
HALVED = (1, 7)
"""Numbers with two cards per suit; their sets score half."""

MINIMUM_FIRST_ROUND = 4
"""Cards needed to come out in the first round."""
MINIMUM = 3
"""Cards needed later with a negative score; each step reached adds one."""
STEPS = (0, 100, 150)
"""Scores from which on coming out takes one card more."""
STEPS_PARTNERS = (0, 200, 400)
"""`STEPS` for the common score of two partners."""


@lru_cache(maxsize=1 << 12)  # every view of a table asks again
def worth(cards: Cards, options: Options) -> int:
    """Return the points for a combination.

    >>> from towersim.rules.rummu.cards import plain
    >>> four = tuple(plain(Card(suit, 7)) for suit in Suit if suit is not Suit.YELLOW)
    >>> worth(four, Options())
    15
    """
    pure = is_pure(cards)
    if is_set(cards):
        points = SET_POINTS[len(cards)][pure]
        return points // 2 if cards[0].card.number in HALVED else points
    prices = {3: (0, 10), 4: (10, 20), 5: (options.five_run_mixed, options.five_run_pure)}
    further = max(0, len(cards) - LONGEST_PRICED)
    return prices[len(cards) - further][pure] + PER_FURTHER_CARD * further


def penalty(hand: Iterable[Card]) -> int:
    """Return the (negative) points for the cards left in a hand.

    >>> penalty([Card(Suit.RED, 0), Card(Suit.BLACK, 9)])
    -15
    """
    return sum(IN_HAND_RED if card.suit is Suit.RED else IN_HAND for card in hand)


class Share(NamedTuple):
    """The points of one seat in one round, by source."""

    laid: int
    """Points for its combinations."""
    out: int = 0
    """Points for going out."""
    left: int = 0
    """Points for the cards in the hand, 0 or less."""


def round_shares(state: State, first: Seat | None) -> tuple[Share, ...]:
    """Return each seat's points of a round; `first` is the seat that went out, if any."""
    seats = map(Seat, range(len(state.hands)))
    return tuple(_share(state, seat, first) for seat in seats)


def _share(state: State, seat: Seat, first: Seat | None) -> Share:
    laid = sum(worth(cards, state.options) for owner, cards in state.table if owner == seat)
    if seat == first:
        return Share(laid, out=GOING_OUT)
    if first is not None and state.side(seat) == state.side(first):
        return Share(laid)
    return Share(laid, left=penalty(state.hands[seat]))


def minimum(state: State, seat: Seat) -> int:
    """Return the number of cards that a seat has to lay in one turn to come out."""
    if state.round == 1:
        return MINIMUM_FIRST_ROUND
    steps = STEPS_PARTNERS if state.options.partners else STEPS
    return MINIMUM + sum(state.scores[state.side(seat)] >= step for step in steps)
