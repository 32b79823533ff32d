"""The margin of the tallest tower after each move, computed in the background."""

from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final

from towersim.theatre.margins import margin_of_tallest
from towersim.theatre.timeline import Timeline

HIGHEST: Final = 0.5
"""Upper bound of the margins drawn; the tangent of 27 degrees."""


class Margins:
    """Computes margins move by move in a thread, as long as `step` is called."""

    def __init__(self, timeline: Timeline) -> None:
        self._moves = timeline.moves if timeline.setup.spots else ()
        self.known: list[float | None] = []
        """The margins computed so far, by move; at most `HIGHEST`, None without a tower."""
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="margins")
        self._asked: Future[float | None] | None = None

    @property
    def is_complete(self) -> bool:
        """Whether the margins after all moves are known."""
        return len(self.known) == len(self._moves)

    def step(self) -> bool:
        """Collect a finished margin and request the next; return whether one was finished."""
        if self._asked is not None and self._asked.done():
            found = self._asked.result()
            self.known.append(None if found is None else min(found, HIGHEST))
            self._asked = None
            self._ask()
            return True
        if self._asked is None:
            self._ask()
        return False

    def _ask(self) -> None:
        """Request the margin after the next move that changed a tower; others repeat the last."""
        while not self.is_complete:
            number = len(self.known)
            table = self._moves[number].after
            if not number or table.towers != self._moves[number - 1].after.towers:
                self._asked = self._thread.submit(margin_of_tallest, table)
                return
            self.known.append(self.known[-1])
        self._thread.shutdown(wait=False)
