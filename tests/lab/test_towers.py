"""Random towers: deterministic, of every kind, valid scenes, near their limit."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache

import pytest

from towersim.lab.towers import FEWEST, MOST, TowerSample, hard_tower, tower
from towersim.scene.contacts import TABLE, joints, overlaps, table_penetration
from towersim.scene.scene import Scene
from towersim.statics.equilibrium import signed_margin

COUNT = 48


@cache
def usual() -> Sequence[TowerSample]:
    """Return towers of every usual kind."""
    return tuple(tower(1, index) for index in range(COUNT))


@cache
def hard() -> Sequence[TowerSample]:
    """Return towers of every hard kind."""
    return tuple(hard_tower(1, index) for index in range(COUNT))


@pytest.fixture(params=[usual, hard])
def some(request: pytest.FixtureRequest) -> Sequence[TowerSample]:
    """Return towers of one of the two families."""
    towers: Sequence[TowerSample] = request.param()
    return towers


def neighbours(scene: Scene) -> Counter[int]:
    """Return the number of blocks that each block touches, counting the table."""
    return Counter(i for joint in joints(scene) for i in joint[:2])


def test_towers_have_the_right_size_and_no_overlaps(some: Sequence[TowerSample]) -> None:
    for kind, scene in some:
        assert FEWEST <= len(scene.blocks) <= MOST, kind
        assert all(depth < 1e-9 for _, _, depth in overlaps(scene.blocks)), kind
        assert all(table_penetration(block, scene.table) < 1e-9 for block in scene.blocks), kind


def test_every_kind_has_standing_and_falling_towers(some: Sequence[TowerSample]) -> None:
    counts = Counter((kind, signed_margin(scene) >= 0) for kind, scene in some)
    assert len(counts) == 8, counts
    assert min(counts.values()) >= 2, counts


def test_every_block_touches_another_or_the_table(some: Sequence[TowerSample]) -> None:
    for kind, scene in some:
        assert set(neighbours(scene)) >= set(range(len(scene.blocks))), kind


def test_no_hard_tower_is_a_column() -> None:
    for kind, scene in hard():
        found = neighbours(scene)
        feet = found.pop(TABLE)
        assert feet > 1 or max(found.values()) > 2, kind


def test_the_stones_of_an_arch_touch_face_to_face() -> None:
    scene = next(scene for kind, scene in hard() if kind == "arch")
    stones = [i for i, block in enumerate(scene.blocks) if block.id.startswith("stone")]
    faces = [j for j in joints(scene) if j.a in stones and j.b in stones]
    assert len(faces) == len(stones) - 1
    assert all(len(joint.points) == 2 for joint in faces)


@pytest.mark.parametrize("draw", [tower, hard_tower])
def test_seed_and_index_determine_a_tower(draw: Callable[[int, int], TowerSample]) -> None:
    assert draw(1, 7) == draw(1, 7)
    assert draw(1, 7).scene != draw(2, 7).scene
    assert draw(1, 7).scene != draw(1, 11).scene


@pytest.mark.parametrize("index", range(4))
def test_leaning_planks_touch_the_table_and_the_first_block(index: int) -> None:
    scene = tower(1, 4 * index + 3).scene
    last = len(scene.blocks) - 1
    assert sorted(min(j.a, j.b) for j in joints(scene) if last in j[:2]) == [-1, 0]
