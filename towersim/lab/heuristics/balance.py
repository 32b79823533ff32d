"""The farthest reach of pieces that rest on one block each, by moments about their supports.

What stands on a block presses on it with its whole weight, at its common centre of mass, which has
to be above both. For a given arrangement (what rests on what) these conditions are linear in the
places of the pieces, so the farthest reach is a linear program; all arrangements of up to three
pieces are tried. Pieces of convex shapes lie flat: boxes on their long side, polygons on any.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations, product
from typing import NamedTuple

import numpy as np
from scipy.optimize import linprog

from towersim.common.units import Pose
from towersim.geometry.shapes import Box, corners, extent, placed
from towersim.geometry.touching import SETTLED
from towersim.lab.placement.tasks import flat, resting_angles
from towersim.scene.scene import Block, Scene

GROUND, OMITTED = -1, -2
"""In place of a block that carries: the fixed support, or none as the piece is left out."""


class Member(NamedTuple):
    """A block: its mass in kg, what carries it, and ends relative to its centre in metres."""

    mass: float
    on: int
    base: tuple[float, float]
    top: tuple[float, float]
    right: float
    angle: float
    x: float | None
    """Where it is; None: to be decided."""


class ReachPlan(NamedTuple):
    """The reach of pieces in metres, and (x, angle) of each; None: left out."""

    reach: float
    places: tuple[tuple[float, float] | None, ...]


def farthest(scene: Scene, pieces: Sequence[Block], room: float) -> ReachPlan | None:
    """Return the farthest reach of pieces put down in their order, each step standing.

    Resultants stay `room` metres inside their supports. None if nothing can be put down.
    """
    fixed, given = scene.blocks[0], list[Member]()
    low, high = extent(fixed.shape, fixed.pose)
    loose = [block for block in scene.blocks if not block.fixed]
    for block in loose:
        given.append(_member(block, block.pose.angle, _carrier(block, loose), block.pose.x))
    plans = list[ReachPlan]()
    angles = [
        (flat(p.shape),) if isinstance(p.shape, Box) else resting_angles(p.shape) for p in pieces
    ]
    for turned in product(*angles):
        for on in _arrangements(given, len(pieces)):
            members = given + [
                _member(p, a, n, None) for p, a, n in zip(pieces, turned, on, strict=True)
            ]
            plans += _solved(members, len(given), (low.x, high.x), room)
    return max(plans, default=None, key=lambda plan: plan.reach)


def _member(block: Block, angle: float, on: int, x: float | None) -> Member:
    if isinstance(block.shape, Box):
        low, high = extent(block.shape, Pose(0.0, 0.0, angle))
        ends = low.x, high.x
        return Member(block.mass, on, ends, ends, high.x, angle, x)
    points = placed(corners(block.shape), Pose(0.0, 0.0, angle))  # type: ignore[arg-type] # no disc
    ys = [p.y for p in points]
    sides = [[p.x for p in points if abs(p.y - y) < SETTLED] for y in (min(ys), max(ys))]
    base, top = ((min(xs), max(xs)) for xs in sides)
    return Member(block.mass, on, base, top, max(p.x for p in points), angle, x)


def _carrier(block: Block, loose: Sequence[Block]) -> int:
    """Return the index of the loose block below, or `GROUND`."""
    foot = extent(block.shape, block.pose)[0].y
    for n, other in enumerate(loose):
        low, high = extent(other.shape, other.pose)
        touches = other is not block and abs(high.y - foot) < 5 * SETTLED
        if touches and low.x < block.pose.x < high.x:
            return n
    return GROUND


def _arrangements(given: Sequence[Member], count: int) -> Iterator[tuple[int, ...]]:
    """Yield what carries each new piece; one block at most lies on the ground."""
    first = len(given)
    for on in product(*((OMITTED, GROUND, *range(first + n)) for n in range(count))):
        carried = [carrier for carrier in on if carrier >= first]
        grounded = [*(member.on for member in given), *on].count(GROUND)
        if grounded == 1 and not any(on[carrier - first] == OMITTED for carrier in carried):
            yield on


def _solved(
    members: Sequence[Member], first: int, ground: tuple[float, float], room: float
) -> Iterator[ReachPlan]:
    """Yield the best plan of an arrangement for each order of neighbours and each reaching end."""
    placed_ = [n for n, member in enumerate(members) if member.on != OMITTED]
    new = [n for n in placed_ if n >= first]
    if not new:
        return
    column = {n: k for k, n in enumerate(new)}
    rows = [row for upto in new for row in _conditions(members, placed_, upto, ground, room)]
    for order in _orders(members, placed_):
        beside = [({a: 1.0, b: -1.0}, members[b].base[0] - members[a].base[1]) for a, b in order]
        matrix, limits = list[list[float]](), list[float]()
        for weights, limit in (*rows, *beside):
            row = [0.0] * len(new)
            for n, weight in weights.items():
                x = members[n].x
                if x is None:
                    row[column[n]] += weight
                else:
                    limit -= weight * x  # noqa: PLW2901 - known terms go to the right
            if any(row):
                matrix.append(row)
                limits.append(limit)
        for end in new:
            goal = [-1.0 if n == end else 0.0 for n in new]
            done = linprog(goal, np.array(matrix), np.array(limits), bounds=(-1.0, 1.0))
            if done.success:
                xs = {n: float(x) for n, x in zip(new, done.x, strict=True)}
                places = tuple(
                    (xs[n], members[n].angle) if n in xs else None
                    for n in range(first, len(members))
                )
                yield ReachPlan(xs[end] + members[end].right, places)


def _conditions(
    members: Sequence[Member],
    placed_: Sequence[int],
    upto: int,
    ground: tuple[float, float],
    room: float,
) -> Iterator[tuple[dict[int, float], float]]:
    """Yield rows Σ w x ≤ limit: what is on each block, up to one, is above its support."""
    for n in (n for n in placed_ if n <= upto):
        member, mass = members[n], 0.0
        support = ground if member.on == GROUND else members[member.on].top
        centre = dict[int, float]()
        for k in (k for k in placed_ if k <= upto and _rests_on(members, k, n)):
            centre[k] = members[k].mass
            mass += members[k].mass
        for side in (1, -1):
            end = member.base[side > 0]
            own = {k: side * w - side * mass * (k == n) for k, w in centre.items()}
            yield own, mass * (side * end - room)
            row = {k: side * w for k, w in centre.items()}
            if member.on != GROUND:
                row[member.on] = -side * mass
            yield row, mass * (side * support[side > 0] - room)


def _rests_on(members: Sequence[Member], n: int, base: int) -> bool:
    while n not in (base, GROUND):
        n = members[n].on
    return n == base


def _orders(members: Sequence[Member], placed_: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """Yield the neighbours (left, right) on each block, for all orders."""
    groups = [[n for n in placed_ if members[n].on == carrier] for carrier in placed_]
    for orders in product(*(permutations(group) for group in groups)):
        yield [pair for order in orders for pair in pairwise(order)]
