"""A match: hand, gravity and rules, through the interface that the window uses."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests import matches
from towersim.common.errors import IllegalAction
from towersim.common.units import Seat, Target, TowerId, Vec
from towersim.match.match import Match, MatchPhase
from towersim.match.record import read
from towersim.match.replay import validate
from towersim.physics.settle import Cause
from towersim.rules import base as rules
from towersim.rules.fawlty_towers.state import Colour, Deal, Decline, Options, Take
from towersim.table import placing
from towersim.table.placing import RELEASE_SPEED


def standing(match: Match) -> list[int]:
    return [len(tower) for tower in match.table.towers]


def test_a_new_match_is_dealt_and_waits_for_a_seat() -> None:
    match = matches.fresh()
    assert match.phase is MatchPhase.CHOOSING
    assert match.actor in (0, 1)
    assert match.steps == 25, "24 cards and the die"
    assert [len(column) for column in match.view(Seat(0)).columns] == [6, 6, 6, 6]
    assert (match.game, match.seed, match.options) == (matches.GAME, 1, Options())
    assert standing(match) == [1, 1, 1, 1]
    assert match.outcome is None


def test_a_cube_is_lifted_carried_placed_and_judged() -> None:
    match = matches.fresh()
    seat = match.state.turn
    phases = [match.phase]
    match.lift("green")
    phases.append(match.phase)
    matches.carry(match, 2)
    assert match.release() == (rules.Stacked(seat, Colour.GREEN, TowerId(2)),)
    phases.append(match.phase)
    assert phases == [MatchPhase.CHOOSING, MatchPhase.CARRYING, MatchPhase.SETTLING]
    assert match.actor is rules.Nature.GRAVITY
    events = matches.settle(match)
    assert events[0] == rules.Stood(seat, TowerId(2), 2)
    assert standing(match) == [1, 1, 2, 1]
    top, base = match.table.towers[2][1], match.table.towers[2][0]
    assert top.pose.x == pytest.approx(base.pose.x, abs=0.002)
    assert top.pose.y == pytest.approx(0.03, abs=0.001)


def test_the_returned_events_are_those_of_the_match_in_order() -> None:
    match = matches.fresh()
    told: list[object] = list(match.events)
    match.lift("red")
    matches.carry(match, 0)
    told += match.release()
    told += matches.settle(match)
    if Decline() in match.view(match.state.turn).legal:
        told += match.submit(Decline())
    assert told == match.events


Call = Callable[[Match], object]


ILLEGAL: dict[str, dict[str, Call]] = {
    "choosing": {
        "tick": lambda m: m.tick(),
        "aim": lambda m: m.aim(),
        "release": lambda m: m.release(),
        "put back": lambda m: m.put_back(),
        "no such block": lambda m: m.lift("pink"),
        "a place without a hand": lambda m: m.submit(rules.Place("red", TowerId(0))),
        "a founding without a hand": lambda m: m.submit(rules.StartTower("red", TowerId(0))),
        "gravity's verdict": lambda m: m.submit(rules.Settled(())),
        "the deck's card": lambda m: m.submit(Deal(m.state.deck[0])),
        "the die": lambda m: m.submit(rules.First(Seat(0))),
        "a card too early": lambda m: m.submit(Take(0, 0)),
        "no card too early": lambda m: m.submit(Decline()),
    },
    "carrying": {
        "a second block": lambda m: m.lift("red"),
        "a decision": lambda m: m.submit(Decline()),
        "a place": lambda m: m.submit(rules.Place("red", TowerId(0))),
        "a tower there is not": lambda m: m.release(),
        "nowhere": lambda m: m.tick(Target(float("nan"), 0.1)),
        "infinitely far": lambda m: m.tick(Target(0.1, float("inf"))),
        "too far": lambda m: m.tick(Target(0.1, 0.1, 1e300)),
    },
    "settling": {
        "a second block": lambda m: m.lift("red"),
        "put back": lambda m: m.put_back(),
        "aim": lambda m: m.aim(),
        "release": lambda m: m.release(),
        "gravity's verdict": lambda m: m.submit(rules.Settled(())),
        "a decision": lambda m: m.submit(Decline()),
    },
    "over": {
        "a block": lambda m: m.lift("red"),
        "a decision": lambda m: m.submit(Decline()),
        "tick": lambda m: m.tick(),
    },
}


def refused(match: Match, call: Call) -> bool:
    """Return whether a call is refused without any change."""
    before, phase = matches.summary(match), match.phase
    with pytest.raises(IllegalAction):
        call(match)
    return matches.summary(match) == before and match.phase is phase


@pytest.mark.parametrize("phase", ILLEGAL)
def test_an_illegal_call_changes_nothing(phase: str, path: Path) -> None:
    match = matches.idle_game(path) if phase == "over" else matches.fresh()
    if phase in ("carrying", "settling"):
        match.lift("red")
        matches.lead(match, Vec(0.3, 0.1))
        why = "put the block in the hand back or let it go first"
        with pytest.raises(IllegalAction, match=why):
            match.submit(Decline())
    if phase == "settling":
        matches.carry(match, 0)
        match.release()
    assert match.phase == phase
    for name, call in ILLEGAL[phase].items():
        assert refused(match, call), name


def test_an_untouched_block_can_be_put_back_without_any_change() -> None:
    match, other = matches.fresh(hand="normal"), matches.fresh(hand="normal")
    before = matches.summary(match)
    match.lift("yellow")
    matches.lead(match, Vec(0.0, 0.2))
    match.put_back()
    assert matches.summary(match) == before
    for played in (match, other):
        matches.put(played, "red", 1)
    assert matches.summary(match) == matches.summary(other), (
        "even the tremor is that of a first try"
    )


def test_a_block_that_touched_another_cannot_be_put_back() -> None:
    match = matches.tall()
    match.lift("red")
    beside = matches.at(match, 0, 0.025, 0.06)
    matches.lead(
        match, Vec(0.4, 0.15), Vec(beside.x, 0.15), beside, matches.at(match, 0, 0.019, 0.06)
    )
    for _ in range(30):
        match.tick()
    assert refused(match, lambda m: m.put_back())


def test_a_block_is_put_on_a_foundation_where_it_was_pushed_to(tmp_path: Path) -> None:
    match = matches.fresh(tmp_path / "game.tower")
    match.lift("red")
    low, high = 0.0104, 0.08
    pushed = [matches.at(match, 2, *to) for to in ((0.07, high), (0.07, low), (-0.05, low))]
    above = [matches.at(match, 2, *to) for to in ((-0.05, high), (-0.073, high), (-0.073, 0.0455))]
    back = [matches.at(match, 2, *to) for to in ((-0.05, high), (0.02, high))]
    matches.lead(match, *pushed, *back, speed=0.1)
    assert match.over() == match.aim() == 2, "also where it was before"
    matches.lead(match, *above, speed=0.1)
    match.release()
    (stood,) = matches.settle(match)
    assert isinstance(stood, rules.Stood)
    assert (stood.tower, stood.height) == (2, 2)
    match.close()
    assert validate(read(tmp_path / "game.tower")).valid, "though another spot was nearer before"


def test_the_hand_opens_when_a_tower_loses_a_block_to_the_table() -> None:
    match = matches.knocked()
    seat = match.state.turn
    assert match.phase is MatchPhase.SETTLING, "nobody let go of it"
    assert {fall.why for fall in match.falls_so_far()} == {Cause.TABLE}, "announced at once"
    assert match.hand_forced_open
    events = matches.settle(match)
    motion = matches.last_motion(match)
    assert motion.fell[0].tick == motion.let_go
    assert [e.tower for e in events if isinstance(e, rules.Collapsed)] == [0]
    assert standing(match) == [0, 1, 1, 1], "the hand sweeps no second tower"
    assert match.collapses == 1
    assert dict(match.view(Seat(0)).pool) == dict.fromkeys(("blue", "green", "yellow"), 19) | {
        "red": 20
    }, "cubes go back"
    assert match.actor == seat, "who knocked it over founds a new one"
    assert {a.tower for a in match.view(seat).legal if isinstance(a, rules.StartTower)} == {0}


def test_a_held_cube_that_touches_the_table_is_neither_a_fall_nor_released() -> None:
    match = matches.fresh()
    match.lift("red")
    matches.lead(match, Vec(0.4, 0.15), Vec(0.4, 0.005))
    for _ in range(30):
        match.tick()
    assert refused(match, lambda m: m.put_back()), "it has touched the table"
    assert match.phase is MatchPhase.CARRYING
    assert match.falls_so_far() == ()
    matches.carry(match, 1)
    match.release()
    assert not match.hand_forced_open, "a person let go"
    matches.settle(match)
    assert standing(match) == [1, 2, 1, 1]


def test_a_fallen_tower_is_started_anew_in_its_place() -> None:
    match = matches.knocked()
    matches.settle(match)
    names = set(match.table.homes())
    match.lift("green")
    matches.lead(match, Vec(0.4, 0.15), matches.at(match, 2, 0.0, 0.15))
    assert match.aim() == 0, "the only place that is allowed"
    assert refused(match, lambda m: m.release())
    matches.carry(match, 0)
    seat = match.state.turn
    assert match.release() == (rules.TowerStarted(seat, Colour.GREEN, TowerId(0)),)
    matches.settle(match)
    assert standing(match) == [1, 1, 1, 1]
    (base,) = match.table.towers[0]
    assert base.id not in names, "names are never given twice"
    assert base.pose.x == pytest.approx(match.setup.spots[0], abs=0.01)


def test_a_block_dropped_beside_a_tower_counts_as_its_collapse() -> None:
    match = matches.fresh()
    events = match.drop(rules.Place("red", TowerId(1)), matches.at(match, 1, 0.024, 0.0).x)
    assert [e.tower for e in events if isinstance(e, rules.Collapsed)] == [1]
    assert standing(match) == [1, 0, 1, 1]


def test_figures_show_every_block_and_the_held_one() -> None:
    match = matches.fresh()
    assert [f.tower for f in match.figures()] == [0, 1, 2, 3]
    assert not any(f.held for f in match.figures())
    match.lift("red")
    *rest, block = match.figures()
    assert [f.kind for f in rest] == ["red", "blue", "green", "yellow"]
    assert (block.kind, block.tower, block.held) == ("red", None, True)
    assert block.pose[:2] == match.setup.pick_up(TowerId(0))
    matches.lead(match, Vec(0.3, 0.1))
    assert match.figures()[-1].pose.x == pytest.approx(0.3, abs=0.03)
    matches.carry(match, 0)
    match.release()
    assert not match.figures()[-1].held
    matches.settle(match)
    assert [f.tower for f in match.figures()] == [0, 0, 1, 2, 3]
    assert match.figures()[1].id == block.id


def test_a_block_is_stopped_before_the_hand_opens() -> None:
    match = matches.fresh()
    match.lift("red")
    matches.lead(match, matches.at(match, 1, 0.2, 0.08), matches.at(match, 1, 0.0, 0.08), speed=0.8)
    held = match.held
    fast = held.speed
    match.release()
    assert fast > 4 * RELEASE_SPEED
    assert held.speed <= RELEASE_SPEED
    matches.settle(match)
    assert not match.collapses


def test_a_block_that_is_stopped_beside_its_place_stays_in_the_hand() -> None:
    match = matches.fresh()
    match.lift("red")
    matches.lead(match, matches.at(match, 1, -0.16, 0.2))
    matches.lead(match, matches.at(match, 1, 0.04, 0.2), speed=0.8)
    assert match.over() == 1
    with pytest.raises(IllegalAction, match="beside the places"):
        match.release()
    assert match.carrying


@pytest.mark.parametrize("times", [1, 3])
def test_a_tired_hand_puts_a_block_down_however_often_it_was_put_back(
    times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(placing, "TIRED", 0.6)
    match = matches.fresh()
    for _ in range(times - 1):
        match.lift("red")
        for _ in range(24):
            match.tick()
        match.put_back()
    match.lift("red")
    for _ in range(72 - 24 * (times - 1)):
        assert not match.held.tired
        match.tick(Target(0.31, 0.005) if times == 1 else None)
    assert match.held.tired
    assert match.held.untouched is (times > 1), "once it lay on the table"
    assert refused(match, lambda m: m.put_back())
    while match.carrying:
        match.tick(Target(0.3, 0.3, 0.0))
    matches.settle(match)
    assert sorted(standing(match)) == [1, 1, 1, 2]
    assert not match.collapses


@pytest.mark.parametrize("before", [0, 100])
def test_a_tired_hand_that_comes_back_too_late_opens_where_it_is(
    before: int, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(placing, "TIRED", 2.0)
    monkeypatch.setattr(placing, "LAYING", 0.5)
    match = matches.fresh(path)
    match.lift("red")
    for _ in range(before):
        match.tick()
    match.put_back()
    match.lift("red")
    while match.carrying:
        match.tick(Target(1e6, 0.3))
    assert matches.last_motion(match).let_go == 300
    match.close()
    assert validate(read(path)).valid


def test_a_full_disk_does_not_stop_a_game_or_lose_moves(tmp_path: Path) -> None:
    match = matches.fresh(tmp_path / "game.tower", seed=5, hand="normal")
    with matches.full_disk():
        matches.put(match, "red", 0)
        matches.pass_on(match)
    assert len(match.notices) == 1
    assert "No space left on device" in match.notices[0]
    other = matches.fresh(tmp_path / "other.tower", seed=5, hand="normal")
    matches.put(other, "red", 0)
    matches.pass_on(other)
    for played in (match, other):
        matches.finish(played, 3)
    assert match.record is not None
    assert other.record is not None
    assert match.record.read_bytes() == other.record.read_bytes()


def test_a_trembling_hand_that_is_stopped_stays_where_it_is_and_keeps_a_block_that_is_too_fast(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("towersim.match.match.RELEASE_SPEED", 0.0)
    for seed in range(3):
        match = matches.fresh(seed=seed, hand="shaky")
        match.lift("green")
        matches.lead(match, matches.at(match, 0, 0.0, 0.2))
        assert match.world is not None
        before = match.world.poses[-1].copy()
        with pytest.raises(IllegalAction, match="moves too fast"):
            match.release()
        assert match.carrying
        assert abs(match.world.poses[-1] - before)[:2].max() < 0.015
