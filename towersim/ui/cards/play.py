"""A match of cards, as the window plays it: who looks at the screen, and what is seen."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from msgspec.structs import replace

from towersim.errors import IllegalAction
from towersim.match import Match
from towersim.messages import message as _
from towersim.rules.base import Action, Actor, Nature
from towersim.ui.play import NOBODY, Play
from towersim.units import Seat

V = TypeVar("V")


class CardPlay(Play[V]):
    """A match in which each seat may have cards that no other sees.

    With one person at the table always that one looks; with more, the one who opened the curtain,
    until the next has to act; while bots move then, and among bots, nobody.
    """

    def __init__(self, match: Match, clock: Callable[[], float], *, hidden: bool = True) -> None:
        """Play a match in which seats have cards that are `hidden` from others, or have none."""
        super().__init__(match, clock)
        self._hidden = hidden
        seats = enumerate(match.seats)
        self.people = tuple(Seat(i) for i, seat in seats if seat.is_person)
        """The seats with a person on it."""
        self._holder = self.people[0] if len(self.people) == 1 else NOBODY
        self._open = len(self.people) == 1

    @property
    def watcher(self) -> Seat:
        """Who looks at the screen, and so sees the own cards; may be nobody."""
        return self._holder if self._open and self._hidden else NOBODY

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
        waits = self._hidden and actor in self.people and actor != self._holder
        return Seat(actor) if waits and not isinstance(actor, Nature) else None

    def open(self, seat: Seat) -> None:
        """Let somebody look from now on: the curtain was opened."""
        self._holder, self._open = seat, True

    def skip_to_person(self) -> None:
        """Let bots and the deck act unseen until a person has to act, or until the end."""
        self.is_skipping = self.match.outcome is None and not self.is_human_turn

    def turn_away(self) -> None:
        """Close the cards of whoever does not have to act now, if there are other people."""
        if self.left_open or not self._open:
            self._open = self.match.actor == self._holder

    def view_at(self, step: int) -> V:
        """Return what whoever looks knew after `step` actions; nobody: what lies open."""
        seat = self.home
        if not self._hidden:
            actor = self.actor_at(step)
            seat = Seat(0) if isinstance(actor, Nature) else actor
        view: V = self.match.view(seat, step)
        return closed(view) if self._hidden and self.watcher == NOBODY else view

    def actor_at(self, step: int) -> Actor:
        """Return who acted after the first `step` actions."""
        actor: Actor = self.match.view(Seat(0), step).actor
        return actor

    def view(self) -> V:
        """Return what whoever looks may know now."""
        return self.view_at(self.match.steps)

    def undo(self) -> bool:
        """Take the person's last action back; return whether that was possible."""
        try:
            self.match.undo()
        except IllegalAction:
            return False
        return True

    def why_not(self, *actions: Action) -> str:
        """Return why actions are not legal now, one after the other; empty if they are."""
        if self.is_human_turn:
            return self.match.why_not(*actions)
        return "" if self.match.outcome else _("it is {name}'s turn", name=self.name)


def closed(view: V) -> V:
    """Return a seat's view without anything that only that seat may know: what lies open."""
    known: Any = view
    return cast("V", replace(known, hand=(), legal=()))


def is_untouched(match: Match) -> bool:
    """Return whether nobody has done anything in a match yet: all that happened is the deal."""
    actors = (match.view(Seat(0), step).actor for step in range(match.steps))
    return match.steps > 0 and all(isinstance(actor, Nature) for actor in actors)
