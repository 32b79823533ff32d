"""Where a block is dropped in the games with gravity, in numbers, and the outlines of towers.

After the number of an action that puts a block down come two more: the block's angle, then x in
steps of 4 mm from 64 mm left to 64 mm right of the tower's top block, or of its place. There it is
released a millimetre above its first contact, without a hand.
"""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from towersim.common.units import TowerId
from towersim.envs.coding import Numbers
from towersim.geometry.skyline import STEP, rows
from towersim.match.match import Match
from towersim.rules.base import Place, StartTower

APART = 0.004
"""The length of a step of x, in metres."""
STEPS = tuple(range(-16, 17))
TALL = 1.0
"""The height that an observation shows as 1, in metres."""


class Drop(NamedTuple):
    """A block to drop: x in metres, angle in radians."""

    put: Place | StartTower
    x: float
    angle: float


def names(angles: Sequence[float]) -> tuple[str, ...]:
    """Return the meaning of the numbers of a drop, angles first.

    >>> names([0.0])[:2]
    ('turned by 0°', 'x -64 mm')
    """
    turned = (f"turned by {math.degrees(angle):.0f}°" for angle in angles)
    return (*turned, *(f"x {1000 * APART * step:+.0f} mm" for step in STEPS))


def drops(
    match: Match, put: Place | StartTower, angles: Sequence[float]
) -> Iterator[tuple[tuple[int, int], Drop]]:
    """Yield each drop over the place of a block, with its two numbers, counted from 0."""
    table, places = match.table, match.places(put.block)
    held, middle = table.in_hand(put.block, put.tower).pose, _middle(match, put.tower)
    for turn, angle in enumerate(angles):
        for number, step in enumerate(STEPS):
            at = held._replace(x=middle + APART * step, angle=angle)
            if table.reaches(at) and table.over(put.block, at, places) == put.tower:
                yield (turn, len(angles) + number), Drop(put, at.x, angle)


def outlines(match: Match, first: int) -> Numbers:
    """Return the heights of all towers at the steps of x, over `TALL`, from seat `first` on."""
    towers = [TowerId(n) for n in range(len(match.table.towers))]
    if match.setup.own_towers:
        towers = [*towers[first:], *towers[:first]]
    heights: Numbers = np.clip(
        np.concatenate([_outline(match, t) for t in towers]) / TALL, 0.0, 1.0
    )
    return heights


def _outline(match: Match, tower: TowerId) -> Numbers:
    at = np.rint((_middle(match, tower) + APART * np.array(STEPS)) / STEP).astype(int)
    heights = np.zeros(len(STEPS), np.float32)
    for block in match.table.towers[tower]:
        edges = rows(match.table.shape(block.kind), block.pose)
        inside = (at >= edges.first) & (at < edges.end)
        tops = edges.top[at[inside] - edges.first]
        heights[inside] = np.maximum(heights[inside], tops)
    return heights


def _middle(match: Match, tower: TowerId) -> float:
    """Return x of a tower's top block within its place, or of the position for its base."""
    table, setup = match.table, match.setup
    blocks, spot = table.towers[tower], setup.spots[tower]
    if not setup.own_towers:
        return blocks[-1].pose.x if blocks else table.free_x(next(iter(setup.pieces)), tower)
    most = setup.table.width / len(setup.spots) / 2 - APART
    return max(spot - most, min(spot + most, blocks[-1].pose.x)) if blocks else spot
