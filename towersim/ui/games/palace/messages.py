"""The texts of Palace in the window: the pile's demand, instructions and tooltips."""

from collections.abc import Collection
from typing import Final

from towersim.common.messages import message as _, plural, texts
from towersim.rules.base import Action
from towersim.rules.display import ORDINALS, count_text
from towersim.rules.palace.log import Burned, counts
from towersim.rules.palace.play import ROW, asks
from towersim.rules.palace.state import (
    BURNING,
    INVISIBLE,
    LOW,
    SEVEN,
    Card,
    LayUp,
    Play,
    TakePile,
    TurnOver,
    View,
)
from towersim.ui.games.palace.choices import State, alike, may

TEXTS: Final = texts(__file__)
"""Instructions to play, by what the seat can do and the pile asks for."""
THREE: Final = _("Choose exactly three cards.")
"""The refusal of laying up another number of cards."""
FULL: Final = _("Three are chosen: put one back to choose another.")
GLANCE: Final = 6


def hint(state: State) -> str:
    """Return the instruction to the person who has to act."""
    if isinstance(state.held, Play):
        return _("you play {cards}, or take it back ({key:N}).", cards=named(state.held.cards))
    if may(state, LayUp):
        chosen = len(state.selection.cards)
        return _laying(chosen) if chosen else asks(state.view)
    return _playing(state, state.view, state.selection.cards)


def refused(state: State, action: Action) -> str:
    """Return the reason why an action is not allowed now, for the person; empty if it is."""
    refusal = state.why_not(action)
    if not refusal or not state.mine:
        return refusal
    match action:
        case TakePile() | TurnOver() if may(state, LayUp):
            return _("lay three cards face up first")
        case TakePile() if may(state, TurnOver):
            return _("turn one of your blind cards over first")
        case TakePile() if state.view.pile:
            return _("you can play a card, so the pile is not yours to take")
        case TurnOver():
            hand = _("play the cards of your hand first")
            return hand if state.view.hand else _("play the cards of your face-up row first")
        case _:
            return refusal


def burned(event: Burned) -> str:
    """Return the cause of a burn and the number of burned cards, in words.

    >>> burned(Burned(0, 1, alike=False)), burned(Burned(0, 6, alike=True))
    ('The 10 burns the pile: 1 card', 'Four alike burn the pile: 6 cards')
    """
    cards = count_text("cards", event.cards)
    if event.alike:
        return _("Four alike burn the pile: {cards}", cards=cards)
    return _("The 10 burns the pile: {cards}", cards=cards)


def named(cards: Collection[Card]) -> str:
    """Return cards as the object of a sentence."""
    if len(cards) == 1:
        return _("the {card}", card=str(min(cards)))
    return count_text("cards", len(cards))


def _laying(chosen: int) -> str:
    if chosen == ROW:
        return _("lay them face up, or put one back to choose another.")
    return plural(
        "{count} more card to lie face up in front of you.",
        "{count} more cards to lie face up in front of you.",
        ROW - chosen,
    )


def _playing(state: State, view: View, chosen: Collection[Card]) -> str:
    if chosen and may(state, Play):
        drag = plural(
            "drag it onto the pile, or press {key:Enter}.",
            "drag them onto the pile, or press {key:Enter}.",
            len(chosen),
        )
        more = len(alike(state, next(iter(chosen)))) > len(chosen)
        return _("{drag} You may add cards of the same rank.", drag=drag) if more else drag
    does = "turning" if may(state, TurnOver) else "playing" if may(state, Play) else "taking"
    asks = "magic" if view.asks.is_unbeatable else "other"
    if view.asks.is_met_by_all and does != "taking":
        asks = "anything" if view.pile or does == "turning" else "new pile"
    return TEXTS[does][asks].filled(
        wants=view.asks.told("short demands"),
        wanted=str(view.asks),
        cards=count_text("cards", view.pile),
    )


def in_hand(view: View, seat: int, *, mine: bool) -> str:
    """Return the text of a seat's plate: its number of cards, or its place if it is out.

    The own plate also counts a hand of more than `GLANCE` cards.
    """
    if seat in view.out:
        return _("out, {place}", place=ORDINALS[view.out.index(seat)])
    left = counts(view).numbers[seat]
    if mine and view.hands[seat] > GLANCE:
        return _("{left} cards, {hand} in hand", left=left, hand=view.hands[seat])
    return _("1 card left") if left == 1 else count_text("cards", left)


MAGIC: Final = {
    LOW: _("A 2 goes on everything; the next card only has to beat a 2."),
    INVISIBLE: _("A 3 goes on everything and is invisible: what lies below it counts."),
    SEVEN: _("After a 7 the next player has to go lower."),
    BURNING: _("A 10 goes on everything and burns the pile; you play again."),
}


def about_card(card: Card, why_not: str) -> str:
    """Return the tooltip of a card, or an empty text."""
    if not why_not:
        return MAGIC.get(card.rank, "")
    return _("The {card} does not go: {why}.", card=str(card), why=why_not)
