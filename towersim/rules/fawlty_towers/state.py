"""The values of Fawlty Towers: what is agreed on, what may be done, what there is to know."""

from enum import StrEnum

import msgspec

from towersim.rules.base import Action, Place, StartTower
from towersim.rules.fawlty_towers.cards import Card, Colour
from towersim.units import Seat, TowerId

Columns = tuple[tuple[Card, ...], ...]
"""The open cards, bottom card of each column first."""
Refusals = tuple[tuple[str | None, ...], ...]
"""For each open card why it may not be taken, or None: it may."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the players agree on before the game."""

    black_cards: bool = True
    """Whether the nine black cards are in the deck; the game is simpler without."""
    fall_card: bool = True
    """Whether who founds a tower after a fall may take a bottom card, as the rule text has it."""


class Deal(Action, frozen=True):
    """The deck gives this card to the first column that is short of one."""

    card: Card


class Take(Action, frozen=True):
    """A seat takes a card: `column` from the left, `row` from the bottom, both from 0."""

    column: int
    row: int


class Decline(Action, frozen=True):
    """A seat takes no card although it could."""


class Phase(StrEnum):
    """What the game is waiting for."""

    LAYING = "laying"
    """The deck lays out the columns."""
    CHOOSING = "choosing"
    """The die says who begins."""
    BUILDING = "building"
    """The seat stacks a cube, or founds a tower where none stands."""
    FOUNDING = "founding"
    """Something fell, so the seat founds a tower."""
    FALLING = "falling"
    """The seat has let go of a cube: gravity says what fell."""
    CLAIMING = "claiming"
    """The cube stands: the seat takes a card or declines."""
    REFILLING = "refilling"
    """The deck makes up for the card that was taken."""
    OVER = "over"
    """Nobody has to move any more."""


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All there is to know; the pool is the cubes that stand in no tower."""

    phase: Phase
    columns: Columns
    """The open cards, bottom card of each column first."""
    deck: tuple[Card, ...]
    """The cards still to come, sorted: they have no order until they are dealt."""
    towers: tuple[tuple[Colour, ...], ...]
    """Base first, with the cube that gravity has yet to judge; empty where none stands."""
    taken: tuple[tuple[Card, ...], ...]
    """Each seat's cards."""
    turn: Seat = Seat(0)
    """Whose turn it is, once the die has spoken."""
    tower: TowerId = TowerId(0)
    """Where the turn's last cube was put, once there is one."""
    quiet: int = 0
    """Turns in a row that brought no card."""
    after_fall: bool = False
    """Whether a tower fell in this turn, so that the seat has to found one."""
    thrown: int = 0
    """Founding cubes that fell in this turn."""
    options: Options = Options()
    ended: str = ""
    """Why the game is over, once it is."""


class View(msgspec.Struct, frozen=True):
    """What a seat may know: everything but which cards the deck still holds."""

    seat: Seat
    turn: Seat | None
    """Whose turn it is; None before the first and after the last."""
    phase: Phase
    columns: Columns
    """The open cards, bottom card of each column first."""
    refusals: Refusals | None
    """For each open card why it may not be taken now, or None: it may; None unless claiming."""
    deck: int
    """The number of cards still to come."""
    towers: tuple[tuple[Colour, ...] | None, ...]
    """Base first, with the cube that gravity has yet to judge; None where none stands."""
    tower: TowerId
    """Where the turn's last cube was put, once there is one."""
    pool: tuple[tuple[Colour, int], ...]
    """The number of cubes left, by colour."""
    taken: tuple[tuple[Card, ...], ...]
    """Each seat's cards."""
    scores: tuple[int, ...]
    """What they are worth."""
    quiet: int
    """Turns in a row that brought no card; three full rounds of them end the game."""
    card_forfeited: bool
    """Whether the tower that is founded now brings no card."""
    legal: tuple[Place | StartTower | Take | Decline, ...]
    """What this seat may do now; nothing while somebody else has to move."""
