"""The legal actions of Push, and the reasons for refusing any other."""

from collections.abc import Sequence
from functools import cache

from towersim.common.messages import message as _
from towersim.common.units import Seat
from towersim.rules.base import Action, Deals, First
from towersim.rules.display import sentences
from towersim.rules.push.cards import CARDS, COLOURS, FACES, Card, Mark, highest
from towersim.rules.push.state import (
    STACKS,
    Bank,
    Deal,
    Flip,
    Phase,
    Put,
    Roll,
    SeatAction,
    Stacks,
    State,
    Stop,
    Take,
)

AWAITED = sentences("push")["phases"]
"""The message that refuses any other action, by phase."""

NO_PLACE = _("the stacks are numbered 0 to {last}", last=STACKS - 1)

LEFTMOST = _("a new stack begins in the leftmost free place")  # ruling: all are equivalent

BANKS = tuple(map(Bank, COLOURS))
PUTS = tuple(map(Put, range(STACKS)))
TAKES = tuple(map(Take, range(STACKS)))


def legal(state: State) -> Sequence[Action]:
    """Return every legal action of a seat or nature, each once, in a fixed order."""
    match state.phase:
        case Phase.FLIPPING:
            return Deals(state.deck, Deal)
        case Phase.ROLLING:
            return tuple(map(Roll, FACES))
        case Phase.SEATING:
            return tuple(First(Seat(seat)) for seat in range(len(state.benches)))
        case _:
            return seat_actions(state)


def seat_actions(state: State) -> tuple[SeatAction, ...]:
    """Return the legal actions of the asked seat; none when nature moves."""
    match state.phase:
        case Phase.STARTING:
            held = {card.mark for card in state.benches[state.turn]}
            return (Flip(), *(bank for bank in BANKS if bank.colour in held))
        case Phase.DECIDING:
            return (Flip(), Stop())
        case Phase.PLACING:
            reason = refusals(state.stacks, state.flipped[0])
            return tuple(put for put in PUTS if reason[put.stack] is None)
        case Phase.TAKING:
            return tuple(take for take in TAKES if _untakeable(state, take.stack) is None)
        case _:
            return ()


def refusal(state: State, action: Action) -> str | None:
    """Return the reason why an illegal action is illegal."""
    match state.phase, action:
        case Phase.STARTING, Bank(colour):
            return _("no {card} lies on the bench", card=CARDS[colour])
        case Phase.PLACING, Put(stack):
            if stack not in range(STACKS):
                return NO_PLACE
            return refusals(state.stacks, state.flipped[0])[stack]
        case Phase.TAKING, Take(stack):
            return _untakeable(state, stack)
        case Phase.FLIPPING, Deal(card):
            return _("the deck does not hold this {card} any more", card=str(card))
        case Phase.SEATING, First(seat):
            return _("there is no seat {seat}", seat=seat)
        case Phase.ROLLING, Roll(face):
            return _("no side of the die shows a {face}", face=face.value)
        case _:
            return AWAITED[state.phase]


def refusals(stacks: Stacks, card: Card) -> tuple[str | None, ...]:
    """Return for each place the reason why a card may not be put there, or None if it may."""
    begins = stacks.index(()) if () in stacks else STACKS
    return tuple(
        [
            _clash(place, stack, card) if stack else (None if place == begins else LEFTMOST)
            for place, stack in enumerate(stacks)
        ]
    )


def _clash(place: int, stack: tuple[Card, ...], card: Card) -> str | None:
    """Return the refusal of a card that repeats a mark or number of the stack, or None."""
    mark, number, _ = card
    for other in stack:
        if other.mark is mark:
            return _has_mark(place + 1, mark)
    for other in stack:
        if other.number == number:
            return _has_number(place + 1, number)
    return None


@cache
def _has_mark(stack: int, mark: Mark) -> str:
    """Return the message for a repeated mark; cached, as bots ask for every possible card."""
    return _("stack {stack} has a {card} already", stack=stack, card=CARDS[mark])


@cache
def _has_number(stack: int, number: int) -> str:
    return _("stack {stack} has a {number} already", stack=stack, number=number)


def _untakeable(state: State, stack: int) -> str | None:
    """Return the reason why the first of the takers may not take this stack, or None."""
    if stack not in range(STACKS):
        return NO_PLACE
    if not state.stacks[stack]:
        return _("stack {stack} is not there, or somebody has it", stack=stack + 1)
    stopped = state.takers[0] == state.turn
    if state.options.highest_only and stopped and stack not in highest(state.stacks):
        return _("the seat that stops takes a stack of the highest value")
    return None
