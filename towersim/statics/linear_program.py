"""Linear programs in standard form, solved by HiGHS: the only place that knows it."""

import math
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]

TOLERANCE, ROUGH = 1e-10, 1e-7
"""The greatest miss of a row or a sign; rows are forces in units of a block's weight.
The second one is HiGHS's own, for programs that it gives up on otherwise."""
LARGE, HUGE = 1000, 2000
"""The numbers of rows from which on an optimum, or any solution, is sought through the interior.

A simplex may walk about for minutes on great walls that just cannot stand.
"""
SMALL = 150
"""The most rows for which a program is solved as it is: to simplify it first costs more."""
STEPS = 10
"""The number of steps that a simplex may take for each row before the interior is tried."""
State = Literal["optimal", "infeasible", "unbounded"]
_STATES: dict[str, State] = {
    "Optimal": "optimal",
    "Infeasible": "infeasible",
    "Unbounded": "unbounded",
}
"""The words of HiGHS."""


class Columns(NamedTuple):
    """Columns of a matrix: the rows and values of column n are those from `starts[n]` on."""

    starts: Indices
    rows: Indices
    values: Floats

    def beside(self, more: "Columns") -> "Columns":
        """Return these columns with others on their right."""
        starts = np.append(self.starts, more.starts + len(self.rows))
        rows = np.append(self.rows, more.rows)
        return Columns(starts, rows, np.append(self.values, more.values))

    def product(self, x: Floats, height: int) -> Floats:
        """Return matrix · x for a matrix of this many rows."""
        counts = np.diff(np.append(self.starts, len(self.rows)))
        terms = self.values * np.repeat(x, counts)
        return np.bincount(self.rows, terms, height).astype(np.float64)


class Solution(NamedTuple):
    """The answer to a program; `x` and `duals` (of the rows) are empty unless it is optimal."""

    state: State
    x: Floats
    duals: Floats


class Basis(NamedTuple):
    """Where a simplex starts: columns whose x is off its bounds, and rows that are not yet met.

    Both together are as many as there are rows.
    """

    columns: list[int]
    rows: list[int]


class LinearProgram:
    """Find x ≥ 0 with matrix · x = right and the least cost · x."""

    def __init__(self, right: Floats) -> None:
        from highspy import Highs  # noqa: PLC0415 - slow, and games do without

        self._highs = Highs()  # type: ignore[no-untyped-call] # its constructor lacks types
        self._highs.setOptionValue("output_flag", False)  # noqa: FBT003 - the order of HiGHS
        # With several threads the order of steps is not fixed.
        self._highs.setOptionValue("threads", 1)
        none = np.empty(0, np.int32)
        self._highs.addRows(len(right), right, right, 0, none, none, np.empty(0))
        self._right = right
        self._highs.setOptionValue("presolve", "off" if len(right) <= SMALL else "choose")
        self._columns = 0
        self._has_cost = False
        self._steered: int | None = None
        self._start: Basis | None = None

    def add(self, columns: Columns, cost: float | Floats = 0.0, most: float = math.inf) -> slice:
        """Add columns of this cost each, x at most `most` there, and return their places in x."""
        count = len(columns.starts)
        costs = np.broadcast_to(np.asarray(cost, np.float64), count)
        self._highs.addCols(
            count,
            costs,
            np.zeros(count),
            np.full(count, most),
            len(columns.values),
            columns.starts.astype(np.int32),
            columns.rows.astype(np.int32),
            columns.values,
        )
        self._has_cost = self._has_cost or bool(costs.any())
        self._columns += count
        return slice(self._columns - count, self._columns)

    def steer(
        self, place: int, cost: float, most: float = math.inf, start: Basis | None = None
    ) -> None:
        """Give one column this cost and this greatest x, and take both from the last one steered.

        What was found before is forgotten: a start from there takes more steps than one afresh. A
        simplex starts from the basis given, with this column at its greatest.
        """
        for column, price, bound in ((self._steered, 0.0, 0.0), (place, cost, most)):
            if column is not None:
                self._highs.changeColCost(column, price)
                self._highs.changeColBounds(column, 0.0, bound)
        self._steered, self._has_cost = place, True
        self._highs.clearSolver()
        self._start = start

    def minimise(self) -> Solution:
        """Return x of the least cost, always a corner of the set of those allowed.

        ArithmeticError if HiGHS finds no answer, which no scene is known to bring about.
        """
        if not len(self._right):
            bounded = not self._has_cost
            empty = np.zeros(self._columns)
            return Solution("optimal" if bounded else "unbounded", empty, self._right)
        if not self._columns:
            return Solution("infeasible", np.empty(0), np.empty(0))
        large = len(self._right) >= (LARGE if self._has_cost else HUGE)
        methods = ("ipm", "simplex") if large else ("simplex", "ipm")
        for tolerance in (TOLERANCE, ROUGH):
            for method in methods:
                state = self._run(method, tolerance)
                if state == "optimal":
                    found = self._highs.getSolution()
                    return Solution(state, np.array(found.col_value), np.array(found.row_dual))
                if state is not None:
                    return Solution(state, np.empty(0), np.empty(0))
        raise ArithmeticError("HiGHS gave up on a linear program")

    def _run(self, method: str, tolerance: float) -> State | None:
        self._highs.setOptionValue("solver", method)
        self._highs.setOptionValue("simplex_iteration_limit", STEPS * len(self._right) + 1000)
        self._highs.setOptionValue("primal_feasibility_tolerance", tolerance)
        self._highs.setOptionValue("dual_feasibility_tolerance", tolerance)
        if self._start is not None and method == "simplex":
            self._begin(self._start)
        self._highs.run()
        return _STATES.get(self._highs.modelStatusToString(self._highs.getModelStatus()))

    def _begin(self, start: Basis) -> None:
        from highspy import HighsBasis, HighsBasisStatus  # noqa: PLC0415 - slow, as above

        columns = [HighsBasisStatus.kLower] * self._columns
        rows = [HighsBasisStatus.kLower] * len(self._right)
        if self._steered is not None:
            columns[self._steered] = HighsBasisStatus.kUpper
        for states, places in ((columns, start.columns), (rows, start.rows)):
            for place in places:
                states[place] = HighsBasisStatus.kBasic
        basis = HighsBasis()
        basis.col_status, basis.row_status, basis.valid = columns, rows, True
        self._highs.setBasis(basis)
