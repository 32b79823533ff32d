"""The probability that one more cube brings a tower down, by height and hand.

Towers are built cube by cube, in the way of a bot, until they fall or are high enough; each cube is
one trial at the height of the tower before it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from towersim.common import dice
from towersim.common.units import TowerId, Vec
from towersim.files.level import load_table
from towersim.foresight.reach import hand_path, landing
from towersim.lab.executors import processes
from towersim.lab.tables import Column, Share, Sheet, interval
from towersim.physics.hand import SKILLS, Skill, Tremor
from towersim.physics.profile import TABLE_3
from towersim.table.placing import Placing, apply_move
from towersim.table.table import Table

_HOME = TowerId(0)


class HeightRisk(NamedTuple):
    """The numbers of cubes placed on towers of this height, and of those that brought them down."""

    height: int
    placed: int
    fell: int

    @property
    def share(self) -> Share:
        """Share of the cubes that brought a tower down."""
        return Share(self.fell / self.placed, *interval(self.fell, self.placed))


class Curve(msgspec.Struct, frozen=True):
    """The risks of one hand by height."""

    hand: str
    risks: tuple[HeightRisk, ...]


def measure(towers: int, seed: int, highest: int = 20, workers: int = 2) -> Iterator[Curve]:
    """Yield the curve of each hand with tremor, from `towers` towers of up to `highest` + 1 cubes.

    The curves depend on `towers` and `seed` only, not on the number of `workers` (processes).
    """
    chunk = -(-towers // 32)
    with processes(workers) as pool:
        for hand in (skill for skill in SKILLS.values() if skill.tremor):
            built = pool.map(partial(_tower, hand, seed, highest), range(towers), chunksize=chunk)
            trials = [trial for tower in built for trial in tower]
            placed = Counter(height for height, _ in trials)
            fell = Counter(height for height, down in trials if down)
            yield Curve(hand.name, tuple(HeightRisk(h, placed[h], fell[h]) for h in sorted(placed)))


def sheet(curves: Sequence[Curve]) -> Sheet[int]:
    """Return the table of the curves by height, in per cent with their 95 % intervals."""
    risks = {curve.hand: {risk.height: risk for risk in curve.risks} for curve in curves}
    columns: list[Column[int]] = [
        Column("cubes before", str),
        *(Column(f"{hand} hand", partial(_cell, by_height)) for hand, by_height in risks.items()),
    ]
    heights = range(1, 1 + max(height for by_height in risks.values() for height in by_height))
    return Sheet(columns, heights, "Risk that one more cube brings the tower down (95 %)")


def _cell(risks: Mapping[int, HeightRisk], height: int) -> str:
    risk = risks.get(height)
    return "–" if risk is None else str(risk.share)


def _tower(hand: Skill, seed: int, highest: int, number: int) -> list[tuple[int, bool]]:
    """Return for each cube of one tower the height before it and whether the tower fell."""
    setup = replace(load_table("fawlty-towers"), spots=(0.0,), pick_ups=(Vec(0.08, 0.08),))
    standing = Table.with_bases(setup, [("cube",)])
    trials = []
    for height in range(1, highest + 1):
        standing, down = _one_more(standing, hand, dice.stream(seed, f"tower {number}", height))
        trials.append((height, down))
        if down:
            break
    return trials


def _one_more(standing: Table, hand: Skill, noise: dice.Stream) -> tuple[Table, bool]:
    """Place one more cube in the way of a bot; return the table and whether the tower fell."""
    tick = 1 / TABLE_3.tick_hz
    placing = Placing(standing, "cube", _HOME, TABLE_3, Tremor(hand, noise, tick))
    start, end = placing.block.pose, landing(standing, "cube", _HOME)
    for target in hand_path(standing, start, end, hand, tick):
        placing.tick(target)
    placing.let_go(_HOME)
    while not placing.at_rest:
        placing.tick(None)
    motion = placing.result()
    return apply_move(standing, motion), bool(motion.fell)
