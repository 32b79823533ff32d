"""A player for timelines: play, pause, speed and jumps to moves, collapses and rounds.

The motion of each move is simulated again on demand.
"""

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import inf
from typing import Final

import numpy as np

from towersim.physics.profile import Profile
from towersim.table.disturbance import Moving, each_tick_of, stress_of
from towersim.table.placing import Frame, Motion
from towersim.table.table import Figure
from towersim.theatre.impacts import Impact, ImpactReader
from towersim.theatre.timeline import Move, PlaybackPosition, Timeline

Figures = tuple[Figure, ...]

KEPT: Final = 4
"""The number of simulated moves in the cache."""
SPEEDS: Final = (0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""The speeds of playback, in multiples of real time."""
SLICE: Final = 4
"""The number of ticks simulated at a time, which takes a few milliseconds."""
BEFORE_FALL: Final = 1.5
"""The time before a collapse's first fall to which a jump leads, in seconds."""
AGAIN: Final = 0.5
"""The time in a move after which a jump back leads to its beginning, in seconds."""


class Frames:
    """The frames of a move by tick, from 1; only changed poses are stored.

    While the hand carries a block for minutes, the blocks on the table are at rest.
    """

    def __init__(self) -> None:
        self._count = 0
        self._last: Frame | None = None
        self._ticks = list["array[int]"]()
        """The ticks in which each block moved, in building order."""
        self._poses = list["array[float]"]()
        """x, y and angle of each block in those ticks."""
        self._held = 0
        """The number of frames in which the hand holds the block: the first ones."""

    def __len__(self) -> int:
        return self._count

    def add(self, frame: Frame) -> None:
        """Add the next frame, which must have the same blocks as the first one."""
        self._count += 1
        last = self._last
        if last is None:
            self._ticks = [array("l") for _ in frame.poses]
            self._poses = [array("d") for _ in frame.poses]
            moved = [*range(len(frame.poses))]
        else:
            moved = np.flatnonzero((frame.poses != last.poses).any(axis=1)).tolist()
        for block in moved:
            self._ticks[block].append(self._count)
            self._poses[block].extend(frame.poses[block])
        self._held += frame.holds
        self._last = frame

    def at(self, tick: int) -> Frame:
        """Return the frame of a tick that has been added."""
        ends = (3 * bisect_right(ticks, tick) for ticks in self._ticks)
        rows = [poses[end - 3 : end] for poses, end in zip(self._poses, ends, strict=True)]
        return Frame(np.array(rows, dtype=np.float64).reshape(-1, 3), tick <= self._held)


def moving(move: Move, profile: Profile) -> Iterator[Moving]:
    """Simulate a move; yield the same `Moving` after each tick, nothing if no block moved."""
    if move.motion is not None:
        stress = stress_of(move.test, move.start) if move.test else None
        yield from each_tick_of(move.start, move.motion, profile, stress)


class MoveSimulation:
    """One move, simulated tick by tick; simulated ticks are stored."""

    def __init__(self, move: Move, profile: Profile) -> None:
        self._profile = profile
        self._move = move
        self.restart()

    def restart(self) -> None:
        """Begin before the first tick; nothing is simulated yet."""
        self._frames = Frames()
        self._moving: Moving | None = None
        self._deaf = 0
        """The last tick that was simulated without sound."""
        self._heard: list[tuple[float, Impact]] = []
        self._reader = ImpactReader()
        self._ticks = moving(self._move, self._profile)

    def figures(self, seconds: float) -> Figures:
        """Return every block at `seconds` after the move began.

        The first call simulates up to there; later calls are fast.
        """
        if self._is_cleared(seconds):
            return self._move.after.figures()
        return self._figures(self._simulate(seconds))

    def _is_cleared(self, seconds: float) -> bool:
        """Return whether what fell is off the table; it stays if else nothing would be there."""
        move = self._move
        return not move.ticks or (seconds >= move.seconds and any(move.after.towers))

    def is_deaf(self, seconds: float) -> bool:
        """Return whether that moment was simulated without sound."""
        return self._tick(seconds) < self._deaf

    def impacts(self, start: float, end: float) -> tuple[Impact, ...]:
        """Return the impacts after `start` and up to `end`, in seconds after the move began."""
        self._simulate(end)
        return tuple(impact for at, impact in self._heard if start < at <= end)

    def reaches(self, seconds: float) -> bool:
        """Return whether that moment has been simulated."""
        return self._is_cleared(seconds) or self._tick(seconds) <= len(self._frames)

    def simulate_towards(self, seconds: float, ticks: int, *, listens: bool) -> None:
        """Simulate towards a moment by at most `ticks` more ticks, so that a window need not wait.

        Sound takes a third of the time; jumps do without it (`listens`).
        """
        reached = (len(self._frames) + ticks) / self._profile.tick_hz
        self._simulate(min(seconds, reached), listens=listens)

    def nearest(self, seconds: float) -> Figures:
        """Return the blocks at that moment, or at the last simulated one."""
        if self.reaches(seconds):
            return self.figures(seconds)
        return self._figures(len(self._frames))

    def _tick(self, seconds: float) -> int:
        # A sum of tick lengths may be short of the last tick by rounding.
        return min(int(seconds * self._profile.tick_hz + 1e-6), self._move.ticks)

    def _simulate(self, seconds: float, *, listens: bool = True) -> int:
        """Simulate up to that moment; return its tick, or the last tick of the motion."""
        tick = self._tick(seconds)
        while len(self._frames) < tick:
            moving = next(self._ticks, None)
            if moving is None:
                break
            self._moving = moving
            self._frames.add(moving.frame())
            now = len(self._frames)
            if listens:
                heard = self._reader.read(moving.world)
                self._heard += [(now / self._profile.tick_hz, impact) for impact in heard]
            else:
                self._deaf = now
                self._reader.read(None)
        return min(tick, len(self._frames))

    def _figures(self, tick: int) -> Figures:
        """Return the blocks after a tick that has been simulated."""
        if not tick or self._moving is None:
            return self._first()
        return self._moving.figures(self._frames.at(tick))

    def _first(self) -> Figures:
        """Return the table before the move, with its block in the hand."""
        table, motion = self._move.before, self._move.motion
        if not isinstance(motion, Motion):
            return table.figures()
        taken = motion.block
        block = Figure(taken.id, taken.kind, table.shape(taken.kind), taken.pose, None, held=True)
        return (*table.figures(), block)


def simulations(timeline: Timeline) -> Callable[[int], MoveSimulation]:
    """Return a function from the index of a move to its simulation; the latest are cached."""
    return lru_cache(KEPT)(lambda index: MoveSimulation(timeline.moves[index], timeline.profile))


class Player:
    """The playback position in a game; simulation time per call is bounded by a budget."""

    def __init__(self, timeline: Timeline, clock: Callable[[], float]) -> None:
        self.timeline = timeline
        self._clock = clock
        self._simulation = simulations(timeline)
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
        return not self._simulation(at.move).reaches(at.seconds)

    @property
    def is_seeking(self) -> bool:
        """Whether the target of a jump is not simulated yet."""
        return self._sought and self.is_behind

    def figures(self) -> Figures:
        """Return the blocks at the playback position, or the last simulated moment before it."""
        at = self.at
        return self._simulation(at.move).nearest(at.seconds)

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

    def advance(self, seconds: float, budget: float, pace: float = inf) -> tuple[Impact, ...]:
        """Advance by `seconds` of real time, at most at `pace`; return the impacts in that time.

        A motion not simulated yet is simulated for at most `budget` seconds; playback waits.
        """
        until = self._clock() + budget
        if self.is_playing and not self.is_behind:
            ahead = self.seconds + seconds * min(self.speed, pace)
            self.seconds = min(ahead, self.timeline.seconds)
            self.is_playing = self.seconds < self.timeline.seconds
        at = self.at
        simulation = self._simulation(at.move)
        if self.is_playing and simulation.is_deaf(at.seconds):
            # Ticks that were skipped by a jump were simulated without sound.
            simulation.restart()
            self._sought = True
        while not simulation.reaches(at.seconds) and self._clock() < until:
            simulation.simulate_towards(at.seconds, SLICE, listens=not self._sought)
        if not simulation.reaches(at.seconds):
            return ()
        self._sought, before, self._heard = False, self._heard, at
        hears = self.is_playing and before.move == at.move
        return simulation.impacts(before.seconds, at.seconds) if hears else ()


def collapses(timeline: Timeline) -> list[float]:
    """Return the moments just before each fall, in seconds after the beginning."""
    return [
        move.begins + max(move.falls_at - BEFORE_FALL, 0.0)
        for move in timeline.moves
        if move.falls_at is not None
    ]
