"""Small scenes for the tests of physics; lengths in metres."""

import platform
import sys
from collections.abc import Iterable, Sequence

import pytest

from towersim.common.units import BlockId, Pose, Target
from towersim.geometry.shapes import Box, Circle
from towersim.lab.analytic_scenes import SIDE
from towersim.lab.templates import stack_margin
from towersim.lab.towers import Laid
from towersim.physics.profile import TABLE_3
from towersim.physics.world import World
from towersim.scene.scene import Block, Material, Scene, TableTop

CUBE = Box(SIDE, SIDE)
golden_bits = pytest.mark.skipif(
    (sys.platform, platform.machine()) != ("linux", "x86_64"),
    reason="another build of the engine rounds otherwise",
)


def cube(name: str, x: float, y: float, angle: float = 0.0, density: float = 700.0) -> Block:
    return Block(BlockId(name), CUBE, Material(density), SIDE, Pose(x, y, angle))


def ball(name: str, radius: float, x: float, y: float) -> Block:
    return Block(BlockId(name), Circle(radius), Material(), SIDE, Pose(x, y, 0.0))


def plank(name: str, x: float, y: float, width: float = 0.06, height: float = 0.01) -> Block:
    return Block(BlockId(name), Box(width, height), Material(), SIDE, Pose(x, y, 0.0))


def tower(name: str, x: float, n: int) -> list[Block]:
    """Return an aligned column of n cubes at x."""
    return [cube(f"{name}{k}", x, (k + 0.5) * SIDE) for k in range(n)]


def column_margin(offsets: Sequence[float], friction: float = 0.5) -> float:
    """Return λ of a column of equal cubes by the closed form."""
    boxes = [Laid(x * SIDE, (n + 0.5) * SIDE, SIDE) for n, x in enumerate(offsets)]
    return min(friction, stack_margin(boxes))


def on_table(blocks: Iterable[Block], width: float = 1.2) -> Scene:
    return Scene(TableTop(width), tuple(blocks))


def boxes(*sizes: tuple[float, float, float]) -> Scene:
    """Return a column of squares given as side, density, and offset to the right (SI units)."""
    blocks, y = [], 0.0
    for n, (side, density, x) in enumerate(sizes):
        at = Pose(x, y + side / 2, 0.0)
        blocks.append(Block(BlockId(f"{n}"), Box(side, side), Material(density), side, at))
        y += side
    return on_table(blocks)


def world_of(*blocks: Block) -> World:
    return World(on_table(blocks), TABLE_3)


def run(world: World, seconds: float, target: Target | None = None) -> None:
    for _ in range(world.profile.ticks(seconds)):
        world.tick(target)


def names(blocks: Iterable[Block]) -> list[BlockId]:
    return [block.id for block in blocks]
