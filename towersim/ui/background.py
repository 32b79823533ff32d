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
    """A worker process that runs one job at a time, and the last result of each client."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self._connection, theirs = context.Pipe()
        with starting_workers():
            context.Process(target=_begin, args=(theirs,), daemon=True).start()
        theirs.close()
        self._is_busy = False
        self._results: dict[int, tuple[Hashable, Any]] = {}

    def ask(self, client: int, key: Hashable, work: Work) -> None:
        """Submit a job; while the process is busy it is ignored, so ask again later."""
        self._take()
        if self._is_busy:
            return
        try:
            self._connection.send((client, key, work))
        except OSError:
            # The process has ended: no more results, but the game goes on.
            return
        self._is_busy = True

    def result(self, client: int) -> tuple[Hashable, Any] | None:
        """Return the key and the result of a client's last finished job."""
        self._take()
        return self._results.get(client)

    def _take(self) -> None:
        try:
            while self._is_busy and self._connection.poll():
                client, key, result = self._connection.recv()
                self._results[client], self._is_busy = (key, result), False
        except (EOFError, OSError):
            # The process has ended: it counts as busy from now on.
            return


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
