"""Simple baselines, without a source, that rank all possible landings of the next piece.

A landing is the pose of a piece that is lowered vertically onto a tower, by skylines: the
highest point of each block over x against the lowest one of the piece. Lengths are in metres.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import NamedTuple

import msgspec
import numpy as np
from msgspec.structs import replace

from towersim.common.dice import Stream
from towersim.common.units import Pose
from towersim.geometry.shapes import box_around
from towersim.geometry.skyline import contact_heights
from towersim.geometry.touching import SETTLED
from towersim.lab.heuristics.simulation import stays
from towersim.scene.scene import Block, Scene
from towersim.statics.equilibrium import signed_margin

NEAR = 1e-4
"""Greatest gap in metres of a point that still carries the piece."""
PACE = 0.004
"""Distance between the places that are tried, in metres."""
TURNS = (0.0, math.pi / 2, math.pi, -math.pi / 2)
"""The angles that are tried, in radians."""
TRIED = 10
"""Number of landings whose margin is computed: those of greatest `room`."""
ALMOST = 0.001
"""Landings whose `room` differs by less than this, in metres, are ranked by height."""


class Landing(NamedTuple):
    """The pose of a landed piece and the extent of its support (x from left to right)."""

    pose: Pose
    left: float
    right: float
    on_table: bool

    @property
    def room(self) -> float:
        """Distance of the piece's centre inside its support, in metres; < 0: it would tip."""
        return min(self.pose.x - self.left, self.right - self.pose.x)


def put(scene: Scene, piece: Block, pose: Pose) -> Scene:
    """Return the scene with the piece added at `pose`."""
    return replace(scene, blocks=(*scene.blocks, replace(piece, pose=pose)))


def landings(scene: Scene, piece: Block) -> Iterator[Landing]:
    """Yield the stable landings of the piece on the tower, from left to right.

    On an empty table: in the middle, at each angle.
    """
    if not scene.blocks:
        lying = [landing(scene, piece, 0.0, angle) for angle in TURNS]
        yield from [lying_ for lying_ in lying if lying_.room > NEAR] or lying
        return
    for x in _places(scene):
        # Landings of equal height and support at another angle are most likely the same.
        distinct = {_lying(there): there for there in _turned(scene, piece, x)}
        yield from distinct.values()


def _turned(scene: Scene, piece: Block, x: float) -> Iterator[Landing]:
    for angle in reversed(TURNS):
        there = landing(scene, piece, x, angle)
        if not there.on_table and there.room > NEAR:
            yield there


def _lying(there: Landing) -> tuple[float, ...]:
    return tuple(round(value, 6) for value in (there.pose.y, there.left, there.right))


def _places(scene: Scene) -> Iterator[float]:
    """Yield x on a grid over the tower, and at the centre of each block."""
    low, high = box_around([block.extent for block in scene.blocks])
    steps = math.ceil((high.x - low.x) / PACE)
    grid = [low.x + (high.x - low.x) * n / steps for n in range(steps + 1)]
    yield from sorted({*grid, *(block.pose.x for block in scene.blocks)})


def landing(scene: Scene, piece: Block, x: float, angle: float) -> Landing:
    """Return the landing of the piece when it is lowered with its centre at x.

    >>> from towersim.lab.analytic_scenes import column
    >>> cube = column([0.0]).blocks[0]
    >>> landing(column([0.0, 0.25]), cube, 0.0, 0.0).pose.y
    0.05
    """
    half = scene.table.width / 2
    under = ((block.shape, block.pose) for block in scene.blocks)
    met: list[tuple[float, float, int]] = []
    for n, (rise, at) in enumerate(contact_heights(piece.shape, x, angle, under)):
        if n == 0:  # the table
            on = np.abs(at) <= half
            met += zip(rise[on].tolist(), at[on].tolist(), repeat(n))
        elif np.ptp(at) >= NEAR:
            # Blocks side by side overlap by no more than `NEAR` in x.
            met += zip(rise.tolist(), at.tolist(), repeat(n))
    # Beyond the table's edge nothing stops the piece: y is 0.
    y = max((rise for rise, _, _ in met), default=0.0)
    carrying = [(at, n) for rise, at, n in met if rise > y - NEAR]
    xs = [at for at, _ in carrying] or [x]
    return Landing(Pose(x, y, angle), min(xs), max(xs), any(n == 0 for _, n in carrying))


def greedy_overlap(scene: Scene, piece: Block) -> Sequence[Pose]:
    """Rank by the distance of the piece's centre inside its support."""
    return [there.pose for there in _best_lying(scene, piece)]


def lowest_centre(scene: Scene, piece: Block) -> Sequence[Pose]:
    """Rank by the height of the piece's centre, the lowest first."""
    ranked = sorted(_possible(scene, piece), key=lambda at: (round(at.pose.y, 4), -at.room))
    return [there.pose for there in ranked]


def best_margin(scene: Scene, piece: Block) -> Sequence[Pose]:
    """Rank by the margin of the whole tower, by exact statics."""
    poses = [there.pose for there in _best_lying(scene, piece)[:TRIED]]
    return sorted(poses, key=lambda pose: -signed_margin(put(scene, piece, pose), SETTLED))


class LookAhead(msgspec.Struct, frozen=True):
    """Rank by the number of noisy simulations in which the tower holds."""

    places: int = 5
    samples: int = 6
    blur: float = 0.003
    """Standard deviation of the piece's x, in metres: a little more than a hand's."""
    seconds: float = 0.25

    def propose(self, scene: Scene, piece: Block, dice: Stream) -> Sequence[Pose]:
        """Return the best landings, sorted by the number of simulations that held."""
        best = _best_lying(scene, piece)[: self.places]
        best.sort(key=lambda there: -self._held(scene, piece, there, dice))
        return [there.pose for there in best]

    def _held(self, scene: Scene, piece: Block, there: Landing, dice: Stream) -> int:
        held = 0
        for _ in range(self.samples):
            x = there.pose.x + dice.gauss(0.0, self.blur)
            near = landing(scene, piece, x, there.pose.angle).pose
            held += stays(put(scene, piece, near), self.seconds)
        return held


def _best_lying(scene: Scene, piece: Block) -> list[Landing]:
    landed = _possible(scene, piece)
    return sorted(landed, key=lambda at: (-round(at.room / ALMOST), at.pose.y, at.pose.x))


def _possible(scene: Scene, piece: Block) -> list[Landing]:
    """Return the stable landings of the piece or, if there is none, that over the highest block."""
    top = max(scene.blocks, key=lambda block: block.pose.y, default=None)
    stable = list(landings(scene, piece))
    return stable or [landing(scene, piece, top.pose.x if top else 0.0, 0.0)]
