"""Does a scene stand, by how much, and if it gives way, how: limit analysis of rigid blocks.

Blocks are rigid, joints carry no tension, and friction is Coulomb's (Livesley 1978; Ferris &
Tin-Loi 2001). A scene that no contact forces balance falls. One that forces along the normals alone
balance stands, since every motion would lift weight. Where friction is needed, the blocks are let
go (`towersim.statics.release`): if they come to rest the scene stands, and if not it is jammed, and
stands or falls as it was put together. λ is the greatest share of every block's weight that may
push it sideways as well, so tan of the angle that the table may be tilted by. Sliding is not
associative: a block that slides under load need not lift off as the program supposes. Where a
mechanism slides, λ is an upper bound; where blocks only turn, it is that mechanism's own.

Numbers: margins are good to 1e-9, a label to about 1e-8 of the limit. A block that carries more
than 1e7 times its own weight is beyond what a program in double precision can tell.
"""

import math
from typing import Literal, NamedTuple

import numpy as np

from towersim.contacts import joints
from towersim.scene import Scene
from towersim.statics.balance import Balance, balance
from towersim.statics.linear_program import SMALL, Basis, Columns, Floats, LinearProgram
from towersim.statics.release import release
from towersim.statics.support import leaning

NOTHING = 1e-9
"""A share of the whole weight below this is nothing."""

STEEP = 2.0
"""λ is sought below this at first: a dual simplex then has somewhere to begin."""

StaticVerdict = Literal["stands", "falls", "jams"]


class Label(NamedTuple):
    """The verdict; newtons that balance every block (k × 2), and the motion of a jam set loose.

    `motion` is m/s² and rad/s², n × 3. A scene that falls has no forces, only a jam has a motion.
    """

    verdict: StaticVerdict
    forces: Floats
    motion: Floats


class Limit(NamedTuple):
    """The limit of a scene that is pushed one way: λ, the forces there, and the collapse motion.

    `forces` are newtons, k × 2. `motion` is dx, dy in metres and dθ in radians of each free block,
    n × 3, such that the loads along x do the work of a joule; all 0 if λ has no limit.
    """

    margin: float
    forces: Floats
    motion: Floats


class Shortfall(NamedTuple):
    """The least help that a scene needs to stand, and its collapse motion without.

    `share` is Σ(|fx| + |fy| + |moment| / radius) over the whole weight; `help` is fx, fy in newtons
    and the moment in newton metres for each free block, n × 3; `forces` are newtons, k × 2.
    """

    share: float
    help: Floats
    forces: Floats
    motion: Floats


def verdict(scene: Scene, reach: float | None = None) -> StaticVerdict:
    """Return whether a scene stands, falls or jams; blocks within `reach` metres touch.

    The default reach is what the scene says, or `towersim.geometry.touching.TOUCH`.

    >>> from towersim.geometry.shapes import Box
    >>> from towersim.scene import Block, Material, TableTop
    >>> from towersim.units import BlockId, Pose
    >>> cube = Block(BlockId("a"), Box(0.02, 0.02), Material(), 0.02, Pose(0.0, 0.01, 0.0))
    >>> verdict(Scene(TableTop(), (cube,)))
    'stands'
    """
    return label(balance(scene, list(joints(scene, reach)))).verdict


def stands(scene: Scene, reach: float | None = None) -> bool:
    """Return whether a scene stands, however its contacts pressed before."""
    return verdict(scene, reach) == "stands"


def margin(scene: Scene, reach: float | None = None) -> float | None:
    """Return λ: the smaller of those for +x and -x, inf if nothing can move; None unless it stands.

    >>> from towersim.geometry.shapes import Box
    >>> from towersim.scene import Block, Material, TableTop
    >>> from towersim.units import BlockId, Pose
    >>> post = Block(BlockId("a"), Box(0.02, 0.08), Material(), 0.02, Pose(0.0, 0.04, 0.0))
    >>> round(margin(Scene(TableTop(), (post,))), 12)
    0.25
    """
    signed = signed_margin(scene, reach)
    return signed if signed >= 0 else None


def signed_margin(scene: Scene, reach: float | None = None) -> float:
    """Return λ; for a scene that falls, minus the least λ that would hold it, -inf if none would.

    One that jams is at its limit already: minus `NOTHING`.

    >>> from towersim.lab.analytic_scenes import column
    >>> round(signed_margin(column([0.0, 0.52])), 12)
    -0.04
    """
    rows = balance(scene, list(joints(scene, reach)))
    found = label(rows).verdict
    if found == "jams":
        return -NOTHING
    if found == "falls":
        return -max(NOTHING, least(rows))
    return min(limit.margin for limit in limits(rows))


def label(rows: Balance) -> Label:
    """Return the verdict on a scene, with the forces that carry it."""
    still, nothing = np.zeros((len(rows.free), 3)), np.zeros(rows.points.shape)
    frictionless = LinearProgram(rows.load(0.0, 1.0))
    frictionless.add(rows.columns(1.0, 0.0))
    pressed = frictionless.minimise()
    if pressed.state == "optimal":
        return Label("stands", rows.vectors(pressed.x * rows.units, 0.0 * rows.units), still)
    rubbed = _cones(rows).minimise() if rows.friction.any() else pressed
    if rubbed.state != "optimal":
        return Label("falls", nothing, still)
    first, forces = release(rows), _forces(rows, rubbed.x)
    return Label("stands" if first.is_at_rest else "jams", forces, first.accelerations)


def limits(rows: Balance) -> tuple[Limit, Limit]:
    """Return the limits of a scene that stands: pushed towards +x, and towards -x."""
    program, ways = _pushed(rows)
    # A small program is solved from nothing in the time that it takes to find a better start.
    starts = leaning(rows) if rows.size > SMALL else (None, None)
    right, left = zip(ways, starts, strict=True)
    return _limit(rows, program, *right), _limit(rows, program, *left)


def _limit(rows: Balance, program: LinearProgram, way: int, start: Basis | None) -> Limit:
    program.steer(way, -1.0, STEEP, start)
    found = program.minimise()
    if found.state == "optimal" and found.x[way] > 0.999 * STEEP:
        program.steer(way, -1.0)
        found = program.minimise()
    if found.state == "optimal":
        reached = max(0.0, float(found.x[way]))
        return Limit(reached, _forces(rows, found.x), _motion(rows, found.duals))
    # What stands only just may not stand in a program that has one column more.
    reached = math.inf if found.state == "unbounded" else 0.0
    return Limit(reached, np.zeros(rows.points.shape), np.zeros((len(rows.free), 3)))


def least(rows: Balance) -> float:
    """Return the least λ ≥ 0, towards +x or -x, at which a scene stands; inf if there is none."""
    program, ways = _pushed(rows)
    found = [math.inf]
    for way in ways:
        program.steer(way, 1.0)
        solution = program.minimise()
        if solution.state == "optimal":
            found.append(float(solution.x[way]))
    return min(found)


def shortfall(rows: Balance) -> Shortfall:
    """Return the least help with which a scene stands."""
    each, sign = np.arange(rows.size), np.ones(rows.size)
    shares = np.repeat(rows.weights / (rows.weights.sum() or 1.0), 3)
    program = _cones(rows)
    more, less = (program.add(Columns(each, each, s * sign), shares) for s in (1.0, -1.0))
    found = program.minimise()
    lacking = found.x[more] - found.x[less]
    help_ = lacking.reshape(-1, 3) * rows.weights[:, None]
    help_[:, 2] *= rows.radii
    share = float(shares @ np.abs(lacking))
    return Shortfall(share, help_, _forces(rows, found.x), _motion(rows, found.duals))


def _cones(rows: Balance) -> LinearProgram:
    """Return the program of all forces within the friction cones: both edges of each point."""
    program = LinearProgram(rows.load(0.0, 1.0))
    for side in (1.0, -1.0):
        program.add(rows.columns(1.0, side * rows.friction))
    return program


def _pushed(rows: Balance) -> tuple[LinearProgram, tuple[int, int]]:
    """Return the program of all forces with a push towards +x and one towards -x, and their places.

    Both are λ; neither may be more than nought until it is steered.
    """
    program, sideways = _cones(rows), np.arange(0, rows.size, 3)
    ones = np.ones(len(sideways))
    pushes = Columns(np.array([0, len(sideways)]), np.tile(sideways, 2), np.append(ones, -ones))
    first = program.add(pushes, 0.0, 0.0).start
    return program, (first, first + 1)


def _forces(rows: Balance, x: Floats) -> Floats:
    """Return the sums of forces along both edges of each cone, in newtons."""
    one, other = x[: 2 * len(rows.points)].reshape(2, -1) * rows.units
    return rows.vectors(one + other, rows.friction * (one - other))


def _motion(rows: Balance, duals: Floats) -> Floats:
    """Return the displacements that the duals are: the work of each row's unit of force."""
    motion = -duals.reshape(-1, 3) / rows.weights[:, None]
    motion[:, 2] /= rows.radii
    return motion
