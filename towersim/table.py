"""Which towers stand where, between moves: frozen, at rest, free of rules."""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from towersim.level import TableSetup
from towersim.scene import Block, Scene, extent
from towersim.units import BlockId, Pose, TowerId

_CLEAR = 0.03
"""A block is taken into the hand with at least so much free space around it, in metres."""
_HEADROOM = 10.0
"""No tower is higher, in metres."""
_ORIGIN = Pose(0.0, 0.0, 0.0)


class Placed(NamedTuple):
    """One block of a tower: its name, its kind in the rules, and where it rests."""

    id: BlockId
    kind: str
    pose: Pose


class Table(msgspec.Struct, frozen=True):
    """All towers, by place from the left; an empty tuple where none stands."""

    setup: TableSetup
    towers: tuple[tuple[Placed, ...], ...]
    used: int = 0
    """How many blocks have had a name so far; names are never given twice."""

    @classmethod
    def with_bases(cls, setup: TableSetup, towers: Iterable[tuple[str, ...] | None]) -> "Table":
        """Return the table at the start: the base of each tower upright on its spot."""
        table = cls(setup, ())
        y = -extent(setup.piece.shape, _ORIGIN)[0].y
        for x, tower in zip(setup.spots, towers, strict=True):
            base = (
                () if tower is None else (Placed(table.name(tower[0]), tower[0], Pose(x, y, 0.0)),)
            )
            table = replace(table, towers=(*table.towers, base), used=table.used + len(base))
        return table

    def name(self, kind: str) -> BlockId:
        """Return the name that the next block of this kind will have."""
        return BlockId(f"{kind}-{self.used + 1}")

    def block(self, placed: Placed) -> Block:
        """Return a block of this table's piece set as it stands in a scene."""
        piece = self.setup.piece
        return Block(placed.id, piece.shape, piece.material, piece.depth, placed.pose)

    def scene(self) -> Scene:
        """Return everything that stands, tower by tower, each from the base up."""
        blocks = (self.block(placed) for tower in self.towers for placed in tower)
        return Scene(self.setup.table, tuple(blocks))

    def homes(self) -> dict[BlockId, TowerId]:
        """Return the tower of every block."""
        return {
            placed.id: TowerId(index) for index, tower in enumerate(self.towers) for placed in tower
        }

    def in_hand(self, kind: str) -> Placed:
        """Return a new block as the hand takes it: at the pick-up point, or above what is there."""
        x, y = self.setup.pick_up
        upright = extent(self.setup.piece.shape, _ORIGIN)
        near = upright[1].x + _CLEAR
        for block in self.scene().blocks:
            low, high = extent(block.shape, block.pose)
            if low.x - near < x < high.x + near:
                y = max(y, high.y + _CLEAR - upright[0].y)
        return Placed(self.name(kind), kind, Pose(x, y, 0.0))

    def nearest(self, x: float, allowed: Collection[TowerId]) -> TowerId:
        """Return the allowed place nearest to `x` (metres), by its tower's blocks or its spot."""

        def distance(place: TowerId) -> float:
            at = [placed.pose.x for placed in self.towers[place]] or [self.setup.spots[place]]
            return min(abs(x - other) for other in at)

        return min(sorted(allowed), key=distance)

    def free_x(self, tower: TowerId) -> float:
        """Return where a base can be set for this place: on its spot, or the next free to it."""
        spot, room = self.setup.spots[tower], 2.5 * extent(self.setup.piece.shape, _ORIGIN)[1].x
        taken = [placed.pose.x for standing in self.towers for placed in standing]
        tries = (spot + sign * i * room / 5 for i in range(200) for sign in (1, -1))
        return next((x for x in tries if all(abs(x - other) > room for other in taken)), spot)

    @property
    def in_reach(self) -> bool:
        """Whether every block is over the table, and no higher than a hand gets."""
        half = self.setup.table.width / 2
        poses = [placed.pose for tower in self.towers for placed in tower]
        return all(abs(pose.x) <= half and 0 < pose.y <= _HEADROOM for pose in poses)

    def settled(
        self,
        poses: Mapping[BlockId, Pose],
        new: Placed,
        tower: TowerId,
        fell: Iterable[TowerId],
    ) -> "Table":
        """Return the table after a move: `new` on its tower, fallen towers gone, all at rest."""
        gone = set(fell)
        towers = []
        for index, standing in enumerate(self.towers):
            now = (*standing, new) if index == tower else standing
            kept = () if index in gone else now
            towers.append(tuple(placed._replace(pose=poses[placed.id]) for placed in kept))
        return replace(self, towers=tuple(towers), used=self.used + 1)
