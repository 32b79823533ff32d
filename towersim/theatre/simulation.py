"""The motion of one recorded move, simulated again as far as somebody wants to look."""

from collections import OrderedDict
from collections.abc import Iterator
from typing import Final

from towersim.physics.profile import Profile
from towersim.placing import Placing, each_tick
from towersim.table import Figure
from towersim.theatre.frames import Frames
from towersim.theatre.impacts import Impact, ImpactReader
from towersim.theatre.timeline import Move, Position, Timeline

Figures = tuple[Figure, ...]

KEPT: Final = 4
"""How many simulated moves are kept."""


class Simulation:
    """One move, tick by tick; what was simulated once is kept."""

    def __init__(self, move: Move, profile: Profile) -> None:
        """Begin before the first tick; nothing is simulated until it is asked for."""
        self._profile = profile
        self._move = move
        self._frames = Frames()
        self._placing: Placing | None = None
        self._deaf = 0
        """Before this tick nothing was listened to."""
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
        return self._figures(self._simulate(seconds))

    def is_deaf(self, seconds: float) -> bool:
        """Return whether that moment was simulated, but not listened to."""
        return self._tick(seconds) < self._deaf

    def heard(self, seconds: float) -> list[tuple[float, Impact]]:
        """Return what was heard so far, and when, in seconds after the move began."""
        self._simulate(seconds)
        return self._heard

    def reaches(self, seconds: float) -> bool:
        """Return whether that moment has been simulated."""
        return seconds >= self._move.seconds or self._tick(seconds) <= len(self._frames)

    def simulate_towards(self, seconds: float, ticks: int, *, listens: bool) -> None:
        """Simulate at most so many more ticks: for a window, which must not wait.

        A third of the time goes into listening: who only wants to get there does without.
        """
        reached = (len(self._frames) + ticks) / self._profile.tick_hz
        self._simulate(min(seconds, reached), listens=listens)

    def nearest(self, seconds: float) -> Figures:
        """Return the blocks at that moment, or the last before it that has been simulated."""
        if self.reaches(seconds):
            return self.figures(seconds)
        return self._figures(len(self._frames))

    def _tick(self, seconds: float) -> int:
        motion = self._move.motion
        if motion is None:
            return 0
        # Seconds that ticks were added up to may fall short of the last one by rounding.
        return min(int(seconds * self._profile.tick_hz + 1e-6), motion.ticks)

    def _simulate(self, seconds: float, *, listens: bool = True) -> int:
        """Simulate up to that moment; return its tick, or the last one there is."""
        tick = self._tick(seconds)
        while len(self._frames) < tick:
            placing = next(self._ticks, None)
            if placing is None:
                break
            self._placing = placing
            self._frames.add(placing.frame())
            now = len(self._frames)
            if listens:
                heard = self._reader.read(placing.world)
                self._heard += [(now / self._profile.tick_hz, impact) for impact in heard]
            else:
                self._deaf = now
                self._reader.read(None)
        return min(tick, len(self._frames))

    def _figures(self, tick: int) -> Figures:
        """Return the blocks after a tick that has been simulated."""
        if not tick or self._placing is None:
            return self._first()
        return self._placing.figures(self._frames.at(tick))

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

    def forget(self, index: int) -> None:
        """Simulate a move anew when it is asked for next."""
        self._simulations.pop(index, None)

    def figures(self, at: Position) -> Figures:
        """Return every block as it is at that moment."""
        return self.simulation(at.move).figures(at.seconds)

    def impacts(self, start: Position, end: Position) -> tuple[Impact, ...]:
        """Return what is heard between two moments of one move; between two moves, nothing."""
        if start.move != end.move or end.seconds <= start.seconds:
            return ()
        heard = self.simulation(end.move).heard(end.seconds)
        return tuple(impact for at, impact in heard if start.seconds < at <= end.seconds)
