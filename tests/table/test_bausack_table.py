"""Bausack on the simulated table: collapses of towers, and their consequences for others."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.bausack_tables import (
    GAME,
    ONE,
    TWO,
    UPRIGHT,
    bring,
    found,
    give,
    led,
    let_go,
    people,
    put,
    two_towers,
)
from towersim.common.errors import IllegalAction
from towersim.common.units import BlockId, Pose, Seat, Target
from towersim.files.level import load_table
from towersim.foresight.reach import hand_path, over
from towersim.match.match import Match, MatchPhase
from towersim.match.record import read
from towersim.match.replay import validate
from towersim.physics.profile import TABLE_3
from towersim.physics.settle import Cause, Fall
from towersim.rules.base import Settled, Stood
from towersim.rules.bausack.log import Tallest
from towersim.rules.bausack.state import Build, Options, Pass
from towersim.table.placing import Motion, Placing, fallen_by_tick, resimulate
from towersim.table.table import Placed, Table


def test_a_won_piece_becomes_a_foundation_and_the_next_one_stands_on_it() -> None:
    match = people("Ada", "Bruno")
    spot = match.setup.spots[0]
    found(match, "brick", spot)
    assert [e.height for e in match.events if isinstance(e, Stood)] == [1]
    give(match, "square-slab", Seat(0))
    put(match, "square-slab", spot)
    assert [[p.kind for p in tower] for tower in match.table.towers] == [
        ["brick", "square-slab"],
        [],
    ]
    assert not match.collapses


def test_only_the_accepted_piece_can_be_placed_and_only_by_the_hand() -> None:
    match = people("Ada", "Bruno")
    match.submit(Build("brick", 0))
    with pytest.raises(IllegalAction):
        match.lift("brick")
    match.submit(Pass())
    with pytest.raises(IllegalAction):
        match.lift("egg")
    match.lift("brick")
    match.put_back()
    match.lift("brick")
    assert match.phase is MatchPhase.CARRYING


def test_a_held_foundation_may_be_slid_over_the_table() -> None:
    match = people("Ada", "Bruno")
    match.submit(Build("brick", 0))
    match.submit(Pass())
    bring(match, "brick", match.setup.spots[0], low=0.004)
    assert match.phase is MatchPhase.CARRYING
    match.release()
    match.settle()
    assert not match.collapses


def test_towers_are_measured_when_all_pieces_are_placed() -> None:
    match = people("Ada", "Bruno", options=Options(tie_break="height"))
    match.state = replace(match.state, supply=("brick", "square-pole"))
    found(match, "brick", match.setup.spots[0])
    found(match, "square-pole", match.setup.spots[1])
    assert [e.seats for e in match.events if isinstance(e, Tallest)] == [(1,)]
    assert match.outcome is not None
    assert match.outcome.winners == (1,)
    assert match.phase is MatchPhase.OVER


def test_towers_equal_to_the_millimetre_are_equally_tall() -> None:
    table = two_towers([("brick", 0.0)], [("brick", 0.0)])
    higher = table.towers[1][0]._replace(pose=table.towers[1][0].pose._replace(y=0.0065))
    assert table.tallest() == (ONE, TWO)
    assert replace(table, towers=(table.towers[0], (higher,))).tallest() == (ONE, TWO)
    high = higher._replace(pose=higher.pose._replace(y=0.008))
    assert replace(table, towers=(table.towers[0], (high,))).tallest() == (TWO,)


def pushed_over(table: Table) -> Motion:
    """Push the first tower over to the right, near its top, with an egg; return the motion."""
    placing = Placing(table, "egg", ONE, TABLE_3)
    x, top = table.towers[0][0].pose.x, max(piece.pose.y for piece in table.towers[0])
    led(
        placing, (placing.pose.x, top + 0.1), (x - 0.08, top + 0.1), (x - 0.08, top), (x + 0.3, top)
    )
    return let_go(placing, ONE)


def poles(count: int) -> Table:
    """Return a stack of `count` poles, and the neighbour's tower 25 cm to its right."""
    aside, apart = 0.24, 0.25
    across = aside + apart - 0.61
    column = [("brick", aside), *[("square-pole", aside)] * count]
    return two_towers(column, [("brick", across), ("square-pole", across)])


def test_a_high_tower_that_falls_brings_down_its_neighbour() -> None:
    table = poles(9)
    motion = pushed_over(table)
    assert fallen_by_tick(table, motion) == ((ONE,), (TWO,))
    assert resimulate(table, motion, TABLE_3) == motion


def test_a_low_tower_that_falls_does_not_touch_its_neighbour() -> None:
    table = poles(3)
    motion = pushed_over(table)
    assert fallen_by_tick(table, motion) == ((ONE,),)
    pole = table.towers[1][-1]
    assert dict(motion.poses)[pole.id] == pytest.approx(pole.pose, abs=0.002)


def leaning() -> Table:
    """Return a table on which a brick of the second tower also lies on a pole of the first."""
    table = Table(load_table(GAME, 2), ())
    pole, brick = 0.0635, 0.0127
    first = (Placed(BlockId("post-1"), "square-pole", Pose(0.0, pole / 2, UPRIGHT)),)
    second = (
        Placed(BlockId("post-2"), "square-pole", Pose(0.044, pole / 2, UPRIGHT)),
        Placed(BlockId("beam-3"), "brick", Pose(0.02, pole + brick / 2, UPRIGHT)),
    )
    return replace(table, towers=(first, second), used=3)


def test_a_piece_resting_on_another_tower_counts_as_fallen() -> None:
    table = leaning()
    placing = Placing(table, "square-slab", TWO, TABLE_3)
    end = over(table, "square-slab", 0.02, UPRIGHT)
    for target in hand_path(table, placing.block.pose, end, people("A", "B").skills[0], 1 / 120):
        placing.tick(target)
    assert {fall.why for fall in let_go(placing, TWO).fell} == {Cause.ON_OTHER_TOWER}


def test_a_tower_leaning_on_a_fallen_one_falls_when_that_is_removed() -> None:
    table = leaning()
    placing = Placing(table, "square-slab", ONE, TABLE_3)
    led(placing, (placing.pose.x, -0.1))
    assert placing.has_lost
    placing.let_go(ONE)
    shown = set()
    while not placing.at_rest:
        placing.tick(None)
        shown.add(len(placing.figures()))
    motion = placing.result()
    assert fallen_by_tick(table, motion) == ((ONE,), (TWO,))
    assert shown == {4, 2}, "the fallen tower's pieces are gone while the other one falls"
    assert len(placing.figures(placing.frame())) == 4, "when the move is played back, they lie"
    assert resimulate(table, motion, TABLE_3) == motion


def test_after_a_removed_tower_the_others_get_the_full_time_to_come_to_rest() -> None:
    table, brief = leaning(), replace(TABLE_3, rest_cap=0.3)
    placing = Placing(table, "square-slab", ONE, brief)
    led(placing, (placing.pose.x, -0.1))
    motion = let_go(placing, ONE)
    assert not motion.rest, "the first wait was cut short"
    assert fallen_by_tick(table, motion) == ((ONE,), (TWO,))


def test_falls_in_one_tick_are_one_group() -> None:
    table = leaning()
    match = people("Ada", "Bruno")
    motion = pushed_over(poles(3))
    fall = motion.fell[0]._replace(block=BlockId("post-1"))
    other = fall._replace(block=BlockId("beam-3"))
    both = replace(motion, fell=(fall, other))
    assert fallen_by_tick(table, both) == ((ONE, TWO),)
    assert match.stacking.verdict(fallen_by_tick(table, both)) == Settled((ONE, TWO), (TWO,))


def test_a_tower_at_the_edge_of_the_table_is_saved_and_resumed(path: Path) -> None:
    match = people("Ada", "Bruno", record=path)
    edge = -match.setup.table.width / 2
    found(match, "brick", edge + 0.012)
    give(match, "rounded-brick", Seat(0))
    with pytest.raises(IllegalAction, match="beside the places where it may be put down"):
        put(match, "rounded-brick", edge - 0.004)
    for _ in range(20):
        match.tick(Target(edge + 0.001, match.held.pose.y, UPRIGHT))
    match.release()
    match.settle()
    assert match.table.towers[0][1].pose.x < edge + 0.002
    assert not match.collapses
    match.close()
    resumed = Match.resume(read(path))
    assert resumed.table == match.table
    resumed.close()
    assert validate(read(path)).valid


def test_pushing_the_own_foundation_off_the_table_is_a_collapse_even_without_a_release() -> None:
    match = people("Ada", "Bruno")
    edge = -match.setup.table.width / 2
    found(match, "square-slab", edge + 0.012)
    give(match, "square-pole", Seat(0))
    bring(match, "square-pole", edge + 0.062, low=-0.003)
    for tick in range(480):
        if match.carrying:
            match.tick(Target(edge + 0.062 - 0.12 * tick / 360, 0.0365))
    assert match.phase is MatchPhase.SETTLING, "nobody let go of it"
    match.settle()
    assert match.last_motion is not None
    assert match.last_motion.fell[0].why == Cause.OFF_TABLE
    assert match.state.standing == (1,)


def test_a_piece_that_touched_the_table_in_the_hand_has_fallen_wherever_it_ends() -> None:
    table = two_towers([("brick", 0.0)], [("brick", 0.0)])
    placing = Placing(table, "square-slab", ONE, TABLE_3)
    x, _, _ = placing.block.pose
    end = over(table, "square-slab", table.towers[0][0].pose.x, UPRIGHT)
    for target in (Target(x, 0.0), Target(x, 0.1), Target(end.x, 0.1), Target(*end)):
        for _ in range(90):
            placing.tick(target)
    touch = placing.world.first_touch[placing.block.id].tick
    motion = let_go(placing, ONE)
    assert dict(motion.poses)[placing.block.id] == pytest.approx(end, abs=0.002), "on its tower"
    assert motion.fell == (Fall(placing.block.id, touch, Cause.TABLE),)


def test_resimulation_opens_the_hand_at_the_collapse() -> None:
    table = two_towers([("brick", 0.0)], [("brick", 0.0)])
    placing = Placing(table, "square-slab", ONE, TABLE_3)
    start = placing.block.pose
    for i in range(240):
        placing.tick(Target(start.x, start.y - 0.001 * i))
    assert placing.has_lost
    late = let_go(placing, ONE)
    assert resimulate(table, late, TABLE_3).let_go < late.let_go
