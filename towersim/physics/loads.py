"""The loads of blocks on each other (`README.md` says how and why).

They are read from contact forces, found for a scene at rest before time starts, and raise the
inertia of a light block.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pymunk

from towersim.common import portable_math
from towersim.physics.profile import Profile
from towersim.scene.contacts import TABLE, joints
from towersim.scene.scene import Scene

Floats = npt.NDArray[np.float64]

STEEPEST = 0.1
"""Least upward component of the unit normal of a contact on which a block rests."""
_LIGHTEST = 1e-30
"""Least factor applied to a mass, so that numbers stay normal floats."""
_DEEPEST = 400
"""Greatest depth told apart, for the same reason."""


def factors(masses: Floats, loads: Floats, scaled_to: float) -> Floats:
    """Return the factors of the inertia of blocks of `masses` pressed by `loads`, all in kg.

    They are powers of two, so that they seldom change and a product with them is exact.
    """
    # An impact counts as no more than the weight of all blocks.
    wanted = np.minimum(loads, masses.sum()) / masses / scaled_to
    powers: Floats = np.exp2(np.ceil(np.log2(np.maximum(wanted, 1.0))))
    return powers


def pressing(masses: Floats, contacts: npt.NDArray[np.void], g: float) -> Floats:
    """Return the mass in kg that presses on each block: in a column, that of the blocks above.

    It is half of what the contact forces on it exceed its own weight.
    """
    size = np.hypot(*contacts["force"].T) / g
    both = [np.bincount(contacts[end] + 1, size, len(masses) + 1)[1:] for end in ("a", "b")]
    excess: Floats = np.maximum(both[0] + both[1] - masses, 0.0) / 2
    return excess


def feet(contacts: npt.NDArray[np.void], count: int) -> Floats:
    """Return the width on which each of `count` blocks rests, in metres; 0: on one point or none.

    It is the distance along x between the outermost points of its contacts with blocks below.
    """
    low, high = np.full(count + 1, np.inf), np.full(count + 1, -np.inf)
    resting = contacts[np.abs(contacts["normal"][:, 1]) >= STEEPEST]
    upper = np.where(resting["normal"][:, 1] > 0, resting["b"], resting["a"])
    for point in (0, 1):
        there = resting["points"] > point
        np.minimum.at(low, upper[there], resting["at"][there, point, 0])
        np.maximum.at(high, upper[there], resting["at"][there, point, 0])
    widths: Floats = np.maximum(high - low, 0.0)[:-1]
    return widths


def depths(contacts: npt.NDArray[np.void], ground: Sequence[int], count: int) -> list[int]:
    """Return the contacts between each block and the table or `ground`; 0 for blocks in the air."""
    near: dict[int, list[int]] = {}
    for a, b in zip(contacts["a"].tolist(), contacts["b"].tolist(), strict=True):
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    depth_of = dict.fromkeys((TABLE, *ground), 0)
    queue = list(depth_of)
    for block in queue:
        for other in near.get(block, ()):
            if other not in depth_of:
                depth_of[other] = depth_of[block] + 1
                queue.append(other)
    return [depth_of.get(block, 0) for block in range(count)]


def load_ratios(scene: Scene) -> list[float]:
    """Return the mass that each block carries over its own; supports share a load equally."""
    below: list[list[int]] = [[] for _ in scene.blocks]
    for joint in joints(scene):
        if abs(joint.normal.y) >= STEEPEST:
            upper, lower = (joint.a, joint.b) if joint.normal.y > 0 else (joint.b, joint.a)
            if upper != TABLE:
                below[upper].append(lower)
    carried = [0.0] * (len(scene.blocks) + 1)
    # The last element is the table's: its index is -1.
    for i in sorted(range(len(scene.blocks)), key=lambda i: -scene.blocks[i].pose.y):
        for lower in below[i]:
            carried[lower] += (scene.blocks[i].mass + carried[i]) / len(below[i])
    return [load / block.mass for load, block in zip(carried, scene.blocks, strict=False)]


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
