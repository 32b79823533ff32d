"""Contacts and overlaps between the blocks of a scene, and with its table."""

from collections.abc import Iterator, Sequence
from statistics import median
from typing import NamedTuple

from towersim.geometry.overlap import neighbours, penetration
from towersim.geometry.shapes import Box, bounding_radius
from towersim.geometry.touching import DEEPEST, TOUCH, Tolerance, solid, touches
from towersim.scene import Block, Material, Scene, TableTop
from towersim.units import BlockId, Pose, Vec

TABLE = -1
"""Stands for the table where the index of a block is expected."""
OWN_REACH, OWN_DEPTH = 1e-3, 0.035
"""The tolerance of a scene as shares of the median radius of its blocks.

For cubes of 20 mm that is 14 µm, a little more than rounding to 10 µm brings about, and 0.5 mm.
"""
TABLE_DEPTH = 100.0
"""The depth of the table, in metres: more than that of any block below it."""


class Joint(NamedTuple):
    """A contact of block `a` with block `b` (or the `TABLE`): one point, or the ends of a face.

    `normal` is a unit vector out of b into a; points are metres, and so is the widest `gap`, which
    is below 0 where they overlap.
    """

    a: int
    b: int
    normal: Vec
    points: tuple[Vec, ...]
    gap: float


def joints(scene: Scene, reach: float | None = None, depth: float = DEEPEST) -> Iterator[Joint]:
    """Yield where blocks touch, at most `reach` apart and `depth` in each other, in metres.

    The default reach is what the scene says, or `TOUCH`. Fixed blocks do not touch fixed ones.

    >>> cube = Block(BlockId("a"), Box(0.5, 0.5), Material(), 0.5, Pose(0.0, 0.25, 0.0))
    >>> (joint,) = joints(Scene(TableTop(), (cube,)))
    >>> joint.b == TABLE, joint.points
    (True, (Vec(x=-0.25, y=0.0), Vec(x=0.25, y=0.0)))
    """
    blocks = (*scene.blocks, _slab(scene.table))
    said = scene.reach if reach is None else reach
    near = Tolerance(TOUCH if said is None else said, depth)
    solids = [solid(block) for block in blocks]
    for i, j in neighbours(blocks, near.reach):
        if not (blocks[i].fixed and blocks[j].fixed):
            for touch in touches(solids[i], solids[j], near):
                yield Joint(i, TABLE if j == len(scene.blocks) else j, *touch)


def own_tolerance(scene: Scene) -> Tolerance:
    """Return the tolerance that goes with the size of a scene's blocks."""
    radius = median([bounding_radius(block.shape) for block in scene.blocks] or [0.0])
    return Tolerance(OWN_REACH * radius, OWN_DEPTH * radius)


def overlaps(blocks: Sequence[Block]) -> Iterator[tuple[int, int, float]]:
    """Yield i < j and how deep block j is in block i, in metres (> 0), if either can move."""
    for i, j in neighbours(blocks):
        if not (blocks[i].fixed and blocks[j].fixed):
            depth = penetration(blocks[i], blocks[j])
            if depth > 0:
                yield i, j, depth


def table_penetration(block: Block, table: TableTop) -> float:
    """Return by how many metres a placed block is inside the table (y < 0 over its width)."""
    return penetration(block, _slab(table))


def _slab(table: TableTop) -> Block:
    """Return the table as a fixed block, so that nothing needs to know it as anything else."""
    shape, pose = Box(table.width, TABLE_DEPTH), Pose(0.0, -TABLE_DEPTH / 2, 0.0)
    return Block(BlockId(""), shape, Material(friction=table.friction), 1.0, pose, fixed=True)
