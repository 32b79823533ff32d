"""The values of Push: options, actions, phases, state and view."""

from enum import StrEnum
from functools import cached_property
from operator import add
from typing import Literal

import msgspec

from towersim.common.units import Seat
from towersim.rules.base import Action, Actor
from towersim.rules.display import Viewed
from towersim.rules.push.cards import Card, Mark, highest, value

STACKS = 3
"""The maximum number of stacks on the table; their places are numbered from 0."""

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
