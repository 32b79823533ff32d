"""Random towers: of every kind, valid scenes, standing and falling ones.

The hashes of the benchmarks, which are made of them, determine everything else.
"""

from collections import Counter
from collections.abc import Callable, Sequence

import pytest

from tests.examples import slow
from towersim.lab.towers import FEWEST, HARD_KINDS, KINDS, MOST, hard_tower, tower
from towersim.scene.contacts import overlaps, table_penetration
from towersim.scene.scene import Scene
from towersim.statics.equilibrium import signed_margin


@pytest.mark.parametrize(("draw", "kinds"), [(tower, KINDS), slow(hard_tower, HARD_KINDS)])
def test_towers_of_every_kind_are_valid_and_some_of_each_stand_and_fall(
    draw: Callable[[int, int], Scene], kinds: Sequence[str]
) -> None:
    counts = Counter[tuple[str, bool]]()
    for index in range(48):
        kind, scene = [*kinds][index % 4], draw(1, index)
        assert FEWEST <= len(scene.blocks) <= MOST, kind
        assert all(depth < 1e-9 for _, _, depth in overlaps(scene.blocks)), kind
        assert all(table_penetration(block, scene.table) < 1e-9 for block in scene.blocks), kind
        counts[kind, signed_margin(scene) >= 0] += 1
    assert len(counts) == 8, counts
    assert min(counts.values()) >= 2, counts
