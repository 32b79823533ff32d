"""The check of the values of a scene made in Python: types, numbers, ids, outlines."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from towersim.common.errors import SceneFault
from towersim.common.units import Pose
from towersim.geometry import shapes
from towersim.geometry.convex import convex_parts
from towersim.geometry.shapes import Outline, hole_fault
from towersim.scene.block import Block, TableTop

MOST = 1e12
"""The greatest number in a scene; the smallest size, depth or density is its reciprocal."""
OFF_CENTRE = 1e-6
"""The maximum distance of a centroid from (0, 0), relative to the size of the outline."""
FROM_PYTHON = "scene"
"""The name given in place of a file's for a scene made in Python."""
Fault = tuple[str, str]
"""A place such as ``$.blocks[3].at``, and the reason."""


def check_values(
    table: object, blocks: object, reach: float | None = None, file: Path | str = FROM_PYTHON
) -> None:
    """Raise SceneFault for the first invalid value of a scene; its blocks may overlap."""
    if not isinstance(table, TableTop):
        raise SceneFault(file, "$.table", f"{type(table).__name__} may not stand here")
    if not isinstance(blocks, tuple | list):
        raise SceneFault(file, "$.blocks", f"{type(blocks).__name__} may not stand here")
    for index, block in enumerate(blocks):
        if not isinstance(block, Block):
            raise SceneFault(file, f"$.blocks[{index}]", f"{type(block).__name__} is not a block")
    try:
        fault = next(_faults(table, blocks, reach), None)
    except (ArithmeticError, AttributeError, TypeError, ValueError) as error:
        fault = "$", f"holds a value of a wrong type: {error}"
    if fault:
        raise SceneFault(file, *fault)


def _faults(table: TableTop, blocks: Sequence[Any], reach: float | None) -> Iterator[Fault]:
    yield from _number_faults("$.table", {"width_m": table.width}, {"friction": table.friction}, {})
    yield from _number_faults("$", {}, {"reach": 0.0 if reach is None else reach}, {})
    times = Counter(block.id for block in blocks)
    for index, block in enumerate(blocks):
        here, material = f"$.blocks[{index}]", block.material
        if not block.id.isprintable() or not block.id.strip():
            yield f"{here}.id", "cannot be seen"
        if times[block.id] > 1:
            yield f"{here}.id", f"{block.id!r} is the id of {times[block.id]} blocks"
        if block.fixed not in (False, True):
            yield f"{here}.fixed", "is neither true nor false"
        if not isinstance(block.pose, Pose):
            yield f"{here}.at", f"{type(block.pose).__name__} is no Pose (x, y, angle)"
        yield from _number_faults(
            here,
            {"depth_m": block.depth, "density_kg_m3": material.density_kg_m3},
            {"friction": material.friction},
            block.pose._asdict(),
        )
        if reason := _shape_fault(block.shape):
            yield f"{here}.shape", reason
        elif not isinstance(block.shape, shapes.Circle) and not convex_parts(block.shape):
            yield f"{here}.shape", "is too thin for its length"


def _number_faults(
    where: str, above: dict[str, float], least: dict[str, float], any_: dict[str, float]
) -> Iterator[Fault]:
    """Yield the faults of numbers that must be > 0, ≥ 0, and of any sign, all finite."""
    for name, value in {**above, **least, **any_}.items():
        if reason := _kind_fault(value):
            yield f"{where}.{name}", reason
        elif not math.isfinite(value):
            yield f"{where}.{name}", f"{value} is not a number"
        elif abs(value) > MOST:
            yield f"{where}.{name}", f"{value:g} is above {MOST:g}"
        elif value < 0 and name not in any_:
            yield f"{where}.{name}", f"{value} is below 0"
        elif value < 1 / MOST and name in above:
            yield f"{where}.{name}", f"{value:g} is not enough"


def _kind_fault(value: object) -> str:
    """Return the reason why a number is of a wrong type, or "".

    Equal numbers of other types, such as NumPy's float32 or int8, give other results, and share
    their caches with floats.
    """
    known = isinstance(value, float | int | np.int64)
    return "" if known else f"{value!r} is a {type(value).__name__}, not a float"


def _shape_fault(shape: object) -> str | None:
    """Return the reason why a shape is invalid, or None."""
    match shape:
        case shapes.Box(width, height):
            sizes = [width, height]
        case shapes.Circle(radius):
            sizes = [radius]
        case shapes.Polygon(outline, holes):
            return _polygon_fault(outline, holes)
        case _:
            return f"{type(shape).__name__} is not a shape"
    if reason := next(filter(None, map(_kind_fault, sizes)), None):
        return reason
    wrong = next((size for size in sizes if not 1 / MOST <= size <= MOST), None)
    return None if wrong is None else f"{wrong:g} is not a length of {1 / MOST:g} … {MOST:g} m"


def _polygon_fault(outline: Outline, holes: Sequence[Outline]) -> str | None:
    """Return the reason why a polygon is invalid, or None."""
    values = [value for ring in (outline, *holes) for point in ring for value in point]
    if reason := next(filter(None, map(_kind_fault, values)), None):
        return reason
    if not all(map(math.isfinite, values)):
        return "a corner is not a point"
    for ring in (outline, *holes):
        if reason := shapes.outline_fault(ring, math.inf):
            return reason
    for index, hole in enumerate(holes):
        if reason := hole_fault(hole, outline, holes[:index]):
            return f"hole {index}: {reason}"
    if shapes.signed_area(outline) < 0 or any(shapes.signed_area(hole) > 0 for hole in holes):
        return "an outline runs counter-clockwise, and its holes clockwise"
    if math.hypot(*shapes.centroid(outline, holes)) > OFF_CENTRE * max(
        math.hypot(*p) for p in outline
    ):
        return "its centroid is not (0, 0); make it with towersim.geometry.shapes.centred"
    return None
