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
EMPTY = Scene(TableTop(), ())
HERE = Pose(0.0, 0.0, 0.0)


def piece(shape: Shape, pose: Pose = HERE, name: str = "piece") -> Block:
    return Block(BlockId(name), shape, Material(), SIDE, pose)


LOW = piece(Box(0.1, 0.02), Pose(0.0, 0.01, 0.0), "low")
STEP = Scene(TableTop(), (LOW, piece(Box(SIDE, SIDE), Pose(-0.04, 0.03, 0.0), "high")))
"""A low wide block with a cube at its left end."""


def places(name: str, scene: Scene, piece: Block) -> Sequence[Pose]:
    propose = find(name).propose
    assert propose is not None
    return propose(scene, piece, dice.stream(1, name))


@pytest.mark.parametrize("name", PLACING)
def test_the_first_piece_stands_on_the_table(name: str) -> None:
    best = places(name, EMPTY, CUBE)[0]
    assert best[:2] == pytest.approx((0.0, SIDE / 2))


@pytest.mark.parametrize("name", PLACING)
def test_a_cube_on_a_column_is_placed_stably(name: str) -> None:
    best = places(name, column([0.0, 0.2, 0.4]), CUBE)[0]
    assert signed_margin(put(column([0.0, 0.2, 0.4]), CUBE, best), 1e-4) > 0


@pytest.mark.parametrize("name", PLACING)
def test_placing_heuristics_always_have_an_answer(name: str) -> None:
    ball = piece(Circle(0.01), Pose(0.0, 0.01, 0.0), "ball")
    for scene in (Scene(TableTop(), (ball,)), STEP):
        # Looking ahead simulates what greedy-overlap proposes: two pieces are enough.
        pieces = BuildTrial(1, "blocks", 3, "none", 3).blocks()
        for block in pieces[:2] if name == "look-ahead" else pieces:
            assert places(name, scene, block), block.id


def test_lowest_centre_chooses_the_lower_step() -> None:
    best = places("lowest-centre", STEP, CUBE)[0]
    assert best.y == pytest.approx(0.03)
    assert best.x > -0.03


def test_greedy_overlap_considers_only_the_supporting_block() -> None:
    best = places("greedy-overlap", STEP, piece(Box(0.06, 0.01)))[0]
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
    post = piece(Box(0.04, 0.02), Pose(0.0, 0.01, 0.0), "post")
    plank = piece(Box(0.1, 0.01), Pose(-0.0109, 0.025, 0.0), "plank")
    scene = Scene(TableTop(), (post, plank))
    lying, ahead = places("greedy-overlap", scene, CUBE), places("look-ahead", scene, CUBE)
    assert signed_margin(put(scene, CUBE, lying[0])) < 0 < signed_margin(put(scene, CUBE, ahead[0]))
    assert {pose.x for pose in ahead} == {pose.x for pose in lying[:5]}


PILLARS = tuple(piece(Box(SIDE, SIDE), Pose(x, 0.01, 0.0), f"{x}") for x in (-0.03, 0.03))
PIERS, BRICK = Scene(TableTop(), PILLARS), piece(Box(0.06, 0.02))
ROOF = Polygon((Vec(-0.03, -0.01), Vec(0.03, -0.01), Vec(0.0, 0.02)))
RIDGE = Scene(TableTop(), (piece(ROOF, Pose(0.0, 0.01, 0.0), "roof"),))
LANDINGS = {
    "the table": (EMPTY, CUBE, Pose(0.1, 0.01, 0.0), (0.09, 0.11, True)),
    "a column": (column([0.0, 0.0]), CUBE, Pose(0.006, 0.05, 0.0), (-0.004, 0.01, False)),
    "beside a column": (column([0.0]), CUBE, Pose(0.0201, 0.01, 0.0), (0.0101, 0.0301, True)),
    "two pillars": (PIERS, piece(Box(0.08, 0.01)), Pose(0.0, 0.025, 0.0), (-0.04, 0.04, False)),
    "another side": (EMPTY, BRICK, Pose(0.0, 0.03, math.pi / 2), (-0.01, 0.01, True)),
    "a ridge": (RIDGE, CUBE, Pose(0.005, 0.04, 0.0), (0.0, 0.0, False)),
}


@pytest.mark.parametrize(("scene", "block", "pose", "support"), LANDINGS.values(), ids=LANDINGS)
def test_a_piece_lands_on_what_supports_it(
    scene: Scene, block: Block, pose: Pose, support: tuple[float, float, bool]
) -> None:
    there = landing(scene, block, pose.x, pose.angle)
    assert there.pose == pytest.approx(pose)
    assert (there.left, there.right) == pytest.approx(support[:2])
    assert there.on_table == support[2]


def test_the_room_of_a_landing_is_the_least_distance_to_an_end_of_its_support() -> None:
    assert landing(column([0.0, 0.0]), CUBE, 0.006, 0.0).room == pytest.approx(0.004)
    ball = landing(EMPTY, piece(Circle(0.01)), 0.0, 0.0)
    assert ball.pose.y == pytest.approx(0.01, rel=0.003)
    assert ball.room < 0.0015
    beyond = landing(EMPTY, CUBE, 3.0, 0.0)
    assert (beyond.left, beyond.right, beyond.on_table) == (3.0, 3.0, False)


@given(st.integers(0, 69), st.integers(0, 69), st.floats(-0.05, 0.05), st.floats(-3.2, 3.2))
def test_a_landed_piece_touches_another_and_overlaps_none(
    a: int, b: int, x: float, angle: float
) -> None:
    pieces = BuildTrial(1, "blocks", 70, "none", 0).blocks()
    first = put(EMPTY, pieces[a], landing(EMPTY, pieces[a], 0.0, 0.0).pose)
    there = landing(first, pieces[b], x, angle)
    (lower,), upper = first.blocks, piece(pieces[b].shape, there.pose, "upper")
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
