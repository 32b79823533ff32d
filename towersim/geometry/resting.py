"""The orientations of a block at rest on a flat table, and their margins, by geometry."""

import math
from functools import lru_cache
from typing import NamedTuple

from towersim.common import portable_math
from towersim.common.units import Vec
from towersim.geometry.convex import convex_hull
from towersim.geometry.lines import edges, turn
from towersim.geometry.shapes import Circle, Shape, corners


class Rest(NamedTuple):
    """One orientation at rest on a side of the hull."""

    angle: float
    """In radians."""
    tilt: float
    """The tilt that it withstands both ways, as a tangent; 0 for a disc."""
    side: tuple[Vec, ...] = ()
    """The ends of the side, with the shape at angle 0; none for a disc."""


@lru_cache(maxsize=1024)
def rests(shape: Shape) -> tuple[Rest, ...]:
    """Return every orientation in which a block rests on a side of its hull, in its order."""
    if isinstance(shape, Circle):
        return (Rest(0.0, 0.0),)
    every = []
    for p, q in edges(convex_hull(corners(shape))):
        length = math.dist(p, q)
        along = Vec((q.x - p.x) / length, (q.y - p.y) / length)
        # The centre of mass is the origin: its distance from both ends, and from the side.
        before = -(p.x * along.x + p.y * along.y)
        height = turn(p, q, Vec(0.0, 0.0)) / length
        bears = min(before, length - before) / height
        if bears > 0:
            every.append(Rest(_wrapped(-portable_math.atan2(along.y, along.x)), bears, (p, q)))
    return tuple(every)


@lru_cache(maxsize=1024)
def resting(shape: Shape) -> tuple[Rest, ...]:
    """Return every orientation in which a block rests on a side of its hull, safest first.

    A disc rests at any angle and withstands no tilt.

    >>> from towersim.geometry.shapes import Box
    >>> [round(rest.tilt, 2) for rest in resting(Box(0.06, 0.03))]
    [2.0, 2.0, 0.5, 0.5]
    """
    return tuple(sorted(rests(shape), key=lambda rest: (-round(rest.tilt, 9), abs(rest.angle))))


def _wrapped(angle: float) -> float:
    """Return the angle, or exactly 0 if it differs only by rounding."""
    return 0.0 if abs(angle) < 1e-12 else angle
