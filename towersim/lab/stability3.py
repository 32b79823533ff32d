"""The benchmark `stability-3` (`stability-3.md`): towers of 15 templates with certified labels.

One match in `HELD` is in the test set, the others are in ten folds. Across templates, fold k holds
out three templates. Scenes follow from template and draw, to the bit on every machine; draws,
margins and sizes are frozen in `levels/benchmarks/stability-3.npz`, since another solver may
compute other margins.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple, overload

import msgspec
import numpy as np
import numpy.typing as npt

from towersim.common.errors import OptionFault, SceneFault, check_choice
from towersim.common.lazy_sequence import LazySequence
from towersim.files.level import levels_dir
from towersim.files.tomlfile import TomlFile
from towersim.lab import stability
from towersim.lab.stability import DENSITIES, NEAR, BenchmarkTower
from towersim.lab.sweep import INCLUDED
from towersim.lab.trials import Drawn, PredictTrial
from towersim.lab.truth import Truth
from towersim.scene.scene import Scene
from towersim.statics.linear_program import Floats, Indices as Ints

NAME = "stability-3"
SEED = 3001
SCENES = INCLUDED
"""The templates of the main set."""
HIDDEN = ("column", "counterweight", "frame", "tree", "crane", "cantilever")
"""The templates of the track *hidden density*."""
PREFIX = "hidden "
BANDS = (NEAR, 0.04, 0.12)
"""Least |λ| of each band."""
FOLDS, HELD = 10, 8
"""Number of folds; one match in `HELD` is in the test set."""
SCALE = 1e-5
"""Resolution of the frozen margins."""
TEST, OWN = -1, -2
"""In place of a fold: the test set, and the set of hidden densities."""

Bools = npt.NDArray[np.bool_]
Words = npt.NDArray[np.str_]
Split = Literal["train", "test", "hidden", "all"]


class Folds(NamedTuple):
    """The folds of n towers for cross-validation, within and across templates."""

    within: Ints
    """n: the fold, 0 … 9; -1 in the test set, -2 in the set of hidden densities."""
    across: Bools
    """n x 10: whether fold k holds out the tower's template."""

    def splits(self, kind: Literal["within", "across"]) -> Iterator[tuple[Ints, Ints]]:
        """Yield the places of training and of held-out towers, fold by fold.

        scikit-learn takes them as `cv`. Towers of the test set are in neither. OptionFault for
        another kind, or if no tower is of the split train.
        """
        check_choice("folds", kind, ("within", "across"))
        own = self.within >= 0
        if not own.any():
            raise OptionFault("folds: only towers of the split train have them")
        for fold in range(FOLDS):
            held = self.within == fold if kind == "within" else self.across[:, fold]
            yield np.flatnonzero(own & ~held), np.flatnonzero(own & held)


class Benchmark(msgspec.Struct, frozen=True, eq=False):
    """A part of the benchmark; its length is the number of towers, as is that of each array.

    Towers come in the order of the hashes of their draws, which says nothing about their labels.
    """

    labels: Bools
    margins: Floats
    """λ of exact statics within ±10, to 1e-5."""
    families: Words
    """Template and number of blocks: the clusters of intervals."""
    folds: Folds
    trials: tuple[PredictTrial, ...]
    """The towers with their true densities."""
    matches: Ints
    """The number of the match: one that stands and one that falls, alike in template and size."""

    @property
    def scenes(self) -> "Scenes":
        """The towers as shown to heuristics, generated when asked for; indexed as the arrays."""
        return Scenes(self.trials)

    def part(self, places: Ints | Bools) -> "Benchmark":
        """Return some of the towers: their places, or a mask."""
        folds = Folds(self.folds.within[places], self.folds.across[places])
        trials = _chosen(self.trials, places)
        arrays = self.labels[places], self.margins[places], self.families[places]
        return Benchmark(*arrays, folds, trials, self.matches[places])

    def __len__(self) -> int:
        return len(self.labels)

    def __repr__(self) -> str:
        templates = len({family.rpartition("-")[0] for family in self.families.tolist()})
        stand = int(self.labels.sum())
        return f"<{NAME}: {len(self):,} towers of {templates} templates, {stand:,} stand>"


class Scenes(LazySequence[Scene]):
    """The scenes of some trials as shown to heuristics."""

    def __init__(self, trials: Sequence[PredictTrial]) -> None:
        self._trials = trials

    def __len__(self) -> int:
        return len(self._trials)

    def nth(self, number: int) -> Scene:
        """Return the scene of a tower."""
        return self._trials[number].seen()

    @overload
    def __getitem__(self, index: int) -> Scene: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Scene, ...]: ...
    @overload
    def __getitem__(self, index: Ints | Bools) -> "Scenes": ...
    def __getitem__(self, index: int | slice | Ints | Bools) -> Sequence[Scene] | Scene:
        """Return a scene, a tuple for a slice, or the scenes of an array of places or a mask."""
        if isinstance(index, np.ndarray):
            return Scenes(_chosen(self._trials, index))
        return super().__getitem__(index)


def _chosen(trials: Sequence[PredictTrial], places: Ints | Bools) -> tuple[PredictTrial, ...]:
    return tuple(trials[n] for n in np.arange(len(trials))[places].tolist())


def load_benchmark(split: Split = "all") -> Benchmark:
    """Return the towers of a split; OptionFault for another name, SceneFault for a damaged file.

    >>> benchmark = load_benchmark("test")
    >>> len(benchmark.labels) > 2000, int(benchmark.labels.sum()) * 2 == len(benchmark.labels)
    (True, True)
    """
    frozen = _frozen()
    rows = {
        "train": frozen.fold >= 0,
        "test": frozen.fold == TEST,
        "hidden": frozen.fold == OWN,
        "all": frozen.fold != OWN,
    }
    check_choice("split", split, rows)
    places = np.flatnonzero(rows[split])
    names = [frozen.names[code] for code in frozen.template[places].tolist()]
    draws, sizes = frozen.draw[places].tolist(), frozen.blocks[places].tolist()
    trials = tuple(trial(name, draw) for name, draw in zip(names, draws, strict=True))
    margins: Floats = (frozen.margin[places] * SCALE).astype(np.float64)
    families = [f"{name}-{blocks}" for name, blocks in zip(names, sizes, strict=True)]
    held = np.array([[n in held_out(k) for k in range(FOLDS)] for n in range(len(frozen.names))])
    folds = Folds(frozen.fold[places], held[frozen.template[places]])
    frozen_order = Benchmark(margins > 0, margins, np.array(families), folds, trials, places // 2)
    return frozen_order.part(np.argsort([trial.id for trial in trials]))


def thinned(benchmark: Benchmark, step: int) -> Benchmark:
    """Return one match in `step` of a part of the benchmark, the standing tower of each first."""
    by_match = benchmark.part(np.lexsort((~benchmark.labels, benchmark.matches)))
    return by_match.part(np.arange(len(benchmark)) // 2 % step == 0)


def towers(split: Split = "test") -> tuple[BenchmarkTower, ...]:
    """Return the towers of a split with their stored truths."""
    some = load_benchmark(split)
    return tuple(
        BenchmarkTower(trial, Truth(margin, None, int(family.rpartition("-")[2]), family))
        for trial, margin, family in zip(
            some.trials, some.margins.tolist(), some.families.tolist(), strict=True
        )
    )


BENCHMARKS: Mapping[str, Callable[[], tuple[BenchmarkTower, ...]]] = {
    NAME: towers,
    stability.NAME: stability.towers,
}
"""The towers by which heuristics are ranked, by the names of the benchmarks."""


def held_out(fold: int) -> tuple[int, ...]:
    """Return the places of the templates that a fold across templates holds out.

    >>> sorted(place for fold in range(10) for place in held_out(fold)) == sorted([*range(15)] * 2)
    True
    """
    # 7 and 2 have no common factor with 15: each turn holds every template out once.
    first = 3 * fold % len(SCENES)
    stride = 7 if fold < FOLDS // 2 else 2
    return tuple((first + k) * stride % len(SCENES) for k in range(3))


def trial(template: str, draw: int) -> PredictTrial:
    """Return a draw of a template; names of the hidden set begin with `PREFIX`."""
    hidden, source = template.startswith(PREFIX), Drawn(template.removeprefix(PREFIX), draw)
    density = DENSITIES if hidden else None
    return PredictTrial(SEED + hidden, source, density=density, hidden_density=hidden)


class _Facts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The measured facts about the benchmark, in `levels/benchmarks/stability-3.toml`."""

    ceilings: dict[str, float]
    """Attainable accuracy by track, and of pictures by their size in pixels."""
    standard_errors: dict[str, float]
    left_out: dict[str, dict[str, int]]
    """Number of draws of each template that were left out, by reason."""
    sha256: str
    """SHA-256 of the JSON of all scenes, as they are and as shown."""


@lru_cache(maxsize=1)
def facts() -> _Facts:
    """Return the measured facts; SceneFault if their file is damaged."""
    return TomlFile(frozen_file().with_suffix(".toml")).read(_Facts)


def ceiling(track: str) -> float:
    """Return the attainable accuracy of a track.

    *Scene* and *budget* show everything that the label depends on. *Image* is the share of towers
    whose label most towers with the same picture have (`tests/lab/choosing.py`), and *hidden
    density* that of towers with the same shown scene.

    >>> ceiling("scene")
    1.0
    """
    return facts().ceilings.get(track, 1.0)


class _Frozen(NamedTuple):
    names: tuple[str, ...]
    template: Ints
    draw: Ints
    margin: Ints
    blocks: Ints
    fold: Ints


def frozen_file() -> Path:
    """Return the path of the frozen draws, margins and sizes."""
    return levels_dir() / "benchmarks" / f"{NAME}.npz"


@lru_cache(maxsize=1)
def _frozen() -> _Frozen:
    """Return the frozen towers; SceneFault if the file is damaged."""
    path = frozen_file()
    try:
        with np.load(path) as file:
            names = tuple(file["names"].tolist())
            counts, draw, margins, blocks = (
                file[name].astype(np.int64) for name in ("counts", "draws", "margins", "blocks")
            )
    except (OSError, ValueError, KeyError) as error:
        raise SceneFault(path, "$", f"is not the benchmark's file: {error}") from None
    template = np.repeat(np.arange(len(names)), counts)
    fold = np.concatenate([folds_of(name, n) for name, n in zip(names, counts, strict=True)])
    return _Frozen(names, template, draw, margins, blocks, fold)


def folds_of(name: str, towers: int) -> Ints:
    """Return the fold of each tower of a template; both of a match are in the same one."""
    match = np.arange(towers) // 2
    if name.startswith(PREFIX):
        return np.full(towers, OWN)
    numbered = match - match // HELD
    return np.where(match % HELD == HELD - 1, TEST, numbered % FOLDS)
