"""The best places for a block on a tower, by geometry and levers for all places at once.

A released block comes to rest on one point left and one right of its centre of mass. The tilt that
it and the tower withstand there gives the probability of a fall, which is averaged over the
places that a trembling hand may hit.

A tower's stability under loads is estimated by the law of the lever. Each block stands on its
outermost two points of contact, and a load between them is divided by the lever. That is exact for
columns of blocks without lateral contacts and approximate otherwise, but fast enough to compute a
load at a hundred places at once. A block on two others is assumed to press on their outer ends,
which is conservative. `towersim.statics` is exact.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import merge
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace
from numpy.lib.stride_tricks import sliding_window_view

from towersim.common.portable_math import atan
from towersim.common.units import BlockId, Pose, Vec
from towersim.geometry.convex import resting
from towersim.geometry.shapes import Box, Shape
from towersim.geometry.skyline import STEP, Row, Rows, rows
from towersim.physics.hand import Skill, swing
from towersim.scene.contacts import TABLE
from towersim.scene.scene import Block, Material

TOUCH = 0.0003
"""The maximum gap of touching edges, in metres; samples of a slope miss its contact point."""
_LEAST = 0.001
"""The minimum height of a centre of mass above its support in the estimate, in metres."""

Index = npt.NDArray[np.int64]
TURNS = 5
"""The number of orientations tried for a block, safest first."""
_SAME = 0.0002
"""The maximum difference in height, in metres, of contact points of one face."""
_OWN_SWING, _HAND_SWING_SHARE = 0.02, 0.9
"""The swing of a released block as tan: its own, and as a share of the hand's; the spread of the
logistic estimate of a fall."""
_STEEP = 0.42
"""The slope, as tan, from which on a block is likely to slide."""
_SHAKE = 0.08
"""The sway of a tower under a new block, as tan."""
_EVERY = 2
"""Distance between the places tried for a block, in samples."""
T = TypeVar("T", bound=np.generic)
PROBE = Block(BlockId("next"), Box(0.0254, 0.0254), Material(), 0.0254, Pose(0.0, 0.0, 0.0))
"""The plain block that represents the next one."""


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


class Rests(NamedTuple):
    """A block at rest in many alternative places on a tower, as arrays with one element each."""

    x: Row
    y: Row
    left: Row
    """x of the left foot, in metres."""
    on_left: Index
    """Index of the block below it, or `TABLE`."""
    right: Row
    on_right: Index
    tilt: Row
    """The lean of the block at rest, as tan."""
    bears: Row
    """The tilt at which the block tips over, as tan."""


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


def bears(tower: MeasuredTower, mass: float, load: Rests) -> Row:
    """Return the tilt that a tower withstands under a block of `mass` kg in each of its places.

    As tan; negative if the tower falls.
    """
    n = len(load.x)
    weight = [np.full(n, own) for own in tower.masses]
    moment = [np.full(n, own * at.x) for own, at in zip(tower.masses, tower.middles, strict=True)]
    lift = [np.full(n, own * at.y) for own, at in zip(tower.masses, tower.middles, strict=True)]
    share = _share(load.x, load.left, load.right)
    for part, at, on in ((1 - share, load.left, load.on_left), (share, load.right, load.on_right)):
        for index in set(on.tolist()) - {TABLE}:
            here = np.where(on == index, part * mass, 0.0)
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


class Spot(NamedTuple):
    """One place for a block: its pose at rest and the probability of a fall."""

    at: Pose
    risk: float
    after: float
    """Probability that a plain block after it falls."""


def spots(tower: MeasuredTower, new: Block, hand: Skill) -> tuple[Spot, ...]:
    """Return the best place for each angle of a block on a standing tower, safest first.

    The pose of `new` is ignored. Nothing is simulated.
    """
    angles = [rest.angle for rest in resting(new.shape)[:TURNS]]
    if not tower.masses:
        return tuple(Spot(Pose(0.0, -_lying(new.shape, a).low.min(), a), 0.0, 1.0) for a in angles)
    rests = [_rests(tower, _lying(new.shape, angle)) for angle in angles]
    sway = hand.sway(max(float(rest.y.max()) for rest in rests))
    every = Rests(*(np.concatenate(part) for part in zip(*rests, strict=True)))
    chances = np.split(_pointwise(tower, new.mass, every, sway), len(angles))
    each = zip(rests, angles, chances, strict=True)
    best_spots = (_spot(rest, angle, _smeared(chance, sway)) for rest, angle, chance in each)
    return tuple(sorted(best_spots, key=lambda spot: spot.risk))


def _spot(rests: Rests, angle: float, risk: Row) -> Spot:
    best = int(risk.argmin())
    turned = angle + atan(float(rests.tilt[best]))
    pose = Pose(float(rests.x[best]), float(rests.y[best]), turned)
    return Spot(pose, float(risk[best]), 1.0)


@lru_cache(maxsize=2048)
def _lying(shape: Shape, angle: float) -> Rows:
    return rows(shape, Pose(0.0, 0.0, angle))


def _rests(tower: MeasuredTower, row: Rows) -> Rests:
    """Return the rest of a block on its two feet, for each x of its centre of mass."""
    n, m, middle = len(row.low), len(tower.heights), -row.first
    first = n - middle
    windows = sliding_window_view(_between(tower.heights, n, 0.0), n)[first : first + m : _EVERY]
    owners = _between(tower.owners, n, TABLE)
    meets = windows - row.low
    on_left, on_right = meets[:, : middle + 1], meets[:, middle:]
    low, high = on_left.max(axis=1), on_right.max(axis=1)
    left = (on_left > low[:, None] - _SAME).argmax(axis=1)
    right = n - 1 - (on_right[:, ::-1] > high[:, None] - _SAME).argmax(axis=1)
    over_ = np.arange(0, m, _EVERY)
    x: Row = STEP * (tower.first + over_).astype(np.float64)
    a: Row = (left - middle) * STEP
    b: Row = (right - middle) * STEP
    tilt = (high - low) / np.maximum(b - a, STEP)
    bears = np.minimum(
        -a / np.maximum(-row.low[left], STEP) - tilt, b / np.maximum(-row.low[right], STEP) + tilt
    )
    feet = owners[first + over_ + left], owners[first + over_ + right]
    return Rests(x, low - tilt * a, x + a, feet[0], x + b, feet[1], tilt, bears)


def _between(values: npt.NDArray[T], n: int, outside: float) -> npt.NDArray[T]:
    """Return the values with `n` copies of `outside` before and after them."""
    wide = np.full(len(values) + 2 * n, outside, dtype=values.dtype)
    wide[n:-n] = values
    return wide


def _pointwise(tower: MeasuredTower, mass: float, rests: Rests, sway: float) -> Row:
    """Return the probability of a fall for a release exactly at each place."""
    fails = (
        _chance(rests.bears, _OWN_SWING + _HAND_SWING_SHARE * swing(sway))
        + _chance(_STEEP - np.abs(rests.tilt), 0.05)
        + _chance(bears(tower, mass, rests), _SHAKE)
    )
    on_table = (rests.on_left == TABLE) | (rests.on_right == TABLE)
    start, end = tower.own
    elsewhere = (rests.x < STEP * start) | (rests.x >= STEP * end)
    return np.where(on_table | elsewhere, 1.0, np.minimum(fails, 1.0))


def _chance(margin: Row, spread: float) -> Row:
    """Return the probability of a normal deviate above a margin (logistic, within 1 %)."""
    chance: Row = 1 / (1 + np.exp(np.clip(1.702 * margin / spread, -50, 50)))
    return chance


def _smeared(risk: Row, sway: float) -> Row:
    """Return the mean risk of a trembling hand at each place; beyond the tower all falls."""
    pace = _EVERY * STEP
    reach = int(2.5 * sway / pace)
    if reach == 0:
        return risk
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) * pace / sway) ** 2)
    smeared: Row = np.convolve(_between(risk, reach, 1.0), weights / weights.sum(), "valid")
    return smeared


def with_room(tower: MeasuredTower, new: Block, spot: Spot, hand: Skill) -> Spot:
    """Return the spot with the probability that a plain block after it falls."""
    placed = raised(tower, replace(new, pose=spot.at))
    return spot._replace(after=spots(placed, PROBE, hand)[0].risk)
