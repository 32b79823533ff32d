"""The check of scenes from files or Python: values, overlaps, sizes.

Statics accepts any scale. The time steps and collision tolerances of the simulation are made for a
table, so its limits are checked here as well, and reported as such.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from towersim.common.errors import SceneFault
from towersim.common.units import Pose
from towersim.geometry import shapes
from towersim.scene import contacts
from towersim.scene.scene import Scene
from towersim.scene.values import FROM_PYTHON, Fault, check_values

MIN_SIZE, MAX_SIZE = 0.0001, 5.0
"""The minimum and maximum length in the simulation, in metres."""
MAX_COORDINATE = 10.0
"""The maximum distance from the middle of the table in the simulation, in metres."""
MAX_OVERLAP = 0.0005
"""The maximum overlap with a block or the table in the simulation, in metres."""

Density = Annotated[float, Meta(ge=1.0, le=25_000.0)]
"""A density in kg/m³, at most slightly above osmium's."""
Friction = Annotated[float, Meta(ge=0.0, le=5.0)]
"""A friction coefficient."""


def check_scene(scene: object, file: Path | str = FROM_PYTHON, *, simulated: bool) -> Scene:
    """Return a scene made in Python; SceneFault for its first fault, or for another value."""
    if not isinstance(scene, Scene):
        raise SceneFault(file, "$", f"{type(scene).__name__} is neither scene nor path")
    check_values(scene.table, scene.blocks, scene.reach, file)
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
    for i, j, depth in contacts.overlaps_of(scene):
        index, on_table = max(i, j), j == contacts.TABLE
        block, other = scene.blocks[index], scene.blocks[i]
        limit = min(most, contacts.pair_tolerance(block, other).depth)  # less for small blocks
        if depth > limit:
            name = "the table" if on_table else f"block {other.id!r}"
            reason = (
                f"stands {1000 * depth:.2f} mm deep in {name}, {1000 * limit:.3g} mm is the most"
            )
            raise SceneFault(file, f"$.blocks[{index}].at", reason)


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
