"""A game's table as its file tells it: what is built with, where towers stand, what has fallen.

`levels/tables/<game>.toml` has ``format``, ``[table]`` as a scene has it, and these keys:

========== ========================================================================================
pieces     a piece for every kind of block (``"cubes/cube"``), or a set whose ids are the kinds
spots      x of the places for towers in metres, from left to right
pick_up    x and y in metres where a block is taken
seat_m     instead of ``spots``: so much table for each seat, its tower in the middle of it, and
           ``pick_up`` counts from there; the table is as wide as all of them
falls      ``in_hand``: whether what touches the table in the hand has fallen; ``held_elsewhere``:
           whether what came to rest on another tower has
========== ========================================================================================
"""

from collections.abc import Mapping
from itertools import pairwise
from typing import Annotated

import msgspec

from towersim.level import (
    MAX_BLOCKS,
    Piece,
    Source,
    Strict,
    TableSpec,
    level_file,
    load_pieces,
)
from towersim.scene import Block, TableTop
from towersim.shapefile import Length, SimulatedPlace
from towersim.units import Pose, TowerId, Vec


class Falls(Strict, frozen=True):
    """What has fallen, besides what touches the table or leaves it once it is nobody's."""

    in_hand: bool = False
    """Whether the block in the hand, too, may not touch the table where a tower stands."""
    held_elsewhere: bool = True
    """Whether a block that comes to rest on another tower, or leans on it, has fallen."""


class TableSetup(msgspec.Struct, frozen=True):
    """A game's table: what it plays with, where towers stand and where a block is taken."""

    table: TableTop
    pieces: Mapping[str, Piece]
    """By kind of block; a set of one piece is that of every kind."""
    spots: tuple[float, ...]
    """Where towers stand: x in metres, from left to right."""
    pick_ups: tuple[Vec, ...]
    """Where a block is taken that is meant for the tower on the spot of the same number."""
    falls: Falls = Falls()
    own_towers: bool = False
    """Whether the tower on a spot belongs to the seat of the same number.

    The hand then passes in front of all the others."""
    fixed: tuple[Block, ...] = ()
    """What stands on the table and nothing moves."""
    laid: tuple[Pose, ...] = ()
    """Poses of the bases at the start, by place; those left out stand upright on their spots."""

    def piece(self, kind: str) -> Piece:
        """Return what a block of this kind is; KeyError if the game has no such kind."""
        return self.pieces[kind] if len(self.pieces) > 1 else next(iter(self.pieces.values()))

    def pick_up(self, tower: TowerId) -> Vec:
        """Return where a block is taken that is meant for this tower, in metres."""
        return self.pick_ups[tower]


BARE = TableSetup(TableTop(), {}, (), ())
"""The table of games in which nothing is stacked."""


class _Said(Strict, frozen=True):
    pieces: str
    pick_up: tuple[SimulatedPlace, SimulatedPlace]
    spots: Annotated[tuple[SimulatedPlace, ...], msgspec.Meta(max_length=MAX_BLOCKS)] = ()
    seat_m: Length | None = None
    table: TableSpec = TableSpec()
    falls: Falls = Falls()


def load_table(game: str, seats: int = 1) -> TableSetup:
    """Return the table of a game for this number of seats; SceneFault if its file is unfit."""
    source = Source(level_file("tables", game))
    said = source.read(_Said)
    if bool(said.spots) is (said.seat_m is not None):
        raise source.fault("$.spots", "a table has either spots, at least one, or seat_m")
    if any(right <= left for left, right in pairwise(said.spots)):
        raise source.fault("$.spots", "they do not run from left to right")
    if max(map(abs, said.spots), default=0.0) > said.table.width_m / 2:
        raise source.fault("$.spots", f"not all on the table, which is {said.table.width_m} m wide")
    whole = "/" in said.pieces
    pieces = {"": source.piece("$.pieces", said.pieces)} if whole else load_pieces(said.pieces)
    pick_up = Vec(*said.pick_up)
    if said.seat_m is None:
        width, spots, pick_ups = said.table.width_m, said.spots, (pick_up,) * len(said.spots)
    else:
        width, middle = seats * said.seat_m, (seats - 1) / 2
        spots = tuple((seat - middle) * said.seat_m for seat in range(seats))
        pick_ups = tuple(Vec(x + pick_up.x, pick_up.y) for x in spots)
    table = TableTop(width, said.table.friction)
    return TableSetup(table, pieces, spots, pick_ups, said.falls, said.seat_m is not None)
