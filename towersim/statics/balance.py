"""The balance of every block as linear rows: contact forces on the left, loads on the right.

In two dimensions the friction cone has two edges: whatever a contact may carry is a sum of pushes
along them, and that each push is ≥ 0 is all there is to say. So a contact point has two columns
(one if nothing rubs), and a free block has three rows: forces along x and y, and the moment about
its centre of mass. Rows are in units of the block's weight, and of its weight times its reach.
"""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from towersim.physics.touching import TABLE, Joint
from towersim.scene import Block, Circle, Scene, corners
from towersim.statics.program import Floats, Sparse
from towersim.units import Vec

GRAVITY = 9.81
"""Downwards, in m/s²."""


class Push(NamedTuple):
    """One column: what the second block of a joint does to the first, along an edge of the cone."""

    joint: int
    at: Vec
    along: Vec


class Balance(NamedTuple):
    """The rows of a scene; `free` are the indices of the blocks that have rows, in their order."""

    free: tuple[int, ...]
    pushes: tuple[Push, ...]
    matrix: Sparse
    """What a push of one unit of `newtons` adds to each row."""
    newtons: Floats
    """The unit of each push, in newtons."""
    weights: Floats
    """Weights of the free blocks, in newtons."""
    reaches: Floats
    """How far the free blocks reach from their centres of mass, in metres."""

    def load(self, x: float, y: float) -> Floats:
        """Return rows of a load on every block: multiples of its weight along x and y."""
        return np.tile([x, y, 0.0], len(self.free))


def balance(scene: Scene, joints: Sequence[Joint]) -> Balance:
    """Return the rows of a scene whose blocks touch at these joints."""
    free = tuple(i for i, block in enumerate(scene.blocks) if not block.fixed)
    place = {i: place for place, i in enumerate(free)}
    weights = np.array([scene.blocks[i].mass * GRAVITY for i in free])
    reaches = np.array([reach(scene.blocks[i]) for i in free])
    pushes = tuple(
        Push(number, at, along)
        for number, joint in enumerate(joints)
        for along in _cone(joint.normal, _friction(scene, joint))
        for at in joint.points
    )
    units = [min(weights[place[i]] for i in joint[:2] if i in place) for joint in joints]
    newtons = np.array([units[push.joint] for push in pushes], dtype=np.float64)
    entries = list(_entries(scene, joints, pushes, place))
    rows = np.array([row for row, _, _ in entries], dtype=np.int64)
    columns = np.array([column for _, column, _ in entries], dtype=np.int64)
    values = np.array([value for _, _, value in entries], dtype=np.float64)
    units_of_rows = np.outer(weights, (1.0, 1.0, 0.0)) + np.outer(weights * reaches, (0, 0, 1))
    values *= newtons[columns] / units_of_rows.ravel()[rows]
    matrix = Sparse(rows, columns, values, (3 * len(free), len(pushes)))
    return Balance(free, pushes, matrix, newtons, weights, reaches)


def _entries(
    scene: Scene, joints: Sequence[Joint], pushes: Sequence[Push], place: dict[int, int]
) -> Iterator[tuple[int, int, float]]:
    """Yield row, column and what a newton of the push adds there: newtons, newton metres."""
    for column, push in enumerate(pushes):
        joint = joints[push.joint]
        for i, sign in ((joint.a, 1.0), (joint.b, -1.0)):
            if i in place:
                pose, row = scene.blocks[i].pose, 3 * place[i]
                x, y = sign * push.along.x, sign * push.along.y
                yield row, column, x
                yield row + 1, column, y
                yield row + 2, column, (push.at.x - pose.x) * y - (push.at.y - pose.y) * x


def _cone(normal: Vec, friction: float) -> Iterator[Vec]:
    """Yield the edges of the friction cone, their part along the normal 1."""
    yield Vec(normal.x - friction * normal.y, normal.y + friction * normal.x)
    if friction > 0:
        yield Vec(normal.x + friction * normal.y, normal.y - friction * normal.x)


def _friction(scene: Scene, joint: Joint) -> float:
    """Return the coefficient of a pair: the geometric mean of its two."""
    a = scene.blocks[joint.a].material.friction
    b = scene.table.friction if joint.b == TABLE else scene.blocks[joint.b].material.friction
    return math.sqrt(a * b)


def reach(block: Block) -> float:
    """Return the greatest distance of a point of the block from its centre, in metres."""
    if isinstance(block.shape, Circle):
        return block.shape.radius
    return max(math.hypot(*p) for p in corners(block.shape))
