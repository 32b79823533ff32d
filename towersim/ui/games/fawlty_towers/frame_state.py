"""Everything that one frame of the table of Fawlty Towers shows."""

from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

from towersim.geometry.shapes import Shape
from towersim.record import SeatSpec
from towersim.rules.fawlty_towers.state import View
from towersim.ui.animations import FlyingPicture
from towersim.ui.games.fawlty_towers.pool_layout import Rack
from towersim.ui.table_presenter import TableFrame
from towersim.units import TowerId

Place = tuple[int, int]
"""An open card: its column from the left, its row from the bottom."""


class FrameState(NamedTuple):
    """Everything that one frame of the table shows."""

    view: View
    seats: Sequence[SeatSpec]
    table: TableFrame
    spots: Sequence[float]
    shape: Shape
    heights: Mapping[TowerId, float]
    rack: Rack
    near_end: str = ""
    """The condition that will end the game soon, as a sentence."""
    claiming: bool = False
    """Whether a person chooses a card now."""
    marked: frozenset[Place] = frozenset()
    """Cards that may be taken now."""
    hinted: frozenset[Place] = frozenset()
    """Cards that could be taken if the block in the hand stood where it is held."""
    chosen: Place | None = None
    aim: TowerId | None = None
    """The place that the held block is over."""
    wanted: frozenset[TowerId] = frozenset()
    """Towers that would win the card that is pointed at."""
    seat: int | None = None
    """The seat that is pointed at."""
    pool_open: bool = False
    pool_chosen: str | None = None
    card_shift: Mapping[Hashable, float] = {}
    """Height above its place at which a card is still drawn, in pixels."""
    flights: Sequence[FlyingPicture] = ()
