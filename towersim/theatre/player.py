"""A player for timelines: play, pause, speed and jumps to moves, collapses and rounds."""

from collections.abc import Callable, Sequence
from typing import Final

from towersim.theatre.impacts import Impact
from towersim.theatre.simulation import Figures, Playback
from towersim.theatre.timeline import PlaybackPosition, Timeline

SPEEDS: Final = (0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""The speeds of playback, in multiples of real time."""
SLICE: Final = 4
"""The number of ticks simulated at a time, which takes a few milliseconds."""
BEFORE_FALL: Final = 1.5
"""The time before a collapse's first fall to which a jump leads, in seconds."""
AGAIN: Final = 0.5
"""The time in a move after which a jump back leads to its beginning, in seconds."""


class Player:
    """The playback position in a game; simulation time per call is bounded by a budget."""

    def __init__(self, timeline: Timeline, clock: Callable[[], float]) -> None:
        self.timeline = timeline
        self._clock = clock
        self._playback = Playback(timeline)
        self._heard = PlaybackPosition(0, 0.0)
        self.seconds = 0.0
        """The playback position in seconds after the beginning of the game."""
        self.is_playing = False
        self._sought = False
        self.speed = 1.0

    @property
    def at(self) -> PlaybackPosition:
        """The move at the playback position, and the seconds since it began."""
        return self.timeline.at(self.seconds)

    @property
    def is_behind(self) -> bool:
        """Whether the playback position is not simulated yet."""
        at = self.at
        return not self._playback.simulation(at.move).reaches(at.seconds)

    @property
    def is_seeking(self) -> bool:
        """Whether the target of a jump is not simulated yet."""
        return self._sought and self.is_behind

    def figures(self) -> Figures:
        """Return the blocks at the playback position, or the last simulated moment before it."""
        at = self.at
        return self._playback.simulation(at.move).nearest(at.seconds)

    def toggle(self) -> None:
        """Play or pause; at the end, play from the beginning."""
        if not self.is_playing and self.seconds >= self.timeline.seconds:
            self.seek(0.0)
        self.is_playing = not self.is_playing

    def seek(self, seconds: float) -> None:
        """Jump to a moment, clamped to the game."""
        self.seconds = min(max(seconds, 0.0), self.timeline.seconds)
        self._heard, self._sought = self.at, True

    def step(self, ticks: int) -> None:
        """Pause and go forward by `ticks`, or back if negative."""
        self.is_playing = False
        self.seek(self.seconds + ticks / self.timeline.profile.tick_hz)

    def faster(self, direction: int) -> None:
        """Take the next speed (`direction` 1), or the previous one (-1)."""
        place = SPEEDS.index(self.speed) + direction
        self.speed = SPEEDS[min(max(place, 0), len(SPEEDS) - 1)]

    def next_move(self, direction: int) -> None:
        """Go to the next move (1), or to the beginning of this or the previous one (-1)."""
        at, moves = self.at, self.timeline.moves
        goal = at.move + (0 if direction < 0 and at.seconds > AGAIN else direction)
        last = goal >= len(moves)
        self.seek(self.timeline.seconds if last else moves[max(goal, 0)].begins)

    def next_collapse(self) -> None:
        """Go to just before the next collapse; after the last one, to the first."""
        self._next_of(collapses(self.timeline))

    def next_round(self) -> None:
        """Go to the beginning of the next round; after the last one, to the first."""
        self._next_of([move.begins for move in self.timeline.moves if move.begins_round])

    def _next_of(self, moments: Sequence[float]) -> None:
        if moments:
            self.seek(next((s for s in moments if s > self.seconds + 0.01), moments[0]))

    def advance(self, seconds: float, budget: float) -> tuple[Impact, ...]:
        """Advance by `seconds` of real time; return the impacts in that time.

        A motion not simulated yet is simulated for at most `budget` seconds; playback waits.
        """
        until = self._clock() + budget
        if self.is_playing and not self.is_behind:
            self.seconds = min(self.seconds + seconds * self.speed, self.timeline.seconds)
            self.is_playing = self.seconds < self.timeline.seconds
        at = self.at
        if self.is_playing and self._playback.simulation(at.move).is_deaf(at.seconds):
            # Ticks that were skipped by a jump were simulated without sound.
            self._playback.forget(at.move)
            self._sought = True
        simulation = self._playback.simulation(at.move)
        while not simulation.reaches(at.seconds) and self._clock() < until:
            simulation.simulate_towards(at.seconds, SLICE, listens=not self._sought)
        if not simulation.reaches(at.seconds):
            return ()
        self._sought = False
        heard = self._playback.impacts(self._heard, at) if self.is_playing else ()
        self._heard = at
        return heard


def collapses(timeline: Timeline) -> list[float]:
    """Return the moments just before each collapse, in seconds after the beginning."""
    return [
        move.begins + max(move.fell[0].tick / timeline.profile.tick_hz - BEFORE_FALL, 0.0)
        for move in timeline.moves
        if move.collapsed and move.fell
    ]
