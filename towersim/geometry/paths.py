"""Conversion of drawn paths with straight sides and circular arcs into corners of outlines.

A path begins at a corner, continues with corners (reached by a straight side) and arcs (through
one point to another), and is closed automatically.
"""

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from towersim.common import portable_math
from towersim.common.units import Vec

CHORD_ERROR = 0.0001
"""The maximum distance between an arc and its chords, in metres."""

_ONE = 2**160
"""The number 1 in the integers with which arcs are computed: corners are rounded correctly, so they
are the same on every processor, and those of records that were played with the C library's."""


class Arc(NamedTuple):
    """A circular arc from the last point of the path, through `via`, to `to`, in metres."""

    via: Vec
    to: Vec


class _Circle(NamedTuple):
    """The circle through three points; `sweep` leads from the first via the second to the third.

    In metres and radians; -2π < sweep < 2π, positive counter-clockwise.
    """

    centre: Vec
    radius: float
    start: float
    sweep: float


def corners_of(path: Sequence[Vec | Arc], error: float = CHORD_ERROR) -> tuple[Vec, ...]:
    """Return the corners of a path, all of which lie on it.

    A closing arc may end at the first corner. ValueError with the reason for a path that begins
    with an arc, or for an arc that is closed or straight.

    >>> half_disc = [Vec(-1.0, 0.0), Vec(1.0, 0.0), Arc(Vec(0.0, 1.0), Vec(-1.0, 0.0))]
    >>> len(corners_of(half_disc, error=0.3)), len(corners_of(half_disc, error=0.003))
    (3, 22)
    """
    if path and isinstance(path[0], Arc):
        raise ValueError("a path begins with a corner")
    corners: list[Vec] = []
    for index, item in enumerate(path):
        if isinstance(item, Arc):
            corners += _chords(_arc_circle(index, corners[-1], item), item.to, error)
        else:
            corners.append(item)
    return tuple(corners[:-1] if len(corners) > 1 and corners[-1] == corners[0] else corners)


def _circle_through(a: Vec, b: Vec, c: Vec) -> _Circle | None:
    """Return the circle through three points, or None if they lie in a line."""
    bx, by, cx, cy = b.x - a.x, b.y - a.y, c.x - a.x, c.y - a.y
    double = 2 * (bx * cy - by * cx)
    if abs(double) <= 1e-12 * (bx * bx + by * by + cx * cx + cy * cy):
        return None
    bb, cc = bx * bx + by * by, cx * cx + cy * cy
    ux, uy = (cy * bb - by * cc) / double, (bx * cc - cx * bb) / double
    start = _angle(-uy, -ux)
    sweep = (_angle(cy - uy, cx - ux) - start) % math.tau
    return _Circle(
        Vec(a.x + ux, a.y + uy),
        math.hypot(ux, uy),
        start,
        sweep if double > 0 else sweep - math.tau,
    )


def _arc_circle(index: int, start: Vec, arc: Arc) -> _Circle:
    if start == arc.to:
        raise ValueError(f"its arc {index} ends where it begins")
    circle = _circle_through(start, arc.via, arc.to)
    if circle is None:
        raise ValueError(f"its arc {index} is straight")
    return circle


def _chords(circle: _Circle, end: Vec, error: float) -> Iterator[Vec]:
    """Yield the corners of an arc after its first; the last one is exactly `end`."""
    (x, y), radius, start, sweep = circle
    widest = 4 * portable_math.asin(min(math.sqrt(error / (2 * radius)), 1.0))
    # At least two chords, so that every drawn arc stays visible.
    count = max(math.ceil(abs(sweep) / widest - 1e-9), 2)
    for step in range(1, count):
        angle = start + sweep * step / count
        cos, sin = _cos_sin(angle)
        yield Vec(x + radius * (cos / _ONE), y + radius * (sin / _ONE))
    yield end


def _cos_sin(angle: float) -> tuple[int, int]:
    """Return the cosine and the sine in units of 1 / `_ONE`, by their series."""
    x, sums, term, number = int(Fraction(abs(angle)) * _ONE), [0, 0], _ONE, 0
    while term:
        sums[number % 2] += -term if number & 2 else term
        number += 1
        term = term * x // (_ONE * number)
    return sums[0], sums[1] if angle > 0 else -sums[1]


def _angle(y: float, x: float) -> float:
    """Return the angle of a direction, rounded correctly."""
    near = portable_math.atan2(y, x)
    cos, sin = _cos_sin(near)
    high, wide = int(Fraction(y) * _ONE), int(Fraction(x) * _ONE)
    return float(Fraction(near) + Fraction(high * cos - wide * sin, wide * cos + high * sin))
