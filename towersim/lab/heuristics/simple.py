"""Heuristics of one cue: height, number of blocks, supports, label or margin of statics, a picture.

Exact statics is applied to the scene as shown: rigid blocks, joints without tension, Coulomb
friction (Livesley 1978); for the limitations see `towersim.statics.equilibrium`. A picture is
`towersim.lab.renders.render` of a scene: wood is lighter than the table. Supports and the centre of
mass of what a block carries use only contacts that carry from below, so they ignore leaning.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from towersim.common import portable_math
from towersim.common.dice import Stream
from towersim.common.portable_math import total
from towersim.lab import renders
from towersim.lab.renders import FOOT, WINDOW, Picture
from towersim.lab.truth import margin as exact_margin
from towersim.scene.contacts import TABLE, joints
from towersim.scene.scene import Scene, height_of
from towersim.statics.equilibrium import stands

HIGH, HIGHER = 0.22, 0.04
"""Height with odds of 1 : 1, and the scale of the logistic curve, in metres."""
MANY, MORE = 12.0, 3.0
"""Number of blocks with odds of 1 : 1, and the scale of the logistic curve."""
SHARP_MARGIN = 0.02
"""Margin λ with odds of nearly 3 : 1 that the tower stands; about 1.1°."""
SHARP_CENTRE = 0.003
"""Distance of the centre inside the foot with odds of nearly 3 : 1, in metres."""
SHARP = 0.002
"""Distance of a centre inside its support with odds of nearly 3 : 1, in metres."""
_FROM_BELOW = 0.5
"""Least vertical component of the unit normal of a contact that carries from below."""


def height(scene: Scene) -> float:
    """Predict by height: the higher, the less likely, with ½ at 22 cm.

    The cue that Battaglia, Hamrick & Tenenbaum (2013, PNAS 110:18327) compare with simulation.
    """
    return rising((HIGH - height_of(scene.blocks)) / HIGHER)


def blocks(scene: Scene) -> float:
    """Predict by the number of blocks: the more, the less likely, with ½ at twelve."""
    return rising((MANY - len(scene.blocks)) / MORE)


def uniform(scene: Scene, dice: Stream) -> float:  # noqa: ARG001 - ignored by this baseline
    """Return a random probability."""
    return dice.random()


def rising(margin: float) -> float:
    """Return the logistic function of a margin: ½ at 0, 0.95 at 3.

    >>> [round(rising(margin), 3) for margin in (-3.0, 0.0, 3.0)]
    [0.047, 0.5, 0.953]
    """
    # Clipped to avoid overflow; the result equals 0 or 1 in practice.
    return 1 / (1 + portable_math.exp(-max(-40.0, min(40.0, margin))))


def label(scene: Scene) -> float:
    """Return 1 if the label of exact statics is `stands`, else 0."""
    return float(stands(scene))


def margin(scene: Scene) -> float:
    """Return a probability that grows with the signed margin λ."""
    return rising(exact_margin(scene) / SHARP_MARGIN)


def image_centre(image: Picture) -> float:
    """Predict by the distance of the centre of area inside the foot, the lowest rows of wood."""
    wood = _wood(image)
    rows, columns = np.nonzero(wood)
    if not rows.size:
        return 1.0
    foot = columns[rows >= rows.max() - 1]
    middle = columns.mean()
    inside = min(middle - foot.min(), foot.max() - middle) * WINDOW / len(image)
    return rising(float(inside) / SHARP_CENTRE)


def image_height(image: Picture) -> float:
    """Predict by height: the higher, the less likely, with ½ at 22 cm."""
    rows = np.flatnonzero(_wood(image).any(axis=1))
    high = (len(_wood(image)) - rows.min()) * WINDOW / len(image) if rows.size else 0.0
    return rising((HIGH - float(high)) / HIGHER)


def _wood(image: Picture) -> npt.NDArray[np.bool_]:
    """Return the mask of wood pixels, from the top of the picture down to the table."""
    table = round(len(image) * (1 - FOOT / WINDOW))
    return image[:table] > renders.TABLE + (255 - renders.TABLE) // 20


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
            low, high = block.extent
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
