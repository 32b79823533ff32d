"""The last collapse: three seconds of it as a film, and what is marked in it."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from towersim.physics.collapse import Collapse
from towersim.physics.settle import Fall
from towersim.physics.world import World
from towersim.placing import Motion
from towersim.table import Figure, Placed, Table
from towersim.theatre.impacts import Impact, ImpactReader
from towersim.ui.film import Film, Frame
from towersim.units import BlockId, Pose, Vec

SECONDS: Final = 3.0
"""How much is seen again, in simulated seconds, …"""
AFTER: Final = 1.2
"""… and how much of that comes after the collapse began."""
RATE: Final = 1 / 8
"""How fast it is shown, as a share of real time."""
DEEPER: Final = 2.0
"""Blows sound as those of blocks so many times as large do, an octave lower, …"""
SOFTER: Final = 0.25
"""… and with this share of their impulse."""


class CollapseFilm(NamedTuple):
    """A film of a collapse, how that began, and in which frame."""

    film: Film
    cause: Collapse | Fall
    """How a joint gave way; if none did, the fall of a block that rested on nothing."""
    sentence: str
    begins: int
    table: Table
    """As it was before the move."""
    placed: Motion | None
    """The move of the hand that led to it, if one did."""


class Marks(NamedTuple):
    """What is marked in a frame of a collapse."""

    block: BlockId
    tipped_by: BlockId | None
    pivot: Vec | None
    """The edge that it turned about or slid from; None if it rested on nothing."""
    direction: int
    """1: to the right, -1: to the left; 0 as long as nothing gives way."""
    weight: Vec
    """The centre of mass of all that the joint carried, in this frame, in metres."""
    sentence: str


class _Shot(NamedTuple):
    """One tick of a move."""

    tick: int
    poses: npt.NDArray[np.float64]
    impacts: tuple[Impact, ...]


class Watcher:
    """Remembers every tick of a move that is simulated once more."""

    def __init__(self, hz: int) -> None:
        """Begin to watch a world that ticks so many times a second."""
        self._hz = hz
        self._shots: list[_Shot] = []
        self._reader = ImpactReader()

    def look(self, world: World) -> None:
        """Remember where everything is now, and what is heard."""
        self._shots.append(_Shot(world.ticks, world.poses, self._reader.read(world)))

    def film(
        self, table: Table, placed: Motion | None, cause: Collapse | Fall, told: str
    ) -> CollapseFilm:
        """Return the seconds around the beginning of a collapse that was seen."""
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
    """Return a blow as it is heard in slow motion: lower and softer."""
    return impact._replace(size=impact.size * DEEPER, impulse=impact.impulse * SOFTER)


def _figures(table: Table, placed: Motion | None) -> Frame:
    """Return the figures before the move, in building order."""
    if placed is None:
        return table.figures()
    it, shape = placed.block, table.shape(placed.block.kind)
    return (*table.figures(), Figure(it.id, it.kind, shape, it.pose, placed.tower, held=False))


def _moved(frame: Frame, poses: npt.NDArray[np.float64]) -> Frame:
    """Return the figures at other poses (n × 3); those that rest are kept, as most of them do."""
    rows = map(tuple, poses.tolist())
    pairs = zip(frame, rows, strict=False)
    return tuple(f if f.pose == row else f._replace(pose=Pose(*row)) for f, row in pairs)


def marks(seen: CollapseFilm, number: int, figures: Sequence[Figure]) -> Marks:
    """Return what is marked in the frame of this number, which shows these figures."""
    collapse = seen.cause
    if isinstance(collapse, Fall):
        return Marks(collapse.block, None, None, 0, Vec(0.0, 0.0), seen.sentence)
    above = [f for f in figures if f.id in collapse.above]
    weights = [seen.table.block(Placed(f.id, f.kind, f.pose)).mass for f in above]
    whole = sum(weights) or 1.0
    x = sum(w * f.pose.x for w, f in zip(weights, above, strict=True)) / whole
    y = sum(w * f.pose.y for w, f in zip(weights, above, strict=True)) / whole
    way = 1 if collapse.direction == "right" else -1
    return Marks(
        block=collapse.block,
        tipped_by=collapse.tipped_by,
        pivot=collapse.pivot,
        direction=way if number >= seen.begins else 0,
        weight=Vec(x, y),
        sentence=seen.sentence,
    )
