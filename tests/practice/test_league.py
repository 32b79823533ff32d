"""`towersim practice league`: attempts of a folder are validated and ranked."""

import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.commands import Printed, json_of, output
from tests.practice.planned import Plan, attempt, match_of, proofs
from towersim.cli.commands import run
from towersim.files.challengefile import find_challenge
from towersim.match.match import Match
from towersim.match.record import SeatSpec
from towersim.practice.generated import endless_challenge
from towersim.practice.league import Entry, label, league, ranked
from towersim.rules.practice.challenge import AnyGoal, Height, Reach, Span
from towersim.rules.practice.state import GiveUp

CUBES = ["cube 0"] * 4

DAMAGED = os.fsdecode(b"\xff.tower")
"""A name that is no Unicode."""


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
    (tmp_path / DAMAGED).write_text("no record\n", encoding="utf-8")
    older = text.replace("towersim-record-3", "towersim-record-2")
    (tmp_path / "older.tower").write_text(older, encoding="utf-8")
    people = [SeatSpec("Ada"), SeatSpec("Bruno")]
    Match.new("push", people, seed=1, record=tmp_path / "push.tower").close()
    return tmp_path


@pytest.mark.slow
def test_attempts_are_ranked_per_challenge_and_what_does_not_validate_is_named(
    folder: Path, capsys: Printed
) -> None:
    found = league(folder)
    told = [(one.challenge, one.rank, one.stars, one.file) for one in found.entries]
    assert told == [
        ("first-tower", 1, 1, "good.tower"),
        ("first-tower", 2, 1, "lower.tower"),
        ("over-the-edge", 1, 3, "edge.tower"),
    ]
    why = {each.file: each.why for each in found.refused}
    assert set(why) == {DAMAGED, "forged.tower", "older.tower", "push.tower", "unended.tower"}
    assert why["push.tower"] == "is a game of push"
    assert why["unended.tower"] == "the attempt is not over"
    capsys.readouterr()
    printed = json_of(capsys, "practice", "league", folder, "--json")
    assert [entry["file"] for entry in printed["entries"]] == [one.file for one in found.entries]
    assert printed["refused"][-1]["file"] == r"\xff.tower"
    assert run(["practice", "league", str(folder)]) == 0
    shown = capsys.readouterr()
    assert "good.tower" in shown.out
    assert "push.tower: is a game of push" in shown.err


@pytest.mark.parametrize(
    ("goal", "met"), [(Span(("left", "right")), 9.0), (Reach(0.15), -0.01), (Height(), 0.0)]
)
def test_a_goal_that_was_met_without_a_star_ranks_before_one_that_was_not(
    goal: AnyGoal, met: float
) -> None:
    every = [Entry("any", goal, 0, "Ada", 0, at, "none", f"{at}", "Any") for at in (None, met, met)]
    found = [(one.rank, one.measure) for one in ranked(every).entries]
    assert found == [(1, met), (1, met), (3, None)], "equal ones share a rank"


def test_a_folder_without_attempts_is_reported(tmp_path: Path, capsys: Printed) -> None:
    assert output(capsys, "practice", "league", tmp_path).split(": ") == [
        str(tmp_path),
        "holds no finished attempt (a .tower file) that can be ranked\n",
    ]


def test_only_attempts_at_one_and_the_same_challenge_share_a_table(tmp_path: Path) -> None:
    endless, tower = endless_challenge(1), find_challenge("first-tower")
    own = replace(tower, name="own")
    made = (
        endless,
        replace(endless, stars=(1.0, 2.0, 3.0)),
        own,
        replace(own, title="In other words"),
        replace(own, stars=(0.01, 0.02, 0.03)),
        replace(own, name=label(own)),
        replace(tower, name=label(own).replace("own", "first-tower")),
        replace(tower, hand="steady"),
    )
    for number, each in enumerate(made):
        with match_of(each, tmp_path / f"{number}.tower") as match:
            match.submit(GiveUp())
    found = league(tmp_path)
    assert not found.refused
    plain, eased, first, reworded, easier, again, tower_, steady = (
        next(one.challenge for one in found.entries if one.file == f"{n}.tower")
        for n in range(len(made))
    )
    assert (plain, tower_) == ("endless-1", "first-tower")
    assert eased.startswith("endless-1 (changed ")
    assert steady.startswith("first-tower (changed ")
    assert first == reworded == again
    assert first.startswith("own (")
    assert easier.startswith("own (")
    assert easier != first
