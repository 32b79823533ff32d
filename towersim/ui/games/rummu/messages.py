"""What the window says of Rummü: what to do next, what lies where, in plain sentences."""

from collections.abc import Sequence

from towersim.rules.rummu.cards import Card
from towersim.rules.rummu.state import Add, Discard, Exchange, Lay, Phase, Take, View
from towersim.ui.games.rummu.verdict import name, points
from towersim.units import Seat


def hint(view: View) -> str:
    """Return what the one whose turn it is should do now."""
    if view.phase is Phase.DRAWING:
        take = ", or take discards from the top down" if Take() in view.legal else ""
        return f"draw from the deck{take}."
    return f"{offers(view)}."


def empty_bench(view: View, *, can_undo: bool) -> list[str]:
    """Return what is said on the workbench while nothing lies there."""
    if can_undo:
        return ["Workbench", "What you laid this turn can be taken back until you discard."]
    lines = ["Workbench", "Click cards or drag them here: a combination is built, then laid."]
    if view.hand and view.seat in view.out:
        lines.append("Single cards go to combinations on the table: drag them there.")
    elif view.hand:
        lines.append(f"To come out, lay {view.minimum[view.seat]} cards or more in one turn.")
    return lines


def offers(view: View) -> str:
    """Return what may be done after a card was drawn or taken; never what would be refused."""
    ways = {
        "take the next discard too": Take,
        _laying(view): Lay,
        "put cards to a combination on the table": Add | Exchange,
        "discard a card to end your turn": Discard,
    }
    found = [
        way for way, kind in ways.items() if any(isinstance(action, kind) for action in view.legal)
    ]
    *others, last = found or [_laying(view)]
    return f"{', '.join(others)} – or {last}" if others else last


def _laying(view: View) -> str:
    if view.seat in view.out:
        return "lay a combination"
    needed = view.minimum[view.seat]
    if view.laid:
        return f"{view.laid} of {needed} cards are laid, another combination has to follow"
    return f"come out with {needed} cards or more"


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
