"""The validation of polygons as outlines and holes of blocks."""

import math
from collections.abc import Sequence
from itertools import combinations, product, starmap

from towersim.common.units import Vec
from towersim.geometry.lines import Outline, distance_to_segment, do_cross, edges, turn
from towersim.geometry.shapes import signed_area

CLEARANCE = 1e-6
"""The minimum distance of a corner from sides that do not end in it, in metres."""


def outline_fault(outline: Outline, most: float) -> str | None:
    """Return the reason why a block cannot have this outline, or None for a simple polygon.

    It must not span more than `most` metres, and be thicker than `CLEARANCE` on average.

    >>> outline_fault((Vec(0, 0), Vec(1, 1), Vec(1, 0), Vec(0, 1)), 5.0)
    'its sides 0 and 2 cross'
    """
    sides = list(enumerate(edges(outline)))
    for (i, p), (j, q) in combinations(enumerate(outline), 2):
        if math.dist(p, q) < CLEARANCE:
            return f"its corners {i} and {j} are the same"
        if math.dist(p, q) > most:
            return f"its corners {i} and {j} are more than {most} m apart"
    for (i, side), (j, other) in combinations(sides, 2):
        if do_cross(*side, *other):
            return f"its sides {i} and {j} cross"
    if abs(signed_area(outline)) < CLEARANCE * max(starmap(math.dist, combinations(outline, 2))):
        return "it has no area"
    for (i, p), (j, side) in product(enumerate(outline), sides):
        if p not in side and distance_to_segment(p, *side) < CLEARANCE:
            return f"its corner {i} touches its side {j}"
    return None


def hole_fault(hole: Outline, outline: Outline, others: Sequence[Outline] = ()) -> str | None:
    """Return the reason why a polygon cannot be a hole beside the others, or None.

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
        do_cross(*side, *other)
        or min(distance_to_segment(side[0], *other), distance_to_segment(other[0], *side))
        < CLEARANCE
        for side, other in product(edges(a), edges(b))
    )


def _inside(p: Vec, outline: Outline) -> bool:
    """Return whether p is inside an outline; p must not be on a side."""
    above = [
        (turn(a, b, p) > 0) == (b.y > a.y) for a, b in edges(outline) if (a.y > p.y) != (b.y > p.y)
    ]
    return sum(above) % 2 == 1
