"""Linear programs in standard form, solved by HiGHS."""

import math
from collections.abc import Mapping
from functools import cache
from itertools import product
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from towersim.common.errors import SceneFault

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]

TOLERANCE, LOOSE = 1e-10, 1e-7
"""Feasibility tolerances of rows and signs; rows are forces in units of a block's weight.
The second is HiGHS's default, for programs that it cannot solve with the first."""
SCALINGS = 1, 4, 0
"""HiGHS's strategies of scaling: its default, another, and none, each where the former gives up."""
LARGE, HUGE = 1000, 2000
"""Least numbers of rows for an interior point method, with and without an objective.

The simplex method may take minutes on large walls that only just cannot stand.
"""
SMALL = 150
"""Greatest number of rows without presolve, which would take longer than the solution."""
STEPS, FEW = 10, 4
"""Simplex iterations per row (plus 1000) before the next method, with and without an objective.

Walls that stand take 3.5 per row; those that hang over the table may take ever slower ones.
"""
DUAL, PRIMAL, INTERIOR = ("simplex", 1), ("simplex", 4), ("ipm", 1)
"""HiGHS's methods: a solver, and its strategy of the simplex. Where a load is 1e4 to 1e6 times what
carries it, the dual simplex may not tell that there is no solution, and the primal one does."""
LEAST_ENTRY = 1e-12
"""Least entry of a matrix: entries are ratios of weights, so a heavy block on a light one has small
ones."""
State = Literal["optimal", "infeasible", "unbounded"]
_STATES: dict[str, State] = {
    "Optimal": "optimal",
    "Infeasible": "infeasible",
    "Unbounded": "unbounded",
}
"""The states by HiGHS's names."""


class Columns(NamedTuple):
    """A matrix in compressed column form: column n begins at `starts[n]` of `rows` and `values`."""

    starts: Indices
    rows: Indices
    values: Floats

    def beside(self, more: "Columns") -> "Columns":
        """Return these columns followed by others."""
        starts = np.append(self.starts, more.starts + len(self.rows))
        rows = np.append(self.rows, more.rows)
        return Columns(starts, rows, np.append(self.values, more.values))

    def product(self, x: Floats, height: int) -> Floats:
        """Return matrix · x for a matrix of `height` rows."""
        counts = np.diff(np.append(self.starts, len(self.rows)))
        terms = self.values * np.repeat(x, counts)
        return np.bincount(self.rows, terms, height).astype(np.float64)


class Solution(NamedTuple):
    """The answer to a program; `x` and `duals` (of the rows) are empty unless it is optimal."""

    state: State
    x: Floats
    duals: Floats


class Basis(NamedTuple):
    """The start of a simplex: as many basic columns and rows with basic slack as there are rows."""

    columns: list[int]
    rows: list[int]


@cache
def _silent() -> Any:  # noqa: ANN401 - HiGHS's types lack types
    from highspy import Highs  # noqa: PLC0415 - slow import, unused by games

    class Silent(Highs):
        def enableCallbacks(self) -> None:  # noqa: N802 - its name
            # Since 1.16 HiGHS prints its name here, before an option can be set.
            self.setOptionValue("output_flag", False)  # noqa: FBT003 - positional only
            super().enableCallbacks()  # type: ignore[no-untyped-call] # it lacks types

    return Silent


def solver(options: Mapping[str, object]) -> Any:  # noqa: ANN401 - HiGHS's type lacks types
    """Return HiGHS with these options; it prints nothing.

    Several threads would make the order of its steps vary.
    """
    highs = _silent()()
    for option, value in {**options, "output_flag": False, "threads": 1}.items():
        highs.setOptionValue(option, value)
    return highs


class LinearProgram:
    """Minimise cost · x subject to matrix · x = right and x ≥ 0."""

    def __init__(self, right: Floats) -> None:
        self._highs = solver({"small_matrix_value": LEAST_ENTRY})
        none = np.empty(0, np.int32)
        self._highs.addRows(len(right), right, right, 0, none, none, np.empty(0))
        self._right = right
        # Without presolve HiGHS may give up a small program that it solves with it.
        self._presolves = ("off", "on") if len(right) <= SMALL else ("choose",)
        self._columns = 0
        self._has_cost = self._aimed = False
        self._steered: int | None = None
        self._start: Basis | None = None

    def add(self, columns: Columns, cost: float | Floats = 0.0, most: float = math.inf) -> slice:
        """Add columns with a cost and an upper bound `most`, and return their slice of x."""
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
        """Set the cost and upper bound of one column, and reset those of the last one steered.

        The previous solution is discarded, as a warm start from it takes more steps. A simplex
        starts from the basis `start`, with this column at its upper bound.
        """
        for column, price, bound in ((self._steered, 0.0, 0.0), (place, cost, most)):
            if column is not None:
                self._highs.changeColCost(column, price)
                self._highs.changeColBounds(column, 0.0, bound)
        self._steered, self._has_cost = place, True
        self._highs.clearSolver()
        self._start = start

    def aim(self, cost: Floats) -> None:
        """Set another cost than so far; a primal simplex goes on from the last solution."""
        self._highs.changeColsCost(self._columns, np.arange(self._columns, dtype=np.int32), cost)
        self._has_cost = self._aimed = True

    def least(self, cost: Floats) -> float:
        """Return the least cost · x, ± infinity if there is none, for another cost than so far."""
        self.aim(cost)
        solution = self.minimise()
        if solution.state == "optimal":
            return float(cost @ solution.x)
        return -math.inf if solution.state == "unbounded" else math.inf

    def minimise(self, *, has_solution: bool = False) -> Solution:
        """Return a solution of least cost, always a vertex of the feasible set.

        Of a program that certainly `has_solution`, another answer is taken for a failure. Raises
        SceneFault if HiGHS fails, which is not known of any scene.
        """
        if not len(self._right):
            bounded = not self._has_cost
            empty = np.zeros(self._columns)
            return Solution("optimal" if bounded else "unbounded", empty, self._right)
        if not self._columns:
            return Solution("infeasible", np.empty(0), np.empty(0))
        rows, methods = len(self._right), [DUAL, PRIMAL]
        large = rows >= (LARGE if self._has_cost else HUGE)
        methods.insert(0 if large else 1 if rows > SMALL else 2, INTERIOR)
        methods = [PRIMAL, *methods] if self._aimed else methods
        attempts = product(SCALINGS, self._presolves, (TOLERANCE, LOOSE))
        for scaling, presolve, tolerance in attempts:
            self._highs.setOptionValue("simplex_scale_strategy", scaling)
            self._highs.setOptionValue("presolve", presolve)
            for method in methods:
                state = self._run(method, tolerance)
                if state == "optimal":
                    values = self._highs.getSolution()
                    return Solution(state, np.array(values.col_value), np.array(values.row_dual))
                if state is not None and not has_solution:
                    return Solution(state, np.empty(0), np.empty(0))
                self._highs.clearSolver()
        raise SceneFault("scene", "$.blocks", "no method of HiGHS finds its forces")

    def _run(self, method: tuple[str, int], tolerance: float) -> State | None:
        (solver_name, strategy), steps = method, STEPS if self._has_cost else FEW
        self._highs.setOptionValue("solver", solver_name)
        self._highs.setOptionValue("simplex_strategy", strategy)
        self._highs.setOptionValue("simplex_iteration_limit", steps * len(self._right) + 1000)
        self._highs.setOptionValue("primal_feasibility_tolerance", tolerance)
        self._highs.setOptionValue("dual_feasibility_tolerance", tolerance)
        if self._start is not None and method is not INTERIOR:
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
