"""The simulated table against closed forms."""

import math

import msgspec
import numpy as np
import pytest
from hypothesis import assume, given, settings, strategies as st

from tests.examples import slow
from tests.physics.builders import ball, column_margin, cube, on_table, run, world_of
from towersim.common.units import BlockId, Pose, Vec
from towersim.files.level import load_pieces
from towersim.geometry.shapes import Box, Circle, Polygon, area, gyration_radius
from towersim.lab.analytic_scenes import SIDE, column, harmonic, incline
from towersim.lab.envelope_scenes import offsets
from towersim.physics.profile import TABLE_2, TABLE_3
from towersim.physics.stand import stand
from towersim.physics.world import World
from towersim.scene.scene import Block, Material

G = TABLE_3.gravity
PLANK = Box(0.06, 0.02)


@pytest.mark.parametrize("height", [0.05, 0.3, 1.0])
def test_a_block_falls_for_sqrt_of_2_h_over_g_seconds(height: float) -> None:
    world = world_of(cube("a", 0.0, height + SIDE / 2))
    while not world.first_touch:
        world.tick()
    dt = 1 / (TABLE_3.tick_hz * TABLE_3.steps(1))
    falls = world.first_touch[BlockId("a")].step * dt
    assert falls == pytest.approx(math.sqrt(2 * height / G), abs=2 * dt)


@pytest.mark.parametrize(("n", "share"), [(4, 0.98), (4, 1.02), (8, 0.99), (8, 1.01), (20, 0.98)])
def test_harmonic_stacks_stand_below_their_limit_and_fall_above_it(n: int, share: float) -> None:
    assert stand(harmonic(n, share)).verdict == ("stood" if share < 1 else "fell")


@pytest.mark.parametrize("number", range(7))
def test_a_column_stands_whatever_sides_its_blocks_lie_on(number: int) -> None:
    """The sides of shapes `number` and `number + 1` touch that are numbered like the shapes.

    On older profiles the engine takes both of their contact points for one.
    """
    corner, ring = SIDE / 2 / math.cos(math.pi / 8), [math.pi / 8 * k for k in range(1, 16, 2)]
    octagon = Polygon(tuple(Vec(corner * math.cos(a), corner * math.sin(a)) for a in ring))
    turned = {number - 1: 5 - number, number: 1 - number}
    blocks = []
    for k in range(number + 1):
        at = Pose(0.002 * (k % 2), (k + 0.5) * SIDE, math.pi / 4 * turned.get(k, 0))
        blocks.append(Block(BlockId(f"{k}"), octagon, Material(), SIDE, at))
    moved = []
    for profile in (TABLE_3, TABLE_2):
        world = World(on_table(blocks), profile)
        run(world, 0.5)
        moved.append(float(np.abs(world.poses - world.starts).max()))
    assert moved[0] < 1e-12
    assert (moved[1] > 1e-4) is (number > 0)


def test_an_aligned_column_stands_though_its_third_cube_is_upside_down() -> None:
    cubes = [cube(f"{k}", 0.0, (k + 0.5) * SIDE, math.pi * (k == 2)) for k in range(8)]
    assert stand(on_table(cubes)).verdict == "stood"
    assert stand(on_table(cubes), profile=TABLE_2).verdict == "fell"


def downhill(
    slope: float, friction: float, shape: Box, other: Material | None = None, seconds: float = 2.0
) -> float:
    """Return the distance that a block has slid down a ramp, in metres."""
    scene = incline(slope, shape, friction)
    ramp, block = scene.blocks
    if other:
        block = msgspec.structs.replace(block, material=other)
    end = stand(msgspec.structs.replace(scene, blocks=(ramp, block)), seconds).poses[block.id]
    return math.dist(end[:2], block.pose[:2])


@pytest.mark.parametrize("friction", [0.25, 0.5, 1.0])
def test_a_plank_slides_if_and_only_if_the_slope_exceeds_the_friction(friction: float) -> None:
    assert downhill(friction * 0.99, friction, PLANK) < 1e-6
    # Slow sliding is damped: 1 % beyond the limit it never gets faster than a / slow_damping.
    assert downhill(friction * 1.01, friction, PLANK) > 0.005
    # s = g (sin - mu cos) t² / 2, except for the first moments below `slow_damping_below`.
    angle = math.atan(friction * 1.3)
    slid = G * (math.sin(angle) - friction * math.cos(angle)) * 0.5**2 / 2
    assert downhill(friction * 1.3, friction, PLANK, seconds=0.5) == pytest.approx(slid, rel=0.05)


@pytest.mark.parametrize("share", [0.2, 0.5, 1.0])
def test_a_post_topples_if_and_only_if_the_slope_exceeds_width_over_height(share: float) -> None:
    for slope, topples in ((share * 0.99, False), (share * 1.01, True)):
        scene = incline(slope, Box(share * 0.04, 0.04), friction=5.0)
        turned = stand(scene, 3.0).poses[BlockId("a")][2] - scene.blocks[1].pose.angle
        assert (abs(turned) > 0.5) == topples, slope


def test_the_friction_of_a_pair_is_the_geometric_mean() -> None:
    wax = Material(friction=0.18)
    assert math.sqrt(0.5 * 0.18) == pytest.approx(0.3)
    assert downhill(0.3 * 0.99, 0.5, PLANK, wax) < 1e-6
    assert downhill(0.3 * 1.01, 0.5, PLANK, wax) > 0.01


@pytest.mark.parametrize("seed", [0, *(slow(seed) for seed in (None, 1))])
def test_a_column_of_forty_does_not_drift(seed: int | None) -> None:
    places = [0.0] * 40 if seed is None else offsets(seed, 40)
    assert seed is None or max(map(abs, places)) > 0.04
    world = World(column(places), TABLE_3)
    for _ in range(TABLE_3.ticks(1.0)):
        world.tick()
        assert np.abs(world.poses - world.starts).max() < 1e-9


def test_a_cube_that_came_to_rest_on_a_column_does_not_creep() -> None:
    scene = column([*offsets(3, 12), 0.0])
    *below, top = scene.blocks
    top = msgspec.structs.replace(top, pose=top.pose._replace(y=top.pose.y + 0.001))
    world = World(on_table([*below, top]), TABLE_3)
    run(world, 2.0)
    rest = world.poses
    assert rest[-1, 1] < top.pose.y - 0.0009
    run(world, 4.0)
    assert np.abs(world.poses - rest).max() < 8e-6


def test_a_ball_lies_still_on_the_table() -> None:
    world = world_of(ball("a", 0.015, 0.0, 0.015))
    run(world, 3.0)
    assert np.abs(world.poses - world.starts).max() < 1e-9


def test_a_ball_rolls_down_a_slope_without_sliding() -> None:
    slope, radius = 0.2, 0.01
    scene = incline(slope, Box(2 * radius, 2 * radius), friction=0.5)
    ramp, block = scene.blocks
    rolling = msgspec.structs.replace(block, shape=Circle(radius))
    world = World(msgspec.structs.replace(scene, blocks=(ramp, rolling)), TABLE_3)
    run(world, 0.5)
    moved = world.poses[1] - world.starts[1]
    # A solid disc: 2/3 of the distance of a block without friction.
    way = 2 / 3 * G * math.sin(math.atan(slope)) * 0.5**2 / 2
    assert math.hypot(*moved[:2]) == pytest.approx(way, rel=0.02)
    assert -moved[2] * radius == pytest.approx(way, rel=0.02)


def test_mass_and_inertia_are_those_of_the_closed_form() -> None:
    for shape in (Circle(0.015), *(piece.shape for piece in load_pieces("blocks").values())):
        block = Block(BlockId("a"), shape, Material(2400.0), 0.03, Pose(0.0, 0.2, 0.0))
        (body,) = world_of(block)._bodies
        assert body.mass == pytest.approx(2400 * 0.03 * area(shape), rel=1e-9)
        assert body.moment == pytest.approx(body.mass * gyration_radius(shape) ** 2, rel=1e-9)


STEPS = st.lists(st.floats(-0.45, 0.45), min_size=2, max_size=9)


def check_column(steps: list[float]) -> None:
    places = np.cumsum(steps).tolist()
    margin = column_margin(places)
    assume(abs(margin) > 0.002)
    assert stand(column(places)).verdict == ("stood" if margin > 0 else "fell")


@settings(max_examples=20, deadline=None, derandomize=True)
@given(STEPS)
def test_random_columns_stand_if_and_only_if_their_margin_is_positive(steps: list[float]) -> None:
    check_column(steps)


@pytest.mark.slow
@pytest.mark.parametrize("count", [200, pytest.param(3000, marks=pytest.mark.sweep)])
def test_many_random_columns_stand_if_and_only_if_their_margin_is_positive(count: int) -> None:
    many = st.lists(st.floats(-0.3, 0.3), min_size=2, max_size=20)
    settings(max_examples=count, deadline=None, derandomize=True)(given(many)(check_column))()
