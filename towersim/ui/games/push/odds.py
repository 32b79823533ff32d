"""Odds of the next flip and cost of a roll of the die, from public information."""

from collections.abc import Iterable
from typing import NamedTuple

from towersim.rules.push.play import full_deck, refusals
from towersim.rules.push.state import COLOURS, Card, Mark, View, value


class Chances(NamedTuple):
    """The odds of the next flip, from public information."""

    fitting: int
    """Number of unseen cards that fit on a stack, or are switch cards."""
    unseen: int
    """Number of unseen cards: the deck, and the discards below the top one."""


def chances(view: View) -> Chances:
    """Return the number of unseen cards, and of those among them that could be played."""
    seen = {*sum((*view.stacks, *view.benches, *view.banks), view.aside), view.top}
    every = full_deck(len(view.benches), view.options)
    unseen = [card for card in every if card not in seen and card != view.flipped]
    fit = [c for c in unseen if c.mark is Mark.SWITCH or None in refusals(view.stacks, c)]
    return Chances(len(fit), len(unseen))


def by_colour(cards: Iterable[Card]) -> dict[Mark, int]:
    """Return the points of each colour: the cost of rolling that colour.

    >>> by_colour([Card(Mark.RED, 3), Card(Mark.BLUE, 5), Card(Mark.RED, 1)])[Mark.RED]
    4
    """
    held = tuple(cards)
    return {colour: value(card for card in held if card.mark is colour) for colour in COLOURS}


def worst_roll(view: View) -> int:
    """Return the largest cost of a roll, in points, to the seat to move if it goes too far."""
    return max(_losses(view, view.benches[view.turn]))


def costs(view: View, place: int, seat: int) -> tuple[int, ...]:
    """Return the cost of each side of the die to a stack's taker; empty without a roll card."""
    stack = view.stacks[place]
    rolls = any(card.mark is Mark.ROLL for card in stack)
    return _losses(view, (*view.benches[seat], *stack)) if rolls else ()


def _losses(view: View, cards: Iterable[Card]) -> tuple[int, ...]:
    """Return the cost of each side of the die to a holder of cards; the star only if it costs."""
    lost = tuple(by_colour(cards).values())
    return (*lost, sum(lost)) if view.options.star == "lose-bench" else lost
