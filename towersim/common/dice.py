"""Random numbers for all of towersim: one independent stream per seed, name and index.

A stream is a pure function of those three, so no state has to be stored: a resumed game draws the
same numbers as an uninterrupted one.
"""

from random import Random, SystemRandom

Stream = Random
"""A stream of random numbers; only this module creates them."""


def stream(seed: int, name: str, index: int = 0) -> Stream:
    """Return the stream called `name` (deck, die, tremor, bot …) for the `index`-th use.

    >>> stream(7, "deck", 3).random() == stream(7, "deck", 3).random()
    True
    >>> stream(7, "deck", 3).random() == stream(7, "die", 3).random()
    False
    """
    return Random(f"towersim/{seed}/{name}/{index}")


def fresh_seed() -> int:
    """Return a random seed, 0 … 999,999, short enough to be shared."""
    return SystemRandom().randrange(1_000_000)
