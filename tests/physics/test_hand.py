"""The hand: carrying, bounded force, release, and the tremor of its skill."""

import math
from itertools import pairwise
from statistics import pstdev

import numpy as np
import pytest

from tests.physics.builders import cube, run, tower, world_of
from towersim.common import dice
from towersim.common.units import Target
from towersim.lab.analytic_scenes import SIDE
from towersim.physics.hand import SKILLS, Skill, Tremor
from towersim.physics.profile import TABLE_3
from towersim.physics.world import World
from towersim.scene.scene import Block

TICK = 1 / TABLE_3.tick_hz
CUBE_MASS = cube("", 0.0, 0.0).mass


def holding(block: Block, *others: Block) -> World:
    world = world_of(*others)
    world.lift(block)
    return world


def test_it_carries_a_block_to_its_target_and_keeps_it_there() -> None:
    world = holding(cube("a", 0.0, 0.1))
    run(world, 1.0, Target(0.08, 0.16, 0.3))
    assert world.pose(0) == pytest.approx((0.08, 0.16, 0.3), abs=5e-4)
    assert np.abs(world.velocities).max() < 1e-3


def test_without_a_target_it_holds_a_block_where_it_was_lifted() -> None:
    world = holding(cube("a", 0.0, 0.1, 0.2))
    run(world, 1.0)
    assert world.pose(0) == pytest.approx((0.0, 0.1, 0.2), abs=5e-4)


def test_it_travels_no_faster_than_its_speed() -> None:
    world = holding(cube("a", -0.4, 0.1))
    fastest = 0.0
    for _ in range(60):
        world.tick(Target(0.4, 0.1))
        fastest = max(fastest, float(world.velocities[0, 0]))
    # A block that lags behind catches up a little faster than the hand moves.
    assert TABLE_3.hand_speed < fastest < 1.1 * TABLE_3.hand_speed
    assert world.pose(0).x == pytest.approx(-0.4 + TABLE_3.hand_speed * 0.5, abs=0.02)


@pytest.mark.parametrize("angle", [math.pi / 2, -math.pi / 2])
def test_it_turns_a_block_no_faster_than_its_angular_speed(angle: float) -> None:
    world = holding(cube("a", 0.0, 0.1))
    fastest = 0.0
    for _ in range(120):
        world.tick(Target(0.0, 0.1, angle))
        fastest = max(fastest, abs(float(world.velocities[0, 2])))
    assert world.pose(0).angle == pytest.approx(angle, abs=1e-3)
    assert fastest == pytest.approx(TABLE_3.hand_turn, rel=0.1)


@pytest.mark.parametrize(("share", "lifted"), [(0.8, True), (1.2, False)])
def test_it_lifts_blocks_that_weigh_less_than_its_force(share: float, *, lifted: bool) -> None:
    mass = share * TABLE_3.hand_force / TABLE_3.gravity
    heavy = cube("a", 0.0, SIDE / 2, density=700 * mass / CUBE_MASS)
    world = holding(heavy)
    run(world, 2.0, Target(0.0, 0.1))
    assert world.pose(0).y == pytest.approx(0.1 if lifted else SIDE / 2, abs=5e-3)


def test_it_cannot_push_the_foot_of_a_tower() -> None:
    world = holding(cube("fist", -0.04, SIDE / 2 + 0.001), *tower("t", 0.0, 20))
    run(world, 2.0, Target(0.3, SIDE / 2 + 0.001))
    assert world.pose(20).x > -SIDE - 0.001, "the fist never came near"
    assert np.abs(world.poses[0, 0] - world.starts[0, 0]) < 0.002
    assert (np.abs(world.poses[:20, 1] - world.starts[:20, 1]) < SIDE / 2).all()


def test_a_released_block_keeps_its_motion() -> None:
    world = holding(cube("a", -0.2, 0.3))
    run(world, 0.25, Target(0.4, 0.3))
    before, height = world.velocities[0], world.pose(0).y
    assert before[0] > 0.7
    world.hand.open()
    run(world, 0.1)
    assert world.velocities[0, 0] == pytest.approx(before[0], rel=1e-6)
    # From there it is in free flight.
    assert world.velocities[0, 1] == pytest.approx(before[1] - TABLE_3.gravity * 0.1, rel=1e-6)
    assert world.pose(0).y == pytest.approx(height - TABLE_3.gravity * 0.1**2 / 2, abs=1e-3)


def test_a_released_block_is_never_picked_up_again() -> None:
    world = holding(cube("a", 0.0, SIDE / 2 + 0.001))
    grips = [world.hand.holds]
    world.hand.open()
    assert [*grips, world.hand.holds] == [True, False]
    run(world, 1.0, Target(0.1, 0.2))
    assert world.pose(0) == pytest.approx((0.0, SIDE / 2, 0.0), abs=2e-4)


def shaken(hand: Skill, height: float = 0.0, ticks: int = 3000) -> list[Target]:
    tremor = Tremor(hand, dice.stream(1, "tremor"), TICK)
    return [tremor.shake(Target(0.0, height)) for _ in range(ticks)]


def test_a_hand_without_tremor_follows_its_target_exactly() -> None:
    tremor = Tremor(SKILLS["none"], dice.stream(1, "tremor"), TICK)
    assert tremor.shake(Target(0.1234567, 0.2, 1.23456)) == (0.12346, 0.2, 1.2346)


@pytest.mark.parametrize("name", [name for name, hand in SKILLS.items() if hand.tremor])
def test_tremor_has_the_standard_deviation_of_its_skill(name: str) -> None:
    hand = SKILLS[name]
    size = pstdev(target.x for target in shaken(hand, ticks=8_000))
    assert size == pytest.approx(hand.tremor, rel=0.1)


def test_tremor_grows_with_height() -> None:
    hand = SKILLS["normal"]
    low, high = (pstdev(t.x for t in shaken(hand, height)) for height in (0.0, 0.5))
    assert high / low == pytest.approx(1 + 0.5 * hand.growth, rel=0.02)
    assert hand.sway(-1.0) == hand.tremor


def test_tremor_is_smooth() -> None:
    xs = [target.x for target in shaken(SKILLS["shaky"])]
    steps = [b - a for a, b in pairwise(xs)]
    assert pstdev(steps) < 0.5 * pstdev(xs)


def test_an_assisted_hand_smooths_its_path_and_still_arrives() -> None:
    tremor = Tremor(SKILLS["assisted"], dice.stream(1, "tremor"), TICK)
    waves = [0.003 * math.sin(2 * math.pi * 10 * tick * TICK) for tick in range(600)]
    xs = [tremor.shake(Target(wave, 0.1, wave)) for wave in waves]
    assert pstdev(target.x for target in xs[100:]) < 0.25 * pstdev(waves[100:])
    assert pstdev(target.angle for target in xs[100:]) < 0.25 * pstdev(waves[100:])
    arrived = [tremor.shake(Target(0.1, 0.2, 0.5)) for _ in range(round(0.8 / TICK))]
    assert arrived[-1] == pytest.approx((0.1, 0.2, 0.5), abs=2e-4)
    assert arrived[0].x < 0.05, "it follows, and does not jump"
