"""How the points of a finished round came about: what lay on the table and what was left."""

from collections.abc import Sequence
from typing import NamedTuple

from towersim.rules.base import Event
from towersim.rules.rummu.cards import Card, Cards, ordered, plain
from towersim.rules.rummu.log import (
    Added,
    Dealt,
    Discarded,
    Exchanged,
    Laid,
    RoundOver,
    Took,
    WentOut,
)
from towersim.rules.rummu.score import GOING_OUT, worth
from towersim.rules.rummu.state import Combination, Options
from towersim.units import Seat


class Round(NamedTuple):
    """A round that is over, when all cards lie open."""

    number: int
    table: tuple[Combination, ...]
    hands: tuple[tuple[Card, ...], ...]
    """What each seat had left, sorted."""
    first: Seat | None
    """Who went out, if somebody did."""
    points: tuple[int, ...]
    """What it brought each seat."""
    scores: tuple[int, ...]
    """Of each side, after it."""


class Share(NamedTuple):
    """From what the points of one seat in one round come."""

    laid: int
    """For its combinations."""
    out: int
    """For going out."""
    left: int
    """For the cards in the hand: never more than 0."""


def share(ended: Round, seat: Seat, options: Options) -> Share:
    """Return where the points of a seat come from."""
    laid = sum(worth(cards, options) for owner, cards in ended.table if owner == seat)
    out = GOING_OUT if seat == ended.first else 0
    return Share(laid, out, ended.points[seat] - laid - out)


def rounds(events: Sequence[Event], seats: int) -> tuple[Round, ...]:
    """Return all rounds that are over, from everything that happened in a game."""
    tally, ended = _Tally(seats), []
    for event in events:
        if isinstance(event, RoundOver):
            ended.append(tally.closed(event))
            tally = _Tally(seats)
        else:
            tally.note(event)
    return tuple(ended)


class _Tally:
    """The cards of a round while it is followed."""

    def __init__(self, seats: int) -> None:
        self._hands: list[set[Card]] = [set() for _ in range(seats)]
        self._table: list[Combination] = []
        self._first: Seat | None = None

    def note(self, event: Event) -> None:
        match event:
            case Dealt(seat, card) | Took(seat, card) if card is not None:
                self._hands[seat].add(card)
            case Discarded(seat, card):
                self._hands[seat].discard(card)
            case Laid(seat, cards):
                self._table.append(Combination(seat, cards))
                self._hands[seat] -= {role.card for role in cards}
            case Added(seat, cards, before):
                self._hands[seat] -= {role.card for role in cards}
                self._change(before, ordered((*before.cards, *cards)))
            case Exchanged(seat, card, joker, before):
                self._hands[seat] = self._hands[seat] - {card} | {joker.card}
                swapped = (plain(card) if role == joker else role for role in before.cards)
                self._change(before, tuple(swapped))
            case WentOut(seat):
                self._first = seat

    def _change(self, before: Combination, cards: Cards) -> None:
        self._table[self._table.index(before)] = before._replace(cards=cards)

    def closed(self, over: RoundOver) -> Round:
        hands = tuple(tuple(sorted(hand)) for hand in self._hands)
        table = tuple(self._table)
        return Round(over.round, table, hands, self._first, over.points, over.scores)
