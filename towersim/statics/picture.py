"""The vector picture of an analysis: blocks, contact forces, thrust line and mechanism."""

import math
from collections.abc import Iterator, Mapping, Sequence

from towersim.common.units import BlockId, Pose, Vec
from towersim.scene.picture import Patch, Picture, outlines, scene_picture
from towersim.scene.scene import Block, Scene

FORCE, THRUST, MOTION = "#2868a0", "#143c6e", "#c43428"
"""Colours of contact forces, of the thrust line, and of the mechanism."""
LONGEST, FARTHEST = 0.16, 0.07
"""Drawn length of the greatest force, and of the greatest motion, as a share of the picture."""
Forces = Sequence[tuple[BlockId, BlockId | None, Vec, Vec]]
"""Forces of the second block (None: the table) on the first: at a point, in newtons."""
Motions = Mapping[BlockId, tuple[float, float, float]]
"""The motion of each block that moves, in metres and radians."""
DOT = 0.006
"""Half the width of a centre of pressure, as a share of the picture."""


def analysis_picture(scene: Scene, forces: Forces, thrusts: Forces, motions: Motions) -> Picture:
    """Return the picture of an analysis.

    Forces are blue lines through their points, the longest that of the greatest resultant. The
    dark thrust line leads through each block from the centres of pressure that load it (or from its
    centre of mass) to those that carry it. Red outlines are the blocks moved by the mechanism.
    """
    picture = scene_picture(scene.table, scene.blocks)
    greatest = max((math.hypot(*force) for *_, force in thrusts), default=0.0)
    unit, dot = LONGEST * picture.side / greatest if greatest else 0.0, DOT * picture.side
    patches = [*picture.patches]
    for block in scene.blocks:
        patches += [Patch((line,), None, THRUST, 2.0) for line in _thrust_lines(block, thrusts)]
    for *_, at, force in forces:
        x, y = force.x * unit / 2, force.y * unit / 2
        line = Vec(at.x - x, at.y - y), Vec(at.x + x, at.y + y)
        patches.append(Patch((line,), None, FORCE, 1.2))
    patches += [Patch((_square(at, dot),), THRUST, None) for *_, at, _ in thrusts]
    for block in scene.blocks:
        motion = motions.get(block.id)
        if motion is not None:
            rings = _moved(block, motion, FARTHEST * picture.side)
            patches += [Patch((ring,), None, MOTION, 1.5) for ring in rings]
    return picture._replace(patches=tuple(patches))


def _square(at: Vec, half: float) -> tuple[Vec, ...]:
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return tuple(Vec(at.x + x * half, at.y + y * half) for x, y in signs)


def _thrust_lines(block: Block, thrusts: Forces) -> Iterator[tuple[Vec, Vec]]:
    """Yield the lines from the points that load a block to those that carry it."""
    upward = {True: list[Vec](), False: list[Vec]()}
    for a, b, at, force in thrusts:
        if block.id in (a, b) and force.y:
            upward[(force.y > 0) == (a == block.id)].append(at)
    loads = upward[False] or [Vec(block.pose.x, block.pose.y)]
    yield from ((load, carrier) for load in loads for carrier in upward[True])


def _moved(
    block: Block, motion: tuple[float, float, float], unit: float
) -> Iterator[tuple[Vec, ...]]:
    """Yield the closed outlines of a block after its motion."""
    moved = Pose(*(value + unit * by for value, by in zip(block.pose, motion, strict=True)))
    for ring in outlines(block, moved):
        yield (*ring, ring[0])
