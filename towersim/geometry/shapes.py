"""Shapes as frozen values, with their corners, extent, area, centroid and moments.

Outlines are relative to the shape's centre of mass, so that a pose is that of the centre of mass.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Protocol

import msgspec

from towersim.common.portable_math import cos, sin, total
from towersim.common.units import Pose, Vec
from towersim.geometry.lines import Outline, edges, turn

CENTRED = 1e-9
"""The maximum distance of a centred outline's centroid from (0, 0), in metres."""


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


def extent(shape: Shape, pose: Pose) -> tuple[Vec, Vec]:
    """Return the lower left and upper right corner of a placed shape's bounding box.

    >>> extent(Circle(0.01), Pose(0.0, 0.01, 0.0))
    (Vec(x=-0.01, y=0.0), Vec(x=0.01, y=0.02))
    """
    if isinstance(shape, Circle):
        r = shape.radius
        return Vec(pose.x - r, pose.y - r), Vec(pose.x + r, pose.y + r)
    points = placed(corners(shape), pose)
    xs, ys = [p.x for p in points], [p.y for p in points]
    return Vec(min(xs), min(ys)), Vec(max(xs), max(ys))


@lru_cache(maxsize=1024)
def bounding_radius(shape: Shape) -> float:
    """Return the maximum distance of a point of the shape from its centre of mass, in metres.

    >>> bounding_radius(Box(0.08, 0.06))
    0.05
    """
    if isinstance(shape, Circle):
        return shape.radius
    return max(math.hypot(*p) for p in corners(shape))


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
