"""Measure by simulation the tilt that a scene withstands; gravity is turned slowly."""

import math
from typing import NamedTuple

from towersim.common.portable_math import cos, sin
from towersim.physics.profile import TABLE_2, Profile
from towersim.physics.settle import (
    Verdict,
    certain_falls,
    moved_blocks,
    settle,
    verdict as verdict_of,
)
from towersim.physics.world import World
from towersim.scene.scene import Scene

RATE = math.radians(10.0)
"""Rate of tilting, in rad/s."""
HOLD = 2.0
"""Time for which a tower has to stand on the tilted table, in seconds."""
STEEPEST = math.radians(89.0)
FINE = 0.005
"""Relative accuracy of the tilt found."""


class TiltRange(NamedTuple):
    """Greatest tilt that a scene withstood, and least at which it gave way (None: not found)."""

    stood: float
    gave_way: float | None


def simulated_tilt(
    scene: Scene, direction: int, most: float = STEEPEST, profile: Profile = TABLE_2
) -> TiltRange:
    """Measure the tilt at which a scene gives way towards +x (`direction` 1) or -x (-1).

    Angles are in radians. Each trial starts level, is tilted at `RATE` up to an angle and held
    there; none is steeper than `most`. Bisection takes 8 … 12 trials of some simulated seconds.
    """
    if _stands(scene, direction, most, profile):
        return TiltRange(most, None)
    if not _stands(scene, direction, 0.0, profile):
        return TiltRange(0.0, 0.0)
    stood, gave_way = 0.0, most
    while gave_way - stood > FINE * gave_way:
        middle = (stood + gave_way) / 2
        if _stands(scene, direction, middle, profile):
            stood = middle
        else:
            gave_way = middle
    return TiltRange(stood, gave_way)


def _stands(scene: Scene, direction: int, angle: float, profile: Profile) -> bool:
    """Return whether no block has moved after the table was tilted and held."""
    world = World(scene, profile)
    ramp = math.ceil(angle / RATE * profile.tick_hz)
    for tick in range(1, ramp + 1):
        now = angle * tick / ramp
        world.set_gravity(direction * sin(now) * profile.gravity, -cos(now) * profile.gravity)
        world.tick()
        if tick % profile.tick_hz == 0 and (moved_blocks(world) or certain_falls(world)):
            return False
    settle(world, HOLD)
    return verdict_of(world) is Verdict.STOOD
