"""Points and segments: orientations, crossings, distances, directions."""

import math
from collections.abc import Iterator, Sequence

from towersim.common.units import Vec

Outline = tuple[Vec, ...]
"""The corners of a polygon, in order; the last one is connected to the first."""


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
