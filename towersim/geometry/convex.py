"""Convex parts, convex hulls, and the orientations of a block at rest on its hull.

Concave outlines are decomposed by ear clipping and merging of triangles (Hertel & Mehlhorn 1983).
pymunk's `convex_decomposition` is not used, as it may lose area or recurse without end on collinear
corners. Holes are first joined to the outline by keyholes, cuts that lead there and back (Eberly,
Triangulation by Ear Clipping, 2002).
"""

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from towersim.common import portable_math
from towersim.common.units import Pose, Vec
from towersim.geometry import shapes

STRAIGHT = 1e-14
"""The bound on `turn` at a straight corner, as a share of the outline's squared size."""


@lru_cache(maxsize=1024)
def convex_parts(shape: shapes.Shape) -> tuple[shapes.Outline, ...]:
    """Return a decomposition of a shape into convex, counter-clockwise outlines.

    Corners are in metres relative to the shape's centre of mass. The areas of the parts add up to
    the shape's; straight corners are left out. Empty for a circle. ValueError if the outline
    crosses itself.

    >>> ell = shapes.Polygon((Vec(0, 0), Vec(2, 0), Vec(2, 1), Vec(1, 1), Vec(1, 2), Vec(0, 2)))
    >>> len(convex_parts(ell))
    2
    """
    if isinstance(shape, shapes.Circle):
        return ()
    outline = shapes.corners(shape)
    flat = STRAIGHT * math.dist(*shapes.extent(shape, Pose(0.0, 0.0, 0.0))) ** 2
    if isinstance(shape, shapes.Polygon) and shape.holes:
        outline = _keyholed(outline, shape.holes)
    parts = _merged(_triangles(outline, flat), flat)
    return tuple(
        tuple(p for p, bend in zip(part, _turns(part), strict=True) if bend > flat)
        for part in parts
    )


def convex_hull(points: Iterable[Vec]) -> list[Vec]:
    """Return the convex hull, counter-clockwise (Andrew 1979, monotone chains)."""
    ordered = sorted(set(points))
    return [*_chain(ordered), *_chain(list(reversed(ordered)))]


def _keyholed(outline: shapes.Outline, holes: Sequence[shapes.Outline]) -> shapes.Outline:
    """Return an outline that includes the holes by keyholes, along the shortest free cuts."""
    ring, left = list(outline), list(holes)
    while left:
        ends = (
            (i, h, j)
            for i in range(len(ring))
            for h in range(len(left))
            for j in range(len(left[h]))
        )
        cuts = sorted(ends, key=lambda cut: math.dist(ring[cut[0]], left[cut[1]][cut[2]]))
        free = (cut for cut in cuts if _is_free(ring, cut[0], left, left[cut[1]][cut[2]]))
        i, h, j = next(free, (0, -1, 0))
        if h < 0:
            raise ValueError("the holes cross the outline")
        hole = left.pop(h)
        ring[i + 1 : i + 1] = [*hole[j:], *hole[: j + 1], ring[i]]
    return tuple(ring)


def _is_free(ring: Sequence[Vec], i: int, holes: Sequence[shapes.Outline], end: Vec) -> bool:
    """Return whether the cut from corner i of a ring to a hole's corner is inside and free."""
    start, before, after = ring[i], ring[i - 1], ring[(i + 1) % len(ring)]
    # At the ends of earlier cuts several corners coincide, only one of which opens to `end`.
    opens = (shapes.turn(before, start, end) > 0, shapes.turn(start, after, end) > 0)
    if not (all(opens) if shapes.turn(before, start, after) > 0 else any(opens)):
        return False
    # Corners on the cut need no check: each would have given a shorter cut.
    return not any(
        shapes.do_cross(start, end, a, b) for each in (ring, *holes) for a, b in shapes.edges(each)
    )


def _triangles(outline: shapes.Outline, flat: float) -> list[shapes.Outline]:
    """Return the triangles of an outline by ear clipping, shortest cut first."""
    rest = list(outline)
    cut: list[shapes.Outline] = []
    while len(rest) > 2:
        triangles, turns = _corners(rest), _turns(rest)
        straight = next((i for i, bend in enumerate(turns) if abs(bend) <= flat), None)
        if straight is not None:
            del rest[straight]
            continue
        dents = [p for p, bend in zip(rest, turns, strict=True) if bend < 0]
        ears = [i for i, bend in enumerate(turns) if bend > 0 and _is_empty(triangles[i], dents)]
        if not ears:
            raise ValueError("the outline crosses itself")
        ear = min(ears, key=lambda i: math.dist(triangles[i][0], triangles[i][2]))
        cut.append(triangles[ear])
        del rest[ear]
    return cut


def _is_empty(triangle: tuple[Vec, Vec, Vec], points: Sequence[Vec]) -> bool:
    a, b, c = triangle
    return not any(
        shapes.turn(a, b, p) >= 0 and shapes.turn(b, c, p) >= 0 and shapes.turn(c, a, p) >= 0
        for p in points
        if p not in triangle
    )


def _merged(parts: list[shapes.Outline], flat: float) -> list[shapes.Outline]:
    """Return the parts merged over common edges, longest first, where the union is convex."""
    owner = {edge: part for part in parts for edge in shapes.edges(part)}
    for a, b in sorted(owner, key=lambda edge: math.dist(*edge), reverse=True):
        if (a, b) in owner and (b, a) in owner:
            joint = _joined(owner[a, b], owner[b, a], a, b)
            if min(_turns(joint)) >= -flat:
                owner.update(dict.fromkeys(shapes.edges(joint), joint))
                del owner[a, b], owner[b, a]
    return list(dict.fromkeys(owner.values()))


def _joined(p: shapes.Outline, q: shapes.Outline, a: Vec, b: Vec) -> shapes.Outline:
    """Return the union of p, with an edge from a to b, and q, with the edge from b to a."""
    i, j = p.index(b), q.index(a)
    return (*p[i:], *p[:i], *q[j + 1 :], *q[:j])[:-1]


def _corners(outline: Sequence[Vec]) -> list[tuple[Vec, Vec, Vec]]:
    """Return every corner with its neighbours: (before, corner, after)."""
    return list(zip((outline[-1], *outline[:-1]), outline, (*outline[1:], outline[0]), strict=True))


def _turns(outline: Sequence[Vec]) -> list[float]:
    return [shapes.turn(*corner) for corner in _corners(outline)]


def _chain(points: list[Vec]) -> list[Vec]:
    chain: list[Vec] = []
    for p in points:
        while len(chain) > 1 and shapes.turn(chain[-2], chain[-1], p) <= 0:
            chain.pop()
        chain.append(p)
    return chain[:-1]


class Rest(NamedTuple):
    """One orientation at rest on a side of the hull."""

    angle: float
    """In radians."""
    tilt: float
    """The tilt that it withstands both ways, as a tangent; 0 for a disc."""
    side: tuple[Vec, ...] = ()
    """The ends of the side, with the shape at angle 0; none for a disc."""


@lru_cache(maxsize=1024)
def rests(shape: shapes.Shape) -> tuple[Rest, ...]:
    """Return every orientation in which a block rests on a side of its hull, in its order."""
    if isinstance(shape, shapes.Circle):
        return (Rest(0.0, 0.0),)
    every = []
    for p, q in shapes.edges(convex_hull(shapes.corners(shape))):
        length = math.dist(p, q)
        along = Vec((q.x - p.x) / length, (q.y - p.y) / length)
        # The centre of mass is the origin: its distance from both ends, and from the side.
        before = -(p.x * along.x + p.y * along.y)
        height = shapes.turn(p, q, Vec(0.0, 0.0)) / length
        bears = min(before, length - before) / height
        if bears > 0:
            angle = -portable_math.atan2(along.y, along.x)
            # Exactly 0 if it differs only by rounding.
            every.append(Rest(0.0 if abs(angle) < 1e-12 else angle, bears, (p, q)))
    return tuple(every)


@lru_cache(maxsize=1024)
def resting(shape: shapes.Shape) -> tuple[Rest, ...]:
    """Return every orientation in which a block rests on a side of its hull, safest first.

    A disc rests at any angle and withstands no tilt.

    >>> [round(rest.tilt, 2) for rest in resting(shapes.Box(0.06, 0.03))]
    [2.0, 2.0, 0.5, 0.5]
    """
    return tuple(sorted(rests(shape), key=lambda rest: (-round(rest.tilt, 9), abs(rest.angle))))
