"""The templates of `stability-3` beside those of `towersim.lab.towers`: walls, pins, odd pieces.

Every function draws a scene from a stream of random numbers; lengths are in metres. Boxes are of
700 kg/m³ and friction 0.5, except in *mixed*. Scenes are equal to the bit on every machine.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from towersim.common import dice
from towersim.common.dice import Stream
from towersim.common.portable_math import total
from towersim.common.units import BlockId, Pose
from towersim.files.level import load_pieces
from towersim.geometry.shapes import Circle, corners, placed
from towersim.lab.analytic_scenes import SIDE
from towersim.lab.towers import Laid, fits, hard_tower, laid_out, stack, tower
from towersim.scene.scene import Block, Material, Scene, TableTop
from towersim.scene.table_setup import Piece

FLAT, SAME = 0.008, 1e-7
"""Least width of a flat face of an odd piece, and the greatest rise of its points, in metres."""
MATERIALS = (
    Material(240.0, 0.75),
    Material(700.0, 0.5),
    Material(1200.0, 1.0),
    Material(2400.0, 0.65),
    Material(7850.0, 0.3),
)
"""Cork, wood, rubber, stone and steel, as on the free table."""
PAIR = (0.012, 0.038)
"""Range of |λ| of near-limit pairs."""
HALVINGS = 40


class Face(NamedTuple):
    """A piece in one orientation: its flat base and top (left and right end), and its height."""

    piece: Piece
    angle: float
    low: float
    height: float
    base: tuple[float, float]
    top: tuple[float, float] | None


def drawn(template: str, seed: int, index: int) -> Scene:
    """Return scene `index` of the infinite sequence of a template.

    >>> len(drawn("wall", 1, 0).blocks) > 2
    True
    """
    if template == "pair":
        return _pair(dice.stream(seed, "pair", index // 2), stands=index % 2 == 0)
    noise = dice.stream(seed, f"template {template}", index)
    while True:
        scene = TEMPLATES[template](noise)
        if fits(scene):
            return scene


def _wall(noise: Stream) -> Scene:
    """Return courses of bricks with gaps, each course shifted: upper bricks hold lower ones."""
    wide, spread = noise.randint(1, 3), noise.uniform(0.05, 0.35)
    laid, width = list[Laid](), 2 * SIDE
    for course in range(noise.randint(3, 5)):
        bricks = wide + course % 2
        gap = noise.uniform(0.0, 0.35) * width
        start = -(bricks * width + (bricks - 1) * gap) / 2 + noise.uniform(-spread, spread) * width
        laid += [
            Laid(start + (k + 0.5) * width + k * gap, (course + 0.5) * SIDE, width)
            for k in range(bricks)
        ]
    return laid_out(laid)


def _cantilever(noise: Stream) -> Scene:
    """Return bricks that step out to one side: near the harmonic overhang, and jittered."""
    count, share, jitter = noise.randint(3, 9), noise.uniform(0.2, 1.3), noise.uniform(0.0, 0.1)
    side, width = noise.choice((-1, 1)), 3 * SIDE
    x, laid = 0.0, [Laid(0.0, SIDE / 2, width)]
    for storey in range(1, count):
        x += side * width * (share / (2 * (count - storey)) + noise.uniform(-jitter, jitter))
        laid.append(Laid(x, (storey + 0.5) * SIDE, width))
    return laid_out(laid)


def _pier(noise: Stream) -> Scene:
    """Return three piers with two lintels that meet above the middle one, and loads on them."""
    storeys, spans = noise.randint(1, 3), (noise.uniform(0.05, 0.09), noise.uniform(0.05, 0.09))
    laid = list[Laid]()
    for x in (-spans[0], 0.0, spans[1]):
        laid += stack(noise, (x, 0), storeys, SIDE, noise.choice((0.1, 0.3)))
    meet = noise.uniform(-0.6, 0.6) * SIDE
    ends = (-spans[0] - noise.uniform(-0.6, 1.2) * SIDE, spans[1] + noise.uniform(-0.6, 1.2) * SIDE)
    for end in ends:
        middle = (meet + end) / 2
        laid.append(Laid(middle, (storeys + 0.5) * SIDE, abs(end - meet)))
        load = middle + noise.uniform(-0.55, 0.55) * abs(end - meet)
        laid += stack(noise, (load, storeys + 1), noise.randint(0, 3), SIDE, 0.1)
    return laid_out(laid)


def _pin(noise: Stream) -> Scene:
    """Return one to three plates, each on two slender pins, and a column on the highest."""
    foot, middle, wide = 0.0, 0.0, noise.uniform(0.06, 0.1)
    boxes = list[Laid]()
    for _ in range(noise.randint(1, 3)):
        width, height = noise.uniform(0.004, 0.014), noise.uniform(0.015, 0.04)
        for side in (-1, 1):
            x = middle + side * noise.uniform(0.05, 0.42) * wide
            boxes.append(Laid(x, foot + height / 2, width, height))
        middle += noise.uniform(-0.2, 0.2) * wide
        wide *= noise.uniform(0.8, 1.1)
        boxes.append(Laid(middle, foot + height + SIDE / 4, wide, SIDE / 2))
        foot += height + SIDE / 2
    x = middle + noise.uniform(-0.4, 0.4) * wide
    for storey in range(noise.randint(0, 3)):
        boxes.append(Laid(x, foot + (storey + 0.5) * SIDE, SIDE))
        x += noise.uniform(-0.2, 0.2) * SIDE
    return laid_out(boxes)


def _mixed(noise: Stream) -> Scene:
    """Return a counterweight, tree or bridge whose blocks are of cork, wood, stone and so on."""
    kind, seed = noise.choice((0, 1, 2)), noise.randint(0, 2**40)
    # 1 and 2 are the places of bridge and counterweight in `tower`, 1 that of tree in `hard_tower`.
    scene = hard_tower(seed, 1) if kind == 0 else tower(seed, kind)
    blocks = (replace(block, material=noise.choice(MATERIALS)) for block in scene.blocks)
    return replace(scene, blocks=tuple(blocks))


def _odd(noise: Stream) -> Scene:
    """Return three to six odd pieces of Bausack, each with a flat face on the flat top below."""
    faces, count, spread = _faces(), noise.randint(3, 6), noise.uniform(0.05, 0.4)
    below, foot, blocks = (-0.02, 0.02), 0.0, list[Block]()
    while len(blocks) < count:
        face = noise.choice(faces)
        if face.top is None and len(blocks) < count - 1:
            continue
        room = min(face.base[1] - face.base[0], below[1] - below[0])
        x = total(below) / 2 - total(face.base) / 2 + noise.uniform(-spread, spread) * room
        name = BlockId(f"{len(blocks)} {face.piece.id}")
        pose = Pose(x, foot - face.low, face.angle)
        blocks.append(Block(name, face.piece.shape, face.piece.material, face.piece.depth, pose))
        foot += face.height
        if face.top is not None:
            below = (x + face.top[0], x + face.top[1])
    return Scene(TableTop(), tuple(blocks))


@lru_cache(maxsize=1)
def _faces() -> tuple[Face, ...]:
    """Return the pieces of Bausack in all orientations by quarter turns with a flat base."""
    faces = []
    for piece in load_pieces("blocks").values():
        for quarter in range(4):
            face = _face(piece, quarter * math.pi / 2)
            if face is not None:
                faces.append(face)
    return tuple(faces)


def _face(piece: Piece, angle: float) -> Face | None:
    if isinstance(piece.shape, Circle):
        return None
    points = placed(corners(piece.shape), Pose(0.0, 0.0, angle))
    low, high = min(p.y for p in points), max(p.y for p in points)
    flat = [[p.x for p in points if abs(p.y - y) < SAME] for y in (low, high)]
    base, top = ((min(xs), max(xs)) for xs in flat)
    if base[1] - base[0] < FLAT:
        return None
    return Face(piece, angle, low, high - low, base, top if top[1] - top[0] >= FLAT else None)


def _pair(noise: Stream, *, stands: bool) -> Scene:
    """Return one of two stacks that differ in the offset of one block, and of all above it.

    One stands and the other falls, by the same |λ| of the closed form.
    """
    while True:
        count, offsets, boxes = noise.randint(3, 10), [0.0], list[Laid]()
        for _ in range(count):
            height = noise.uniform(0.6, 1.2) * SIDE
            foot = boxes[-1].y + boxes[-1].height / 2 if boxes else 0.0
            boxes.append(Laid(0.0, foot + height / 2, noise.uniform(1.0, 2.5) * SIDE, height))
            offsets.append(noise.uniform(-0.2, 0.2) * SIDE)
        moved, side = noise.randint(1, count - 1), noise.choice((-1, 1))
        limit = noise.uniform(*PAIR)
        reach = (boxes[moved].width + boxes[moved - 1].width) / 2
        low, high = 0.0, reach
        if stack_margin(_offset(boxes, offsets, moved, 0.0)) <= PAIR[1]:
            continue
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            lean = stack_margin(_offset(boxes, offsets, moved, side * middle))
            low, high = (middle, high) if lean > (limit if stands else -limit) else (low, middle)
        if high < reach:
            return laid_out(_offset(boxes, offsets, moved, side * low))


def _offset(
    boxes: Sequence[Laid], offsets: Sequence[float], moved: int, by: float
) -> Sequence[Laid]:
    """Return boxes at the sums of their offsets, that of box `moved` replaced."""
    x, laid = 0.0, []
    for place, box in enumerate(boxes):
        x += by if place == moved else offsets[place]
        laid.append(box._replace(x=x))
    return laid


def stack_margin(boxes: Sequence[Laid]) -> float:
    """Return the tangent of the tilt at which a rough stack of boxes collapses; < 0: it falls.

    The minimum over joints of min(X - l, r - X) / (Y - z), with the centroid (X, Y) of all boxes
    above a joint, whose contact is [l, r] at height z.

    >>> stack_margin([Laid(0.0, (n + 0.5) * SIDE, SIDE) for n in range(8)])
    0.125
    """
    mass = moment = rise = 0.0
    least = math.inf
    for place in range(len(boxes) - 1, -1, -1):
        box, below = boxes[place], boxes[place - 1] if place else boxes[place]
        weight = box.width * box.height
        mass, moment, rise = mass + weight, moment + weight * box.x, rise + weight * box.y
        left = max(box.x - box.width / 2, below.x - below.width / 2)
        right = min(box.x + box.width / 2, below.x + below.width / 2)
        x, y = moment / mass, rise / mass - (box.y - box.height / 2)
        least = min(least, (x - left) / y, (right - x) / y)
    return least


TEMPLATES: Mapping[str, Callable[[Stream], Scene]] = {
    "wall": _wall,
    "cantilever": _cantilever,
    "pier": _pier,
    "pin": _pin,
    "mixed": _mixed,
    "odd": _odd,
    "pair": lambda noise: _pair(noise, stands=True),
}
"""The templates by name; *pair* has two scenes that differ in one offset by turns."""
