"""Predict where a released block comes to lie, and the statics then, without a simulation.

The block drops vertically onto the blocks below and turns to the nearest minimum of the height of
its centre of mass, without friction and without moving other blocks. Takes milliseconds.
"""

import math
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

import numpy as np
from msgspec.structs import replace

from towersim.common.units import Pose
from towersim.geometry.shapes import Box, Circle, bounding_radius
from towersim.geometry.skyline import Row, outline, rises
from towersim.geometry.touching import SETTLED
from towersim.scene.scene import Block, Scene
from towersim.statics.analysis import Analysis, parted_first, solved, structure_of

SUNK: Final = 0.001
"""Greatest overlap in metres with a block that still counts as below."""
THICK: Final = 1.0
"""Thickness of the table, in metres."""
STEP: Final = math.radians(1.0)
TURN: Final = 20
"""Number of `STEP`s in one direction after which the block counts as tipped over."""
FINE: Final = 1e-3
"""Accuracy of the angle, in radians; sides within it of parallel count as parallel."""
GOLDEN: Final = (math.sqrt(5) - 1) / 2


def if_let_go(scene: Scene, held: Block) -> Analysis | None:
    """Return the statics with a held block, the last one, landed; None if nothing is below it.

    The weakest block is the one that separates first, also if the scene falls.
    """
    lying = landed(scene, held)
    if lying is None:
        return None
    structure = structure_of(replace(scene, blocks=(*scene.blocks, lying)), SETTLED)
    return parted_first(structure, solved(structure))


def landed(scene: Scene, held: Block) -> Block | None:
    """Return a held block in the pose in which it comes to lie; None if nothing is below it.

    A block that tips over keeps its angle and touches at one point.

    >>> scene = Scene.boxes([[0.1, 0.2, 0.05, 0.06, 0.02]])
    >>> lying = landed(replace(scene, blocks=()), scene.blocks[0]).pose
    >>> round(lying.y, 4), round(abs(lying.angle), 4)
    (0.01, 0.0)
    """
    below = _below(scene, held)
    if not below:
        return None
    x, _, angle = held.pose

    @cache
    def height(turned: float) -> float:
        """Return the height of the centre of mass after a drop at this angle, in metres."""
        over = outline(held.shape, Pose(x, 0.0, turned))
        rise = max(_rise(row, over) for row in below)
        return rise if math.isfinite(rise) else 0.0

    reach = height(angle) - bounding_radius(held.shape) - SUNK
    below = [row for row in below if row[:, 1].max() >= reach]
    lying = angle
    if not isinstance(held.shape, Circle):
        lying = _flush(_lowest(height, angle), held, below)
    return replace(held, pose=Pose(x, height(lying), lying))


def _below(scene: Scene, held: Block) -> list[Row]:
    """Return the outlines below the block, with the table's."""
    over, board = outline(held.shape, held.pose), Box(scene.table.width, THICK)
    rows = [outline(board, Pose(0.0, -THICK / 2, 0.0))]
    for block in scene.blocks:
        most = bounding_radius(held.shape) + bounding_radius(block.shape)
        if abs(block.pose.x - held.pose.x) <= most:
            rows.append(outline(block.shape, block.pose))
    return [row for row in rows if -math.inf < _rise(row, over) <= SUNK]


def _rise(under: Row, over: Row) -> float:
    """Return the rise that an outline needs to clear another one, in metres; -inf beside it."""
    return float(rises(under, over)[0].max(initial=-math.inf))


def _lowest(height: Callable[[float], float], start: float) -> float:
    """Return the nearest minimum of `height` downhill from `start`; `start` if there is none."""
    here = height(start)
    step = STEP if height(start + STEP) < here else -STEP
    low = start
    for _ in range(TURN):
        there = height(low + step)
        if there >= here:
            return _golden(height, low - step, low + step)
        low, here = low + step, there
    return start


def _flush(angle: float, held: Block, below: Sequence[Row]) -> float:
    """Return the angle, corrected so that a side is parallel to one below if it nearly is."""
    own = _slopes(outline(held.shape, Pose(0.0, 0.0, 0.0)))
    others = np.concatenate([_slopes(row) for row in below])
    off = (others[:, None] - own[None, :] - angle + math.pi / 2) % math.pi - math.pi / 2
    nearest = float(off.flat[np.abs(off).argmin()])
    return angle + nearest if abs(nearest) <= FINE else angle


def _slopes(row: Row) -> Row:
    """Return the directions of the sides of an outline, in radians."""
    sides = np.roll(row, -1, axis=0) - row
    slopes: Row = np.arctan2(sides[:, 1], sides[:, 0])
    return slopes


def _golden(height: Callable[[float], float], low: float, high: float) -> float:
    """Return the angle of least height between two (Kiefer, Sequential minimax search, 1953)."""
    a, b = min(low, high), max(low, high)
    p, q = b - GOLDEN * (b - a), a + GOLDEN * (b - a)
    at_p, at_q = height(p), height(q)
    while b - a > FINE:
        if at_p <= at_q:
            b, q, at_q = q, p, at_p
            p = b - GOLDEN * (b - a)
            at_p = height(p)
        else:
            a, p, at_p = p, q, at_q
            q = a + GOLDEN * (b - a)
            at_q = height(q)
    return (a + b) / 2
