"""Judging: towers, results, score and file of answers; people on the leaderboard."""

import os
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from tests import known
from tests.commands import Printed, complaint
from tests.lab.sweeps import Here, on_terminal
from towersim.common.errors import ResultFault
from towersim.geometry.shapes import Box
from towersim.lab import judge, leaderboard, metrics, people, stability
from towersim.lab.judge import RATED, Judgement, append, towers_of
from towersim.lab.metrics import Floats, Ints
from towersim.lab.rows import Prediction
from towersim.lab.stability import BenchmarkTower
from towersim.lab.tables import Interval
from towersim.lab.towers import Laid, laid_out
from towersim.scene.scene import Scene, TableTop

SAID = judge.Judgement("Ada", judge.BENCHMARK, "0" * 16, 0.75, 2.5, "2026-11-22T12:00:00")
EMPTY = Scene(TableTop(), ())


def test_a_round_has_twenty_towers_of_all_parts_and_the_stored_truth() -> None:
    drawn, towers = judge.questions(1), judge.towers_of()
    assert Counter(it.part for it in drawn) == judge.ROUND
    assert sum(judge.ROUND.values()) == len({it.trial for it in drawn}) == 20
    assert all(it.margin == towers[it.trial].truth.margin for it in drawn)
    assert [it.hides_density for it in drawn] == [it.part == "hidden-density" for it in drawn]
    assert [it.trial for it in judge.questions(1)] == [it.trial for it in drawn]
    again = judge.questions(1, {it.trial for it in drawn})
    assert {it.trial for it in again}.isdisjoint(it.trial for it in drawn)


def test_towers_that_are_rated_come_from_the_test_set_in_an_order_that_the_seed_determines() -> (
    None
):
    first, towers = judge.questions(5, benchmark=judge.RATED), judge.towers_of(judge.RATED)
    assert len(towers) == 2610
    assert len({it.trial for it in first}) == 20
    assert all(it.margin == towers[it.trial].truth.margin for it in first)
    assert {it.part for it in first} == {"plain", "near-limit"}
    assert all(it.part == "plain" or abs(it.margin) < 0.04 for it in first)
    assert not any(it.hides_density for it in first)
    judged = {it.trial for it in first}
    second, again = ([it.trial for it in judge.questions(5, judged, judge.RATED)] for _ in "ab")
    assert second == again
    assert judged.isdisjoint(second)
    assert {it.trial for it in judge.questions(6, benchmark=judge.RATED)} != judged


def test_a_released_tower_falls_to_the_side_it_leans_to() -> None:
    leaning = [Laid(0.008 * storey, 0.02 * (storey + 0.5), 0.02) for storey in range(6)]
    for boxes, side in ((leaning, "right"), ([it._replace(x=-it.x) for it in leaning], "left")):
        release = judge.JudgeSimulation(laid_out(boxes))
        assert not release.advance(0.001), "less than a tick"
        assert release.advance(20.0)
        assert release.is_over
        assert release.fate().side == side
        assert release.fate().share == pytest.approx(5 / 6)
    upright = judge.JudgeSimulation(laid_out([Laid(0.0, 0.01, 0.02)]))
    upright.advance(20.0)
    assert upright.fate() == judge.Fate((), 1, "down")
    assert isinstance(upright.world.blocks[0].shape, Box)


def test_the_side_is_that_of_the_fallen_blocks_only() -> None:
    foot, cube = Laid(0.0, 0.05, 0.2, 0.1), Laid(0.105, 0.11, 0.02, 0.02)
    release = judge.JudgeSimulation(laid_out([foot, cube]))
    release.advance(20.0)
    assert release.fate() == judge.Fate((release.world.blocks[1].id,), 2, "right")


def answered(chance: float, *, stands: bool, side: str | None = None) -> judge.Answered:
    said = replace(SAID, probability=chance, side=side, share=0.5 if side else None)
    fate = judge.Fate((), 4, "down") if stands else judge.Fate(tuple("ab"), 4, "left")  # type: ignore[arg-type]
    asked = judge.Question("0" * 16, "plain", EMPTY, 0.1 if stands else -0.1)
    return judge.Answered(asked, said, fate)


def test_the_score_is_the_brier_score_and_counts_sides_of_falls() -> None:
    some = [
        answered(1.0, stands=True),
        answered(0.5, stands=True),
        answered(0.0, stands=False, side="left"),
        answered(0.25, stands=False, side="right"),
        answered(0.25, stands=True, side="right"),
    ]
    found = judge.score(some)
    assert (found.towers, found.right) == (5, 4)
    assert found.brier == pytest.approx((0 + 0.25 + 0 + 0.0625 + 0.5625) / 5)
    assert found.sides == (1, 2)
    assert found.share_error == 0.0
    assert judge.score(some[:2]).sides is None


def test_answers_are_read_as_they_were_written(tmp_path: Path) -> None:
    path, full = tmp_path / "new" / "people.jsonl", replace(SAID, exposure=1.0, side="left")
    judge.append(path, SAID)
    judge.append(path, full)
    assert judge.read(path) == (SAID, full)
    path.write_bytes(path.read_bytes()[:-5])
    assert judge.read(path) == (SAID,), "what a killed program left of a line is left out"
    judge.append(path, full)
    assert judge.read(path) == (SAID, full)


def test_the_next_answer_costs_no_reading_of_the_earlier_ones(tmp_path: Path) -> None:
    path = tmp_path / "people.jsonl"
    with path.open("wb") as file:  # of a terabyte, all but the end a hole
        file.seek(1 << 40)
        file.write(b"\n")
    judge.append(path, SAID)
    with path.open("rb") as file:
        file.seek(1 << 40)
        assert file.read() == b"\n" + msgspec.json.encode(SAID) + b"\n"


@pytest.mark.parametrize(
    ("line", "why"),
    [("{", "line 2: .*truncated"), ("[]", r"line 2: Expected `object`"), ("\xff", "line 2: ")],
)
def test_a_damaged_line_is_named(line: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / "people.jsonl"
    judge.append(path, SAID)
    path.write_bytes(path.read_bytes() + line.encode("latin-1") + b"\n")
    with pytest.raises(ResultFault, match=why):
        judge.read(path)


def test_a_file_that_is_too_large_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    with path.open("wb") as file:
        file.truncate((64 << 20) + 1)
    with pytest.raises(ResultFault, match="is larger than 64 MiB"):
        judge.read(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_a_pipe_without_a_writer_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(path := tmp_path / "answers.jsonl")
    with pytest.raises(ResultFault, match="is not an ordinary file"):
        judge.read(path)


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
    correlation, (low, high) = known(statics.correlation), known(statics.interval)
    assert low <= correlation <= high
    assert correlation > (like["Ada (person)", "overlap"].correlation or 0.0)
    assert like["Bo (person)", "statics"].correlation is None
    shown = on_terminal(*found.sheets())
    cut = shown.replace(" … ", "")  # which stands in intervals
    assert "…" not in cut, "a terminal of 80 columns shows it all"
    assert shown.count("Ada (person)") == 3, shown
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
