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

A scene that normal forces alone can balance is certain without a search: every motion would raise
its weight.
"""

from typing import Literal, NamedTuple

import numpy as np

from towersim.statics.balance import GRAVITY, Balance
from towersim.statics.equilibrium import label, without_friction
from towersim.statics.linear_program import Floats
from towersim.statics.mixed_program import Entries, MixedProgram

SECONDS = 20.0
"""Default time limit of the search."""
MOST = 1000.0
"""Greatest pressure at a contact point that is searched, in units of the whole weight."""
STILL = 1e-10
"""Greatest power of gravity, relative to the whole weight falling at 1 g, that counts as rest.

The mean square of the accelerations is then below (1e-5 g)².
"""

CertificateVerdict = Literal["falls", "proved", "open", "undecided"]


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
    rest = np.zeros((len(rows.free), 3))
    if without_friction(rows).state == "optimal":
        return Certificate("proved", rest)
    if label(rows).verdict == "falls":
        return Certificate("falls", rest)
    program = _coulomb(rows)
    found = program.minimise(seconds)
    if -found.bound <= STILL:
        return Certificate("proved", rest)
    if -found.value > STILL:
        # Integers are found within a tolerance: the motion has to be one with whole numbers too.
        exact = program.minimise(seconds, fixed=found.x)
        if -exact.value > STILL:
            return Certificate("open", _motion(rows, exact.x[: rows.size]))
    return Certificate("undecided", rest)


def _motion(rows: Balance, scaled: Floats) -> Floats:
    """Return accelerations in m/s² and rad/s², n × 3, for the unknowns of the program."""
    motion: Floats = scaled.reshape(-1, 3) * GRAVITY
    motion[:, 2] *= rows.radii / rows.gyration**2
    return motion


def _coulomb(rows: Balance) -> MixedProgram:
    """Return the program of all motions and forces that obey the laws of Coulomb friction.

    The unknowns are the accelerations of each block (one for each row of its equilibrium), for each
    point its pressure, its friction and whether it opens, and for each face whether it slides
    counter-clockwise of its normal, or clockwise: the points of a face slide alike.
    """
    points = np.arange(len(rows.points))
    _, first, face = np.unique(rows.joints, return_index=True, return_inverse=True)
    faces, whole = np.arange(len(first)), float(rows.weights.sum())
    most, friction = MOST * whole / rows.units, rows.friction
    fastest = np.repeat(np.sqrt(whole / rows.weights), 3)
    fastest[2::3] *= rows.gyration / rows.radii
    falling = np.zeros(rows.size)
    falling[1::3] = rows.weights / whole

    program = MixedProgram()
    moves = program.add(-fastest, fastest, falling)
    presses = program.add(0.0 * most, most)
    rubs = program.add(-friction * most, friction * most)
    opens = program.add_choices(len(points))
    slides = [(sign, program.add_choices(len(first))) for sign in (1.0, -1.0)]

    load, forces = rows.load(0.0, 1.0), (_terms(rows, rows.normal), _terms(rows, rows.across))
    parting, sliding = (_relative(rows, term) for term in forces)
    pressing, rubbing = (term.at(on) for term, on in zip(forces, (presses, rubs), strict=True))
    program.require(load, load, pressing, rubbing, Entries(moves, moves, -1.0))
    widest = parting.reach(fastest, len(points))
    program.require(0.0 * most, None, parting)
    program.require(None, 0.0 * most, parting, Entries(points, opens, -widest))
    program.require(None, most, Entries(points, presses, 1.0), Entries(points, opens, most))
    program.require(None, np.ones(len(first)), *(Entries(faces, one, 1.0) for _, one in slides))
    for sign, one in slides:
        way = sliding.signed(sign)
        program.require(
            None, 0.0 * most, way, Entries(points, one[face], -way.reach(fastest, len(points)))
        )
        rubbed, pressed_on = Entries(points, rubs, sign), Entries(points, presses, friction)
        program.require(None, 0.0 * most, rubbed, pressed_on.signed(-1.0))
        # A face that slides has its full friction against the sliding.
        room = 2.0 * friction * most
        program.require(None, room, rubbed, pressed_on, Entries(points, one[face], room))
    return program


def _terms(rows: Balance, coefficients: Floats) -> Entries:
    """Return the row, the point and the coefficient of each force in the equilibrium."""
    point, side, part = np.nonzero(rows.rows >= 0)
    return Entries(rows.rows[point, side, part], point, coefficients[point, side, part])


def _relative(rows: Balance, forces: Entries) -> Entries:
    """Return the relative accelerations at the points: forces do their work on them."""
    lever = np.repeat(rows.weights, 3)
    lever[2::3] *= (rows.radii / rows.gyration) ** 2
    values = forces.values * lever[forces.rows] / rows.units[forces.columns]
    return Entries(forces.columns, forces.rows, values)
