"""Contact geometry of placed blocks: convex parts, neighbours, how deep one is inside another.

Pure geometry over `scene` values; it knows no world and no time. Concave outlines are cut by
clipping ears and merging triangles (Hertel & Mehlhorn 1983), not by pymunk's
`convex_decomposition`: on corners that lie in one line that one may lose area or recurse until
the process dies. Holes become a part of the outline first, over keyholes: cuts that lead there and
back (Eberly, Triangulation by Ear Clipping, 2002).
"""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from towersim.scene import (
    Block,
    Circle,
    Polygon,
    Shape,
    TableTop,
    corners,
    extent,
    placed,
    signed_area,
    turn,
)
from towersim.units import Pose, Vec

STRAIGHT = 1e-14
"""A corner is straight if the triangle it spans is below this share of the outline's size²."""

CLEARANCE = 1e-6
"""A corner nearer than this to a side it is no end of touches it, in metres."""

TABLE_DEPTH = 100.0
"""How far down the table counts as solid, in metres: further than any block may be placed."""

Outline = tuple[Vec, ...]


@lru_cache(maxsize=1024)
def convex_parts(shape: Shape) -> tuple[Outline, ...]:
    """Return convex, counter-clockwise outlines that together are the shape; none for a circle.

    Corners are metres around the shape's centre of mass. The areas of the parts add up to the
    shape's; a straight corner is left out. ValueError if the outline crosses itself.

    >>> ell = Polygon((Vec(0, 0), Vec(2, 0), Vec(2, 1), Vec(1, 1), Vec(1, 2), Vec(0, 2)))
    >>> len(convex_parts(ell))
    2
    """
    if isinstance(shape, Circle):
        return ()
    outline = corners(shape)
    flat = STRAIGHT * math.dist(*_bounds(outline)) ** 2
    if isinstance(shape, Polygon) and shape.holes:
        outline = _keyholed(outline, shape.holes)
    parts = _merged(_triangles(outline, flat), flat)
    return tuple(_without_straight(part, flat) for part in parts)


def neighbours(blocks: Sequence[Block], reach: float = 0.0) -> Iterator[tuple[int, int]]:
    """Yield index pairs i < j of blocks whose upright boxes come within `reach` metres.

    Every pair that touches is among them; the order is the same for the same blocks.
    """
    boxes = [extent(block.shape, block.pose) for block in blocks]
    open_: list[int] = []
    for j in sorted(range(len(boxes)), key=lambda i: boxes[i][0].x):
        low, high = boxes[j]
        open_ = [i for i in open_ if boxes[i][1].x + reach >= low.x]
        for i in open_:
            if boxes[i][0].y - reach <= high.y and boxes[i][1].y + reach >= low.y:
                yield min(i, j), max(i, j)
        open_.append(j)


def overlaps(blocks: Sequence[Block]) -> Iterator[tuple[int, int, float]]:
    """Yield i < j and how deep block j is in block i, in metres (> 0), if either can move."""
    for i, j in neighbours(blocks):
        if not (blocks[i].fixed and blocks[j].fixed):
            depth = penetration(blocks[i], blocks[j])
            if depth > 0:
                yield i, j, depth


def penetration(a: Block, b: Block) -> float:
    """Return by how many metres two placed blocks overlap, 0 if they are apart or just touch.

    That is the shortest way to pull a convex part of one out of a part of the other, for the
    pair of parts that is deepest; for convex blocks it is exact.
    """
    return _deepest(_cores(a), _cores(b))


def table_penetration(block: Block, table: TableTop) -> float:
    """Return by how many metres a placed block is inside the table (y < 0 over its width)."""
    half = table.width / 2
    slab = (Vec(-half, -TABLE_DEPTH), Vec(half, -TABLE_DEPTH), Vec(half, 0.0), Vec(-half, 0.0))
    return _deepest(_cores(block), [_Core(slab)])


def outline_fault(outline: Outline, least: float, most: float) -> str | None:
    """Return why no block can have this outline, or None if it is a simple polygon.

    Its area must be at least `least`² and it must not span more than `most` metres.

    >>> outline_fault((Vec(0, 0), Vec(1, 1), Vec(1, 0), Vec(0, 1)), 0.001, 5.0)
    'its sides 0 and 2 cross'
    """
    sides = list(enumerate(_edges(outline)))
    for (i, p), (j, q) in combinations(enumerate(outline), 2):
        if math.dist(p, q) < CLEARANCE:
            return f"its corners {i} and {j} are the same"
        if math.dist(p, q) > most:
            return f"its corners {i} and {j} are more than {most} m apart"
    for (i, side), (j, other) in combinations(sides, 2):
        if _cross(*side, *other):
            return f"its sides {i} and {j} cross"
    if abs(signed_area(outline)) < least**2:
        return "it has no area"
    for (i, p), (j, side) in product(enumerate(outline), sides):
        if p not in side and _distance(p, *side) < CLEARANCE:
            return f"its corner {i} touches its side {j}"
    return None


def hole_fault(hole: Outline, outline: Outline, others: Sequence[Outline] = ()) -> str | None:
    """Return why a simple polygon cannot be a hole in an outline beside the others, or None.

    >>> square = (Vec(0, 0), Vec(4, 0), Vec(4, 4), Vec(0, 4))
    >>> hole_fault(tuple(Vec(x + 2, y + 1) for x, y in square), square)
    'it crosses or touches the outline'
    """
    for name, ring in [("the outline", outline), *((f"hole {i}", h) for i, h in enumerate(others))]:
        if _meet(hole, ring):
            return f"it crosses or touches {name}"
    if not _inside(hole[0], outline):
        return "it is not inside the outline"
    for i, other in enumerate(others):
        if _inside(hole[0], other) or _inside(other[0], hole):
            return f"it and hole {i} are one inside the other"
    return None


def _meet(a: Outline, b: Outline) -> bool:
    """Return whether the sides of two outlines come within `CLEARANCE` of each other."""
    return any(
        _cross(*side, *other)
        or min(_distance(side[0], *other), _distance(other[0], *side)) < CLEARANCE
        for side, other in product(_edges(a), _edges(b))
    )


def _inside(p: Vec, outline: Outline) -> bool:
    """Return whether p, which is on none of its sides, is inside an outline."""
    above = [
        (turn(a, b, p) > 0) == (b.y > a.y) for a, b in _edges(outline) if (a.y > p.y) != (b.y > p.y)
    ]
    return sum(above) % 2 == 1


def _cross(a: Vec, b: Vec, c: Vec, d: Vec) -> bool:
    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


def _distance(p: Vec, a: Vec, b: Vec) -> float:
    """Return how far p is from the segment from a to b, in metres."""
    along, length = Vec(b.x - a.x, b.y - a.y), math.dist(a, b)
    share = ((p.x - a.x) * along.x + (p.y - a.y) * along.y) / length**2
    share = min(max(share, 0.0), 1.0)
    return math.dist(p, (a.x + share * along.x, a.y + share * along.y))


class _Core(NamedTuple):
    """A placed convex outline with a skin: a disc is one point with its radius as skin."""

    points: Outline
    skin: float = 0.0


def _cores(block: Block) -> list[_Core]:
    if isinstance(block.shape, Circle):
        return [_Core((Vec(block.pose.x, block.pose.y),), block.shape.radius)]
    return [_Core(placed(part, block.pose)) for part in convex_parts(block.shape)]


def _deepest(a: Sequence[_Core], b: Sequence[_Core]) -> float:
    return max(_depth(p, q) for p, q in product(a, b))


def _depth(a: _Core, b: _Core) -> float:
    """Return how far b must move along the best separating direction to leave a; 0 if apart."""
    depth = math.inf
    for n in _directions(a, b):
        reach = max(n.x * p.x + n.y * p.y for p in a.points)
        start = min(n.x * q.x + n.y * q.y for q in b.points)
        depth = min(depth, reach - start + a.skin + b.skin)
        if depth <= 0:
            return 0.0
    return depth


def _directions(a: _Core, b: _Core) -> Iterator[Vec]:
    """Yield the unit directions, from a to b, one of which is the shortest way apart."""
    for p, q in _edges(a.points):
        yield _unit(q.y - p.y, p.x - q.x)
    for p, q in _edges(b.points):
        yield _unit(p.y - q.y, q.x - p.x)
    if a.skin or b.skin:
        p, q = min(product(a.points, b.points), key=lambda pair: math.dist(*pair))
        yield _unit(q.x - p.x, q.y - p.y)


def _edges(outline: Sequence[Vec]) -> Iterator[tuple[Vec, Vec]]:
    if len(outline) > 1:
        yield from zip(outline, (*outline[1:], outline[0]), strict=True)


def _unit(x: float, y: float) -> Vec:
    length = math.hypot(x, y)
    # Concentric discs: every direction is as good as any other.
    return Vec(x / length, y / length) if length else Vec(1.0, 0.0)


def _bounds(outline: Outline) -> tuple[Vec, Vec]:
    return extent(Polygon(outline), Pose(0.0, 0.0, 0.0))


def _keyholed(outline: Outline, holes: Sequence[Outline]) -> Outline:
    """Return one outline around all: to a hole along the shortest free cut, around it, and back."""
    ring, left = list(outline), list(holes)
    while left:
        ends = (
            (i, h, j)
            for i in range(len(ring))
            for h in range(len(left))
            for j in range(len(left[h]))
        )
        cuts = sorted(ends, key=lambda cut: math.dist(ring[cut[0]], left[cut[1]][cut[2]]))
        free = (cut for cut in cuts if _is_free(ring, cut[0], left, left[cut[1]][cut[2]]))
        i, h, j = next(free, (0, -1, 0))
        if h < 0:
            raise ValueError("the holes cross the outline")
        hole = left.pop(h)
        ring[i + 1 : i + 1] = [*hole[j:], *hole[: j + 1], ring[i]]
    return tuple(ring)


def _is_free(ring: Sequence[Vec], i: int, holes: Sequence[Outline], end: Vec) -> bool:
    """Return whether the way from corner i of a ring to a hole's is inside and meets nothing."""
    start, before, after = ring[i], ring[i - 1], ring[(i + 1) % len(ring)]
    # Where cuts have begun already, several corners lie in one place: only one of them opens there.
    opens = (turn(before, start, end) > 0, turn(start, after, end) > 0)
    if not (all(opens) if turn(before, start, after) > 0 else any(opens)):
        return False
    # A corner on the way would have made a shorter cut, so none needs to be looked for.
    return not any(_cross(start, end, a, b) for each in (ring, *holes) for a, b in _edges(each))


def _triangles(outline: Outline, flat: float) -> list[Outline]:
    """Cut ears off, the one with the shortest cut first, until nothing is left."""
    rest = list(outline)
    cut: list[Outline] = []
    while len(rest) > 2:
        found, turns = _corners(rest), _turns(rest)
        straight = next((i for i, bend in enumerate(turns) if abs(bend) <= flat), None)
        if straight is not None:
            del rest[straight]
            continue
        dents = [p for p, bend in zip(rest, turns, strict=True) if bend < 0]
        ears = [i for i, bend in enumerate(turns) if bend > 0 and _is_empty(found[i], dents)]
        if not ears:
            raise ValueError("the outline crosses itself")
        ear = min(ears, key=lambda i: math.dist(found[i][0], found[i][2]))
        cut.append(found[ear])
        del rest[ear]
    return cut


def _is_empty(triangle: tuple[Vec, Vec, Vec], points: Sequence[Vec]) -> bool:
    a, b, c = triangle
    return not any(
        turn(a, b, p) >= 0 and turn(b, c, p) >= 0 and turn(c, a, p) >= 0
        for p in points
        if p not in triangle
    )


def _merged(parts: list[Outline], flat: float) -> list[Outline]:
    """Join parts over their common edges, the longest first, wherever the union is convex."""
    owner = {edge: part for part in parts for edge in _edges(part)}
    for a, b in sorted(owner, key=lambda edge: math.dist(*edge), reverse=True):
        if (a, b) in owner and (b, a) in owner:
            joint = _joined(owner[a, b], owner[b, a], a, b)
            if min(_turns(joint)) >= -flat:
                owner.update(dict.fromkeys(_edges(joint), joint))
                del owner[a, b], owner[b, a]
    return list(dict.fromkeys(owner.values()))


def _joined(p: Outline, q: Outline, a: Vec, b: Vec) -> Outline:
    """Return the union of p, which runs from a to b, and q, which runs from b to a."""
    i, j = p.index(b), q.index(a)
    return (*p[i:], *p[:i], *q[j + 1 :], *q[:j])[:-1]


def _without_straight(part: Outline, flat: float) -> Outline:
    return tuple(p for p, bend in zip(part, _turns(part), strict=True) if bend > flat)


def _corners(outline: Sequence[Vec]) -> list[tuple[Vec, Vec, Vec]]:
    """Return every corner between the one before and the one after it."""
    return list(zip((outline[-1], *outline[:-1]), outline, (*outline[1:], outline[0]), strict=True))


def _turns(outline: Sequence[Vec]) -> list[float]:
    return [turn(*corner) for corner in _corners(outline)]
