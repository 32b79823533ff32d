"""Policies for the tasks of `placement-3`, from a constant pose to a search with forecasts.

Each returns the poses in which a piece is released, or none to leave it out.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise, permutations, product
from typing import NamedTuple

import numpy as np
from scipy.optimize import linprog

from towersim.common.dice import Stream
from towersim.common.portable_math import total
from towersim.common.units import Pose
from towersim.geometry.shapes import Box, Shape, corners, extent, placed
from towersim.geometry.touching import SETTLED
from towersim.lab.building import play
from towersim.lab.heuristics.placing import landing, put
from towersim.lab.placement import Goal, Task, flat, resting_angles, rise
from towersim.physics.hand import skill
from towersim.scene.scene import Block, Scene, height_of
from towersim.statics.equilibrium import signed_margin, stands

GROUND, OMITTED = -1, -2
"""In place of a block that carries: the fixed support, or none as the piece is left out."""
CAREFUL = 2.0
"""Distance kept from an edge, in standard deviations of the tremor."""
PACE = 0.004
"""Distance between the places that are searched, in metres."""
TRIED, LIKE, EQUAL = 100, 12, 0.001
"""Maximum numbers of places tested, and of those whose worth differs by under `EQUAL` metres."""
FORECASTS = 3
"""Number of forecasts of each pose."""
Policy = Callable[[Scene, Block, Task], Sequence[Pose]]


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

    What stands on a block presses on it with its whole weight, at its common centre of mass, which
    has to be above both. For a given arrangement (what rests on what) these conditions are linear
    in the places of the pieces, so the farthest reach is a linear program; all arrangements of up
    to three pieces are tried. Pieces of convex shapes lie flat: boxes on their long side, polygons
    on any.
    """
    fixed, given = scene.blocks[0], list[Member]()
    low, high = fixed.extent
    loose = [block for block in scene.blocks if not block.fixed]
    for block in loose:
        given.append(_member(block, block.pose.angle, _carrier(block, loose), block.pose.x))
    plans = list[ReachPlan]()
    angles = [
        (flat(p.shape),) if isinstance(p.shape, Box) else resting_angles(p.shape) for p in pieces
    ]
    for turned in product(*angles):
        for on in _arrangements(given, len(pieces)):
            new = [_member(p, a, n, None) for p, a, n in zip(pieces, turned, on, strict=True)]
            plans += _solved(given + new, len(given), (low.x, high.x), room)
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
    foot = block.extent[0].y
    for n, other in enumerate(loose):
        low, high = other.extent
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


def fixed_pose(scene: Scene, piece: Block, task: Task) -> Sequence[Pose]:  # noqa: ARG001 - ignored by this baseline
    """Place every piece at the middle of the table."""
    return [Pose(0.0, 0.0, 0.0)]


def random_pose(scene: Scene, piece: Block, task: Task, dice: Stream) -> Sequence[Pose]:  # noqa: ARG001 - the task is ignored
    """Place every piece at a random pose over the task's scene."""
    high = height_of(scene.blocks)
    size = max(extent(piece.shape, Pose(0.0, 0.0, 0.0))[1])
    turn = dice.uniform(-math.pi, math.pi)
    return [Pose(dice.uniform(-0.1, 0.1), high + dice.uniform(0.0, 2 * size), turn)]


def harmonic(scene: Scene, piece: Block, task: Task) -> Sequence[Pose]:
    """Place the common centre of mass of all remaining pieces over the present edge.

    The harmonic stack, for pieces of any length and weight, less a margin for the tremor. If the
    goal is height, each piece is stood up over the middle of the last one; in a trough, it is put
    side by side with the others.
    """
    if task.goal == "low":
        return _packed(scene, piece, task)
    if task.goal in ("height", "upright"):
        return _stood_up(scene, piece, task)
    edge, room = _edge(scene, task)
    mass = beyond = 0.0
    for each in reversed(task.pieces[_number(piece, task) :]):
        # The centre of the pieces above is over this one's edge, less the margin.
        beyond = mass * (_length(each) / 2 - room) / (mass + each.mass)
        mass += each.mass
    return [landing(scene, piece, edge - room - beyond, flat(piece.shape)).pose]


def rules_of_thumb(scene: Scene, piece: Block, task: Task) -> Sequence[Pose]:
    """Apply a fixed construction for each family of tasks.

    Reach: the first piece half over the edge, the last one half over its end, all others on its
    rear end (Paterson & Zwick 2009, section 3); two pieces are a harmonic stack. Span: two planks
    beyond the edges by half of the missing length and a margin, the third on their ends. Upright:
    two pieces, their gap half the size of the piece between them. Height: all stood up.
    """
    number, last = _number(piece, task), len(task.pieces) - 1
    angle = flat(piece.shape)
    if task.goal in ("height", "low") or (task.goal == "reach" and last < 2):
        return harmonic(scene, piece, task)
    _, room = _edge(scene, task)
    if task.goal == "reach":
        first = next(iter(task.built(scene)), None)
        x = -room
        if first is not None:
            half = _length(first) / 2
            x = first.pose.x + (half - room if number == last else -half)
    elif task.goal == "span":
        gap = task.width
        beyond = (gap - _length(piece)) / 2 + 2 * room
        x = (beyond - _length(piece) / 2, gap - beyond + _length(piece) / 2, gap / 2)[number]
    else:
        low, high = extent(task.pieces[last].shape, Pose(0.0, 0.0, flat(task.pieces[last].shape)))
        aside = (high.y - low.y) / 4 + _length(piece) / 2
        x = (-aside, aside, 0.0)[number]
        angle = _tallest(piece.shape) if number == last else angle
    return [landing(scene, piece, x, angle).pose]


def switch(scene: Scene, piece: Block, task: Task) -> Sequence[Pose]:
    """Switch between two policies: the harmonic stack to reach far, rules of thumb otherwise."""
    return (harmonic if task.goal == "reach" else rules_of_thumb)(scene, piece, task)


def moment_balance(
    scene: Scene, piece: Block, task: Task, careful: float = CAREFUL
) -> Sequence[Pose]:
    """Place the piece as in the farthest balanced plan of all remaining pieces.

    Every resultant stays `careful` deviations of the tremor inside its support
    (`towersim.lab.heuristics.tasks`); rules of thumb if the goal is not reach.
    """
    if task.goal != "reach":
        return rules_of_thumb(scene, piece, task)
    high = height_of(scene.blocks)
    room = careful * skill(task.hand).sway(high)
    pieces = task.pieces[_number(piece, task) :]
    plans = (farthest(scene, pieces, share * room) for share in (1.0, 0.5, 0.0))
    plan = next((plan for plan in plans if plan), None)
    place = plan.places[0] if plan else None
    return [landing(scene, piece, *place).pose] if place else []


def forecast_search(scene: Scene, piece: Block, task: Task, dice: Stream) -> Sequence[Pose]:
    """Place the piece as that of some policies whose forecasts are best, or leave it out.

    A forecast simulates the task to its end with a tremor of its own (rollout: Tesauro & Galperin,
    On-line policy improvement using Monte-Carlo search, NIPS 1996).
    """
    tried: dict[Pose | None, Policy] = {}
    for policy in _TRIED.get(task.goal, (rules_of_thumb,)):
        tried.setdefault(next(iter(policy(scene, piece, task)), None), policy)
    first, seeds = _number(piece, task), [dice.getrandbits(62) for _ in range(FORECASTS)]

    def gain(pose: Pose | None) -> float:
        """Return what the results of forecasts add to the floor of the task, in metres."""

        def ask(after: Scene, next_piece: Block, number: int) -> Pose | None:
            return (
                pose if number == first else next(iter(tried[pose](after, next_piece, task)), None)
            )

        ends = [play(task, seed, ask, scene, first) for seed in seeds]
        return total(max(0.0, end.worth - task.floor) for end in ends if not end.fell)

    best = max(tried, key=gain) if len(tried) > 1 else next(iter(tried))
    return [best] if best else []


def margin_search(scene: Scene, piece: Block, task: Task) -> Sequence[Pose]:
    """Place the piece where the tower's worth is greatest and it also stands if the hand misses.

    Among places of equal worth, the one with the greatest margin by exact statics is taken.
    """
    ranked = [(task.worth(put(scene, piece, pose)), pose) for pose in _places(scene, piece, task)]
    ranked.sort(key=lambda pair: -pair[0])
    holding = (n for n, pair in enumerate(ranked[:TRIED]) if _holds(scene, piece, pair[1], task))
    first = next(holding, None)
    if first is None:
        return []
    near = [pose for worth, pose in ranked[first:] if worth > ranked[first][0] - EQUAL][:LIKE]
    equal = [near[0], *(pose for pose in near[1:] if _holds(scene, piece, pose, task))]
    margins = {pose: signed_margin(put(scene, piece, pose), SETTLED) for pose in equal}
    return sorted(margins, key=lambda pose: -margins[pose])


def _places(scene: Scene, piece: Block, task: Task) -> Iterator[Pose]:
    """Yield the stable landings of the piece, in every resting angle."""
    size = max(rise(piece.shape, angle) for angle in resting_angles(piece.shape))
    ends = [block.extent for block in task.built(scene)]
    low, high = task.scene.blocks[0].extent
    left = max(low.x, min([end.x for end, _ in ends] or [high.x - size]) - size)
    right = max([end.x for _, end in ends] or [high.x]) + size / 2
    for n in range(int((right - left) / PACE) + 1):
        for angle in resting_angles(piece.shape):
            there = landing(scene, piece, left + n * PACE, angle)
            if there.room > 0 and not there.on_table:
                yield there.pose


def _holds(scene: Scene, piece: Block, pose: Pose, task: Task) -> bool:
    """Return whether the tower stands with the piece at `pose`, and `CAREFUL` deviations aside."""
    aside = CAREFUL * skill(task.hand).sway(pose.y)
    for x in (pose.x, pose.x - aside, pose.x + aside):
        there = landing(scene, piece, x, pose.angle)
        if there.on_table or not stands(put(scene, piece, there.pose), SETTLED):
            return False
    return True


def _lain_down(scene: Scene, piece: Block, task: Task) -> Sequence[Pose]:
    """Lay the piece flat over the middle of the last one; stand the last one up."""
    if _number(piece, task) == len(task.pieces) - 1:
        return _stood_up(scene, piece, task)
    top = (task.built(scene) or task.scene.blocks)[-1]
    return [landing(scene, piece, top.pose.x, flat(piece.shape)).pose]


def _stood_up(scene: Scene, piece: Block, task: Task) -> Sequence[Pose]:
    top = (task.built(scene) or task.scene.blocks)[-1]
    angle = max(resting_angles(piece.shape), key=lambda angle: rise(piece.shape, angle))
    return [landing(scene, piece, top.pose.x, angle).pose]


def _packed(scene: Scene, piece: Block, task: Task) -> Sequence[Pose]:
    """Return the landing in the lowest row that fits on the trough's floor, with equal gaps."""
    low, high = task.scene.blocks[0].extent
    room, number = high.x - low.x, _number(piece, task)

    def wide(angles: Sequence[float]) -> list[float]:
        turned = zip(task.pieces, angles, strict=True)
        return [2 * extent(each.shape, Pose(0.0, 0.0, a))[1].x for each, a in turned]

    def height(angles: Sequence[float]) -> float:
        return max(rise(e.shape, a) for e, a in zip(task.pieces, angles, strict=True))

    turns = product(*(resting_angles(each.shape) for each in task.pieces))
    angles = min(turns, key=lambda turned: (total(wide(turned)) > room, height(turned)))
    widths = wide(angles)
    gap = (room - total(widths)) / (len(widths) + 1)
    x = low.x + total(widths[:number]) + gap * (number + 1) + widths[number] / 2
    return [landing(scene, piece, x, angles[number]).pose]


def _edge(scene: Scene, task: Task) -> tuple[float, float]:
    """Return x of the right end of the last piece (or the ledge), and the margin, in metres.

    The margin allows for the tremor of the hand.
    """
    top = (task.built(scene)[-1:] or task.scene.blocks)[0]
    _, corner = top.extent
    return corner.x, CAREFUL * skill(task.hand).sway(corner.y)


def _number(piece: Block, task: Task) -> int:
    return [each.id for each in task.pieces].index(piece.id)


def _length(piece: Block) -> float:
    """Return the length of a piece that lies flat, in metres."""
    low, high = extent(piece.shape, Pose(0.0, 0.0, flat(piece.shape)))
    return high.x - low.x


def _tallest(shape: Shape) -> float:
    """Return the angle at which a shape is highest, in radians."""
    return max((math.pi * n / 90 for n in range(-90, 90)), key=lambda angle: rise(shape, angle))


_TRIED: Mapping[Goal, Sequence[Policy]] = {
    "reach": (*(partial(moment_balance, careful=n) for n in (1.0, 2.0, 3.0)),),
    "height": (harmonic, _lain_down, margin_search),
}
"""The policies among which forecasts decide, by goal; for others it is *rules-of-thumb* alone."""
