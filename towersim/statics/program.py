"""Linear programs in standard form, solved by HiGHS: the only place that knows SciPy."""

from itertools import product
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]

TOLERANCE, ROUGH = 1e-10, 1e-7
"""How far HiGHS may miss a row or a sign; rows are forces in units of a block's weight.
The second one is HiGHS's own, for programs that it gives up on otherwise."""
LARGE, HUGE = 400, 2000
"""From so many rows on an optimum, and whether there is one, is sought through the interior.

A simplex may walk about for minutes on great walls that just cannot stand.
"""
STEPS = 10
"""How many steps a simplex may take for each row before the interior is tried instead."""
_OPTIMAL, _INFEASIBLE, _UNBOUNDED = 0, 2, 3
"""What SciPy says with numbers."""


class Sparse(NamedTuple):
    """A matrix: which rows and columns have which values, and how many rows and columns it has."""

    rows: Indices
    columns: Indices
    values: Floats
    shape: tuple[int, int]

    def beside(self, rows: Indices, columns: Indices, values: Floats, count: int) -> "Sparse":
        """Return the matrix with `count` more columns on its right."""
        height, width = self.shape
        return Sparse(
            np.concatenate([self.rows, rows]),
            np.concatenate([self.columns, columns + width]),
            np.concatenate([self.values, values]),
            (height, width + count),
        )


class Answer(NamedTuple):
    """What came of a program; `x` and `duals` (of the rows) are empty unless it is optimal."""

    state: Literal["optimal", "infeasible", "unbounded"]
    x: Floats
    duals: Floats


_WITHOUT_OPTIMUM = {
    _INFEASIBLE: Answer("infeasible", np.empty(0), np.empty(0)),
    _UNBOUNDED: Answer("unbounded", np.empty(0), np.empty(0)),
}


def minimised(cost: Floats, matrix: Sparse, right: Floats) -> Answer:
    """Return x ≥ 0 with matrix · x = right and the least cost · x, always a corner of that set.

    ArithmeticError if HiGHS finds no answer, which no scene is known to bring about.
    """
    if not matrix.shape[0]:
        return Answer("optimal" if cost.min() >= 0 else "unbounded", np.zeros(len(cost)), right)
    large = matrix.shape[0] >= (LARGE if cost.any() else HUGE)
    best, other = ("highs-ipm", "highs-ds") if large else ("highs-ds", "highs-ipm")
    for method, tolerance in product((best, other), (TOLERANCE, ROUGH)):
        answer = _linprog(cost, matrix, right, method, tolerance)
        if answer is not None:
            return answer
    raise ArithmeticError("HiGHS gave up on a linear program")


def _linprog(
    cost: Floats, matrix: Sparse, right: Floats, method: str, tolerance: float
) -> Answer | None:
    """Return the answer, or None if HiGHS has none."""
    from scipy.optimize import linprog  # noqa: PLC0415 - takes half a second, and games do without
    from scipy.sparse import csc_array  # noqa: PLC0415 - the same

    where = (matrix.rows, matrix.columns)
    found = linprog(
        cost,
        A_eq=csc_array((matrix.values, where), shape=matrix.shape),
        b_eq=right,
        bounds=(0, None),
        method=method,
        options={
            "maxiter": STEPS * matrix.shape[0] + 1000,
            "primal_feasibility_tolerance": tolerance,
            "dual_feasibility_tolerance": tolerance,
        },
    )
    if found.status == _OPTIMAL:
        return Answer("optimal", found.x, found.eqlin.marginals)
    return _WITHOUT_OPTIMUM.get(found.status)
