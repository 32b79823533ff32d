"""A background process for computations that would delay frames."""

import os
import signal
from collections.abc import Callable, Hashable
from functools import cache
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Final

from towersim.common.errors import SceneFault
from towersim.common.interrupts import starting_workers

Work = Callable[[], Any]
"""A picklable function without parameters, such as a `functools.partial` of a module's function."""

PATIENT: Final = 10
"""Increment of the worker process's nice value, where the system has one."""


class BackgroundWorker:
    """A worker process that runs one job at a time, and the last result of each client.

    If a job ends the process, it gets no result, and another process runs the next ones.
    """

    def __init__(self) -> None:
        self._results: dict[int, tuple[Hashable, Any]] = {}
        self._deadly: set[tuple[int, Hashable]] = set()
        """The jobs that ended a process."""
        self._start()

    def _start(self) -> None:
        context = get_context("spawn")
        self._connection, theirs = context.Pipe()
        with starting_workers():
            context.Process(target=_begin, args=(theirs,), daemon=True).start()
        theirs.close()
        self._job: tuple[int, Hashable] | None = None
        """The client and the key of the job that is running."""

    def ask(self, client: int, key: Hashable, work: Work) -> None:
        """Submit a job; while the process is busy it is ignored, so ask again later."""
        self._take()
        if self._job is not None or (client, key) in self._deadly:
            return
        try:
            self._connection.send((client, key, work))
            self._job = client, key
        except OSError:  # the process ended without a job
            self._start()

    def result(self, client: int) -> tuple[Hashable, Any] | None:
        """Return the key and the result of a client's last finished job."""
        self._take()
        return self._results.get(client)

    def _take(self) -> None:
        if (job := self._job) is None:
            return
        try:
            if self._connection.poll():
                client, key, result = self._connection.recv()
                self._results[client], self._job = (key, result), None
        except (EOFError, OSError):
            self._deadly.add(job)
            self._start()


_CLIENTS = count(1)


def new_client() -> int:
    """Return a new client number."""
    return next(_CLIENTS)


@cache
def worker() -> BackgroundWorker:
    """Return the process shared by the whole window; the first call starts it."""
    return BackgroundWorker()


@cache
def slow_worker() -> BackgroundWorker:
    """Return another shared process, for jobs that take seconds."""
    return BackgroundWorker()


def _begin(connection: Connection) -> None:
    """Serve in the worker process, without Ctrl-C (the window handles it) and at lower priority."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(PATIENT)
    serve(connection)


def serve(connection: Connection) -> None:
    """Run jobs until the connection is closed."""
    try:
        while True:
            client, key, work = connection.recv()
            connection.send((client, key, _worked_out(work)))
    except (EOFError, OSError):
        return


def _worked_out(work: Work) -> Any:  # noqa: ANN401 - any result of a job
    try:
        return work()
    except SceneFault:
        # Statics refuses blocks that carry far too much.
        return None
