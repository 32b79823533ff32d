"""The best places for a block on a tower, by geometry and levers for all places at once.

A released block comes to rest on one point left and one right of its centre of mass. The tilt that
it and the tower withstand there gives the probability of a fall, which is averaged over the
places that a trembling hand may hit.
"""

from functools import lru_cache
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace
from numpy.lib.stride_tricks import sliding_window_view

from towersim.common.portable_math import atan
from towersim.common.units import BlockId, Pose
from towersim.foresight.bearing import TABLE, Index, Load, MeasuredTower, bears, raised
from towersim.geometry.convex import resting
from towersim.geometry.shapes import Box, Shape
from towersim.geometry.skyline import STEP, Row, Rows, rows
from towersim.physics.hand import Skill, swing
from towersim.scene.scene import Block, Material

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


class Spot(NamedTuple):
    """One place for a block: its pose at rest and the probability of a fall."""

    at: Pose
    risk: float
    after: float
    """Probability that a plain block after it falls."""


class _Rests(NamedTuple):
    """A block at rest over a skyline, as arrays with one element for each x of its centre."""

    x: Row
    y: Row
    tilt: Row
    """The lean of the block at rest, as tan."""
    left: Row
    on_left: Index
    right: Row
    on_right: Index
    bears: Row
    """The tilt at which the block tips over, as tan."""


PROBE = Block(BlockId("next"), Box(0.0254, 0.0254), Material(), 0.0254, Pose(0.0, 0.0, 0.0))
"""The plain block that represents the next one."""


def turns(shape: Shape) -> tuple[float, ...]:
    """Return the angles tried for a block, in radians, safest first."""
    return tuple(rest.angle for rest in resting(shape)[:TURNS])


def spots(tower: MeasuredTower, new: Block, hand: Skill) -> tuple[Spot, ...]:
    """Return the best place for each angle of a block on a standing tower, safest first.

    The pose of `new` is ignored. Nothing is simulated.
    """
    angles = turns(new.shape)
    if not tower.masses:
        return tuple(Spot(Pose(0.0, -_lying(new.shape, a).low.min(), a), 0.0, 1.0) for a in angles)
    rests = [_rests(tower, _lying(new.shape, angle)) for angle in angles]
    sway = hand.sway(max(float(rest.y.max()) for rest in rests))
    every = _Rests(*(np.concatenate(part) for part in zip(*rests, strict=True)))
    chances = np.split(_pointwise(tower, new.mass, every, sway), len(angles))
    best_spots = [
        _spot(rest, angle, _smeared(chance, sway))
        for rest, angle, chance in zip(rests, angles, chances, strict=True)
    ]
    return tuple(sorted(best_spots, key=lambda spot: spot.risk))


def _spot(rests: _Rests, angle: float, risk: Row) -> Spot:
    best = int(risk.argmin())
    turned = angle + atan(float(rests.tilt[best]))
    pose = Pose(float(rests.x[best]), float(rests.y[best]), turned)
    return Spot(pose, float(risk[best]), 1.0)


@lru_cache(maxsize=2048)
def _lying(shape: Shape, angle: float) -> Rows:
    return rows(shape, Pose(0.0, 0.0, angle))


def _rests(tower: MeasuredTower, row: Rows) -> _Rests:
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
    return _Rests(x, low - tilt * a, tilt, x + a, feet[0], x + b, feet[1], bears)


def _between(values: npt.NDArray[T], n: int, outside: float) -> npt.NDArray[T]:
    """Return the values with `n` copies of `outside` before and after them."""
    wide = np.full(len(values) + 2 * n, outside, dtype=values.dtype)
    wide[n:-n] = values
    return wide


def _pointwise(tower: MeasuredTower, mass: float, rests: _Rests, sway: float) -> Row:
    """Return the probability of a fall for a release exactly at each place."""
    load = Load(mass, rests.x, rests.y, (rests.left, rests.on_left), (rests.right, rests.on_right))
    fails = (
        _chance(rests.bears, _OWN_SWING + _HAND_SWING_SHARE * swing(sway))
        + _chance(_STEEP - np.abs(rests.tilt), 0.05)
        + _chance(bears(tower, load), _SHAKE)
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
