"""The messages of a heuristic process, and the rows made when it ends."""

import time
from collections.abc import Iterator
from math import inf
from pathlib import Path
from unittest.mock import Mock

import pytest

from tests.lab.sweeps import SMALL, written
from towersim.lab import heuristic_process as process
from towersim.lab.chunk import Chunk, evaluate
from towersim.lab.heuristic_process import (
    Answered,
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


class Watched(HeuristicProcess):
    """A process that records all its deadlines."""

    def __init__(self, limit: float) -> None:
        self.deadlines: list[float] = []
        super().__init__(limit)

    def __setattr__(self, name: str, value: object) -> None:
        if name == "_deadline" and isinstance(value, float):
            self.deadlines.append(value)
        super().__setattr__(name, value)


@pytest.fixture
def chunk(tmp_path: Path) -> Chunk:
    some = Trials(load_sweep(written(tmp_path, SMALL)))[:2]
    return Chunk(some, {NAME: find(NAME).version}, simulate=False)


def says(monkeypatch: pytest.MonkeyPatch, *messages: Message | None) -> None:
    """Replace processes by given messages; each None is the end of a process."""
    left: Iterator[Message | None] = iter(messages)

    def received(*_: object) -> Message:
        message = next(left)
        if message is None:
            raise EOFError
        return message

    monkeypatch.setattr(process, "_received", received)
    monkeypatch.setattr(process, "_send", Mock())
    monkeypatch.setattr(process, "_started", Mock())
    monkeypatch.setattr(process, "_ended", Mock(return_value=9))


def test_a_finished_call_has_no_deadline_at_any_moment(
    monkeypatch: pytest.MonkeyPatch, chunk: Chunk
) -> None:
    said = Truths((None, None)), Asking(NAME, 0), Calling(1), Calling(0), Finished()
    says(monkeypatch, *said)
    them = Watched(60.0)
    them.evaluate(chunk)
    them.stop()
    assert all(each == inf or each > time.monotonic() for each in them.deadlines)


def test_a_process_that_ends_between_two_trials_loses_no_answer(
    monkeypatch: pytest.MonkeyPatch, chunk: Chunk
) -> None:
    rows = evaluate(chunk)
    truths = Truths((None, None))
    says(
        monkeypatch,
        *(truths, Asking(NAME, 0), Answered(rows[0]), None),
        *(truths, Asking(NAME, 1), Answered(rows[1]), Finished()),
    )
    them = HeuristicProcess()
    assert them.evaluate(chunk) == rows
    them.stop()


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
    rows = evaluate(Chunk(some, {name: find(name).version}))
    truths = Truths((None, None))
    says(
        monkeypatch,
        *(truths, Asking(name, 0), None),
        *(truths, Asking(name, 1), Answered(rows[1]), Finished()),
    )
    them = HeuristicProcess()
    ended, other = them.evaluate(Chunk(some, {name: find(name).version}))
    assert (ended.failure, other) == ("ended its process (exit code 9)", rows[1])
    them.stop()


def test_a_process_started_during_a_stop_is_killed(
    monkeypatch: pytest.MonkeyPatch, chunk: Chunk
) -> None:
    says(monkeypatch, Finished())
    them, child = HeuristicProcess(), Mock()

    def started() -> Mock:
        them.stop()
        return child

    monkeypatch.setattr(process, "_started", started)
    them.evaluate(chunk)
    child.kill.assert_called_once()
