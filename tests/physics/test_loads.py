"""A light block holds a heavy one; contact forces before time starts; the simulated tilt."""

import math
from itertools import product

import msgspec
import numpy as np
import pytest

from tests.physics.builders import cube, golden_bits, names, on_table, run
from towersim.common.units import BlockId, Pose, Target
from towersim.files.level import levels_dir, load_scene
from towersim.geometry.shapes import Box
from towersim.lab.analytic_scenes import SIDE, column, column_margin, harmonic
from towersim.lab.envelope_scenes import offsets, ratio_scene
from towersim.physics.loads import depths, factors, feet, pressing
from towersim.physics.profile import TABLE_1, TABLE_2
from towersim.physics.settle import Verdict, moved_blocks, verdict
from towersim.physics.stand import FINE, simulated_tilt, stand, stands
from towersim.physics.world import World
from towersim.scene.scene import Block, Material, Scene, TableTop

G = TABLE_2.gravity


def boxes(*sizes: tuple[float, float, float]) -> Scene:
    """Return a column of squares given as side, density, and offset to the right (SI units)."""
    blocks, y = [], 0.0
    for n, (side, density, x) in enumerate(sizes):
        at = Pose(x, y + side / 2, 0.0)
        blocks.append(Block(BlockId(f"{n}"), Box(side, side), Material(density), side, at))
        y += side
    return on_table(blocks)


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
    world = World(scene, TABLE_2)
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


def test_a_steel_cube_too_far_out_on_foam_falls() -> None:
    for out, stood in ((0.019, True), (0.021, False)):
        assert stands(boxes((0.04, 1, 0), (0.04, 7800, out))) == stood, out


@pytest.mark.parametrize("density", [7.0, 0.07])
def test_the_preload_is_exact_at_any_ratio_of_masses(density: float) -> None:
    world = World(boxes((0.02, density, 0), (0.02, 700, 0), (0.02, density, 0)), TABLE_2)
    weights = [block.mass * G for block in world.blocks]
    above = [sum(weights), sum(weights[1:]), weights[2]]
    assert world.first_contacts["force"][:, 1] == pytest.approx(above, rel=1e-9)


def test_scaled_blocks_keep_their_weight() -> None:
    world = World(boxes((0.02, 7, 0), (0.02, 7000, 0)), TABLE_2)
    run(world, 1.0)
    weights = [block.mass * G for block in world.blocks]
    assert world.contacts()["force"][:, 1] == pytest.approx([sum(weights), weights[1]], rel=1e-9)
    world.set_gravity(0.1 * G, -G)
    run(world, 0.2)
    assert world.contacts()["force"][0] == pytest.approx(
        [-0.1 * sum(weights), sum(weights)], rel=1e-3
    )


def test_a_light_block_that_carries_nothing_falls_freely() -> None:
    world = World(on_table([cube("air", 0.1, 0.5, density=1), cube("a", 0.0, 0.01)]), TABLE_2)
    assert len(world._factors) == 2
    run(world, 0.2)
    assert world.velocities[0, 1] == pytest.approx(-G * 0.2, rel=1e-3)


def test_a_heavy_block_from_the_hand_is_held_by_a_light_one() -> None:
    world = World(on_table([cube("foam", 0.0, SIDE / 2, density=5)]), TABLE_2)
    world.lift(cube("steel", 0.0, 1.5 * SIDE + 0.001, density=2500))
    run(world, 0.2, Target(0.0, 1.5 * SIDE))
    world.hand.open()
    run(world, 2.0)
    assert verdict(world) is Verdict.STOOD
    assert world.contacts()["force"][0, 1] == pytest.approx(sum(b.mass for b in world.blocks) * G)


def test_a_load_that_is_hung_on_a_block_is_held_by_a_light_one() -> None:
    blocks = [cube("foam", 0.0, SIDE / 2, density=5), cube("a", 0.0, 1.5 * SIDE, density=10)]
    world = World(on_table(blocks), TABLE_2)
    for grams in range(1, 200):
        world.set_mass(1, grams / 1000)
        world.tick()
    run(world, 1.0)
    assert verdict(world) is Verdict.STOOD


def test_a_sleeping_stack_wakes_up_with_its_loads() -> None:
    stack = [cube("foam", 0.0, SIDE / 2, density=1), cube("steel", 0.0, 1.5 * SIDE, density=7800)]
    world = World(on_table(stack), TABLE_2, [names(stack)])
    assert not world.awake.any()
    world.lift(cube("guest", 0.0, 2.5 * SIDE + 0.002))
    world.hand.open()
    run(world, 2.0)
    assert world.awake.all()
    assert moved_blocks(world) == ("guest",)


@pytest.mark.parametrize("n", [1, 10, 40])
def test_scenes_without_great_loads_give_the_bits_of_table_1(n: int) -> None:
    worlds = [World(column(offsets(3, n)), profile) for profile in (TABLE_1, TABLE_2)]
    for world in worlds:
        world.set_gravity(0.5, -G)
        run(world, 0.2)
    assert worlds[0].hash() == worlds[1].hash()
    assert np.abs(worlds[0].poses - worlds[0].starts).max() > 0


def test_what_presses_on_a_block_of_a_column_is_the_mass_above() -> None:
    world = World(column(offsets(1, 5)), TABLE_2)
    masses = np.array([block.mass for block in world.blocks])
    above = [masses[k + 1 :].sum() for k in range(5)]
    assert pressing(masses, world.contacts(), G) == pytest.approx(above, abs=1e-9)


def test_factors_are_powers_of_two_and_an_impact_counts_as_all_weight() -> None:
    masses = np.array([1.0, 1.0, 100.0])
    assert factors(masses, np.array([0.0, 10.0, 0.0]), 10.0).tolist() == [1, 1, 1]
    assert factors(masses, np.array([30.0, 1e9, 0.0]), 10.0).tolist() == [4, 16, 1]


def test_the_foot_of_a_block_is_as_wide_as_its_contacts_with_blocks_below() -> None:
    blocks = [cube("l", -0.02, 0.01), cube("r", 0.02, 0.01), cube("t", 0.0, 0.03)]
    blocks += [cube("air", 0.1, 0.2)]
    world = World(on_table(blocks), TABLE_2)
    widths = [SIDE, SIDE, 0.02, 0.0]
    assert feet(world.contacts(), 4) == pytest.approx(widths, abs=1e-4)


def test_a_block_on_a_narrow_foot_takes_shorter_steps() -> None:
    scenes = [boxes((side, 700, 0), (0.02, 1, 0)) for side in (0.01, 0.0009, 0.0004)]
    ticks = [World(scene, TABLE_2)._steps for scene in scenes]
    assert ticks == [8, 16, 32]


def test_masses_are_scaled_from_a_smaller_load_on_if_blocks_are_uneven() -> None:
    light = [boxes((0.02, 700, 0), (0.02, 700 * ratio, 0)) for ratio in (24, 26, 51)]
    equal = [column([0.0] * n) for n in (40, 52)]
    scaled = [bool(World(scene, TABLE_2)._factors.size) for scene in (*light, *equal)]
    assert scaled == [False, True, True, False, True]


def test_a_small_plank_that_cannot_stand_is_not_wedged_by_the_skin() -> None:
    """By statics it lacks 0.3 % of its weight; a skin of 25 µm bent its contacts by as much."""
    assert not stands(ratio_scene(1, 3, 727))


@pytest.mark.parametrize("side", [0.001, 0.004, 0.02, 0.5])
def test_small_blocks_stand_to_within_a_hundredth_of_their_limit_too(side: float) -> None:
    for out, stood in ((0.49, True), (0.51, False)):
        assert stands(boxes((side, 700, 0), (side, 700, out * side))) == stood, out


def test_the_depth_of_a_block_is_its_number_of_contacts_above_the_ground() -> None:
    stack = [cube(f"{k}", 0.0, (k + 0.5) * SIDE) for k in range(3)]
    world = World(on_table([*reversed(stack), cube("air", 0.2, 0.2)]), TABLE_2)
    assert depths(world.contacts(), [], 4) == [3, 2, 1, 0]
    assert depths(world.contacts(), [1], 4) == [1, 0, 1, 0]


SCENES = {
    "column": column(offsets(5, 30)),
    "harmonic": harmonic(12, 0.98),
    "wall": load_scene(levels_dir() / "scenes" / "wall.toml"),
    "falling": on_table([cube("a", 0.0, 0.1), cube("b", 0.1, 0.01, 0.3)]),
}


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_poses_and_masses_are_unchanged_to_the_bit(scene: Scene) -> None:
    world = World(scene, TABLE_2)
    assert world.poses.tolist() == [list(block.pose) for block in scene.blocks]
    assert np.abs(world.velocities).max() == 0
    for block, body in zip(scene.blocks, world._bodies, strict=True):
        if not block.fixed:
            assert body.mass == block.mass
            assert body.force == (0.0, 0.0)
            assert body.torque == 0.0
    unloaded = World(scene, msgspec.structs.replace(TABLE_2, preload_rounds=0))
    inertia = [body.moment for body in unloaded._bodies]
    assert [body.moment for body in world._bodies] == inertia
    assert world._space.gravity == (0.0, -G)
    assert world._space.iterations == TABLE_2.iterations


@pytest.mark.parametrize("n", [1, 10, 40])
def test_each_joint_of_a_column_carries_the_blocks_above_it_from_the_start(n: int) -> None:
    world = World(column(offsets(2, n)), TABLE_2)
    above = [sum(block.mass for block in world.blocks[k:]) * G for k in range(n)]
    forces = world.contacts()["force"]
    assert forces[:, 1] == pytest.approx(above, rel=1e-9)
    assert forces[:, 0] == pytest.approx(np.zeros(n), abs=1e-9 * above[0])


def test_two_supports_share_a_load_by_the_lever_rule() -> None:
    scene = load_scene(levels_dir() / "scenes" / "bridge.toml")
    *rest, load = scene.blocks
    x = 0.02
    load = msgspec.structs.replace(load, pose=load.pose._replace(x=x))
    world = World(on_table([*rest, load]), TABLE_2)
    place = {block.id: k for k, block in enumerate(world.blocks)}
    up = {
        int(row["a"]): float(row["force"][1])
        for row in world.contacts()
        if row["b"] == place[BlockId("plank")]
    }
    plank = world.blocks[place[BlockId("plank")]].mass * G
    assert sum(up.values()) == pytest.approx(plank + load.mass * G, rel=1e-6)
    # The point of the pillar that carries the plank is not determined, only its range.
    ends = product((-0.06, -0.04), (0.04, 0.06))
    shares = [(load.mass * G * (x - left) - plank * left) / (right - left) for left, right in ends]
    assert min(shares) < up[place[BlockId("right-3")]] < max(shares)


@pytest.mark.parametrize(("n", "seed"), [(2, 1), (10, 0), (20, 1)])
def test_columns_stand_just_within_their_limit_and_fall_just_beyond_it(n: int, seed: int) -> None:
    for margin, expected in ((0.0005, "stood"), (-0.0005, "fell")):
        places = stretched(offsets(seed, n), margin)
        assert column_margin(places) == pytest.approx(margin, abs=1e-6)
        assert stand(column(places)).verdict == expected, margin


def stretched(places: list[float], margin: float) -> list[float]:
    """Scale offsets until the column has this margin."""
    low, high = 1.0, 100.0
    for _ in range(60):
        middle = (low + high) / 2
        if column_margin([middle * x for x in places]) > margin:
            low = middle
        else:
            high = middle
    return [low * x for x in places]


def test_a_column_without_preload_sways() -> None:
    """Without preload the same column moves from the first tick."""
    scene = column(offsets(2, 40))
    moved = []
    for rounds in (0, TABLE_2.preload_rounds):
        world = World(scene, msgspec.structs.replace(TABLE_2, preload_rounds=rounds))
        for _ in range(60):
            world.tick()
        moved.append(np.abs(world.poses - world.starts).max())
    assert moved[1] < 1e-9 < 1e-5 < moved[0]


@pytest.mark.parametrize(
    ("it", "way", "limit"),
    [
        (column([0.0, 0.0, 0.0]), 1, 1 / 3),
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
    cube = Block(BlockId("a"), Box(0.02, 0.02), Material(), 0.02, Pose(0.0, 0.5, 0.0))
    assert simulated_tilt(Scene(TableTop(), (cube,)), 1, 0.1) == (0.0, 0.0)
