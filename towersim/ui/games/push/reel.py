"""Lets one see events one after the other, each in its time."""

from collections import deque
from collections.abc import Iterable
from typing import Final

from towersim.rules.base import Event
from towersim.rules.push_log import Bust, Flipped, Rolled, Stopped, Switched, Took
from towersim.ui.games.push.shown import Idled, Shown, Thrown, after, parts, shown_after

STAYS: Final[dict[type[Event], float]] = {
    Flipped: 0.35,
    Bust: 0.9,
    Switched: 0.3,
    Idled: 0.2,
    Stopped: 0.25,
    Took: 0.25,
    Thrown: 0.45,
    Rolled: 0.5,
}
"""Seconds that the table rests after a part was seen, before the next one."""


class Reel:
    """Holds what has happened but was not seen yet, and the table as far as it was seen."""

    def __init__(self, seats: int, events: Iterable[Event]) -> None:
        """Begin with `events` seen already."""
        seen = tuple(events)
        self.shown: Shown = shown_after(Shown.first(seats), seen)
        self.told = len(seen)
        """How many events have been seen to their end, or are being seen."""
        self._coming: deque[tuple[int, Event]] = deque()
        self._rest = 0.0

    @property
    def busy(self) -> bool:
        """Whether there is something still to be seen."""
        return bool(self._coming) or self._rest > 0

    def add(self, number: int, event: Event) -> None:
        """Note what happened; `number` counts all events of the match."""
        seen = parts(event, len(self.shown.benches))
        self._coming.extend((number + (part is seen[-1]), part) for part in seen)

    def step(self, seconds: float) -> None:
        """Let time pass in which nothing moves."""
        self._rest = max(self._rest - seconds, 0.0)

    def next(self) -> tuple[Shown, Event] | None:
        """Go on to the next part; return it and the table before, or None: not yet."""
        if self._rest > 0 or not self._coming:
            return None
        before = self.shown
        self.told, part = self._coming.popleft()
        self.shown = after(before, part)
        return before, part

    def stay(self, part: Event) -> None:
        """Rest as long as a part should be seen."""
        self._rest = STAYS.get(type(part), 0.0)

    def hurry(self) -> None:
        """Rest no longer."""
        self._rest = 0.0
