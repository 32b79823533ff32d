"""Processes that run third-party code: where their output goes, and how they end."""

import os
import signal
import sys
from contextlib import suppress
from multiprocessing import connection, parent_process
from threading import Thread


def divert_output() -> None:
    """Send to standard error what is written to standard output, by C code and new processes, too.

    This holds for all threads.
    """
    os.dup2(2, 1)
    sys.stdout = sys.stderr  # which keeps no finished line back


def end_with_parent(*, group: bool = False) -> None:
    """Let this process end with the one that started it, even if that is killed.

    By `group` with all processes of the group that this one leads.
    """
    parent = parent_process()

    def wait(sentinel: int) -> None:
        connection.wait([sentinel])
        if group:
            kill_group(0)
        os._exit(1)

    if parent is not None:
        Thread(target=wait, args=(parent.sentinel,), daemon=True).start()


def kill_group(leader: int) -> None:
    """Kill a process with all that it forked, 0: this one; without groups, do nothing."""
    if os.name == "posix":
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(leader, signal.SIGKILL)
