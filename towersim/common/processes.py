"""Processes that run third-party code: what they say, where their output goes, how they end.

A `Child` is the program of a module of ours. It reads requests from standard input and writes
messages to standard output, both as MessagePack of known types with a length prefix of four bytes,
so that nothing it says runs code in its parent. What third-party code prints goes to standard
error. It leads a group, which also contains what that code forks, and is killed as a group.
"""

import os
import signal
import struct
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from multiprocessing import connection, parent_process
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any, Final, Generic, TypeVar, cast

import msgspec

from towersim.common.errors import OptionFault

M = TypeVar("M")
MOST_WORKERS: Final = 1024
"""The most processes that may be asked for."""
CLOSING: Final = 1.0
"""Time for which a parent waits for the last messages of a process that has ended, in seconds."""
_LENGTH: Final = struct.Struct("<I")
_LONGEST: Final = 2**28
"""The most bytes of a message; four letters are a greater number."""


IMPORTED: Final = (
    'processes import this file: its lines that start any belong under if __name__ == "__main__":'
)


class Child(Generic[M]):
    """A process that runs third-party code, and a thread that reads its messages into a queue."""

    def __init__(
        self, module: str, kind: object, variables: Mapping[str, str] | None = None
    ) -> None:
        """Start `module`, whose messages are of this `kind`, with some environment variables.

        OptionFault in such a process: what a file does when it is imported would never end.
        """
        main = getattr(sys.modules["__main__"], "__spec__", None)
        if main and main.name == module:
            raise OptionFault(IMPORTED)
        self._kind = kind
        self.messages: SimpleQueue[M | None] = SimpleQueue()
        """The messages; None: there are no more."""
        self.is_garbled = False
        """Whether third-party code has written to the pipe; then the process is killed."""
        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter, our own program
            [sys.executable, "-P", "-m", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **(variables or {})},
            start_new_session=True,
        )
        pipes = self._process.stdin, self._process.stdout
        self._pipes = cast("tuple[IO[bytes], IO[bytes]]", pipes)
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def has_ended(self) -> bool:
        """Whether the process has ended; a process that it forked may still hold its pipes."""
        return self._process.poll() is not None

    def send(self, request: object) -> None:
        """Send a request; none if the process has ended."""
        if not self._pipes[0].closed:  # by `end`
            with suppress(OSError):
                _send(self._pipes[0], request)

    def end(self) -> int:
        """Kill the process and its group, wait for the last messages, and return the exit code."""
        process = self._process
        if not self._reader.is_alive():
            with suppress(subprocess.TimeoutExpired):
                process.wait(CLOSING)  # it closed its pipe, so it is ending by itself
        kill_group(process.pid)
        process.kill()
        code = process.wait()
        with suppress(OSError):
            self._pipes[0].close()
        self._reader.join(CLOSING)
        self.messages.put(None)
        return code

    def _read(self) -> None:
        try:
            with self._pipes[1] as pipe:
                while True:
                    self.messages.put(_received(pipe, self._kind))
        except EOFError:
            pass
        except msgspec.DecodeError:
            self.is_garbled = True
            self._process.kill()
        self.messages.put(None)


def serve(kind: object, fulfil: Callable[[Any, Callable[[object], None]], None]) -> None:
    """Fulfil the requests of this `kind`, in a child, until its parent ends.

    `fulfil` gets a request and a function that tells the parent a message.
    """
    given, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    divert_output()
    own = os.getpid()
    requests = SimpleQueue[Any]()

    def listen() -> None:
        # Third-party code may be running when the parent ends, so a thread listens.
        with suppress(EOFError):
            while True:
                requests.put(_received(given, kind))
        kill_group(own)
        os._exit(0)

    def tell(message: object) -> None:
        if os.getpid() != own:
            os._exit(0)  # third-party code has forked, and this is its second answer
        try:
            _send(replies, message)
        except OSError:
            os._exit(0)  # the parent was killed, or third-party code has closed the pipe

    Thread(target=listen, daemon=True).start()
    while True:
        fulfil(requests.get(), tell)


def _send(pipe: IO[bytes], value: object) -> None:
    content = msgspec.msgpack.encode(value)
    pipe.write(_LENGTH.pack(len(content)) + content)
    pipe.flush()


def _received(pipe: IO[bytes], kind: Any) -> Any:  # noqa: ANN401 - of the `kind`
    (length,) = _LENGTH.unpack(_exactly(pipe, _LENGTH.size))
    if length > _LONGEST:
        raise msgspec.DecodeError
    return msgspec.msgpack.decode(_exactly(pipe, length), type=kind)


def _exactly(pipe: IO[bytes], length: int) -> bytes:
    content = pipe.read(length)
    if len(content) < length:
        raise EOFError
    return content


def divert_output() -> None:
    """Send to standard error what is written to standard output, by C code and new processes, too.

    This holds for all threads.
    """
    os.dup2(2, 1)
    sys.stdout = sys.stderr  # which keeps no finished line back


def end_with_parent() -> None:
    """Let this process end with the one that started it, even if that is killed."""
    parent = parent_process()

    def wait(sentinel: int) -> None:
        connection.wait([sentinel])
        os._exit(1)

    if parent is not None:
        Thread(target=wait, args=(parent.sentinel,), daemon=True).start()


def kill_group(leader: int) -> None:
    """Kill a process with all that it forked; without groups, do nothing."""
    if os.name == "posix":
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(leader, signal.SIGKILL)
