"""Equilibrium equations of every block: contact forces on the left, loads on the right.

Contact forces act at points. A free block has three rows: the forces along x and y in units of its
weight, and the moment about its centre of mass in units of its weight times its greatest radius.
A contact point has two columns: the force along its normal and the one across it.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from towersim.common.errors import SceneFault
from towersim.geometry.shapes import bounding_radius, gyration_radius
from towersim.scene.contacts import TABLE, Joint
from towersim.scene.scene import Scene
from towersim.statics.linear_program import Columns, Floats, Indices

Bools = npt.NDArray[np.bool_]

GRAVITY = 9.81
"""Gravity in m/s², downwards."""
MOST_FRICTION = 1e6
"""Greatest coefficient of friction in equilibrium: with more, the solver would lose the unit part
of a cone's edges."""
MOST_CARRIED = 1e10
"""Greatest weight of a scene in units of its lightest block's; up to here margins are exact."""


class Balance(NamedTuple):
    """The equilibrium equations of a scene of n free blocks with k contact points.

    `rows` holds for each point the indices of the three rows of its first block and of its second,
    -1 for a fixed block. `normal` and `across` hold the coefficients there of a unit force along
    the normal, and of one turned a quarter turn counter-clockwise: k × 2 × 3 each.
    """

    free: tuple[int, ...]
    """The indices of the free blocks, in the order of their rows."""
    weights: Floats
    """Weights of the free blocks, in newtons: n."""
    radii: Floats
    """Bounding radii of the free blocks about their centres of mass, in metres: n."""
    gyration: Floats
    """Radii of gyration of the free blocks, in metres: n."""
    joints: Indices
    """The joint of each point: k."""
    points: Floats
    """Position of each point, in metres: k × 2."""
    normals: Floats
    """Unit normal at each point, from the second block to the first: k × 2."""
    friction: Floats
    """Friction coefficient at each point: k."""
    units: Floats
    """Unit of force at each point, in newtons: k."""
    rows: Indices
    normal: Floats
    across: Floats

    @property
    def size(self) -> int:
        """Number of rows."""
        return 3 * len(self.free)

    @property
    def row_units(self) -> Floats:
        """The units of the rows: newtons, newtons and newton metres, n × 3."""
        return np.column_stack([self.weights, self.weights, self.weights * self.radii])

    @property
    def load(self) -> Floats:
        """The right-hand side: each block's weight, in units of it."""
        return np.tile([0.0, 1.0, 0.0], len(self.free))

    def columns(
        self, along: float | Floats, across: float | Floats, only: Bools | slice = slice(None)
    ) -> Columns:
        """Return one column for each point (in `only`): a force along and across its normal."""
        along, across = (np.reshape(factor, (-1, 1, 1)) for factor in (along, across))
        values = (along * self.normal + across * self.across)[only]
        rows = self.rows[only]
        there = rows >= 0
        counts = there.sum(axis=(1, 2))
        return Columns(counts.cumsum() - counts, rows[there], values[there])

    def apart(self, motion: Floats) -> Floats:
        """Return how far a motion parts the two blocks at each point, along and across the normal.

        `motion` is that of each free block in metres and radians, n × 3; the result in metres,
        k × 2. These are the ways on which a force there does its work.
        """
        moves = np.append(self.row_units * motion, 0.0)[self.rows]
        work = [(force * moves).sum(axis=(1, 2)) for force in (self.normal, self.across)]
        apart: Floats = np.column_stack(work) / self.units[:, None]
        return apart

    def parts(self) -> "list[Balance]":
        """Return the equations of each group of free blocks that touch, some through others."""
        group, sides = np.arange(len(self.free)), self.rows[:, :, 0] // 3
        links = sides[(sides >= 0).all(axis=1)]
        while (np.diff(group[links]) != 0).any():
            least = group[links].min(axis=1)
            for side in links.T:
                np.minimum.at(group, side, least)
            group = group[group]
        return [self._only(group == n, group[sides.max(axis=1)] == n) for n in np.unique(group)]

    def _only(self, blocks: Bools, points: Bools) -> "Balance":
        """Return the equations of some free blocks, which touch no others, and their points."""
        place, rows = 3 * (np.cumsum(blocks) - 1), self.rows[points]
        return self._replace(
            free=tuple(np.array(self.free)[blocks].tolist()),
            weights=self.weights[blocks],
            radii=self.radii[blocks],
            gyration=self.gyration[blocks],
            joints=self.joints[points],
            points=self.points[points],
            normals=self.normals[points],
            friction=self.friction[points],
            units=self.units[points],
            rows=np.where(rows < 0, rows, place[rows // 3] + rows % 3),
            normal=self.normal[points],
            across=self.across[points],
        )

    def edges(self, unit: float | Floats) -> Columns:
        """Return the columns of forces along one edge of each friction cone, then of the other."""
        one, other = (self.columns(unit, sign * unit * self.friction) for sign in (1.0, -1.0))
        return one.beside(other)

    def forces(self, parts: Floats) -> Floats:
        """Return the vectors of forces given along both `edges` of each cone: k × 2."""
        one, other = parts.reshape(2, -1)
        rubbing = self.friction * (one - other)
        quarter = np.column_stack([-self.normals[:, 1], self.normals[:, 0]])
        forces: Floats = (one + other)[:, None] * self.normals + rubbing[:, None] * quarter
        return forces


def balance(scene: Scene, joints: Sequence[Joint]) -> Balance:
    """Return the equilibrium equations of a scene whose blocks touch at `joints`.

    SceneFault for a block so light that double precision does not suffice.
    """
    free = tuple(i for i, block in enumerate(scene.blocks) if not block.fixed)
    weights = np.array([scene.blocks[i].mass * GRAVITY for i in free])
    if free and weights.sum() > MOST_CARRIED * weights.min():
        index, ratio = free[int(weights.argmin())], weights.sum() / weights.min()
        reason = f"all blocks weigh {ratio:.2g} times as much, and statics is exact up to 1e10"
        raise SceneFault("scene", f"$.blocks[{index}]", reason)
    radii = np.array([bounding_radius(scene.blocks[i].shape) for i in free])
    numbers = np.repeat(np.arange(len(joints)), [len(joint.points) for joint in joints])
    points = np.array([p for joint in joints for p in joint.points]).reshape(-1, 2)
    normals = np.array([joint.normal for joint in joints]).reshape(-1, 2)[numbers]
    # The table comes after all blocks and is fixed, so index -1 finds it and its values.
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
        friction=np.minimum(np.sqrt(frictions[pairs].prod(axis=1)), MOST_FRICTION),
        units=units,
        rows=np.where(sides[..., None] < 0, -1, 3 * sides[..., None] + np.arange(3)),
        normal=_rows(normals, arms) / scales[:, :, None],
        across=_rows(across, arms) / scales[:, :, None],
    )


def _rows(directions: Floats, arms: Floats) -> Floats:
    """Return the coefficients of unit forces in the rows of both blocks: k × 2 × 3."""
    moments = arms[..., 0] * directions[:, None, 1] - arms[..., 1] * directions[:, None, 0]
    forces = np.broadcast_to(directions[:, None], arms.shape)
    return np.concatenate([forces, moments[..., None]], axis=2) * [[[1.0], [-1.0]]]
