"""The motion of one recorded move, simulated again on demand."""

from collections import OrderedDict
from collections.abc import Iterator
from typing import Final

from towersim.physics.profile import Profile
from towersim.table.placing import Placing, each_tick
from towersim.table.table import Figure
from towersim.theatre.frames import Frames
from towersim.theatre.impacts import Impact, ImpactReader
from towersim.theatre.timeline import Move, Position, Timeline

Figures = tuple[Figure, ...]

KEPT: Final = 4
"""The number of simulated moves in the cache."""


class Simulation:
    """One move, simulated tick by tick; simulated ticks are stored."""

    def __init__(self, move: Move, profile: Profile) -> None:
        """Begin before the first tick; nothing is simulated yet."""
        self._profile = profile
        self._move = move
        self._frames = Frames()
        self._placing: Placing | None = None
        self._deaf = 0
        """The last tick that was simulated without sound."""
        self._heard: list[tuple[float, Impact]] = []
        self._reader = ImpactReader()
        self._ticks: Iterator[Placing] = iter(())
        if move.motion is not None:
            self._ticks = each_tick(move.before, move.motion, profile)

    def figures(self, seconds: float) -> Figures:
        """Return every block at `seconds` after the move began.

        The first call simulates up to there; later calls are fast.
        """
        if self._move.motion is None or seconds >= self._move.seconds:
            return self._move.after.figures()
        return self._figures(self._simulate(seconds))

    def is_deaf(self, seconds: float) -> bool:
        """Return whether that moment was simulated without sound."""
        return self._tick(seconds) < self._deaf

    def heard(self, seconds: float) -> list[tuple[float, Impact]]:
        """Return the impacts so far with their times, in seconds after the move began."""
        self._simulate(seconds)
        return self._heard

    def reaches(self, seconds: float) -> bool:
        """Return whether that moment has been simulated."""
        return seconds >= self._move.seconds or self._tick(seconds) <= len(self._frames)

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
        motion = self._move.motion
        if motion is None:
            return 0
        # A sum of tick lengths may be short of the last tick by rounding.
        return min(int(seconds * self._profile.tick_hz + 1e-6), motion.ticks)

    def _simulate(self, seconds: float, *, listens: bool = True) -> int:
        """Simulate up to that moment; return its tick, or the last tick of the motion."""
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
        """Return the table before the move, with its block in the hand."""
        table, motion = self._move.before, self._move.motion
        if motion is None:
            return table.figures()
        taken = motion.block
        block = Figure(taken.id, taken.kind, table.shape(taken.kind), taken.pose, None, held=True)
        return (*table.figures(), block)


class Playback:
    """The simulations of a game's moves, of which the latest are cached."""

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
        """Drop the simulation of a move, so that it is simulated again."""
        self._simulations.pop(index, None)

    def figures(self, at: Position) -> Figures:
        """Return every block at that position."""
        return self.simulation(at.move).figures(at.seconds)

    def impacts(self, start: Position, end: Position) -> tuple[Impact, ...]:
        """Return the impacts between two positions in one move; none across moves."""
        if start.move != end.move or end.seconds <= start.seconds:
            return ()
        heard = self.simulation(end.move).heard(end.seconds)
        return tuple(impact for at, impact in heard if start.seconds < at <= end.seconds)
