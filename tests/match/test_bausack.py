"""Bausack on the simulated table: records, collisions with towers, collapses and what follows."""

from contextlib import suppress
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
from tests.matches import last_motion
from towersim.common.errors import IllegalAction, RecordFault
from towersim.common.units import BlockId, Pose, Seat, Target
from towersim.files.level import load_table
from towersim.foresight.reach import hand_path, over
from towersim.match import record as record_module
from towersim.match.match import Match, MatchPhase
from towersim.match.record import FORMAT, UNPROVEN, read
from towersim.match.replay import validate
from towersim.physics.profile import TABLE_3
from towersim.physics.settle import Cause, Fall
from towersim.rules.base import Collapsed, Settled, Stood
from towersim.rules.bausack.log import Tallest
from towersim.rules.bausack.state import Build, Options, Pass
from towersim.table import placing as placing_module
from towersim.table.placing import Motion, Placing, fallen_by_tick, resimulate
from towersim.table.table import Placed, Table

BRICKS = two_towers([("brick", 0.0)], [("brick", 0.0)])


def falls(motion: Motion) -> list[tuple[str, Cause]]:
    return [(fall.block, fall.why) for fall in motion.fell]


def test_a_held_piece_passes_in_front_of_other_towers() -> None:
    table = two_towers([("brick", 0.0)], [("brick", 0.0), *[("square-pole", 0.0)] * 3])
    placing = Placing(table, "egg", ONE, TABLE_3)
    left, right = table.setup.spots
    led(placing, (right, 0.08), (right + 0.1, 0.08), (right, 0.1), (left, 0.1))
    assert placing.untouched, "it may even be put back"
    assert placing.world.pose(2) == table.towers[1][1].pose


def test_a_held_piece_collides_with_its_own_tower_and_the_table() -> None:
    table = two_towers([("brick", 0.0), ("square-pole", 0.0)], [("brick", 0.0)])
    placing = Placing(table, "egg", ONE, TABLE_3)
    pole = table.towers[0][1].pose
    led(placing, (pole.x + 0.06, pole.y), (pole.x + 0.015, pole.y))
    assert not placing.untouched
    placing = Placing(table, "egg", ONE, TABLE_3)
    led(placing, (pole.x + 0.2, 0.01))
    assert placing.has_lost


def held_in_front(kind: str, y: float, record: Path | None = None) -> Match:
    """Return a match in which the second seat holds a piece in front of the first one's brick."""
    match = people("Ada", "Bruno", record=record)
    found(match, "brick", match.setup.spots[0])
    give(match, kind, Seat(1))
    match.lift(kind)
    for tick in range(480):
        x = match.table.towers[0][0].pose.x + max(0.0, 0.6 - 0.002 * tick)
        match.tick(Target(x, y))
    return match


def test_a_piece_overlapping_another_tower_cannot_be_released() -> None:
    match = held_in_front("cactus", 0.03)
    assert match.obstacle == 0
    before = match.figures()
    with pytest.raises(IllegalAction, match="the cactus is in front of Ada's tower: move it clear"):
        match.release()
    assert match.carrying
    assert match.figures() == before
    for tick in range(240):
        match.tick(Target(match.table.towers[0][0].pose.x + 0.002 * tick, 0.03))
    match.release()
    assert not match.carrying


def test_a_piece_touching_only_the_outline_of_another_tower_may_be_released() -> None:
    placing = Placing(BRICKS, "square-slab", ONE, TABLE_3)
    brick = BRICKS.towers[1][0].pose
    led(placing, (brick.x, 0.1), (brick.x, 0.0127 + 0.0159 / 2 + 0.001))
    assert placing.obstacle is None
    led(placing, (brick.x, 0.0127 + 0.0159 / 2 - 0.002))
    assert placing.obstacle == TWO


@pytest.mark.parametrize(("deep", "blocked"), [(0.5, False), (2.0, True)])
def test_an_overlap_within_the_slop_of_the_engine_is_no_obstacle(
    deep: float, *, blocked: bool
) -> None:
    placing = Placing(BRICKS, "square-slab", ONE, TABLE_3)
    brick = BRICKS.towers[1][0].pose
    x, y, _ = brick
    placing.world._motion[-1, :3] = x, y + (0.0127 + 0.0159) / 2 - deep * TABLE_3.slop, 0.0
    assert (placing.obstacle == TWO) == blocked


def test_a_piece_left_in_front_of_another_tower_by_a_tired_hand_counts_as_fallen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(placing_module, "TIRED", 1.5)
    table = two_towers([], [("brick", 0.0), *[("square-pole", 0.0)] * 2])
    placing = Placing(table, "square-slab", ONE, TABLE_3)
    pole = table.towers[1][1].pose
    for _ in range(180):
        placing.tick(Target(pole.x, 0.05))
    assert placing.obstacle == TWO
    assert placing.tired
    assert not placing.is_blocked
    motion = let_go(placing, ONE)
    assert falls(motion) == [(placing.block.id, Cause.ON_OTHER_TOWER)]
    assert dict(motion.poses)[table.towers[1][1].id] == pole


def pushed(table: Table, far: float) -> Motion:
    """Push the brick of the first seat by `far` metres, above the height of the table."""
    placing = Placing(table, "square-slab", ONE, TABLE_3)
    brick = table.towers[0][0].pose
    led(placing, (brick.x - 0.1, 0.1), (brick.x - 0.1, 0.013), (brick.x - 0.03, 0.013))
    led(placing, (brick.x - 0.03 + far, 0.013), (brick.x, 0.1), (brick.x + far, 0.04))
    return let_go(placing, ONE)


def test_a_foundation_pushed_out_of_its_seats_part_has_fallen() -> None:
    table = two_towers([("brick", 0.25)], [("brick", 0.2)])
    assert not pushed(table, 0.02).fell, "a gentle nudge"
    motion = pushed(table, 0.12)
    base = table.towers[0][0].id
    assert (base, Cause.OUT_OF_PLACE) in falls(motion)
    assert fallen_by_tick(table, motion) == ((ONE,),)
    assert resimulate(table, motion, TABLE_3) == motion


def test_a_piece_at_rest_on_another_seats_tower_counts_as_fallen() -> None:
    placing = Placing(BRICKS, "square-slab", ONE, TABLE_3)
    brick = BRICKS.towers[1][0].pose
    led(placing, (brick.x, 0.1), (brick.x, 0.0127 + 0.0159 / 2 + 0.001))
    motion = let_go(placing, ONE)
    assert falls(motion) == [(placing.block.id, Cause.ON_OTHER_TOWER)]
    assert dict(motion.poses)[placing.block.id].y == pytest.approx(0.0127 + 0.0159 / 2, abs=1e-4)
    assert fallen_by_tick(BRICKS, motion) == ((ONE,),)
    assert resimulate(BRICKS, motion, TABLE_3) == motion


@pytest.mark.parametrize(
    ("own", "foundation", "why"),
    [
        (-0.305, -0.2, "the square slab is beside the places where it may be put down"),
        (-0.004, 0.004, "the square slab is above Ada's tower, which it would touch"),
    ],
)
def test_a_foundation_on_another_seats_part_or_tower_is_refused(
    own: float, foundation: float, why: str
) -> None:
    match = people("Ada", "Bruno")
    found(match, "brick", own)
    give(match, "square-slab", Seat(1))
    before = match.table
    with pytest.raises(IllegalAction, match=f"{why}|is not over this place"):
        match.drop(match.legal[0], foundation)
    assert (match.phase, match.table) == (MatchPhase.CHOOSING, before)
    with pytest.raises(IllegalAction, match=why):
        put(match, "square-slab", foundation)
    assert match.carrying


def test_a_piece_for_a_tower_that_stands_may_reach_over_the_neighbours() -> None:
    table = two_towers([("brick", 0.24)], [("brick", -0.29)])
    placing = Placing(table, "square-slab", ONE, TABLE_3)
    edge = table.setup.spots[0] + 0.295
    led(placing, (edge, 0.2))
    assert [home for _, home in placing._beside(any_height=True)] == [TWO]
    assert placing.why_not((ONE,), ("Ada", "Bruno")) == ""


def test_a_released_piece_collides_with_every_tower() -> None:
    table = two_towers([("brick", 0.0)], [("brick", 0.0), *[("square-pole", 0.0)] * 3])
    placing = Placing(table, "rounded-brick", ONE, TABLE_3)
    top = table.towers[1][-1]
    led(placing, (top.pose.x + 0.02, 0.35))
    motion = let_go(placing, ONE)
    assert dict(motion.poses)[top.id] != top.pose


def test_a_hand_forced_open_in_front_of_another_tower_does_not_disturb_it() -> None:
    """The held brick knocks over its own tower while it overlaps the neighbour's pole."""
    far, near = [("brick", -0.3), ("square-pole", -0.32)], [("brick", 0.25), ("square-pole", 0.27)]
    table = two_towers(near, far)
    placing = Placing(table, "brick", ONE, TABLE_3)
    own, neighbour = table.towers[0][1], table.towers[1][1]
    led(placing, (own.pose.x + 0.04, 0.3), (own.pose.x + 0.04, 0.06), (own.pose.x - 0.01, 0.06))
    while not placing.has_lost:
        placing.tick(None)
    assert placing.obstacle == TWO
    assert not placing.is_blocked, "it has to open"
    motion = let_go(placing, ONE)
    assert fallen_by_tick(table, motion) == ((ONE,),)
    assert dict(motion.poses)[neighbour.id] == pytest.approx(neighbour.pose, abs=1e-3)
    assert resimulate(table, motion, TABLE_3) == motion


@pytest.mark.parametrize(
    ("form", "why"),
    [(FORMAT, "is in front of Ada's tower"), (UNPROVEN, "opens in front of another tower")],
)
def test_a_record_with_a_release_in_front_of_another_tower_is_invalid(
    form: str, why: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Match, "_check_release", lambda _: None)
    monkeypatch.setattr(record_module, "FORMAT", form)
    match = held_in_front("square-slab", 0.009, path)
    match.release()
    match.settle()
    match.close()
    report = validate(read(path))
    assert report.first_divergence is not None
    assert why in report.first_divergence.why


def test_a_held_piece_touching_the_table_is_a_collapse_and_opens_the_hand() -> None:
    match = people("Ada", "Bruno", "Clara")
    spot = match.setup.spots[0]
    found(match, "brick", spot)
    give(match, "square-slab", Seat(0))
    bring(match, "square-slab", spot + 0.1, low=0.005)
    assert match.phase is MatchPhase.SETTLING, "nobody let go of it"
    motion = last_motion(match)
    assert [e.tower for e in match.events if isinstance(e, Collapsed)] == [ONE]
    assert falls(motion) == [("square-slab-2", Cause.TABLE)]
    assert motion.fell[0].tick <= motion.let_go, "it counts from when it touched"
    assert {"brick", "square-slab"} <= set(match.state.supply), "both are in the supply again"
    assert match.table.towers[0] == ()


@pytest.mark.parametrize("start", [0.3, 0.12, 0.06])
def test_a_piece_flung_at_a_rival_stops_in_the_hand(start: float) -> None:
    match = people("Ada", "Bruno")
    found(match, "square-pole", -0.02)
    before = match.table.towers[0]
    give(match, "square-slab", Seat(1))
    match.lift("square-slab")
    while match.held.pose.x > start:
        match.tick(Target(match.held.pose.x - 0.8 * match.tick_seconds, 0.1, UPRIGHT))
    with suppress(IllegalAction):
        match.release()
        match.settle()
    assert match.table.towers[0] == before
    assert not match.collapses


def edited(path: Path, line: int, old: str, new: str) -> str:
    """Change one line of a record and return the fault of the reader."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new)
    path.write_text("".join(lines), encoding="utf-8")
    with pytest.raises(RecordFault) as caught:
        Match.resume(read(path))
    return str(caught.value)


def founded(path: Path) -> None:
    """Write a record of two seats with one placed foundation."""
    match = people("Ada", "Bruno", record=path)
    found(match, "brick", match.setup.spots[0])
    match.close()


def test_a_seat_cannot_take_an_action_of_gravity(path: Path) -> None:
    founded(path)
    lines = path.read_text(encoding="utf-8").splitlines()
    settled = next(line for line in lines if '"settled"' in line)
    cheat = settled.replace('"actor":"gravity"', '"actor":0').replace(settled[:6], '{"n":0')
    fault = edited(path, 2, lines[1], cheat)
    assert "line 2: $.motion: goes with gravity's actions, and only with them" in fault


def test_faults_name_seats_by_number(path: Path) -> None:
    founded(path)
    assert "$.actor: seat 1 has to move, not seat 2" in edited(path, 2, '"actor":0', '"actor":1')


@pytest.mark.parametrize("level", ["fawlty-towers", "", "../scenes/arch"])
def test_the_table_of_another_game_is_refused(level: str, path: Path) -> None:
    founded(path)
    fault = edited(path, 1, '"level":"bausack"', f'"level":"{level}"')
    assert f"line 1: level {level!r}: no table of bausack" in fault


def test_a_won_piece_becomes_a_foundation_and_the_next_one_stands_on_it() -> None:
    match = people("Ada", "Bruno")
    spot = match.setup.spots[0]
    found(match, "brick", spot)
    assert [e.height for e in match.events if isinstance(e, Stood)] == [1]
    give(match, "square-slab", Seat(0))
    put(match, "square-slab", spot)
    kinds = [[placed.kind for placed in tower] for tower in match.table.towers]
    assert kinds == [["brick", "square-slab"], []]
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
    with pytest.raises(IllegalAction, match="the game is over"):
        match.submit(Pass())
    assert match.phase is MatchPhase.OVER


def test_towers_equal_to_the_millimetre_are_equally_tall() -> None:
    higher = BRICKS.towers[1][0]._replace(pose=BRICKS.towers[1][0].pose._replace(y=0.0065))
    assert BRICKS.tallest() == (ONE, TWO)
    assert replace(BRICKS, towers=(BRICKS.towers[0], (higher,))).tallest() == (ONE, TWO)
    high = higher._replace(pose=higher.pose._replace(y=0.008))
    assert replace(BRICKS, towers=(BRICKS.towers[0], (high,))).tallest() == (TWO,)


def pushed_over(table: Table) -> Motion:
    """Push the first tower over to the right, near its top, with an egg; return the motion."""
    placing = Placing(table, "egg", ONE, TABLE_3)
    x, top = table.towers[0][0].pose.x, max(piece.pose.y for piece in table.towers[0])
    led(placing, (placing.pose.x, top + 0.1), (x - 0.08, top + 0.1))
    led(placing, (x - 0.08, top), (x + 0.3, top))
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
    assert last_motion(match).fell[0].why == Cause.OFF_TABLE
    assert match.state.standing == (1,)


def test_a_piece_that_touched_the_table_in_the_hand_has_fallen_wherever_it_ends() -> None:
    placing = Placing(BRICKS, "square-slab", ONE, TABLE_3)
    x, _, _ = placing.block.pose
    end = over(BRICKS, "square-slab", BRICKS.towers[0][0].pose.x, UPRIGHT)
    for target in (Target(x, 0.0), Target(x, 0.1), Target(end.x, 0.1), Target(*end)):
        for _ in range(90):
            placing.tick(target)
    touch = placing.world.first_touch[placing.block.id].tick
    motion = let_go(placing, ONE)
    assert dict(motion.poses)[placing.block.id] == pytest.approx(end, abs=0.002), "on its tower"
    assert motion.fell == (Fall(placing.block.id, touch, Cause.TABLE),)


def test_resimulation_opens_the_hand_at_the_collapse() -> None:
    placing = Placing(BRICKS, "square-slab", ONE, TABLE_3)
    start = placing.block.pose
    for i in range(240):
        placing.tick(Target(start.x, start.y - 0.001 * i))
    assert placing.has_lost
    late = let_go(placing, ONE)
    assert resimulate(BRICKS, late, TABLE_3).let_go < late.let_go
