"""The messages of a heuristic process, and the rows made when it ends."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from queue import Empty
from unittest.mock import Mock

import pytest

from tests.lab.sweeps import SMALL, evaluate_chunk, written
from towersim.common import processes
from towersim.common.errors import OptionFault, TowersimError
from towersim.lab import heuristic_process as process
from towersim.lab.evaluation import Chunk
from towersim.lab.executors import heuristic_processes
from towersim.lab.heuristic_process import (
    Asking,
    Calling,
    Finished,
    HeuristicProcess,
    Message,
    Truths,
)
from towersim.lab.heuristics import find
from towersim.lab.sweep import load_sweep
from towersim.lab.trials import Trials

NAME = "margin"


@pytest.fixture
def chunk(tmp_path: Path) -> Chunk:
    some = Trials(load_sweep(written(tmp_path, SMALL)))[:2]
    return Chunk(some, {NAME: find(NAME).version}, simulate=False)


def says(monkeypatch: pytest.MonkeyPatch, *messages: Message | None, code: int = 9) -> Mock:
    """Replace processes by one with given messages; each None is the end of a process."""
    child = Mock(has_ended=False, is_garbled=False)
    child.messages.get = Mock(side_effect=[*messages])
    child.end.return_value = code
    monkeypatch.setattr(process, "Child", lambda *_: child)
    return child


def test_a_finished_call_has_no_time_limit(monkeypatch: pytest.MonkeyPatch, chunk: Chunk) -> None:
    """What the worker itself does between two calls, such as a simulation, may take long."""
    said = Truths((None, None)), Asking(NAME, 0, 1), Calling(1), Calling(0), Empty(), Finished()
    child = says(monkeypatch, *said)  # type: ignore[arg-type] # a mock raises exceptions
    assert HeuristicProcess(call_limit=-1.0).evaluate(chunk) == []
    child.end.assert_not_called()


def test_a_process_that_ends_between_two_trials_loses_no_answer(
    monkeypatch: pytest.MonkeyPatch, chunk: Chunk
) -> None:
    rows = evaluate_chunk(chunk)
    truths = Truths((None, None))
    says(
        monkeypatch,
        *(truths, Asking(NAME, 0, 1), rows[0], None),
        *(truths, Asking(NAME, 1, 2), rows[1], Finished()),
    )
    assert HeuristicProcess().evaluate(chunk) == rows


BOTH = """
class Both:
    def predict_many(self, scenes): return [0.5 for scene in scenes]
    def propose(self, scene, piece): return [(0.0, 0.05, 0.0)]
"""


def test_a_process_that_ends_on_one_tower_affects_no_other_tower(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    written(tmp_path, BOTH, "both_here.py")
    name = f"{tmp_path / 'both_here.py'}:Both"
    some = Trials(load_sweep(written(tmp_path, SMALL)))[-2:]
    rows = evaluate_chunk(Chunk(some, {name: find(name).version}))
    truths = Truths((None, None))
    says(
        monkeypatch,
        *(truths, Asking(name, 0, 1), None),
        *(truths, Asking(name, 1, 2), rows[1], Finished()),
    )
    them = HeuristicProcess()
    ended, other = them.evaluate(Chunk(some, {name: find(name).version}))
    assert (ended.failure, other) == ("ended its process (exit code 9)", rows[1])
    them.stop()


def test_a_process_that_is_killed_before_it_asks_is_started_again_once(
    monkeypatch: pytest.MonkeyPatch, chunk: Chunk
) -> None:
    rows = evaluate_chunk(chunk)
    says(monkeypatch, None, Truths((None, None)), Asking(NAME, 0, 1), *rows, Finished())
    assert HeuristicProcess().evaluate(chunk) == rows
    says(monkeypatch, None, None)
    with pytest.raises(TowersimError, match="before it asked a heuristic"):
        HeuristicProcess().evaluate(chunk)


def test_a_call_whose_process_a_signal_ends_is_repeated_once(
    monkeypatch: pytest.MonkeyPatch, chunk: Chunk
) -> None:
    rows, truths = evaluate_chunk(chunk), Truths((None, None))
    one, two = (truths, Asking(NAME, 0, 1)), (truths, Asking(NAME, 1, 2))
    again = *one, None, *one, rows[0], None, *two, rows[1], Finished()
    says(monkeypatch, *again, code=-9)
    assert HeuristicProcess().evaluate(chunk) == rows
    says(monkeypatch, *one, None, *one, None, *two, rows[1], Finished(), code=-9)
    first, second = HeuristicProcess().evaluate(chunk)
    assert (first.failure, second) == ("ended its process (exit code -9)", rows[1])


def test_a_stop_ends_a_process_that_computes(monkeypatch: pytest.MonkeyPatch, chunk: Chunk) -> None:
    child = says(monkeypatch, Empty(), None)  # type: ignore[arg-type] # as above
    them = HeuristicProcess()
    them.stop()
    with pytest.raises(TowersimError):
        them.evaluate(chunk)
    child.end.assert_called()


LIMIT = 3
"""The limit of a call that is to be too long, in seconds; a loaded machine answers in it."""


def answers_of(folder: Path, text: str, limit: float = 30.0) -> list[str | None]:
    """Return the failures of a heuristic, `mine.py:mine`, on eight towers in a real process."""
    written(folder, text, "mine.py")
    some = Trials(load_sweep(written(folder, SMALL)))[:8]
    name = f"{folder / 'mine.py'}:mine"
    with heuristic_processes(1, limit) as workers:
        asked = {name: workers.describe(name).version}
        rows = workers.submit(Chunk(some, asked, simulate=False)).result(timeout=120)
    return [row.failure for row in rows]


def is_alive(pid: int) -> bool:
    state = Path(f"/proc/{pid}/stat")
    return state.exists() and state.read_text().rpartition(")")[2].split()[0] != "Z"


def ends_soon(pid: int) -> bool:
    """Wait up to half a minute for the end of a process that a signal has been sent to."""
    deadline = time.monotonic() + 30.0
    while is_alive(pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not is_alive(pid)


FORKS = """
import os, time
def mine(scene):
    if not os.path.exists({pid!r}):
        child = os.fork()
        if not child:
            {new_session}
            time.sleep(40)
            os._exit(0)
        open({pid!r}, "w").write(str(child))
        {then}
    print("a word to nobody")
    return 0.5
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="there is no fork")
@pytest.mark.parametrize(
    ("then", "failure"),
    [
        ("pass", None),
        ("os._exit(3)", "ended its process (exit code 3)"),
        ("time.sleep(60)", f"took longer than {LIMIT} s"),
        ("os.kill(os.getpid(), 19)", f"took longer than {LIMIT} s"),
    ],
)
def test_what_a_heuristic_forks_holds_nothing_up_and_is_killed_with_it(
    tmp_path: Path,
    then: str,
    failure: str | None,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    pid = tmp_path / "pid"
    text = FORKS.format(pid=str(pid), new_session="pass", then=then)
    limit = LIMIT if failure and "took longer" in failure else 30.0
    assert answers_of(tmp_path, text, limit) == [failure, *[None] * 7]
    printed = capfd.readouterr()
    assert (printed.out, "a word to nobody" in printed.err) == ("", True)
    assert ends_soon(int(pid.read_text()))


@pytest.mark.slow  # waits for the messages of a process that has ended
@pytest.mark.skipif(os.name == "nt", reason="there is no fork")
def test_a_forked_process_that_left_the_group_holds_nothing_up(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    text = FORKS.format(pid=str(pid), new_session="os.setsid()", then="os._exit(3)")
    try:
        failed = ["ended its process (exit code 3)", *[None] * 7]
        assert answers_of(tmp_path, text) == failed
    finally:
        os.kill(int(pid.read_text()), signal.SIGKILL)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="there is no fork")
def test_a_fork_that_answers_too_is_not_heard(tmp_path: Path) -> None:
    text = "import os\ndef mine(scene):\n    os.fork()\n    return 0.5\n"
    assert answers_of(tmp_path, text) == [None] * 8


SPOILS = """
import os
def mine(scene):
    if not os.path.exists({once!r}):
        open({once!r}, "w").close()
        for pipe in range(3, 20):
            try:
                {spoil}
            except OSError:
                pass
    return 0.5
"""


@pytest.mark.slow  # starts processes
@pytest.mark.parametrize("spoil", ["os.write(pipe, bytes(400))", "os.close(pipe)"])
def test_a_heuristic_that_spoils_the_pipes_costs_its_own_answer_at_most(
    tmp_path: Path, spoil: str, capfd: pytest.CaptureFixture[str]
) -> None:
    text = SPOILS.format(once=str(tmp_path / "once"), spoil=spoil)
    first, *rest = answers_of(tmp_path, text)
    if "write" in spoil:
        assert first == "wrote to the pipe of its process"
    else:  # the process ends by itself or, where it is killed first, the call is repeated
        assert first in {None, "ended its process (exit code 0)"}
    assert rest == [None] * 7
    assert capfd.readouterr().err == ""


RANKED = """import towersim
towersim.leaderboard("stability-3", [f"{__file__}:mine"])
"""


@pytest.mark.slow  # waits for its limit
def test_a_heuristic_that_loops_when_it_is_imported_is_refused_after_the_limit(
    tmp_path: Path,
) -> None:
    for text, limit, why in (
        ("while True: pass", 1.0, "it took longer than 3 s"),
        ("import os; os._exit(4)", 30.0, "it ended its process (exit code 4)"),
        (RANKED, 30.0, 'belong under if __name__ == "__main__": (mine.py, line 2)'),
    ):
        with pytest.raises(OptionFault, match=r"mine.py:mine': cannot be loaded: ") as fault:
            answers_of(tmp_path, text, limit)
        assert str(fault.value).endswith(why)
    slow = "import time; time.sleep(1.5)\ndef mine(scene): return 1.0"
    assert answers_of(tmp_path, slow, 1.0) == [None] * 8


@pytest.mark.slow
def test_a_process_whose_parent_was_killed_ends_without_a_word(chunk: Chunk) -> None:
    ended = [sys.executable, "-m", process.__name__]
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen(ended, **pipes, start_new_session=True) as child:  # type: ignore[call-overload] # three equal pipes
        child.stdout.close()
        processes._send(child.stdin, chunk)
        assert child.stderr.read() == b""
        assert child.wait() == 0
