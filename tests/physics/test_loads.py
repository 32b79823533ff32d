"""A light block holds a heavy one; contact forces before time starts; the simulated tilt."""

import math

import numpy as np
import pytest

from tests.physics.builders import boxes, cube, golden_bits, names, on_table, run
from towersim.common.units import Target
from towersim.lab.analytic_scenes import SIDE, column
from towersim.lab.envelope_scenes import offsets, ratio_scene
from towersim.physics.loads import depths, factors
from towersim.physics.profile import TABLE_1, TABLE_2, TABLE_3
from towersim.physics.settle import Verdict, moved_blocks, verdict
from towersim.physics.stand import FINE, simulated_tilt, stand, stands
from towersim.physics.world import World
from towersim.scene.scene import Scene

G = TABLE_3.gravity


STANDING = {
    "three steel cubes on a small wooden one": boxes(
        (0.01, 700, 0), (0.02, 7800, 0), (0.02, 7800, 0), (0.02, 7800, 0)
    ),
    "steel on foam": boxes((0.04, 1, 0), (0.04, 7800, 0.004)),
    "steel on a pin": boxes((0.001, 7800, 0), (0.01, 7800, 0.0002)),
    "60 mm on 5 mm": boxes((0.005, 700, 0), (0.06, 700, 0)),
    "64 mm on 1 mm": boxes((0.001, 700, 0), (0.064, 700, 0)),
    "light in the middle": boxes((0.03, 700, 0), (0.01, 1, 0), (0.03, 7800, 0.002)),
}


@pytest.mark.parametrize("scene", STANDING.values(), ids=STANDING)
def test_heavy_blocks_stand_on_light_ones_and_after_a_jolt(scene: Scene) -> None:
    assert stands(scene)
    world = World(scene, TABLE_3)
    for pull in (0.003, 0.0):
        world.set_gravity(pull * G, -G)
        run(world, 0.1)
    run(world, 3.0)
    assert verdict(world) is Verdict.STOOD


def test_older_records_keep_their_profile_in_which_these_fall() -> None:
    fallen = [name for name, scene in STANDING.items() if not stands(scene, TABLE_1)]
    assert fallen == list(STANDING)


@golden_bits
def test_a_scene_that_table_1_gets_wrong_ends_with_its_golden_hash() -> None:
    standing = stand(STANDING["steel on foam"], profile=TABLE_1)
    assert (standing.verdict, standing.ticks, standing.hash) == ("fell", 127, "ef455a01874b09bc")


def test_scaled_blocks_keep_their_weight() -> None:
    world = World(boxes((0.02, 7, 0), (0.02, 7000, 0)), TABLE_3)
    run(world, 1.0)
    weights = [block.mass * G for block in world.blocks]
    assert world.contacts()["force"][:, 1] == pytest.approx([sum(weights), weights[1]], rel=1e-9)
    world.set_gravity(0.1 * G, -G)
    run(world, 0.2)
    assert world.contacts()["force"][0] == pytest.approx(
        [-0.1 * sum(weights), sum(weights)], rel=1e-3
    )


def test_a_light_block_that_carries_nothing_falls_freely() -> None:
    world = World(on_table([cube("air", 0.1, 0.5, density=1), cube("a", 0.0, 0.01)]), TABLE_3)
    assert len(world._factors) == 2
    run(world, 0.2)
    assert world.velocities[0, 1] == pytest.approx(-G * 0.2, rel=1e-3)


def test_a_heavy_block_from_the_hand_is_held_by_a_light_one() -> None:
    world = World(on_table([cube("foam", 0.0, SIDE / 2, density=5)]), TABLE_3)
    world.lift(cube("steel", 0.0, 1.5 * SIDE + 0.001, density=2500))
    run(world, 0.2, Target(0.0, 1.5 * SIDE))
    world.hand.open()
    run(world, 2.0)
    assert verdict(world) is Verdict.STOOD
    assert world.contacts()["force"][0, 1] == pytest.approx(sum(b.mass for b in world.blocks) * G)


def test_a_load_that_is_hung_on_a_block_is_held_by_a_light_one() -> None:
    blocks = [cube("foam", 0.0, SIDE / 2, density=5), cube("a", 0.0, 1.5 * SIDE, density=10)]
    world = World(on_table(blocks), TABLE_3)
    for grams in range(1, 200):
        world.set_mass(1, grams / 1000)
        world.tick()
    run(world, 1.0)
    assert verdict(world) is Verdict.STOOD


def test_a_sleeping_stack_wakes_up_with_its_loads() -> None:
    stack = [cube("foam", 0.0, SIDE / 2, density=1), cube("steel", 0.0, 1.5 * SIDE, density=7800)]
    world = World(on_table(stack), TABLE_3, [names(stack)])
    assert not world.awake.any()
    world.lift(cube("guest", 0.0, 2.5 * SIDE + 0.002))
    world.hand.open()
    run(world, 2.0)
    assert world.awake.all()
    assert moved_blocks(world) == ("guest",)


@pytest.mark.parametrize("n", [1, 10, 40])
def test_scenes_without_great_loads_give_the_bits_of_table_1(n: int) -> None:
    worlds = [World(column(offsets(3, n)), profile) for profile in (TABLE_1, TABLE_3)]
    for world in worlds:
        world.set_gravity(0.5, -G)
        run(world, 0.2)
    assert worlds[0].poses.tobytes() == worlds[1].poses.tobytes()
    assert np.abs(worlds[0].poses - worlds[0].starts).max() > 0


def test_factors_are_powers_of_two_and_an_impact_counts_as_all_weight() -> None:
    masses = np.array([1.0, 1.0, 100.0])
    assert factors(masses, np.array([0.0, 10.0, 0.0]), 10.0).tolist() == [1, 1, 1]
    assert factors(masses, np.array([30.0, 1e9, 0.0]), 10.0).tolist() == [4, 16, 1]


def test_masses_are_scaled_from_a_smaller_load_on_if_blocks_are_uneven() -> None:
    light = [boxes((0.02, 700, 0), (0.02, 700 * ratio, 0)) for ratio in (14, 16, 51)]
    equal = [column([0.0] * n) for n in (40, 52)]
    scaled = [bool(World(scene, TABLE_3)._factors.size) for scene in (*light, *equal)]
    assert scaled == [False, True, True, False, True]


def test_a_load_of_uneven_blocks_on_a_rather_narrow_foot_stands() -> None:
    """It weighs 15.8 times as much as the block that carries it, and λ is 0.0245."""
    assert [stands(ratio_scene(2026, 1, 316), p) for p in (TABLE_2, TABLE_3)] == [False, True]


def test_the_preload_moves_nothing_not_even_what_falls() -> None:
    scene = on_table([cube("a", 0.0, 0.1), cube("b", 0.1, 0.01, 0.3)])
    world = World(scene, TABLE_3)
    assert world.poses.tolist() == [list(block.pose) for block in scene.blocks]
    assert not world.velocities.any()


def test_a_small_plank_that_cannot_stand_is_not_wedged_by_the_skin() -> None:
    """By statics it lacks 0.3 % of its weight; a skin of 25 µm bent its contacts by as much."""
    assert not stands(ratio_scene(1, 3, 727))


@pytest.mark.parametrize("side", [0.001, 0.004, 0.02, 0.5])
def test_small_blocks_stand_to_within_a_hundredth_of_their_limit_too(side: float) -> None:
    for out, stood in ((0.49, True), (0.51, False)):
        assert stands(boxes((side, 700, 0), (side, 700, out * side))) == stood, out


def test_the_depth_of_a_block_is_its_number_of_contacts_above_the_ground() -> None:
    stack = [cube(f"{k}", 0.0, (k + 0.5) * SIDE) for k in range(3)]
    world = World(on_table([*reversed(stack), cube("air", 0.2, 0.2)]), TABLE_3)
    assert depths(world.contacts(), [], 4) == [3, 2, 1, 0]
    assert depths(world.contacts(), [1], 4) == [1, 0, 1, 0]


@pytest.mark.parametrize(
    "scene",
    [
        *(column(offsets(2, n)) for n in (1, 10, 40)),
        *(boxes((0.02, d, 0), (0.02, 700, 0), (0.02, d, 0)) for d in (7.0, 0.07)),
    ],
)
def test_each_joint_of_a_column_carries_the_blocks_above_it_from_the_start(scene: Scene) -> None:
    world = World(scene, TABLE_3)
    above = [sum(block.mass for block in world.blocks[k:]) * G for k in range(len(world.blocks))]
    forces = world.contacts()["force"]
    assert forces[:, 1] == pytest.approx(above, rel=1e-9)
    assert forces[:, 0] == pytest.approx(np.zeros(len(above)), abs=1e-9 * above[0])


@pytest.mark.parametrize(
    ("it", "way", "limit"),
    [
        pytest.param(column([0.0, 0.0, 0.0]), 1, 1 / 3, marks=pytest.mark.slow),
        pytest.param(column([0.0, 0.2]), 1, 0.4, marks=pytest.mark.slow),
        (column([0.0, 0.2]), -1, 0.5),
        (column([0.0], friction=0.3), 1, 0.3),
    ],
)
def test_the_simulated_tilt_is_that_of_the_closed_form(it: Scene, way: int, limit: float) -> None:
    found = simulated_tilt(it, way, 1.2 * math.atan(limit))
    assert found.gave_way is not None
    assert found.stood <= found.gave_way <= (1 + FINE) * found.stood + 1e-9
    assert math.tan(found.stood) == pytest.approx(limit, rel=0.02)


def test_a_scene_that_stands_the_steepest_tilt_does_not_give_way() -> None:
    assert simulated_tilt(column([0.0]), 1, 0.1) == (0.1, None)


def test_a_scene_that_falls_on_the_level_withstands_no_tilt() -> None:
    assert simulated_tilt(on_table([cube("a", 0.0, 0.5)]), 1, 0.1) == (0.0, 0.0)
