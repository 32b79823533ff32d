"""Reading, reporting, comparing and exporting import nothing that a folder of results names."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.lab.results import folder
from tests.lab.sweeps import Here, this_process
from towersim.cli.commands import run
from towersim.lab import store
from towersim.lab.generators import find_generator
from towersim.lab.heuristics import find
from towersim.lab.run import plan
from towersim.lab.sweep import SWEEP, load_sweep
from towersim.lab.trials import Trials

CANARY = """
from pathlib import Path
Path("sang").touch()
from towersim.lab.analytic_scenes import column
def towers(dice):
    return column([0.0, 0.3])
def heuristic(scene):
    return 0.5
"""
NAMED = """format = 1
name = "small"
seed = 5
heuristics = ["canary.py:heuristic"]
[[predict]]
structures = ["canary.py:towers"]
towers = 12
"""


@pytest.fixture(autouse=True)
def hostile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Enter a folder of results whose sweep names code that lies beside it."""
    monkeypatch.chdir(tmp_path)
    # Another process would sing too, but this one is quicker.
    monkeypatch.setattr("towersim.lab.executors.processes", this_process)
    find.cache_clear()
    find_generator.cache_clear()
    results = folder(tmp_path / "results", said=["canary.py:heuristic", "margin"], builders=())
    (results / SWEEP).write_text(NAMED)
    (tmp_path / "canary.py").write_text(CANARY)
    rows = store.read(results).predictions
    shutil.rmtree(results / store.PREDICTIONS)
    trials = Trials(load_sweep(results / SWEEP))
    rows = tuple(
        replace(row, trial=trials[row.number].id, structure="canary.py:towers") for row in rows
    )
    store.write(results, store.About(0, 12, ()), rows)
    yield results
    find.cache_clear()
    find_generator.cache_clear()


COMMANDS = (
    "lab report results",
    "lab compare canary.py:heuristic margin --on results",
    "lab compare canary.py:heuristic@ margin --on results",
    "lab export results/sweep.toml --to exported",
    "lab --help",
    "lab run --help",
)


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_that_reads_imports_what_the_folder_names(command: str) -> None:
    run(command.split())
    assert not Path("sang").exists()


def test_an_export_says_which_code_it_does_not_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(COMMANDS[3].split()) == 2
    said = capsys.readouterr().err
    assert "add --generator canary.py:towers" in said
    assert said.count("\n") == 1


@pytest.mark.slow  # a sweep in processes
def test_code_named_on_the_command_line_runs(hostile: Path) -> None:
    assert run(["lab", "report", "results"]) == 0
    assert not list(hostile.glob("wrong-*.png"))
    assert run(["lab", "report", "results", "--generator", "canary.py:towers"]) == 0
    assert Path("sang").exists()
    assert list(hostile.glob("wrong-*.png"))


def test_a_run_imports_what_its_sweep_names(tmp_path: Path) -> None:
    plan(tmp_path / "results" / SWEEP, tmp_path / "out", Here())
    assert Path("sang").exists()
