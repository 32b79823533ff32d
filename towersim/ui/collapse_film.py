"""The last collapse as a film of three seconds, with marks in its frames."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from towersim.common.units import BlockId, Pose, Vec
from towersim.physics.collapse import Collapse
from towersim.physics.settle import Fall
from towersim.physics.world import World
from towersim.table.placing import Motion
from towersim.table.table import Figure, Placed, Table
from towersim.theatre.impacts import Impact, ImpactReader
from towersim.ui.film import Film, Frame

SECONDS: Final = 3.0
"""Length of the film, in simulated seconds, …"""
AFTER: Final = 1.2
"""… and the part of it after the collapse began."""
RATE: Final = 1 / 8
"""Playback speed as a share of real time."""
DEEPER: Final = 2.0
"""Factor on the size of an impact's block for its sound, an octave lower, …"""
SOFTER: Final = 0.25
"""… and on its impulse."""


class CollapseFilm(NamedTuple):
    """A film of a collapse, its cause, and the frame in which it begins."""

    film: Film
    cause: Collapse | Fall
    """The joint that gave way; if none did, the fall of a block without support."""
    sentence: str
    begins: int
    table: Table
    """The table before the move."""
    placed: Motion | None
    """The move of the hand before the collapse; None: there was none."""


class Marks(NamedTuple):
    """The marks in a frame of a collapse."""

    block: BlockId
    tipped_by: BlockId | None
    pivot: Vec | None
    """The edge that it turned about or slid from; None: it had no support."""
    direction: int
    """1: to the right, -1: to the left; 0: before the collapse."""
    weight: Vec
    """The centre of mass of all that the joint carried, in this frame, in metres."""
    sentence: str


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
        self, table: Table, placed: Motion | None, cause: Collapse | Fall, told: str
    ) -> CollapseFilm:
        """Return the film of the seconds around the beginning of a recorded collapse."""
        hz = self._hz
        end = cause.tick + round(AFTER * hz)
        shots = [shot for shot in self._shots if end - SECONDS * hz <= shot.tick <= end]
        frame, fixed = _figures(table, placed), len(table.setup.fixed)
        frames = [frame := _moved(frame, shot.poses[fixed:]) for shot in shots]
        film = Film(frames[0], 1 / hz, RATE)
        for frame, shot in zip(frames[1:], shots[1:], strict=True):
            film.add(frame, None, tuple(map(_slowed, shot.impacts)))
        film.is_complete = True
        begins = max(cause.tick - shots[0].tick, 0)
        return CollapseFilm(film, cause, told, begins, table, placed)


def _slowed(impact: Impact) -> Impact:
    """Return an impact with the sound of slow motion: lower and softer."""
    return impact._replace(size=impact.size * DEEPER, impulse=impact.impulse * SOFTER)


def _figures(table: Table, placed: Motion | None) -> Frame:
    """Return the figures before the move, in building order."""
    if placed is None:
        return table.figures()
    block, shape = placed.block, table.shape(placed.block.kind)
    return (
        *table.figures(),
        Figure(block.id, block.kind, shape, block.pose, placed.tower, held=False),
    )


def _moved(frame: Frame, poses: npt.NDArray[np.float64]) -> Frame:
    """Return the figures at other poses (n × 3); unmoved ones are reused, as most are."""
    rows = map(tuple, poses.tolist())
    pairs = zip(frame, rows, strict=False)
    return tuple(f if f.pose == row else f._replace(pose=Pose(*row)) for f, row in pairs)


def marks(film: CollapseFilm, number: int, figures: Sequence[Figure]) -> Marks:
    """Return the marks of a frame, given its number and its figures."""
    collapse = film.cause
    if isinstance(collapse, Fall):
        return Marks(collapse.block, None, None, 0, Vec(0.0, 0.0), film.sentence)
    above = [f for f in figures if f.id in collapse.above]
    weights = [film.table.block(Placed(f.id, f.kind, f.pose)).mass for f in above]
    whole = sum(weights) or 1.0
    x = sum(w * f.pose.x for w, f in zip(weights, above, strict=True)) / whole
    y = sum(w * f.pose.y for w, f in zip(weights, above, strict=True)) / whole
    way = 1 if collapse.direction == "right" else -1
    return Marks(
        block=collapse.block,
        tipped_by=collapse.tipped_by,
        pivot=collapse.pivot,
        direction=way if number >= film.begins else 0,
        weight=Vec(x, y),
        sentence=film.sentence,
    )
