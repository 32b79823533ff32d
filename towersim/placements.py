"""What is kept of each piece that a person places: how far off, how still, whether it stood."""

import math
from statistics import pstdev

import msgspec

from towersim.placing import Motion
from towersim.table import Placed, Table

STILL = 0.5
"""The hand's tremor is measured over this time before it lets go, in seconds."""
SANK = 0.01
"""A piece that stood has come down if it sank by more than this, in metres."""
MISSED = 0.015
"""The piece in the hand has come down if it fell by more than this, in metres."""


class Placement(msgspec.Struct, frozen=True):
    """One piece that was placed in an attempt; lengths in metres, angles in radians."""

    kind: str
    error: float | None
    """How far it came to rest from where the hand let go, along the table; None if it fell."""
    tremor: float
    """How much the hand moved in the last half second before it let go: standard deviation."""
    height: float
    """How high its centre of mass was when it was let go."""
    fell: bool
    """Whether it, or another piece, came down."""
    tilt: float | None = None
    """The tilt that all withstood then, by statics, in degrees; 0: it would not stand by statics
    alone, None: not known."""
    x: float | None = None
    """Where it was when the attempt ended; None if it was gone."""
    y: float | None = None
    angle: float | None = None
    taken: bool = False
    """Whether it was taken out of the building and not placed; `height` is where it was then."""


def taken_out(piece: Placed, before: Table, after: Table) -> Placement:
    """Return what is kept of a piece that was taken out of a table, and of what came down then."""
    now = {placed.id: placed.pose for tower in after.towers for placed in tower}
    stood = [placed for tower in before.towers for placed in tower if placed.id != piece.id]
    sank = any(it.id not in now or it.pose.y - now[it.id].y > SANK for it in stood)
    return Placement(piece.kind, None, 0.0, piece.pose.y, fell=sank, taken=True)


def measured(motion: Motion, before: Table, tick_seconds: float) -> Placement:
    """Return what a finished move of the hand from a table says about the hand."""
    aims = list(motion.targets())[-round(STILL / tick_seconds) :]
    x, y = aims[-1][:2] if aims else motion.block.pose[:2]
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
    )
