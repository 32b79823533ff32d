"""The tasks of `placement-2` (initial scene, pieces, worth of a result) and their stored optima.

The optima are stored in `levels/benchmarks/placement-2.toml`, so that another version of the solver
cannot change them; `python -m towersim.lab.placement.oracle` recomputes and prints the file, which
takes some minutes. A benchmark is never changed: a better one gets a new name.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from towersim.common import dice, portable_math
from towersim.common.units import BlockId, Pose
from towersim.files.level import levels_dir, load_pieces
from towersim.files.tomlfile import TomlFile
from towersim.geometry.resting import rests
from towersim.geometry.shapes import Box, Circle, Polygon, Shape, corners, extent, placed
from towersim.scene.scene import Block, Material, Scene, TableTop
from towersim.scene.table_setup import Piece

SEED = 2001
EACH = 6
"""Number of tasks in each family."""
HANDS = ("steady", "normal", "shaky")
BRICKS = (2, 2, 3, 3, 4, 4)
SPANS = (1.35, 1.4, 1.45, 1.5, 1.55, 1.6)
"""Gaps in plank lengths; three planks cannot cross a gap of more than 5/3."""
WIDTH, LEDGE, PLINTH = 2.0, 0.12, 0.05
"""Width of the table, height of the ledges and height of the plinth, in metres."""
DEEP = 0.03
SHORT = 0.004
"""Least length of a side to rest on, in metres."""
ODD = (
    "slanted-cylinder", "trapezoid-cylinder", "notched-column", "v-notch", "long-wedge",
    "short-wedge", "ramp", "pentagon-slab", "house", "chevron", "church-door", "l-block",
    "t-block", "z-block", "u-block", "stairs", "ziggurat", "low-arch",
)  # fmt: skip
"""Bausack pieces with flat sides."""
_HERE = Pose(0.0, 0.0, 0.0)

Goal = Literal["reach", "span", "height", "upright"]


class Task(msgspec.Struct, frozen=True):
    """A task, as a policy sees it."""

    name: str
    goal: Goal
    scene: Scene
    """The initial scene; all its blocks are fixed."""
    pieces: tuple[Block, ...]
    """The pieces in the order of placement, all at (0, 0, 0)."""
    hand: str
    """Name of the hand: steady, normal or shaky (`towersim.physics.hand.SKILLS`)."""

    @property
    def family(self) -> str:
        """Name of the family: reach, counterweight, span, odd or egg."""
        return self.name.partition("-")[0]

    def worth(self, scene: Scene) -> float:
        """Return the worth of a scene in this task, in metres.

        `reach`: extent beyond x = 0; `span`: width of the gap that is covered by pieces; `height`:
        height above the plinth; `upright`: height of the last piece.
        """
        return _WORTH[self.goal](self, scene)

    @property
    def width(self) -> float:
        """Width of the gap between two ledges, in metres; 0 without a second ledge."""
        if len(self.scene.blocks) < 2:
            return 0.0
        return extent(self.scene.blocks[1].shape, self.scene.blocks[1].pose)[0].x

    def built(self, scene: Scene) -> tuple[Block, ...]:
        """Return the pieces in a scene."""
        return scene.blocks[len(self.scene.blocks) :]


class Optimum(msgspec.Struct, frozen=True):
    """The floor and optimum of a task's worth, in metres; witness: poses of all pieces."""

    floor: float
    best: float
    witness: tuple[Pose, ...]

    def score(self, worth: float) -> float:
        """Return the score of a worth: 0 for the floor or less, 1 for the optimum."""
        return min(1.0, max(0.0, (worth - self.floor) / (self.best - self.floor)))


def tasks() -> Iterator[Task]:
    """Yield all tasks, always the same ones.

    >>> [task.name for task in tasks()][:2]
    ['reach-1', 'reach-2']
    """
    for family, make in FAMILIES.items():
        for index in range(EACH):
            noise = dice.stream(SEED, family, index)
            drawn = make(index, noise)
            pieces = tuple(replace(p, id=BlockId(f"{n}")) for n, p in enumerate(drawn.pieces))
            name, hand = f"{family}-{index + 1}", HANDS[index % len(HANDS)]
            yield Task(name, drawn.goal, Scene(TableTop(WIDTH), drawn.fixed), pieces, hand)


class _Drawn(NamedTuple):
    goal: Goal
    fixed: tuple[Block, ...]
    pieces: tuple[Block, ...]


def _reach(index: int, noise: dice.Stream) -> _Drawn:
    brick = _plank(noise.uniform(0.12, 0.2), noise.uniform(0.02, 0.035), standing=index % 2 == 1)
    return _Drawn("reach", (_ledge(),), (brick,) * BRICKS[index])


def _counterweight(index: int, noise: dice.Stream) -> _Drawn:
    plank = _plank(noise.uniform(0.2, 0.28), 0.02, standing=False)
    heavy = _plank(0.06, 0.04, standing=False, density=noise.uniform(1500.0, 4000.0))
    size, density = noise.uniform(0.1, 0.16), noise.uniform(400.0, 1500.0)
    light = _plank(size, 0.025, standing=index % 2 == 1, density=density)
    return _Drawn("reach", (_ledge(),), (plank, heavy, light))


def _span(index: int, noise: dice.Stream) -> _Drawn:
    length = noise.uniform(0.14, 0.2)
    plank = _plank(length, 0.025, standing=index % 2 == 1)
    return _Drawn("span", (_ledge(), _ledge(SPANS[index] * length)), (plank,) * 3)


def _odd(_index: int, noise: dice.Stream) -> _Drawn:
    drawn = tuple(_piece(name, noise) for name in noise.sample(ODD, 3))
    return _Drawn("height", (_plinth(),), drawn)


def _egg(index: int, noise: dice.Stream) -> _Drawn:
    side = _plank(noise.uniform(0.022, 0.032), noise.uniform(0.01, 0.015), standing=index % 2 == 1)
    return _Drawn("upright", (_plinth(),), (side, side, _piece("egg", noise)))


FAMILIES: Mapping[str, Callable[[int, dice.Stream], _Drawn]] = MappingProxyType(
    {"reach": _reach, "counterweight": _counterweight, "span": _span, "odd": _odd, "egg": _egg}
)


def _plank(length: float, high: float, *, standing: bool, density: float = 700.0) -> Block:
    """Return a box; if `standing`, it has to be turned to lie flat."""
    shape = Box(high, length) if standing else Box(length, high)
    return Block(BlockId("plank"), shape, Material(density_kg_m3=density), DEEP, _HERE)


def _piece(name: str, noise: dice.Stream) -> Block:
    """Return a Bausack piece as a polygon turned at random, so that angle 0 is no resting angle."""
    known = _bausack()[name]
    shape, pose = known.shape, Pose(0.0, 0.0, noise.uniform(-3.1, 3.1))
    if not isinstance(shape, Polygon):
        raise TypeError(f"{name} is no polygon")
    holes = tuple(placed(hole, pose) for hole in shape.holes)
    turned = Polygon(placed(shape.outline, pose), holes)
    return Block(BlockId(name), turned, Material(), known.depth, _HERE)


@lru_cache(maxsize=1)
def _bausack() -> Mapping[str, Piece]:
    return load_pieces("blocks")


def _ledge(at: float | None = None) -> Block:
    """Return the ledge left of x = 0 or, if `at` is given, the one right of x = `at`."""
    x = -0.2 if at is None else at + 0.2
    return _fixed("left" if at is None else "right", Box(0.4, LEDGE), x)


def _plinth() -> Block:
    return _fixed("plinth", Box(0.12, PLINTH), 0.0)


def _fixed(name: str, shape: Box, x: float) -> Block:
    pose = Pose(x, shape.height / 2, 0.0)
    return Block(BlockId(name), shape, Material(), 0.1, pose, fixed=True)


def _reached(task: Task, scene: Scene) -> float:
    return max((extent(b.shape, b.pose)[1].x for b in task.built(scene)), default=0.0)


def _covered(task: Task, scene: Scene) -> float:
    """Return the width of the gap that has a piece over it, in metres."""
    covered, so_far = 0.0, 0.0
    for low, high in sorted(extent(b.shape, b.pose) for b in task.built(scene)):
        left, right = max(low.x, so_far), min(high.x, task.width)
        covered, so_far = covered + max(0.0, right - left), max(so_far, right)
    return covered


def _height(task: Task, scene: Scene) -> float:
    return max((extent(b.shape, b.pose)[1].y for b in task.built(scene)), default=PLINTH) - PLINTH


def _upright(task: Task, scene: Scene) -> float:
    last = [block for block in task.built(scene) if block.id == task.pieces[-1].id]
    return max((rise(block.shape, block.pose.angle) for block in last), default=0.0)


_WORTH: Mapping[Goal, Callable[[Task, Scene], float]] = MappingProxyType(
    {"reach": _reached, "span": _covered, "height": _height, "upright": _upright}
)


@lru_cache(maxsize=1024)
def resting_angles(shape: Shape) -> tuple[float, ...]:
    """Return the distinct angles at which a shape can rest, in radians; at least one.

    >>> [abs(round(angle, 3)) for angle in resting_angles(Box(0.02, 0.08))]
    [1.571, 0.0]
    """
    if isinstance(shape, Circle):
        return (0.0,)
    angles: dict[frozenset[tuple[float, float]], float] = {}
    for p, q in (rest.side for rest in rests(shape) if math.dist(*rest.side) > SHORT):
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


NAME = "placement-2"
REPEATS = 4
"""Number of times each task is built, each with another tremor."""


class _Optimum(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file's fields of one task."""

    floor_m: float
    best_m: float
    witness: tuple[Pose, ...]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file's fields, without its format."""

    optima: dict[str, _Optimum]


def benchmark() -> dict[str, tuple[Task, Optimum]]:
    """Return the tasks by name, with their optima; raises SceneFault if the file is damaged.

    >>> len(benchmark())
    30
    """
    source = TomlFile(levels_dir() / "benchmarks" / f"{NAME}.toml")
    known = source.read(_File).optima
    found = {}
    for task in tasks():
        if task.name not in known:
            raise source.fault("$.optima", f"has no {task.name}")
        said = known[task.name]
        if not said.floor_m < said.best_m or len(said.witness) != len(task.pieces):
            raise source.fault(f"$.optima.{task.name}", "is no optimum of that task")
        found[task.name] = task, Optimum(said.floor_m, said.best_m, said.witness)
    return found


def written(optima: Mapping[str, Optimum]) -> str:
    """Return optima as the text of the benchmark's file."""
    lines = [
        "# The worth of each task in metres at the floor of its scores and at its optimum, and the",
        "# poses (x, y, angle) of all pieces with which a hand that never misses reaches it.",
        "format = 1",
    ]
    for name, it in optima.items():
        lines += ["", f"[optima.{name}]", f"floor_m = {it.floor:.6f}", f"best_m = {it.best:.6f}"]
        poses = (f"    [{p.x:.6f}, {p.y:.6f}, {p.angle:.6f}]," for p in it.witness)
        lines += ["witness = [", *poses, "]"]
    return "\n".join(lines).replace("-0.000000", "0.000000") + "\n"
