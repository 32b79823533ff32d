"""Provoked falls with a known culprit: what gave way, where, which way, and why.

Each fall is a scene at rest that an act brings down, or one that cannot stand. The expected block,
edge or contact and cause follow from how the scene was built.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from tests.physics.builders import ball, cube, on_table, tower
from tests.statics.jams import hung
from tests.statics.scenes import arch, mirrored
from towersim.common.messages import Message, message
from towersim.common.units import BlockId, Pose, Target, Vec
from towersim.geometry.shapes import Box, Polygon
from towersim.lab.analytic_scenes import SIDE, column, incline
from towersim.physics.collapse import AFTERWARDS, Collapse, Trace, explain
from towersim.physics.profile import TABLE_2
from towersim.physics.settle import falls_of_scene
from towersim.physics.world import World
from towersim.scene.scene import Block, Material, Scene, TableTop
from towersim.table.forensics import scene_names, sentence

Act = Callable[[World, float], Target | None]
"""What is done to a world at a time in seconds; it returns the hand's target, if any."""


class Fall(NamedTuple):
    """A scene, the act that brings it down, and how the sentence about its fall begins."""

    name: str
    scene: Scene
    said: str
    act: Act | None = None
    held: Block | None = None
    acted: Message | None = None
    of: str = ""
    """How the name of the block begins whose fall is explained; empty: the first that falls."""


def explained(fall: Fall) -> Collapse | None:
    """Return the cause of the first fall of a scene."""
    world = World(fall.scene, TABLE_2)
    if fall.held is not None:
        world.lift(fall.held)
    trace, fell, end = Trace(world), None, TABLE_2.ticks(20.0)
    while world.ticks < end:
        world.tick(fall.act(world, world.ticks / TABLE_2.tick_hz) if fall.act else None)
        trace.update(world)
        falls = [f for f in falls_of_scene(world) if fall.held is None or f.block != fall.held.id]
        falls = [f for f in falls if f.block.startswith(fall.of)]
        if fell is None and falls:
            fell, end = falls[0].block, world.ticks + TABLE_2.ticks(AFTERWARDS)
    assert fell is not None
    return explain(trace, fell)


def plank(name: str, x: float, y: float, width: float = 0.06, height: float = 0.01) -> Block:
    return Block(BlockId(name), Box(width, height), Material(), SIDE, Pose(x, y, 0.0))


def sides() -> Iterator[tuple[int, str]]:
    yield from ((1, "right"), (-1, "left"))


def tipping() -> Iterator[Fall]:
    """The cubes above one joint of a column stand out by more than half a cube."""
    for sign, side in sides():
        for storeys, joint in ((2, 1), (4, 1), (4, 3), (7, 2), (7, 6), (9, 4)):
            offsets = [0.0 if n < joint else sign * 0.54 for n in range(storeys)]
            said = f"{joint} tipped over the {side} edge of {joint - 1}: "
            many = storeys - joint
            why = {1: "its weight was 0.8 mm too far out."}.get(many, "the weight of it and the ")
            yield Fall(f"{joint} of {storeys} {side}", column(offsets), said + why)


def last_straw() -> Iterator[Fall]:
    """The last cube tips a plank that stood without it."""
    for sign, side in sides():
        for width in (0.06, 0.08, 0.12):
            blocks = [
                cube("foot", 0.0, 0.01),
                plank("p", sign * 0.006, 0.025, width),
                cube("straw", sign * width / 3, 0.04),
            ]
            said = f"P tipped over the {side} edge of foot: with straw, the weight above was "
            yield Fall(f"straw {width} {side}", on_table(blocks), said)


def ramps() -> Iterator[Fall]:
    """A flat block slides if the slope exceeds the friction; a post tips before."""
    for slope, friction, most in ((0.6, 0.5, 27), (0.5, 0.3, 17), (0.4, 0.3, 17), (0.3, 0.2, 11)):
        steep = math.degrees(math.atan(slope))
        why = f"{steep:.0f}° is too steep, friction holds up to {most}°."
        scene = incline(slope, Box(0.06, 0.02), friction)
        yield Fall(f"slope {slope}", scene, f"Block slid to the right on ramp: {why}")
        yield Fall(f"slope -{slope}", mirrored(scene), f"Block slid to the left on ramp: {why}")
    for slope in (0.6, 0.5):
        scene = incline(slope, Box(0.02, 0.06), 5.0)
        yield Fall(f"post {slope}", scene, "Block tipped over its own right edge: ")
        yield Fall(f"post -{slope}", mirrored(scene), "Block tipped over its own left edge: ")


def edges_of_the_table() -> Iterator[Fall]:
    """More than half of a block is beyond the edge of the table."""
    for sign, side in sides():
        for wide, height in ((0.1, 0.02), (0.05, 0.02), (0.2, 0.04)):
            out = Block(BlockId("e"), Box(wide, height), Material(), SIDE, Pose(0.0, 0.0, 0.0))
            at = Pose(sign * (0.3 + 0.05 * wide), height / 2, 0.0)
            scene = on_table([replace(out, pose=at)], 0.6)
            why = f"its weight was {50 * wide:.1f} mm too far out."
            said = f"E tipped over the {side} edge of the table: {why}"
            yield Fall(f"edge {wide} {side}", scene, said)


def wedges() -> Iterator[Fall]:
    """A heavy ball between two boxes pushes the one that does not lean on a wall."""
    for sign, side in sides():
        wall = Block(
            BlockId("wall"), Box(0.04, 0.1), Material(), SIDE, Pose(-sign * 0.0655, 0.05, 0.0), True
        )
        for density in (3000.0, 6000.0):
            boxes = [plank(n, x, 0.015, 0.03, 0.03) for n, x in (("a", -0.0305), ("b", 0.0305))]
            heavy = replace(ball("ball", 0.03, 0.0, 0.0405), material=Material(density, 0.1))
            smooth = [replace(box, material=Material(700, 0.1)) for box in boxes]
            pushed = "b" if sign > 0 else "a"
            said = f"{pushed.upper()} slid to the {side} on the table: its neighbours pushed it."
            blocks = (wall, *smooth, heavy)
            yield Fall(f"ball {density} {side}", Scene(TableTop(friction=0.1), blocks), said)


def arches() -> Iterator[Fall]:
    """An arch thinner than 0.1075 of its radius turns about its joints."""
    for stones, thickness in ((7, 0.06), (9, 0.06), (9, 0.08), (11, 0.07)):
        scale, blocks = 0.2, []
        for stone in arch(stones, thickness).blocks:
            if isinstance(stone.shape, Polygon):
                small = Polygon(tuple(Vec(p.x * scale, p.y * scale) for p in stone.shape.outline))
                at = Pose(stone.pose.x * scale, stone.pose.y * scale, stone.pose.angle)
                blocks.append(Block(stone.id, small, Material(2000, 0.7), 0.05, at))
        scene = Scene(TableTop(friction=1.0), tuple(blocks))
        yield Fall(f"arch {stones} {thickness}", scene, "hinge")


def plugs() -> Iterator[Fall]:
    """A stone between two walls that do not press on it slides down along them."""
    for friction in (0.3, 0.5, 0.8):
        for taper in (0.0, -0.05):
            scene = hung(1, taper, friction, fixed=True)
            why = "its neighbours did not press on it firmly enough."
            yield Fall(f"plug {friction} {taper}", scene, f"Plug 0 slid down along left: {why}")


def pulled_out() -> Iterator[Fall]:
    """A bridge on two piers loses one of them."""
    for sign, side in sides():
        for storeys in (1, 2, 3):
            pier = tower("pier", -sign * 0.04, storeys)
            deck = plank("deck", 0.0, storeys * SIDE + 0.005, 0.12)
            said = f"Deck tipped over the {side} edge of pier{storeys - 1}: its weight was 30.0 mm"
            yield Fall(f"pier {storeys} {side}", on_table([*pier, deck]), said)


TILT = message("The table was tilted")


def tilted(sign: int) -> Act:
    def act(world: World, seconds: float) -> None:
        angle = math.radians(3.0 * seconds)
        world.set_gravity(sign * 9.81 * math.sin(angle), -9.81 * math.cos(angle))

    return act


def tilts() -> Iterator[Fall]:
    """A tilted column of cubes turns about its lowest edge, and a plank slides."""
    for sign, side in sides():
        for storeys in (4, 6, 9):
            scene = column([0.0] * storeys, friction=1.0)
            said = f"The table was tilted: 0 tipped over its own {side} edge."
            yield Fall(f"tilt {storeys} {side}", scene, said, tilted(sign), acted=TILT)
        scene = Scene(TableTop(friction=0.2), (plank("p", 0.0, 0.005),))
        flat = replace(scene.blocks[0], material=Material(700, 0.2))
        said = f"The table was tilted: p slid to the {side} on the table."
        scene = replace(scene, blocks=(flat,))
        yield Fall(f"slide {side}", scene, said, tilted(sign), acted=TILT)


def shaken(peak: float) -> Act:
    def act(world: World, seconds: float) -> None:
        world.set_gravity(peak * seconds * math.sin(2 * math.pi * 2.1 * seconds), -9.81)

    return act


def quakes() -> Iterator[Fall]:
    """The top of a shaken column slides off first if it is smooth."""
    for storeys in (3, 5):
        cubes = [*column([0.0] * storeys, friction=0.9).blocks]
        cubes[-1] = replace(cubes[-1], material=Material(700, 0.02))
        scene = Scene(TableTop(friction=0.9), tuple(cubes))
        said = f"The table shook: {storeys - 1} slid to the "
        yield Fall(f"quake {storeys}", scene, said, shaken(1.0), acted=message("The table shook"))


def loads() -> Iterator[Fall]:
    """A growing load at the end of a plank turns it over its support."""
    for sign, side in sides():
        for far in (0.02, 0.035):
            blocks = [
                cube("foot", 0.0, 0.01),
                plank("p", -sign * 0.01, 0.025, 0.1),
                cube("load", sign * far, 0.04),
            ]

            def act(world: World, seconds: float) -> None:
                world.set_mass(2, 0.0056 * (1 + 20 * seconds))

            said = f"The load grew: p tipped over the {side} edge of foot."
            grown = message("The load grew")
            yield Fall(f"load {far} {side}", on_table(blocks), said, act, acted=grown)


def pushing(start: Vec, to: float, speed: float = 0.06) -> Act:
    def act(_: World, seconds: float) -> Target:
        way = math.copysign(min(speed * seconds, abs(to - start.x)), to - start.x)
        return Target(start.x + way, start.y, 0.0)

    return act


def hands() -> Iterator[Fall]:
    """The block in the hand pushes a cube of a tower: that one is named."""
    for sign, side in sides():
        for storeys, touched in ((4, 3), (4, 2), (6, 4), (10, 6), (18, 9), (18, 14)):
            start = Vec(-sign * 0.05, (touched + 0.5) * SIDE)
            held = cube("held", *start)
            scene = on_table(tower("a", 0.0, storeys))
            act = pushing(start, sign * 0.06)
            yield Fall(f"hand {touched}/{storeys} {side}", scene, f"a{touched}", act, held)


def neighbours() -> Iterator[Fall]:
    """The block in the hand pushes the foot of one tower into another, which falls."""
    for sign, _ in sides():
        for storeys in (3, 5):
            near, far = [cube("n0", 0.0, 0.01)], tower("f", sign * 0.024, storeys)
            start = Vec(-sign * 0.05, 0.01)
            held = cube("held", start.x, start.y + 0.0005)
            act = pushing(start, sign * 0.06)
            said = "The hand pushed n0 against f0: f"
            yield Fall(f"neighbour {storeys} {sign}", on_table([*near, *far]), said, act, held)


def knocked_over() -> Iterator[Fall]:
    """A tower falls onto its neighbour: what gave way there was pushed, or the tower is named."""
    for sign, side in sides():
        for storeys, foot, moved in ((5, 3, "b0"), (7, 4, "b0"), (9, 6, "b1")):
            leaning = [
                cube(f"a{k}", 0.0 if k < 2 else sign * 0.0108, (k + 0.5) * SIDE)
                for k in range(storeys)
            ]
            scene = on_table([*leaning, *tower("b", sign * 0.06, foot)])
            many = f"the weight of it and the {storeys - 3} blocks above was "
            first = f"A2 tipped over the {side} edge of a1: {many}"
            yield Fall(f"falls {storeys} {side}", scene, first, of="a")
            own = f"its own {side} edge" if moved == "b0" else f"the {side} edge of b0"
            said = f"{moved.upper()} tipped over {own}: its neighbours pushed it."
            yield Fall(f"is hit {storeys} {side}", scene, said, of="b")


def cases(falls: Sequence[Fall]) -> list[object]:
    """Return each fall as a case; two of three are slow."""
    return [
        pytest.param(fall, id=fall.name, marks=[pytest.mark.slow] if index % 3 else [])
        for index, fall in enumerate(falls)
    ]


FALLS = [
    *(tipping(), last_straw(), ramps(), edges_of_the_table(), wedges(), plugs(), pulled_out()),
    *(tilts(), quakes(), loads(), neighbours(), knocked_over()),
]
PLAIN = [fall for falls in FALLS for fall in falls]
HINGES, HANDS = list(arches()), list(hands())


@pytest.mark.parametrize("fall", cases(PLAIN))
def test_the_sentence_about_a_fall_names_what_gave_way(fall: Fall) -> None:
    collapse = explained(fall)
    assert collapse is not None
    assert sentence(collapse, scene_names, fall.acted).startswith(fall.said)


@pytest.mark.parametrize("fall", cases(HINGES))
def test_an_arch_falls_by_a_hinge_and_not_by_a_length(fall: Fall) -> None:
    collapse = explained(fall)
    assert collapse is not None
    said = sentence(collapse, scene_names)
    assert "tipped over" in said
    assert said.endswith(("its neighbours did not hold it.", "its neighbours pushed it."))


@pytest.mark.parametrize("fall", cases(HANDS))
def test_the_block_that_the_hand_touched_is_named(fall: Fall) -> None:
    collapse = explained(fall)
    assert collapse is not None
    assert collapse.pushed == (fall.said,)
    told = sentence(collapse, scene_names)
    assert told.startswith(
        (f"The hand knocked {fall.said}: it ", f"The hand pushed {fall.said}: a")
    )


def test_there_are_eighty_falls() -> None:
    assert len(PLAIN) + len(HINGES) + len(HANDS) >= 80
