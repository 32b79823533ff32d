"""Contacts and overlaps between the blocks of a scene, and with its table."""

from collections.abc import Iterator, Sequence
from statistics import median
from typing import NamedTuple

from towersim.common.units import BlockId, Pose, Vec
from towersim.geometry.shapes import Box, bounding_radius
from towersim.geometry.touching import Tolerance, neighbours, penetration, solid, touches
from towersim.scene.scene import Block, Material, Scene, TableTop

TABLE = -1
"""The index that stands for the table in place of a block."""
OWN_REACH, OWN_DEPTH = 1e-3, 0.035
"""The tolerance of a scene as shares of the median radius of its blocks.

For 20 mm cubes they are 14 µm, slightly more than the effect of rounding to 10 µm, and 0.5 mm.
"""
SMALLER = 10.0
"""Between two blocks the shares are of `SMALLER` times the smaller radius, if that is less.

Otherwise large blocks elsewhere in a scene would let a small one float.
"""
TABLE_DEPTH = 100.0
"""The thickness of the table below y = 0, in metres, larger than any overlap."""


class Joint(NamedTuple):
    """A contact of block `a` with block `b` or the `TABLE`: one point, or the ends of a face.

    `normal` is a unit vector from b into a; `points` and the widest `gap` are in metres; the gap
    is negative for an overlap.
    """

    a: int
    b: int
    normal: Vec
    points: tuple[Vec, ...]
    gap: float


def joints(scene: Scene, reach: float | None = None) -> Iterator[Joint]:
    """Yield the contacts of blocks at most `reach` metres apart, but not those of fixed ones.

    `reach` defaults to the scene's, or else goes by size (`tolerance_of` and `pair_tolerance`).

    >>> cube = Block(BlockId("a"), Box(0.5, 0.5), Material(), 0.5, Pose(0.0, 0.25, 0.0))
    >>> (joint,) = joints(Scene(TableTop(), (cube,)))
    >>> joint.b == TABLE, joint.points
    (True, (Vec(x=-0.25, y=0.0), Vec(x=0.25, y=0.0)))
    """
    blocks = (*scene.blocks, _slab(scene.table))
    near, by_size = tolerance_of(scene, reach), reach is None and scene.reach is None
    solids = [solid(block) for block in blocks]
    for i, j in neighbours(blocks, near.reach):
        if not (blocks[i].fixed and blocks[j].fixed):
            most = pair_tolerance(blocks[i], blocks[j]) if by_size else near
            here = Tolerance(*map(min, near, most))
            for touch in touches(solids[i], solids[j], here):
                yield Joint(i, TABLE if j == len(scene.blocks) else j, *touch)


def tolerance_of(scene: Scene, reach: float | None = None) -> Tolerance:
    """Return the contact tolerance of a scene with this reach in metres, its own, or by size."""
    own, reach = own_tolerance(scene), scene.reach if reach is None else reach
    return own if reach is None else Tolerance(reach, max(reach, own.depth))


def pair_tolerance(a: Block, b: Block) -> Tolerance:
    """Return the greatest contact tolerance of two blocks, scaled to the smaller one."""
    radius = SMALLER * min(bounding_radius(a.shape), bounding_radius(b.shape))
    return Tolerance(OWN_REACH * radius, OWN_DEPTH * radius)


def own_tolerance(scene: Scene) -> Tolerance:
    """Return the contact tolerance scaled to the size of a scene's blocks."""
    radius = median([bounding_radius(block.shape) for block in scene.blocks] or [0.0])
    return Tolerance(OWN_REACH * radius, OWN_DEPTH * radius)


def overlaps(blocks: Sequence[Block]) -> Iterator[tuple[int, int, float]]:
    """Yield i < j and the overlap (> 0, in metres) of two blocks, unless both are fixed."""
    for i, j in neighbours(blocks):
        if not (blocks[i].fixed and blocks[j].fixed):
            depth = penetration(blocks[i], blocks[j])
            if depth > 0:
                yield i, j, depth


def overlaps_of(scene: Scene) -> Iterator[tuple[int, int, float]]:
    """Yield a block, `TABLE`, and its overlap in metres; then those of two blocks (`overlaps`)."""
    for index, block in enumerate(scene.blocks):
        if not block.fixed:
            yield index, TABLE, table_penetration(block, scene.table)
    yield from overlaps(scene.blocks)


def table_penetration(block: Block, table: TableTop) -> float:
    """Return the penetration of a block into the table (y < 0 over its width), in metres."""
    return 0.0 if block.pose.y > bounding_radius(block.shape) else penetration(block, _slab(table))


def _slab(table: TableTop) -> Block:
    """Return the table as a fixed block, so contact code needs no special case."""
    shape, pose = Box(table.width, TABLE_DEPTH), Pose(0.0, -TABLE_DEPTH / 2, 0.0)
    return Block(BlockId(""), shape, Material(friction=table.friction), 1.0, pose, fixed=True)
