"""`towersim practice` and `towersim play practice`."""

import csv
import io
from datetime import datetime
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from tests.commands import Printed, complaint, json_of, output
from towersim.cli.commands import run
from towersim.cli.practice import grid
from towersim.files.challengefile import all_challenges, challenge_names, first_challenge
from towersim.files.level import levels_dir
from towersim.match.match import Match
from towersim.practice.attempts import Attempt, Attempts, Placement
from towersim.practice.generated import daily_name
from towersim.rules.practice.challenge import CHAPTERS


def test_the_list_names_every_challenge_in_order_of_chapters(capsys: Printed) -> None:
    rows = json_of(capsys, "practice", "--list", "--json")
    assert {row["name"] for row in rows} == set(challenge_names())
    chapters = [CHAPTERS.index(row["chapter"]) for row in rows]
    assert chapters == sorted(chapters)
    assert all(len(row["stars"]) == 3 and row["goal"] and row["hint"] for row in rows)


@pytest.mark.parametrize("columns", [80, 120])
def test_the_list_is_a_table_that_cuts_no_word(columns: int) -> None:
    printed, said = io.StringIO(), all_challenges()
    Console(file=printed, width=columns).print(grid(said))
    text = printed.getvalue()
    assert f"{len(said)} challenges" in text
    assert all(f" {each.name} " in text for each in said)
    assert "…" not in text


def test_a_challenge_is_played_headless_and_an_unmet_goal_has_a_measure_of_null(
    capsys: Printed, tmp_path: Path
) -> None:
    path = str(tmp_path / "attempt.tower")
    command = "play", "practice", "--headless", "--option", "challenge=domino-run"
    outcome = json_of(capsys, *command, "--json", "--record", path)["outcome"]
    assert (outcome["stars"], outcome["measure"], outcome["goal"]) == (0, None, "topple")
    assert run(["replay", path, "--validate"]) == 0


def test_a_challenge_is_solved_from_its_file_or_by_its_name(
    capsys: Printed, tmp_path: Path
) -> None:
    own = tmp_path / "my.toml"
    own.write_text((levels_dir() / "practice" / "two-bricks.toml").read_text())
    for given, name in {str(own): "my", "daily-2026-11-21": "daily-2026-11-21"}.items():
        (row,) = json_of(capsys, "practice", given, "--solve", "--json")
        assert (row["name"], row["stars"]) == (name, 3)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("stars = [0.05", "stars = [0.9", "$.stars: they do not run from one star to three"),
        ("count = 2", "count = 999", "$.pieces[0].count"),
        ("count = 2", "number = 2", "unknown key"),
        ('hint = "', 'hand = "numb"\nhint = "', "no hand 'numb'"),
    ],
)
def test_a_fault_in_a_file_is_one_line(
    old: str, new: str, says: str, capsys: Printed, tmp_path: Path
) -> None:
    text = (levels_dir() / "practice" / "two-bricks.toml").read_text()
    own = tmp_path / "my.toml"
    own.write_text(text.replace(old, new, 1))
    assert says in complaint(capsys, "practice", own)


def test_the_history_is_csv_or_json(
    capsys: Printed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "practice.sqlite3"
    monkeypatch.setattr("towersim.cli.practice.records_dir", lambda: tmp_path / "records")
    kept = Attempt("tee", "2026-01-02T03:04:05", 2, 0.12, 30.0, 6, 6, "none", None)
    Attempts(path).add(kept, [Placement("cube", 0.001, 0.0, 0.03, fell=False)])
    (row,) = csv.DictReader(io.StringIO(output(capsys, "practice", "--history")))
    assert (row["challenge"], row["stars"]) == ("tee", "2")
    told = output(capsys, "practice", "--history", "--json")
    assert msgspec.json.decode(told, type=list[Attempt]) == [msgspec.structs.replace(kept, id=1)]
    (piece,) = msgspec.json.decode(told)[0]["placements"]
    assert (piece["kind"], piece["error"]) == ("cube", 0.001)
    today = daily_name(datetime.now().date())
    Attempts(path).add(msgspec.structs.replace(kept, challenge=today))
    (row,) = csv.DictReader(io.StringIO(output(capsys, "practice", "daily", "--history")))
    assert row["challenge"] == today


def test_practice_opens_the_window_for_a_person(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    players: list[str] = []

    def window(match: Match, _bots: object) -> None:
        match.close()
        players.extend([*(seat.player for seat in match.seats), match.view(None).challenge.name])

    monkeypatch.setattr("towersim.cli.games.records_dir", lambda: tmp_path)
    monkeypatch.setattr("towersim.cli.games.open_window", window)
    monkeypatch.setattr("towersim.cli.terminal.need_display", lambda _: None)
    assert run(["practice", "first-tower"]) == 0
    assert players == ["human", "first-tower"]
    text = (levels_dir() / "practice" / "first-tower.toml").read_text()
    (own := tmp_path / "first-tower.toml").write_text(text.replace('"cube"', '"stone"'))
    assert run(["practice", str(own)]) == 0
    assert players[-1].startswith("first-tower (changed "), "its attempts do not count for that one"


def test_the_first_challenge_is_the_first_of_all_that_are_not_done() -> None:
    names = [challenge.name for challenge in all_challenges()]
    for done in (0, 3, len(names) - 1):
        assert first_challenge(names[:done]) == all_challenges()[done]
    assert first_challenge(names) is None
