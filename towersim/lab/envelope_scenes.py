"""Run scenes with a known solution by one engine and return one number each.

An engine is a profile of ours or the name of another engine. Every function takes and returns plain
values, so that it can run in another process.
"""

import math
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import pairwise, product
from statistics import median
from time import process_time
from typing import NamedTuple

import msgspec
import numpy as np
from msgspec.structs import replace

from towersim.common import dice
from towersim.common.errors import SceneFault
from towersim.common.portable_math import cos, sin
from towersim.common.units import BlockId, Pose, Vec
from towersim.geometry.shapes import Box, Polygon, centred
from towersim.lab.analytic_scenes import column, harmonic, incline
from towersim.lab.other_engines import OTHER_ENGINES, EngineSimulation, same_settings
from towersim.lab.towers import GAP
from towersim.physics.loads import load_ratios
from towersim.physics.profile import Profile
from towersim.physics.settle import MOVED, displacements
from towersim.physics.stand import stands
from towersim.physics.world import Array, World, fingerprint, storeys
from towersim.scene.contacts import overlaps
from towersim.scene.scene import Block, Material, Scene, TableTop
from towersim.statics.equilibrium import signed_margin

LEAST, MOST = 0.001, 1.0
"""Bounds of the sides of blocks, in metres."""
FRICTION = 0.1, 2.0
UNEVEN = 3.0
"""Greatest ratio of the density of any block but the light one to a middle one."""
WIDEST = 64.0
"""Greatest width of a block in widths of the pin below it."""

Outline = list[Vec]
SceneOf = Callable[[int], Scene]
"""A sequence of scenes."""


def ratio_scene(seed: int, decade: int, index: int) -> Scene:
    """Return scene `index` of those with a load ratio of 10^decade … 10^(decade + 1).

    It has 2 … 16 blocks of any size and friction; the families alternate. The load ratio of a block
    is the mass that it carries over its own, a scene's the greatest.
    """
    family, outlines = list(FAMILIES.items())[index % len(FAMILIES)]
    noise = dice.stream(seed, f"ratio {family} {decade}", index)
    while True:
        scene = _scene(noise, outlines(noise))
        if any(depth > GAP for _, _, depth in overlaps(scene.blocks)):
            continue
        scene = _lightened(noise, scene, 10 ** noise.uniform(decade, decade + 1))
        if 10.0**decade <= max(load_ratios(scene)) < 10.0 ** (decade + 1):
            return scene


def _scene(noise: dice.Stream, outlines: list[Outline]) -> Scene:
    """Return blocks of random density and friction, all scaled to a random permitted size."""
    sides = [math.dist(p, q) for ring in outlines for p, q in pairwise([*ring, ring[0]])]
    unit = _spread(noise, LEAST / min(sides), MOST / max(sides))
    friction, blocks = _spread(noise, *FRICTION), []
    for n, ring in enumerate(outlines):
        shape, middle = _centred([Vec(unit * p.x, unit * p.y) for p in ring])
        wood = Material(700 * _spread(noise, 1 / UNEVEN, UNEVEN), friction)
        blocks.append(Block(BlockId(f"{n}"), shape, wood, unit, Pose(*middle, 0.0)))
    return Scene(TableTop(50.0, friction), tuple(blocks))


def _centred(ring: Outline) -> tuple[Box | Polygon, Vec]:
    """Return the shape within an outline, and its centroid."""
    low, high = (Vec(most(p.x for p in ring), most(p.y for p in ring)) for most in (min, max))
    if {*ring} == {low, high, Vec(low.x, high.y), Vec(high.x, low.y)}:
        return Box(high.x - low.x, high.y - low.y), Vec((low.x + high.x) / 2, (low.y + high.y) / 2)
    return centred(ring)


def _lightened(noise: dice.Stream, scene: Scene, ratio: float) -> Scene:
    """Return the scene with the density of a block that carries others set for this load ratio."""
    ratios = load_ratios(scene)
    light = noise.choice([i for i, carried in enumerate(ratios) if carried > 0])
    blocks = list(scene.blocks)
    material = blocks[light].material
    density = material.density_kg_m3 * ratios[light] / ratio
    blocks[light] = replace(blocks[light], material=replace(material, density_kg_m3=density))
    return Scene(scene.table, tuple(blocks))


def _spread(noise: dice.Stream, low: float, high: float) -> float:
    """Return a random number whose logarithm is uniform."""
    return low * float((high / low) ** noise.random())


def _box(x: float, y: float, width: float, height: float) -> Outline:
    """Return a box whose lower side has its middle at (x, y)."""
    left, right, top = x - width / 2, x + width / 2, y + height
    return [Vec(left, y), Vec(right, y), Vec(right, top), Vec(left, top)]


def _piled(
    noise: dice.Stream, foot: Vec, count: int, widths: tuple[float, float], spread: float
) -> list[Outline]:
    """Return boxes from `foot` up, each offset by at most `spread` of the narrower of two."""
    boxes: list[Outline] = []
    x, y, below = foot.x, foot.y, math.inf
    for _ in range(count):
        width, height = noise.uniform(*widths), noise.uniform(0.4, 1.2)
        if boxes:
            x += noise.uniform(-spread, spread) * min(width, below)
        boxes.append(_box(x, y, width, height))
        y, below = y + height, width
    return boxes


def _top(boxes: list[Outline]) -> Vec:
    """Return the middle of the upper side of the last box."""
    right, left = boxes[-1][2:]
    return Vec((left.x + right.x) / 2, right.y)


def _pin(noise: dice.Stream) -> list[Outline]:
    """Return a narrow box under a wide one."""
    width, height = 1 / _spread(noise, 2.0, WIDEST), noise.uniform(0.2, 1.0)
    pin = _box(0.0, 0.0, width, width * noise.uniform(0.5, 2.0))
    return [pin, _box(noise.uniform(-0.4, 0.4) * width, pin[2].y, 1.0, height)]


def _cantilever(noise: dice.Stream) -> list[Outline]:
    """Return a plank that overhangs its foot, held down by one box and loaded by another."""
    foot, plank = _box(0.0, 0.0, noise.uniform(1.0, 2.0), noise.uniform(0.5, 2.0)), 5.0
    shift, high = noise.uniform(0.5, 2.2), noise.uniform(0.2, 0.6)
    beam = _box(shift, foot[2].y, plank, high)
    left, right = beam[3], beam[2]
    weight = _box(left.x + 0.6, left.y, 1.2, noise.uniform(0.5, 3.0))
    return [foot, beam, weight, _box(right.x - 0.3, right.y, 0.6, noise.uniform(0.2, 1.0))]


def _counterweight(noise: dice.Stream) -> list[Outline]:
    """Return a beam on a pillar, with a column on each end."""
    pillar = _piled(noise, Vec(0.0, 0.0), noise.randint(1, 3), (1.0, 2.0), 0.1)
    long = noise.uniform(3.0, 6.0)
    beam = _box(_top(pillar).x + noise.uniform(-0.3, 0.3), _top(pillar).y, long, 0.4)
    y, middle = beam[2].y, _top([beam]).x
    ends = [Vec(middle + side * (long / 2 - 0.6), y) for side in (-1, 1)]
    loads = [_piled(noise, end, noise.randint(1, 3), (0.6, 1.0), 0.15) for end in ends]
    return [*pillar, beam, *loads[0], *loads[1]]


def _bridge(noise: dice.Stream) -> list[Outline]:
    """Return a beam on two pillars, with a column on it."""
    span, high, wide = noise.uniform(2.0, 5.0), noise.uniform(0.5, 1.5), noise.uniform(0.5, 1.5)
    count = noise.randint(1, 3)
    pillars = [
        _box(side * span / 2, storey * high, wide, high)
        for side, storey in product((-1, 1), range(count))
    ]
    x = noise.uniform(-0.2, 0.2)
    beam = _box(x, count * high, span + noise.uniform(0.3, 1.0) * wide, 0.5)
    load = Vec(x + noise.uniform(-0.4, 0.4) * span, beam[2].y)
    return [*pillars, beam, *_piled(noise, load, noise.randint(1, 3), (0.5, 1.5), 0.2)]


def _wall(noise: dice.Stream) -> list[Outline]:
    """Return courses of bricks, every other one shifted by less than half a brick."""
    wide, high, shift = noise.randint(2, 4), noise.uniform(0.3, 1.0), noise.uniform(0.1, 0.4)
    return [
        _box(k + course % 2 * shift, course * high, 1.0, high)
        for course in range(noise.randint(2, 4))
        for k in range(wide)
    ]


def _wedge(noise: dice.Stream) -> list[Outline]:
    """Return a wedge between two cheeks with sloping faces, often with a box on it."""
    slope, wide, gap = noise.uniform(0.1, 0.8), noise.uniform(0.8, 2.0), noise.uniform(0.4, 1.0)
    low, high = noise.uniform(0.3, 0.6), noise.uniform(0.8, 1.2)

    def inner(y: float) -> float:
        return gap / 2 + slope * y

    head = inner(1.0) + wide
    right = [Vec(inner(0.0), 0.0), Vec(head, 0.0), Vec(head, 1.0), Vec(inner(1.0), 1.0)]
    left = [Vec(-p.x, p.y) for p in reversed(right)]
    wedge = [Vec(-inner(low), low), Vec(inner(low), low)]
    wedge += [Vec(inner(high), high), Vec(-inner(high), high)]
    box = _box(noise.uniform(-0.2, 0.2) * inner(high), high, gap, noise.uniform(0.3, 1.0))
    return [left, right, wedge, box] if noise.random() < 0.7 else [left, right, wedge]


def _arch(noise: dice.Stream) -> list[Outline]:
    """Return a semicircular arch of 3 … 11 voussoirs."""
    count, outer = noise.randint(3, 11), 1 + noise.uniform(0.15, 0.6)
    rays = [(cos(a), sin(a)) for a in (math.pi * k / count for k in range(count + 1))]
    return [
        [Vec(c, s), Vec(outer * c, outer * s), Vec(outer * u, outer * v), Vec(u, v)]
        for (c, s), (u, v) in pairwise(rays)
    ]


def _leaning(noise: dice.Stream) -> list[Outline]:
    """Return a column on a post, and a plank on the table that leans against the post."""
    width, high, slope = noise.uniform(1.5, 3.0), noise.uniform(2.0, 5.0), noise.uniform(0.4, 1.3)
    post = _box(0.0, 0.0, width, high)
    c, s, thick = cos(slope), sin(slope), 0.4
    touch = Vec(width / 2, noise.uniform(0.5, 0.95) * high)
    foot = Vec(touch.x + touch.y * c / s, 0.0)
    lower, upper = (Vec(end.x + thick * s, end.y + thick * c) for end in (foot, touch))
    plank = [touch, foot, lower, upper]
    column = _piled(noise, Vec(0.0, high), noise.randint(1, 4), (1.0, 2.0), 0.25)
    return [post, *column, plank]


FAMILIES: dict[str, Callable[[dice.Stream], list[Outline]]] = {
    "column": lambda noise: _piled(noise, Vec(0.0, 0.0), noise.randint(2, 7), (0.5, 2.0), 0.35),
    "pin": _pin,
    "cantilever": _cantilever,
    "counterweight": _counterweight,
    "wall": _wall,
    "wedge": _wedge,
    "arch": _arch,
    "leaning plank": _leaning,
    "bridge": _bridge,
}


Engine = Profile | str

SPREAD = 0.05
"""Maximum offset of a cube of a column, in cube sides."""
PLANK, POST = 0.06, 0.04
"""Length of the plank that slides and height of the post that topples, in metres."""
DROP = 0.001
"""Height above a column at which a cube is released, in metres."""
REST = 2.0
"""Time for that cube to come to rest, in seconds."""
LAID = 0.5
"""Time after which sliding counts, in seconds: a coarse engine needs steps to find its contacts."""
SLID = 0.001
"""A plank slides if it then moves more than this, in metres."""
TURNED = 0.5
"""A post topples if it turns by more than this, in radians."""
PATIENCE = 5.0
"""Time for which another engine is run, in seconds; ours detects rest itself."""
_HALVINGS = 12


class Sway(NamedTuple):
    """Greatest sideways motion of a centre of mass in metres, and whether all stood at the end."""

    drift: float
    stands: bool


class Cost(NamedTuple):
    """CPU seconds per simulated second, and their ratio to a bare loop (None: no comparison)."""

    seconds: float
    ratio: float | None
    stands: bool


class _Ours:
    def __init__(self, scene: Scene, profile: Profile) -> None:
        self._world = World(scene, profile)
        self._tick = 1 / profile.tick_hz

    def advance(self) -> float:
        self._world.tick()
        return self._tick

    def poses(self) -> Array:
        return self._world.poses


def simulation(scene: Scene, engine: Engine) -> EngineSimulation:
    """Return a simulation of a scene by an engine."""
    return OTHER_ENGINES[engine](scene) if isinstance(engine, str) else _Ours(scene, engine)


def frames(sim: EngineSimulation, seconds: float) -> Iterator[tuple[float, Array]]:
    """Yield the time in seconds and the poses, at least every 1/60 s."""
    now = 0.0
    while now < seconds - 1e-9:
        now += sim.advance()
        yield now, sim.poses()


def offsets(seed: int, n: int) -> list[float]:
    """Return random offsets of the cubes of a column, in cube sides to the right."""
    noise = dice.stream(seed, "column", n)
    return [noise.uniform(-SPREAD, SPREAD) for _ in range(n)]


def keeps_height(scene: Scene, poses: Array) -> bool:
    """Return whether no block has sunk by its own height."""
    starts = np.array([block.pose.y for block in scene.blocks])
    bounds = [block.extent for block in scene.blocks]
    return bool((poses[:, 1] > starts - [high.y - low.y for low, high in bounds]).all())


def track(engine: Engine, scene: Scene, seconds: float) -> Sway:
    """Simulate a scene for `seconds` and return its motion."""
    sim = simulation(scene, engine)
    start, drift = sim.poses(), 0.0
    for _, poses in frames(sim, seconds):
        drift = max(drift, float(np.abs(poses - start)[:, 0].max()))
    return Sway(drift, keeps_height(scene, sim.poses()))


def creep(engine: Engine, n: int, seconds: float) -> float | None:
    """Return the motion of a cube on top of a column of n within `seconds`, in metres.

    It is released 1 mm above the column and first given 2 s to come to rest. None if it falls.
    """
    scene = column([*offsets(0, n), 0.0])
    top = scene.blocks[-1]
    lifted = replace(top, pose=top.pose._replace(y=top.pose.y + DROP))
    sim = simulation(replace(scene, blocks=(*scene.blocks[:-1], lifted)), engine)
    rest = _after(sim, REST)[-1]
    moved = max(math.dist(poses[-1, :2], rest[:2]) for _, poses in frames(sim, seconds))
    return moved if keeps_height(scene, sim.poses()) else None


def standing(engine: Engine, scene_of: SceneOf, first: int, count: int) -> list[bool]:
    """Return whether each of `count` scenes of a sequence stands, from index `first` on.

    Those of another engine are judged by their final poses only.
    """
    some = (scene_of(first + n) for n in range(count))
    if isinstance(engine, Profile):
        return [stands(scene, engine) for scene in some]
    return [_unmoved(scene, engine, PATIENCE) for scene in some]


def margins(scene_of: SceneOf, count: int) -> list[float]:
    """Return λ of the first scenes; below 0 if they fall by statics, NaN if that gives up."""
    values = []
    for n in range(count):
        try:
            values.append(signed_margin(scene_of(n)))
        except SceneFault:
            values.append(math.nan)
    return values


def pin_stands(engine: Engine, ratio: float, side: float, seconds: float) -> bool:
    """Return whether a cube `ratio` times as wide as the cube of `side` metres below it stays."""
    sizes = side, ratio * side
    heights = side / 2, side + sizes[1] / 2
    blocks = tuple(
        Block(BlockId(f"{n}"), Box(size, size), Material(), size, Pose(0.0, y, 0.0))
        for n, (size, y) in enumerate(zip(sizes, heights, strict=True))
    )
    return _unmoved(Scene(TableTop(width=5.0), blocks), engine, seconds)


def _unmoved(scene: Scene, engine: Engine, seconds: float) -> bool:
    sim = simulation(scene, engine)
    start, end = sim.poses(), _after(sim, seconds)
    return bool((displacements(scene.blocks, start, end) <= MOVED).all())


def slides_at(engine: Engine, expected: float) -> float:
    """Return the least slope tan(angle) at which a plank slides down a ramp of this friction."""

    def slides(slope: float) -> bool:
        sim = simulation(incline(slope, Box(PLANK, PLANK / 3), expected), engine)
        laid = _after(sim, LAID)[1]
        return any(math.dist(poses[1, :2], laid[:2]) > SLID for _, poses in frames(sim, 2.0))

    return _threshold(slides, expected)


def topples_at(engine: Engine, expected: float) -> float:
    """Return the least slope tan(angle) at which a post of that width over its height topples."""

    def topples(slope: float) -> bool:
        scene = incline(slope, Box(expected * POST, POST), friction=5.0)
        start = scene.blocks[1].pose.angle
        sim = simulation(scene, engine)
        return any(abs(poses[1, 2] - start) > TURNED for _, poses in frames(sim, 3.0))

    return _threshold(topples, expected)


def _after(sim: EngineSimulation, seconds: float) -> Array:
    *_, (_, poses) = frames(sim, seconds)
    return poses


def _threshold(happens: Callable[[float], bool], expected: float) -> float:
    """Return the threshold of `happens` by bisection between 0.5 and 1.5 times `expected`."""
    low, high = expected / 2, expected * 1.5
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if happens(middle) else (middle, high)
    return (low + high) / 2


def hashed(engine: Engine, hash_seed: int) -> str:
    """Return the fingerprint of a stack that tumbled for 2 s in another process."""
    wanted = msgspec.json.encode(engine).decode()
    program = f"from {__name__} import tumbled; print(tumbled({wanted!r}))"
    return subprocess.run(  # noqa: S603 - our own interpreter, our own program
        [sys.executable, "-c", program],
        env=os.environ | {"PYTHONHASHSEED": str(hash_seed)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()


def tumbled(engine: str) -> str:
    """Return that fingerprint for an engine given as JSON."""
    known = msgspec.json.decode(engine, type=Engine)
    return fingerprint(_after(simulation(harmonic(20, 1.02), known), 2.0))


def cost(engine: Engine, n: int, rounds: int) -> Cost:
    """Return the cost of a column of n cubes: medians of `rounds` half seconds, taken in turns."""
    scene = column(offsets(0, n))
    sim = simulation(scene, engine)
    sims = [sim]
    if isinstance(engine, Profile):
        sims.append(same_settings(scene, engine, engine.steps(storeys(scene.blocks) + 1)))
    spent = [[_spent(each, 0.5) for each in sims] for _ in range(rounds)]
    ratio = median(ours / bare for ours, bare in spent) if len(sims) == 2 else None
    return Cost(median(times[0] for times in spent), ratio, keeps_height(scene, sim.poses()))


def _spent(sim: EngineSimulation, seconds: float) -> float:
    """Return CPU seconds per simulated second."""
    now, began = 0.0, process_time()
    while now < seconds:
        now += sim.advance()
    return (process_time() - began) / now
