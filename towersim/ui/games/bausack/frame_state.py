"""Everything that one frame of the table of Bausack shows."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pygame

from towersim.record import SeatSpec
from towersim.rules.bausack.state import View
from towersim.table import Figure
from towersim.ui.animations import FlyingPicture
from towersim.ui.camera import Camera
from towersim.ui.collapse_film import Marks
from towersim.ui.games.bausack.draw_card import OfferCard
from towersim.ui.games.bausack.draw_seats import SeatPlate
from towersim.ui.xray import Seen
from towersim.units import BlockId, Pose, Seat, TowerId


class FrameState(NamedTuple):
    """Everything that one frame shows."""

    view: View
    seats: Sequence[SeatSpec]
    seat_plates: Sequence[SeatPlate]
    figures: Sequence[Figure]
    covered: Sequence[pygame.Rect]
    """The upright boxes of the figures, in pixels."""
    camera: Camera
    spots: Sequence[float]
    table_width: float
    heights: Mapping[TowerId, float]
    slider: float
    """Where the height measurer's slider is, in metres."""
    asked: Seat
    """Who has to act, or had to last."""
    over: bool = False
    """Whether nobody has to act any more."""
    waiting: tuple[str, Pose] | None = None
    """The piece that waits to be taken into the hand."""
    first: BlockId | None = None
    """The piece that touched first, while that is shown."""
    why: str = ""
    """What it did."""
    marks: Marks | None = None
    """What is marked while a collapse is seen again."""
    xray: Seen | None = None
    """The statics of what stands, or of what would if the block were let go, if asked for."""
    plumb: bool = False
    in_front: bool = False
    """Whether the held piece is in front of another seat's tower, and cannot be let go there."""
    reach: tuple[int, int] | None = None
    """Where the mouse wants the hand, in pixels."""
    bubbles: Sequence[tuple[Seat, str]] = ()
    card: OfferCard | None = None
    pile: bool = False
    chosen: str = ""
    hovered: str = ""
    owners: Mapping[str, Seat] = {}
    flights: Sequence[FlyingPicture] = ()
    banner: tuple[Seat, str] | None = None
    """Whose move it is now, and that in large letters."""
