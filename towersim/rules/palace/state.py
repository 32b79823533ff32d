"""The values of Palace: cards, the pile's demand, options, actions, phases, state and view."""

from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from typing import Literal, NamedTuple

import msgspec

from towersim.common.messages import message as _
from towersim.common.units import Seat
from towersim.rules.base import Action, Actor
from towersim.rules.display import Viewed, sentences

LOW, INVISIBLE, SEVEN, BURNING, ACE = 2, 3, 7, 10, 14
"""The special ranks; the ace is the highest rank."""
ANYWHERE = (LOW, INVISIBLE, BURNING)
"""The ranks that may be played on any card."""
RANKS = range(LOW, ACE + 1)
NAMES = {11: _("jack"), 12: _("queen"), 13: _("king"), ACE: _("ace")}
ALIKE = 4
"""The number of cards of one rank on top that burns the pile, in one or several plays."""


class Suit(StrEnum):
    """The suit of a card; the rules ignore it."""

    CLUBS = "clubs"
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    SPADES = "spades"


SUITS = {
    Suit.CLUBS: _("clubs"),
    Suit.DIAMONDS: _("diamonds"),
    Suit.HEARTS: _("hearts"),
    Suit.SPADES: _("spades"),
}


class Card(NamedTuple):
    """One card; sorted by rank, 2 to 14, then by suit.

    >>> print(Card(14, Suit.SPADES))
    ace of spades
    """

    rank: int
    suit: Suit

    def __str__(self) -> str:
        return _("{rank} of {suit}", rank=rank_name(self.rank), suit=SUITS[self.suit])


DECK = tuple(Card(rank, suit) for rank in RANKS for suit in Suit)
"""All 52 cards, sorted; no jokers."""


def rank_name(rank: int) -> str:
    """Return the name of a rank.

    >>> rank_name(10), rank_name(11)
    ('10', 'jack')
    """
    return NAMES.get(rank, str(rank))


class Demand(NamedTuple):
    """The condition on the next card, unless its rank may be played on any card.

    >>> print(Demand(7, lower=True))
    a card lower than a 7
    """

    rank: int | None = None
    """The rank to compare with, 2 to 14; None: any card fits."""
    lower: bool = False
    """Whether the card has to be lower instead of higher."""
    equal: bool = False
    """Whether a card of the same rank fits, too."""

    def fits(self, rank: int) -> bool:
        """Return whether a card of this rank may be played."""
        if self.rank is None or rank in ANYWHERE:
            return True
        beats = rank < self.rank if self.lower else rank > self.rank
        return beats or (self.equal and rank == self.rank)

    @property
    def is_met_by_all(self) -> bool:
        """Whether every card fits, as on a 2."""
        return len(fitting(self)) == len(RANKS)

    @property
    def is_unbeatable(self) -> bool:
        """Whether no rank is high enough, as on an ace, so that only magic cards fit."""
        return self == Demand(ACE)

    def told(self, part: Literal["demands", "short demands"]) -> str:
        """Return the demand in words, as a card or in short.

        >>> for demand in Demand(2), Demand(8), Demand(7, True, True), Demand(14):
        ...     print(demand.told("short demands"))
        anything
        higher than an 8
        a 7 or lower
        only 2, 3 or 10
        """
        words = sentences("palace")[part]
        if self.rank is None or self.is_met_by_all:
            return words["any"]
        if self.is_unbeatable:
            return words["magic"]
        if self == Demand(ACE, equal=True):
            return a_rank(self.rank)
        way = "lower" if self.lower else "higher"
        return words[f"equal or {way}" if self.equal else way].filled(rank=a_rank(self.rank))

    def __str__(self) -> str:
        return self.told("demands")


def a_rank(rank: int) -> str:
    """Return the name of a card of a rank, with its article.

    >>> a_rank(8), a_rank(12)
    ('an 8', 'a queen')
    """
    if rank in (8, ACE):
        return _("an {rank}", rank=rank_name(rank))
    return _("a {rank}", rank=rank_name(rank))


@cache
def fitting(asks: Demand) -> frozenset[int]:
    """Return the ranks that may be played.

    >>> sorted(fitting(Demand(12)))
    [2, 3, 10, 13, 14]
    """
    return frozenset(filter(asks.fits, RANKS))


_demand = cache(Demand)
"""`Demand`, cached: there are few values, and one is needed for every card."""


def burns(pile: Sequence[Card]) -> bool:
    """Return whether a pile, bottom first, burns: a 10 or four cards of one rank are on top."""
    top = [card.rank for card in pile[-ALIKE:]]
    return top[-1] == BURNING or (len(top) == ALIKE and len(set(top)) == 1)


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


class Public(msgspec.Struct, frozen=True, gc=False, kw_only=True):
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


class State(Public, frozen=True, forbid_unknown_fields=True, kw_only=True):
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
        """The pile's demand on the next card.

        The 3s on top are ignored, but a 3 on a 7 fulfils the 7's demand for a lower card, unless
        the 7 shines through. Ruling: if an equal card fits, a 7 fits on a 7.
        """
        options, pile = self.options, self.pile
        for card in reversed(pile):
            rank = card.rank
            if rank != INVISIBLE:
                lower = rank == SEVEN and (options.seven_shines_through or card is pile[-1])
                return _demand(rank, lower, options.equal_allowed)
        return _demand()

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
