"""Simulate a scene until it is at rest and judge whether it stands."""

import msgspec

from towersim.common.units import BlockId
from towersim.physics.collapse import AFTERWARDS, Collapse, Trace, explain
from towersim.physics.profile import TABLE_2, Profile
from towersim.physics.settle import (
    Fall,
    RestWatch,
    Verdict,
    certain_falls,
    falls_of_scene,
    moved_blocks,
    settle,
)
from towersim.physics.settle import verdict as verdict_of
from towersim.physics.world import World
from towersim.scene.scene import Scene


class StandResult(msgspec.Struct, frozen=True):
    """The outcome of a simulation: lengths in metres, angles in radians, simulated seconds."""

    verdict: Verdict
    """`stood`, `shifted` or `fell` (`towersim.physics.settle`)."""
    fell: tuple[BlockId, ...]
    """The fallen blocks, in the order of first contact."""
    shifted: tuple[BlockId, ...]
    """The blocks that moved without falling, in building order."""
    collapse: Collapse | None
    """The beginning of the collapse; None unless a block fell."""
    rest: bool
    ticks: int
    sim_seconds: float
    hash: str
    poses: dict[BlockId, tuple[float, float, float]]


def stand(scene: Scene, seconds: float | None = None, profile: Profile = TABLE_2) -> StandResult:
    """Simulate `scene` for a number of seconds (default: until it is at rest) and judge it.

    >>> from towersim.geometry.shapes import Box
    >>> from towersim.scene.scene import Block, Material, Scene, TableTop
    >>> from towersim.common.units import BlockId, Pose
    >>> cube = Block(BlockId("a"), Box(0.02, 0.02), Material(), 0.02, Pose(0.0, 0.01, 0.0))
    >>> stand(Scene(TableTop(), (cube,))).verdict
    <Verdict.STOOD: 'stood'>
    """
    world = World(scene, profile)
    watch = settle(world, seconds)
    falls = falls_of_scene(world)
    fell = tuple(fall.block for fall in falls)
    return StandResult(
        verdict=verdict_of(world),
        fell=fell,
        shifted=tuple(block for block in moved_blocks(world) if block not in fell),
        collapse=collapse_of(scene, profile, falls[0]) if falls else None,
        rest=watch.rest,
        ticks=world.ticks,
        sim_seconds=world.ticks / profile.tick_hz,
        hash=world.hash(),
        poses={
            block.id: (x, y, angle)
            for block, (x, y, angle) in zip(world.blocks, world.poses.tolist(), strict=True)
        },
    )


def collapse_of(scene: Scene, profile: Profile, first: Fall) -> Collapse | None:
    """Return the beginning of a collapse by simulating the scene again past its first fall."""
    world = World(scene, profile)
    trace = Trace(world)
    for _ in range(first.tick + profile.ticks(AFTERWARDS)):
        world.tick()
        trace.update(world)
    return explain(trace, first.block)


def stands(scene: Scene, profile: Profile = TABLE_2) -> bool:
    """Return whether the verdict on a scene is `stood`.

    >>> from towersim.lab.analytic_scenes import column
    >>> stands(column([0.0, 0.4])), stands(column([0.0, 0.6]))
    (True, False)
    """
    return verdict(scene, profile) is Verdict.STOOD


def verdict(scene: Scene, profile: Profile = TABLE_2) -> Verdict:
    """Return the verdict that `stand` gives, earlier if a fall is certain."""
    world = World(scene, profile)
    watch = RestWatch(world)
    while not watch.done:
        world.tick()
        watch.update()
        if certain_falls(world):
            return Verdict.FELL
    return verdict_of(world)
