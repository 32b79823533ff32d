"""Compact encoding of poses: differences in integer units of a fiftieth of a millimetre.

A track is a block's path through the frames of one move. It is encoded as the first pose and, for
each frame, the changes of x, y and angle as zigzag varints as in Protocol Buffers: a resting or
slow block takes three bytes per frame.
"""

from collections.abc import Sequence
from typing import Final

from towersim.common.units import Pose

LENGTH: Final = 2e-5
"""Metres per unit."""
TURN: Final = 2e-4
"""Radians per unit."""

Units = tuple[int, int, int]
"""A pose in units."""


def units(pose: Pose) -> Units:
    """Return a pose in units, rounded to within half a unit.

    >>> units(Pose(0.1, -0.02, 0.0))
    (5000, -1000, 0)
    """
    return round(pose.x / LENGTH), round(pose.y / LENGTH), round(pose.angle / TURN)


def packed(track: Sequence[Units]) -> bytes:
    """Return a track as bytes.

    >>> packed([(1, -1, 0), (1, 63, 0)]).hex()
    '02010000800100'
    """
    data, before = bytearray(), (0, 0, 0)
    for pose in track:
        for new, old in zip(pose, before, strict=True):
            _append(data, new - old)
        before = pose
    return bytes(data)


def _append(data: bytearray, number: int) -> None:
    rest = number << 1 if number >= 0 else (-number << 1) - 1
    while rest >= 0x80:
        data.append(rest & 0x7F | 0x80)
        rest >>= 7
    data.append(rest)
