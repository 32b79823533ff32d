"""Least squares within bounds, by a primal-dual interior point method.

Mehrotra's predictor and corrector (1992), with one sparse factorisation a step. `lsq_linear` of
SciPy is quicker for a dozen unknowns; the 164 of an arch of 40 stones take it half a minute.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from towersim.statics.linear_program import Columns, Floats

STEPS = 80
"""The most steps; structures of the literature take 8 … 25."""
GAP = 1e-20
"""The mean product of a slack and its multiplier at which a solution is exact enough."""
DENSE = 100
"""The most residuals and unknowns for which the system is solved as a full matrix."""
SHORT = 0.995
"""The share of the way to the nearest bound that a step takes."""


def bounded_least_squares(columns: Columns, right: Floats, most: Floats, damping: float) -> Floats:
    """Return x of the least |matrix · x - right|² + damping · |x|².

    The last unknowns, as many as `most` has, are within ± `most` (> 0); those before are ≥ 0.
    """
    problem = _Problem(columns, right, most, damping)
    at = problem.start()
    for _ in range(STEPS):
        gap = problem.gap(at)
        if gap < GAP:
            break
        newton = problem.newton(at)
        guess = newton(_Products(0.0, 0.0))
        centre = (problem.gap(_moved(at, guess, 1.0)) / gap) ** 3 * gap
        aim = _Products(centre - guess.under * guess.low, centre - guess.over * guess.high)
        at = _moved(at, newton(aim), SHORT)
    return at.x


class _Point(NamedTuple):
    """The unknowns, their slacks below and above, and the multipliers of these; or a step of all.

    Unknowns without an upper bound have a slack of 1 there, and a multiplier of 0.
    """

    x: Floats
    under: Floats
    over: Floats
    low: Floats
    high: Floats


class _Products(NamedTuple):
    """The products of slacks and multipliers that a step aims at, below and above."""

    low: Floats | float
    high: Floats | float


class _Problem:
    """The data of a problem, and what a step of the method needs of them."""

    def __init__(self, columns: Columns, right: Floats, most: Floats, damping: float) -> None:
        from scipy.sparse import block_array, csc_array  # noqa: PLC0415 - slow, games do without

        shape = len(right), len(columns.starts)
        ends = np.append(columns.starts, len(columns.rows))
        self._matrix = csc_array((columns.values, columns.rows, ends), shape=shape)
        self._right, self._damping, self._most = right, damping, most
        self._coupling = block_array([[None, self._matrix], [self._matrix.T, None]], format="csc")
        self._dense = self._coupling.toarray() if sum(shape) <= DENSE else None
        self._bounded = np.arange(shape[1]) >= shape[1] - len(most)

    def start(self) -> _Point:
        """Return a point within all bounds."""
        one = np.ones(len(self._bounded))
        x = np.where(self._bounded, 0.0, 1.0)
        slack = one.copy()
        slack[self._bounded] = self._most
        return _Point(x, slack, slack, one, x * 0.0 + self._bounded)

    def gap(self, at: _Point) -> float:
        """Return the mean product of a slack and its multiplier."""
        count = len(at.x) + len(self._most)
        return float(at.under @ at.low + at.over @ at.high) / count

    def newton(self, at: _Point) -> Callable[[_Products], _Point]:
        """Return the function from products to the step towards them."""
        solve = self._solver(self._damping + at.low / at.under + at.high / at.over)
        miss = self._right - self._matrix @ at.x
        downhill = self._matrix.T @ miss - self._damping * at.x + at.low - at.high

        def step(aim: _Products) -> _Point:
            below = aim.low - at.under * at.low
            above = np.where(self._bounded, aim.high - at.over * at.high, 0.0)
            x = solve(downhill + below / at.under - above / at.over)
            over = np.where(self._bounded, -x, 0.0)
            low, high = (below - at.low * x) / at.under, (above - at.high * over) / at.over
            return _Point(x, x, over, low, high)

        return step

    def _solver(self, diagonal: Floats) -> Callable[[Floats], Floats]:
        """Return the function from r to x with (matrixᵀ · matrix + diagonal) · x = r."""
        height = len(self._right)
        factors = self._factors(np.concatenate([np.full(height, -1.0), diagonal]))
        return lambda r: factors(np.concatenate([np.zeros(height), r]))[height:]

    def _factors(self, diagonal: Floats) -> Callable[[Floats], Floats]:
        """Return the function that solves the system of both, with this diagonal."""
        # Solved together with its residuals, the system stays exact near the bounds.
        if self._dense is not None:
            from scipy.linalg import lu_factor, lu_solve  # noqa: PLC0415 - slow, games do without

            system = self._dense.copy()
            np.fill_diagonal(system, diagonal)
            factors = lu_factor(system, overwrite_a=True, check_finite=False)
            return lambda r: lu_solve(factors, r, check_finite=False)
        from scipy.sparse import diags_array  # noqa: PLC0415 - the same
        from scipy.sparse.linalg import splu  # noqa: PLC0415 - the same

        exact = splu((self._coupling + diags_array(diagonal)).tocsc())

        def solve(r: Floats) -> Floats:
            found: Floats = exact.solve(r)
            return found

        return solve


def _moved(at: _Point, step: _Point, share: float) -> _Point:
    """Return the point after a step, or after a share of the way to the nearest bound."""
    primal = min(1.0, share * min(_room(at.under, step.under), _room(at.over, step.over)))
    dual = min(1.0, share * min(_room(at.low, step.low), _room(at.high, step.high)))
    shares = (primal, primal, primal, dual, dual)
    return _Point(*(old + s * new for old, s, new in zip(at, shares, step, strict=True)))


def _room(value: Floats, change: Floats) -> float:
    """Return how often the change may be made until one of the values is 0."""
    falls = change < 0
    return float((-value[falls] / change[falls]).min(initial=np.inf))
