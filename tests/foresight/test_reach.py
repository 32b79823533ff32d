"""Release poses of bots, and the paths of their hands."""

import math
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace

from towersim.common.units import BlockId, Pose, Target, TowerId, Vec
from towersim.files.level import load_table
from towersim.foresight.forecast import holds
from towersim.foresight.reach import CLEARANCE, GAP, STEADY, hand_path, landing
from towersim.physics.hand import skill
from towersim.table.table import Placed, Table

TICK = 1 / 120
SIDE = 0.02
HERE = TowerId(0)


def leaning(height: int, step: float) -> Table:
    """Return a table whose first tower has `height` cubes, each `step` metres right of the last."""
    table = Table.with_bases(load_table("fawlty-towers"), [("red",)] * 4)
    x = table.setup.spots[0]
    tower = tuple(
        Placed(BlockId(f"t-{i}"), "red", Pose(x + i * step, (i + 0.5) * SIDE, 0.0))
        for i in range(height)
    )
    return replace(table, towers=(tower, *table.towers[1:]))


def test_a_block_is_released_just_above_the_top() -> None:
    table = leaning(3, 0.0)
    assert landing(table, "red", HERE) == pytest.approx(
        Pose(table.setup.spots[0], 3.5 * SIDE + GAP, 0.0)
    )


def test_a_block_is_released_just_above_a_free_place() -> None:
    table = leaning(0, 0.0)
    assert landing(table, "red", HERE) == pytest.approx(
        Pose(table.setup.spots[0], 0.5 * SIDE + GAP, 0.0)
    )


@pytest.mark.parametrize("step", [0.001, -0.001, 0.004, -0.004])
def test_a_block_is_placed_slightly_against_the_lean(step: float) -> None:
    table = leaning(4, step)
    top = table.towers[0][-1].pose.x
    back = landing(table, "red", HERE).x - top
    assert back * step < 0
    assert abs(back) <= 0.003 + 1e-9
    assert abs(back) < abs(3 * step)


def test_a_block_is_released_clear_of_a_turned_top() -> None:
    table = leaning(1, 0.0)
    turned = table.towers[0][0]._replace(pose=Pose(0.0, SIDE * 0.7072, math.pi / 4))
    table = replace(table, towers=((turned,), *table.towers[1:]))
    assert landing(table, "red", HERE).y > SIDE * 1.414 + SIDE / 2


def test_a_piece_is_released_over_its_footing() -> None:
    table = Table.with_bases(load_table("bausack", 2), [("bridge",), None])
    base = table.towers[HERE][0]
    cone = Placed(BlockId("cone"), "small-cone", Pose(base.pose.x - 0.016, 0.0254 + 0.0084, 0.0))
    table = replace(table, towers=((base, cone), ()))
    end = landing(table, "square-slab", HERE)
    assert end.x > base.pose.x, "beside the cone, not on its tip"
    assert holds(table, "square-slab", HERE, end)


def test_a_piece_is_released_flat_over_a_free_place() -> None:
    table = Table.with_bases(load_table("bausack", 2), [None, None])
    end = landing(table, "square-pole", HERE)
    assert (end.x, abs(end.angle)) == pytest.approx((table.setup.spots[0], math.pi / 2))
    assert end.y == pytest.approx(0.007 + GAP)


starts = st.builds(Pose, st.floats(-0.4, 0.4), st.floats(0.01, 0.5), st.floats(-3.2, 3.2))


@given(start=starts, end=starts, height=st.integers(0, 9), step=st.floats(-0.005, 0.005))
def test_the_path_is_slow_enough_clear_of_all_blocks_and_reaches_its_end(
    start: Pose, end: Pose, height: int, step: float
) -> None:
    hand, table = skill("normal"), leaning(height, step)
    targets = list(hand_path(table, start, end, hand, TICK))
    points = [Vec(*start[:2]), *(Vec(t.x, t.y) for t in targets)]
    paces = [math.dist(a, b) / TICK for a, b in pairwise(points)]
    assert max(paces) <= hand.speed * (1 + 1e-9)
    assert Target(*end) == targets[-1]
    turns = [t.angle for t in targets]
    assert sorted(turns) == (turns if end.angle >= start.angle else turns[::-1])
    above = max(SIDE, height * SIDE, start.y, end.y) + CLEARANCE
    for a, b in pairwise(points):
        assert a.x == b.x or min(a.y, b.y) >= end.y, "it goes down only above its goal"
        if abs(a.x - b.x) > 1e-12 and abs(b.x - end.x) > 1e-9:
            assert b.y == pytest.approx(above), "it crosses above everything"


def test_the_hand_lowers_slowly_and_then_holds_still() -> None:
    table, hand = leaning(3, 0.0), skill("normal")
    end = landing(table, "red", HERE)
    targets = list(hand_path(table, Pose(0.31, 0.08, 0.0), end, hand, TICK))
    still = round(STEADY / TICK)
    assert targets[-still:] == [Target(*end)] * still
    lowering = [(t.x, t.y) for t in targets[-still - 5 : -still]]
    assert max(math.dist(a, b) for a, b in pairwise(lowering)) <= hand.speed * TICK / 2 + 1e-12


def test_a_slower_hand_takes_longer() -> None:
    table, hand = leaning(3, 0.0), skill("normal")
    end = landing(table, "red", HERE)
    usual = len(list(hand_path(table, Pose(0.31, 0.08, 0.0), end, hand, TICK)))
    slow = len(
        list(
            hand_path(table, Pose(0.31, 0.08, 0.0), end, replace(hand, speed=hand.speed / 2), TICK)
        )
    )
    still = round(STEADY / TICK)
    assert slow - still == pytest.approx(2 * (usual - still), abs=5)
