"""What the window of Palace knows beside the views: a person's choice, and the moments shown."""

from collections.abc import Iterator, Sequence
from itertools import chain, groupby
from operator import attrgetter
from typing import NamedTuple

from msgspec.structs import replace

from towersim.common.units import Seat
from towersim.rules.base import Action, Event, swapped
from towersim.rules.palace.log import Burned, Missed, PileTaken, Played, TurnedOver, uses
from towersim.rules.palace.play import ROW
from towersim.rules.palace.state import (
    INVISIBLE,
    Card,
    LayUp,
    Play,
    Source,
    TakePile,
    TurnOver,
    View,
)
from towersim.ui.cards.table import TableState
from towersim.ui.events import Moment

Cards = tuple[Card, ...]


class Choice(NamedTuple):
    """The cards that a person has chosen, and the order of the blind cards turned over."""

    cards: frozenset[Card] = frozenset()
    turned: tuple[int, ...] = ()
    """Indices of the places whose blind cards were turned over, in order."""


State = TableState[View, Choice]


def may(state: State, *kinds: type[Action]) -> bool:
    """Return whether an action of one of these kinds is legal now."""
    return any(isinstance(action, kinds) for action in state.legal)


def offered(state: State) -> Cards:
    """Return the cards offered for a choice, playable or not."""
    view = state.view
    return (view.hand or view.rows[view.seat]) if may(state, LayUp, Play, TakePile) else ()


def fitting(state: State) -> frozenset[Card]:
    """Return the cards that occur in a legal action."""
    return frozenset(chain.from_iterable(map(uses, state.legal)))


def chosen_with(state: State, card: Card) -> frozenset[Card]:
    """Return the choice after a click on a card: toggled, with cards of other ranks dropped."""
    chosen = state.selection.cards
    if card in chosen:
        return chosen - {card}
    if may(state, LayUp):
        return chosen | ({card} if len(chosen) < ROW else set())
    return frozenset(other for other in chosen if other.rank == card.rank) | {card}


def carried_with(state: State, card: Card) -> Cards:
    """Return a card and the chosen ones that can be played together with it."""
    chosen = state.selection.cards
    return tuple(sorted(chosen if card in chosen else chosen_with(state, card)))


def alike(state: State, card: Card) -> frozenset[Card]:
    """Return all offered cards of a card's rank, as many as may be played at once."""
    same = [other for other in offered(state) if other.rank == card.rank]
    return frozenset(same[:ROW] if may(state, LayUp) else same)


def must_take(state: State) -> bool:
    """Return whether taking the pile is the only legal action."""
    return may(state, TakePile) and not may(state, Play, TurnOver)


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
    for event in events:
        match event:
            case Played(seat, (card,), Source.BLIND) | Missed(seat, card):
                yield Moment(Revealed(seat, card), before)
        if isinstance(event, Played) and any(isinstance(other, Burned) for other in events):
            yield Moment(event, after_play(before, event))
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
