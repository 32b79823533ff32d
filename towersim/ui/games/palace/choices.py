"""A person's choice of cards in Palace, the possible choices, and their actions."""

from collections.abc import Collection
from typing import NamedTuple

from towersim.rules.base import Action
from towersim.rules.palace.play import ROW
from towersim.rules.palace.state import Card, LayUp, Play, TakePile, TurnOver, View
from towersim.ui.cards.table import TableState

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
    actions = (action for action in state.legal if isinstance(action, LayUp | Play))
    return frozenset(card for action in actions for card in action.cards)


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


def meant(state: State, chosen: Collection[Card]) -> Action:
    """Return the action on the chosen cards: `LayUp` or `Play`."""
    cards = tuple(sorted(chosen))
    return LayUp(cards) if may(state, LayUp) else Play(cards)


def must_take(state: State) -> bool:
    """Return whether taking the pile is the only legal action."""
    return may(state, TakePile) and not may(state, Play, TurnOver)
