"""Moves without the hand: a block is taken out, or the table is tilted, shaken, loaded or surveyed.

A `Disturbance` is such a move while it is simulated; a `Shift` is its result as recorded. A block
is taken out towards the player, so it disappears in one tick without friction. A test goes on
until a block has moved, turned or left the table; the simulation then continues for a second.
"""

import math
from collections.abc import Callable, Iterator, Mapping

import numpy as np

from towersim.common import portable_math
from towersim.common.units import BlockId, Pose, TowerId
from towersim.geometry.shapes import extent
from towersim.geometry.touching import SETTLED
from towersim.physics.profile import Profile
from towersim.physics.settle import Cause, Fall, RestWatch, came_down, carriers
from towersim.physics.world import World
from towersim.rules.base import StressTest, Survey, UprightBox
from towersim.scene.contacts import TABLE, joints
from towersim.table import placing
from towersim.table.table import Figure, Table

FAILURE_DISPLACEMENT = 0.002
"""Displacement of a block's centre, in metres, beyond which a test has failed."""
ONSET_DISPLACEMENT = 0.0005
"""Displacement of a block's centre, in metres, from which on a failure has begun; the strength of
a test is the value reached before."""
FAILURE_ROTATION = 0.05
"""Rotation of a block, in radians, beyond which a test has failed."""
AFTERMATH = 1.0
"""Time simulated after the failure of a test, in seconds."""
MISSED = 0.015
"""A released block has fallen if it rests by more than this below its first contact, in metres."""


class TiltStress:
    """A slow tilt of the table about its middle, by one degree per second up to 45."""

    seconds = 45.0
    """The maximum duration of the test."""
    DEGREES_PER_SECOND = 1.0

    def __init__(self, direction: int) -> None:
        """Set the direction: 1 lowers the right side, -1 the left."""
        self.direction = direction

    def apply(self, world: World, seconds: float) -> float:
        """Rotate gravity, which is equivalent to a tilted table; return the angle in degrees."""
        degrees = self.DEGREES_PER_SECOND * seconds
        angle, pull = math.radians(degrees), world.profile.gravity
        exact = portable_math if world.profile.portable else math
        world.set_gravity(self.direction * pull * exact.sin(angle), -pull * exact.cos(angle))
        return degrees


class QuakeStress:
    """Horizontal shaking by three sine waves; the peak grows by 0.25 m/s² per second."""

    seconds = 40.0
    GROWTH = 0.25
    TONES = ((2.1, 0.0), (3.4, 1.3), (5.3, 2.9))
    """Frequencies in hertz and phases in radians, the same in every test."""

    def __init__(self) -> None:
        self._peak = 0.0

    @classmethod
    def wave(cls, seconds: float, sine: Callable[[float], float] = portable_math.sin) -> float:
        """Return the sum of the tones at `seconds`, between plus and minus their number."""
        tones = (sine(2 * math.pi * f * seconds + phase) for f, phase in cls.TONES)
        return portable_math.total(tones)

    @classmethod
    def sway(cls, seconds: float, shake: float) -> float:
        """Return the displacement in metres of a table shaken by `shake` m/s² at `seconds`."""
        waves = (
            portable_math.sin(math.tau * f * seconds + phase) / (math.tau * f) ** 2
            for f, phase in cls.TONES
        )
        return shake * portable_math.total(waves) / len(cls.TONES)

    def apply(self, world: World, seconds: float) -> float:
        """Apply horizontal acceleration; return its largest value so far in m/s²."""
        sine = portable_math.sin if world.profile.portable else math.sin
        now = self.GROWTH * seconds * self.wave(seconds, sine) / len(self.TONES)
        self._peak = max(self._peak, abs(now))
        world.set_gravity(now, -world.profile.gravity)
        return self._peak


class LoadStress:
    """The growing weight of one block, by a quarter of a newton per second."""

    seconds = 60.0
    NEWTONS_PER_SECOND = 0.25

    def __init__(self, block: BlockId) -> None:
        """Load the block with this name."""
        self.block = block

    def apply(self, world: World, seconds: float) -> float:
        """Set the block's mass; return its weight in newtons."""
        index, block = next((i, b) for i, b in enumerate(world.blocks) if b.id == self.block)
        gravity = world.profile.gravity
        weight = gravity * block.mass + self.NEWTONS_PER_SECOND * seconds
        world.set_mass(index, weight / gravity)
        return weight


Stress = TiltStress | QuakeStress | LoadStress
"""A test: a load on the table that grows for at most its `seconds`.

`apply` applies the load at a time of the test, and returns the strength reached so far.
"""


class Disturbance:
    """A move without the hand, simulated in a separate world, with or without a test."""

    def __init__(self, table: Table, profile: Profile, stress: Stress | None = None) -> None:
        """Begin with the table after a block was taken out, or with the table to be tested."""
        self.table = table
        self.at_rest = False
        self.world = World(table.scene(), profile)
        self.strength = 0.0
        """The value of the test now, in its own unit; in the end the one that was reached."""
        self.reached = 0.0
        """The greatest value up to which nothing has begun to move."""
        self._stress = stress
        self._watch = RestWatch(self.world)
        self._failed: int | None = None

    def tick(self) -> None:
        """Simulate one control tick."""
        if self._stress is None:
            self.world.tick()
            self._watch.update()
            self.at_rest = self._watch.done
        elif self._failed is None:
            self._strain(self._stress)
        else:
            self.world.tick()
            since = self.world.ticks - self._failed
            self.at_rest = since >= self.world.profile.ticks(AFTERMATH)

    def frame(self) -> placing.Frame:
        """Return the present frame, for a later call of `figures`."""
        return placing.Frame(self.world.poses, holds=False)

    def figures(self, frame: placing.Frame | None = None) -> tuple[Figure, ...]:
        """Return every block with its present pose, or its pose in a frame; fixed ones left out."""
        rows = (frame or self.frame()).poses.tolist()[len(self.table.setup.fixed) :]
        poses = (Pose(*row) for row in rows)
        return tuple(figure._replace(pose=next(poses)) for figure in self.table.figures())

    def falls(self) -> tuple[Fall, ...]:
        """Return the blocks that have left the table so far, in order."""
        departed = sorted(self.world.departed.items(), key=lambda item: item[1])
        return tuple(Fall(block, tick, Cause.OFF_TABLE) for block, tick in departed)

    def result(self) -> placing.Shift:
        """Return the result; RuntimeError while the move goes on."""
        if not self.at_rest:
            raise RuntimeError("the move goes on")
        poses = placing.named_poses(self.world, self.table)
        return placing.Shift(
            ticks=self.world.ticks,
            rest=self._watch.rest,
            strength=self.strength,
            fell=self.falls(),
            hash=placing.hash_of(poses),
            poses=poses,
        )

    def _strain(self, stress: Stress) -> None:
        """Simulate one tick of the test and check for a failure."""
        seconds = self.world.ticks / self.world.profile.tick_hz
        self.strength = round(stress.apply(self.world, seconds), 4)
        self.world.tick()
        change = self.world.poses - self.world.starts
        far = float(np.hypot(change[:, 0], change[:, 1]).max(initial=0.0))
        turned = float(np.abs(change[:, 2]).max(initial=0.0))
        if far < ONSET_DISPLACEMENT:
            self.reached = self.strength
        if far > FAILURE_DISPLACEMENT or turned > FAILURE_ROTATION:
            self._failed, self.strength = self.world.ticks, self.reached
        elif seconds >= stress.seconds:
            self._failed = self.world.ticks


Moving = placing.Placing | Disturbance
"""A move while it is simulated, by the hand or without it."""


def each_tick_of(
    table: Table, move: placing.Motion | placing.Shift, profile: Profile, stress: Stress | None
) -> Iterator[Moving]:
    """Simulate a recorded move again; yield the same `Placing` or `Disturbance` after each tick."""
    if isinstance(move, placing.Motion):
        yield from placing.each_tick(table, move, profile)
        return
    disturbance = Disturbance(table, profile, stress)
    while not disturbance.at_rest:
        disturbance.tick()
        yield disturbance


def survey(
    table: Table,
    strength: float = 0.0,
    fell: tuple[TowerId, ...] | None = (),
    reach: float | None = None,
) -> Survey:
    """Return the tallest towers, the bounding boxes of first blocks and their contacts.

    Blocks touch that are at most `reach` metres apart, by default those of the scene.
    """
    return Survey(table.tallest(), boxes_of(table), _touching(table, reach), strength, fell)


def fell_since(before: Table, table: Table) -> tuple[TowerId, ...]:
    """Return the places whose first block, in both tables, has come down since the former.

    One that keeps its supports and its angle has slid: a wedge may be pressed against its pier.
    """
    both = before.homes().keys() & table.homes().keys()
    blocks = [[b for b in each.scene().blocks if b.id in both] for each in (before, table)]
    starts, ends = (np.array([b.pose for b in some]).reshape(-1, 3) for some in blocks)
    others = {b.id: b for each in (before, table) for b in each.scene().blocks if b.id not in both}
    index = {name: i for i, name in enumerate([*(b.id for b in blocks[1]), *others])}
    poses, homes = (starts, ends), table.homes()
    carried, now = _carried(before, index), _carried(table, index)
    turns = np.abs(ends - starts)[:, 2]
    down = (
        i
        for i, cause in came_down(blocks[1], poses, carried, now)
        if cause is Cause.LOWER or turns[i] > FAILURE_ROTATION or carried[i] - now[i]
    )
    return tuple(homes[blocks[1][i].id] for i in down)


def toppling_block(table: Table, move: placing.Move) -> BlockId | None:
    """Return the block that was put down to make others fall, whose own way is no fall, or None."""
    if isinstance(move, placing.Motion) and not table.setup.falls.released:
        return move.block.id
    return None


def first_fallen(table: Table, move: placing.Move) -> BlockId | None:
    """Return the block that fell first on a table where blocks may be put down anywhere, or None.

    It left the table, came down from its place, or rests below the place where it was put down. At
    a river it has also fallen if it rests on the table but met something else first.
    """
    toppling = toppling_block(table, move)
    fell = next((fall.block for fall in move.fell if fall.block != toppling), None)
    if fell is not None:
        return fell
    after = placing.apply_move(table, move)
    if places := fell_since(table, after):
        return after.towers[places[0]][0].id
    if isinstance(move, placing.Shift) or toppling is not None:
        return None
    x, y, angle = move.released
    lands = min(y, table.first_contact(move.block.kind, x, angle, y + MISSED))
    shape, rests = table.shape(move.block.kind), dict(move.poses)[move.block.id]
    first, last = (extent(shape, pose)[0].y for pose in (Pose(x, lands, angle), rests))
    tipped_off = table.setup.gap is not None and last < SETTLED < MISSED < first
    return move.block.id if tipped_off or lands - rests.y > MISSED else None


def _carried(table: Table, index: Mapping[BlockId, int]) -> dict[int, set[int]]:
    """Return the supports of blocks, all by these indices."""
    scene = table.scene()
    places = {TABLE: TABLE} | {i: index[block.id] for i, block in enumerate(scene.blocks)}
    contacts = joints(scene)
    return carriers((places[joint.b], places[joint.a], joint.normal.y) for joint in contacts)


def boxes_of(table: Table) -> tuple[UprightBox | None, ...]:
    """Return the bounding box of the first block of each tower; None for no tower."""
    boxes: list[UprightBox | None] = []
    for tower in table.towers:
        low_high = [extent(table.shape(placed.kind), placed.pose) for placed in tower[:1]]
        boxes.append(next((UprightBox(*low, *high) for low, high in low_high), None))
    return tuple(boxes)


def _touching(table: Table, reach: float | None) -> tuple[tuple[TowerId, TowerId | str], ...]:
    """Return the contacts of first blocks with each other, fixed blocks and the table."""
    scene = table.scene()
    homes = table.homes()
    names: dict[int, TowerId | str] = {TABLE: ""}
    for index, block in enumerate(scene.blocks):
        names[index] = homes.get(block.id, block.id)
    pairs = set()
    for joint in joints(scene, reach):
        one, other = names[joint.a], names[joint.b]
        if isinstance(one, int):
            pairs.add((one, other))
        elif isinstance(other, int):
            pairs.add((other, one))
    return tuple(sorted(pairs, key=repr))


def stress_of(test: StressTest, table: Table) -> Stress:
    """Return a test as a growing load on this table."""
    match test.kind:
        case "tilt":
            return TiltStress(test.direction)
        case "quake":
            return QuakeStress()
        case _:
            kinds = ((p.kind, p.id) for tower in table.towers for p in tower)
            return LoadStress(next(name for kind, name in kinds if kind == test.block))
