"""The trials of a sweep as frozen values that determine their scenes.

A trial gives the same scene in every process and in any order. Its id is 16 hexadecimal digits of a
hash of its content.
"""

import hashlib
from bisect import bisect_right
from collections.abc import Callable
from functools import lru_cache
from itertools import accumulate
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from towersim.common import dice, portable_math
from towersim.common.dice import Stream
from towersim.common.errors import OptionFault, SceneFault
from towersim.common.lazy_sequence import LazySequence
from towersim.common.plugins import load, why
from towersim.common.units import BlockId, Pose
from towersim.files.level import DEPTH, load_pieces
from towersim.geometry.shapes import Box
from towersim.lab.noise import blurred, with_friction
from towersim.lab.placement import REPEATS, Bound, Task, split
from towersim.lab.sweep import BOXES, STRUCTURES, Building, Predicting, Sweep
from towersim.lab.templates import TEMPLATES, drawn
from towersim.lab.towers import HARD_KINDS, KINDS, hard_tower, tower
from towersim.scene.check import check_scene
from towersim.scene.scene import Block, Material, Scene, TableTop
from towersim.scene.table_setup import Piece

WIDTHS, HEIGHTS = (0.02, 0.08), (0.01, 0.03)
"""Ranges of the width and height of a random box, in metres."""
_UNPUT = Pose(0.0, 0.0, 0.0)


class Generator(NamedTuple):
    """A function that draws towers, with the version of its source."""

    name: str
    draw: Callable[[dice.Stream], Any]
    version: str

    def scene(self, seed: int, index: int) -> Scene:
        """Return tower `index`; raises OptionFault if it is no valid scene."""
        try:
            scene = self.draw(dice.stream(seed, f"generator {self.name}", index))
        except (Exception, SystemExit) as error:
            raise self._fault(index, why(error)) from error
        if not isinstance(scene, Scene):
            raise self._fault(index, f"returned {type(scene).__name__}, not a Scene")
        try:
            check_scene(scene, simulated=True)
        except SceneFault as fault:
            raise self._fault(index, str(fault)) from None
        return scene

    def _fault(self, index: int, text: str) -> OptionFault:
        return OptionFault(f"generator {self.name!r}: tower {index}: {text}")


@lru_cache(maxsize=64)
def find_generator(name: str) -> Generator:
    """Return a generator by its name or `file:function`; raises OptionFault if it is unknown.

    ``structures`` of a sweep may name one as ``mine.py:stairs``, or by its name in the entry point
    group ``towersim.generators`` of a package. It takes dice and returns a scene::

        def stairs(dice):
            return Scene(TableTop(), ...)

    The dice are a random stream for each tower, so the same index always gives the same tower.
    """
    plugin = load("generator", name)
    if plugin is None:
        raise OptionFault(f"generator {name!r}: not known")
    if not callable(plugin.thing):
        raise OptionFault(f"generator {name!r}: is not a function")
    return Generator(name, plugin.thing, plugin.version)


def _digits(value: object) -> str:
    """Return 16 hexadecimal digits of a hash of a value."""
    content = msgspec.json.encode(value, order="deterministic")
    return hashlib.sha256(content).hexdigest()[:16]


class Drawn(msgspec.Struct, frozen=True, tag="drawn"):
    """Random tower number `index` of a structure."""

    structure: str
    index: int

    def scene(self, seed: int) -> Scene:
        """Return the tower as drawn; raises OptionFault if a custom generator fails."""
        if self.structure in TEMPLATES:
            return drawn(self.structure, seed, self.index)
        if self.structure not in STRUCTURES:
            return find_generator(self.structure).scene(seed, self.index)
        draw, kinds = (tower, KINDS) if self.structure in KINDS else (hard_tower, HARD_KINDS)
        return draw(seed, self.index * len(kinds) + list(kinds).index(self.structure))


class Given(msgspec.Struct, frozen=True, tag="given"):
    """A scene from a file, whose name is its structure."""

    structure: str
    given: Scene

    def scene(self, _seed: int) -> Scene:
        """Return the scene as given."""
        return self.given


class _Trial(msgspec.Struct, frozen=True):
    """The base of all trials: a seed, and an id derived from the content."""

    seed: int

    @property
    def id(self) -> str:
        """16 hexadecimal digits of a hash of the trial."""
        return _digits(self)


class PredictTrial(_Trial, frozen=True, tag="predict"):
    """A prediction whether a tower stands; metres, densities (least, greatest) in kg/m³."""

    source: Drawn | Given
    friction: float | None = None
    density: tuple[float, float] | None = None
    hidden_density: bool = False
    noise: float = 0.0

    @property
    def tower(self) -> str:
        """16 hexadecimal digits of the tower, independent of the varied parameters."""
        return _digits((self.seed, self.source))

    @property
    def structure(self) -> str:
        """Structure of the tower: column, bridge, …, or a scene's name."""
        return self.source.structure

    def scene(self) -> Scene:
        """Return the true scene."""
        scene = self.source.scene(self.seed)
        if (friction := self.friction) is not None:
            scene = with_friction(scene, lambda _: friction)
        if self.density is not None:
            # Not seeded by the id: trials with other friction or noise share the tower.
            index = self.source.index if isinstance(self.source, Drawn) else 0
            stream = dice.stream(self.seed, f"density {self.structure}", index)
            scene = weighing(scene, self.density, stream)
        return scene

    def seen(self, scene: Scene | None = None) -> Scene:
        """Return the scene as shown to heuristics; `scene` is the true one, if already known."""
        scene = scene or self.scene()
        if self.hidden_density:
            nominal = Material().density_kg_m3
            scene = weighing(scene, (nominal, nominal), dice.stream(self.seed, "nominal"))
        if self.noise:
            scene = blurred(scene, self.noise, dice.stream(self.seed, f"eye {self.id}"))
        return scene


class BuildTrial(_Trial, frozen=True, tag="place"):
    """A tower built with given pieces and a given hand."""

    pieces: str
    supply: int
    hand: str
    index: int

    @property
    def tower(self) -> str:
        """16 hexadecimal digits of the pieces and their order, independent of the hand."""
        return _digits((self.seed, self.pieces, self.supply, self.index))

    def scene(self) -> Scene:
        """Return the empty table."""
        return Scene(TableTop(), ())

    def blocks(self) -> tuple[Block, ...]:
        """Return the pieces in the order of placement, all at (0, 0, 0).

        They do not depend on the hand; no piece recurs before all of its set have occurred.
        """
        noise = dice.stream(self.seed, f"supply {self.pieces}", self.index)
        if self.pieces == BOXES:
            return tuple(_box(n, noise) for n in range(self.supply))
        known = list(load_pieces(self.pieces).values())
        drawn: list[Piece] = []
        while len(drawn) < self.supply:
            drawn += noise.sample(known, len(known))
        return tuple(
            Block(BlockId(f"{n} {piece.id}"), piece.shape, piece.material, piece.depth, _UNPUT)
            for n, piece in enumerate(drawn[: self.supply])
        )


class TaskTrial(_Trial, frozen=True, tag="task"):
    """A task of `placement-3`; the seed is the noise seed, which policies never get."""

    task: Task
    bound: Bound
    repeat: int = 0

    @property
    def id(self) -> str:
        """16 hexadecimal digits of the task and the repeat, independent of the noise seed."""
        return _digits((self.task, self.repeat))

    @property
    def tremor(self) -> int:
        """The seed of the hand's tremor, which tells nothing about that of other trials."""
        name = f"tremor {self.task.name}"
        return dice.stream(self.seed, name, self.repeat).getrandbits(62)

    @property
    def tower(self) -> str:
        """16 hexadecimal digits of the task, independent of the seed."""
        return _digits(self.task)


SweepTrial = PredictTrial | BuildTrial
Trial = SweepTrial | TaskTrial


def task_trials(noise_seed: int) -> list[TaskTrial]:
    """Return the trials of the test tasks of `placement-3`, each task with several tremors."""
    return [
        TaskTrial(noise_seed, task, bound, repeat)
        for task, bound in split("test").values()
        for repeat in range(REPEATS)
    ]


class _Part(NamedTuple):
    """A run of trials: their number, and a function that makes one by its index."""

    size: int
    make: Callable[[int], SweepTrial]


class Trials(LazySequence[SweepTrial]):
    """The trials of a sweep in its order, each made on demand.

    >>> from towersim.lab.sweep import load_sweep, sweep_path
    >>> quick = Trials(load_sweep(sweep_path("quick")))
    >>> quick[0].structure, len(quick)
    ('column', 59)
    """

    def __init__(self, sweep: Sweep) -> None:
        self._parts = [_predictions(sweep, part) for part in sweep.predict]
        self._parts += [_buildings(sweep, part) for part in sweep.place]
        self._predicting = len(sweep.predict)
        self._ends = list(accumulate(part.size for part in self._parts))

    @property
    def predictions(self) -> int:
        """Number of predictions, which come first."""
        return self._ends[self._predicting - 1] if self._predicting else 0

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def nth(self, number: int) -> SweepTrial:
        """Return trial `number`."""
        place = bisect_right(self._ends, number)
        part = self._parts[place]
        return part.make(number - self._ends[place] + part.size)


def _predictions(sweep: Sweep, part: Predicting) -> _Part:
    """Return the trials of a part: noise varies slowest, then friction, then the tower."""
    frictions = part.friction or (None,)
    drawn = len(part.structures) * part.towers
    sources = drawn + len(part.scenes)

    def make(number: int) -> PredictTrial:
        shown, place = divmod(number, sources)
        noise, friction = divmod(shown, len(frictions))
        source: Drawn | Given
        if place < drawn:
            structure, index = divmod(place, part.towers)
            source = Drawn(part.structures[structure], index)
        else:
            name = part.scenes[place - drawn]
            source = Given(name, sweep.scenes[name])
        return PredictTrial(
            seed=sweep.seed,
            source=source,
            friction=frictions[friction],
            density=part.density_kg_m3,
            hidden_density=part.hidden_density,
            noise=part.noise_m[noise],
        )

    return _Part(part.trials, make)


def _buildings(sweep: Sweep, part: Building) -> _Part:
    def make(number: int) -> BuildTrial:
        hand, index = divmod(number, part.towers)
        return BuildTrial(sweep.seed, part.pieces, part.supply, part.hands[hand], index)

    return _Part(part.trials, make)


def weighing(scene: Scene, density: tuple[float, float], stream: Stream) -> Scene:
    """Return the scene with a log-uniform density for each block."""
    low, high = (portable_math.log(value) for value in density)
    drawn = (portable_math.exp(stream.uniform(low, high)) for _ in scene.blocks)
    return replace(
        scene,
        blocks=tuple(
            replace(block, material=replace(block.material, density_kg_m3=value))
            for block, value in zip(scene.blocks, drawn, strict=True)
        ),
    )


def _box(number: int, noise: Stream) -> Block:
    shape = Box(noise.uniform(*WIDTHS), noise.uniform(*HEIGHTS))
    return Block(BlockId(f"{number}"), shape, Material(), DEPTH, _UNPUT)
