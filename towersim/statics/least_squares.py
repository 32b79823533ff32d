"""Least squares within bounds, by a primal-dual interior point method.

Mehrotra's predictor-corrector (1992), with one factorisation per step: of a band matrix if each
block touches few others, as in towers, otherwise of a sparse matrix. SciPy's `lsq_linear` is faster
for a dozen unknowns, but takes half a minute for the 164 of an arch of 40 stones.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from towersim.statics.linear_program import Columns, Floats, Indices

STEPS = 80
"""Maximum number of steps; structures of the literature take 8 … 25."""
GAP = 1e-20
"""Mean product of a slack and its multiplier at which iteration stops."""
NARROW = 80
"""Greatest half-bandwidth for which the system is solved as a band matrix."""
SMALL = 300
"""Greatest total of residuals and unknowns for which a dense matrix is faster."""
SHORT = 0.995
"""Step length as a share of the distance to the nearest bound."""


def bounded_least_squares(columns: Columns, right: Floats, most: Floats, damping: float) -> Floats:
    """Minimise |matrix · x - right|² + damping · |x|² within bounds and return x.

    The last len(`most`) unknowns lie within ± `most` (> 0); those before are ≥ 0.
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
        from scipy.sparse import csc_array  # noqa: PLC0415 - slow import, unused by games

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
        """Return a function that maps target products of slack and multiplier to a Newton step."""
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
        """Return for each unknown the value at its lower bound plus `sign` times that at its upper.

        An unknown without an upper bound has only the former.
        """
        sums = values[: self._shape[1]].copy()
        sums[self._first :] += sign * values[self._shape[1] :]
        return sums

    def _solver(self, diagonal: Floats) -> Callable[[Floats], Floats]:
        """Return a function that solves (matrixᵀ · matrix + diagonal) · x = r for x."""
        height = self._shape[0]
        factors = self._factors(np.append(np.full(height, -1.0), diagonal))
        none = np.zeros(height)
        return lambda r: factors(np.append(none, r))[height:]


def _factoriser(matrix: Any) -> Callable[[Floats], Callable[[Floats], Floats]]:  # noqa: ANN401 - SciPy ships no types
    """Return a function that maps a diagonal to a solver of the system.

    The system is [., matrix; matrixᵀ, .] with that diagonal. It holds the residuals as unknowns,
    which keeps it accurate near the bounds.
    """
    from scipy.sparse import block_array  # noqa: PLC0415 - slow import, unused by games
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
    """Factorise a system that has half-bandwidth `width` after permutation by `order`."""
    from scipy.linalg.lapack import dgbtrf, dgbtrs  # noqa: PLC0415 - slow import, unused by games

    system = band.copy(order="F")
    system[2 * width] = diagonal[order]
    factors, pivots, _ = dgbtrf(system, width, width, overwrite_ab=True)

    def solve(r: Floats) -> Floats:
        found = np.empty_like(r)
        found[order] = dgbtrs(factors, width, width, r[order], pivots)[0]
        return found

    return solve


def _sparse_factors(coupling: Any, diagonal: Floats) -> Callable[[Floats], Floats]:  # noqa: ANN401 - SciPy ships no types
    """Factorise a system without a narrow band."""
    from scipy.sparse import diags_array  # noqa: PLC0415 - slow import, unused by games
    from scipy.sparse.linalg import splu  # noqa: PLC0415 - the same

    exact = splu((coupling + diags_array(diagonal)).tocsc())

    def solve(r: Floats) -> Floats:
        found: Floats = exact.solve(r)
        return found

    return solve


def _moved(at: _Point, step: _Point, share: float) -> _Point:
    """Return the point after a step, cut to `share` of the distance to the nearest bound."""
    primal, dual = share * _room(at.slack, step.slack), share * _room(at.price, step.price)
    primal, dual = min(1.0, primal), min(1.0, dual)
    moved = at.slack + primal * step.slack, at.price + dual * step.price
    return _Point(at.x + primal * step.x, *moved)


def _room(value: Floats, change: Floats) -> float:
    """Return the multiple of `change` at which the first value becomes 0."""
    fastest = float((change / value).min(initial=0.0))
    return -1 / fastest if fastest else np.inf
