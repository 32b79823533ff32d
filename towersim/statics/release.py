"""The first instant of a scene whose blocks are let go all at once, with nothing pressed before.

Forces that balance every block may need contacts that press although no motion closes them: a plug
between two walls is balanced if the walls press on it, but nothing makes them. Whether it stays
depends on how it was put there: it is jammed. So forces are coupled to motion here. Blocks
accelerate by Newton's laws; a contact presses only where the blocks would enter each other without
it (Gauss's principle of least constraint), and rubs against the motion with at most its friction
times its pressure. The latter is found by successive approximation from no friction at all
(Panagiotopoulos 1975), so no pressure is brought about by its own friction alone. Of several forces
with the same motion the least are taken, as elastic bodies would.

If the blocks come to rest in this way, the scene stands. If not, here is a motion that obeys all
laws of rigid bodies with friction, as does rest: the scene is weakly stable and not strongly (Pang
& Trinkle 2000), or potentially and not guaranteed stable (Mattikalli, Baraff & Khosla 1996).
Coupled rigid-block analysis (Kao et al. 2022) asks for a virtual displacement in place of an
acceleration and refuses the same structures.
"""

from typing import NamedTuple

import numpy as np

from towersim.statics.balance import GRAVITY, Balance
from towersim.statics.least_squares import bounded_least_squares
from towersim.statics.linear_program import Floats

ROUNDS = 100
"""The most approximations of friction; structures of the literature take 1 … 12."""
STILL = 1e-4
"""A block is at rest if its acceleration is below this, in g."""
FOUND = 1e-5
"""Friction that changes by less than this share of the whole weight is found."""
DAMPING = 1e-8
"""The weight of squared forces beside squared accelerations: only to choose among equals."""


class Release(NamedTuple):
    """The first instant: the accelerations, in m/s² and rad/s² (n × 3), and newtons (k × 2)."""

    is_at_rest: bool
    accelerations: Floats
    forces: Floats


def release(rows: Balance) -> Release:
    """Return the first motion of a scene with contacts, and the forces of that instant."""
    whole = float(rows.weights.sum())
    most = np.zeros(len(rows.points))
    for _ in range(ROUNDS):
        instant = _instant(rows, most)
        friction = rows.friction * instant.pressure
        if instant.is_at_rest or np.abs(friction - most).max() < FOUND * whole:
            break
        most = friction
    motion = instant.accelerations.reshape(-1, 3) * GRAVITY
    motion[:, 2] /= rows.gyration
    forces = rows.vectors(instant.pressure, instant.rubbing)
    return Release(instant.is_at_rest, motion, forces)


class _Instant(NamedTuple):
    """Newtons at each point, and accelerations in g, turns times the radius of gyration."""

    pressure: Floats
    rubbing: Floats
    accelerations: Floats

    @property
    def is_at_rest(self) -> bool:
        """Whether no block accelerates."""
        return bool(np.abs(self.accelerations).max() < STILL)


def _instant(rows: Balance, most: Floats) -> _Instant:
    """Return the motion of least constraint if friction at each point is within ± `most`."""
    whole = float(rows.weights.sum())
    effort = np.sqrt(np.repeat(rows.weights / whole, 3))
    levers = np.ones(rows.size)
    levers[2::3] = rows.radii / rows.gyration
    rough = most > FOUND * whole
    columns = rows.columns(whole / rows.units, 0.0).beside(
        rows.columns(0.0, whole / rows.units, rough)
    )
    scaled = columns._replace(values=columns.values * (levers * effort)[columns.rows])
    load = rows.load(0.0, 1.0)
    x = bounded_least_squares(scaled, effort * load, most[rough] / whole, DAMPING)
    rubbing = np.zeros(len(most))
    rubbing[rough] = x[len(most) :] * whole
    accelerations = levers * (columns.product(x, rows.size) - load)
    return _Instant(x[: len(most)] * whole, rubbing, accelerations)
