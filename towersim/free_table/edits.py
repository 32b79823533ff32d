"""Instant edits of a scene: checks whether a block fits, and snapping of a block in the hand."""

import math
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from towersim.common.messages import Message, kind_text, known, message as _
from towersim.common.units import BlockId, Pose, Target
from towersim.geometry.shapes import extent
from towersim.geometry.skyline import contact_heights
from towersim.geometry.touching import neighbours, penetration
from towersim.scene.check import MAX_OVERLAP
from towersim.scene.contacts import table_penetration
from towersim.scene.scene import Block, Scene

GAP = 0.0005
"""The gap left below a block that is put above others, in metres."""
SAME = 2e-5
"""The displacement of a block, in metres, up to which it counts as unmoved in a simulation."""
SAME_TURN = 2e-4
"""The rotation of a block, in radians, up to which it counts as unmoved in a simulation."""
MATERIALS: Final[Mapping[str, Message]] = {
    name: name for name in (_("wood"), _("cork"), _("stone"), _("steel"), _("rubber"), _("ice"))
}
"""The included materials as messages, by their names in files."""
_NEAR = 0.001
"""The distance of bounding boxes, in metres, up to which blocks may touch."""
TURN = math.radians(15.0)
"""The step of angles, in radians."""
GRID = 0.001
"""The step of x away from other blocks, in metres."""
BAND = 0.03
"""The vertical distance up to which blocks are considered, in metres."""


def fresh_id(scene: Scene, kind: str) -> BlockId:
    """Return an unused name for a block of a kind, such as "brick-3".

    >>> from towersim.scene.scene import TableTop
    >>> fresh_id(Scene(TableTop(), ()), "brick")
    'brick-1'
    """
    taken = {block.id for block in scene.blocks}
    number = next(n for n in range(1, len(taken) + 2) if f"{kind}-{n}" not in taken)
    return BlockId(f"{kind}-{number}")


def kind_of(block: Block) -> str:
    """Return the kind of a block, taken from its name: "brick" for "brick-3"."""
    kind, _, number = block.id.rpartition("-")
    return kind if kind and number.isdigit() else block.id


def block_text(block: Block) -> Message:
    """Return the name of a block in a sentence: "long wedge" for "long-wedge-2"."""
    return kind_text(kind_of(block))


def material_text(name: str) -> Message:
    """Return the name of a material as a message."""
    return MATERIALS.get(name, known(name))


def block_of(scene: Scene, name: BlockId) -> Block | None:
    """Return the block with this name, or None."""
    return next((block for block in scene.blocks if block.id == name), None)


def with_block(scene: Scene, block: Block) -> Scene:
    """Return a scene with this block added, or in place of the block with the same name."""
    if block_of(scene, block.id) is None:
        return replace(scene, blocks=(*scene.blocks, block))
    blocks = tuple(block if old.id == block.id else old for old in scene.blocks)
    return replace(scene, blocks=blocks)


def without(scene: Scene, names: Collection[BlockId]) -> Scene:
    """Return a scene without some blocks."""
    blocks = tuple(block for block in scene.blocks if block.id not in names)
    return replace(scene, blocks=blocks)


def heavier(scene: Scene, name: BlockId | None, load: float) -> Scene:
    """Return a scene with one block heavier by `load` kilograms."""
    block = None if name is None else block_of(scene, name)
    if block is None or not load:
        return scene
    density = block.material.density_kg_m3 * (1 + load / block.mass)
    material = replace(block.material, density_kg_m3=density)
    return with_block(scene, replace(block, material=material))


def if_moved(before: Block, after: Block) -> Block:
    """Return `before` if the block has not moved, else `after`."""
    far = math.dist(before.pose[:2], after.pose[:2])
    turned = abs(after.pose.angle - before.pose.angle)
    return before if far <= SAME and turned <= SAME_TURN else after


def obstacle(scene: Scene, block: Block) -> Message | None:
    """Return the name of a block, or "table", that `block` overlaps too deeply; else None.

    The limit is `MAX_OVERLAP`. The block itself, or one with its name, may be in the scene.
    """
    if not block.fixed and table_penetration(block, scene.table) > MAX_OVERLAP:
        return _("table")
    for other in around(scene.blocks, block):
        both_fixed = block.fixed and other.fixed
        if not both_fixed and penetration(other, block) > MAX_OVERLAP:
            return block_text(other)
    return None


def around(blocks: Iterable[Block], block: Block) -> Iterator[Block]:
    """Yield the other blocks with bounding boxes that meet that of a block."""
    low, high = block.extent
    for other in blocks:
        foot, head = other.extent
        beside = foot.x > high.x or head.x < low.x or foot.y > high.y or head.y < low.y
        if other.id != block.id and not beside:
            yield other


def lifted_clear(scene: Scene, block: Block) -> Block:
    """Return a block in its place, or moved straight up until it overlaps nothing.

    >>> scene = Scene.boxes([[0.0, 0.01, 0.0, 0.02, 0.02]])
    >>> lifted_clear(scene, replace(scene.blocks[0], id=BlockId("b"))).pose.y
    0.0305
    """
    while (inside := obstacle(scene, block)) is not None:
        heights = [-extent(block.shape, Pose(0.0, 0.0, block.pose.angle))[0].y]
        heights += [y for y in support_heights(scene, block) if y > block.pose.y - _NEAR]
        y = min((y for y in heights if y + GAP > block.pose.y), default=None)
        if y is None:
            raise RuntimeError(f"nothing is above {inside}")
        block = replace(block, pose=block.pose._replace(y=y + GAP))
    return block


def support_heights(scene: Scene, block: Block) -> list[float]:
    """Return the heights of a block's centre at which it would just touch other blocks.

    One for each block below or above it, in metres, in no particular order.
    """
    others = ((other.shape, other.pose) for other in scene.blocks if other.id != block.id)
    x, _, angle = block.pose
    _table, *met = contact_heights(block.shape, x, angle, others)
    return [float(heights.max()) for heights, _ in met]


def clusters(scene: Scene) -> list[tuple[BlockId, ...]]:
    """Return the movable blocks in groups that are too far apart to touch.

    Each group is in building order: the engine's results depend on the order of sleeping blocks.
    """
    loose = [block for block in scene.blocks if not block.fixed]
    home = list(range(len(loose)))

    def root(i: int) -> int:
        while home[i] != i:
            i = home[i]
        return i

    for i, j in neighbours(loose, _NEAR):
        home[root(j)] = root(i)
    groups: dict[int, list[BlockId]] = {}
    for i, block in enumerate(loose):
        groups.setdefault(root(i), []).append(block.id)
    return [tuple(group) for group in groups.values()]


def snapped_angle(angle: float) -> float:
    """Return the nearest multiple of `TURN`.

    >>> round(math.degrees(snapped_angle(math.radians(50.0))))
    45
    """
    return round(angle / TURN) * TURN


def snapped(scene: Scene, block: Block, wanted: Target, reach: float) -> Target:
    """Return the snapped target for a block: first the angle, then x, then y.

    x and y change by at most `reach` metres each: x aligns its sides or middle with other blocks,
    and y puts it on a block or the table.
    """
    angle = snapped_angle(wanted.angle)
    x = _aligned(scene, block, wanted, angle, reach)
    low = extent(block.shape, Pose(0.0, 0.0, angle))[0].y
    there = replace(block, pose=Pose(x, wanted.y, angle))
    heights = [-low, *support_heights(scene, there)]
    y = min(heights, key=lambda height: abs(height - wanted.y))
    return Target(x, y if abs(y - wanted.y) <= reach else wanted.y, angle)


def _aligned(scene: Scene, block: Block, wanted: Target, angle: float, reach: float) -> float:
    """Return x at which the block is aligned with a near one, or else with the grid."""
    low, high = extent(block.shape, Pose(0.0, 0.0, angle))
    places = []
    for other in scene.blocks:
        foot, head = other.extent
        near = foot.y - BAND < wanted.y + high.y and wanted.y + low.y < head.y + BAND
        if other.id != block.id and near:
            places += [other.pose.x, foot.x - low.x, head.x - high.x]
            places += [foot.x - high.x, head.x - low.x]
    nearest = min(places, key=lambda place: abs(place - wanted.x), default=math.inf)
    if abs(nearest - wanted.x) <= reach:
        return nearest
    return round(wanted.x / GRID) * GRID
