"""Bodies and collision shapes of the engine for blocks."""

from collections.abc import Sequence
from functools import lru_cache
from math import hypot

import pymunk

from towersim.common.portable_math import total
from towersim.common.units import Vec
from towersim.geometry.convex import convex_parts
from towersim.geometry.shapes import Circle, Shape
from towersim.scene.scene import Block

_GROWTH = 1e-6
"""Part of the skin that moves the outline itself, in metres. For corners 1e-18 m apart the engine
takes the normal from corner to corner, of any direction; if they overlap it takes a side's."""


@lru_cache(maxsize=1024)
def squared_gyration(shape: Shape) -> float:
    """Return the squared radius of gyration in m²."""
    if isinstance(shape, Circle):
        return pymunk.moment_for_circle(1.0, 0.0, shape.radius)
    parts = [[(p.x, p.y) for p in part] for part in convex_parts(shape)]
    areas = [pymunk.area_for_poly(part) for part in parts]
    return total(
        pymunk.moment_for_poly(area, part) for area, part in zip(areas, parts, strict=True)
    ) / total(areas)


def collision_shapes(block: Block, body: pymunk.Body, skin: float) -> list[pymunk.Shape]:
    """Return the collision shapes of a block, enlarged by a skin of `skin` metres."""
    if isinstance(block.shape, Circle):
        return [pymunk.Circle(body, block.shape.radius + skin)]
    return [pymunk.Poly(body, part, radius=skin - _GROWTH) for part in _grown_parts(block.shape)]


@lru_cache(maxsize=1024)
def _grown_parts(shape: Shape) -> tuple[list[tuple[float, float]], ...]:
    return tuple(_grown(part, _GROWTH) for part in convex_parts(shape))


def _grown(outline: Sequence[Vec], by: float) -> list[tuple[float, float]]:
    """Return a convex, counter-clockwise outline offset outwards by `by` metres."""
    around = zip((outline[-1], *outline[:-1]), outline, (*outline[1:], outline[0]), strict=True)
    corners = []
    for before, at, after in around:
        (a, b), (u, v) = _outward(before, at), _outward(at, after)
        far = by / (1 + a * u + b * v)
        corners.append((at.x + far * (a + u), at.y + far * (b + v)))
    return corners


def _outward(p: Vec, q: Vec) -> tuple[float, float]:
    """Return the unit normal of the side from p to q, on its right."""
    length = hypot(q.x - p.x, q.y - p.y)
    return (q.y - p.y) / length, (p.x - q.x) / length
