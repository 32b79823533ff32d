"""Run heuristics in a separate process, because they may hang, exit or print.

`HeuristicProcess` is the parent's side: it kills a process whose heuristic exceeds its time limit,
records that in the row, and continues in a new process. It plays the tasks of `placement-3` itself,
so that a policy's process gets no seed of the tremor.
"""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from math import inf
from queue import Empty
from typing import Any

import msgspec
from msgspec.structs import replace

from towersim.common.errors import OptionFault, TowersimError
from towersim.common.plugins import check_unicode
from towersim.common.processes import Child, serve
from towersim.lab import evaluation
from towersim.lab.evaluation import Chunk, PieceAnswer, PieceQuestion, failed
from towersim.lab.heuristics import find
from towersim.lab.heuristics.base import Heuristic, HeuristicInfo
from towersim.lab.rows import ResultRow
from towersim.lab.trials import TaskTrial
from towersim.lab.truth import Truth

CALL_LIMIT = 10.0
"""Time limit of one call, in seconds."""
IMPORT = 3
"""Time limit of an import in limits of a call; PyTorch's takes 11 s on a busy machine."""
THREADS = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""One thread per process: more would compete for the processors."""
_POLL = 0.05
"""Interval at which the parent looks at limits and at the end of a process, in seconds."""


class Describe(msgspec.Struct, frozen=True, tag=True):
    """The parent asks for the card of a heuristic or a generator."""

    kind: str
    name: str


class Truths(msgspec.Struct, frozen=True, tag=True):
    """The truths of a chunk."""

    truths: tuple[Truth | None, ...]


class Asking(msgspec.Struct, frozen=True, tag=True):
    """A heuristic is about to be evaluated on trials of the chunk: from one index to another."""

    heuristic: str
    begin: int
    end: int


class Calling(msgspec.Struct, frozen=True, tag=True):
    """A call with this number of scenes begins; 0: it has ended."""

    scenes: int


class Finished(msgspec.Struct, frozen=True, tag=True):
    """The request is finished or, if `fault` is given, cannot be fulfilled."""

    fault: str | None = None


Message = HeuristicInfo | Truths | Asking | Calling | ResultRow | Finished | PieceAnswer
Request = Chunk | Describe | PieceQuestion


class _Ended(Exception):
    """A process has ended, or was killed, before it finished a request."""

    def __init__(self, reason: str, *, killed: bool = False) -> None:
        super().__init__(reason)
        self.killed = killed
        """Whether a signal ended it: its heuristic, or anything else, such as a lack of memory."""


class HeuristicProcess:
    """An evaluator of chunks in a separate process, restarted when it ends."""

    def __init__(self, call_limit: float = CALL_LIMIT) -> None:
        self._limit = call_limit
        self._child: Child[Message] | None = None
        self._stopped = threading.Event()

    def describe(self, kind: str, name: str) -> HeuristicInfo:
        """Return the card of a heuristic or a generator; raises OptionFault if it cannot load."""
        check_unicode(kind, name)
        try:
            (message,) = self._answers(Describe(kind, name))
        except _Ended as ended:
            raise OptionFault(f"{kind} {name!r}: cannot be loaded: it {ended}") from None
        if not isinstance(message, HeuristicInfo):
            raise TypeError(f"{message} describes nothing")
        return message

    def evaluate(self, chunk: Chunk) -> list[ResultRow]:
        """Return all rows of a chunk; a call that fails in any way also gives a row.

        A process that ends before it asked a heuristic is started again once; so is one that a
        signal ends while it asks, since that need not be the heuristic's fault.
        """
        tasks = isinstance(chunk.trials[0], TaskTrial)
        # The process of a policy only says poses.
        return list(evaluation.task_rows(chunk, self._placed) if tasks else self._answered(chunk))

    def _answered(self, chunk: Chunk) -> Iterator[ResultRow]:
        ends = list[Asking | None]()
        while True:
            some, asking = list[ResultRow](), None
            try:
                for message in self._answers(chunk):
                    if isinstance(message, Truths):
                        chunk = replace(chunk, truths=message.truths)
                    elif isinstance(message, Asking):
                        asking = message
                    elif isinstance(message, ResultRow):
                        some.append(message)
            except _Ended as ended:
                is_new = asking not in ends
                ends.append(asking)
                if self._stopped.is_set() or (asking is None and not is_new):
                    raise TowersimError(f"a worker {ended} before it asked a heuristic") from None
                if asking is not None:
                    reason = None if ended.killed and is_new else str(ended)
                    yield from _settled(chunk, asking, some, reason)
                    end = asking.begin if reason is None else asking.end
                    chunk = _rest(chunk, asking.heuristic, end)
            else:
                yield from some
                return

    def _placed(self, question: PieceQuestion) -> PieceAnswer:
        try:
            answers = [one for one in self._answers(question) if isinstance(one, PieceAnswer)]
        except _Ended as ended:
            if self._stopped.is_set():
                raise TowersimError(f"a worker {ended}") from None
            return PieceAnswer(None, str(ended))
        return answers[0] if answers else PieceAnswer(None, "gave no answer")

    def stop(self) -> None:
        """End an `evaluate` running in another thread."""
        self._stopped.set()

    def close(self) -> None:
        """Kill the process after `stop`, once no thread is in `evaluate`."""
        if self._child is not None:
            self._child.end()
            self._child = None

    def _answers(self, request: Request) -> Iterator[Message]:
        """Yield the messages about a request until it is finished.

        Raises _Ended if the process ends before, or a call takes too long.
        """
        child = self._child = self._child or Child(__name__, Message, THREADS)
        deadline = limit = inf
        child.send(request)
        while True:
            try:
                message = child.messages.get(timeout=_POLL)
            except Empty:
                late = time.monotonic() > deadline
                if late or self._stopped.is_set() or child.has_ended:
                    # Its last messages, and then None, are in the queue afterwards.
                    child.end()
                if late:
                    self._child = None
                    raise _Ended(f"took longer than {limit:g} s") from None
                continue
            if message is None:
                self._child = None
                code = child.end()
                if child.is_garbled:
                    raise _Ended("wrote to the pipe of its process")
                raise _Ended(f"ended its process (exit code {code})", killed=code < 0)
            if isinstance(message, Calling):
                limit = self._limit * message.scenes or inf
                deadline = time.monotonic() + limit
            elif isinstance(message, Finished):
                if message.fault:
                    raise OptionFault(message.fault)
                return
            else:
                yield message


def _settled(
    chunk: Chunk, asking: Asking, rows: Sequence[ResultRow], reason: str | None
) -> Iterator[ResultRow]:
    """Yield the rows before the call that ended its process, and those of the call.

    Its missing rows have the reason; without one, it has no rows, as it is repeated.
    """
    name, places = asking.heuristic, range(asking.begin, asking.end)
    lost = {(name, chunk.first + place) for place in places}
    yield from (row for row in rows if reason or (row.heuristic, row.number) not in lost)
    lost -= {(row.heuristic, row.number) for row in rows}
    heuristic = HeuristicInfo(name, chunk.versions[name])
    for place in places if reason else ():
        if (name, chunk.first + place) in lost:
            row = failed(chunk.trials[place], heuristic, chunk.truths[place], reason or "")
            yield replace(row, number=chunk.first + place)


def _rest(chunk: Chunk, name: str, end: int) -> Chunk:
    """Return what is still to be evaluated if this heuristic is done up to index `end`."""
    names, is_done = list(chunk.versions), end == len(chunk.trials)
    left = names[names.index(name) + is_done :]
    begin = {} if is_done else {name: end}
    return replace(chunk, versions={each: chunk.versions[each] for each in left}, begin=begin)


def main() -> None:
    """Fulfil requests until the parent ends."""

    def fulfil(request: Request, tell: Callable[[Message], None]) -> None:
        try:
            _fulfil(request, tell)
        except OptionFault as fault:
            tell(Finished(str(fault)))
        else:
            tell(Finished())

    serve(Request, fulfil)


def _fulfil(request: Request, tell: Callable[[Message], None]) -> None:
    """Tell all messages about a request; raises OptionFault if it cannot be fulfilled."""
    if isinstance(request, Describe):
        tell(_watched(evaluation.described, tell, IMPORT)(request.kind, request.name))
        return
    if isinstance(request, PieceQuestion):
        heuristic = _found(request.heuristic, request.version, tell)
        tell(evaluation.placed(request, heuristic))
        return
    (chunk, cases), end = evaluation.prepared(request), len(request.trials)
    tell(Truths(chunk.truths))
    for name, version in request.versions.items():
        tell(Asking(name, request.begin.get(name, 0), end))
        watched = _found(name, version, tell)

        def at(begin: int, end: int, name: str = name) -> None:
            tell(Asking(name, begin, end))

        for row in evaluation.result_rows(chunk, cases, watched, at):
            tell(row)


def _found(name: str, version: str, tell: Callable[[Message], None]) -> Heuristic:
    """Return a heuristic whose calls are reported; OptionFault if it has another version."""
    heuristic: Heuristic = _watched(find, tell, IMPORT)(name)
    if heuristic.version != version:
        raise OptionFault(f"heuristic {name!r}: a worker has another version of it")
    return heuristic._replace(
        predict=_watched(heuristic.predict, tell),
        propose=_watched(heuristic.propose, tell),
        place=_watched(heuristic.place, tell),
        predict_many=_watched(heuristic.predict_many, tell, calls=None),
    )


def _watched(
    function: Callable[..., Any] | None, tell: Callable[[Message], None], calls: int | None = 1
) -> Any:  # noqa: ANN401 - third-party functions are untyped
    """Return a function that reports the begin and end of each call; None for None.

    It may take as long as some `calls`, by None as many as its first argument has scenes.
    """
    if function is None:
        return None

    def call(first: Any, *rest: Any) -> Any:  # noqa: ANN401 - as above
        tell(Calling(len(first) if calls is None else calls))
        try:
            answer = function(first, *rest)
            # A generator computes its answer while it is read.
            longest = len(first) + 1 if calls is None else 1
            return list(islice(answer, longest)) if isinstance(answer, Iterator) else answer
        finally:
            tell(Calling(0))

    return call


if __name__ == "__main__":
    main()
