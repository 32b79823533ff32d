"""What a person has chosen of Palace, what may be chosen, and what that means."""

from collections.abc import Collection
from typing import NamedTuple

from towersim.rules.base import Action
from towersim.rules.palace.cards import Card
from towersim.rules.palace.legal import ROW
from towersim.rules.palace.state import LayUp, Play, TakePile, TurnOver, View
from towersim.ui.cards.table import TableState

Cards = tuple[Card, ...]


class Choice(NamedTuple):
    """What a person has chosen, but not done."""

    cards: frozenset[Card] = frozenset()
    turned: tuple[int, ...] = ()
    """On which places the blind cards lay that were turned over, in that order."""


State = TableState[View, Choice]


def may(state: State, *kinds: type[Action]) -> bool:
    """Return whether an action of such a kind is allowed now."""
    return any(isinstance(action, kinds) for action in state.legal)


def offered(state: State) -> Cards:
    """Return the cards the person chooses from, whether they go or not."""
    view = state.view
    return (view.hand or view.rows[view.seat]) if may(state, LayUp, Play, TakePile) else ()


def fitting(state: State) -> frozenset[Card]:
    """Return the cards of those that go."""
    actions = (action for action in state.legal if isinstance(action, LayUp | Play))
    return frozenset(card for action in actions for card in action.cards)


def chosen_with(state: State, card: Card) -> frozenset[Card]:
    """Return what is chosen after a card was pressed: it comes or goes, others if they must."""
    chosen = state.selection.cards
    if card in chosen:
        return chosen - {card}
    if may(state, LayUp):
        return chosen | ({card} if len(chosen) < ROW else set())
    return frozenset(other for other in chosen if other.rank == card.rank) | {card}


def carried_with(state: State, card: Card) -> Cards:
    """Return a card and the chosen ones that go with it."""
    chosen = state.selection.cards
    return tuple(sorted(chosen if card in chosen else chosen_with(state, card)))


def alike(state: State, card: Card) -> frozenset[Card]:
    """Return all offered cards of a card's rank, as many as may go at once."""
    same = [other for other in offered(state) if other.rank == card.rank]
    return frozenset(same[:ROW] if may(state, LayUp) else same)


def meant(state: State, chosen: Collection[Card]) -> Action:
    """Return the action that lets the chosen cards go."""
    cards = tuple(sorted(chosen))
    return LayUp(cards) if may(state, LayUp) else Play(cards)


def must_take(state: State) -> bool:
    """Return whether there is nothing but to take the pile."""
    return may(state, TakePile) and not may(state, Play, TurnOver)
