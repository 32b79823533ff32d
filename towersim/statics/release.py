"""The accelerations of a scene whose blocks are released at once, without prestressed contacts.

Equilibrium may need pressure at contacts that no motion closes: a plug between two walls is in
equilibrium if the walls press on it, but nothing makes them press. Whether it stays depends on how
it was placed: it is jammed. So forces are coupled to motion here. Blocks accelerate by Newton's
laws; a contact presses only if the blocks would penetrate otherwise (Gauss's principle of least
constraint), and its friction opposes the motion up to the coefficient times the pressure. That
limit is found by successive approximation, starting without friction (Panagiotopoulos 1975), so no
pressure is caused by its own friction alone. Among forces with the same motion the least are taken,
as in elastic bodies.

If no block accelerates, the scene stands. Otherwise both this motion and rest obey the laws of
rigid bodies with friction: the scene is weakly but not strongly stable (Pang & Trinkle 2000), or
potentially but not guaranteed stable (Mattikalli, Baraff & Khosla 1996). Coupled rigid-block
analysis (Kao et al. 2022) uses a virtual displacement in place of an acceleration and rejects the
same structures.
"""

import numpy as np

from towersim.statics.balance import GRAVITY, Balance
from towersim.statics.least_squares import bounded_least_squares
from towersim.statics.linear_program import Floats

ROUNDS = 100
"""Maximum number of approximations of friction; structures of the literature take 1 … 12."""
STILL = 1e-4
"""A block is at rest if its acceleration is below this, in g."""
FOUND = 1e-5
"""Friction has converged if it changes by less than this share of the whole weight."""


def release(rows: Balance) -> Floats | None:
    """Return the initial accelerations of the free blocks in m/s² and rad/s², n × 3; None at rest.

    If friction does not converge in `ROUNDS` approximations, those of the last, in which it moves.
    """
    whole = float(rows.weights.sum())
    most = np.zeros(len(rows.points))
    for _ in range(ROUNDS):
        pressure, accelerations = _instant(rows, most)
        if np.abs(accelerations).max() < STILL:
            return None
        friction = rows.friction * pressure
        if np.abs(friction - most).max() < FOUND * whole:
            break
        most = friction
    motion: Floats = accelerations.reshape(-1, 3) * GRAVITY
    motion[:, 2] /= rows.gyration
    return motion


def _instant(rows: Balance, most: Floats) -> tuple[Floats, Floats]:
    """Return the motion of least constraint with friction at each point within ± `most` newtons.

    That is pressures in newtons, and accelerations in g, angular ones times gyration radius.
    """
    whole = float(rows.weights.sum())
    effort = np.sqrt(np.repeat(rows.weights / whole, 3))
    levers = np.ones(rows.size)
    levers[2::3] = rows.radii / rows.gyration
    rough = most > FOUND * whole
    columns = rows.columns(whole / rows.units, 0.0).beside(
        rows.columns(0.0, whole / rows.units, rough)
    )
    scaled = columns._replace(values=columns.values * (levers * effort)[columns.rows])
    x = bounded_least_squares(scaled, effort * rows.load, most[rough] / whole)
    accelerations = levers * (columns.product(x, rows.size) - rows.load)
    return x[: len(most)] * whole, accelerations
