"""The trials of a sweep: frozen values, each of which says all that happens in it.

Who answers them, in which process and in what order is nobody's business here; a trial gives the
same scene everywhere. It is known by 16 hexadecimal digits of its content.
"""

import hashlib
import math
from collections.abc import Iterator
from functools import lru_cache
from typing import get_args

import msgspec
from msgspec.structs import replace

from towersim import dice
from towersim.dice import Stream
from towersim.lab.hard_towers import hard_tower
from towersim.lab.noise import blurred
from towersim.lab.sweep import BOXES, Building, Predicting, Structure, Sweep
from towersim.lab.towers import tower
from towersim.level import Piece, load_pieces
from towersim.scene import Block, Box, Material, Scene, TableTop
from towersim.units import BlockId, Pose

STRUCTURES: tuple[str, ...] = get_args(Structure)
"""The structures of random towers, in the order in which `tower`, then `hard_tower` takes turns."""
TURNS = 4
"""How many kinds take turns in either."""
WIDTHS, HEIGHTS = (0.02, 0.08), (0.01, 0.03)
"""How wide and how high a random box is, in metres."""
_UNPUT = Pose(0.0, 0.0, 0.0)


class Drawn(msgspec.Struct, frozen=True, tag="drawn"):
    """A random tower: the `index`-th of its structure."""

    structure: str
    index: int

    def scene(self, seed: int) -> Scene:
        """Return the tower as it was drawn."""
        hard, kind = divmod(STRUCTURES.index(self.structure), TURNS)
        return (hard_tower if hard else tower)(seed, self.index * TURNS + kind).scene


class Given(msgspec.Struct, frozen=True, tag="given"):
    """A scene from a file; its name is its structure."""

    structure: str
    given: Scene

    def scene(self, _seed: int) -> Scene:
        """Return the scene as it was written."""
        return self.given


class _Trial(msgspec.Struct, frozen=True):
    """What all trials have: a seed, and an id made of their content."""

    seed: int

    @property
    def id(self) -> str:
        """16 hexadecimal digits of the trial's content."""
        content = msgspec.json.encode(self, order="deterministic")
        return hashlib.sha256(content).hexdigest()[:16]


class Predict(_Trial, frozen=True, tag="predict"):
    """Whether this stands; lengths are metres, densities kg/m³ (least, most)."""

    source: Drawn | Given
    friction: float | None = None
    density: tuple[float, float] | None = None
    hidden_density: bool = False
    noise: float = 0.0

    @property
    def structure(self) -> str:
        """The kind of tower: column, bridge, …, or a scene's name."""
        return self.source.structure

    def scene(self) -> Scene:
        """Return the scene as it is."""
        scene = self.source.scene(self.seed)
        if self.friction is not None:
            scene = _rubbing(scene, self.friction)
        if self.density is not None:
            # Not drawn from the id: other friction or noise is another trial on the same tower.
            index = self.source.index if isinstance(self.source, Drawn) else 0
            chance = dice.stream(self.seed, f"density {self.structure}", index)
            scene = _weighing(scene, self.density, chance)
        return scene

    def seen(self) -> Scene:
        """Return the scene as heuristics are shown it."""
        scene = self.scene()
        if self.hidden_density:
            nominal = Material().density_kg_m3
            scene = _weighing(scene, (nominal, nominal), dice.stream(self.seed, "nominal"))
        if self.noise:
            scene = blurred(scene, self.noise, dice.stream(self.seed, f"eye {self.id}"))
        return scene


class Place(_Trial, frozen=True, tag="place"):
    """How far one comes with these pieces and this hand."""

    pieces: str
    supply: int
    hand: str
    index: int

    def scene(self) -> Scene:
        """Return the table on which it begins, with nothing on it."""
        return Scene(TableTop(), ())

    def blocks(self) -> tuple[Block, ...]:
        """Return the pieces in the order in which they have to be put down, all at (0, 0, 0).

        Every hand gets the same ones; none comes twice before all of its set have come.
        """
        noise = dice.stream(self.seed, f"supply {self.pieces}", self.index)
        if self.pieces == BOXES:
            return tuple(_box(n, noise) for n in range(self.supply))
        known = list(_pieces(self.pieces))
        drawn: list[Piece] = []
        while len(drawn) < self.supply:
            drawn += noise.sample(known, len(known))
        return tuple(
            Block(BlockId(f"{n} {piece.id}"), piece.shape, piece.material, piece.depth, _UNPUT)
            for n, piece in enumerate(drawn[: self.supply])
        )


Trial = Predict | Place


def trials(sweep: Sweep) -> tuple[Trial, ...]:
    """Return the trials of a sweep in its order, each once.

    >>> from towersim.lab.sweep import load_sweep, sweep_path
    >>> quick = trials(load_sweep(sweep_path("quick")))
    >>> quick[0].structure, quick[0].id == trials(load_sweep(sweep_path("quick")))[0].id
    ('column', True)
    """
    found: dict[str, Trial] = {}
    for part in sweep.predict:
        found |= {trial.id: trial for trial in _predictions(sweep, part)}
    for building in sweep.place:
        found |= {trial.id: trial for trial in _buildings(sweep, building)}
    return tuple(found.values())


def _predictions(sweep: Sweep, part: Predicting) -> Iterator[Predict]:
    sources: list[Drawn | Given] = [
        Drawn(structure, index) for structure in part.structures for index in range(part.towers)
    ]
    sources += [Given(name, sweep.scenes[name]) for name in part.scenes]
    for noise in part.noise_m:
        for friction in part.friction or (None,):
            for source in sources:
                yield Predict(
                    seed=sweep.seed,
                    source=source,
                    friction=friction,
                    density=part.density_kg_m3,
                    hidden_density=part.hidden_density,
                    noise=noise,
                )


def _buildings(sweep: Sweep, part: Building) -> Iterator[Place]:
    for hand in part.hands:
        for index in range(part.towers):
            yield Place(sweep.seed, part.pieces, part.supply, hand, index)


def _rubbing(scene: Scene, friction: float) -> Scene:
    blocks = (replace(b, material=replace(b.material, friction=friction)) for b in scene.blocks)
    return Scene(replace(scene.table, friction=friction), tuple(blocks))


def _weighing(scene: Scene, density: tuple[float, float], chance: Stream) -> Scene:
    """Return the scene with a density for each block, its logarithm drawn between these."""
    low, high = (math.log(value) for value in density)
    drawn = (math.exp(chance.uniform(low, high)) for _ in scene.blocks)
    return replace(
        scene,
        blocks=tuple(
            replace(block, material=replace(block.material, density_kg_m3=value))
            for block, value in zip(scene.blocks, drawn, strict=True)
        ),
    )


def _box(number: int, noise: Stream) -> Block:
    shape = Box(noise.uniform(*WIDTHS), noise.uniform(*HEIGHTS))
    return Block(BlockId(f"{number}"), shape, Material(), 0.03, _UNPUT)


@lru_cache(maxsize=16)
def _pieces(name: str) -> tuple[Piece, ...]:
    return tuple(load_pieces(name).values())
