"""What the window says of Rummü: what to do next, what lies where, in plain sentences."""

from collections.abc import Sequence
from typing import Final

from towersim.match import Phase as MatchPhase
from towersim.rules.rummu.cards import Card
from towersim.rules.rummu.state import Discard, Phase, Take, View
from towersim.ui.games.rummu.play import RummuPlay
from towersim.ui.games.rummu.verdict import name, points
from towersim.ui.play import NOBODY
from towersim.units import Seat

PACE_TIP: Final = "Speed of bots and cards (F)"
PAUSE_TIP: Final = "Pause (Esc)"


def hint(play: RummuPlay) -> str:
    """Return what the one whose turn it is should do now."""
    if play.between:
        return f"Round {play.rounds()[-1].number} is over."
    if play.match.phase is MatchPhase.OVER:
        return _over(play)
    if not play.is_human_turn:
        return f"{play.name} is thinking …"
    if play.watcher == NOBODY:
        return f"It is {play.name}'s turn."
    view = play.view()
    match view.phase:
        case Phase.DRAWING:
            take = ", or take discards from the top down" if Take() in view.legal else ""
            return f"{play.name}: draw from the deck{take}."
        case _:
            return f"{play.name}: {offers(view)}."


def offers(view: View) -> str:
    """Return what may be done after a card was drawn or taken; never what would be refused."""
    found = [_play(view)]
    if Take() in view.legal:
        found.insert(0, "take the next discard too")
    if any(isinstance(action, Discard) for action in view.legal):
        found.append("discard a card to end your turn")
    *others, last = found
    return f"{', '.join(others)} – or {last}" if others else last


def _play(view: View) -> str:
    if view.seat in view.out:
        return "lay cards, or put them to any combination"
    needed = view.minimum[view.seat]
    if view.laid:
        return f"{view.laid} of {needed} cards are laid, another combination has to follow"
    return f"come out with {needed} cards or more"


def _over(play: RummuPlay) -> str:
    outcome = play.match.outcome
    if outcome is None:
        return ""
    names = " and ".join(play.match.seats[seat].name for seat in outcome.winners)
    verb = "wins" if len(outcome.winners) == 1 else "win"
    return f"{names} {verb} with {points(max(outcome.scores))}."


def again(card: Card) -> str:
    """Return what is said of a card that is marked to be discarded."""
    return f"X again discards the {card} and ends your turn."


def state_of(view: View, seat: Seat, home: Seat) -> str:
    """Return the line below a seat's plate: what it is and whether it has come out."""
    parts = []
    if seat == view.dealer:
        parts.append("deals")
    if seat != home and partners(view, seat, home):
        parts.append("partner")
    needed = view.minimum[seat]
    parts.append("has come out" if seat in view.out else f"needs {needed} to come out")
    return " · ".join(parts)


def partners(view: View, one: Seat, other: Seat) -> bool:
    """Return whether two seats play together."""
    return view.options.partners and (one - other) % (len(view.hands) // 2) == 0


def about_combination(view: View, number: int, names: Sequence[str]) -> str:
    """Return what can be said about a combination on the table."""
    owner, cards = view.table[number]
    said = f"{names[owner]}: {name(cards).lower()}, {points(view.worth[number])}."
    for role in cards:
        if role.replaces:
            said += f" The {role.card} stands for {role.suit}: "
            said += f"a {role.suit} {role.card.number} can be exchanged for it."
    return said


def about_discards(view: View, cards: int) -> str:
    """Return what can be said about the upper cards of the discard pile."""
    if cards == 1 or Take() not in view.legal:
        some = "1 discard" if view.discards == 1 else f"{view.discards} discards"
        return f"{some}, on top the {view.top}."
    return f"Take {cards} of {view.discards} discards: all but the top one turn over as you do."


def about_deck(view: View) -> str:
    """Return what can be said about the deck."""
    if view.deck:
        cards = "1 card" if view.deck == 1 else f"{view.deck} cards"
        return f"{cards} in the deck (D draws one)."
    return "The deck is out: who draws shuffles the discards, all but the top one."
