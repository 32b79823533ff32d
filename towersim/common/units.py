"""Basic types of all other modules, in SI units, y up, radians."""

from typing import NamedTuple, NewType

Seat = NewType("Seat", int)
"""A player's place at the table, 0 … seats - 1, in playing order."""

BlockId = NewType("BlockId", str)
"""The name of one block in a scene, unique in it."""

TowerId = NewType("TowerId", int)
"""The place of a tower, counted from the left, from 0."""


class Vec(NamedTuple):
    """A point or a direction in metres, y up."""

    x: float
    y: float


class Pose(NamedTuple):
    """The pose of a block: centre of mass in metres, counter-clockwise angle in radians."""

    x: float
    y: float
    angle: float


class Target(NamedTuple):
    """The target pose of the hand in metres and radians, recorded to 0.01 mm and 0.1 mrad."""

    x: float
    y: float
    angle: float = 0.0

    def rounded(self) -> "Target":
        """Return the target with the precision of records, which is also that of the hand.

        >>> Target(0.1234567, 0.2, 1.23456).rounded()
        Target(x=0.12346, y=0.2, angle=1.2346)
        """
        return Target(round(self.x, 5), round(self.y, 5), round(self.angle, 4))
