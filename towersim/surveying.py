"""What the measurer sees of a table at rest, and the test that a challenge puts it to."""

from towersim.contacts import TABLE, joints
from towersim.disturbance import LoadStress, QuakeStress, Stress, TiltStress
from towersim.geometry.shapes import extent
from towersim.geometry.touching import SETTLED
from towersim.rules.base import Survey, UprightBox
from towersim.rules.practice.challenge import Challenge, Load, Quake, Tilt
from towersim.table import Table
from towersim.units import BlockId, TowerId


def survey(table: Table, strength: float = 0.0) -> Survey:
    """Return the boxes around the first blocks of all towers, and what touches what."""
    return Survey(table.tallest(), boxes_of(table), _touching(table), strength)


def boxes_of(table: Table) -> tuple[UprightBox | None, ...]:
    """Return the box around the first block of each tower; None where none stands."""
    boxes: list[UprightBox | None] = []
    for tower in table.towers:
        low_high = [extent(table.shape(placed.kind), placed.pose) for placed in tower[:1]]
        boxes.append(next((UprightBox(*low, *high) for low, high in low_high), None))
    return tuple(boxes)


def _touching(table: Table) -> tuple[tuple[TowerId, TowerId | str], ...]:
    """Return which first blocks touch each other, fixed blocks and the table."""
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


def stress_of(challenge: Challenge, table: Table) -> Stress | None:
    """Return a challenge's test of what stands on the table."""
    match challenge.goal:
        case Tilt(way):
            return TiltStress(way)
        case Quake():
            return QuakeStress()
        case Load(piece):
            return LoadStress(_name_of(table, piece))
        case _:
            return None


def _name_of(table: Table, kind: str) -> BlockId:
    """Return the name of the first block of a kind on the table."""
    return next(placed.id for tower in table.towers for placed in tower if placed.kind == kind)
