"""The moments shown of each action in Palace: intermediate views, and state outside the views."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from msgspec.structs import replace

from towersim.common.units import Seat
from towersim.rules.base import Event, swapped
from towersim.rules.palace.log import Burned, Missed, PileTaken, Played, TurnedOver
from towersim.rules.palace.state import INVISIBLE, Card, Source, View
from towersim.ui.events import Moment

Cards = tuple[Card, ...]


class Revealed(Event, frozen=True):
    """A blind card was turned over, visible to all; its play or return to the hand follows."""

    seat: Seat
    card: Card


class Memory(NamedTuple):
    """State of the table that the views do not hold."""

    heap: Cards = ()
    """The cards of the open pile, bottom card first."""
    turning: Seat | None = None
    """The seat that is turning a blind card over."""
    card: Card | None = None
    """That card, once it is visible to all."""


def remembered(memory: Memory, event: Event) -> Memory:
    """Return the memory after an event."""
    match event:
        case TurnedOver(seat):
            return memory._replace(turning=seat)
        case Revealed(_, card):
            return memory._replace(card=card)
        case Played(_, cards):
            return Memory((*memory.heap, *cards))
        case Burned() | PileTaken() | Missed():
            return Memory()
        case _:
            return memory


def moments(before: View, events: Sequence[Event], after: View) -> Iterator[Moment[View]]:
    """Return the moments of one action: a blind card before its play, cards before they burn."""
    still = replace(before, legal=())
    for event in events:
        match event:
            case Played(seat, (card,), Source.BLIND) | Missed(seat, card):
                yield Moment(Revealed(seat, card), still)
        if isinstance(event, Played) and any(isinstance(other, Burned) for other in events):
            yield Moment(event, after_play(still, event))
        else:
            yield Moment(event, after)


def after_play(view: View, event: Played) -> View:
    """Return the view after a play's cards have gone onto the pile."""
    seat, cards, source = event.seat, event.cards, event.source
    view = replace(view, pile=view.pile + len(cards), top=cards[-1])
    match source:
        case Source.HAND:
            hand = tuple(card for card in view.hand if card not in cards)
            return replace(view, hand=hand, hands=_fewer(view.hands, seat, len(cards)))
        case Source.ROW:
            row = tuple(card for card in view.rows[seat] if card not in cards)
            return replace(view, rows=swapped(view.rows, seat, row))
        case _:
            return replace(view, blind=_fewer(view.blind, seat, 1))


def _fewer(counts: tuple[int, ...], seat: Seat, by: int) -> tuple[int, ...]:
    return swapped(counts, seat, counts[seat] - by)


def mattering(heap: Cards) -> Cards:
    """Return the pile's top cards that count: the 3s on top, and all of the next rank below them.

    >>> from towersim.rules.palace.state import Suit
    >>> hearts = [Card(rank, Suit.HEARTS) for rank in (4, 9, 3)]
    >>> [card.rank for card in mattering(tuple(hearts))]
    [9, 3]
    """
    top: list[Card] = []
    for rank, alike in groupby(reversed(heap), key=attrgetter("rank")):
        top += alike
        if rank != INVISIBLE:
            break
    return tuple(reversed(top))
