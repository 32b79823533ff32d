"""The values of Practice: what may be done, what there is to know."""

from enum import StrEnum

import msgspec

from towersim.rules.base import Action, StartTest, StartTower, TakeOut
from towersim.rules.practice.challenge import Challenge
from towersim.units import TowerId


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is played: a challenge."""

    challenge: Challenge


class TakeBack(Action, frozen=True):
    """The seat takes its last placement or removal back: all is as it was before."""


class Finish(Action, frozen=True):
    """The seat has what stands rated, where no test decides."""


class GiveUp(Action, frozen=True):
    """The seat ends the attempt without stars."""


class Measured(Action, frozen=True):
    """The measurer says what the table at rest is worth."""

    value: float | None
    """The measure of the goal, None if it is not met."""
    height: float
    """How high the building is, in metres."""
    dropped: bool
    """Whether a piece fell that was not the one just placed, or nothing may touch the table."""
    lows: tuple[float | None, ...]
    """The height of the lowest point of each piece, by place, in metres."""
    joined: bool = True
    """Whether the fixed blocks are joined that must be before a test."""
    in_place: bool = True
    """Whether the piece that is to grow heavier lies where it must."""
    on_table: str = ""
    """The kind of a piece that touches the table where none may, though nothing that stood fell."""


class Phase(StrEnum):
    """What the attempt is waiting for."""

    BUILDING = "building"
    """The seat places, takes out, tests or ends."""
    FALLING = "falling"
    """A piece was let go of or taken out: gravity says what left the table."""
    TESTING = "testing"
    """The test goes on: gravity says what it led to."""
    MEASURING = "measuring"
    """All is at rest: the measurer says what it is worth."""
    OVER = "over"
    """The attempt has ended."""


class Snapshot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stands and what that is worth: all that is taken back with a move."""

    blocks: tuple[str | None, ...]
    """The kind of piece in every place, None where there is none."""
    lost: tuple[str, ...] = ()
    """The kinds of the pieces that left the table; they do not come back."""
    touches: int = 0
    """Pieces placed and taken out."""
    value: float | None = None
    """The measure of the goal, None if it is not met."""
    height: float = 0.0
    lows: tuple[float | None, ...] = ()
    joined: bool = True
    in_place: bool = True


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All there is to know of an attempt."""

    challenge: Challenge
    phase: Phase
    now: Snapshot
    before: Snapshot | None = None
    """What stood before the last move, if it can be taken back."""
    moved: TowerId | None = None
    """The place of the piece that was placed last, while gravity has its say."""
    taken_back: int = 0
    """Moves that were taken back."""
    tested: bool = False
    """Whether the test has begun."""
    ended: str = ""
    """Why the attempt is over, once it is."""


class View(msgspec.Struct, frozen=True):
    """What the seat may know: everything."""

    challenge: Challenge
    phase: Phase
    blocks: tuple[str | None, ...]
    """The kind of piece in every place, None where there is none."""
    supply: tuple[tuple[str, int], ...]
    """The pieces that are left, by kind."""
    value: float | None
    """The measure of what stands, None if the goal is not met."""
    height: float
    stars: int
    """What that is worth."""
    touches: int
    taken_back: int
    legal: tuple[StartTower | TakeOut | StartTest | Finish | TakeBack | GiveUp, ...]
    """What the seat may do now; nothing while gravity or the measurer has to move."""


def worth(challenge: Challenge, measure: float | None, taken_back: int) -> int:
    """Return the stars that a measure is worth, less what taking back costs."""
    costs = challenge.take_back == "star" and taken_back > 0
    return max(0, challenge.stars_for(measure) - costs)
