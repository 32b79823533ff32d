"""Blurred scenes, tilted tables, and the truth of scenes."""

import math

import pytest

from towersim.common import dice
from towersim.geometry.shapes import Box
from towersim.lab import truth
from towersim.lab.analytic_scenes import column, incline
from towersim.lab.heuristics import simple
from towersim.lab.noise import blurred, tilted, with_friction
from towersim.lab.towers import tower
from towersim.lab.trials import Drawn
from towersim.scene.contacts import joints
from towersim.scene.scene import Scene, TableTop
from towersim.statics.analysis import analyse
from towersim.statics.equilibrium import margin, stands


def test_a_blurred_tower_stays_connected_and_keeps_its_heights() -> None:
    for index in range(16):
        scene = tower(1, index)
        seen = blurred(scene, 0.001, dice.stream(1, "eye", index))
        held = {i for joint in joints(seen) for i in joint[:2]}
        assert held >= set(range(len(scene.blocks)))
        for there, shown in zip(scene.blocks, seen.blocks, strict=True):
            assert (shown.pose.y, shown.pose.angle) == there.pose[1:]


def test_blur_has_the_given_standard_deviation() -> None:
    noise = dice.stream(1, "eye")
    seen = [blurred(column([0.0]), 0.001, noise).blocks[0].pose.x for _ in range(2000)]
    assert math.sqrt(sum(x * x for x in seen) / len(seen)) == pytest.approx(0.001, rel=0.05)
    assert sum(seen) / len(seen) == pytest.approx(0.0, abs=1e-4)


def test_leaning_blocks_their_supports_and_fixed_blocks_are_not_blurred() -> None:
    scene = Drawn("leaning", 0).scene(1)
    seen = blurred(scene, 0.001, dice.stream(1, "eye"))
    still = [a == b for a, b in zip(scene.blocks, seen.blocks, strict=True)]
    assert (still[0], still[-1]) == (True, True)
    assert not any(still[2:-1])
    ramp = incline(0.1, Box(0.02, 0.02), 0.5)
    assert blurred(ramp, 0.001, dice.stream(1, "eye")) == ramp


@pytest.mark.parametrize("offsets", [[0.0] * 3, [0.0, 0.3, 0.1], [0.0, -0.2]])
def test_a_tower_stands_on_a_tilted_table_up_to_its_margin(offsets: list[float]) -> None:
    scene = column(offsets)
    limit = margin(scene)
    assert limit is not None
    for way in (1, -1):
        assert stands(tilted(scene, way * math.atan(0.99 * limit)))
    assert not all(stands(tilted(scene, way * math.atan(1.01 * limit))) for way in (1, -1))


def test_a_tilted_slope_does_not_touch_the_table() -> None:
    slope = tilted(column([20.0]), 0.5).blocks[0]
    low = slope.pose.y - (slope.shape.width * math.sin(0.5) + 0.05) / 2  # type: ignore[union-attr] # it is a box
    assert low > 0


def test_friction_is_multiplied_everywhere() -> None:
    scene = with_friction(column([0.0, 0.0]), lambda friction: 1.5 * friction)
    assert {block.material.friction for block in scene.blocks} == {0.75}
    assert scene.table.friction == 0.75


@pytest.mark.parametrize("gap", [2e-6, 1.4e-5, -1e-4])
def test_the_truth_of_a_rounded_scene_is_that_of_its_analysis(gap: float) -> None:
    places = [(0.0, 0.01), (0.004, 0.03 + gap), (0.002, 0.05 + 2 * gap)]
    scene = Scene.boxes([[x, y, 0.0, 0.02, 0.02] for x, y in places])
    known, told = truth.truth(scene), simple.label(scene)
    assert (told, known.stands, known.contradicted) == (1.0, True, False)
    assert known.margin == margin(scene) == analyse(scene).summary.margin


def test_an_infinite_margin_is_written_as_ten() -> None:
    assert truth.margin(Scene(TableTop(), ())) == truth.MOST
    fixed = incline(0.1, Box(0.02, 0.02), 0.5).blocks[:1]
    assert truth.margin(Scene(TableTop(), fixed)) == truth.MOST
    assert truth.margin(column([0.0, 3.0])) == -truth.MOST
