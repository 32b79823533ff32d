"""The sentence about a collapse on the free table; snapping."""

import math

import pytest

from tests.free_table.tables import carry, cube, frozen, rest, scene, stack
from towersim.common.units import BlockId, Pose, Target
from towersim.free_table.edits import snapped
from towersim.free_table.history import Snapshot, Strain
from towersim.free_table.table import FreeTable
from towersim.geometry.shapes import Box
from towersim.physics.profile import TABLE_2
from towersim.scene.scene import Block, Material

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
    (sentence,) = table.news
    return sentence


@pytest.mark.parametrize(
    ("storeys", "degrees", "sign", "side"), [(4, 15, 1, "right"), (6, 11, -1, "left")]
)
def test_a_tilt_is_told_with_the_angle_at_which_the_tower_began_to_move(
    storeys: int, degrees: int, sign: int, side: str
) -> None:
    table = stack(storeys)
    table.strain_to(Strain(tilt=sign * math.radians(25)))
    rest(table)
    said = f"The table was tilted to {degrees}°: cube 1 tipped over its own {side} edge."
    assert told(table) == said


@pytest.mark.parametrize(("storeys", "strength"), [(5, 4.0), (7, 3.4)])
def test_a_quake_is_told_with_its_strength(storeys: int, strength: float) -> None:
    table = stack(storeys)
    table.strain_to(Strain(shake=4.0))
    for _ in range(TABLE_2.ticks(4.0)):
        table.tick()
    assert told(table).startswith(f"The quake reached {strength:.1f} m/s²: cube ")


@pytest.mark.parametrize(("sign", "side"), SIDES)
def test_a_load_is_told_with_its_weight(sign: int, side: str) -> None:
    table = balance()
    table.strain_to(Strain(load=2.0, loaded=BlockId("end-2" if sign > 0 else "end-1")))
    rest(table)
    loaded = told(table)
    assert loaded.startswith("The load reached 0.")
    assert loaded.endswith(f" N: the plank tipped over the {side} edge of the foot.")


@pytest.mark.parametrize(("sign", "side"), [(1, "left"), (-1, "right")])
@pytest.mark.parametrize(("storeys", "number"), [(3, 2), (5, 4)])
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
    assert table.news == []


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


def test_a_second_collapse_is_told_too() -> None:
    table = FreeTable(Snapshot(scene(*(cube(f"cube-{n}", 0.1 * n, 0.01) for n in range(3)))))
    for n in range(3):
        table.take_new(cube(f"cube-{5 + n}", 0.1 * n + 0.012, 0.1))
        carry(table, 0.1 * n + 0.012, 0.0302)
    assert [words.partition(" tipped")[0] for words in table.news] == ["Cube 5", "Cube 6", "Cube 7"]


def test_what_moves_after_undoing_is_told_without_an_act() -> None:
    table = stack(3)
    table.move(BlockId("cube-2"), Pose(0.011, 0.0, 0.0))
    table.tick()
    table.undo()
    table.redo()
    rest(table)
    assert told(table).startswith("Cube 3 tipped over the left edge of cube 2: ")


REACH = 0.004
BELOW = scene(cube("a", 0.0, 0.01))
HELD = cube("b", 0.0, 0.05)


@pytest.mark.parametrize(
    ("wanted", "there"),
    [
        (Target(0.003, 0.033), Target(0.0, 0.03)),  # over its middle, onto it
        (Target(0.0223, 0.012), Target(0.02, 0.01)),  # beside it, onto the table
        (Target(0.0, 0.06), Target(0.0, 0.06)),  # too high to lie on anything
        (Target(0.2004, 0.3), Target(0.2, 0.3)),  # far from all blocks: the grid
        (Target(0.2, 0.3, 0.5), Target(0.2, 0.3, math.radians(30.0))),
        (Target(0.0, 0.0365, math.pi / 4), Target(0.0, 0.02 + 0.01 * math.sqrt(2), math.pi / 4)),
    ],
)
def test_a_block_snaps_to_alignment_support_or_grid(wanted: Target, there: Target) -> None:
    assert snapped(BELOW, HELD, wanted, REACH) == pytest.approx(there, abs=1e-9)


def test_a_block_under_another_one_snaps_onto_the_table() -> None:
    above = scene(cube("a", 0.0, 0.1))
    assert snapped(above, HELD, Target(0.0, 0.012), REACH) == pytest.approx(Target(0.0, 0.01, 0.0))
