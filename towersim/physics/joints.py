"""The joints in a trace: which blocks rest on which, and when one of them gives way for good.

A joint is one block resting on another (or on the table).
"""

import math
from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from towersim.common.units import Pose, Vec
from towersim.geometry.shapes import Circle, bounding_radius, corners, placed
from towersim.physics.trace import Frame, Trace
from towersim.physics.world import Array
from towersim.scene.contacts import TABLE

QUIET = 0.003
"""Relative speed of two blocks below which they count as still, in m/s."""
PAUSE = 4
"""A motion that pauses on a corner for up to this number of ticks counts as one motion."""
_MADE = 30
"""Number of ticks for which a joint has held before it is one that may give way."""
_BROKEN = math.radians(10)
"""Angle in radians; a joint that opens by more has given way, even if it still touches."""
_SHIFTED = 0.25
"""So has one of which the upper block moves by more than this share of its bounding radius."""
PARTED = 0.2
"""If it touches no more, this share of either is enough."""
_SLICE = 64
"""Number of frames that are searched at once, in a few milliseconds."""
_POINT = 0.0001
"""Distance in metres up to which a corner is where another one is."""
_LEAN = 0.2
"""Slope by which a block may lean and still stand beside another."""

Joints = dict[tuple[int, int], list[int]]
"""The frames (indices) in which there was a joint, by its lower and its upper block (indices)."""


class Break(NamedTuple):
    """A joint that gave way between the frames `begin` and `end` (indices)."""

    lower: int
    upper: int
    begin: int
    end: int
    was_made: bool
    """Whether the joint was made long before, not by the fall of its upper block."""

    @property
    def pair(self) -> tuple[int, int]:
        """Both blocks, as contacts name them."""
        return min(self.lower, self.upper), max(self.lower, self.upper)


def joints_in(
    trace: Trace, pairs: Callable[[Frame], Iterator[tuple[int, int]]]
) -> Generator[None, None, Joints]:
    """Return the joints that a function finds; yield every few frames."""
    joints: Joints = {}
    for n, frame in enumerate(trace.frames):
        for pair in pairs(frame):
            if pair in joints or not _is_corner_to_corner(trace, frame, pair):
                joints.setdefault(pair, []).append(n)
        if n % _SLICE == 0:
            yield
    return joints


def held_breaks(
    trace: Trace, joints: Joints, carried: Joints, least: int = 2
) -> Generator[None, None, list[Break]]:
    """Return the breaks of joints of `least` ticks that held; yield after each pair of blocks."""
    breaks = []
    for pair, numbers in sorted(joints.items()):
        ticks = sum(trace.frames[n].held not in pair for n in numbers)
        broken = _break(trace, *pair) if ticks >= least else None
        if broken is not None and _held(trace, broken, carried):
            breaks.append(broken)
        yield
    return breaks


def carrying(frame: Frame) -> Iterator[tuple[int, int]]:
    """Yield (lower, upper) for the pairs of blocks of which one may rest on the other."""
    for (a, b), spots in frame.contacts.items():
        ways = {spot.normal.y > 0 for spot in spots if spot.carries}
        yield from ((a, b) if up else (b, a) for up in sorted(ways))


def _is_corner_to_corner(trace: Trace, frame: Frame, pair: tuple[int, int]) -> bool:
    """Return whether blocks side by side meet in a corner of each, where any direction is normal.

    So do the blocks of two columns that touch, at each storey.
    """
    spots = frame.contacts[min(pair), max(pair)]
    at, other = spots[0].at, spots[-1].at
    if TABLE in pair or math.dist(at, other) > _POINT:
        return False
    left, right = sorted(pair, key=lambda n: float(frame.poses[n, 0]))
    if not frame.poses[left, 0] < at.x < frame.poses[right, 0]:  # soon decided
        return False
    return _is_beside(trace, frame, left, at, 1) and _is_beside(trace, frame, right, at, -1)


def _is_beside(trace: Trace, frame: Frame, block: int, point: Vec, side: int) -> bool:
    """Return whether a point is a corner of a block that is all to the left (1) or right (-1)."""
    ends = ends_of(trace, frame, block)
    across = (side * (end.x - point.x) > _LEAN * abs(end.y - point.y) + _POINT for end in ends)
    return is_end(point, ends, _POINT) and not any(across)


def ends_of(trace: Trace, frame: Frame, block: int) -> Sequence[Vec]:
    """Return the salient corners of a block, the ends of the table, or nothing for a ball."""
    if block == TABLE:
        return [Vec(side * trace.table.width / 2, 0.0) for side in (-1, 1)]
    shape = trace.blocks[block].shape
    if isinstance(shape, Circle):
        return ()
    ring = placed(corners(shape), Pose(*frame.poses[block].tolist()))
    turns = zip((*ring[-1:], *ring), ring, (*ring[1:], *ring[:1]), strict=False)
    return [b for a, b, c in turns if (b.x - a.x) * (c.y - b.y) > (b.y - a.y) * (c.x - b.x)]


def is_end(point: Vec, ends: Sequence[Vec], within: float) -> bool:
    """Return whether one of these corners is at a point, to `within` metres."""
    return any(math.dist(point, end) <= within for end in ends)


def holding(blocks: Collection[int], frame: Frame) -> Iterator[tuple[int, int]]:
    """Yield (neighbour, block) for the neighbours that may hold one of these, on both its sides."""
    for block in blocks:
        is_right = {}
        for (a, b), spots in frame.contacts.items():
            if block in (a, b) and not any(spot.carries for spot in spots):
                is_right[a if b == block else b] = (spots[0].normal.x > 0) is (a == block)
        if len(set(is_right.values())) == 2:
            yield from ((neighbour, block) for neighbour in is_right)


def hanging(frame: Frame, block: int) -> set[int]:
    """Return a block and those that hang with it between the same neighbours, as stones do."""
    carried, hung, waiting = {upper for _, upper in carrying(frame)}, {block}, [block]
    while waiting:
        beside = {n for n, _ in holding([waiting.pop()], frame)} - carried - hung - {TABLE}
        hung |= beside
        waiting += beside
    return hung


def _held(trace: Trace, broken: Break, carried: Joints) -> bool:
    """Return whether a joint held its upper block: from below, or as nothing else was below it."""
    before = (pair for pair, numbers in carried.items() if numbers[0] <= broken.begin)
    if not is_upright(trace, broken):  # once in motion, a block may also hang on its load
        return (broken.lower, broken.upper) in before
    return all(upper != broken.upper for _, upper in before)


def is_upright(trace: Trace, broken: Break) -> bool:
    """Return whether the faces of a joint were too steep to carry before it opened."""
    frames = trace.frames[: broken.begin + 1]
    return not any(spot.carries for f in frames for spot in f.contacts.get(broken.pair, ()))


def _break(trace: Trace, lower: int, upper: int) -> Break | None:
    """Return the break of a joint that gave way permanently; None if it held."""
    if trace.blocks[upper].fixed:
        return None
    pair = (min(lower, upper), max(lower, upper))
    frames = enumerate(trace.frames)
    touching = [n for n, f in frames if pair in f.contacts and f.held not in pair]
    poses = path_of(trace, lower, upper, range(touching[0], len(trace.frames)))
    reach = bounding_radius(trace.blocks[upper].shape)
    latest = touching[-1] + PAUSE - touching[0]
    begin, end = _longest_motion(poses, reach, QUIET * trace.tick_seconds, latest)
    if end == begin:
        return None
    # A block that throws off its load may fall back.
    moved, parted = (beyond(share, poses[begin:], reach) for share in (1.0, PARTED))
    apart = touching[-1] < len(trace.frames) - 1 and bool(parted.any())
    gave_way = apart or moved[: end + 1 - begin].any()
    start = touching[0]
    loads = [{*above_in(trace, upper, n)} for n in (start + begin, len(trace.frames) - 1)]
    only_rocked = not apart and not parted[-1] and loads[0] <= loads[1]
    if not gave_way or only_rocked:
        return None
    return Break(lower, upper, start + begin, start + end, start == 0 or begin > _MADE)


def _longest_motion(poses: Array, reach: float, still: float, latest: int) -> tuple[int, int]:
    """Return the rows of poses (n × 3) between which a block of this radius moved farthest.

    The motion begins at the row `latest` or before.
    """
    lengths = np.abs(np.diff(poses, axis=0)) @ np.array([1.0, 1.0, reach])
    moving = np.flatnonzero(lengths > still)
    best, farthest = (0, 0), 0.0
    for run in np.split(moving, np.flatnonzero(np.diff(moving) > PAUSE) + 1):
        far = float(lengths[run].sum()) if len(run) and run[0] <= latest else 0.0
        if far > farthest:
            best, farthest = (int(run[0]), int(run[-1]) + 1), far
    return best


def last_motion(poses: Array, reach: float, still: float) -> int:
    """Return the row of poses from which a block of this radius has moved until the last one."""
    lengths = np.abs(np.diff(poses, axis=0)) @ np.array([1.0, 1.0, reach])
    moving = np.append(np.flatnonzero(lengths > still), len(lengths))
    run = np.split(moving, np.flatnonzero(np.diff(moving) > PAUSE) + 1)[-1]
    return int(run[0])


def path_of(trace: Trace, lower: int, upper: int, numbers: Sequence[int]) -> Array:
    """Return the upper block's poses in the lower block's coordinates, in these frames (n x 3)."""
    frames = [trace.frames[n].poses for n in numbers]
    path = np.array([poses[upper] for poses in frames])
    if lower == TABLE:
        return path
    x, y, turned = (path - [poses[lower] for poses in frames]).T
    angles = np.array([poses[lower, 2] for poses in frames])
    cos, sin = np.cos(angles), np.sin(angles)
    return np.column_stack([cos * x + sin * y, cos * y - sin * x, turned])


def opened(trace: Trace, broken: Break) -> int:
    """Return the frame in which the joint had opened, before other blocks disturb it.

    A block may rock to one side, come back and then fall to the other one.
    """
    frames = range(broken.begin, broken.end + 1)
    path = path_of(trace, broken.lower, broken.upper, frames)
    turned = np.abs(path[:, 2] - path[0, 2]) > _BROKEN
    last = int(turned.argmax()) if turned.any() else len(path) - 1
    parted = beyond(PARTED, path[:last], bounding_radius(trace.blocks[broken.upper].shape))
    back = int(np.flatnonzero(~parted)[-1])
    free = (n for n in frames[back + 1 : last] if broken.pair not in trace.frames[n].contacts)
    return next(free, frames[last])


def left_for_good(trace: Trace, broken: Break) -> int:
    """Return the frame from which the upper block of a joint stayed turned, or `opened`.

    A block that comes down turns flat before, and one that carries others may rock, perhaps to the
    other side. What it does without its load, or its support, does not count.
    """
    others = {*above_in(trace, broken.upper, broken.begin)} - {broken.upper} or {broken.lower}
    last = end = opened(trace, broken)
    for n in range(end + 1, broken.end + 1):
        pairs = (pair for pair in trace.frames[n].contacts if broken.upper in pair)
        if n <= last + PAUSE and any(not others.isdisjoint(pair) for pair in pairs):
            last = n
    frames = range(broken.begin, last + 1)
    path = path_of(trace, broken.lower, broken.upper, frames)
    flat = np.flatnonzero(np.abs(path[:, 2] - path[0, 2]) <= _BROKEN)
    return next(iter(frames[int(flat[-1]) + 1 :]), end)


def beyond(share: float, path: Array, reach: float) -> npt.NDArray[np.bool_]:
    """Return which poses (n x 3) differ from the first by more than a share of what parts a joint.

    `reach` is the bounding radius of the upper block.
    """
    x, y, turned = np.abs(path - path[0]).T
    moved = np.maximum(np.hypot(x, y) / (_SHIFTED * reach), turned / _BROKEN)
    beyond: npt.NDArray[np.bool_] = moved > share
    return beyond


def above_in(trace: Trace, block: int, begin: int) -> tuple[int, ...]:
    """Return a block and all that it carried shortly before frame `begin`, in building order.

    A blow may part blocks in the very tick in which the joint begins to give way. The hand bears
    what it holds.
    """
    numbers = range(len(trace.frames))[max(0, begin - PAUSE) : begin + 2]
    held, every = trace.frames[begin].held, (_carrying_in(trace, n) for n in numbers)
    pairs = {pair for pairs in every for pair in pairs if held not in pair}
    above, layer = {block}, {block}
    while layer:
        layer = {b for a, b in pairs if a in layer} - above
        above |= layer
    return tuple(sorted(above))


def _carrying_in(trace: Trace, number: int) -> frozenset[tuple[int, int]]:
    """Return (lower, upper) for the joints of a frame, which is asked for often."""
    tick, frame = trace.first + number, trace.frames[number]
    if tick not in trace.joints:
        pairs = (pair for pair in carrying(frame) if not _is_corner_to_corner(trace, frame, pair))
        trace.joints[tick] = frozenset(pairs)
    return trace.joints[tick]
