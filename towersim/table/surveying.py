"""The survey of a table at rest for the measurer, and a test as a load on it."""

from towersim.common.units import TowerId
from towersim.geometry.shapes import extent
from towersim.geometry.touching import SETTLED
from towersim.rules.base import StressTest, Survey, UprightBox
from towersim.scene.contacts import TABLE, joints
from towersim.table.disturbance import LoadStress, QuakeStress, Stress, TiltStress
from towersim.table.table import Table


def survey(table: Table, strength: float = 0.0) -> Survey:
    """Return the tallest towers, the bounding boxes of first blocks and their contacts."""
    return Survey(table.tallest(), boxes_of(table), _touching(table), strength)


def boxes_of(table: Table) -> tuple[UprightBox | None, ...]:
    """Return the bounding box of the first block of each tower; None for no tower."""
    boxes: list[UprightBox | None] = []
    for tower in table.towers:
        low_high = [extent(table.shape(placed.kind), placed.pose) for placed in tower[:1]]
        boxes.append(next((UprightBox(*low, *high) for low, high in low_high), None))
    return tuple(boxes)


def _touching(table: Table) -> tuple[tuple[TowerId, TowerId | str], ...]:
    """Return the contacts of first blocks with each other, fixed blocks and the table."""
    scene = table.scene()
    homes = table.homes()
    names: dict[int, TowerId | str] = {TABLE: ""}
    for index, block in enumerate(scene.blocks):
        names[index] = homes.get(block.id, block.id)
    pairs = set()
    for joint in joints(scene, SETTLED):
        one, other = names[joint.a], names[joint.b]
        if isinstance(one, int):
            pairs.add((one, other))
        elif isinstance(other, int):
            pairs.add((other, one))
    return tuple(sorted(pairs, key=repr))


def stress_of(test: StressTest, table: Table) -> Stress:
    """Return a test as a growing load on this table."""
    match test.kind:
        case "tilt":
            return TiltStress(test.direction)
        case "quake":
            return QuakeStress()
        case _:
            kinds = ((p.kind, p.id) for tower in table.towers for p in tower)
            return LoadStress(next(name for kind, name in kinds if kind == test.block))
