"""When the table has come to rest, and what fell until then.

Rest is judged by motion, never by the engine's sleep, which freezes toppling towers in mid-air.
What fell is judged by contact, in the order of first contact.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from towersim.physics.world import World
from towersim.scene import Circle, Shape, corners, extent
from towersim.units import BlockId, Pose, TowerId

TABLE, LEFT, HELD, LOWER = "table", "left", "held", "lower"
"""Why a block fell: it touched the table, left it, rests on another tower, or ended lower."""

_UPHILL = 0.1
"""From this sine of its normal on, a contact carries the upper block; below, it is a side touch."""
_STAYED = 0.005
"""What has moved less than this, in metres, did not come over to another tower."""


class Fall(NamedTuple):
    """One fallen block, the tick in which that was certain, and why."""

    block: BlockId
    tick: int
    why: str


class Verdict(msgspec.Struct, frozen=True):
    """Gravity's word: whether all came to rest, in which tick of the world, what fell, in order."""

    rest: bool
    ticks: int
    fell: tuple[Fall, ...]


class RestWatch:
    """Watches a world, tick by tick, for rest."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._quiet = 0
        self._since = world.ticks
        p = world.profile
        self._hold, self._cap = p.ticks(p.rest_hold), p.ticks(p.rest_cap)
        self._reach = np.array([_reach(b.shape) for b in world.blocks])

    def update(self) -> None:
        """Look at the world once more; call it after every tick."""
        self._quiet = self._quiet + 1 if self._is_quiet() else 0

    @property
    def rest(self) -> bool:
        """Whether all has been quiet for the hold time."""
        return self._quiet >= self._hold

    @property
    def done(self) -> bool:
        """Whether there is rest, or the cap is reached and the verdict must do without it."""
        return self.rest or self.world.ticks - self._since >= self._cap

    def _is_quiet(self) -> bool:
        world = self.world
        speeds = world.velocities
        fastest = np.hypot(speeds[:, 0], speeds[:, 1]) + np.abs(speeds[:, 2]) * self._reach
        fastest[[b.id in world.left for b in world.blocks]] = 0.0
        return bool(fastest.max(initial=0.0) <= world.profile.rest_speed)


def settle(world: World, seconds: float | None = None) -> RestWatch:
    """Let so many seconds pass, by default until there is rest or the cap is reached."""
    watch = RestWatch(world)
    end = None if seconds is None else world.ticks + world.profile.ticks(seconds)
    while (not watch.done) if end is None else world.ticks < end:
        world.tick()
        watch.update()
    return watch


def verdict(
    watch: RestWatch,
    towers: Mapping[BlockId, TowerId],
    bases: Collection[BlockId],
    placed: BlockId,
    spared_until: int = 0,
    *,
    held_falls: bool = True,
) -> Verdict:
    """Return whether a game's world is at rest and what fell: is on the table, off it, or held.

    `towers` says which tower every block belongs to, and its `bases` may be on the table. What
    touched the table in the hand, up to tick `spared_until`, only counts for the block that was
    `placed` if it still lies there. `held_falls`: what came to rest on another tower fell, too.
    """
    world = watch.world
    contacts = world.contacts()
    lying = {world.blocks[row["b"]].id for row in contacts if row["a"] < 0}
    falls = [Fall(block, tick, LEFT) for block, tick in world.left.items()]
    for block, tick, _step in world.first_touch.values():
        if block not in bases and (block != placed or tick > spared_until or block in lying):
            at = max(tick, spared_until) if block == placed else tick
            falls.append(Fall(block, at, TABLE))
    if held_falls:
        held = _held_elsewhere(world, contacts, towers)
        falls.extend(Fall(block, world.ticks, HELD) for block in held)
    return Verdict(watch.rest, world.ticks, _in_order(world, falls))


def _held_elsewhere(
    world: World, contacts: npt.NDArray[np.void], towers: Mapping[BlockId, TowerId]
) -> list[BlockId]:
    """Return the blocks that came over to lie on a block of another tower, or to lean on one."""
    found = []
    moved = np.hypot(*(world.poses - world.starts)[:, :2].T)
    for row in contacts:
        a, b = int(row["a"]), int(row["b"])
        if a < 0 or towers.get(world.blocks[a].id) == towers.get(world.blocks[b].id):
            continue
        uphill = float(row["normal"][1])
        upper = b if uphill > 0 else a
        # What is wedged under an overhang touches it from below, and is the guest all the same.
        if abs(uphill) < _UPHILL or moved[upper] < _STAYED:
            guest = a if moved[a] > moved[b] else b
        else:
            guest = upper
        found.append(world.blocks[guest].id)
    return found


def _in_order(world: World, falls: list[Fall]) -> tuple[Fall, ...]:
    """Return the first fall of each block, by tick, then by engine step, then by building order."""
    place = {block.id: index for index, block in enumerate(world.blocks)}
    steps = {name: touch.step for name, touch in world.first_touch.items()}

    def key(fall: Fall) -> tuple[int, float, int]:
        step = steps[fall.block] if fall.why == TABLE else float("inf")
        return fall.tick, step, place[fall.block]

    first: dict[BlockId, Fall] = {}
    for fall in sorted(falls, key=key):
        first.setdefault(fall.block, fall)
    return tuple(first.values())


def dropped(world: World) -> tuple[Fall, ...]:
    """Return what fell in a scene without rules: new on the table, off it, or ended lower.

    Lower means by more than a quarter of the height that the block had at the start: a plank that
    slides down a post until it lies flat loses less than half.
    """
    falls = [
        Fall(touch.block, touch.tick, TABLE)
        for touch in world.first_touch.values()
        if touch.block not in world.grounded
    ]
    falls += [Fall(block, tick, LEFT) for block, tick in world.left.items()]
    for block, start, end in zip(world.blocks, world.starts, world.poses, strict=True):
        low, high = extent(block.shape, Pose(*start.tolist()))
        if start[1] - end[1] > (high.y - low.y) / 4:
            falls.append(Fall(block.id, world.ticks, LOWER))
    return _in_order(world, falls)


def _reach(shape: Shape) -> float:
    """Return how far the farthest point of a shape is from its centre of mass, in metres."""
    if isinstance(shape, Circle):
        return shape.radius
    return max(float(np.hypot(*corner)) for corner in corners(shape))
