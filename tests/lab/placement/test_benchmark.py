"""The tasks of `placement-3`, their bounds, splits and folds, and the ranking of policies."""

import math
import re
from collections import Counter
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import towersim
from tests import known
from tests.commands import Printed, json_of, output
from tests.examples import slow
from tests.lab.content import exact_hash
from tests.lab.placement.oracle import bound, rebuilt, searched, written
from tests.lab.sweeps import Here, evaluate_chunk, on_terminal
from towersim.common.errors import HeuristicFault, OptionFault, SceneFault
from towersim.common.units import Pose
from towersim.files.level import levels_dir
from towersim.geometry.touching import SETTLED
from towersim.lab import leaderboard, placement
from towersim.lab.building import let_go, lifted
from towersim.lab.compare import compare
from towersim.lab.evaluation import Chunk
from towersim.lab.executors import Workers, heuristic_processes, in_any_order
from towersim.lab.heuristics import find
from towersim.lab.heuristics.placing import put
from towersim.lab.heuristics.tasks import farthest, rules_of_thumb
from towersim.lab.leaderboard import PLACEMENT, PlacementBoard, placement_board, ranking
from towersim.lab.placement import benchmark
from towersim.lab.rows import TaskResult
from towersim.lab.trials import TaskTrial, task_trials
from towersim.scene.check import check_scene
from towersim.scene.scene import Scene
from towersim.statics.equilibrium import signed_margin

FILE = levels_dir() / "benchmarks" / f"{placement.NAME}.toml"


def test_there_are_six_hundred_different_tasks_of_ten_families() -> None:
    each = [it for it, _ in placement.benchmark().values()]
    assert len(each) == len({(it.scene, it.pieces) for it in each}) == 600
    assert Counter(it.family for it in each) == dict.fromkeys(placement.FAMILIES, 60)
    assert {len(it.pieces) for it in each} == {1, 2, 3}
    assert {name: len(placement.split(name)) for name in placement.COUNTS} == {
        "train": 100,
        "validation": 100,
        "test": 400,
    }
    them = task_trials(5)
    assert len({trial.id for trial in them}) == len({trial.tremor for trial in them}) == 1200
    assert len({trial.tower for trial in them}) == 400
    assert [it.id for it in task_trials(6)] == [it.id for it in them]
    assert (
        placement.task("uneven", "train", 700) == placement.task("uneven", "train", 700) not in each
    ), "further ones"


def test_each_task_is_held_out_once_within_and_across_families() -> None:
    for kind, families in (("within", 10), ("across", 1)):
        held = Counter[str]()
        for fit, out in placement.folds(kind):  # type: ignore[arg-type] # the two kinds
            assert (len(fit), len(out), set(fit) & set(out)) == (540, 60, set())
            assert len({name.partition("-")[0] for name in out}) == families
            held.update(out)
        assert set(held.values()) == {1}
        assert len(held) == 600


@pytest.mark.parametrize(
    "name", [f"{name}-test-{n}" for name in placement.FAMILIES for n in (1, 2)]
)
def test_statics_finds_every_step_of_the_witness_stable(name: str) -> None:
    it, best = placement.benchmark()[name]
    whole = rebuilt(it, best.witness)
    check_scene(it.scene, simulated=True)
    assert it.worth(whole) == pytest.approx(best.best, abs=2e-4)
    if it.family == "egg" or (it.family == "reach" and len(it.pieces) == 3):
        return  # it rolls into its place (see the simulation); bricks without room inside the limit
    for count in range(len(it.scene.blocks) + 1, len(whole.blocks) + 1):
        # A bound lies at its limit, and the file rounds to a micrometre.
        assert signed_margin(Scene(whole.table, whole.blocks[:count]), SETTLED) > -2e-3, count


@pytest.mark.parametrize("name", ["egg-test-3", "beam-train-2", "pack-test-7"])
def test_the_witness_stands_in_the_simulation(name: str) -> None:
    it, best = placement.benchmark()[name]
    scene = it.scene
    for piece in rebuilt(it, best.witness).blocks[len(it.scene.blocks) :]:
        # Half a millimetre inside the limit of a lever.
        inside = replace(piece, pose=piece.pose._replace(x=0.99 * piece.pose.x))
        scene = known(let_go(scene, known(lifted(scene, inside))))
    assert it.worth(scene) == pytest.approx(best.best, abs=4e-3)


def test_the_greatest_overhangs_are_those_of_the_literature() -> None:
    """Of 2 and 3 bricks: 3/4 and 1 brick lengths (Paterson & Zwick 2009)."""
    for it, best in placement.split("test").values():
        if it.family == "reach":
            known = 2 * best.floor * {2: 0.75, 3: 1.0}[len(it.pieces)]
            assert best.best == pytest.approx(known, abs=2e-6), it.name


def test_a_balanced_plan_continues_what_was_built() -> None:
    it = placement.task("beam", "train", 0)
    whole = known(farthest(it.scene, it.pieces, 0.002))
    x, angle = known(whole.places[0])
    y = 0.12 + 0.02 + placement.rise(it.pieces[0].shape, angle) / 2
    begun = put(it.scene, it.pieces[0], Pose(x, y, angle))
    rest = known(farthest(begun, it.pieces[1:], 0.002))
    assert rest.reach == pytest.approx(whole.reach, abs=1e-6)
    assert known(farthest(it.scene, it.pieces, 0.006)).reach < whole.reach


def test_rules_of_thumb_answer_after_a_piece_was_left_out_and_turn_every_egg() -> None:
    bricks = next(it for it, _ in placement.split("test").values() if len(it.pieces) == 3)
    for piece in bricks.pieces:
        assert len(rules_of_thumb(bricks.scene, piece, bricks)) == 1
    for it, _ in placement.split("test").values():
        if it.family == "egg":
            (pose,) = rules_of_thumb(it.scene, it.pieces[-1], it)
            assert abs(pose.angle) <= math.pi


def test_a_piece_is_omitted_where_it_would_only_harm() -> None:
    it = placement.task("reach", "train", 0)
    brick = it.pieces[0]
    plan = known(farthest(it.scene, (replace(brick, depth=10 * brick.depth), brick), 0.0))
    assert plan.reach > known(farthest(it.scene, (brick,), 0.0)).reach


def test_scores_run_from_the_floor_to_the_bound() -> None:
    for it, best in placement.split("train").values():
        assert it.floor == best.floor
        middle = (best.floor + best.best) / 2
        worths = (0.0, best.floor, middle, best.best, 2 * best.best)
        assert [best.score(worth) for worth in worths] == pytest.approx([0, 0, 0.5, 1, 1])


@pytest.mark.slow  # searches a grid
@pytest.mark.parametrize("name", ["reach-test-1", "uneven-test-2", "beam-test-1"])
def test_a_search_finds_no_farther_reach_than_balanced_moments(name: str) -> None:
    it, best = placement.benchmark()[name]
    assert 0.995 * best.best < searched(it).worth < 1.0005 * best.best


FOUND = {family: f"{family}-validation-4" for family in placement.FAMILIES}
FOUND |= {"odd": slow("odd-test-1"), "egg": slow("egg-test-5")}  # a search, and simulations


@pytest.mark.parametrize("name", FOUND.values())
def test_the_file_equals_newly_found_bounds(name: str) -> None:
    task, best = placement.benchmark()[name]
    found = bound(replace(task, floor=0.0))
    assert (found.floor, found.best) == pytest.approx((best.floor, best.best), abs=2e-5)
    assert found.source == best.source


def test_the_file_round_trips_and_has_the_hash_of_the_tasks() -> None:
    """Another hash means another benchmark: give it a new name, or undo the change."""
    known = {name: best for name, (_, best) in placement.benchmark().items()}
    assert written(known, exact_hash(placement.tasks())) == FILE.read_text()
    assert FILE.stat().st_size < 200_000


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("reach-train-2 =", "reach-train-99 =", "has no reach-train-2"),
        ("train-1 = { floor = 0.", "train-1 = { floor = 9.", "reach-train-1: is not a bound"),
    ],
)
def test_a_damaged_file_gives_one_line(
    old: str, new: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "benchmarks").mkdir()
    (tmp_path / "benchmarks" / FILE.name).write_text(FILE.read_text().replace(old, new))
    monkeypatch.setattr(placement, "levels_dir", lambda: tmp_path)
    with pytest.raises(SceneFault, match=why):
        placement.benchmark.__wrapped__()


SEED = 2**61 + 987_654_321
CHEAP = ["fixed-pose", "random-pose", "harmonic", "rules-of-thumb"]
MINE = (
    "def none(scene, piece, task):\n    return []\n\n\n"
    "def some(scene, piece, task):\n"
    "    return 1 / 0 if task.family in ('egg', 'pack') else []\n\n\n"
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
    low, high = known(best.interval)
    assert low < best.score < high
    assert (found.tasks, found.trials) == (10, few)
    sheet, by_family = found.sheets()
    shown = on_terminal(sheet)
    assert "placement-3: 10 tasks, 30 trials" in shown
    assert "per call" in shown
    assert re.search(rf"1 +{best.heuristic} ", shown)
    head, _, first, *_ = sheet.markdown().splitlines()
    assert head.startswith("|  | policy | score (95 %) | fell | ")
    assert by_family.markdown().startswith("| policy | reach | uneven | counterweight | edge |")
    assert first.startswith(f"| 1 | {best.heuristic} |")
    compared(rows)


def compared(rows: list[TaskResult]) -> None:
    """Check the paired comparison of policies, clustered by task."""
    found = compare("placement-3", rows, ["rules-of-thumb", "fixed-pose"])
    (pair,) = found.pairs
    assert (pair.trials, pair.towers, pair.brier) == (30, 10, None)
    assert pair.difference == pytest.approx(pair.accuracy[0] - pair.accuracy[1])
    low, high = known(pair.interval)
    assert 0 < low < pair.difference < high
    assert pair.p < 0.05
    assert pair.only_first > pair.only_second == 0


@pytest.mark.slow
def test_a_policy_that_places_nothing_scores_zero_and_an_invalid_pose_gives_one_line(
    few: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert few

    def last_first(*waiting: Any) -> list[tuple[Chunk, list[TaskResult]]]:
        return sorted(in_any_order(*waiting), key=lambda it: it[0].first, reverse=True)

    monkeypatch.setattr(leaderboard, "in_any_order", last_first)
    (tmp_path / "mine.py").write_text(MINE)
    mine = f"{tmp_path / 'mine.py'}"
    assert {(row.score, row.pieces) for row in answers([f"{mine}:none"], Here())} == {(0.0, 0)}
    rows = answers([f"{mine}:some"], Here())
    assert {row.family for row in rows if row.failure is not None} == {"egg", "pack"}
    assert placement_board(rows).entries[0].failed == 6
    assert "some (6 failed)" in repr(placement_board(rows))
    with pytest.raises(HeuristicFault, match="5 is not a list of poses"):
        answers([f"{mine}:five"], Here())
    with pytest.raises(HeuristicFault, match="no attribute 'bound'"):
        answers([f"{mine}:cheat"], Here())


def test_the_command_shows_the_board_of_the_requested_benchmark(few: int, capsys: Printed) -> None:
    assert few
    ask = ["lab", "leaderboard", "placement-3", "--heuristic", "fixed-pose"]
    assert "fixed-pose" in output(capsys, *ask)
    assert output(capsys, *ask, "--markdown").splitlines()[2].startswith("| 1 | fixed-pose | 0.0%")
    assert json_of(capsys, *ask, "--json")["tasks"] == 10


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
    assert repr(board).splitlines()[0].endswith(f"noise seed {SEED}")
    assert repr(board).splitlines()[-1].split()[:3] == ["1", "fixed-pose", "0.0%"]


@pytest.mark.parametrize("name", ["switch", "moment-balance", "forecast-search"])
def test_a_reference_policy_reaches_more_than_the_floor(name: str) -> None:
    one, bound = benchmark()["edge-test-1" if name == "moment-balance" else "reach-test-1"]
    trial = TaskTrial(SEED, replace(one, hand="none"), bound)
    (row,) = evaluate_chunk(Chunk((trial,), {name: find(name).version}))
    assert isinstance(row, TaskResult)
    assert row.score > 0.7
