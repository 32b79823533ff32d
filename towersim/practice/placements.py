"""Data on each placement by a person: error, tremor, height, and whether anything fell."""

import math
from statistics import pstdev

import msgspec

from towersim.table.placing import Motion
from towersim.table.table import Placed, Table

STILL = 0.5
"""The time before release over which the tremor is measured, in seconds."""
SANK = 0.01
"""A standing piece counts as fallen if it sank by more than this, in metres."""
MISSED = 0.015
"""The released piece counts as fallen if it sank by more than this, in metres."""


class Placement(msgspec.Struct, frozen=True):
    """One piece placed or taken out in an attempt; lengths in metres, angles in radians."""

    kind: str
    error: float | None
    """Distance along x between the hand's last target and the rest; None after a fall."""
    tremor: float
    """Standard deviation of the hand's targets in the last half second before release."""
    height: float
    """Height of the hand's last target at release, or of the piece taken out."""
    fell: bool
    """Whether this or another piece fell."""
    tilt: float | None = None
    """The tilt that the building withstood afterwards, by statics, in degrees; 0: not stable by
    statics alone, None: not known."""
    x: float | None = None
    """x at the end of the attempt, like `y` and `angle` None if the piece was gone."""
    y: float | None = None
    angle: float | None = None
    taken: bool = False
    """Whether the piece was taken out instead of placed."""
    turned: float | None = None
    """Angle of the hand's last target at release; None: not known, or taken out."""


def taken_out(piece: Placed, before: Table, after: Table) -> Placement:
    """Return the data on a piece that was taken out of a table."""
    now = {placed.id: placed.pose for tower in after.towers for placed in tower}
    stood = [placed for tower in before.towers for placed in tower if placed.id != piece.id]
    sank = any(p.id not in now or p.pose.y - now[p.id].y > SANK for p in stood)
    return Placement(piece.kind, None, 0.0, piece.pose.y, fell=sank, taken=True)


def measured(motion: Motion, before: Table, tick_seconds: float) -> Placement:
    """Return the data on a finished move of the hand from a table."""
    aims = list(motion.targets())[-round(STILL / tick_seconds) :]
    x, y, turned = aims[-1] if aims else motion.block.pose
    ends = dict(motion.poses)
    rest = ends[motion.block.id]
    stood = {placed.id: placed.pose for tower in before.towers for placed in tower}
    sank = any(pose.y - ends[name].y > SANK for name, pose in stood.items() if name in ends)
    fell = bool(motion.fell) or sank or y - rest.y > MISSED
    spread = [pstdev(axis) for axis in zip(*(aim[:2] for aim in aims), strict=True)]
    return Placement(
        kind=motion.block.kind,
        error=None if fell else abs(rest.x - x),
        tremor=math.hypot(*spread),
        height=y,
        fell=fell,
        turned=turned,
    )
