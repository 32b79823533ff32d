"""Sides of an outline that approximate a curve."""

import math
from functools import lru_cache

from towersim.common.units import Vec
from towersim.geometry.lines import Outline, distance_to_segment, edges
from towersim.geometry.shapes import Circle, PlacedShape, corners, placed

LONG = 2.0
"""A side this many times as long as both of its neighbours counts as straight."""
SOFT = 0.45
"""The maximum turn of the outline at a corner of a curve, in radians.

Arcs of 5 mm and more are cut into sides that turn by less; a bevelled edge turns by 0.79.
"""


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
