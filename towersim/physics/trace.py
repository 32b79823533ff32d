"""The last seconds of a world, tick by tick: poses, contacts, and what the hand holds."""

from typing import NamedTuple

from towersim.common.units import Vec
from towersim.physics.world import Array, World

WATCHED = 10.0
"""Time before the present for which a trace remembers each tick, in seconds."""
_CARRIES = 0.3
"""Least vertical component of the unit normal of a contact that carries."""


class ContactPoint(NamedTuple):
    """A contact point in metres, and the unit normal there from the first block to the second."""

    at: Vec
    normal: Vec

    @property
    def carries(self) -> bool:
        """Whether one of the blocks may rest on the other there."""
        return abs(self.normal.y) >= _CARRIES


class Frame(NamedTuple):
    """State of one tick: poses (n × 3), and the contact points of each touching pair of indices."""

    poses: Array
    contacts: dict[tuple[int, int], tuple[ContactPoint, ...]]
    held: int | None
    """The index of the block in the hand; None: the hand is empty."""


class Trace:
    """Poses and contacts of a world for its last ticks, up to twice `WATCHED`."""

    def __init__(self, world: World) -> None:
        """Begin to watch a world; blocks lifted into it later are ignored."""
        self.blocks = tuple(world.blocks)
        self.tick_seconds = 1 / world.profile.tick_hz
        self.first = world.ticks
        self.most = world.profile.ticks(WATCHED)
        """The number of ticks that are always remembered."""
        self.table = world.scene.table
        self.landed = self.blocks[-1].id if world.hand.holds else None
        self.frames = [_frame(world)]
        self.joints: dict[int, frozenset[tuple[int, int]]] = {}
        """The joints (lower and upper index) in the ticks that were analysed, by tick."""

    def update(self, world: World) -> None:
        """Record one more tick of the world."""
        self.frames.append(_frame(world))
        if len(self.frames) > 2 * self.most:
            del self.frames[: self.most]
            self.first += self.most
            self.joints = {}


def _frame(world: World) -> Frame:
    contacts: dict[tuple[int, int], tuple[ContactPoint, ...]] = {}
    rows = world.all_contacts()  # one for each two convex parts that touch
    columns = (rows[name].tolist() for name in ("a", "b", "normal", "at", "points"))
    for a, b, direction, places, points in zip(*columns, strict=True):
        normal = Vec(*direction)
        spots = (ContactPoint(Vec(*at), normal) for at in places[:points])
        contacts[a, b] = (*contacts.get((a, b), ()), *spots)
    return Frame(world.poses, contacts, len(world.blocks) - 1 if world.hand.holds else None)
