"""Policies are ranked by their scores, and compared like other heuristics."""

import json
import re
from contextlib import nullcontext
from io import StringIO
from pathlib import Path

import pytest
from msgspec.structs import replace
from rich.console import Console

import towersim
from tests.lab.sweeps import Here, evaluate_chunk, here
from towersim.cli.commands import run
from towersim.common.errors import HeuristicFault, OptionFault
from towersim.lab import leaderboard
from towersim.lab.compare import compare
from towersim.lab.evaluation import Chunk
from towersim.lab.executors import Workers, heuristic_processes
from towersim.lab.heuristics import find
from towersim.lab.leaderboard import PLACEMENT, PlacementBoard, placement_board, ranking
from towersim.lab.placement import benchmark
from towersim.lab.rows import TaskResult
from towersim.lab.trials import TaskTrial, task_trials

SEED = 2**61 + 987_654_321
CHEAP = ["fixed-pose", "random-pose", "harmonic", "rules-of-thumb"]
MINE = (
    "def none(scene, piece, task):\n    return []\n\n\n"
    "def five(scene, piece, task, dice):\n    return 5\n\n\n"
    "def cheat(scene, piece, task):\n    return task.bound.witness\n"
)


def answers(heuristics: list[str] | None, workers: Workers) -> list[TaskResult]:
    return leaderboard.answers(ranking("placement-3", noise_seed=SEED), heuristics, workers)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> int:
    """Return the size of a reduced benchmark: a task of each family, built three times."""

    def some(noise_seed: int) -> list[TaskTrial]:
        return [it for it in task_trials(noise_seed) if it.task.name.endswith("-test-1")]

    monkeypatch.setattr(leaderboard, "task_trials", some)
    return len(some(1))


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
    sheet, by_family = found.sheets()
    page = StringIO()
    Console(file=page, width=80).print(sheet.grid())
    assert "placement-3: 10 tasks, 30 trials" in page.getvalue()
    assert "per call" in page.getvalue()
    assert re.search(rf"1 +{best.heuristic} ", page.getvalue())
    head, _, first, *_ = sheet.markdown().splitlines()
    assert head.startswith("|  | policy | score (95 %) | fell | ")
    assert by_family.markdown().startswith(
        "| policy | reach | uneven | counterweight | edge | beam"
    )
    assert first.startswith(f"| 1 | {best.heuristic} |")
    compared(rows)


def compared(rows: list[TaskResult]) -> None:
    """Check the paired comparison of policies, clustered by task."""
    found = compare("placement-3", rows, ["rules-of-thumb", "fixed-pose"])
    (pair,) = found.pairs
    assert (pair.trials, pair.towers, pair.brier) == (30, 10, None)
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
    with pytest.raises(HeuristicFault, match="no attribute 'bound'"):
        answers([f"{mine}:cheat"], Here())


def test_the_command_shows_the_board_of_the_requested_benchmark(
    few: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert few
    monkeypatch.setattr("towersim.cli.lab.heuristic_processes", here)
    ask = ["lab", "leaderboard", "placement-3", "--heuristic", "fixed-pose"]
    assert run(ask) == 0
    assert "fixed-pose" in capsys.readouterr().out
    assert run([*ask, "--markdown"]) == 0
    assert capsys.readouterr().out.splitlines()[2].startswith("| 1 | fixed-pose | 0.0%")
    assert run([*ask, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["tasks"] == 10
    assert run([*ask, "--people", "here.jsonl"]) == 2
    assert run(["lab", "leaderboard", "--noise-seed", "5"]) == 2
    assert run(["lab", "leaderboard", "placement-1"]) == 2
    assert "there is stability-3, stability-2, placement-3" in capsys.readouterr().err


def test_a_heuristic_that_only_predicts_is_refused() -> None:
    with pytest.raises(OptionFault, match="does not place pieces"):
        answers(["statics"], Here())


SPY = """
import gc
from pathlib import Path

def spy(scene, piece, task):
    found = set()
    for thing in gc.get_objects():
        for it in [thing, *gc.get_referents(thing)]:
            if type(it) is int and it > 2**32 or type(it) is str and 16 <= len(it) < 40:
                found.add(str(it))
            elif type(it) is bytes and len(it) < 4000:
                found.add(it.hex())
    Path({file!r}).write_text(chr(10).join(found), errors="replace")
    return [(-0.05, 0.2, 0.0)]

def ends(scene, piece, task):
    import os
    os._exit(3)
"""


@pytest.mark.slow  # a process
def test_the_process_of_a_policy_gets_no_noise_seed(tmp_path: Path) -> None:
    (tmp_path / "spies.py").write_text(SPY.format(file=str(tmp_path / "found")))
    name, trial = f"{tmp_path / 'spies.py'}:spy", task_trials(SEED)[0]
    with heuristic_processes(1, 20.0) as workers:
        chunk = Chunk((trial,), {name: workers.describe(name).version}, first=7)
        (row,) = workers.submit(chunk).result(timeout=60)
        ends = name.replace(":spy", ":ends")
        lost = Chunk((trial,), {ends: workers.describe(ends).version})
        (ended,) = workers.submit(lost).result(timeout=60)
    found = (tmp_path / "found").read_text()
    assert trial.id in found
    assert str(SEED) not in found
    assert str(trial.tremor) not in found
    assert all(seed.to_bytes(8, "big").hex() not in found for seed in (SEED, trial.tremor))
    assert isinstance(row, TaskResult)
    assert (row.seed, row.number, row.failure) == (SEED, 7, None)
    (here_,) = evaluate_chunk(chunk)
    assert replace(here_, cpu_seconds=0.0) == replace(row, cpu_seconds=0.0)
    assert ended.failure == "ended its process (exit code 3)"


def test_each_ranking_draws_a_noise_seed_and_prints_it(
    few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeds = [PLACEMENT.chunks({})[0].trials[0].seed for _ in range(2)]
    assert few
    assert seeds[0] != seeds[1]
    assert min(seeds) > 2**32
    monkeypatch.setattr(leaderboard, "heuristic_processes", lambda _: nullcontext(Here()))
    board = towersim.leaderboard("placement-3", ["fixed-pose"], noise_seed=SEED)
    assert isinstance(board, PlacementBoard)
    assert board.noise_seed == SEED
    assert f"noise seed {SEED}" in board.sheets()[0].title
    assert "(placement-3, 1 entries)\n  1 fixed-pose 0.0% (0.0–0.0) 0%" in repr(board)


@pytest.mark.parametrize("name", ["switch", "moment-balance", "forecast-search"])
def test_a_reference_policy_reaches_more_than_the_floor(name: str) -> None:
    one, bound = benchmark()["edge-test-1" if name == "moment-balance" else "reach-test-1"]
    trial = TaskTrial(SEED, replace(one, hand="none"), bound)
    (row,) = evaluate_chunk(Chunk((trial,), {name: find(name).version}))
    assert isinstance(row, TaskResult)
    assert row.score > 0.7
