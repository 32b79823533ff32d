"""Short simulations of whether a tower holds one more block.

A forecast rebuilds one tower and blocks near it from the poses at rest, sets the block down
without a hand and simulates a moment with a coarser profile. It is close to the real move, but
not identical.
"""

from collections.abc import Generator, Iterable

from towersim.common.units import BlockId, Pose, TowerId
from towersim.foresight.reach import site, width
from towersim.physics.profile import Profile
from towersim.physics.settle import Cause, Fall, certain_falls, falls_of_scene
from towersim.physics.world import World
from towersim.scene.scene import Scene
from towersim.table.table import Placed, Table

FORECAST_1 = Profile(
    "forecast-1",
    ladder=((12, 4), (24, 8), (44, 16)),
    top_steps=32,
    preload_rounds=2,
    preload_iterations=200,
)
"""The profile of forecasts: at most half the table's step rate, fewer preload rounds."""
SECONDS = 0.35
"""Simulated time of a forecast in seconds, enough for a toppling block to start moving."""
_SLICE = 12
"""The number of control ticks simulated between two yields."""
_STILL = 0.05
"""The speed in m/s above which a block counts as falling at the end."""
_TOPPLING = 0.1
"""The speed in m/s above which it counts as falling a tenth of a second after the release or later.

Of 507 towers of Bausack that held, none had such a block then."""


def holding(
    table: Table, kind: str, tower: TowerId, pose: Pose, seconds: float = SECONDS
) -> Generator[None, None, bool]:
    """Return whether a tower would hold a block of this kind released in this pose.

    In an empty place the table has to hold the block. Yields every few milliseconds.
    """
    near = site(table, tower, width(table.shape(kind)))
    mine = (*near.own, table.block(Placed(BlockId("new"), kind, pose)))
    world = World(Scene(table.setup.table, (*mine, *near.others)), FORECAST_1)
    names = [block.id for block in mine]

    def lost(falls: Iterable[Fall]) -> bool:
        base = names[0], Cause.TABLE
        return any(f.block in names and (f.block, f.why) != base for f in falls)

    def fastest() -> float:
        return float(abs(world.velocities[: len(mine), :2]).max())

    for tick in range(FORECAST_1.ticks(seconds)):
        if tick % _SLICE == 0:
            if fastest() > _TOPPLING:
                return False
            yield
        world.tick()
        if lost(certain_falls(world)):
            return False
    return fastest() <= _STILL and not lost(falls_of_scene(world))
