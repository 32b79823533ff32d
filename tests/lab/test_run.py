"""Running a sweep: the same bytes however it is run, going on after anything, no trial twice."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import msgspec
import pytest
from distributed import LocalCluster

from tests.lab.sweeps import SMALL, filled, written
from towersim.errors import HeuristicFault, OptionFault, ResultFault, SceneFault, TowersimError
from towersim.lab.executors import cluster, processes
from towersim.lab.heuristics import find
from towersim.lab.rows import COSTS, ROWS, SWEEP, Built, Verdict, answers, append, costs
from towersim.lab.run import plan, run
from towersim.lab.sweep import load_sweep
from towersim.lab.trials import Predict, trials


class Here(Executor):
    """Does what it is given at once, in this process."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that one worker filled without being disturbed."""
    folder = tmp_path_factory.mktemp("whole")
    with processes(1) as executor:
        filled(written(folder), folder / "out", executor)
    return folder / "out"


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    find.cache_clear()
    yield
    find.cache_clear()


def test_rows_stand_in_the_order_of_the_trials_with_all_they_should_say(whole: Path) -> None:
    sweep = load_sweep(whole / SWEEP)
    asked = trials(sweep)
    expected = []
    for trial in asked:
        who = ("margin", "uniform") if isinstance(trial, Predict) else ("greedy-overlap",)
        expected += [(trial.id, name) for name in who]
    assert [(row.trial, row.heuristic) for row in answers(whole)] == expected
    assert [(cost.trial, cost.heuristic) for cost in costs(whole)] == expected
    assert all(cost.seconds > 0 for cost in costs(whole))
    for trial, row in zip(
        asked, (r for r in answers(whole) if r.heuristic != "uniform"), strict=True
    ):
        if isinstance(trial, Predict):
            assert isinstance(row, Verdict)
            assert (row.structure, row.blocks) == (trial.structure, len(trial.scene().blocks))
            assert row.stands == (row.margin > 0)
        else:
            assert isinstance(row, Built)
            assert (row.hand, row.supply) == ("normal", 4)
            assert 0 < row.pieces <= 4
            assert row.fell == (row.pieces < 4)


def test_two_workers_give_the_bytes_of_one(whole: Path, tmp_path: Path) -> None:
    with processes(2) as executor:
        filled(written(tmp_path), tmp_path / "out", executor)
    assert (tmp_path / "out" / ROWS).read_bytes() == (whole / ROWS).read_bytes()


def test_a_dask_cluster_gives_the_bytes_of_one_worker(whole: Path, tmp_path: Path) -> None:
    local = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    with local, cluster(local.scheduler_address) as executor:
        jobs = filled(written(tmp_path), tmp_path / "out", executor)
    assert len(jobs) == 18
    assert (tmp_path / "out" / ROWS).read_bytes() == (whole / ROWS).read_bytes()


def test_a_scheduler_that_nobody_runs_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("towersim.lab.executors.CONNECT", 0.2)
    for address in ("tcp://127.0.0.1:9", "nowhere"):
        with (
            pytest.raises(OptionFault, match="cannot be reached") as fault,
            cluster(address),
        ):
            pass
        assert "\n" not in str(fault.value)


def test_dask_that_is_not_installed_is_told_how_to_get(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(OptionFault, match=r"pip install 'towersim\[cluster\]'"), cluster("x"):
        pass


@pytest.mark.parametrize("kept", [0, 7, 20])
def test_a_run_goes_on_where_it_was_stopped(whole: Path, tmp_path: Path, kept: int) -> None:
    path, folder = written(tmp_path), tmp_path / "out"
    plan(path, folder)
    append(folder / ROWS, answers(whole)[:kept])
    with (folder / ROWS).open("ab") as file:
        file.write(b'{"type":"predict","trial":"01')
    known = {(row.trial, row.heuristic) for row in answers(whole)[:kept]}
    jobs = filled(path, folder, Here())
    assert not {(job.trial.id, name) for job in jobs for name in job.heuristics} & known
    assert (folder / ROWS).read_bytes() == (whole / ROWS).read_bytes()


def test_what_is_there_is_not_done_again(whole: Path, tmp_path: Path) -> None:
    path, folder = written(tmp_path), tmp_path / "out"
    assert filled(path, folder, Here())
    before = (folder / COSTS).read_bytes()
    assert filled(path, folder, Here()) == []
    assert (folder / COSTS).read_bytes() == before
    assert (folder / ROWS).read_bytes() == (whole / ROWS).read_bytes()


def test_another_heuristic_joins_those_that_are_there(whole: Path, tmp_path: Path) -> None:
    path, folder = written(tmp_path), tmp_path / "out"
    filled(path, folder, Here(), "uniform", "greedy-overlap")
    jobs = filled(path, folder, Here(), "margin")
    assert {job.heuristics for job in jobs} == {("margin",)}
    assert (folder / ROWS).read_bytes() == (whole / ROWS).read_bytes()


@pytest.mark.skipif(os.name == "nt", reason="there is no kill -9")
def test_a_run_that_was_killed_leaves_nobody_behind_and_loses_nothing(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(
        "import time\n"
        "def slow(scene):\n"
        "    with open('calls', 'a') as log:\n"
        "        log.write(f'{[block.pose for block in scene.blocks]}\\n')\n"
        "    time.sleep(0.02)\n"
        "    return len(scene.blocks) / 100\n"
    )
    towers = SMALL.partition("[[place]]")[0].replace("towers = 2", "towers = 12")
    path = written(tmp_path, towers)
    command = [sys.executable, "-m", "towersim", "lab", "run", "my.toml"]
    command += ["--heuristic", "slow:slow", "--workers", "2", "--out", "out"]
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    first = subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE)
    rows = tmp_path / "out" / ROWS
    while not rows.exists() or rows.read_bytes().count(b"\n") < 20:
        assert first.poll() is None
        time.sleep(0.005)
    first.send_signal(signal.SIGKILL)
    # The workers have the same output: it ends when the last of them does.
    first.communicate(timeout=20)
    kept = answers(tmp_path / "out")
    assert 20 <= len(kept) < 96
    subprocess.run(command, cwd=tmp_path, env=environment, check=True, stdout=subprocess.PIPE)
    seen = {
        trial.id: str([block.pose for block in trial.seen().blocks])
        for trial in trials(load_sweep(path))
        if isinstance(trial, Predict)
    }
    calls = Counter((tmp_path / "calls").read_text().splitlines())
    assert len(seen) == len(calls) == 96
    assert {calls[seen[row.trial]] for row in kept} == {1}
    # Only what two workers had in their hands, or had queued at the door, may have begun twice.
    assert calls.total() <= 96 + 6
    assert [row.trial for row in answers(tmp_path / "out")] == [
        t.id for t in trials(load_sweep(path))
    ]


def test_a_folder_of_another_sweep_is_left_alone(tmp_path: Path) -> None:
    plan(written(tmp_path), tmp_path / "out")
    other = written(tmp_path, SMALL.replace("seed = 5", "seed = 6"), "other.toml")
    with pytest.raises(ResultFault, match="holds the results of another sweep"):
        plan(other, tmp_path / "out")


def test_a_folder_takes_one_run_at_a_time(whole: Path, tmp_path: Path) -> None:
    path, folder = written(tmp_path), tmp_path / "out"
    first, second = plan(path, folder), plan(path, folder)
    running = run(first, Here())
    next(running)
    with pytest.raises(ResultFault, match="another run is writing its results here") as fault:
        list(run(second, Here()))
    assert "\n" not in str(fault.value)
    list(running)
    with pytest.raises(ResultFault, match="another run has written here meanwhile"):
        list(run(second, Here()))
    assert (folder / ROWS).read_bytes() == (whole / ROWS).read_bytes()


def test_a_row_of_no_trial_of_the_sweep_is_named(tmp_path: Path) -> None:
    path, folder = written(tmp_path), tmp_path / "out"
    plan(path, folder)
    append(folder / ROWS, [Built("0" * 16, "margin", "none", 1, 0.1, fell=True, supply=2)])
    with pytest.raises(ResultFault, match=r"line 1: trial 0000000000000000 is none of this sweep"):
        plan(path, folder)


def test_a_heuristic_with_nothing_to_say_is_refused(tmp_path: Path) -> None:
    towers = SMALL.partition("[[place]]")[0]
    path = written(tmp_path, towers)
    with pytest.raises(OptionFault, match="'greedy-overlap': has no answer to what small asks"):
        plan(path, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_an_unknown_heuristic_in_a_sweep_is_a_fault_of_the_file(tmp_path: Path) -> None:
    path = written(tmp_path, SMALL.replace("uniform", "tallest"))
    with pytest.raises(SceneFault, match=r"\$\.heuristics\[1\]: heuristic 'tallest': not known"):
        plan(path, tmp_path / "out")


def test_a_bad_answer_ends_the_run_with_its_trial_and_keeps_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "odd.py").write_text(
        "def odd(scene):\n    return float('nan') if len(scene.blocks) > 9 else 0.5\n"
    )
    it = plan(written(tmp_path), tmp_path / "out", ["odd:odd"])
    bad = r"heuristic 'odd:odd': trial [0-9a-f]{16}: nan is not a probability"
    with processes(1) as executor, pytest.raises(HeuristicFault, match=bad):
        list(run(it, executor))
    assert all(row.blocks <= 9 for row in answers(it.folder) if isinstance(row, Verdict))


def test_a_worker_that_dies_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "dead.py").write_text("import os\ndef dead(scene):\n    os._exit(3)\n")
    it = plan(written(tmp_path), tmp_path / "out", ["dead:dead"])
    with processes(1) as executor, pytest.raises(TowersimError, match="a worker died; the same"):
        list(run(it, executor))


def test_workers_have_one_thread_each_and_the_environment_is_as_it_was() -> None:
    before = dict(os.environ)
    with processes(1) as executor:
        threads = executor.submit(os.getenv, "OMP_NUM_THREADS").result()
    assert threads == "1"
    assert dict(os.environ) == before


def test_costs_and_rows_are_one_object_a_line(whole: Path) -> None:
    for name in (ROWS, COSTS):
        lines = (whole / name).read_text().splitlines()
        assert [msgspec.json.decode(line) for line in lines] == [json.loads(line) for line in lines]
        assert {json.loads(line)["type"] for line in lines} <= {"predict", "place", "cost"}
