"""Sweeps: their files, and runs: equal rows everywhere, resumption, no chunk twice."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from unittest.mock import Mock

import pytest
from distributed import LocalCluster
from msgspec.structs import replace

from tests.lab.sweeps import SMALL, Here, filled, submitted, written
from towersim.common.errors import OptionFault, ResultFault, SceneFault
from towersim.files.level import level_names
from towersim.lab import executors, store
from towersim.lab.evaluation import Chunk, can_answer, evaluate
from towersim.lab.executors import cluster, processes
from towersim.lab.heuristics import find
from towersim.lab.rows import BuildResult, Prediction, ResultRow
from towersim.lab.run import AHEAD, plan, run
from towersim.lab.stability3 import SCENES
from towersim.lab.store import read
from towersim.lab.sweep import SWEEP, keep, load_sweep, sweep_path
from towersim.lab.trials import PredictTrial, Trials

CUBE = """
format = 1
[[blocks]]
id = "a"
shape = { box = [0.02, 0.02] }
at = [0.0, 0.01, 0.0]
"""
HEAD = 'format = 1\nname = "mine"\nheuristics = ["height"]\n'
PREDICT = HEAD + '[[predict]]\nstructures = ["column"]\n'
ASKED = "$.predict[0]"
PLACE = HEAD + "[[place]]\n"
FAULTS = {
    "no name": ('format = 1\nheuristics = ["height"]', "$", "missing key `name`"),
    "odd name": (PREDICT.replace("mine", "My Sweep"), "$.name", "not a name such as"),
    "no heuristics": (PREDICT.replace('["height"]', "[]"), "$.heuristics", "length >= 1"),
    "no trials": (HEAD, "$", "asks for 0 trials"),
    "too many": (PREDICT + "towers = 2000000000", f"{ASKED}.towers", "number <= 1000000000"),
    "twice": (PREDICT + "noise_m = [0.0, 0.0]", ASKED, "asks again for what $.predict[0]"),
    "twice in two parts": (
        PREDICT + '[[predict]]\nstructures = ["bridge", "column"]',
        "$.predict[1]",
        "asks again for what $.predict[0] asks for",
    ),
    "same hands": (PLACE + 'hands = ["none", "none"]', "$.place[0]", "asks again"),
    "unknown key": (PREDICT + "tower = 3", ASKED, "unknown key `tower`"),
    "unknown structure": (PREDICT.replace("column", "igloo"), f"{ASKED}.structures[0]", "igloo"),
    "nothing to predict": (HEAD + "[[predict]]", ASKED, "neither structures nor scenes"),
    "no towers": (PREDICT + "towers = 0", f"{ASKED}.towers", "number >= 1"),
    "noise": (PREDICT + "noise_m = [0.0, -1.0]", f"{ASKED}.noise_m[1]", "number >= 0.0"),
    "no noise": (PREDICT + "noise_m = []", f"{ASKED}.noise_m", "length >= 1"),
    "friction": (PREDICT + "friction = [9.0]", f"{ASKED}.friction[0]", "number <= 5.0"),
    "densities": (PREDICT + "density_kg_m3 = [9, 1]", f"{ASKED}.density_kg_m3", "least comes"),
    "one density": (PREDICT + "density_kg_m3 = [9]", f"{ASKED}.density_kg_m3", "length 2"),
    "hidden": (PREDICT + "hidden_density = true", f"{ASKED}.hidden_density", "to hide"),
    "scene": (PREDICT + 'scenes = ["igloo"]', f"{ASKED}.scenes[0]", "no scene 'igloo'"),
    "scene outside": (PREDICT + 'scenes = ["../a.toml"]', f"{ASKED}.scenes[0]", "not in the"),
    "scene file": (PREDICT + 'scenes = ["a.toml"]', f"{ASKED}.scenes[0]", "a.toml: there is"),
    "own name": (PREDICT + f'scenes = ["{SWEEP}"]', f"{ASKED}.scenes[0]", "what results call"),
    "own name by a detour": (
        PREDICT + 'scenes = ["./Sweep.toml"]',
        f"{ASKED}.scenes[0]",
        "what results call",
    ),
    "pieces": (PLACE + 'pieces = "lego"', "$.place[0].pieces", "no piece set 'lego'; there"),
    "hand": (PLACE + 'hands = ["left"]', "$.place[0].hands[0]", "none of the words"),
    "supply": (PLACE + "supply = 1", "$.place[0].supply", "number >= 2"),
}


@pytest.mark.parametrize("name", level_names("sweeps"))
def test_every_included_sweep_has_trials_for_each_of_its_heuristics(name: str) -> None:
    sweep = load_sweep(sweep_path(name))
    assert sweep.name == name
    asked = Trials(sweep)
    for heuristic in sweep.heuristics:
        assert any(can_answer(find(heuristic).card, trial) for trial in asked), heuristic


@pytest.mark.parametrize("case", FAULTS)
def test_a_fault_gives_one_line_with_file_and_place(tmp_path: Path, case: str) -> None:
    text, where, why = FAULTS[case]
    path = written(tmp_path, text)
    with pytest.raises(SceneFault) as fault:
        load_sweep(path)
    assert (fault.value.file, fault.value.where) == (str(path), where)
    assert why in fault.value.why


def test_a_sweep_is_copied_with_its_scene_files(tmp_path: Path) -> None:
    written(tmp_path / "here" / "sub", CUBE, "cube.toml")
    text = PREDICT + 'scenes = ["sub/cube.toml", "arch"]'
    path = written(tmp_path / "here", text)
    results = tmp_path / "there"
    results.mkdir()
    keep(path, results)
    assert load_sweep(results / SWEEP) == load_sweep(path)
    assert [*load_sweep(path).scenes] == ["sub/cube.toml", "arch"]


def test_results_may_be_in_the_folder_of_the_scenes(tmp_path: Path) -> None:
    written(tmp_path, CUBE, "cube.toml")
    path = written(tmp_path, PREDICT + 'scenes = ["cube.toml"]')
    keep(path, tmp_path)
    assert load_sweep(tmp_path / SWEEP) == load_sweep(path)
    assert (tmp_path / "cube.toml").read_text() == CUBE


def test_a_sweep_is_copied_as_a_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    path, results = written(tmp_path, PREDICT), tmp_path / "out"
    results.mkdir()
    monkeypatch.setattr(Path, "replace", killed)
    with pytest.raises(KeyboardInterrupt):
        keep(path, results)
    assert not (results / SWEEP).exists()


def test_missing_keys_of_a_sweep_have_defaults(tmp_path: Path) -> None:
    sweep = load_sweep(written(tmp_path, PREDICT))
    assert (sweep.seed, sweep.predict[0].towers, sweep.predict[0].noise_m) == (1, 10, (0.0,))


def test_a_sweep_draws_from_the_templates_of_the_benchmark_too(tmp_path: Path) -> None:
    file = written(tmp_path, PREDICT.replace('["column"]', f"{[*SCENES]}") + "towers = 1")
    drawn = [it for it in Trials(load_sweep(file)) if isinstance(it, PredictTrial)]
    assert [it.structure for it in drawn if it.scene().blocks] == [*SCENES]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the results of an uninterrupted run."""
    folder = tmp_path_factory.mktemp("whole")
    filled(written(folder), folder / "out", Here())
    return folder / "out"


def timeless(folder: Path) -> Sequence[ResultRow]:
    """Return the rows of a folder without their CPU times."""
    return [replace(row, cpu_seconds=0.0) for row in read(folder).rows]


def test_rows_are_in_the_order_of_the_trials_with_complete_fields(whole: Path) -> None:
    asked, rows = Trials(load_sweep(whole / SWEEP)), read(whole).rows
    expected = []
    for trial in asked:
        who = ("margin", "uniform") if isinstance(trial, PredictTrial) else ("greedy-overlap",)
        expected += [(trial.id, name) for name in who]
    assert [(row.trial, row.heuristic) for row in rows] == expected
    assert all(row.cpu_seconds > 0 for row in rows)
    for row in rows:
        trial = asked[row.number]
        assert row.version == find(row.heuristic).version
        assert (row.trial, row.tower, row.seed) == (trial.id, trial.tower, 5)
        if isinstance(row, Prediction):
            assert isinstance(trial, PredictTrial)
            assert (row.structure, row.blocks) == (trial.structure, len(trial.scene().blocks))
            assert row.stands == (row.margin > 0) == (row.verdict == "stood")
            assert row.noise_m == trial.noise
        elif isinstance(row, BuildResult):
            assert (row.hand, row.supply, row.piece_set) == ("normal", 4, "boxes")
            assert 0 < row.pieces <= 4
            assert row.fell == (row.pieces < 4)


@pytest.mark.slow  # a scheduler, its worker and its nanny take two seconds to start
def test_a_dask_cluster_gives_the_rows_of_this_process(whole: Path, tmp_path: Path) -> None:
    local = LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=":0")
    with local, cluster(local.scheduler_address) as workers:
        assert workers.slots == 1
        filled(written(tmp_path), tmp_path / "out", workers)
    assert timeless(tmp_path / "out") == timeless(whole)


def test_a_persistent_worker_restarts_for_another_limit_or_version(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started = Mock(side_effect=lambda _limit: Mock())
    monkeypatch.setattr(executors, "HeuristicProcess", started)
    first, second = Chunk((), {"mine": "1"}), Chunk((), {"mine": "2"})
    for chunk, limit in ((first, 10.0), (first, 10.0), (first, 60.0), (second, 60.0)):
        executors._evaluate_here(chunk, limit)
    assert [call.args for call in started.call_args_list] == [(10.0,), (60.0,), (60.0,)]


def test_an_unreachable_scheduler_gives_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("towersim.lab.executors.CONNECT", 0.2)
    for address in ("tcp://127.0.0.1:9", "nowhere"):
        with pytest.raises(OptionFault, match="cannot be reached"), cluster(address):
            pass


def test_a_missing_dask_is_reported_with_its_installation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(OptionFault, match=r"pip install 'towersim\[cluster\]'"), cluster("x"):
        pass


@pytest.mark.slow
@pytest.mark.parametrize("kept", [0, 7, 18])
def test_an_interrupted_run_is_resumed(whole: Path, tmp_path: Path, kept: int) -> None:
    path, folder = written(tmp_path), tmp_path / "out"
    running = run(plan(path, folder, Here()), Here())
    done = sum(next(running).trials for _ in range(kept))
    running.close()
    # An unfinished partition has another name.
    (folder / "predictions").mkdir(exist_ok=True)
    (folder / "predictions" / ".part-0.part.parquet").write_bytes(b"PAR1")
    assert plan(path, folder, Here()).left == 18 - done
    assert sum(each.trials for each in filled(path, folder, Here())) == 18 - done
    assert timeless(folder) == timeless(whole)


def test_results_of_a_concurrent_run_are_not_computed_again(tmp_path: Path) -> None:
    path, out = written(tmp_path), tmp_path / "out"
    one, other = (plan(path, out, Here(), names) for names in (["height", "blocks"], ["blocks"]))
    for each in (one, other):
        list(run(each, Here()))
    rows = read(out).predictions
    assert Counter(row.heuristic for row in rows) == {"height": 16, "blocks": 16}


def test_the_number_of_submitted_chunks_is_limited(tmp_path: Path) -> None:
    sent: list[Chunk] = []

    def counted(chunk: Chunk) -> "Future[list[ResultRow]]":
        sent.append(chunk)
        return submitted(chunk)

    workers = Here()._replace(submit=counted)
    running = run(plan(written(tmp_path), tmp_path / "out", workers), workers)
    next(running)
    assert len(sent) == AHEAD
    running.close()


def test_pieces_of_any_size_give_the_same_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, sizes = written(tmp_path, SMALL.partition("[[place]]")[0]), list[int]()
    asked = ("margin", "uniform")

    def counted(chunk: Chunk) -> "Future[list[ResultRow]]":
        sizes.append(len(chunk.trials))
        return submitted(chunk)

    monkeypatch.setattr("towersim.lab.run.PARTS", 1)
    monkeypatch.setattr("towersim.lab.run.FIRST", 3)
    for folder, seconds in (("fast", 1e9), ("slow", 1e-9)):
        monkeypatch.setattr("towersim.lab.run.SECONDS", seconds)
        filled(path, tmp_path / folder, Here()._replace(submit=counted), *asked)
    # Two are on their way before the first has come back.
    assert sizes == [3, 3, 6, 4, 3, 3, *[1] * 10]
    fast, slow = ([*store.read_kind(tmp_path / it, store.ROW_KINDS[0])] for it in ("fast", "slow"))
    assert [replace(row, cpu_seconds=0.0) for row in fast] == [
        replace(row, cpu_seconds=0.0) for row in slow
    ]
    assert len({path.name for path in tmp_path.glob("*/predictions/*")}) == 1


def test_many_scenes_are_predicted_in_one_call(cwd: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (cwd / "many.py").write_text(
        "class Many:\n"
        "    def predict_many(self, scenes, dice):\n"
        "        with open('calls', 'a') as log:\n"
        "            log.write(f'{len(scenes)} ')\n"
        "        return [own.random() / len(scene.blocks) for scene, own in zip(scenes, dice)]\n"
    )
    monkeypatch.setattr("towersim.lab.run.PARTS", 4)
    path = written(cwd)
    filled(path, cwd / "out", Here(), "many:Many")
    assert (cwd / "calls").read_text().split() == ["5", "5", "5", "1"]
    answers = [row.probability for row in read(cwd / "out").predictions]
    assert len({*answers}) == 16
    # Whoever asks, and by whatever path.
    alone = evaluate("./many.py:Many", path, 1)
    assert [row.probability for row in alone.rows] == answers


@pytest.mark.slow  # three processes
@pytest.mark.skipif(os.name == "nt", reason="there is no kill -9")
def test_a_killed_run_leaves_no_process_and_loses_no_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "slow.py").write_text(
        "import os, time\n"
        "def slow(scene):\n"
        "    with open('calls', 'a+') as log:\n"
        "        log.write(f'{[block.pose for block in scene.blocks]}\\n')\n"
        "        log.seek(0)\n"
        "        if len(log.readlines()) > 60 and 'IS_TO_BE_KILLED' in os.environ:\n"
        "            time.sleep(60)\n"
        "    return len(scene.blocks) / 100\n"
    )
    towers = SMALL.partition("[[place]]")[0].replace("towers = 2", "towers = 12")
    path = written(tmp_path, towers)
    command = [sys.executable, "-m", "towersim", "lab", "run", "my.toml"]
    command += ["--heuristic", "slow:slow", "--workers", "2", "--out", "out"]
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    environment["IS_TO_BE_KILLED"] = "1"
    first = subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE)
    parts = tmp_path / "out" / "predictions"
    while len(list(parts.glob("part-*"))) < 10:
        assert first.poll() is None
        time.sleep(0.005)
    first.send_signal(signal.SIGKILL)
    # The processes share the error stream and end with their parent.
    first.communicate(timeout=20)
    kept = read(tmp_path / "out").rows
    assert 20 <= len(kept) < 96
    monkeypatch.chdir(tmp_path)
    filled(path, tmp_path / "out", Here(), "slow:slow")
    asked = Trials(load_sweep(path))
    seen = {
        trial.id: str([block.pose for block in trial.seen().blocks])
        for trial in asked
        if isinstance(trial, PredictTrial)
    }
    calls = Counter((tmp_path / "calls").read_text().splitlines())
    assert len(seen) == len(calls) == 96
    assert {calls[seen[row.trial]] for row in kept} == {1}
    # Only the four submitted pieces of two trials may have begun twice.
    assert calls.total() <= 96 + 8
    assert [row.trial for row in read(tmp_path / "out").rows] == [t.id for t in asked]


def test_a_folder_of_another_sweep_is_not_changed(tmp_path: Path) -> None:
    plan(written(tmp_path), tmp_path / "out", Here())
    other = written(tmp_path, SMALL.replace("seed = 5", "seed = 6"), "other.toml")
    with pytest.raises(ResultFault, match="holds the results of another sweep"):
        plan(other, tmp_path / "out", Here())


def test_two_sweeps_started_at_once_do_not_share_a_new_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, refused = tmp_path / "out", []
    other = written(tmp_path, SMALL.replace("seed = 5", "seed = 6"), "other.toml")

    def meanwhile(path: Path, to: Path) -> None:
        monkeypatch.setattr("towersim.lab.run.keep", keep)
        with pytest.raises(OptionFault, match="another run is writing its results here") as fault:
            plan(other, folder, Here())
        refused.append(fault)
        keep(path, to)

    monkeypatch.setattr("towersim.lab.run.keep", meanwhile)
    assert load_sweep(plan(written(tmp_path), folder, Here()).folder / SWEEP).seed == 5
    assert refused


@pytest.mark.slow
def test_a_folder_accepts_one_run_at_a_time(whole: Path, tmp_path: Path) -> None:
    path, folder = written(tmp_path), tmp_path / "out"
    first, second = plan(path, folder, Here()), plan(path, folder, Here())
    running = run(first, Here())
    next(running)
    with pytest.raises(OptionFault, match="another run is writing its results here"):
        list(run(second, Here()))
    list(running)
    assert timeless(folder) == timeless(whole)


def test_an_unknown_heuristic_in_a_sweep_is_a_fault_of_the_file(tmp_path: Path) -> None:
    path = written(tmp_path, SMALL.replace("uniform", "tallest"))
    with pytest.raises(SceneFault, match=r"\$\.heuristics\[1\]: heuristic 'tallest': not known"):
        plan(path, tmp_path / "out", Here())


def test_statics_can_be_the_truth_of_a_sweep(tmp_path: Path) -> None:
    text = SMALL.partition("[[place]]")[0].replace("name =", 'truth = "statics"\nname =')
    filled(written(tmp_path, text), tmp_path / "out", Here(), "uniform")
    rows = read(tmp_path / "out").predictions
    assert {row.verdict for row in rows} == {None}
    assert all(row.stands == (row.margin >= 0) for row in rows)


def test_an_unfinished_tower_has_the_reason(cwd: Path) -> None:
    (cwd / "stuck.py").write_text(
        "def stuck(scene, piece):\n    return [(0, 0, 0)] if not scene.blocks else []\n"
    )
    filled(written(cwd), cwd / "out", Here(), "stuck:stuck")
    (row, _) = read(cwd / "out").built
    assert isinstance(row, BuildResult)
    assert (row.pieces, row.fell, row.failure) == (1, True, "[] is not a list of poses")


@pytest.mark.slow
def test_workers_have_one_thread_each_and_leave_environment_and_output_to_the_command(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "2")
    before = dict(os.environ)
    with processes(1) as executor:
        threads = executor.submit(os.getenv, "OMP_NUM_THREADS").result()
        executor.submit(print, "of a bot").result()
    assert threads == "1"
    assert dict(os.environ) == before
    assert capfd.readouterr() == ("", "of a bot\n")
