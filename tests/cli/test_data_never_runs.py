"""No command that reads imports what a file names: only what the person named, or ran, may run."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.commands import Printed, complaint
from tests.lab.sweeps import Here, folder, this_process
from tests.practice.planned import Plan, attempt
from tests.ui.pilot import window
from towersim.bots.table import NONE
from towersim.cli.commands import COMMANDS, app, run
from towersim.cli.lab import app as lab
from towersim.lab import store
from towersim.lab.heuristics import find
from towersim.lab.judge import BENCHMARK, Judgement, append, towers_of
from towersim.lab.run import plan
from towersim.lab.sweep import SWEEP, load_sweep
from towersim.lab.tournament import CONDITIONS
from towersim.lab.trials import Trials, find_generator
from towersim.match.match import Match

CANARY = """
from pathlib import Path
Path("sang").touch()
from towersim.lab.analytic_scenes import column
def towers(dice):
    return column([0.0, 0.3])
def heuristic(scene):
    return 0.5
class Evil:
    def choose(self, position):
        return position.view.legal[0]
"""
NAMED = """format = 1
name = "small"
seed = 5
heuristics = ["canary.py:heuristic"]
[[predict]]
structures = ["canary.py:towers"]
towers = 12
"""
SCENE = Path("levels/scenes/column.toml").resolve()
READ = {
    "resume": ("game.tower", "game.tower --headless", "game.tower --json"),
    "serve": ("push --resume game.tower --pause 0",),
    "practice": (
        *("league .", "code attempt.tower --name Ada", "canary.py:Evil", "attempt.tower --solve"),
        *("attempt.tower", "judge", "--history", "--list"),
    ),
    "build": ("canary.toml",),
    "watch": ("game.tower", "attempt.tower"),
    "replay": ("game.tower", "game.tower --validate", "attempt.tower --validate --json"),
    "export": ("game.tower --to game.html", "attempt.tower --to game.png"),
    "analyse": ("canary.toml",),
    "stand": ("canary.toml",),
    "tournament": ("push --bots uniform,uniform --games 2 --out played --report page.html",),
    "lab report": ("results",),
    "lab leaderboard": ("--heuristic height --people people.jsonl",),
    "lab compare": (
        "canary.py:heuristic margin --on results",
        "canary.py:heuristic@ margin --on results",
    ),
    "lab export": ("results/sweep.toml --to exported",),
}
"""The arguments of each command that reads files; all name code that must not run."""
OTHERS = {
    "play": "its bots are named on the command line",
    "rules": "reads what `practice` reads",
    "pieces": "reads no file",
    "hands": "reads no file",
    "envelope": "reads no file",
    "bench": "reads no file",
    "lab run": "runs what the sweep names, which the person has named",
    "lab break": "its heuristic is named on the command line",
    "lab train": "reads no file",
    "lab baselines": "reads no file",
}


def test_no_command_is_forgotten() -> None:
    groups = [name for panel in COMMANDS.values() for name in panel if name != "lab"]
    named = [
        each.name or getattr(each.callback, "__name__", "") for each in lab.registered_commands
    ]
    every = {*groups, *(f"lab {name}" for name in named)}
    assert {each.name for each in app.registered_commands} == {*groups, "lab"}
    assert READ.keys() | OTHERS.keys() == every
    assert not READ.keys() & OTHERS.keys()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of files that name code that lies beside them."""
    made = tmp_path_factory.mktemp("hostile")
    (made / "canary.py").write_text(CANARY)
    results = folder(made / "results", said=["canary.py:heuristic", "margin"], builders=())
    (results / SWEEP).write_text(NAMED)
    rows = store.read(results).predictions
    shutil.rmtree(results / store.PREDICTIONS)
    trials = Trials(load_sweep(results / SWEEP))
    rows = tuple(
        replace(row, trial=trials[row.number].id, structure="canary.py:towers") for row in rows
    )
    store.write(results, store.About(0, 12, ()), rows)
    play = ["play", "push", "--seats", "reckoner,uniform", "--headless", "--seed", "1"]
    assert run([*play, "--record", str(made / "game.tower")]) == 0
    attempt("first-tower", Plan(["cube 0"] * 3), made / "attempt.tower")
    bots = ["--bots", "uniform,reckoner", "--games", "2", "--jobs", "1"]
    assert run(["tournament", "push", *bots, "--out", str(made / "played")]) == 0
    for name, honest in (
        *(("game.tower", "uniform"), ("attempt.tower", "human")),
        (f"played/{CONDITIONS}", "reckoner"),
    ):
        text = (made / name).read_text()
        assert f'"{honest}"' in text
        (made / name).write_text(text.replace(f'"{honest}"', '"canary.py:Evil"'))
    lines = (made / "game.tower").read_text().splitlines(keepends=True)
    (made / "game.tower").write_text("".join(lines[:12]))
    scene = SCENE.read_text()
    (made / "canary.toml").write_text(scene.replace('id = "', 'id = "canary.py:'))
    said = Judgement("canary.py:Evil", BENCHMARK, next(iter(towers_of(BENCHMARK))), 0.5, 2.5, "now")
    append(made / "people.jsonl", said)
    return made


@pytest.fixture
def hostile(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Enter a copy of the folder; windows open for a second, even without a display."""
    here = tmp_path / "here"
    shutil.copytree(made, here)
    monkeypatch.chdir(here)
    # Another process would sing too, but this one is quicker.
    monkeypatch.setattr("towersim.lab.executors.processes", this_process)

    def opened(match: Match | None = None, on_top: Any = None, bots: Any = NONE) -> None:
        with window(tmp_path, match=match) as pilot:
            pilot.app.context.bots = bots
            if on_top is not None:
                pilot.app.show(on_top(pilot.app.context))
            pilot.frames(60)

    monkeypatch.setattr("towersim.ui.app.run", opened)
    monkeypatch.setattr("towersim.ui.display.display_available", lambda: True)
    find.cache_clear()
    find_generator.cache_clear()
    yield here / "results"
    find.cache_clear()
    find_generator.cache_clear()


@pytest.mark.slow
@pytest.mark.usefixtures("hostile")
@pytest.mark.parametrize("command", READ)
def test_no_command_that_reads_imports_what_a_file_names(command: str) -> None:
    for arguments in READ[command]:
        run([*command.split(), *arguments.split()])
        assert not Path("sang").exists(), arguments


@pytest.mark.slow
@pytest.mark.usefixtures("hostile")
def test_an_export_says_which_code_it_does_not_run(capsys: Printed) -> None:
    said = complaint(capsys, "lab", "export", *READ["lab export"][0].split())
    assert "add --generator canary.py:towers" in said


@pytest.mark.slow  # a sweep in processes
def test_code_named_on_the_command_line_runs(hostile: Path) -> None:
    assert run(["lab", "report", "results"]) == 0
    assert not list(hostile.glob("wrong-*.png"))
    assert run(["lab", "report", "results", "--generator", "canary.py:tower"]) == 2
    assert run(["lab", "report", "results", "--generator", "canary.py:towers"]) == 0
    assert Path("sang").exists()
    assert list(hostile.glob("wrong-*.png"))


@pytest.mark.slow
@pytest.mark.usefixtures("hostile")
def test_a_bot_named_on_the_command_line_runs() -> None:
    assert run(["resume", "game.tower", "--headless", "--bot", "canary.py:Evil"]) == 0
    assert Path("sang").exists()


@pytest.mark.slow
@pytest.mark.usefixtures("hostile")
def test_a_run_imports_what_its_sweep_names(tmp_path: Path) -> None:
    plan(Path("results") / SWEEP, tmp_path / "out", Here())
    assert Path("sang").exists()
