"""The site of a block, its pose of release, and the hand's way there."""

import math
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace

from tests.foresight.test_footing import EMPTY, HERE as ORIGIN
from towersim.common.slices import finished
from towersim.common.units import BlockId, Pose, Target, TowerId, Vec
from towersim.files.level import load_table
from towersim.foresight.footing import PROBE, among, spots, tower_of
from towersim.foresight.forecast import SECONDS, holding
from towersim.foresight.reach import (
    CLEARANCE,
    GAP,
    STEADY,
    Site,
    hand_path,
    landing,
    over,
    site,
    width,
)
from towersim.geometry.shapes import extent
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


def holds(table: Table, kind: str, tower: TowerId, pose: Pose, seconds: float = SECONDS) -> bool:
    """Return whether a tower holds a block of this kind released in this pose."""
    return finished(holding(table, kind, tower, pose, seconds))


@pytest.mark.parametrize("height", [3, 0])
def test_a_block_is_released_just_above_the_top_or_a_free_place(height: int) -> None:
    table = leaning(height, 0.0)
    above = Pose(table.setup.spots[0], (height + 0.5) * SIDE + GAP, 0.0)
    assert landing(table, "red", HERE) == pytest.approx(above)


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
    start, end, still = Pose(0.31, 0.08, 0.0), landing(table, "red", HERE), round(STEADY / TICK)
    usual, slow = (
        len(list(hand_path(table, start, end, replace(hand, speed=hand.speed / by), TICK))) - still
        for by in (1, 2)
    )
    assert slow == pytest.approx(2 * usual, abs=5)


NEXT = TowerId(1)
ROOM = 0.06


def put(kind: str, x: float, foot: float, angle: float = 0.0) -> Placed:
    """Return a piece with its lowest point at height `foot`, in metres."""
    low, _ = extent(EMPTY.shape(kind), Pose(0.0, 0.0, angle))
    return Placed(BlockId(f"{kind} {x} {foot}"), kind, Pose(x, foot - low.y, angle))


def top(placed: Placed) -> float:
    return extent(EMPTY.shape(placed.kind), placed.pose)[1].y


def table(mine: tuple[Placed, ...], theirs: tuple[Placed, ...]) -> Table:
    return replace(EMPTY, towers=(mine, theirs))


def covered() -> Table:
    """Return a table on which the neighbour's only piece lies on the seat's own."""
    brick = put("brick", 0.0, 0.0)
    return table((brick,), (put("square-slab", 0.0, top(brick)),))


def with_neighbour(x: float) -> Table:
    """Return a table with a brick at 0 and the neighbour's brick at x."""
    return table((put("brick", 0.0, 0.0),), (put("brick", x, 0.0),))


def breadth(kind: str) -> float:
    low, high = extent(EMPTY.shape(kind), Pose(0.0, 0.0, 0.0))
    return high.x - low.x


def test_the_site_of_an_isolated_tower_has_no_other_blocks() -> None:
    now = with_neighbour(0.3)
    near = site(now, ORIGIN, ROOM)
    assert near == Site(tuple(map(now.block, now.towers[ORIGIN])))
    assert among(*near) is tower_of(near.own)


def test_towers_that_touch_directly_or_through_a_third_share_a_site() -> None:
    assert [b.id for (b,) in site(covered(), ORIGIN, ROOM).joined] == [covered().towers[1][0].id]
    assert [b.id for (b,) in site(covered(), NEXT, ROOM).joined] == [covered().towers[0][0].id]
    side = breadth("brick")
    three = replace(EMPTY, towers=tuple((put("brick", i * side, 0.0),) for i in range(3)))
    assert len(site(three, ORIGIN, 0.0).joined) == 2


def test_only_near_neighbours_belong_to_a_site_as_fixed_blocks() -> None:
    apart = breadth("brick") + 0.02
    now = with_neighbour(apart)
    (block,) = site(now, ORIGIN, ROOM).beside
    assert block == replace(now.block(now.towers[NEXT][0]), fixed=True)
    assert site(now, ORIGIN, 0.019).beside == ()


def test_no_piece_is_wider_than_its_width_at_any_angle() -> None:
    for piece in EMPTY.setup.pieces.values():
        for angle in (0.0, 0.4, 0.8, 1.2):
            low, high = extent(piece.shape, Pose(0.0, 0.0, angle))
            assert high.x - low.x <= width(piece.shape) + 1e-12


def test_a_forecast_includes_joined_towers() -> None:
    now = covered()
    aim = over(now, "brick", 0.0, 0.0)
    for tower in (ORIGIN, NEXT):
        assert holds(now, "brick", tower, aim)
        assert not holds(now, "brick", tower, aim._replace(x=0.03))


def test_a_neighbouring_tower_may_hold_a_block_up() -> None:
    # Without the neighbour's brick the slab would tip.
    x = 0.5 * breadth("brick") + 0.004
    alone, helped = with_neighbour(0.3), with_neighbour(2 * x)
    aim = over(alone, "square-slab", x, 0.0)
    assert not holds(alone, "square-slab", ORIGIN, aim)
    assert holds(helped, "square-slab", ORIGIN, aim)


def test_a_neighbour_that_falls_anyway_adds_no_risk() -> None:
    # It touches the seat's own tower, and its upper piece tips over on the far side.
    side = breadth("brick")
    base = put("brick", side, 0.0)
    theirs = (base, put("square-slab", 1.5 * side + 0.004, top(base)))
    now = table((put("brick", 0.0, 0.0),), theirs)
    assert site(now, ORIGIN, ROOM).joined
    # After 0.15 s the neighbour's piece is still falling.
    assert all(holds(now, "brick", ORIGIN, over(now, "brick", 0.0, 0.0), s) for s in (0.15, 0.35))
    assert not holds(now, "brick", NEXT, over(now, "brick", side, 0.0))


def test_no_footing_collides_with_a_neighbour() -> None:
    hand = skill("none")
    free, half = with_neighbour(0.3), breadth("brick") / 2
    over_half = put("brick", half + 0.002, 0.03)
    hung = table(free.towers[ORIGIN], (over_half,))
    apart = spots(among(*site(free, ORIGIN, ROOM)), PROBE, hand)[0]
    beside = spots(among(*site(hung, ORIGIN, ROOM)), PROBE, hand)[0]
    low, _ = extent(hung.shape("brick"), over_half.pose)
    assert apart.risk < 0.01
    assert extent(PROBE.shape, apart.at)[1].x > low.x
    assert beside.risk < 0.5
    assert extent(PROBE.shape, beside.at)[1].x <= low.x + 0.0005


def test_a_footing_is_on_the_own_tower_not_on_a_better_one_that_touches_it() -> None:
    hand, low = skill("normal"), put("square-pole", 0.0, 0.0)
    side = (breadth("square-pole") + breadth("square-slab")) / 2
    now = table((low,), (put("square-slab", side, 0.0),))
    own, found = extent(now.shape(low.kind), low.pose), among(*site(now, ORIGIN, ROOM))
    for spot in spots(found, PROBE, hand):
        assert own[0].x <= spot.at.x <= own[1].x
