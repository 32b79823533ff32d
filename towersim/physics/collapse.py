"""Explain a collapse: the joint that gave way first, its pivot, and the weight that it carried.

The blocks above the first joint that gives way fall as one body for a while, so the joints between
them stay still. The collapse therefore began at the joint whose two blocks were the first to move
relative to each other. If no joint that carries explains the fall of a block, it was held between
others by friction alone.
"""

import math
from collections.abc import Collection, Generator, Sequence
from enum import StrEnum
from functools import partial
from itertools import pairwise
from typing import Literal

import msgspec
import numpy as np

from towersim.common.slices import finished
from towersim.common.units import BlockId, Pose, Vec
from towersim.geometry.shapes import Circle, bounding_radius, placed
from towersim.physics.joints import (
    PARTED,
    PAUSE,
    QUIET,
    Break,
    Joints,
    above_in,
    beyond,
    carrying,
    ends_of,
    hanging,
    held_breaks,
    holding,
    is_end,
    is_upright,
    joints_in,
    last_motion,
    left_for_good,
    opened,
    path_of,
)
from towersim.physics.trace import ContactPoint, Frame, Trace
from towersim.physics.world import Array
from towersim.scene.contacts import TABLE

AFTERWARDS = 0.25
"""Time for which a world is watched after its first fall, in seconds: the joint opens meanwhile."""
_CREEP = 0.0001
"""Relative speed of two blocks, in m/s, below which neither has begun to lean."""
_ROCKING = 60
"""Number of ticks before a joint gives way in which its upper block may begin to rock."""
_BOUNCE = 0.003
"""Change of a block's way from tick to tick, in metres, that is a blow; in free fall it is 0.0007.
One that bounces off within a tick touches nothing in any frame."""
_LEDGE, _FLAT = 0.0005, 0.2
"""A support extends beyond a point if one of its corners is farther out than `_LEDGE` metres and
within a slope of `_FLAT` to the joint."""
_NEXT = 1.0
"""Slope up to which a corner of a block comes down next when it lands on another one."""


class Way(StrEnum):
    """The way in which a block came off its support."""

    TIPPED = "tipped"
    SLID = "slid"
    ROLLED = "rolled"
    SLIPPED = "slipped"
    """It slid down along its neighbours, which held it by friction."""


Handling = Literal["pushed", "dragged", "lifted", "pressed", "dropped"]
"""How the hand moved a block: from the side, along with the block in it, up, or down. A block that
it dropped has moved others, as it came down."""


class Collapse(msgspec.Struct, frozen=True):
    """The beginning of a collapse; lengths in metres."""

    tick: int
    """The tick of the world in which the joint began to give way."""
    way: Way
    block: BlockId
    support: BlockId | None
    """The block that `block` rested on; None: the table."""
    pivot: Vec
    """The outermost contact point of the joint: the edge it turned about, or where it slid from."""
    direction: Literal["left", "right"]
    own_edge: bool
    """Whether `block` turned about an edge of its own rather than one of its support."""
    overhang: float
    """Distance from the pivot to the centre of mass of `above`, in `direction`; < 0: inside."""
    above: tuple[BlockId, ...]
    """`block` and every block that it carried, in building order."""
    tipped_by: BlockId | None
    """The block without which that centre of mass would have been inside; None if there is none."""
    balanced: bool
    """Whether `above` touched nothing but its support, so that its centre of mass decided."""
    slope_deg: float
    """Slope of the joint, in degrees."""
    friction_deg: float
    """Angle of friction of the joint, in degrees: the steepest slope without sliding."""
    pushed: tuple[BlockId, ...]
    """The path of a push from the hand: the block that the one in the hand touched, and each that
    was touched from the side next, up to the one that pushed `block`; empty without a push."""
    landed: BlockId | None
    """The block that the hand held when the watch began."""
    hand: Handling = "pushed"
    """How the hand moved the first of `pushed`: it was dragged along on the block in the hand or
    under it, lifted on it, pressed from above, pushed, or dropped."""


def explain(
    trace: Trace, fell: BlockId | None = None, spared: BlockId | None = None
) -> Collapse | None:
    """Return the first collapse in a trace, or the one that took `fell` along; None without any.

    It is not that of the block `spared`.
    """
    return finished(explaining(trace, fell, spared))


def explaining(
    trace: Trace, fell: BlockId | None = None, spared: BlockId | None = None
) -> Generator[None, None, Collapse | None]:
    """Explain a trace as `explain`, and yield every few milliseconds."""
    lost = next((n for n, block in enumerate(trace.blocks) if block.id == fell), None)
    carried = yield from joints_in(trace, carrying)
    joints = {pair: n for pair, n in carried.items() if trace.blocks[pair[1]].id != spared}
    breaks = yield from held_breaks(trace, joints, carried)
    own = [one for one in breaks if lost in above_in(trace, one.upper, one.begin)]
    if fell == trace.landed and all(one.lower == TABLE for one in own):
        # It may have bounced off at once.
        lands = {pair: n for pair, n in joints.items() if pair[1] == lost and pair[0] != TABLE}
        touched = yield from held_breaks(trace, lands, carried, 1)
        own = [one for one in touched if _collapse(trace, one).overhang <= 0] or own
    held = [one for one in own if one.was_made or trace.blocks[one.upper].id == trace.landed]
    if not held and lost is not None:
        # What lies on the lost block comes off its other supports because that block fell.
        breaks = [one for one in breaks if one.upper not in above_in(trace, lost, one.begin)]
        beside = yield from joints_in(trace, partial(holding, hanging(trace.frames[0], lost)))
        breaks += yield from held_breaks(trace, beside, carried)
    yield
    first = min(held or [*own, *breaks], key=lambda broken: broken.begin, default=None)
    if first is None:
        return None
    gave_way, first = first, _slid_before(trace, first, own or breaks)
    # What has come off another block soon meets the table, too.
    met = (one for one in breaks if (one.lower, one.upper) == (TABLE, first.upper))
    after = [one for one in met if one.begin > first.begin]
    breaks = [one for one in breaks if one not in after]
    own = [one for one in own if one.begin <= first.begin + PAUSE and one not in after]
    collapse = _collapse(trace, first)
    if collapse.overhang <= 0 and collapse.landed in collapse.above:
        # A block that topples as it comes down also kicks what it lands on.
        landed = (one for one in own if trace.blocks[one.upper].id == trace.landed)
        others = [_collapse(trace, one) for one in landed]
        others += [_collapse(trace, one) for one in own if one.begin == first.begin]
        tipped = (one for one in others if one.overhang > 0 and _is_straw(one))
        collapse = next(tipped, collapse)
    collapse = _outermost(trace, collapse, [*own, *breaks])
    pushed = bool(collapse.pushed) and collapse.overhang <= 0
    if _is_alone(collapse) and not pushed:
        return collapse
    if first is gave_way:
        collapse = _together(trace, first, breaks, joints, pushed=pushed) or collapse
    return _passed_on(trace, first, collapse, [*own, *breaks])


def _slid_before(trace: Trace, first: Break, breaks: Sequence[Break]) -> Break:
    """Return the joint above the first one that had slid open as that gave way, or the first one.

    A load that slides out tips what it lies on, and is carried along for a moment.
    """
    above, earlier = above_in(trace, first.upper, first.begin), [first]
    for one in breaks:
        if first.begin < one.begin and {one.lower, one.upper} <= {*above}:
            begin, has_slid = _open_since(trace, one, first.begin)
            earlier += [one._replace(begin=begin)] if has_slid else []
    return min(earlier, key=lambda broken: broken.begin)


def _open_since(trace: Trace, one: Break, until: int) -> tuple[int, bool]:
    """Return the frame from which a joint has opened by another, and whether it slid.

    The frame is the other one if the joint was not open then.
    """
    reach = bounding_radius(trace.blocks[one.upper].shape)
    path = path_of(trace, one.lower, one.upper, range(until + 1))
    begin = last_motion(path, reach, QUIET * trace.tick_seconds)
    x, y, turned = np.abs(path[-1] - path[begin])
    frame = trace.frames[begin]
    touching = one.pair in frame.contacts and frame.held not in one.pair
    if touching and beyond(PARTED, path[begin:], reach)[-1]:
        return begin, math.hypot(x, y) > reach * turned
    return until, False


def _is_alone(collapse: Collapse) -> bool:
    """Return whether a push, a slope or the weight above explains a collapse, and no neighbour."""
    if collapse.pushed or collapse.landed in collapse.above or collapse.way is Way.ROLLED:
        return True
    if collapse.way is Way.TIPPED:
        return collapse.overhang > 0 and collapse.balanced
    return collapse.way is Way.SLID and collapse.slope_deg > collapse.friction_deg


def _is_straw(collapse: Collapse) -> bool:
    """Return whether the block that came down tipped over, or what it landed on did with it."""
    tipped = collapse.way is Way.TIPPED and collapse.tipped_by == collapse.landed
    return tipped or collapse.block == collapse.landed


def _together(
    trace: Trace, first: Break, breaks: Sequence[Break], joints: Joints, *, pushed: bool
) -> Collapse | None:
    """Return what slid on something that stayed, or tipped with the first joint, as it gave way."""
    end, group = opened(trace, first), _linked([trace.frames[first.begin]], first.upper)
    pairs = [p for p, n in joints.items() if p[1] in group and first.begin in n and not pushed]
    pairs.sort(key=lambda pair: pair != (first.lower, first.upper))
    others = (Break(*pair, first.begin, end, was_made=True) for pair in pairs)
    moved = (_collapse(trace, one) for one in others if _moves_from(trace, one))
    slid = (one for one in moved if one.way is Way.SLID)
    # After a push, one below that only leans falls for itself, later.
    near = (n for n in breaks if n.begin <= end and (not pushed or opened(trace, n) <= end))
    with_it = (n for n in near if first.lower in above_in(trace, n.upper, n.begin))
    below = (
        _collapse(trace, n) for n in with_it if _open_since(trace, first, n.begin)[0] == n.begin
    )
    return next(slid, None) or next(below, None)


def _passed_on(trace: Trace, first: Break, collapse: Collapse, breaks: Sequence[Break]) -> Collapse:
    """Return a collapse with the push that still moves a block which the hand touched before."""
    group = _linked(_near(trace, first), first.upper)
    moving = (one for one in breaks if one.begin < first.begin <= one.end and one.upper in group)
    others = (_collapse(trace, one) for one in sorted(moving, key=lambda broken: broken.begin))
    push = next((other for other in (collapse, *others) if other.pushed), collapse)
    landed, before = len(trace.blocks) - 1, trace.frames[max(0, first.begin - _ROCKING)]
    comes_down = before.held == landed or not any(landed in pair for pair in before.contacts)
    falls = collapse.way is Way.SLIPPED or (collapse.way is Way.TIPPED and collapse.overhang > 0)
    struck = landed in group or _bounces(trace, first, landed)
    if not (push.pushed or falls) and trace.landed is not None and comes_down and struck:
        return msgspec.structs.replace(collapse, pushed=(trace.landed,), hand="dropped")
    return msgspec.structs.replace(collapse, pushed=push.pushed, hand=push.hand)


def _bounces(trace: Trace, broken: Break, block: int) -> bool:
    """Return whether a block changed its speed as a push began, even between two ticks."""
    reach = bounding_radius(trace.blocks[block].shape)
    poses = np.array([frame.poses[block] for frame in _near(trace, broken)])
    return bool((np.abs(np.diff(poses, 2, axis=0)) @ np.array([1.0, 1.0, reach]) > _BOUNCE).any())


def _linked(frames: Sequence[Frame], block: int) -> set[int]:
    """Return the blocks that a block touches in some frames, directly or through others."""
    linked, waiting = {block}, [block]
    pairs = {pair for frame in frames for pair in frame.contacts}
    for one in waiting:
        touched = {n for pair in pairs if one in pair for n in pair} - linked - {TABLE}
        linked |= touched
        waiting += touched
    return linked


def _moves_from(trace: Trace, broken: Break) -> bool:
    """Return whether the upper block of a joint began to move then, and far, and the lower not.

    A ball does not: it rolls or spins on what it touches.
    """
    lower, upper, begin, end = broken[:4]
    block = trace.blocks[upper]
    if block.fixed or isinstance(block.shape, Circle):
        return False
    reach = bounding_radius(block.shape)
    numbers = (max(0, begin - PAUSE), begin, min(begin + PAUSE, len(trace.frames) - 1), end)
    path = path_of(trace, lower, upper, numbers)
    far = np.abs(np.diff(path, axis=0)) @ np.array([1.0, 1.0, reach])
    still = QUIET * trace.tick_seconds * PAUSE
    if far[0] > still or far[1] <= still or not beyond(PARTED, path[1:], reach)[-1]:
        return False
    support = np.array([trace.frames[n].poses[lower] for n in (begin, end)])
    return lower == TABLE or not beyond(PARTED, support, reach)[-1]


def _outermost(trace: Trace, collapse: Collapse, breaks: Sequence[Break]) -> Collapse:
    """Return the collapse at that support of the block over which it tipped."""
    begin = collapse.tick - trace.first
    near = (one for one in breaks if trace.blocks[one.upper].id == collapse.block)
    # It may meet the table soon.
    near = (n for n in near if n.begin <= begin + (0 if n.lower == TABLE else PAUSE))
    others = (_collapse(trace, one) for one in near)
    motion, sign = (Way.TIPPED, collapse.direction), 1 if collapse.direction == "right" else -1
    if _is_straw(collapse) and collapse.block == collapse.landed and collapse.overhang > 0:
        others = (other for other in others if other.overhang > 0)
    tipped = [other for other in (collapse, *others) if (other.way, other.direction) == motion]
    return max(tipped, key=lambda other: sign * other.pivot.x, default=collapse)


def _collapse(trace: Trace, broken: Break) -> Collapse:
    end = opened(trace, broken)
    numbers = (broken.begin, end, left_for_good(trace, broken))
    before, after, gone = path_of(trace, broken.lower, broken.upper, numbers).tolist()
    turned = after[2] - before[2]
    reach = bounding_radius(trace.blocks[broken.upper].shape)
    aside = _aside(trace, broken, before, after)
    # A block that hangs over an edge turns to the other side than its centre moves to.
    went, away = _aside(trace, broken, before, gone), (before[2] - gone[2]) * reach
    direction = _to_its_weight(trace, broken, end, _side(max(went, away, key=abs)))
    pivot, normal, own_edge = _edge(trace, broken, end, direction)
    sign = 1.0 if broken.lower < broken.upper else -1.0
    up = Vec(pivot.x + sign * normal.x, pivot.y + sign * normal.y)
    ends = (_seen_from(trace, broken.lower, broken.begin, point) for point in (pivot, up))
    slid = _slid(before, after, *ends)
    way = Way.SLID if slid > abs(turned) * reach else Way.TIPPED
    if way is Way.SLID:  # a block may turn to one side while it slides to the other
        direction = _side(aside)
        pivot, normal, own_edge = _edge(trace, broken, end, direction)
    if way is Way.TIPPED and isinstance(trace.blocks[broken.upper].shape, Circle):
        way = Way.ROLLED
    if is_upright(trace, broken):
        way = Way.SLIPPED
    begin = trace.frames[broken.begin]
    above = above_in(trace, broken.upper, broken.begin)
    poses = trace.frames[_still(trace, broken)].poses
    overhang = _overhang(trace, poses, above, pivot, direction)
    if broken.was_made and turned * away > 0:  # its weight would not have tipped it back first
        overhang = min(overhang, 0.0)
    came_down = any(trace.blocks[n].id == trace.landed for n in above)
    blow = broken if came_down else _blow(trace, broken)
    pushed = _pushed(trace, blow)
    return Collapse(
        tick=trace.first + broken.begin,
        way=way,
        block=trace.blocks[broken.upper].id,
        support=None if broken.lower == TABLE else trace.blocks[broken.lower].id,
        pivot=pivot,
        direction=direction,
        own_edge=own_edge,
        overhang=overhang,
        above=tuple(trace.blocks[n].id for n in above),
        tipped_by=_tipped_by(trace, poses, above, pivot, direction) if overhang > 0 else None,
        slope_deg=math.degrees(math.atan2(abs(normal.x), abs(normal.y))),
        friction_deg=math.degrees(math.atan(_friction(trace, broken))),
        balanced=_balanced(begin, above, broken.lower),
        pushed=tuple(trace.blocks[n].id for n in pushed),
        landed=trace.landed,
        hand=_handled(trace, blow, pushed[0]) if pushed else "pushed",
    )


def _to_its_weight(
    trace: Trace, broken: Break, end: int, direction: Literal["left", "right"]
) -> Literal["left", "right"]:
    """Return the direction in which a block tipped that leaves its support in `direction`.

    One that comes down may land elsewhere as it tips, and turn to the other side then; where its
    weight was as it last touched its support decides.
    """
    touching = (
        n for n in range(broken.end, broken.begin, -1) if broken.pair in trace.frames[n].contacts
    )
    n, above = next(touching, broken.begin), above_in(trace, broken.upper, broken.begin)
    came_down = trace.blocks[broken.upper].id == trace.landed
    if not (came_down and _balanced(trace.frames[broken.begin], above, broken.lower)):
        return direction
    other = _side(-1.0 if direction == "right" else 1.0)
    pivots = ((_edge(trace, broken, end, side)[0], side) for side in (direction, other))
    frames = [trace.frames[m].poses for m in (_still(trace, broken), n)]
    over = [[_overhang(trace, poses, above, *pivot) for poses in frames] for pivot in pivots]
    return other if max(over[0]) <= 0 < min(over[1]) else direction


def _still(trace: Trace, broken: Break) -> int:
    """Return the last frame before the joint began to lean, ever faster, until it gave way."""
    n = broken.begin
    while n > 0 and (f := trace.frames[n - 1]).held != broken.upper and broken.pair in f.contacts:
        if _is_still(trace, broken, n):
            break
        n -= 1
    return n


def _is_still(trace: Trace, broken: Break, n: int) -> bool:
    """Return whether a joint neither leans nor sways in frame `n`."""
    (x, y, angle), *_ = np.abs(np.diff(path_of(trace, *broken[:2], (n, n - 1)), axis=0))
    far: float = x + y + angle * bounding_radius(trace.blocks[broken.upper].shape)
    return far < _CREEP * trace.tick_seconds


def _aside(trace: Trace, broken: Break, before: Sequence[float], after: Sequence[float]) -> float:
    """Return how far a block moved to the right against its support, in metres.

    The poses are in the support's coordinates.
    """
    turned = (
        0.0 if broken.lower == TABLE else float(trace.frames[broken.begin].poses[broken.lower, 2])
    )
    x, y = after[0] - before[0], after[1] - before[1]
    return math.cos(turned) * x - math.sin(turned) * y


def _side(aside: float) -> Literal["left", "right"]:
    return "right" if aside > 0 else "left"


def _edge(
    trace: Trace, broken: Break, end: int, direction: Literal["left", "right"]
) -> tuple[Vec, Vec, bool]:
    """Return the edge of the joint in `direction`, the normal there, and whether it is the block's.

    A block that comes down on its near corner turns flat, and then over the end of its support, or
    over its own next corner if that is nearer.
    """
    (pivot, normal), is_alone = _pivot(trace, broken, end, direction)
    sign = 1.0 if (normal.y > 0) is (direction == "right") else -1.0
    along, begin = Vec(sign * normal.y, -sign * normal.x), trace.frames[broken.begin]

    def farthest(corners: Sequence[Vec], slope: float) -> float:
        """Return how far the corners reach beyond the pivot, within a slope to the joint."""
        distances = [0.0]
        for corner in corners:
            dx, dy = corner.x - pivot.x, corner.y - pivot.y
            beyond, off = dx * along.x + dy * along.y, abs(dx * normal.x + dy * normal.y)
            if beyond > _LEDGE and off < slope * beyond:
                distances.append(beyond)
        return max(distances)

    ends, own_ends = (ends_of(trace, begin, n) for n in (broken.lower, broken.upper))
    ledge, lands = farthest(ends, _FLAT), farthest(own_ends, _NEXT) if is_alone else 0.0
    if ledge and lands:
        far = min(ledge, lands)
        return Vec(pivot.x + far * along.x, pivot.y + far * along.y), normal, lands < ledge
    own, theirs = (is_end(pivot, each, _LEDGE) for each in (own_ends, ends))
    # The top of a round support goes on beyond the corner that the block turns over.
    return pivot, normal, bool(ledge) if own == theirs else own


def _pivot(
    trace: Trace, broken: Break, end: int, direction: Literal["left", "right"]
) -> tuple[ContactPoint, bool]:
    """Return the outermost contact point that carries in `direction`, and whether it is the only.

    A block that rocks when the joint gives way may touch with its other corner alone.
    """
    lower, pair, begin = broken.lower, broken.pair, broken.begin
    near = (*range(begin, end + 1), *range(begin, -1, -1))
    n = next(m for m in near if pair in trace.frames[m].contacts)
    if len(trace.frames[n].contacts[pair]) == 1:
        before = range(begin, max(0, begin - _ROCKING), -1)
        n = next((m for m in before if len(trace.frames[m].contacts.get(pair, ())) > 1), n)
    spots = trace.frames[n].contacts[pair]
    ordered: list[ContactPoint] = sorted([spot for spot in spots if spot.carries] or list(spots))
    spot = ordered[-1 if direction == "right" else 0]
    if lower != TABLE and n < begin:
        pose = Pose(*trace.frames[begin].poses[lower].tolist())
        spot = spot._replace(at=placed([_seen_from(trace, lower, n, spot.at)], pose)[0])
    return spot, len(spots) == 1


def _seen_from(trace: Trace, lower: int, n: int, point: Vec) -> Vec:
    if lower == TABLE:
        return point
    x, y, angle = trace.frames[n].poses[lower].tolist()
    return placed([Vec(point.x - x, point.y - y)], Pose(0.0, 0.0, -angle))[0]


def _slid(before: Sequence[float], after: Sequence[float], pivot: Vec, up: Vec) -> float:
    """Return how far the upper block's point at the pivot moved along the joint or down, in metres.

    It is lifted up by a block that tips over another joint. `up` is one metre above the pivot.
    """
    at = Vec(pivot.x - before[0], pivot.y - before[1])
    (now,) = placed([at], Pose(after[0], after[1], after[2] - before[2]))
    (x, y), (u, v) = ((end.x - pivot.x, end.y - pivot.y) for end in (now, up))
    return math.hypot(x * v - y * u, min(x * u + y * v, 0.0))


def _balanced(frame: Frame, above: Collection[int], support: int) -> bool:
    """Return whether blocks touch only each other and their support."""
    within = {*above, support}
    return all(
        within.issuperset(pair) for pair in frame.contacts if not set(above).isdisjoint(pair)
    )


def _blow(trace: Trace, broken: Break) -> Break:
    """Return a break as of the last touch of the block in the hand, if it sways from then on."""
    begin, still = broken.begin, 0
    # A tower may sway as one; what lies on the block in the hand moves with it.
    joint = broken if broken.lower == len(trace.blocks) - 1 else broken._replace(lower=TABLE)
    for n in range(begin, max(0, begin - 2 * _ROCKING), -1):
        held, contacts = trace.frames[n].held, trace.frames[n].contacts
        if any(held in pair and TABLE not in pair for pair in contacts):
            return broken._replace(begin=n) if n < begin - PAUSE else broken
        still = still + 1 if _is_still(trace, joint, n) else 0
        if still > PAUSE:
            break
    return broken


def _pushed(trace: Trace, broken: Break) -> tuple[int, ...]:
    """Return the blocks through which the hand pushed the upper block, from the hand on.

    A block that only carries another or is carried does not count, except for the first.
    """
    frame = trace.frames[broken.begin]
    held = frame.held
    if held is None or broken.upper == held:
        return ()
    contacts = {pair: spots for one in _near(trace, broken) for pair, spots in one.contacts.items()}
    touched = {n for pair in contacts if held in pair for n in pair} - {held, TABLE}
    far = np.hypot(*(frame.poses - frame.poses[held])[:, :2].T).tolist()
    ahead = {n for n in touched if _is_ahead(trace, broken, contacts[n, held])}
    along = {broken.upper} & touched or touched
    first = min(ahead or along, key=far.__getitem__, default=held)
    came = {held: held, first: held}
    for start in (first, held):  # what else the hand touches comes after what `first` pushes
        waiting = [start]
        for block in waiting:
            for pair in contacts:
                other = pair[1] if pair[0] == block else pair[0]
                if block in pair and other not in came and other != TABLE:
                    came[other] = block
                    waiting.append(other)
    if broken.upper not in came:
        return ()
    path = [broken.upper]
    while path[-1] != held:
        path.append(came[path[-1]])
    links = list(pairwise(path[::-1]))
    joints = ((b, contacts[min(a, b), max(a, b)]) for a, b in links[1:])
    sideways = [b for b, spots in joints if not any(spot.carries for spot in spots)]
    return (links[0][1], *sideways)


def _near(trace: Trace, broken: Break) -> list[Frame]:
    """Return the frames in which a push begins: with the motion, or some ticks before."""
    return trace.frames[max(0, broken.begin - PAUSE) : broken.begin + 2]


def _is_ahead(trace: Trace, broken: Break, spots: Sequence[ContactPoint]) -> bool:
    """Return whether the block in the hand moves towards one that it touches at these spots."""
    (x, y), normal = _hand_moves(trace, broken), spots[0].normal  # to the block in the hand
    return -(normal.x * x + normal.y * y) > math.hypot(x, y) / 2


def _hand_moves(trace: Trace, broken: Break) -> tuple[float, float]:
    """Return how far the block in the hand moves from before a push begins until after."""
    frames = trace.frames[max(0, broken.begin - PAUSE) : broken.begin + PAUSE + 1]
    dx, dy = (frames[-1].poses[-1, :2] - frames[0].poses[-1, :2]).tolist()
    return dx, dy


def _handled(trace: Trace, broken: Break, touched: int) -> Handling:
    """Return how the block in the hand moved a block that it touched."""
    frames, held = _near(trace, broken), len(trace.blocks) - 1  # the last to be lifted
    spots = frames[-1].contacts.get((touched, held), ())
    dx, dy = _hand_moves(trace, broken)
    if not spots or any(abs(spot.normal.y) <= abs(spot.normal.x) for spot in spots):
        return "pushed"
    if abs(dx) > abs(dy):
        return "dragged"
    if dy * spots[0].normal.y >= 0:
        return "pushed"
    return "lifted" if dy > 0 else "pressed"


def _overhang(
    trace: Trace, poses: Array, above: Collection[int], pivot: Vec, direction: str
) -> float:
    """Return the distance of the common centre of mass beyond the pivot, in metres."""
    masses = np.array([trace.blocks[n].mass for n in above])
    centre = float(poses[list(above), 0] @ masses / masses.sum())
    return centre - pivot.x if direction == "right" else pivot.x - centre


def _tipped_by(
    trace: Trace, poses: Array, above: tuple[int, ...], pivot: Vec, direction: str
) -> BlockId | None:
    """Return the last block without which the centre of mass of the others is inside the pivot."""
    for n in reversed(above[1:]):
        others = tuple(other for other in above if other != n)
        if _overhang(trace, poses, others, pivot, direction) <= 0:
            return trace.blocks[n].id
    return None


def _friction(trace: Trace, broken: Break) -> float:
    upper = trace.blocks[broken.upper].material
    lower = trace.table if broken.lower == TABLE else trace.blocks[broken.lower].material
    return math.sqrt(upper.friction * lower.friction)
