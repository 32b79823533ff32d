"""Trials in which exact statics contradicts the simulation are flagged and counted apart."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.lab.sweeps import predicted
from towersim.common.errors import OptionFault
from towersim.lab import metrics, plots, stability
from towersim.lab.evaluation import Case, evaluate, predict
from towersim.lab.heuristics import find
from towersim.lab.leaderboard import budget_board, stability_board
from towersim.lab.report import page, ranked
from towersim.lab.rows import Prediction, Results
from towersim.lab.trials import Drawn, PredictTrial
from towersim.lab.truth import Truth
from towersim.physics.settle import Verdict
from towersim.scene.scene import Scene

TRIAL = PredictTrial(1, Drawn("column", 0))


@pytest.mark.parametrize(
    ("margin", "verdict", "contradicted"),
    [
        (0.2, Verdict.FELL, True),
        (0.2, Verdict.SHIFTED, True),
        (-0.2, Verdict.STOOD, True),
        (0.2, Verdict.STOOD, False),
        (-0.2, Verdict.FELL, False),
        (0.0099, Verdict.FELL, False),
        (-0.0099, Verdict.STOOD, False),
        (0.2, None, False),
    ],
)
def test_a_trial_carries_a_flag_if_its_truths_clearly_disagree(
    margin: float, verdict: Verdict | None, *, contradicted: bool
) -> None:
    known = Truth(margin, verdict, 3)
    assert known.contradicted is contradicted
    row = predict(Case(TRIAL, known, TRIAL.seen()), find("margin"))
    assert row.contradicted is contradicted


def rows() -> list[Prediction]:
    """Return answers to towers of the benchmark: all right but the first, which is flagged."""
    some = [it for towers in stability.benchmark().values() for it in towers[:4]]
    first, *others = [predicted(it, "a", float(it.truth.stands)) for it in some]
    return [replace(first, stands=not first.stands, contradicted=True), *others]


def test_leaderboards_leave_such_towers_out_and_say_so() -> None:
    board = stability_board(rows())
    (entry,) = board.entries
    assert (entry.accuracy, entry.towers, board.towers) == (1.0, len(rows()) - 1, len(rows()) - 1)
    assert board.contradicted == 1
    assert board.sheets()[0].title.endswith("; without 1 that statics contradicts")
    assert budget_board(rows()).entries[0].accuracy == 1.0


@pytest.mark.slow
def test_reports_leave_such_trials_out_and_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plots, "png", lambda _figure: b"not looked at")
    results = Results("few", tuple(rows()))
    assert [len(some) for some in ranked(results).values()] == [len(rows()) - 1]
    _, told = page(results, lambda _row: None)
    assert "1 trial that exact statics contradicts: not counted below." in told
    _, agreed = page(Results("few", tuple(rows()[1:])), lambda _row: None)
    assert "contradicts" not in agreed


def swept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *wrong: int) -> Path:
    """Return a sweep of four columns; the simulation of those with the numbers in `wrong` errs."""
    path = tmp_path / "few.toml"
    head = 'format = 1\nname = "few"\nseed = 5\nheuristics = ["margin"]\n'
    path.write_text(head + '[[predict]]\nstructures = ["column"]\ntowers = 4\n')
    seen = iter(range(4))

    def truth(_scene: Scene, *, simulate: bool) -> Truth:
        assert simulate
        return Truth(0.5, Verdict.FELL if next(seen) in wrong else Verdict.STOOD, 3)

    monkeypatch.setattr("towersim.lab.evaluation.truth", truth)
    return path


def test_an_evaluation_counts_such_trials_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = evaluate(lambda _scene: 1.0, swept(tmp_path, monkeypatch, 1), workers=1)
    assert (found.n, found.contradicted, found.accuracy, len(found.rows)) == (3, 1, 1.0, 4)
    assert [row.contradicted for row in found.rows] == [False, True, False, False]
    assert len(metrics.counted(found.rows)) == 3
    assert "on 3 trials and 1 that statics contradicts of few" in repr(found)


def test_an_evaluation_of_contradictions_only_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(OptionFault, match="in every trial simulation and exact statics disagree"):
        evaluate(lambda _scene: 1.0, swept(tmp_path, monkeypatch, 0, 1, 2, 3), workers=1)
