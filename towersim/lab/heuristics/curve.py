"""From a margin to a probability."""

import math


def rising(margin: float) -> float:
    """Return the logistic curve: ½ at a margin of 0, 0.95 at 3, towards 0 and 1.

    >>> [round(rising(margin), 3) for margin in (-3.0, 0.0, 3.0)]
    [0.047, 0.5, 0.953]
    """
    # Both ends are within a double of 0 and 1 long before.
    return 1 / (1 + math.exp(-max(-40.0, min(40.0, margin))))
