"""What a heuristic is measured against: the simulated table, and exact statics beside it."""

import numpy as np

from towersim.physics.profile import TABLE_1, Profile
from towersim.physics.settle import RestWatch
from towersim.physics.world import World
from towersim.scene import Scene
from towersim.statics.equilibrium import signed_margin

STIRRED = 0.005
"""A tower gave way if a centre in it moved this far, in metres: a quarter of a cube."""
MOST = 10.0
"""Margins beyond this, which is a tilt of 84°, are written as this."""


def stands(scene: Scene, profile: Profile = TABLE_1) -> bool:
    """Return whether a scene that is let go comes to rest with every centre within 5 mm.

    `towersim stand` asks what touched the table; a plank that slides down a post did not fall so.

    >>> from towersim.lab.known import column
    >>> stands(column([0.0, 0.4])), stands(column([0.0, 0.6]))
    (True, False)
    """
    world = World(scene, profile)
    watch = RestWatch(world)
    while not watch.done:
        world.tick()
        watch.update()
        if moved(world) > STIRRED:
            return False
    return True


def moved(world: World) -> float:
    """Return how far the farthest centre is from where it began, in metres."""
    return float(np.hypot(*(world.poses - world.starts)[:, :2].T).max(initial=0.0))


def margin(scene: Scene) -> float:
    """Return λ of exact statics within ±10 (`equilibrium.signed_margin`).

    >>> from towersim.lab.known import column
    >>> round(margin(column([0.0] * 4)), 9)
    0.25
    """
    return max(-MOST, min(MOST, signed_margin(scene)))
