"""The possible moves of gravity and the measurer in Practice, as lazy sequences."""

from collections.abc import Iterable

from towersim.common.lazy_sequence import LazySequence
from towersim.common.units import TowerId
from towersim.rules.base import Settled
from towersim.rules.practice.state import Measured

FAR = 1e6
"""The bound on the absolute value of a measure."""


class Losses(LazySequence[Settled]):
    """Gravity's possible moves: any of the standing pieces leave the table.

    Lazy; a move may name the pieces in any order, but only one order is listed.
    """

    def __init__(self, standing: Iterable[TowerId]) -> None:
        self._standing = tuple(standing)

    def __contains__(self, action: object) -> bool:
        """Return whether a move names only standing pieces, each once."""
        return (
            isinstance(action, Settled)
            and not action.together
            and set(action.fell) <= set(self._standing)
            and len(set(action.fell)) == len(action.fell)
        )

    def __len__(self) -> int:
        return int(2 ** min(len(self._standing), 60))

    def nth(self, number: int) -> Settled:
        """Return the move in which the pieces at the set bits of `number` leave the table."""
        return Settled(tuple(p for i, p in enumerate(self._standing) if number >> i & 1))


class Measurements(LazySequence[Measured]):
    """The measurer's possible moves for a table with some places; only a sample is listed."""

    def __init__(self, places: int) -> None:
        self._places = places

    def __contains__(self, action: object) -> bool:
        """Return whether a measurement has this number of places and bounded values."""
        return (
            isinstance(action, Measured)
            and len(action.lows) == self._places
            and (action.value is None or abs(action.value) < FAR)
            and abs(action.height) < FAR
            and set(action.fallen) <= set(range(self._places))
        )

    def __len__(self) -> int:
        return 1000

    def nth(self, number: int) -> Measured:
        """Return a measurement of the sample by index."""
        lows = (None,) * self._places
        return Measured(number / 100, number / 1000, number % 7 == 0, lows)
