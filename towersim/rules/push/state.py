"""The values of Push: cards and die, options, actions, phases, state and view.

There are 120 cards: five colours three times 1 to 6, roll cards, switch cards.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cache, cached_property
from operator import add, attrgetter
from typing import Literal, NamedTuple

import msgspec

from towersim.common.units import Seat
from towersim.rules.base import Action, Actor
from towersim.rules.display import Viewed, sentences

NAMES = sentences("push")["colours"]
"""The name of a colour or a side of the die."""
CARDS = sentences("push")["cards"]
"""The name of a card by its mark, without its number; there is no star card."""
NUMBERS = range(1, 7)
ALIKE = 3
"""The number of cards of each colour and number."""
ROLL_CARDS = 18
SWITCH_CARDS = 12
_NUMBER = attrgetter("number")
STACKS = 3
"""The maximum number of stacks on the table; their places are numbered from 0."""


class Mark(StrEnum):
    """The symbol on a card or a side of the die."""

    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"
    PURPLE = "purple"
    STAR = "star"
    """Only on the die."""
    ROLL = "roll"
    """Only on cards: a seat that takes one rolls the die."""
    SWITCH = "switch"
    """Only on cards: reverses the order of taking."""


COLOURS = (Mark.RED, Mark.YELLOW, Mark.GREEN, Mark.BLUE, Mark.PURPLE)
FACES = (*COLOURS, Mark.STAR)
"""The sides of the die, all equally likely."""


class Card(NamedTuple):
    """One card; `copy` distinguishes equal cards.

    >>> print(Card(Mark.RED, 3), Card(Mark.ROLL), sep=", ")
    red 3, roll card
    """

    mark: Mark
    number: int = 0
    """Its points; 0 on roll and switch cards."""
    copy: int = 1

    def __str__(self) -> str:
        if self.number and self.mark in COLOURS:
            return sentences("push")["numbers"][self.mark].filled(number=self.number)
        return CARDS[self.mark]


@cache
def deck() -> tuple[Card, ...]:
    """Return all cards, sorted.

    >>> len(deck())
    120
    """
    faces = [(colour, number, ALIKE) for colour in COLOURS for number in NUMBERS]
    faces += [(Mark.ROLL, 0, ROLL_CARDS), (Mark.SWITCH, 0, SWITCH_CARDS)]
    cards = (Card(mark, n, 1 + copy) for mark, n, alike in faces for copy in range(alike))
    return tuple(sorted(cards))


def value(cards: Iterable[Card]) -> int:
    """Return the points of cards, the sum of their numbers.

    >>> value([Card(Mark.RED, 3), Card(Mark.BLUE, 5), Card(Mark.ROLL)])
    8
    """
    return sum(map(_NUMBER, cards))


def highest(stacks: Sequence[Sequence[Card]]) -> tuple[int, ...]:
    """Return the places of the stacks of the highest value.

    >>> highest(((Card(Mark.RED, 4),), (Card(Mark.BLUE, 1), Card(Mark.RED, 3)), ()))
    (0, 1)
    """
    lying = [place for place, stack in enumerate(stacks) if stack]
    best = max((value(stacks[place]) for place in lying), default=0)
    return tuple(place for place in lying if value(stacks[place]) == best)


Stacks = tuple[tuple[Card, ...], ...]
"""The stacks by place, each in the order of placing; empty for no stack."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options that the players agree on before the game."""

    star: Literal["safe", "lose-bench"] = "safe"
    """The effect of the star on the die: nothing, or the loss of the whole bench (variant)."""
    highest_only: bool = False
    """Whether the seat that stops has to take a stack of the highest value."""
    two_seat_switches: Literal["discard", "leave-out"] = "discard"
    """With two seats, switch cards have no effect: they are discarded or not in the deck."""
    first_seat: Literal["first", "random"] = "first"
    """Whether seat 0 begins or one chosen by the die."""


class Flip(Action, frozen=True):
    """The acting seat flips the next card of the deck."""


class Bank(Action, frozen=True):
    """The acting seat moves all cards of one colour from its bench to its bank."""

    colour: Mark


class Put(Action, frozen=True):
    """The acting seat puts the flipped card on a stack, or begins a stack there."""

    stack: int


class Stop(Action, frozen=True):
    """The acting seat flips no more cards."""


class Take(Action, frozen=True):
    """A seat takes the stack in this place."""

    stack: int


class Deal(Action, frozen=True):
    """The deck turns this card face up."""

    card: Card


class Roll(Action, frozen=True):
    """The die shows this side."""

    face: Mark


SeatAction = Flip | Bank | Put | Stop | Take


class Phase(StrEnum):
    """The kind of move that the game waits for."""

    SEATING = "seating"
    """The die chooses the first seat, if the option says so."""
    STARTING = "starting"
    """The seat in `turn` flips a first card or banks."""
    FLIPPING = "flipping"
    """The deck turns a card face up."""
    PLACING = "placing"
    """The seat in `turn` puts that card on a stack."""
    DECIDING = "deciding"
    """The seat in `turn` flips another card or stops."""
    TAKING = "taking"
    """The first of the takers takes a stack."""
    ROLLING = "rolling"
    """The die is rolled for the first of the rollers."""
    OVER = "over"


class Public(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a state that every viewer knows."""

    phase: Phase
    options: Options
    benches: tuple[tuple[Card, ...], ...]
    """Each seat's open cards, sorted."""
    banks: tuple[tuple[Card, ...], ...]
    """Each seat's banked cards, sorted."""
    stacks: Stacks = ((),) * STACKS
    turn: Seat = Seat(0)
    """The seat whose turn it is; ruling: seat 0 begins, unless the die chooses."""
    takers: tuple[Seat, ...] = ()
    """The seats that may still take a stack this turn, in that order."""
    rollers: tuple[Seat, ...] = ()
    """The seats that still have to roll the die, in that order."""


class State(Public, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The full state of a game."""

    deck: tuple[Card, ...]
    """The cards of the deck, sorted; each card to flip is drawn at random."""
    flipped: tuple[Card, ...] = ()
    """The flipped card that is not on a stack yet, or empty."""
    aside: tuple[Card, ...] = ()
    """This turn's switch cards and the roll cards taken; discarded when the turn ends."""
    discards: tuple[Card, ...] = ()
    """The discard pile, bottom card first."""


class View(Viewed, Public, frozen=True, kw_only=True, dict=True):
    """The view from a seat: all but the deck and the discards below the top one."""

    viewer: Seat | None
    actor: Actor
    deck: int
    flipped: Card | None
    """The flipped card that is not on a stack yet, or None."""
    refusals: tuple[str | None, ...] | None
    """The reason against each place for that card, or None if it fits; None unless placing."""
    aside: tuple[Card, ...]
    """This turn's switch cards and the roll cards taken."""
    discarded: int
    top: Card | None
    """The top card of the discard pile, or None."""
    legal: tuple[SeatAction, ...]

    @cached_property
    def values(self) -> tuple[int, ...]:
        """The points of each stack."""
        return tuple(map(value, self.stacks))

    @cached_property
    def highest(self) -> tuple[int, ...]:
        """The places of the stacks of the highest value."""
        return highest(self.stacks)

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat's bench and bank together."""
        return tuple(map(value, map(add, self.benches, self.banks)))
