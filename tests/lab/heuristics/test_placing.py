"""Heuristics that propose poses: each places a piece as expected."""

import math
from collections.abc import Sequence

import pytest

from towersim.common import dice
from towersim.common.units import BlockId, Pose
from towersim.geometry.shapes import Box, Circle
from towersim.lab.analytic_scenes import SIDE, column
from towersim.lab.heuristics import INCLUDED, find
from towersim.lab.heuristics.placing import put
from towersim.lab.trials import BuildTrial
from towersim.scene.scene import Block, Material, Scene, TableTop
from towersim.statics.equilibrium import signed_margin

PLACING = [name for name in INCLUDED if find(name).propose]
CUBE = column([0.0]).blocks[0]
# A step: a low wide block with a cube at its left end.
STEP = Scene(
    TableTop(),
    (
        Block(BlockId("low"), Box(0.1, 0.02), Material(), 0.02, Pose(0.0, 0.01, 0.0)),
        Block(BlockId("high"), Box(SIDE, SIDE), Material(), 0.02, Pose(-0.04, 0.03, 0.0)),
    ),
)


def places(name: str, scene: Scene, piece: Block) -> Sequence[Pose]:
    propose = find(name).propose
    assert propose is not None
    return propose(scene, piece, dice.stream(1, name))


def test_four_placing_heuristics_are_included() -> None:
    assert PLACING == ["best-margin", "lowest-centre", "greedy-overlap", "look-ahead"]


@pytest.mark.parametrize("name", PLACING)
def test_the_first_piece_stands_on_the_table(name: str) -> None:
    best = places(name, Scene(TableTop(), ()), CUBE)[0]
    assert best[:2] == pytest.approx((0.0, SIDE / 2))


@pytest.mark.parametrize("name", PLACING)
def test_a_cube_on_a_column_is_placed_stably(name: str) -> None:
    best = places(name, column([0.0, 0.2, 0.4]), CUBE)[0]
    assert signed_margin(put(column([0.0, 0.2, 0.4]), CUBE, best), 1e-4) > 0


@pytest.mark.parametrize("name", PLACING)
def test_placing_heuristics_always_have_an_answer(name: str) -> None:
    ball = Block(BlockId("ball"), Circle(0.01), Material(), 0.02, Pose(0.0, 0.01, 0.0))
    for scene in (Scene(TableTop(), (ball,)), STEP):
        # Looking ahead simulates what greedy-overlap proposes: two pieces are enough.
        pieces = BuildTrial(1, "blocks", 3, "none", 3).blocks()
        for piece in pieces[:2] if name == "look-ahead" else pieces:
            assert places(name, scene, piece), piece.id


def test_lowest_centre_chooses_the_lower_step() -> None:
    best = places("lowest-centre", STEP, CUBE)[0]
    assert best.y == pytest.approx(0.03)
    assert best.x > -0.03


def test_greedy_overlap_considers_only_the_supporting_block() -> None:
    plank = Block(BlockId("plank"), Box(0.06, 0.01), Material(), 0.02, Pose(0.0, 0.0, 0.0))
    best = places("greedy-overlap", STEP, plank)[0]
    # It lies on the step and not across it, supported along its whole length.
    assert best.y == pytest.approx(0.025)
    assert best.angle in {0.0, math.pi}


def test_best_margin_balances_a_leaning_column() -> None:
    leaning = column([0.0, 0.3, 0.45])
    best, *_, worst = places("best-margin", leaning, CUBE)
    assert best.x < worst.x
    assert signed_margin(put(leaning, CUBE, best), 1e-4) > 0


def test_look_ahead_prefers_a_stable_pose() -> None:
    # A plank that overhangs its post far to the left: a cube near that end tips it over.
    post = Block(BlockId("post"), Box(0.04, 0.02), Material(), 0.02, Pose(0.0, 0.01, 0.0))
    plank = Block(BlockId("plank"), Box(0.1, 0.01), Material(), 0.02, Pose(-0.0109, 0.025, 0.0))
    scene = Scene(TableTop(), (post, plank))
    lying, ahead = places("greedy-overlap", scene, CUBE), places("look-ahead", scene, CUBE)
    assert signed_margin(put(scene, CUBE, lying[0])) < 0 < signed_margin(put(scene, CUBE, ahead[0]))
    assert {pose.x for pose in ahead} == {pose.x for pose in lying[:5]}
