"""The initial motion of a scene by enumeration: each contact opens, sticks or slides either way.

An oracle for small scenes: a mixed-integer program of all laws of rigid bodies with friction. It is
independent of the successive approximation of `towersim.statics.release`.
"""

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp

from towersim.statics.balance import Balance
from towersim.statics.linear_program import Columns, Floats

MOST_FORCE = 30.0
"""Upper bound of a contact force, in weights of the whole scene."""


def fastest_fall(rows: Balance) -> float | None:
    """Return the greatest power of gravity of any lawful motion; 0 if nothing can move.

    The unit is the weight of the whole scene times g. None if the solver exceeds its time limit.
    """
    k, whole = len(rows.points), rows.weights.sum()
    share = np.repeat(rows.weights / whole, 3) ** 0.5
    levers = np.ones(rows.size)
    levers[2::3] = rows.radii / rows.gyration
    press, rub = (
        (share * levers)[:, None] * dense(rows.columns(*way), rows.size)
        for way in ((whole / rows.units, 0.0), (0.0, whole / rows.units))
    )
    load = share * levers * rows.load(0.0, 1.0)
    apart, slip = press.T, rub.T
    fast = float(np.linalg.norm(np.hstack([apart, slip]), axis=1).max())
    one, none = np.eye(k), np.zeros((k, k))
    friction, still = np.diag(rows.friction), np.zeros((k, rows.size))
    slack = 2 * MOST_FORCE * friction
    # Unknowns: motion, pressure, friction, and whether a point opens, slides one way, or the other.
    laws = [
        (np.hstack([np.eye(rows.size), -press, -rub, np.zeros((rows.size, 3 * k))]), -load, -load),
        (np.hstack([apart, none, none, none, none, none]), 0.0, np.inf),
        (np.hstack([apart, none, none, -fast * one, none, none]), -np.inf, 0.0),
        (np.hstack([still, one, none, MOST_FORCE * one, none, none]), -np.inf, MOST_FORCE),
        (np.hstack([slip, none, none, -fast * one, -fast * one, none]), -np.inf, 0.0),
        (np.hstack([-slip, none, none, -fast * one, none, -fast * one]), -np.inf, 0.0),
        (np.hstack([still, none, none, one, one, one]), -np.inf, 1.0),
        (np.hstack([still, -friction, one, none, none, none]), -np.inf, 0.0),
        (np.hstack([still, -friction, -one, none, none, none]), -np.inf, 0.0),
        (np.hstack([still, friction, one, none, slack, none]), -np.inf, slack.diagonal()),
        (np.hstack([still, friction, -one, none, none, slack]), -np.inf, slack.diagonal()),
    ]
    whole_numbers = np.repeat([0, 1], [rows.size + 2 * k, 3 * k])
    most = np.repeat([1.1, MOST_FORCE, MOST_FORCE, 1.0], [rows.size, k, k, 3 * k])
    least = np.repeat([-1.1, 0.0, -MOST_FORCE, 0.0], [rows.size, k, k, 3 * k])
    found = milp(
        np.concatenate([load, np.zeros(5 * k)]),
        integrality=whole_numbers,
        bounds=Bounds(least, most),
        constraints=[LinearConstraint(*law) for law in laws],
        options={"time_limit": 10.0, "mip_rel_gap": 1e-3},
    )
    return -float(found.fun) if found.status == 0 else None


def dense(columns: Columns, height: int) -> Floats:
    """Return the columns as a dense matrix."""
    counts = np.diff(np.append(columns.starts, len(columns.rows)))
    matrix = np.zeros((height, len(counts)))
    matrix[columns.rows, np.repeat(np.arange(len(counts)), counts)] = columns.values
    return matrix
