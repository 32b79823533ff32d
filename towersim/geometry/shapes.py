"""Shapes as frozen values, with their corners, extent, area, centroid, moments, faults and curves.

Outlines are relative to the shape's centre of mass, so that a pose is that of the centre of mass.
"""

import math
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise, product, starmap
from typing import Protocol

import msgspec

from towersim.common.portable_math import cos, sin, total
from towersim.common.units import Pose, Vec

Outline = tuple[Vec, ...]
"""The corners of a polygon, in order; the last one is connected to the first."""
CENTRED = 1e-9
"""The maximum distance of a centred outline's centroid from (0, 0), in metres."""
CLEARANCE = 1e-6
"""The minimum distance of a corner from sides that do not end in it, in metres."""
LONG = 2.0
"""A side this many times as long as both of its neighbours counts as straight."""
SOFT = 0.45
"""The maximum turn of the outline at a corner of a curve, in radians.

Arcs of 5 mm and more are cut into sides that turn by less; a bevelled edge turns by 0.79.
"""


def turn(o: Vec, p: Vec, q: Vec) -> float:
    """Return twice the area of a triangle in m², positive if it is counter-clockwise."""
    return (p.x - o.x) * (q.y - o.y) - (p.y - o.y) * (q.x - o.x)


def edges(outline: Sequence[Vec]) -> Iterator[tuple[Vec, Vec]]:
    """Yield the sides of an outline as pairs of end points; none for a single point."""
    if len(outline) > 1:
        yield from zip(outline, (*outline[1:], outline[0]), strict=True)


def do_cross(a: Vec, b: Vec, c: Vec, d: Vec) -> bool:
    """Return whether the segments from a to b and from c to d cross inside both."""
    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


def distance_to_segment(p: Vec, a: Vec, b: Vec) -> float:
    """Return the distance of p from the segment from a to b, in metres."""
    along, length = Vec(b.x - a.x, b.y - a.y), math.dist(a, b)
    share = ((p.x - a.x) * along.x + (p.y - a.y) * along.y) / length**2
    share = min(max(share, 0.0), 1.0)
    return math.dist(p, (a.x + share * along.x, a.y + share * along.y))


def unit(x: float, y: float) -> Vec:
    """Return the unit vector along (x, y), or along +x if both are 0."""
    length = math.hypot(x, y)
    return Vec(x / length, y / length) if length else Vec(1.0, 0.0)


class Box(msgspec.Struct, frozen=True, tag="box"):
    """An axis-aligned rectangle of this width and height in metres (> 0)."""

    width: float
    height: float


class Circle(msgspec.Struct, frozen=True, tag="circle"):
    """A disc of this radius in metres (> 0)."""

    radius: float


class Polygon(msgspec.Struct, frozen=True, tag="polygon"):
    """A simple polygon, also concave: corners in metres, counter-clockwise, centroid at (0, 0).

    Its holes are disjoint, clockwise simple polygons inside it.
    """

    outline: Outline
    holes: tuple[Outline, ...] = ()


Shape = Box | Circle | Polygon


class PlacedShape(Protocol):
    """Anything with a shape and a pose, such as a block of a scene."""

    @property
    def shape(self) -> Shape:
        """The outline around the centre of mass."""

    @property
    def pose(self) -> Pose:
        """The position of the centre of mass, and the angle."""


def corners(shape: Box | Polygon) -> Outline:
    """Return the corners of the outline around the centre of mass, counter-clockwise.

    >>> corners(Box(0.2, 0.1))[0]
    Vec(x=-0.1, y=-0.05)
    """
    if isinstance(shape, Polygon):
        return shape.outline
    x, y = shape.width / 2, shape.height / 2
    return (Vec(-x, -y), Vec(x, -y), Vec(x, y), Vec(-x, y))


def placed(points: Sequence[Vec], pose: Pose) -> Outline:
    """Return points relative to the centre of mass as points on the table, in metres."""
    c, s = cos(pose.angle), sin(pose.angle)
    return tuple(Vec(pose.x + c * x - s * y, pose.y + s * x + c * y) for x, y in points)


BoundingBox = tuple[Vec, Vec]
"""A bounding box: its lower left and upper right corner, in metres."""


@lru_cache(maxsize=4096)
def extent(shape: Shape, pose: Pose) -> BoundingBox:
    """Return the bounding box of a placed shape.

    Cached, as most blocks at rest are asked for again.

    >>> extent(Circle(0.01), Pose(0.0, 0.01, 0.0))
    (Vec(x=-0.01, y=0.0), Vec(x=0.01, y=0.02))
    """
    if isinstance(shape, Circle):
        r = shape.radius
        return Vec(pose.x - r, pose.y - r), Vec(pose.x + r, pose.y + r)
    points = placed(corners(shape), pose)
    xs, ys = [p.x for p in points], [p.y for p in points]
    return Vec(min(xs), min(ys)), Vec(max(xs), max(ys))


def box_around(boxes: Collection[BoundingBox]) -> BoundingBox:
    """Return the corners of the box around boxes; for none it is inverted and touches nothing."""
    left = min((low.x for low, _ in boxes), default=math.inf)
    foot = min((low.y for low, _ in boxes), default=math.inf)
    right = max((high.x for _, high in boxes), default=-math.inf)
    head = max((high.y for _, high in boxes), default=-math.inf)
    return Vec(left, foot), Vec(right, head)


@lru_cache(maxsize=1024)
def bounding_radius(shape: Shape) -> float:
    """Return the maximum distance of a point of the shape from its centre of mass, in metres.

    >>> bounding_radius(Box(0.08, 0.06))
    0.05
    """
    if isinstance(shape, Circle):
        return shape.radius
    return max(math.hypot(*p) for p in corners(shape))


def symmetry(shape: Shape) -> float:
    """Return the least turn after which a shape looks the same, in radians; 0 for a circle.

    >>> [round(math.tau / symmetry(box)) for box in (Box(0.02, 0.02), Box(0.02, 0.04))]
    [4, 2]
    """
    if isinstance(shape, Circle):
        return 0.0
    ring, near = corners(shape), bounding_radius(shape) / 20
    for whole in (math.tau / count for count in range(len(ring), 1, -1)):
        turned = placed(ring, Pose(0.0, 0.0, whole))
        if all(min(math.dist(p, q) for q in ring) <= near for p in turned):
            return whole
    return math.tau


def signed_area(outline: Sequence[Vec]) -> float:
    """Return the area in m², positive for a counter-clockwise outline."""
    return total(turn(outline[0], p, q) for p, q in pairwise(outline[1:])) / 2


@lru_cache(maxsize=1024)
def area(shape: Shape) -> float:
    """Return the area in m².

    >>> area(Box(0.2, 0.1))
    0.020000000000000004
    """
    if isinstance(shape, Circle):
        return math.pi * (shape.radius * shape.radius)
    whole = signed_area(corners(shape))
    return whole + total(map(signed_area, shape.holes)) if isinstance(shape, Polygon) else whole


@lru_cache(maxsize=1024)
def gyration_radius(shape: Shape) -> float:
    """Return the radius of gyration about the centre of mass, in metres.

    >>> gyration_radius(Box(0.4, 0.3)) == math.hypot(0.4, 0.3) / math.sqrt(12)
    True
    """
    if isinstance(shape, Circle):
        return shape.radius / math.sqrt(2)
    holes = shape.holes if isinstance(shape, Polygon) else ()
    moment = total(map(_second_moment, (corners(shape), *holes)))
    return math.sqrt(moment / area(shape))


def centroid(outline: Sequence[Vec], holes: Sequence[Sequence[Vec]] = ()) -> Vec:
    """Return the centroid of a simple polygon with holes of the opposite orientation, in metres."""
    o = outline[0]
    x = y = doubled = 0.0
    for ring in (outline, *holes):
        r = ring[0]
        for p, q in pairwise(ring[1:]):
            weight = turn(r, p, q)
            x += (p.x + q.x - 2 * o.x + (r.x - o.x)) * weight
            y += (p.y + q.y - 2 * o.y + (r.y - o.y)) * weight
            doubled += weight
    return Vec(o.x + x / (3 * doubled), o.y + y / (3 * doubled))


def centred(outline: Sequence[Vec], holes: Sequence[Sequence[Vec]] = ()) -> tuple[Polygon, Vec]:
    """Return the polygon, counter-clockwise, relative to its centroid, and the centroid.

    An outline that is centred to within a nanometre is kept exactly, so that a scene written
    and read again is unchanged.

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


def _running(ring: Sequence[Vec], sense: int) -> Outline:
    """Return the ring counter-clockwise (sense 1) or clockwise (-1)."""
    return tuple(ring) if signed_area(ring) * sense > 0 else tuple(reversed(ring))


def _second_moment(ring: Outline) -> float:
    """Return the polar second moment of area about (0, 0) in m⁴, negative for a clockwise ring."""
    o = Vec(0.0, 0.0)
    return (
        total(
            turn(o, p, q) * (p.x * p.x + p.y * p.y + p.x * q.x + p.y * q.y + q.x * q.x + q.y * q.y)
            for p, q in edges(ring)
        )
        / 12
    )


def outline_fault(outline: Outline, most: float) -> str | None:
    """Return the reason why a block cannot have this outline, or None for a simple polygon.

    It must not span more than `most` metres, and be thicker than `CLEARANCE` on average.

    >>> outline_fault((Vec(0, 0), Vec(1, 1), Vec(1, 0), Vec(0, 1)), 5.0)
    'its sides 0 and 2 cross'
    """
    if len(outline) < 3:
        return "it has fewer than 3 corners"
    sides = list(enumerate(edges(outline)))
    for (i, p), (j, q) in combinations(enumerate(outline), 2):
        if math.dist(p, q) < CLEARANCE:
            return f"its corners {i} and {j} are the same"
        if math.dist(p, q) > most:
            return f"its corners {i} and {j} are more than {most} m apart"
    for (i, side), (j, other) in combinations(sides, 2):
        if do_cross(*side, *other):
            return f"its sides {i} and {j} cross"
    if abs(signed_area(outline)) < CLEARANCE * max(starmap(math.dist, combinations(outline, 2))):
        return "it has no area"
    for (i, p), (j, side) in product(enumerate(outline), sides):
        if p not in side and distance_to_segment(p, *side) < CLEARANCE:
            return f"its corner {i} touches its side {j}"
    return None


def hole_fault(hole: Outline, outline: Outline, others: Sequence[Outline] = ()) -> str | None:
    """Return the reason why a polygon cannot be a hole beside the others, or None.

    >>> square = (Vec(0, 0), Vec(4, 0), Vec(4, 4), Vec(0, 4))
    >>> hole_fault(tuple(Vec(x + 2, y + 1) for x, y in square), square)
    'it crosses or touches the outline'
    """
    for name, ring in [("the outline", outline), *((f"hole {i}", h) for i, h in enumerate(others))]:
        if _meet(hole, ring):
            return f"it crosses or touches {name}"
    if not _inside(hole[0], outline):
        return "it is not inside the outline"
    for i, other in enumerate(others):
        if _inside(hole[0], other) or _inside(other[0], hole):
            return f"it and hole {i} are one inside the other"
    return None


def _meet(a: Outline, b: Outline) -> bool:
    """Return whether the sides of two outlines come within `CLEARANCE` of each other."""
    return any(
        do_cross(*side, *other)
        or min(distance_to_segment(side[0], *other), distance_to_segment(other[0], *side))
        < CLEARANCE
        for side, other in product(edges(a), edges(b))
    )


def _inside(p: Vec, outline: Outline) -> bool:
    """Return whether p is inside an outline; p must not be on a side."""
    above = [
        (turn(a, b, p) > 0) == (b.y > a.y) for a, b in edges(outline) if (a.y > p.y) != (b.y > p.y)
    ]
    return sum(above) % 2 == 1


@lru_cache(maxsize=1024)
def facets(outline: Outline) -> tuple[bool, ...]:
    """Return for each side, in order, whether it approximates a part of a curve.

    Such a side has soft corners at both ends and about the length of a neighbour.

    >>> octagon = tuple(Vec(math.cos(n * math.pi / 4), math.sin(n * math.pi / 4)) for n in range(8))
    >>> any(facets(octagon))
    False
    """
    angles = [math.atan2(q.y - p.y, q.x - p.x) for p, q in edges(outline)]
    turns = [
        (after - before + math.pi) % math.tau - math.pi
        for before, after in zip((angles[-1], *angles[:-1]), angles, strict=True)
    ]
    soft = [0 < abs(angle) < SOFT for angle in turns]
    lengths = [math.dist(p, q) for p, q in edges(outline)]
    count = len(lengths)
    return tuple(
        soft[n]
        and soft[(n + 1) % count]
        and lengths[n] < LONG * max(lengths[n - 1], lengths[(n + 1) % count])
        for n in range(count)
    )


def lies_on_facet(shape: PlacedShape, face: tuple[Vec, ...]) -> bool:
    """Return whether the side of a placed shape nearest to a face of two points is a facet."""
    if isinstance(shape.shape, Circle) or len(face) == 1:
        return False
    curved = facets(corners(shape.shape))
    if not any(curved):
        return False
    sides = list(edges(placed(corners(shape.shape), shape.pose)))
    far = [max(distance_to_segment(point, *side) for point in face) for side in sides]
    return curved[far.index(min(far))]
