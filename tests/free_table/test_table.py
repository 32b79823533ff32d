"""The free table without a window: hand, time, strain, and undo of every command."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

from tests.free_table.tables import carry, cube, frozen, rest, scene, stack
from towersim.common.units import BlockId, Pose, Target
from towersim.free_table.edits import block_of, fresh_id
from towersim.free_table.history import SimulationState, Snapshot, Strain
from towersim.free_table.simulation import Simulation
from towersim.free_table.table import FreeTable
from towersim.physics.profile import TABLE_2
from towersim.scene.scene import Material

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


@settings(max_examples=12, deadline=None)
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
    assert table.held is not None
    assert not table.held.fixed


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
    moved = block_of(table.scene, TOP)
    assert moved is not None
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


def test_a_slender_stack_stands_a_slight_tilt_and_falls_at_a_steeper_one() -> None:
    table = stack(5)
    table.strain_to(Strain(tilt=0.1))
    rest(table)
    assert max(block.pose.y for block in table.scene.blocks) > 0.085
    assert table.history.now.phase is SimulationState.REST
    table.strain_to(Strain(tilt=0.3))
    rest(table)
    assert max(block.pose.y for block in table.scene.blocks) < 0.085


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


def test_a_load_moved_to_another_block_grows_from_zero() -> None:
    cubes = scene(cube("cube-1", 0.0, 0.01), cube("cube-2", 0.1, 0.01))
    simulation = Simulation(cubes, (Strain(), Strain()), TABLE_2)
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
    table.take(TOP)
    for refused in (
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
