"""Background computations: one at a time; a process that dies loses only its own job."""

import math
import os
import time
from functools import partial
from multiprocessing import Pipe
from threading import Thread
from typing import ClassVar

import numpy as np
import pytest

from towersim import Scene, analyse
from towersim.common.errors import SceneFault
from towersim.ui import background
from towersim.ui.background import BackgroundWorker, serve


class NoProcess:
    """A fake process that dies as soon as it has started."""

    made: ClassVar[list[object]] = []

    def __init__(self, **_: object) -> None:
        self.made.append(self)

    def start(self) -> None:
        """Do nothing."""


class Context:
    """A fake `multiprocessing`."""

    Pipe = staticmethod(Pipe)
    Process = NoProcess


def test_it_answers_in_order_until_the_other_side_closes() -> None:
    ours, theirs = Pipe()
    process = Thread(target=serve, args=(theirs,))
    process.start()
    ours.send((1, "a", partial(math.sqrt, 9.0)))
    assert ours.recv() == (1, "a", 3.0)
    ours.close()
    process.join(10)
    assert not process.is_alive()


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="the system knows no niceness")
def test_its_process_has_a_lower_priority_than_the_window() -> None:
    helper, until = BackgroundWorker(), time.monotonic() + 60
    helper.ask(1, "its own", partial(os.getpriority, os.PRIO_PROCESS, 0))
    while (result := helper.result(1)) is None:
        assert time.monotonic() < until
        time.sleep(0.01)
    ours = os.getpriority(os.PRIO_PROCESS, 0)
    assert result == ("its own", min(ours + background.PATIENT, 19))


def test_a_scene_that_statics_refuses_has_no_result() -> None:
    foam, steel = [0.0, 5e-5, 0.0, 1e-4, 1e-4, 1.0, 0.5], [1.0, 0.5, 0.0, 1.0, 1.0, 2e4, 0.5]
    heavy = Scene.boxes(np.array([foam, steel]))
    with pytest.raises(SceneFault, match="all blocks weigh"):
        analyse(heavy)
    assert background._worked_out(partial(analyse, heavy)) is None


def test_a_job_that_ends_the_process_has_no_result_and_those_of_others_do() -> None:
    helper, until = BackgroundWorker(), time.monotonic() + 60
    helper.ask(1, "deadly", partial(os._exit, 1))
    while (result := helper.result(2)) is None:
        assert time.monotonic() < until
        time.sleep(0.01)
        helper.ask(1, "deadly", partial(os._exit, 1))
        helper.ask(2, "root", partial(math.sqrt, 9.0))
    assert result == ("root", 3.0)
    assert helper.result(1) is None


def test_a_dead_process_causes_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "get_context", lambda _: Context())
    helper = BackgroundWorker()
    for key in ("a", "b"):
        helper.ask(1, key, partial(math.sqrt, 9.0))
        assert helper.result(1) is None
