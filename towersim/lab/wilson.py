"""The confidence interval of a proportion (Wilson, Probable inference …, JASA 22, 1927)."""

import math
from statistics import NormalDist
from typing import NamedTuple

LEVEL = 0.95
"""Confidence level: the share of such intervals that contain the true value."""
_Z = NormalDist().inv_cdf((1 + LEVEL) / 2)


class Interval(NamedTuple):
    """A 95 % confidence interval."""

    low: float
    high: float


def interval(count: float, of: float) -> Interval:
    """Return the 95 % interval of a probability from `count` successes in `of` (≥ 1) trials.

    >>> [round(end, 3) for end in interval(50, 100)]
    [0.404, 0.596]
    """
    p = count / of
    middle = p + _Z**2 / (2 * of)
    spread = _Z * math.sqrt(p * (1 - p) / of + _Z**2 / (4 * of**2))
    scale = 1 + _Z**2 / of
    return Interval(max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale))
