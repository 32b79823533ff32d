"""One block from the pool to rest: the hand's way, its letting go, and what gravity made of it.

A `Placing` is that move while it happens; a `Motion` is what a record keeps of it, enough to have
it happen again to the bit.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated

import msgspec
import numpy as np
from msgspec import Meta

from towersim.physics.hand import Tremor
from towersim.physics.profile import Profile
from towersim.physics.settle import Fall, RestWatch, verdict
from towersim.physics.world import Array, World, fingerprint
from towersim.table import Placed, Table
from towersim.units import BlockId, Pose, Target, TowerId

Ticks = Annotated[int, Meta(ge=0, le=100_000)]
"""A number of control ticks; the hand tires before there are more."""
TIRED = 600.0
"""After so many seconds the hand can hold a block no longer."""
FAR = 1e9
"""No block is ever this far away, in metres, not even one that fell off the table long ago."""


class Motion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished move of the hand and gravity."""

    block: Placed
    """What was in the hand, and where it was taken."""
    tower: TowerId
    """The tower it was meant for."""
    hand: tuple[tuple[Ticks, float, float, float], ...]
    """Targets: tick, x, y (metres), angle (radians); each holds until the next."""
    let_go: Ticks
    """The tick at which the hand opened."""
    ticks: Ticks
    rest: bool
    fell: tuple[Fall, ...]
    hash: str
    """Fingerprint of the poses."""
    poses: tuple[tuple[BlockId, Pose], ...]
    """Where everything was in the end, what fell included, in building order."""

    def __post_init__(self) -> None:
        """Refuse what no hand and no block could ever do."""
        ticks = [0, *(tick for tick, *_ in self.hand), self.let_go]
        if any(late < early for early, late in pairwise(ticks)) or self.let_go > self.ticks:
            raise ValueError("its ticks are out of order")
        poses = (self.block.pose, *(pose for _, pose in self.poses))
        targets = (target for _, *target in self.hand)
        if any(abs(number) > FAR for row in (*poses, *targets) for number in row):
            raise ValueError("something is too far away to be on any table")

    @property
    def end(self) -> Array:
        """The poses at rest as an array, n x 3, in building order."""
        return np.array([pose for _, pose in self.poses], dtype=np.float64)

    def targets(self) -> Iterator[Target]:
        """Yield the hand's target for every tick until it let go."""
        ends = (*self.hand, (self.let_go, 0.0, 0.0, 0.0))
        for (tick, *target), (until, *_) in pairwise(ends):
            for _ in range(until - tick):
                yield Target(*target)


class Placing:
    """A block in the hand, then in the air, then at rest; the world it happens in is its own."""

    def __init__(
        self, table: Table, kind: str, profile: Profile, tremor: Tremor | None = None
    ) -> None:
        """Take a block of this kind into a hand that trembles, or one that does not."""
        self.table = table
        self._tremor = tremor
        self.block = table.in_hand(kind)
        self.world = World(table.scene(), profile, _asleep(table))
        self.world.lift(table.block(self.block))
        self.tower: TowerId | None = None
        self._let_go = 0
        self._hand: list[tuple[int, float, float, float]] = []
        self._watch = RestWatch(self.world)

    @property
    def pose(self) -> Pose:
        """Where the block is now."""
        return self.world.pose(len(self.world.blocks) - 1)

    @property
    def untouched(self) -> bool:
        """Whether the hand has touched nothing so far: every tower is as it was."""
        return bool(self.world.awake.sum() == 1) and not self.world.first_touch

    @property
    def tired(self) -> bool:
        """Whether the hand has held the block for as long as it can."""
        return self.tower is None and self.world.ticks >= self.world.profile.ticks(TIRED)

    @property
    def at_rest(self) -> bool:
        """Whether the block was let go of and all has come to rest, or the cap is reached."""
        return self.tower is not None and self._watch.done

    def tick(self, target: Target | None) -> None:
        """Let one control tick pass; without a target the hand stays where it was told to go."""
        if self.tower is None:
            asked = target or self._last()
            asked = self._tremor.shake(asked) if self._tremor and target else asked.rounded()
            if not self._hand or self._hand[-1][1:] != asked:
                self._hand.append((self.world.ticks, *asked))
            self.world.tick(asked)
        else:
            self.world.tick()
            self._watch.update()

    def let_go(self, tower: TowerId) -> None:
        """Open the hand; the block is meant for this tower."""
        self.tower = tower
        self._let_go = self.world.ticks
        self.world.hand.open()
        self._watch = RestWatch(self.world)

    def blocks(self) -> Iterator[tuple[Placed, TowerId | None, bool]]:
        """Yield every block where it is now, its tower if it has one, and whether it is held."""
        homes = self.table.homes()
        standing = [placed for tower in self.table.towers for placed in tower]
        for index, placed in enumerate((*standing, self.block)):
            held = placed is self.block and self.world.hand.holds
            yield placed._replace(pose=self.world.pose(index)), homes.get(placed.id), held

    def motion(self) -> Motion:
        """Return the finished move."""
        if self.tower is None:
            raise RuntimeError("the block is still in the hand")
        homes = self.table.homes() | {self.block.id: self.tower}
        answer = verdict(self._watch, homes, self.block.id, self._let_go)
        return Motion(
            block=self.block,
            tower=self.tower,
            hand=tuple(self._hand),
            let_go=self._let_go,
            ticks=answer.ticks,
            rest=answer.rest,
            fell=answer.fell,
            hash=self.world.hash(),
            poses=tuple(
                (block.id, self.world.pose(index)) for index, block in enumerate(self.world.blocks)
            ),
        )

    def _last(self) -> Target:
        return Target(*self._hand[-1][1:]) if self._hand else Target(*self.block.pose)


def again(table: Table, motion: Motion, profile: Profile) -> Motion:
    """Simulate a recorded move once more, from the same table with the same hand."""
    placing = Placing(table, motion.block.kind, profile)
    for target in motion.targets():
        placing.tick(target)
    placing.let_go(motion.tower)
    while not placing.at_rest:
        placing.tick(None)
    return placing.motion()


def towers_fallen(table: Table, motion: Motion) -> tuple[TowerId, ...]:
    """Return the towers that lost a block, in the order of their first fall."""
    homes = table.homes() | {motion.block.id: motion.tower}
    return tuple(dict.fromkeys(homes[fall.block] for fall in motion.fell))


def after(table: Table, motion: Motion) -> Table:
    """Return the table as a move leaves it."""
    fell = towers_fallen(table, motion)
    return table.settled(dict(motion.poses), motion.block, motion.tower, fell)


def misfit(table: Table, kind: str, tower: TowerId, motion: Motion) -> str:
    """Return where and why a motion cannot be that of such a block, put there; else nothing.

    Nothing is simulated: this is what must be true of a motion that is only believed.
    """
    expected = table.in_hand(kind)
    if (motion.block, motion.tower) != (expected, tower):
        return f"block: is not {expected.id} for tower {tower}"
    names = [*table.homes(), expected.id]
    if [name for name, _ in motion.poses] != names:
        return "poses: are not of the blocks on the table"
    if not {fall.block for fall in motion.fell} <= set(names):
        return "fell: names a block that is not on the table"
    if fingerprint(motion.end) != motion.hash:
        return "hash: is not that of the poses"
    if not after(table, motion).in_reach:
        return "poses: a tower stands where no table is"
    return ""


def _asleep(table: Table) -> list[list[BlockId]]:
    return [[placed.id for placed in tower] for tower in table.towers if tower]
