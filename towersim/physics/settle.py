"""Detection of rest, the verdict on a scene, and the blocks that fell.

Rest is detected by motion, not by the engine's sleep, which freezes toppling towers in mid-air.
Falls are detected by contact, in the order of first contact. `verdict` alone decides whether a
scene stands; `falls_of_towers` lists the blocks that fell in a game.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from towersim.common.units import BlockId, Pose, TowerId
from towersim.geometry.shapes import Circle, Shape, bounding_radius, corners, extent
from towersim.physics.world import Array, World
from towersim.scene.scene import Block

MOVED = 0.05
"""A block has moved if a corner of it is displaced by more than this share of its diameter.

In 500 towers of the benchmark, those that stand move by at most 0.0002, others by at least 0.39."""
SUNK = 0.25
"""A block has come down if its centre of mass sank by more than this share of its height. A plank
that slides down a post until it lies flat sinks by less than half."""
_UPHILL = 0.1
"""Least vertical component of the unit normal of a contact that carries the upper block."""
Carriers = Mapping[int, set[int]]
"""The indices of the supports of each block by index; -1 is the table."""
_STAYED = 0.005
"""A block that has moved less than this, in metres, did not come over to another tower."""


class Verdict(StrEnum):
    """The answer to "does it stand"."""

    STOOD = "stood"
    SHIFTED = "shifted"
    """Blocks have moved, and none of them has come down."""
    FELL = "fell"
    """A block has come down: onto the table, off it, onto another block, or lower in place."""


class Cause(StrEnum):
    """Why a block counts as fallen."""

    TABLE = "table"
    """It touched the table."""
    OFF_TABLE = "off-table"
    """It went over the table's edge."""
    ON_OTHER_TOWER = "on-other-tower"
    """It came to rest on another tower, or leaning on one."""
    ON_OTHER_BLOCK = "on-other-block"
    """It moved, and a block carries it now that did not when the scene was built."""
    LOWER = "lower"
    """It ended lower than it began."""
    OUT_OF_PLACE = "out-of-place"
    """A foundation that was pushed out of its seat's part of the table."""


class Fall(NamedTuple):
    """A fallen block, the tick in which its fall became certain, and the cause."""

    block: BlockId
    tick: int
    why: Cause


class Towers(msgspec.Struct, frozen=True):
    """The data of a game that decide which of the blocks in a world have fallen."""

    homes: Mapping[BlockId, TowerId]
    bases: Collection[BlockId]
    """The blocks that may be on the table."""
    placed: BlockId
    """The block that was placed in this move."""
    spared_until: int = 0
    """Tick until which the hand held `placed`; until then a touch of the table counts only if the
    block lies on it in the end."""
    held_elsewhere: bool = True
    """Whether a block that comes to rest on another tower, or leaning on one, has fallen."""


class RestWatch:
    """A detector of rest, updated once a tick."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._quiet = 0
        self._since = world.ticks
        p = world.profile
        self._hold, self._cap = p.ticks(p.rest_hold), p.ticks(p.rest_cap)
        self._reach = np.array([bounding_radius(b.shape) for b in world.blocks])

    def update(self) -> None:
        """Read the speeds of the world; call it after every tick."""
        self._quiet = self._quiet + 1 if self._is_quiet() else 0

    @property
    def rest(self) -> bool:
        """Whether all blocks have been quiet for the profile's `rest_hold`."""
        return self._quiet >= self._hold

    @property
    def done(self) -> bool:
        """Whether the world is at rest, or `rest_cap` has passed."""
        return self.rest or self.world.ticks - self._since >= self._cap

    def _is_quiet(self) -> bool:
        world = self.world
        speeds = world.velocities
        fastest = np.hypot(speeds[:, 0], speeds[:, 1]) + np.abs(speeds[:, 2]) * self._reach
        if world.departed:
            fastest[[b.id in world.departed for b in world.blocks]] = 0.0
        return bool(np.maximum.reduce(fastest, initial=0.0) <= world.profile.rest_speed)


def settle(
    world: World, seconds: float | None = None, on_tick: Callable[[World], None] = lambda _: None
) -> RestWatch:
    """Simulate for `seconds`, by default until the watch is done (rest or `rest_cap`).

    `on_tick` is called with the world after each tick.
    """
    watch = RestWatch(world)
    end = None if seconds is None else world.ticks + world.profile.ticks(seconds)
    while (not watch.done) if end is None else world.ticks < end:
        world.tick()
        watch.update()
        on_tick(world)
    return watch


def verdict(world: World) -> Verdict:
    """Return whether a scene stood, shifted or fell, judged by its present state."""
    if falls_of_scene(world):
        return Verdict.FELL
    return Verdict.SHIFTED if moved_blocks(world) else Verdict.STOOD


def moved_blocks(world: World) -> tuple[BlockId, ...]:
    """Return the blocks displaced by more than `MOVED`, in building order."""
    shares = displacements(world.blocks, world.starts, world.poses)
    return tuple(block.id for block, far in zip(world.blocks, shares, strict=True) if far > MOVED)


def displacements(blocks: Sequence[Block], starts: Array, ends: Array) -> Array:
    """Return for each block the greatest displacement of a corner, as a share of its diameter.

    `starts` and `ends` are n x 3: metres and radians. Diameter: twice the distance from the centre
    of mass to the farthest corner. A disc has no corners: its centre counts, and turning does not.
    """
    far = [
        _displacement(block.shape, start, end)
        for block, start, end in zip(blocks, starts, ends, strict=True)
    ]
    return np.array(far, dtype=np.float64)


def _displacement(shape: Shape, start: Array, end: Array) -> float:
    points = np.zeros((1, 2)) if isinstance(shape, Circle) else np.array(corners(shape))
    moves = _at(points, end) - _at(points, start)
    return float(np.hypot(*moves.T).max()) / (2 * bounding_radius(shape))


def _at(points: Array, pose: Array) -> Array:
    """Return points (n x 2, metres), given relative to the centre of mass, in a pose."""
    c, s = np.cos(pose[2]), np.sin(pose[2])
    turned: Array = points @ np.array([[c, s], [-s, c]])
    return turned + pose[:2]


def falls_of_scene(world: World) -> tuple[Fall, ...]:
    """Return the blocks of a scene without rules that came down, by tick.

    They touched the table, left it, ended lower (`SUNK`), or moved (`MOVED`) and are now carried by
    a block that did not carry them at first, though another did.
    """
    before, now = carriers(_contacts(world.first_contacts)), carriers(_contacts(world.contacts()))
    down = came_down(world.blocks, (world.starts, world.poses), before, now)
    falls = [Fall(world.blocks[i].id, world.ticks, reason) for i, reason in down]
    return _in_order(world, certain_falls(world) + falls)


def came_down(
    blocks: Sequence[Block], poses: tuple[Array, Array], before: Carriers, now: Carriers
) -> Iterator[tuple[int, Cause]]:
    """Yield the index of each block that came down between two states of a scene, and the cause.

    `poses` are those of both states, each n x 3: metres and radians.
    """
    starts, ends = poses
    shares = displacements(blocks, starts, ends)
    for i, block in enumerate(blocks):
        low, high = extent(block.shape, Pose(*starts[i].tolist()))
        if starts[i][1] - ends[i][1] > SUNK * (high.y - low.y):
            yield i, Cause.LOWER
        elif shares[i] > MOVED and before.get(i) and now.get(i, set()) - before[i]:
            yield i, Cause.ON_OTHER_BLOCK


def certain_falls(world: World) -> list[Fall]:
    """Return the falls that no later tick can undo: blocks that touched the table or left it."""
    falls = [
        Fall(block, touch.tick, Cause.TABLE)
        for block, touch in world.first_touch.items()
        if block not in world.grounded
    ]
    return falls + [Fall(block, tick, Cause.OFF_TABLE) for block, tick in world.departed.items()]


def _contacts(rows: npt.NDArray[np.void]) -> Iterator[tuple[int, int, float]]:
    return ((int(row["a"]), int(row["b"]), float(row["normal"][1])) for row in rows)


def carriers(contacts: Iterable[tuple[int, int, float]]) -> dict[int, set[int]]:
    """Return for the index of each block the indices of its supports; -1 is the table.

    A contact is the indices of two blocks and the vertical component of the normal that points
    from the first to the second.
    """
    supports: dict[int, set[int]] = {}
    for a, b, uphill in contacts:
        if abs(uphill) >= _UPHILL:
            lower, upper = (a, b) if uphill > 0 else (b, a)
            supports.setdefault(upper, set()).add(lower)
    return supports


def falls_of_towers(world: World, towers: Towers) -> tuple[Fall, ...]:
    """Return the falls in a game, by tick: onto the table, off it, or onto another tower.

    A touch of the table by the block `placed`, up to tick `spared_until`, counts only if the block
    still lies there.
    """
    contacts, placed, spared = world.contacts(), towers.placed, towers.spared_until
    lying = {world.blocks[row["b"]].id for row in contacts if row["a"] < 0}
    falls = [Fall(block, tick, Cause.OFF_TABLE) for block, tick in world.departed.items()]
    for block, (tick, _step) in world.first_touch.items():
        if block not in towers.bases and (block != placed or tick > spared or block in lying):
            falls.append(Fall(block, max(tick, spared) if block == placed else tick, Cause.TABLE))
    held = _held_elsewhere(world, contacts, towers.homes) if towers.held_elsewhere else []
    falls.extend(Fall(block, world.ticks, Cause.ON_OTHER_TOWER) for block in held)
    return _in_order(world, falls)


def _held_elsewhere(
    world: World, contacts: npt.NDArray[np.void], homes: Mapping[BlockId, TowerId]
) -> list[BlockId]:
    """Return the blocks that moved so as to lie on a block of another tower or lean on one."""
    guests = []
    moved = np.hypot(*(world.poses - world.starts)[:, :2].T)
    for row in contacts:
        a, b = int(row["a"]), int(row["b"])
        if a < 0 or homes.get(world.blocks[a].id) == homes.get(world.blocks[b].id):
            continue
        uphill = float(row["normal"][1])
        upper = b if uphill > 0 else a
        # A block wedged under an overhang touches it from below but is still the one that moved.
        if abs(uphill) < _UPHILL or moved[upper] < _STAYED:
            guest = a if moved[a] > moved[b] else b
        else:
            guest = upper
        guests.append(world.blocks[guest].id)
    return guests


def _in_order(world: World, falls: list[Fall]) -> tuple[Fall, ...]:
    """Return the first fall of each block, by tick, then by engine step, then by building order."""
    place = {block.id: index for index, block in enumerate(world.blocks)}
    steps = {name: touch.step for name, touch in world.first_touch.items()}

    def key(fall: Fall) -> tuple[int, float, int]:
        step = steps[fall.block] if fall.why is Cause.TABLE else float("inf")
        return fall.tick, step, place[fall.block]

    first: dict[BlockId, Fall] = {}
    for fall in sorted(falls, key=key):
        first.setdefault(fall.block, fall)
    return tuple(first.values())
