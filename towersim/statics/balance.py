"""The balance of every block as linear rows: contact forces on the left, loads on the right.

Two blocks press and rub on each other at points. A free block has three rows: forces along x and y,
and the moment about its centre of mass, in units of its weight, and of its weight times its
greatest radius. A contact point has one column for a force along its normal, and one across it.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from towersim.contacts import TABLE, Joint
from towersim.geometry.shapes import bounding_radius, gyration_radius
from towersim.scene import Scene
from towersim.statics.linear_program import Columns, Floats, Indices

Bools = npt.NDArray[np.bool_]

GRAVITY = 9.81
"""Downwards, in m/s²."""


class Balance(NamedTuple):
    """The rows of a scene of n free blocks with k contact points.

    `rows` are for each point the three rows of its first block and those of its second, -1 for a
    block that is fixed; `normal` and `across` are the loads there of a force of one unit along the
    normal, and of one a quarter turn counter-clockwise from it: k × 2 × 3 each.
    """

    free: tuple[int, ...]
    """The indices of the free blocks, in the order of their rows."""
    weights: Floats
    """Weights of the free blocks, in newtons: n."""
    radii: Floats
    """Greatest distances of points of the free blocks from their centres of mass, in metres: n."""
    gyration: Floats
    """Radii of gyration of the free blocks, in metres: n."""
    joints: Indices
    """The joint of each point: k."""
    points: Floats
    """The place of each point in metres: k × 2."""
    normals: Floats
    """The unit vector out of the second block into the first: k × 2."""
    friction: Floats
    """The friction coefficient at each point: k."""
    units: Floats
    """The unit of force at each point, in newtons: k."""
    rows: Indices
    normal: Floats
    across: Floats

    @property
    def size(self) -> int:
        """The number of rows."""
        return 3 * len(self.free)

    def load(self, x: float, y: float) -> Floats:
        """Return rows of a load on every block: multiples of its weight along x and y."""
        return np.tile([x, y, 0.0], len(self.free))

    def columns(
        self, along: float | Floats, across: float | Floats, only: Bools | slice = slice(None)
    ) -> Columns:
        """Return one column for each point, or for some: forces along and across its normal."""
        along, across = (np.reshape(factor, (-1, 1, 1)) for factor in (along, across))
        values = (along * self.normal + across * self.across)[only]
        rows = self.rows[only]
        there = rows >= 0
        counts = there.sum(axis=(1, 2))
        return Columns(counts.cumsum() - counts, rows[there], values[there])

    def vectors(self, pressure: Floats, rubbing: Floats) -> Floats:
        """Return forces along and across the normals as vectors, k × 2."""
        quarter = np.column_stack([-self.normals[:, 1], self.normals[:, 0]])
        vectors: Floats = pressure[:, None] * self.normals + rubbing[:, None] * quarter
        return vectors


def balance(scene: Scene, joints: Sequence[Joint]) -> Balance:
    """Return the rows of a scene whose blocks touch at these joints."""
    free = tuple(i for i, block in enumerate(scene.blocks) if not block.fixed)
    weights = np.array([scene.blocks[i].mass * GRAVITY for i in free])
    radii = np.array([bounding_radius(scene.blocks[i].shape) for i in free])
    numbers = np.repeat(np.arange(len(joints)), [len(joint.points) for joint in joints])
    points = np.array([p for joint in joints for p in joint.points]).reshape(-1, 2)
    normals = np.array([joint.normal for joint in joints]).reshape(-1, 2)[numbers]
    # The table comes after all blocks, and is fixed: -1 is where both it and its values are found.
    pairs = np.array([joint[:2] for joint in joints], np.int64).reshape(-1, 2)[numbers]
    frictions = np.array([*(b.material.friction for b in scene.blocks), scene.table.friction])
    centres = np.array([*((b.pose.x, b.pose.y) for b in scene.blocks), (0.0, 0.0)])
    place = np.full(len(scene.blocks) + 1, TABLE)
    place[list(free)] = np.arange(len(free))
    sides = place[pairs]
    units = np.append(weights, np.inf)[sides].min(axis=1)
    scales = np.append(weights, np.inf)[sides] / units[:, None]
    arms = (points[:, None] - centres[pairs]) / np.append(radii, 1.0)[sides, None]
    across = np.column_stack([-normals[:, 1], normals[:, 0]])
    return Balance(
        free=free,
        weights=weights,
        radii=radii,
        gyration=np.array([gyration_radius(scene.blocks[i].shape) for i in free]),
        joints=numbers,
        points=points,
        normals=normals,
        friction=np.sqrt(frictions[pairs].prod(axis=1)),
        units=units,
        rows=np.where(sides[..., None] < 0, -1, 3 * sides[..., None] + np.arange(3)),
        normal=_rows(normals, arms) / scales[:, :, None],
        across=_rows(across, arms) / scales[:, :, None],
    )


def _rows(directions: Floats, arms: Floats) -> Floats:
    """Return what forces along these directions add to the rows of both blocks: k × 2 × 3."""
    moments = arms[..., 0] * directions[:, None, 1] - arms[..., 1] * directions[:, None, 0]
    forces = np.broadcast_to(directions[:, None], arms.shape)
    return np.concatenate([forces, moments[..., None]], axis=2) * [[[1.0], [-1.0]]]
