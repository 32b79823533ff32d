"""Outlines as rows of heights: the upper and lower edge of a shape, sampled along x."""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from towersim.common import portable_math
from towersim.common.units import Pose
from towersim.geometry.shapes import Circle, Shape, corners, placed

Row = npt.NDArray[np.float64]

STEP = 0.0005
"""The distance between the samples of a row, in metres."""
_ROUND = 48
"""The number of corners of the polygon around a disc."""
_TURNS = [n * (2 * math.pi / _ROUND) for n in range(_ROUND)]
_AROUND = np.array([(portable_math.cos(turn), portable_math.sin(turn)) for turn in _TURNS])
"""The corners of that polygon around a circle of radius 1."""


class Rows(NamedTuple):
    """The lower and the upper edge of a placed shape, in metres, at x = STEP · (first + i)."""

    first: int
    low: Row
    top: Row

    @property
    def end(self) -> int:
        """One past the index of the last sample."""
        return self.first + len(self.low)


@lru_cache(maxsize=4096)
def rows(shape: Shape, pose: Pose) -> Rows:
    """Return both edges of a placed shape; holes do not matter.

    >>> from towersim.geometry.shapes import Box
    >>> rows(Box(0.002, 0.01), Pose(0.001, 0.005, 0.0)).top.tolist()
    [0.01, 0.01, 0.01, 0.01, 0.01]
    """
    line = outline(shape, pose)
    first = math.ceil(line[:, 0].min() / STEP - 1e-9)
    last = max(first, math.floor(line[:, 0].max() / STEP + 1e-9))
    at = np.clip(np.arange(first, last + 1) * STEP, line[:, 0].min(), line[:, 0].max())
    return Rows(first, edge(line, at, top=False), edge(line, at, top=True))


def outline(shape: Shape, pose: Pose) -> Row:
    """Return the corners of a placed shape: n × 2, metres."""
    if isinstance(shape, Circle):
        # A circumscribed polygon, so that clearances are conservative.
        reach = shape.radius / portable_math.cos(math.pi / _ROUND)
        return np.array((pose.x, pose.y)) + reach * _AROUND
    return np.array(placed(corners(shape), pose))


def edge(outline: Row, at: Row, *, top: bool) -> Row:
    """Return the outline's highest (`top`) or lowest y at each x in `at`, in metres."""
    sign = 1 if top else -1
    line = outline * (1, sign)
    outermost: Row = sign * _heights(line, np.roll(line, -1, axis=0), at).max(axis=0)
    return outermost


def rises(under: Row, over: Row) -> tuple[Row, Row]:
    """Return the rise that an outline needs to clear another one, and the x values, in metres.

    One value for each x of a corner, as straight sides first meet there. Both rows are empty if
    the outlines do not overlap in x.
    """
    left = max(under[:, 0].min(), over[:, 0].min())
    right = min(under[:, 0].max(), over[:, 0].max())
    if left >= right:
        return np.zeros(0), np.zeros(0)
    corners_at = np.concatenate([over[:, 0], under[:, 0], [left, right]])
    at = corners_at[(corners_at >= left) & (corners_at <= right)]
    return edge(under, at, top=True) - edge(over, at, top=False), at


def touches(
    shape: Shape, x: float, angle: float, below: Iterable[tuple[Shape, Pose]]
) -> Iterator[tuple[Row, Row]]:
    """Yield the heights at which a shape lowered at x meets the table, then each shape `below`.

    Each comes with its x values, as by `rises`; the table's top is y = 0.
    """
    over = outline(shape, Pose(x, 0.0, angle))
    yield -over[:, 1], over[:, 0]
    yield from (rises(outline(*other), over) for other in below)


class Outlines:
    """Several outlines, prepared for computing at once the rise of another to clear each."""

    def __init__(self, outlines: Sequence[Row]) -> None:
        """Take one outline or more, each n × 2, in metres."""
        self.each = tuple(outlines)
        self._starts = np.concatenate(self.each)
        self._ends = np.concatenate([np.roll(row, -1, axis=0) for row in self.each])
        self._first = np.cumsum([0, *(len(row) for row in self.each[:-1])])
        self._left = np.minimum.reduceat(self._starts[:, 0], self._first)
        self._right = np.maximum.reduceat(self._starts[:, 0], self._first)

    def rises(self, over: Row) -> Row:
        """Return the rise that another outline needs to clear each of these, in metres.

        -inf for an outline that it does not overlap in x.
        """
        ends = np.roll(over, -1, axis=0)
        # Straight sides first meet where one of them ends.
        tops = _heights(self._starts, self._ends, over[:, 0]) - over[:, 1]
        lows = -_heights(over * (1, -1), ends * (1, -1), self._starts[:, 0])
        highest = np.maximum(tops.max(axis=1), self._starts[:, 1] - lows.min(axis=0))
        most: Row = np.maximum.reduceat(highest, self._first)
        beside = np.maximum(self._left, over[:, 0].min()) >= np.minimum(
            self._right, over[:, 0].max()
        )
        most[beside] = -np.inf
        return most


def _heights(starts: Row, ends: Row, at: Row) -> Row:
    """Return the height of each side at each x, -inf outside it, as an array sides × x."""
    (x, y), (u, v) = starts.T[..., None], ends.T[..., None]
    # A vertical side adds nothing to its neighbours.
    width = np.where(u == x, np.inf, u - x)
    heights: Row = y + (at - x) / width * (v - y)
    heights[(at < np.minimum(x, u)) | (at > np.maximum(x, u))] = -np.inf
    return heights
