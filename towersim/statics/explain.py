"""What the balance of a scene says to people: label, margin, the weak spot, forces and motion."""

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec
import numpy as np

from towersim.physics.touching import TABLE, TOUCH, Joint, joints
from towersim.scene import Scene
from towersim.statics.balance import Balance, balance
from towersim.statics.equilibrium import Limit, at_rest, lacking, limit
from towersim.statics.program import Floats
from towersim.units import BlockId, Vec

SAME = 1e-9
"""Margins, and motions as a share of the greatest one, that differ by less are the same."""


class Motion(NamedTuple):
    """How a block begins to move while the fastest point of all moves a metre: metres, radians."""

    dx: float
    dy: float
    dtheta: float


class Force(NamedTuple):
    """What block `b` (None: the table) does to block `a` at a point: newtons, metres."""

    a: BlockId
    b: BlockId | None
    at: Vec
    force: Vec


class Help(NamedTuple):
    """What would have to hold a block from outside: fx and fy in newtons, moment in N·m."""

    fx: float
    fy: float
    moment: float


class Summary(msgspec.Struct, frozen=True):
    """What `towersim analyse --json` prints.

    A scene that falls has no margin; one that no tilt brings down has none either, and tilts to
    90 degrees.
    """

    stable: bool
    margin: float | None
    """λ: this share of every block's weight, sideways, brings it down; tan of `tilt_deg`."""
    tilt_deg: float | None
    direction: Literal["+x", "-x"] | None
    """The way it is easier to push; for both, +x."""
    weakest: BlockId | None
    """The block that comes off another first, or that needs help most."""
    shortfall: float
    """Σ(|fx| + |fy| + |moment| / reach) of the least help it needs, over the whole weight."""
    contacts: int
    """How many points carry."""


class Analysis(msgspec.Struct, frozen=True):
    """All that statics knows about a scene."""

    summary: Summary
    mechanism: dict[BlockId, Motion]
    """How each block moves when it gives way; those that stay are left out."""
    missing: dict[BlockId, Help]
    """What is missing, and where, if it cannot stand."""
    forces: tuple[Force, ...]
    """One way to carry the weight, half-way between the two limits; contact by contact."""
    thrusts: tuple[Force, ...]
    """The same, face by face, at the centre of pressure: the thrust line goes through these."""


def analyse(scene: Scene, reach: float = TOUCH) -> Analysis:
    """Return what statics knows about a scene whose blocks touch if within `reach` metres.

    For poses that were simulated, `reach` is `towersim.physics.touching.SETTLED`.

    >>> from towersim.scene import Block, Box, Material, TableTop
    >>> from towersim.units import Pose
    >>> post = Block(BlockId("post"), Box(0.02, 0.08), Material(), 0.02, Pose(0.0, 0.04, 0.0))
    >>> round(analyse(Scene(TableTop(), (post,))).summary.tilt_deg, 3)
    14.036
    """
    touching = list(joints(scene, reach))
    rows = balance(scene, touching)
    rest = at_rest(rows)
    if rest is None:
        return _falling(_Structure(scene, touching, rows))
    return _standing(_Structure(scene, touching, rows), rest)


def said(summary: Summary) -> str:
    """Return a summary in one line of plain English.

    >>> said(Summary(True, 0.25, 14.036, "+x", BlockId("post"), 0.0, 2))
    'stands, and tilts to 14.04° (λ = 0.25); then it gives way towards +x, first at post'
    """
    if not summary.stable:
        lack = f"it lacks a hold worth {summary.shortfall:.2%} of its weight"
        return f"cannot stand; {lack}, most of it at {summary.weakest}"
    if summary.margin is None:
        return "stands, and no tilt brings it down"
    way = f"gives way towards {summary.direction}, first at {summary.weakest}"
    return f"stands, and tilts to {summary.tilt_deg:.2f}° (λ = {summary.margin:.4g}); then it {way}"


class _Structure(NamedTuple):
    scene: Scene
    joints: Sequence[Joint]
    rows: Balance

    @property
    def points(self) -> int:
        """How many points touch."""
        return sum(len(joint.points) for joint in self.joints)

    def name(self, index: int) -> BlockId | None:
        """Return the name of a block, None for the table."""
        return None if index == TABLE else self.scene.blocks[index].id


def _standing(it: _Structure, rest: Floats) -> Analysis:
    right, left = limit(it.rows, 1), limit(it.rows, -1)
    easier = right if right.margin <= left.margin + SAME else left
    limited, motion = math.isfinite(easier.margin), _scaled(it.rows, easier.motion)
    summary = Summary(
        stable=True,
        margin=easier.margin if limited else None,
        tilt_deg=math.degrees(math.atan(easier.margin)),
        direction=("+x" if easier is right else "-x") if limited else None,
        weakest=_weakest(it, motion) if limited else None,
        shortfall=0.0,
        contacts=it.points,
    )
    carried = _carried(it, _between(right, left, rest))
    return Analysis(summary, _mechanism(it, motion), {}, *carried)


def _falling(it: _Structure) -> Analysis:
    lack = lacking(it.rows)
    units = np.outer(it.rows.weights, (1.0, 1.0, 1.0))
    units[:, 2] *= it.rows.reaches
    shares = np.abs(lack.help / units).sum(axis=1)
    ids = [it.scene.blocks[i].id for i in it.rows.free]
    summary = Summary(
        stable=False,
        margin=None,
        tilt_deg=None,
        direction=None,
        weakest=ids[int(np.argmax(shares))],
        shortfall=lack.share,
        contacts=it.points,
    )
    each = zip(ids, lack.help.tolist(), shares, strict=True)
    missing = {name: Help(*needs) for name, needs, share in each if share > SAME}
    motion = _scaled(it.rows, lack.motion)
    carried = _carried(it, lack.pushes)
    return Analysis(summary, _mechanism(it, motion), missing, *carried)


def _between(right: Limit, left: Limit, rest: Floats) -> Floats:
    """Return pushes that carry the weight alone: a mean of those at the two limits.

    Where many pushes would do, those of a limit are one-sided, and so are those of a program that
    has nothing to choose by; a mean of two that lean opposite ways is nearer to the truth.
    """
    both = right.margin + left.margin
    if not (SAME < both < math.inf):
        return rest
    mean: Floats = (right.pushes * left.margin + left.pushes * right.margin) / both
    return mean


def _scaled(rows: Balance, motion: Floats) -> Floats:
    """Return the motion with its fastest point moving a metre."""
    fastest = _speeds(rows, motion).max(initial=0.0)
    scaled: Floats = motion / fastest if fastest else motion
    return scaled


def _speeds(rows: Balance, motion: Floats) -> Floats:
    """Return how far the fastest point of each block moves, at the most, in metres."""
    reaches = rows.reaches[: len(motion)]
    speeds: Floats = np.hypot(motion[:, 0], motion[:, 1]) + np.abs(motion[:, 2]) * reaches
    return speeds


def _mechanism(it: _Structure, motion: Floats) -> dict[BlockId, Motion]:
    moving = _speeds(it.rows, motion) > SAME
    rows = np.where(np.abs(motion) > SAME, motion, 0.0).tolist()
    each = zip(it.rows.free, rows, moving, strict=False)
    return {it.scene.blocks[i].id: Motion(*row) for i, row, moves in each if moves}


def _weakest(it: _Structure, motion: Floats) -> BlockId:
    """Return the block that comes off another fastest; if all roll along, the fastest of all."""
    place = {i: n for n, i in enumerate(it.rows.free)}
    speeds = _speeds(it.rows, motion)

    def moved(i: int, at: Vec) -> tuple[float, float]:
        if i not in place:
            return 0.0, 0.0
        (dx, dy, turn), pose = motion[place[i]], it.scene.blocks[i].pose
        return dx - turn * (at.y - pose.y), dy + turn * (at.x - pose.x)

    fastest, weakest = SAME, int(np.argmax(speeds))
    for joint in it.joints:
        apart = max(math.dist(moved(joint.a, at), moved(joint.b, at)) for at in joint.points)
        # Of many that come apart equally fast, the first is as good as any; noise must not choose.
        if apart > fastest * (1 + SAME) + SAME:
            free = [place[i] for i in joint[:2] if i in place]
            fastest, weakest = apart, max(free, key=lambda n: speeds[n])
    return it.scene.blocks[it.rows.free[weakest]].id


def _carried(it: _Structure, pushes: Floats) -> tuple[tuple[Force, ...], tuple[Force, ...]]:
    """Return what each touching point carries, and what each face carries and where.

    Points that carry nothing are among the former, faces that carry nothing not among the latter.
    """
    points = {(n, at): [0.0, 0.0] for n, joint in enumerate(it.joints) for at in joint.points}
    sums = [[0.0] * 5 for _ in it.joints]
    for (n, at, along), size in zip(it.rows.pushes, pushes.tolist(), strict=True):
        x, y = size * along.x, size * along.y
        points[n, at][0] += x
        points[n, at][1] += y
        # A push is 1 along the normal, so its size is the pressure that it adds.
        sums[n] = [
            total + more
            for total, more in zip(sums[n], (size, size * at.x, size * at.y, x, y), strict=True)
        ]
    ends = [(it.scene.blocks[joint.a].id, it.name(joint.b)) for joint in it.joints]
    return (
        tuple(Force(*ends[n], at, Vec(*force)) for (n, at), force in points.items()),
        tuple(
            Force(*end, Vec(x / size, y / size), Vec(fx, fy))
            for end, (size, x, y, fx, fy) in zip(ends, sums, strict=True)
            if size > 0
        ),
    )
