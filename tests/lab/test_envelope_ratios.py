"""Random scenes have the load ratio, size and variety that they claim."""

import math
from itertools import pairwise

import pytest

from tests.physics.builders import cube, on_table
from towersim.geometry.shapes import Circle, corners
from towersim.lab.envelope_scenes import FAMILIES, LEAST, MOST, ratio_scene
from towersim.physics.loads import load_ratios
from towersim.scene.check import check_fit
from towersim.statics.equilibrium import signed_margin

INDICES = range(2 * len(FAMILIES))


@pytest.mark.parametrize("decade", range(5))
def test_scenes_lie_in_their_decade_and_size_and_touch_without_overlap(decade: int) -> None:
    for index in INDICES:
        scene = ratio_scene(3, decade, index)
        assert 10.0**decade <= max(load_ratios(scene)) < 10.0 ** (decade + 1)
        check_fit(scene, "scene", simulated=False)
        for block in scene.blocks:
            assert not isinstance(block.shape, Circle)
            ring = corners(block.shape)
            sides = [math.dist(p, q) for p, q in pairwise([*ring, ring[0]])]
            assert min(sides) > LEAST * 0.999
            assert max(sides) < MOST * 1.001


@pytest.mark.slow
def test_every_family_has_scenes_that_stand_and_most_have_scenes_that_fall() -> None:
    margins = {name: set[bool]() for name in FAMILIES}
    for index in range(10 * len(FAMILIES)):
        family = list(FAMILIES)[index % len(FAMILIES)]
        margins[family].add(signed_margin(ratio_scene(1, 2, index)) >= 0)
    assert all(True in seen for seen in margins.values())
    assert sum(False in seen for seen in margins.values()) >= len(FAMILIES) // 2


def test_supports_share_a_load_equally() -> None:
    low = [cube("l", -0.012, 0.01), cube("r", 0.012, 0.01)]
    column = [cube("a", 0.0, 0.03), cube("b", 0.0, 0.05, density=1400)]
    assert load_ratios(on_table([*low, *column])) == pytest.approx([1.5, 1.5, 2.0, 0.0])


def test_a_scene_is_the_same_again() -> None:
    assert ratio_scene(5, 3, 7) == ratio_scene(5, 3, 7) != ratio_scene(6, 3, 7)


@pytest.mark.parametrize("index", [29, 39])
def test_statics_answers_scenes_that_need_presolve(index: int) -> None:
    assert signed_margin(ratio_scene(1, 3, index)) == -math.inf
