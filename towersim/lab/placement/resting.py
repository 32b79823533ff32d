"""Resting angles of a piece: on a side of its hull, with its centre of mass over that side."""

import math
from functools import lru_cache

from towersim.common.units import Pose
from towersim.geometry.convex import convex_hull
from towersim.geometry.lines import edges
from towersim.geometry.shapes import Circle, Shape, corners, extent, placed

SHORT = 0.004
"""Least length of a side to rest on, in metres."""


@lru_cache(maxsize=1024)
def resting_angles(shape: Shape) -> tuple[float, ...]:
    """Return the distinct angles at which a shape can rest, in radians; at least one.

    >>> from towersim.geometry.shapes import Box
    >>> [abs(round(angle, 3)) for angle in resting_angles(Box(0.02, 0.08))]
    [1.571, 0.0]
    """
    if isinstance(shape, Circle):
        return (0.0,)
    found: dict[frozenset[tuple[float, float]], float] = {}
    for p, q in edges(convex_hull(corners(shape))):
        long = math.dist(p, q)
        along = -(p.x * (q.x - p.x) + p.y * (q.y - p.y)) / (long or 1.0)
        if long > SHORT and 0 < along < long:
            angle = -math.atan2(q.y - p.y, q.x - p.x)
            there = placed(corners(shape), Pose(0.0, 0.0, angle))
            found.setdefault(frozenset((round(x, 6), round(y, 6)) for x, y in there), angle)
    return tuple(sorted(found.values())) or (0.0,)


@lru_cache(maxsize=65536)
def rise(shape: Shape, angle: float) -> float:
    """Return the height of a shape at this angle, in metres."""
    low, high = extent(shape, Pose(0.0, 0.0, angle))
    return high.y - low.y


def flat(shape: Shape) -> float:
    """Return the resting angle with the least height, in radians."""
    return min(resting_angles(shape), key=lambda angle: round(rise(shape, angle), 6))
