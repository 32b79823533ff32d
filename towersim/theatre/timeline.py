"""The moves of a record on a timeline, with their times, tables and events.

Nothing is simulated here, as the record holds the poses at rest, so any move can be shown at once.
Use `view`, `seen` and `sentences` for a seat: the rules redact them; `Move` holds everything.
"""

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import Any, Final, NamedTuple

import msgspec

from towersim.common.errors import OptionFault
from towersim.common.messages import message as _
from towersim.common.units import Seat
from towersim.match.game import Game
from towersim.match.record import Recording, SeatSpec
from towersim.rules.base import Collapsed, Event, StressTest
from towersim.table import disturbance
from towersim.table.placing import Motion, Shift
from towersim.table.table import Placed, Table

ONLOOKER: Final = None
"""The viewer who has no seat and knows only what is public."""
REST: Final = 0.6
"""Time for which the result of a move is shown before the next one, in seconds."""
TELL: Final = 1.0
"""Duration of a move without blocks, in seconds."""
DEAL: Final = 5
"""The most cards from the deck of which each has a sentence of its own."""
DEALT: Final = _("The cards are dealt.")
BEGINS: Final = _("The game begins.")


class Move(msgspec.Struct, frozen=True):
    """An action of a seat with nature's moves up to the next action of a seat."""

    number: int
    """The number of the move, from 1; 0 is nature's moves before the first seat's."""
    seat: Seat | None
    begins: float
    """The begin in seconds after the beginning of the game."""
    seconds: float
    before: Table
    start: Table
    """The table from which blocks moved: `before`, or that without the block taken out."""
    motion: Motion | Shift | None
    """The motion of the blocks to rest, with the hand or without; None if no block moved."""
    test: StressTest | None
    """The test of the table, if it was tested."""
    taken: Placed | None
    """The block taken out before the motion; None if none was."""
    falls_at: float | None
    """About when something falls, in seconds after the move began; None if nothing does."""
    after: Table
    events: tuple[Event, ...]
    """All events without redaction; see `Timeline.seen` for the events of a seat."""
    acted: int
    """The number of events of the seat's own action; the rest are from nature's moves."""
    state: Any
    """The game's state after the move; see `Timeline.view` for the view of a seat."""

    @property
    def ticks(self) -> int:
        """The number of simulated ticks; 0 if no block moved."""
        return 0 if self.motion is None else self.motion.ticks

    @property
    def settles(self) -> float:
        """Time of rest in seconds after the move began; 0 if no block moved."""
        return self.seconds - REST if self.ticks else 0.0

    def act(self) -> disturbance.Stress | Placed | None:
        """Return what moves the table without the hand: a test, or the block taken out."""
        return self.taken if self.test is None else disturbance.stress_of(self.test, self.start)

    def strain(self, seconds: float) -> float:
        """Return the tilt (degrees) or the added load (newtons) after `seconds`; 0 for others."""
        rates = {
            "tilt": disturbance.TiltStress.DEGREES_PER_SECOND,
            "load": disturbance.LoadStress.NEWTONS_PER_SECOND,
        }
        rate = 0.0 if self.test is None else rates.get(self.test.kind, 0.0)
        return min(rate * seconds, self.motion.strength if isinstance(self.motion, Shift) else 0.0)

    def lean(self, seconds: float) -> float:
        """Return the angle of a tilted table after `seconds`, in radians, counter-clockwise."""
        if self.test is None or self.test.kind != "tilt":
            return 0.0
        return -self.test.direction * math.radians(self.strain(seconds))

    @property
    def begins_round(self) -> bool:
        """Whether a new round of the game begins in this move."""
        return any(event.__struct_config__.tag == "round-started" for event in self.events)


def opening(begun: Iterable[tuple[float, int | None]], seats: Sequence[SeatSpec]) -> float:
    """Return the begin of the first move of a person, else of a seat, else of the first move.

    `begun` has the begin in seconds and the seat of each move, None for nature.
    """
    acted = [(begins, seats[seat]) for begins, seat in begun if seat is not None]
    people = [begins for begins, seat in acted if seat.is_person]
    return (people or [begins for begins, _seat in acted] or [0.0])[0]


class PlaybackPosition(NamedTuple):
    """A moment of a game: the index of a move and the seconds since it began."""

    move: int
    seconds: float


class Timeline:
    """The moves of a recorded game."""

    def __init__(self, recording: Recording) -> None:
        """Apply a record; RecordFault names a line that the rules do not allow."""
        game = Game.at_start(recording)
        self.recording = recording
        self.rules, self.setup, self.profile = game.rules, game.setup, game.profile
        self.room = game.setup.room or recording.header.level
        """The name of the room behind the table."""
        self.names = tuple(seat.name for seat in game.seats)
        self.moves = tuple(_moves(game, recording))
        self._begins = [move.begins for move in self.moves]

    @property
    def is_over(self) -> bool:
        """Whether the game was played to its end."""
        steps = self.recording.steps
        return bool(steps) and steps[-1].over is not None

    def viewers(self) -> tuple[Seat | None, ...]:
        """Return the viewers whose views may be shown, beginning with `ONLOOKER`.

        All seats after the game is over; before that only the seat of a single person.
        """
        every = [Seat(number) for number in range(len(self.names))]
        seats = self.recording.header.seats
        people = [seat for seat in every if seats[seat].is_person]
        if self.is_over:
            return (ONLOOKER, *every)
        return (ONLOOKER, *people) if len(people) == 1 else (ONLOOKER,)

    @property
    def seconds(self) -> float:
        """The duration of the whole timeline, in seconds."""
        last = self.moves[-1]
        return last.begins + last.seconds

    def at(self, seconds: float) -> PlaybackPosition:
        """Return the position at `seconds` after the beginning, clamped to the timeline."""
        if seconds > self.seconds - 1e-6:  # sums of lengths may be short of the end by rounding
            return PlaybackPosition(len(self.moves) - 1, self.moves[-1].seconds)
        seconds = max(seconds, 0.0)
        index = max(bisect_right(self._begins, seconds) - 1, 0)
        return PlaybackPosition(index, seconds - self._begins[index])

    def seen(self, move: Move, viewer: Seat | None) -> tuple[Event, ...]:
        """Return the events of a move as redacted for a viewer."""
        return tuple(self.rules.seen(event, viewer) for event in move.events)

    def sentences(self, move: Move, viewer: Seat | None) -> tuple[str, ...]:
        """Return sentences about the events of a move as redacted for a viewer.

        More than `DEAL` cards dealt in a row have one sentence together, and so has a beginning
        without events.
        """
        told, rules = list[str](), self.rules
        for kind, run in groupby(self.seen(move, viewer), type):
            events = tuple(run)
            deals = len(events) > DEAL and issubclass(kind, rules.untold)
            told += [DEALT] if deals else [rules.describe(event, self.names) for event in events]
        return tuple(told) or (BEGINS,)

    def view(self, move: Move, viewer: Seat | None) -> Any:  # noqa: ANN401 - each game has its own type
        """Return a viewer's view after a move."""
        return self.rules.view(move.state, viewer)

    def checked_seat(self, number: int | None) -> Seat | None:
        """Return the seat numbered from 1, or `ONLOOKER` for None; OptionFault if out of range."""
        if number is None:
            return ONLOOKER
        if not 1 <= number <= len(self.names):
            raise OptionFault(f"seat {number}: the game has seats 1 to {len(self.names)}")
        return Seat(number - 1)

    def checked_span(self, first: int | None, last: int | None) -> tuple[Move, ...]:
        """Return the moves between two numbers, both included; OptionFault if out of range.

        None stands for the game's first or last move.
        """
        end = self.moves[-1].number
        first, last = 0 if first is None else first, end if last is None else last
        if not 0 <= first <= last <= end:
            raise OptionFault(f"moves {first} to {last}: the game has moves 0 to {end}")
        return self.moves[first : last + 1]


def _moves(game: Game, recording: Recording) -> Iterator[Move]:
    """Yield the moves of a record, each of one or more of its steps."""
    begins = 0.0
    starts = [step.n for step in recording.steps if isinstance(step.actor, int)]
    spans = pairwise([0, *starts, len(recording.steps)])
    for number, steps in enumerate(recording.steps[start:end] for start, end in spans):
        before = start = game.table
        acted = first = len(game.events)
        motion: Motion | Shift | None = None
        test: StressTest | None = None
        taken: Placed | None = None
        for step in steps:
            if step.shift is not None:
                start, test, taken = game.table, game.test, game.taken
            game.follow_line(recording, step)
            acted = len(game.events) if step is steps[0] else acted
            motion = step.shift or (game.last_motion if step.motion else motion)
        seconds = TELL if motion is None else motion.ticks * game.tick_seconds + REST
        actor = steps[0].actor if number and steps else None
        events = tuple(game.events[first:])
        yield Move(
            number=number,
            seat=actor if isinstance(actor, int) else None,
            begins=begins,
            seconds=seconds,
            before=before,
            start=start,
            motion=motion,
            test=test,
            taken=taken,
            falls_at=_falls_at(game, start, motion, test, events),
            after=game.table,
            events=events,
            acted=acted - first,
            state=game.state,
        )
        begins += seconds


def _falls_at(
    game: Game,
    start: Table,
    motion: Motion | Shift | None,
    test: StressTest | None,
    events: Iterable[Event],
) -> float | None:
    """Return about when something falls in a motion from a table, or a test reaches its limit."""
    if motion is None:
        return None
    if start.setup.anywhere:
        fell = test is not None or disturbance.first_fallen(start, motion) is not None
    else:
        fell = any(isinstance(event, Collapsed) for event in events)
    if not fell:
        return None
    if motion.fell:
        return motion.fell[0].tick * game.tick_seconds
    if isinstance(motion, Motion):
        return motion.let_go * game.tick_seconds
    return 0.0 if test is None else motion.ticks * game.tick_seconds - disturbance.AFTERMATH
