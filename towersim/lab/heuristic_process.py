"""Run heuristics in a separate process, because they may hang, exit or print.

``python -m towersim.lab.heuristic_process`` reads chunks of trials from standard input and writes
messages to standard output, both as MessagePack with a length prefix of four bytes. Output of
heuristics goes to standard error. `HeuristicProcess` is the parent's side: it kills a process whose
heuristic exceeds its time limit, records that in the row, and continues in a new process.
"""

import os
import signal
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from math import inf
from queue import SimpleQueue
from typing import IO, Any

import msgspec
from msgspec.structs import replace

from towersim.common.errors import OptionFault, TowersimError
from towersim.lab.chunk import Chunk, answers, prepared
from towersim.lab.evaluate_trial import failed
from towersim.lab.heuristics import find
from towersim.lab.heuristics.base import Heuristic
from towersim.lab.rows import Answer
from towersim.lab.trials import PredictTrial
from towersim.lab.truth import Truth

CALL_LIMIT = 10.0
"""Time limit of one call, in seconds."""
THREADS = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""One thread per process: more would compete for the processors."""
_POLL = 0.05
_LENGTH = struct.Struct("<I")


class Truths(msgspec.Struct, frozen=True, tag=True):
    """The truths of a chunk."""

    truths: tuple[Truth | None, ...]


class Asking(msgspec.Struct, frozen=True, tag=True):
    """A heuristic is about to be evaluated on the trial with this index in the chunk."""

    heuristic: str
    place: int


class Calling(msgspec.Struct, frozen=True, tag=True):
    """A call with this number of scenes begins; 0: it has ended."""

    scenes: int


class Answered(msgspec.Struct, frozen=True, tag=True):
    """A row is finished."""

    row: Answer


class Finished(msgspec.Struct, frozen=True, tag=True):
    """The chunk is finished or, if `fault` is given, cannot be evaluated."""

    fault: str | None = None


Message = Truths | Asking | Calling | Answered | Finished


class HeuristicProcess:
    """An evaluator of chunks in a separate process, restarted when it ends."""

    def __init__(self, call_limit: float = CALL_LIMIT) -> None:
        self._limit = call_limit
        self._child: subprocess.Popen[bytes] | None = None
        self._deadline = inf
        self._stopped = threading.Event()
        threading.Thread(target=self._watch, daemon=True).start()

    def evaluate(self, chunk: Chunk) -> list[Answer]:
        """Return all rows of a chunk; a call that fails in any way also gives a row."""
        rows: list[Answer] = []
        while not self._stopped.is_set():
            progress = _Progress(chunk)
            ended = self._ask(chunk, progress)
            rows += progress.rows
            if ended is None:
                return rows
            if progress.heuristic is None:
                raise TowersimError(f"a worker {ended} before it asked a heuristic")
            rows += progress.failed(ended)
            chunk = progress.rest()
        raise TowersimError("stopped")

    def stop(self) -> None:
        """Kill the process, which also ends an `evaluate` running in another thread."""
        self._stopped.set()
        self._kill()

    def close(self) -> None:
        """Release the process after `stop`, once no thread is in `evaluate`."""
        if self._child is not None:
            _ended(self._child)
            self._child = None

    def _ask(self, chunk: Chunk, progress: "_Progress") -> str | None:
        """Send a chunk and handle its messages; return how the process ended if it did so early."""
        child = self._child = self._child or _started()
        if self._stopped.is_set():
            self._kill()
        try:
            _send(child.stdin, chunk)
            while True:
                message = _received(child.stdout, Message)
                if isinstance(message, Calling):
                    # A single assignment, as the watching thread may read it at any time.
                    end = time.monotonic() + self._limit * message.scenes
                    self._deadline = end if message.scenes else inf
                elif isinstance(message, Finished):
                    if message.fault:
                        raise OptionFault(message.fault)
                    return None
                else:
                    progress.take(message)
        except (EOFError, BrokenPipeError):
            late, self._deadline, self._child = self._deadline == -inf, inf, None
            code = _ended(child)
        if late:
            return f"took longer than {self._limit:g} s"
        return f"ended its process (exit code {code})"

    def _watch(self) -> None:
        while not self._stopped.wait(_POLL):
            if time.monotonic() > self._deadline > -inf:
                self._deadline = -inf
                self._kill()

    def _kill(self) -> None:
        child = self._child
        if child is not None:
            child.kill()


class _Progress:
    """The messages received for a chunk so far."""

    def __init__(self, chunk: Chunk) -> None:
        self._chunk = chunk
        self._place = 0
        self.heuristic: str | None = None
        self.rows: list[Answer] = []

    def take(self, message: Truths | Asking | Answered) -> None:
        if isinstance(message, Truths):
            self._chunk = replace(self._chunk, truths=message.truths)
        elif isinstance(message, Asking):
            self.heuristic, self._place = message.heuristic, message.place
        else:
            self.rows.append(message.row)

    def failed(self, why: str) -> list[Answer]:
        """Return rows for the unanswered trials of the call that ended the process."""
        name, chunk = self.heuristic or "", self._chunk
        answered = {(row.heuristic, row.number) for row in self.rows}
        heuristic = Heuristic(name, None, None, version=chunk.asked[name])
        return [
            replace(
                failed(chunk.trials[place], heuristic, chunk.truths[place], why),
                number=chunk.first + place,
            )
            for place in range(self._place, self._next())
            if (name, chunk.first + place) not in answered
        ]

    def rest(self) -> Chunk:
        """Return the part of the chunk that is still to be evaluated."""
        names = list(self._chunk.asked)
        left = names[names.index(self.heuristic or "") :]
        if self._next() == len(self._chunk.trials):
            left = left[1:]
        return replace(
            self._chunk,
            asked={name: self._chunk.asked[name] for name in left},
            begin={left[0]: self._next()} if left and left[0] == self.heuristic else {},
        )

    def _next(self) -> int:
        """Return the index after the trials of the last call."""
        trials = self._chunk.trials
        many = self.heuristic is not None and find(self.heuristic).predict_many is not None
        at_once = many and isinstance(trials[self._place], PredictTrial)
        return len(trials) if at_once else self._place + 1


def main() -> None:
    """Evaluate chunks until standard input ends."""
    # Ctrl-C is sent to all processes of a terminal; the parent handles it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    given, said = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    chunks: SimpleQueue[Chunk] = SimpleQueue()

    def listen() -> None:
        # A heuristic may be running when the parent ends, so a thread listens.
        while True:
            try:
                chunks.put(_received(given, Chunk))
            except EOFError:
                os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    while True:
        for message in _followed(chunks.get(), lambda it: _send(said, it)):
            _send(said, message)


def _followed(chunk: Chunk, tell: Callable[[Message], None]) -> Iterator[Message]:
    """Evaluate a chunk and yield its messages; `tell` gets those about calls immediately."""
    try:
        heuristics = [_found(name, version) for name, version in chunk.asked.items()]
        ready = prepared(chunk)
    except OptionFault as fault:
        yield Finished(str(fault))
        return
    yield Truths(ready.chunk.truths)
    for heuristic in heuristics:
        name = heuristic.name
        it = _watched(heuristic, tell)
        for row in answers(ready, it, lambda place, name=name: tell(Asking(name, place))):  # type: ignore[misc] # a lambda's default is untyped
            yield Answered(row)
    yield Finished()


def _found(name: str, version: str) -> Heuristic:
    heuristic = find(name)
    if heuristic.version != version:
        raise OptionFault(f"heuristic {name!r}: a worker has another version of it")
    return heuristic


def _watched(heuristic: Heuristic, tell: Callable[[Message], None]) -> Heuristic:
    """Return the heuristic with functions that report the begin and end of each call."""

    def told(function: Callable[..., Any] | None, *, many: bool) -> Callable[..., Any] | None:
        if function is None:
            return None

        def call(first: Any, *rest: Any) -> Any:  # noqa: ANN401 - third-party functions are untyped
            tell(Calling(len(first) if many else 1))
            try:
                said = function(first, *rest)
                # A generator computes its answer while it is read.
                some = len(first) + 1 if many else 1
                return list(islice(said, some)) if isinstance(said, Iterator) else said
            finally:
                tell(Calling(0))

        return call

    return heuristic._replace(
        predict=told(heuristic.predict, many=False),
        propose=told(heuristic.propose, many=False),
        place=told(heuristic.place, many=False),
        predict_many=told(heuristic.predict_many, many=True),
    )


def _started() -> "subprocess.Popen[bytes]":
    return subprocess.Popen(  # noqa: S603 - our own interpreter, our own program
        [sys.executable, "-P", "-m", __name__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | THREADS,
    )


def _ended(child: "subprocess.Popen[bytes]") -> int:
    """Wait for a process to end, close its pipes and return its exit code."""
    code = child.wait()
    for pipe in (child.stdin, child.stdout):
        if pipe is not None:
            with suppress(BrokenPipeError):
                pipe.close()
    return code


def _send(pipe: IO[bytes] | None, value: object) -> None:
    if pipe is None:
        raise BrokenPipeError
    content = msgspec.msgpack.encode(value)
    pipe.write(_LENGTH.pack(len(content)) + content)
    pipe.flush()


def _received(pipe: IO[bytes] | None, kind: Any) -> Any:  # noqa: ANN401 - `kind` may be a union
    if pipe is None:
        raise EOFError
    (length,) = _LENGTH.unpack(_exactly(pipe, _LENGTH.size))
    return msgspec.msgpack.decode(_exactly(pipe, length), type=kind)


def _exactly(pipe: IO[bytes], length: int) -> bytes:
    content = pipe.read(length)
    if len(content) < length:
        raise EOFError
    return content


if __name__ == "__main__":
    main()
