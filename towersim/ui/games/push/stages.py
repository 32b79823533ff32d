"""What is seen of Push one thing after the other: views between, and what no view tells."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from towersim.rules.base import Event, GameOver, Nature, TurnStarted, swapped
from towersim.rules.push.cards import Card, Mark
from towersim.rules.push.log import Added, Bust, Flipped, Rolled, Took
from towersim.rules.push.play import DUEL, others
from towersim.rules.push.state import Phase, View
from towersim.ui.cards.table import TableState
from towersim.ui.events import Moment
from towersim.units import Seat

State = TableState[View, Mark | None]
"""The selection is the colour that is chosen to be banked, but is not yet."""


class Idled(Event, frozen=True):
    """A switch card without effect, as with two seats, goes to the discards."""

    card: Card


class Thrown(Event, frozen=True):
    """The die lies still; what it costs comes next."""

    seat: Seat
    face: Mark


class Memory(NamedTuple):
    """What the table shows and no view tells."""

    taken: tuple[Seat, ...] = ()
    """Who has taken a stack this turn, in that order."""
    bust: bool = False
    """Whether the seat whose turn it is has pushed too far."""
    die: Mark = Mark.STAR
    """The side of the die that lies up."""
    rolls: bool = False
    """Whether it has just been thrown, and has cost nothing yet."""
    put: Added | None = None
    """Where the last card was put, until the next one is flipped."""


def remembered(memory: Memory, event: Event) -> Memory:
    """Return what the table shows after an event."""
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
    """Return what is seen of one action: cards come before they go, the die before it costs."""
    for event in events:
        last, still = event is events[-1], replace(before, legal=())
        match event:
            case Flipped(_, card):
                flipped = replace(still, deck=before.deck - 1, flipped=card, phase=Phase.FLIPPING)
                yield Moment(event, after if last and after.flipped else flipped)
                if card.mark is Mark.SWITCH and len(before.benches) == DUEL:
                    yield Moment(Idled(card), after)
            case Took(_, place, cards) if not last:
                rolls = tuple(card for card in cards if card.mark is Mark.ROLL)
                stacks = swapped(before.stacks, place, ())
                aside = before.aside + rolls
                yield Moment(
                    event, replace(still, stacks=stacks, benches=after.benches, aside=aside)
                )
            case Rolled(seat, face, lost):
                yield Moment(Thrown(seat, face), still)
                top = lost[-1] if lost else before.top
                count = before.discarded + len(lost)
                rolled = replace(still, benches=after.benches, top=top, discarded=count)
                yield Moment(event, after if last else rolled)
            case _:
                yield Moment(event, after)


def acting(view: View) -> Seat | None:
    """Return the seat that acts now, or for which nature does; nobody after the end."""
    if view.phase is Phase.OVER:
        return None
    if not isinstance(view.actor, Nature):
        return view.actor
    return view.rollers[0] if view.phase is Phase.ROLLING else view.turn


def order(view: View, memory: Memory) -> tuple[Seat, ...]:
    """Return who takes a stack after whom this turn, as things are."""
    return (*others(view), view.turn) if memory.bust else (view.turn, *others(view))
