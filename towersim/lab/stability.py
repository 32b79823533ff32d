"""The benchmark `stability-2`: 1,000 towers, always the same, half of which stand.

Half of them is hard on purpose::

    plain            500  columns, bridges, counterweights, leaning planks
    branching        200  frames, trees, cranes, arches: no joint can be judged alone
    near-limit       150  0.01 ≤ |λ| < 0.04: one degree of tilt or two decide
    hidden-density   150  |λ| < 0.15, each block 250 … 2000 kg/m³, of which nothing is seen: what
                          heuristics are shown is 700 everywhere

In each part, and of each kind in it, one half of the towers stands; the last two parts have those
kinds only that can be so near to their limit, or that weight decides about. The truth is the label
of exact statics. No tower is within |λ| < 0.01, where a simulation may differ from it, and on
every one the simulated table agreed when it was chosen, so the honest limits of the statics
(`towersim.statics.equilibrium`) do not decide either.

`levels/benchmarks/stability-2.toml` keeps which draws were chosen and the truth about them, so that
a solver of another version cannot change either. A benchmark is never changed: a better one gets a
new name.
"""

import hashlib
import textwrap
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from functools import partial
from itertools import count
from typing import NamedTuple

import msgspec

from towersim.lab.trials import Drawn, PredictTrial
from towersim.lab.truth import Truth, truth
from towersim.level import levels_dir
from towersim.tomlfile import TomlFile

NAME = "stability-2"
DENSITIES = (250.0, 2000.0)
"""What blocks of hidden density weigh at the least and at the most, in kg/m³."""
NEAR = 0.01
"""No tower is nearer to its limit than this."""
DIGITS = 7
"""Numbers are the same if they are so to this decimal place: libraries may differ far beyond it."""
PLAIN = "plain"


class Part(NamedTuple):
    """How many towers of which kinds a part has, from which seed, and below which |λ|."""

    seed: int
    kinds: tuple[str, ...]
    each: int
    below: float = float("inf")
    hidden_density: bool = False


PARTS = {
    PLAIN: Part(1001, ("column", "bridge", "counterweight", "leaning"), 125),
    "branching": Part(1002, ("frame", "tree", "crane", "arch"), 50),
    "near-limit": Part(
        1003, ("column", "counterweight", "leaning", "frame", "tree", "crane"), 25, 0.04
    ),
    "hidden-density": Part(
        1004,
        ("column", "counterweight", "frame", "tree", "crane", "arch"),
        25,
        0.15,
        hidden_density=True,
    ),
}

Draws = dict[str, dict[str, dict[int, Truth]]]
"""Which draws were chosen, by part and kind, and the truth about each one."""


class Tower(NamedTuple):
    """One tower of the benchmark and the truth about it."""

    trial: PredictTrial
    truth: Truth


class _Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file says of the towers of one kind in one part."""

    draws: tuple[int, ...]
    margins: tuple[float, ...]
    blocks: tuple[int, ...]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file says, beside its format."""

    towers: dict[str, dict[str, _Kind]]


def benchmark() -> dict[str, tuple[Tower, ...]]:
    """Return the towers of the benchmark by part; SceneFault if its file is damaged.

    >>> [len(towers) for towers in benchmark().values()]
    [500, 200, 150, 150]
    """
    source = TomlFile(levels_dir() / "benchmarks" / f"{NAME}.toml")
    said = source.read(_File).towers
    for part, kinds in said.items():
        if part not in PARTS or set(kinds) != set(PARTS[part].kinds):
            raise source.fault(f"$.towers.{part}", f"is not a part of {NAME}, or has other kinds")
        for kind, it in kinds.items():
            if not len(it.draws) == len(it.margins) == len(it.blocks):
                raise source.fault(f"$.towers.{part}.{kind}", "its lists are not of one length")
    return {
        part: tuple(
            Tower(trial(part, kind, draw), Truth(margin, blocks=blocks))
            for kind in PARTS[part].kinds
            for draw, margin, blocks in zip(
                kinds[kind].draws, kinds[kind].margins, kinds[kind].blocks, strict=True
            )
        )
        for part, kinds in said.items()
    }


def trial(part: str, kind: str, draw: int) -> PredictTrial:
    """Return one draw of an endless row of them."""
    hidden = PARTS[part].hidden_density
    return PredictTrial(
        seed=PARTS[part].seed,
        source=Drawn(kind, draw),
        density=DENSITIES if hidden else None,
        hidden_density=hidden,
    )


def content_hash(trials: Iterable[PredictTrial]) -> str:
    """Return the SHA-256 of how towers are and how they are seen, to seven decimal places."""
    content = hashlib.sha256()
    for it in trials:
        plain = rounded(msgspec.to_builtins((it.scene(), it.seen())))
        content.update(msgspec.json.encode(plain))
    return content.hexdigest()


def rounded(value: object) -> object:
    """Return a value of plain types with all its numbers rounded to `DIGITS`."""
    if isinstance(value, float):
        # Adding nought makes nought of what was rounded to minus nought.
        return round(value, DIGITS) + 0.0
    if isinstance(value, dict):
        return {key: rounded(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(inner) for inner in value]
    return value


def chosen(executor: Executor) -> Draws:
    """Choose the draws anew, which takes a minute or two."""
    return {
        name: dict(zip(part.kinds, executor.map(partial(_chosen, name), part.kinds), strict=True))
        for name, part in PARTS.items()
    }


def written(draws: Draws) -> str:
    """Return draws as the text of the benchmark's file."""
    lines = [
        "# The towers of the benchmark by part and kind: the draws that were chosen, the margin λ",
        "# of exact statics of each, and its number of blocks. A tower stands if λ ≥ 0.",
        "format = 1",
    ]
    for part, by_kind in draws.items():
        for kind, truths in by_kind.items():
            lines += ["", f"[towers.{part}.{kind}]"]
            lines += _listed("draws", map(str, truths))
            lines += _listed("margins", (f"{it.margin:.9f}" for it in truths.values()))
            lines += _listed("blocks", (str(it.blocks) for it in truths.values()))
    return "\n".join(lines) + "\n"


def _listed(name: str, values: Iterable[str]) -> list[str]:
    body = textwrap.fill(", ".join(values), 96, break_on_hyphens=False)
    return [f"{name} = [", textwrap.indent(body, "    "), "]"]


def _chosen(part: str, kind: str) -> dict[int, Truth]:
    """Return the draws of one kind that are taken: the first ones that stand and that fall."""
    each, place = PARTS[part].each, PARTS[part].kinds.index(kind)
    # If the number is odd, kinds take turns in having one more that stands.
    standing = (each + place % 2) // 2
    room = {True: standing, False: each - standing}
    draws = {}
    for draw, known in _fit(part, kind):
        if room[known.stands]:
            room[known.stands] -= 1
            draws[draw] = known
        if not any(room.values()):
            break
    return draws


def _fit(part: str, kind: str) -> Iterator[tuple[int, Truth]]:
    """Yield draws within the part's |λ| about which the table and statics agree."""
    for draw in count():
        scene = trial(part, kind, draw).scene()
        known = truth(scene, simulate=False)
        near = NEAR <= abs(known.margin) < PARTS[part].below
        if near and truth(scene).stands == known.stands:
            yield draw, known
