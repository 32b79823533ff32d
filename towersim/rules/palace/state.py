"""The values of Palace: options, actions, phases, state and view."""

from enum import StrEnum
from typing import Literal

import msgspec

from towersim.common.units import Seat
from towersim.rules.base import Action, Actor
from towersim.rules.display import Viewed
from towersim.rules.palace.cards import Card
from towersim.rules.palace.pile import Demand, demand

Cards = tuple[Card, ...]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options that the players agree on before the game."""

    stock: bool = True
    """Whether hands are refilled from the undealt cards."""
    equal_allowed: bool = False
    """Whether a card of the same rank as the pile's may be played on it."""
    seven_shines_through: bool = False
    """Whether a 3 on a 7 passes the demand for a lower card on to the next seat."""
    may_decline: bool = False
    """Whether a seat that can play may take the pile instead."""
    first_seat: Literal["left-of-dealer", "random"] = "left-of-dealer"
    """Whether seat 0, to the dealer's left, begins, or a seat chosen by the die."""
    end: Literal["last-loses", "first-wins"] = "last-loses"
    """Whether the game ends when only one seat has cards left, or when the first has none."""


class Deal(Action, frozen=True):
    """The deck deals this card to a seat's hand, or reveals it as the blind card turned over."""

    card: Card
    seat: Seat


class LayUp(Action, frozen=True):
    """A seat lays three cards of its hand face up before the first turn, lowest first."""

    cards: Cards


class Play(Action, frozen=True):
    """A seat plays cards of one rank, in order of suit, from its hand or then its face-up row."""

    cards: Cards


class TurnOver(Action, frozen=True):
    """A seat with blind cards only turns one over: it is played, or taken with the pile."""


class TakePile(Action, frozen=True):
    """A seat takes the whole pile into its hand, which ends its turn."""


SeatAction = LayUp | Play | TurnOver | TakePile


class Source(StrEnum):
    """The source of a played card; each may be used only when the ones before are empty."""

    HAND = "hand"
    ROW = "row"
    BLIND = "blind"


class Phase(StrEnum):
    """The kind of move that the game waits for."""

    SEATING = "seating"
    """The die chooses the first seat, if the option says so."""
    DEALING = "dealing"
    """The deck deals the hands, one card to each seat in turn."""
    CHOOSING = "choosing"
    """The seat lays three cards face up; ruling: the seats do so in turn, openly."""
    PLAYING = "playing"
    """The seat in `turn` plays, turns a blind card over or takes the pile."""
    DRAWING = "drawing"
    """The deck refills the hand of the seat that has just played."""
    TURNING = "turning"
    """The deck reveals the blind card that the seat has turned over."""
    OVER = "over"


class Public(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a state that every viewer knows."""

    phase: Phase
    options: Options
    rows: tuple[Cards, ...]
    """The face-up cards, by seat, sorted."""
    blind: tuple[int, ...]
    """The number of face-down cards of each seat."""
    turn: Seat = Seat(0)
    """The seat that is dealt a card, chooses, plays, or has just played.

    Ruling: the last seat deals, so seat 0 is to its left, unless the die chooses the first seat.
    """
    out: tuple[Seat, ...] = ()
    """The seats without cards left, in the order of going out."""
    quiet: int = 0
    """Piles taken since the last change to anything but hands and pile."""


class State(Public, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """The full state of a game.

    Unseen cards have no order and no owner: each card of the stock and each blind card is equally
    likely to be any of `unseen`, and is drawn from it at random when it is first seen.
    """

    unseen: Cards
    """The cards that no seat has seen, sorted: stock, blind cards and undealt cards."""
    hands: tuple[Cards, ...]
    """The hands by seat, each sorted."""
    pile: Cards = ()
    """The pile, bottom card first."""
    burned: Cards = ()
    """The cards that are out of play, sorted."""
    ended: str = ""
    """The reason why the game is over; empty while it goes on."""

    @property
    def stock(self) -> int:
        """The number of cards left to refill hands."""
        return len(self.unseen) - sum(self.blind) if self.options.stock else 0

    @property
    def asks(self) -> Demand:
        """The pile's demand on the next card."""
        options = self.options
        return demand(
            self.pile, equal=options.equal_allowed, shines_through=options.seven_shines_through
        )

    @property
    def source(self) -> Source:
        """The source from which the seat in `turn` plays."""
        if self.hands[self.turn]:
            return Source.HAND
        return Source.ROW if self.rows[self.turn] else Source.BLIND

    @property
    def playable(self) -> Cards:
        """The open cards of the current source of the seat in `turn`, fitting or not."""
        return self.hands[self.turn] or self.rows[self.turn]

    def cards_left(self, seat: Seat) -> int:
        """Return the number of cards that a seat has left."""
        return len(self.hands[seat]) + len(self.rows[seat]) + self.blind[seat]


class View(Viewed, Public, frozen=True, kw_only=True):
    """The view from a seat; of the pile it shows the top card and the size."""

    viewer: Seat | None
    actor: Actor
    hand: Cards
    """This seat's own hand, sorted."""
    hands: tuple[int, ...]
    """The number of cards in each hand."""
    stock: int
    """The number of cards left to refill hands."""
    top: Card | None
    """The top card of the pile; None if there is no pile."""
    pile: int
    asks: Demand
    """The pile's demand on the next card."""
    burned: int
    legal: tuple[SeatAction, ...]
