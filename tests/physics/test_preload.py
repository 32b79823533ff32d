"""Contact forces before time starts; the simulated tilt against closed forms."""

import math
from itertools import product

import msgspec
import numpy as np
import pytest

from tests.physics.builders import cube, on_table
from towersim.common.units import BlockId, Pose
from towersim.files.level import levels_dir, load_scene
from towersim.geometry.shapes import Box
from towersim.lab.analytic_scenes import column, column_margin, harmonic
from towersim.lab.envelope_scenes import offsets
from towersim.physics.profile import TABLE_2
from towersim.physics.stand import FINE, simulated_tilt, stand
from towersim.physics.world import World
from towersim.scene.scene import Block, Material, Scene, TableTop

G = TABLE_2.gravity
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
    for margin, verdict in ((0.0005, "stood"), (-0.0005, "fell")):
        places = stretched(offsets(seed, n), margin)
        assert column_margin(places) == pytest.approx(margin, abs=1e-6)
        assert stand(column(places)).verdict == verdict, margin


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
