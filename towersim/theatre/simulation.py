"""The motion of one recorded move, simulated again as far as somebody wants to look."""

from collections import OrderedDict
from collections.abc import Iterator
from typing import Final

from towersim.physics.profile import Profile
from towersim.placing import Placing, each_tick
from towersim.table import Figure
from towersim.theatre.impacts import Impact, ImpactReader
from towersim.theatre.timeline import Move, Position, Timeline

Figures = tuple[Figure, ...]

KEPT: Final = 4
"""How many simulated moves are kept: each holds some megabytes."""


class Simulation:
    """One move, tick by tick; what was simulated once is kept."""

    def __init__(self, move: Move, profile: Profile) -> None:
        """Begin before the first tick; nothing is simulated until it is asked for."""
        self._profile = profile
        self._move = move
        self._frames: list[Figures] = []
        self._heard: list[tuple[float, Impact]] = []
        self._reader = ImpactReader()
        self._ticks: Iterator[Placing] = iter(())
        if move.motion is not None:
            self._ticks = each_tick(move.before, move.motion, profile)

    def figures(self, seconds: float) -> Figures:
        """Return every block so many seconds after the move began.

        Costs the simulation up to there the first time, and nothing after that.
        """
        if self._move.motion is None or seconds >= self._move.seconds:
            return self._move.after.figures()
        tick = self._simulate(seconds)
        return self._frames[tick - 1] if tick else self._first()

    def heard(self, seconds: float) -> list[tuple[float, Impact]]:
        """Return what was heard so far, and when, in seconds after the move began."""
        self._simulate(seconds)
        return self._heard

    def reaches(self, seconds: float) -> bool:
        """Return whether that moment has been simulated."""
        return seconds >= self._move.seconds or self._tick(seconds) <= len(self._frames)

    def simulate_towards(self, seconds: float, ticks: int) -> None:
        """Simulate at most so many more ticks: for a window, which must not wait."""
        reached = (len(self._frames) + ticks) / self._profile.tick_hz
        self._simulate(min(seconds, reached))

    def nearest(self, seconds: float) -> Figures:
        """Return the blocks at that moment, or the last before it that has been simulated."""
        if self.reaches(seconds):
            return self.figures(seconds)
        return self._frames[-1] if self._frames else self._first()

    def _tick(self, seconds: float) -> int:
        motion = self._move.motion
        return 0 if motion is None else min(int(seconds * self._profile.tick_hz), motion.ticks)

    def _simulate(self, seconds: float) -> int:
        """Simulate up to that moment; return its tick, or the last one there is."""
        tick = self._tick(seconds)
        while len(self._frames) < tick:
            placing = next(self._ticks, None)
            if placing is None:
                break
            self._frames.append(placing.figures())
            now = len(self._frames) / self._profile.tick_hz
            self._heard += [(now, impact) for impact in self._reader.read(placing.world)]
        return min(tick, len(self._frames))

    def _first(self) -> Figures:
        """Return the table with the block that was just taken into the hand."""
        table, motion = self._move.before, self._move.motion
        if motion is None:
            return table.figures()
        taken = motion.block
        block = Figure(taken.id, taken.kind, table.shape(taken.kind), taken.pose, None, held=True)
        return (*table.figures(), block)


class Playback:
    """Any moment of a game: the moves that were looked at last stay simulated."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self._simulations: OrderedDict[int, Simulation] = OrderedDict()

    def simulation(self, index: int) -> Simulation:
        """Return the simulation of a move, by its index."""
        if index not in self._simulations:
            self._simulations[index] = Simulation(self.timeline.moves[index], self.timeline.profile)
            while len(self._simulations) > KEPT:
                self._simulations.popitem(last=False)
        self._simulations.move_to_end(index)
        return self._simulations[index]

    def figures(self, at: Position) -> Figures:
        """Return every block as it is at that moment."""
        return self.simulation(at.move).figures(at.seconds)

    def impacts(self, start: Position, end: Position) -> tuple[Impact, ...]:
        """Return what is heard between two moments of one move; between two moves, nothing."""
        if start.move != end.move or end.seconds <= start.seconds:
            return ()
        heard = self.simulation(end.move).heard(end.seconds)
        return tuple(impact for at, impact in heard if start.seconds < at <= end.seconds)
