"""The frame state of Bausack's table."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from towersim.common.units import BlockId, Pose, Seat
from towersim.rules.bausack.state import View
from towersim.ui.drawing.animations import FlyingPicture
from towersim.ui.games.bausack.draw_seats import SeatPlate
from towersim.ui.stacking.presenter import TableFrame


class OfferCard(NamedTuple):
    """The content of the offer card."""

    seat: Seat
    """The seat to decide."""
    asks: str
    """The choices of that seat, in a few words."""
    piece: str
    """Kind of the piece; empty for a prompt to choose one."""
    angle: float
    bid: int | None
    """The bid between the buttons for less and more; None if no bid is asked for."""


class FrameState(NamedTuple):
    """All data drawn in one frame."""

    view: View
    seat_plates: Sequence[SeatPlate]
    table: TableFrame
    spots: Sequence[float]
    slider: float
    """Height of the height measurer's slider, in metres."""
    waiting: tuple[str, Pose] | None = None
    """Kind and pose of the piece to be taken into the hand."""
    first: BlockId | None = None
    """The first piece that fell, while it is marked."""
    bubbles: Sequence[tuple[Seat, str]] = ()
    card: OfferCard | None = None
    pile: bool = False
    chosen: str = ""
    hovered: str = ""
    owners: Mapping[str, Seat] = {}
    flights: Sequence[FlyingPicture] = ()
    banner: tuple[Seat, str] | None = None
    """The seat to move, and the text of the turn banner."""
