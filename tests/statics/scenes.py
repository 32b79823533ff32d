"""Structures with a solution in the literature or in closed form."""

import math
from collections.abc import Sequence

from towersim.common.units import BlockId, Pose, Vec
from towersim.geometry.shapes import Box, Polygon, Shape, centred
from towersim.scene.scene import Block, Material, Scene, TableTop

DEPTH = 0.03


def block(
    name: object,
    shape: Shape,
    x: float,
    y: float,
    angle: float = 0.0,
    *,
    friction: float = 0.5,
    density: float = 700.0,
    fixed: bool = False,
) -> Block:
    material = Material(density, friction)
    return Block(BlockId(str(name)), shape, material, DEPTH, Pose(x, y, angle), fixed)


def scene(*blocks: Block, friction: float = 0.5, width: float = 10.0) -> Scene:
    return Scene(TableTop(width, friction), blocks)


def bricks(
    places: Sequence[tuple[float, float, float]], height: float, friction: float, unit: float = 1.0
) -> Scene:
    """Return boxes given as (x of the centre, storey from 0, width), all of this height."""
    return scene(
        *(
            block(
                n,
                Box(w * unit, height * unit),
                x * unit,
                (storey + 0.5) * height * unit,
                friction=friction,
            )
            for n, (x, storey, w) in enumerate(places)
        ),
        friction=friction,
    )


def stack_on_edge(lefts: Sequence[tuple[int, float]], friction: float = 0.0) -> Scene:
    """Return blocks of length 1, given by storey and left edge, on a table that ends at x = 0."""
    table = block("edge", Box(8.0, 1.0), -4.0, 0.5, fixed=True, friction=friction)
    blocks = (
        block(n, Box(1.0, 0.25), left + 0.5, 1.0 + (storey + 0.5) * 0.25, friction=friction)
        for n, (storey, left) in enumerate(lefts)
    )
    return scene(table, *blocks, friction=friction)


def arch(stones: int, thickness: float, friction: float = 100.0) -> Scene:
    """Return a semicircular arch of equal stones with mean radius 1 and high friction."""
    low, high, half = 1 - thickness / 2, 1 + thickness / 2, math.pi / (2 * stones)
    blocks = []
    for n in range(stones):
        ends = 2 * n * half, 2 * (n + 1) * half
        ring = [(low, ends[0]), (high, ends[0]), (high, ends[1]), (low, ends[1])]
        shape, middle = centred([Vec(r * math.cos(a), r * math.sin(a)) for r, a in ring])
        blocks.append(block(n, shape, *middle, friction=friction))
    return scene(*blocks, friction=friction)


def ferris_wall(pairs: int) -> Scene:
    """Return the brick wall of Ferris & Tin-Loi (2001) with `pairs` courses F, each below a U."""
    halves, wholes = [0.5, 1, 1, 1, 1, 0.5], [1.0] * 5
    places = []
    for storey in range(2 * pairs):
        x = 0.0
        for width in wholes if storey % 2 else halves:
            places.append(((x + width / 2) * 0.4, storey, width * 0.4))
            x += width
    return bricks(places, 0.175, 0.65)


def mirrored(given: Scene) -> Scene:
    """Return the scene mirrored in x."""

    def shape(s: Shape) -> Shape:
        if not isinstance(s, Polygon):
            return s
        rings = [tuple(Vec(-x, y) for x, y in reversed(ring)) for ring in (s.outline, *s.holes)]
        return Polygon(rings[0], tuple(rings[1:]))

    return Scene(
        given.table,
        tuple(
            Block(
                b.id,
                shape(b.shape),
                b.material,
                b.depth,
                Pose(-b.pose.x, b.pose.y, -b.pose.angle),
                b.fixed,
            )
            for b in given.blocks
        ),
    )
