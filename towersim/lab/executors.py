"""Where trials are run: processes of this machine, or the workers of a Dask cluster.

Both are executors of `concurrent.futures`; whoever gives them work cannot tell them apart.
"""

import os
import signal
import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, connection, get_context, parent_process

from towersim.errors import OptionFault
from towersim.lab.extras import needing

CONNECT = 10.0
"""How long to try to reach a scheduler, in seconds."""
SINGLE = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""One thread for each worker: more would only wait for each other."""


@contextmanager
def processes(workers: int) -> Iterator[Executor]:
    """Give so many processes of this machine; what has not begun when it is left is not done."""
    others = set(active_children())
    # A fresh interpreter for each worker: a fork would take the threads of a progress bar along.
    pool = ProcessPoolExecutor(workers, get_context("spawn"), initializer=_begin)
    with _environment(SINGLE):
        try:
            yield pool
        except BaseException:
            # Nobody waits any more for what they are at.
            for worker in set(active_children()) - others:
                worker.terminate()
            raise
        finally:
            pool.shutdown(cancel_futures=True)


@contextmanager
def _environment(changes: Mapping[str, str]) -> Iterator[None]:
    """Change the environment for a while."""
    before = dict(os.environ)
    os.environ.update(changes)
    try:
        yield
    finally:
        for name in changes:
            del os.environ[name]
        os.environ.update({name: before[name] for name in changes if name in before})


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """Give the workers of the Dask scheduler at an address such as ``tcp://127.0.0.1:8786``.

    They need the same towersim, and for a `file:function` the file in the folder they run in.
    OptionFault if Dask is not installed or nobody answers.
    """
    with needing("cluster"):
        from distributed import Client  # noqa: PLC0415 - an extra that need not be there

    try:
        client = Client(address, timeout=CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        why = " ".join(str(error).split())
        raise OptionFault(f"scheduler {address!r}: cannot be reached: {why}") from None
    with client, client.get_executor() as executor:
        yield executor


def _begin() -> None:
    """Leave Ctrl-C to the parent, and end when it does, even if it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
