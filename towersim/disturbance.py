"""A move without the hand: a block is taken out, or the table is tilted, shaken or loaded.

A `Disturbance` is that move while it happens; a `Shift` is what a record keeps of it. A block is
taken out towards the player, so it leaves the plane in one tick and rubs on nothing. A test goes on
until a block has moved, turned or left the table; what gave way then falls for a second more.
"""

import math
from itertools import groupby
from typing import Protocol

import msgspec
import numpy as np

from towersim.physics.profile import Profile
from towersim.physics.settle import Cause, Fall, RestWatch
from towersim.physics.world import World, fingerprint
from towersim.placing import NamedPoses, Ticks, named_poses, pose_rows
from towersim.table import Figure, Table
from towersim.units import BlockId, TowerId

MOVED = 0.002
"""A block has given way when its centre is this far from where it was, in metres."""
STIRRED = 0.0005
"""What gives way began to when its centre was this far from where it was, in metres: the strength
of a test is what was reached then."""
TURNED = 0.05
"""A block has given way when it has turned by this much, in radians."""
AFTERMATH = 1.0
"""How long a test goes on when something has given way, in seconds."""


class Stress(Protocol):
    """A test: how the table is strained as time goes on."""

    def apply(self, world: World, seconds: float) -> float:
        """Strain the world as after `seconds` of the test; return the strength reached so far."""

    @property
    def seconds(self) -> float:
        """The longest time the test takes."""


class TiltStress:
    """The table tilts slowly about its middle: a degree each second, up to 45."""

    seconds = 45.0
    DEGREES_PER_SECOND = 1.0

    def __init__(self, way: int) -> None:
        """Tilt it down to the right (1) or to the left (-1)."""
        self.way = way

    def apply(self, world: World, seconds: float) -> float:
        """Turn gravity, as on a table that is tilted; return the angle in degrees."""
        degrees = self.DEGREES_PER_SECOND * seconds
        angle, pull = math.radians(degrees), world.profile.gravity
        world.set_gravity(self.way * pull * math.sin(angle), -pull * math.cos(angle))
        return degrees


class QuakeStress:
    """The table shakes from side to side: three tones whose peak grows by 0.25 m/s² a second."""

    seconds = 40.0
    GROWTH = 0.25
    TONES = ((2.1, 0.0), (3.4, 1.3), (5.3, 2.9))
    """Frequencies in hertz and phases in radians; the same for everybody."""

    def __init__(self) -> None:
        self._peak = 0.0

    def apply(self, world: World, seconds: float) -> float:
        """Push everything sideways; return the greatest acceleration so far in m/s²."""
        tones = sum(math.sin(2 * math.pi * f * seconds + phase) for f, phase in self.TONES)
        now = self.GROWTH * seconds * tones / len(self.TONES)
        self._peak = max(self._peak, abs(now))
        world.set_gravity(now, -world.profile.gravity)
        return self._peak


class LoadStress:
    """One block grows heavier by a quarter of a newton each second."""

    seconds = 60.0
    NEWTONS_PER_SECOND = 0.25

    def __init__(self, block: BlockId) -> None:
        """Let the block of this name grow heavier."""
        self.block = block

    def apply(self, world: World, seconds: float) -> float:
        """Add weight to the block; return its weight in newtons."""
        index, block = next((i, b) for i, b in enumerate(world.blocks) if b.id == self.block)
        gravity = world.profile.gravity
        weight = gravity * block.mass + self.NEWTONS_PER_SECOND * seconds
        world.set_mass(index, weight / gravity)
        return weight


class Shift(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished move without the hand."""

    ticks: Ticks
    rest: bool
    strength: float
    """What a test reached: degrees, m/s² or newtons; 0 if none was made."""
    fell: tuple[Fall, ...]
    hash: str
    """Fingerprint of the poses."""
    poses: NamedPoses
    """Where everything was in the end, what fell included, in building order."""


class Disturbance:
    """The table left to itself or strained by a test; the world it happens in is its own."""

    def __init__(self, table: Table, profile: Profile, stress: Stress | None = None) -> None:
        """Begin with a table from which a block was taken out, or put it to the test."""
        self.table = table
        self.at_rest = False
        self.world = World(table.scene(), profile)
        self.strength = 0.0
        """What the test has reached so far, in its own unit."""
        self._reached = 0.0
        self._stress = stress
        self._watch = RestWatch(self.world)
        self._failed: int | None = None

    def tick(self) -> None:
        """Let one control tick pass."""
        if self._stress is None:
            self.world.tick()
            self._watch.update()
            self.at_rest = self._watch.done
            return
        if self._failed is None:
            self._strain(self._stress)
        else:
            self.world.tick()
        since = 0 if self._failed is None else self.world.ticks - self._failed
        self.at_rest = since >= self.world.profile.ticks(AFTERMATH)

    def figures(self) -> tuple[Figure, ...]:
        """Return every block where it is now."""
        homes, fixed = self.table.homes(), len(self.table.setup.fixed)
        standing = (placed for tower in self.table.towers for placed in tower)
        return tuple(
            Figure(
                p.id, p.kind, self.table.shape(p.kind), self.world.pose(i), homes[p.id], held=False
            )
            for i, p in enumerate(standing, fixed)
        )

    def falls(self) -> tuple[Fall, ...]:
        """Return the blocks that have left the table so far, in order."""
        left = sorted(self.world.left.items(), key=lambda item: item[1])
        return tuple(Fall(block, tick, Cause.OFF_TABLE) for block, tick in left)

    def shift(self) -> Shift:
        """Return the finished move."""
        if not self.at_rest:
            raise RuntimeError("the move goes on")
        poses = named_poses(self.world, self.table)
        return Shift(
            ticks=self.world.ticks,
            rest=self._watch.rest,
            strength=self.strength,
            fell=self.falls(),
            hash=fingerprint(pose_rows(poses)),
            poses=poses,
        )

    def _strain(self, stress: Stress) -> None:
        """Let one tick of the test pass; see whether something gives way in it."""
        seconds = self.world.ticks / self.world.profile.tick_hz
        self.strength = round(stress.apply(self.world, seconds), 4)
        self.world.tick()
        change = self.world.poses - self.world.starts
        far = float(np.hypot(change[:, 0], change[:, 1]).max(initial=0.0))
        turned = float(np.abs(change[:, 2]).max(initial=0.0))
        if far < STIRRED:
            self._reached = self.strength
        if far > MOVED or turned > TURNED:
            self._failed, self.strength = self.world.ticks, self._reached
        elif seconds >= stress.seconds:
            self._failed = self.world.ticks


def disturbed_again(
    table: Table, shift: Shift, profile: Profile, stress: Stress | None
) -> tuple[Shift, str]:
    """Simulate a recorded move once more; return it and the first thing that differs, or ""."""
    disturbance = Disturbance(table, profile, stress)
    while not disturbance.at_rest:
        disturbance.tick()
    simulated = disturbance.shift()
    names = ("ticks", "rest", "strength", "fell", "hash", "poses")
    differs = (name for name in names if getattr(shift, name) != getattr(simulated, name))
    return simulated, next(differs, "")


def left_by_tick(table: Table, shift: Shift) -> tuple[tuple[TowerId, ...], ...]:
    """Return the towers whose blocks left the table, tick by tick."""
    homes = table.homes()
    ticks = groupby(shift.fell, key=lambda fall: fall.tick)
    return tuple(tuple(homes[fall.block] for fall in falls) for _, falls in ticks)


def shift_fault(table: Table, shift: Shift) -> str:
    """Return where and why a shift cannot be one of this table; else nothing."""
    names = list(table.homes())
    if [name for name, _ in shift.poses] != names:
        return "poses: are not of the blocks on the table"
    if not {fall.block for fall in shift.fell} <= set(names):
        return "fell: names a block that is not on the table"
    if fingerprint(pose_rows(shift.poses)) != shift.hash:
        return "hash: is not that of the poses"
    if not after_shift(table, shift).in_reach:
        return "poses: a block stands where no table is"
    return ""


def after_shift(table: Table, shift: Shift) -> Table:
    """Return the table as a move without the hand leaves it."""
    fell = [tower for tick in left_by_tick(table, shift) for tower in tick]
    return table.moved(dict(shift.poses), fell)
