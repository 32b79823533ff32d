"""The towers on the table between moves, as frozen values without rules."""

import math
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from towersim.common.messages import Message, kind_text, known, message as _
from towersim.common.units import BlockId, Pose, TowerId, Vec
from towersim.geometry.shapes import BoundingBox, Shape, extent
from towersim.geometry.skyline import contact_heights
from towersim.geometry.touching import SETTLED
from towersim.scene.scene import Block, Scene, height_of
from towersim.scene.table_setup import TableSetup

_CLEAR = 0.03
"""The minimum free space around a block when it is taken into the hand, in metres."""
HEADROOM = 10.0
"""The maximum height of a block's centre, in metres."""
_BESIDE = 1.25
"""The greatest distance from a shared place at which a block is over it, in widths of the block."""
_OVERHANG = 1.0
"""The maximum distance of a block's centre beyond the table's edge, in metres."""


class Placed(NamedTuple):
    """One block of a tower: its name, its kind in the rules and its pose at rest."""

    id: BlockId
    kind: str
    pose: Pose


class Figure(NamedTuple):
    """One block for drawing; `tower` is None for a block in the hand or in the air."""

    id: BlockId
    kind: str
    shape: Shape
    pose: Pose
    tower: TowerId | None
    held: bool

    @property
    def extent(self) -> BoundingBox:
        """The lower left and upper right corner of its bounding box on the table."""
        return extent(self.shape, self.pose)


class Table(msgspec.Struct, frozen=True):
    """All towers by place, from the left; an empty tuple for no tower."""

    setup: TableSetup
    towers: tuple[tuple[Placed, ...], ...]
    used: int = 0
    """The number of names used so far; names are never reused."""

    @classmethod
    def with_bases(cls, setup: TableSetup, towers: Iterable[tuple[str, ...] | None]) -> "Table":
        """Return the table at the start: bases in the set-up's poses, or upright on their spots."""
        table = cls(setup, ())
        for place, (x, tower) in enumerate(zip(setup.spots, towers, strict=True)):
            base: tuple[Placed, ...] = ()
            for kind in (tower or ())[:1]:
                y = -extent(table.shape(kind), Pose(0.0, 0.0, 0.0))[0].y
                at = setup.laid[place] if place < len(setup.laid) else Pose(x, y, 0.0)
                base = (Placed(table.name(kind), kind, at),)
            table = replace(table, towers=(*table.towers, base), used=table.used + len(base))
        return table

    def shape(self, kind: str) -> Shape:
        """Return the shape of a kind of block; KeyError if the game has no such kind."""
        return self.setup.piece(kind).shape

    def named(self, kind: str) -> Message:
        """Return what players call a kind of block: "left stone", or "red cube" for a colour."""
        is_colour = kind not in self.setup.pieces
        return _("{colour} cube", colour=known(kind)) if is_colour else kind_text(kind)

    def name(self, kind: str) -> BlockId:
        """Return the name for the next block of this kind."""
        return BlockId(f"{kind}-{self.used + 1}")

    def block(self, placed: Placed) -> Block:
        """Return a placed block as a block of a scene."""
        piece = self.setup.piece(placed.kind)
        return Block(placed.id, piece.shape, piece.material, piece.depth, placed.pose)

    def scene(self) -> Scene:
        """Return the scene on the table: fixed blocks, then the towers, each from the base up."""
        blocks = (self.block(placed) for tower in self.towers for placed in tower)
        return Scene(self.setup.table, (*self.setup.fixed, *blocks), SETTLED)

    def figures(self) -> tuple[Figure, ...]:
        """Return the blocks of all towers, for drawing."""
        return tuple(
            Figure(p.id, p.kind, self.shape(p.kind), p.pose, TowerId(index), held=False)
            for index, tower in enumerate(self.towers)
            for p in tower
        )

    def homes(self) -> dict[BlockId, TowerId]:
        """Return the tower of every block."""
        return {p.id: TowerId(index) for index, tower in enumerate(self.towers) for p in tower}

    def bases(self) -> frozenset[BlockId]:
        """Return the blocks that may touch the table: the first of each tower."""
        return frozenset(tower[0].id for tower in self.towers if tower)

    def in_hand(self, kind: str, tower: TowerId) -> Placed:
        """Return a new block at its pick-up position for this tower.

        If other blocks are in the way there, it starts above them.
        """
        x, y = self.setup.pick_up(tower)
        foot, head = extent(self.shape(kind), Pose(0.0, 0.0, 0.0))
        y = max(y, -foot.y)
        for block in self.scene().blocks:
            low, high = block.extent
            if low.x - head.x - _CLEAR < x < high.x - foot.x + _CLEAR:
                y = max(y, high.y + _CLEAR - foot.y)
        return Placed(self.name(kind), kind, Pose(x, y, 0.0))

    def first_contact(self, kind: str, x: float, angle: float, top: float = math.inf) -> float:
        """Return y of a block's centre at its first contact on the way straight down.

        In metres and radians; contacts with the block's centre above `top` do not count.
        """
        below = ((block.shape, block.pose) for block in self.scene().blocks)
        met = (float(ys.max()) for ys, _ in contact_heights(self.shape(kind), x, angle, below))
        return max((y for y in met if y <= top), default=top)

    def nearest(self, x: float, allowed: Collection[TowerId]) -> TowerId:
        """Return the allowed place nearest to `x` (metres), measured to its blocks or its spot."""

        def distance(place: TowerId) -> float:
            at = [placed.pose.x for placed in self.towers[place]] or [self.setup.spot(place)]
            return min(abs(x - other) for other in at)

        return min(sorted(allowed), key=distance)

    def over(self, kind: str, pose: Pose, allowed: Collection[TowerId]) -> TowerId | None:
        """Return the allowed place that a block in this pose is over; None beside all of them.

        A seat's own place is its part of the table. A shared one reaches `_BESIDE` widths of the
        block beyond the centres of its blocks, or of the position that is free for a base.
        """
        place = self.nearest(pose.x, allowed)
        low, high = extent(self.shape(kind), pose)
        near, at = _BESIDE * (high.x - low.x), [placed.pose.x for placed in self.towers[place]]
        if self.setup.own_towers:
            near, at = self.setup.table.width / len(self.setup.spots) / 2, [self.setup.spot(place)]
        at = at or [self.free_x(kind, place)]
        is_over = self.setup.anywhere or min(abs(x - pose.x) for x in at) <= near
        return place if is_over else None

    def free_x(self, kind: str, tower: TowerId, angle: float = 0.0) -> float:
        """Return x of a free position for a base: its spot, or the nearest free one, in metres.

        `angle` is the angle of the base in radians. Without a free position, the spot.
        """
        low, high = extent(self.shape(kind), Pose(0.0, 0.0, angle))
        spot, step = self.setup.spot(tower), (high.x - low.x) / 4
        taken = [block.extent for block in self.scene().blocks]
        tries = (spot + sign * i * step for i in range(200) for sign in (1, -1))
        return next(
            (x for x in tries if all(_apart(x + low.x, x + high.x, *other) for other in taken)),
            spot,
        )

    def tallest(self) -> tuple[TowerId, ...]:
        """Return the highest towers, with heights compared to the millimetre."""
        heights = {
            TowerId(index): round(1000 * height_of(map(self.block, tower)))
            for index, tower in enumerate(self.towers)
            if tower
        }
        most = max(heights.values(), default=0)
        return tuple(tower for tower, height in heights.items() if height == most)

    @property
    def in_reach(self) -> bool:
        """Whether every block is within the limits of height and overhang."""
        return all(self.reaches(placed.pose) for tower in self.towers for placed in tower)

    def reaches(self, pose: Pose) -> bool:
        """Return whether a pose is finite and within the limits of height and overhang."""
        most = self.setup.table.width / 2 + _OVERHANG
        return abs(pose.x) <= most and 0 < pose.y <= HEADROOM and math.isfinite(pose.angle)

    def with_places(self, count: int) -> "Table":
        """Return the table with empty places added at the end, so that there are `count`."""
        more = count - len(self.towers)
        return replace(self, towers=(*self.towers, *((),) * more)) if more > 0 else self

    def without(self, tower: TowerId) -> "Table":
        """Return the table without one tower."""
        kept = [() if i == tower else standing for i, standing in enumerate(self.towers)]
        return replace(self, towers=tuple(kept))

    def moved(self, poses: Mapping[BlockId, Pose], fell: Iterable[TowerId]) -> "Table":
        """Return the table with all blocks in these poses, without the fallen towers."""
        gone = set(fell)
        towers = tuple(
            () if i in gone else tuple(p._replace(pose=poses[p.id]) for p in standing)
            for i, standing in enumerate(self.towers)
        )
        return replace(self, towers=towers)

    def settled(
        self, poses: Mapping[BlockId, Pose], new: Placed, tower: TowerId, fell: Iterable[TowerId]
    ) -> "Table":
        """Return the table after a move, with `new` on its tower, without the fallen towers."""
        towers = tuple(
            (*standing, new) if i == tower else standing for i, standing in enumerate(self.towers)
        )
        return replace(self, towers=towers, used=self.used + 1).moved(poses, fell)


def _apart(left: float, right: float, low: Vec, high: Vec) -> bool:
    """Return whether left … right is a quarter of its width clear of a block's low … high."""
    room = (right - left) / 4
    return right + room < low.x or high.x + room < left
