"""Static analysis of a scene: label, margin, weakest block, forces, collapse motion, picture."""

import math
from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

import msgspec
import numpy as np
from msgspec.structs import replace

from towersim.common.errors import OptionFault, float_of, quoted
from towersim.common.units import BlockId, Pose, Vec
from towersim.geometry.shapes import lies_on_facet
from towersim.geometry.touching import TOUCH
from towersim.scene.contacts import TABLE, Joint, joints, tolerance_of
from towersim.scene.picture import Patch, Picture, outlines, plot, scene_picture, svg
from towersim.scene.scene import Block, Scene
from towersim.statics import equilibrium
from towersim.statics.balance import Balance, balance
from towersim.statics.least_squares import least_norm
from towersim.statics.linear_program import SMALL, Floats

SAME = 1e-9
"""Greatest difference of equal margins, and of equal motions relative to the greatest one."""
SLIDING = 1e-7
"""Least sliding (relative to the fastest motion) and pressure (to a block's weight) that count."""
CLOSED = 1e-6
"""Greatest support that the forces leave missing, per weight of the block."""
ROUNDING = 1e-9
"""Least reach, in metres and as a share of the thinnest block: rounding opens narrower contacts."""
FORCE, THRUST, MOTION = "#2868a0", "#143c6e", "#c43428"
"""Colours of contact forces, of the thrust line, and of the mechanism."""
LONGEST, FARTHEST = 0.16, 0.05
"""Drawn length of the greatest force, and of the greatest motion, as a share of the picture."""
PALE = 0.45
"""Share of paper in the colours of blocks, on which the lines are dark enough."""
DOT = 0.006
"""Half the width of a centre of pressure, as a share of the picture."""


class Displacement(NamedTuple):
    """The initial motion of a block in metres and radians.

    It is scaled: the largest |(dx, dy)| + |dtheta| times the block's radius in a scene is 1 m.
    """

    dx: float
    dy: float
    dtheta: float


class Force(NamedTuple):
    """The force in newtons of block `b` (None: the table) on block `a`, at a point in metres."""

    a: BlockId
    b: BlockId | None
    at: Vec
    force: Vec


class Help(NamedTuple):
    """The external support that a block needs: fx and fy in newtons, moment in N·m."""

    fx: float
    fy: float
    moment: float


class Gap(NamedTuple):
    """The gap in metres (< 0: overlap) of touching blocks a and b (None: the table)."""

    a: BlockId
    b: BlockId | None
    gap: float


class Summary(msgspec.Struct, frozen=True):
    """The answer that `towersim analyse --json` prints.

    `margin` is None unless the scene stands, and also if no tilt brings it down (`tilt_deg` 90).
    """

    verdict: equilibrium.StaticVerdict
    """`stands`, `falls`, or `jams`: it stands only if its contacts were prestressed."""
    stable: bool
    """Whether it stands without prestressed contacts."""
    margin: float | None
    """λ: horizontal load on every block at collapse, per weight; tan of `tilt_deg`."""
    bound: Literal["exact", "upper"] | None
    """`upper` if loaded contacts slide in the mechanism: the scene may then collapse below λ."""
    tilt_deg: float | None
    direction: Literal["+x", "-x"] | None
    """Direction of the smaller λ; +x if both are equal."""
    weakest: BlockId | None
    """The block that separates from another first or, if the scene falls, needs most support."""
    shortfall: float
    """Σ(|fx| + |fy| + |moment| / radius) of the least support it needs, over the whole weight."""
    contacts: int
    reach: float
    """Greatest gap between blocks that count as touching, in metres."""
    snapped: int
    """Number of joints with a gap or an overlap above rounding."""
    widest_gap: float
    """The widest of these gaps or the deepest overlap, in metres."""
    facets: tuple[BlockId, ...]
    """Blocks that lie on a facet of an approximated curve: their margin is that of the facet."""


class Analysis(msgspec.Struct, frozen=True):
    """The statics of a scene."""

    summary: Summary
    mechanism: dict[BlockId, Displacement]
    """The collapse motion of each block that moves; for `jams`, that without prestress."""
    missing: dict[BlockId, Help]
    """The external support that each block needs, if the scene falls."""
    forces: tuple[Force, ...]
    """The contact forces that carry the weight, by contact point: of all solutions, that with the
    least sum of squares (`least_forces`)."""
    thrusts: tuple[Force, ...]
    """These forces summed for each joint, at its centre of pressure: points of the thrust line."""
    snapped: tuple[Gap, ...]
    """The gaps and overlaps that were treated as closed."""
    scene: Scene

    def plot(self, axes: Any = None) -> Any:  # noqa: ANN401 - matplotlib is optional
        """Draw forces, thrust line and mechanism on axes of matplotlib, and return them.

        The axes are of a new figure by default. OptionFault if matplotlib is not installed (extra
        `plots`).
        """
        return plot(self.picture(), axes)

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows: forces, thrust line and mechanism."""
        return svg(self.picture())

    def picture(self) -> Picture:
        """Return the picture of forces, thrust line and mechanism.

        Forces are blue lines through their points, the longest that of the greatest resultant. The
        dark thrust line leads through each block from the centres of pressure that load it (or from
        its centre of mass) to those that carry it. Red outlines are the blocks moved by the
        mechanism, with an arrow along the way of each centre.
        """
        scene, thrusts = self.scene, self.thrusts
        picture = scene_picture(scene.table, scene.blocks, PALE)
        greatest = max((math.hypot(*force) for *_, force in thrusts), default=0.0)
        unit, dot = LONGEST * picture.side / greatest if greatest else 0.0, DOT * picture.side
        patches = [*picture.patches]
        for block in scene.blocks:
            patches += [Patch((line,), None, THRUST, 2.0) for line in _thrust_lines(block, thrusts)]
        for *_, at, force in self.forces:
            x, y = force.x * unit / 2, force.y * unit / 2
            line = Vec(at.x - x, at.y - y), Vec(at.x + x, at.y + y)
            patches.append(Patch((line,), None, FORCE, 1.2))
        patches += [Patch((_square(at, dot),), THRUST, None) for *_, at, _ in thrusts]
        for block in scene.blocks:
            motion = self.mechanism.get(block.id)
            if motion is not None:
                ways = zip(block.pose, motion, strict=True)
                moved = Pose(*(a + FARTHEST * picture.side * b for a, b in ways))
                rings = ((*ring, ring[0]) for ring in outlines(block, moved))
                patches += [Patch((ring,), None, MOTION, 1.5) for ring in rings]
                patches += _arrow(block.pose, moved, 2 * dot)
        return picture._replace(patches=tuple(patches), title=describe(self.summary))

    def __repr__(self) -> str:
        text, n = describe(self.summary), len(self.scene.blocks)
        return f"Analysis({n} block{'' if n == 1 else 's'}, {len(self.forces)} forces: {text})"


class Structure(NamedTuple):
    """A scene with its joints and equilibrium equations, from which all statics follow."""

    scene: Scene
    joints: Sequence[Joint]
    rows: Balance
    reach: float

    @property
    def pairs(self) -> list[tuple[BlockId, BlockId | None]]:
        """The names of the two blocks of each joint; None for the table."""
        names = [*(block.id for block in self.scene.blocks), None]
        return [(self.scene.blocks[joint.a].id, names[joint.b]) for joint in self.joints]

    @property
    def snapped(self) -> tuple[Gap, ...]:
        """The gaps and overlaps above rounding."""
        each = zip(self.pairs, self.joints, strict=True)
        return tuple(Gap(*pair, joint.gap) for pair, joint in each if abs(joint.gap) > TOUCH)

    @property
    def facets(self) -> tuple[BlockId, ...]:
        """The blocks that lie on a facet of an approximated curve, in building order."""
        blocks = self.scene.blocks
        on_facet = {
            index
            for joint in self.joints
            for index in joint[:2]
            if index != TABLE and lies_on_facet(blocks[index], joint.points)
        }
        return tuple(blocks[index].id for index in sorted(on_facet))


def structure_of(scene: Scene, reach: float | None = None) -> Structure:
    """Return a scene with the contacts that `analyse` takes; OptionFault for a wide or no reach."""
    given = scene.reach if reach is None else reach
    reach = None if reach is None else float_of(reach)
    if given is not None:
        sizes = (block.extent for block in scene.blocks)
        thin = min((min(high.x - low.x, high.y - low.y) for low, high in sizes), default=math.inf)
        if not ROUNDING * min(thin, 1.0) <= float_of(given) < thin:
            reason = f"is not a gap between blocks of which the thinnest has {thin:g} m"
            raise OptionFault(f"reach {quoted(given)}: {reason}")
    touching = list(joints(scene, reach))
    return Structure(scene, touching, balance(scene, touching), tolerance_of(scene, reach).reach)


def analyse(scene: Scene, reach: float | None = None) -> Analysis:
    """Analyse a scene in which blocks within `reach` metres of each other touch.

    `reach` defaults to the scene's own, or else to a thousandth of the median radius of the blocks,
    which makes results independent of scale. For simulated poses use
    `towersim.geometry.touching.SETTLED`.

    >>> round(analyse(Scene.boxes([[0.0, 0.04, 0.0, 0.02, 0.08]])).summary.tilt_deg, 3)
    14.036
    """
    return solved(structure_of(scene, reach))


def solved(structure: Structure) -> Analysis:
    """Return the statics of a structure."""
    labelled = equilibrium.label(structure.rows)
    match labelled.verdict:
        case "falls":
            return _falling(structure)
        case "jams":
            return _jammed(structure, labelled)
        case "stands":
            return _standing(structure)


class PressureRange(NamedTuple):
    """The least and the greatest pressure, in newtons, of block `b` (None: the table) on `a`."""

    a: BlockId
    b: BlockId | None
    least: float
    most: float


def pressures(structure: Structure) -> tuple[PressureRange, ...] | None:
    """Return the range of each joint's pressure over all solutions of a structure that can rest.

    The greatest is infinite where blocks may be wedged. None for more than 50 blocks, as two linear
    programs are solved for each joint.
    """
    rows, ranges = structure.rows, []
    if rows.size > SMALL or not structure.joints:
        return None
    program = equilibrium.cones(rows)
    for number, pair in enumerate(structure.pairs):
        pressure = np.tile((rows.joints == number) * rows.units, 2)
        span = (sign * program.least(sign * pressure) for sign in (1.0, -1.0))
        ranges.append(PressureRange(*pair, *span))
    return tuple(ranges)


def describe(summary: Summary) -> str:
    """Describe a summary in one line.

    >>> from towersim.lab.analytic_scenes import column
    >>> describe(analyse(column([0.0] * 3)).summary)
    'stands up to a tilt of 18.43° (λ = 0.3333); then it collapses towards +x, first at 0'
    """
    parts = [_describe_verdict(summary)]
    if summary.facets:
        curved = ", ".join(summary.facets)
        parts.append(f"the margin is that of the flat facets that approximate {curved}")
    if summary.snapped:
        widest = f"{1000 * summary.widest_gap:.3g} mm"
        contacts = "contact" if summary.snapped == 1 else "contacts"
        parts.append(f"{summary.snapped} {contacts} had a gap or overlap of up to {widest}")
    return "; ".join(parts)


def _describe_verdict(summary: Summary) -> str:
    if summary.verdict == "falls":
        lack = f"it would need support worth {100 * summary.shortfall:.3g}% of its weight"
        return f"cannot stand; {lack}, most of it at {summary.weakest}"
    if summary.verdict == "jams":
        reason = "it stands only if its contacts are prestressed"
        return f"depends on jamming: {reason}; otherwise it collapses first at {summary.weakest}"
    if summary.margin is None:
        return "stands at any tilt"
    most = "at most " if summary.bound == "upper" else ""
    failure = f"collapses towards {summary.direction}, first at {summary.weakest}"
    reason = ", by sliding" if summary.bound == "upper" else ""
    tilt = f"{most}{summary.tilt_deg:.2f}° (λ {'≤' if most else '='} {summary.margin:.4g})"
    return f"stands up to a tilt of {tilt}; then it {failure}{reason}"


def _standing(structure: Structure) -> Analysis:
    right, left = equilibrium.limits(structure.rows)
    easier = right if right.margin <= left.margin + SAME else left
    motion = _scaled(structure.rows, easier.motion)
    summary = _summary(structure, "stands", tilt_deg=math.degrees(math.atan(easier.margin)))
    if math.isfinite(easier.margin):
        summary = replace(
            summary,
            margin=easier.margin,
            bound="upper" if _slides(structure.rows, easier) else "exact",
            direction="+x" if easier is right else "-x",
            weakest=_weakest(structure, motion),
        )
    return _analysis(structure, summary, motion, least_forces(structure.rows))


def _jammed(structure: Structure, labelled: equilibrium.Label) -> Analysis:
    motion = _scaled(structure.rows, labelled.motion)
    summary = replace(_summary(structure, "jams"), weakest=_weakest(structure, motion))
    return _analysis(structure, summary, motion, least_forces(structure.rows))


def _falling(structure: Structure) -> Analysis:
    lacking = equilibrium.shortfall(structure.rows)
    shares = np.abs(lacking.help / structure.rows.row_units).sum(axis=1)
    ids = [structure.scene.blocks[i].id for i in structure.rows.free]
    # Of blocks that need equally much, rounding would choose.
    support = shares * structure.rows.weights
    weakest = ids[int(np.argmax(support >= (1 - SAME) * support.max()))]
    summary = replace(_summary(structure, "falls"), weakest=weakest, shortfall=lacking.share)
    each = zip(ids, lacking.help.tolist(), shares, strict=True)
    missing = {name: Help(*needs) for name, needs, share in each if share > SAME}
    motion = _scaled(structure.rows, lacking.motion)
    analysis = _analysis(structure, summary, motion, lacking.forces)
    return replace(analysis, missing=missing)


def _analysis(structure: Structure, summary: Summary, motion: Floats, forces: Floats) -> Analysis:
    mechanism, carried = _mechanism(structure, motion), _carried(structure, forces)
    return Analysis(summary, mechanism, {}, *carried, structure.snapped, structure.scene)


def _summary(
    structure: Structure, verdict: equilibrium.StaticVerdict, tilt_deg: float | None = None
) -> Summary:
    """Return the summary of a scene without a margin."""
    return Summary(
        verdict=verdict,
        stable=verdict == "stands",
        margin=None,
        bound=None,
        tilt_deg=tilt_deg,
        direction=None,
        weakest=None,
        shortfall=0.0,
        contacts=len(structure.rows.points),
        reach=structure.reach,
        snapped=len(structure.snapped),
        widest_gap=max((abs(gap.gap) for gap in structure.snapped), default=0.0),
        facets=structure.facets,
    )


def _slides(rows: Balance, limit: equilibrium.Limit) -> bool:
    """Return whether a loaded contact slides in the collapse motion."""
    across = np.abs(rows.apart(_scaled(rows, limit.motion))[:, 1])
    pressure = (limit.forces * rows.normals).sum(axis=1) / rows.units
    return bool(np.any((across > SLIDING) & (pressure > SLIDING)))


def _scaled(rows: Balance, motion: Floats) -> Floats:
    """Return the motion scaled so that the greatest bound of `_speeds` is 1 m."""
    fastest = _speeds(rows, motion).max(initial=0.0)
    scaled: Floats = motion / fastest if fastest else motion
    return scaled


def _speeds(rows: Balance, motion: Floats) -> Floats:
    """Return an upper bound of the motion of the fastest point of each block, in metres."""
    radii = rows.radii[: len(motion)]
    speeds: Floats = np.hypot(motion[:, 0], motion[:, 1]) + np.abs(motion[:, 2]) * radii
    return speeds


def _mechanism(structure: Structure, motion: Floats) -> dict[BlockId, Displacement]:
    moving = _speeds(structure.rows, motion) > SAME
    rows = np.where(np.abs(motion) > SAME, motion, 0.0).tolist()
    each = zip(structure.rows.free, rows, moving, strict=False)
    return {structure.scene.blocks[i].id: Displacement(*row) for i, row, moves in each if moves}


def _weakest(structure: Structure, motion: Floats) -> BlockId:
    """Return the block that separates fastest from another; if none separates, the fastest."""
    place = {i: n for n, i in enumerate(structure.rows.free)}
    speeds = _speeds(structure.rows, motion)
    fastest, weakest = SAME, int(np.argmax(speeds))
    paths = np.hypot(*structure.rows.apart(motion).T)
    for number, path in zip(structure.rows.joints.tolist(), paths.tolist(), strict=True):
        # Among equal speeds the first is taken, so that rounding does not decide.
        if path > fastest * (1 + SAME) + SAME:
            free = [place[i] for i in structure.joints[number][:2] if i in place]
            fastest, weakest = path, max(free, key=lambda n: speeds[n])
    return structure.scene.blocks[structure.rows.free[weakest]].id


def parted_first(structure: Structure, analysis: Analysis) -> Analysis:
    """Return the statics with the block as weakest that separates first, also if all falls."""
    if analysis.summary.stable:
        return analysis
    moves, still = analysis.mechanism, Displacement(0.0, 0.0, 0.0)
    ids = (structure.scene.blocks[i].id for i in structure.rows.free)
    motion = np.array([moves.get(name, still) for name in ids])
    weakest = _weakest(structure, motion)
    return replace(analysis, summary=replace(analysis.summary, weakest=weakest))


def _carried(structure: Structure, forces: Floats) -> tuple[tuple[Force, ...], tuple[Force, ...]]:
    """Return the force at each point, and the force and centre of pressure of each face.

    Points without force are included, faces without pressure are left out.
    """
    rows, count = structure.rows, len(structure.joints)
    pressure = (forces * rows.normals).sum(axis=1)
    sums, least = np.zeros((count, 5)), np.zeros(count)
    least[rows.joints] = SLIDING * rows.units
    np.add.at(
        sums, rows.joints, np.column_stack([pressure, pressure[:, None] * rows.points, forces])
    )
    between = structure.pairs
    numbers: list[int] = rows.joints.tolist()
    each = zip(numbers, rows.points.tolist(), forces.tolist(), strict=True)
    points = (Force(*between[n], Vec(*at), Vec(*force)) for n, at, force in each)
    faces = (
        Force(a, b, Vec(x / size, y / size), Vec(fx, fy))
        for (a, b), (size, x, y, fx, fy), low in zip(between, sums.tolist(), least, strict=True)
        if size > low
    )
    return tuple(points), tuple(faces)


def least_forces(rows: Balance) -> Floats:
    """Return the forces at each point of a scene that can rest, in newtons: k × 2.

    Of all forces in equilibrium and within the friction cones, those with the least sum of squares
    are taken, where a force counts by its parts along the two edges of its cone. They are unique,
    and symmetric where a scene is; elastic blocks would take the forces of least energy, which is a
    sum of squares too. Where one block weighs over 1e6 times as much as another, rounding may hide
    these: then others in equilibrium are returned.
    """
    whole = float(rows.weights.sum())
    # Rows in units between the block's weight and the whole one: columns of light blocks are large.
    units = np.sqrt(np.repeat(rows.weights / whole, 3))
    edges = rows.edges(whole / rows.units)
    scaled = edges._replace(values=edges.values * units[edges.rows])
    parts = least_norm(scaled, rows.load * units)
    if parts is None or (abs(edges.product(parts, rows.size) - rows.load) > CLOSED).any():
        return equilibrium.shortfall(rows).forces
    return rows.forces(parts * whole)


def _square(at: Vec, half: float) -> tuple[Vec, ...]:
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return tuple(Vec(at.x + x * half, at.y + y * half) for x, y in signs)


def _thrust_lines(block: Block, thrusts: Sequence[Force]) -> Iterator[tuple[Vec, Vec]]:
    """Yield the lines from the points that load a block to those that carry it, if they are sure.

    Where several loads have several carriers, how they share them is not known.
    """
    upward = {True: list[Vec](), False: list[Vec]()}
    for a, b, at, force in thrusts:
        if block.id in (a, b) and force.y:
            upward[(force.y > 0) == (a == block.id)].append(at)
    loads = upward[False] or [Vec(block.pose.x, block.pose.y)]
    if 1 in (len(loads), len(upward[True])):
        yield from ((load, carrier) for load in loads for carrier in upward[True])


def _arrow(start: Pose, end: Pose, head: float) -> Iterator[Patch]:
    """Yield an arrow with a head of this length; nothing if it would be shorter than that."""
    x, y = end.x - start.x, end.y - start.y
    far = math.hypot(x, y)
    if far < head:
        return
    tip, (x, y) = Vec(end.x, end.y), (x * head / far, y * head / far)
    yield Patch(((Vec(start.x, start.y), Vec(tip.x - x / 2, tip.y - y / 2)),), None, MOTION, 1.5)
    wings = (Vec(tip.x - x + s * y / 2, tip.y - y - s * x / 2) for s in (1, -1))
    yield Patch(((tip, *wings),), MOTION, None)
