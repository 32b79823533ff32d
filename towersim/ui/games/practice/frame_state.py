"""The frame state of a challenge."""

from collections.abc import Sequence
from typing import NamedTuple

from towersim.common.units import BlockId
from towersim.rules.practice.challenge import Challenge
from towersim.rules.practice.state import View
from towersim.scene.scene import Block
from towersim.ui.games.practice.bests import Ghost
from towersim.ui.stacking.presenter import TableFrame


class Slot(NamedTuple):
    """A kind of piece in the supply."""

    kind: str
    left: int
    free: bool
    """Whether one of it may be taken into the hand now."""
    hovered: bool


class FrameState(NamedTuple):
    """Everything that one frame shows."""

    view: View
    challenge: Challenge
    """The challenge, with its texts as messages."""
    table: TableFrame
    fixed: Sequence[Block]
    slots: Sequence[Slot]
    measure: str = ""
    """The measure of the present building, or the strength reached by a test."""
    stars: int = 0
    """Number of stars for that measure."""
    lean: float | None = None
    """Present tilt of the table in radians, counter-clockwise; None without a tilt test."""
    best: str = ""
    """The best attempt so far, as a line."""
    marked: BlockId | None = None
    """The standing piece that a click or Enter would take out."""
    ghost: Ghost = ()
    """Final poses of the pieces in the best attempt."""
