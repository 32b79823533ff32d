"""Run scenes with a known solution by one engine and return one number each.

An engine is a profile of ours or the name of another engine. Every function takes and returns plain
values, so that it can run in another process.
"""

import math
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from statistics import median
from time import process_time
from typing import NamedTuple

import msgspec
import numpy as np

from towersim.common import dice
from towersim.common.units import BlockId, Pose
from towersim.geometry.shapes import Box, extent
from towersim.lab.analytic_scenes import column, harmonic, incline
from towersim.lab.envelope_ratios import ratio_scene
from towersim.lab.other_engines import OTHER_ENGINES, SameSettings, Simulation
from towersim.lab.towers import tower
from towersim.physics.profile import Profile
from towersim.physics.settle import MOVED, displacements
from towersim.physics.stand import stands
from towersim.physics.world import Array, World, fingerprint, storeys
from towersim.scene.scene import Block, Material, Scene, TableTop
from towersim.statics.equilibrium import signed_margin

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


class Track(NamedTuple):
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


def simulation(scene: Scene, engine: Engine) -> Simulation:
    """Return a simulation of a scene by an engine."""
    return OTHER_ENGINES[engine](scene) if isinstance(engine, str) else _Ours(scene, engine)


def frames(sim: Simulation, seconds: float) -> Iterator[tuple[float, Array]]:
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
    bounds = [extent(block.shape, block.pose) for block in scene.blocks]
    return bool((poses[:, 1] > starts - [high.y - low.y for low, high in bounds]).all())


def track(scene: Scene, engine: Engine, seconds: float) -> Track:
    """Simulate a scene for `seconds` and return its motion."""
    sim = simulation(scene, engine)
    start, drift = sim.poses(), 0.0
    for _, poses in frames(sim, seconds):
        drift = max(drift, float(np.abs(poses - start)[:, 0].max()))
    return Track(drift, keeps_height(scene, sim.poses()))


def column_track(engine: Engine, n: int, seconds: float, seed: int | None) -> Track:
    """Simulate a column of n cubes with random offsets; without offsets if `seed` is None."""
    places = [0.0] * n if seed is None else offsets(seed, n)
    return track(column(places), engine, seconds)


def harmonic_falls(engine: Engine, n: int, share: float) -> bool:
    """Return whether a harmonic stack at `share` of its exact overhangs falls within 10 s."""
    return not track(harmonic(n, share), engine, 10.0).stands


def creep(engine: Engine, n: int, seconds: float) -> float | None:
    """Return the motion of a cube on top of a column of n within `seconds`, in metres.

    It is released 1 mm above the column and first given 2 s to come to rest. None if it falls.
    """
    scene = column([*offsets(0, n), 0.0])
    top = scene.blocks[-1]
    lifted = msgspec.structs.replace(top, pose=top.pose._replace(y=top.pose.y + DROP))
    sim = simulation(msgspec.structs.replace(scene, blocks=(*scene.blocks[:-1], lifted)), engine)
    rest = _after(sim, REST)[-1]
    moved = max(math.dist(poses[-1, :2], rest[:2]) for _, poses in frames(sim, seconds))
    return moved if keeps_height(scene, sim.poses()) else None


def towers_stand(engine: Engine, seed: int, first: int, count: int) -> list[bool]:
    """Return whether each of `count` random towers stands, from index `first` on."""
    return [_stays(tower(seed, first + n).scene, engine) for n in range(count)]


def tower_margins(seed: int, count: int) -> list[float]:
    """Return λ of `count` random towers; below 0 if they fall by statics."""
    return [signed_margin(tower(seed, n).scene) for n in range(count)]


def ratio_scenes_stand(
    engine: Engine, seed: int, decade: int, first: int, count: int
) -> list[bool]:
    """Return whether each of `count` scenes of a decade of load ratios stands, from `first` on."""
    indices = range(first, first + count)
    return [_stays(ratio_scene(seed, decade, n).scene, engine) for n in indices]


def ratio_margins(seed: int, decade: int, count: int) -> list[float]:
    """Return λ of those scenes; below 0 if they fall by statics, NaN if its program gives up."""
    margins = []
    for n in range(count):
        try:
            margins.append(signed_margin(ratio_scene(seed, decade, n).scene))
        except ArithmeticError:
            margins.append(math.nan)
    return margins


def pin_stands(engine: Engine, ratio: float, side: float, seconds: float) -> bool:
    """Return whether a cube `ratio` times as wide as the cube of `side` metres below it stays."""
    sizes = side, ratio * side
    heights = side / 2, side + sizes[1] / 2
    blocks = tuple(
        Block(BlockId(f"{n}"), Box(size, size), Material(), size, Pose(0.0, y, 0.0))
        for n, (size, y) in enumerate(zip(sizes, heights, strict=True))
    )
    sim = simulation(Scene(TableTop(width=5.0), blocks), engine)
    start, end = sim.poses(), _after(sim, seconds)
    return bool((displacements(blocks, start, end) <= MOVED).all())


def _stays(scene: Scene, engine: Engine) -> bool:
    """Return whether a scene stands; for another engine by its final poses only."""
    if isinstance(engine, Profile):
        return stands(scene, engine)
    sim = simulation(scene, engine)
    start, end = sim.poses(), _after(sim, PATIENCE)
    return bool((displacements(scene.blocks, start, end) <= MOVED).all())


def slides_at(engine: Engine, friction: float) -> float:
    """Return the least slope tan(angle) at which a plank keeps sliding down a ramp."""

    def slides(slope: float) -> bool:
        sim = simulation(incline(slope, Box(PLANK, PLANK / 3), friction), engine)
        laid = _after(sim, LAID)[1]
        return any(math.dist(poses[1, :2], laid[:2]) > SLID for _, poses in frames(sim, 2.0))

    return _threshold(slides, friction)


def topples_at(engine: Engine, width: float) -> float:
    """Return the least slope tan(angle) at which a post of `width` times its height topples."""

    def topples(slope: float) -> bool:
        scene = incline(slope, Box(width * POST, POST), friction=5.0)
        start = scene.blocks[1].pose.angle
        sim = simulation(scene, engine)
        return any(abs(poses[1, 2] - start) > TURNED for _, poses in frames(sim, 3.0))

    return _threshold(topples, width)


def _after(sim: Simulation, seconds: float) -> Array:
    """Return the poses after `seconds`."""
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
    sims: list[Simulation | SameSettings] = [sim]
    if isinstance(engine, Profile):
        sims.append(SameSettings(scene, engine, engine.steps(storeys(scene.blocks) + 1)))
    spent = [[_spent(each, 0.5) for each in sims] for _ in range(rounds)]
    ratio = median(ours / bare for ours, bare in spent) if len(sims) == 2 else None
    return Cost(median(times[0] for times in spent), ratio, keeps_height(scene, sim.poses()))


def _spent(sim: Simulation | SameSettings, seconds: float) -> float:
    """Return CPU seconds per simulated second."""
    now, began = 0.0, process_time()
    while now < seconds:
        now += sim.advance()
    return (process_time() - began) / now
