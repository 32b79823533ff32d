"""The frozen floors and bounds of the tasks of `placement-3`, and its folds.

They are stored in `levels/benchmarks/placement-3.toml`, so that another version of the solver
cannot change them. A benchmark is never changed: a better one gets a new name.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Literal

import msgspec
from msgspec.structs import replace

from towersim.common.units import Pose
from towersim.files.level import levels_dir
from towersim.files.tomlfile import TomlFile
from towersim.lab.placement.families import FAMILIES, task
from towersim.lab.placement.tasks import Task

NAME = "placement-3"
COUNTS: Mapping[str, int] = {"train": 10, "validation": 10, "test": 40}
"""Number of tasks of each family in each split."""
FOLDS, REPEATS = 10, 3
"""Number of folds, and of times that a task is built, each with another tremor."""
Source = Literal["closed form", "statics", "search"]


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
            raise source.fault(f"$.bounds.{each.name}", "is no bound of that task")
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
