"""What stands where: frozen values that know neither time nor an engine.

A `Scene` is a table with blocks on it. Outlines are given around a block's own centre of mass, so
that a pose is always the pose of the centre of mass.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

import msgspec

from towersim.units import BlockId, Pose, Vec

CENTRED = 1e-9
"""An outline whose centroid is this near (0, 0), in metres, counts as centred."""


class Material(msgspec.Struct, frozen=True):
    """What a block is made of: density in kg/m³ (> 0) and friction coefficient (≥ 0)."""

    density_kg_m3: float = 700.0
    friction: float = 0.5


class Box(msgspec.Struct, frozen=True, tag="box"):
    """An upright rectangle of this width and height in metres (> 0)."""

    width: float
    height: float


class Circle(msgspec.Struct, frozen=True, tag="circle"):
    """A disc of this radius in metres (> 0)."""

    radius: float


class Polygon(msgspec.Struct, frozen=True, tag="polygon"):
    """A simple polygon, convex or not: corners in metres, counter-clockwise, centroid at (0, 0).

    Its holes are simple polygons inside it that run clockwise and do not touch each other.
    """

    outline: tuple[Vec, ...]
    holes: tuple[tuple[Vec, ...], ...] = ()


Shape = Box | Circle | Polygon


class Block(msgspec.Struct, frozen=True):
    """One block of a scene; `depth` (into the screen, metres) only gives it its mass."""

    id: BlockId
    shape: Shape
    material: Material
    depth: float
    pose: Pose
    fixed: bool = False

    @property
    def mass(self) -> float:
        """Mass in kilograms: area × depth × density."""
        return area(self.shape) * self.depth * self.material.density_kg_m3


class TableTop(msgspec.Struct, frozen=True):
    """The table: its top is y = 0 from -width/2 to width/2 (metres); beyond it nothing holds."""

    width: float = 1.2
    friction: float = 0.5


class Scene(msgspec.Struct, frozen=True):
    """A table and the blocks on it, in building order."""

    table: TableTop
    blocks: tuple[Block, ...]


def corners(shape: Box | Polygon) -> tuple[Vec, ...]:
    """Return the corners of the outline around the centre of mass, counter-clockwise.

    >>> corners(Box(0.2, 0.1))[0]
    Vec(x=-0.1, y=-0.05)
    """
    if isinstance(shape, Polygon):
        return shape.outline
    x, y = shape.width / 2, shape.height / 2
    return (Vec(-x, -y), Vec(x, -y), Vec(x, y), Vec(-x, y))


def placed(points: Sequence[Vec], pose: Pose) -> tuple[Vec, ...]:
    """Return points given around the centre of mass as points on the table, in metres."""
    c, s = math.cos(pose.angle), math.sin(pose.angle)
    return tuple(Vec(pose.x + c * x - s * y, pose.y + s * x + c * y) for x, y in points)


def extent(shape: Shape, pose: Pose) -> tuple[Vec, Vec]:
    """Return the lower left and upper right corner of the upright box around a placed shape.

    >>> extent(Circle(0.01), Pose(0.0, 0.01, 0.0))
    (Vec(x=-0.01, y=0.0), Vec(x=0.01, y=0.02))
    """
    if isinstance(shape, Circle):
        r = shape.radius
        return Vec(pose.x - r, pose.y - r), Vec(pose.x + r, pose.y + r)
    points = placed(corners(shape), pose)
    xs, ys = [p.x for p in points], [p.y for p in points]
    return Vec(min(xs), min(ys)), Vec(max(xs), max(ys))


def turn(o: Vec, p: Vec, q: Vec) -> float:
    """Return twice the area of a triangle in m², positive if it runs counter-clockwise."""
    return (p.x - o.x) * (q.y - o.y) - (p.y - o.y) * (q.x - o.x)


def signed_area(outline: Sequence[Vec]) -> float:
    """Return the area in m², positive if the outline runs counter-clockwise."""
    return sum(turn(outline[0], p, q) for p, q in pairwise(outline[1:])) / 2


@lru_cache(maxsize=1024)
def area(shape: Shape) -> float:
    """Return the area in m².

    >>> area(Box(0.2, 0.1))
    0.020000000000000004
    """
    if isinstance(shape, Circle):
        return math.pi * shape.radius**2
    whole = signed_area(corners(shape))
    return whole + sum(map(signed_area, shape.holes)) if isinstance(shape, Polygon) else whole


def centroid(outline: Sequence[Vec], holes: Sequence[Sequence[Vec]] = ()) -> Vec:
    """Return the centre of area of a simple polygon with holes of the other sense, in metres."""
    o = outline[0]
    x = y = total = 0.0
    for ring in (outline, *holes):
        r = ring[0]
        for p, q in pairwise(ring[1:]):
            weight = turn(r, p, q)
            x += (p.x + q.x - 2 * o.x + (r.x - o.x)) * weight
            y += (p.y + q.y - 2 * o.y + (r.y - o.y)) * weight
            total += weight
    return Vec(o.x + x / (3 * total), o.y + y / (3 * total))


def centred(outline: Sequence[Vec], holes: Sequence[Sequence[Vec]] = ()) -> tuple[Polygon, Vec]:
    """Return the polygon counter-clockwise around its centroid, and where that centroid was.

    An outline that is centred to within a nanometre is kept to the last digit, so that a scene
    written and read again is the same scene.

    >>> centred([Vec(0, 0), Vec(0, 1), Vec(1, 1), Vec(1, 0)])[1]
    Vec(x=0.5, y=0.5)
    """
    ordered = _running(outline, 1)
    hollow = tuple(_running(hole, -1) for hole in holes)
    middle = centroid(ordered, hollow)
    if math.hypot(*middle) < CENTRED:
        return Polygon(ordered, hollow), Vec(0.0, 0.0)
    moved = [tuple(Vec(p.x - middle.x, p.y - middle.y) for p in r) for r in (ordered, *hollow)]
    return Polygon(moved[0], tuple(moved[1:])), middle


def _running(ring: Sequence[Vec], way: int) -> tuple[Vec, ...]:
    """Return the ring counter-clockwise (way 1) or clockwise (-1)."""
    return tuple(ring) if signed_area(ring) * way > 0 else tuple(reversed(ring))
