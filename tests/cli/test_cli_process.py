"""The command line as a process: streams, exit codes and Ctrl-C."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.commands import Printed, python
from towersim import __version__
from towersim.cli.commands import run
from towersim.files.level import levels_dir
from towersim.match.match import Match
from towersim.match.record import read

INTERRUPTIBLE = """
import runpy, signal
# A test run in the background may have made all its child processes ignore Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)
runpy.run_module("towersim", run_name="__main__")
"""


INTERRUPTED_AT_ONCE = """
import sys
class CtrlC:
    def find_spec(self, name, path=None, target=None):
        if name == "typer":
            raise KeyboardInterrupt
sys.meta_path.insert(0, CtrlC())
from towersim.__main__ import main
main()
"""

INTERRUPTED_IN_A_CALLBACK = """
import signal, time
signal.signal(signal.SIGINT, signal.default_int_handler)
class Freed:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)
def run():
    Freed()
    for _ in range(1000):
        time.sleep(0.01)
    return 0
import towersim.cli.commands
towersim.cli.commands.run = run
from towersim.__main__ import main
main()
"""


def program(*arguments: str | Path, **options: Any) -> "subprocess.CompletedProcess[bytes]":
    """Run the program in a process of its own."""
    command = [sys.executable, "-m", "towersim", *arguments]
    return subprocess.run(command, check=False, **options)


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [(), ("--json",)])
def test_output_is_utf_8_regardless_of_the_code_page(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    scene = tmp_path / "✓.toml"
    block = 'id = "✓"\nshape = { circle = 0.01 }\nat = [0.0, 0.3, 0.0]'
    scene.write_text(f"format = 1\n[[blocks]]\n{block}\n", encoding="utf-8")
    page = os.environ | {"PYTHONIOENCODING": "cp1252"}
    done = program("stand", scene, *arguments, capture_output=True, env=page)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "✓" in done.stdout.decode()


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk is always full there")
def test_an_output_that_cannot_be_written_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)  # else nothing is left to write at exit
    with Path("/dev/full").open("wb") as full:
        done = program("--version", stdout=full, stderr=subprocess.PIPE)
        silent = program("stand", "none", stderr=full)
    assert done.returncode == 2
    assert done.stderr == b"towersim: the output: No space left on device\n"
    assert silent.returncode == 2


@pytest.mark.slow  # a process
@pytest.mark.skipif(sys.platform == "win32", reason="there is no such shell there")
@pytest.mark.parametrize(
    ("closed", "told"),
    # Without JSON it also draws the table.
    [(">&-", ["--json"]), (">&-", []), ("<&- >&-", []), ("<&- >&- 2>&-", [])],
)
def test_a_game_runs_with_closed_standard_streams(closed: str, told: list[str], path: Path) -> None:
    seats = ("--seats", "uniform,uniform", "--seed", "2")  # a short game
    command = [sys.executable, "-m", "towersim", "play", "palace", "--headless", *told, *seats]
    done = subprocess.run(
        ["/bin/sh", "-c", f'"$@" {closed}', "sh", *command, "--record", str(path)],
        check=False,
        capture_output=True,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert read(path).steps[-1].over is not None


@pytest.mark.slow
@pytest.mark.parametrize("long", [True, False])
def test_a_pipe_closed_by_its_reader_causes_no_error_message(
    long: object, record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    arguments = ("replay", record) if long else ("--version",)
    read_end, pipe = os.pipe()
    os.close(read_end)
    with os.fdopen(pipe, "wb") as output:
        done = program(*arguments, stdout=output, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.slow  # a process
@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C cannot be sent to one process there")
def test_an_interrupted_game_says_so_in_one_line(path: Path) -> None:
    long = ["play", "fawlty-towers", "--json", "--seats", ",".join(["careful:steady"] * 8)]
    process = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE, *long, "--record", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )
    while not path.exists() or path.stat().st_size < 20_000:
        assert process.poll() is None
        time.sleep(0.005)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert (process.returncode, out) == (130, b"")
    assert err.startswith(b"towersim: stopped")
    assert err.count(b"\n") == 1
    match = Match.resume(read(path))
    assert match.steps > 25
    match.close()


@pytest.mark.parametrize(
    "program",
    [
        INTERRUPTED_AT_ONCE,
        INTERRUPTED_AT_ONCE.replace("raise ", "raise RuntimeError from "),
        INTERRUPTED_IN_A_CALLBACK,
    ],
    ids=["import", "import, as another error", "callback"],
)
def test_ctrl_c_prints_one_line(program: str) -> None:
    """During an import, or in a callback that swallows it."""
    done = python("-c", program)
    assert (done.returncode, done.stderr) == (130, "towersim: stopped\n")


def test_the_version_is_printed_without_importing_the_commands() -> None:
    done = python("-c", INTERRUPTED_AT_ONCE, "--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{__version__}\n", "")


def test_json_of_statics_is_alone_on_standard_output(capfd: Printed) -> None:
    assert (
        run(["analyse", str(levels_dir() / "scenes" / "column.toml"), "--certify", "--json"]) == 0
    )
    assert capfd.readouterr().out.count("\n") == 1
