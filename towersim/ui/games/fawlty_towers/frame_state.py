"""The frame state of the table of Fawlty Towers."""

from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

from towersim.common.units import TowerId
from towersim.geometry.shapes import Shape
from towersim.match.record import SeatSpec
from towersim.rules.fawlty_towers.state import View
from towersim.ui.drawing.animations import FlyingPicture
from towersim.ui.games.fawlty_towers.pool_layout import Rack
from towersim.ui.stacking.presenter import TableFrame

Place = tuple[int, int]
"""An open card: its column from the left, its row from the bottom."""


class FrameState(NamedTuple):
    """All data drawn in one frame."""

    view: View
    seats: Sequence[SeatSpec]
    table: TableFrame
    spots: Sequence[float]
    shape: Shape
    heights: Mapping[TowerId, float]
    rack: Rack
    near_end: str = ""
    """A sentence about a near end of the game; empty for none."""
    claiming: bool = False
    """Whether a person has to choose a card now."""
    marked: frozenset[Place] = frozenset()
    """Cards that may be taken now."""
    hinted: frozenset[Place] = frozenset()
    """Cards that could be taken if the held block were placed here and everything stood."""
    chosen: Place | None = None
    aim: TowerId | None = None
    """The tower, or empty spot, under the held block."""
    wanted: frozenset[TowerId] = frozenset()
    """Towers on which some cube would win the hovered card."""
    seat: int | None = None
    """The hovered seat."""
    pool_open: bool = False
    pool_chosen: str | None = None
    card_shift: Mapping[Hashable, float] = {}
    """Upward offset of each card that is sliding to its place, in pixels."""
    flights: Sequence[FlyingPicture] = ()
