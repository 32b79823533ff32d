"""Mixed-integer programs, solved by HiGHS."""

import math
from typing import Any, NamedTuple

import numpy as np

from towersim.statics.linear_program import Floats, Indices, solver

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
        self._low: list[Floats] = []
        self._high: list[Floats] = []
        self._cost: list[Floats] = []
        self._choices: list[Indices] = []
        self._limits: list[tuple[Floats, Floats]] = []
        self._entries: list[Entries] = []
        self._size = 0
        self._height = 0

    def add(self, low: Floats, high: Floats, cost: Floats | None = None) -> Indices:
        """Add unknowns with bounds and a cost, and return their columns."""
        self._low.append(low)
        self._high.append(high)
        self._cost.append(np.zeros(len(low)) if cost is None else cost)
        self._size += len(low)
        return np.arange(self._size - len(low), self._size)

    def add_choices(self, count: int) -> Indices:
        """Add unknowns that are 0 or 1, and return their columns."""
        columns = self.add(np.zeros(count), np.ones(count))
        self._choices.append(columns)
        return columns

    def require(self, least: Floats | None, most: Floats | None, *entries: Entries) -> None:
        """Add rows whose sums lie between `least` and `most`; None stands for no limit."""
        height = len(least if least is not None else most if most is not None else ())
        none = np.full(height, math.inf)
        self._limits.append((-none if least is None else least, none if most is None else most))
        for one in entries:
            values = np.broadcast_to(one.values, one.rows.shape)
            self._entries.append(Entries(one.rows + self._height, one.columns, values))
        self._height += height

    def minimise(self, seconds: float, fixed: Floats | None = None) -> MixedSolution:
        """Search for `seconds` at most; the choices may be `fixed` to those of an x."""
        from highspy import SolutionStatus  # noqa: PLC0415 - slow import, unused by games

        options = {"time_limit": seconds, "mip_rel_gap": 0.0, "mip_abs_gap": 0.0}
        for what in ("mip", "primal", "dual"):
            options[f"{what}_feasibility_tolerance"] = EXACT
        highs = solver(options)
        highs.passModel(self._model(fixed))
        highs.run()
        information = highs.getInfo()
        known = information.primal_solution_status == SolutionStatus.kSolutionStatusFeasible
        value = information.objective_function_value if known else math.inf
        bound = value if fixed is not None else information.mip_dual_bound
        return MixedSolution(np.array(highs.getSolution().col_value), value, bound)

    def _model(self, fixed: Floats | None) -> Any:  # noqa: ANN401 - HiGHS's type lacks types
        """Return the program in HiGHS's form."""
        from highspy import HighsLp, HighsVarType, MatrixFormat  # noqa: PLC0415 - slow, as above

        entries = [np.concatenate(parts) for parts in zip(*self._entries, strict=True)]
        rows, columns, values = (part[np.argsort(entries[0], kind="stable")] for part in entries)
        low, high = np.concatenate(self._low), np.concatenate(self._high)
        choices = np.concatenate(self._choices)
        kinds = np.full(self._size, HighsVarType.kContinuous)
        if fixed is None:
            kinds[choices] = HighsVarType.kInteger
        else:
            low[choices] = high[choices] = np.round(fixed[choices])
        model = HighsLp()
        model.num_col_, model.num_row_ = self._size, self._height
        model.col_cost_ = np.concatenate(self._cost)
        model.col_lower_, model.col_upper_ = low, high
        model.row_lower_, model.row_upper_ = map(np.concatenate, zip(*self._limits, strict=True))
        model.integrality_ = list(kinds)
        model.a_matrix_.format_ = MatrixFormat.kRowwise
        model.a_matrix_.start_ = np.searchsorted(rows, np.arange(self._height + 1))
        model.a_matrix_.index_, model.a_matrix_.value_ = columns, values
        return model
