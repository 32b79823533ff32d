"""The reader of a game's table (`levels/README.md`): pieces, places of towers, kinds of falls."""

from itertools import pairwise
from typing import Annotated

import msgspec

from towersim.common.units import Vec
from towersim.files import level
from towersim.files.shapefile import Length, SimulatedCoordinate
from towersim.scene.scene import TableTop
from towersim.scene.table_setup import Falls, TableSetup


class _Said(level.Strict, frozen=True):
    pieces: str
    pick_up: tuple[SimulatedCoordinate, SimulatedCoordinate]
    spots: Annotated[
        tuple[SimulatedCoordinate, ...], msgspec.Meta(max_length=level.MAX_BLOCKS)
    ] = ()
    seat_m: Length | None = None
    table: level.TableSpec = level.TableSpec()
    falls: Falls = Falls()


def load_table(game: str, seats: int = 1) -> TableSetup:
    """Return the table of a game for this number of seats; SceneFault for an invalid file."""
    source = level.Source(level.level_file("tables", game))
    written = source.read(_Said)
    if bool(written.spots) is (written.seat_m is not None):
        raise source.fault("$.spots", "a table has either spots, at least one, or seat_m")
    if any(right <= left for left, right in pairwise(written.spots)):
        raise source.fault("$.spots", "they do not run from left to right")
    if max(map(abs, written.spots), default=0.0) > written.table.width_m / 2:
        raise source.fault(
            "$.spots", f"not all on the table, which is {written.table.width_m} m wide"
        )
    whole = "/" in written.pieces
    pieces = (
        {"": source.piece("$.pieces", written.pieces)}
        if whole
        else level.load_pieces(written.pieces)
    )
    pick_up = Vec(*written.pick_up)
    if written.seat_m is None:
        width, spots, pick_ups = (
            written.table.width_m,
            written.spots,
            (pick_up,) * len(written.spots),
        )
    else:
        width, middle = seats * written.seat_m, (seats - 1) / 2
        spots = tuple((seat - middle) * written.seat_m for seat in range(seats))
        pick_ups = tuple(Vec(x + pick_up.x, pick_up.y) for x in spots)
    table = TableTop(width, written.table.friction)
    return TableSetup(table, pieces, spots, pick_ups, written.falls, written.seat_m is not None)
