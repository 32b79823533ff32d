"""Random towers shared by several tests, computed on first use."""

from collections.abc import Sequence
from functools import cache

from towersim.lab.towers import TowerSample, hard_tower, tower

COUNT = 80


@cache
def usual() -> Sequence[TowerSample]:
    """Return towers of every usual kind."""
    return tuple(tower(1, index) for index in range(COUNT))


@cache
def hard() -> Sequence[TowerSample]:
    """Return towers of every hard kind."""
    return tuple(hard_tower(1, index) for index in range(COUNT))
