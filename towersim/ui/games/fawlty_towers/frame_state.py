"""Everything that one frame of the table of Fawlty Towers shows."""

from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

from towersim.geometry.shapes import Shape
from towersim.record import SeatSpec
from towersim.rules.fawlty_towers.play import View
from towersim.table import Figure
from towersim.ui.animations import FlyingPicture
from towersim.ui.camera import Camera
from towersim.ui.collapse_film import Marks
from towersim.ui.games.fawlty_towers.pool_layout import Rack
from towersim.ui.xray import Seen
from towersim.units import TowerId

Place = tuple[int, int]
"""An open card: its column from the left, its row from the bottom."""


class FallNote(NamedTuple):
    """What a slip of paper says above a tower's place."""

    tower: TowerId
    words: str


class FrameState(NamedTuple):
    """Everything that one frame of the table shows."""

    view: View
    seats: Sequence[SeatSpec]
    figures: Sequence[Figure]
    camera: Camera
    spots: Sequence[float]
    table_width: float
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
    told: Sequence[FallNote] = ()
    """Which towers fell just now, and why."""
    marks: Marks | None = None
    """What is marked while a collapse is seen again."""
    xray: Seen | None = None
    """The statics of what stands, or of what would if the block were let go, if asked for."""
    plumb: bool = False
    """Whether a line shows where the held block would land."""
    wanted: frozenset[TowerId] = frozenset()
    """Towers that would win the card that is pointed at."""
    seat: int | None = None
    """The seat that is pointed at."""
    reach: tuple[int, int] | None = None
    """Where the mouse wants the hand, in pixels."""
    held: str | None = None
    """The kind of block in the hand."""
    pool_open: bool = False
    pool_chosen: str | None = None
    card_shift: Mapping[Hashable, float] = {}
    """Height above its place at which a card is still drawn, in pixels."""
    flights: Sequence[FlyingPicture] = ()
