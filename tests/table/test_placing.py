"""One move of the hand: its stored motion, and bit-identical resimulation."""

import msgspec
import pytest
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.bausack_tables import let_go
from tests.examples import tried
from towersim.common.dice import stream
from towersim.common.units import BlockId, Target, TowerId
from towersim.files.level import load_table
from towersim.foresight.reach import hand_path, landing
from towersim.physics.hand import Tremor, skill
from towersim.physics.profile import TABLE_2, TABLE_3
from towersim.physics.settle import Cause, Fall
from towersim.scene.scene import Material
from towersim.table.placing import (
    Motion,
    Placing,
    fallen_by_tick,
    hash_of,
    inconsistency,
    resimulate,
    towers_fallen,
)
from towersim.table.table import Table

HERE = TowerId(1)
TICK = 1 / TABLE_3.tick_hz


@pytest.fixture(scope="module")
def table() -> Table:
    setup = load_table("fawlty-towers")
    return Table.with_bases(setup, [(kind,) for kind in ("red", "blue", "green", "yellow")])


def put(
    table: Table, tower: TowerId, hand: str = "none", seed: int = 1, off: float = 0.0
) -> Motion:
    """Return the motion of a bot that places one cube on a tower, `off` metres aside."""
    placing = Placing(
        table, "red", tower, TABLE_3, Tremor(skill(hand), stream(seed, "tremor"), TICK)
    )
    end = landing(table, "red", tower)
    start = placing.block.pose
    for target in hand_path(table, start, end._replace(x=end.x + off), skill(hand), TICK):
        placing.tick(target)
    return let_go(placing, tower)


@pytest.fixture(scope="module")
def motion(table: Table) -> Motion:
    return put(table, HERE, "normal")


def test_a_target_is_stored_once_and_lasts_until_the_next(table: Table) -> None:
    placing = Placing(table, "red", HERE, TABLE_3)
    still, there = Target(0.3, 0.1), Target(0.25, 0.1)
    for target in (still, still, None, there, None, still):
        placing.tick(target)
    motion = let_go(placing, HERE)
    assert motion.hand == ((0, *still), (3, *there), (5, *still))
    assert motion.let_go == 6
    assert list(motion.targets()) == [still, still, still, there, there, still]


def test_without_a_target_the_hand_stays_at_the_pick_up_point(table: Table) -> None:
    placing = Placing(table, "red", HERE, TABLE_3)
    for _ in range(30):
        placing.tick(None)
    assert placing.pose == pytest.approx(placing.block.pose, abs=2e-3)
    assert let_go(placing, HERE).hand == ((0, *placing.block.pose),)


def test_a_block_may_be_released_at_once(table: Table) -> None:
    motion = let_go(Placing(table, "red", HERE, TABLE_3), HERE)
    assert (motion.hand, motion.let_go) == ((), 0)
    assert resimulate(table, motion, TABLE_3) == motion
    assert towers_fallen(table, motion) == (HERE,)


@tried(
    15,
    seed=st.integers(0, 2**32),
    tower=st.integers(0, 3).map(TowerId),
    off=st.floats(-0.03, 0.03),
    hand=st.sampled_from(["none", "steady", "normal", "shaky"]),
)
def test_any_motion_is_reproduced_and_consistent(
    seed: int, tower: TowerId, off: float, hand: str, table: Table
) -> None:
    motion = put(table, tower, hand, seed, off)
    assert resimulate(table, motion, TABLE_3) == motion
    assert inconsistency(table, "red", tower, motion) == ""
    if abs(off) > 0.025:
        assert tower in towers_fallen(table, motion)


def test_untouched_ends_with_the_first_contact_with_a_block(table: Table) -> None:
    placing = Placing(table, "red", HERE, TABLE_3)
    end = landing(table, "red", HERE)
    for target in hand_path(table, placing.block.pose, end, skill("none"), TICK):
        placing.tick(target)
    assert placing.untouched, "a millimetre above is not a touch"
    for _ in range(60):
        placing.tick(Target(end.x, end.y - 0.003))
    assert not placing.untouched


def test_a_held_cube_pushes_every_tower_and_not_only_the_one_it_is_for(table: Table) -> None:
    placing, (base,) = Placing(table, "red", HERE, TABLE_3), table.towers[2]
    for dx, y in ((-0.03, 0.1), (-0.03, 0.012), (0.0, 0.012)):
        for _ in range(90):
            placing.tick(Target(base.pose.x + dx, y))
    pushed = next(figure for figure in placing.figures() if figure.id == base.id)
    assert pushed.pose.x > base.pose.x + 0.01


def test_a_block_that_outweighs_the_hand_is_carried_by_a_stronger_one(table: Table) -> None:
    cube = table.setup.pieces[""]
    steel = {"": replace(cube, material=Material(density_kg_m3=7800.0))}
    heavy = replace(table, setup=replace(table.setup, pieces=steel))
    motion = put(heavy, HERE)
    assert dict(motion.poses)[motion.block.id].y == pytest.approx(0.03, abs=5e-4)
    assert resimulate(heavy, motion, TABLE_3).hash == motion.hash
    older = resimulate(heavy, motion, TABLE_2)
    assert dict(older.poses)[motion.block.id].y < 0.02, "as in its records it sinks to the table"


def test_a_motion_is_available_only_after_rest(table: Table) -> None:
    with pytest.raises(RuntimeError, match="has not come to rest"):
        Placing(table, "red", HERE, TABLE_3).result()


def test_fallen_towers_are_ordered_by_their_first_fall(table: Table, motion: Motion) -> None:
    fell = tuple(
        Fall(BlockId(b), t, Cause.TABLE) for b, t in (("green-3", 5), ("red-1", 6), ("red-5", 9))
    )
    assert towers_fallen(table, msgspec.structs.replace(motion, fell=fell)) == (2, 0, 1)
    again = tuple(
        Fall(BlockId(b), t, Cause.TABLE) for b, t in (("blue-2", 5), ("green-3", 9), ("red-5", 9))
    )
    fallen = fallen_by_tick(table, msgspec.structs.replace(motion, fell=again))
    assert fallen == ((1,), (2,)), "the second block of a tower does not make it fall again"
    fell = tuple(Fall(name, 9, Cause.TABLE) for name, _pose in motion.poses)
    whole = msgspec.structs.replace(motion, fell=fell)
    assert inconsistency(table, "red", HERE, whole) == "", "all blocks may fall"


def test_a_tower_far_above_the_table_is_inconsistent(table: Table, motion: Motion) -> None:
    poses = tuple((name, pose._replace(y=50.0)) for name, pose in motion.poses)
    forged = msgspec.structs.replace(motion, poses=poses)
    forged = msgspec.structs.replace(forged, hash=hash_of(poses))
    assert inconsistency(table, "red", HERE, forged).startswith("poses: ")
