"""The small words everything else is written in: SI units, y up, radians."""

from typing import NamedTuple, NewType

Seat = NewType("Seat", int)
"""A player's place at the table, 0 … seats - 1, in playing order."""

BlockId = NewType("BlockId", str)
"""The name of one block in a scene, unique in it."""

TowerId = NewType("TowerId", int)
"""The place a tower stands on, counted from the left, from 0."""

Tick = NewType("Tick", int)
"""A control tick: the hand moves once per tick; a profile says how long one is."""


class Vec(NamedTuple):
    """A point or a direction in metres, y up."""

    x: float
    y: float


class Pose(NamedTuple):
    """Where a block is: its centre of mass in metres, its angle in radians, counter-clockwise."""

    x: float
    y: float
    angle: float
