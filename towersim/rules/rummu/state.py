"""The values of Rummü: options, actions, phases, state and view."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Literal, NamedTuple

import msgspec

from towersim.common.units import Seat
from towersim.rules.base import Action, Actor
from towersim.rules.display import Viewed
from towersim.rules.rummu.cards import Card, Cards, ordered, plain

HAND = {3: 12, 4: 10, 5: 9, 6: 8}
"""Ruling: cards per hand by the number of seats, as the table of the source is lost."""
TARGET = 200
"""The score that ends the game."""
TARGET_PARTNERS = 500
"""The score of two partners that ends the game."""
ROUND_GUARD = 30
"""Ruling: the last round of a game without an agreed number of rounds."""


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
