"""The texts of Push in the window: instructions, refusals, banners and tooltips."""

from collections.abc import Sequence
from typing import Final

from towersim.common.messages import message as _, plural, texts
from towersim.rules.base import Action, Event, Values, by_tag, tag_of, told
from towersim.rules.display import count_text, joined
from towersim.rules.push import log
from towersim.rules.push.state import CARDS, NAMES, Bank, Mark, Phase, Put, Take, View, value
from towersim.ui.games.push.moments import State, by_colour, chances, worst_roll
from towersim.ui.nodes.node import Say

FEW: Final = 12
"""Size of the deck from which its caption counts down to the end of the game."""
_TEXTS: Final = texts(__file__)
ABOUT_DIE: Final = _TEXTS["tips"]["die"]
FIRST: Final = _TEXTS["first"]
"""Instructions given when a person tries another action than the one due."""


def hint(state: State) -> str:
    """Return the instruction to the person who has to act."""
    view, chosen, asks = state.view, state.selection, str(state.view.phase)
    places = [action.stack for action in state.legal if isinstance(action, Put | Take)]
    place, points = places[0] if places else 0, 0
    match view.phase:
        case Phase.STARTING if chosen:
            asks, points = "starting [chosen]", by_colour(view.benches[view.turn])[chosen]
        case Phase.STARTING if len(state.legal) == 1:
            asks = "starting [empty bench]"
        case Phase.PLACING if len(places) == 1:
            asks = "placing [only stack]" if view.stacks[place] else "placing [free place]"
        case Phase.DECIDING if not any(view.stacks):
            asks = "deciding [no stack]"
        case Phase.TAKING if len(places) == 1:
            asks, points = "taking [last]", view.values[place]
        case Phase.TAKING if len(view.highest) > 1:
            asks = "taking [equal]"
        case Phase.TAKING:
            place = view.highest[0]
    return _TEXTS["asks"][asks].filled(
        card=str(view.flipped),
        stack=place + 1,
        points=count_text("points", points),
        colour=NAMES[chosen] if chosen else "",
    )


def refused(state: State, action: Action) -> str:
    """Return the reason why an action is not allowed now, for the person; empty if it is."""
    refusal, view = state.why_not(action), state.view
    if not refusal or not state.mine:
        return refusal
    match view.phase, action:
        case Phase.STARTING, Bank(colour):
            return _("you have no {card} on your bench", card=CARDS[colour])
        case Phase.DECIDING, Bank():
            return _("you can only bank before you flip the first card")
        case Phase.PLACING, Put():
            return refusal
        case Phase.TAKING, Take(stack):
            if not view.stacks[stack]:
                return _("there is no stack {stack} to take", stack=stack + 1)
            return _("you have to take a stack that is worth most")
        case _:
            return FIRST.get(view.phase, refusal)


def allowed(state: State, action: Action) -> Action | Say:
    """Return an action, or `Say` with the reason why it is not allowed now."""
    refusal = refused(state, action)
    return Say(refusal) if refusal else action


BANNERS: Final = by_tag(_TEXTS["banners"])
VALUES: Final[Values] = {
    **log.VALUES,
    "points": lambda event, _names: count_text(
        "points", value(event.lost if isinstance(event, log.Rolled) else event.cards)
    ),
}


def told_large(event: Event, names: Sequence[str]) -> str:
    """Return the banner of an event, or an empty text."""
    if isinstance(event, log.Banked):
        return plural(
            "{name} banks {colour}: {count} point is safe.",
            "{name} banks {colour}: {count} points are safe.",
            value(event.cards),
            name=names[event.seat],
            colour=NAMES[event.colour],
        )
    lines = BANNERS.get(tag_of(type(event).__name__))
    return told(event, lines, VALUES, names) if lines else ""


def near_end(deck: int) -> str:
    """Return the countdown of the deck's last `FEW` cards, or an empty text above that."""
    if deck > FEW:
        return ""
    fewest = {0: _("Deck: none left"), 1: _("Deck: the last card")}
    return fewest.get(deck, _("Deck: only {count} left", count=deck))


def percent(fitting: int, unseen: int) -> str:
    """Return a share in percent; 0 % and 100 % only if they are exact.

    >>> percent(1, 3), percent(299, 300), percent(1, 300), percent(5, 5)
    ('33 %', '99 %', '1 %', '100 %')
    """
    share = round(100 * fitting / unseen)
    if 0 < fitting < unseen:
        share = min(max(share, 1), 99)
    return _("{share} %", share=share)


def about_deck(view: View) -> str:
    """Return the deck's tooltip: its size, and the chances of one more flip."""
    left = plural("One card lies in the deck.", "{count} cards lie in the deck.", view.deck)
    if view.phase is not Phase.DECIDING:
        return left
    fitting, unseen = chances(view)
    hidden = plural(
        "{count} card is not seen: the deck and what lies deep in the discards.",
        "{count} cards are not seen: the deck and what lies deep in the discards.",
        unseen,
    )
    sentence = _(
        "{left} {hidden} {fitting} of them would fit.", left=left, hidden=hidden, fitting=fitting
    )
    worst = worst_roll(view)
    if not worst:
        return sentence
    cost = count_text("points", worst)
    return _("{told} Too far would cost up to {points}.", told=sentence, points=cost)


def about_bench(view: View, seat: int, colour: Mark) -> str:
    """Return the tooltip of a seat's colour, or an empty text."""
    held = [card for card in view.benches[seat] if card.mark is colour]
    safe = by_colour(view.banks[seat])[colour]
    worth = count_text("points", value(held))
    if not held:
        sentence = _("No {colour} on the bench.", colour=NAMES[colour])
    elif len(held) == 1:
        sentence = _("{colour:capital}: {points}.", colour=NAMES[colour], points=worth)
    else:
        sentence = _(
            "{colour:capital}: {numbers} = {points}.",
            colour=NAMES[colour],
            numbers=" + ".join(str(card.number) for card in held),
            points=worth,
        )
    return _("{told} Banked: {worth}.", told=sentence, worth=safe) if safe else sentence


def about_bank(view: View, seat: int) -> str:
    """Return the tooltip of a seat's bank."""
    bank = view.banks[seat]
    if not bank:
        return _("Nothing banked yet. Banked cards are safe from the die.")
    sums = by_colour(bank).items()
    parts = (_("{colour} {worth}", colour=NAMES[c], worth=worth) for c, worth in sums if worth)
    return _(
        "Banked, safe from the die: {parts}. {points}.",
        parts=joined(parts),
        points=count_text("points", value(bank)),
    )
