"""All that gravity and the measurer may answer in Practice; nothing is listed until asked for."""

from collections.abc import Iterable

from towersim.lazy_sequence import LazySequence
from towersim.rules.base import Settled
from towersim.rules.practice.state import Measured
from towersim.units import TowerId

FAR = 1e6
"""No measure is greater."""


class Losses(LazySequence[Settled]):
    """Everything gravity may do to some places: the pieces of any of them may leave the table.

    Nothing is listed until it is asked for; the order in which they leave is any.
    """

    def __init__(self, standing: Iterable[TowerId]) -> None:
        self._standing = tuple(standing)

    def __contains__(self, action: object) -> bool:
        """Return whether only standing pieces leave, each once."""
        return (
            isinstance(action, Settled)
            and not action.together
            and set(action.fell) <= set(self._standing)
            and len(set(action.fell)) == len(action.fell)
        )

    def __len__(self) -> int:
        return int(2 ** min(len(self._standing), 60))

    def nth(self, number: int) -> Settled:
        """Return the loss of the pieces at the bits of `number`."""
        return Settled(tuple(p for i, p in enumerate(self._standing) if number >> i & 1))


class Measurements(LazySequence[Measured]):
    """Everything the measurer may say of a table with some places; a sample of it is listed."""

    def __init__(self, places: int) -> None:
        self._places = places

    def __contains__(self, action: object) -> bool:
        """Return whether it speaks of this table, in numbers."""
        return (
            isinstance(action, Measured)
            and len(action.lows) == self._places
            and (action.value is None or abs(action.value) < FAR)
            and abs(action.height) < FAR
        )

    def __len__(self) -> int:
        return 1000

    def nth(self, number: int) -> Measured:
        """Return a measurement of the sample."""
        lows = (None,) * self._places
        return Measured(number / 100, number / 1000, number % 7 == 0, lows)
