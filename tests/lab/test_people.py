"""People on the leaderboard: ranked among heuristics and compared with them."""

from collections.abc import Callable, Sequence
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from rich.console import Console

from tests.commands import Printed, complaint
from tests.lab.sweeps import Here
from towersim.common.errors import ResultFault
from towersim.lab import leaderboard, metrics, people, stability
from towersim.lab.judge import RATED, Judgement, append, towers_of
from towersim.lab.metrics import Floats, Ints
from towersim.lab.rows import Prediction
from towersim.lab.stability import BenchmarkTower
from towersim.lab.tables import Interval


def said(path: Path, tower: BenchmarkTower, chance: float, person: str = "Ada") -> None:
    append(path, Judgement(person, stability.NAME, tower.trial.id, chance, 1.5, "2026-11-22"))


def test_a_person_who_rated_towers_is_ranked_on_the_benchmark_with_certified_labels(
    tmp_path: Path,
) -> None:
    path, towers = tmp_path / "people.jsonl", [*towers_of(RATED).values()][::41]
    for tower in towers:
        rating = 6 if tower.truth.stands else 1
        said = Judgement("Ada", RATED, tower.trial.id, (rating - 1) / 6, 2.0, "2026-11-24")
        append(path, replace(said, rating=rating))
    rows = people.rows(path, RATED)
    guess = [replace(row, heuristic="guess", probability=0.5) for row in rows]
    (ada, other) = leaderboard.template_board("scene", guess, rows).entries
    assert (ada.heuristic, ada.accuracy, ada.ms) == ("Ada (person)", 1.0, 2000)
    assert (ada.towers, other.accuracy < 1.0) == (len(towers), True)
    with pytest.raises(ResultFault, match="holds no answer"):
        people.rows(path)
    append(path, Judgement("Ada", stability.NAME, "0" * 16, 0.5, 2.0, "2026-11-24"))
    assert len(people.rows(path, RATED)) == len(towers), "one file has the answers to both"


def test_a_person_is_ranked_in_the_table_and_compared_with_each_heuristic(
    few: Sequence[BenchmarkTower], tmp_path: Path
) -> None:
    path = tmp_path / "people.jsonl"
    judged = few[::2]
    for tower in judged:
        said(path, tower, 0.9 if tower.truth.stands else 0.1)
        said(path, tower, 0.5)
    said(path, few[0], 0.5, "Bo")
    rows = people.rows(path)
    assert len(rows) == len(judged) + 1, "of two answers to one tower the first one counts"
    ranking = leaderboard.STABILITY
    answers = leaderboard.answers(ranking, ["statics", "overlap"], Here())
    found = leaderboard.stability_board(answers, rows)
    ada = next(entry for entry in found.entries if entry.heuristic == "Ada (person)")
    assert (ada.rank, ada.accuracy, ada.hard, ada.towers) == (1, 1.0, 1.0, len(judged))
    assert ada.brier == pytest.approx(0.01)
    assert ada.calibration_error == pytest.approx(0.1)
    assert ada.ms == 1500
    bo = next(entry for entry in found.entries if entry.heuristic == "Bo (person)")
    assert (bo.hard, bo.auc) == (None, None)
    like = {(it.person, it.heuristic): it for it in found.likeness}
    statics = like["Ada (person)", "statics"]
    assert (statics.towers, statics.accuracy[0]) == (len(judged), 1.0)
    assert statics.correlation is not None
    assert statics.interval is not None
    assert statics.interval.low <= statics.correlation <= statics.interval.high
    assert statics.correlation > (like["Ada (person)", "overlap"].correlation or 0.0)
    assert like["Bo (person)", "statics"].correlation is None
    page = StringIO()
    for sheet in found.sheets():
        Console(file=page, width=80).print(sheet.grid())
    cut = page.getvalue().replace(" … ", "")  # which stands in intervals
    assert "…" not in cut, "a terminal of 80 columns shows it all"
    assert page.getvalue().count("Ada (person)") == 3, page.getvalue()
    ranked, alike = (sheet.markdown() for sheet in found.sheets())
    assert ranked.count("\n") == 2 + len(found.entries)
    assert alike.startswith("| person | heuristic | n |")
    assert alike.count("| Ada (person) |") == 2


def test_errors_on_the_same_towers_are_consistent(
    few: Sequence[BenchmarkTower], tmp_path: Path
) -> None:
    path = tmp_path / "people.jsonl"
    for number, tower in enumerate(few[:8]):
        right = 1.0 if tower.truth.stands else 0.0
        for person, wrong in (("Ada", (0, 1)), ("Bo", (0, 1)), ("Cy", (2, 3))):
            said(path, tower, 1 - right if number in wrong else right, person)
    rows = people.rows(path)
    ada = [row for row in rows if row.heuristic.startswith("Ada")]
    others = [row for row in rows if not row.heuristic.startswith("Ada")]
    found = {it.heuristic: it for it in people.likenesses(ada, others)}
    assert found["Bo (person)"].error_consistency == pytest.approx(1.0)
    assert found["Bo (person)"].correlation == pytest.approx(1.0)
    assert found["Cy (person)"].error_consistency == pytest.approx(-1 / 3)


def test_a_correlation_of_zero_in_a_resample_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the resample of these weights both answers vary, and their correlation is 0."""
    spread = metrics.clustered_interval
    drawn: list[float] = []

    def looked_at(statistic: Callable[[Floats], float], cluster: Ints) -> Interval | None:
        drawn.extend(statistic(np.array(weights)) for weights in ([1.0] * 4 + [0.0], [1.0] * 5))
        return spread(statistic, cluster)

    monkeypatch.setattr(metrics, "clustered_interval", looked_at)
    answers = {"Ada": (0.25, 0.25, 0.75, 0.75, 1.0), "its": (0.25, 0.75, 0.25, 0.75, 1.0)}
    ada, its = (
        [
            Prediction(f"{n:016x}", "column", 3, 0.1, stands=True, heuristic=name, probability=p)
            for n, p in enumerate(chances)
        ]
        for name, chances in answers.items()
    )
    (like,) = people.likenesses(ada, its)
    assert drawn[0] == 0.0
    assert drawn[1] == like.correlation
    assert (like.correlation or 0.0) > 0.3


def test_an_answer_to_no_tower_of_the_benchmark_is_refused(tmp_path: Path, capsys: Printed) -> None:
    path = tmp_path / "people.jsonl"
    with pytest.raises(ResultFault, match="cannot be read"):
        people.rows(path)
    path.write_text("")
    with pytest.raises(ResultFault, match="holds no answer"):
        people.rows(path)
    append(path, Judgement("Ada", stability.NAME, "0" * 16, 0.5, 1.0, "2026-11-22"))
    with pytest.raises(ResultFault, match=r"line 1: trial 0{16} of stability-2 is not of"):
        people.rows(path)
    path.write_text("nonsense\n")
    told = complaint(capsys, "lab", "leaderboard", "--people", path)
    assert told.startswith(f"towersim: {path}: line 1: ")
