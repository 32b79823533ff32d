"""Outlines as rows of heights: the upper and lower edge of a shape, sampled along x."""

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from towersim.common import portable_math
from towersim.common.units import Pose
from towersim.geometry.shapes import Circle, Shape, corners, extent, placed

Row = npt.NDArray[np.float64]

STEP = 0.0005
"""The distance between the samples of a row, in metres."""
_ROOM = 0.002
"""The share of its width by which the polygon around a disc extends at most beyond each side."""
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
    ends = np.concatenate((outline[1:], outline[:1]))  # np.roll takes several times as long
    (x, y), (u, v) = outline.T[..., None], ends.T[..., None]
    # A vertical side adds nothing to its neighbours.
    width = np.where(u == x, np.inf, u - x)
    heights = y + (at - x) / width * (v - y)
    heights[(at < np.minimum(x, u)) | (at > np.maximum(x, u))] = -np.inf if top else np.inf
    outermost: Row = heights.max(axis=0) if top else heights.min(axis=0)
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


def contact_heights(
    shape: Shape, x: float, angle: float, below: Iterable[tuple[Shape, Pose]]
) -> Iterator[tuple[Row, Row]]:
    """Yield the heights at which a shape lowered at x meets the table, then each shape `below`.

    Each comes with its x values, as by `rises`; the table's top is y = 0. Shapes beside it are left
    out.
    """
    over = outline(shape, Pose(x, 0.0, angle))
    yield -over[:, 1], over[:, 0]
    left, right = over[:, 0].min(), over[:, 0].max()
    for other, pose in below:
        low, high = extent(other, pose)
        room = _ROOM * (high.x - low.x)
        if low.x - room < right and left < high.x + room:
            heights, at = rises(outline(other, pose), over)
            if at.size:
                yield heights, at
