"""Outlines for tests of geometry."""

import math
from itertools import combinations

from hypothesis import assume, strategies as st

from towersim.common.units import BlockId, Pose, Vec
from towersim.geometry.convex import convex_parts
from towersim.geometry.shapes import Polygon, Shape, area, bounding_radius, signed_area, turn
from towersim.geometry.touching import penetration
from towersim.scene.scene import Block, Material

MM = 0.001


def vecs(*points: tuple[float, float], scale: float = 1.0) -> tuple[Vec, ...]:
    return tuple(Vec(scale * x, scale * y) for x, y in points)


def star(points: int) -> tuple[Vec, ...]:
    radii = [1.0, 0.4] * points
    around = [math.pi * i / points for i in range(2 * points)]
    return vecs(*((r * math.cos(a), r * math.sin(a)) for r, a in zip(radii, around, strict=True)))


ELL = vecs((0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2))
CUP = vecs((0, 0), (6, 0), (6, 5), (5, 5), (5, 1), (1, 1), (1, 5), (0, 5))
COMB = vecs((0, 0), (5, 0), (5, 2), (4, 2), (4, 1), (3, 1), (3, 2), (2, 2), (2, 1), (1, 1), (0, 2))
TEE = vecs((1, 0), (2, 0), (2, 1), (3, 1), (3, 2), (0, 2), (0, 1), (1, 1))
# pymunk 7.3's own decomposition recurses endlessly on this one and crashes.
DEADLY = vecs((1, 7), (0, 5), (3, 1), (2, 5), (8, 1), (8, 3), (1, 8), (2, 6))


def block(shape: Shape, x: float, y: float, angle: float = 0.0, *, fixed: bool = False) -> Block:
    return Block(BlockId("b"), shape, Material(), 0.02, Pose(x, y, angle), fixed)


def assert_cut(shape: Polygon) -> tuple[tuple[Vec, ...], ...]:
    """Return the parts of a shape, which are convex, cover it and overlap neither it nor a hole."""
    parts = convex_parts(shape)
    assert math.isclose(sum(map(signed_area, parts)), area(shape), rel_tol=1e-9)
    for part in parts:
        ring = (*part, *part[:2])
        bends = [turn(*ring[i : i + 3]) for i in range(len(part))]
        assert min(bends) > 0, "convex and counter-clockwise"
    most = 1e-9 * bounding_radius(shape)
    solids = [block(Polygon(part), 0, 0) for part in parts]
    assert all(penetration(a, b) <= most for a, b in combinations(solids, 2))
    fillings = [block(Polygon(hole[::-1]), 0, 0) for hole in shape.holes]
    assert all(penetration(a, b) <= most for a in fillings for b in solids), "a hole is empty"
    return parts


@st.composite
def star_shaped(draw: st.DrawFn) -> tuple[Vec, ...]:
    """Star-shaped outlines around (0, 0) with random radii."""
    n = draw(st.integers(3, 24))
    radii = draw(st.lists(st.floats(0.1, 1.0), min_size=n, max_size=n))
    shifts = draw(st.lists(st.floats(-0.45, 0.45), min_size=n, max_size=n))
    scale = draw(st.sampled_from([MM, 0.02, 1.0]))
    turns = [2 * math.pi * (i + shift) / n for i, shift in enumerate(shifts)]
    assume(all(b - a < 3 for a, b in zip(turns, [*turns[1:], turns[0] + math.tau], strict=True)))
    points = [(r * math.cos(a), r * math.sin(a)) for r, a in zip(radii, turns, strict=True)]
    return vecs(*points, scale=scale)
