"""The certificate of a scene that can rest: whether its blocks can also start to move.

Coulomb friction of rigid bodies may have several solutions (Pang & Trinkle, Complementarity
formulations and existence of solutions of dynamic multi-rigid-body contact problems with Coulomb
friction, 1996): contact forces in equilibrium may exist beside others that set blocks in motion.
All solutions are those of a mixed-integer program. Its unknowns are the accelerations u of the
blocks in units of gravity, and a pressure and a friction force at each contact point. A contact
that opens has no force, and a face that slides has the full friction against its sliding; which
face does what is a matter of integers. The objective is the power of gravity,

    Σ wᵢ · (−uᵢ) / Σ wᵢ  =  Σ wᵢ |uᵢ|² / Σ wᵢ  +  the power of friction,

so the greatest one bounds every acceleration; if it is 0, no block can move. The equation also
bounds the accelerations before the search: |uᵢ|² ≤ Σ w / wᵢ.

Most towers are certain without a search. If pressures p and friction f hold a scene at rest, the
difference of both equilibria, times the motion, is

    Σ wᵢ |uᵢ|²  ≤  Σ (|f| - μ p') |t|

over the faces, which slide with t and are pressed by p' in the motion: pressed faces do not part.
So only a face moves anything that the motion presses by less than |f| / μ. The least p' of a face
is found by a linear program over all forces that balance the blocks but for such accelerations.
"""

import math
from typing import Literal, NamedTuple

import numpy as np

from towersim.statics.balance import GRAVITY, Balance
from towersim.statics.equilibrium import cones
from towersim.statics.linear_program import Columns, Floats, Indices, LinearProgram, solver

EXACT = 1e-9
"""Feasibility tolerance of mixed-integer programs, for rows and integers."""


class Entries(NamedTuple):
    """Entries of a matrix: their rows, columns and values, each an array or one for all."""

    rows: Indices
    columns: Indices
    values: Floats | float

    def at(self, columns: Indices) -> "Entries":
        """Return the same entries with column n moved to `columns[n]`."""
        return self._replace(columns=columns[self.columns])

    def signed(self, sign: float) -> "Entries":
        """Return the entries multiplied by a sign."""
        return self._replace(values=sign * self.values)

    def reach(self, most: Floats, height: int) -> Floats:
        """Return the greatest value of each of `height` rows if |x| ≤ `most`."""
        terms = np.abs(self.values) * most[self.columns]
        return np.bincount(self.rows, terms, height).astype(np.float64)


class MixedSolution(NamedTuple):
    """The best known x and its value (infinite if none is known), and a lower bound of all."""

    x: Floats
    value: float
    bound: float


class MixedProgram:
    """Minimise cost · x subject to rows of sums within limits, where some x are 0 or 1."""

    def __init__(self) -> None:
        tolerances = (f"{what}_feasibility_tolerance" for what in ("mip", "primal", "dual"))
        exact = {"mip_rel_gap": 0.0, "mip_abs_gap": 0.0}
        self._highs = solver(exact | dict.fromkeys(tolerances, EXACT))
        self._size = 0
        self._choices: list[int] = []

    def add(self, low: Floats, high: Floats, cost: float | Floats = 0.0) -> Indices:
        """Add unknowns with bounds and a cost, and return their columns."""
        count, none = len(low), np.empty(0, np.int32)
        costs = np.broadcast_to(np.asarray(cost, np.float64), count)
        self._highs.addCols(count, costs, low, high, 0, none, none, np.empty(0))
        self._size += count
        return np.arange(self._size - count, self._size)

    def add_choices(self, count: int) -> Indices:
        """Add unknowns that are 0 or 1, and return their columns."""
        from highspy import HighsVarType  # noqa: PLC0415 - slow import, unused by games

        columns = self.add(np.zeros(count), np.ones(count))
        for column in columns.tolist():
            self._highs.changeColIntegrality(column, HighsVarType.kInteger)
            self._choices.append(column)
        return columns

    def fix(self, x: Floats) -> None:
        """Let the choices be those of an x, rounded."""
        from highspy import HighsVarType  # noqa: PLC0415 - slow, as above

        for column in self._choices:
            self._highs.changeColIntegrality(column, HighsVarType.kContinuous)
            self._highs.changeColBounds(column, round(x[column]), round(x[column]))

    def require(self, most: Floats, *entries: Entries, least: float | Floats = -math.inf) -> None:
        """Add rows whose sums lie between `least` and `most`."""
        same = (one._replace(values=np.broadcast_to(one.values, one.rows.shape)) for one in entries)
        parts = [np.concatenate(parts) for parts in zip(*same, strict=True)]
        rows, columns, values = (part[np.argsort(parts[0], kind="stable")] for part in parts)
        self._highs.addRows(
            len(most),
            np.broadcast_to(least, len(most)),
            most,
            len(values),
            np.searchsorted(rows, np.arange(len(most))).astype(np.int32),
            columns.astype(np.int32),
            values,
        )

    @property
    def spent(self) -> float:
        """The time that all searches have taken, in seconds."""
        return float(self._highs.getRunTime())

    def minimise(self, seconds: float) -> MixedSolution:
        """Search for `seconds` at most."""
        from highspy import SolutionStatus  # noqa: PLC0415 - slow, as above

        self._highs.setOptionValue("time_limit", self.spent + seconds)
        self._highs.run()
        information = self._highs.getInfo()
        known = information.primal_solution_status == SolutionStatus.kSolutionStatusFeasible
        value = information.objective_function_value if known else math.inf
        x = np.array(self._highs.getSolution().col_value)
        return MixedSolution(x, value, information.mip_dual_bound)


SECONDS = 20.0
"""Default time limit of the search."""
MOST = 1000.0
"""Greatest pressure at a contact point that is searched, in units of the whole weight."""
REST_POWER = 1e-10
"""Greatest power of gravity, relative to the whole weight falling at 1 g, that counts as rest.

The mean square of the accelerations is then below (1e-5 g)².
"""

_FIRST = 0.9
"""The share of the time for the search; the rest is for whole numbers and for a smaller bound."""
_NEARER = 0.9
"""The share by which a bound has to shrink for another round."""
_SURE = 1 - 1e-6
"""The share of a least pressure that rounding leaves."""
CertificateVerdict = Literal["falls", "proved", "open", "undecided"]
_ORDER: tuple[CertificateVerdict, ...] = "open", "undecided", "proved"
"""The verdicts on parts of a scene: the first of them is that on the scene."""


class Certificate(NamedTuple):
    """The result of a search for a motion of a scene that can rest.

    ``falls``: it cannot rest. ``proved``: no block can move. ``open``: `motion` in m/s² and rad/s²
    (n × 3) obeys all laws of rigid bodies with friction, as rest does. ``undecided``: the time
    limit ended the search.
    """

    verdict: CertificateVerdict
    motion: Floats


def certify(rows: Balance, seconds: float = SECONDS) -> Certificate:
    """Search for `seconds` at most for a motion of a scene that can rest."""
    motion, verdicts = np.zeros((len(rows.free), 3)), {"proved"}
    bounds = [(part, greatest_power(part)) for part in rows.parts()]
    if any(math.isinf(power) for _, power in bounds):
        return Certificate("falls", motion)
    moving = [(part, power) for part, power in bounds if power > REST_POWER]
    for part, power in moving:
        found = _searched(part, power, seconds / len(moving))
        motion[np.searchsorted(rows.free, part.free)] = found.motion
        verdicts.add(found.verdict)
    return Certificate(next(one for one in _ORDER if one in verdicts), motion)


def greatest_power(rows: Balance) -> float:
    """Return a bound of the power of gravity in any motion; inf if the scene cannot rest.

    It is relative to the whole weight falling at 1 g.
    """
    inertia, whole = _inertia(rows), float(rows.weights.sum())
    # A face slides by at most this times √(Σ wᵢ |uᵢ|²) / its unit of force.
    slides = np.sqrt((rows.across**2 * np.append(inertia, 0.0)[rows.rows]).sum(axis=(1, 2)))
    rest = LinearProgram(rows.load)
    edges = rest.add(rows.edges(1.0), np.tile(rows.friction * slides, 2))
    rest.add(rows.columns(1.0, 0.0))
    solution = rest.minimise()
    if solution.state != "optimal":
        return math.inf
    one, other = solution.x[edges].reshape(2, -1)
    _, first, face = np.unique(rows.joints, return_index=True, return_inverse=True)
    friction, slides = rows.friction[first], slides[first]
    needed = np.abs(np.bincount(face, rows.friction * (one - other), len(first)))
    held, each = np.zeros(len(first)), np.arange(rows.size)
    before, far = math.inf, float(needed @ slides)
    while far**2 > REST_POWER * whole and far < _NEARER * before:
        near = cones(rows)
        for sign in (1.0, -1.0):
            near.add(Columns(each, each, sign * far / np.sqrt(inertia)), most=1.0)
        unsure = np.flatnonzero(needed > held)
        pressed = np.where(needed > held, math.inf, 0.0)
        # All together first: a face without pressure in some solution needs no program of its own.
        for faces in (unsure, *unsure[:, None]):
            if pressed[faces].any():
                near.aim(np.append(np.tile(np.isin(face, faces), 2), np.zeros(2 * rows.size)))
                forces = near.minimise(has_solution=True).x[: 2 * len(face)].reshape(2, -1)
                pressed = np.minimum(pressed, np.bincount(face, forces.sum(axis=0)))
        held = np.maximum(held, _SURE * friction * pressed)
        before, far = far, float(np.maximum(needed - held, 0.0) @ slides)
    return far**2 / whole


def _searched(rows: Balance, power: float, seconds: float) -> Certificate:
    """Search for a motion in which gravity has at most a power."""
    rest = np.zeros((len(rows.free), 3))
    program = _coulomb(rows, power)
    solution = program.minimise(_FIRST * seconds)
    left = max(0.0, seconds - program.spent)
    if -solution.bound <= REST_POWER:
        return Certificate("proved", rest)
    if -solution.value > REST_POWER:
        # Integers are found within a tolerance: the motion has to be one with whole numbers too.
        program.fix(solution.x)
        exact = program.minimise(left)
        if -exact.value > REST_POWER:
            return Certificate("open", _motion(rows, exact.x[: rows.size]))
        if solution.value == solution.bound > -_NEARER * power:
            # That tolerance decides less about a motion that can only be slower.
            return _searched(rows, -solution.bound, left)
    return Certificate("undecided", rest)


def _motion(rows: Balance, scaled: Floats) -> Floats:
    """Return accelerations in m/s² and rad/s², n × 3, for the unknowns of the program."""
    motion: Floats = scaled.reshape(-1, 3) * GRAVITY
    motion[:, 2] *= rows.radii / rows.gyration**2
    return motion


def _coulomb(rows: Balance, power: float) -> MixedProgram:
    """Return the program of all motions and forces that obey the laws of Coulomb friction.

    Gravity has at most a `power`, relative to the whole weight falling at 1 g.

    The unknowns are the accelerations of each block (one for each row of its equilibrium), for each
    point its pressure, its friction and whether it opens, and for each face whether it slides
    counter-clockwise of its normal, or clockwise: the points of a face slide alike.
    """
    points = np.arange(len(rows.points))
    _, first, face = np.unique(rows.joints, return_index=True, return_inverse=True)
    faces, whole = np.arange(len(first)), float(rows.weights.sum())
    most, friction = MOST * whole / rows.units, rows.friction
    fastest = np.sqrt(min(power, 1.0) * whole / _inertia(rows))
    falling = np.zeros(rows.size)
    falling[1::3] = rows.weights / whole

    program = MixedProgram()
    moves = program.add(-fastest, fastest, falling)
    presses = program.add(0.0 * most, most)
    rubs = program.add(-friction * most, friction * most)
    opens = program.add_choices(len(points))
    slides = [(sign, program.add_choices(len(first))) for sign in (1.0, -1.0)]

    load, forces = rows.load, (_terms(rows, rows.normal), _terms(rows, rows.across))
    parting, sliding = (_relative(rows, term) for term in forces)
    pressing, rubbing = (term.at(on) for term, on in zip(forces, (presses, rubs), strict=True))
    program.require(load, pressing, rubbing, Entries(moves, moves, -1.0), least=load)
    widest, none = parting.reach(fastest, len(points)), np.zeros(len(points))
    program.require(none + math.inf, parting, least=0.0)
    program.require(none, parting, Entries(points, opens, -widest))
    program.require(most, Entries(points, presses, 1.0), Entries(points, opens, most))
    program.require(np.ones(len(first)), *(Entries(faces, one, 1.0) for _, one in slides))
    for sign, one in slides:
        slip = sliding.signed(sign)
        farthest = slip.reach(fastest, len(points))
        program.require(none, slip, Entries(points, one[face], -farthest))
        rubbed, pressed_on = Entries(points, rubs, sign), Entries(points, presses, friction)
        program.require(none, rubbed, pressed_on.signed(-1.0))
        # A face that slides has its full friction against the sliding.
        room = 2.0 * friction * most
        program.require(room, rubbed, pressed_on, Entries(points, one[face], room))
    return program


def _terms(rows: Balance, coefficients: Floats) -> Entries:
    """Return the row, the point and the coefficient of each force in the equilibrium."""
    point, side, part = np.nonzero(rows.rows >= 0)
    return Entries(rows.rows[point, side, part], point, coefficients[point, side, part])


def _relative(rows: Balance, forces: Entries) -> Entries:
    """Return the relative accelerations at the points: forces do their work on them."""
    values = forces.values * _inertia(rows)[forces.rows] / rows.units[forces.columns]
    return Entries(forces.columns, forces.rows, values)


def _inertia(rows: Balance) -> Floats:
    """Return wᵢ for each scaled acceleration, in newtons: the sum of wᵢ u² is Σ wᵢ |uᵢ|²."""
    inertia = np.repeat(rows.weights, 3)
    inertia[2::3] *= (rows.radii / rows.gyration) ** 2
    return inertia
