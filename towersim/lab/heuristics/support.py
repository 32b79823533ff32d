"""Support relations between blocks, and the centre of mass of all that a block carries.

Both heuristics use only contacts that carry from below, so they ignore leaning. Lengths are in
metres.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from towersim.common.portable_math import total
from towersim.geometry.shapes import extent
from towersim.lab.heuristics.simple import rising
from towersim.scene.contacts import TABLE, joints
from towersim.scene.scene import Scene

SHARP = 0.002
"""Distance of a centre inside its support with odds of nearly 3 : 1, in metres."""
_FROM_BELOW = 0.5
"""Least vertical component of the unit normal of a contact that carries from below."""


class Seat(NamedTuple):
    """The extent of a block's support on another block or the table: x in metres."""

    on: int
    left: float
    right: float

    @property
    def middle(self) -> float:
        """Middle of the support, x in metres."""
        return (self.left + self.right) / 2


class _Load(NamedTuple):
    mass: float
    x: float


def seats(scene: Scene) -> Mapping[int, Sequence[Seat]]:
    """Return the seats of each supported block, by its index.

    >>> from towersim.lab.analytic_scenes import column
    >>> [round(seat.left, 3) for seat in seats(column([0.0, 0.25]))[1]]
    [-0.005]
    """
    seats_: dict[int, list[Seat]] = {}
    for joint in joints(scene):
        xs = [point.x for point in joint.points]
        if joint.normal.y > _FROM_BELOW:
            seats_.setdefault(joint.a, []).append(Seat(joint.b, min(xs), max(xs)))
        elif joint.normal.y < -_FROM_BELOW:
            seats_.setdefault(joint.b, []).append(Seat(joint.a, min(xs), max(xs)))
    return seats_


def overlap(scene: Scene) -> float:
    """Return the least ratio of a block's support width to its own width (0 … 1).

    For a box on one box it is more than ½ if its centre is over its support.
    """
    resting = seats(scene)
    shares = []
    for i, block in enumerate(scene.blocks):
        if not block.fixed:
            low, high = extent(block.shape, block.pose)
            left, right = _span(resting.get(i, ()))
            shares.append((right - left) / (high.x - low.x))
    return max(0.0, min(1.0, *shares)) if shares else 1.0


def centre_of_mass(scene: Scene) -> float:
    """Predict by the least distance of a load's centre of mass inside its block's support.

    Computed from the top down; a load on two supports is shared by the lever rule. Exact for
    columns of flat joints (Paterson & Zwick 2009, Overhang: one-on-one stacks).
    """
    resting = seats(scene)
    loads: dict[int, list[_Load]] = {}
    worst = float("inf")
    order = sorted(range(len(scene.blocks)), key=lambda i: -scene.blocks[i].pose.y)
    for i in order:
        block = scene.blocks[i]
        if block.fixed:
            continue
        carried = [_Load(block.mass, block.pose.x), *loads.get(i, ())]
        mass = total(load.mass for load in carried)
        whole = _Load(mass, total(load.mass * load.x for load in carried) / mass)
        left, right = _span(resting.get(i, ()))
        worst = min(worst, whole.x - left, right - whole.x)
        for on, load in _shared(whole, resting.get(i, ())):
            loads.setdefault(on, []).append(load)
    return rising(worst / SHARP)


def _span(seats_: Sequence[Seat]) -> tuple[float, float]:
    """Return the ends of the common support (x in metres); (1, -1) without any."""
    return min((s.left for s in seats_), default=1.0), max((s.right for s in seats_), default=-1.0)


def _shared(load: _Load, seats_: Sequence[Seat]) -> list[tuple[int, _Load]]:
    """Return the shares of a load on the blocks of the two nearest seats, by the lever rule."""
    ordered = sorted((seat for seat in seats_ if seat.on != TABLE), key=lambda seat: seat.middle)
    for a, b in pairwise(ordered):
        if a.middle < load.x < b.middle:
            share = (load.x - a.middle) / (b.middle - a.middle)
            return [
                (a.on, _Load(load.mass * (1 - share), a.middle)),
                (b.on, _Load(load.mass * share, b.middle)),
            ]
    if not ordered:
        return []
    nearest = min(ordered, key=lambda seat: abs(seat.middle - load.x))
    return [(nearest.on, load)]
