"""What the window says: what the pile asks for, what to do next, what a magic card does."""

from collections.abc import Collection
from typing import Final

from towersim.rules.base import Action
from towersim.rules.palace.cards import BURNING, INVISIBLE, LOW, SEVEN, Card, called
from towersim.rules.palace.legal import ROW
from towersim.rules.palace.log import Burned
from towersim.rules.palace.pile import Demand
from towersim.rules.palace.state import LayUp, Play, TakePile, TurnOver, View
from towersim.ui.games.palace.choices import State, alike, may

THREE: Final = "Choose exactly three cards."
"""What is said to one who would lay up fewer."""
FULL: Final = "Three are chosen: put one back to choose another."
GLANCE: Final = 6
PLACES: Final = ("1st", "2nd", "3rd", "4th", "5th")


def asked(asks: Demand) -> str:
    """Return what the pile asks for, in a few words.

    >>> asked(Demand(8)), asked(Demand(7, lower=True, equal=True)), asked(Demand())
    ('higher than an 8', 'a 7 or lower', 'anything')
    """
    if asks.rank is None:
        return "anything"
    how, rank = "lower" if asks.lower else "higher", _a(asks.rank)
    return f"{rank} or {how}" if asks.equal else f"{how} than {rank}"


def _a(rank: int) -> str:
    name = called(rank)
    return f"{'an' if name in ('8', 'ace') else 'a'} {name}"


def hint(state: State) -> str:
    """Return what the person should do now who has to act."""
    if isinstance(state.held, Play):
        cards = named(state.held.cards)
        return f"you play {cards[:1].lower()}{cards[1:]}, or take it back (N)."
    if may(state, LayUp):
        return _laying(len(state.selection.cards))
    return _playing(state, state.view, state.selection.cards)


def refused(state: State, action: Action) -> str:
    """Return why an action is not allowed now, said to the person; empty if it is."""
    why = state.why_not(action)
    if not why or not state.mine:
        return why
    match action:
        case TakePile() | TurnOver() if may(state, LayUp):
            return "lay three cards face up first"
        case TakePile() if may(state, TurnOver):
            return "turn one of your blind cards over first"
        case TakePile() if state.view.pile:
            return "you can play a card, so the pile is not yours to take"
        case TurnOver():
            return f"play the cards of your {'hand' if state.view.hand else 'face-up row'} first"
        case _:
            return why


def burned(event: Burned) -> str:
    """Return what burns a pile, and how many cards that is.

    >>> burned(Burned(0, 1, alike=False)), burned(Burned(0, 6, alike=True))
    ('The 10 burns the pile: 1 card', 'Four alike burn the pile: 6 cards')
    """
    what = "Four alike burn" if event.alike else "The 10 burns"
    return f"{what} the pile: {event.cards} {'card' if event.cards == 1 else 'cards'}"


def named(cards: Collection[Card]) -> str:
    """Return cards as the subject of a sentence."""
    return f"The {min(cards)}" if len(cards) == 1 else f"{len(cards)} cards"


def _laying(chosen: int) -> str:
    if chosen == ROW:
        return "lay them face up, or put one back to choose another."
    if chosen:
        more = ROW - chosen
        return f"{more} more card{'s' if more > 1 else ''} to lie face up in front of you."
    return "choose three cards to lie face up in front of you. You play them after your hand."


def _playing(state: State, view: View, chosen: Collection[Card]) -> str:
    wants = asked(view.asks)
    if may(state, TurnOver):
        goes = "" if wants == "anything" else f" It goes if it is {wants}, or a 2, 3 or 10."
        return f"turn one of your blind cards over.{goes}"
    if not may(state, Play):
        many = "1 card" if view.pile == 1 else f"{view.pile} cards"
        return f"nothing of yours is {wants}, so the pile is yours: {many}."
    if chosen:
        more = len(alike(state, next(iter(chosen)))) > len(chosen)
        what = "it" if len(chosen) == 1 else "them"
        return f"drag {what} onto the pile, or press Enter." + (
            " You may add cards of the same rank." if more else ""
        )
    if view.pile == 0:
        return "start a new pile with any card, or with several of one rank."
    if wants == "anything":
        return "anything goes."
    return f"play {_card(wants)}. 2, 3 and 10 always go."


def _card(wants: str) -> str:
    """Return what is asked for as a thing to play.

    >>> _card("higher than a 9"), _card("a 7 or lower")
    ('a card higher than a 9', 'a 7 or lower')
    """
    return wants if wants.startswith("a") else f"a card {wants}"


def in_hand(view: View, seat: int, *, mine: bool) -> str:
    """Return what a seat's plate says: how many cards, or when it went out.

    Where the hand is too large to be counted at a glance, the own plate counts it.
    """
    if seat in view.out:
        return f"out, {PLACES[view.out.index(seat)]}"
    left = view.hands[seat] + len(view.rows[seat]) + view.blind[seat]
    if mine and view.hands[seat] > GLANCE:
        return f"{left} cards, {view.hands[seat]} in hand"
    return "1 card left" if left == 1 else f"{left} cards"


MAGIC: Final = {
    LOW: "A 2 goes on everything; the next card only has to beat a 2.",
    INVISIBLE: "A 3 goes on everything and is invisible: what lies below it counts.",
    SEVEN: "After a 7 the next player has to go lower.",
    BURNING: "A 10 goes on everything and burns the pile; you play again.",
}


def about_card(card: Card, why_not: str) -> str:
    """Return what can be said about a card that one points at, or nothing."""
    return f"The {card} does not go: {why_not}." if why_not else MAGIC.get(card.rank, "")
