"""Random scenes in which light blocks carry heavy ones, of any size and friction.

The *load ratio* of a block is the mass that it carries over its own; a scene's is the greatest of
its blocks. Scenes have 2 … 16 blocks with sides of 1 mm … 1 m and friction 0.1 … 2, and belong to
nine families by turns.
"""

import math
from collections.abc import Callable
from itertools import pairwise, product
from typing import NamedTuple

from towersim.common import dice
from towersim.common.dice import Stream
from towersim.common.portable_math import cos, sin
from towersim.common.units import BlockId, Pose, Vec
from towersim.geometry.shapes import Box, Polygon, centred
from towersim.lab.towers import GAP
from towersim.physics.loads import load_ratios
from towersim.scene.contacts import overlaps
from towersim.scene.scene import Block, Material, Scene, TableTop

LEAST, MOST = 0.001, 1.0
"""Bounds of the sides of blocks, in metres."""
FRICTION = 0.1, 2.0
UNEVEN = 3.0
"""Greatest ratio of the density of any block but the light one to a middle one."""
WIDEST = 64.0
"""Greatest width of a block in widths of the pin below it."""

Outline = list[Vec]


class RatioScene(NamedTuple):
    """A scene, its family, and its load ratio."""

    family: str
    ratio: float
    scene: Scene


def ratio_scene(seed: int, decade: int, index: int) -> RatioScene:
    """Return scene `index` of those with a load ratio of 10^decade … 10^(decade + 1).

    >>> [ratio_scene(1, 2, index).family for index in (0, 1, 9)]
    ['column', 'pin', 'column']
    """
    family, outlines = list(FAMILIES.items())[index % len(FAMILIES)]
    noise = dice.stream(seed, f"ratio {family} {decade}", index)
    while True:
        scene = _scene(noise, outlines(noise))
        if any(depth > GAP for _, _, depth in overlaps(scene.blocks)):
            continue
        scene = _lightened(noise, scene, 10 ** noise.uniform(decade, decade + 1))
        ratio = max(load_ratios(scene))
        if 10.0**decade <= ratio < 10.0 ** (decade + 1):
            return RatioScene(family, ratio, scene)


def _scene(noise: Stream, outlines: list[Outline]) -> Scene:
    """Return blocks of random density and friction, all scaled to a random permitted size."""
    sides = [math.dist(p, q) for ring in outlines for p, q in pairwise([*ring, ring[0]])]
    unit = _spread(noise, LEAST / min(sides), MOST / max(sides))
    friction, blocks = _spread(noise, *FRICTION), []
    for n, ring in enumerate(outlines):
        shape, middle = _centred([Vec(unit * p.x, unit * p.y) for p in ring])
        wood = Material(700 * _spread(noise, 1 / UNEVEN, UNEVEN), friction)
        blocks.append(Block(BlockId(f"{n}"), shape, wood, unit, Pose(*middle, 0.0)))
    return Scene(TableTop(50.0, friction), tuple(blocks))


def _centred(ring: Outline) -> tuple[Box | Polygon, Vec]:
    """Return the shape within an outline, and its centroid."""
    low, high = (Vec(most(p.x for p in ring), most(p.y for p in ring)) for most in (min, max))
    if {*ring} == {low, high, Vec(low.x, high.y), Vec(high.x, low.y)}:
        return Box(high.x - low.x, high.y - low.y), Vec((low.x + high.x) / 2, (low.y + high.y) / 2)
    return centred(ring)


def _lightened(noise: Stream, scene: Scene, ratio: float) -> Scene:
    """Return the scene with the density of a block that carries others set for this load ratio."""
    ratios = load_ratios(scene)
    light = noise.choice([i for i, found in enumerate(ratios) if found > 0])
    block = scene.blocks[light]
    density = block.material.density_kg_m3 * ratios[light] / ratio
    changed = Block(
        block.id, block.shape, Material(density, block.material.friction), block.depth, block.pose
    )
    return Scene(scene.table, (*scene.blocks[:light], changed, *scene.blocks[light + 1 :]))


def _spread(noise: Stream, low: float, high: float) -> float:
    """Return a random number whose logarithm is uniform."""
    return low * float((high / low) ** noise.random())


def _box(x: float, y: float, width: float, height: float) -> Outline:
    """Return a box whose lower side has its middle at (x, y)."""
    half = width / 2
    return [
        Vec(x - half, y),
        Vec(x + half, y),
        Vec(x + half, y + height),
        Vec(x - half, y + height),
    ]


def _piled(
    noise: Stream, foot: Vec, count: int, widths: tuple[float, float], spread: float
) -> list[Outline]:
    """Return boxes from `foot` up, each offset by at most `spread` of the narrower of two."""
    boxes: list[Outline] = []
    x, y, below = foot.x, foot.y, math.inf
    for _ in range(count):
        width, height = noise.uniform(*widths), noise.uniform(0.4, 1.2)
        if boxes:
            x += noise.uniform(-spread, spread) * min(width, below)
        boxes.append(_box(x, y, width, height))
        y, below = y + height, width
    return boxes


def _top(boxes: list[Outline]) -> Vec:
    """Return the middle of the upper side of the last box."""
    right, left = boxes[-1][2:]
    return Vec((left.x + right.x) / 2, right.y)


def _column(noise: Stream) -> list[Outline]:
    return _piled(noise, Vec(0.0, 0.0), noise.randint(2, 7), (0.5, 2.0), 0.35)


def _pin(noise: Stream) -> list[Outline]:
    """Return a narrow box under a wide one."""
    width, height = 1 / _spread(noise, 2.0, WIDEST), noise.uniform(0.2, 1.0)
    pin = _box(0.0, 0.0, width, width * noise.uniform(0.5, 2.0))
    return [pin, _box(noise.uniform(-0.4, 0.4) * width, pin[2].y, 1.0, height)]


def _cantilever(noise: Stream) -> list[Outline]:
    """Return a plank that overhangs its foot, held down by one box and loaded by another."""
    foot, plank = _box(0.0, 0.0, noise.uniform(1.0, 2.0), noise.uniform(0.5, 2.0)), 5.0
    shift, high = noise.uniform(0.5, 2.2), noise.uniform(0.2, 0.6)
    beam = _box(shift, foot[2].y, plank, high)
    left, right = beam[3], beam[2]
    weight = _box(left.x + 0.6, left.y, 1.2, noise.uniform(0.5, 3.0))
    return [foot, beam, weight, _box(right.x - 0.3, right.y, 0.6, noise.uniform(0.2, 1.0))]


def _counterweight(noise: Stream) -> list[Outline]:
    """Return a beam on a pillar, with a column on each end."""
    pillar = _piled(noise, Vec(0.0, 0.0), noise.randint(1, 3), (1.0, 2.0), 0.1)
    long = noise.uniform(3.0, 6.0)
    beam = _box(_top(pillar).x + noise.uniform(-0.3, 0.3), _top(pillar).y, long, 0.4)
    y, middle = beam[2].y, _top([beam]).x
    ends = [Vec(middle + side * (long / 2 - 0.6), y) for side in (-1, 1)]
    loads = [_piled(noise, end, noise.randint(1, 3), (0.6, 1.0), 0.15) for end in ends]
    return [*pillar, beam, *loads[0], *loads[1]]


def _bridge(noise: Stream) -> list[Outline]:
    """Return a beam on two pillars, with a column on it."""
    span, high, wide = noise.uniform(2.0, 5.0), noise.uniform(0.5, 1.5), noise.uniform(0.5, 1.5)
    count = noise.randint(1, 3)
    pillars = [
        _box(side * span / 2, storey * high, wide, high)
        for side, storey in product((-1, 1), range(count))
    ]
    x = noise.uniform(-0.2, 0.2)
    beam = _box(x, count * high, span + noise.uniform(0.3, 1.0) * wide, 0.5)
    load = Vec(x + noise.uniform(-0.4, 0.4) * span, beam[2].y)
    return [*pillars, beam, *_piled(noise, load, noise.randint(1, 3), (0.5, 1.5), 0.2)]


def _wall(noise: Stream) -> list[Outline]:
    """Return courses of bricks, every other one shifted by less than half a brick."""
    wide, high, shift = noise.randint(2, 4), noise.uniform(0.3, 1.0), noise.uniform(0.1, 0.4)
    return [
        _box(k + course % 2 * shift, course * high, 1.0, high)
        for course in range(noise.randint(2, 4))
        for k in range(wide)
    ]


def _wedge(noise: Stream) -> list[Outline]:
    """Return a wedge between two cheeks with sloping faces, often with a box on it."""
    slope, wide, gap = noise.uniform(0.1, 0.8), noise.uniform(0.8, 2.0), noise.uniform(0.4, 1.0)
    low, high = noise.uniform(0.3, 0.6), noise.uniform(0.8, 1.2)

    def inner(y: float) -> float:
        return gap / 2 + slope * y

    head = inner(1.0) + wide
    right = [Vec(inner(0.0), 0.0), Vec(head, 0.0), Vec(head, 1.0), Vec(inner(1.0), 1.0)]
    left = [Vec(-p.x, p.y) for p in reversed(right)]
    wedge = [Vec(-inner(low), low), Vec(inner(low), low)]
    wedge += [Vec(inner(high), high), Vec(-inner(high), high)]
    box = _box(noise.uniform(-0.2, 0.2) * inner(high), high, gap, noise.uniform(0.3, 1.0))
    return [left, right, wedge, box] if noise.random() < 0.7 else [left, right, wedge]


def _arch(noise: Stream) -> list[Outline]:
    """Return a semicircular arch of 3 … 11 voussoirs."""
    count, outer = noise.randint(3, 11), 1 + noise.uniform(0.15, 0.6)
    rays = [(cos(a), sin(a)) for a in (math.pi * k / count for k in range(count + 1))]
    return [
        [Vec(c, s), Vec(outer * c, outer * s), Vec(outer * u, outer * v), Vec(u, v)]
        for (c, s), (u, v) in pairwise(rays)
    ]


def _leaning(noise: Stream) -> list[Outline]:
    """Return a column on a post, and a plank on the table that leans against the post."""
    width, high, slope = noise.uniform(1.5, 3.0), noise.uniform(2.0, 5.0), noise.uniform(0.4, 1.3)
    post = _box(0.0, 0.0, width, high)
    c, s, thick = cos(slope), sin(slope), 0.4
    touch = Vec(width / 2, noise.uniform(0.5, 0.95) * high)
    foot = Vec(touch.x + touch.y * c / s, 0.0)
    plank = [
        touch,
        foot,
        Vec(foot.x + thick * s, foot.y + thick * c),
        Vec(touch.x + thick * s, touch.y + thick * c),
    ]
    column = _piled(noise, Vec(0.0, high), noise.randint(1, 4), (1.0, 2.0), 0.25)
    return [post, *column, plank]


FAMILIES: dict[str, Callable[[Stream], list[Outline]]] = {
    "column": _column,
    "pin": _pin,
    "cantilever": _cantilever,
    "counterweight": _counterweight,
    "wall": _wall,
    "wedge": _wedge,
    "arch": _arch,
    "leaning plank": _leaning,
    "bridge": _bridge,
}
