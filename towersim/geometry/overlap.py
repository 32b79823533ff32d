"""Neighbours among placed shapes, and the depth of their overlaps, by convex parts."""

import math
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from towersim.common.units import Vec
from towersim.geometry.convex import convex_parts
from towersim.geometry.lines import Outline, edges, unit
from towersim.geometry.shapes import Circle, PlacedShape, extent, placed


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
