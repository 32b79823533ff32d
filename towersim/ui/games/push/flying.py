"""Which cards fly from where to where when something is seen to happen."""

from collections.abc import Iterator

from towersim.rules.base import Event, GameOver, TurnStarted
from towersim.rules.push_cards import Card
from towersim.rules.push_log import (
    Added,
    Banked,
    Bust,
    Cleared,
    Flipped,
    Rolled,
    Switched,
    Took,
)
from towersim.ui.cards.faces import back_picture, face_picture
from towersim.ui.cards.flights import Flight
from towersim.ui.cards.places import Spot
from towersim.ui.games.push.faces import face
from towersim.ui.games.push.shown import Idled, Shown
from towersim.ui.games.push.sight import Eye
from towersim.ui.theme import Stage

APART = 0.07
"""Seconds between cards that fly together."""
Way = tuple[Card, Spot, Spot]


def flights(stage: Stage, eye: Eye, before: Shown, part: Event, now: Shown) -> list[Flight]:
    """Return the flights that lead from the table before a part of an event to the one after."""
    turns = isinstance(part, Flipped), isinstance(part, Banked)
    return [
        _flight(stage, way, APART * index, *turns)
        for index, way in enumerate(_ways(eye, before, part, now))
    ]


def _flight(stage: Stage, way: Way, wait: float, opens: bool, closes: bool) -> Flight:  # noqa: FBT001 - which side is seen when
    card, start, end = way
    high = round(max(start.height, end.height))
    front, back = face_picture(stage, face(card), high), back_picture(stage, high)
    picture = back if closes else front
    turned = back if opens else front if closes else None
    return Flight(card, picture, start, end, wait, turned=turned)


def _ways(eye: Eye, before: Shown, part: Event, now: Shown) -> Iterator[Way]:
    match part:
        case Flipped() | Added() | Switched() | Bust() | Idled():
            return _one(eye, part, now)
        case Took():
            return _to_seat(eye, part, now)
        case Rolled() | Banked():
            return _from_bench(eye, part, before)
        case Cleared():
            return _left_over(eye, before)
        case TurnStarted() | GameOver():
            done = ((card, eye.put_aside(before, card)) for card in before.aside)
            return ((card, start, eye.layout.discards) for card, start in done)
        case _:
            return iter(())


def _one(eye: Eye, part: Event, now: Shown) -> Iterator[Way]:
    """Return the way of the one card that is flipped."""
    layout = eye.layout
    match part:
        case Flipped(_, card):
            yield card, layout.deck, layout.flipped
        case Added(_, card, place, _):
            cards = len(now.stacks[place])
            yield card, eye.flipped_from, eye.on_stack(place, cards - 1, cards)
        case Switched() if now.aside:
            yield now.aside[-1], layout.flipped, eye.put_aside(now, now.aside[-1])
        case Bust(_, card) | Idled(card):
            yield card, layout.flipped, layout.discards


def _to_seat(eye: Eye, took: Took, now: Shown) -> Iterator[Way]:
    """Return the ways of a stack: numbers to the bench, its roll card aside."""
    for index, card in enumerate(took.cards):
        start = eye.on_stack(took.stack, index, len(took.cards))
        bench = card.number > 0
        yield (
            card,
            start,
            (eye.on_bench(now, took.seat, card) if bench else eye.put_aside(now, card)),
        )


def _left_over(eye: Eye, before: Shown) -> Iterator[Way]:
    for place, stack in enumerate(before.stacks):
        for index, card in enumerate(stack):
            yield card, eye.on_stack(place, index, len(stack)), eye.layout.discards


def _from_bench(eye: Eye, part: Rolled | Banked, before: Shown) -> Iterator[Way]:
    """Return the ways of what the die takes, or of what is made safe."""
    cards = part.lost if isinstance(part, Rolled) else part.cards
    end = eye.layout.discards if isinstance(part, Rolled) else eye.in_bank(part.seat)
    for card in cards:
        yield card, eye.on_bench(before, part.seat, card), end
