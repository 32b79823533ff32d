"""The logistic curve from a margin to a probability."""

import math


def rising(margin: float) -> float:
    """Return the logistic function of a margin: ½ at 0, 0.95 at 3.

    >>> [round(rising(margin), 3) for margin in (-3.0, 0.0, 3.0)]
    [0.047, 0.5, 0.953]
    """
    # Clipped to avoid overflow; the result equals 0 or 1 in practice.
    return 1 / (1 + math.exp(-max(-40.0, min(40.0, margin))))
