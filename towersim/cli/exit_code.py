"""The exit code of a command; an error of the user gives one line on standard error as well."""

import errno
import os
import sys
from collections.abc import Callable, Sequence
from typing import TextIO

from towersim.common.errors import TowersimError, cleaned

INTERRUPTED = 130
HUNG_UP = (errno.EPIPE, errno.EINVAL)
"""Errors when the reader of the output has gone; Windows raises the second."""
LONG = 300
"""The length from which a word of a message is shortened, in characters."""


def exit_code(command: Callable[[], object], arguments: Sequence[str]) -> int:
    """Run a command, called with these arguments; return the exit code.

    0; 1 for a divergent record or a closed pipe; 2 for an error of the user; 130 for Ctrl-C.
    """
    try:
        code = command()
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = INTERRUPTED
    except TowersimError as fault:
        return _complain(str(fault))
    except OSError as fault:
        _discard(sys.stdout)
        if fault.errno in HUNG_UP and fault.filename is None:
            return 1
        return _complain(f"{fault.filename or 'the output'}: {fault.strerror}")
    except ValueError:
        if not (sys.stdout.closed or sys.stderr.closed):
            raise
        return _complain("the output: was closed, as by a bot with --no-isolate")
    if code == INTERRUPTED:
        _complain(_stopped(arguments))
    return code if isinstance(code, int) else 0


def _stopped(arguments: Sequence[str]) -> str:
    """Return the message for an interrupted command, with how to continue it."""
    if not arguments or arguments[0] in {"play", "resume", "serve"}:
        again = "serve GAME --resume" if arguments[:1] == ["serve"] else "resume"
        return f"stopped; every finished move is saved, and `towersim {again} FILE` goes on"
    if [*arguments[:2]] in (["lab", "run"], ["lab", "export"]) or arguments[0] == "tournament":
        return "stopped; what is finished is saved, and the same command goes on"
    return "stopped"


def _complain(message: str) -> int:
    words = (w if len(w) < LONG else f"{w[:80]}…{w[-80:]}" for w in message.split())
    line = f"towersim: {cleaned(' '.join(words))}\n"
    try:
        sys.stderr.write(line)
    except OSError:  # of a full disk
        _discard(sys.stderr)
    except ValueError:  # the stream is closed, but not its descriptor
        os.write(2, line.encode())
    return 2


def _discard(stream: TextIO) -> None:
    """Keep the interpreter from writing the rest of a stream again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
