"""The leaderboard ranks by accuracy, fills all columns, and accepts custom heuristics."""

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from rich.progress import Progress

from tests.lab.sweeps import Here, here
from towersim.common.errors import HeuristicFault, OptionFault
from towersim.lab import stability, wilson
from towersim.lab.leaderboard import STABILITY, answers, stability_board
from towersim.lab.rows import Prediction

MINE = "def sure(scene):\n    return 1.0\n\n\ndef broken(scene):\n    return 2.0\n"


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Reduce the benchmark to some towers of each part; return the number in each."""
    some = {part: trials[::25] for part, trials in stability.benchmark().items()}
    monkeypatch.setattr(stability, "benchmark", lambda: some)
    return {part: len(trials) for part, trials in some.items()}


def test_included_and_custom_heuristics_are_ranked_together(
    few: dict[str, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("towersim.cli.lab.heuristic_processes", here)
    (tmp_path / "mine.py").write_text(MINE)
    mine = f"{tmp_path / 'mine.py'}:sure"
    with Progress(console=Console(file=StringIO())) as progress:
        rows = answers(STABILITY, ["overlap", mine, "statics"], Here(), progress)
        assert progress.finished
        assert [task.total for task in progress.tasks] == [sum(few.values())]
    found = stability_board(rows)
    assert [entry.rank for entry in found.entries] == [1, 2, 3]
    assert found.entries[0].heuristic == "statics"
    assert {entry.heuristic for entry in found.entries} == {"overlap", mine, "statics"}
    assert found.towers == sum(few.values())
    statics = found.entries[0]
    open_ = {part: share for part, share in statics.parts.items() if part != "hidden-density"}
    assert set(open_.values()) == {1.0}, "exact statics is right wherever it sees everything"
    assert statics.hard is not None
    assert statics.hard < statics.accuracy < 1
    assert all(entry.ms > 0 for entry in found.entries)
    sure = next(entry for entry in found.entries if entry.heuristic == mine)
    assert sure.auc == 0.5
    assert sure.brier == pytest.approx(1 - sure.accuracy)


def test_the_truth_is_the_stored_one(few: dict[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    def computed(*_: object) -> None:
        raise AssertionError("the truth was computed again")

    monkeypatch.setattr("towersim.lab.evaluation.truth", computed)
    rows = answers(STABILITY, ["height"], Here())
    towers = [it for part in stability.benchmark().values() for it in part]
    assert [(row.trial, row.margin) for row in rows] == [
        (it.trial.id, it.truth.margin) for it in towers
    ]
    assert all(row.stands == (row.margin >= 0) for row in rows)
    assert len(rows) == sum(few.values())


@pytest.mark.parametrize(
    ("name", "why"), [("best-margin", "places pieces"), ("guesswork", "not known")]
)
def test_a_heuristic_that_cannot_be_ranked_is_refused_with_the_reason(name: str, why: str) -> None:
    with pytest.raises(OptionFault, match=why):
        answers(STABILITY, ["height", name], Here())


def test_an_invalid_answer_gives_one_line(few: dict[str, int], tmp_path: Path) -> None:
    assert few
    (tmp_path / "mine.py").write_text(MINE)
    with pytest.raises(HeuristicFault, match=r"mine\.py:broken.*2\.0 is not a probability"):
        answers(STABILITY, [f"{tmp_path / 'mine.py'}:broken"], Here())


def verdict(trial: str, name: str, chance: float, *, stands: bool) -> Prediction:
    margin = 0.1 if stands else -0.1
    return Prediction(trial, "column", 5, margin, stands, name, chance, cpu_seconds=0.002)


def test_ranks_are_by_accuracy_then_by_brier(few: dict[str, int]) -> None:
    assert few
    parts = stability.benchmark()
    trials = [parts[stability.PLAIN][0].trial.id, parts["branching"][0].trial.id]
    said = {"timid": (0.6, 0.4), "bold": (0.9, 0.1), "wrong": (0.9, 0.8), "lucky": (0.4, 0.1)}
    rows = [
        verdict(trial, name, chance, stands=stands)
        for name, chances in said.items()
        for trial, chance, stands in zip(trials, chances, (True, False), strict=True)
    ]
    found = stability_board(rows)
    assert [entry.heuristic for entry in found.entries] == ["bold", "timid", "lucky", "wrong"]
    best, _, lucky, wrong = found.entries
    assert (best.accuracy, best.auc, best.hard) == (1.0, 1.0, 1.0)
    assert best.brier == pytest.approx(0.01)
    assert best.parts == {stability.PLAIN: 1.0, "branching": 1.0}
    assert best.interval == wilson.interval(2, 2)
    assert best.ms == pytest.approx(2)
    assert (lucky.accuracy, lucky.hard, wrong.accuracy, wrong.hard) == (0.5, 1.0, 0.5, 0.0)
