"""What the window of Push knows beside the views: the moments shown, and the odds."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from towersim.common.units import Seat
from towersim.rules.base import Event, GameOver, Nature, TurnStarted, swapped
from towersim.rules.push.log import Added, Bust, Flipped, Rolled, Took
from towersim.rules.push.play import DUEL, full_deck, others, refusals
from towersim.rules.push.state import COLOURS, Card, Mark, Phase, View, value
from towersim.ui.cards.table import TableState
from towersim.ui.events import Moment

State = TableState[View, Mark | None]
"""The selection is the colour chosen for banking, or None."""


class Idled(Event, frozen=True):
    """A switch card without effect, as with two seats, goes to the discards."""

    card: Card


class Thrown(Event, frozen=True):
    """The die has come to rest; its cost follows."""

    seat: Seat
    face: Mark


class Memory(NamedTuple):
    """State of the table that the views do not hold."""

    taken: tuple[Seat, ...] = ()
    """Seats that have taken a stack this turn, in order."""
    bust: bool = False
    """Whether the seat to move has pushed too far."""
    die: Mark = Mark.STAR
    """The upper side of the die."""
    rolls: bool = False
    """Whether the die has been thrown, but not yet paid for."""
    put: Added | None = None
    """The last placement of a card, until the next flip."""


def remembered(memory: Memory, event: Event) -> Memory:
    """Return the memory after an event."""
    match event:
        case Took(seat):
            return memory._replace(taken=(*memory.taken, seat))
        case Bust():
            return memory._replace(bust=True)
        case Added():
            return memory._replace(put=event)
        case Flipped():
            return memory._replace(put=None)
        case Thrown(_, face) | Rolled(_, face):
            return memory._replace(die=face, rolls=isinstance(event, Thrown))
        case TurnStarted() | GameOver():
            return Memory(die=memory.die)
        case _:
            return memory


def moments(before: View, events: Sequence[Event], after: View) -> Iterator[Moment[View]]:
    """Return the moments of one action: a card before its discard, the die before its cost."""
    for event in events:
        last = event is events[-1]
        match event:
            case Flipped(_, card):
                flipped = replace(before, deck=before.deck - 1, flipped=card, phase=Phase.FLIPPING)
                yield Moment(event, after if last and after.flipped else flipped)
                if card.mark is Mark.SWITCH and len(before.benches) == DUEL:
                    yield Moment(Idled(card), after)
            case Took(_, place, cards) if not last:
                rolls = tuple(card for card in cards if card.mark is Mark.ROLL)
                stacks = swapped(before.stacks, place, ())
                aside = before.aside + rolls
                yield Moment(
                    event, replace(before, stacks=stacks, benches=after.benches, aside=aside)
                )
            case Rolled(seat, face, lost):
                yield Moment(Thrown(seat, face), before)
                top = lost[-1] if lost else before.top
                count = before.discarded + len(lost)
                rolled = replace(before, benches=after.benches, top=top, discarded=count)
                yield Moment(event, after if last else rolled)
            case _:
                yield Moment(event, after)


def acting(view: View) -> Seat | None:
    """Return the seat that acts now, or for which nature does; None after the end."""
    if view.phase is Phase.OVER:
        return None
    if not isinstance(view.actor, Nature):
        return view.actor
    return view.rollers[0] if view.phase is Phase.ROLLING else view.turn


def order(view: View, memory: Memory) -> tuple[Seat, ...]:
    """Return the present order of taking stacks this turn."""
    later = others(view, view.turn)
    return (*later, view.turn) if memory.bust else (view.turn, *later)


def chances(view: View) -> tuple[int, int]:
    """Return the number of unseen cards that fit on a stack or switch, and of all unseen cards.

    Unseen are the deck, and the discards below the top one.
    """
    seen = {*sum((*view.stacks, *view.benches, *view.banks), view.aside), view.top}
    every = full_deck(len(view.benches), view.options)
    unseen = [card for card in every if card not in seen and card != view.flipped]
    fit = [c for c in unseen if c.mark is Mark.SWITCH or None in refusals(view.stacks, c)]
    return len(fit), len(unseen)


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
