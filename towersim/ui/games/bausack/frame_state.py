"""Everything that one frame of the table of Bausack shows."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from towersim.rules.bausack.state import View
from towersim.ui.animations import FlyingPicture
from towersim.ui.games.bausack.draw_seats import SeatPlate
from towersim.ui.table_presenter import TableFrame
from towersim.units import BlockId, Pose, Seat


class OfferCard(NamedTuple):
    """What the card shows."""

    seat: Seat
    """The seat that is asked."""
    asks: str
    """What they are asked, in a few words."""
    piece: str
    """The piece, or an empty string: the card says what to do."""
    angle: float
    bid: int | None
    """The bid between less and more, if a bid is asked."""


class FrameState(NamedTuple):
    """Everything that one frame shows."""

    view: View
    seat_plates: Sequence[SeatPlate]
    table: TableFrame
    spots: Sequence[float]
    slider: float
    """Where the height measurer's slider is, in metres."""
    waiting: tuple[str, Pose] | None = None
    """The piece that waits to be taken into the hand."""
    first: BlockId | None = None
    """The piece that touched first, while that is shown."""
    bubbles: Sequence[tuple[Seat, str]] = ()
    card: OfferCard | None = None
    pile: bool = False
    chosen: str = ""
    hovered: str = ""
    owners: Mapping[str, Seat] = {}
    flights: Sequence[FlyingPicture] = ()
    banner: tuple[Seat, str] | None = None
    """Whose move it is now, and that in large letters."""
