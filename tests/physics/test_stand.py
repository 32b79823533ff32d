"""What every scene of levels/ is said to do, it does."""

from pathlib import Path

import pytest

from tests.physics.builders import cube, on_table
from towersim.lab.known import harmonic
from towersim.lab.towers import tower as random_tower
from towersim.level import levels_dir, load_scene
from towersim.physics.profile import TABLE_1
from towersim.physics.stand import stand
from towersim.scene import Scene
from towersim.units import BlockId

SCENES = levels_dir() / "scenes"
FALLS: dict[str, list[str]] = {
    "arch": [],
    "bridge": [],
    "column": [],
    "counterweight": [],
    "cup": [],
    "harmonic": [],
    "leaning": [],
    "pisa": [],
    "slope": ["waxed"],
    "too-far": ["brick-8"],
    "wall": [],
}


def without(scene: Scene, *blocks: str) -> Scene:
    return on_table(b for b in scene.blocks if b.id not in blocks)


def test_every_scene_has_an_expected_verdict() -> None:
    assert {path.stem for path in SCENES.glob("*.toml")} == set(FALLS)


@pytest.mark.parametrize("path", sorted(SCENES.glob("*.toml")), ids=lambda path: path.stem)
def test_scenes_do_what_they_say(path: Path) -> None:
    standing = stand(load_scene(path))
    assert list(standing.fell) == FALLS[path.stem]
    assert standing.verdict == ("fell" if FALLS[path.stem] else "stood")
    assert standing.rest


def test_a_fixed_block_stands_in_for_the_edge_of_a_table() -> None:
    scene = harmonic(8, 0.98)
    standing = stand(scene, 2.0)
    assert standing.verdict == "stood"
    assert standing.poses[BlockId("edge")] == scene.blocks[0].pose
    assert stand(without(scene, "edge")).verdict == "fell"


def test_the_counterweight_is_what_holds_the_plank() -> None:
    assert stand(without(load_scene(SCENES / "counterweight.toml"), "weight")).verdict == "fell"


def test_half_an_arch_falls() -> None:
    arch = load_scene(SCENES / "arch.toml")
    half = without(arch, "stone-6", "stone-7", "stone-8", "stone-9")
    assert len(half.blocks) == 5
    assert stand(half).verdict == "fell"


def test_seconds_are_taken_as_told() -> None:
    standing = stand(load_scene(SCENES / "column.toml"), 1.25)
    assert (standing.ticks, standing.sim_seconds) == (150, 1.25)
    assert not stand(on_table([cube("a", 0.0, 0.5)]), 0.1).rest


def test_without_seconds_it_ends_at_rest() -> None:
    standing = stand(load_scene(SCENES / "column.toml"))
    assert standing.rest
    assert standing.ticks == TABLE_1.ticks(TABLE_1.rest_hold)


def test_nothing_stands_on_an_empty_table() -> None:
    standing = stand(on_table([]))
    assert (standing.verdict, standing.fell, standing.poses) == ("stood", (), {})


def test_a_plank_that_slides_down_a_post_until_it_lies_flat_has_fallen() -> None:
    """It touched the table all the time, and its middle sinks by less than half its height."""
    leaning = random_tower(77, 7)
    assert leaning.kind == "leaning"
    assert stand(leaning.scene).fell == (leaning.scene.blocks[-1].id,)
