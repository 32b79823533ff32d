"""The check of scenes from files or Python: numbers, ids, outlines, overlaps, sizes.

Statics accepts any scale. The time steps and collision tolerances of the simulation are made for a
table, so its limits are checked here as well, and reported as such.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from towersim.common.errors import SceneFault
from towersim.common.units import Pose
from towersim.geometry import shapes
from towersim.geometry.shapes import Outline, hole_fault
from towersim.scene import contacts
from towersim.scene.scene import Block, Scene, TableTop

MIN_SIZE, MAX_SIZE = 0.0001, 5.0
"""The minimum and maximum length in the simulation, in metres."""
MAX_COORDINATE = 10.0
"""The maximum distance from the middle of the table in the simulation, in metres."""
MOST = 1e12
"""The greatest number in a scene; the smallest length of a box or circle is its reciprocal."""
MAX_OVERLAP = 0.0005
"""The maximum overlap with a block or the table in the simulation, in metres."""
OFF_CENTRE = 1e-6
"""The maximum distance of a centroid from (0, 0), relative to the size of the outline."""
FROM_PYTHON = "scene"
"""The name given in place of a file's for a scene made in Python."""

Density = Annotated[float, Meta(ge=1.0, le=25_000.0)]
"""A density in kg/m³, at most slightly above osmium's."""
Friction = Annotated[float, Meta(ge=0.0, le=5.0)]
"""A friction coefficient."""
Fault = tuple[str, str]
"""A place such as ``$.blocks[3].at``, and the reason."""


def check_scene(scene: object, file: Path | str = FROM_PYTHON, *, simulated: bool) -> Scene:
    """Return a scene made in Python; SceneFault for its first fault, or for another value."""
    if not isinstance(scene, Scene):
        raise SceneFault(file, "$", f"{type(scene).__name__} is no scene and no path of one")
    for name, kind in (("table", TableTop), ("blocks", (tuple, list))):
        if not isinstance(value := getattr(scene, name), kind):
            raise SceneFault(file, f"$.{name}", f"{type(value).__name__} may not stand here")
    for index, block in enumerate(scene.blocks):
        if not isinstance(block, Block):
            raise SceneFault(file, f"$.blocks[{index}]", f"{type(block).__name__} is no block")
    for where, reason in _value_faults(scene):
        raise SceneFault(file, where, reason)
    check_fit(scene, file, simulated=simulated)
    return scene


def check_fit(scene: Scene, file: Path | str, *, simulated: bool) -> None:
    """Raise SceneFault if blocks overlap or, if `simulated`, exceed the simulation's limits.

    Everything else in the scene has to be checked before.
    """
    if simulated:
        for where, reason in _size_faults(scene):
            raise SceneFault(file, where, reason)
    most = MAX_OVERLAP if simulated else max(MAX_OVERLAP, contacts.own_tolerance(scene).depth)
    for index, reason in overlap_faults(scene, most):
        raise SceneFault(file, f"$.blocks[{index}].at", reason)


def overlap_faults(scene: Scene, most: float = MAX_OVERLAP) -> Iterator[tuple[int, str]]:
    """Yield index and reason of each block that overlaps another by more than `most` metres.

    Small blocks may overlap by less (`pair_tolerance`).
    """
    blocks = scene.blocks
    for index, block in enumerate(blocks):
        if not block.fixed:
            limit = min(most, contacts.pair_tolerance(block, block).depth)
            depth = contacts.table_penetration(block, scene.table)
            yield from _deep(index, depth, limit, "the table")
    for i, j, depth in contacts.overlaps(blocks):
        limit = min(most, contacts.pair_tolerance(blocks[i], blocks[j]).depth)
        yield from _deep(j, depth, limit, f"block {blocks[i].id!r}")


def _deep(index: int, depth: float, most: float, other: str) -> Iterator[tuple[int, str]]:
    if depth > most:
        limit = f"{1000 * most:.3g} mm is the most"
        yield index, f"stands {1000 * depth:.2f} mm deep in {other}, {limit}"


def _size_faults(scene: Scene) -> Iterator[Fault]:
    """Yield the sizes and places outside the simulation's limits."""
    yield from _length_faults("$.table.width_m", scene.table.width)
    for index, block in enumerate(scene.blocks):
        yield from solid_faults(f"$.blocks[{index}]", block.shape, block.depth)
    for index, block in enumerate(scene.blocks):
        if max(abs(block.pose.x), abs(block.pose.y)) > MAX_COORDINATE:
            far = f"and the simulation takes ±{MAX_COORDINATE:g} m"
            yield f"$.blocks[{index}].at", f"({block.pose.x:.6g}, {block.pose.y:.6g}) m, {far}"


def solid_faults(where: str, shape: shapes.Shape, depth: float) -> Iterator[Fault]:
    """Yield the lengths of a block or piece outside the simulation's limits."""
    low, high = shapes.extent(shape, Pose(0.0, 0.0, 0.0))
    yield from _length_faults(f"{where}.shape", high.x - low.x)
    yield from _length_faults(f"{where}.shape", high.y - low.y)
    yield from _length_faults(f"{where}.depth_m", depth)


def _length_faults(where: str, length: float) -> Iterator[Fault]:
    if not MIN_SIZE <= round(length, 12) <= MAX_SIZE:
        yield where, f"{length:.6g} m, and the simulation takes {MIN_SIZE:g} … {MAX_SIZE:g} m"


def _value_faults(scene: Scene) -> Iterator[Fault]:
    """Yield the invalid numbers, ids and outlines of a scene."""
    table = scene.table
    yield from _number_faults("$.table", {"width_m": table.width}, {"friction": table.friction}, {})
    times = Counter(block.id for block in scene.blocks)
    for index, block in enumerate(scene.blocks):
        here, material = f"$.blocks[{index}]", block.material
        if not block.id.isprintable() or not block.id.strip():
            yield f"{here}.id", "cannot be seen"
        if times[block.id] > 1:
            yield f"{here}.id", f"{block.id!r} is the id of {times[block.id]} blocks"
        yield from _number_faults(
            here,
            {"depth_m": block.depth, "density_kg_m3": material.density_kg_m3},
            {"friction": material.friction},
            block.pose._asdict(),
        )
        if reason := _shape_fault(block.shape):
            yield f"{here}.shape", reason


def _number_faults(
    where: str, above: dict[str, float], least: dict[str, float], any_: dict[str, float]
) -> Iterator[Fault]:
    """Yield the faults of numbers that must be > 0, ≥ 0, and of any sign, all finite."""
    for name, value in {**above, **least, **any_}.items():
        if not math.isfinite(value):
            yield f"{where}.{name}", f"{value} is no number"
        elif abs(value) > MOST:
            yield f"{where}.{name}", f"{value:g} is above {MOST:g}"
        elif value < 0 and name not in any_:
            yield f"{where}.{name}", f"{value} is below 0"
        elif value == 0 and name in above:
            yield f"{where}.{name}", "0 is not enough"


def _shape_fault(shape: shapes.Shape) -> str | None:
    """Return the reason why a shape is invalid, or None."""
    match shape:
        case shapes.Box(width, height):
            sizes = [width, height]
        case shapes.Circle(radius):
            sizes = [radius]
        case shapes.Polygon(outline, holes):
            return _polygon_fault(outline, holes)
    wrong = next((size for size in sizes if not 1 / MOST <= size <= MOST), None)
    return None if wrong is None else f"{wrong:g} is no length of {1 / MOST:g} … {MOST:g} m"


def _polygon_fault(outline: Outline, holes: Sequence[Outline]) -> str | None:
    """Return the reason why a polygon is invalid, or None."""
    if not all(math.isfinite(value) for ring in (outline, *holes) for p in ring for value in p):
        return "a corner is no point"
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
