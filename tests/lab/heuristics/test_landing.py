"""Landings of a piece on flat tops, in gaps and on discs, with their supports."""

import math

import pytest
from hypothesis import given, strategies as st

from towersim.common.units import BlockId, Pose, Vec
from towersim.geometry.shapes import Box, Circle, Polygon, Shape
from towersim.geometry.touching import penetration
from towersim.lab.analytic_scenes import SIDE, column
from towersim.lab.heuristics.placing import landing, landings, put
from towersim.lab.trials import BuildTrial
from towersim.scene.contacts import table_penetration
from towersim.scene.scene import Block, Material, Scene, TableTop

EMPTY = Scene(TableTop(), ())


HERE = Pose(0.0, 0.0, 0.0)


def piece(shape: Shape, pose: Pose = HERE, name: str = "piece") -> Block:
    return Block(BlockId(name), shape, Material(), 0.03, pose)


CUBE = piece(Box(SIDE, SIDE))


def test_on_an_empty_table_a_piece_lies_on_the_table() -> None:
    there = landing(EMPTY, CUBE, 0.1, 0.0)
    assert there.pose == (0.1, SIDE / 2, 0.0)
    assert (there.left, there.right) == pytest.approx((0.09, 0.11))
    assert there.on_table


def test_on_a_column_the_support_is_the_common_part() -> None:
    there = landing(column([0.0, 0.0]), CUBE, 0.006, 0.0)
    assert there.pose == pytest.approx((0.006, 0.05, 0.0))
    assert (there.left, there.right) == pytest.approx((-0.004, 0.01))
    assert not there.on_table
    assert there.room == pytest.approx(0.004)


def test_beside_a_column_a_piece_lands_on_the_table() -> None:
    assert landing(column([0.0]), CUBE, 0.0201, 0.0).on_table


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
    there = landing(scene, CUBE, 0.005, 0.0)
    assert there.pose.y == pytest.approx(0.03 + SIDE / 2)
    assert (there.left, there.right) == pytest.approx((0.0, 0.0))


def test_beyond_the_table_there_is_no_support() -> None:
    there = landing(EMPTY, CUBE, 3.0, 0.0)
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
