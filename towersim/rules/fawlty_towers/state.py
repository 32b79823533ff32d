"""The values of Fawlty Towers: options, actions, phases, state and view."""

from enum import StrEnum
from typing import Literal

import msgspec

from towersim.common.units import Seat, TowerId
from towersim.rules.base import Action, Place, StartTower
from towersim.rules.display import Viewed
from towersim.rules.fawlty_towers.cards import Card, Colour

Columns = tuple[tuple[Card, ...], ...]
"""The open cards, bottom card of each column first."""
Refusals = tuple[tuple[str | None, ...], ...]
"""For each open card, the reason why it may not be taken, or None if it may."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options that the players agree on before the game."""

    black_cards: bool = True
    """Whether the nine black cards are in the deck; without them the game is simpler."""
    fall_card: bool = True
    """Whether founding a tower after a fall allows a bottom card, as in the rule text."""
    first_seat: Literal["random", "first"] = "random"
    """Ruling: whether the die chooses who begins; in a rematch it is the first seat."""
    short: bool = False
    """Whether only 30 cards are in play, for a game of about ten minutes."""


class Deal(Action, frozen=True):
    """The deck deals this card to the first incomplete column."""

    card: Card


class Take(Action, frozen=True):
    """A seat takes a card: `column` from the left, `row` from the bottom, both from 0."""

    column: int
    row: int


class Decline(Action, frozen=True):
    """A seat takes no card although it could."""


class Phase(StrEnum):
    """The kind of move that the game waits for."""

    LAYING = "laying"
    """The deck lays out the columns."""
    CHOOSING = "choosing"
    """The die chooses the first seat."""
    BUILDING = "building"
    """The seat stacks a cube, or founds a tower in an empty place."""
    FOUNDING = "founding"
    """A tower fell, so the seat founds a new one."""
    FALLING = "falling"
    """The cube was released: gravity reports the fallen towers."""
    CLAIMING = "claiming"
    """The cube stands: the seat takes a card or declines."""
    REFILLING = "refilling"
    """The deck replaces the card that was taken."""
    OVER = "over"


class Public(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a state that every viewer knows."""

    phase: Phase
    columns: Columns
    """The open cards, bottom card of each column first."""
    taken: tuple[tuple[Card, ...], ...]
    """Each seat's cards."""
    tower: TowerId = TowerId(0)
    """The place of the last cube, after the first was put."""
    quiet: int = 0
    """The number of consecutive turns without a card taken."""


class State(Public, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The full state of a game; the pool is implied by the cubes in towers."""

    deck: tuple[Card, ...]
    """The cards of the deck, sorted; each card to deal is drawn at random."""
    towers: tuple[tuple[Colour, ...], ...]
    """Base first, including a cube whose verdict is pending; empty for no tower."""
    turn: Seat = Seat(0)
    """The seat whose turn it is, after the die has chosen the first."""
    after_fall: bool = False
    """Whether a tower fell in this turn, so the seat has to found one."""
    thrown: int = 0
    """The number of founding cubes that fell in this turn."""
    options: Options = Options()
    ended: str = ""
    """The reason why the game is over; empty while it goes on."""


class View(Viewed, Public, frozen=True, kw_only=True):
    """The view from a seat: everything but the cards of the deck."""

    viewer: Seat | None
    turn: Seat | None
    """The seat whose turn it is; None before the first and after the last turn."""
    refusals: Refusals | None
    """The reason against taking each open card, or None if it may be; None unless claiming."""
    deck: int
    towers: tuple[tuple[Colour, ...] | None, ...]
    """Base first, including a cube whose verdict is pending; None for no tower."""
    pool: tuple[tuple[Colour, int], ...]
    """The number of cubes left in the pool, by colour."""
    scores: tuple[int, ...]
    """The points of each seat's cards."""
    card_forfeited: bool
    """Whether founding a tower now wins no card."""
    legal: tuple[Place | StartTower | Take | Decline, ...]
