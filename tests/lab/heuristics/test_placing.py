"""Heuristics that propose poses, and landings on flat tops, in gaps and on discs."""

import math
from collections.abc import Sequence

import pytest
from hypothesis import given, strategies as st

from towersim.common import dice
from towersim.common.units import BlockId, Pose, Vec
from towersim.geometry.shapes import Box, Circle, Polygon, Shape
from towersim.geometry.touching import penetration
from towersim.lab.analytic_scenes import SIDE, column
from towersim.lab.heuristics import INCLUDED, find
from towersim.lab.heuristics.placing import landing, landings, put
from towersim.lab.trials import BuildTrial
from towersim.scene.contacts import table_penetration
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


EMPTY = Scene(TableTop(), ())


HERE = Pose(0.0, 0.0, 0.0)


def piece(shape: Shape, pose: Pose = HERE, name: str = "piece") -> Block:
    return Block(BlockId(name), shape, Material(), 0.03, pose)


SQUARE = piece(Box(SIDE, SIDE))


def test_on_an_empty_table_a_piece_lies_on_the_table() -> None:
    there = landing(EMPTY, SQUARE, 0.1, 0.0)
    assert there.pose == (0.1, SIDE / 2, 0.0)
    assert (there.left, there.right) == pytest.approx((0.09, 0.11))
    assert there.on_table


def test_on_a_column_the_support_is_the_common_part() -> None:
    there = landing(column([0.0, 0.0]), SQUARE, 0.006, 0.0)
    assert there.pose == pytest.approx((0.006, 0.05, 0.0))
    assert (there.left, there.right) == pytest.approx((-0.004, 0.01))
    assert not there.on_table
    assert there.room == pytest.approx(0.004)


def test_beside_a_column_a_piece_lands_on_the_table() -> None:
    assert landing(column([0.0]), SQUARE, 0.0201, 0.0).on_table


def test_over_two_pillars_both_support_a_piece() -> None:
    pillars = [piece(Box(SIDE, SIDE), Pose(x, 0.01, 0.0), f"{x}") for x in (-0.03, 0.03)]
    there = landing(Scene(TableTop(), tuple(pillars)), piece(Box(0.08, 0.01)), 0.0, 0.0)
    assert (there.left, there.right) == pytest.approx((-0.04, 0.04))
    assert there.pose.y == pytest.approx(0.025)


def test_a_turned_piece_lies_on_its_other_side() -> None:
    there = landing(EMPTY, piece(Box(0.06, 0.02)), 0.0, math.pi / 2)
    assert there.pose.y == pytest.approx(0.03)
    assert (there.left, there.right) == pytest.approx((-0.01, 0.01))


def test_a_disc_is_supported_in_one_point_and_has_no_room() -> None:
    there = landing(EMPTY, piece(Circle(0.01)), 0.0, 0.0)
    assert there.pose.y == pytest.approx(0.01, rel=0.003)
    assert there.room < 0.0015


def test_on_a_roof_the_ridge_supports_a_piece() -> None:
    roof = Polygon((Vec(-0.03, -0.01), Vec(0.03, -0.01), Vec(0.0, 0.02)))
    scene = Scene(TableTop(), (piece(roof, Pose(0.0, 0.01, 0.0), "roof"),))
    there = landing(scene, SQUARE, 0.005, 0.0)
    assert there.pose.y == pytest.approx(0.03 + SIDE / 2)
    assert (there.left, there.right) == pytest.approx((0.0, 0.0))


def test_beyond_the_table_there_is_no_support() -> None:
    there = landing(EMPTY, SQUARE, 3.0, 0.0)
    assert (there.left, there.right, there.on_table) == (3.0, 3.0, False)


@given(st.integers(0, 69), st.integers(0, 69), st.floats(-0.05, 0.05), st.floats(-3.2, 3.2))
def test_a_landed_piece_touches_another_and_overlaps_none(
    a: int, b: int, x: float, angle: float
) -> None:
    pieces = BuildTrial(1, "blocks", 70, "none", 0).blocks()
    first = put(EMPTY, pieces[a], landing(EMPTY, pieces[a], 0.0, 0.0).pose)
    there = landing(first, pieces[b], x, angle)
    lower, upper = (
        put(first, pieces[b], there.pose).blocks[0],
        piece(pieces[b].shape, there.pose, "upper"),
    )
    assert penetration(lower, upper) < 2e-4
    assert table_penetration(upper, first.table) < 2e-4
    sunk = piece(pieces[b].shape, there.pose._replace(y=there.pose.y - 3e-4), "sunk")
    assert penetration(lower, sunk) > 0 or table_penetration(sunk, first.table) > 0


def test_all_landings_are_on_the_tower_and_do_not_tip() -> None:
    scene = column([0.0, 0.3])
    found = list(landings(scene, piece(Box(0.05, 0.01))))
    assert found
    assert all(there.room > 0 and not there.on_table for there in found)
    # Flat or on end, but not upside down, which is the same for a box.
    assert {round(there.pose.angle, 2) for there in found} == {0.0, 1.57}
    wedge = Polygon((Vec(-0.02, -0.01), Vec(0.04, -0.01), Vec(-0.02, 0.02)))
    turned = landings(column([0.0, 0.3]), piece(wedge))
    assert {round(there.pose.angle, 2) for there in turned} == {0.0, 1.57}
    assert any(there.pose.x == pytest.approx(0.006) for there in found)


def test_the_first_piece_goes_to_the_middle_of_the_table() -> None:
    found = list(landings(EMPTY, piece(Box(0.05, 0.01))))
    assert {there.pose.x for there in found} == {0.0}
    assert len(found) == 4
    ball = list(landings(EMPTY, piece(Circle(0.01))))
    assert ball
