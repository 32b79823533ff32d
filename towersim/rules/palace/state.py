"""The values of Palace: what is agreed on, what may be done, what there is to know."""

from enum import StrEnum
from functools import cached_property
from typing import Literal

import msgspec

from towersim.rules.base import Action, Actor
from towersim.rules.palace.cards import Card
from towersim.rules.palace.pile import Demand, demand
from towersim.units import Seat

Cards = tuple[Card, ...]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the players agree on before the game."""

    stock: bool = True
    """Whether hands are refilled from the cards that were not dealt."""
    equal_allowed: bool = False
    """Whether a card as high as the one that counts may be played on it."""
    seven_shines_through: bool = False
    """Whether a 3 on a 7 leaves it to the seat after to go lower."""
    may_decline: bool = False
    """Whether one who could play may take the pile instead."""
    first_seat: Literal["left-of-dealer", "random"] = "left-of-dealer"
    """Whether the first seat begins, to the left of the dealer, or the one that the die says."""
    end: Literal["last-loses", "first-wins"] = "last-loses"
    """Whether the game goes on until one seat is left with cards, or until one has none."""


class Deal(Action, frozen=True):
    """The deck's move: this card to this seat, into its hand or as the blind card it turns over."""

    card: Card
    seat: Seat


class LayUp(Action, frozen=True):
    """A seat lays three cards of its hand face up before the first turn, lowest first."""

    cards: Cards


class Play(Action, frozen=True):
    """A seat plays cards of one rank from its hand, or then from its face-up row, by suit."""

    cards: Cards


class TurnOver(Action, frozen=True):
    """A seat with nothing else left turns a blind card over: it plays, or it goes to the hand."""


class TakePile(Action, frozen=True):
    """A seat takes the whole pile into its hand, and its turn is over."""


SeatAction = LayUp | Play | TurnOver | TakePile
"""Whatever a seat can do."""


class Source(StrEnum):
    """Where a card is played from: the next only when the one before is empty."""

    HAND = "hand"
    ROW = "row"
    BLIND = "blind"


class Phase(StrEnum):
    """What the game is waiting for."""

    SEATING = "seating"
    """The die says which seat begins, where that is agreed on."""
    DEALING = "dealing"
    """The deck deals the hands, one card to each seat in turn."""
    CHOOSING = "choosing"
    """The seat lays three cards face up; ruling: one seat after the other, for all to see."""
    PLAYING = "playing"
    """The seat whose turn it is plays, turns a blind card over or takes the pile."""
    DRAWING = "drawing"
    """The deck refills the hand of the seat that has just played."""
    TURNING = "turning"
    """The deck says which card the seat has turned over."""
    OVER = "over"
    """Nobody has to move any more."""


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """All there is to know.

    The cards that nobody has seen have no order and no owner: those of the stock and the blind
    ones are as likely each to be any of `unseen`, so the deck says which it is when one is seen.
    """

    phase: Phase
    options: Options
    unseen: Cards
    """The cards that nobody has seen, sorted: stock, blind cards, and what was never dealt."""
    hands: tuple[Cards, ...]
    """By seat, sorted."""
    rows: tuple[Cards, ...]
    """The face-up cards, by seat, sorted."""
    blind: tuple[int, ...]
    """How many face-down cards each seat has."""
    pile: Cards = ()
    """Bottom card first."""
    burned: Cards = ()
    """The cards that are out of play, sorted."""
    turn: Seat = Seat(0)
    """Who is dealt the next card, chooses, plays, or has just played.

    Ruling: the last seat deals, so seat 0 is to the left of the dealer, unless the die decides.
    """
    out: tuple[Seat, ...] = ()
    """The seats that have got rid of all their cards, first one first."""
    quiet: int = 0
    """How often the pile was taken since anything else changed than hands and pile."""
    ended: str = ""
    """Why the game is over, once it is."""

    @property
    def stock(self) -> int:
        """How many cards the deck still has for the hands."""
        return len(self.unseen) - sum(self.blind) if self.options.stock else 0

    @cached_property
    def asks(self) -> Demand:
        """What the pile asks of the next card."""
        options = self.options
        return demand(
            self.pile, equal=options.equal_allowed, shines_through=options.seven_shines_through
        )

    @property
    def source(self) -> Source:
        """Where the seat whose turn it is plays from."""
        if self.hands[self.turn]:
            return Source.HAND
        return Source.ROW if self.rows[self.turn] else Source.BLIND

    @property
    def playable(self) -> Cards:
        """The cards the seat whose turn it is may choose from, be they high enough or not."""
        return self.hands[self.turn] or self.rows[self.turn]

    def left(self, seat: Seat) -> int:
        """Return how many cards a seat has to get rid of."""
        return len(self.hands[seat]) + len(self.rows[seat]) + self.blind[seat]


class View(msgspec.Struct, frozen=True):
    """What a seat may know; what lies deeper in the pile is for its memory."""

    seat: Seat
    actor: Actor
    """Who has to move."""
    turn: Seat
    """Who is dealt the next card, chooses, plays, or has just played."""
    phase: Phase
    options: Options
    hand: Cards
    """This seat's own hand, sorted."""
    hands: tuple[int, ...]
    """How many cards each seat has in its hand."""
    rows: tuple[Cards, ...]
    """The face-up cards, by seat, sorted."""
    blind: tuple[int, ...]
    """How many face-down cards each seat has; not even their owner knows which."""
    stock: int
    """How many cards the deck still has for the hands."""
    top: Card | None
    """The topmost card of the pile; None if there is no pile."""
    pile: int
    """How many cards lie in the pile."""
    asks: Demand
    """What the pile asks of the next card."""
    burned: int
    """How many cards are out of play."""
    out: tuple[Seat, ...]
    """The seats that have got rid of all their cards, first one first."""
    quiet: int
    """How often the pile was taken since anything else changed than hands and pile."""
    legal: tuple[SeatAction, ...]
    """What this seat may do now; nothing while somebody else has to move."""
