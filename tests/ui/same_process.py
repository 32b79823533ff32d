"""Background workers without a process, so that a test waits for frames and not for the machine."""

import pickle
from collections.abc import Hashable
from typing import Any

from towersim.ui import background
from towersim.ui.background import Work


class SameProcess:
    """A worker that runs a job when results have been asked for `after` more times.

    Who does not wait lets nothing be computed.
    """

    def __init__(self, after: int = 0) -> None:
        self.asked = 0
        """Number of jobs taken."""
        self._after, self._polls = after, 0
        self._job: tuple[int, Hashable, bytes] | None = None
        self._found: dict[int, tuple[Hashable, Any]] = {}

    def ask(self, client: int, key: Hashable, work: Work) -> None:
        """Take a job, unless there is one."""
        if self._job is None:
            self.asked += 1
            self._job, self._polls = (client, key, pickle.dumps(work)), 0

    def result(self, client: int) -> tuple[Hashable, Any] | None:
        """Return the key and the result of a client's last job."""
        self._polls += 1
        if self._job is not None and self._polls > self._after:
            owner, key, work = self._job
            self._job = None
            self._found[owner] = key, background._worked_out(pickle.loads(work))  # noqa: S301
        return self._found.get(client)


class Idle(SameProcess):
    """A worker that never finishes a job."""

    def ask(self, client: int, key: Hashable, work: Work) -> None:
        """Take no job."""
