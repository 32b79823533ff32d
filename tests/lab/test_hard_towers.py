"""Hard towers: deterministic, of every kind, and branching."""

from collections import Counter

from tests.lab.known_towers import hard
from towersim.lab.towers import hard_tower
from towersim.scene.contacts import TABLE, joints
from towersim.scene.scene import Scene


def neighbours(scene: Scene) -> Counter[int]:
    """Return the number of blocks that each block touches, counting the table."""
    return Counter(i for joint in joints(scene) for i in joint[:2])


def test_every_block_touches_another_or_the_table() -> None:
    for kind, scene in hard():
        assert set(neighbours(scene)) >= set(range(len(scene.blocks))), kind


def test_no_tower_is_a_column() -> None:
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


def test_seed_and_index_determine_a_tower() -> None:
    assert hard_tower(1, 7) == hard_tower(1, 7)
    assert hard_tower(1, 7).scene != hard_tower(2, 7).scene
    assert hard_tower(1, 7).scene != hard_tower(1, 11).scene
