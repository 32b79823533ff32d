"""Limit analysis of rigid blocks: label, margin and collapse motion of a scene.

Blocks are rigid, joints carry no tension, and friction is Coulomb's (Livesley 1978; Ferris &
Tin-Loi 2001). A scene without contact forces in equilibrium falls. A scene that normal forces alone
can balance stands, since every motion would raise its weight. If friction is needed, the blocks are
released (`towersim.statics.release`): if they stay at rest the scene stands, otherwise it is jammed
and stands only if its contacts were prestressed. λ is the greatest horizontal load on every
block, as a share of its weight: the tangent of the greatest tilt. Sliding is non-associative: a
block that slides under load need not lift off as the program supposes. If a mechanism slides, λ is
an upper bound; if blocks only rotate, it is exact.

Margins are accurate to 1e-9, a label to about 1e-8 of the limit. They hold for scenes
that weigh up to 1e10 times as much as their lightest block; others are refused.
"""

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np

from towersim.scene.contacts import joints
from towersim.scene.scene import Scene
from towersim.statics.balance import Balance, balance
from towersim.statics.linear_program import SMALL, Basis, Columns, Floats, LinearProgram
from towersim.statics.release import release

NOTHING = 1e-9
"""Shares of the whole weight below this count as zero."""

STEEP = 2.0
"""First upper bound of λ: it gives the dual simplex a point to start from."""

StaticVerdict = Literal["stands", "falls", "jams"]
LEAST_FRICTION = 1e-3
"""Friction coefficient above which the two edges of a cone are linearly independent in practice."""
GROUND = -1
"""Index of all that is fixed; free blocks count from 0."""


class Label(NamedTuple):
    """The verdict, and the first motion of a jam in m/s² and rad/s², n × 3; otherwise 0."""

    verdict: StaticVerdict
    motion: Floats


class Limit(NamedTuple):
    """The limit of a scene loaded in one direction: λ, the forces there, and the collapse motion.

    `forces` are newtons, k × 2. `motion` is dx, dy in metres and dθ in radians of each free block,
    n × 3, scaled so that the loads along x do a work of 1 J; all 0 if λ is unbounded.
    """

    margin: float
    forces: Floats
    motion: Floats


class Shortfall(NamedTuple):
    """The least external support that a scene needs, and its collapse motion without it.

    `share` is Σ(|fx| + |fy| + |moment| / radius) over the whole weight; `help` is fx, fy in newtons
    and the moment in newton metres for each free block, n × 3; `forces` are newtons, k × 2.
    """

    share: float
    help: Floats
    forces: Floats
    motion: Floats


def verdict(scene: Scene, reach: float | None = None) -> StaticVerdict:
    """Return the verdict on a scene in which blocks within `reach` metres touch.

    `reach` defaults to the scene's own, or else goes by size (`towersim.analyse`).

    >>> verdict(Scene.boxes([[0.0, 0.01, 0.0, 0.02, 0.02]]))
    'stands'
    """
    return label(balance(scene, list(joints(scene, reach)))).verdict


def stands(scene: Scene, reach: float | None = None) -> bool:
    """Return whether a scene stands without prestressed contacts."""
    return verdict(scene, reach) == "stands"


def margin(scene: Scene, reach: float | None = None) -> float | None:
    """Return the smaller λ of +x and -x, inf if no tilt suffices; None unless the scene stands.

    >>> round(margin(Scene.boxes([[0.0, 0.04, 0.0, 0.02, 0.08]])), 12)
    0.25
    """
    signed = signed_margin(scene, reach)
    return signed if signed >= 0 else None


def signed_margin(scene: Scene, reach: float | None = None) -> float:
    """Return λ; for a scene that falls, minus the least λ at which it stands (-inf: there is none).

    A scene that jams is at its limit: minus `NOTHING`.

    >>> from towersim.lab.analytic_scenes import column
    >>> round(signed_margin(column([0.0, 0.52])), 12)
    -0.04
    """
    rows = balance(scene, list(joints(scene, reach)))
    match label(rows).verdict:
        case "jams":
            return -NOTHING
        case "falls":
            return -max(NOTHING, least(rows))
        case "stands":
            return min(limit.margin for limit in limits(rows))


def label(rows: Balance) -> Label:
    """Return the verdict on a scene."""
    still = np.zeros((len(rows.free), 3))
    if stands_without_friction(rows):
        return Label("stands", still)
    if not rows.friction.any() or cones(rows).minimise().state != "optimal":
        return Label("falls", still)
    motion = release(rows)
    return Label("stands", still) if motion is None else Label("jams", motion)


def stands_without_friction(rows: Balance) -> bool:
    """Return whether pressures alone can be in equilibrium."""
    program = LinearProgram(rows.load)
    program.add(rows.columns(1.0, 0.0))
    return program.minimise().state == "optimal"


def limits(rows: Balance) -> tuple[Limit, Limit]:
    """Return the limits of a scene that stands, loaded towards +x and towards -x."""
    program, columns = _pushed(rows)
    # For a small program a better start takes as long to find as the solution.
    starts = leaning(rows) if rows.size > SMALL else (None, None)
    right, left = zip(columns, starts, strict=True)
    return _limit(rows, program, *right), _limit(rows, program, *left)


def _limit(rows: Balance, program: LinearProgram, column: int, start: Basis | None) -> Limit:
    program.steer(column, -1.0, STEEP, start)
    solution = program.minimise()
    if solution.state == "optimal" and solution.x[column] > 0.999 * STEEP:
        program.steer(column, -1.0)
        solution = program.minimise()
    if solution.state == "optimal":
        reached = max(0.0, float(solution.x[column]))
        return Limit(reached, _forces(rows, solution.x), _motion(rows, solution.duals))
    # A scene at its limit may become infeasible in this program, which has one column more.
    reached = math.inf if solution.state == "unbounded" else 0.0
    return Limit(reached, np.zeros(rows.points.shape), np.zeros((len(rows.free), 3)))


def least(rows: Balance) -> float:
    """Return the least λ ≥ 0, towards +x or -x, at which a scene stands; inf if there is none."""
    program, columns = _pushed(rows)
    margins = [math.inf]
    for column in columns:
        program.steer(column, 1.0)
        solution = program.minimise()
        if solution.state == "optimal":
            margins.append(float(solution.x[column]))
    return min(margins)


def shortfall(rows: Balance) -> Shortfall:
    """Return the least external support with which a scene stands."""
    each, sign = np.arange(rows.size), np.ones(rows.size)
    shares = np.repeat(rows.weights / (rows.weights.sum() or 1.0), 3)
    program = cones(rows)
    more, less = (program.add(Columns(each, each, s * sign), shares) for s in (1.0, -1.0))
    solution = program.minimise(has_solution=True)
    lacking = solution.x[more] - solution.x[less]
    help_ = lacking.reshape(-1, 3) * rows.row_units
    share = float(shares @ np.abs(lacking))
    return Shortfall(share, help_, _forces(rows, solution.x), _motion(rows, solution.duals))


def cones(rows: Balance) -> LinearProgram:
    """Return the program of all forces in the friction cones; each edge of a cone is a column."""
    program = LinearProgram(rows.load)
    program.add(rows.edges(1.0))
    return program


def _pushed(rows: Balance) -> tuple[LinearProgram, tuple[int, int]]:
    """Return the program with a load towards +x and one towards -x, and their columns.

    The value of each is its λ, which is bounded by 0 until the column is steered.
    """
    program, sideways = cones(rows), np.arange(0, rows.size, 3)
    ones = np.ones(len(sideways))
    pushes = Columns(np.array([0, len(sideways)]), np.tile(sideways, 2), np.append(ones, -ones))
    first = program.add(pushes, 0.0, 0.0).start
    return program, (first, first + 1)


def _forces(rows: Balance, x: Floats) -> Floats:
    """Return the sum of the forces along both edges of each cone, in newtons."""
    return rows.forces(x[: 2 * len(rows.points)] * np.tile(rows.units, 2))


def _motion(rows: Balance, duals: Floats) -> Floats:
    """Return the displacements that the duals mean: each is the work of its row's unit of force."""
    motion: Floats = -duals.reshape(-1, 3) / rows.row_units
    return motion


class _Face(NamedTuple):
    """Two touching blocks, with the leftmost and the rightmost of their contact points."""

    a: int
    b: int
    left: int
    right: int


class _Lean(NamedTuple):
    """Two blocks, of which one may lean on the other, and the columns of the forces for that."""

    a: int
    b: int
    columns: set[int]


def leaning(rows: Balance) -> tuple[Basis, Basis]:
    """Return starting bases for the margins of a scene loaded towards +x, and towards -x.

    Under a greater load than a scene withstands every basis is dual feasible, so a dual simplex may
    start from any. Each of these holds the forces of a tree of contacts: every block leans on one
    neighbour nearer to a fixed block, on the side that it is pushed to, and is about to slide. That
    is close to the collapse: for a wall of 100 bricks it saves two thirds of the steps.

    Columns are numbered by the forces along one edge of each cone, counter-clockwise of the normal,
    then along the other edge.
    """
    faces, count, x = _faces(rows), len(rows.points), rows.points[:, 0].tolist()
    # A block pushed to the right leans on its right, so the tree grows there first.
    faces.sort(key=lambda face: -x[face.right])
    right = [_Lean(f.a, f.b, {f.left, f.right, count + f.right}) for f in faces]
    faces.sort(key=lambda face: x[face.left])
    left = [_Lean(f.a, f.b, {count + f.right, count + f.left, f.left}) for f in faces]
    return _tree(rows.size, right), _tree(rows.size, left)


def _faces(rows: Balance) -> list[_Face]:
    """Return the faces with friction above `LEAST_FRICTION`."""
    firsts = np.flatnonzero(np.diff(rows.joints, prepend=-1))
    firsts = firsts[rows.friction[firsts] > LEAST_FRICTION]
    lasts = np.searchsorted(rows.joints, rows.joints[firsts], "right") - 1
    x, sides = rows.points[:, 0], rows.rows[firsts, :, 0]
    ordered = x[firsts] <= x[lasts]
    left, right = np.where(ordered, (firsts, lasts), (lasts, firsts)).tolist()
    blocks = np.where(sides < 0, GROUND, sides // 3).T.tolist()
    return list(map(_Face, *blocks, left, right))


def _tree(size: int, leans: Sequence[_Lean]) -> Basis:
    """Return the basis of a tree that grows from the ground, along `leans` in their order."""
    near: dict[int, list[_Lean]] = {}
    for lean in leans:
        near.setdefault(lean.a, []).append(lean)
        near.setdefault(lean.b, []).append(lean)
    reached, carried = [GROUND], {GROUND}
    columns: list[int] = []
    lacks = np.ones(size, bool)
    for block in reached:
        for lean in near.get(block, ()):
            other = lean.a if lean.b == block else lean.b
            if other not in carried:
                carried.add(other)
                reached.append(other)
                columns += lean.columns
                # A single point carries no moment: that row stays in the basis.
                lacks[3 * other : 3 * other + len(lean.columns)] = False
    return Basis(columns, np.flatnonzero(lacks).tolist())
