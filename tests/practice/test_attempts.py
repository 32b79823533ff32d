"""Challenges in a match: moves without the hand, tests, records; the file of attempts."""

import math
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests import known
from tests.matches import finish, last_motion
from tests.practice.planned import Plan, Planned, attempt, match_of
from towersim.bots.table import turn
from towersim.common.errors import IllegalAction, OptionFault, RecordFault
from towersim.common.units import Pose, Seat, TowerId
from towersim.files.challengefile import find_challenge
from towersim.match.match import Match, MatchPhase
from towersim.match.record import read
from towersim.match.replay import validate
from towersim.practice import attempts as attempts_module
from towersim.practice.attempts import (
    MIGRATIONS,
    UNPROVEN,
    Attempt,
    Attempts,
    Placement,
    attempt_of,
    best_of,
    measured,
)
from towersim.rules.base import StartTest, StartTower, TakeBack, TakeOut
from towersim.rules.practice.challenge import Challenge, InitialPiece, Load
from towersim.rules.practice.state import Finish, View

ME = Seat(0)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "practice.sqlite3"


def stars(match: Match[View]) -> int | None:
    return match.outcome.stars if match.outcome else None


def column(cubes: int) -> Challenge:
    """Return a tilt challenge with an initial column of aligned cubes."""
    asked = find_challenge("no-higher-than-needed")
    standing = tuple(InitialPiece("cube", Pose(0.0, 0.01 + 0.02 * i, 0.0)) for i in range(cubes))
    return replace(asked, standing=standing, least_height=0.0)


@pytest.mark.parametrize("cubes", [4, 6])
def test_a_column_of_n_aligned_cubes_withstands_a_slope_of_one_in_n(cubes: int) -> None:
    match = match_of(column(cubes))
    match.submit(StartTest())
    match.settle()
    exact = math.degrees(math.atan(1 / cubes))
    assert known(match.outcome).measure == pytest.approx(exact, abs=0.5)


def test_a_load_grows_until_the_structure_gives_way() -> None:
    asked = find_challenge("over-the-edge")
    brick = asked.pieces[0]
    on_it = InitialPiece("weight", Pose(0.17, 0.03, 0.0))
    asked = replace(
        asked,
        pieces=(brick, replace(brick, kind="weight", shape=replace(brick.shape, width=0.02))),
        standing=(InitialPiece("brick", Pose(0.12, 0.01, 0.0)), on_it),
        goal=Load("weight"),
    )
    match = match_of(asked)
    match.submit(StartTest())
    match.settle()
    # The brick's weight, 30 mm inside the edge, balances a load 20 mm beyond it.
    weight = brick.depth * 0.12 * 0.02 * 700 * 9.81
    assert known(match.outcome).measure == pytest.approx(weight * 30 / 20, rel=0.1)


def test_taking_a_block_out_lets_the_others_settle_until_it_is_taken_back() -> None:
    match = match_of(find_challenge("the-right-foot"))
    before = match.table.towers
    match.submit(TakeOut(TowerId(2)))
    assert match.phase is MatchPhase.SETTLING
    with pytest.raises(IllegalAction, match="the move that goes on comes first"):
        match.submit(Finish())
    match.settle()
    view = match.view(ME)
    assert view.blocks[2] is None
    assert view.stars == 3
    match.submit(TakeBack())
    assert match.table.towers == before, "the pose of every piece"


def test_the_hand_of_a_challenge_overrides_that_of_the_seat() -> None:
    assert match_of(find_challenge("shaky-day")).hand(ME).name == "shaky"
    assert match_of(find_challenge("first-tower")).hand(ME).name == "none"


def test_a_killed_attempt_is_resumed_from_its_record(tmp_path: Path) -> None:
    path = tmp_path / "attempt.tower"
    plan = Planned(["cube 0"] * 4)
    match = match_of(find_challenge("first-tower"), path, "normal")
    for _ in range(2):
        for _ in turn(match, plan):
            pass
        match.settle()
    left = tmp_path / "left.tower"
    left.write_bytes(path.read_bytes())
    resumed: Match[View] = Match.resume(read(left))
    assert resumed.state == match.state
    for each in (match, resumed):
        finish(each, bot=plan)
    assert resumed.table.towers == match.table.towers
    assert stars(resumed) == stars(match) == 1


@pytest.mark.slow  # a quake is simulated
def test_a_record_with_a_false_test_result_is_invalid(tmp_path: Path) -> None:
    path = tmp_path / "lie.tower"
    match = attempt("no-higher-than-needed", Plan(["cube 0"] * 5), path)
    assert validate(read(path)).valid
    text = path.read_text()
    told = f'"strength":{known(match.last_shift).strength}'
    assert told in text
    path.write_text(text.replace(told, '"strength":44.0'))
    report = validate(read(path))
    assert not report.valid
    assert report.first_divergence is not None


def test_a_record_contains_its_challenge_and_one_with_an_impossible_one_is_refused(
    tmp_path: Path,
) -> None:
    path = tmp_path / "attempt.tower"
    attempt("plank-bridge", Plan(["plank 0"]), path)
    text = path.read_text()
    for whole, broken, why in (
        ('"friction":0.5', '"friction":-1.0', "line 1"),
        ('"width":1.2', '"width":1e308', "line 1"),
        ('"height":0.012', '"height":0.0', "line 1"),
        ('"pick_up":[-0.2', '"pick_up":[-1e9', "line 1"),
        ('"kind":"plank"', '"kind":"Plank!"', "line 1"),
        ('"left-pier","right-pier"]', '"left-pier","nowhere"]', "two fixed blocks"),
    ):
        assert whole in text
        path.write_text(text.replace(whole, broken, 1))
        with pytest.raises(RecordFault, match=why):
            Match.resume(read(path))


@pytest.mark.parametrize("by_hand", [True, False])
def test_only_what_a_hand_placed_proves_it(by_hand: bool, tmp_path: Path) -> None:  # noqa: FBT001
    """A steady attempt that claims a shaky hand is simulated otherwise."""
    path = tmp_path / "attempt.tower"
    match = match_of(column(2), path)
    place = next(action for action in match.legal if isinstance(action, StartTower))
    match.put(place) if by_hand else match.drop(place, x=0.0)
    match.close()
    report = validate(read(path))
    assert report.valid
    assert report.hand_proven is by_hand
    with Match.resume(read(path)) as resumed:
        assert resumed.hand_proven is by_hand
    if not by_hand:
        return
    path.write_bytes(path.read_bytes().replace(b'"skill":"none"', b'"skill":"shaky"', 1))
    report = validate(read(path))
    assert "$.motion" in known(report.first_divergence).why
    assert not report.hand_proven
    with Match.resume(read(path)) as resumed:
        assert not resumed.hand_proven


def test_a_record_of_the_older_format_keeps_the_measures_of_its_time(tmp_path: Path) -> None:
    path = tmp_path / "older.tower"
    match = match_of(find_challenge("the-right-foot"), path)
    match.submit(TakeOut(TowerId(2)))
    match.settle()
    match.submit(Finish())
    match.close()
    text = path.read_text(encoding="utf-8")
    assert '"fallen":[3,4]' in text
    older = text.replace("towersim-record-3", "towersim-record-2")
    path.write_text(older, encoding="utf-8")
    divergence = known(validate(read(path)).first_divergence)
    # That format did not know of fallen pieces.
    assert divergence.why.endswith(
        ".height: differs from the simulation: 0.04 is written, 0.0847 simulated"
    )
    for new, old in (('"fallen":[3,4]', '"fallen":[]'), ('"height":0.04,', '"height":0.0847,')):
        assert new in older
        older = older.replace(new, old)
    path.write_text(older, encoding="utf-8")
    assert validate(read(path)).valid


ONE = Attempt("far-out", "2026-01-02T03:04:05", 2, 0.12, 30.0, 6, 6, "normal", None)


def test_stored_attempts_are_there_when_the_file_is_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "practice.sqlite3"
    Attempts(path).add(ONE)
    again = Attempts(path)
    again.add(replace(ONE, challenge="tee", stars=3))
    assert again.history("far-out") == [replace(ONE, id=1)]
    assert again.stars() == {"far-out": 2, "tee": 3}
    assert again.notice == ""


def test_a_text_that_is_not_utf_8_gives_one_line(path: Path) -> None:
    Attempts(path).add(ONE)
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("UPDATE attempts SET hand = CAST(x'ff' AS TEXT)")
    with pytest.raises(OptionFault, match="cannot be kept there: Could not decode"):
        Attempts(path).history()


def test_concurrent_writers_lose_no_attempt(path: Path) -> None:
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda n: Attempts(path).add(replace(ONE, touches=n)), range(20)))
    assert sorted(each.touches for each in Attempts(path).history()) == list(range(20))


@pytest.mark.parametrize("hold", ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])
def test_an_attempt_waits_for_another_window_even_in_a_new_file(hold: str, path: Path) -> None:
    with (
        ThreadPoolExecutor(1) as thread,
        closing(sqlite3.connect(path, isolation_level=None)) as other,
    ):
        other.execute("CREATE TABLE other (n)")
        other.execute(hold)
        added = thread.submit(lambda: Attempts(path).add(ONE))
        time.sleep(0.1)
        other.execute("ROLLBACK")
        assert added.result() == 1


def test_a_file_of_a_newer_version_is_refused_and_kept(tmp_path: Path, path: Path) -> None:
    Attempts(path).add(ONE)
    with closing(sqlite3.connect(path)) as database:
        database.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    before = path.read_bytes()
    with pytest.raises(OptionFault, match=r"sqlite3: was written by a newer towersim; .* too old$"):
        Attempts(path)
    assert path.read_bytes() == before
    assert list(tmp_path.glob("*.damaged")) == []


def test_a_damaged_file_is_renamed_with_one_line(tmp_path: Path, path: Path) -> None:
    path.write_bytes(b"this is no database, but it is long enough to be looked at" * 20)
    attempts = Attempts(path)
    assert "\n" not in attempts.notice
    assert "practice.sqlite3.damaged" in attempts.notice
    assert (tmp_path / "practice.sqlite3.damaged").read_bytes().startswith(b"this is no")
    attempts.add(ONE)
    assert attempts.history() == [replace(ONE, id=1)]


def test_a_damaged_file_that_cannot_be_renamed_is_one_line(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(_path: Path, _target: Path) -> None:
        raise PermissionError(13, "Permission denied")

    path.write_bytes(b"this is no database, but it is long enough to be looked at" * 20)
    monkeypatch.setattr(Path, "replace", refused)
    with pytest.raises(OptionFault, match=r"sqlite3: cannot be written: Permission denied$"):
        Attempts(path)


def test_an_attempt_without_a_date_is_reported_in_one_line(tmp_path: Path) -> None:
    attempts = Attempts(tmp_path / "practice.sqlite3")
    attempts.add(ONE)
    attempts.add(replace(ONE, ended_at="yesterday"))
    with pytest.raises(OptionFault, match=r"sqlite3: attempt 2: .*'yesterday'"):
        attempts.history()


@pytest.mark.parametrize("spoilt", [b"stars INTEGER NOT NULL '", b"stars INTEGER NOT \xe5LL "])
def test_an_error_of_sqlite_about_a_damaged_file_is_one_line(spoilt: bytes, path: Path) -> None:
    Attempts(path).add(ONE)
    text = path.read_bytes()
    at = text.index(b"stars INTEGER NOT NULL CHECK")
    path.write_bytes(text[:at] + spoilt + text[at + len(spoilt) :])
    assert "\n" not in Attempts(path).notice
    assert Attempts(path).history() == []


def test_a_file_of_the_previous_version_is_migrated_and_keeps_its_attempts(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr(attempts_module, "MIGRATIONS", MIGRATIONS[:1])
        Attempts(path).add(ONE)
    file = Attempts(path)
    with closing(sqlite3.connect(path)) as database:
        version = database.execute("PRAGMA user_version").fetchone()[0]
    assert version == len(MIGRATIONS)
    assert file.history() == [replace(ONE, id=1)]
    assert file.placements() == {}


def test_the_pieces_of_an_attempt_are_stored_and_their_tilts_added_later(tmp_path: Path) -> None:
    file = Attempts(tmp_path / "practice.sqlite3")
    stood = Placement("cube", 0.001, 0.0004, 0.03, fell=False, x=0.1, y=0.01, angle=0.0)
    fell = Placement("plank", None, 0.002, 0.05, fell=True)
    first, second = file.add(ONE, [stood, fell]), file.add(ONE, [fell])
    file.keep_tilts(first, [26.6, None])
    assert file.placements(first) == {first: [replace(stood, tilt=26.6), fell]}
    assert set(file.placements()) == {first, second}


def test_a_placement_measures_its_error_and_its_tremor() -> None:
    match = attempt("first-tower", Plan(["cube 0", "cube 0.002"]))
    motion, table = last_motion(match), match.table.without(TowerId(1))
    still = measured(motion, table, match.tick_seconds)
    assert (still.kind, still.fell) == ("cube", False)
    assert known(still.error) < 0.003
    x = motion.hand[-1][1]
    ways = ((0, x - 0.01, 0.05, 0.0), (motion.let_go - 30, x + 0.01, 0.05, 0.0))
    wild = replace(motion, hand=ways)
    assert measured(wild, table, match.tick_seconds).tremor == pytest.approx(0.01, abs=0.001)
    sunk = tuple((name, pose._replace(y=pose.y - 0.02)) for name, pose in motion.poses)
    assert measured(replace(motion, poses=sunk), table, match.tick_seconds).fell
    assert measured(replace(motion, poses=sunk), table, match.tick_seconds).error is None


@pytest.mark.parametrize(("x", "fell"), [(0.0, False), (0.012, True)])
def test_a_piece_that_stays_where_it_was_dropped_has_not_fallen(x: float, *, fell: bool) -> None:
    match = attempt("first-tower", Plan(["cube 0", f"cube {x} 0 0.05"]))
    motion, table = last_motion(match), match.table.without(TowerId(1))
    assert motion.released.y - match.table.towers[0][0].pose.y > 0.035, "it was dropped from 2 cm"
    assert measured(motion, table, match.tick_seconds).fell is fell


def test_a_folder_in_the_way_is_an_option_fault(tmp_path: Path) -> None:
    (tmp_path / "practice.sqlite3").mkdir()
    with pytest.raises(OptionFault, match=r"practice\.sqlite3"):
        Attempts(tmp_path / "practice.sqlite3")


def test_a_finished_match_becomes_an_attempt() -> None:
    match = attempt("plank-bridge", Plan(["plank 0 0.464"], 2))
    made = attempt_of(match, datetime(2026, 1, 2, 3, 4, 5))
    assert (made.challenge, made.stars, made.measure) == ("plank-bridge", 3, 1.0)
    assert (made.pieces, made.touches, made.hand) == (1, 1, "normal")


def test_the_best_has_more_stars_then_the_better_measure_of_those_by_a_proven_hand(
    tmp_path: Path,
) -> None:
    low, high = replace(ONE, measure=0.1), replace(ONE, measure=0.13)
    assert best_of([low, high, replace(ONE, measure=None)], fewer_is_better=False) == high
    assert best_of([low, high], fewer_is_better=True) == low
    attempts, unproven = Attempts(tmp_path / "practice.sqlite3"), replace(ONE, hand=UNPROVEN)
    attempts.add(unproven)
    assert attempts.stars() == {}
    for none in ([], [unproven]):
        assert best_of(none, fewer_is_better=False) is None
