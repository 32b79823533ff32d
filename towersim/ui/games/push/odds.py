"""What may be flipped next, and what a roll of the die would cost, as far as one can tell."""

from collections.abc import Iterable
from typing import NamedTuple

from towersim.rules.push.cards import COLOURS, Card, Mark, value
from towersim.rules.push.legal import refusals
from towersim.rules.push.play import full_deck
from towersim.rules.push.state import View


class Chances(NamedTuple):
    """What may be flipped next, as far as one can tell."""

    fitting: int
    """How many of the cards that are not seen go somewhere."""
    unseen: int
    """The deck, and what lies below the top of the discard pile."""


def chances(view: View) -> Chances:
    """Return how many of the cards that nobody sees now could be played."""
    seen = {*sum((*view.stacks, *view.benches, *view.banks), view.aside), view.top}
    every = full_deck(len(view.benches), view.options)
    unseen = [card for card in every if card not in seen and card != view.flipped]
    fit = [c for c in unseen if c.mark is Mark.SWITCH or None in refusals(view.stacks, c)]
    return Chances(len(fit), len(unseen))


def by_colour(cards: Iterable[Card]) -> dict[Mark, int]:
    """Return the points of each colour: what a roll of that colour would cost.

    >>> by_colour([Card(Mark.RED, 3), Card(Mark.BLUE, 5), Card(Mark.RED, 1)])[Mark.RED]
    4
    """
    held = tuple(cards)
    return {colour: value(card for card in held if card.mark is colour) for colour in COLOURS}


def worst_roll(view: View) -> int:
    """Return how many points the die may cost the seat whose turn it is, if it goes too far."""
    return max(_losses(view, view.benches[view.turn]))


def costs(view: View, place: int, seat: int) -> tuple[int, ...]:
    """Return what each side of the die would cost the taker of a stack; nothing: no roll."""
    stack = view.stacks[place]
    rolls = any(card.mark is Mark.ROLL for card in stack)
    return _losses(view, (*view.benches[seat], *stack)) if rolls else ()


def _losses(view: View, cards: Iterable[Card]) -> tuple[int, ...]:
    """Return what each side of the die costs who has these cards; no star if that is safe."""
    lost = tuple(by_colour(cards).values())
    return (*lost, sum(lost)) if view.options.star == "lose-bench" else lost
