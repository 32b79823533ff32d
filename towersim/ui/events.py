"""The event queue between rules and screen (`ui/README.md`): it shows events one at a time."""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from towersim.common.units import Seat
from towersim.match.match import Match
from towersim.rules.base import Event

V = TypeVar("V")
V_co = TypeVar("V_co", covariant=True)


class Moment(NamedTuple, Generic[V]):
    """An event to be shown, and the watcher's view after it."""

    event: Event
    view: V
    told: int = 0
    """The number of events of the match that were shown up to it; set by the queue."""


class Watched(Protocol[V_co]):
    """A match with a watcher."""

    match: Match

    @property
    def watcher(self) -> Seat | None:
        """The seat through whose redacted view the match is shown."""

    def view_at(self, step: int) -> V_co:
        """Return the watcher's view after the first `step` actions."""


class Script(Generic[V]):
    """The order in which a game shows its events; by default their order in the match."""

    def moments(self, before: V, events: Sequence[Event], after: V) -> Iterable[Moment[V]]:  # noqa: ARG002 - for games
        """Return the moments of one action, in order; `events` are redacted for the watcher."""
        return [Moment(event, after) for event in events]

    blank: Any = None
    """The memory before the first event."""

    def remember(self, memory: Any, event: Event) -> Any:  # noqa: ANN401, ARG002 - each game keeps its own
        """Return the memory after an event."""
        return memory


class EventQueue(Generic[V]):
    """A cursor in the events of a match, advanced at the pace of the screen."""

    def __init__(self, watched: Watched[V], script: Script[V], step: int | None = None) -> None:
        """Begin behind the first `step` actions; None: behind all of them."""
        self._watched, self._script = watched, script
        self._step = watched.match.steps if step is None else step
        self._coming: deque[Moment[V]] = deque()
        self._rest = 0.0
        shown = (len(watched.match.events_of(number)) for number in range(self._step))
        self.told = len(watched.match.events) if step is None else sum(shown)
        """Number of events of the match shown so far."""
        self.rebuild()

    def rebuild(self) -> None:
        """Rebuild view and memory for the current watcher; enqueued moments count as shown.

        Undone actions are dropped.
        """
        match, self._watcher = self._watched.match, self._watched.watcher
        for _ in range(len(self._coming)):
            self._pass(self._coming.popleft())
        self._step, self.told = min(self._step, match.steps), min(self.told, len(match.events))
        self.view: V = self._watched.view_at(self._step)
        self.memory: Any = self._script.blank
        for event in match.events[: self.told]:
            seen = match.rules.seen(event, self._watcher)
            self.memory = self._script.remember(self.memory, seen)

    @property
    def busy(self) -> bool:
        """Whether events are waiting or the queue rests."""
        behind = self._step < self._watched.match.steps
        return behind or bool(self._coming) or self._rest > 0

    def wait(self, seconds: float) -> None:
        """Advance the rest period by time in which the screen does not animate."""
        self._rest = max(self._rest - seconds, 0.0)

    def rest(self, seconds: float) -> None:
        """Hold back the next moment for `seconds`."""
        self._rest = seconds

    def next(self) -> Moment[V] | None:
        """Advance to the next moment and return it; None while resting or if there is none."""
        if self._rest > 0:
            return None
        while not self._coming and self._step < self._watched.match.steps:
            self._read()
        if not self._coming:
            return None
        return self._pass(self._coming.popleft())

    def _read(self) -> None:
        """Enqueue the moments of the next action; one without events only changes the view."""
        match, step = self._watched.match, self._step
        after = self._watched.view_at(step + 1)
        events = [match.rules.seen(event, self._watched.watcher) for event in match.events_of(step)]
        self._step += 1
        for moment in self._script.moments(self.view, events, after):
            count = next((n for n, one in enumerate(events, 1) if one is moment.event), 0)
            self._coming.append(moment._replace(told=self.told + count))
        if self._coming:
            self._coming[-1] = self._coming[-1]._replace(told=self.told + len(events))
        else:
            self.view, self.told = after, self.told + len(events)

    def _pass(self, moment: Moment[V]) -> Moment[V]:
        self.view, self.told = moment.view, max(moment.told, self.told)
        self.memory = self._script.remember(self.memory, moment.event)
        return moment
