"""Judging: the choice of towers, their results, the score, and the file of answers."""

import os
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from towersim.common.errors import ResultFault
from towersim.geometry.shapes import Box
from towersim.lab import judge
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
    second = judge.questions(5, judged, judge.RATED)
    assert judged.isdisjoint(it.trial for it in second)
    assert [it.trial for it in second] == [
        it.trial for it in judge.questions(5, judged, judge.RATED)
    ]
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
    return judge.Answered(
        judge.Question("0" * 16, "plain", EMPTY, 0.1 if stands else -0.1), said, fate
    )


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
