"""Policies are ranked by their scores, and compared like other heuristics."""

import json
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from tests.lab.sweeps import Here, here
from towersim.cli.commands import run
from towersim.common.errors import HeuristicFault, OptionFault
from towersim.lab import leaderboard
from towersim.lab.compare import compare
from towersim.lab.leaderboard import PLACEMENT, placement_board, placement_sheets
from towersim.lab.rows import TaskResult
from towersim.lab.trials import task_trials

CHEAP = ["fixed-pose", "random-pose", "harmonic", "rules-of-thumb"]
MINE = (
    "def none(scene, piece, task):\n    return []\n\n\n"
    "def five(scene, piece, task, dice):\n    return 5\n\n\n"
    "def cheat(scene, piece, task):\n    return task.optimum.witness\n"
)


def answers(heuristics: list[str] | None, workers: Here) -> list[TaskResult]:
    return leaderboard.answers(PLACEMENT, heuristics, workers)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> int:
    """Return the size of a reduced benchmark: two tasks of each family, each built twice."""
    some = [trial for trial in task_trials() if trial.seed < 3 and trial.task.name[-1] in "13"]
    monkeypatch.setattr(leaderboard, "task_trials", lambda: some)
    return len(some)


@pytest.mark.slow  # many placements
def test_constant_and_random_policies_score_low_and_good_ones_below_the_optimum(few: int) -> None:
    rows = answers(CHEAP, Here())
    assert len(rows) == few * len(CHEAP)
    found = placement_board(rows)
    scores = {entry.heuristic: entry.score for entry in found.entries}
    assert max(scores["fixed-pose"], scores["random-pose"]) < 0.2
    assert 0.2 < scores["rules-of-thumb"] < 0.8
    assert [entry.rank for entry in found.entries] == [1, 2, 3, 4]
    best = found.entries[0]
    assert best.interval is not None
    assert best.interval.low < best.score < best.interval.high
    assert (found.tasks, found.trials) == (10, few)
    (sheet,) = placement_sheets(found)
    page = StringIO()
    Console(file=page, width=80).print(sheet.grid())
    assert "placement-2: 10 tasks, 20 trials" in page.getvalue()
    assert "per call" in page.getvalue()
    assert f"1 {best.heuristic} " in page.getvalue()
    head, _, first, *_ = sheet.markdown().splitlines()
    assert head.startswith("|  | policy | score (95 %) | reach | counterweight | span | odd | egg")
    assert first.startswith(f"| 1 | {best.heuristic} |")
    compared(rows)


def compared(rows: list[TaskResult]) -> None:
    """Check the paired comparison of policies, clustered by task."""
    found = compare("placement-2", rows, ["rules-of-thumb", "fixed-pose"])
    (pair,) = found.pairs
    assert (pair.trials, pair.towers, pair.brier) == (20, 10, None)
    assert pair.difference == pytest.approx(pair.accuracy[0] - pair.accuracy[1])
    assert pair.interval is not None
    assert 0 < pair.interval.low < pair.difference < pair.interval.high
    assert pair.p < 0.05
    assert pair.only_first > pair.only_second == 0


def test_a_policy_that_places_nothing_scores_zero_and_an_invalid_pose_gives_one_line(
    few: int, tmp_path: Path
) -> None:
    assert few
    (tmp_path / "mine.py").write_text(MINE)
    mine = f"{tmp_path / 'mine.py'}"
    assert {(row.score, row.pieces) for row in answers([f"{mine}:none"], Here())} == {(0.0, 0)}
    with pytest.raises(HeuristicFault, match="5 is not a list of poses"):
        answers([f"{mine}:five"], Here())
    with pytest.raises(HeuristicFault, match="no attribute 'optimum'"):
        answers([f"{mine}:cheat"], Here())


def test_the_command_shows_the_board_of_the_requested_benchmark(
    few: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert few
    monkeypatch.setattr("towersim.cli.lab.heuristic_processes", here)
    ask = ["lab", "leaderboard", "placement-2", "--heuristic", "fixed-pose"]
    assert run(ask) == 0
    assert "fixed-pose" in capsys.readouterr().out
    assert run([*ask, "--markdown"]) == 0
    assert capsys.readouterr().out.splitlines()[2].startswith("| 1 | fixed-pose | 0.0%")
    assert run([*ask, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["tasks"] == 10
    assert run([*ask, "--people", "here.jsonl"]) == 2
    assert run(["lab", "leaderboard", "placement-1"]) == 2
    assert "there is stability-3, stability-2, placement-2" in capsys.readouterr().err


def test_a_heuristic_that_only_predicts_is_refused() -> None:
    with pytest.raises(OptionFault, match="does not place pieces"):
        answers(["statics"], Here())


@pytest.mark.slow
def test_constant_and_random_policies_stay_below_20_and_the_best_below_80_per_cent() -> None:
    found = placement_board(answers(None, Here()))
    scores = {entry.heuristic: entry.score for entry in found.entries}
    assert max(scores["fixed-pose"], scores["random-pose"]) < 0.2
    assert found.entries[0].score < 0.8
