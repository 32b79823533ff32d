"""A match with hidden cards, as the window plays it: who looks at the screen, and what is seen."""

from collections.abc import Callable
from typing import TypeVar

from towersim.bots.table import HUMAN
from towersim.match import Match
from towersim.rules.base import Event
from towersim.ui.play import NOBODY, Play
from towersim.units import Seat

V = TypeVar("V")


class AllShown:
    """Stands for a queue where cards fly by themselves: everything has been shown."""

    busy = False

    def __init__(self, match: Match) -> None:
        self._match = match

    @property
    def told(self) -> int:
        """How many events there were."""
        return len(self._match.events)

    def rest(self, seconds: float) -> None:
        """Go on all the same."""

    def take_shown(self) -> list[Event]:
        """Return nothing: cards sound by themselves."""
        return []


class CardPlay(Play[V]):
    """A match in which each seat has cards that no other may see."""

    def __init__(self, match: Match, clock: Callable[[], float]) -> None:
        super().__init__(match, clock)
        self.queue = AllShown(match)  # type: ignore[assignment]  # until Rummü has moved
        seats = enumerate(match.seats)
        self.people = tuple(Seat(i) for i, seat in seats if seat.player == HUMAN)
        """The seats with a person on it."""
        self._holder = self.people[0] if len(self.people) == 1 else NOBODY
        self._open = len(self.people) == 1
        self._read = 0
        self._shown: tuple[tuple[int, Seat], V] | None = None

    def news(self) -> list[tuple[int, Event]]:
        """Return the events since the last call, with their numbers, as seen."""
        seen, watcher = self.match.rules.seen, self.watcher
        new = self.match.events[self._read :]
        fresh = [(number, seen(event, watcher)) for number, event in enumerate(new, self._read)]
        self._read = len(self.match.events)
        return fresh

    @property
    def watcher(self) -> Seat:
        """Who looks at the screen, and so sees the own cards; may be nobody."""
        return self._holder if self._open else NOBODY

    @property
    def left_open(self) -> bool:
        """Whether somebody's cards are open whose turn is over, and there are other people."""
        return len(self.people) > 1 and self.watcher not in (NOBODY, self.match.actor)

    @property
    def home(self) -> Seat:
        """Whose seat is at the lower edge of the screen: whoever looks or looked last."""
        first = self.people[0] if self.people else Seat(0)
        return first if self._holder == NOBODY else self._holder

    @property
    def awaited(self) -> Seat | None:
        """The person who has to act but has to be passed the screen first."""
        actor = self.match.actor
        return Seat(actor) if actor in self.people and actor != self._holder else None

    def open(self, seat: Seat) -> None:
        """Let somebody look from now on: the curtain was opened."""
        self._holder, self._open = seat, True

    def turn_away(self) -> None:
        """Close the cards of whoever does not have to act now, if there are other people."""
        if self.left_open or not self._open:
            self._open = self.match.actor == self._holder

    def view(self) -> V:
        """Return what whoever looks may know now; nobody: what lies open on the table."""
        key = (self.match.steps, self.watcher)
        if self._shown is None or self._shown[0] != key:
            nobody = self.watcher == NOBODY
            seen: V = self.match.view(self.home if nobody else self.watcher)
            self._shown = (key, self.closed(seen) if nobody else seen)
        return self._shown[1]

    def closed(self, view: V) -> V:
        """Return a seat's view without anything that only that seat may know; each game's own."""
        raise NotImplementedError
