"""The benchmark `stability-2` (`lab/README.md`): 1,000 fixed towers, half of which stand."""

from typing import NamedTuple

import msgspec

from towersim.files.level import levels_dir
from towersim.files.tomlfile import TomlFile
from towersim.lab.trials import Drawn, PredictTrial
from towersim.lab.truth import Truth

NAME = "stability-2"
DENSITIES = (250.0, 2000.0)
"""Range of hidden densities, in kg/m³."""
NEAR = 0.01
"""Least |λ| of a tower."""
PLAIN = "plain"


class BenchmarkPart(NamedTuple):
    """A part: seed, kinds, number of towers of each kind, and upper bound of |λ|."""

    seed: int
    kinds: tuple[str, ...]
    each: int
    below: float = float("inf")
    hidden_density: bool = False


PARTS = {
    PLAIN: BenchmarkPart(1001, ("column", "bridge", "counterweight", "leaning"), 125),
    "branching": BenchmarkPart(1002, ("frame", "tree", "crane", "arch"), 50),
    "near-limit": BenchmarkPart(
        1003, ("column", "counterweight", "leaning", "frame", "tree", "crane"), 25, 0.04
    ),
    "hidden-density": BenchmarkPart(
        1004,
        ("column", "counterweight", "frame", "tree", "crane", "arch"),
        25,
        0.15,
        hidden_density=True,
    ),
}


class BenchmarkTower(NamedTuple):
    """A tower of the benchmark and its truth."""

    trial: PredictTrial
    truth: Truth


class _Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file's fields of one kind in one part."""

    draws: tuple[int, ...]
    margins: tuple[float, ...]
    blocks: tuple[int, ...]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file's fields, without its format."""

    towers: dict[str, dict[str, _Kind]]


def benchmark() -> dict[str, tuple[BenchmarkTower, ...]]:
    """Return the towers of the benchmark by part; raises SceneFault if its file is damaged.

    >>> [len(towers) for towers in benchmark().values()]
    [500, 200, 150, 150]
    """
    source = TomlFile(levels_dir() / "benchmarks" / f"{NAME}.toml")
    towers = source.read(_File).towers
    for part, kinds in towers.items():
        if part not in PARTS or set(kinds) != set(PARTS[part].kinds):
            raise source.fault(f"$.towers.{part}", f"is not a part of {NAME}, or has other kinds")
        for kind, lists in kinds.items():
            if not len(lists.draws) == len(lists.margins) == len(lists.blocks):
                raise source.fault(f"$.towers.{part}.{kind}", "its lists are not of one length")
    return {
        part: tuple(
            BenchmarkTower(trial(part, kind, draw), Truth(margin, blocks=blocks))
            for kind in PARTS[part].kinds
            for draw, margin, blocks in zip(
                kinds[kind].draws, kinds[kind].margins, kinds[kind].blocks, strict=True
            )
        )
        for part, kinds in towers.items()
    }


def towers() -> tuple[BenchmarkTower, ...]:
    """Return all towers of the benchmark, part by part."""
    return tuple(tower for part in benchmark().values() for tower in part)


def trial(part: str, kind: str, draw: int) -> PredictTrial:
    """Return draw `draw` of an infinite sequence."""
    seed, hidden = PARTS[part].seed, PARTS[part].hidden_density
    density = DENSITIES if hidden else None
    return PredictTrial(seed, Drawn(kind, draw), density=density, hidden_density=hidden)
