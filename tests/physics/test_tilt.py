"""The simulated tilt: closed forms, and never above the bound of statics."""

import math

import pytest

from towersim.common.units import BlockId, Pose
from towersim.geometry.shapes import Box
from towersim.lab.analytic_scenes import column
from towersim.physics.tilt import FINE, simulated_tilt
from towersim.scene.scene import Block, Material, Scene, TableTop


@pytest.mark.parametrize(
    ("it", "way", "limit"),
    [
        (column([0.0, 0.0, 0.0]), 1, 1 / 3),
        pytest.param(column([0.0, 0.2]), 1, 0.4, marks=pytest.mark.slow),
        (column([0.0, 0.2]), -1, 0.5),
        (column([0.0], friction=0.3), 1, 0.3),
    ],
)
def test_the_simulated_tilt_is_that_of_the_closed_form(it: Scene, way: int, limit: float) -> None:
    found = simulated_tilt(it, way, 1.2 * math.atan(limit))
    assert found.gave_way is not None
    assert found.stood <= found.gave_way <= (1 + FINE) * found.stood + 1e-9
    assert math.tan(found.stood) == pytest.approx(limit, rel=0.02)


def test_a_scene_that_stands_the_steepest_tilt_does_not_give_way() -> None:
    assert simulated_tilt(column([0.0]), 1, 0.1) == (0.1, None)


def test_a_scene_that_falls_on_the_level_withstands_no_tilt() -> None:
    cube = Block(BlockId("a"), Box(0.02, 0.02), Material(), 0.02, Pose(0.0, 0.5, 0.0))
    assert simulated_tilt(Scene(TableTop(), (cube,)), 1, 0.1) == (0.0, 0.0)
