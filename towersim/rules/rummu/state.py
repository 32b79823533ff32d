"""The values of Rummü: options, actions, phases, state, view and points."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Literal, NamedTuple

import msgspec

from towersim.common.units import Seat
from towersim.rules.base import Action, Actor
from towersim.rules.display import Viewed
from towersim.rules.rummu.cards import Card, Cards, Suit, is_pure, is_set, ordered, plain

HAND = {3: 12, 4: 10, 5: 9, 6: 8}
"""Ruling: cards per hand by the number of seats, as the table of the source is lost."""
TARGET = 200
"""The score that ends the game."""
TARGET_PARTNERS = 500
"""The score of two partners that ends the game."""
ROUND_GUARD = 30
"""Ruling: the last round of a game without an agreed number of rounds."""
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


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options that the players agree on before the game."""

    partners: bool = False
    """Whether opposite seats are partners, which takes 4 or 6 seats."""
    five_run_mixed: Literal[40, 20] = 40
    """Points for a mixed run of five as printed in the source, which may have swapped the two."""
    five_run_pure: Literal[20, 40] = 20
    """Points for a pure run of five as printed in the source."""
    rounds: Literal[0, 12, 6, 3, 1] = 0
    """The last round of the game; 0: no agreed limit (see `ROUND_GUARD`)."""


class Deal(Action, frozen=True):
    """The deck deals this card to the next seat or to the discard pile."""

    card: Card


class Draw(Action, frozen=True):
    """A seat draws from the deck."""


class Take(Action, frozen=True):
    """A seat takes the top card of the discard pile; it may then take the next one."""


class Lay(Action, frozen=True):
    """A seat lays a combination from its hand; the cards are in the order of `ordered`."""

    cards: Cards


class Add(Action, frozen=True):
    """A seat adds cards, in the order of `ordered`, to the combination with this index."""

    cards: Cards
    combination: int


class Exchange(Action, frozen=True):
    """A seat replaces a joker by the card it stands for and takes the joker."""

    card: Card
    combination: int


class Discard(Action, frozen=True):
    """A seat discards a card and ends its turn."""

    card: Card


SeatAction = Draw | Take | Lay | Add | Exchange | Discard


class Phase(StrEnum):
    """The kind of move that the game waits for."""

    DEALING = "dealing"
    """The deck deals the hands, then the first card of the discard pile."""
    DRAWING = "drawing"
    """The seat draws from the deck or takes from the discard pile."""
    FETCHING = "fetching"
    """The seat has drawn: the deck reveals the card."""
    TAKING = "taking"
    """The seat took a discard: it takes another, plays or discards."""
    PLAYING = "playing"
    """The seat plays or discards."""
    OVER = "over"


class Combination(NamedTuple):
    """A combination on the table and its owner, the seat that laid it and scores for it."""

    seat: Seat
    cards: Cards


def played(action: Lay | Add | Exchange | Discard) -> tuple[Card, ...]:
    """Return the cards that an action takes from the hand."""
    match action:
        case Lay(cards) | Add(cards):
            return tuple(role.card for role in cards)
        case _:
            return (action.card,)


def combined(table: Sequence[Combination], action: Lay | Add | Exchange) -> Cards:
    """Return the new or changed combination that results from an action.

    >>> from towersim.rules.rummu.cards import Suit
    >>> cards = ordered(plain(Card(Suit.RED, number)) for number in (3, 4, 5))
    >>> table = [Combination(Seat(0), combined([], Lay(cards)))]
    >>> [role.card.number for role in combined(table, Add((plain(Card(Suit.RED, 2)),), 0))]
    [2, 3, 4, 5]
    """
    if isinstance(action, Lay):
        return action.cards
    before = table[action.combination].cards
    if isinstance(action, Add):
        return ordered((*before, *action.cards))
    new = plain(action.card)
    return tuple(new if role.stands_in_for(action.card) else role for role in before)


class Public(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a state that every viewer knows."""

    phase: Phase
    options: Options
    dealer: Seat
    turn: Seat
    """The seat whose turn it is; before the first turn of a round, the dealer."""
    table: tuple[Combination, ...] = ()
    """The combinations on the table, in the order of laying."""
    out: tuple[Seat, ...] = ()
    """The seats that have come out this round, in that order."""
    laid: int = 0
    """The number of cards put on the table this turn."""
    quiet: int = 0
    """The number of consecutive turns without a card put on the table."""
    round: int = 1
    """The number of the round, from 1."""


class State(Public, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The full state of a game."""

    deck: tuple[Card, ...]
    """The cards of the deck, sorted; each card to deal is drawn at random."""
    hands: tuple[tuple[Card, ...], ...]
    """The cards of each seat, sorted."""
    scores: tuple[int, ...]
    """Points of finished rounds by side; with `n` sides, seat `s` is on side `s` modulo `n`."""
    discards: tuple[Card, ...] = ()
    """The discard pile, bottom card first."""
    ended: str = ""
    """The reason why the game is over; empty while it goes on."""

    @property
    def hand(self) -> tuple[Card, ...]:
        """The hand of the acting seat."""
        return self.hands[self.turn]

    def side(self, seat: Seat) -> int:
        """Return the side of a seat: its own, or the one shared with its partner."""
        return seat % len(self.scores)


class View(Viewed, Public, frozen=True, kw_only=True):
    """The view from a seat: its hand, the table, the top discard, and counts of hidden cards."""

    viewer: Seat | None
    actor: Actor
    hand: tuple[Card, ...]
    """This seat's cards, sorted."""
    hands: tuple[int, ...]
    """The number of cards in each hand."""
    deck: int
    discards: int
    top: Card | None
    """The top card of the discard pile, or None."""
    worth: tuple[int, ...]
    """The present score of each combination."""
    minimum: tuple[int, ...]
    """The number of cards that each seat needs to come out."""
    scores: tuple[int, ...]
    """Points of finished rounds by seat; partners share a score."""
    legal: tuple[SeatAction, ...]


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
