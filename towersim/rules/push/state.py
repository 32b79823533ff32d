"""The values of Push: what is agreed on, what may be done, what there is to know."""

from enum import StrEnum
from functools import cached_property
from operator import add
from typing import Literal

import msgspec

from towersim.rules.base import Action, Actor
from towersim.rules.push.cards import Card, Mark, highest, value
from towersim.units import Seat

STACKS = 3
"""The most stacks that lie on the table, in places numbered from 0."""

Stacks = tuple[tuple[Card, ...], ...]
"""By place, first card of each stack first; empty where no stack lies."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the players agree on before the game."""

    star: Literal["safe", "lose-bench"] = "safe"
    """What the star on the die does: nothing, or the whole bench is lost (the star variant)."""
    highest_only: bool = False
    """Whether the seat that stops must take a stack of the highest value; others choose freely."""
    two_seat_switches: Literal["discard", "leave-out"] = "discard"
    """At two seats switch cards have no effect: they are discarded, or not in the deck at all."""
    first_seat: Literal["first", "random"] = "first"
    """Whether the first seat begins, or the one that the die says."""


class Flip(Action, frozen=True):
    """The seat whose turn it is wants the deck's next card."""


class Bank(Action, frozen=True):
    """The seat whose turn it is makes all cards of one colour on its bench safe."""

    colour: Mark


class Put(Action, frozen=True):
    """The seat whose turn it is puts the flipped card on the stack in this place, or begins it."""

    stack: int


class Stop(Action, frozen=True):
    """The seat whose turn it is flips no more cards."""


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
"""Whatever a seat can do."""


class Phase(StrEnum):
    """What the game is waiting for."""

    SEATING = "seating"
    """The die says which seat begins, where that is agreed on."""
    STARTING = "starting"
    """The seat whose turn it is flips a first card, or banks."""
    FLIPPING = "flipping"
    """The deck turns a card face up."""
    PLACING = "placing"
    """The seat whose turn it is puts that card on a stack."""
    DECIDING = "deciding"
    """The seat whose turn it is flips one more, or stops."""
    TAKING = "taking"
    """The first of the takers takes a stack."""
    ROLLING = "rolling"
    """The die answers the first of the rollers."""
    OVER = "over"
    """Nobody has to move any more."""


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All there is to know."""

    phase: Phase
    options: Options
    deck: tuple[Card, ...]
    """The cards still to come, sorted: they have no order until they are flipped."""
    benches: tuple[tuple[Card, ...], ...]
    """Each seat's open cards, sorted."""
    banks: tuple[tuple[Card, ...], ...]
    """Each seat's banked cards, sorted."""
    stacks: Stacks = ((),) * STACKS
    flipped: tuple[Card, ...] = ()
    """The card that has yet to be put on a stack, if there is one."""
    aside: tuple[Card, ...] = ()
    """This turn's switch cards and the roll cards that were taken; discarded when it ends."""
    discards: tuple[Card, ...] = ()
    """The discard pile, bottom card first."""
    turn: Seat = Seat(0)
    """Whose turn it is; ruling: who sat down first begins, unless the die decides."""
    takers: tuple[Seat, ...] = ()
    """Who may still take a stack this turn, in that order."""
    rollers: tuple[Seat, ...] = ()
    """Who still has to roll the die, in that order."""


class View(msgspec.Struct, frozen=True, dict=True):
    """What a seat may know: all but the deck, and what lies below the top of the discard pile."""

    seat: Seat
    actor: Actor
    """Who has to move."""
    phase: Phase
    options: Options
    deck: int
    """How many cards are still to come."""
    stacks: Stacks
    flipped: Card | None
    """The card that has yet to be put on a stack."""
    refusals: tuple[str | None, ...] | None
    """For each place why that card does not go there, or None: it does; None unless placing."""
    aside: tuple[Card, ...]
    """This turn's switch cards and the roll cards that were taken."""
    benches: tuple[tuple[Card, ...], ...]
    """Each seat's open cards, sorted."""
    banks: tuple[tuple[Card, ...], ...]
    """Each seat's banked cards, which everybody saw when they lay on the bench."""
    discarded: int
    """How many cards the discard pile has."""
    top: Card | None
    """Its top card, if it has one; those below are left to the players' memory."""
    turn: Seat
    """Whose turn it is."""
    takers: tuple[Seat, ...]
    """Who may still take a stack this turn, in that order."""
    rollers: tuple[Seat, ...]
    """Who still has to roll the die, in that order."""
    legal: tuple[SeatAction, ...]
    """What this seat may do now; nothing while somebody else has to move."""

    @cached_property
    def values(self) -> tuple[int, ...]:
        """How many points each stack is worth."""
        return tuple(map(value, self.stacks))

    @cached_property
    def highest(self) -> tuple[int, ...]:
        """The places of the stacks of the highest value."""
        return highest(self.stacks)

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """How many points the bench and the bank of each seat are worth."""
        return tuple(map(value, map(add, self.benches, self.banks)))
