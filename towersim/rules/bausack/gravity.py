"""Gravity's moves in Bausack: towers collapse in any order, also several in one tick."""

from collections.abc import Iterable
from functools import cache
from itertools import combinations, islice
from math import comb

from towersim.common.lazy_sequence import LazySequence
from towersim.common.units import TowerId
from towersim.rules.base import Settled

Groups = tuple[tuple[TowerId, ...], ...]
"""Towers grouped by the tick of their fall, earliest first."""


def verdict(fell: Iterable[Iterable[TowerId]]) -> Settled:
    """Return gravity's move for towers grouped by tick; towers of one tick are put in order.

    >>> verdict([[TowerId(2)], [TowerId(1), TowerId(0)]])
    Settled(fell=(2, 0, 1), together=(1,))
    """
    ticks = [sorted(tick) for tick in fell]
    return Settled(
        fell=tuple(tower for tick in ticks for tower in tick),
        together=tuple(tower for tick in ticks for tower in tick[1:]),
    )


def ticks(verdict: Settled) -> Groups:
    """Return the towers that fell, tick by tick.

    >>> ticks(Settled((TowerId(2), TowerId(0), TowerId(1)), together=(TowerId(1),)))
    ((2,), (0, 1))
    """
    groups: list[tuple[TowerId, ...]] = []
    for tower in verdict.fell:
        also = groups.pop() if groups and tower in verdict.together else ()
        groups.append((*also, tower))
    return tuple(groups)


class Verdicts(LazySequence[Settled]):
    """All possible moves of gravity on some standing towers, each once.

    Lazy, as eight towers can collapse in 1,091,670 ways.
    """

    def __init__(self, standing: Iterable[TowerId]) -> None:
        self._standing = tuple(standing)

    def __contains__(self, action: object) -> bool:
        """Return whether a move names only standing towers, each once and sorted within a tick."""
        return (
            isinstance(action, Settled)
            and set(action.fell) <= set(self._standing)
            and len(set(action.fell)) == len(action.fell)
            and action == verdict(ticks(action))
        )

    def __len__(self) -> int:
        return _ways(len(self._standing))

    def nth(self, number: int) -> Settled:
        """Return a move by index, ordered by the number of towers that fall first."""
        return verdict(_nth(number, self._standing))


@cache
def _ways(towers: int) -> int:
    """Return the number of ways in which `towers` towers can collapse, including no collapse."""
    return 1 + sum(_ways_after(first, towers) for first in range(1, towers + 1))


def _ways_after(first: int, towers: int) -> int:
    return comb(towers, first) * _ways(towers - first)


def _nth(number: int, standing: tuple[TowerId, ...]) -> Groups:
    """Return the collapse with this index, ordered by the number of towers that fall first."""
    if number == 0:
        return ()
    number, size = number - 1, 1
    while number >= _ways_after(size, len(standing)):
        number -= _ways_after(size, len(standing))
        size += 1
    which, number = divmod(number, _ways(len(standing) - size))
    first = next(islice(combinations(standing, size), which, None))
    return (first, *_nth(number, tuple(tower for tower in standing if tower not in first)))
