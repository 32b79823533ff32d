"""Find the contact forces of a scene at rest before time starts.

An iterative solver starts a scene without contact forces. It finds them over the first steps, and
meanwhile the tower sags and sways; near its limit it falls, though it is statically stable. So the
solver first runs on the frozen scene: each round solves once, with many iterations, and then
resets velocities to zero and poses to their initial values. Only the contact forces remain; the
engine uses them as the warm start of its first real step.

The number of plain rounds grows with about the square of the height. Forces at rest depend on
weight only, not on inertia. While preloading, gravity is therefore applied as a force, and the
inertia of each block is reduced by a constant factor per storey: every support then acts like
fixed ground, and a column is solved in one pass from top to bottom. For forty cubes, forces are
right to 1 % after 4,000 plain iterations or 40 graded ones; after 3,000 graded ones no error is
above 10⁻¹³.

If a light block carries a heavy one, those inertias differ too much, and the solver gets nowhere. A
second pass then solves with equal masses, graded by the number of contacts between a block and the
ground: that is exact at any ratio of masses.

This does not help a tower that cannot stand: its forces obey the same limits of contact and
friction, and it starts to fall in the first step.
"""

from collections.abc import Sequence

import pymunk

from towersim.common import portable_math
from towersim.physics.profile import Profile

_LIGHTEST = 1e-30
"""Least factor applied to a mass, so that numbers stay normal floats."""
_DEEPEST = 400
"""Greatest depth told apart, for the same reason."""


def preload(
    space: pymunk.Space,
    bodies: Sequence[pymunk.Body],
    dt: float,
    profile: Profile,
    depths: Sequence[int] | None = None,
) -> None:
    """Solve for the contact forces of `bodies` in their present poses; poses and masses are kept.

    `dt` is the engine step in seconds that is used afterwards: the engine stores impulses, which
    are valid only for a step of the same length. With `depths`, the number of contacts from each
    body down to the ground, the result is exact at any ratio of masses.
    """
    before = [(b.position, b.angle, b.mass, b.moment) for b in bodies]
    gravity, iterations = space.gravity, space.iterations
    space.gravity, space.iterations = (0.0, 0.0), profile.preload_iterations
    for body, share in zip(bodies, _shares(bodies, depths, profile), strict=True):
        body.mass, body.moment = body.mass * share, body.moment * share
    for _ in range(profile.preload_rounds):
        for body, (_position, _angle, mass, _moment) in zip(bodies, before, strict=True):
            body.force = gravity * mass
        space.step(dt)
        for body, (position, angle, _mass, _moment) in zip(bodies, before, strict=True):
            body.position, body.angle = position, angle
            body.velocity, body.angular_velocity = (0.0, 0.0), 0.0
    space.gravity, space.iterations = gravity, iterations
    for body, (_position, _angle, mass, moment) in zip(bodies, before, strict=True):
        body.mass, body.moment, body.force = mass, moment, (0.0, 0.0)


def _shares(
    bodies: Sequence[pymunk.Body], depths: Sequence[int] | None, profile: Profile
) -> list[float]:
    """Return the factor of each body's inertia: smaller by the grading for each storey or depth."""
    if not bodies:
        return []
    grading = profile.preload_grading
    if depths is not None:
        middle = portable_math.total(body.mass for body in bodies) / len(bodies)
        return [
            middle / body.mass * grading ** -min(depth, _DEEPEST)
            for body, depth in zip(bodies, depths, strict=True)
        ]
    lows = [min(shape.bb.bottom for shape in b.shapes) for b in bodies]
    heights = sorted(
        max(shape.bb.top for shape in b.shapes) - low for b, low in zip(bodies, lows, strict=True)
    )
    raised = portable_math.power if profile.portable else pow
    storey, ground = heights[len(heights) // 2], min(lows)
    return [max(raised(grading, -((low - ground) / storey)), _LIGHTEST) for low in lows]
