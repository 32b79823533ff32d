"""The last collapse of an attempt: three seconds of it as a film, and what is marked in it."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from towersim.physics.collapse import Collapse
from towersim.physics.world import World
from towersim.placing import Motion
from towersim.table import Figure, Placed, Table
from towersim.ui.film import Film, Frame
from towersim.units import BlockId, Pose, Vec

SECONDS: Final = 3.0
"""How much is seen again, in simulated seconds, …"""
AFTER: Final = 1.2
"""… and how much of that comes after the collapse began."""
RATE: Final = 1 / 8
"""How fast it is shown, as a share of real time."""


class CollapseFilm(NamedTuple):
    """A film of a collapse, how that began, and in which frame."""

    film: Film
    collapse: Collapse
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
    pivot: Vec
    direction: int
    """1: to the right, -1: to the left; 0 as long as nothing gives way."""
    weight: Vec
    """The centre of mass of all that the joint carried, in this frame, in metres."""
    sentence: str


class Watcher:
    """Remembers every tick of a move that is simulated once more."""

    def __init__(self, hz: int) -> None:
        """Begin to watch a world that ticks so many times a second."""
        self._hz = hz
        self._shots: list[tuple[int, npt.NDArray[np.float64]]] = []

    def look(self, world: World) -> None:
        """Remember where everything is now."""
        self._shots.append((world.ticks, world.poses))

    def film(
        self, table: Table, placed: Motion | None, collapse: Collapse, told: str
    ) -> CollapseFilm:
        """Return the seconds around the beginning of a collapse that was seen."""
        hz = self._hz
        end = collapse.tick + round(AFTER * hz)
        shots = [shot for shot in self._shots if end - SECONDS * hz <= shot[0] <= end]
        frames = [_frame(table, placed, poses) for _, poses in shots]
        film = Film(frames[0], 1 / hz, RATE)
        for frame in frames[1:]:
            film.add(frame, None)
        film.is_complete = True
        begins = max(collapse.tick - shots[0][0], 0)
        return CollapseFilm(film, collapse, told, begins, table, placed)


def _frame(table: Table, placed: Motion | None, poses: npt.NDArray[np.float64]) -> Frame:
    """Return the figures of one tick; poses are in building order, what is fixed first."""
    figures = list(table.figures())
    if placed is not None:
        it = placed.block
        figures.append(Figure(it.id, it.kind, table.shape(it.kind), it.pose, None, held=False))
    rows = poses[len(table.setup.fixed) :].tolist()
    return tuple(f._replace(pose=Pose(*row)) for f, row in zip(figures, rows, strict=False))


def marks(seen: CollapseFilm, number: int, figures: Sequence[Figure]) -> Marks:
    """Return what is marked in the frame of this number, which shows these figures."""
    collapse = seen.collapse
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
