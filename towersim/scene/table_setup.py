"""The table of a game as frozen values: its pieces, the places for towers, the fixed blocks."""

from collections.abc import Mapping

import msgspec

from towersim.common.units import Pose, TowerId, Vec
from towersim.geometry.shapes import Shape
from towersim.scene.scene import Block, Material, TableTop


class Piece(msgspec.Struct, frozen=True):
    """One kind of block of a piece set; `depth` in metres, the last three fields for display."""

    id: str
    shape: Shape
    material: Material
    depth: float
    name: str = ""
    family: str = ""
    colour: str = "natural"
    """"natural", "red", "green", or the name of a material other than wood."""


class Falls(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Conditions of a fall, besides a block that touches or leaves the table."""

    in_hand: bool = False
    """Whether a block held for a standing tower counts as fallen when it touches the table."""
    held_elsewhere: bool = True
    """Whether a block that rests on another tower or leans on it has fallen."""
    released: bool = True
    """Whether a released block can fall by itself; if not, it is there to make others fall."""


class TableSetup(msgspec.Struct, frozen=True):
    """A game's table: pieces, places of towers and pick-up positions."""

    table: TableTop
    pieces: Mapping[str, Piece]
    """The pieces by kind of block; a single piece serves for every kind."""
    spots: tuple[float, ...]
    """x of the places for towers in metres, from left to right."""
    pick_ups: tuple[Vec, ...]
    """The pick-up position for each spot, in metres."""
    falls: Falls = Falls()
    own_towers: bool = False
    """Whether the tower on a spot belongs to the seat of the same number.

    The hand then passes in front of all other towers."""
    anywhere: bool = False
    """Whether a block may be put down anywhere, as places only say where it is picked up."""
    fixed: tuple[Block, ...] = ()
    laid: tuple[Pose, ...] = ()
    """Initial poses of the bases by place; further bases stand upright on their spots."""
    room: str = ""
    """The name of the room that is painted behind the table; empty: that of the table's file."""
    gap: tuple[float, float] | None = None
    """The range of x of a river that flows under a bridge, in metres."""

    def piece(self, kind: str) -> Piece:
        """Return the piece for this kind of block; KeyError if the game has no such kind."""
        return self.pieces[kind] if len(self.pieces) > 1 else next(iter(self.pieces.values()))

    def pick_up(self, tower: TowerId) -> Vec:
        """Return the pick-up position for this tower, in metres; places added later share one."""
        return self.pick_ups[min(tower, len(self.pick_ups) - 1)]

    def spot(self, tower: TowerId) -> float:
        """Return x of this tower's place, in metres; places added later share the last one."""
        return self.spots[min(tower, len(self.spots) - 1)]


BARE = TableSetup(TableTop(), {}, (), ())
"""The table of games without stacking."""
