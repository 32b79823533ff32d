"""Policies for the tasks of `placement-3`, from a constant pose to a search with forecasts.

Each returns the poses in which a piece is released, or none to leave it out.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from types import MappingProxyType

from towersim.common.dice import Stream
from towersim.common.portable_math import total
from towersim.common.units import Pose
from towersim.geometry.shapes import Shape, extent
from towersim.geometry.touching import SETTLED
from towersim.lab.heuristics.balance import farthest
from towersim.lab.heuristics.landing import landing, put
from towersim.lab.placement import episode
from towersim.lab.placement.tasks import Goal, Task, flat, resting_angles, rise
from towersim.physics.hand import skill
from towersim.scene.scene import Block, Scene
from towersim.statics.equilibrium import signed_margin, stands

CAREFUL = 2.0
"""Distance kept from an edge, in standard deviations of the tremor."""
PACE = 0.004
"""Distance between the places that are searched, in metres."""
TRIED, LIKE, EQUAL = 100, 12, 0.001
"""Maximum numbers of places tested, and of those whose worth differs by under `EQUAL` metres."""

FORECASTS = 3
"""Number of forecasts of each pose."""
Policy = Callable[[Scene, Block, Task], Sequence[Pose]]


def fixed_pose(scene: Scene, piece: Block, task: Task) -> Sequence[Pose]:  # noqa: ARG001 - ignored by this baseline
    """Place every piece at the middle of the table."""
    return [Pose(0.0, 0.0, 0.0)]


def random_pose(scene: Scene, piece: Block, task: Task, dice: Stream) -> Sequence[Pose]:  # noqa: ARG001 - the task is ignored
    """Place every piece at a random pose over the task's scene."""
    high = max(extent(block.shape, block.pose)[1].y for block in scene.blocks)
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
        first = task.built(scene)[0] if number else piece
        ends = (first.pose.x - _length(first) / 2, first.pose.x + _length(first) / 2)
        x = -room if not number else ends[1] - room if number == last else ends[0]
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
    (`towersim.lab.heuristics.balance`); rules of thumb if the goal is not reach.
    """
    if task.goal != "reach":
        return rules_of_thumb(scene, piece, task)
    high = max(extent(block.shape, block.pose)[1].y for block in scene.blocks)
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

        ends = [episode.play(task, seed, ask, scene, first) for seed in seeds]
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
    ends = [extent(block.shape, block.pose) for block in task.built(scene)]
    low, high = extent(task.scene.blocks[0].shape, task.scene.blocks[0].pose)
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
    low, high = extent(task.scene.blocks[0].shape, task.scene.blocks[0].pose)
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
    _, corner = extent(top.shape, top.pose)
    return corner.x, CAREFUL * skill(task.hand).sway(corner.y)


def _number(piece: Block, task: Task) -> int:
    return [each.id for each in task.pieces].index(piece.id)


def _length(piece: Block) -> float:
    """Return the length of a piece that lies flat, in metres."""
    low, high = extent(piece.shape, Pose(0.0, 0.0, flat(piece.shape)))
    return high.x - low.x


def _tallest(shape: Shape) -> float:
    """Return the angle at which a shape is highest, in radians."""
    return max((math.pi * n / 90 for n in range(180)), key=lambda angle: rise(shape, angle))


_TRIED: Mapping[Goal, Sequence[Policy]] = MappingProxyType(
    {
        "reach": (*(partial(moment_balance, careful=n) for n in (1.0, 2.0, 3.0)),),
        "height": (harmonic, _lain_down, margin_search),
    }
)
"""The policies among which forecasts decide, by goal; for others it is *rules-of-thumb* alone."""
