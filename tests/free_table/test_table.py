"""The free table without a window: hand, time, strain, undo, a collapse in words."""

import math
from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace

from tests import known
from tests.examples import examples
from tests.free_table.tables import carry, cube, frozen, rest, scene, stack
from tests.statics.scenes import stone
from towersim.common.units import BlockId, Pose, Target
from towersim.free_table.edits import block_of, fresh_id
from towersim.free_table.history import Snapshot, Strain
from towersim.free_table.simulation import Simulation
from towersim.free_table.table import FreeTable
from towersim.geometry.shapes import Box
from towersim.physics.profile import TABLE_3
from towersim.scene.scene import Block, Material

TOP = BlockId("cube-2")
STEEL = Material(7850.0, 0.3)


def place_new(table: FreeTable) -> str:
    refused = table.take_new(cube(fresh_id(table.scene, "cube"), 0.1, 0.05))
    carry(table, 0.1, 0.012, ticks=40)
    return refused


def grab(table: FreeTable) -> str:
    refused = table.take(TOP)
    carry(table, 0.1, 0.012)
    return refused


def freeze_and_run(table: FreeTable) -> str:
    table.freeze(on=True)
    table.take_new(cube(fresh_id(table.scene, "cube"), 0.1, 0.05))
    table.let_go()
    return table.freeze(on=False)


COMMANDS: dict[str, Callable[[FreeTable], str]] = {
    "place": place_new,
    "grab": grab,
    "delete": lambda table: table.delete(TOP),
    "delete below": lambda table: table.delete(BlockId("cube-1")),
    "nudge": lambda table: table.move(TOP, Pose(0.001, 0.0, 0.0)),
    "material": lambda table: table.set_material(TOP, STEEL, "steel"),
    "fix": lambda table: table.set_fixed(TOP, on=True),
    "tilt": lambda table: table.strain_to(Strain(tilt=0.6)),
    "load": lambda table: table.strain_to(Strain(load=2.0, loaded=TOP)),
    "clear": FreeTable.clear,
    "open": lambda table: table.open(Snapshot(scene(cube("a", 0.0, 0.01)), done="a opened")),
    "freeze and run": freeze_and_run,
}


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_undo_and_redo_restore_the_exact_table(command: Callable[[FreeTable], str]) -> None:
    table = stack()
    before = table.history.now
    assert command(table) == ""
    rest(table)
    after, commands = table.history.now, len(table.history.past)
    assert after != before
    for _ in range(commands):
        assert table.undo().startswith("Undone: ")
    assert table.history.now == before
    for _ in range(commands):
        assert table.redo().startswith("Done again: ")
    assert table.history.now == after


@examples(12)
@given(st.lists(st.sampled_from(sorted(COMMANDS)), min_size=2, max_size=8), st.data())
def test_any_commands_even_in_motion_are_undone_and_redone_one_by_one(
    names: list[str], data: st.DataObject
) -> None:
    table = stack()
    before = table.history.now
    for name in names:
        COMMANDS[name](table)
        for _ in range(data.draw(st.sampled_from((0, 5, 90)))):
            table.tick()
        table.put_back()
    table.strain_to(Strain())
    rest(table)
    after, commands = table.history.now, len(table.history.past)
    for _ in range(commands):
        table.undo()
    assert table.history.now == before
    for _ in range(commands):
        table.redo()
    assert table.history.now.scene == after.scene


def test_redo_of_a_motion_continues_where_it_was_undone() -> None:
    table = stack()
    table.delete(BlockId("cube-1"))
    for _ in range(4):
        table.tick()
    falling = table.scene
    assert 0.011 < falling.blocks[0].pose.y < 0.0299
    table.undo()
    table.redo()
    assert table.scene == falling


def test_a_copy_of_a_fixed_block_is_loose() -> None:
    table = stack()
    assert table.take_new(replace(cube("cube-9", 0.1, 0.05), fixed=True)) == ""
    assert not known(table.held).fixed


def test_undo_without_commands_is_refused_with_a_message() -> None:
    assert stack().undo() == "There is nothing to undo."
    assert stack().redo() == "There is nothing to redo."


def test_an_untouched_tower_does_not_move_at_all() -> None:
    table = stack(4)
    untouched = table.scene.blocks
    place_new(table)
    assert table.scene.blocks[:4] == untouched
    assert block_of(table.scene, BlockId("cube-5")) is not None


def test_a_block_put_back_is_in_its_old_place() -> None:
    table = stack()
    before = table.history.now
    table.take(BlockId("cube-1"))
    for _ in range(60):
        table.tick(Target(0.1, 0.05))
    assert table.scene.blocks[0].pose.y < 0.03
    table.put_back()
    assert table.history.now == before
    assert table.held is None


def test_the_hand_carries_blocks_much_heavier_than_wood() -> None:
    table = stack()
    table.set_material(TOP, STEEL, "steel")
    rest(table)
    table.take(TOP)
    carry(table, 0.1, 0.05, ticks=120)
    moved = known(block_of(table.scene, TOP))
    assert (moved.pose.x, moved.pose.y) == pytest.approx((0.1, 0.01), abs=1e-3)


def test_blocks_stay_in_the_air_in_frozen_time_and_fall_afterwards() -> None:
    table = frozen()
    table.take_new(cube("cube-1", 0.0, 0.1))
    table.tick(Target(0.05, 0.1))
    assert table.let_go() == ""
    assert not table.is_moving
    table.freeze(on=False)
    rest(table)
    assert table.scene.blocks[0].pose == pytest.approx((0.05, 0.01, 0.0), abs=1e-3)


def test_a_block_cannot_be_left_inside_another_one() -> None:
    table = frozen(cube("cube-1", 0.0, 0.01))
    table.take_new(cube("cube-2", 0.1, 0.05))
    table.tick(Target(0.005, 0.015))
    assert not table.fits
    assert table.let_go() == "It cannot stay there: it is inside the cube."
    assert table.held is not None


def test_a_block_is_not_pushed_into_another_one() -> None:
    table = stack()
    assert table.move(TOP, Pose(0.0, -0.002, 0.0)) == "It cannot go there: the cube is in the way."
    assert table.history.past == ()


def test_nudges_in_a_row_are_one_command() -> None:
    table = stack()
    before = table.history.now
    for number in range(3):
        table.move(TOP, Pose(0.001, 0.0, 0.0), follows=number > 0)
    rest(table)
    assert table.scene.blocks[1].pose.x == pytest.approx(0.003, abs=1e-4)
    table.undo()
    assert table.history.now == before


def test_shaking_continues_until_it_is_ended() -> None:
    table = stack(1)
    table.strain_to(Strain(shake=1.0))
    for _ in range(300):
        table.tick()
    assert table.is_moving
    table.strain_to(Strain(), follows=True)
    rest(table)
    assert len(table.history.past) == 1


def test_a_load_brings_down_a_block_that_stood_without_it() -> None:
    beside = cube("cube-2", 0.008, 0.03)
    table = FreeTable(Snapshot(scene(cube("cube-1", 0.0, 0.01), beside)))
    table.strain_to(Strain(load=3.0, loaded=TOP))
    table.tick()
    rest(table)
    simulated = table.scene.blocks[1]
    assert simulated.mass == beside.mass
    table.delete(TOP)
    assert table.strain.loaded is None


def test_the_end_of_a_strain_is_undone_by_its_own_name() -> None:
    table = stack(1)
    for strain in (Strain(tilt=0.1), Strain(shake=1.0), Strain(load=1.0, loaded=TOP)):
        table.strain_to(strain)
        table.strain_to(Strain())
    ends = ("weight taken off", "shaking stopped", "table levelled")
    assert [table.undo() for _ in range(6)][::2] == [f"Undone: {end}." for end in ends]


def test_a_load_moved_to_another_block_grows_from_zero() -> None:
    cubes = scene(cube("cube-1", 0.0, 0.01), cube("cube-2", 0.1, 0.01))
    simulation = Simulation(cubes, (Strain(), Strain()))
    for block in cubes.blocks:
        simulation.want(Strain(load=3.0, loaded=block.id))
        simulation.tick(None)
        assert 0.0 < simulation.strain.load < 0.1
        for _ in range(100):
            simulation.tick(None)
        assert simulation.strain.load == 3.0


def test_a_block_over_the_edge_is_removed_and_reported() -> None:
    table = frozen(cube("cube-1", 0.62, 0.3))
    table.freeze(on=False)
    rest(table)
    assert table.scene.blocks == ()
    assert table.news == ["The cube went over the edge of the table."]
    table.undo()
    assert len(table.scene.blocks) == 1


def test_commands_are_refused_while_a_block_is_held() -> None:
    table = stack()
    table.clear()
    table.undo()
    table.take(TOP)
    for refused in (
        table.redo(),
        table.take(BlockId("cube-1")),
        table.delete(BlockId("cube-1")),
        table.strain_to(Strain(tilt=0.1)),
        table.freeze(on=True),
    ):
        assert refused == "Let go of the block first."
    table.undo()
    assert table.held is None


def test_undo_does_not_unfreeze_time() -> None:
    table = stack()
    table.delete(TOP)
    table.freeze(on=True)
    table.undo()
    assert table.is_frozen
    assert not table.is_moving


SIDES = ((1, "right"), (-1, "left"))


def plank(x: float, y: float) -> Block:
    return Block(BlockId("plank-1"), Box(0.1, 0.01), Material(), 0.02, Pose(x, y, 0.0))


def bridge() -> FreeTable:
    blocks = cube("pier-1", -0.03, 0.01), cube("pier-2", 0.03, 0.01), plank(0.0, 0.025)
    return FreeTable(Snapshot(scene(*blocks)))


def balance() -> FreeTable:
    """Return a plank on a cube, with a cube at each end."""
    ends = cube("end-1", -0.04, 0.04), cube("end-2", 0.04, 0.04)
    return FreeTable(Snapshot(scene(cube("foot-1", 0.0, 0.01), plank(0.0, 0.025), *ends)))


def told(table: FreeTable) -> str:
    assert not table.news
    return known(table.fall).sentence


@pytest.mark.parametrize(
    ("storeys", "degrees", "sign", "side"), [(4, 15, 1, "right"), (6, 10.6, -1, "left")]
)
def test_a_tilt_is_told_with_the_angle_at_which_the_tower_began_to_move(
    storeys: int, degrees: float, sign: int, side: str
) -> None:
    table = stack(storeys)
    table.strain_to(Strain(tilt=sign * math.radians(25)))
    rest(table)
    said = f"The table was tilted to {degrees}°: cube 1 tipped over its own {side} edge."
    assert told(table) == said


def test_what_a_tilt_by_steps_brought_down_is_told_until_another_command() -> None:
    table = stack(6)
    for step in range(1, 15):
        table.strain_to(Strain(tilt=math.radians(step)))
        for _ in range(60):
            table.tick()
    assert told(table) == "The table was tilted to 10°: cube 1 tipped over its own right edge."
    table.strain_to(Strain())
    assert table.fall is None


def strained(table: FreeTable, seconds: float, strain: Strain) -> None:
    """Tilt, shake or load a table for a while."""
    table.strain_to(strain)
    for _ in range(TABLE_3.ticks(seconds)):
        table.tick()


@pytest.mark.parametrize(("storeys", "strength"), [(5, 4.0), (7, 3.4)])
def test_a_quake_is_told_with_its_strength(storeys: int, strength: float) -> None:
    table = stack(storeys)
    strained(table, 4.0, Strain(shake=4.0))
    assert told(table).startswith(f"The quake reached {strength:g} m/s²: cube ")


@pytest.mark.parametrize(("sign", "side"), SIDES)
def test_a_load_is_told_with_its_weight(sign: int, side: str) -> None:
    table = balance()
    table.strain_to(Strain(load=2.0, loaded=BlockId("end-2" if sign > 0 else "end-1")))
    rest(table)
    loaded = told(table)
    assert loaded.startswith("The load reached 0.")
    assert loaded.endswith(f" N: the plank tipped over the {side} edge of the foot.")


@pytest.mark.parametrize(
    ("sign", "side", "storeys", "number"), [(1, "left", 3, 2), (-1, "right", 5, 4)]
)
def test_a_nudge_is_told(sign: int, side: str, storeys: int, number: int) -> None:
    table = stack(storeys)
    for step in range(11):
        table.move(BlockId(f"cube-{number}"), Pose(0.001 * sign, 0.0, 0.0), follows=step > 0)
    rest(table)
    over = f"cube {number + 1} tipped over the {side} edge of cube {number}."
    assert told(table) == f"Block moved: {over}"


@pytest.mark.parametrize(("pier", "side"), [(1, "left"), (2, "right")])
def test_a_deleted_block_is_told(pier: int, side: str) -> None:
    table = bridge()
    table.delete(BlockId(f"pier-{pier}"))
    rest(table)
    assert told(table) == f"Pier deleted: the plank tipped over the {side} edge of the pier."


@pytest.mark.parametrize(
    ("scene_of", "taken", "by", "said"),
    [
        (bridge, "pier-2", (0.3, 0.0), "You took out pier 2: the plank tipped over the right edge"),
        (balance, "end-2", (0.0, 0.1), "You took out end 2: the plank tipped over the left edge"),
        (bridge, "pier-1", (0.0, 0.1), "The hand lifted the plank: the plank tipped over the"),
        (partial(stack, 6), "cube-4", (0.2, 0.0), "The hand dragged cube 3 along: cube 1 tipped"),
        (partial(stack, 3), "cube-1", (0.8, 0.0), "You took out cube 1: cube 2 slid to the right"),
    ],
)
def test_a_block_taken_out_is_told_unless_it_moves_others_before_they_miss_it(
    scene_of: Callable[[], FreeTable], taken: str, by: tuple[float, float], said: str
) -> None:
    """What it carried or held down is not said to be knocked, as what it only touched before."""
    table = scene_of()
    table.take(BlockId(taken))
    x, y, _ = known(table.held).pose
    for step in range(120):
        table.tick(Target(x + by[0] * step / 100, y + by[1] * step / 100))
    assert told(table).startswith(said)


def post(x: float, y: float) -> Block:
    return Block(BlockId("post-1"), Box(0.015, 0.05), Material(), 0.02, Pose(x, y, 0.0))


def tee() -> FreeTable:
    return FreeTable(Snapshot(scene(post(0.0, 0.025), plank(0.0, 0.055))))


FOOT = cube("foot-1", 0.0, 0.01)
LOADED = FreeTable(Snapshot(scene(FOOT, plank(0.0, 0.025), cube("load-1", 0.0, 0.04))))
STICKS_OUT = FreeTable(Snapshot(scene(FOOT, post(-0.0063, 0.045))))


@pytest.mark.parametrize(
    ("table", "held", "y", "path", "said"),
    [
        (stack(4), "cube-1", 0.01, (0.0, 0.15, 60), "You took out cube 1: cube 3 slid"),
        (stack(5), "new", 0.089, (-0.1, -0.009, 30), "The hand pushed cube 5: cube 1"),
        (tee(), "new", 0.057, (-0.1, 0.004, 100), "The hand pushed the plank: the post tipped"),
        (LOADED, "plank-1", 0.0255, (0.0, 0.03, 10), "The foot tipped over its own right edge:"),
        (STICKS_OUT, "new", 0.0153, (-0.1, 0.1, 30), "The hand knocked the post: it tipped over"),
    ],
    ids=["carries what falls", "falls first", "holds what lies there", "drawn", "knocks a post"],
)
def test_a_collapse_after_the_hand_has_opened_is_told(
    table: FreeTable, held: str, y: float, path: tuple[float, float, int], said: str
) -> None:
    begin, end, ticks = path
    if table.take(BlockId(held)) != "":
        table.take_new(cube(held, begin, y))
    for tick in range(ticks + 1):
        table.tick(Target(begin + (end - begin) * tick / ticks, y))
    table.let_go()
    rest(table)
    assert told(table).startswith(said)


def portals() -> FreeTable:
    """Return a portal on a portal."""
    low = (0.015, 0.06, -0.03, 0.03), (0.015, 0.06, 0.03, 0.03), (0.08, 0.012, 0.0, 0.066)
    upper = (0.012, 0.04, -0.02, 0.092), (0.012, 0.04, 0.02, 0.092), (0.06, 0.01, 0.0, 0.117)
    at = ((Box(wide, high), Pose(x, y, 0.0)) for wide, high, x, y in (*low, *upper))
    boxes = (Block(BlockId(f"bar-{n}"), box, Material(), 0.02, p) for n, (box, p) in enumerate(at))
    return FreeTable(Snapshot(scene(*boxes)))


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (tee(), "10.9°: the post tipped over its own right edge."),
        (portals(), "14.8°: bar 0 tipped over its own right edge."),
    ],
)
def test_what_lies_there_after_a_collapse_is_not_told_to_fall_again(
    table: FreeTable, said: str
) -> None:
    """It slides off the table at 27°."""
    table.strain_to(Strain(tilt=0.5))
    rest(table)
    assert table.scene.blocks == ()
    assert told(table) == f"The table was tilted to {said}"


def test_a_plank_that_a_heavy_block_flings_tips_over_its_support() -> None:
    """It meets the table within some ticks."""
    ends = cube("end-1", -0.035, 0.04), cube("end-2", 0.035, 0.04)
    table = FreeTable(Snapshot(scene(cube("foot-1", 0.0, 0.01), plank(0.0, 0.025), *ends)))
    table.take_new(replace(cube("weight-1", 0.03723719090895338, 0.12), material=STEEL))
    for step in range(101):
        y = 0.12 + (0.14345874654281054 - 0.12) * step / 100
        table.tick(Target(0.03723719090895338, y, 0.3))
    table.let_go()
    rest(table)
    assert told(table).startswith("The plank tipped over the right edge of the foot: with the w")


def test_a_block_that_lands_on_what_fell_without_it_did_not_slide_off_in_the_hand() -> None:
    foot = Block(BlockId("foot-1"), Box(0.04, 0.04), Material(), 0.02, Pose(0.0, 0.02, 0.0))
    weight = replace(cube("weight-1", -0.02, 0.06), material=STEEL)
    long = replace(plank(0.03, 0.045), shape=Box(0.12, 0.01))
    table = FreeTable(Snapshot(scene(foot, long, weight)))
    table.take(BlockId("weight-1"))
    for step in range(201):
        table.tick(Target(-0.02, 0.06 + 0.00045 * step))
    assert told(table).startswith("You took out the weight: the plank tipped over the right edge")
    table.let_go()
    rest(table)
    assert "slid" not in told(table)


@pytest.mark.parametrize(("sign", "side"), SIDES)
def test_a_block_let_go_beyond_an_edge_is_told_with_the_reason(sign: int, side: str) -> None:
    table = stack()
    table.take_new(cube("cube-3", sign * 0.012, 0.1))
    carry(table, sign * 0.012, 0.0502)
    why = "its weight was 2.0 mm too far out."
    assert told(table) == f"Cube 3 tipped over the {side} edge of cube 2: {why}"


@pytest.mark.parametrize("height", [0.0105, 0.06])
def test_nothing_is_told_of_a_block_put_or_dropped_on_the_table(height: float) -> None:
    table = stack()
    table.take_new(cube("cube-3", 0.1, 0.1))
    carry(table, 0.1, height)
    assert (table.news, table.fall) == ([], None)


def test_a_push_by_the_hand_names_the_block_that_it_touched_and_not_an_older_act() -> None:
    table = stack(6)
    table.move(BlockId("cube-6"), Pose(0.001, 0.0, 0.0))
    rest(table)
    table.take_new(cube("cube-7", 0.1, 0.07))
    for step in range(200):
        table.tick(Target(0.1 - 0.001 * step, 0.07))
    assert told(table) == "The hand pushed cube 4: cube 1 tipped over its own left edge."


@pytest.mark.parametrize(("sign", "side"), SIDES)
def test_a_block_over_the_edge_of_the_table_is_told_once(sign: int, side: str) -> None:
    table = frozen(cube("cube-1", sign * 0.605, 0.01))
    table.freeze(on=False)
    rest(table)
    why = "its weight was 5.0 mm too far out."
    assert told(table) == f"The cube tipped over the {side} edge of the table: {why}"
    assert table.scene.blocks == ()


@pytest.mark.parametrize("beyond", [0.0, 0.005])
def test_dominoes_that_fall_while_the_block_from_the_hand_lands_are_told(beyond: float) -> None:
    """It lands on the table, or first on the domino that leans by then."""
    standing = (
        Block(BlockId(f"domino-{n}"), Box(0.008, 0.04), Material(), 0.02, at)
        for n, at in enumerate((Pose(0.0, 0.02, 0.0), Pose(0.025, 0.02, 0.0)))
    )
    table = FreeTable(Snapshot(scene(*standing)))
    table.take_new(cube("cube-1", -0.06, 0.035))
    while table.held is not None and table.held.pose.x < beyond - 0.0105:
        table.tick(Target(table.held.pose.x + 0.005, 0.035))
    table.let_go()
    rest(table)
    assert told(table) == "The hand knocked domino 0: it tipped over its own right edge."


@pytest.mark.parametrize(
    ("strain", "put", "act"),
    [
        (Strain(tilt=0.3), (0.3, 0.05), "The table was tilted to 15°: cube 1 tipped over its own"),
        (Strain(shake=4.0), (0.3, 0.05), "The quake reached 4 m/s²: cube 1 tipped over its own"),
        (Strain(tilt=0.23), (0.005, 0.09), "The table was tilted to 13.2°, and the plank came"),
        (Strain(tilt=0.1), (0.03, 0.09), "The plank tipped over the right edge of cube 4: its we"),
    ],
)
def test_a_strain_that_lasts_while_the_hand_is_used_is_told(
    strain: Strain, put: tuple[float, float], act: str
) -> None:
    """The hand is nowhere near, puts on what the tower does not bear, or what falls anyway."""
    table = stack(4)
    strained(table, 0.3, strain)
    table.take_new(plank(put[0], 0.14))
    for step in range(TABLE_3.ticks(4.0)):
        table.tick(Target(*put))
        if step == TABLE_3.ticks(1.0):
            table.let_go()
    assert told(table).startswith(act)


def test_a_portal_that_comes_down_in_a_quake_that_goes_on_is_told() -> None:
    posts = (
        Block(BlockId(f"post-{n}"), Box(0.02, 0.08), Material(), 0.02, Pose(x, 0.04, 0.0))
        for n, x in enumerate((-0.03, 0.03))
    )
    lintel = Block(BlockId("lintel"), Box(0.06, 0.015), Material(), 0.02, Pose(0.0, 0.0875, 0.0))
    table = FreeTable(Snapshot(scene(*posts, lintel)))
    strained(table, 6.0, Strain(shake=4.0))
    assert told(table).startswith("The quake reached 4 m/s²: post ")


def test_a_wedge_that_sinks_bit_by_bit_in_a_quake_is_told() -> None:
    """When it has come down, after a second, no joint is open yet; it reaches the table after."""
    half = [(-35.0, 0.0), (0.0, 0.0), (0.0, 5.0), (-20.0, 50.0), (-35.0, 50.0)]
    wedge = [(-40 / 3, 35.0), (40 / 3, 35.0), (76 / 3, 62.0), (-76 / 3, 62.0)]
    stones = []
    for n, ring in enumerate((half, [(-x, y) for x, y in half[::-1]], wedge)):
        stones.append(stone(f"stone-{n}", [(x / 1000, y / 1000) for x, y in ring], 0.3, depth=0.02))
    table = FreeTable(Snapshot(scene(*stones)))
    strained(table, 3.0, Strain(shake=2.0))
    assert told(table).startswith("The quake reached 2 m/s²: stone 2 slid ")


def test_a_table_that_is_not_level_yet_is_told_with_its_tilt() -> None:
    table = stack(4)
    strained(table, 1.1, Strain(tilt=0.3))
    table.strain_to(Strain())
    rest(table)
    assert told(table).startswith("The table was tilted to ")


def test_a_second_collapse_is_told_too() -> None:
    table = FreeTable(Snapshot(scene(*(cube(f"cube-{n}", 0.1 * n, 0.01) for n in range(3)))))
    for n in range(3):
        table.take_new(cube(f"cube-{5 + n}", 0.1 * n + 0.012, 0.1))
        assert table.fall is None, "a command ends what was told before"
        carry(table, 0.1 * n + 0.012, 0.0302)
        assert told(table).startswith(f"Cube {5 + n} tipped")


def test_what_moves_after_undoing_is_told_without_an_act() -> None:
    table = stack(3)
    table.move(BlockId("cube-2"), Pose(0.011, 0.0, 0.0))
    table.tick()
    table.undo()
    table.redo()
    rest(table)
    assert told(table).startswith("Cube 3 tipped over the left edge of cube 2: ")
