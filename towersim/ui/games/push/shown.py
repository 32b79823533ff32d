"""What the table shows, one event after the other: the rules are often further already.

When a seat flips a card, the rules at once go on until somebody has to choose. The screen lets one
see each card come and go, so it keeps a picture of its own of what lies where.
"""

from collections.abc import Iterable
from operator import add
from typing import Final, Self

import msgspec
from msgspec.structs import replace

from towersim.rules.base import Event, GameOver, TurnStarted
from towersim.rules.push import DUEL
from towersim.rules.push_cards import Card, Mark, deck, value
from towersim.rules.push_log import (
    Added,
    Banked,
    Bust,
    Cleared,
    DeckOut,
    Flipped,
    Rolled,
    Stopped,
    Switched,
    Took,
)
from towersim.rules.push_state import STACKS, Stacks
from towersim.units import Seat

Cards = tuple[Card, ...]

NOTHING: Final[Stacks] = ((),) * STACKS


class Idled(Event, frozen=True):
    """A switch card without effect, as with two seats, goes to the discards."""

    card: Card


class Thrown(Event, frozen=True):
    """The die lies still; what it costs comes next."""

    seat: Seat
    face: Mark


class Shown(msgspec.Struct, frozen=True):
    """What lies where on the screen."""

    deck: int
    benches: tuple[Cards, ...]
    banks: tuple[Cards, ...]
    stacks: Stacks = NOTHING
    flipped: Card | None = None
    aside: Cards = ()
    discards: Cards = ()
    turn: Seat = Seat(0)
    reverse: bool = False
    """Whether switch cards have turned the order of taking round."""
    taken: tuple[Seat, ...] = ()
    """Who has taken a stack this turn, in that order."""
    bust: bool = False
    """Whether the seat whose turn it is has pushed too far."""
    taking: bool = False
    """Whether no more cards are flipped this turn."""
    acting: Seat = Seat(0)
    """Who did something last, or has to do something now."""
    die: Mark = Mark.STAR
    """The side of the die that lies up."""

    @classmethod
    def first(cls, seats: int) -> Self:
        """Return the table before anything happened."""
        nothing: tuple[Cards, ...] = ((),) * seats
        return cls(len(deck()), nothing, nothing)

    @property
    def scores(self) -> tuple[int, ...]:
        """How many points the bench and the bank of each seat are worth."""
        return tuple(map(value, map(add, self.benches, self.banks)))

    @property
    def order(self) -> tuple[Seat, ...]:
        """Who takes a stack after whom this turn, as things are."""
        seats = len(self.benches)
        others = tuple(Seat((self.turn + step) % seats) for step in range(1, seats))
        others = others[::-1] if self.reverse else others
        return others if self.bust else (self.turn, *others)


def parts(event: Event, seats: int) -> tuple[Event, ...]:
    """Return what is seen of an event, one part after the other."""
    match event:
        case Flipped(_, card) if card.mark is Mark.SWITCH and seats == DUEL:
            return event, Idled(card)
        case Rolled(seat, side, _):
            return Thrown(seat, side), event
        case _:
            return (event,)


def shown_after(shown: Shown, events: Iterable[Event]) -> Shown:
    """Return the table after some events were seen."""
    for event in events:
        for part in parts(event, len(shown.benches)):
            shown = after(shown, part)
    return shown


def after(shown: Shown, part: Event) -> Shown:
    """Return the table after one part of an event was seen."""
    acting = getattr(part, "seat", shown.acting)
    taking = shown.taking or isinstance(part, Bust | Stopped | DeckOut)
    return _after(replace(shown, acting=acting, taking=taking), part)


def _after(shown: Shown, part: Event) -> Shown:
    match part:
        case Flipped() | Switched() | Idled() | Added() | Bust():
            return _after_card(shown, part)
        case Took(seat, place, cards):
            return _taken(shown, seat, place, cards)
        case Cleared(cards):
            return replace(shown, stacks=NOTHING, discards=shown.discards + cards)
        case Thrown(_, side):
            return replace(shown, die=side)
        case Rolled(seat, _, lost):
            bench = _without(shown.benches[seat], lost)
            benches = _put(shown.benches, seat, bench)
            return replace(shown, benches=benches, discards=shown.discards + lost)
        case Banked(seat, _, cards):
            bench = _without(shown.benches[seat], cards)
            bank = tuple(sorted(shown.banks[seat] + cards))
            benches, banks = _put(shown.benches, seat, bench), _put(shown.banks, seat, bank)
            return replace(shown, benches=benches, banks=banks)
        case TurnStarted(seat):
            return replace(_cleared(shown), turn=seat)
        case GameOver():
            return _cleared(shown)
        case _:
            return shown


def _after_card(shown: Shown, part: Flipped | Switched | Idled | Added | Bust) -> Shown:
    gone = replace(shown, flipped=None)
    match part:
        case Flipped(_, card):
            return replace(shown, deck=shown.deck - 1, flipped=card)
        case Switched(reverse):
            aside = (*shown.aside, *([shown.flipped] if shown.flipped else []))
            return replace(gone, aside=aside, reverse=reverse)
        case Added(_, card, place, _):
            return replace(gone, stacks=_put(shown.stacks, place, (*shown.stacks[place], card)))
        case _:
            bust = isinstance(part, Bust)
            return replace(gone, discards=(*shown.discards, part.card), bust=bust)


def _taken(shown: Shown, seat: Seat, place: int, cards: Cards) -> Shown:
    numbers = tuple(card for card in cards if card.number)
    bench = tuple(sorted(shown.benches[seat] + numbers))
    return replace(
        shown,
        stacks=_put(shown.stacks, place, ()),
        benches=_put(shown.benches, seat, bench),
        aside=shown.aside + _without(cards, numbers),
        taken=(*shown.taken, seat),
    )


def _cleared(shown: Shown) -> Shown:
    """Return the table at the end of a turn."""
    discards = shown.discards + shown.aside
    return replace(
        shown, aside=(), discards=discards, reverse=False, taken=(), bust=False, taking=False
    )


def _without(cards: Cards, gone: Cards) -> Cards:
    return tuple(card for card in cards if card not in gone)


def _put(row: tuple[Cards, ...], index: int, cards: Cards) -> tuple[Cards, ...]:
    return (*row[:index], cards, *row[index + 1 :])
