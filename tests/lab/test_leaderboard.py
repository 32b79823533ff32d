"""The leaderboard of stability, and results as tables of notebooks, frames and text."""

import json
import sys
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pyarrow as pa
import pytest
from rich.console import Console
from rich.progress import Progress

import towersim
from tests.commands import Printed, output
from tests.examples import slow
from tests.lab.sweeps import Here, folder, predicted
from towersim.cli.commands import run
from towersim.common import dice
from towersim.common.errors import OptionFault
from towersim.lab import stability, tables
from towersim.lab.analytic_scenes import column
from towersim.lab.evaluation import Case, Evaluation, predictions
from towersim.lab.heuristics import find
from towersim.lab.heuristics.base import adapted
from towersim.lab.leaderboard import STABILITY, answers, stability_board, template_board
from towersim.lab.rows import Prediction
from towersim.lab.stability import BenchmarkTower, benchmark
from towersim.lab.tables import Interval, frame

MINE = (
    "def sure(scene):\n    return 1.0\n\n\ndef broken(scene):\n    return 2.0\n\n\n"
    "def shy(scene):\n    return 1.0 if len(scene.blocks) < 8 else 1 / 0\n"
)


def test_included_and_custom_heuristics_are_ranked_together(
    few: Sequence[BenchmarkTower], tmp_path: Path
) -> None:
    (tmp_path / "mine.py").write_text(MINE)
    mine = f"{tmp_path / 'mine.py'}:sure"
    with Progress(console=Console(file=StringIO())) as progress:
        rows = answers(STABILITY, ["overlap", mine, "statics"], Here(), progress)
        assert progress.finished
        assert [task.total for task in progress.tasks] == [len(few)]
    found = stability_board(rows)
    assert [entry.rank for entry in found.entries] == [1, 2, 3]
    assert found.entries[0].heuristic == "statics"
    assert {entry.heuristic for entry in found.entries} == {"overlap", mine, "statics"}
    assert found.towers == len(few)
    boards = (found, msgspec.structs.replace(found, ceiling=0.9))
    assert ["hard half" in board.sheets()[0].heads for board in boards] == [True, False]
    statics = found.entries[0]
    open_ = {part: share for part, share in statics.parts.items() if part != "hidden-density"}
    assert set(open_.values()) == {1.0}, "exact statics is right wherever it sees everything"
    assert statics.hard is not None
    assert statics.hard < statics.accuracy < 1
    assert all(entry.ms > 0 for entry in found.entries)
    sure = next(entry for entry in found.entries if entry.heuristic == mine)
    assert sure.auc == 0.5
    assert sure.brier == pytest.approx(1 - sure.accuracy)


def test_the_truth_is_the_stored_one(
    few: Sequence[BenchmarkTower], monkeypatch: pytest.MonkeyPatch
) -> None:
    def computed(*_: object) -> None:
        raise AssertionError("the truth was computed again")

    monkeypatch.setattr("towersim.lab.evaluation.truth", computed)
    rows = answers(STABILITY, ["height"], Here())
    assert [(row.trial, row.margin) for row in rows] == [
        (it.trial.id, it.truth.margin) for it in few
    ]
    assert all(row.stands == (row.margin >= 0) for row in rows)
    assert len(rows) == len(few)


def test_a_heuristic_that_places_pieces_cannot_be_ranked() -> None:
    with pytest.raises(OptionFault, match="places pieces"):
        answers(STABILITY, ["height", "best-margin"], Here())


def test_some_failed_answers_count_as_wrong_and_are_told_after_the_table(
    few: Sequence[BenchmarkTower], tmp_path: Path, capsys: Printed
) -> None:
    (tmp_path / "mine.py").write_text(MINE)
    shy = f"{tmp_path / 'mine.py'}:shy"
    small = [it.truth.stands for it in few if it.truth.blocks < 8]
    assert run(["lab", "leaderboard", "--heuristic", shy, "--json"]) == 2
    told = capsys.readouterr()
    (entry,) = json.loads(told.out)["entries"]
    assert entry["failed"] == len(few) - len(small)
    assert entry["accuracy"] == sum(small) / len(few)
    assert told.err.count("\n") == 1
    reason = f"ZeroDivisionError: division by zero (mine.py, line 10) ({entry['failed']} failed)"
    assert f"{reason}; failed answers count as wrong" in told.err
    assert run(["lab", "compare", shy, "height"]) == 2
    told = capsys.readouterr()
    assert "accuracy against CPU time" in told.out
    assert reason in told.err


def answer(
    trial: str, name: str, chance: float, *, stands: bool = True, ms: float = 2.0
) -> Prediction:
    margin = 0.1 if stands else -0.1
    truth = (trial, "column", 5, margin, stands)
    return Prediction(*truth, name, chance, tower=trial, cpu_seconds=ms / 1000)


@pytest.mark.usefixtures("few")
def test_ranks_are_by_accuracy_then_by_brier() -> None:
    parts = stability.benchmark()
    trials = [parts[stability.PLAIN][0].trial.id, parts["branching"][0].trial.id]
    said = {"timid": (0.6, 0.4), "bold": (0.9, 0.1), "wrong": (0.9, 0.8), "lucky": (0.4, 0.1)}
    rows = [
        answer(trial, name, chance, stands=stands)
        for name, chances in said.items()
        for trial, chance, stands in zip(trials, chances, (True, False), strict=True)
    ]
    found = stability_board(rows)
    assert [entry.heuristic for entry in found.entries] == ["bold", "timid", "lucky", "wrong"]
    best, _, lucky, wrong = found.entries
    assert (best.accuracy, best.auc, best.hard) == (1.0, 1.0, 1.0)
    assert best.brier == pytest.approx(0.01)
    assert best.parts == {stability.PLAIN: 1.0, "branching": 1.0}
    assert best.interval == tables.interval(2, 2)
    assert best.ms == pytest.approx(2)
    assert (lucky.accuracy, lucky.hard, wrong.accuracy, wrong.hard) == (0.5, 1.0, 0.5, 0.0)


def test_an_answer_after_the_time_limit_is_wrong() -> None:
    rows = [answer(f"{n:016x}", "slow", 0.9, ms=0.05 * 10**n) for n in range(4)]
    rows += [answer(f"{n:016x}", "quick", 0.9 if n > 1 else 0.1, ms=0.01) for n in range(4)]
    board = template_board("budget", rows)
    found = {entry.heuristic: entry for entry in board.entries}
    assert found["slow"].within == (0.25, 0.5, 0.75)
    assert found["slow"].accuracy == 1.0
    assert found["quick"].within == (0.5, 0.5, 0.5)
    assert [entry.heuristic for entry in board.entries] == ["slow", "quick"]
    head, _, first, _ = board.sheets()[0].markdown().splitlines()
    assert head == "| heuristic | ≤ 0.1 ms | ≤ 1 ms | ≤ 10 ms | any time (95 %) | CPU ms per call |"
    assert first.startswith("| slow | 25.0% | 50.0% | 75.0% | 100.0%")


@pytest.mark.usefixtures("few")
def test_the_command_shows_the_requested_track(capsys: Printed) -> None:
    shown = output(capsys, "lab", "leaderboard", "--track", "image")
    assert {"image-centre", "image-height"} <= {*shown.split()}
    assert "overlap" not in shown
    assert run(["lab", "leaderboard", "--track", "budget", "--heuristic", "blocks"]) == 0
    assert "≤ 10 ms" in capsys.readouterr().out


def test_an_image_heuristic_gets_only_pictures() -> None:
    seen: list[object] = []

    def mine(image: object) -> float:
        seen.append(image)
        return 0.5

    trial, truth = benchmark()["plain"][0]
    (row,) = predictions([Case(trial, truth, trial.seen())], adapted("mine", mine))
    assert row.probability == 0.5
    (image,) = seen
    assert isinstance(image, np.ndarray)
    assert (image.shape, image.dtype) == ((128, 128), np.uint8)

    class Many:
        def predict_images(self, images: list[object]) -> list[float]:
            seen.extend(images)
            return [1.0] * len(images)

    many = adapted("many", Many())
    assert many.sees_images
    assert many.probability(trial.seen(), dice.stream(1, "x"), "here") == 1.0
    assert np.array_equal(seen[1], image)  # type: ignore[arg-type] # anything may be compared


def test_image_heuristics_see_height_and_centre_of_mass() -> None:
    noise = dice.stream(1, "x")
    upright, creeping = column([0.0] * 4), column([0.0, 0.45, 0.9, 1.35, 1.8])
    centre, height = find("image-centre"), find("image-height")
    assert centre.probability(upright, noise, "a") > 0.8
    assert centre.probability(creeping, noise, "b") < 0.5
    assert height.probability(upright, noise, "c") > 0.9
    assert height.probability(column([0.0] * 18), noise, "d") < 0.1


TOWERS = benchmark()["plain"][:40]
ENDS = Interval(0.4, 0.6)


def rows(name: str, chance: float) -> tuple[Prediction, ...]:
    return tuple(predicted(it, name, chance) for it in TOWERS)


@pytest.mark.parametrize(
    ("library", "kind"),
    [("pandas", "DataFrame"), slow("polars", "DataFrame"), ("pyarrow", "Table")],
)
def test_answers_become_a_data_frame(library: Any, kind: str) -> None:
    pytest.importorskip(library)
    evaluation = Evaluation("few", "quick", 40, 0.5, ENDS, None, 0.25, rows("few", 0.9))
    found: Any = evaluation.to_frame(library)
    assert isinstance(found, getattr(sys.modules[library], kind))
    assert len(found) == 40
    assert list(found["margin"]) != []
    assert found["heuristic"][7] in ("few", pa.scalar("few"))


def test_an_unknown_or_missing_library_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong: Any = "excel"
    with pytest.raises(OptionFault, match="'excel': not known"):
        frame([], wrong)
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(OptionFault, match="polars is not installed: pip install pyarrow polars"):
        frame(rows("few", 0.9), "polars")


def test_an_evaluation_shows_its_figures() -> None:
    evaluation = Evaluation("<b>few", "quick", 40, 0.525, ENDS, None, 0.25, rows("few", 0.9))
    shown = evaluation._repr_html_()
    assert "&lt;b&gt;few</th><td>40</td><td>0</td><td>52.5% (40.0–60.0)</td><td>–</td>" in shown
    shares = "accuracy 0.525 (0.400–0.600), AUC –, Brier 0.250"
    assert repr(evaluation) == f"Evaluation(<b>few on 40 trials of quick: {shares})"


def test_a_board_shows_its_ranking_in_ten_lines_at_most() -> None:
    board = stability_board([row for n in range(12) for row in rows(f"{n:90}", 0.1 + n / 20)])
    assert board._repr_html_().count("<tr>") == 13
    lines = [" ".join(line.split()) for line in repr(board).splitlines()]
    assert len(lines) == 10
    assert lines[0] == "StabilityBoard of stability-2: 40 towers, half of them hard on purpose"
    assert lines[1:3] == ["CPU ms", "heuristic right (95 %) hard half AUC Brier per call"]
    assert lines[9] == "… and 6 more"
    assert board.to_frame("pyarrow")["rank"].to_pylist() == list(range(1, 13))


def test_results_of_a_sweep_show_each_heuristic(tmp_path: Path) -> None:
    path = folder(tmp_path / "small", said=["margin", "height"], builders=["look-ahead"])
    results = towersim.results(path)
    assert repr(results) == "Results(small: 24 predictions, 4 built towers)"
    right = sum(row.is_right for row in results.predictions if row.heuristic == "height")
    assert f"height</th><td>12</td><td>0</td><td>{right / 12:.1%}</td>" in results._repr_html_()
    lost = results._replace(rows=(msgspec.structs.replace(results.predictions[0], failure="no"),))
    assert "<td>1</td><td>1</td>" in lost._repr_html_()
    assert sorted(set(results.to_frame("pyarrow")["heuristic"].to_pylist())) == ["height", "margin"]
