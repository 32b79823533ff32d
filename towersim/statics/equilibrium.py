"""Does a scene stand, by how much, and if it gives way, how: limit analysis of rigid blocks.

Blocks are rigid, joints carry no tension, and friction is Coulomb's (Livesley 1978; Ferris &
Tin-Loi 2001). A scene stands if some contact forces balance every block; then λ is the greatest
share of every block's weight that may also push it sideways, so tan of the angle that the table
may be tilted by. Two honest limits:

- Sliding is not associative: a block that slides under load need not lift off as the program
  supposes. Where sliding decides, λ is an upper bound; where blocks only turn, it is exact.
- Forces are asked for, not causes: a block wedged between two fixed walls "stands" at any friction
  above 0, because the walls might press on it. Nothing says that they do, so it may well fall.

Numbers: margins are good to 1e-9, a label to about 1e-8 of the limit. A block that carries more
than 1e7 times its own weight is beyond what a program in double precision can tell.
"""

import math
from typing import NamedTuple

import numpy as np

from towersim.physics.touching import TOUCH, joints
from towersim.scene import Scene
from towersim.statics.balance import Balance, balance
from towersim.statics.program import Answer, Floats, minimised

NOTHING = 1e-9
"""A share of the whole weight below this is nothing."""


class Limit(NamedTuple):
    """How far a scene may be pushed one way: λ, the pushes there, and how it then gives way.

    `motion` is dx, dy in metres and dθ in radians of each free block, n × 3, such that the loads
    along x do the work of a joule; all 0 if λ has no limit.
    """

    margin: float
    pushes: Floats
    motion: Floats


class Lack(NamedTuple):
    """What a scene needs to stand: the least help, and how it gives way without.

    `share` is Σ(|fx| + |fy| + |moment| / reach) over the whole weight; `help` is fx, fy in newtons
    and the moment in newton metres for each free block, n × 3.
    """

    share: float
    help: Floats
    pushes: Floats
    motion: Floats


def stands(scene: Scene, reach: float = TOUCH) -> bool:
    """Return whether some contact forces balance every block; blocks within `reach` metres touch.

    >>> from towersim.scene import Block, Box, Material, TableTop
    >>> from towersim.units import BlockId, Pose
    >>> cube = Block(BlockId("a"), Box(0.02, 0.02), Material(), 0.02, Pose(0.0, 0.01, 0.0))
    >>> stands(Scene(TableTop(), (cube,)))
    True
    """
    return at_rest(balance(scene, list(joints(scene, reach)))) is not None


def margin(scene: Scene, reach: float = TOUCH) -> float | None:
    """Return λ: the smaller of those for +x and -x, inf if nothing can move; None if it falls.

    >>> from towersim.scene import Block, Box, Material, TableTop
    >>> from towersim.units import BlockId, Pose
    >>> post = Block(BlockId("a"), Box(0.02, 0.08), Material(), 0.02, Pose(0.0, 0.04, 0.0))
    >>> round(margin(Scene(TableTop(), (post,))), 12)
    0.25
    """
    signed = signed_margin(scene, reach)
    return signed if signed >= 0 else None


def signed_margin(scene: Scene, reach: float = TOUCH) -> float:
    """Return λ; for a scene that falls, minus the least λ that would hold it, -inf if none would.

    >>> from towersim.lab.known import column
    >>> round(signed_margin(column([0.0, 0.52])), 12)
    -0.04
    """
    rows = balance(scene, list(joints(scene, reach)))
    if at_rest(rows) is None:
        return -max(NOTHING, min(least(rows, way) for way in (1, -1)))
    return min(limit(rows, way).margin for way in (1, -1))


def at_rest(rows: Balance) -> Floats | None:
    """Return pushes in newtons that balance every block, or None if there are none."""
    if not rows.free:
        return np.zeros(len(rows.pushes))
    if not rows.pushes:
        return None
    found = minimised(np.zeros(len(rows.pushes)), rows.matrix, rows.load(0.0, 1.0))
    return found.x * rows.newtons if found.state == "optimal" else None


def limit(rows: Balance, way: int) -> Limit:
    """Return how far a scene that stands may be pushed towards +x (`way` 1) or -x (-1)."""
    found = _pushed(rows, way, -1.0)
    if found.state == "optimal":
        reached, pushes = max(0.0, float(found.x[-1])), found.x[:-1] * rows.newtons
        return Limit(reached, pushes, _motion(rows, found.duals))
    # What stands only just may not stand in a program that has one column more.
    reached = math.inf if found.state == "unbounded" else 0.0
    return Limit(reached, np.zeros(len(rows.pushes)), np.zeros((len(rows.free), 3)))


def least(rows: Balance, way: int) -> float:
    """Return the least λ ≥ 0 towards +x (`way` 1) or -x (-1) at which a scene stands, or inf."""
    found = _pushed(rows, way, 1.0)
    return float(found.x[-1]) if found.state == "optimal" else math.inf


def _pushed(rows: Balance, way: int, cost: float) -> Answer:
    """Return the pushes and the λ of the least cost · λ."""
    load = rows.load(float(way), 0.0)
    matrix = rows.matrix.beside(np.arange(len(load)), np.zeros(len(load), np.int64), load, 1)
    costs = np.zeros(matrix.shape[1])
    costs[-1] = cost
    return minimised(costs, matrix, rows.load(0.0, 1.0))


def lacking(rows: Balance) -> Lack:
    """Return the least help with which a scene stands."""
    n = 3 * len(rows.free)
    weight = float(rows.weights.sum()) or 1.0
    each, sign = np.arange(2 * n), np.repeat([1.0, -1.0], n)
    matrix = rows.matrix.beside(each % n, each, sign, 2 * n)
    shares = np.repeat(rows.weights, 3) / weight
    cost = np.concatenate([np.zeros(len(rows.pushes)), shares, shares])
    found = minimised(cost, matrix, rows.load(0.0, 1.0))
    pushes, more, less = np.split(found.x, [len(rows.pushes), len(rows.pushes) + n])
    help_ = (more - less).reshape(-1, 3) * rows.weights[:, np.newaxis]
    help_[:, 2] *= rows.reaches
    return Lack(float(cost @ found.x), help_, pushes * rows.newtons, _motion(rows, found.duals))


def _motion(rows: Balance, duals: Floats) -> Floats:
    """Return the displacements that the duals are: what each row's unit of force works along."""
    motion = -duals.reshape(-1, 3) / rows.weights[:, np.newaxis]
    motion[:, 2] /= rows.reaches
    return motion
