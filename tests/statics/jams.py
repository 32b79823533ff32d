"""Scenes with blocks held between others by jamming, and similar ones that stand."""

import math
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from tests.statics.scenes import DEPTH, block, scene
from towersim.common.units import BlockId, Pose, Vec
from towersim.geometry.shapes import Box, centred
from towersim.scene.scene import Block, Material, Scene

STONE = 2500.0


def stone(
    name: str,
    corners: Sequence[tuple[float, float]],
    friction: float,
    density: float = 700.0,
    *,
    fixed: bool = False,
) -> Block:
    """Return a block from the positions of its corners, in metres."""
    shape, at = centred([Vec(*corner) for corner in corners])
    material = Material(density, friction)
    return Block(BlockId(name), shape, material, DEPTH, Pose(*at, 0.0), fixed)


def hung(
    stones: int = 1,
    taper: float = 0.0,
    friction: float = 0.5,
    *,
    size: tuple[float, float] = (0.02, 0.02),
    sides: tuple[float, float] = (0.1, 0.08),
    at: float = 0.05,
    fixed: bool = False,
) -> Scene:
    """Return stones in a row between two sides that stand on the table.

    The joints lean by up to `taper` (dx over dy): stones with `taper` > 0 are wedges that point
    downwards, with `taper` < 0 upwards. `size` is the width (at mid-height) and height of a stone,
    `at` the height of its middle, `sides` the width and height of a side.
    """
    (width, height), (wide, tall) = size, sides
    low, high, half = at - height / 2, at + height / 2, stones * width / 2

    def joint(n: int, y: float) -> tuple[float, float]:
        return n * width - half + taper * (2 * n / stones - 1) * (y - at), y

    end = half + abs(taper) * max(at, tall - at) + wide
    left = [(-end, 0.0), joint(0, 0.0), joint(0, tall), (-end, tall)]
    right = [(end, 0.0), (end, tall), joint(stones, tall), joint(stones, 0.0)]
    return scene(
        stone("left", left, friction, fixed=fixed),
        stone("right", right, friction, fixed=fixed),
        *(
            stone(
                f"plug {n}",
                [joint(n, low), joint(n + 1, low), joint(n + 1, high), joint(n, high)],
                friction,
                STONE,
            )
            for n in range(stones)
        ),
        friction=friction,
    )


def under_a_roof(
    friction: float,
    taper: float = 0.0,
    *,
    width: float = 0.02,
    leg: float = 0.02,
    height: float = 0.08,
    plug: tuple[float, float] = (0.02, 0.03),
) -> Scene:
    """Return a plug (its height, and that of its middle) between the legs of an inverted U."""
    tall, at = plug

    def inside(side: int, y: float) -> tuple[float, float]:
        return side * (width / 2 + taper * (y - at)), y

    out, low, high = width / 2 + leg, at - tall / 2, at + tall / 2
    roof = [(out, 0.0), (out, height + leg), (-out, height + leg), (-out, 0.0)]
    hollow = [inside(-1, 0.0), inside(-1, height), inside(1, height), inside(1, 0.0)]
    between = [inside(-1, low), inside(1, low), inside(1, high), inside(-1, high)]
    return scene(
        stone("roof", [*roof, *hollow], friction),
        stone("plug", between, friction, STONE),
        friction=friction,
    )


def leaning(friction: float, angle: float, length: float, *, free: float | None = None) -> Scene:
    """Return a plank that leans on a fixed wall or on a free block of width `free`, in metres."""
    c, s, thick = math.cos(angle), math.sin(angle), 0.006
    plank = [(0.0, 0.0), (length * c, length * s)]
    plank += [(length * c - thick * s, length * s + thick * c), (-thick * s, thick * c)]
    wide, tall = free or 0.05, length * s + 0.01
    wall = block(
        "wall",
        Box(wide, tall),
        length * c + wide / 2,
        tall / 2,
        friction=friction,
        fixed=free is None,
    )
    return scene(wall, stone("plank", plank, friction), friction=friction)


def tent(friction: float, angle: float, length: float = 0.1) -> Scene:
    """Return two planks that lean against each other, cut vertically at their contact."""
    c, s, thick = math.cos(angle), math.sin(angle), 0.006
    foot, top = thick / s, length * s
    half = [(length * c, 0.0), (length * c + foot, 0.0), (0.0, top + thick / c), (0.0, top)]
    mirrored = [(-x, y) for x, y in half]
    return scene(stone("a", half, friction), stone("b", mirrored, friction), friction=friction)


def _hung(dice: Random) -> Scene:
    stones = dice.choice((1, 1, 1, 2, 3, 4))
    at, size = dice.uniform(0.03, 0.09), (dice.uniform(0.008, 0.04), dice.uniform(0.008, 0.04))
    tall = at + size[1] * dice.uniform(0.3, 1.1)
    # The wedge must not be so steep that the sides meet below or above it.
    steepest = 0.8 * stones * size[0] / 2 / max(at, tall - at)
    return hung(
        stones,
        _taper(dice, min(0.3, steepest)),
        dice.uniform(0.1, 1.0),
        size=size,
        sides=(dice.uniform(0.01, 0.1), tall),
        at=at,
        fixed=dice.random() < 0.3,
    )


def _under_a_roof(dice: Random) -> Scene:
    tall = dice.uniform(0.008, 0.04)
    at = tall / 2 + dice.uniform(0.005, 0.04)
    return under_a_roof(
        dice.uniform(0.05, 1.0),
        _taper(dice, 0.12),
        width=dice.uniform(0.01, 0.05),
        leg=dice.uniform(0.008, 0.04),
        height=at + tall / 2 + dice.uniform(0.0005, 0.03),
        plug=(tall, at),
    )


def _leaning(dice: Random) -> Scene:
    free = dice.choice((None, dice.uniform(0.02, 0.15)))
    angle, length = dice.uniform(0.4, 1.45), dice.uniform(0.05, 0.2)
    return leaning(dice.uniform(0.1, 1.2), angle, length, free=free)


def _tent(dice: Random) -> Scene:
    return tent(dice.uniform(0.1, 1.2), dice.uniform(0.4, 1.4), dice.uniform(0.05, 0.15))


def _taper(dice: Random, most: float) -> float:
    """Return 0, or a random taper of either sign and of at least 0.01."""
    if dice.random() < 0.35:
        return 0.0
    return dice.choice((-1, 1)) * math.exp(dice.uniform(math.log(0.01), math.log(most)))


FAMILIES: dict[str, Callable[[Random], Scene]] = {
    "hung": _hung,
    "under a roof": _under_a_roof,
    "leaning": _leaning,
    "tent": _tent,
}


def in_turn(quick: str) -> list[Any]:
    """Return the families as parameters of a test, of which one is in the quick run."""
    return [
        pytest.param(name, marks=[] if name == quick else pytest.mark.slow) for name in FAMILIES
    ]


def near_jam(family: str, index: int) -> Scene:
    """Return scene `index` of a family, many of which jam."""
    return FAMILIES[family](Random(f"{family} {index}"))  # noqa: S311 - scenes, not secrets
