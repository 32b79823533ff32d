"""What the window of Push says: what to do next, what is seen, in plain sentences."""

from collections.abc import Sequence
from typing import Final

from towersim.rules.base import Action, Event
from towersim.rules.push.cards import COLOURS, Mark, value
from towersim.rules.push.log import Banked, Bust, DeckOut, Rolled, Switched, Took
from towersim.rules.push.state import Bank, Phase, Put, Take, View
from towersim.ui.cards.table import TableState
from towersim.ui.games.push.odds import by_colour, chances, worst_roll
from towersim.ui.games.push.stages import Idled, Thrown

State = TableState[View, Mark | None]
FEW: Final = 12
"""From so few cards in the deck on one is told that the last one ends the game."""


def hint(state: State) -> str:
    """Return what the person should do now who has to act, or how the game ended."""
    view = state.view
    chosen, legal = state.selection, state.legal
    places = tuple(action.stack for action in legal if isinstance(action, Put | Take))
    match view.phase:
        case Phase.STARTING if chosen:
            worth = points(by_colour(view.benches[view.turn])[COLOURS.index(chosen)])
            return f"bank {worth} in {chosen}? That is your whole turn. Or flip a card after all."
        case Phase.STARTING if len(legal) > 1:
            return "flip a card, or bank a colour of your bench."
        case Phase.STARTING:
            return "flip the first card of your turn."
        case Phase.PLACING:
            return _placing(view, places)
        case Phase.DECIDING if not any(view.stacks):
            return "flip on, or stop. No stack lies on the table yet."
        case Phase.DECIDING:
            return "push your luck and flip one more, or stop and take a stack."
        case _:
            return _taking(view, places)


FIRST: Final = {
    Phase.STARTING: "flip a card first",
    Phase.DECIDING: "flip a card first, or stop to take a stack",
    Phase.PLACING: "put the flipped card on a stack first",
    Phase.TAKING: "take a stack first",
}
"""What is said to a person who wants something else than is to be done now."""


def refused(state: State, action: Action) -> str:
    """Return why an action is not allowed now, said to the person; empty if it is."""
    why, view = state.why_not(action), state.view
    if not why or not state.mine:
        return why
    match view.phase, action:
        case Phase.STARTING, Bank(colour):
            return f"you have no {colour} card on your bench"
        case Phase.DECIDING, Bank():
            return "you can only bank before you flip the first card"
        case Phase.PLACING, Put():
            return why
        case Phase.TAKING, Take(stack):
            there = "you have to take a stack that is worth most"
            return there if view.stacks[stack] else f"there is no stack {stack + 1} to take"
        case _:
            return FIRST.get(view.phase, why)


def _placing(view: View, places: tuple[int, ...]) -> str:
    begins = [place for place in places if not view.stacks[place]]
    if len(places) > 1:
        where = "a marked place"
    elif begins:
        where = "the free place"
    else:
        where = f"stack {places[0] + 1}, the only one that takes it"
    return f"put the {view.flipped} on {where}: drag it there or click."


def _taking(view: View, places: tuple[int, ...]) -> str:
    best, *others = view.highest
    if len(places) == 1:
        return f"stack {places[0] + 1} is left for you: {points(view.values[places[0]])}."
    most = "they are worth the same" if others else f"stack {best + 1} is worth most"
    return f"take a stack; {most}."


def points(number: int) -> str:
    """Return a number of points.

    >>> points(1), points(12)
    ('1 point', '12 points')
    """
    return "1 point" if number == 1 else f"{number} points"


def told_large(part: Event, names: Sequence[str]) -> str:
    """Return what is written large over the table when it is seen, or nothing."""
    match part:
        case Bust(seat, card):
            return f"Too far! The {card} fits nowhere: no stack for {names[seat]}."
        case Switched(reverse):
            way = "the other way round" if reverse else "clockwise again"
            return f"Switch! The others take their stacks {way}."
        case Idled():
            return "With two players a switch card changes nothing."
        case DeckOut(seat):
            return f"That was the last card: {names[seat]} has to stop."
        case Took(seat, place, cards):
            return f"{names[seat]} takes stack {place + 1}: {points(value(cards))}."
        case Thrown(seat):
            return f"{names[seat]} rolls the die …"
        case Rolled(seat, side, lost):
            return _rolled(names[seat], side, value(lost))
        case Banked(seat, colour, cards):
            verb = "is" if value(cards) == 1 else "are"
            return f"{names[seat]} banks {colour}: {points(value(cards))} {verb} safe."
        case _:
            return ""


def _rolled(who: str, side: Mark, lost: int) -> str:
    shown = "the star" if side is Mark.STAR else str(side)
    if lost:
        return f"{who} rolls {shown} and loses {points(lost)}!"
    return f"{who} rolls {shown}: nothing lost."


def near_end(deck: int) -> str:
    """Return how many cards end the game, or nothing while they are many."""
    if deck > FEW:
        return ""
    return {0: "none left", 1: "the last card"}.get(deck, f"only {deck} left")


def percent(fitting: int, unseen: int) -> str:
    """Return a share in percent; certain and impossible are said only if they are.

    >>> percent(1, 3), percent(299, 300), percent(1, 300), percent(5, 5)
    ('33 %', '99 %', '1 %', '100 %')
    """
    share = round(100 * fitting / unseen)
    if 0 < fitting < unseen:
        share = min(max(share, 1), 99)
    return f"{share} %"


def about_deck(view: View) -> str:
    """Return what there is to say about flipping one more card now."""
    deck = view.deck
    left = f"{deck} cards lie in the deck." if deck != 1 else "One card lies in the deck."
    if view.phase is not Phase.DECIDING:
        return left
    fitting, unseen = chances(view)
    are = "card is" if unseen == 1 else "cards are"
    hidden = f"{unseen} {are} not seen: the deck and what lies deep in the discards."
    worst = worst_roll(view)
    risk = f" Too far would cost up to {points(worst)}." if worst else ""
    return f"{left} {hidden} {fitting} of them would fit.{risk}"


def about_bench(view: View, seat: int, colour: Mark) -> str:
    """Return what a seat has of a colour, or nothing."""
    held = [card for card in view.benches[seat] if card.mark is colour]
    safe = value(card for card in view.banks[seat] if card.mark is colour)
    bank = f" Banked: {safe}." if safe else ""
    if not held:
        return f"No {colour} on the bench.{bank}"
    numbers = " + ".join(str(card.number) for card in held)
    summed = f"{numbers} = " if len(held) > 1 else ""
    return f"{colour.capitalize()}: {summed}{points(value(held))}.{bank}"


def about_bank(view: View, seat: int) -> str:
    """Return what a seat has banked."""
    bank = view.banks[seat]
    if not bank:
        return "Nothing banked yet. Banked cards are safe from the die."
    sums = zip(COLOURS, by_colour(bank), strict=True)
    listed = ", ".join(f"{colour} {worth}" for colour, worth in sums if worth)
    return f"Banked, safe from the die: {listed}. {points(value(bank)).capitalize()}."
