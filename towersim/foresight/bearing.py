"""A fast estimate of a tower's stability under loads, by the law of the lever.

Each block stands on its outermost two points of contact, and a load between them is divided by the
lever. That is exact for columns of blocks without lateral contacts and approximate otherwise, but
fast enough to compute a load at a hundred places at once. A block on two others is assumed to press
on their outer ends, which is conservative. `towersim.statics` is exact.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import merge
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from towersim.common.units import Vec
from towersim.geometry.skyline import STEP, Row, Rows, rows
from towersim.scene.scene import Block

TABLE = -1
"""The index that stands for the table in place of a block."""
TOUCH = 0.0003
"""The maximum gap of touching edges, in metres; samples of a slope miss its contact point."""
_LEAST = 0.001
"""The minimum height of a centre of mass above its support in the estimate, in metres."""

Index = npt.NDArray[np.int64]


class Foot(NamedTuple):
    """An outermost point of contact: x and y in metres, and the block below or the `TABLE`."""

    x: float
    y: float
    on: int


class MeasuredTower(NamedTuple):
    """A tower's data for the estimate: its blocks with feet and edges, and its skyline."""

    masses: tuple[float, ...]
    middles: tuple[Vec, ...]
    """The centres of mass, in metres."""
    edges: tuple[Rows, ...]
    feet: tuple[tuple[Foot, Foot], ...]
    """The left and right foot of each block; equal for a single contact point."""
    first: int
    """Index of the skyline's first sample (see `Rows`)."""
    heights: Row
    """The skyline: the tower's height at each sample, in metres."""
    owners: Index
    """The highest block at each sample; `TABLE` also for blocks beside the tower."""
    own: tuple[int, int]
    """The range of samples with blocks of its own, end excluded."""


class Load(NamedTuple):
    """A new block in many alternative places on the tower, as arrays with one element each."""

    mass: float
    x: Row
    y: Row
    left: tuple[Row, Index]
    """The left foot: x in metres and index of the block below."""
    right: tuple[Row, Index]


@lru_cache(maxsize=1024)
def tower_of(blocks: tuple[Block, ...]) -> MeasuredTower:
    """Return the data of a tower at rest, given base first."""
    if not blocks:
        return MeasuredTower((), (), (), (), 0, np.zeros(0), np.zeros(0, np.int64), (0, 0))
    return raised(tower_of(blocks[:-1]), blocks[-1])


def among(
    own: tuple[Block, ...], joined: Sequence[Sequence[Block]], beside: Sequence[Block]
) -> MeasuredTower:
    """Return the data of a tower among others, each given base first.

    Towers `joined` to it bear its loads, too; blocks `beside` it are only obstacles.
    """
    if not own or not (joined or beside):
        return tower_of(own)
    tower, mine = tower_of(()), set(own)
    # The building order is unknown; lower blocks are assumed to support higher ones.
    for block in merge(own, *joined, key=lambda block: block.pose.y):
        tower = raised(tower, block, own=block in mine)
    for block in beside:
        tower = _raise_skyline(tower, rows(block.shape, block.pose), TABLE)
    return tower


def raised(tower: MeasuredTower, block: Block, *, own: bool = True) -> MeasuredTower:
    """Return the tower with one more block at rest on it, its `own` or a joined tower's."""
    row = rows(block.shape, block.pose)
    seen = _raise_skyline(tower, row, len(tower.edges))
    start, end = tower.own if tower.own != (0, 0) else (row.first, row.end)
    return seen._replace(
        masses=(*tower.masses, block.mass),
        middles=(*tower.middles, Vec(block.pose.x, block.pose.y)),
        edges=(*tower.edges, row),
        feet=(*tower.feet, _feet(tower.edges, row)),
        own=(min(start, row.first), max(end, row.end)) if own else tower.own,
    )


def _raise_skyline(tower: MeasuredTower, row: Rows, owner: int) -> MeasuredTower:
    """Return the tower with this row added to its skyline."""
    was_first, was_end = tower.first, tower.first + len(tower.heights)
    if not len(tower.heights):
        was_first, was_end = row.first, row.first
    first, end = min(was_first, row.first), max(was_end, row.end)
    heights, owners = np.zeros(end - first), np.full(end - first, TABLE)
    was = slice(was_first - first, was_end - first)
    heights[was], owners[was] = tower.heights, tower.owners
    here = slice(row.first - first, row.end - first)
    higher = row.top > heights[here]
    heights[here][higher], owners[here][higher] = row.top[higher], owner
    return tower._replace(first=first, heights=heights, owners=owners)


def _feet(edges: Sequence[Rows], row: Rows) -> tuple[Foot, Foot]:
    """Return the left and right foot of the block with this row on the blocks before it."""
    feet = [*_ends(row, row.low, 0, TABLE)] if row.low.min() <= TOUCH else []
    for other, below in enumerate(edges):
        start, end = max(row.first, below.first), min(row.end, below.end)
        if start < end:
            low = row.low[start - row.first : end - row.first]
            gap = np.abs(low - below.top[start - below.first : end - below.first])
            feet += _ends(row, gap, start - row.first, other)
    if not feet:
        lowest = int(row.low.argmin())
        feet = [Foot((row.first + lowest) * STEP, float(row.low[lowest]), TABLE)]
    return min(feet), max(feet)


def _ends(row: Rows, gap: Row, start: int, on: int) -> Iterator[Foot]:
    """Yield the outermost samples with a closed gap, as feet."""
    at = np.flatnonzero(gap <= TOUCH)
    for sample in at[[0, -1]].tolist() if len(at) else ():
        x = (row.first + start + sample) * STEP
        yield Foot(x, float(row.low[start + sample]), on)


def bears(tower: MeasuredTower, load: Load) -> Row:
    """Return the tilt that the tower withstands under each load, as tan; negative if it falls."""
    n = len(load.x)
    weight = [np.full(n, mass) for mass in tower.masses]
    moment = [np.full(n, mass * at.x) for mass, at in zip(tower.masses, tower.middles, strict=True)]
    lift = [np.full(n, mass * at.y) for mass, at in zip(tower.masses, tower.middles, strict=True)]
    (left, on_left), (right, on_right) = load.left, load.right
    share = _share(load.x, left, right)
    for part, at, on in ((1 - share, left, on_left), (share, right, on_right)):
        for index in set(on.tolist()) - {TABLE}:
            here = np.where(on == index, part * load.mass, 0.0)
            weight[index] += here
            moment[index] += here * at
            lift[index] += here * load.y
    tilt = np.full(n, np.inf)
    for index in reversed(range(len(tower.masses))):
        a, b = tower.feet[index]
        x, y = moment[index] / weight[index], lift[index] / weight[index]
        tilt = np.minimum(tilt, (x - a.x) / np.maximum(y - a.y, _LEAST))
        tilt = np.minimum(tilt, (b.x - x) / np.maximum(y - b.y, _LEAST))
        share = _share(x, a.x, b.x)
        for part, foot in ((1 - share, a), (share, b)):
            if foot.on != TABLE:
                at = np.full(n, foot.x) if a.on != b.on else x
                weight[foot.on] += part * weight[index]
                moment[foot.on] += part * weight[index] * at
                lift[foot.on] += part * lift[index]
    return tilt


def _share(x: Row, left: Row | float, right: Row | float) -> Row:
    """Return the right foot's share of a load at x."""
    width = np.maximum(np.asarray(right) - left, STEP)
    share: Row = np.clip((x - left) / width, 0.0, 1.0)
    return share
