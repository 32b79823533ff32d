"""The table between moves: names, spots and free space."""

import pytest
from msgspec.structs import replace

from towersim.common.units import BlockId, Pose, TowerId
from towersim.files.level import load_table
from towersim.geometry.shapes import extent
from towersim.scene.table_setup import TableSetup
from towersim.table.table import Placed, Table

HERE = TowerId(0)
KINDS = ("red", "blue", "green", "yellow")


@pytest.fixture
def setup() -> TableSetup:
    return load_table("fawlty-towers")


@pytest.fixture
def table(setup: TableSetup) -> Table:
    return Table.with_bases(setup, [(kind,) for kind in KINDS])


def with_tower(table: Table, place: int, *poses: Pose) -> Table:
    """Return the table with these red cubes as the tower in one place."""
    tower = tuple(Placed(BlockId(f"t-{i}"), "red", pose) for i, pose in enumerate(poses))
    towers = (*table.towers[:place], tower, *table.towers[place + 1 :])
    return replace(table, towers=towers)


def test_bases_stand_upright_on_their_spots(table: Table, setup: TableSetup) -> None:
    for tower, spot in zip(table.towers, setup.spots, strict=True):
        (base,) = tower
        assert base.pose == Pose(spot, 0.01, 0.0)
    assert table.used == 4
    assert [p.id for (p,) in table.towers] == ["red-1", "blue-2", "green-3", "yellow-4"]
    some = Table.with_bases(setup, [("red",), None, ("blue",), None])
    assert [len(tower) for tower in some.towers] == [1, 0, 1, 0]
    assert some.used == 2


def test_the_scene_contains_every_standing_block(table: Table, setup: TableSetup) -> None:
    scene = table.scene()
    assert [b.id for b in scene.blocks] == list(table.homes())
    assert list(table.homes().values()) == [0, 1, 2, 3]
    assert {b.shape for b in scene.blocks} == {setup.piece("red").shape}
    assert scene.table == setup.table


def test_a_block_begins_at_the_pick_up_point_or_above_blocks_near_it(
    table: Table, setup: TableSetup
) -> None:
    x, y = setup.pick_up(HERE)
    assert table.in_hand("blue", HERE) == Placed(BlockId("blue-5"), "blue", Pose(x, y, 0.0))
    high = with_tower(table, 3, Pose(x + 0.02, y + 0.05, 0.7))
    taken = high.in_hand("red", HERE)
    low, _ = extent(setup.piece("red").shape, taken.pose)
    _, top = extent(setup.piece("red").shape, Pose(x + 0.02, y + 0.05, 0.7))
    assert low.y > top.y + 0.02
    assert taken.pose.x == x
    aside = with_tower(table, 3, Pose(x + 0.2, y + 0.05, 0.7))
    assert aside.in_hand("red", HERE).pose.y == y


def test_the_nearest_place_is_found_by_its_blocks_or_its_spot(
    table: Table, setup: TableSetup
) -> None:
    places = [TowerId(i) for i in range(4)]
    for place, spot in zip(places, setup.spots, strict=True):
        assert table.nearest(spot + 0.01, places) == place
    assert table.nearest(setup.spots[0], places[2:]) == 2
    leaning = with_tower(table, 0, Pose(setup.spots[0], 0.01, 0.0), Pose(setup.spots[3], 0.03, 0.0))
    assert leaning.nearest(setup.spots[3] - 0.001, [TowerId(0), TowerId(1)]) == 0
    assert with_tower(table, 1).nearest(setup.spots[1], places) == 1


@pytest.mark.parametrize("lean", [-0.02, -0.001, 0.0, 0.001, 0.02])
def test_a_base_goes_beside_blocks_on_its_spot(
    table: Table, setup: TableSetup, lean: float
) -> None:
    spot = setup.spots[2]
    blocked = with_tower(with_tower(table, 2), 1, Pose(spot + lean, 0.01, 0.0))
    x = blocked.free_x("red", TowerId(2))
    assert abs(x - spot - lean) > 0.02, "a gap remains"
    assert abs(x - spot) < 0.05
    assert x - spot != lean


def test_a_base_goes_on_its_spot_if_that_is_free_or_the_table_is_full(
    table: Table, setup: TableSetup
) -> None:
    crowd = [Pose(i / 100 - 2, 0.01, 0.0) for i in range(400)]
    for each in (with_tower(table, 2), with_tower(table, 0, *crowd)):
        assert each.free_x("red", TowerId(2)) == setup.spots[2]


def moved(table: Table, new: Placed) -> dict[BlockId, Pose]:
    names = [*table.homes(), new.id]
    return {name: Pose(0.01 * i, 0.01, 0.1) for i, name in enumerate(names)}


def test_after_a_move_blocks_have_their_final_poses_or_are_gone(table: Table) -> None:
    new = table.in_hand("green", HERE)
    poses = moved(table, new)
    after = table.settled(poses, new, TowerId(1), ())
    assert [placed.kind for placed in after.towers[1]] == ["blue", "green"]
    assert {p.id: p.pose for tower in after.towers for p in tower} == poses
    assert after.used == 5
    fallen = table.settled(poses, new, TowerId(1), (TowerId(1), TowerId(3)))
    assert [len(tower) for tower in fallen.towers] == [1, 0, 1, 0]
    assert fallen.in_hand("red", HERE).id == "red-6"


@pytest.mark.parametrize(
    ("x", "y", "in_reach"),
    [
        *[(0.0, 0.01, True), (0.6, 0.01, True), (0.62, 0.03, True), (0.0, 1.5, True)],
        *[(1.61, 0.01, False), (-1.61, 0.01, False), (0.0, 0.0, False), (0.0, 11.0, False)],
    ],
)
def test_blocks_on_the_table_are_in_reach(
    table: Table, x: float, y: float, *, in_reach: bool
) -> None:
    assert with_tower(table, 0, Pose(x, y, 0.0)).in_reach is in_reach
