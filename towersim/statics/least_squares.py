"""Least squares within bounds, by a primal-dual interior point method.

Mehrotra's predictor and corrector (1992), with one factorisation a step: of a band where blocks
touch few others, as in towers, and of a sparse matrix else. `lsq_linear` of SciPy is quicker for a
dozen unknowns; the 164 of an arch of 40 stones take it half a minute.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from towersim.statics.linear_program import Columns, Floats, Indices

STEPS = 80
"""The most steps; structures of the literature take 8 … 25."""
GAP = 1e-20
"""The mean product of a slack and its multiplier at which a solution is exact enough."""
NARROW = 80
"""The greatest distance from the diagonal at which the system is solved as a band."""
SMALL = 300
"""The most residuals and unknowns for which products with a full matrix are quicker."""
SHORT = 0.995
"""The share of the way to the nearest bound that a step takes."""


def bounded_least_squares(columns: Columns, right: Floats, most: Floats, damping: float) -> Floats:
    """Return x of the least |matrix · x - right|² + damping · |x|².

    The last unknowns, as many as `most` has, are within ± `most` (> 0); those before are ≥ 0.
    """
    problem = _Problem(columns, right, most, damping)
    at = problem.start()
    for _ in range(STEPS):
        gap = at.gap
        if gap < GAP:
            break
        newton = problem.newton(at)
        guess = newton(np.zeros(len(at.slack)))
        centre = (_moved(at, guess, 1.0).gap / gap) ** 3 * gap
        at = _moved(at, newton(centre - guess.slack * guess.price), SHORT)
    return at.x


class _Point(NamedTuple):
    """The unknowns, how far they are from their bounds, and multipliers of these; or a step of all.

    First come the distances to the lower bounds of all unknowns, then those to upper bounds.
    """

    x: Floats
    slack: Floats
    price: Floats

    @property
    def gap(self) -> float:
        """The mean product of a slack and its multiplier."""
        return float(self.slack @ self.price) / len(self.slack)


class _Problem:
    """The data of a problem, and what a step of the method needs of them."""

    def __init__(self, columns: Columns, right: Floats, most: Floats, damping: float) -> None:
        from scipy.sparse import csc_array  # noqa: PLC0415 - slow, games do without

        self._shape = len(right), len(columns.starts)
        ends = np.append(columns.starts, len(columns.rows))
        matrix = csc_array((columns.values, columns.rows, ends), shape=self._shape)
        self._factors = _factoriser(matrix)
        full = sum(self._shape) <= SMALL
        self._matrix, self._transposed = (
            half.toarray() if full else half.tocsr() for half in (matrix, matrix.T)
        )
        self._right, self._damping, self._most = right, damping, most
        self._first = self._shape[1] - len(most)

    def start(self) -> _Point:
        """Return a point within all bounds."""
        x = np.append(np.ones(self._first), np.zeros(len(self._most)))
        slack = np.concatenate([x[: self._first], self._most, self._most])
        return _Point(x, slack, np.ones(len(slack)))

    def newton(self, at: _Point) -> Callable[[Floats], _Point]:
        """Return the function from products of slacks and multipliers to the step towards them."""
        ratio, price = at.price / at.slack, at.price
        solve = self._solver(self._damping + self._gathered(ratio, 1.0))
        miss = self._right - self._matrix @ at.x
        downhill = self._transposed @ miss - self._damping * at.x + self._gathered(price, -1.0)

        def step(aim: Floats) -> _Point:
            change = aim / at.slack - price
            x = solve(downhill + self._gathered(change, -1.0))
            slack = np.append(x, -x[self._first :])
            return _Point(x, slack, change - ratio * slack)

        return step

    def _gathered(self, values: Floats, sign: float) -> Floats:
        """Return for each unknown the value of its lower bound and `sign` times that of its upper.

        An unknown without an upper bound has the former only.
        """
        sums = values[: self._shape[1]].copy()
        sums[self._first :] += sign * values[self._shape[1] :]
        return sums

    def _solver(self, diagonal: Floats) -> Callable[[Floats], Floats]:
        """Return the function from r to x with (matrixᵀ · matrix + diagonal) · x = r."""
        height = self._shape[0]
        factors = self._factors(np.append(np.full(height, -1.0), diagonal))
        none = np.zeros(height)
        return lambda r: factors(np.append(none, r))[height:]


def _factoriser(matrix: Any) -> Callable[[Floats], Callable[[Floats], Floats]]:  # noqa: ANN401 - SciPy's
    """Return the function from a diagonal to the function that solves the system with it.

    The system is [., matrix; matrixᵀ, .] with that diagonal: solved together with its residuals, it
    stays exact near the bounds.
    """
    from scipy.sparse import block_array  # noqa: PLC0415 - slow, games do without
    from scipy.sparse.csgraph import reverse_cuthill_mckee  # noqa: PLC0415 - the same

    coupling = block_array([[None, matrix], [matrix.T, None]], format="csc")
    order = reverse_cuthill_mckee(coupling.tocsr(), symmetric_mode=True)
    place = np.argsort(order)
    entries = coupling.tocoo()
    rows, columns = place[entries.row], place[entries.col]
    width = int(np.abs(rows - columns).max(initial=0))
    if width > NARROW:
        return partial(_sparse_factors, coupling)
    band = np.zeros((3 * width + 1, coupling.shape[0]), order="F")
    band[2 * width + rows - columns, columns] = entries.data
    return partial(_band_factors, band, width, order)


def _band_factors(
    band: Floats, width: int, order: Indices, diagonal: Floats
) -> Callable[[Floats], Floats]:
    """Factorise a system whose permuted entries are at most `width` from the diagonal."""
    from scipy.linalg.lapack import dgbtrf, dgbtrs  # noqa: PLC0415 - slow, games do without

    system = band.copy(order="F")
    system[2 * width] = diagonal[order]
    factors, pivots, _ = dgbtrf(system, width, width, overwrite_ab=True)

    def solve(r: Floats) -> Floats:
        found = np.empty_like(r)
        found[order] = dgbtrs(factors, width, width, r[order], pivots)[0]
        return found

    return solve


def _sparse_factors(coupling: Any, diagonal: Floats) -> Callable[[Floats], Floats]:  # noqa: ANN401 - SciPy's
    """Factorise a system without a narrow band."""
    from scipy.sparse import diags_array  # noqa: PLC0415 - slow, games do without
    from scipy.sparse.linalg import splu  # noqa: PLC0415 - the same

    exact = splu((coupling + diags_array(diagonal)).tocsc())

    def solve(r: Floats) -> Floats:
        found: Floats = exact.solve(r)
        return found

    return solve


def _moved(at: _Point, step: _Point, share: float) -> _Point:
    """Return the point after a step, or after a share of the way to the nearest bound."""
    primal, dual = share * _room(at.slack, step.slack), share * _room(at.price, step.price)
    primal, dual = min(1.0, primal), min(1.0, dual)
    moved = at.slack + primal * step.slack, at.price + dual * step.price
    return _Point(at.x + primal * step.x, *moved)


def _room(value: Floats, change: Floats) -> float:
    """Return how often the change may be made until one of the values is 0."""
    fastest = float((change / value).min(initial=0.0))
    return -1 / fastest if fastest else np.inf
