"""What is worked out beside the frames: in a process of its own, so it takes no time from them."""

import os
import signal
from collections.abc import Callable, Hashable
from functools import cache
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Final

Work = Callable[[], Any]
"""A function without parameters that can be pickled, as `functools.partial` of one in a module."""

PATIENT: Final = 10
"""How much nicer than the window its helper is to other processes, where the system knows that."""


class Helper:
    """A process that works out one thing after another, and what it found for each client."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self._connection, theirs = context.Pipe()
        context.Process(target=_begin, args=(theirs,), daemon=True).start()
        theirs.close()
        self._is_busy = False
        self._found: dict[int, tuple[Hashable, Any]] = {}

    def ask(self, client: int, key: Hashable, work: Work) -> None:
        """Have something worked out, unless the process is at work: then ask again later."""
        self._take()
        if self._is_busy:
            return
        try:
            self._connection.send((client, key, work))
        except OSError:
            # It has gone; nothing is found any more, and the game goes on.
            return
        self._is_busy = True

    def found(self, client: int) -> tuple[Hashable, Any] | None:
        """Return the key and the result that were found last for a client."""
        self._take()
        return self._found.get(client)

    def _take(self) -> None:
        try:
            while self._is_busy and self._connection.poll():
                client, key, result = self._connection.recv()
                self._found[client], self._is_busy = (key, result), False
        except (EOFError, OSError):
            # The process has gone: it stays busy for ever.
            return


_CLIENTS = count(1)


def new_client() -> int:
    """Return a number by which the process knows who asked."""
    return next(_CLIENTS)


@cache
def helper() -> Helper:
    """Return the process that all of the window shares; it starts when it is first asked for."""
    return Helper()


def _begin(connection: Connection) -> None:
    """Serve in a process of its own: Ctrl-C is for the window, and its frames come first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(PATIENT)
    serve(connection)


def serve(connection: Connection) -> None:
    """Work out what is asked for until the other side has gone."""
    try:
        while True:
            client, key, work = connection.recv()
            connection.send((client, key, _worked_out(work)))
    except (EOFError, OSError):
        return


def _worked_out(work: Work) -> Any:  # noqa: ANN401 - as it was asked for
    try:
        return work()
    except ArithmeticError:
        # The only failure that statics is known to have: HiGHS gives up.
        return None
