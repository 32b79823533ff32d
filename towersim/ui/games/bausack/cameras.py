"""Cameras for the table of Bausack: a tower with its neighbours, or all of it.

Each shows its part of the table as large as it fits into a `box`: left, top, right and bottom in
pixels.
"""

from typing import Final

from towersim.rules.bausack.state import Phase
from towersim.ui.camera import Camera, fitted
from towersim.ui.games.bausack.play import BausackPlay
from towersim.units import Seat, TowerId

ABOVE: Final = 0.085
"""Metres shown above the tower: room for the hand."""
LEAST: Final = 0.2
"""The least height that is shown, in metres."""
NEIGHBOUR: Final = 0.05
"""A neighbour's tower at most this far outside of the picture is shown too, in metres."""
BESIDE: Final = 0.14
"""Metres shown at least to the left and to the right of a tower's place."""

Box = tuple[float, float, float, float]


def turn_camera(play: BausackPlay, box: Box) -> Camera:
    """Return the camera that frames the tower of whose turn it is; at the end, the winner's."""
    outcome = play.match.outcome
    if outcome is not None:
        winner, *others = (TowerId(seat) for seat in outcome.winners)
        alone = not others and play.span(winner) is not None
        return tower_camera(play, box, winner) if alone else whole_camera(play, box)
    return tower_camera(play, box, TowerId(_focus(play)))


def _focus(play: BausackPlay) -> Seat:
    """Return the seat whose tower is framed: while bots bid, the seat whose turn it is."""
    view = play.view()
    auction = view.phase in (Phase.BIDDING, Phase.OFFERED)
    in_it = view.turn in view.standing
    return view.turn if auction and in_it and not play.is_human_turn else play.seat


def tower_camera(play: BausackPlay, box: Box, tower: TowerId) -> Camera:
    """Return the camera that frames one tower, or the part of the table that is free for it."""
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
    # The tower that is built on stands in the middle.
    half = max(middle - low, high - middle)
    return fitted(box, middle - half, middle + half, max(tall + ABOVE, LEAST))


def whole_camera(play: BausackPlay, box: Box) -> Camera:
    """Return the camera that shows the whole table."""
    half = play.match.setup.table.width / 2
    tall = max(play.heights().values(), default=0.0)
    return fitted(box, -half, half, max(tall + 0.04, LEAST))
