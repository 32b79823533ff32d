"""Shapes as written in files: boxes, circles, polygons in metres and paths in millimetres.

`levels/README.md` describes the keys; they are checked and converted here. A path begins at a
corner, continues with corners (reached by a straight side) and arcs (through one point to another),
and is closed automatically.
"""

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Annotated, NamedTuple

import msgspec

from towersim.common import portable_math
from towersim.common.units import Vec
from towersim.files.tomlfile import TomlFile
from towersim.geometry.convex import convex_parts
from towersim.geometry.shapes import Box, Circle, Polygon, Shape, centred, hole_fault, outline_fault

CHORD_ERROR = 0.0001
"""The maximum distance between an arc and its chords, in metres."""

_ONE = 2**160
"""The number 1 in the integers with which arcs are computed: corners are rounded correctly, so they
are the same on every processor, and those of records that were played with the C library's."""
MAX_CORNERS = 64
MAX_HOLES = 8
MIN_SIZE = 0.0001
"""The minimum length, in metres."""
MAX_SIZE = MAX_COORDINATE = 1000.0
"""The maximum length, and distance from the middle of the table, in metres."""
Length = Annotated[float, msgspec.Meta(ge=MIN_SIZE, le=MAX_SIZE)]
Coordinate = Annotated[float, msgspec.Meta(ge=-MAX_COORDINATE, le=MAX_COORDINATE)]
SimulatedCoordinate = Annotated[float, msgspec.Meta(ge=-10.0, le=10.0)]
"""A coordinate within the simulation's limits, in metres."""
Millimetres = Annotated[float, msgspec.Meta(ge=-1000 * MAX_COORDINATE, le=1000 * MAX_COORDINATE)]
Corners = Annotated[
    tuple[tuple[Coordinate, Coordinate], ...], msgspec.Meta(min_length=3, max_length=MAX_CORNERS)
]
_KINDS = ("box", "circle", "polygon", "path_mm", "piece")


class Arc(NamedTuple):
    """A circular arc from the last point of the path, through `via`, to `to`, in metres."""

    via: Vec
    to: Vec


class _Circle(NamedTuple):
    """The circle through three points; `sweep` leads from the first via the second to the third.

    In metres and radians; -2π < sweep < 2π, positive counter-clockwise.
    """

    centre: Vec
    radius: float
    start: float
    sweep: float


def corners_of(path: Sequence[Vec | Arc], error: float = CHORD_ERROR) -> tuple[Vec, ...]:
    """Return the corners of a path, all of which lie on it.

    A closing arc may end at the first corner. ValueError with the reason for a path that begins
    with an arc, or for an arc that is closed or straight.

    >>> half_disc = [Vec(-1.0, 0.0), Vec(1.0, 0.0), Arc(Vec(0.0, 1.0), Vec(-1.0, 0.0))]
    >>> len(corners_of(half_disc, error=0.3)), len(corners_of(half_disc, error=0.003))
    (3, 22)
    """
    if path and isinstance(path[0], Arc):
        raise ValueError("a path begins with a corner")
    corners: list[Vec] = []
    for index, item in enumerate(path):
        if isinstance(item, Arc):
            corners += _chords(_arc_circle(index, corners[-1], item), item.to, error)
        else:
            corners.append(item)
    return tuple(corners[:-1] if len(corners) > 1 and corners[-1] == corners[0] else corners)


def _circle_through(a: Vec, b: Vec, c: Vec) -> _Circle | None:
    """Return the circle through three points, or None if they lie in a line."""
    bx, by, cx, cy = b.x - a.x, b.y - a.y, c.x - a.x, c.y - a.y
    double = 2 * (bx * cy - by * cx)
    if abs(double) <= 1e-12 * (bx * bx + by * by + cx * cx + cy * cy):
        return None
    bb, cc = bx * bx + by * by, cx * cx + cy * cy
    ux, uy = (cy * bb - by * cc) / double, (bx * cc - cx * bb) / double
    start = _angle(-uy, -ux)
    sweep = (_angle(cy - uy, cx - ux) - start) % math.tau
    turn = sweep if double > 0 else sweep - math.tau
    return _Circle(Vec(a.x + ux, a.y + uy), math.hypot(ux, uy), start, turn)


def _arc_circle(index: int, start: Vec, arc: Arc) -> _Circle:
    if start == arc.to:
        raise ValueError(f"its arc {index} ends where it begins")
    circle = _circle_through(start, arc.via, arc.to)
    if circle is None:
        raise ValueError(f"its arc {index} is straight")
    return circle


def _chords(circle: _Circle, end: Vec, error: float) -> Iterator[Vec]:
    """Yield the corners of an arc after its first; the last one is exactly `end`."""
    (x, y), radius, start, sweep = circle
    widest = 4 * portable_math.asin(min(math.sqrt(error / (2 * radius)), 1.0))
    # At least two chords, so that every drawn arc stays visible.
    count = max(math.ceil(abs(sweep) / widest - 1e-9), 2)
    for step in range(1, count):
        angle = start + sweep * step / count
        cos, sin = _cos_sin(angle)
        yield Vec(x + radius * (cos / _ONE), y + radius * (sin / _ONE))
    yield end


def _cos_sin(angle: float) -> tuple[int, int]:
    """Return the cosine and the sine in units of 1 / `_ONE`, by their series."""
    x, sums, term, number = int(Fraction(abs(angle)) * _ONE), [0, 0], _ONE, 0
    while term:
        sums[number % 2] += -term if number & 2 else term
        number += 1
        term = term * x // (_ONE * number)
    return sums[0], sums[1] if angle > 0 else -sums[1]


def _angle(y: float, x: float) -> float:
    """Return the angle of a direction, rounded correctly."""
    near = portable_math.atan2(y, x)
    cos, sin = _cos_sin(near)
    high, wide = int(Fraction(y) * _ONE), int(Fraction(x) * _ONE)
    return float(Fraction(near) + Fraction(high * cos - wide * sin, wide * cos + high * sin))


class ArcSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An arc of a path, in millimetres."""

    via: tuple[Millimetres, Millimetres]
    to: tuple[Millimetres, Millimetres]


Path = Annotated[
    tuple[tuple[Millimetres, Millimetres] | ArcSpec, ...],
    msgspec.Meta(min_length=2, max_length=MAX_CORNERS),
]


class ShapeSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A shape as written in a file: exactly one of these keys, besides holes."""

    box: tuple[Length, Length] | None = None
    circle: Length | None = None
    polygon: Corners | None = None
    path_mm: Path | None = None
    piece: str | None = None
    holes: Annotated[tuple[Corners, ...], msgspec.Meta(max_length=MAX_HOLES)] = ()
    holes_mm: Annotated[tuple[Path, ...], msgspec.Meta(max_length=MAX_HOLES)] = ()


def check_kind(file: TomlFile, where: str, written: ShapeSpec) -> None:
    """Raise SceneFault unless a shape is of exactly one kind and its holes match it."""
    if sum(getattr(written, kind) is not None for kind in _KINDS) != 1:
        raise file.fault(where, f"exactly one of {', '.join(_KINDS[:-1])} and piece is needed")
    for holes, kind in (("holes", "polygon"), ("holes_mm", "path_mm")):
        if getattr(written, holes) and getattr(written, kind) is None:
            raise file.fault(f"{where}.{holes}", f"they go with {kind}")


def shape_of(file: TomlFile, where: str, written: ShapeSpec) -> Shape:
    """Return a shape other than a piece, checked and centred; SceneFault if invalid."""
    if written.box is not None:
        return Box(*written.box)
    if written.circle is not None:
        return Circle(written.circle)
    if written.polygon is not None:
        outline = _ring(file, f"{where}.polygon", written.polygon, 1.0)
        return _hollowed(file, f"{where}.holes", outline, written.holes, 1.0)
    outline = _ring(file, f"{where}.path_mm", written.path_mm or (), 1000.0)
    return _hollowed(file, f"{where}.holes_mm", outline, written.holes_mm, 1000.0)


_Written = Sequence[tuple[float, float] | ArcSpec]


def _ring(file: TomlFile, where: str, written: _Written, per_metre: float) -> tuple[Vec, ...]:
    try:
        outline = corners_of(list(_items(written, per_metre)))
    except ValueError as error:
        raise file.fault(where, str(error)) from None
    if not 3 <= len(outline) <= MAX_CORNERS:
        count = f"{len(outline)} corners when its arcs are cut into sides"
        raise file.fault(where, f"{count}, it may have 3 … {MAX_CORNERS}")
    if reason := outline_fault(outline, MAX_SIZE):
        counted = "" if len(outline) == len(written) else ", with its arcs cut into sides"
        raise file.fault(where, reason + counted)
    return outline


def _items(written: _Written, per_metre: float) -> Iterator[Vec | Arc]:
    def vec(point: tuple[float, float]) -> Vec:
        return Vec(point[0] / per_metre, point[1] / per_metre)

    for item in written:
        yield Arc(vec(item.via), vec(item.to)) if isinstance(item, ArcSpec) else vec(item)


def _hollowed(
    file: TomlFile,
    where: str,
    outline: tuple[Vec, ...],
    written: Sequence[_Written],
    per_metre: float,
) -> Polygon:
    holes: list[tuple[Vec, ...]] = []
    for index, path in enumerate(written):
        hole = _ring(file, f"{where}[{index}]", path, per_metre)
        if reason := hole_fault(hole, outline, holes):
            raise file.fault(f"{where}[{index}]", reason)
        holes.append(hole)
    polygon, _ = centred(outline, holes)
    try:
        convex_parts(polygon)
    except ValueError as error:
        raise file.fault(where, str(error)) from None
    return polygon
