"""How risky is one more cube? The chance of a collapse by the height of the tower, for each hand.

Towers are built cube by cube, as a bot builds them, until one falls or is high enough; every cube
is one trial at the height that the tower had before it.
"""

import math
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from towersim import dice
from towersim.level import TableSetup, load_table
from towersim.physics.hand import SKILLS, Skill, Tremor
from towersim.physics.profile import TABLE_1, Profile
from towersim.placing import Placing, towers_fallen
from towersim.reach import landing, way
from towersim.table import Table
from towersim.units import TowerId, Vec

_Z = 1.96
_HOME = TowerId(0)


class HeightRisk(NamedTuple):
    """How many cubes were put on towers of this height, and how many of those brought them down."""

    height: int
    placed: int
    fell: int

    @property
    def chance(self) -> float:
        """The share that fell."""
        return self.fell / self.placed

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the chance (Wilson 1927)."""
        n, p = self.placed, self.chance
        middle = p + _Z**2 / (2 * n)
        spread = _Z * math.sqrt(p * (1 - p) / n + _Z**2 / (4 * n**2))
        scale = 1 + _Z**2 / n
        return (middle - spread) / scale, (middle + spread) / scale


class Curve(msgspec.Struct, frozen=True):
    """The risks of one hand, by height."""

    hand: str
    risks: tuple[HeightRisk, ...]


def measure(
    towers: int, seed: int, highest: int = 20, profile: Profile = TABLE_1
) -> Iterator[Curve]:
    """Yield the curve of each hand that trembles, from so many towers of up to `highest` + 1."""
    setup = load_table("fawlty-towers")
    setup = msgspec.structs.replace(setup, spots=(0.0,), pick_up=Vec(0.08, setup.pick_up.y))
    for hand in (skill for skill in SKILLS.values() if skill.tremor):
        placed, fell = Counter[int](), Counter[int]()
        for number in range(towers):
            for height, down in _tower(setup, hand, profile, seed, number, highest):
                placed[height] += 1
                fell[height] += down
        yield Curve(hand.name, tuple(HeightRisk(h, placed[h], fell[h]) for h in sorted(placed)))


def _tower(
    setup: TableSetup, hand: Skill, profile: Profile, seed: int, number: int, highest: int
) -> Iterator[tuple[int, bool]]:
    """Yield the height before each cube of one tower, and whether the cube brought it down."""
    table = Table.with_bases(setup, [("cube",)])
    tick = 1 / profile.tick_hz
    for height in range(1, highest + 1):
        noise = dice.stream(seed, f"{hand.name} {number}", height)
        placing = Placing(table, "cube", profile, Tremor(hand, noise, tick))
        end = landing(table, _HOME)
        for target in way(table, Vec(*placing.block.pose[:2]), end, hand, tick):
            placing.tick(target)
        placing.let_go(_HOME)
        while not placing.at_rest:
            placing.tick(None)
        motion = placing.motion()
        down = towers_fallen(table, motion)
        yield height, bool(down)
        if down:
            return
        table = table.settled(dict(motion.poses), motion.block, _HOME, down)
