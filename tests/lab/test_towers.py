"""Random towers: deterministic, of every kind, valid scenes, near their limit."""

from collections import Counter
from collections.abc import Sequence

import pytest

from tests.lab.known_towers import hard, usual
from towersim.lab.towers import FEWEST, MOST, TowerSample, tower
from towersim.scene.contacts import joints, overlaps, table_penetration
from towersim.statics.equilibrium import signed_margin


@pytest.fixture(params=[usual, hard])
def some(request: pytest.FixtureRequest) -> Sequence[TowerSample]:
    """Return towers of one of the two families."""
    towers: Sequence[TowerSample] = request.param()
    return towers


def test_towers_have_the_right_size_and_no_overlaps(some: Sequence[TowerSample]) -> None:
    for kind, scene in some:
        assert FEWEST <= len(scene.blocks) <= MOST, kind
        assert all(depth < 1e-9 for _, _, depth in overlaps(scene.blocks)), kind
        assert all(table_penetration(block, scene.table) < 1e-9 for block in scene.blocks), kind


def test_every_kind_has_standing_and_falling_towers(some: Sequence[TowerSample]) -> None:
    counts = Counter((kind, signed_margin(scene) >= 0) for kind, scene in some)
    assert len(counts) == 8, counts
    assert min(counts.values()) >= 2, counts


def test_every_block_touches_another_or_the_table() -> None:
    for kind, scene in usual():
        held = {i for joint in joints(scene) for i in joint[:2]}
        assert held >= set(range(len(scene.blocks))), kind


def test_seed_and_index_determine_a_tower() -> None:
    assert tower(1, 7) == tower(1, 7)
    assert tower(1, 7).scene != tower(2, 7).scene
    assert tower(1, 7).scene != tower(1, 11).scene


@pytest.mark.parametrize("index", range(4))
def test_leaning_planks_touch_the_table_and_the_first_block(index: int) -> None:
    scene = tower(1, 4 * index + 3).scene
    last = len(scene.blocks) - 1
    assert sorted(min(j.a, j.b) for j in joints(scene) if last in j[:2]) == [-1, 0]
