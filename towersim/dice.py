"""All randomness of towersim: a seed, a name and an index give one independent stream.

A stream is a pure function of those three, so nothing has to be remembered between draws: a
resumed game draws what the game that was never interrupted would have drawn.
"""

from random import Random, SystemRandom

Stream = Random
"""One stream of random numbers; only this module makes them."""


def stream(seed: int, name: str, index: int = 0) -> Stream:
    """Return the stream called `name` (deck, die, tremor, bot …) for the `index`-th use.

    >>> stream(7, "deck", 3).random() == stream(7, "deck", 3).random()
    True
    >>> stream(7, "deck", 3).random() == stream(7, "die", 3).random()
    False
    """
    return Random(f"towersim/{seed}/{name}/{index}")


def fresh_seed() -> int:
    """Return a seed that nobody chose, short enough to be told to a friend: 0 … 999,999."""
    return SystemRandom().randrange(1_000_000)
