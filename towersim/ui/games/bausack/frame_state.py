"""The frame state of Bausack's table."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from towersim.rules.bausack.state import View
from towersim.ui.animations import FlyingPicture
from towersim.ui.games.bausack.draw_card import OfferCard
from towersim.ui.games.bausack.draw_seats import SeatPlate
from towersim.ui.table_presenter import TableFrame
from towersim.units import BlockId, Pose, Seat


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
