"""Where placed blocks touch each other and the table: faces, corners on faces, discs.

Pure geometry over `scene` values, on whole outlines; it knows no world and no forces. What is
smaller than the tolerance is not seen: a face that overlaps another by less carries nothing, and a
corner that meets a corner carries nothing.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from typing import NamedTuple

from towersim.physics.contacts import TABLE_DEPTH, convex_parts, neighbours
from towersim.scene import (
    Block,
    Box,
    Circle,
    Material,
    Polygon,
    Scene,
    TableTop,
    corners,
    placed,
)
from towersim.units import BlockId, Pose, Vec

TOUCH = 1e-6
"""The tolerance for scenes that were drawn: outlines nearer than this touch, in metres."""
SETTLED = 1e-4
"""The tolerance for poses that were simulated: twice the gap that skins leave, in metres."""
DEEPEST = 5e-4
"""As far as one block may be inside another and still only touch it, in metres."""
TABLE = -1
"""Stands for the table where the index of a block is expected."""
_FACING = -0.9
"""Sides face each other if the product of their unit normals is below this."""


class Joint(NamedTuple):
    """Where block `a` touches block `b` (or the `TABLE`): one point, or the two ends of a face.

    `normal` is a unit vector out of b into a; points are metres.
    """

    a: int
    b: int
    normal: Vec
    points: tuple[Vec, ...]


class _Side(NamedTuple):
    """One side of an outline, from start to end, with the material on its left."""

    start: Vec
    end: Vec
    along: Vec
    length: float

    @property
    def normal(self) -> Vec:
        """The unit vector out of the material."""
        return Vec(self.along.y, -self.along.x)

    def place(self, p: Vec) -> tuple[float, float]:
        """Return how far along the side a point is, and how far outside, in metres."""
        x, y = p.x - self.start.x, p.y - self.start.y
        return x * self.along.x + y * self.along.y, x * self.along.y - y * self.along.x


class _Solid(NamedTuple):
    """A placed block: its rings of sides, or the middle and radius of a disc."""

    rings: tuple[tuple[_Side, ...], ...]
    middle: Vec
    radius: float
    convex: bool


_Touch = tuple[Vec, tuple[Vec, ...]]
"""The normal from the second solid into the first, and the points."""


def joints(scene: Scene, reach: float = TOUCH) -> Iterator[Joint]:
    """Yield where blocks touch within `reach` metres; fixed ones do not touch fixed ones.

    >>> from towersim.scene import Block, Box, Material, Scene, TableTop
    >>> cube = Block(BlockId("a"), Box(0.5, 0.5), Material(), 0.5, Pose(0.0, 0.25, 0.0))
    >>> (joint,) = joints(Scene(TableTop(), (cube,)))
    >>> joint.b == TABLE, joint.points
    (True, (Vec(x=-0.25, y=0.0), Vec(x=0.25, y=0.0)))
    """
    blocks = (*scene.blocks, _slab(scene.table))
    solids = [_solid(block) for block in blocks]
    for i, j in neighbours(blocks, reach):
        if not (blocks[i].fixed and blocks[j].fixed):
            for normal, points in _touches(solids[i], solids[j], reach):
                yield Joint(i, TABLE if j == len(scene.blocks) else j, normal, points)


def _slab(table: TableTop) -> Block:
    """Return the table as a fixed block, so that nothing needs to know it as anything else."""
    shape, pose = Box(table.width, TABLE_DEPTH), Pose(0.0, -TABLE_DEPTH / 2, 0.0)
    return Block(BlockId(""), shape, Material(friction=table.friction), 1.0, pose, fixed=True)


def _solid(block: Block) -> _Solid:
    middle = Vec(block.pose.x, block.pose.y)
    if isinstance(block.shape, Circle):
        return _Solid((), middle, block.shape.radius, convex=True)
    outlines = [corners(block.shape)]
    outlines += block.shape.holes if isinstance(block.shape, Polygon) else ()
    rings = tuple(_sides(placed(outline, block.pose)) for outline in outlines)
    return _Solid(rings, middle, 0.0, len(convex_parts(block.shape)) == 1)


def _sides(ring: Sequence[Vec]) -> tuple[_Side, ...]:
    sides = []
    for p, q in pairwise((*ring, ring[0])):
        length = math.dist(p, q)
        sides.append(_Side(p, q, Vec((q.x - p.x) / length, (q.y - p.y) / length), length))
    return tuple(sides)


def _touches(a: _Solid, b: _Solid, reach: float) -> list[_Touch]:
    if a.radius and b.radius:
        return list(_discs(a, b, reach))
    if a.radius:
        return list(_disc_on(a, b, reach))
    if b.radius:
        return [(_turned(normal), points) for normal, points in _disc_on(b, a, reach)]
    found = list(_faces(a, b, reach))
    if found and a.convex and b.convex:
        return found
    known = [point for _, points in found for point in points]
    for normal, point in _corners(a, b, reach):
        _add(found, known, normal, point)
    for normal, point in _corners(b, a, reach):
        _add(found, known, _turned(normal), point)
    return found


def _add(found: list[_Touch], known: list[Vec], normal: Vec, point: Vec) -> None:
    """Add a corner on a face, unless it is the end of a face that is there already."""
    if all(math.dist(point, other) > DEEPEST for other in known):
        found.append((normal, (point,)))


def _faces(a: _Solid, b: _Solid, reach: float) -> Iterator[_Touch]:
    """Yield where a side of a lies on a side of b."""
    sides = product((p for ring in a.rings for p in ring), (q for ring in b.rings for q in ring))
    for p, q in sides:
        if p.along.x * q.along.x + p.along.y * q.along.y < _FACING:
            points = _shared(p, q, reach)
            if points:
                yield (q.normal if q.length > p.length else _turned(p.normal)), points


def _shared(p: _Side, q: _Side, reach: float) -> tuple[Vec, ...]:
    """Return the ends of what two sides that run opposite ways share, or nothing."""
    (low, gap_low), (high, gap_high) = p.place(q.end), p.place(q.start)
    slope = (gap_high - gap_low) / (high - low)
    ends = max(low, 0.0), min(high, p.length)
    gaps = [gap_low + slope * (s - low) for s in ends]
    if min(gaps) < -DEEPEST or max(gaps) > reach:
        return ()
    # Where blocks overlap a little, a face that is no longer than that is a corner in disguise.
    if ends[1] - ends[0] <= max(reach, -min(gaps)):
        return ()
    return tuple(_on(p, s, gap / 2) for s, gap in zip(ends, gaps, strict=True))


def _on(p: _Side, s: float, gap: float) -> Vec:
    """Return the point so far along a side and so far outside of it."""
    x, y = p.along
    return Vec(p.start.x + s * x + gap * y, p.start.y + s * y - gap * x)


def _corners(a: _Solid, b: _Solid, reach: float) -> Iterator[tuple[Vec, Vec]]:
    """Yield the normal and the place of each corner of a that stands on a side of b."""
    sides = [side for ring in b.rings for side in ring]
    for ring in a.rings:
        for before, after in zip((ring[-1], *ring[:-1]), ring, strict=True):
            best: tuple[float, Vec, Vec] | None = None
            for side in sides:
                s, gap = side.place(after.start)
                if not (reach < s < side.length - reach and -DEEPEST <= gap <= reach):
                    continue
                x, y = side.normal
                opens = (
                    x * after.along.x + y * after.along.y,
                    -x * before.along.x - y * before.along.y,
                )
                if min(opens) > -reach and (best is None or abs(gap) < best[0]):
                    best = abs(gap), side.normal, _on(side, s, gap / 2)
            if best is not None:
                yield best[1], best[2]


def _disc_on(disc: _Solid, b: _Solid, reach: float) -> Iterator[_Touch]:
    """Yield where a disc touches the sides and the corners of an outline."""
    for ring in b.rings:
        places = [side.place(disc.middle) for side in ring]
        for side, (s, height) in zip(ring, places, strict=True):
            if 0 <= s <= side.length and _near(height - disc.radius, reach):
                yield side.normal, (_on(side, s, (height - disc.radius) / 2),)
        for i, (side, (s, _)) in enumerate(zip(ring, places, strict=True)):
            gap = math.dist(disc.middle, side.start) - disc.radius
            if s < 0 and places[i - 1][0] > ring[i - 1].length and _near(gap, reach):
                normal = _unit(side.start, disc.middle)
                yield normal, (side.start,)


def _discs(a: _Solid, b: _Solid, reach: float) -> Iterator[_Touch]:
    gap = math.dist(a.middle, b.middle) - a.radius - b.radius
    if _near(gap, reach):
        n, far = _unit(b.middle, a.middle), b.radius + gap / 2
        yield n, (Vec(b.middle.x + far * n.x, b.middle.y + far * n.y),)


def _near(gap: float, reach: float) -> bool:
    return -DEEPEST <= gap <= reach


def _unit(p: Vec, q: Vec) -> Vec:
    """Return the direction from p to q, which are apart."""
    length = math.dist(p, q)
    return Vec((q.x - p.x) / length, (q.y - p.y) / length)


def _turned(v: Vec) -> Vec:
    return Vec(0.0 - v.x, 0.0 - v.y)
