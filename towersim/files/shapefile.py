"""Shapes as written in files: boxes, circles, polygons in metres and paths in millimetres.

`levels/README.md` describes the keys; they are checked and converted here.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated

import msgspec

from towersim.common.units import Vec
from towersim.files.tomlfile import TomlFile
from towersim.geometry.convex import convex_parts
from towersim.geometry.paths import Arc, corners_of
from towersim.geometry.shapes import Box, Circle, Polygon, Shape, centred, hole_fault, outline_fault

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


_KINDS = ("box", "circle", "polygon", "path_mm", "piece")


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


_Said = Sequence[tuple[float, float] | ArcSpec]


def _ring(file: TomlFile, where: str, written: _Said, per_metre: float) -> tuple[Vec, ...]:
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


def _items(written: _Said, per_metre: float) -> Iterator[Vec | Arc]:
    def vec(point: tuple[float, float]) -> Vec:
        return Vec(point[0] / per_metre, point[1] / per_metre)

    for item in written:
        yield Arc(vec(item.via), vec(item.to)) if isinstance(item, ArcSpec) else vec(item)


def _hollowed(
    file: TomlFile, where: str, outline: tuple[Vec, ...], written: Sequence[_Said], per_metre: float
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
