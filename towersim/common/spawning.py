"""Start worker processes that Ctrl-C does not reach: their parent handles it and ends them."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker


@contextmanager
def starting_workers() -> Iterator[None]:
    """Hold Ctrl-C back within the context; processes that are started there never get it."""
    came, before, mask = list[int](), signal.getsignal(signal.SIGINT), None
    holds = before is not None and threading.current_thread() is threading.main_thread()
    if holds:
        # Another thread may take the signal, so a mask alone does not hold it back from this one.
        signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    if hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()  # its start would end the blocking
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        if mask is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if holds:
            signal.signal(signal.SIGINT, before)
        if came:
            signal.raise_signal(signal.SIGINT)
