"""Test towers: random ones near their limit, and large regular ones.

Wooden boxes of 700 kg/m³ on a table, friction 0.5. All lengths are in metres. Random towers have
3 … 20 blocks and are columns, bridges, counterweights and leaning planks by turns.
"""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from towersim.common import dice
from towersim.common.dice import Stream
from towersim.common.units import BlockId, Pose
from towersim.geometry.shapes import Box
from towersim.lab.analytic_scenes import SIDE
from towersim.scene.contacts import overlaps, table_penetration
from towersim.scene.scene import Block, Material, Scene, TableTop

FEWEST, MOST = 3, 20
"""Least and greatest number of blocks of a random tower."""
PLANK = 0.01
"""Thickness of a leaning plank, in metres."""
GAP = 1e-9
"""Least overlap of boxes that makes a scene invalid, in metres."""


class Tower(NamedTuple):
    """A random tower and its kind."""

    kind: str
    scene: Scene


class Laid(NamedTuple):
    """A box by its centre, size (metres) and angle (radians)."""

    x: float
    y: float
    width: float
    height: float = SIDE
    angle: float = 0.0


def tower(seed: int, index: int) -> Tower:
    """Return tower `index` of an infinite sequence in which the kinds alternate.

    >>> [tower(1, index).kind for index in range(5)]
    ['column', 'bridge', 'counterweight', 'leaning', 'column']
    """
    kind, build = list(_KINDS.items())[index % len(_KINDS)]
    noise = dice.stream(seed, f"tower {kind}", index)
    while True:
        laid = build(noise)
        scene = laid_out(laid)
        if fits(scene):
            return Tower(kind, scene)


def fits(scene: Scene) -> bool:
    """Return whether a scene has a valid number of blocks and no overlaps."""
    apart = all(depth < GAP for _, _, depth in overlaps(scene.blocks))
    above = all(table_penetration(block, scene.table) < GAP for block in scene.blocks)
    return FEWEST <= len(scene.blocks) <= MOST and apart and above


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
        Block(
            BlockId(f"{n}"),
            Box(box.width, box.height),
            Material(),
            SIDE,
            Pose(box.x, box.y, box.angle),
        )
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


def _column(noise: Stream) -> list[Laid]:
    width, spread = noise.choice((1.0, 2.0)) * SIDE, noise.choice((0.2, 0.3, 0.45))
    return stack(noise, (0.0, 0), noise.randint(FEWEST, 14), width, spread)


def _bridge(noise: Stream) -> list[Laid]:
    """Return two pillars, a beam that may be too short or too far aside, and a column on it."""
    storeys, span = noise.randint(1, 5), noise.uniform(0.06, 0.12)
    beam, x = noise.uniform(0.8, 1.3) * span, noise.uniform(-SIDE, SIDE)
    pillars = [
        *stack(noise, (-span / 2, 0), storeys, SIDE, 0.2),
        *stack(noise, (span / 2, 0), storeys, SIDE, 0.2),
    ]
    load = x + noise.uniform(-0.5, 0.5) * beam
    column = stack(noise, (load, storeys + 1), noise.randint(0, 5), SIDE, 0.3)
    return [*pillars, Laid(x, (storeys + 0.5) * SIDE, beam), *column]


def _counterweight(noise: Stream) -> list[Laid]:
    """Return a beam off the middle of a pillar, with a column on each end."""
    storeys, beam = noise.randint(1, 4), noise.uniform(0.06, 0.14)
    pillar = stack(noise, (0.0, 0), storeys, 1.5 * SIDE, 0.15)
    x = pillar[-1].x + noise.uniform(-0.3, 0.3) * beam
    ends = (x - (beam - SIDE) / 2, x + (beam - SIDE) / 2)
    loads = [stack(noise, (end, storeys + 1), noise.randint(0, 4), SIDE, 0.1) for end in ends]
    return [*pillar, Laid(x, (storeys + 0.5) * SIDE, beam), *loads[0], *loads[1]]


def _leaning(noise: Stream) -> list[Laid]:
    """Return a post with a column on it, and a plank on the table that leans against it.

    The post is a single block, as a plank that slides down a column would catch at a joint.
    """
    storeys, width, slope = noise.randint(3, 6), 2 * SIDE, noise.uniform(0.4, 1.3)
    column = stack(noise, (0.0, storeys), noise.randint(1, 8), width, 0.25)
    height = storeys * SIDE
    touch = width / 2, noise.uniform(0.5, 0.95) * height
    length, (c, s) = touch[1] / math.sin(slope), (math.cos(slope), math.sin(slope))
    middle = touch[0] + (length * c + PLANK * s) / 2, (length * s + PLANK * c) / 2
    post = Laid(0.0, height / 2, width, height)
    return [post, *column, Laid(*middle, length, PLANK, -slope)]


_KINDS: dict[str, Callable[[Stream], list[Laid]]] = {
    "column": _column,
    "bridge": _bridge,
    "counterweight": _counterweight,
    "leaning": _leaning,
}
