"""The best places for blocks on all towers of a table, by geometry first, then simulation."""

import math
from collections.abc import Generator, Iterator, Sequence
from functools import lru_cache
from itertools import product

from towersim.common.units import BlockId, Pose, TowerId
from towersim.foresight.footing import PROBE, Spot, among, spots, with_room
from towersim.foresight.forecast import holding
from towersim.foresight.reach import Site, over, site, width
from towersim.physics.hand import Skill, swing
from towersim.scene.scene import Block, TableTop
from towersim.table.table import Placed, Table

SIMULATIONS = 4
"""The number of simulations of one place."""
_FAR = 1.2
"""The offset from the aim in these simulations, in standard deviations of the tremor."""
_TRIED = 3
"""The maximum number of orientations simulated for a block."""
_AHEAD = 0.5
"""Weight of the next block's risk relative to this one's."""


class Prospects:
    """The best places for every kind of block on every tower, each for the hand that builds it.

    Results for a tower are cached until it or the blocks near it change.
    """

    def __init__(self, table: Table, hands: Sequence[Skill]) -> None:
        """Take the hands by tower."""
        self._table = table
        self._hands = hands
        self._grounds: dict[TowerId, _Ground] = {}

    def room(self, tower: TowerId) -> float:
        """Return the risk of placing a plain block on a tower."""
        return self._ground(tower).spots(PROBE)[0].risk

    def guess(self, kind: str, tower: TowerId) -> float:
        """Return the risk in the best place without simulation, in about a millisecond."""
        return self._ground(tower).spots(self._new(kind))[0].risk

    def plan(self, kind: str, tower: TowerId) -> Spot:
        """Return the best place without simulation, considering the block after it, too."""
        return self._aimed(kind, tower, self._ground(tower).best(self._new(kind))[0])

    def confirm(self, kind: str, tower: TowerId) -> Generator[None, None, Spot]:
        """Return the best place by simulation; yields every few milliseconds."""
        ground, new = self._ground(tower), self._new(kind)
        if new not in ground.confirmed:
            ground.confirmed[new] = yield from self._look(kind, tower, ground)
        return self._aimed(kind, tower, ground.confirmed[new])

    def _look(self, kind: str, tower: TowerId, ground: "_Ground") -> Generator[None, None, Spot]:
        """Simulate the places in turn until one never falls; else return the best.

        A place is given up as soon as it cannot be the best any more.
        """
        spots, least = ground.best(self._new(kind)), math.inf
        best = spots[0]
        for spot in spots:
            yield
            falls, tried = 0, spot
            for x, angle in _shaken(spot.at, ground.hand) if ground.site.own else ():
                if _badness(tried) >= least:
                    break
                aim = over(self._table, kind, x, angle)
                falls += not (yield from holding(self._table, kind, tower, aim))
                tried = spot._replace(risk=1 - (1 - spot.risk) * (1 - falls / (SIMULATIONS + 1)))
            if _badness(tried) < least:
                best, least = tried, _badness(tried)
            if not falls:
                break
        return best

    def _ground(self, tower: TowerId) -> "_Ground":
        if tower not in self._grounds:
            setup = self._table.setup
            room = max(width(piece.shape) for piece in setup.pieces.values())
            near = site(self._table, tower, room)
            self._grounds[tower] = _ground(setup.table, near, self._hands[tower])
        return self._grounds[tower]

    def _new(self, kind: str) -> Block:
        return self._table.block(Placed(BlockId(kind), kind, Pose(0.0, 0.0, 0.0)))

    def _aimed(self, kind: str, tower: TowerId, spot: Spot) -> Spot:
        """Return the spot with the pose of release."""
        x, _, angle = spot.at
        if not self._table.towers[tower]:
            x = self._table.free_x(kind, tower, angle)
        return spot._replace(at=over(self._table, kind, x, angle))


class _Ground:
    """One tower for one hand, with cached results by block.

    Results depend only on the constructor's arguments and the block without its pose, so matches
    can share them.
    """

    def __init__(self, _top: TableTop, near: Site, hand: Skill) -> None:
        self.site = near
        self.hand = hand
        self.confirmed: dict[Block, Spot] = {}
        self._tower = among(*near)
        self._spots: dict[Block, tuple[Spot, ...]] = {}
        self._best: dict[Block, list[Spot]] = {}

    def spots(self, new: Block) -> tuple[Spot, ...]:
        if new not in self._spots:
            self._spots[new] = spots(self._tower, new, self.hand)
        return self._spots[new]

    def best(self, new: Block) -> list[Spot]:
        if new not in self._best:
            tried = self.spots(new)[:_TRIED]
            roomy = (with_room(self._tower, new, spot, self.hand) for spot in tried)
            self._best[new] = sorted(roomy, key=_badness)
        return self._best[new]


_ground = lru_cache(maxsize=32)(_Ground)
"""Cached, as every decision asks again and most towers are unchanged; keys are frozen values."""


def _badness(spot: Spot) -> float:
    return spot.risk + _AHEAD * spot.after


def _shaken(at: Pose, hand: Skill) -> Iterator[tuple[float, float]]:
    """Yield x and angle of four poses that represent the releases of a trembling hand."""
    sway = _FAR * hand.sway(at.y)
    for aside, turned in product((-sway, sway), repeat=2):
        yield at.x + aside, at.angle + swing(turned)
