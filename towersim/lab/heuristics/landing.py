"""Where a piece comes to lie that is lowered straight down onto a tower.

Everything is seen from above and from below: the highest point of each block over x against the
lowest of the piece. A disc counts as a polygon of 48 sides, at most 0.2 % of its radius inside it.
All lengths are metres.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from towersim.scene import Block, Circle, Scene, corners, extent, placed
from towersim.units import Pose, Vec

NEAR = 1e-4
"""What comes this near when the piece lies carries it, too, in metres."""
PACE = 0.004
"""How far apart the places are that are tried, in metres."""
TURNS = (0.0, math.pi / 2, math.pi, -math.pi / 2)
"""The angles in which a piece is tried."""
_SIDES = 48
_TABLE = -1


class Landing(NamedTuple):
    """A piece where it would come to lie, and from where to where it would be carried."""

    pose: Pose
    left: float
    right: float
    on_table: bool

    @property
    def room(self) -> float:
        """How far the centre of the piece is inside what carries it; < 0: it would tip."""
        return min(self.pose.x - self.left, self.right - self.pose.x)


def put(scene: Scene, piece: Block, pose: Pose) -> Scene:
    """Return the scene with the piece in it at this pose."""
    return replace(scene, blocks=(*scene.blocks, replace(piece, pose=pose)))


def landings(scene: Scene, piece: Block) -> Iterator[Landing]:
    """Yield where the piece would lie on the tower and not tip over at once, from left to right.

    On an empty table: in the middle, once for each way to turn it.
    """
    if not scene.blocks:
        lying = [landing(scene, piece, 0.0, angle) for angle in TURNS]
        yield from [it for it in lying if it.room > NEAR] or lying
        return
    for x in _places(scene):
        # What lies as high and as wide another way round is most likely the same.
        found = {_lying(there): there for there in _turned(scene, piece, x)}
        yield from found.values()


def _turned(scene: Scene, piece: Block, x: float) -> Iterator[Landing]:
    for angle in reversed(TURNS):
        there = landing(scene, piece, x, angle)
        if not there.on_table and there.room > NEAR:
            yield there


def _lying(there: Landing) -> tuple[float, ...]:
    return tuple(round(value, 6) for value in (there.pose.y, there.left, there.right))


def _places(scene: Scene) -> Iterator[float]:
    """Yield x over the whole tower, and over the middle of each block."""
    ends = [extent(block.shape, block.pose) for block in scene.blocks]
    left, right = min(low.x for low, _ in ends), max(high.x for _, high in ends)
    steps = math.ceil((right - left) / PACE)
    grid = [left + (right - left) * n / steps for n in range(steps + 1)]
    yield from sorted({*grid, *(block.pose.x for block in scene.blocks)})


def landing(scene: Scene, piece: Block, x: float, angle: float) -> Landing:
    """Return where the piece comes to lie when it is lowered with its centre over x.

    >>> from towersim.lab.known import column
    >>> cube = column([0.0]).blocks[0]
    >>> landing(column([0.0, 0.25]), cube, 0.0, 0.0).pose.y
    0.05
    """
    below = _outline(piece, Pose(x, 0.0, angle))
    half = scene.table.width / 2
    touches = [(-p.y, p.x, _TABLE) for p in below if abs(p.x) <= half]
    for i, block in enumerate(scene.blocks):
        touches += [(rise, at, i) for rise, at in _rises(_outline(block, block.pose), below)]
    # Beyond the edge of the table there is nothing, and it goes on falling.
    y = max((rise for rise, _, _ in touches), default=0.0)
    carrying = [(at, i) for rise, at, i in touches if rise > y - NEAR]
    xs = [at for at, _ in carrying] or [x]
    return Landing(Pose(x, y, angle), min(xs), max(xs), any(i == _TABLE for _, i in carrying))


def _outline(block: Block, pose: Pose) -> Sequence[Vec]:
    if not isinstance(block.shape, Circle):
        return placed(corners(block.shape), pose)
    r, step = block.shape.radius, 2 * math.pi / _SIDES
    return [
        Vec(pose.x + r * math.cos(n * step), pose.y + r * math.sin(n * step)) for n in range(_SIDES)
    ]


def _rises(under: Sequence[Vec], over: Sequence[Vec]) -> Iterator[tuple[float, float]]:
    """Yield by how much `over` must rise to clear `under` at each x where one has a corner."""
    low = max(min(p.x for p in under), min(p.x for p in over))
    high = min(max(p.x for p in under), max(p.x for p in over))
    if high - low < NEAR:
        return
    for x in {low, high, *(p.x for p in (*under, *over) if low < p.x < high)}:
        yield max(_cut(under, x)) - min(_cut(over, x)), x


def _cut(outline: Sequence[Vec], x: float) -> list[float]:
    """Return the heights at which an outline is met at x, which is within it."""
    found = []
    for p, q in pairwise((*outline, outline[0])):
        if min(p.x, q.x) <= x <= max(p.x, q.x):
            if p.x == q.x:
                found += [p.y, q.y]
            else:
                found.append(p.y + (q.y - p.y) * (x - p.x) / (q.x - p.x))
    return found
