"""Palace played out on many deals that agree with what a seat has seen.

A deal and a play are a lane: a row of NumPy arrays of counts by rank, so that a turn in all lanes
takes a fraction of a millisecond. All numbers are integers, equal on every processor.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from towersim.common.dice import Stream
from towersim.common.units import Seat
from towersim.rules.base import Event
from towersim.rules.palace import log, state
from towersim.rules.palace.play import HAND, next_seat

Counts = NDArray[np.int8]
Numbers = NDArray[np.int64]
Truths = NDArray[np.bool_]
RANKS = state.ACE + 1
"""The length of a row of counts by rank."""
TURNS = 100
"""The number of turns after which a lane is given up as nobody's."""
HIGH = 13
"""The rank from which on cards are played one by one while there is a stock."""
WORTH = (0, 0, 11, 15, 0, 1, 2, 5, 4, 5, 18, 7, 8, 9, 10)
"""The value of keeping a card, by rank: in a lane every seat plays its least valuable cards."""


class Memory(NamedTuple):
    """The cards that a seat has seen and does not see now."""

    held: tuple[set[state.Card], ...]
    """Those taken with a pile and not yet played, by seat."""
    pile: list[state.Card]
    burned: set[state.Card]

    @classmethod
    def of(cls, history: Iterable[Event], seats: int) -> Self:
        """Return what a seat remembers of its history."""
        memory = cls(tuple(set() for _ in range(seats)), [], set())
        for event in history:
            memory._learn(event)
        return memory

    def _learn(self, event: Event) -> None:
        match event:
            case log.Played(seat, cards, source):
                self.pile.extend(cards)
                if source is state.Source.HAND:
                    self.held[seat].difference_update(cards)
                return
            case log.Missed(seat, card):
                self.held[seat].update((*self.pile, card))
            case log.PileTaken(seat):
                self.held[seat].update(self.pile)
            case log.Burned():
                self.burned.update(self.pile)
            case _:
                return
        self.pile.clear()


def wins(
    view: state.View,
    history: Sequence[Event],
    plays: Sequence[tuple[int, int]],
    deals: int,
    dice: Stream,
) -> list[float]:
    """Return for each play the share of deals in which the seat is the next one out.

    `plays` are ranks with numbers of cards; all are tried on the same deals.
    """
    lanes = _Lanes(view, Memory.of(history, len(view.hands)), (deals, len(plays)), dice)
    first = np.repeat(np.array(plays), deals, axis=0)
    lanes.put(first[:, 0], first[:, 1])
    for _ in range(TURNS):
        if not lanes.number.size:
            break
        lanes.turn()
    won = lanes.first_out.reshape(len(plays), deals) == view.seat
    return [int(count) / deals for count in won.sum(axis=1)]


_BY_LANE = (
    *("number", "_deal", "_hands", "_rows", "_blind", "_pile", "_next"),
    *("_stock", "_asks", "_top", "_run", "_turn"),
)


class _Lanes:
    """The states of a game that goes on at the same time in many lanes."""

    def __init__(
        self, view: state.View, memory: Memory, size: tuple[int, int], dice: Stream
    ) -> None:
        """Deal the unseen cards in `size[0]` ways, and use each for `size[1]` lanes."""
        deals, plays = size
        lanes, seats = deals * plays, len(view.hands)
        seen = {*view.hand, *memory.pile, *memory.burned, *([view.top] if view.top else [])}
        seen = seen.union(*memory.held, *view.rows)
        unseen = np.array([card.rank for card in state.DECK if card not in seen], np.int64)
        self._order = np.pad(_shuffled(unseen, deals, dice), ((0, 0), (0, 1)))
        self._drawn = np.zeros((deals, len(unseen) + 1, RANKS), np.int8)
        np.cumsum(self._order[:, :-1, None] == np.arange(RANKS), axis=1, out=self._drawn[:, 1:])
        hands, dealt = np.zeros((deals, seats, RANKS), np.int8), 0
        for seat, count in enumerate(view.hands):
            known = view.hand if seat == view.seat else memory.held[seat]
            upto = min(dealt + count - len(known), len(unseen))
            hands[:, seat] = _counts(known) + self._drawn[:, upto] - self._drawn[:, dealt]
            dealt = upto
        top = view.top.rank if view.top else 0
        alike = [card.rank == top for card in reversed(memory.pile)]
        self._rules = _rules(view.options)
        self._after = np.array([next_seat(view, Seat(seat)) for seat in range(seats)])
        self.first_out = np.full(lanes, -1)
        self.number = np.arange(lanes)
        self._deal = np.tile(np.arange(deals), plays)
        self._hands = np.tile(hands, (plays, 1, 1))
        self._rows = np.tile(np.array([_counts(row) for row in view.rows]), (lanes, 1, 1))
        self._blind = np.tile(view.blind, (lanes, 1))
        self._pile = np.tile(_counts(memory.pile), (lanes, 1))
        self._next = np.full(lanes, dealt)
        self._stock = np.full(lanes, view.stock)
        self._asks = np.full(lanes, (view.asks.rank or 0) + RANKS * view.asks.lower)
        self._top = np.full(lanes, top)
        self._run = np.full(lanes, [*alike, False].index(False))
        self._turn = np.full(lanes, view.seat)

    def turn(self) -> None:
        """Let the seat to move in each lane play by `WORTH`, or take the pile."""
        lane = np.arange(self.number.size)
        hands, rows = self._hands[lane, self._turn], self._rows[lane, self._turn]
        source: Counts = np.where(hands.any(axis=1)[:, None], hands, rows)
        fits = self._rules.fits[self._asks]
        rating = np.where((source > 0) & fits, self._rules.rating, 0)
        rating[source == state.ALIKE] *= 2 * max(WORTH)
        rank = rating.argmax(axis=1)
        single = (self._stock > 0) & self._rules.single[rank]
        count = source[lane, rank] * (rating[lane, rank] > 0)
        count = np.where(single & (count < state.ALIKE), np.minimum(count, 1), count)
        blind = ~source.any(axis=1)
        if blind.any():
            card = self._order[self._deal, self._next]
            rank = np.where(blind, card, rank)
            count = np.where(blind, fits[lane, card], count)
            # The card counts as one of the hand, from which it is played or to which it comes.
            self._hands[lane, self._turn, card] += blind
            self._blind[lane, self._turn] -= blind
            self._next += blind
        self.put(rank, count)

    def put(self, rank: Numbers, count: Numbers) -> None:
        """Play cards of a rank in each lane; 0 cards: take the pile."""
        lane, turn = np.arange(self.number.size), self._turn
        hands, rows = self._hands[lane, turn], self._rows[lane, turn]
        plays, in_hand = count > 0, hands.any(axis=1)
        hands[lane, rank] -= (count * in_hand).astype(np.int8)
        rows[lane, rank] -= (count * ~in_hand).astype(np.int8)
        self._pile[lane, rank] += count.astype(np.int8)
        hands += self._pile * ~plays[:, None]
        self._run = np.where(rank == self._top, self._run + count, count)
        burns = plays & ((rank == state.BURNING) | (self._run >= state.ALIKE))
        gone = burns | ~plays
        self._pile[gone] = 0
        self._asks = np.where(gone, 0, self._rules.after[self._asks, rank])
        self._top = np.where(gone, 0, rank)
        if self._stock.any():
            wanted = plays * np.maximum(HAND - hands.sum(axis=1), 0)
            until = self._next + np.minimum(wanted, self._stock)
            hands += self._drawn[self._deal, until] - self._drawn[self._deal, self._next]
            self._stock -= until - self._next
            self._next = until
        self._hands[lane, turn], self._rows[lane, turn] = hands, rows
        left = hands.any(axis=1) | rows.any(axis=1) | (self._blind[lane, turn] > 0)
        self._turn = np.where(burns, turn, self._after[turn])
        if not left.all():
            self.first_out[self.number[~left]] = turn[~left]
            for name in _BY_LANE:
                setattr(self, name, getattr(self, name)[left])


def _counts(cards: Iterable[state.Card]) -> Counts:
    ranks = np.array([card.rank for card in cards], np.int64)
    return np.bincount(ranks, minlength=RANKS).astype(np.int8)


def _shuffled(ranks: Numbers, deals: int, dice: Stream) -> Numbers:
    """Return the ranks in a random order for each deal."""
    keys = np.frombuffer(dice.randbytes(8 * deals * len(ranks)), "<u8").reshape(deals, len(ranks))
    return ranks[keys.argsort(axis=1, kind="stable")]


class _Rules(NamedTuple):
    """Tables of the rules; a demand is a rank, plus `RANKS` if the card has to be lower."""

    fits: Truths
    """By demand and rank."""
    after: Numbers
    """The demand after a rank, by demand and rank."""
    rating: Numbers
    """How early a rank is played; positive."""
    single: Truths
    """Whether copies of a rank are kept while there is a stock."""


@cache
def _rules(options: state.Options) -> _Rules:
    fits, after = np.zeros((2 * RANKS, RANKS), bool), np.zeros((2 * RANKS, RANKS), np.int64)
    for asked in range(2 * RANKS):
        lower, rank = divmod(asked, RANKS)
        asks = state.Demand(rank or None, bool(lower), options.equal_allowed)
        for card in range(2, RANKS):
            fits[asked, card] = asks.fits(card)
            after[asked, card] = card + RANKS * (card == state.SEVEN)
        after[asked, state.INVISIBLE] = asked if options.seven_shines_through else rank
    rating = max(WORTH) + 1 - np.array(WORTH)
    single = np.isin(np.arange(RANKS), state.ANYWHERE) | (np.arange(RANKS) >= HIGH)
    return _Rules(fits, after, rating, single)
