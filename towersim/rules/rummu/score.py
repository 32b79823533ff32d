"""What combinations and hands of Rummü are worth, and what it takes to come out."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from towersim.rules.rummu.cards import Card, Cards, Suit, is_pure, is_set
from towersim.rules.rummu.state import Options, State
from towersim.units import Seat

GOING_OUT = 10
"""Points for the last card."""
IN_HAND_RED = -10
"""Points for a red card that is left in the hand."""
IN_HAND = -5
"""Points for any other."""
PER_FURTHER_CARD = 10
"""Points for each card of a run from the sixth on."""
LONGEST_PRICED = 5
"""The longest run with a price of its own; a longer one adds to that."""

SET_POINTS = {3: (0, 0), 4: (10, 30), 5: (50, 50)}
"""Points for a set by its size, mixed and pure; one of five always holds a joker."""
HALVED = (1, 7)
"""Sets of these numbers, of which there are twice as many cards, bring half."""

MINIMUM_FIRST_ROUND = 4
"""Cards to come out with in the first round."""
MINIMUM = 3
"""Cards to come out with later, if the score is negative; one more from each step on."""
STEPS = (0, 100, 150)
"""Scores from which it takes one card more."""
STEPS_PARTNERS = (0, 200, 400)
"""The same for the score of two partners."""


@lru_cache(maxsize=1 << 12)  # a table is looked at many times
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
    prices = {
        3: (0, 10),
        4: (10, 20),
        5: (options.five_run_mixed, options.five_run_pure),
    }
    further = max(0, len(cards) - LONGEST_PRICED)
    return prices[len(cards) - further][pure] + PER_FURTHER_CARD * further


def penalty(hand: Iterable[Card]) -> int:
    """Return the points for the cards left in a hand, none of them good.

    >>> penalty([Card(Suit.RED, 0), Card(Suit.BLACK, 9)])
    -15
    """
    return sum(IN_HAND_RED if card.suit is Suit.RED else IN_HAND for card in hand)


class Share(NamedTuple):
    """From what the points of one seat in one round come."""

    laid: int
    """For its combinations."""
    out: int = 0
    """For going out."""
    left: int = 0
    """For the cards in the hand: never more than 0."""


def round_shares(state: State, first: Seat | None) -> tuple[Share, ...]:
    """Return what a round brings each seat; `first` went out, or None if nobody did."""
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
    """Return how many cards a seat has to lay in one turn to come out."""
    if state.round == 1:
        return MINIMUM_FIRST_ROUND
    steps = STEPS_PARTNERS if state.options.partners else STEPS
    return MINIMUM + sum(state.scores[state.side(seat)] >= step for step in steps)
