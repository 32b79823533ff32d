"""Provoked falls with a known culprit: what gave way, over which edge, and why.

Each fall is a scene at rest that an act brings down, or one that cannot stand. The expected block,
edge or contact and cause follow from how the scene was built.
`python -m tests.physics.test_provoked_falls` writes them as tables to `towersim/table/README.md`.
"""

import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from tests.physics.builders import ball, cube, on_table, plank, tower
from tests.statics.scenes import arch, hung, mirrored, stone
from towersim.common.messages import message
from towersim.common.units import BlockId, Pose, Target, Vec
from towersim.geometry.shapes import Box, Polygon
from towersim.lab.analytic_scenes import SIDE, column, incline
from towersim.physics.collapse import AFTERWARDS, Collapse, explain
from towersim.physics.profile import TABLE_3
from towersim.physics.settle import falls_of_scene
from towersim.physics.trace import Trace
from towersim.physics.world import World
from towersim.scene.scene import Block, Material, Scene, TableTop
from towersim.table.forensics import scene_names, sentence

README = Path(__file__).parents[2] / "towersim" / "table" / "README.md"
Act = Callable[[World, float], Target | None]
"""What is done to a world at a time in seconds; it returns the hand's target, if any."""


class Fall(NamedTuple):
    """A scene, the act that brings it down, and what is to be said about its fall."""

    name: str
    scene: Scene
    block: str
    off: str
    """How the block left its support: over which edge, or on which contact."""
    cause: str
    """The cause, or the act of the player that the sentence begins with."""
    act: Act | None = None
    held: Block | None = None
    pushed: tuple[str, ...] = ()
    """The blocks through which the hand pushed, from the one that it touched on."""
    of: str = ""
    """How the name of the block begins whose fall is explained; empty: the first that falls."""

    @property
    def acted(self) -> bool:
        """Whether the cause is an act other than the hand's."""
        return self.act is not None and self.held is None

    @property
    def sentence(self) -> str:
        """The expected sentence."""
        if self.act is None:
            return f"Block {self.block} {self.off}: {self.cause}."
        alone = "knocked" in self.cause or "pressed" in self.cause
        block = "it" if alone else f"block {self.block}"
        return f"{self.cause}: {block} {self.off}."


def too_far(metres: float, what: str = "its weight") -> str:
    return f"{what} was {1000 * metres:.1f} mm too far out"


def explained(fall: Fall) -> Collapse | None:
    """Return the cause of the first fall of a scene."""
    world = World(fall.scene, TABLE_3)
    if fall.held is not None:
        world.lift(fall.held)
    trace, fell, end = Trace(world), None, TABLE_3.ticks(20.0)
    while world.ticks < end:
        world.tick(fall.act(world, world.ticks / TABLE_3.tick_hz) if fall.act else None)
        trace.update(world)
        falls = [f for f in falls_of_scene(world) if fall.held is None or f.block != fall.held.id]
        falls = [f for f in falls if f.block.startswith(fall.of)]
        if fell is None and falls:
            fell, end = falls[0].block, world.ticks + TABLE_3.ticks(AFTERWARDS)
    assert fell is not None
    return explain(trace, fell)


def sides() -> Iterator[tuple[int, str]]:
    yield from ((1, "right"), (-1, "left"))


def rubbing(block: Block, friction: float, density: float = 700.0) -> Block:
    return replace(block, material=Material(density, friction))


def tipping() -> Iterator[Fall]:
    """The cubes above one joint of a column stand out by more than half a cube."""
    for sign, side in sides():
        for storeys, joint in ((2, 1), (4, 1), (4, 3), (7, 2), (7, 6), (9, 4)):
            offsets = [0.0 if n < joint else sign * 0.54 for n in range(storeys)]
            off = f"tipped over the {side} edge of block {joint - 1}"
            why = too_far(0.04 * SIDE, with_above(storeys - joint - 1))
            yield Fall(f"{joint} of {storeys} {side}", column(offsets), str(joint), off, why)


def with_above(others: int) -> str:
    many = "one" if others == 1 else others
    return f"the weight of it and the {many} above" if others else "its weight"


def last_straw() -> Iterator[Fall]:
    """The last cube tips a plank that stood without it."""
    for sign, side in sides():
        for width in (0.06, 0.08, 0.12):
            p, straw = plank("p", sign * 0.006, 0.025, width), cube("straw", sign * width / 3, 0.04)
            centre = (0.006 * p.mass + width / 3 * straw.mass) / (p.mass + straw.mass)
            why = too_far(centre - SIDE / 2, "with block straw, the weight above")
            off, foot = f"tipped over the {side} edge of block foot", cube("foot", 0.0, 0.01)
            yield Fall(f"straw {width} {side}", on_table([foot, p, straw]), "p", off, why)


def ramps() -> Iterator[Fall]:
    """A flat block slides if the slope exceeds the friction; a post tips before."""
    slopes = ((0.6, 0.5, 27), (0.5, 0.3, 17), (0.4, 0.3, 17), (0.3, 0.2, 11), (0.508, 0.5, 27))
    for slope, friction, most in slopes:
        steep = math.degrees(math.atan(slope))
        why = f"{steep:.0f}° is too steep, friction holds up to {most}°"
        if round(steep) == most:
            why = f"a little over {most}° is too steep, friction holds no more"
        scene = incline(slope, Box(0.06, 0.02), friction)
        on = "on block ramp"
        yield Fall(f"slope {slope}", scene, "a", f"slid to the right {on}", why)
        yield Fall(f"slope -{slope}", mirrored(scene), "a", f"slid to the left {on}", why)
    for slope in (0.55, 0.5):
        scene, angle = incline(slope, Box(0.02, 0.06), 5.0), math.atan(slope)
        why = too_far(0.03 * math.sin(angle) - 0.01 * math.cos(angle))
        yield Fall(f"post {slope}", scene, "a", "tipped over its own right edge", why)
        yield Fall(f"post -{slope}", mirrored(scene), "a", "tipped over its own left edge", why)


def edges_of_the_table() -> Iterator[Fall]:
    """More than half of a block is beyond the edge of the table."""
    for sign, side in sides():
        for wide, height in ((0.1, 0.02), (0.05, 0.02), (0.2, 0.04)):
            out = plank("e", sign * (0.3 + 0.05 * wide), height / 2, wide, height)
            scene = on_table([out], 0.6)
            off, why = f"tipped over the {side} edge of the table", too_far(0.05 * wide)
            yield Fall(f"edge {wide} {side}", scene, "e", off, why)


def wedges() -> Iterator[Fall]:
    """A heavy ball between two boxes pushes the one that does not lean on a wall."""
    for sign, side in sides():
        wall = replace(plank("wall", -sign * 0.0655, 0.05, 0.04, 0.1), fixed=True)
        for density in (3000.0, 6000.0):
            boxes = [plank(n, x, 0.015, 0.03, 0.03) for n, x in (("a", -0.0305), ("b", 0.0305))]
            heavy = rubbing(ball("ball", 0.03, 0.0, 0.0405), 0.1, density)
            smooth = [rubbing(box, 0.1) for box in boxes]
            pushed = "b" if sign > 0 else "a"
            scene = Scene(TableTop(friction=0.1), (wall, *smooth, heavy))
            off = f"slid to the {side} on the table"
            yield Fall(f"ball {density} {side}", scene, pushed, off, "its neighbours pushed it")


def arches() -> Iterator[Fall]:
    """An arch thinner than 0.1075 of its radius opens a hinge at the outer edge of its springing.

    Milankovitch 1907; Heyman 1969. Its mirror image does so at the other end in the same tick.
    """
    for stones, thickness in ((7, 0.06), (9, 0.06), (9, 0.08), (11, 0.07)):
        scene = Scene(TableTop(friction=1.0), tuple(stones_of(arch(stones, thickness), 0.2, 0.7)))
        off, why = "tipped over its own right edge", "its neighbours pushed it"
        yield Fall(f"arch {stones} {thickness}", scene, "0", off, why)


def stones_of(scene: Scene, scale: float, friction: float, up: float = 0.0) -> Iterator[Block]:
    """Yield the stones of a scene at a scale, of one friction, moved up."""
    for one in scene.blocks:
        assert isinstance(one.shape, Polygon)
        small = Polygon(tuple(Vec(p.x * scale, p.y * scale) for p in one.shape.outline))
        at = Pose(one.pose.x * scale, one.pose.y * scale + up, one.pose.angle)
        yield Block(one.id, small, Material(2000, friction), 0.05, at)


def spreading() -> Iterator[Fall]:
    """What an arch or a leaning leg pushes slides, some millimetres up to a kerb, and it falls.

    One foot of the arch is fixed and the other smooth, as is one leg; no other joint can slide.
    """
    why = "its neighbours pushed it"
    for sign, side in sides():
        off = f"slid to the {side} on the table"
        for stones, thickness, friction, gap in (
            *((7, 0.12, 0.15, 0.004), (9, 0.125, 0.15, 0.003), (11, 0.12, 0.15, 0.005)),
        ):
            rough, kerb = Material(700, 0.9), Pose(sign * (0.15 + gap), 0.005, 0.0)
            foot = Block(BlockId(side), Box(0.05, 0.04), rough, 0.05, Pose(sign * 0.115, 0.02, 0.0))
            blocks = [
                foot,
                replace(foot, id=BlockId("fixed"), pose=Pose(-sign * 0.115, 0.02, 0.0), fixed=True),
                Block(BlockId("kerb"), Box(0.02, 0.01), rough, 0.05, kerb, True),
                *stones_of(arch(stones, thickness), 0.1, 0.9, 0.04),
            ]
            scene = Scene(TableTop(friction=friction**2 / 0.9), tuple(blocks))
            yield Fall(f"spread {stones} {side}", scene, side, off, why)
        legs = []
        for way in (1, -1):
            ring = [(0.05, 0.0), (0.062, 0.0), (0.008, 0.09), (0.0, 0.09), (0.0, 0.075)]
            corners = [(way * x, y) for x, y in ring[::way]]
            legs.append(stone(str(way), corners, 0.05 if way == sign else 0.9, depth=SIDE))
        scene = Scene(TableTop(friction=0.9), tuple(legs))
        yield Fall(f"leg {side}", scene, str(sign), off, why)


def plugs() -> Iterator[Fall]:
    """Stones between two walls that do not press on them slide down along them."""
    off, why = "slid down along block left", "its neighbours did not press on it firmly enough"
    for friction in (0.3, 0.5, 0.8):
        for taper in (0.0, -0.05):
            scene = hung(1, taper, friction, fixed=True)
            yield Fall(f"plug {friction} {taper}", scene, "plug 0", off, why)
    for taper in (0.0, -0.05):
        scene = hung(3, taper, fixed=True)
        yield Fall(f"plugs {taper}", scene, "plug 0", off, why, of="plug 1")
    low = hung(1, 0.0, sides=(0.1, 0.06), fixed=True)
    loaded = replace(low, blocks=(*low.blocks, plank("load", -0.006, 0.065, 0.03)))
    yield Fall("plug loaded", loaded, "plug 0", off, why)


def pulled_out() -> Iterator[Fall]:
    """A bridge on two piers loses one of them."""
    for sign, side in sides():
        for storeys in (1, 2, 3):
            pier = tower("pier", -sign * 0.04, storeys)
            deck = plank("deck", 0.0, storeys * SIDE + 0.005, 0.12)
            off, scene = f"tipped over the {side} edge of block pier{storeys - 1}", [*pier, deck]
            yield Fall(f"pier {storeys} {side}", on_table(scene), "deck", off, too_far(0.03))


def tilted(sign: int) -> Act:
    def act(world: World, seconds: float) -> None:
        angle = math.radians(3.0 * seconds)
        world.set_gravity(sign * 9.81 * math.sin(angle), -9.81 * math.cos(angle))

    return act


def tilts() -> Iterator[Fall]:
    """A tilted column of cubes turns about its lowest edge, even in a seat; a plank slides."""
    act = "The table was tilted"
    for sign, side in sides():
        for storeys in (4, 6, 9):
            scene, off = column([0.0] * storeys, friction=1.0), f"tipped over its own {side} edge"
            yield Fall(f"tilt {storeys} {side}", scene, "0", off, act, tilted(sign))
        flat = rubbing(plank("p", 0.0, 0.005), 0.2)
        scene, off = Scene(TableTop(friction=0.2), (flat,)), f"slid to the {side} on the table"
        yield Fall(f"slide {side}", scene, "p", off, act, tilted(sign))
        for density, friction in ((100.0, 2.0), (120.0, 1.2)):  # the foot tips as the load is out
            light = rubbing(plank("foot", 0.0, 0.007, 0.034, 0.014), 0.1, density)
            heavy = rubbing(plank("load", 0.0, 0.031, 0.05, 0.034), 0.1, 3000.0)
            scene = Scene(TableTop(friction=friction), (light, heavy))
            name, off = f"out {density:g} {side}", f"slid to the {side} on block foot"
            yield Fall(name, scene, "load", off, act, tilted(sign), of="load")
    seat = [(-0.04, 0), (0.02, 0), (0.02, 0.013), (0.01, 0.013), (0.01, 0.01), (-0.04, 0.01)]
    leaner = [(-0.01, 0.01), (0.01, 0.01), (0.002, 0.07), (-0.002, 0.07)]
    blocks = (stone(name, it, 1.0, depth=SIDE) for name, it in (("s", seat), ("t", leaner)))
    scene, off = Scene(TableTop(friction=1.0), tuple(blocks)), "tipped over its own right edge"
    yield Fall("seat", scene, "t", off, act, tilted(1))


def flush() -> Iterator[Fall]:
    """Of two columns that touch, the higher one below tips off the lower one behind it."""
    for sign, side in sides():
        for storeys, friction in ((4, 0.5), (4, 1.0)):
            cubes = [*tower("a", -sign * 0.01, storeys), *tower("b", sign * 0.01, storeys + 2)]
            scene = Scene(TableTop(friction=1.0), tuple(rubbing(one, friction) for one in cubes))
            off, act = f"tipped over its own {side} edge", "The table was tilted"
            yield Fall(f"beside {storeys} {friction} {side}", scene, "b0", off, act, tilted(sign))


def shaken(peak: float) -> Act:
    def act(world: World, seconds: float) -> None:
        world.set_gravity(peak * math.sin(2 * math.pi * seconds), -9.81)

    return act


def quakes() -> Iterator[Fall]:
    """The smooth top of a shaken column slides off in the first half of a swing, of 1 Hz."""
    for sign, side in sides():
        for storeys, peak in ((3, 3.0), (5, 1.6)):
            cubes = [*column([0.0] * storeys, friction=0.9).blocks]
            cubes[-1] = rubbing(cubes[-1], 0.002)
            scene, top = Scene(TableTop(friction=0.9), tuple(cubes)), str(storeys - 1)
            off, act = f"slid to the {side} on block {storeys - 2}", shaken(sign * peak)
            yield Fall(f"quake {storeys} {side}", scene, top, off, "The table shook", act)


def rocked() -> Iterator[Fall]:
    """A column leans by 10° and more, comes back with all that it carries, and falls over."""
    for sign, side in sides():
        for storeys, seconds in ((2, 0.1), (3, 0.08)):

            def act(world: World, at: float, back: float = seconds, way: int = sign) -> None:
                world.set_gravity(way * (-6.0 if at < back else 8.0), -9.81)

            scene, off = column([0.0] * storeys, friction=2.0), f"tipped over its own {side} edge"
            yield Fall(f"rocks {storeys} {side}", scene, "0", off, "The table shook", act)


def loads() -> Iterator[Fall]:
    """A growing load at the end of a plank turns it over its support."""
    for sign, side in sides():
        for far in (0.02, 0.035):
            beam, load = plank("p", -sign * 0.01, 0.025, 0.1), cube("load", sign * far, 0.04)
            scene = on_table([cube("foot", 0.0, 0.01), beam, load])

            def act(world: World, seconds: float) -> None:
                world.set_mass(2, 0.0056 * (1 + 20 * seconds))

            off = f"tipped over the {side} edge of block foot"
            yield Fall(f"load {far} {side}", scene, "p", off, "The load grew", act)


def pushing(start: Vec, to: float, speed: float = 0.06) -> Act:
    def act(_: World, seconds: float) -> Target:
        way = math.copysign(min(speed * seconds, abs(to - start.x)), to - start.x)
        return Target(start.x + way, start.y, 0.0)

    return act


def hands() -> Iterator[Fall]:
    """The block in the hand pushes a cube of a column: that one is named.

    A force F at the height h of a side of n rough cubes tips them about the foot if F h exceeds
    n/2 weights times a side, and F's own friction, which presses down, helps against it; pushed
    lower, or on a smooth top, a cube slides.
    """
    for sign, side in sides():
        for storeys, touched in ((4, 2), (5, 3), (6, 4), (10, 6), (12, 7), (18, 9)):
            start = Vec(-sign * 0.05, (touched + 0.5) * SIDE)
            off, cause = f"tipped over its own {side} edge", f"The hand pushed block a{touched}"
            act, name = pushing(start, sign * 0.06), f"hand {touched}/{storeys} {side}"
            scene, held = on_table(tower("a", 0.0, storeys)), cube("held", *start)
            yield Fall(name, scene, "a0", off, cause, act, held, (f"a{touched}",))
        for storeys in (4, 7):
            top = f"a{storeys - 1}"
            # Clear of the cube below, on which it would drag.
            start = Vec(-sign * 0.05, (storeys - 0.5) * SIDE + 0.004)
            cubes = tower("a", 0.0, storeys)
            scene = on_table([*cubes[:-1], rubbing(cubes[-1], 0.02)])
            off = f"slid to the {side} on block a{storeys - 2}"
            name, cause = f"knock {storeys} {side}", f"The hand knocked block {top}"
            act, held = pushing(start, sign * 0.06), cube("held", *start)
            yield Fall(name, scene, top, off, cause, act, held, (top,))


def neighbours() -> Iterator[Fall]:
    """The block in the hand pushes the foot of one tower into another, which slides."""
    for sign, side in sides():
        for storeys in (3, 5):
            near, far = [cube("n0", 0.0, 0.01)], tower("f", sign * 0.024, storeys)
            start = Vec(-sign * 0.05, 0.01)
            held = cube("held", start.x, start.y + 0.0005)
            off, name = f"slid to the {side} on the table", f"neighbour {storeys} {side}"
            cause = "The hand pushed block n0 against block f0"
            act, scene = pushing(start, sign * 0.06), on_table([*near, *far])
            yield Fall(name, scene, "f0", off, cause, act, held, ("n0", "f0"))


def passed_on() -> Iterator[Fall]:
    """The hand stops, and the smooth top of a column that it knocked off knocks a post over."""
    for sign, side in sides():
        foot, top = tower("a", 0.0, 2)
        for thin in (0.006, 0.008):
            post = plank("post", sign * 0.03, 0.025, thin, 0.05)
            scene = on_table([foot, rubbing(top, 0.002), post])
            start, cause = Vec(-sign * 0.06, 0.034), "The hand pushed block a1"
            act, held = pushing(start, -sign * 0.014, 0.5), cube("held", *start)
            off, name = f"tipped over its own {side} edge", f"pass on {thin} {side}"
            yield Fall(name, scene, "post", off, cause, act, held, ("a1",), "post")


def dropped() -> Iterator[Fall]:
    """A ball dropped between a fixed box and a smooth one pushes the latter against a post."""
    for sign, side in sides():
        for thin in (0.005, 0.006):
            smooth = rubbing(plank("b", sign * 0.0305, 0.015, 0.03, 0.03), 0.1)
            wall = replace(plank("wall", -sign * 0.0305, 0.015, 0.03, 0.03), fixed=True)
            post = plank("post", sign * (0.0455 + thin / 2), 0.025, thin, 0.05)
            heavy = rubbing(ball("ball", 0.03, 0.0, 0.07), 0.1, 6000.0)

            def act(world: World, _: float) -> None:
                if world.hand.holds:
                    world.hand.open()

            off, cause = f"slid to the {side} on the table", "Block ball pushed its neighbours"
            scene, name = Scene(TableTop(friction=0.1), (wall, smooth, post)), f"drop {thin} {side}"
            cause += " as it came down"
            yield Fall(name, scene, "post", off, cause, act, heavy, ("ball",))


def dragged() -> Iterator[Fall]:
    """The block in the hand draws a plank off a smooth cube by the friction below the plank."""
    smooth = rubbing(cube("a", 0.0, 0.01), 0.02)
    for sign, side in sides():
        start = Vec(sign * 0.03, 0.0102)
        scene = on_table([smooth, plank("b", sign * 0.018, 0.025, 0.06, 0.01)])
        act, cause = pushing(start, sign * 0.06), "The hand dragged block b along"
        off, held = f"slid to the {side} on block a", cube("held", *start)
        yield Fall(f"drag {side}", scene, "b", off, cause, act, held, ("b",))


def drawn_out() -> Iterator[Fall]:
    """A brick that the hand draws out of a wall pushes the one before it or drags the one on it."""
    low = [plank(f"w{n}", x, 0.01, 0.06, 0.02) for n, x in enumerate((-0.03, 0.03))]
    high = [plank(f"y{n}", x, 0.05, 0.06, 0.02) for n, x in enumerate((-0.03, 0.03))]
    middle = plank("x0", 0.0, 0.03, 0.06, 0.02)
    ends = [plank(side, sign * 0.045, 0.03, 0.03, 0.02) for sign, side in sides()]
    for n, (sign, side) in enumerate(sides()):
        act, off = pushing(Vec(0.0, 0.0303), sign * 0.1), f"slid to the {side} on block w{1 - n}"
        scene, cause = on_table([*low, *ends, *high]), f"The hand knocked block {side}"
        yield Fall(f"draw out {side}", scene, side, off, cause, act, middle, (side,))
        act, on_it = pushing(Vec(sign * 0.045, 0.0303), sign * 0.1), f"y{1 - n}"
        scene, off = on_table([*low, middle, ends[1 - n], *high]), f"slid to the {side} on block x0"
        name, cause = f"draw from under {side}", f"The hand dragged block {on_it} along"
        yield Fall(name, scene, on_it, off, cause, act, ends[n], (on_it,))


def lifted() -> Iterator[Fall]:
    """The block in the hand lifts one end of a plank, or presses on the other."""
    for sign, side in sides():
        ways = (("lifted", -0.04, 0.008, 0.08), ("pressed on", 0.04, 0.06, -0.06))
        for verb, x, start, speed in ways:
            blocks = [cube("foot", 0.0, 0.01), plank("p", 0.0, 0.025, 0.1)]
            scene = on_table([*blocks, cube("load", -sign * 0.02, 0.04)] if speed > 0 else blocks)
            held = replace(cube("held", sign * x, start), shape=Box(0.012, 0.012))

            def act(_: World, seconds: float, at: Pose = held.pose, speed: float = speed) -> Target:
                return Target(at.x, min(max(at.y + speed * seconds, 0.01), 0.068), 0.0)

            off, cause = f"tipped over the {side} edge of block foot", f"The hand {verb} block p"
            yield Fall(f"{verb} {side}", scene, "p", off, cause, act, held, ("p",))


def pressed() -> Iterator[Fall]:
    """The hand lowers a cube onto a post on a flat arch: its keystone slides out and tips over."""
    low, high = 0.018, 0.029
    rings = {"key": [(-0.009, low), (0.009, low), (0.011, high), (-0.011, high)]}
    for sign, side in sides():
        slanted = [(0.009, low), (0.024, low), (0.03, high), (0.011, high)]
        pier = [(0.024, 0.0), (0.07, 0.0), (0.07, high), (0.03, high), (0.024, low)]
        rings |= {side: [(sign * x, y) for x, y in slanted]}
        rings |= {f"{side} pier": [(sign * x, y) for x, y in pier]}
    blocks = [stone(name, ring, 0.35, depth=SIDE) for name, ring in rings.items()]
    for sign, side in sides():
        x, off = sign * 0.004, "slid down along block right"
        post = rubbing(plank("post", x, high + 0.015, 0.01, 0.03), 0.35)

        def act(_: World, seconds: float, x: float = x) -> Target:
            return Target(x, max(high + 0.044 - 0.08 * seconds, SIDE), 0.0)

        scene, held = Scene(TableTop(friction=0.35), (*blocks, post)), cube("held", x, high + 0.044)
        cause = "The hand pushed block post"
        yield Fall(f"press {side}", scene, "key", off, cause, act, held, ("post",))


def knocked_over() -> Iterator[Fall]:
    """A tower falls onto its neighbour: what gave way there was pushed, or the tower is named."""
    for sign, side in sides():
        for storeys, foot, moved in ((5, 3, "b0"), (7, 4, "b0"), (9, 6, "b1")):
            low, aside = tower("a", 0.0, storeys)[:2], tower("a", sign * 0.0108, storeys)[2:]
            scene = on_table([*low, *aside, *tower("b", sign * 0.06, foot)])
            off, why = f"tipped over the {side} edge of block a1", with_above(storeys - 3)
            yield Fall(f"falls {storeys} {side}", scene, "a2", off, too_far(0.0008, why), of="a")
            off = f"tipped over {'its own' if moved == 'b0' else 'the'} {side} edge"
            off, why = off + ("" if moved == "b0" else " of block b0"), "its neighbours pushed it"
            yield Fall(f"is hit {storeys} {side}", scene, moved, off, why, of="b")


FAMILIES = (
    *(tipping, last_straw, ramps, edges_of_the_table, wedges, arches, spreading, plugs, pulled_out),
    *(
        tilts,
        flush,
        quakes,
        rocked,
        loads,
        hands,
        neighbours,
        passed_on,
        dropped,
        dragged,
        drawn_out,
    ),
    *(lifted, pressed, knocked_over),
)
FALLS = [fall for family in FAMILIES for fall in family()]


QUICK = [next(family()).name for family in FAMILIES]


@pytest.mark.parametrize(
    "fall",
    [
        pytest.param(fall, id=fall.name, marks=[] if fall.name in QUICK else [pytest.mark.slow])
        for fall in FALLS
    ],
)
def test_the_sentence_names_what_gave_way_over_which_edge_and_why(fall: Fall) -> None:
    collapse = explained(fall)
    assert collapse is not None
    assert (collapse.block, collapse.pushed) == (fall.block, fall.pushed)
    act = message(fall.cause) if fall.acted else None
    assert sentence(collapse, scene_names, act) == fall.sentence


def page() -> str:
    """Return the falls as a page with a table for each family."""
    lines = [
        "# Falls with a known cause",
        "",
        f"The tests bring {len(FALLS)} scenes down; which joint fails first is known from how they",
        "were built. Each requires the block, its edge or contact, the cause, and the sentence.",
        "The tables are written by `python -m tests.physics.test_provoked_falls`.",
    ]
    for family in FAMILIES:
        lines += ["", f"## {family.__name__.replace('_', ' ').capitalize()}", ""]
        lines += [(family.__doc__ or "").split("\n")[0], ""]
        lines.append("| scene | act | culprit | edge or contact | cause | sentence |")
        lines.append("|" + " --- |" * 6)
        for fall in family():
            act, why = (fall.cause, "the act") if fall.act else ("it is let go", fall.cause)
            why = f"push through {', '.join(fall.pushed)}" if fall.pushed else why
            cells = (fall.name, act, fall.block, fall.off, why, fall.sentence)
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def test_the_page_of_falls_is_up_to_date_and_has_at_least_eighty() -> None:
    assert len({fall.name for fall in FALLS}) >= 80
    assert README.read_text(encoding="utf-8") == page()


if __name__ == "__main__":
    README.write_text(page(), encoding="utf-8")
