"""Find the contact forces of a scene at rest before time starts (`README.md` says how and why)."""

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
