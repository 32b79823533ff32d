"""Does it stand? A scene is let go and the table answers."""

import msgspec

from towersim.physics.profile import TABLE_1, Profile
from towersim.physics.settle import dropped, settle
from towersim.physics.world import World
from towersim.scene import Scene
from towersim.units import BlockId


class Standing(msgspec.Struct, frozen=True):
    """What became of a scene: lengths in metres, angles in radians, times in simulated seconds."""

    verdict: str
    """`stood` or `fell`."""
    fell: tuple[BlockId, ...]
    """In the order of first contact."""
    rest: bool
    ticks: int
    sim_seconds: float
    hash: str
    poses: dict[BlockId, tuple[float, float, float]]


def stand(scene: Scene, seconds: float | None = None, profile: Profile = TABLE_1) -> Standing:
    """Let `scene` go for so many seconds (default: until it has come to rest) and judge it.

    >>> from towersim.scene import Block, Box, Material, Scene, TableTop
    >>> from towersim.units import BlockId, Pose
    >>> cube = Block(BlockId("a"), Box(0.02, 0.02), Material(), 0.02, Pose(0.0, 0.01, 0.0))
    >>> stand(Scene(TableTop(), (cube,))).verdict
    'stood'
    """
    world = World(scene, profile)
    watch = settle(world, seconds)
    fell = tuple(fall.block for fall in dropped(world))
    return Standing(
        verdict="fell" if fell else "stood",
        fell=fell,
        rest=watch.rest,
        ticks=world.ticks,
        sim_seconds=world.ticks / profile.tick_hz,
        hash=world.hash(),
        poses={
            block.id: (x, y, angle)
            for block, (x, y, angle) in zip(world.blocks, world.poses.tolist(), strict=True)
        },
    )
