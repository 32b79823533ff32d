"""The beginnings of collapses; `test_provoked_falls.py` has more scenes with a known culprit."""

import math
from collections.abc import Callable
from functools import partial

import msgspec
import numpy as np
import pytest

from tests import known
from tests.physics import builders
from tests.physics.builders import ball, cube, names, on_table, tower, world_of
from towersim.common.slices import finished
from towersim.common.units import BlockId, Pose, Target, Vec
from towersim.geometry.shapes import Box, Circle, Polygon
from towersim.lab.analytic_scenes import BRICK, harmonic, incline
from towersim.physics.collapse import Collapse, Way, explain, explaining
from towersim.physics.profile import TABLE_3
from towersim.physics.trace import WATCHED, ContactPoint, Frame, Trace
from towersim.physics.world import World
from towersim.scene.scene import Block, Material, Scene, TableTop
from towersim.table.forensics import scene_names, sentence


def traced(world: World, ticks: int, act: Callable[[int], Target | None] | None = None) -> Trace:
    """Return the trace of some ticks; before each one, `act` may push blocks or move the hand."""
    trace = Trace(world)
    for tick in range(ticks):
        world.tick(act(tick) if act else None)
        trace.update(world)
    return trace


def beginning(scene: Scene, seconds: float = 0.5) -> Collapse | None:
    return explain(traced(World(scene, TABLE_3), TABLE_3.ticks(seconds)))


def began(scene: Scene, seconds: float = 0.5) -> Collapse:
    return known(beginning(scene, seconds))


plank = partial(builders.plank, width=0.04, height=0.02)
PLANKS = [plank(name, 0.012 * n, 0.01 + 0.02 * n) for n, name in enumerate("abc")]
LOADED = on_table([*PLANKS, cube("d", 0.034, 0.07)])
"""Without d all would stand: d moves the centre of mass above a from inside to 1.2 mm outside."""


@pytest.mark.parametrize("n", [2, 4, 8])
def test_a_harmonic_stack_beyond_its_limit_fails_at_the_top_joint(n: int) -> None:
    found = began(harmonic(n, 1.02))
    assert (found.way, found.direction, found.own_edge) == (Way.TIPPED, "right", False)
    assert (found.block, found.support) == (f"{n - 1}", f"{n - 2}")
    assert found.overhang == pytest.approx(0.02 * BRICK.width / 2, abs=1e-5)


def test_a_scene_that_stands_has_no_collapse() -> None:
    assert beginning(harmonic(8, 0.98)) is None
    assert beginning(on_table([plank("a", 0.0, 0.01), ball("ball", 0.01, 0.003, 0.03)])) is None


def test_the_block_whose_weight_tips_the_tower_is_named() -> None:
    found = began(LOADED)
    assert (found.block, found.support, found.tipped_by) == ("b", "a", "d")
    assert found.above == ("b", "c", "d")
    assert found.overhang == pytest.approx(0.0012, abs=1e-5)
    assert beginning(on_table(PLANKS)) is None


@pytest.mark.parametrize("side", [1, -1])
@pytest.mark.parametrize("drop", [0.0, 0.004])
def test_a_block_on_two_feet_tips_over_the_outer_one(side: int, drop: float) -> None:
    """The load moves the centre of mass of both 3.3 mm beyond the foot that ends 20 mm out.

    The block falls back when the load has slid off.
    """
    profile = [(40, 15), (40, 25), (-40, 25), (-40, 15), (-20, 15), (-20, 5), (-10, 5)]
    profile += [(-10, 15), (10, 15), (10, 5), (20, 5), (20, 15)]
    shape = Polygon(tuple(Vec(x / 1000, y / 1000 - 0.018) for x, y in profile))
    feet = Block(BlockId("feet"), shape, Material(), 0.02, Pose(0.0, 0.033, 0.0))
    load = msgspec.structs.replace(cube("load", side * 0.035, 0.05 + drop), material=Material(3500))
    found = began(on_table([plank("a", 0.0, 0.01, width=0.12), feet, load]))
    assert (found.block, found.support, found.own_edge) == ("feet", "a", True)
    assert found.pivot == pytest.approx((side * 0.02, 0.02), abs=1e-4)
    if not drop:
        assert found.overhang == pytest.approx(0.01 / 3, abs=1e-4)
        assert found.tipped_by == "load"


@pytest.mark.parametrize("side", [1, -1])
@pytest.mark.parametrize(
    ("ticks", "told"),
    [
        (0, "Block deck {off}: with block held, the weight above was 6.2 mm too far out."),
        (6, "The hand pressed on block deck: it {off}."),
    ],
)
def test_a_deck_on_two_piers_tips_over_the_outer_one(ticks: int, side: int, told: str) -> None:
    """Its other end is lifted off the other pier. The cube sags in the hand, and then drops."""
    piers = [cube(name, sign * 0.04, 0.01) for name, sign in (("left", -1), ("right", 1))]
    world = world_of(*piers, plank("deck", 0.0, 0.025, width=0.14, height=0.01))
    heavy = cube("held", side * 0.064, 0.05, density=7800.0)
    world.lift(msgspec.structs.replace(heavy, shape=Box(0.03, 0.03)))
    act = {ticks: world.hand.open}
    found = known(explain(traced(world, 90, lambda tick: act.get(tick, lambda: None)())))
    pier = "right" if side > 0 else "left"
    off = f"tipped over the {pier} edge of block {pier}"
    assert sentence(found, scene_names) == told.format(off=off)


def test_a_beam_tips_with_what_comes_down_on_its_end_and_its_foot_slides_because_of_that() -> None:
    """Both joints give way in one tick."""
    low = partial(plank, y=0.0075, height=0.015)
    beam = plank("beam", 0.0, 0.018, width=0.14, height=0.006)
    world = world_of(low("aside", -0.04, width=0.02), low("foot", 0.0, width=0.01), beam)
    heavy = cube("held", 0.055, 0.041, density=7800.0)
    world.lift(msgspec.structs.replace(heavy, shape=Box(0.03, 0.03)))
    trace = traced(world, 60, lambda tick: None if tick else world.hand.open())
    found = known(explain(trace, BlockId("beam")))
    assert (found.block, found.support, found.tipped_by) == ("beam", "foot", "held")


@pytest.mark.parametrize("side", [1, -1])
def test_a_seesaw_tips_over_the_ridge_below_it_though_the_roof_goes_on(side: int) -> None:
    lean = math.atan(0.085)
    roof = Polygon(
        tuple(
            Vec(x, y)
            for x, y in [(-0.02, 0), (0.02, 0), (0.02, 0.0183), (0, 0.02), (-0.02, 0.0183)]
        )
    )
    foot = Block(BlockId("foot"), roof, Material(), 0.02, Pose(0.0, 0.0, 0.0))

    def lies(block: Block, along: float, up: float) -> Block:
        """Return a block on the slope away from `side`, at distances from the ridge."""
        x, y = (
            along * math.cos(lean) - up * math.sin(lean),
            along * math.sin(lean) + up * math.cos(lean),
        )
        return msgspec.structs.replace(block, pose=Pose(side * x, 0.02 + y, side * lean))

    board, load = builders.plank("board", 0, 0, 0.12, 0.008), cube("load", 0, 0)
    found = began(on_table([foot, lies(board, -0.005, 0.004), lies(load, 0.04, 0.018)]))
    assert (found.block, found.support, found.own_edge) == ("board", "foot", False)
    assert found.pivot == pytest.approx((0.0, 0.02), abs=1e-4)


def test_the_friction_of_a_joint_is_the_geometric_mean_of_both_blocks() -> None:
    ramp, block = incline(0.6, Box(0.06, 0.02), 0.8).blocks
    smooth = msgspec.structs.replace(block, material=Material(700, 0.2))
    found = began(Scene(TableTop(), (ramp, smooth)))
    assert found.friction_deg == pytest.approx(math.degrees(math.atan(0.4)))


def test_a_ball_rolls_off_a_ramp_that_is_rough_enough_for_a_brick() -> None:
    ramp, brick = incline(0.3, Box(0.02, 0.02), 0.5).blocks
    found = began(Scene(TableTop(), (ramp, msgspec.structs.replace(brick, shape=Circle(0.01)))))
    assert (found.way, found.block, found.support) == (Way.ROLLED, "a", "ramp")
    assert "rolled to the" in sentence(found, scene_names)


def test_a_block_that_the_hand_sets_down_and_lifts_again_broke_no_joint() -> None:
    world = world_of(plank("a", 0.0, 0.01))
    world.lift(cube("held", 0.0, 0.05))
    trace = traced(world, 120, lambda tick: Target(0.0, 0.029 if tick < 60 else 0.07))
    assert any((0, 1) in frame.contacts for frame in trace.frames), "it has touched the plank"
    assert explain(trace) is None


def test_a_cube_that_lands_on_its_near_corner_tips_over_the_edge_below_it() -> None:
    """It touches the plank with one corner, 2 mm inside the edge that it then turns over."""
    cos, sin = 0.01 * math.cos(0.1), 0.01 * math.sin(0.1)
    found = began(
        on_table([plank("a", 0.0, 0.01), cube("b", 0.018 + cos - sin, 0.0201 + cos + sin, 0.1)])
    )
    assert (found.way, found.direction, found.own_edge) == (Way.TIPPED, "right", False)
    assert "tipped over the right edge of block a" in sentence(found, scene_names)


def test_a_block_that_turns_flat_as_it_comes_down_tips_to_where_it_goes_after_that() -> None:
    world = world_of(plank("a", 0.0, 0.01), cube("b", 0.0205, 0.0322, -0.25))
    trace = Trace(world)
    edge = (ContactPoint(Vec(0.02, 0.02), Vec(0.0, 1.0)),)
    for n in range(40):
        angle = min(0.05 * n - 0.25, 0.0) - max(0.1 * (n - 8), 0.0)
        x = 0.0205 + max(-0.0004 * n, 0.001 * n - 0.0112)
        poses = np.array([world.poses[0], (x, 0.03, angle)])
        trace.frames.append(Frame(poses, {(0, 1): edge} if n < 20 else {}, None))
    found = known(explain(trace))
    assert (found.way, found.direction, found.own_edge) == (Way.TIPPED, "right", False)
    assert found.overhang > 0


@pytest.mark.parametrize(
    ("until", "ends", "direction"), [(40, 0.6, "left"), (8, 0.6, "right"), (40, 0.1, "right")]
)
def test_a_block_that_rocks_tips_to_where_it_goes_with_its_load(
    until: int, ends: float, direction: str
) -> None:
    """It turns to the right by 0.2 first; its load leaves it in a tick, or stays."""
    world = world_of(plank("a", 0.0, 0.01), cube("b", -0.021, 0.03), cube("c", -0.021, 0.05))
    trace, up = Trace(world), (ContactPoint(Vec(-0.02, 0.02), Vec(0.0, 1.0)),)
    for n in range(40):
        angle = max(-0.04 * n, min(0.04 * n - 0.4, ends))
        poses = [world.poses[0], (-0.021, 0.03, angle), (-0.021, 0.05, angle)]
        contacts = dict.fromkeys(((0, 1), (1, 2))[: 1 + (n < until)], up)
        trace.frames.append(Frame(np.array(poses), dict(contacts), None))
    found = known(explain(trace))
    assert (found.block, found.direction) == ("b", direction)
    assert found.overhang <= 0, "its weight did not tip it first to the right"


def test_a_block_turns_against_its_support_until_it_has_left_that() -> None:
    """A cube comes down on a plank and hops; the plank turns faster once they have parted."""
    world = world_of(plank("a", 0.0, 0.01), cube("b", 0.02, 0.04))
    trace, edge = Trace(world), (ContactPoint(Vec(0.02, 0.02), Vec(0.0, 1.0)),)
    for n in range(40):
        b = (0.02 - 0.0001 * min(n, 8), 0.03, -0.03 * max(n - 8, 0))
        poses = [(0.0, 0.01, -0.1 * max(n - 20, 0)), b]
        touches = (2 < n < 20 and n != 6) or n > 28
        trace.frames.append(Frame(np.array(poses), {(0, 1): edge} if touches else {}, None))
    found = known(explain(trace, BlockId("b")))
    assert (found.way, found.direction) == (Way.TIPPED, "right")


def test_a_block_that_meets_the_table_as_it_tips_off_another_one_tipped_off_that() -> None:
    world = world_of(plank("a", 0.0, 0.01), cube("b", -0.025, 0.03))
    trace, up = Trace(world), Vec(0.0, 1.0)
    for n in range(40):
        gone = max(n - 5, 0)
        poses = [world.poses[0], (-0.025 - 0.0003 * gone, 0.03, 0.06 * gone)]
        spots = {(0, 1): Vec(-0.02, 0.02)} if n < 15 else {}
        spots |= {(-1, 1): Vec(-0.03, 0.025)} if n > 7 else {}
        contacts = {pair: (ContactPoint(at, up),) for pair, at in spots.items()}
        trace.frames.append(Frame(np.array(poses), dict(contacts), None))
    found = known(explain(trace))
    assert (found.support, found.direction) == ("a", "left")


@pytest.mark.parametrize(("still", "begins"), [(0, 10), (2, 10), (6, 22)])
def test_a_slip_that_catches_for_a_moment_began_before_it_caught(still: int, begins: int) -> None:
    """A cube is moved off a plank from tick 10 on, and stands still for a while after tick 16."""
    world = world_of(plank("a", 0.0, 0.01), cube("b", 0.0, 0.03))

    def act(tick: int) -> None:
        if tick >= 10 and world.poses[1, 0] < 0.025:
            world._bodies[1].velocity = (0.0 if 16 <= tick < 16 + still else 0.15, 0.0)

    found = known(explain(traced(world, 100, act)))
    assert (found.tick, found.way, found.direction) == (begins, Way.SLID, "right")


@pytest.mark.parametrize(
    ("since", "sway", "pushed"), [(30, 0.001, ("b",)), (30, 0.0, ()), (150, 0.001, ())]
)
def test_a_block_that_sways_after_a_touch_of_the_hand_was_pushed(
    since: int, sway: float, pushed: tuple[str, ...]
) -> None:
    """The hand touches a cube up to tick 10, and draws back before the cube slides off."""
    world = world_of(plank("a", 0.0, 0.01), cube("b", 0.0, 0.03))
    world.lift(cube("held", -0.02, 0.034))

    def act(tick: int) -> Target:
        if tick < since:
            world._bodies[1].velocity = (sway if tick % 2 else -sway, 0.0)
        elif world.poses[1, 0] < 0.025:
            world._bodies[1].velocity = (0.15, 0.0)
        return Target(-0.0195 if tick < 10 else -0.05, 0.034)

    found = known(explain(traced(world, since + 60, act)))
    assert (found.block, found.pushed) == ("b", pushed)


def test_a_block_that_is_moved_farther_after_it_fell_came_off_before() -> None:
    """A cube slides off another, lies on the table from tick 50 on, and is moved in tick 60."""
    world = world_of(cube("a", 0.0, 0.01), cube("b", 0.0, 0.03))

    def act(tick: int) -> None:
        if tick >= 60 or (tick >= 10 and world.poses[1, 0] < 0.025):
            world._bodies[1].velocity = (0.15 if tick < 60 else 0.8, 0.0)

    assert known(explain(traced(world, 100, act), BlockId("b"))).tick in (9, 10)


@pytest.mark.parametrize(("bounce", "pushed"), [(0.6, ("held",)), (0.0, ())])
def test_a_block_that_bounces_off_between_two_ticks_pushed(
    bounce: float, pushed: tuple[str, ...]
) -> None:
    """A cube falls past another one, which begins to slide as it changes its speed, or not."""
    world = world_of(plank("a", 0.0, 0.01), cube("b", 0.0, 0.03))
    world.lift(cube("held", 0.1, 0.2))

    def act(tick: int) -> None:
        if tick == 0:
            world.hand.open()
        if tick == 10:
            world._bodies[2].velocity += (0.0, bounce)
        if tick >= 10 and world.poses[1, 0] < 0.025:
            world._bodies[1].velocity = (0.15, 0.0)

    found = known(explain(traced(world, 60, act)))
    assert (found.block, found.pushed) == ("b", pushed)


def test_a_block_that_hangs_on_its_load_once_it_moves_did_not_lie_on_it() -> None:
    """A cube is moved off another; from then on the points of contact are on its upper side."""
    world = world_of(cube("b", 0.0, 0.03), cube("a", 0.0, 0.01))
    trace = Trace(world)
    for tick in range(60):
        world._bodies[0].velocity = (0.15 if tick >= 10 else 0.0, 0.0)
        world.tick()
        trace.update(world)
        if tick >= 10 and (spots := trace.frames[-1].contacts.get((0, 1))):
            over = tuple(spot._replace(normal=Vec(0.0, 1.0)) for spot in spots)
            trace.frames[-1].contacts[0, 1] = over
    found = known(explain(trace))
    assert (found.block, found.support) == ("b", "a")


def test_a_block_slides_to_the_side_to_which_it_moves_against_its_support() -> None:
    """The plank is drawn away to the right below the cube, and takes it along a little."""
    world = world_of(plank("a", 0.0, 0.01), cube("b", 0.0, 0.03))
    trace = traced(world, 30, lambda _: setattr(world._bodies[0], "velocity", (0.5, 0.0)))
    found = known(finished(explaining(trace, spared=BlockId("a"))))
    assert (found.block, found.way, found.direction) == ("b", Way.SLID, "left")
    assert trace.frames[8].poses[1, 0] > 0.001


def test_a_tower_knocked_over_by_the_hand_is_reported_so() -> None:
    world = world_of(cube("a", 0.0, 0.01), cube("b", 0.0, 0.03), cube("c", 0.0, 0.05))
    world.lift(cube("held", -0.05, 0.045))
    trace = traced(world, 120, lambda tick: Target(-0.05 + 0.08 * tick / 120, 0.045))
    found = known(explain(trace))
    assert found.pushed == ("c",), "more of it than of b"
    assert (found.direction, found.landed) == ("right", "held")
    assert sentence(found, scene_names).startswith("The hand ")


@pytest.mark.parametrize(
    ("landed", "why"),
    [
        ("b", "it was still moving when it came down"),
        ("c", "block c pushed it as it came down"),
        ("a", "block a pushed it as it came down"),
        ("d", "its neighbours pushed it"),
        (None, "its neighbours pushed it"),
    ],
)
def test_a_block_whose_weight_is_supported_was_pushed_by_something(
    landed: str | None, why: str
) -> None:
    found = msgspec.structs.replace(
        began(LOADED),
        overhang=-0.001,
        above=(BlockId("b"), BlockId("c")),
        landed=BlockId(landed) if landed else None,
    )
    assert sentence(found, scene_names) == f"Block b tipped over the right edge of block a: {why}."
    leaning = msgspec.structs.replace(found, overhang=0.001, balanced=False, tipped_by=BlockId("b"))
    why = why if landed == "c" else "its neighbours did not hold it"
    assert sentence(leaning, scene_names).endswith(f": {why}."), "without c it stood"


def test_a_block_beside_its_support_was_not_held_by_its_neighbours() -> None:
    stick = msgspec.structs.replace(
        cube("stick", 0.038, 0.01, angle=-0.75), shape=Box(0.004, 0.023608)
    )
    found = began(on_table([plank("a", 0.0, 0.01), plank("b", 0.026, 0.03), stick]), 1.0)
    assert (found.block, found.support, found.above) == ("stick", None, ("b", "stick"))
    told = sentence(msgspec.structs.replace(found, overhang=0.001), scene_names)
    assert told.endswith(": its neighbours did not hold it."), "b lies on a, too"


@pytest.mark.parametrize("x", [0.02, -0.02])
def test_a_block_that_grazes_one_neighbour_was_not_held_by_it(x: float) -> None:
    post = msgspec.structs.replace(cube("post", 0.0, 0.1), shape=Box(0.02, 0.2), fixed=True)
    assert explain(traced(world_of(post, cube("b", x, 0.1)), 60), BlockId("b")) is None


def test_a_weight_beyond_the_edge_is_never_0_mm_too_far_out() -> None:
    found = msgspec.structs.replace(began(LOADED), overhang=2e-5, above=(BlockId("b"),))
    assert sentence(found, scene_names).endswith(": its weight was 0.1 mm too far out.")


def test_neighbours_are_blamed_for_a_block_that_slid_down_only_if_it_had_some() -> None:
    alone = msgspec.structs.replace(began(LOADED), way=Way.SLIPPED, own_edge=True, slope_deg=82.0)
    told = sentence(alone, scene_names)
    assert told == "Block b slid down along block a: 82° is too steep, friction holds up to 27°."
    held = msgspec.structs.replace(alone, balanced=False)
    assert sentence(held, scene_names).endswith(
        ": its neighbours did not press on it firmly enough."
    )


def test_the_joints_of_a_sleeping_tower_are_known_before_it_is_touched() -> None:
    """Else a blow would part blocks that were not known to rest on each other."""
    cubes = tower("a", 0.0, 3)
    world = World(on_table(cubes), TABLE_3, [names(cubes)])
    trace = Trace(world)
    assert trace.frames[0].contacts.keys() == {(-1, 0), (0, 1), (1, 2)}
    world.remove([BlockId("a2")])
    trace.update(world)
    assert trace.frames[1].contacts.keys() == {(-1, 0), (0, 1)}


def test_a_block_that_rocks_turns_about_the_corner_that_it_comes_down_on() -> None:
    """When the joint gives way it touches the shaken table with the other corner alone."""
    post = Block(BlockId("a"), Box(0.02, 0.06), Material(700, 1.0), 0.02, Pose(0.0, 0.03, 0.0))
    world = world_of(post)

    def shake(tick: int) -> None:
        wave = math.sin(4 * math.pi * tick / 120)
        world.set_gravity(3.0 * (1 + 0.3 * tick / 120) * wave, -9.81)

    trace = traced(world, 150, shake)
    found = known(explain(trace))
    assert (found.direction, found.own_edge) == ("right", True)
    assert found.pivot.x - trace.frames[found.tick].poses[0, 0] == pytest.approx(0.01, abs=1e-3)


def test_a_trace_keeps_its_last_seconds_only() -> None:
    world = world_of(*tower("a", 0.0, 2))
    trace = traced(world, 2 * TABLE_3.ticks(WATCHED) + 5)
    assert trace.most == TABLE_3.ticks(WATCHED)
    assert len(trace.frames) == trace.most + 6
    assert trace.first + len(trace.frames) - 1 == world.ticks
