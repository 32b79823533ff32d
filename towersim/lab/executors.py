"""Executors of work: processes of this machine, or the workers of a Dask cluster.

`processes` runs functions of this package. `heuristic_processes` and `cluster` evaluate chunks of
trials; each worker uses a separate process that it can terminate.
"""

import logging
import os
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent import futures
from contextlib import closing, contextmanager
from itertools import islice
from multiprocessing import active_children, get_context
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

from towersim.common.errors import OptionFault, TowersimError
from towersim.common.interrupts import starting_workers, terminated_as_by_ctrl_c
from towersim.common.processes import divert_output, end_with_parent
from towersim.lab.evaluation import Chunk
from towersim.lab.heuristic_process import CALL_LIMIT, THREADS, HeuristicProcess
from towersim.lab.heuristics import INCLUDED, find
from towersim.lab.heuristics.base import HeuristicInfo
from towersim.lab.optional_dependencies import requires
from towersim.lab.rows import ResultRow

T = TypeVar("T")
C = TypeVar("C")
CONNECT = 10.0
"""Timeout for the connection to a scheduler, in seconds."""

ENDED = "has ended, as if it was killed or lacked memory"


class Workers(NamedTuple):
    """An executor of chunks."""

    slots: int
    """Number of chunks that are evaluated at a time."""
    submit: Callable[[Chunk], futures.Future[list[ResultRow]]]
    """Return the rows of a chunk, once they are there."""
    described: Callable[[str, str], HeuristicInfo]
    """Return the card of a "heuristic" or "generator" with a name, loaded by a worker."""

    def describe(self, name: str, kind: str = "heuristic") -> HeuristicInfo:
        """Return the card of a heuristic or a generator; raises OptionFault if it cannot load."""
        if kind == "heuristic" and name in INCLUDED:
            return find(name).card
        return self.described(kind, name)


def _describe_here(kind: str, name: str, call_limit: float) -> HeuristicInfo:
    with closing(HeuristicProcess(call_limit)) as process:
        return process.describe(kind, name)


def _evaluate_here(chunk: Chunk, call_limit: float) -> list[ResultRow]:
    """Evaluate a chunk in a process that is kept for later chunks with the same heuristics."""
    wanted = call_limit, chunk.versions
    kept, process = getattr(_KEPT, "last", (None, None))
    if process is None or kept != wanted:
        if process is not None:
            process.close()
        process = HeuristicProcess(call_limit)
        _KEPT.last = wanted, process
    return process.evaluate(chunk)


_KEPT = threading.local()
"""The process of each thread of a Dask worker, kept because its start takes a second.

A worker outlives a run; the next run may have another time limit or version of a heuristic.
"""


class _Pool(futures.ProcessPoolExecutor):
    """A pool that starts its processes as tasks are submitted."""

    def submit(self, *task: Any, **named: Any) -> futures.Future[Any]:  # noqa: ANN401 - as the library's
        """Submit a task; Ctrl-C waits until its process is started."""
        with starting_workers():
            return super().submit(*task, **named)


@contextmanager
def processes(workers: int | None = None) -> Iterator[futures.Executor]:
    """Yield a pool of processes (default: one a processor); what waits at the exit is cancelled."""
    others = set(active_children())
    # Each worker is a new interpreter: a fork would inherit the threads of a progress bar.
    pool = _Pool(workers, get_context("spawn"), initializer=_begin)
    with _environment(THREADS), terminated_as_by_ctrl_c():
        try:
            yield pool
        except BaseException as error:
            # The results of running tasks are no longer needed. The pool forgets the others first:
            # a worker that ends would have it report to tasks that are already cancelled.
            pool.shutdown(wait=False, cancel_futures=True)
            _STOPPED.append(pool)
            for worker in set(active_children()) - others:
                worker.terminate()
            if isinstance(error, futures.BrokenExecutor):
                raise TowersimError(f"a worker process {ENDED}") from None
            raise
        finally:
            pool.shutdown(cancel_futures=True)


_STOPPED: list[futures.Executor] = []
"""Pools that were interrupted; the thread of a pool that is gone forgets no tasks."""


@contextmanager
def _environment(changes: Mapping[str, str]) -> Iterator[None]:
    before = dict(os.environ)
    os.environ.update(changes)
    try:
        yield
    finally:
        for name in changes:
            del os.environ[name]
        os.environ.update({name: before[name] for name in changes if name in before})


@contextmanager
def heuristic_processes(
    slots: int | None = None, call_limit: float = CALL_LIMIT
) -> Iterator[Workers]:
    """Yield processes of this machine that evaluate chunks, by default one for each processor.

    Each is supervised by a thread. At the end they are terminated; unfinished chunks get no rows.
    """
    count, idle = slots or os.cpu_count() or 1, SimpleQueue[HeuristicProcess]()
    every = [HeuristicProcess(call_limit) for _ in range(count)]
    threads = futures.ThreadPoolExecutor(count)
    for each in every:
        idle.put(each)

    def borrowed(use: Callable[[HeuristicProcess], T]) -> T:
        process = idle.get()
        try:
            return use(process)
        finally:
            idle.put(process)

    try:
        yield Workers(
            count,
            lambda chunk: threads.submit(borrowed, lambda process: process.evaluate(chunk)),
            lambda kind, name: borrowed(lambda process: process.describe(kind, name)),
        )
    finally:
        for each in every:
            each.stop()
        threads.shutdown(cancel_futures=True)
        for each in every:
            each.close()


@contextmanager
def cluster(address: str, call_limit: float = CALL_LIMIT) -> Iterator[Workers]:
    """Yield the workers of a Dask scheduler, as `dask`, to evaluate chunks."""
    with dask(address) as (executor, slots):
        yield Workers(
            slots,
            lambda chunk: executor.submit(_evaluate_here, chunk, call_limit),
            lambda kind, name: executor.submit(_describe_here, kind, name, call_limit).result(),
        )


@contextmanager
def local_cluster(workers: int) -> Iterator[Workers]:
    """Yield the workers of a new Dask cluster on this machine, one thread each, without its log."""
    from distributed import LocalCluster  # noqa: PLC0415 - an optional extra

    local = LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        dashboard_address=None,
        silence_logs=logging.CRITICAL,
    )
    with local, cluster(local.scheduler_address) as workers_:
        yield workers_


@contextmanager
def dask(address: str) -> Iterator[tuple[futures.Executor, int]]:
    """Yield an executor by the Dask scheduler at an address, and its number of threads.

    An address is such as ``tcp://127.0.0.1:8786``. The workers need the same towersim, and for a
    `file:name` the file in the folder they run in. Raises OptionFault if Dask is not installed or
    the scheduler does not answer.
    """
    with requires("cluster"):
        from distributed import Client, KilledWorker  # noqa: PLC0415 - an optional extra
        from distributed.comm import get_address_host_port  # noqa: PLC0415 - the same

    try:
        # A client without a valid address would raise again when it is deleted.
        get_address_host_port(address)
        client = Client(address, timeout=CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        reason = " ".join(str(error).split())
        raise OptionFault(f"scheduler {address!r}: cannot be reached: {reason}") from None
    with client, client.get_executor() as executor:
        try:
            yield executor, max(1, sum(client.nthreads().values()))
        except KilledWorker:
            raise TowersimError(f"a worker process {ENDED}") from None


def in_any_order(
    submit: Callable[[C], futures.Future[T]], chunks: Iterator[C], most: int
) -> Iterator[tuple[C, T]]:
    """Yield each chunk with its result when it is there, before any failure is raised.

    At most `most` wait at a time.
    """
    pending: dict[futures.Future[T], C] = {}
    try:
        while True:
            for chunk in islice(chunks, most - len(pending)):
                pending[submit(chunk)] = chunk
            if not pending:
                return
            finished, _ = futures.wait(pending, return_when=futures.FIRST_COMPLETED)
            for future in sorted(finished, key=lambda each: each.exception() is not None):
                yield pending.pop(future), future.result()
    finally:
        for future in pending:
            future.cancel()


def _begin() -> None:
    """Ignore Ctrl-C, which the parent handles, and exit with the parent, even if it is killed.

    What third-party code prints, also later in a thread of its own, goes to standard error.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    divert_output()
    end_with_parent()
