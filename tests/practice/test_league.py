"""`towersim practice league`: attempts of a folder are validated and ranked."""

from pathlib import Path

import msgspec
import pytest

from tests.practice.planned import Plan, attempt, proofs
from towersim.cli.commands import run
from towersim.practice.league import Entry, league

CUBES = ["cube 0"] * 4


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with three attempts, a forged one, a damaged file and another game."""
    attempt("first-tower", Plan(CUBES), tmp_path / "good.tower")
    attempt("first-tower", Plan(CUBES[:3]), tmp_path / "lower.tower")
    attempt("over-the-edge", proofs()["over-the-edge"]["three_stars"], tmp_path / "edge.tower")
    text = (tmp_path / "good.tower").read_text(encoding="utf-8")
    forged = text.replace('"stars":1', '"stars":3')
    assert forged != text
    (tmp_path / "forged.tower").write_text(forged, encoding="utf-8")
    unended = "".join(text.splitlines(keepends=True)[:-3])
    (tmp_path / "unended.tower").write_text(unended, encoding="utf-8")
    (tmp_path / "damaged.tower").write_text("no record\n", encoding="utf-8")
    older = text.replace("towersim-record-3", "towersim-record-2")
    (tmp_path / "older.tower").write_text(older, encoding="utf-8")
    assert run(["play", "push", "--headless", "--record", str(tmp_path / "push.tower")]) == 0
    return tmp_path


def test_attempts_are_ranked_per_challenge_and_what_does_not_validate_is_named(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = league(folder)
    told = [(one.challenge, one.rank, one.stars, one.file) for one in found.entries]
    assert told == [
        ("first-tower", 1, 1, "good.tower"),
        ("first-tower", 2, 1, "lower.tower"),
        ("over-the-edge", 1, 3, "edge.tower"),
    ]
    why = {each.file: each.why for each in found.refused}
    assert set(why) == {
        "damaged.tower",
        "forged.tower",
        "older.tower",
        "push.tower",
        "unended.tower",
    }
    assert why["push.tower"] == "is a game of push"
    assert why["unended.tower"] == "the attempt is not over"
    capsys.readouterr()
    assert run(["practice", "league", str(folder), "--json"]) == 0
    printed = msgspec.json.decode(capsys.readouterr().out)
    assert [entry["file"] for entry in printed["entries"]] == [one.file for one in found.entries]
    assert run(["practice", "league", str(folder)]) == 0
    shown = capsys.readouterr()
    assert "good.tower" in shown.out
    assert "push.tower: is a game of push" in shown.err


def test_equal_attempts_share_a_rank(tmp_path: Path) -> None:
    for name in ("a", "b"):
        attempt("first-tower", Plan(CUBES), tmp_path / f"{name}.tower")
    entries: tuple[Entry, ...] = league(tmp_path).entries
    assert [entry.rank for entry in entries] == [1, 1]


def test_no_folder_is_one_line_and_a_folder_belongs_to_the_league(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["practice", "league", str(tmp_path / "nowhere")]) == 2
    assert capsys.readouterr().err.endswith("nowhere: is no folder\n")
    assert run(["practice", "tee", str(tmp_path)]) == 2
