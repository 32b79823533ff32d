"""The orientations in which a block rests on a flat table, and their margins: pure geometry."""

import math
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from towersim.geometry.convex import convex_hull
from towersim.geometry.lines import turn
from towersim.geometry.shapes import Circle, Shape, corners
from towersim.units import Vec


class Rest(NamedTuple):
    """One way to lie: the angle in radians, and the tilt it bears as tan(angle), both ways."""

    angle: float
    tilt: float


@lru_cache(maxsize=1024)
def resting(shape: Shape) -> tuple[Rest, ...]:
    """Return every way in which a block lies on a side of its hull, the safest first.

    A ball lies in all ways and bears no tilt.

    >>> from towersim.geometry.shapes import Box
    >>> [round(rest.tilt, 2) for rest in resting(Box(0.06, 0.03))]
    [2.0, 2.0, 0.5, 0.5]
    """
    if isinstance(shape, Circle):
        return (Rest(0.0, 0.0),)
    hull = convex_hull(corners(shape))
    rests = []
    for p, q in pairwise((*hull, hull[0])):
        length = math.dist(p, q)
        along = Vec((q.x - p.x) / length, (q.y - p.y) / length)
        # The centre of mass is the origin: how far it is from both ends, and above the side.
        before = -(p.x * along.x + p.y * along.y)
        height = turn(p, q, Vec(0.0, 0.0)) / length
        bears = min(before, length - before) / height
        if bears > 0:
            rests.append(Rest(_wrapped(-math.atan2(along.y, along.x)), bears))
    return tuple(sorted(rests, key=lambda rest: (-round(rest.tilt, 9), abs(rest.angle))))


def _wrapped(angle: float) -> float:
    """Return the same turn with the smallest number, as upright as a drawing if it nearly is."""
    return 0.0 if abs(angle) < 1e-12 else angle
