"""Contacts between placed shapes (faces, corners, discs), and the depth of overlaps.

Contacts are found on whole outlines, without forces. Features smaller than the tolerance are
ignored: a face with a gap and a shorter common part gives no contact. A corner in a notch touches
both of its sides. Two meeting corners give a contact only in simulated poses, where a side of one
runs along a side of the other: an arch's joint that opens.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise, product
from typing import NamedTuple

from towersim.common.units import Vec
from towersim.geometry.convex import convex_parts
from towersim.geometry.shapes import (
    Circle,
    Outline,
    PlacedShape,
    Polygon,
    corners,
    edges,
    extent,
    placed,
    unit,
)

TOUCH = 1e-6
"""The greatest gap or overlap that counts as rounding, in metres."""
SETTLED = 1e-4
"""The contact distance for simulated poses, in metres: twice the gap left by skins."""
_ALONG = 0.5
"""Least cosine of the angle of two sides, from meeting corners on, that run along each other."""
_STRAIGHT = 1e-9
"""Sine of the angle of two sides below which they count as one."""
_FACING = -0.9
"""The bound on the dot product of the normals of sides that face each other."""


class Touch(NamedTuple):
    """A contact of one shape with another: one point, or the two ends of a face, in metres.

    `normal` is a unit vector from the second shape into the first; `gap` is the widest gap in
    metres, negative for an overlap.
    """

    normal: Vec
    points: tuple[Vec, ...]
    gap: float


class Tolerance(NamedTuple):
    """The maximum gap (`reach`) and overlap (`depth`) of touching shapes, in metres."""

    reach: float
    depth: float

    def holds(self, gap: float) -> bool:
        """Return whether shapes with this gap touch; a negative gap is an overlap."""
        return -self.depth <= gap <= self.reach


class _Side(NamedTuple):
    """One side of an outline, from start to end, with the material on its left."""

    start: Vec
    end: Vec
    along: Vec
    length: float
    notched: tuple[bool, bool]
    """Whether the outline turns to the right, or not at all, at the start and at the end."""

    @property
    def normal(self) -> Vec:
        """The unit normal out of the material."""
        return Vec(self.along.y, -self.along.x)

    def place(self, p: Vec) -> tuple[float, float]:
        """Return a point's distance along the side and outside of it, in metres."""
        x, y = p.x - self.start.x, p.y - self.start.y
        return x * self.along.x + y * self.along.y, x * self.along.y - y * self.along.x


class Solid(NamedTuple):
    """A placed shape, prepared for `touches`: rings of sides, or centre and radius of a disc."""

    rings: tuple[tuple[_Side, ...], ...]
    middle: Vec
    radius: float
    convex: bool


def solid(shape: PlacedShape) -> Solid:
    """Return a placed shape prepared for `touches`."""
    outline, middle = shape.shape, Vec(shape.pose.x, shape.pose.y)
    if isinstance(outline, Circle):
        return Solid((), middle, outline.radius, convex=True)
    outlines = [corners(outline)]
    outlines += outline.holes if isinstance(outline, Polygon) else ()
    rings = tuple(_sides(placed(ring, shape.pose)) for ring in outlines)
    return Solid(rings, middle, 0.0, len(convex_parts(outline)) == 1)


def _sides(ring: Sequence[Vec]) -> tuple[_Side, ...]:
    ends = list(pairwise((*ring, ring[0])))
    along = [unit(q.x - p.x, q.y - p.y) for p, q in ends]
    turns = (u.x * v.y - u.y * v.x for u, v in zip((along[-1], *along[:-1]), along, strict=True))
    notches = [turn <= _STRAIGHT for turn in turns]
    rows = zip(ends, along, pairwise((*notches, notches[0])), strict=True)
    return tuple(_Side(p, q, ahead, math.dist(p, q), notched) for (p, q), ahead, notched in rows)


def touches(a: Solid, b: Solid, near: Tolerance) -> list[Touch]:
    """Return the contacts of two shapes near each other."""
    if a.radius and b.radius:
        return list(_discs(a, b, near))
    if a.radius:
        return list(_disc_on(a, b, near))
    if b.radius:
        return [_turned(touch) for touch in _disc_on(b, a, near)]
    faces = list(_faces(a, b, near))
    if faces and a.convex and b.convex:
        return faces
    turns: list[Iterable[Touch]] = [chain(_corners(a, b, near), map(_turned, _corners(b, a, near)))]
    if near.reach == SETTLED:
        turns += [_corners(a, b, near, meets=True), map(_turned, _corners(b, a, near, meets=True))]
    for some in turns:
        # Ends of faces, and the corners of the turns before, are known as contacts already.
        known = [(point, touch.normal) for touch in faces for point in touch.points]
        faces += (t for t in some if not any(_is_at(t, *place, near.depth) for place in known))
    return faces


def _is_at(touch: Touch, point: Vec, normal: Vec, depth: float) -> bool:
    """Return whether a corner touches there along that normal; in a notch it may along two."""
    (x, y), (u, v) = touch.normal, normal
    return math.dist(touch.points[0], point) <= depth and x * u + y * v > -_FACING


def _faces(a: Solid, b: Solid, near: Tolerance) -> Iterator[Touch]:
    """Yield the contacts of a side of a with a side of b."""
    sides = product((p for ring in a.rings for p in ring), (q for ring in b.rings for q in ring))
    for p, q in sides:
        if p.along.x * q.along.x + p.along.y * q.along.y < _FACING:
            yield from _shared(p, q, near)


def _shared(p: _Side, q: _Side, near: Tolerance) -> Iterator[Touch]:
    """Yield the common face of two opposite sides, if any."""
    (low, gap_low), (high, gap_high) = p.place(q.end), p.place(q.start)
    slope = (gap_high - gap_low) / (high - low)
    ends = max(low, 0.0), min(high, p.length)
    gaps = [gap_low + slope * (s - low) for s in ends]
    # With overlapping blocks, a face no longer than the overlap is really a corner.
    # A face that is drawn closed counts at any reach.
    least = near.reach if max(map(abs, gaps)) > TOUCH else min(near.reach, TOUCH)
    is_face = ends[1] - ends[0] > max(least, -min(gaps))
    if is_face and near.holds(min(gaps)) and near.holds(max(gaps)):
        points = tuple(_on(p, s, gap / 2) for s, gap in zip(ends, gaps, strict=True))
        normal = q.normal if q.length > p.length else _opposite(p.normal)
        yield Touch(normal, points, max(gaps, key=abs))


def _on(p: _Side, s: float, gap: float) -> Vec:
    """Return the point at distance `s` along a side and `gap` outside of it."""
    x, y = p.along
    return Vec(p.start.x + s * x + gap * y, p.start.y + s * y - gap * x)


def _corners(a: Solid, b: Solid, near: Tolerance, *, meets: bool = False) -> Iterator[Touch]:
    """Yield the contacts of corners of a with sides of b, or (`meets`) with their ends."""
    sides = [side for ring in b.rings for side in ring]
    for ring in a.rings:
        for own in zip((ring[-1], *ring[:-1]), ring, strict=True):
            met = sorted(_met(own, sides, near, meets=meets), key=lambda each: each[:2])
            for _, _, side, touch in met[:1]:
                yield touch
                # A corner in a notch touches both of its sides.
                yield from (each[3] for each in met if _is_notch(side, each[2], near.depth))


def _met(
    own: tuple[_Side, _Side], sides: Sequence[_Side], near: Tolerance, *, meets: bool
) -> Iterator[tuple[float, float, _Side, Touch]]:
    """Yield the sides that the corner between two sides touches, or whose ends it meets.

    The first two numbers rank them: how far it is beyond their ends in a notch, and the gap.
    """
    (before, after), place = own, own[1].start
    # Skins part settled blocks along the normal only: a corner near a side's end is still on it.
    end = TOUCH if near.reach == SETTLED else near.reach
    for side in sides:
        s, gap = side.place(place)
        low, high = (-near.depth if notch else end for notch in side.notched)
        inside = low < s < side.length - high
        if inside is meets or not near.holds(gap):
            continue
        if meets and not _runs_along(side, s, near.reach, own):
            continue
        x, y = side.normal
        opens = x * after.along.x + y * after.along.y, -x * before.along.x - y * before.along.y
        if min(opens) > -near.reach:
            beyond = 0.0 if meets else max(-s, s - side.length, 0.0)
            yield beyond, abs(gap), side, Touch(side.normal, (_on(side, s, gap / 2),), gap)


def _is_notch(p: _Side, q: _Side, depth: float) -> bool:
    """Return whether two sides that a corner touches are those of a notch."""
    across = p.along.x * q.along.x + p.along.y * q.along.y
    return across < -_FACING and max(p.place(q.start)[1], p.place(q.end)[1]) > depth


def _runs_along(side: _Side, s: float, reach: float, own: tuple[_Side, _Side]) -> bool:
    """Return whether a corner at `s` is at an end of a side, and one of its sides runs along it."""
    (before, after), (x, y) = own, side.along
    inward = 1 if abs(s) <= reach else -1 if abs(s - side.length) <= reach else 0
    ahead = after.along.x * x + after.along.y * y, -before.along.x * x - before.along.y * y
    return max(inward * each for each in ahead) > _ALONG


def _disc_on(disc: Solid, b: Solid, near: Tolerance) -> Iterator[Touch]:
    """Yield the contacts of a disc with the sides and corners of an outline."""
    for ring in b.rings:
        places = [side.place(disc.middle) for side in ring]
        for side, (s, height) in zip(ring, places, strict=True):
            gap = height - disc.radius
            if 0 <= s <= side.length and near.holds(gap):
                yield Touch(side.normal, (_on(side, s, gap / 2),), gap)
        for i, (side, (s, _)) in enumerate(zip(ring, places, strict=True)):
            gap = math.dist(disc.middle, side.start) - disc.radius
            if s < 0 and places[i - 1][0] > ring[i - 1].length and near.holds(gap):
                normal = unit(disc.middle.x - side.start.x, disc.middle.y - side.start.y)
                yield Touch(normal, (side.start,), gap)


def _discs(a: Solid, b: Solid, near: Tolerance) -> Iterator[Touch]:
    gap = math.dist(a.middle, b.middle) - a.radius - b.radius
    if near.holds(gap):
        n, far = unit(a.middle.x - b.middle.x, a.middle.y - b.middle.y), b.radius + gap / 2
        yield Touch(n, (Vec(b.middle.x + far * n.x, b.middle.y + far * n.y),), gap)


def _turned(touch: Touch) -> Touch:
    """Return the contact with the roles of the shapes exchanged."""
    return touch._replace(normal=_opposite(touch.normal))


def _opposite(v: Vec) -> Vec:
    return Vec(0.0 - v.x, 0.0 - v.y)


def neighbours(shapes: Sequence[PlacedShape], reach: float = 0.0) -> Iterator[tuple[int, int]]:
    """Yield index pairs i < j of shapes with bounding boxes within `reach` metres.

    They include every touching pair; the order is deterministic.
    """
    boxes = [extent(shape.shape, shape.pose) for shape in shapes]
    open_: list[int] = []
    for j in sorted(range(len(boxes)), key=lambda i: boxes[i][0].x):
        low, high = boxes[j]
        open_ = [i for i in open_ if boxes[i][1].x + reach >= low.x]
        for i in open_:
            if boxes[i][0].y - reach <= high.y and boxes[i][1].y + reach >= low.y:
                yield min(i, j), max(i, j)
        open_.append(j)


def penetration(a: PlacedShape, b: PlacedShape) -> float:
    """Return the overlap of two placed shapes in metres, 0 if they are apart or just touch.

    It is the minimum translation that separates two convex parts, for the deepest pair of parts;
    for convex shapes it is exact.
    """
    return max(_depth(p, q) for p, q in product(_cores(a), _cores(b)))


class _Core(NamedTuple):
    """A placed convex outline with a skin; a disc is a point with its radius as skin."""

    points: Outline
    skin: float = 0.0


def _cores(shape: PlacedShape) -> list[_Core]:
    if isinstance(shape.shape, Circle):
        return [_Core((Vec(shape.pose.x, shape.pose.y),), shape.shape.radius)]
    return [_Core(placed(part, shape.pose)) for part in convex_parts(shape.shape)]


def _depth(a: _Core, b: _Core) -> float:
    """Return the distance to move b out of a along the best direction; 0 if apart."""
    depth = math.inf
    for n in _directions(a, b):
        reach = max(n.x * p.x + n.y * p.y for p in a.points)
        start = min(n.x * q.x + n.y * q.y for q in b.points)
        depth = min(depth, reach - start + a.skin + b.skin)
        if depth <= 0:
            return 0.0
    return depth


def _directions(a: _Core, b: _Core) -> Iterator[Vec]:
    """Yield candidates for the direction of minimum translation, as unit vectors from a to b."""
    for p, q in edges(a.points):
        yield unit(q.y - p.y, p.x - q.x)
    for p, q in edges(b.points):
        yield unit(p.y - q.y, q.x - p.x)
    if a.skin or b.skin:
        p, q = min(product(a.points, b.points), key=lambda pair: math.dist(*pair))
        yield unit(q.x - p.x, q.y - p.y)
