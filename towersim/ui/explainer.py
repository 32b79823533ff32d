"""The cause of each fall in a match: found when all is at rest, kept, and marked in a replay."""

from collections.abc import Generator, Iterator, Sequence
from itertools import takewhile
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from towersim.common.units import BlockId, Pose, Vec
from towersim.match.match import Match
from towersim.physics.collapse import Collapse
from towersim.physics.settle import Cause, Fall
from towersim.physics.world import World
from towersim.rules.base import Collapsed, Event, Stacked, TowerStarted
from towersim.table.forensics import FallCause, fall_cause, limit_told
from towersim.table.placing import Motion, Move, Shift
from towersim.table.table import Figure, Placed, Table
from towersim.theatre.falls import READ
from towersim.theatre.impacts import Impact, ImpactReader
from towersim.ui.playback import BlockPlayback, Film, Frame

BEFORE_BEGIN, AFTER_BEGIN = 0.25, 1.2
"""Length of the film before and after the first motion of the collapse, in simulated seconds."""
RATE: Final = 1 / 8
"""Playback speed as a share of real time."""
STILL, HOLD = 0.001, 0.05
"""Once all moves less than `STILL`, in metres and radians, the film lasts `HOLD` seconds more.

It is shown for `READ` seconds at least.
"""


class CollapseFilm(NamedTuple):
    """A film of a collapse, its cause, and the frame in which it begins."""

    film: Film
    told: FallCause
    begins: int
    table: Table


def told_film(film: Film, table: Table, placed: Motion, sentence: str) -> CollapseFilm:
    """Return the film of a move without a fall, with a sentence about the piece that was placed."""
    told = FallCause(Fall(placed.block.id, 0, Cause.TABLE), sentence)
    return CollapseFilm(film, told, 0, table)


class Marks(NamedTuple):
    """The marks in a frame of a collapse."""

    block: BlockId
    tipped_by: BlockId | None = None
    pivot: Vec | None = None
    """The edge that it turned about or slid from; None: it had no support, or is not drawn."""
    direction: int = 0
    """1: to the right, -1: to the left; 0: before the collapse."""
    weight: Vec = Vec(0.0, 0.0)
    """The centre of mass of all that the joint carried, in this frame, in metres."""
    sentence: str = ""


def culprit(fall: FallCause) -> Marks:
    """Return the mark of the block that gave way, without edge and sentence."""
    return Marks(fall.cause.block, fall.tipped_by)


class _Shot(NamedTuple):
    """One tick of a move."""

    tick: int
    poses: npt.NDArray[np.float64]
    impacts: tuple[Impact, ...]


class CollapseRecorder:
    """A recorder of every tick of a move that is simulated again."""

    def __init__(self, hz: int) -> None:
        """Begin to record a world with `hz` ticks per second."""
        self._hz = hz
        self._shots: list[_Shot] = []
        self._reader = ImpactReader()

    def record(self, world: World) -> None:
        """Record the poses and impacts of the current tick."""
        self._shots.append(_Shot(world.ticks, world.poses, self._reader.read(world)))

    def film(
        self, table: Table, placed: Motion | None, told: FallCause
    ) -> Generator[None, None, CollapseFilm]:
        """Return the film of the seconds around the beginning of a recorded collapse.

        Yields after each frame.
        """
        # The hand may have carried on for longer after a fall than is recorded.
        hz, tick = self._hz, max(told.cause.tick, self._shots[0].tick)
        begin, end = tick - BEFORE_BEGIN * hz, tick + AFTER_BEGIN * hz
        shots = [shot for shot in self._shots if begin <= shot.tick <= end]
        still = (np.abs(shot.poses - shots[-1].poses).max() < STILL for shot in reversed(shots))
        moving = len(shots) - sum(takewhile(bool, still))
        del shots[max(moving + round(HOLD * hz), round(READ * RATE * hz)) :]
        frame, fixed = table.figures(), len(table.setup.fixed)
        if placed is not None:
            block, shape = placed.block, table.shape(placed.block.kind)
            frame += (Figure(block.id, block.kind, shape, block.pose, placed.tower, held=False),)
        film = Film(_moved(frame, shots[0].poses[fixed:]), 1 / hz, RATE)
        for shot in shots[1:]:
            film.add(_moved(film.frames[-1], shot.poses[fixed:]), None, shot.impacts)
            yield
        film.is_complete = True
        begins = max(tick - shots[0].tick, 0)
        return CollapseFilm(film, told, begins, table)


def _moved(frame: Frame, poses: npt.NDArray[np.float64]) -> Frame:
    """Return the figures at other poses (n × 3); unmoved ones are reused, as most are."""
    rows = map(tuple, poses.tolist())
    pairs = zip(frame, rows, strict=False)
    return tuple(f if f.pose == row else f._replace(pose=Pose(*row)) for f, row in pairs)


def marks(film: CollapseFilm, number: int, figures: Sequence[Figure]) -> Marks:
    """Return the marks of a frame, given its number and its figures."""
    collapse = film.told.cause
    if not isinstance(collapse, Collapse):
        return Marks(collapse.block, sentence=film.told.sentence)
    above = [f for f in figures if f.id in collapse.above]
    weights = [film.table.block(Placed(f.id, f.kind, f.pose)).mass for f in above]
    whole = sum(weights) or 1.0
    x = sum(w * f.pose.x for w, f in zip(weights, above, strict=True)) / whole
    y = sum(w * f.pose.y for w, f in zip(weights, above, strict=True)) / whole
    direction = 1 if collapse.direction == "right" else -1
    return Marks(
        block=collapse.block,
        tipped_by=collapse.tipped_by,
        pivot=collapse.pivot,
        direction=direction if number >= film.begins else 0,
        weight=Vec(x, y),
        sentence=film.told.sentence,
    )


def last_collapses(events: Sequence[Event]) -> dict[int, Collapsed]:
    """Return the collapses since a block was put down last, by the numbers of their events."""
    numbers = reversed(range(len(events)))
    put = next((n for n in numbers if isinstance(events[n], Stacked | TowerStarted)), -1)
    later = enumerate(events[put + 1 :], put + 1)
    return {number: event for number, event in later if isinstance(event, Collapsed)}


class FallExplainer:
    """Finds the cause of each fall in a match, and keeps it for the log and for the replay."""

    def __init__(self, match: Match, playback: BlockPlayback) -> None:
        self._match, self._playback = match, playback
        self._search: Iterator[None] | None = None
        """The search in a move that gravity has not answered yet."""
        self._untold: CollapseFilm | None = None
        """The cause that was found, until its event is shown."""
        self._recalled = self._recall()
        self.is_recalling = False
        """Whether the cause of the last fall before the game was continued is still searched."""
        self._causes: dict[int, str] = {}
        """The causes as sentences, by the number of the event that reports the fall."""
        self.collapse: CollapseFilm | None = None
        """The last collapse; None if what can be seen again is none."""
        self.withstood = ""
        """A sentence about a test that reached its limit; empty for none."""

    def recall(self) -> bool:
        """Go on to find the cause of the last fall before a game was continued.

        Return whether more is to do: the move is simulated again, which took 0.4 CPU-s for a fall
        of 19 cubes.
        """
        self.is_recalling = next(self._recalled, True) is None
        return self.is_recalling

    def _recall(self) -> Iterator[None]:
        match, fell = self._match, last_collapses(self._match.events)
        if match.last_motion is not None and fell and not match.setup.anywhere:
            yield from self._find(match.settled_from, match.last_motion)
            if (collapse := self.take()) is not None:
                self.keep(min(fell), collapse)

    def search(self) -> bool:
        """Go on to find the cause of a fall in a move at rest; return whether more is to do."""
        if self._search is None:
            self._search = self._find(self._match.table, self._match.unanswered)
        return next(self._search, True) is None

    def end_move(self) -> None:
        """Search in the next move from now on, as gravity has answered the last one."""
        self._search, self._recalled, self.is_recalling = None, iter(()), False

    def _find(self, table: Table, move: Move | None) -> Generator[None, None, None]:
        """Find the cause of a fall in a move from a table; yield every few milliseconds."""
        match, profile, stress = self._match, self._match.profile, self._match.stress()
        self._untold = None
        if move is None:
            return
        recorder = CollapseRecorder(profile.tick_hz)
        told = yield from fall_cause(table, move, profile, stress or match.taken, recorder.record)
        if told is not None:
            placed = move if isinstance(move, Motion) else None
            self._untold = yield from recorder.film(table, placed, told)
        elif stress is not None and isinstance(move, Shift):
            self.withstood = limit_told(stress, move.strength)

    def take(self) -> CollapseFilm | None:
        """Return the cause that was found and not taken yet; None if there is none."""
        untold, self._untold = self._untold, None
        return untold

    def keep(self, number: int, collapse: CollapseFilm) -> None:
        """Keep the cause of a collapse for event `number`, and its film for the replay."""
        self._causes[number], self.collapse = collapse.told.sentence, collapse
        self._playback.last_fall = collapse.film

    @property
    def marks(self) -> Marks | None:
        """The marks of the current frame while a collapse is replayed, else None."""
        collapse, figures = self.collapse, self._playback.figures
        number = None if collapse is None else self._playback.replayed(collapse.film)
        if collapse is None or number is None or figures is None:
            return None
        return marks(collapse, number, figures)

    @property
    def culprit(self) -> Marks | None:
        """The mark of the block that gave way in the last collapse; None before the first."""
        return None if self.collapse is None else culprit(self.collapse.told)

    @property
    def has_collapse(self) -> bool:
        """Whether what can be seen again is a collapse."""
        collapse = self.collapse
        return collapse is not None and collapse.told.sentence in self._causes.values()

    def about(self, number: int) -> str:
        """Return an additional sentence for the log about event `number`, or an empty string."""
        return self._causes.get(number, "")

    @property
    def why_it_fell(self) -> str:
        """The cause of the last collapse, as a sentence; empty before the first."""
        return self._causes[max(self._causes)] if self._causes else ""
