"""Rest is judged by motion, falls by contact, in the order of first contact."""

from collections.abc import Sequence

import msgspec
import pytest

from tests.physics.builders import ball, cube, on_table, run, tower, world_of
from towersim.lab.known import SIDE, column
from towersim.physics.profile import TABLE_1
from towersim.physics.settle import HELD, LEFT, LOWER, TABLE, Fall, dropped, fallen, settle
from towersim.physics.stand import stand
from towersim.physics.world import World
from towersim.scene import Block, Box, Material, centred
from towersim.units import BlockId, Pose, Target, TowerId, Vec

A, B, GUEST = BlockId("a"), BlockId("b"), BlockId("guest")
ONE, TWO = TowerId(0), TowerId(1)


def belongings(left: Sequence[Block], right: Sequence[Block]) -> dict[BlockId, TowerId]:
    return {b.id: ONE for b in left} | {b.id: TWO for b in right}


@pytest.mark.parametrize("beyond", [0.001, 0.002, 0.003, 0.004, 0.005])
def test_rest_is_not_declared_for_a_tower_that_topples_slowly(beyond: float) -> None:
    """An engine that lets slow bodies sleep holds this one up."""
    assert stand(column([0.0, 0.5 + beyond])).fell == ("1",)
    assert stand(column([0.0, 0.5 - beyond])).verdict == "stood"


def test_rest_takes_its_hold_time() -> None:
    world = world_of(cube("a", 0.0, SIDE / 2))
    assert settle(world)
    assert world.ticks == TABLE_1.ticks(TABLE_1.rest_hold)


def test_a_fall_puts_rest_off() -> None:
    world = world_of(cube("a", 0.0, 0.3))
    assert settle(world)
    touched = world.first_touch[A].tick
    assert 0 <= world.ticks - (touched - 1) - TABLE_1.ticks(TABLE_1.rest_hold) < 30


def test_spinning_is_no_rest() -> None:
    """A ball that rolls too slowly for its speed alone still has a point that moves faster."""
    world = world_of(ball("a", 0.05, 0.0, 0.05))
    world._bodies[0].velocity = (0.7 * TABLE_1.rest_speed, 0.0)
    world._bodies[0].angular_velocity = -0.7 * TABLE_1.rest_speed / 0.05
    profile = msgspec.structs.replace(TABLE_1, rest_cap=2.0)
    world.profile = profile
    assert not settle(world)


def test_without_rest_the_cap_ends_it() -> None:
    profile = msgspec.structs.replace(TABLE_1, rest_cap=0.1)
    world = World(on_table([cube("a", 0.0, 0.5)]), profile)
    run(world, 0.05)
    assert not settle(world)
    assert world.ticks == profile.ticks(0.05) + profile.ticks(0.1)


def test_what_left_the_table_does_not_keep_it_from_rest() -> None:
    # Far below the edge it falls for ever.
    world = World(on_table([cube("a", 0.0, SIDE / 2), cube("b", 0.2, 0.1)], width=0.1), TABLE_1)
    assert settle(world)
    assert world.ticks < TABLE_1.ticks(2.0)
    (fall,) = dropped(world)
    assert (fall.block, fall.why) == (B, LEFT)
    assert fall.tick == pytest.approx((2 * 0.1 / 9.81) ** 0.5 * TABLE_1.tick_hz, abs=1)


def test_a_block_pushed_over_the_edge_leaves_the_table() -> None:
    world = World(on_table([cube("a", 0.048, SIDE / 2)], width=0.1), TABLE_1)
    world.lift(cube("fist", 0.01, SIDE / 2 + 0.001))
    run(world, 0.4, Target(0.05, SIDE / 2 + 0.001))
    world.hand.open()
    settle(world)
    assert (A, LEFT) in [(fall.block, fall.why) for fall in dropped(world)]


@pytest.mark.parametrize("gap", [0.05, 0.003])
def test_falls_come_in_the_order_of_first_contact(gap: float) -> None:
    """Even within one tick, which is 16 mm of this fall; building order says otherwise."""
    world = world_of(
        cube("last", 0.0, 0.21 + 2 * gap), cube("mid", 0.1, 0.21 + gap), cube("one", 0.2, 0.21)
    )
    settle(world)
    falls = dropped(world)
    assert [fall.block for fall in falls] == ["one", "mid", "last"]
    ticks = [fall.tick for fall in falls]
    assert len(set(ticks)) == (1 if gap == 0.003 else 3)


def test_falls_in_one_step_come_in_building_order() -> None:
    world = world_of(cube("b", 0.1, 0.2), cube("a", 0.0, 0.2))
    settle(world)
    assert [fall.block for fall in dropped(world)] == ["b", "a"]


def test_a_block_that_ends_lower_without_touching_the_table_has_dropped() -> None:
    shelf = Block(BlockId("shelf"), Box(0.1, 0.02), Material(), SIDE, Pose(0, 0.05, 0), fixed=True)
    world = world_of(shelf, cube("a", 0.0, 0.06 + SIDE / 2 + 0.011))
    settle(world)
    assert [(fall.block, fall.why) for fall in dropped(world)] == [(A, LOWER)]


def test_a_base_that_hops_has_not_fallen() -> None:
    world = world_of(cube("a", 0.0, SIDE / 2))
    world._bodies[0].velocity = (0.0, 0.5)
    settle(world)
    assert A in world.first_touch
    assert dropped(world) == ()


def test_a_block_on_its_own_tower_has_not_fallen() -> None:
    left, right = tower("l", -0.1, 3), tower("r", 0.1, 3)
    guest = cube("guest", -0.1, 3.5 * SIDE + 0.001)
    assert verdict(left, right, guest, ONE) == ()


def test_a_block_that_rests_on_another_tower_is_held() -> None:
    left, right = tower("l", -0.1, 3), tower("r", 0.1, 3)
    guest = cube("guest", 0.1, 3.5 * SIDE + 0.001)
    (fall,) = verdict(left, right, guest, ONE)
    assert (fall.block, fall.why) == (GUEST, HELD)


def test_a_block_that_comes_to_lean_on_another_tower_is_held_and_not_the_tower() -> None:
    left, right = tower("l", -0.005, 1), tower("r", SIDE + 0.00003, 2)
    guest = cube("guest", 0.0, 1.5 * SIDE + 0.001)
    (fall,) = verdict(left, right, guest, ONE)
    assert (fall.block, fall.why) == (GUEST, HELD)


def test_a_block_that_leans_under_a_slight_overhang_is_still_the_guest() -> None:
    outline, middle = centred([Vec(0, 0), Vec(0.03, 0), Vec(0.03, 0.06), Vec(-0.003, 0.06)])
    slanted = Block(BlockId("r"), outline, Material(), SIDE, Pose(middle.x, middle.y, 0.0))
    # Its left face is 2 mm out where the guest's upper corner is, at a height of 40 mm.
    guest = cube("guest", -0.002 - 0.00002 - SIDE / 2, 1.5 * SIDE + 0.0003)
    (fall,) = verdict(tower("l", guest.pose.x - 0.005, 1), [slanted], guest, ONE)
    assert (fall.block, fall.why) == (GUEST, HELD)


def verdict(left: list[Block], right: list[Block], guest: Block, home: TowerId) -> tuple[Fall, ...]:
    """Let go of a guest that is meant for a tower, and say what fell."""
    groups = [[b.id for b in blocks] for blocks in (left, right)]
    world = World(on_table([*left, *right]), TABLE_1, groups)
    world.lift(guest)
    world.hand.open()
    assert settle(world)
    return fallen(world, belongings(left, right) | {guest.id: home}, guest.id, 0)


def test_a_block_knocked_off_its_tower_has_fallen() -> None:
    left, right = tower("l", -0.1, 3), tower("r", 0.1, 3)
    world = World(on_table([*left, *right]), TABLE_1)
    world.lift(cube("guest", 0.06, 2.5 * SIDE))
    run(world, 1.0, Target(0.3, 2.5 * SIDE))
    world.hand.open()
    let_go = world.ticks
    settle(world)
    towers = belongings(left, right) | {GUEST: TWO}
    falls = {fall.block: fall for fall in fallen(world, towers, GUEST, let_go)}
    assert falls.keys() >= {"r2", GUEST}
    assert falls.keys().isdisjoint(block.id for block in left)
    assert falls[BlockId("r2")].why == falls[GUEST].why == TABLE
    assert falls[BlockId("r2")].tick < let_go <= falls[GUEST].tick


def touched_in_the_hand(then: Target, *, towers: int = 2) -> tuple[World, tuple[Fall, ...]]:
    """Press a block on the table, carry it up and to `then`, let go."""
    left, right = tower("l", -0.1, towers), tower("r", 0.1, 2)
    world = World(on_table([*left, *right]), TABLE_1)
    world.lift(cube("guest", 0.0, 0.05))
    for target in (Target(0.0, 0.008), Target(0.0, 0.12), then._replace(y=0.12), then):
        run(world, 0.6, target)
    assert GUEST in world.first_touch
    world.hand.open()
    let_go = world.ticks
    settle(world)
    return world, fallen(world, belongings(left, right) | {GUEST: ONE}, GUEST, let_go)


def test_what_touched_the_table_in_the_hand_and_was_lifted_again_does_not_count() -> None:
    world, falls = touched_in_the_hand(Target(-0.1, 2.5 * SIDE + 0.002))
    assert falls == ()
    assert world.poses[-1, 1] == pytest.approx(2.5 * SIDE, abs=5e-4)


def test_what_touched_the_table_in_the_hand_and_lies_there_again_counts_from_letting_go() -> None:
    world, falls = touched_in_the_hand(Target(0.0, 0.03))
    (fall,) = falls
    assert (fall.block, fall.why) == (GUEST, TABLE)
    assert world.first_touch[GUEST].tick < fall.tick == 4 * TABLE_1.ticks(0.6)


def test_a_base_may_stand_on_the_table_even_if_it_was_set_down_just_now() -> None:
    right = tower("r", 0.1, 2)
    assert verdict([], right, cube("guest", -0.1, SIDE / 2 + 0.001), ONE) == ()
    (fall,) = verdict([], right, cube("guest", -0.1, SIDE / 2 + 0.001), TWO)
    assert (fall.block, fall.why) == (GUEST, TABLE)
