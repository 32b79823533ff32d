"""Simulate a scene until rest and judge whether it stands; measure the tilt that it withstands."""

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from textwrap import shorten
from typing import NamedTuple

import msgspec

from towersim.common.errors import OptionFault, float_of, quoted
from towersim.common.portable_math import cos, sin
from towersim.common.units import BlockId, Vec
from towersim.geometry.convex import convex_parts
from towersim.geometry.shapes import Circle, bounding_radius, corners, placed
from towersim.geometry.touching import SETTLED, neighbours
from towersim.physics import settle
from towersim.physics.collapse import AFTERWARDS, Collapse, explain
from towersim.physics.loads import load_ratios
from towersim.physics.profile import TABLE_3, Profile
from towersim.physics.trace import Trace
from towersim.physics.world import World, fingerprint
from towersim.scene.contacts import TABLE, Joint, joints
from towersim.scene.scene import Scene

MOST_CARRIED, NARROWEST, HIGHEST = 10_000, 64, 100
"""Limits of the scenes of `towersim envelope`: the mass that a block carries over its own, the
width of a square over that of its foot, and storeys."""
SIZES, FRICTION = (0.001, math.sqrt(2)), (0.1, 2.0)
"""Their diameters in metres (of squares, sides of 0.71 mm to 1 m), and their friction."""
NEAR = 0.9 * SETTLED
"""Greatest gap of blocks that touch, in metres: at `SETTLED`, corners that meet would count too."""
ALONG, PRESSES = math.cos(math.radians(20.0)), 0.01
"""Least cosine of the angle of a contact to a joint that has its direction, and the least force in
a contact that counts, as a share of the lighter block's weight."""
WIDE = 80
"""Longest list of blocks in the text of a result, in characters."""
ACROSS = 2 / math.sqrt(6)
"""Diameter of gyration of a square over its side."""
RATE = math.radians(10.0)
"""Rate of tilting, in rad/s."""
HOLD = 2.0
"""Time for which a tower has to stand on the tilted table, in seconds."""
FINE = 0.005
"""Relative accuracy of the tilt found."""
LONGEST = 3600.0
"""The longest simulation, in seconds."""


class StandResult(msgspec.Struct, frozen=True):
    """The outcome of a simulation: lengths in metres, angles in radians, simulated seconds."""

    verdict: settle.Verdict
    """`stood`, `shifted` or `fell` (`towersim.physics.settle`)."""
    fell: tuple[BlockId, ...]
    """The fallen blocks, in the order of first contact."""
    shifted: tuple[BlockId, ...]
    """The blocks that moved without falling, in building order."""
    collapse: Collapse | None
    """The beginning of the collapse; None unless a block fell."""
    rest: bool
    ticks: int
    sim_seconds: float
    hash: str
    poses: dict[BlockId, tuple[float, float, float]]
    outside: str = ""
    """In what the scene is outside the range for which the simulation is proven; empty: inside."""

    def __repr__(self) -> str:
        rest, n = "at rest" if self.rest else "moving", len(self.poses)
        lines = [f"StandResult({self.verdict}: {n} block{'' if n == 1 else 's'}, {rest} after "]
        lines[0] += f"{self.sim_seconds:.3g} s, hash {self.hash})"
        for name, blocks in (("fell", self.fell), ("shifted", self.shifted)):
            if blocks:
                ids = shorten(", ".join(blocks), WIDE, placeholder=" …")
                lines.append(f"  {name}: {ids} ({len(blocks)})")
        if self.collapse is not None:
            way, support = self.collapse.way, self.collapse.support or "the table"
            lines.append(f"  collapse: {self.collapse.block} {way} off {support}")
        return "\n".join([*lines, *([f"  outside: {self.outside}"] if self.outside else ())])


def stand(
    scene: Scene,
    seconds: float | None = None,
    profile: Profile = TABLE_3,
    on_tick: Callable[[World], None] = lambda _: None,
) -> StandResult:
    """Simulate `scene` for a number of seconds (default: until it is at rest) and judge it.

    `on_tick` is called with the world after each tick. A tick costs about 1.5 µs for each block and
    engine step, of which there are 64 in a scene of more than 44 storeys. OptionFault for seconds
    that are not between 0 and `LONGEST`.

    >>> stand(Scene.boxes([[0.0, 0.01, 0.0, 0.02, 0.02]])).verdict
    <Verdict.STOOD: 'stood'>
    """
    if seconds is not None:
        given, seconds = seconds, float_of(seconds)
        if not 0 <= seconds <= LONGEST:
            raise OptionFault(f"seconds {quoted(given)}: is not a number from 0 to {LONGEST:g}")
    world = World(scene, profile)
    outside = unproven(world)
    watch = settle.settle(world, seconds, on_tick)
    falls = settle.falls_of_scene(world)
    fell = tuple(fall.block for fall in falls)
    return StandResult(
        verdict=settle.verdict(world),
        fell=fell,
        shifted=tuple(block for block in settle.moved_blocks(world) if block not in fell),
        collapse=collapse_of(scene, profile, falls[0], on_tick) if falls else None,
        rest=watch.rest,
        ticks=world.ticks,
        sim_seconds=world.ticks / profile.tick_hz,
        hash=fingerprint(world.poses),
        poses={
            block.id: (x, y, angle)
            for block, (x, y, angle) in zip(world.blocks, world.poses.tolist(), strict=True)
        },
        outside=outside,
    )


def unproven(world: World) -> str:
    """Return in what a scene is outside the range that `towersim envelope` covers, or ""."""
    sizes = [2 * bounding_radius(block.shape) for block in world.blocks if not block.fixed]
    frictions = [block.material.friction for block in world.blocks] + [world.scene.table.friction]
    narrow, carried = world.narrowness / ACROSS, max(load_ratios(world.scene), default=0.0)
    if carried > MOST_CARRIED:
        return f"a block carries {carried:,.0f} times its own mass, proven up to {MOST_CARRIED:,}"
    if narrow > 1.01 * NARROWEST:
        return f"a block is {narrow:.0f} times as wide as its foot, proven up to {NARROWEST}"
    if world.storeys - 1 > HIGHEST:
        return f"{world.storeys - 1} storeys, proven up to {HIGHEST}"
    if any(not SIZES[0] <= size <= SIZES[1] for size in sizes):
        return "a block has a diameter below 1 mm or above 1.41 m"
    if any(not FRICTION[0] <= friction <= FRICTION[1] for friction in frictions):
        return f"friction is not within {FRICTION[0]} and {FRICTION[1]}"
    edges = list(joints(world.scene, NEAR))
    for a, b in _corner_to_corner(world.scene, edges):
        return f"blocks {a} and {b} touch corner to corner, in no certain direction"
    for a, b in _astray(world, edges):
        return f"blocks {a} and {b} press on each other in a direction that no edge of theirs has"
    return ""


def _astray(world: World, edges: Sequence[Joint]) -> Iterator[tuple[BlockId, BlockId]]:
    """Yield the pairs of blocks that press on each other in a direction that no joint has.

    The engine knows convex parts only: where a corner is sunk between two of them, as in a concave
    curve, it may take the direction of a seam, and holds what would slide out.
    """
    blocks, normals = world.blocks, defaultdict[tuple[int, int], list[Vec]](list)
    for joint in edges:
        normals[min(joint.a, joint.b), max(joint.a, joint.b)].append(joint.normal)
    for row in world.first_contacts:
        a, b = pair = int(row["a"]), int(row["b"])
        if (
            a == TABLE
            or len(convex_parts(blocks[a].shape)) + len(convex_parts(blocks[b].shape)) < 3
        ):
            continue
        (x, y), weight = row["normal"], world.profile.gravity * min(blocks[a].mass, blocks[b].mass)
        along = [abs(x * normal.x + y * normal.y) for normal in normals[pair]]
        if along and max(along) < ALONG and math.hypot(*row["force"]) > PRESSES * weight:
            yield blocks[a].id, blocks[b].id


def _corner_to_corner(scene: Scene, edges: Sequence[Joint]) -> Iterator[tuple[BlockId, BlockId]]:
    """Yield the pairs of blocks that touch nowhere but with a corner of each.

    There the engine takes any direction for the normal, and statics sees no contact.
    """
    touching = {(joint.a, joint.b) for joint in edges}
    for i, j in neighbours(scene.blocks, NEAR):
        a, b = scene.blocks[i], scene.blocks[j]
        if (i, j) in touching or isinstance(a.shape, Circle) or isinstance(b.shape, Circle):
            continue
        ends = product(placed(corners(a.shape), a.pose), placed(corners(b.shape), b.pose))
        if any(math.dist(p, q) <= NEAR for p, q in ends):
            yield a.id, b.id


def collapse_of(
    scene: Scene, profile: Profile, first: settle.Fall, on_tick: Callable[[World], None]
) -> Collapse | None:
    """Return the beginning of a collapse by simulating the scene again past its first fall."""
    world = World(scene, profile)
    trace = Trace(world)
    for _ in range(first.tick + profile.ticks(AFTERWARDS)):
        world.tick()
        trace.update(world)
        on_tick(world)
    return explain(trace, first.block)


def stands(scene: Scene, profile: Profile = TABLE_3) -> bool:
    """Return whether the verdict on a scene is `stood`.

    >>> from towersim.lab.analytic_scenes import column
    >>> stands(column([0.0, 0.4])), stands(column([0.0, 0.6]))
    (True, False)
    """
    return verdict(scene, profile) is settle.Verdict.STOOD


def verdict(scene: Scene, profile: Profile = TABLE_3) -> settle.Verdict:
    """Return the verdict that `stand` gives, earlier if a fall is certain."""
    world = World(scene, profile)
    watch = settle.RestWatch(world)
    while not watch.done:
        world.tick()
        watch.update()
        if settle.certain_falls(world):
            return settle.Verdict.FELL
    return settle.verdict(world)


class TiltRange(NamedTuple):
    """Greatest tilt that a scene withstood, and least at which it gave way (None: not found)."""

    stood: float
    gave_way: float | None


def simulated_tilt(scene: Scene, direction: int, most: float) -> TiltRange:
    """Measure the tilt at which a scene gives way towards +x (`direction` 1) or -x (-1).

    Angles are in radians. Each trial starts level, is tilted at `RATE` up to an angle and held
    there; none is steeper than `most`. Bisection takes 8 … 12 trials of some simulated seconds.
    """
    if _stands(scene, direction, most):
        return TiltRange(most, None)
    if not _stands(scene, direction, 0.0):
        return TiltRange(0.0, 0.0)
    stood, gave_way = 0.0, most
    while gave_way - stood > FINE * gave_way:
        middle = (stood + gave_way) / 2
        if _stands(scene, direction, middle):
            stood = middle
        else:
            gave_way = middle
    return TiltRange(stood, gave_way)


def _stands(scene: Scene, direction: int, angle: float) -> bool:
    """Return whether no block has moved after the table was tilted and held."""
    profile = TABLE_3
    world = World(scene, profile)
    ramp = math.ceil(angle / RATE * profile.tick_hz)
    for tick in range(1, ramp + 1):
        now = angle * tick / ramp
        world.set_gravity(direction * sin(now) * profile.gravity, -cos(now) * profile.gravity)
        world.tick()
        if tick % profile.tick_hz == 0 and (
            settle.moved_blocks(world) or settle.certain_falls(world)
        ):
            return False
    settle.settle(world, HOLD)
    return settle.verdict(world) is settle.Verdict.STOOD
