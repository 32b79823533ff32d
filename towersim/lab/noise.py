"""Perturbed scenes: blurred positions, a tilted table, scaled friction."""

import math
from collections.abc import Callable

from msgspec.structs import replace

from towersim.common import portable_math
from towersim.common.dice import Stream
from towersim.common.units import BlockId, Pose, Vec
from towersim.geometry.shapes import Box, placed
from towersim.scene.contacts import TABLE, joints
from towersim.scene.scene import Block, Material, Scene

_FLAT = 1e-6
"""Greatest deviation from a multiple of a right angle at which a box lies flat, in radians."""
_THICK = 0.05
"""Thickness of the slope that represents a tilted table, in metres."""
_ROOM = 0.1
"""Distance that the slope extends beyond the blocks, in metres."""


def blurred(scene: Scene, sigma: float, noise: Stream) -> Scene:
    """Return the scene with each block shifted sideways by a normal deviate of `sigma` metres.

    Blocks slide on their supports, so a blurred tower keeps its contacts. Tilted blocks, blocks
    that touch them and fixed blocks are not shifted: they would hover or be wedged.

    >>> from towersim.common import dice
    >>> from towersim.lab.analytic_scenes import column
    >>> scene = blurred(column([0.0, 0.0]), 0.001, dice.stream(1, "eye"))
    >>> [round(1000 * block.pose.x, 2) for block in scene.blocks]
    [1.46, -1.91]
    """
    sharp, blocks = _sharp(scene), list(scene.blocks)
    for i, block in enumerate(scene.blocks):
        if i not in sharp:
            x = block.pose.x + noise.gauss(0.0, sigma)
            blocks[i] = replace(block, pose=block.pose._replace(x=x))
    return replace(scene, blocks=tuple(blocks))


def _sharp(scene: Scene) -> set[int]:
    """Return the blocks that cannot be shifted without losing a contact, or are fixed."""
    tilted = {i for i, block in enumerate(scene.blocks) if not _lies_flat(block)}
    fixed = {i for i, block in enumerate(scene.blocks) if block.fixed}
    beside = {i for joint in joints(scene) if tilted & {*joint[:2]} for i in joint[:2]}
    return (tilted | fixed | beside) - {TABLE}


def _lies_flat(block: Block) -> bool:
    off = math.remainder(block.pose.angle, math.pi / 2)
    return isinstance(block.shape, Box) and abs(off) < _FLAT


def tilted(scene: Scene, angle: float) -> Scene:
    """Return the scene on a table tilted counter-clockwise by `angle` radians.

    The table becomes a fixed slope, the first block, and all blocks are turned about the middle of
    the table's top, which is equivalent to turning gravity.
    """
    ends = [p.x for block in scene.blocks for p in block.extent]
    half = _ROOM + max(map(abs, ends), default=0.0)
    up = Vec(0.0, 2 * _THICK + half * abs(portable_math.sin(angle)))
    board, rough = Box(2 * half, _THICK), Material(friction=scene.table.friction)
    at = Pose(0.0, -_THICK / 2, 0.0)
    blocks = (Block(BlockId("slope"), board, rough, _THICK, at, fixed=True), *scene.blocks)
    return replace(scene, blocks=tuple(_turned(block, up, angle) for block in blocks))


def _turned(block: Block, up: Vec, angle: float) -> Block:
    ((x, y),) = placed([Vec(block.pose.x, block.pose.y)], Pose(*up, angle))
    return replace(block, pose=Pose(x, y, block.pose.angle + angle))


def with_friction(scene: Scene, change: Callable[[float], float]) -> Scene:
    """Return the scene with all friction coefficients changed, also the table's."""
    blocks = (
        replace(b, material=replace(b.material, friction=change(b.material.friction)))
        for b in scene.blocks
    )
    table = replace(scene.table, friction=change(scene.table.friction))
    return replace(scene, table=table, blocks=tuple(blocks))
