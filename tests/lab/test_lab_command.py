"""`towersim lab`: its output and files; faults are one line with exit code 2."""

import io
import json
import os
import re
import subprocess
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest
from rich.console import Console

from tests.commands import Printed, complaint, json_of, output, python
from tests.lab.sweeps import SMALL, Here, written
from towersim.cli.commands import run
from towersim.lab.executors import heuristic_processes
from towersim.lab.heuristics import find
from towersim.lab.optional_dependencies import EXTRAS
from towersim.lab.run import plan, run as running
from towersim.lab.store import read

ROOT = Path(__file__).parents[2]
TINY = SMALL.partition("[[place]]")[0].replace(', "greedy-overlap"', "").replace("0.0, 0.002", "0")


@pytest.fixture(autouse=True)
def folder(cwd: Path) -> Path:
    written(cwd, TINY)
    return cwd


def program_of(text: str, seconds: float) -> "subprocess.CompletedProcess[str]":
    """Run a program in the current folder, in a separate interpreter."""
    Path("program.py").write_text(text)
    return python("program.py", env={"PYTHONPATH": str(ROOT)}, timeout=seconds)


def lab(*arguments: str | Path) -> int:
    return run(["lab", *map(str, arguments)])


@pytest.mark.slow  # starts processes
def test_run_writes_results_and_prints_the_next_command(
    folder: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("towersim.cli.lab.heuristic_processes", heuristic_processes)
    assert lab("run", "my.toml", "--workers", "1") == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    first, where, report = printed.out.splitlines()
    assert first.startswith("small: 16 answers in 8 trials, ")
    out = Path("results") / "small"
    assert where == f"results: {out}"
    assert report == f"report:  towersim lab report {out}"
    assert len(read(folder / out).rows) == 16
    assert lab("run", "my.toml", "--workers", "1") == 0
    assert capsys.readouterr().out.startswith("small: nothing left to do")


def test_json_is_one_object(capsys: Printed) -> None:
    ran = json_of(capsys, "lab", "run", "my.toml", "--workers", "1", "--out", "there", "--json")
    assert ran.pop("seconds") > 0
    assert ran == {"sweep": "small", "folder": "there", "trials": 8, "answers": 16, "failures": {}}


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("run my.toml --heuristic tallest", "heuristic 'tallest': not known"),
        ("run my.toml --heuristic look-ahead", "has no answer to what small asks"),
        ("run my.toml --workers 0", "greater than or equal to 1"),
        ("run my.toml --workers 2 --scheduler x", "the scheduler has workers of its own"),
        ("run my.toml --out my.toml", "my.toml: "),
    ],
)
def test_a_fault_gives_one_line_and_exit_code_2(capsys: Printed, command: str, why: str) -> None:
    assert why in complaint(capsys, "lab", *command.split())


def test_every_failing_heuristic_is_reported_and_other_answers_are_kept(
    folder: Path, capsys: Printed
) -> None:
    text = "def odd(scene):\n    return 2.0\ndef broken(scene):\n    return 1 / 0\n"
    (folder / "fails_here.py").write_text(text)
    odd = ["--heuristic", "fails_here:odd", "--heuristic", "fails_here:broken"]
    who = [*odd, "--heuristic", "margin"]
    assert lab("run", "my.toml", *who, "--workers", "1", "--out", "a", "--json") == 2
    printed = capsys.readouterr()
    assert json.loads(printed.out)["failures"] == {"fails_here:odd": 8, "fails_here:broken": 8}
    assert re.fullmatch(
        r"towersim: heuristic 'fails_here:odd': trial [0-9a-f]{16}: "
        r"2.0 is not a probability, 0 … 1 \(8 failed\); "
        r"heuristic 'fails_here:broken': trial [0-9a-f]{16}: "
        r"ZeroDivisionError: division by zero \(fails_here\.py, line 4\) "
        r"\(8 failed\); all other answers are kept\n",
        printed.err,
    )
    rows = read(folder / "a").predictions
    assert sum(row.probability is not None for row in rows) == 8
    # A run that continues another one counts the failures of both.
    min((folder / "a" / "predictions").glob("part-*")).unlink()
    assert lab("run", "my.toml", *who, "--workers", "1", "--out", "a", "--json") == 2
    ran = json.loads(capsys.readouterr().out)
    assert ran["trials"] < 8
    assert ran["failures"] == {"fails_here:odd": 8, "fails_here:broken": 8}


@pytest.mark.slow  # two sweeps
def test_two_versions_of_one_heuristic_can_be_compared(folder: Path, capsys: Printed) -> None:
    mine, where = folder / "mine.py", folder / "small"
    versions = []
    for answer in ("0.9", "0.1"):
        mine.write_text(f"def same(scene):\n    return {answer}\n")
        find.cache_clear()
        versions.append(find(f"{mine}:same").version)
        done = plan(folder / "my.toml", where, Here(), [f"{mine}:same"])
        assert list(running(done, Here()))
    old = f"{mine}:same@{versions[0]}"
    assert lab("compare", old, f"{mine}:same", "--on", where, "--json") == 0
    (pair,) = json.loads(capsys.readouterr().out)["pairs"]
    assert (pair["first"], pair["trials"]) == (old, 8)
    assert pair["difference"] == pair["accuracy"][0] - pair["accuracy"][1]
    refused = complaint(capsys, "lab", "compare", old, "height", "--on", where, "--workers", "3")
    assert refused == "towersim: --workers: it means nothing with a folder of results\n"


@pytest.mark.slow  # starts a process
def test_a_missing_package_is_reported_with_its_installation() -> None:
    commands = ["report .", "leaderboard", "run quick"]
    program = (
        "import sys; sys.modules['matplotlib'] = sys.modules['sklearn'] = None\n"
        "sys.modules['pyarrow'] = None\n"
        "from towersim.cli.commands import run\n"
        f"print([run(f'lab {{command}}'.split()) for command in {commands}])\n"
        # The others are not imported first, which would take a second.
        "print('scipy.stats' in sys.modules, 'PIL' in sys.modules)"
    )
    ended = program_of(program, 40)
    assert ended.stdout == f"{[2] * len(commands)}\nFalse False\n"
    said = ended.stderr.splitlines()
    assert len(said) == len(commands)
    assert all("is not installed: pip install 'towersim[lab]'" in line for line in said)


def test_the_extras_named_in_messages_exist() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert {"lab", "cluster", "dev"} <= set(extras["optional-dependencies"])
    names = {"sklearn": "scikit-learn", "PIL": "pillow"}
    assert sorted(it.partition(">")[0] for it in extras["optional-dependencies"]["lab"]) == sorted(
        names.get(library, library) for library in EXTRAS["lab"]
    )
    assert all(map(find_spec, ("sklearn", "matplotlib", "distributed")))


CTRL_C = "killpg(os.getpgid(0), signal.SIGINT)"
"""What a terminal does."""


def stopped(command: str, begun: str, send: str) -> "subprocess.CompletedProcess[str]":
    """Run a command in this folder; once `begun` is true, send it a signal."""
    program = (
        "import os, pathlib, signal, sys, threading, time\n"
        "from multiprocessing import active_children\n"
        "from towersim.cli.commands import run\n"
        "def stop():\n"
        f"    while not ({begun}): time.sleep(0.01)\n"
        f"    os.{send}\n"
        "if __name__ == '__main__':\n"
        "    os.setsid()\n"
        "    signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "    threading.Thread(target=stop, daemon=True).start()\n"
        f"    sys.exit(run({command.split()}))\n"
    )
    return program_of(program, 50)


SAVED = "what is finished is saved, and the same command goes on"


def test_an_interrupted_run_exits_with_130_and_one_line(
    folder: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stops(*_: object) -> None:
        raise KeyboardInterrupt

    (folder / "stops.py").write_text("def stops(scene):\n    raise KeyboardInterrupt\n")
    monkeypatch.setattr("towersim.lab.export.export", stops)
    for command in ("run my.toml --workers 1 --heuristic stops:stops", "export quick --out new"):
        assert lab(*command.split()) == 130
        assert capsys.readouterr().err == f"towersim: stopped; {SAVED}\n"


@pytest.mark.skipif(os.name == "nt", reason="there is no signal to send")
@pytest.mark.parametrize(
    ("command", "kept", "send"),
    [
        ("tournament bausack --bots builder,uniform --games 9999", f"; {SAVED}", CTRL_C),
        ("hands --towers 99999", "", CTRL_C),
        ("lab export stability --to new", f"; {SAVED}", "kill(os.getpid(), signal.SIGTERM)"),
        ("hands --towers 99999", "", "kill(os.getpid(), signal.SIGHUP)"),
    ],
)
@pytest.mark.parametrize("seconds", [0, 0.1, 0.5, 3])  # the processes begin in the first of them
@pytest.mark.slow  # waits until two processes have begun; as in the sweep above
def test_an_interrupted_measurement_says_in_one_line_what_is_kept(
    command: str, kept: str, send: str, seconds: float
) -> None:
    ended = stopped(command, f"len(active_children()) == 2 and not time.sleep({seconds})", send)
    assert ended.returncode == 130
    assert ended.stderr == f"towersim: stopped{kept}\n"


def test_a_terminal_shows_progress_and_remaining_time(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = io.StringIO()
    monkeypatch.setattr(
        "towersim.cli.terminal.err", Console(file=shown, force_terminal=True, width=80)
    )
    assert lab("run", "my.toml", "--workers", "1") == 0
    assert re.search(r"small .*8/8.*0:00:\d\d", shown.getvalue())


def test_without_a_subcommand_the_subcommands_are_listed(capsys: Printed) -> None:
    lines = output(capsys, "lab").splitlines()
    assert any("│ leaderboard " in line for line in lines)
