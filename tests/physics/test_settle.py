"""Rest is detected by motion; falls by contact, in the order of first contact."""

from collections.abc import Sequence

import numpy as np
import pytest
from msgspec.structs import replace

from tests.physics.builders import ball, cube, on_table, plank, run, tower, world_of
from towersim.common.units import BlockId, Pose, Target, TowerId, Vec
from towersim.geometry.shapes import Box, Circle, centred
from towersim.lab.analytic_scenes import SIDE, column
from towersim.physics.profile import TABLE_3
from towersim.physics.settle import (
    Cause,
    Fall,
    Towers,
    Verdict,
    displacements,
    falls_of_scene,
    falls_of_towers,
    settle,
    verdict,
)
from towersim.physics.stand import stand
from towersim.physics.world import TableTouch, World
from towersim.scene.scene import Block, Material

A, B, GUEST = BlockId("a"), BlockId("b"), BlockId("guest")
ONE, TWO = TowerId(0), TowerId(1)


def judged(
    world: World, homes: dict[BlockId, TowerId], placed: BlockId, let_go: int
) -> tuple[Fall, ...]:
    """Return the falls, with the first block of each tower as its base."""
    bases = {home: block for block, home in reversed(homes.items())}
    return falls_of_towers(world, Towers(homes, frozenset(bases.values()), placed, let_go))


def released(world: World) -> int:
    """Open the hand, and wait for rest; return the tick of the release."""
    world.hand.open()
    let_go = world.ticks
    settle(world)
    return let_go


def belongings(left: Sequence[Block], right: Sequence[Block]) -> dict[BlockId, TowerId]:
    return {b.id: ONE for b in left} | {b.id: TWO for b in right}


@pytest.mark.parametrize("beyond", [0.001, 0.002, 0.003, 0.004, 0.005])
def test_rest_is_not_declared_for_a_tower_that_topples_slowly(beyond: float) -> None:
    """With sleeping of slow bodies an engine would keep this one up."""
    assert stand(column([0.0, 0.5 + beyond])).fell == ("1",)
    assert stand(column([0.0, 0.5 - beyond])).verdict == "stood"


def test_a_fall_delays_rest() -> None:
    world = world_of(cube("a", 0.0, 0.3))
    assert settle(world).rest
    touched = world.first_touch[A].tick
    assert 0 <= world.ticks - (touched - 1) - TABLE_3.ticks(TABLE_3.rest_hold) < 30


def test_a_spinning_block_is_not_at_rest() -> None:
    """A slowly rolling ball has points that are faster than its centre."""
    profile = replace(TABLE_3, rest_cap=2.0, slow_damping=0.0)
    world = World(on_table([ball("a", 0.05, 0.0, 0.05)]), profile)
    world._bodies[0].velocity = (0.7 * TABLE_3.rest_speed, 0.0)
    world._bodies[0].angular_velocity = -0.7 * TABLE_3.rest_speed / 0.05
    assert not settle(world).rest


def test_the_time_limit_ends_the_wait_for_rest() -> None:
    profile = replace(TABLE_3, rest_cap=0.1)
    world = World(on_table([cube("a", 0.0, 0.5)]), profile)
    run(world, 0.05)
    assert not settle(world).rest
    assert world.ticks == profile.ticks(0.05) + profile.ticks(0.1)


def test_a_block_that_left_the_table_does_not_prevent_rest() -> None:
    # A block beyond the edge falls for ever.
    world = World(on_table([cube("a", 0.0, SIDE / 2), cube("b", 0.2, 0.1)], width=0.1), TABLE_3)
    assert settle(world).rest
    assert world.ticks < TABLE_3.ticks(2.0)
    (fall,) = falls_of_scene(world)
    assert (fall.block, fall.why) == (B, Cause.OFF_TABLE)
    assert fall.tick == pytest.approx((2 * 0.1 / 9.81) ** 0.5 * TABLE_3.tick_hz, abs=1)


def test_a_block_pushed_over_the_edge_leaves_the_table() -> None:
    world = World(on_table([cube("a", 0.048, SIDE / 2)], width=0.1), TABLE_3)
    world.lift(cube("fist", 0.01, SIDE / 2 + 0.001))
    run(world, 0.4, Target(0.05, SIDE / 2 + 0.001))
    released(world)
    assert (A, Cause.OFF_TABLE) in [(fall.block, fall.why) for fall in falls_of_scene(world)]


@pytest.mark.parametrize("gap", [0.05, 0.003])
def test_falls_come_in_the_order_of_first_contact(gap: float) -> None:
    """Also within one tick (16 mm of this fall), and against the building order."""
    blocks = cube("last", 0.0, 0.21 + 2 * gap), cube("mid", 0.1, 0.21 + gap)
    world = world_of(*blocks, cube("one", 0.2, 0.21))
    settle(world)
    falls = falls_of_scene(world)
    assert [fall.block for fall in falls] == ["one", "mid", "last"]
    ticks = [fall.tick for fall in falls]
    assert len(set(ticks)) == (1 if gap == 0.003 else 3)


def test_falls_in_one_step_come_in_building_order() -> None:
    world = world_of(cube("b", 0.1, 0.2), cube("a", 0.0, 0.2))
    settle(world)
    assert [fall.block for fall in falls_of_scene(world)] == ["b", "a"]


def test_a_block_that_ends_lower_without_touching_the_table_has_dropped() -> None:
    shelf = replace(plank("shelf", 0.0, 0.05, 0.1, 0.02), fixed=True)
    world = world_of(shelf, cube("a", 0.0, 0.06 + SIDE / 2 + 0.011))
    settle(world)
    assert [(fall.block, fall.why) for fall in falls_of_scene(world)] == [(A, Cause.LOWER)]


def test_a_block_that_slides_along_its_support_has_shifted_and_not_fallen() -> None:
    world = world_of(plank("a", 0.0, SIDE / 2, 0.2, SIDE), cube("b", 0.0, 1.5 * SIDE))
    world._bodies[1].velocity = (0.3, 0.0)
    settle(world)
    assert 0.003 < world.poses[1, 0] < 0.05
    assert falls_of_scene(world) == ()
    assert verdict(world) is Verdict.SHIFTED
    halves = (plank(name, x, SIDE / 2, 0.1, SIDE) for name, x in (("a", -0.05), ("c", 0.05)))
    world = world_of(*halves, cube("b", 0.0, 1.5 * SIDE))
    world._bodies[2].velocity = (0.45, 0.0)
    settle(world)
    assert [pair for pair in world.contacts()[["a", "b"]].tolist() if 2 in pair] == [(1, 2)]
    assert verdict(world) is Verdict.SHIFTED, "it came off one of its two supports"


def fell_against(lying: Block, neighbour: Block) -> bool:
    """Return whether only a plank falls that lies on a cube and tips against its neighbour."""
    world = world_of(cube("under", 0.0, SIDE / 2), lying, neighbour)
    settle(world)
    assert 0.1 < -world.poses[1, 2] < 0.3
    (fall,) = falls_of_scene(world)
    return (fall.block, fall.why) == (A, Cause.ON_OTHER_BLOCK)


def test_a_plank_that_tips_onto_its_neighbour_has_fallen_though_it_sinks_little() -> None:
    neighbour = plank("b", 0.045, 0.0065, 0.02, 0.013)
    assert fell_against(plank("a", 0.012, SIDE + 0.005), neighbour)


def test_a_plank_that_tips_against_a_steep_face_has_fallen_though_it_sinks_little() -> None:
    """The face rises at 60 degrees, and friction holds the plank's end on it."""
    rough, high = Material(friction=2.0), 0.05
    away = high / np.tan(np.pi / 3)
    outline, middle = centred([Vec(0, 0), Vec(away, 0), Vec(away, high)])
    at = Pose(0.036 + middle.x, middle.y, 0.0)
    face = Block(BlockId("face"), outline, rough, SIDE, at, fixed=True)
    assert fell_against(replace(plank("a", 0.014, SIDE + 0.005), material=rough), face)


def test_a_block_that_starts_in_the_air_may_land_on_another() -> None:
    for gap, told in ((0.0005, "stood"), (0.004, "shifted"), (0.006, "fell")):
        scene = on_table([cube("a", 0.0, SIDE / 2), cube("b", 0.0, 1.5 * SIDE + gap)])
        assert stand(scene).verdict == told


@pytest.mark.parametrize(
    ("shape", "along", "turned", "share"),
    [
        (Box(0.06, 0.08), 0.01, 0.0, 0.1),
        (Box(0.06, 0.08), 0.0, np.pi, 1.0),
        (Circle(0.05), 0.01, 0.0, 0.1),
        (Circle(0.05), 0.01, np.pi, 0.1),
    ],
)
def test_a_displacement_is_that_of_the_farthest_corner_in_block_diameters(
    shape: Box | Circle, along: float, turned: float, share: float
) -> None:
    block = Block(A, shape, Material(), SIDE, Pose(0.3, 0.2, 0.1))
    start, change = np.array([block.pose]), np.array([[along, 0.0, turned]])
    assert displacements([block], start, start + change) == pytest.approx([share])


def test_a_base_that_hops_has_not_fallen() -> None:
    world = world_of(cube("a", 0.0, SIDE / 2))
    world._bodies[0].velocity = (0.0, 0.5)
    settle(world)
    assert A in world.first_touch
    assert falls_of_scene(world) == ()


def test_a_block_that_leans_under_a_slight_overhang_is_held_elsewhere() -> None:
    outline, middle = centred([Vec(0, 0), Vec(0.03, 0), Vec(0.03, 0.06), Vec(-0.003, 0.06)])
    slanted = Block(BlockId("r"), outline, Material(), SIDE, Pose(middle.x, middle.y, 0.0))
    # Its left face overhangs by 2 mm at the guest's upper corner, at a height of 40 mm.
    guest = cube("guest", -0.002 - 0.00002 - SIDE / 2, 1.5 * SIDE + 0.0003)
    (fall,) = fell(tower("l", guest.pose.x - 0.005, 1), [slanted], guest, ONE)
    assert (fall.block, fall.why) == (GUEST, Cause.ON_OTHER_TOWER)


def test_a_tower_is_not_held_by_a_block_that_leans_under_its_overhang() -> None:
    """The upper right side of a foot touches the corner of a cube with an overhang of 7 mm."""
    left = tower("l", -0.1, 1)
    right = [cube("r0", 0.1, SIDE / 2), cube("r1", 0.093, 1.5 * SIDE)]
    foot = [Vec(0, 0), Vec(0.012, 0), Vec(0.012, 0.012), Vec(0, 0.03)]
    outline, middle = centred(foot)
    x = right[1].pose.x - SIDE / 2 - 0.01 / 0.018 * 0.012
    guest = Block(GUEST, outline, Material(), SIDE, Pose(x + middle.x, middle.y + 0.00002, 0.0))
    world = World(on_table([*left, *right]), TABLE_3, [[b.id for b in right]])
    world.lift(guest)
    released(world)
    (touch,) = (row for row in world.contacts() if row["a"] > 0 and row["b"] == 3)
    assert world.blocks[touch["a"]].id == "r1"
    assert touch["normal"][1] < -0.5, "it is touched from below"
    falls = judged(world, belongings(left, right) | {GUEST: ONE}, GUEST, 0)
    assert [fall.block for fall in falls] == [GUEST]


def test_a_block_carried_past_the_edge_and_back_has_not_left_the_table() -> None:
    left, right = tower("l", 0.0, 2), tower("r", 0.1, 2)
    world = World(on_table([*left, *right], width=0.3), TABLE_3)
    world.lift(cube("guest", 0.05, 0.1))
    for x, y in ((0.25, 0.1), (0.25, -0.1), (0.25, 0.1), (0.1, 0.1), (0.1, 2.5 * SIDE + 0.001)):
        run(world, 0.6, Target(x, y))
        if y < 0:
            assert world.poses[-1, 1] < 0
    let_go = released(world)
    assert judged(world, belongings(left, right) | {GUEST: TWO}, GUEST, let_go) == ()
    assert world.poses[-1, 1] == pytest.approx(2.5 * SIDE, abs=5e-4)


def fell(left: list[Block], right: list[Block], guest: Block, home: TowerId) -> tuple[Fall, ...]:
    """Release a guest block intended for the tower `home`, and return the falls."""
    groups = [[b.id for b in blocks] for blocks in (left, right)]
    world = World(on_table([*left, *right]), TABLE_3, groups)
    world.lift(guest)
    world.hand.open()
    assert settle(world).rest
    return judged(world, belongings(left, right) | {guest.id: home}, guest.id, 0)


def test_a_block_knocked_off_its_tower_has_fallen() -> None:
    left, right = tower("l", -0.1, 3), tower("r", 0.1, 3)
    world = World(on_table([*left, *right]), TABLE_3)
    world.lift(cube("guest", 0.06, 2.5 * SIDE))
    run(world, 1.0, Target(0.3, 2.5 * SIDE))
    let_go = released(world)
    towers = belongings(left, right) | {GUEST: TWO}
    falls = {fall.block: fall for fall in judged(world, towers, GUEST, let_go)}
    assert falls.keys() >= {"r2", GUEST}
    assert falls.keys().isdisjoint(block.id for block in left)
    assert falls[BlockId("r2")].why == falls[GUEST].why == Cause.TABLE
    assert falls[BlockId("r2")].tick < let_go <= falls[GUEST].tick


def touched_in_the_hand(then: Target) -> tuple[World, tuple[Fall, ...]]:
    """Press the held block on the table, carry it up and to `then`, and release it."""
    left, right = tower("l", -0.1, 2), tower("r", 0.1, 2)
    world = World(on_table([*left, *right]), TABLE_3)
    world.lift(cube("guest", 0.0, 0.05))
    for target in (Target(0.0, 0.008), Target(0.0, 0.12), then._replace(y=0.12), then):
        run(world, 0.6, target)
    assert GUEST in world.first_touch
    let_go = released(world)
    return world, judged(world, belongings(left, right) | {GUEST: ONE}, GUEST, let_go)


def test_a_touch_of_the_table_in_the_hand_does_not_count_after_lifting_again() -> None:
    world, falls = touched_in_the_hand(Target(-0.1, 2.5 * SIDE + 0.002))
    assert falls == ()
    assert world.poses[-1, 1] == pytest.approx(2.5 * SIDE, abs=5e-4)


def test_a_touch_of_the_table_in_the_hand_and_again_after_release_counts_from_release() -> None:
    world, falls = touched_in_the_hand(Target(0.0, 0.03))
    (fall,) = falls
    assert (fall.block, fall.why) == (GUEST, Cause.TABLE)
    assert world.first_touch[GUEST].tick < fall.tick == 4 * TABLE_3.ticks(0.6)


@pytest.mark.parametrize(("let_go", "fallen"), [(9, True), (10, False), (11, False)])
def test_a_touch_in_the_tick_of_release_counts_as_one_in_the_hand(
    let_go: int, *, fallen: bool
) -> None:
    world = world_of(*tower("l", 0.0, 2), cube("guest", 0.0, 2.5 * SIDE))
    world.first_touch[GUEST] = TableTouch(10, 80)
    homes = belongings(tower("l", 0.0, 2), []) | {GUEST: ONE}
    expected = (Fall(GUEST, 10, Cause.TABLE),) if fallen else ()
    assert judged(world, homes, GUEST, let_go) == expected


def test_a_base_that_was_just_set_down_may_stand_on_the_table() -> None:
    right = tower("r", 0.1, 2)
    assert fell([], right, cube("guest", -0.1, SIDE / 2 + 0.001), ONE) == ()
    (fall,) = fell([], right, cube("guest", -0.1, SIDE / 2 + 0.001), TWO)
    assert (fall.block, fall.why) == (GUEST, Cause.TABLE)


@pytest.mark.parametrize("high", [12, pytest.param(20, marks=pytest.mark.slow)])
def test_a_tower_that_was_touched_stops_rocking(high: int) -> None:
    ticks = list[int]()
    for profile in (TABLE_3, replace(TABLE_3, slow_damping=0.0)):
        world = World(column([0.0] * high), profile)
        for body in world._bodies:
            body.velocity = (0.01 * body.position.y / (SIDE * high), 0.0)
        assert settle(world).rest or ticks
        ticks.append(world.ticks)
    assert ticks[0] < min(TABLE_3.ticks(4.0), ticks[1] / 1.5)


def test_a_falling_block_is_not_damped() -> None:
    """Damping does not act while any block is fast, even if another one is at rest."""
    drop = [cube("low", -0.1, SIDE / 2), cube("high", 0.1, 0.5)]
    world = World(on_table(drop), TABLE_3)
    run(world, 0.25)
    fallen = 0.5 - world.poses[1, 1]
    assert fallen == pytest.approx(9.81 * 0.25**2 / 2, rel=0.02)
