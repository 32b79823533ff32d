"""Cameras for the table of Bausack: one tower with its neighbours, or the whole table.

Each scales its part of the table to fit into a `box`: left, top, right and bottom, in pixels.
"""

from typing import Final

from towersim.common.units import Seat, TowerId
from towersim.rules.bausack.state import Phase
from towersim.ui.drawing.camera import Camera, fitted
from towersim.ui.games.bausack.play import BausackPlay

ABOVE: Final = 0.085
"""Visible height above the tower, for the held piece, in metres."""
LEAST: Final = 0.2
"""Minimum visible height, in metres."""
NEIGHBOUR: Final = 0.05
"""Distance outside the frame up to which a neighbour's tower is included, in metres."""
BESIDE: Final = 0.14
"""Minimum visible width on either side of a tower's middle, in metres."""

Box = tuple[float, float, float, float]


def turn_camera(play: BausackPlay, box: Box) -> Camera:
    """Return the camera that frames the current seat's tower; after the end, the winner's."""
    outcome = play.match.outcome
    if outcome is not None:
        winner, *others = (TowerId(seat) for seat in outcome.winners)
        alone = not others and play.span(winner) is not None
        return tower_camera(play, box, winner) if alone else whole_camera(play, box)
    return tower_camera(play, box, TowerId(_focus(play)))


def _focus(play: BausackPlay) -> Seat:
    """Return the seat of the framed tower: in an auction of bots the opener, else the mover."""
    view = play.view()
    auction = view.phase in (Phase.BIDDING, Phase.OFFERED)
    in_it = view.turn in view.standing
    return view.turn if auction and in_it and not play.is_human_turn else play.seat


def tower_camera(play: BausackPlay, box: Box, tower: TowerId) -> Camera:
    """Return the camera that frames one tower, or its empty part of the table."""
    span, spot = play.span(tower), play.match.setup.spots[tower]
    middle = (span[0].x + span[1].x) / 2 if span else spot
    low, high = (middle - BESIDE, middle + BESIDE) if span else play.area(tower)
    tall = span[1].y if span else 0.0
    if play.view().phase in (Phase.PLACING, Phase.FALLING) and tower == TowerId(play.seat):
        high = max(high, play.match.setup.pick_up(tower).x + 0.06)
    if span:
        low, high = min(low, span[0].x - 0.08), max(high, span[1].x + 0.08)
    for other in (play.span(TowerId(seat)) for seat in range(len(play.match.seats))):
        if other is not None and low - NEIGHBOUR < other[1].x and other[0].x < high + NEIGHBOUR:
            low, high = min(low, other[0].x - 0.01), max(high, other[1].x + 0.01)
            tall = max(tall, other[1].y)
    # The framed tower stays in the middle.
    half = max(middle - low, high - middle)
    return fitted(box, middle - half, middle + half, max(tall + ABOVE, LEAST))


def whole_camera(play: BausackPlay, box: Box) -> Camera:
    """Return the camera that shows the whole table."""
    half = play.match.setup.table.width / 2
    tall = max(play.heights().values(), default=0.0)
    return fitted(box, -half, half, max(tall + 0.04, LEAST))
