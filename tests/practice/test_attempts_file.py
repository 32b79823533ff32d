"""The file of attempts: transactions, migration of versions, and replacement if damaged."""

import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.practice.planned import Plan, attempt
from towersim.common.errors import OptionFault
from towersim.common.units import TowerId
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

ONE = Attempt("far-out", "2026-01-02T03:04:05", 2, 0.12, 30.0, 6, 6, "normal", None)


def test_stored_attempts_are_there_when_the_file_is_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "practice.sqlite3"
    Attempts(path).add(ONE)
    again = Attempts(path)
    again.add(replace(ONE, challenge="tee", stars=3))
    assert again.history("far-out") == [replace(ONE, id=1)]
    assert again.stars() == {"far-out": 2, "tee": 3}
    assert again.notice == ""


def test_a_text_that_is_not_utf_8_gives_one_line(tmp_path: Path) -> None:
    path = tmp_path / "practice.sqlite3"
    Attempts(path).add(ONE)
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("UPDATE attempts SET hand = CAST(x'ff' AS TEXT)")
    with pytest.raises(OptionFault, match="cannot be kept there: Could not decode"):
        Attempts(path).history()


def test_concurrent_writers_lose_no_attempt(tmp_path: Path) -> None:
    path = tmp_path / "practice.sqlite3"
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda n: Attempts(path).add(replace(ONE, touches=n)), range(20)))
    assert sorted(each.touches for each in Attempts(path).history()) == list(range(20))


@pytest.mark.parametrize("hold", ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])
def test_an_attempt_waits_for_another_window_even_in_a_new_file(hold: str, tmp_path: Path) -> None:
    path = tmp_path / "practice.sqlite3"
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


def test_a_file_of_a_newer_version_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "practice.sqlite3"
    Attempts(path).add(ONE)
    with closing(sqlite3.connect(path)) as database:
        database.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    before = path.read_bytes()
    with pytest.raises(OptionFault, match=r"sqlite3: was written by a newer towersim; .* too old$"):
        Attempts(path)
    assert path.read_bytes() == before
    assert list(tmp_path.glob("*.damaged")) == []


def test_a_damaged_file_is_renamed_with_one_line(tmp_path: Path) -> None:
    path = tmp_path / "practice.sqlite3"
    path.write_bytes(b"this is no database, but it is long enough to be looked at" * 20)
    attempts = Attempts(path)
    assert "\n" not in attempts.notice
    assert "practice.sqlite3.damaged" in attempts.notice
    assert (tmp_path / "practice.sqlite3.damaged").read_bytes().startswith(b"this is no")
    attempts.add(ONE)
    assert attempts.history() == [replace(ONE, id=1)]


def test_a_damaged_file_that_cannot_be_renamed_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(_path: Path, _target: Path) -> None:
        raise PermissionError(13, "Permission denied")

    path = tmp_path / "practice.sqlite3"
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
def test_an_error_of_sqlite_about_a_damaged_file_is_one_line(spoilt: bytes, tmp_path: Path) -> None:
    path = tmp_path / "practice.sqlite3"
    Attempts(path).add(ONE)
    text = path.read_bytes()
    at = text.index(b"stars INTEGER NOT NULL CHECK")
    path.write_bytes(text[:at] + spoilt + text[at + len(spoilt) :])
    assert "\n" not in Attempts(path).notice
    assert Attempts(path).history() == []


def test_a_file_of_the_previous_version_is_migrated_and_keeps_its_attempts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "practice.sqlite3"
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
    motion, table = match.last_motion, match.table
    assert motion is not None
    still = measured(motion, table.without(TowerId(1)), match.tick_seconds)
    assert (still.kind, still.fell) == ("cube", False)
    assert still.error is not None
    assert still.error < 0.003
    x = motion.hand[-1][1]
    ways = ((0, x - 0.01, 0.05, 0.0), (motion.let_go - 30, x + 0.01, 0.05, 0.0))
    wild = replace(motion, hand=ways)
    assert measured(wild, table, match.tick_seconds).tremor == pytest.approx(0.01, abs=0.001)
    sunk = tuple((name, pose._replace(y=pose.y - 0.02)) for name, pose in motion.poses)
    assert measured(replace(motion, poses=sunk), table, match.tick_seconds).fell
    assert measured(replace(motion, poses=sunk), table, match.tick_seconds).error is None


def test_a_folder_in_the_way_is_an_option_fault(tmp_path: Path) -> None:
    (tmp_path / "practice.sqlite3").mkdir()
    with pytest.raises(OptionFault, match=r"practice\.sqlite3"):
        Attempts(tmp_path / "practice.sqlite3")


def test_a_finished_match_becomes_an_attempt() -> None:
    match = attempt("plank-bridge", Plan(["plank 0 0.464"], 2))
    made = attempt_of(match, datetime(2026, 1, 2, 3, 4, 5))
    assert (made.challenge, made.stars, made.measure) == ("plank-bridge", 3, 1.0)
    assert (made.pieces, made.touches, made.hand) == (1, 1, "normal")


def test_the_best_has_more_stars_then_the_better_measure() -> None:
    low, high = replace(ONE, measure=0.1), replace(ONE, measure=0.13)
    assert best_of([low, high, replace(ONE, measure=None)], fewer_is_better=False) == high
    assert best_of([low, high], fewer_is_better=True) == low
    assert best_of([], fewer_is_better=False) is None


def test_an_attempt_without_a_proven_hand_is_no_best(tmp_path: Path) -> None:
    attempts, unproven = Attempts(tmp_path / "practice.sqlite3"), replace(ONE, hand=UNPROVEN)
    attempts.add(unproven)
    assert attempts.stars() == {}
    assert best_of([unproven], fewer_is_better=False) is None
