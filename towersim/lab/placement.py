"""The benchmark `placement-3` (`placement-3.md`): placement of one to three pieces towards a goal.

A task is what a policy sees: initial scene, pieces, hand, and the worth of a result. The generator
of the ten families is equal to the bit on every machine. Floors, bounds and folds are frozen in
`levels/benchmarks/placement-3.toml`, so that another version of the solver cannot change them. A
benchmark is never changed: a better one gets a new name.

The tremor follows from a noise seed that is drawn when a ranking begins and printed with its
results. The process of the policy never receives it: the parent plays, the policy answers poses.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from towersim.common import dice, portable_math
from towersim.common.dice import Stream
from towersim.common.portable_math import total
from towersim.common.units import BlockId, Pose, Vec
from towersim.files.level import levels_dir, piece_set
from towersim.files.tomlfile import TomlFile
from towersim.geometry.convex import convex_hull, rests
from towersim.geometry.shapes import Box, Circle, Polygon, Shape, centred, corners, extent, placed
from towersim.scene.scene import Block, Material, Scene, TableTop

HANDS = ("steady", "normal", "shaky")
SHORT = 0.004
"""Least length of a side to rest on, in metres."""

Goal = Literal["reach", "span", "height", "upright", "low"]
SEEDS: Mapping[str, int] = {"train": 3101, "validation": 3102, "test": 3103}
WIDTH, LEDGE, DEEP = 2.0, 0.12, 0.03
"""Width of the table, height of the ledges, and depth of most pieces, in metres."""
GAIN = 0.02
"""Least difference between a good and a plain result of *uneven* and *edge*, in metres."""
ODD = (
    "slanted-cylinder", "trapezoid-cylinder", "notched-column", "v-notch", "long-wedge",
    "short-wedge", "ramp", "pentagon-slab", "house", "chevron", "church-door", "l-block",
    "t-block", "z-block", "u-block", "stairs", "ziggurat", "low-arch",
)  # fmt: skip
"""Bausack pieces with flat sides."""
_HERE = Pose(0.0, 0.0, 0.0)
NAME = "placement-3"
COUNTS: Mapping[str, int] = {"train": 10, "validation": 10, "test": 40}
"""Number of tasks of each family in each split."""
FOLDS, REPEATS = 10, 3
"""Number of folds, and of times that a task is built, each with another tremor."""
Source = Literal["closed form", "statics", "search"]


class Task(msgspec.Struct, frozen=True):
    """A task, as a policy sees it."""

    name: str
    goal: Goal
    scene: Scene
    """The initial scene: first the support; all blocks are fixed but the beam of *beam*."""
    pieces: tuple[Block, ...]
    """The pieces in the order of placement, all at (0, 0, 0)."""
    hand: str
    """Name of the hand: steady, normal or shaky (`towersim.physics.hand.SKILLS`)."""
    floor: float = 0.0
    """The worth up to which the score is 0, in metres."""

    @property
    def family(self) -> str:
        """Name of the family, such as reach (`FAMILIES`)."""
        return self.name.partition("-")[0]

    def worth(self, scene: Scene) -> float:
        """Return the worth of a scene in this task, in metres.

        `reach`: extent beyond x = 0; `span`: width of the gap that is covered by pieces; `height`:
        height above the plinth; `upright`: height of the last piece; `low`: the height that all
        pieces have when each is stood on the last one, less that of the heap (0 without a piece).
        """
        return _WORTH[self.goal](self, scene)

    @property
    def width(self) -> float:
        """Width of the gap between two ledges, in metres; 0 without a second ledge."""
        if len(self.scene.blocks) < 2:
            return 0.0
        return self.scene.blocks[1].extent[0].x

    def built(self, scene: Scene) -> tuple[Block, ...]:
        """Return the pieces in a scene."""
        return scene.blocks[len(self.scene.blocks) :]


def _reached(task: Task, scene: Scene) -> float:
    return max((b.extent[1].x for b in task.built(scene)), default=0.0)


def _covered(task: Task, scene: Scene) -> float:
    """Return the width of the gap that has a piece over it, in metres."""
    covered, so_far = 0.0, 0.0
    for low, high in sorted(b.extent for b in task.built(scene)):
        left, right = max(low.x, so_far), min(high.x, task.width)
        covered, so_far = covered + max(0.0, right - left), max(so_far, right)
    return covered


def _height(task: Task, scene: Scene) -> float:
    foot = task.scene.blocks[0].extent[1].y
    return max((b.extent[1].y for b in task.built(scene)), default=foot) - foot


def _upright(task: Task, scene: Scene) -> float:
    last = [block for block in task.built(scene) if block.id == task.pieces[-1].id]
    return max((rise(block.shape, block.pose.angle) for block in last), default=0.0)


def _saved(task: Task, scene: Scene) -> float:
    if len(task.built(scene)) < len(task.pieces):
        return 0.0
    most = [max(rise(b.shape, a) for a in resting_angles(b.shape)) for b in task.pieces]
    return total(most) - _height(task, scene)


_WORTH: Mapping[Goal, Callable[[Task, Scene], float]] = {
    "reach": _reached,
    "span": _covered,
    "height": _height,
    "upright": _upright,
    "low": _saved,
}


@lru_cache(maxsize=1024)
def resting_angles(shape: Shape) -> tuple[float, ...]:
    """Return the distinct angles at which a shape can rest, in radians; at least one.

    >>> from towersim.geometry.shapes import Box
    >>> [abs(round(angle, 3)) for angle in resting_angles(Box(0.02, 0.08))]
    [1.571, 0.0]
    """
    if isinstance(shape, Circle):
        return (0.0,)
    angles: dict[frozenset[tuple[float, float]], float] = {}
    sides = [rest.side for rest in rests(shape)]
    # A round outline has no long side.
    for p, q in [side for side in sides if math.dist(*side) > SHORT] or sides:
        # Not `Rest.angle`, which is rounded otherwise: the results of a benchmark never change.
        angle = -portable_math.atan2(q.y - p.y, q.x - p.x)
        there = placed(corners(shape), Pose(0.0, 0.0, angle))
        angles.setdefault(frozenset((round(x, 6), round(y, 6)) for x, y in there), angle)
    return tuple(sorted(angles.values())) or (0.0,)


@lru_cache(maxsize=65536)
def rise(shape: Shape, angle: float) -> float:
    """Return the height of a shape at this angle, in metres."""
    low, high = extent(shape, Pose(0.0, 0.0, angle))
    return high.y - low.y


def flat(shape: Shape) -> float:
    """Return the resting angle with the least height, in radians."""
    return min(resting_angles(shape), key=lambda angle: round(rise(shape, angle), 6))


class _Drawn(NamedTuple):
    goal: Goal
    fixed: tuple[Block, ...]
    pieces: tuple[Block, ...]


def task(family: str, split: str, index: int) -> Task:
    """Return task `index` of the infinite sequence of a family in a split.

    >>> task("reach", "test", 0).name
    'reach-test-1'
    """
    drawn = FAMILIES[family](dice.stream(SEEDS[split], family, index))
    pieces = tuple(replace(p, id=BlockId(f"{n}")) for n, p in enumerate(drawn.pieces))
    name, hand = f"{family}-{split}-{index + 1}", HANDS[index % len(HANDS)]
    return Task(name, drawn.goal, Scene(TableTop(WIDTH), drawn.fixed), pieces, hand)


def _reach(noise: Stream) -> _Drawn:
    brick = _plank(noise, noise.uniform(0.12, 0.2), noise.uniform(0.02, 0.035))
    return _Drawn("reach", (_ledge(),), (brick,) * noise.randint(2, 3))


def _uneven(noise: Stream) -> _Drawn:
    while True:
        pieces = tuple(
            _plank(noise, noise.uniform(0.08, 0.2), 0.025, noise.uniform(300.0, 3000.0))
            for _ in range(noise.randint(2, 3))
        )
        first, second = (max(_sides(piece)) for piece in pieces[:2])
        share = pieces[0].mass / (pieces[0].mass + pieces[1].mass)
        # The second on the first one's end, their common centre over the edge of the ledge.
        if second + share * first > max(max(_sides(piece)) for piece in pieces) + 2 * GAIN:
            return _Drawn("reach", (_ledge(),), pieces)


def _counterweight(noise: Stream) -> _Drawn:
    plank = _plank(noise, noise.uniform(0.2, 0.28), 0.02)
    heavy = _plank(noise, 0.06, 0.04, noise.uniform(1500.0, 4000.0))
    light = _plank(noise, noise.uniform(0.1, 0.16), 0.025, noise.uniform(400.0, 1500.0))
    return _Drawn("reach", (_ledge(),), (plank, heavy, light))


def _edge(noise: Stream) -> _Drawn:
    while True:
        count = noise.randint(3, 6)
        turns = [math.tau * (n + noise.uniform(0.0, 0.7)) / count for n in range(count)]
        lengths = [noise.uniform(0.02, 0.1) for _ in turns]
        points = [
            Vec(r * portable_math.cos(turn), r * portable_math.sin(turn))
            for turn, r in zip(turns, lengths, strict=True)
        ]
        shape, _ = centred(convex_hull(points))
        reaches = [beyond(shape, angle) for angle in resting_angles(shape)]
        if max(reaches) - min(reaches) > GAIN:
            return _Drawn("reach", (_ledge(),), (_block(shape),))


def beyond(shape: Shape, angle: float) -> float:
    """Return how far a shape reaches to the right of its centre of mass, in metres."""
    return extent(shape, Pose(0.0, 0.0, angle))[1].x


def _beam(noise: Stream) -> _Drawn:
    while True:
        half, long = noise.uniform(0.025, 0.045), noise.uniform(0.3, 0.4)
        beam = _block(Box(long, 0.02))
        density = noise.uniform(500.0, 2000.0)
        first = _plank(noise, noise.uniform(0.05, 0.09), 0.03, density)
        second = _plank(noise, noise.uniform(0.05, 0.09), 0.03, density * noise.uniform(0.5, 1.5))
        # The farthest places of each alone, and of the second with the first on the left.
        alone = [min(long / 2, (beam.mass / p.mass + 1) * half) for p in (first, second)]
        total = beam.mass + first.mass + second.mass
        both = min(long / 2, (total * half + first.mass * alone[0]) / second.mass)
        ends = [max(_sides(piece)) / 2 for piece in (first, second)]
        if both + ends[1] > max(alone[0] + ends[0], alone[1] + ends[1]) + GAIN:
            post = _fixed("post", Box(2 * half, LEDGE), 0.0)
            beam = replace(beam, id=BlockId("beam"), pose=Pose(0.0, LEDGE + 0.01, 0.0))
            return _Drawn("reach", (post, beam), (first, second))


def _span(noise: Stream) -> _Drawn:
    length = noise.uniform(0.14, 0.2)
    # Three planks cannot cross a gap of more than 5/3 of their length.
    gap = length * noise.uniform(1.3, 1.6)
    return _Drawn("span", (_ledge(), _ledge(gap)), (_plank(noise, length, 0.025),) * 3)


def _tower(noise: Stream) -> _Drawn:
    pieces = tuple(
        _plank(noise, noise.uniform(0.06, 0.14), noise.uniform(0.012, 0.03))
        for _ in range(noise.randint(2, 3))
    )
    return _Drawn("height", (_fixed("plinth", Box(noise.uniform(0.03, 0.08), 0.05), 0.0),), pieces)


def _odd(noise: Stream) -> _Drawn:
    while True:
        pieces = tuple(_turned(name, noise, 1.0) for name in noise.sample(ODD, 2))
        first, second = (
            {angle: rise(piece.shape, angle) for angle in resting_angles(piece.shape)}
            for piece in pieces
        )
        firm = [high for angle, high in first.items() if _has_flat_top(pieces[0].shape, angle)]
        alone = max(*first.values(), *second.values())
        if max(firm, default=0.0) + min(second.values()) > alone + GAIN / 2:
            return _Drawn("height", (_fixed("plinth", Box(0.12, 0.05), 0.0),), pieces)


def _has_flat_top(shape: Shape, angle: float) -> bool:
    points = placed(corners(shape), Pose(0.0, 0.0, angle))  # type: ignore[arg-type] # no disc
    high = max(p.y for p in points)
    xs = [p.x for p in points if p.y > high - 1e-6]
    return max(xs) - min(xs) > SHORT


def _egg(noise: Stream) -> _Drawn:
    side = _plank(noise, noise.uniform(0.022, 0.032), noise.uniform(0.01, 0.015))
    egg = _turned("egg", noise, noise.uniform(1.0, 1.3))
    return _Drawn("upright", (_fixed("plinth", Box(0.12, 0.05), 0.0),), (side, side, egg))


def _pack(noise: Stream) -> _Drawn:
    """Return pieces that fit side by side, and so are lower than two on each other."""
    while True:
        pieces = tuple(
            _plank(noise, noise.uniform(0.05, 0.08), noise.uniform(0.025, 0.05))
            for _ in range(noise.randint(2, 3))
        )
        widths = [(max if noise.random() < 0.6 else min)(_sides(piece)) for piece in pieces]
        room = total(widths) + noise.uniform(0.01, 0.024)
        if lowest(pieces, room) < stacked(pieces) - GAIN / 2:
            floor, wall = Box(room, 0.02), Box(0.02, 0.05)
            fixed = [_fixed("floor", floor, 0.0)]
            for name, side in (("left", -1), ("right", 1)):
                fixed.append(_fixed(name, wall, side * (room + wall.width) / 2))
            return _Drawn("low", tuple(fixed), pieces)


def lowest(pieces: tuple[Block, ...], room: float) -> float:
    """Return the least height of boxes side by side in a width, in metres; infinite if none."""
    turned = product(*(((a, b), (b, a)) for a, b in map(_sides, pieces)))
    heights = [max(b for _, b in sides) for sides in turned if total(a for a, _ in sides) < room]
    return min(heights, default=math.inf)


def stacked(pieces: tuple[Block, ...]) -> float:
    """Return a lower bound of the height of boxes of which one lies on another, in metres."""
    return total(sorted(min(_sides(piece)) for piece in pieces)[:2])


FAMILIES: Mapping[str, Callable[[Stream], _Drawn]] = {
    "reach": _reach, "uneven": _uneven, "counterweight": _counterweight, "edge": _edge,
    "beam": _beam, "span": _span, "tower": _tower, "odd": _odd, "egg": _egg, "pack": _pack,
}  # fmt: skip


def _plank(noise: Stream, length: float, high: float, density: float = 700.0) -> Block:
    """Return a box that lies or stands at angle 0."""
    return _block(Box(high, length) if noise.random() < 0.5 else Box(length, high), density)


def _block(shape: Shape, density: float = 700.0) -> Block:
    return Block(BlockId("piece"), shape, Material(density_kg_m3=density), DEEP, _HERE)


def _sides(piece: Block) -> tuple[float, float]:
    """Return the extent of a piece along x and y, in metres."""
    low, high = piece.extent
    return high.x - low.x, high.y - low.y


def _turned(name: str, noise: Stream, scale: float) -> Block:
    """Return a Bausack piece as a polygon turned at random, so that angle 0 is no resting angle."""
    known = piece_set("blocks")[name]
    shape, pose = known.shape, Pose(0.0, 0.0, noise.uniform(-3.1, 3.1))
    if not isinstance(shape, Polygon):
        raise TypeError(f"{name} is not a polygon")
    rings = [placed(ring, pose) for ring in (shape.outline, *shape.holes)]
    outline, *holes = (tuple(Vec(scale * x, scale * y) for x, y in ring) for ring in rings)
    return replace(_block(Polygon(outline, tuple(holes))), depth=known.depth)


def _ledge(at: float | None = None) -> Block:
    """Return the ledge left of x = 0 or, if `at` is given, the one right of x = `at`."""
    x = -0.1 if at is None else at + 0.1
    return _fixed("left" if at is None else "right", Box(0.2, LEDGE), x)


def _fixed(name: str, shape: Box, x: float) -> Block:
    pose = Pose(x, shape.height / 2, 0.0)
    return Block(BlockId(name), shape, Material(), 0.1, pose, fixed=True)


class Bound(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"source": "from"}):
    """The floor and the bound of a task's worth, in metres."""

    floor: float
    best: float
    source: Source
    """How the bound was found: by a formula, exact statics of a best tower, or search."""
    witness: tuple[Pose, ...]
    """Poses with which a hand without tremor reaches the bound; of an omitted piece (9, 9, 0)."""

    def score(self, worth: float) -> float:
        """Return the score of a worth: 0 for the floor or less, 1 for the bound or more."""
        return min(1.0, max(0.0, (worth - self.floor) / (self.best - self.floor)))


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file's fields, without its format."""

    sha256: str
    """SHA-256 of the JSON of all tasks."""
    bounds: dict[str, Bound]


def tasks() -> Iterator[Task]:
    """Yield all tasks, always the same ones.

    >>> sum(1 for _ in tasks())
    600
    """
    for split, count in COUNTS.items():
        for family in FAMILIES:
            yield from (task(family, split, index) for index in range(count))


@lru_cache(maxsize=1)
def benchmark() -> Mapping[str, tuple[Task, Bound]]:
    """Return the tasks by name, with their bounds; raises SceneFault if the file is damaged."""
    source = TomlFile(levels_dir() / "benchmarks" / f"{NAME}.toml")
    known = source.read(_File).bounds
    bounded = {}
    for each in tasks():
        bound = known.get(each.name)
        if bound is None:
            raise source.fault("$.bounds", f"has no {each.name}")
        if not bound.floor < bound.best or len(bound.witness) != len(each.pieces):
            raise source.fault(f"$.bounds.{each.name}", "is not a bound of that task")
        bounded[each.name] = replace(each, floor=bound.floor), bound
    return bounded


def split(name: str) -> Mapping[str, tuple[Task, Bound]]:
    """Return the tasks of the split train, validation or test."""
    return {key: pair for key, pair in benchmark().items() if key.split("-")[1] == name}


def folds(kind: Literal["within", "across"]) -> Iterator[tuple[list[str], list[str]]]:
    """Yield the names of the tasks to train on and of those held out, fold by fold.

    Within families, a fold holds out a tenth of each family and split; across families, a family.
    """
    names = list(benchmark())
    for fold, family in enumerate(FAMILIES):
        tenths = {name for name in names if int(name.rpartition("-")[2]) % FOLDS == fold}
        held = tenths if kind == "within" else {n for n in names if n.partition("-")[0] == family}
        yield [n for n in names if n not in held], [n for n in names if n in held]
