"""The sounds of a simulated table: impacts and rolling blocks, with impulse and position.

The world is only read, after its steps, so the simulation is unchanged.
"""

import math
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from towersim.geometry.shapes import Circle, area
from towersim.physics.world import World

FAINT: Final = 2e-5
"""The minimum audible impulse in newton seconds, that of a cube settling at 1 mm/s."""
ROLLING: Final = 0.5
"""The minimum speed of a disc in contact, in rad/s, that is heard as rolling."""


class Impact(NamedTuple):
    """An impact of two blocks, or of a block and the table, or one rolling on the other."""

    size: float
    """The size of the smaller block, in metres: the side of a square of equal area."""
    impulse: float
    """The impulse in newton seconds; for rolling, the momentum of the disc."""
    x: float
    """x of the contact, in metres."""
    on_table: bool
    rolls: bool = False
    y: float = 0.0
    """y of the contact, in metres."""
    is_slowed: bool = False
    """Whether it is shown in slow motion, with its sound stretched."""


class ImpactReader:
    """Detects impacts by comparing a world with its state at the last call."""

    def __init__(self) -> None:
        self._world: World | None = None
        self._pairs: frozenset[tuple[int, int]] = frozenset()
        self._velocities = np.zeros((0, 3))
        self._discs: frozenset[int] = frozenset()

    def read(self, world: World | None) -> tuple[Impact, ...]:
        """Return the impacts since the last call; none for a new world or None.

        The impulse is that of a perfectly inelastic collision: closing speed times reduced mass.
        """
        if world is None:
            self._world = None
            return ()
        contacts = world.contacts()
        pairs = list(zip(contacts["a"].tolist(), contacts["b"].tolist(), strict=True))
        heard = []
        if world is self._world:
            for pair, row in zip(pairs, contacts, strict=True):
                if pair not in self._pairs:
                    heard.append(_blow(world, row, self._velocities))
                elif not self._discs.isdisjoint(pair):
                    heard.append(_roll(world, row))
        else:
            shapes = enumerate(block.shape for block in world.blocks)
            self._discs = frozenset(i for i, shape in shapes if isinstance(shape, Circle))
        self._world, self._pairs, self._velocities = world, frozenset(pairs), world.velocities
        return tuple(impact for impact in heard if impact.impulse >= FAINT)


def _blow(world: World, row: np.void, before: npt.NDArray[np.float64]) -> Impact:
    """Return the impact of a new contact; its impulse is 0 if the two separate."""
    at, normal = row["at"][0], row["normal"]
    lightness, closing = 0.0, 0.0
    for index, sign in ((int(row["a"]), 1.0), (int(row["b"]), -1.0)):
        if index < 0 or world.blocks[index].fixed:
            continue
        lightness += 1 / world.blocks[index].mass
        vx, vy, spin = before[index].tolist()
        x, y, _ = world.pose(index)
        point = vx - spin * (at[1] - y), vy + spin * (at[0] - x)
        closing += sign * float(point[0] * normal[0] + point[1] * normal[1])
    impulse = max(closing, 0.0) / lightness
    x, y = at.tolist()
    return Impact(_size(world, row), impulse, x, bool(row["a"] < 0), y=y)


def _roll(world: World, row: np.void) -> Impact:
    """Return the rolling of a disc on an old contact; its impulse is 0 if nothing rolls."""
    momentum = 0.0
    for index in (int(row["a"]), int(row["b"])):
        if index >= 0 and isinstance(shape := world.blocks[index].shape, Circle):
            spin = abs(float(world.velocities[index, 2]))
            rolls = spin if spin >= ROLLING else 0.0
            momentum = max(momentum, world.blocks[index].mass * rolls * shape.radius)
    x = float(row["at"][0][0])
    return Impact(_size(world, row), momentum, x, bool(row["a"] < 0), rolls=True)


def _size(world: World, row: np.void) -> float:
    blocks = [world.blocks[int(row[side])] for side in ("a", "b") if row[side] >= 0]
    return math.sqrt(min(area(block.shape) for block in blocks))
