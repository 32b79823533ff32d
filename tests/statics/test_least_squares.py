"""Least squares within bounds: the conditions of an optimum hold, and SciPy finds the same."""

import numpy as np
import pytest
from scipy.optimize import lsq_linear

from tests.statics.first_motion import dense
from towersim.common import dice
from towersim.statics.least_squares import LARGE, bounded_least_squares
from towersim.statics.linear_program import Columns, Floats

DAMPING = 1e-3


def problem(height: int, span: int, seed: int) -> tuple[Columns, Floats, Floats]:
    """Return three columns per row with entries in at most `span` rows, loads and upper bounds."""
    noise = dice.stream(seed, "least squares")
    starts, rows, values = list[int](), list[int](), list[float]()
    for first in range(height):
        for _ in range(3):
            starts.append(len(rows))
            near = range(first, min(height, first + span))
            chosen = sorted(noise.sample(near, min(len(near), noise.randint(1, 3))))
            rows += chosen
            values += [noise.uniform(-1.0, 1.0) for _ in chosen]
    columns = Columns(np.array(starts), np.array(rows), np.array(values))
    right = np.array([noise.uniform(-1.0, 1.0) for _ in range(height)])
    most = np.array([noise.uniform(0.01, 0.3) for _ in range(height)])
    return columns, right, most


@pytest.mark.parametrize(
    ("height", "span"),
    [(1, 1), (5, 5), (40, 1), (4 * LARGE, 4), (4 * LARGE, 2 * LARGE)],
    ids=["one row", "one group", "no coupling", "many groups", "wide groups"],
)
@pytest.mark.parametrize("seed", range(3))
def test_the_solution_is_that_of_scipy(height: int, span: int, seed: int) -> None:
    columns, right, most = problem(height, span, seed)
    x = bounded_least_squares(columns, right, most, DAMPING)
    matrix, none = dense(columns, height), len(x) - len(most)
    least = np.append(np.zeros(none), -most)
    greatest = np.append(np.full(none, np.inf), most)
    assert (x >= least - 1e-12).all()
    assert (x <= greatest + 1e-12).all()
    damped = np.vstack([matrix, DAMPING**0.5 * np.eye(len(x))])
    target = np.append(right, np.zeros(len(x)))
    theirs = lsq_linear(damped, target, (least, greatest), method="bvls", tol=1e-14).x
    assert x == pytest.approx(theirs, abs=1e-8)
