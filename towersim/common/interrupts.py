"""Hold Ctrl-C back while it would do harm: during imports, and while worker processes start.

While worker processes run, SIGTERM and SIGHUP are obeyed as Ctrl-C is.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def ctrl_c_waits() -> Iterator[None]:
    """Hold Ctrl-C back within the context; compiled modules may swallow one that they import in."""
    came, before = list[int](), signal.getsignal(signal.SIGINT)
    if before is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if came:
            signal.raise_signal(came[0])


@contextmanager
def terminated_as_by_ctrl_c() -> Iterator[None]:
    """Let SIGTERM and SIGHUP do within the context what Ctrl-C does: worker processes end first."""

    def end(number: int, frame: FrameType | None) -> None:
        interrupt = signal.getsignal(signal.SIGINT)  # ignored in the background of a script
        (interrupt if callable(interrupt) else signal.default_int_handler)(number, frame)

    numbers = (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM))
    before = {number: signal.getsignal(number) for number in numbers}
    if None in before.values() or threading.current_thread() is not threading.main_thread():
        yield
        return
    for number in numbers:
        if before[number] is not signal.SIG_IGN:  # as by `nohup`
            signal.signal(number, end)
    try:
        yield
    finally:
        for number in numbers:
            signal.signal(number, before[number])


@contextmanager
def starting_workers() -> Iterator[None]:
    """Hold Ctrl-C back; processes that are started in the context never get it.

    Their parent handles it and ends them.
    """
    from multiprocessing import resource_tracker  # noqa: PLC0415 - the program starts sooner

    with ctrl_c_waits():
        if not hasattr(signal, "pthread_sigmask"):
            yield
            return
        resource_tracker.ensure_running()  # its start would end the blocking
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
