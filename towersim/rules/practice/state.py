"""The values of Practice: options, actions, phases, state and view."""

from enum import StrEnum

import msgspec

from towersim.common.units import TowerId
from towersim.rules.base import Action, StartTest, StartTower, TakeBack, TakeOut
from towersim.rules.practice.challenge import Challenge


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The option of Practice: its challenge."""

    challenge: Challenge


class Finish(Action, frozen=True):
    """The seat ends the attempt and has it rated, in challenges without a test."""


class GiveUp(Action, frozen=True):
    """The seat ends the attempt without stars."""


class Measured(Action, frozen=True):
    """The measurer's move: the data of the table at rest."""

    value: float | None
    """The measure of the goal, None if it is not met."""
    height: float
    """The height of the building, in metres."""
    dropped: bool
    """Whether a piece other than the moved one fell; for `Endless`, whether any piece did."""
    lows: tuple[float | None, ...]
    """The height of the lowest point of each piece, by place, in metres."""
    joined: bool = True
    """Whether the fixed blocks are joined as the test requires."""
    in_place: bool = True
    """Whether the piece to load is in the place required before the test."""
    on_table: str = ""
    """The kind of the moved piece if it touches the table against the goal's rule; else empty."""
    fallen: tuple[TowerId, ...] = ()
    """The places of the pieces that came down in this or an earlier move, so they do not count."""


SeatAction = StartTower | TakeOut | StartTest | Finish | TakeBack | GiveUp


class Phase(StrEnum):
    """The kind of move that the attempt waits for."""

    BUILDING = "building"
    """The seat places, takes out, tests or ends."""
    FALLING = "falling"
    """A piece was released or taken out: gravity reports the pieces that left the table."""
    TESTING = "testing"
    """The test goes on: gravity reports the pieces that left the table."""
    MEASURING = "measuring"
    """All is at rest: the measurer reports the data of the table."""
    OVER = "over"


class Snapshot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The standing pieces and their measures, which taking back a move restores."""

    blocks: tuple[str | None, ...]
    """The kind of piece in every place, or None for an empty place."""
    lost: tuple[str, ...] = ()
    """The kinds of the pieces that left the table for good."""
    touches: int = 0
    """The number of pieces placed and taken out."""
    value: float | None = None
    """The measure of the goal, None if it is not met."""
    height: float = 0.0
    lows: tuple[float | None, ...] = ()
    joined: bool = True
    in_place: bool = True
    fallen: tuple[TowerId, ...] = ()
    """The places of the pieces that came down, so they do not count as standing."""


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The full state of an attempt."""

    challenge: Challenge
    phase: Phase
    now: Snapshot
    before: Snapshot | None = None
    """The snapshot before the last move, if that can be taken back."""
    moved: TowerId | None = None
    """The place of the last move, until it is measured."""
    taken_back: int = 0
    tested: bool = False
    ended: str = ""
    """The reason why the attempt is over; empty while it goes on."""


class View(msgspec.Struct, frozen=True):
    """The view from the seat; nothing is hidden."""

    challenge: Challenge
    phase: Phase
    blocks: tuple[str | None, ...]
    """The kind of piece in every place, or None for an empty place."""
    supply: tuple[tuple[str, int], ...]
    """The number of pieces left, by kind."""
    fallen: tuple[TowerId, ...]
    """The places of the pieces that came down, so they do not count."""
    value: float | None
    """The measure of the standing pieces; None if the goal is not met."""
    height: float
    stars: int
    """The stars for that measure, less the cost of moves taken back."""
    touches: int
    taken_back: int
    legal: tuple[SeatAction, ...]
    """The legal actions of the seat; empty while gravity or the measurer has to move."""


def worth(challenge: Challenge, measure: float | None, taken_back: int) -> int:
    """Return the stars for a measure, less the cost of moves taken back."""
    costs = challenge.take_back == "star" and taken_back > 0
    return max(0, challenge.stars_for(measure) - costs)
