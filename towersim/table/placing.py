"""The placing of one block: carried by the hand, released, and simulated until all is at rest.

A `Placing` is such a move while it is simulated; a `Motion` is its record, from which it can be
repeated with bit-identical results.
"""

import math
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain, groupby, pairwise
from typing import Annotated, NamedTuple

import msgspec
import numpy as np
from msgspec import Meta
from msgspec.structs import replace

from towersim.common.errors import IllegalAction
from towersim.common.messages import message as _
from towersim.common.units import BlockId, Pose, Target, TowerId
from towersim.geometry.touching import penetration
from towersim.physics.hand import Tremor
from towersim.physics.profile import Profile
from towersim.physics.settle import Cause, Fall, RestWatch, Towers, falls_of_towers
from towersim.physics.world import Array, World, fingerprint
from towersim.scene.scene import Block
from towersim.table.table import HEADROOM, Figure, Placed, Table

Ticks = Annotated[int, Meta(ge=0, le=100_000)]
"""A number of control ticks; the bound is above the limit of `TIRED`."""
TIRED = 600.0
"""The time for which the hand follows its targets in a turn, in seconds."""
LAYING = 60.0
"""The time in seconds after `TIRED` of one block, when a hand that is still too far away opens."""
RELEASE_SPEED = 0.1
"""The greatest speed of a block when the hand opens, in m/s: it puts down and does not throw.

A trembling hand that means to rest moves at less than half of it.
"""
LIFTED = 0.95
"""The weight of the heaviest block that the hand moves as it is, as a share of its force."""
FAR = 1e9
"""A bound on all coordinates, in metres, beyond the reach of any falling block."""


NamedPoses = tuple[tuple[BlockId, Pose], ...]
"""Names of blocks with their poses."""


class Motion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished move of the hand and gravity."""

    block: Placed
    """The block in the hand, with the pose at which it was taken, or dropped without the hand."""
    tower: TowerId
    """The tower on which it was put."""
    hand: tuple[tuple[Ticks, float, float, float], ...]
    """Targets as tick, x, y (metres), angle (radians); each is valid until the next.

    In the file they are those that the player wanted, here those after the tremor.
    """
    let_go: Ticks
    """The tick at which the hand opened."""
    ticks: Ticks
    rest: bool
    fell: tuple[Fall, ...]
    hash: str
    """Fingerprint of the poses."""
    poses: NamedPoses
    """Final poses in building order, fallen blocks included."""

    def __post_init__(self) -> None:
        """Raise ValueError for ticks out of order or coordinates beyond `FAR`."""
        ticks = [0, *(row[0] for row in self.hand), self.let_go, self.ticks]
        if ticks != sorted(ticks):
            raise ValueError("its ticks are out of order")
        rows = (self.block.pose, *(pose for _, pose in self.poses), *self.hand)
        if max(map(abs, chain.from_iterable(rows))) > FAR:
            raise ValueError("something is too far away to be on any table")

    @property
    def released(self) -> Pose:
        """The hand's last target; without the hand, the pose in which the block was dropped."""
        return Pose(*self.hand[-1][1:]) if self.hand else self.block.pose

    def targets(self) -> Iterator[Target]:
        """Yield the hand's target for every tick until the release."""
        ends = (*self.hand, (self.let_go, 0.0, 0.0, 0.0))
        for (tick, *target), (until, *_target) in pairwise(ends):
            for _tick in range(until - tick):
                yield Target(*target)


class Shift(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The result of a move without the hand."""

    ticks: Ticks
    rest: bool
    strength: float
    """The value reached in a test: degrees, m/s² or newtons; 0 without a test."""
    fell: tuple[Fall, ...]
    hash: str
    """Fingerprint of the poses."""
    poses: NamedPoses
    """Final poses in building order, fallen blocks included."""


Move = Motion | Shift
"""A finished move, by the hand or without it."""


_Rows = list[tuple[int, float, float, float]]
"""Targets of the hand, as in a `Motion`."""


def _note(rows: _Rows, tick: int, target: Target) -> None:
    """Add the target of a tick to the rows, if it is another one than before."""
    if not rows or rows[-1][1:] != target:
        rows.append((tick, *target))


class Frame(NamedTuple):
    """The poses in one tick of a move."""

    poses: Array
    """n x 3, metres and radians, in building order."""
    holds: bool
    """Whether the hand holds the block."""


def named_poses(world: World, table: Table) -> NamedPoses:
    """Return the present pose of every block in building order, without fixed ones."""
    fixed = len(table.setup.fixed)
    return tuple((b.id, world.pose(i)) for i, b in enumerate(world.blocks) if i >= fixed)


def hash_of(poses: NamedPoses) -> str:
    """Return the fingerprint of the poses."""
    rows = [pose for _, pose in poses]
    return fingerprint(np.array(rows, dtype=np.float64).reshape(-1, 3))


class Placing:
    """The move of one block from the hand to rest, simulated in a separate world."""

    def __init__(
        self,
        table: Table,
        block: str | Placed,
        near: TowerId,
        profile: Profile,
        tremor: Tremor | None = None,
    ) -> None:
        """Take a block into the hand, with or without tremor.

        A kind of block starts at the pick-up position of the tower `near`. If towers belong to
        seats, it passes in front of all other towers while it is in the hand.
        """
        self.table = table
        self._tremor = tremor
        self.block = table.in_hand(block, near) if isinstance(block, str) else block
        others = (tower for i, tower in enumerate(table.towers) if i != near)
        passed = [p.id for tower in others for p in tower] if table.setup.own_towers else ()
        self.near = near
        asleep = [[placed.id for placed in tower] for tower in table.towers if tower]
        held = table.block(self.block)
        if profile.grips_heavy and held.mass * profile.gravity > LIFTED * profile.hand_force:
            profile = profile.gripping(held.mass)
        self.world = World(table.scene(), profile, asleep, passed)
        self.world.lift(held)
        self.tower: TowerId | None = None
        self.carried = 0
        """Ticks for which the hand held blocks before in this turn."""
        self._let_go = 0
        self.lost_in_hand = False
        """Whether a tower had lost a block when the hand opened, so it opened by itself."""
        self._hand: _Rows = []
        self._wanted: _Rows = [] if tremor else self._hand
        self._watch = RestWatch(self.world)
        self._falls: dict[BlockId, Fall] = {}
        self._cleared: set[TowerId] = set()
        homes = table.homes()
        standing = (placed for tower in table.towers for placed in tower)
        self._blocks = [
            (placed, table.shape(placed.kind), homes.get(placed.id))
            for placed in (*standing, self.block)
        ]
        """Every block with its shape and its tower; None for the block in the hand."""
        self.at_rest = False
        """Whether the block was released and all is at rest, or the time limit is reached."""

    @property
    def pose(self) -> Pose:
        """The present pose of the block in the hand."""
        return self.world.pose(len(self.world.blocks) - 1)

    @property
    def speed(self) -> float:
        """The present speed of the block in the hand, in m/s."""
        x, y, _ = self.world.velocities[-1].tolist()
        return math.hypot(x, y)

    @property
    def untouched(self) -> bool:
        """Whether the held block has touched nothing that can move, so towers are unchanged."""
        return bool(self.world.awake.sum() == 1) and not self.world.first_touch

    @property
    def tired(self) -> bool:
        """Whether the hand has held blocks for `TIRED` seconds in this turn."""
        ticks = self.carried + self.world.ticks
        return self.tower is None and ticks >= TIRED * self.world.profile.tick_hz

    @property
    def must_open(self) -> bool:
        """Whether the hand opens by itself: after a loss, or `LAYING` seconds after `TIRED`."""
        return self.has_lost or self.overdue >= 0

    @property
    def overdue(self) -> float:
        """The time since the hand had to open, in seconds; < 0: it may still hold the block.

        Blocks put back before, which no record contains, do not count.
        """
        return self.world.ticks / self.world.profile.tick_hz - (TIRED + LAYING)

    @property
    def has_lost(self) -> bool:
        """Whether a tower has lost a block to the table while the hand holds one.

        If falls count `in_hand`, the held block counts as part of its tower.
        """
        world = self.world
        if not (world.first_touch or world.departed):
            return False
        gone = (world.first_touch.keys() - self.table.bases()) | world.departed.keys()
        counts = self.table.setup.falls.in_hand and self.table.towers[self.near]
        return bool(gone if counts else gone - {self.block.id})

    @property
    def obstacle(self) -> TowerId | None:
        """The other seat's tower that the block in the hand overlaps, or None."""
        return next(
            (
                home
                for other, home in self._beside()
                if penetration(other, self._in_hand) > self.world.profile.slop
            ),
            None,
        )

    def why_not(self, allowed: Collection[TowerId], owners: Sequence[str]) -> str:
        """Return the reason why the block may not be put down here on any allowed place, or "".

        In front of another seat's tower, too high, beside all places, or a foundation above
        another's tower.
        """
        piece, obstacle = self.table.named(self.block.kind), self.obstacle
        if self.pose.y > HEADROOM:
            return _(
                "the {piece} is higher than {height:g} m, where nothing can be put down",
                piece=piece,
                height=HEADROOM,
            )
        if obstacle is not None:
            return _(
                "the {piece} is in front of {owner}'s tower: move it clear first",
                piece=piece,
                owner=owners[obstacle],
            )
        place = self.over(allowed)
        if place is None:
            return _("the {piece} is beside the places where it may be put down", piece=piece)
        above = [home for _, home in self._beside(any_height=True)]
        if above and not self.table.towers[place]:
            return _(
                "the {piece} is above {owner}'s tower, which it would touch",
                piece=piece,
                owner=owners[above[0]],
            )
        return ""

    @property
    def pushed(self) -> Table:
        """The table with its blocks where the hand has pushed them by now, unless some fell."""
        if self.untouched or self.has_lost:
            return self.table
        return self.table.moved(dict(named_poses(self.world, self.table)), ())

    def over(self, allowed: Collection[TowerId]) -> TowerId | None:
        """Return the allowed place that the held block is over, as it is or was before the move."""
        kind, pose = self.block.kind, self.pose
        place = self.pushed.over(kind, pose, allowed)
        return self.table.over(kind, pose, allowed) if place is None else place

    @property
    def _in_hand(self) -> Block:
        return self.world.block(len(self.world.blocks) - 1)

    def _beside(self, *, any_height: bool = False) -> Iterator[tuple[Block, TowerId]]:
        """Yield the blocks of other seats whose bounding boxes meet that of the block in the hand.

        With `any_height`, those that meet it in x.
        """
        if not self.world.passed:
            return
        homes, held = self.table.homes(), self._in_hand
        low, high = held.extent
        for index, block in enumerate(self.world.blocks):
            if block.id in self.world.passed:
                other = self.world.block(index)
                foot, head = other.extent
                is_level = foot.y <= high.y and head.y >= low.y
                if foot.x <= high.x and head.x >= low.x and (is_level or any_height):
                    yield other, homes[block.id]

    @property
    def is_blocked(self) -> bool:
        """Whether an obstacle forbids opening the hand here; opening by itself is allowed."""
        return self.obstacle is not None and not (self.has_lost or self.tired)

    def tick(self, target: Target | None = None) -> None:
        """Simulate one control tick; without a target the hand keeps its last one."""
        if self.tower is None:
            wanted = target or self._last()
            asked = self._tremor.shake(wanted) if self._tremor else wanted.rounded()
            if self._tremor:
                _note(self._wanted, self.world.ticks, wanted)
            _note(self._hand, self.world.ticks, asked)
            self.world.tick(asked)
        else:
            if self.world.passed and self.obstacle is None:
                self.world.meet_all()
            self.world.tick()
            self._watch.update()
            if self._watch.done:
                self._judge(self.tower)

    def let_go(self, tower: TowerId) -> None:
        """Open the hand and put the block on this tower; from now on it collides with others.

        If the hand opens by itself in front of another tower, that begins clear of the tower.
        """
        self.tower, self.lost_in_hand = tower, self.has_lost
        self._let_go = self.world.ticks
        self.world.hand.open()
        self._watch = RestWatch(self.world)

    def frame(self) -> Frame:
        """Return the present frame, for a later call of `figures`."""
        return Frame(self.world.poses, self.world.hand.holds)

    def figures(self, frame: Frame | None = None) -> tuple[Figure, ...]:
        """Return every block with its present pose, or its pose in a frame of this move.

        Towers that have been cleared are left out now, and lie in a frame.
        """
        (rows, holds), cleared = frame or self.frame(), () if frame else self._cleared
        poses = rows.tolist()[len(self.table.setup.fixed) :]
        return tuple(
            Figure(p.id, p.kind, shape, Pose(*pose), home, p is self.block and holds)
            for (p, shape, home), pose in zip(self._blocks, poses, strict=True)
            if (self.tower if home is None else home) not in cleared
        )

    def wanted(self, motion: Motion) -> Motion:
        """Return the finished move with the targets before the tremor, as records hold it."""
        return replace(motion, hand=tuple(self._wanted))

    def result(self) -> Motion:
        """Return the finished move; RuntimeError while it goes on."""
        if self.tower is None or not self.at_rest:
            raise RuntimeError("the block has not come to rest")
        poses = named_poses(self.world, self.table)
        return Motion(
            block=self.block,
            tower=self.tower,
            hand=tuple(self._hand),
            let_go=self._let_go,
            ticks=self.world.ticks,
            rest=self._watch.rest,
            fell=tuple(self._falls.values()),
            hash=hash_of(poses),
            poses=poses,
        )

    def _judge(self, tower: TowerId) -> None:
        """Determine the falls; remove fallen towers that others touch, and wait for rest again.

        Fallen towers belong to no seat, so no other tower may lean on them.
        """
        homes = self.table.homes() | {self.block.id: tower}
        falls = list(self.falls(tower))
        if self.world.passed:
            # The block came to rest in front of another tower, where both would overlap.
            falls.append(Fall(self.block.id, self.world.ticks, Cause.ON_OTHER_TOWER))
        falls += self._pushed_out(tower)
        for fall in falls:
            self._falls.setdefault(fall.block, fall)
        fell = {homes[name] for name in self._falls} - self._cleared
        lying = {name for name, home in homes.items() if home in fell}
        self.at_rest = not self.world.touching(lying)
        if not self.at_rest:
            self.world.remove(lying)
            self._cleared |= fell
            self._watch = RestWatch(self.world)

    def _pushed_out(self, tower: TowerId) -> Iterator[Fall]:
        """Yield the fall of a foundation that the hand pushed out of its seat's place."""
        for base in self.table.towers[tower][: self.table.setup.own_towers]:
            index = next(i for i, block in enumerate(self.world.blocks) if block.id == base.id)
            was, now = (
                self.table.over(base.kind, pose, (tower,))
                for pose in (base.pose, self.world.pose(index))
            )
            if now != was == tower:
                yield Fall(base.id, self.world.ticks, Cause.OUT_OF_PLACE)

    def falls(self, tower: TowerId) -> tuple[Fall, ...]:
        """Return the falls so far, in order, assuming the block is put on this tower."""
        in_hand, held = self.table.setup.falls.in_hand, self.tower is None
        towers = Towers(
            homes=self.table.homes() | {self.block.id: tower},
            bases=self.table.bases() | ({self.block.id} if not self.table.towers[tower] else set()),
            placed=self.block.id,
            spared_until=0 if in_hand else self._let_go,
            held_elsewhere=self.table.setup.falls.held_elsewhere,
        )
        falls = falls_of_towers(self.world, towers)
        return tuple(f for f in falls if in_hand or not held or f.block != self.block.id)

    def _last(self) -> Target:
        return Target(*self._wanted[-1][1:]) if self._wanted else Target(*self.block.pose)


def shaken(motion: Motion, tremor: Tremor | None) -> Motion:
    """Return a recorded move with the targets that a tremor makes of those wanted."""
    hand: _Rows = []
    for tick, wanted in enumerate(motion.targets()):
        _note(hand, tick, tremor.shake(wanted) if tremor else wanted.rounded())
    return replace(motion, hand=tuple(hand))


def resimulate(
    table: Table, motion: Motion, profile: Profile, check: Callable[[Placing], None] | None = None
) -> Motion:
    """Simulate a recorded move again, from the same table with the same hand.

    `check` is called before the hand opens. IllegalAction if it opens in front of another tower.
    """
    return deque(each_tick(table, motion, profile, check), maxlen=1)[0].result()


def each_tick(
    table: Table, motion: Motion, profile: Profile, check: Callable[[Placing], None] | None = None
) -> Iterator[Placing]:
    """Simulate a recorded move again, as `resimulate`; yield the same `Placing` after each tick."""
    placing = Placing(table, motion.block, motion.tower, profile)
    for target in motion.targets():
        placing.tick(target)
        yield placing
        if placing.has_lost:
            break
    if check is not None:
        check(placing)
    if placing.is_blocked:
        raise IllegalAction("the hand opens in front of another tower")
    placing.let_go(motion.tower)
    while not placing.at_rest:
        placing.tick(None)
        yield placing


def is_reproduced(table: Table, motion: Motion, profile: Profile) -> bool:
    """Return whether the simulation of a recorded move gives bit-identical results."""
    try:
        return resimulate(table, motion, profile) == motion
    except IllegalAction:
        return False


def fallen_by_tick(table: Table, move: Move) -> tuple[tuple[TowerId, ...], ...]:
    """Return the towers that lost a block, grouped by the tick of their first fall."""
    homes = _homes(table, move)
    first: dict[TowerId, int] = {}
    for fall in move.fell:
        first.setdefault(homes[fall.block], fall.tick)
    return tuple(tuple(tick) for _, tick in groupby(first, key=first.__getitem__))


def _homes(table: Table, move: Move) -> dict[BlockId, TowerId]:
    """Return the tower of every block that takes part in a move, in building order."""
    new = {move.block.id: move.tower} if isinstance(move, Motion) else {}
    return table.homes() | new


def towers_fallen(table: Table, move: Move) -> tuple[TowerId, ...]:
    """Return the towers that lost a block, in the order of their first fall."""
    return tuple(chain.from_iterable(fallen_by_tick(table, move)))


def apply_move(table: Table, move: Move) -> Table:
    """Return the table after a move."""
    fell = towers_fallen(table, move)
    if isinstance(move, Motion):
        return table.settled(dict(move.poses), move.block, move.tower, fell)
    return table.moved(dict(move.poses), fell)


def inconsistency(table: Table, kind: str, tower: TowerId, motion: Motion) -> str:
    """Return field and reason if a motion does not fit this table, kind and tower, else "".

    Nothing is simulated: these are necessary conditions for a recorded motion.
    """
    expected = table.in_hand(kind, tower)
    if not motion.let_go and table.reaches(motion.block.pose):
        expected = expected._replace(pose=motion.block.pose)  # dropped where nobody carried it
    if (motion.block, motion.tower) != (expected, tower):
        return f"block: is not {expected.id} for tower {tower}"
    return result_fault(table, motion)


def result_fault(table: Table, move: Move) -> str:
    """Return field and reason if the result of a move does not fit this table, else ""."""
    names = list(_homes(table, move))
    if [name for name, _ in move.poses] != names:
        return "poses: are not of the blocks on the table"
    if not {fall.block for fall in move.fell} <= set(names):
        return "fell: names a block that is not on the table"
    if hash_of(move.poses) != move.hash:
        return "hash: is not that of the poses"
    if not apply_move(table, move).in_reach:
        what = "tower" if isinstance(move, Motion) else "block"
        return f"poses: a {what} stands where no table is"
    return ""
