"""The moves of a record in time: when each begins, what stood before it, what happened in it.

Nothing is simulated here: the poses at rest stand in the record, so any move can be shown at once.
What a seat may not know leaves a timeline only through `view` and `sentences`, which ask the rules.
"""

from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final, NamedTuple

import msgspec

from towersim.errors import OptionFault, RecordFault, TowersimError
from towersim.match import Match
from towersim.placing import Motion
from towersim.record import Recording, Step, line_of
from towersim.rules.base import Collapsed, Event
from towersim.table import Table
from towersim.units import Seat, TowerId

ONLOOKER: Final = Seat(-1)
"""Sees what lies open to everybody, and nothing else."""
REST: Final = 0.6
"""How long what a move left behind is shown before the next one begins, in seconds."""
TELL: Final = 1.0
"""How long a move without blocks takes, in seconds."""


class Move(msgspec.Struct, frozen=True):
    """What a seat did, and what nature answered until the next seat had to move."""

    number: int
    """Counted from 1; 0 is what the deck and the die did before anybody moved."""
    seat: Seat | None
    begins: float
    """Seconds after the beginning of the game."""
    seconds: float
    before: Table
    after: Table
    motion: Motion | None
    """The way of a block from the hand to rest, if the move has one."""
    events: tuple[Event, ...]
    """What happened, as nobody at the table saw all of it: `Timeline.seen` says who saw what."""
    acted: int
    """How many of the events are the seat's own act; gravity and the deck answer with the rest."""
    state: Any
    """The game's state after the move; `Timeline.view` says what of it a seat knows."""

    @property
    def settles(self) -> float:
        """When its block has come to rest, in seconds after the move began; 0 without one."""
        return self.seconds - REST if self.motion else 0.0

    @property
    def begins_round(self) -> bool:
        """Whether a new round of the game begins in this move."""
        return any(event.__struct_config__.tag == "round-started" for event in self.events)

    @property
    def collapsed(self) -> tuple[TowerId, ...]:
        """The towers that fell in this move."""
        return tuple(event.tower for event in self.events if isinstance(event, Collapsed))


class Position(NamedTuple):
    """A moment of a game: which move, by its index, and the seconds since it began."""

    move: int
    seconds: float


class Timeline:
    """A recorded game, move after move."""

    def __init__(self, recording: Recording) -> None:
        """Fold a record; RecordFault with the line if the rules do not allow what it says."""
        match = Match.at_start(recording)
        self.recording = recording
        self.rules, self.setup, self.profile = match.rules, match.setup, match.profile
        self.names = tuple(seat.name for seat in match.seats)
        self.moves = tuple(_moves(match, recording))
        self.match: Match[Any] = match
        """The match after the last move; nobody plays it on."""
        self._begins = [move.begins for move in self.moves]

    @property
    def is_over(self) -> bool:
        """Whether the game was played to its end."""
        steps = self.recording.steps
        return bool(steps) and steps[-1].over is not None

    def eyes(self) -> tuple[Seat, ...]:
        """Return through whose eyes the game may be seen: an onlooker's, and more once it is over.

        While it goes on, its only person may see their own cards, and nobody else's.
        """
        every = [Seat(number) for number in range(len(self.names))]
        seats = self.recording.header.seats
        people = [seat for seat in every if seats[seat].player == "human"]
        if self.is_over:
            return (ONLOOKER, *every)
        return (ONLOOKER, *people) if len(people) == 1 else (ONLOOKER,)

    @property
    def seconds(self) -> float:
        """How long the whole game takes to watch, in seconds."""
        last = self.moves[-1]
        return last.begins + last.seconds

    def at(self, seconds: float) -> Position:
        """Return what is to be seen so many seconds after the beginning; the ends are kept to."""
        seconds = min(max(seconds, 0.0), self.seconds)
        index = max(bisect_right(self._begins, seconds) - 1, 0)
        return Position(index, seconds - self._begins[index])

    def seen(self, move: Move, seat: Seat) -> tuple[Event, ...]:
        """Return the events of a move as that seat sees them; -1 is an onlooker."""
        return tuple(self.rules.seen(event, seat) for event in move.events)

    def sentences(self, move: Move, seat: Seat) -> tuple[str, ...]:
        """Return what happened in a move, told as that seat sees it."""
        return tuple(self.rules.describe(event, self.names) for event in self.seen(move, seat))

    def view(self, move: Move, seat: Seat) -> Any:  # noqa: ANN401 - each game shows its own
        """Return what a seat knows after a move."""
        return self.rules.view(move.state, seat)

    def checked_seat(self, number: int | None) -> Seat:
        """Return the seat of this number, counted from 1, or an onlooker; OptionFault if none."""
        if number is None:
            return ONLOOKER
        if not 1 <= number <= len(self.names):
            raise OptionFault(f"seat {number}: the game has seats 1 to {len(self.names)}")
        return Seat(number - 1)

    def checked_span(self, first: int | None, last: int | None) -> tuple[Move, ...]:
        """Return the moves between two numbers, both included; OptionFault if there are none.

        Without numbers the game's first and last move.
        """
        end = self.moves[-1].number
        first, last = 0 if first is None else first, end if last is None else last
        if not 0 <= first <= last <= end:
            raise OptionFault(f"moves {first} to {last}: the game has moves 0 to {end}")
        return self.moves[first : last + 1]


def _moves(match: Match, recording: Recording) -> Iterator[Move]:
    """Yield the moves of a record, each of one or more of its steps."""
    begins = 0.0
    for number, steps in enumerate(_by_move(recording.steps)):
        before, first = match.table, len(match.events)
        motion = next((step.motion for step in steps if step.motion is not None), None)
        acted = first
        for step in steps:
            _follow(match, recording, step)
            acted = len(match.events) if step is steps[0] else acted
        seconds = TELL if motion is None else motion.ticks * match.tick_seconds + REST
        actor = steps[0].actor if number and steps else None
        yield Move(
            number=number,
            seat=actor if isinstance(actor, int) else None,
            begins=begins,
            seconds=seconds,
            before=before,
            after=match.table,
            motion=motion,
            events=tuple(match.events[first:]),
            acted=acted - first,
            state=match.state,
        )
        begins += seconds


def _by_move(steps: tuple[Step, ...]) -> Iterator[tuple[Step, ...]]:
    """Yield what nature did first, then each action of a seat with nature's answers."""
    starts = [step.n for step in steps if isinstance(step.actor, int)]
    for start, end in pairwise([0, *starts, len(steps)]):
        yield steps[start:end]


def _follow(match: Match, recording: Recording, step: Step) -> None:
    try:
        match.follow(step)
    except TowersimError as fault:
        raise RecordFault(recording.file, f"line {line_of(step.n)}", str(fault)) from fault
