"""Least squares within bounds, for the many unknowns and few rows of contact forces.

By a primal-dual interior point method, Mehrotra's predictor-corrector (1992), with one
factorisation per step, by groups of rows that share columns with neighbouring groups only; so its
cost grows with the length of a structure. SciPy's `lsq_linear` is faster for a dozen unknowns, but
takes half a minute for the 164 of an arch of 40 stones. HiGHS's method for quadratic programs loses
feasibility in one of ten towers, and takes ten times as long for a wall of 100 bricks.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from threadpoolctl import ThreadpoolController

from towersim.common.errors import SceneFault
from towersim.statics.linear_program import Columns, Floats, Indices

DAMPING = 1e-8
"""Weight of the squared unknowns against squared residuals: it only selects among equal ones."""
SLIGHT = 1e-7
"""The same where equations are closed afterwards; those at their bounds are about 1e-13 then."""
MOST_STEPS = 80
"""Maximum number of steps; structures of the literature take 8 … 25."""
GAP = 1e-20
"""Mean product of a slack and its multiplier at which iteration stops."""
GROUP_ROWS = 16
"""Least number of rows of a group; many small groups take more calls of LAPACK than they save."""
SHORT = 0.995
"""Step length as a share of the distance to the nearest bound."""
CENTRED = 1e-2
"""Least product of a slack and its multiplier after a step, as a share of their mean."""
SHORTER, SHORTEST = 0.9, 1e-3
"""Factor by which a step is shortened until its products are that large; the shortest length."""
_BLAS = ThreadpoolController()
"""Its threads wait for each other: two on a busy machine take thirty times as long as one."""


def bounded_least_squares(
    columns: Columns, right: Floats, most: Floats, damping: float = DAMPING
) -> Floats:
    """Minimise |matrix · x - right|² + damping · |x|² within bounds and return x.

    The last len(`most`) unknowns lie within ± `most` (> 0); those before are ≥ 0. Raises SceneFault
    after `MOST_STEPS` steps, which is not known of any scene.
    """
    at = _solved(_Problem(columns, right, most, damping))
    if at is None:
        raise SceneFault("scene", "$.blocks", "its accelerations were not found")
    return at.x


def least_norm(columns: Columns, right: Floats) -> Floats | None:
    """Return the x ≥ 0 of least |x|² with matrix · x = right, which has a solution.

    None if `MOST_STEPS` steps do not find it. The equations are solved to about 1e-11, to fewer
    digits where the matrix has entries below 1e-5.
    """
    if not len(columns.starts):
        return np.empty(0)
    problem = _Problem(columns, right, np.empty(0), SLIGHT)
    at = _solved(problem)
    if at is None:
        return None
    # What damping leaves of the equations is closed by the unknowns that are not at their bounds.
    return at.x + problem.shift(at)


def _solved(problem: "_Problem") -> "_Point | None":
    """Return the solution of a problem; None after `MOST_STEPS` steps."""
    at = problem.start()
    for _ in range(MOST_STEPS):
        gap = at.gap
        if gap < GAP:
            return at
        newton = problem.newton(at)
        guess = _moved(at, newton(np.zeros(len(at.slack))), 1.0)
        centre = (guess.gap / gap) ** 3 * gap
        change = (guess.slack - at.slack) * (guess.price - at.price)
        at = _moved(at, newton(centre - change), SHORT, CENTRED)
    return None


class _Point(NamedTuple):
    """The unknowns, their distances from their bounds, and the multipliers of these; or a step.

    The distances to the lower bounds come first, then those to the upper bounds.
    """

    x: Floats
    slack: Floats
    price: Floats

    @property
    def gap(self) -> float:
        """Mean product of a slack and its multiplier."""
        return float(self.slack @ self.price) / len(self.slack)


class _Problem:
    """The data of a problem and the steps of the method."""

    def __init__(self, columns: Columns, right: Floats, most: Floats, damping: float) -> None:
        self._right, self._damping, self._most = right, damping, most
        self._width = len(columns.starts)
        self._first = self._width - len(most)
        # Every column gets the entries of the longest: zeros in a row that it has anyway.
        counts = np.diff(np.append(columns.starts, len(columns.rows)))
        each = np.arange(counts.max(initial=0))
        at = columns.starts[:, None] + np.where(each < counts[:, None], each, 0)
        self._rows = columns.rows[at]
        self._values = np.where(each < counts[:, None], columns.values[at], 0.0)
        self._chain = _Chain(self._rows, self._values, len(right))

    def start(self) -> _Point:
        """Return a point within all bounds."""
        x = np.append(np.ones(self._first), np.zeros(len(self._most)))
        slack = np.concatenate([x[: self._first], self._most, self._most])
        return _Point(x, slack, np.ones(len(slack)))

    def newton(self, at: _Point) -> Callable[[Floats], _Point]:
        """Return a function that maps target products of slack and multiplier to a Newton step."""
        ratio, price = at.price / at.slack, at.price
        solve = self._solver(ratio)
        uphill = self._transposed(self._product(at.x) - self._right) + self._damping * at.x
        downhill = self._gathered(price, -1.0) - uphill

        def step(aim: Floats) -> _Point:
            change = aim / at.slack - price
            x = solve(downhill + self._gathered(change, -1.0))
            slack = np.append(x, -x[self._first :])
            return _Point(x, slack, change - ratio * slack)

        return step

    def shift(self, at: _Point) -> Floats:
        """Return the change that solves the equations, mostly of unknowns not at their bounds."""
        miss = self._right - self._product(at.x)
        return self._solver(at.price / at.slack)(self._transposed(miss))

    def _gathered(self, values: Floats, sign: float) -> Floats:
        """Return for each unknown the value at its lower bound plus `sign` times that at its upper.

        An unknown without an upper bound has only the former.
        """
        sums = values[: self._width].copy()
        sums[self._first :] += sign * values[self._width :]
        return sums

    def _product(self, x: Floats) -> Floats:
        """Return matrix · x."""
        terms = self._values * x[:, None]
        return np.bincount(self._rows.ravel(), terms.ravel(), len(self._right)).astype(np.float64)

    def _transposed(self, y: Floats) -> Floats:
        """Return matrixᵀ · y."""
        sums: Floats = (self._values * y[self._rows]).sum(axis=1)
        return sums

    def _solver(self, ratio: Floats) -> Callable[[Floats], Floats]:
        """Return a function that solves (matrixᵀ · matrix + diagonal) · x = r for x.

        The diagonal is the damping and the ratios of multipliers and slacks. By the matrix
        inversion lemma the system to solve has a row for each residual only.
        """
        diagonal = self._damping + self._gathered(ratio, 1.0)
        factors = self._chain.factorised(diagonal)

        def solve(r: Floats) -> Floats:
            y = factors(self._product(r / diagonal))
            return (r - self._transposed(y)) / diagonal

        return solve


class _Group(NamedTuple):
    """Neighbouring rows of a matrix, and the columns that begin in them.

    `panel` holds these columns transposed, as far as the end of the rows `after`.
    """

    at: slice
    after: slice
    columns: Indices
    panel: Floats


class _Chain:
    """A matrix whose rows are in groups, of which each shares columns with its neighbours only."""

    def __init__(self, rows: Indices, values: Floats, height: int) -> None:
        distance = _distances(rows, height)
        self._order = np.argsort(distance, kind="stable")
        place = np.argsort(self._order)[rows]
        ends = [0]
        for end in np.bincount(distance).cumsum().tolist():
            if end - ends[-1] >= GROUP_ROWS or end == height:
                ends.append(end)
        begins = place.min(axis=1, initial=height)
        self._groups: list[_Group] = []
        for begin, end, last in zip(ends, ends[1:], [*ends[2:], height], strict=False):
            columns = np.flatnonzero((begins >= begin) & (begins < end))
            panel = np.zeros((len(columns), last - begin))
            each = np.arange(len(columns))[:, None]
            np.add.at(panel, (each, place[columns] - begin), values[columns])
            self._groups.append(_Group(slice(begin, end), slice(end, last), columns, panel))

    def factorised(self, diagonal: Floats) -> Callable[[Floats], Floats]:
        """Return a function that solves (1 + matrix · diagonal⁻¹ · matrixᵀ) · y = r for y.

        The square root of this matrix is made triangular by reflections, group by group; the matrix
        itself would lose half of the digits.
        """
        factors: list[tuple[_Group, Floats, Floats]] = []
        rest = np.empty((0, 0))
        with _BLAS.limit(limits=1, user_api="blas"):
            for group in self._groups:
                size, width = group.at.stop - group.at.start, group.panel.shape[1]
                scaled = group.panel / np.sqrt(diagonal[group.columns])[:, None]
                rest = np.hstack([rest, np.zeros((len(rest), width - rest.shape[1]))])
                stacked = np.vstack([np.eye(size, width), rest, scaled])
                root = np.asarray(np.linalg.qr(stacked, mode="r"), np.float64)
                inverse = np.asarray(np.linalg.inv(root[:size, :size]), np.float64)
                factors.append((group, inverse, root[:size, size:]))
                rest = root[size:, size:]

        def solve(r: Floats) -> Floats:
            y = r[self._order]
            for group, inverse, coupling in factors:
                y[group.at] = inverse.T @ y[group.at]
                y[group.after] -= coupling.T @ y[group.at]
            for group, inverse, coupling in reversed(factors):
                y[group.at] = inverse @ (y[group.at] - coupling @ y[group.after])
            solution = np.empty_like(y)
            solution[self._order] = y
            return solution

        return solve


def _distances(rows: Indices, height: int) -> Indices:
    """Return the distance of each of `height` rows from the first in the graph of shared columns.

    `rows` are those of each column. A part without connection goes on where the part before ended.
    """
    distance = np.full(height, -1)
    farthest = -1
    while (distance < 0).any():
        farthest += 1
        reached = np.array([np.argmin(distance)])
        while len(reached):
            distance[reached] = farthest
            reached = np.unique(rows[(distance[rows] == farthest).any(axis=1)])
            reached = reached[distance[reached] < 0]
            farthest += 1 if len(reached) else 0
    return distance


def _moved(at: _Point, step: _Point, share: float, centred: float = 0.0) -> _Point:
    """Return the point after a step, cut to `share` of the distance to the nearest bound.

    The step is cut further if a product would be below `centred` of their mean: without that, and
    with lengths of their own for `x` and `price`, steps may repeat (Wright 1997, chapter 5).
    """
    length = min(1.0, share * min(_room(at.slack, step.slack), _room(at.price, step.price)))
    while True:
        slack, price = at.slack + length * step.slack, at.price + length * step.price
        moved = _Point(at.x + length * step.x, slack, price)
        if length < SHORTEST or (slack * price).min() >= centred * moved.gap:
            return moved
        length *= SHORTER


def _room(value: Floats, change: Floats) -> float:
    """Return the multiple of `change` at which the first value becomes 0."""
    fastest = float((change / value).min(initial=0.0))
    return -1 / fastest if fastest else np.inf
