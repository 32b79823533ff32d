"""The contact forces of a scene that can rest: one solution by a principle, and all others' range.

Equilibrium leaves the forces of most structures open. Of all forces in equilibrium and within the
friction cones, those with the least sum of squares are taken, where a force counts by its parts
along the two edges of its cone. They are unique, and symmetric where a scene is; elastic blocks
would take the forces of least energy, which is a sum of squares too.
"""

import numpy as np

from towersim.statics.balance import Balance
from towersim.statics.linear_program import SMALL, Columns, Floats, LinearProgram, least_squares

LARGEST = 300
"""Greatest number of rows for which the least squares are sought, 3 for each block."""


def least_forces(rows: Balance) -> Floats | None:
    """Return the forces at each point in newtons, k × 2; None for a scene that is too large."""
    if rows.size > LARGEST or not len(rows.points):
        return None
    whole = float(rows.weights.sum())
    parts = least_squares(_edges(rows, whole / rows.units), rows.load(0.0, 1.0))
    if parts is None:
        return None
    one, other = parts.reshape(2, -1) * whole
    return rows.vectors(one + other, rows.friction * (one - other))


def pressure_ranges(rows: Balance) -> Floats | None:
    """Return the least and the greatest pressure of each joint over all solutions, in newtons.

    The shape is j × 2; the greatest is infinite where blocks may be wedged. None for a scene of
    more than `SMALL` rows, as two linear programs are solved for each joint.
    """
    if rows.size > SMALL or not len(rows.points):
        return None
    program, units = LinearProgram(rows.load(0.0, 1.0)), np.tile(rows.units, 2)
    program.add(_edges(rows, np.ones(len(rows.points))))
    ranges = []
    for joint in range(int(rows.joints.max()) + 1):
        pressure = np.tile(rows.joints == joint, 2) * units
        ranges.append([sign * program.least(sign * pressure) for sign in (1.0, -1.0)])
    return np.array(ranges)


def _edges(rows: Balance, unit: Floats) -> Columns:
    """Return the parts of the forces along one edge of each cone, then along the other."""
    one, other = (rows.columns(unit, sign * unit * rows.friction) for sign in (1.0, -1.0))
    return one.beside(other)
