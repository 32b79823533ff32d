"""The survey of a table at rest for the measurer, and a test as a load on it."""

from collections.abc import Mapping

import numpy as np

from towersim.common.units import BlockId, TowerId
from towersim.geometry.shapes import extent
from towersim.geometry.touching import SETTLED
from towersim.physics.settle import came_down, carriers
from towersim.rules.base import StressTest, Survey, UprightBox
from towersim.scene.contacts import TABLE, joints
from towersim.table.disturbance import LoadStress, QuakeStress, Stress, TiltStress
from towersim.table.table import Table


def survey(table: Table, strength: float = 0.0, fell: tuple[TowerId, ...] | None = ()) -> Survey:
    """Return the tallest towers, the bounding boxes of first blocks and their contacts."""
    return Survey(table.tallest(), boxes_of(table), _touching(table), strength, fell)


def fell_since(before: Table, table: Table) -> tuple[TowerId, ...]:
    """Return the places whose first block, in both tables, has come down since the former."""
    both = before.homes().keys() & table.homes().keys()
    blocks = [[b for b in each.scene().blocks if b.id in both] for each in (before, table)]
    starts, ends = (np.array([b.pose for b in some]).reshape(-1, 3) for some in blocks)
    others = {b.id: b for each in (before, table) for b in each.scene().blocks if b.id not in both}
    index = {name: i for i, name in enumerate([*(b.id for b in blocks[1]), *others])}
    poses, homes = (starts, ends), table.homes()
    down = came_down(blocks[1], poses, _carried(before, index), _carried(table, index))
    return tuple(homes[blocks[1][i].id] for i, _cause in down)


def _carried(table: Table, index: Mapping[BlockId, int]) -> dict[int, set[int]]:
    """Return the supports of blocks, all by these indices."""
    scene = table.scene()
    places = {TABLE: TABLE} | {i: index[block.id] for i, block in enumerate(scene.blocks)}
    contacts = joints(scene, SETTLED)
    return carriers((places[joint.b], places[joint.a], joint.normal.y) for joint in contacts)


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
