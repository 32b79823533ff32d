"""One queue between the rules and the screen: what has happened, shown one event at a time.

The rules of a game are often further than what one has seen of it: a bot moves, the deck deals, the
die rolls, all within a frame. An `EventQueue` has one cursor in the events of a match. Before the
cursor all has been shown, and `view` and `memory` are the table as of there; behind it waits what
is still to be shown. A screen lets time pass (`wait`), asks for the `next` moment whenever what it
shows has come to rest, shows it, and may let it `rest` for a while. `skip` shows all that waits.

A moment is an event as the watcher sees it and the view from then on. The view after an action is
the rules' own (`Match.view` with a step), so no screen computes a second time what rules compute.
Where one action brings several events that are to be seen one by one, a game's `Script` says which
views lie between. What no view tells, as the order of an open pile, a script keeps in `memory`.

Reading `view`, `memory`, `told` and `busy` changes nothing. A table on which all that happens is
shown at once calls `next` until it is None. A script that adds nothing is `Script()`.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from towersim.match import Match
from towersim.rules.base import Event
from towersim.units import Seat

V = TypeVar("V")
V_co = TypeVar("V_co", covariant=True)


class Moment(NamedTuple, Generic[V]):
    """An event that is to be shown, and what the watcher knows from then on."""

    event: Event
    view: V
    told: int = 0
    """The number of events of the match that were shown up to it; set by the queue."""


class Watched(Protocol[V_co]):
    """A match as somebody looks at it."""

    match: Match

    @property
    def watcher(self) -> Seat:
        """The seat whose secrets are shown."""

    def view_at(self, step: int) -> V_co:
        """Return the watcher's view after the first `step` actions."""


class Script(Generic[V]):
    """The order in which a game shows its events; by default the order in which they come."""

    def moments(self, before: V, events: Sequence[Event], after: V) -> Iterable[Moment[V]]:  # noqa: ARG002 - for games
        """Return the moments of one action, in order; `events` are redacted for the watcher."""
        return [Moment(event, after) for event in events]

    blank: Any = None
    """The memory before the first event, where it is the same for any number of seats."""

    def memory(self, seats: int) -> Any:  # noqa: ANN401, ARG002 - each game keeps its own
        """Return the memory before the first event."""
        return self.blank

    def remember(self, memory: Any, event: Event) -> Any:  # noqa: ANN401, ARG002 - each game keeps its own
        """Return the memory after an event."""
        return memory


class EventQueue(Generic[V]):
    """Shows the events of a match in order, at the pace of who looks."""

    def __init__(self, watched: Watched[V], script: Script[V], step: int | None = None) -> None:
        """Begin with the first `step` actions shown already; without it, with all of them."""
        self._watched, self._script = watched, script
        self._step = watched.match.steps if step is None else step
        self._coming: deque[Moment[V]] = deque()
        self._rest = 0.0
        self._fresh: list[Event] = []
        self.version = 0
        """It changes whenever `view` does."""
        shown = (len(watched.match.events_of(number)) for number in range(self._step))
        self.told = len(watched.match.events) if step is None else sum(shown)
        """The number of events of the match that were shown."""
        self.look()

    def look(self) -> None:
        """Show the same to whoever looks now: what was kept from them was told to another.

        What has been taken back is not shown any more.
        """
        match, self._watcher = self._watched.match, self._watched.watcher
        for _ in range(len(self._coming)):
            self._pass(self._coming.popleft())
        self._step, self.told = min(self._step, match.steps), min(self.told, len(match.events))
        self._fresh.clear()
        self.view: V = self._watched.view_at(self._step)
        self.memory: Any = self._script.memory(len(match.seats))
        for event in match.events[: self.told]:
            seen = match.rules.seen(event, self._watcher)
            self.memory = self._script.remember(self.memory, seen)
        self.version += 1

    @property
    def busy(self) -> bool:
        """Whether there is something still to be shown."""
        behind = self._step < self._watched.match.steps
        return behind or bool(self._coming) or self._rest > 0

    def wait(self, seconds: float) -> None:
        """Let time pass in which nothing moves on the screen."""
        self._rest = max(self._rest - seconds, 0.0)

    def rest(self, seconds: float) -> None:
        """Show nothing more for a while."""
        self._rest = seconds

    def next(self) -> Moment[V] | None:
        """Go on to the next moment and return it, or None: not yet, or there is none."""
        if self._rest > 0:
            return None
        while not self._coming and self._step < self._watched.match.steps:
            self._read()
        if not self._coming:
            return None
        return self._pass(self._coming.popleft())

    def skip(self) -> bool:
        """Show all waiting events at once; return whether there were any."""
        was, self._rest = self.busy, 0.0
        while self.next() is not None:
            pass
        return was

    def take_shown(self) -> list[Event]:
        """Return the events that were shown since the last call."""
        fresh, self._fresh = self._fresh, []
        return fresh

    def _read(self) -> None:
        """Take up what the next action brought; one without events only changes the view."""
        match, step = self._watched.match, self._step
        after = self._watched.view_at(step + 1)
        events = [match.rules.seen(event, self._watched.watcher) for event in match.events_of(step)]
        self._step += 1
        for moment in self._script.moments(self.view, events, after):
            count = events.index(moment.event) + 1 if moment.event in events else 0
            self._coming.append(moment._replace(told=self.told + count))
        if self._coming:
            last = self._coming.pop()
            self._coming.append(last._replace(told=self.told + len(events)))
        else:
            self.view, self.told = after, self.told + len(events)
            self.version += 1

    def _pass(self, moment: Moment[V]) -> Moment[V]:
        self.view, self.told = moment.view, max(moment.told, self.told)
        self.memory = self._script.remember(self.memory, moment.event)
        self._fresh.append(moment.event)
        self.version += 1
        return moment
