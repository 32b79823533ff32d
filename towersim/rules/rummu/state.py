"""The values of Rummü: what is agreed on, what may be done, what there is to know."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Literal, NamedTuple

import msgspec

from towersim.rules.base import Action, Actor
from towersim.rules.rummu.cards import Card, Cards, ordered, plain
from towersim.units import Seat


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the players agree on before the game."""

    partners: bool = False
    """Whether those who sit opposite play together, which takes 4 or 6 seats."""
    five_run_mixed: Literal[40, 20] = 40
    """Points for a mixed run of five, as the source prints it; it may be a swap with the next."""
    five_run_pure: Literal[20, 40] = 20
    """Points for a pure run of five, as the source prints it."""
    rounds: Literal[0, 12, 6, 3, 1] = 0
    """The round after which the game ends at the latest; 0: only the score ends it, see `play`."""


class Deal(Action, frozen=True):
    """The deck gives this card to the seat that gets the next one, or to the discard pile."""

    card: Card


class Draw(Action, frozen=True):
    """A seat draws from the deck."""


class Take(Action, frozen=True):
    """A seat takes the top card of the discard pile, and may then take the next."""


class Lay(Action, frozen=True):
    """A seat lays a combination of cards from the hand, which are named in order."""

    cards: Cards


class Add(Action, frozen=True):
    """A seat adds cards, named in order, to a combination on the table, counted from 0."""

    cards: Cards
    combination: int


class Exchange(Action, frozen=True):
    """A seat puts a card in place of the joker that stands for it, and gets the joker."""

    card: Card
    combination: int


class Discard(Action, frozen=True):
    """A seat discards a card and ends its turn."""

    card: Card


SeatAction = Draw | Take | Lay | Add | Exchange | Discard
"""Whatever a seat can do."""


class Phase(StrEnum):
    """What the game is waiting for."""

    DEALING = "dealing"
    """The deck deals the hands, then the first card of the discard pile."""
    DRAWING = "drawing"
    """The seat draws from the deck or takes from the discard pile."""
    FETCHING = "fetching"
    """The seat has drawn: the deck says which card it is."""
    TAKING = "taking"
    """The seat took from the discard pile: it takes on, plays or discards."""
    PLAYING = "playing"
    """The seat plays or discards."""
    OVER = "over"
    """Nobody has to move any more."""


class Combination(NamedTuple):
    """A combination on the table, and the seat that first laid it, for which it scores."""

    seat: Seat
    cards: Cards


def played(action: Lay | Add | Exchange | Discard) -> tuple[Card, ...]:
    """Return the cards that leave the hand by an action."""
    match action:
        case Lay(cards) | Add(cards):
            return tuple(role.card for role in cards)
        case _:
            return (action.card,)


def combined(table: Sequence[Combination], action: Lay | Add | Exchange) -> Cards:
    """Return the combination that an action makes, anew or of one on the table.

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


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All there is to know."""

    phase: Phase
    options: Options
    deck: tuple[Card, ...]
    """Sorted: the cards have no order until they are dealt."""
    hands: tuple[tuple[Card, ...], ...]
    """By seat, each sorted."""
    scores: tuple[int, ...]
    """By side: of `n` sides seat `s` is on side `s` modulo `n`. Rounds that are over count."""
    dealer: Seat
    turn: Seat
    """Whose turn it is; before the first of a round the dealer."""
    discards: tuple[Card, ...] = ()
    """The discard pile, bottom card first."""
    table: tuple[Combination, ...] = ()
    """In the order in which they were laid."""
    out: tuple[Seat, ...] = ()
    """Who has come out this round, in that order."""
    laid: int = 0
    """Cards that were put on the table this turn."""
    quiet: int = 0
    """Turns in a row that put no card on the table."""
    round: int = 1
    """Which round it is, from 1."""
    ended: str = ""
    """Why the game is over, once it is."""

    @property
    def hand(self) -> tuple[Card, ...]:
        """The hand of the seat whose turn it is."""
        return self.hands[self.turn]

    def side(self, seat: Seat) -> int:
        """Return which side a seat is on: its own, or the one it shares with its partner."""
        return seat % len(self.scores)


class View(msgspec.Struct, frozen=True):
    """What a seat may know: its own hand, the table, the top discard, and of the rest how much."""

    seat: Seat
    actor: Actor
    """Who has to move."""
    turn: Seat
    """Whose turn it is; before the first of a round the dealer."""
    phase: Phase
    options: Options
    round: int
    """Which round it is, from 1."""
    dealer: Seat
    hand: tuple[Card, ...]
    """This seat's cards, sorted."""
    hands: tuple[int, ...]
    """How many cards each seat holds."""
    deck: int
    """How many cards the deck holds."""
    discards: int
    """How many cards the discard pile holds."""
    top: Card | None
    """The uppermost of them, if there is one."""
    table: tuple[Combination, ...]
    """In the order in which they were laid."""
    worth: tuple[int, ...]
    """What each of them scores as it lies."""
    out: tuple[Seat, ...]
    """Who has come out this round, in that order."""
    minimum: tuple[int, ...]
    """How many cards each seat needs to come out."""
    laid: int
    """Cards that were put on the table this turn."""
    quiet: int
    """Turns in a row that put no card on the table."""
    scores: tuple[int, ...]
    """By seat; partners have the same. Rounds that are over count."""
    legal: tuple[SeatAction, ...]
    """What this seat may do now; nothing while somebody else has to move."""
