"""Random numbers for all of towersim: one independent stream per seed, name and index.

A stream is a pure function of those three, so no state has to be stored: a resumed game draws the
same numbers as an uninterrupted one.
"""

import math
from random import Random, SystemRandom

from towersim.common import portable_math

LARGEST_SEED = 2**63 - 1
"""The largest seed that a record can hold."""


class Stream(Random):
    """A stream of random numbers; only this module creates them.

    Its numbers are the same on every processor; the other distributions of
    `Random` call the C library.
    """

    gauss_next: float | None
    """The second of a pair of normal deviates, in the state that `Random` copies and pickles."""

    def gauss(self, mu: float = 0.0, sigma: float = 1.0) -> float:
        """Return a normal deviate of this mean and standard deviation (Box and Muller 1958)."""
        z, self.gauss_next = self.gauss_next, None
        if z is None:
            turn = math.tau * self.random()
            length = math.sqrt(-2 * portable_math.log(1 - self.random()))
            z = portable_math.cos(turn) * length
            self.gauss_next = portable_math.sin(turn) * length
        return mu + z * sigma


def stream(seed: int, name: str, index: int = 0) -> Stream:
    """Return the stream called `name` (deck, die, tremor, bot …) for the `index`-th use.

    >>> stream(7, "deck", 3).random() == stream(7, "deck", 3).random()
    True
    >>> stream(7, "deck", 3).random() == stream(7, "die", 3).random()
    False
    """
    return Stream(f"towersim/{seed}/{name}/{index}")


def fresh_seed() -> int:
    """Return a random seed, 0 … 999,999, short enough to be shared."""
    return SystemRandom().randrange(1_000_000)


def secret_seed() -> int:
    """Return a random seed, 0 … 2⁶² − 1: too many to find it by trying what it gives."""
    return SystemRandom().getrandbits(62)
