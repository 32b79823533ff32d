"""Structures with a solution in the literature or in closed form, and scenes that jam or stand.

`fastest_fall` is an oracle for small scenes: a mixed-integer program of all laws of rigid bodies
with friction, independent of the successive approximation of `towersim.statics.release`.
"""

import math
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from scipy.optimize import Bounds, LinearConstraint, milp

from towersim.common.units import BlockId, Pose, Vec
from towersim.geometry.shapes import Box, Polygon, Shape, centred
from towersim.scene.scene import Block, Material, Scene, TableTop
from towersim.statics.analysis import structure_of
from towersim.statics.balance import Balance
from towersim.statics.linear_program import Columns, Floats

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
    high = height * unit
    boxes = (
        block(n, Box(w * unit, high), x * unit, (storey + 0.5) * high, friction=friction)
        for n, (x, storey, w) in enumerate(places)
    )
    return scene(*boxes, friction=friction)


def stack_on_edge(lefts: Sequence[tuple[int, float]]) -> Scene:
    """Return smooth blocks of length 1, by storey and left edge, on a table that ends at x = 0."""
    table = block("edge", Box(8.0, 1.0), -4.0, 0.5, fixed=True, friction=0.0)
    blocks = (
        block(n, Box(1.0, 0.25), left + 0.5, 1.0 + (storey + 0.5) * 0.25, friction=0.0)
        for n, (storey, left) in enumerate(lefts)
    )
    return scene(table, *blocks, friction=0.0)


def arch(stones: int, thickness: float, friction: float = 100.0) -> Scene:
    """Return a semicircular arch of equal stones with mean radius 1 and high friction."""
    low, high, half = 1 - thickness / 2, 1 + thickness / 2, math.pi / (2 * stones)
    blocks = []
    for n in range(stones):
        ends = 2 * n * half, 2 * (n + 1) * half
        ring = [(low, ends[0]), (high, ends[0]), (high, ends[1]), (low, ends[1])]
        corners = [(r * math.cos(a), r * math.sin(a)) for r, a in ring]
        blocks.append(stone(str(n), corners, friction))
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

    def block_(b: Block) -> Block:
        return replace(b, shape=shape(b.shape), pose=Pose(-b.pose.x, b.pose.y, -b.pose.angle))

    return replace(given, blocks=tuple(map(block_, given.blocks)))


def rows_of(given: Scene) -> Balance:
    return structure_of(given).rows


MOST_FORCE = 30.0
"""Upper bound of a contact force, in weights of the whole scene."""


def fastest_fall(rows: Balance) -> float | None:
    """Return the greatest power of gravity of any lawful motion; 0 if nothing can move.

    The unit is the weight of the whole scene times g. None if the solver exceeds its time limit.
    """
    k, whole = len(rows.points), rows.weights.sum()
    share = np.repeat(rows.weights / whole, 3) ** 0.5
    levers = np.ones(rows.size)
    levers[2::3] = rows.radii / rows.gyration
    press, rub = (
        (share * levers)[:, None] * dense(rows.columns(*way), rows.size)
        for way in ((whole / rows.units, 0.0), (0.0, whole / rows.units))
    )
    load = share * levers * rows.load
    apart, slip = press.T, rub.T
    fast = float(np.linalg.norm(np.hstack([apart, slip]), axis=1).max())
    one, none = np.eye(k), np.zeros((k, k))
    friction, still = np.diag(rows.friction), np.zeros((k, rows.size))
    slack = 2 * MOST_FORCE * friction
    # Unknowns: motion, pressure, friction, and whether a point opens, slides one way, or the other.
    laws = [
        (np.hstack([np.eye(rows.size), -press, -rub, np.zeros((rows.size, 3 * k))]), -load, -load),
        (np.hstack([apart, none, none, none, none, none]), 0.0, np.inf),
        (np.hstack([apart, none, none, -fast * one, none, none]), -np.inf, 0.0),
        (np.hstack([still, one, none, MOST_FORCE * one, none, none]), -np.inf, MOST_FORCE),
        (np.hstack([slip, none, none, -fast * one, -fast * one, none]), -np.inf, 0.0),
        (np.hstack([-slip, none, none, -fast * one, none, -fast * one]), -np.inf, 0.0),
        (np.hstack([still, none, none, one, one, one]), -np.inf, 1.0),
        (np.hstack([still, -friction, one, none, none, none]), -np.inf, 0.0),
        (np.hstack([still, -friction, -one, none, none, none]), -np.inf, 0.0),
        (np.hstack([still, friction, one, none, slack, none]), -np.inf, slack.diagonal()),
        (np.hstack([still, friction, -one, none, none, slack]), -np.inf, slack.diagonal()),
    ]
    whole_numbers = np.repeat([0, 1], [rows.size + 2 * k, 3 * k])
    most = np.repeat([1.1, MOST_FORCE, MOST_FORCE, 1.0], [rows.size, k, k, 3 * k])
    least = np.repeat([-1.1, 0.0, -MOST_FORCE, 0.0], [rows.size, k, k, 3 * k])
    found = milp(
        np.concatenate([load, np.zeros(5 * k)]),
        integrality=whole_numbers,
        bounds=Bounds(least, most),
        constraints=[LinearConstraint(*law) for law in laws],
        options={"time_limit": 10.0, "mip_rel_gap": 1e-3},
    )
    return -float(found.fun) if found.status == 0 else None


def dense(columns: Columns, height: int) -> Floats:
    """Return the columns as a dense matrix."""
    counts = np.diff(np.append(columns.starts, len(columns.rows)))
    matrix = np.zeros((height, len(counts)))
    matrix[columns.rows, np.repeat(np.arange(len(counts)), counts)] = columns.values
    return matrix


STONE = 2500.0


def stone(
    name: str,
    corners: Sequence[tuple[float, float]],
    friction: float,
    density: float = 700.0,
    *,
    depth: float = DEPTH,
    fixed: bool = False,
) -> Block:
    """Return a block from the positions of its corners, in metres."""
    shape, at = centred([Vec(*corner) for corner in corners])
    material = Material(density, friction)
    return Block(BlockId(name), shape, material, depth, Pose(*at, 0.0), fixed)


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
    plugs = []
    for n in range(stones):
        corners = [joint(n, low), joint(n + 1, low), joint(n + 1, high), joint(n, high)]
        plugs.append(stone(f"plug {n}", corners, friction, STONE))
    ends = (("left", left), ("right", right))
    sides_ = (stone(name, ring, friction, fixed=fixed) for name, ring in ends)
    return scene(*sides_, *plugs, friction=friction)


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
    side, x = Box(wide, tall), length * c + wide / 2
    wall = block("wall", side, x, tall / 2, friction=friction, fixed=free is None)
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
