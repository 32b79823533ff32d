"""Test towers: random ones near their limit, ones that are hard to judge, and large regular ones.

Wooden boxes of 700 kg/m³ on a table, friction 0.5. All lengths are in metres. Random towers have
3 … 20 blocks and are columns, bridges, counterweights and leaning planks by turns. Hard ones
branch, so no joint can be judged alone: frames, trees, cranes and arches by turns.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from towersim.common import dice
from towersim.common.dice import Stream
from towersim.common.portable_math import cos, sin
from towersim.common.units import BlockId, Pose, Vec
from towersim.geometry.shapes import Box, centred
from towersim.lab.analytic_scenes import SIDE
from towersim.scene.contacts import overlaps, table_penetration
from towersim.scene.scene import Block, Material, Scene, TableTop

FEWEST, MOST = 3, 20
"""Least and greatest number of blocks of a random tower."""
PLANK = 0.01
"""Thickness of a leaning plank, in metres."""
GAP = 1e-9
"""Least overlap of boxes that makes a scene invalid, in metres."""


class Laid(NamedTuple):
    """A box by its centre, size (metres) and angle (radians)."""

    x: float
    y: float
    width: float
    height: float = SIDE
    angle: float = 0.0


def tower(seed: int, index: int) -> Scene:
    """Return tower `index` of an infinite sequence in which the kinds alternate."""
    return _sample("tower", KINDS, seed, index)


def _sample(
    name: str, kinds: Mapping[str, Callable[[Stream], Scene]], seed: int, index: int
) -> Scene:
    kind, build = list(kinds.items())[index % len(kinds)]
    noise = dice.stream(seed, f"{name} {kind}", index)
    while True:
        scene = build(noise)
        if fits(scene):
            return scene


def fits(scene: Scene) -> bool:
    """Return whether a scene has a valid number of blocks and no overlaps."""
    return FEWEST <= len(scene.blocks) <= MOST and is_apart(scene)


def is_apart(scene: Scene) -> bool:
    """Return whether no block overlaps another one or the table."""
    return all(depth < GAP for _, _, depth in overlaps(scene.blocks)) and all(
        table_penetration(block, scene.table) < GAP for block in scene.blocks
    )


def pyramid(wide: int) -> Scene:
    """Return a pyramid of bricks in courses of `wide`, wide - 1, … 1.

    >>> len(pyramid(25).blocks)
    325
    """
    courses = range(wide, 0, -1)
    return _courses([(-k / 2, k) for k in courses])


def wall(wide: int, courses: int) -> Scene:
    """Return a wall of courses of `wide` bricks, every other one shifted by a quarter brick."""
    return _courses([(course % 2 / 4 - wide / 2, wide) for course in range(courses)])


def _courses(courses: Sequence[tuple[float, int]]) -> Scene:
    """Return a scene of courses given as (left end in brick widths, number of bricks)."""
    width = 2 * SIDE
    return laid_out(
        [
            Laid((start + k + 0.5) * width, (storey + 0.5) * SIDE, width)
            for storey, (start, count) in enumerate(courses)
            for k in range(count)
        ]
    )


def laid_out(laid: Sequence[Laid]) -> Scene:
    """Return boxes as wooden blocks on a table, numbered in order."""
    blocks = (
        Block(BlockId(f"{n}"), Box(*box[2:4]), Material(), SIDE, Pose(box.x, box.y, box.angle))
        for n, box in enumerate(laid)
    )
    return Scene(TableTop(), tuple(blocks))


def stack(
    noise: Stream, foot: tuple[float, int], count: int, width: float, spread: float
) -> list[Laid]:
    """Return boxes from `foot` (x, storey) up, each offset by at most `spread` widths."""
    x, lowest = foot
    boxes = []
    for storey in range(lowest, lowest + count):
        boxes.append(Laid(x, (storey + 0.5) * SIDE, width))
        x += noise.uniform(-spread, spread) * width
    return boxes


def _column(noise: Stream) -> Scene:
    width, spread = noise.choice((1.0, 2.0)) * SIDE, noise.choice((0.2, 0.3, 0.45))
    return laid_out(stack(noise, (0.0, 0), noise.randint(FEWEST, 14), width, spread))


def _bridge(noise: Stream) -> Scene:
    """Return two pillars, a beam that may be too short or too far aside, and a column on it."""
    storeys, span = noise.randint(1, 5), noise.uniform(0.06, 0.12)
    beam, x = noise.uniform(0.8, 1.3) * span, noise.uniform(-SIDE, SIDE)
    ends = -span / 2, span / 2
    pillars = [box for end in ends for box in stack(noise, (end, 0), storeys, SIDE, 0.2)]
    load = x + noise.uniform(-0.5, 0.5) * beam
    column = stack(noise, (load, storeys + 1), noise.randint(0, 5), SIDE, 0.3)
    return laid_out([*pillars, Laid(x, (storeys + 0.5) * SIDE, beam), *column])


def _counterweight(noise: Stream) -> Scene:
    """Return a beam off the middle of a pillar, with a column on each end."""
    storeys, beam = noise.randint(1, 4), noise.uniform(0.06, 0.14)
    pillar = stack(noise, (0.0, 0), storeys, 1.5 * SIDE, 0.15)
    x = pillar[-1].x + noise.uniform(-0.3, 0.3) * beam
    ends = (x - (beam - SIDE) / 2, x + (beam - SIDE) / 2)
    loads = [stack(noise, (end, storeys + 1), noise.randint(0, 4), SIDE, 0.1) for end in ends]
    return laid_out([*pillar, Laid(x, (storeys + 0.5) * SIDE, beam), *loads[0], *loads[1]])


def _leaning(noise: Stream) -> Scene:
    """Return a post with a column on it, and a plank on the table that leans against it.

    The post is a single block, as a plank that slides down a column would catch at a joint.
    """
    storeys, width, slope = noise.randint(3, 6), 2 * SIDE, noise.uniform(0.4, 1.3)
    column = stack(noise, (0.0, storeys), noise.randint(1, 8), width, 0.25)
    height = storeys * SIDE
    touch = width / 2, noise.uniform(0.5, 0.95) * height
    c, s = cos(slope), sin(slope)
    length = touch[1] / s
    middle = touch[0] + (length * c + PLANK * s) / 2, (length * s + PLANK * c) / 2
    post = Laid(0.0, height / 2, width, height)
    return laid_out([post, *column, Laid(*middle, length, PLANK, -slope)])


KINDS: dict[str, Callable[[Stream], Scene]] = {
    "column": _column,
    "bridge": _bridge,
    "counterweight": _counterweight,
    "leaning": _leaning,
}


def hard_tower(seed: int, index: int) -> Scene:
    """Return tower `index` of an infinite sequence in which the kinds alternate."""
    return _sample("hard tower", HARD_KINDS, seed, index)


def _frame(noise: Stream) -> Scene:
    """Return two to four floors, each a beam on two pillars at random places of the beam below."""
    left, right = -noise.uniform(0.02, 0.05), noise.uniform(0.02, 0.05)
    laid: list[Laid] = []
    foot, x, beam = 0, 0.0, 0.0
    for _ in range(noise.randint(2, 4)):
        storeys = noise.randint(1, 2)
        for pillar in (left, right):
            laid += stack(noise, (pillar, foot), storeys, SIDE, 0.15)
        foot += storeys
        x = (left + right) / 2 + noise.uniform(-1.5, 1.5) * SIDE
        beam = right - left + noise.uniform(0.0, 4.0) * SIDE
        laid.append(Laid(x, (foot + 0.5) * SIDE, beam))
        foot += 1
        span = noise.uniform(1.5 * SIDE, max(2.0 * SIDE, beam - SIDE))
        left = x + noise.uniform(-0.5, 0.5) * (beam - span) - span / 2
        right = left + span
    load = x + noise.uniform(-0.5, 0.5) * beam
    return laid_out(laid + stack(noise, (load, foot), noise.randint(0, 4), SIDE, 0.2))


def _tree(noise: Stream) -> Scene:
    """Return a beam on a trunk with a branch on each end: a post, a beam and its load."""
    trunk = stack(noise, (0.0, 0), noise.randint(1, 3), 1.5 * SIDE, 0.1)
    foot, width = len(trunk), noise.uniform(0.12, 0.2)
    x = trunk[-1].x + noise.uniform(-0.06, 0.06) * width
    laid = [*trunk, Laid(x, (foot + 0.5) * SIDE, width)]
    for side in (-1, 1):
        post = x + side * (width - SIDE) / 2
        laid.append(Laid(post, (foot + 1.5) * SIDE, SIDE))
        twig = noise.uniform(0.4, 0.55) * width
        middle = post + noise.uniform(-0.3, 0.3) * SIDE
        laid.append(Laid(middle, (foot + 2.5) * SIDE, twig))
        for end in (-1, 1):
            load = middle + end * (twig - SIDE) / 2
            laid += stack(noise, (load, foot + 3), noise.randint(0, 3), SIDE, 0.05)
    return laid_out(laid)


def _crane(noise: Stream) -> Scene:
    """Return beams that reach out further and further, each balanced by cubes on its rear end."""
    laid = stack(noise, (0.0, 0), noise.randint(1, 3), 2 * SIDE, 0.1)
    foot, x = len(laid), 0.0
    for _ in range(noise.randint(2, 4)):
        width = noise.uniform(0.07, 0.13)
        x += noise.uniform(-0.25, 0.15) * width
        laid.append(Laid(x, (foot + 0.5) * SIDE, width))
        tail = x - (width - SIDE) / 2
        laid += stack(noise, (tail, foot + 1), noise.randint(1, 4), SIDE, 0.05)
        # The next beam lies on a cube nearer to the tip, so that it clears the cubes of this one.
        x += noise.uniform(0.0, 0.3) * width
        laid.append(Laid(x, (foot + 1.5) * SIDE, SIDE))
        foot += 2
    return laid_out(laid)


def _arch(noise: Stream) -> Scene:
    """Return a semicircular arch on two pillars or on the table, possibly too thin to stand.

    The least thickness is 0.1075 of the mean radius (Milankovitch 1907).
    """
    stones, radius = noise.choice((5, 7, 9)), noise.uniform(0.05, 0.08)
    thickness = noise.uniform(0.09, 0.18) * radius
    storeys, width = noise.randint(0, 3), noise.uniform(0.5, 1.5) * SIDE
    feet = -radius, radius
    pillars = [box for foot in feet for box in stack(noise, (foot, 0), storeys, width, 0.1)]
    foot, radii = storeys * SIDE, (radius - thickness / 2, radius + thickness / 2)
    ends = [math.pi * n / stones for n in range(stones + 1)]
    ring = (_stone(f"stone {n}", foot, radii, sector) for n, sector in enumerate(pairwise(ends)))
    return Scene(TableTop(), (*laid_out(pillars).blocks, *ring))


def _stone(name: str, foot: float, radii: tuple[float, float], ends: tuple[float, float]) -> Block:
    """Return one voussoir of a ring around a point `foot` metres above the table.

    `radii` are the inner and the outer one in metres, `ends` its first and last angle in radians.
    """
    low, high = radii
    ring = [(low, ends[0]), (high, ends[0]), (high, ends[1]), (low, ends[1])]
    shape, middle = centred([Vec(r * cos(a), foot + r * sin(a)) for r, a in ring])
    return Block(BlockId(name), shape, Material(), SIDE, Pose(*middle, 0.0))


HARD_KINDS: dict[str, Callable[[Stream], Scene]] = {
    "frame": _frame,
    "tree": _tree,
    "crane": _crane,
    "arch": _arch,
}
