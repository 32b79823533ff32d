"""What happens to a scene of known answer: one scene, one engine, one number.

An engine is a profile of ours or the name of a peer. Every function here can run in a process of
its own: it takes plain values and returns plain values.
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

from towersim import dice
from towersim.geometry.shapes import Box, extent
from towersim.lab.analytic_scenes import column, harmonic, incline
from towersim.lab.other_engines import OTHER_ENGINES, SameSettings, Simulation
from towersim.lab.towers import tower
from towersim.physics.profile import Profile
from towersim.physics.settle import MOVED, displacements
from towersim.physics.stand import stands
from towersim.physics.world import Array, World, fingerprint, storeys
from towersim.scene import Scene
from towersim.statics.equilibrium import signed_margin

Engine = Profile | str

SPREAD = 0.05
"""How far from the middle a cube of a column stands at the most, in cube sides."""
PLANK, POST = 0.06, 0.04
"""How long what slides is and how tall what topples is, in metres."""
DROP = 0.001
"""How high above a column a cube is let go, in metres."""
REST = 2.0
"""How long it then has to come to rest, in seconds."""
LAID = 0.5
"""A coarse engine needs some steps to find its contacts: sliding counts from here on, seconds."""
SLID = 0.001
"""A plank slides if it then moves this far, in metres."""
TURNED = 0.5
"""A post topples once it has turned this far, in radians."""
PATIENCE = 5.0
"""How long a peer is watched for that, in seconds; ours says itself when it has come to rest."""
TOWERS_SEED = 1
_HALVINGS = 12


class Track(NamedTuple):
    """How far any centre moved sideways, in metres, and whether all stood in the end."""

    drift: float
    stands: bool


class Cost(NamedTuple):
    """CPU seconds per simulated second; `ratio` to a bare loop if there is one to compare with."""

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
    """Return the scene, ready to go."""
    return OTHER_ENGINES[engine](scene) if isinstance(engine, str) else _Ours(scene, engine)


def frames(sim: Simulation, seconds: float) -> Iterator[tuple[float, Array]]:
    """Yield the time in seconds and the poses, every 1/60 s or more often."""
    now = 0.0
    while now < seconds - 1e-9:
        now += sim.advance()
        yield now, sim.poses()


def offsets(seed: int, n: int) -> list[float]:
    """Return how far right of the middle each cube of a column stands, in cube sides."""
    noise = dice.stream(seed, "column", n)
    return [noise.uniform(-SPREAD, SPREAD) for _ in range(n)]


def keeps_height(scene: Scene, poses: Array) -> bool:
    """Return whether no block is lower than in the scene by its own height."""
    starts = np.array([block.pose.y for block in scene.blocks])
    bounds = [extent(block.shape, block.pose) for block in scene.blocks]
    return bool((poses[:, 1] > starts - [high.y - low.y for low, high in bounds]).all())


def track(scene: Scene, engine: Engine, seconds: float) -> Track:
    """Watch a scene for so long."""
    sim = simulation(scene, engine)
    start, drift = sim.poses(), 0.0
    for _, poses in frames(sim, seconds):
        drift = max(drift, float(np.abs(poses - start)[:, 0].max()))
    return Track(drift, keeps_height(scene, sim.poses()))


def column_track(engine: Engine, n: int, seconds: float, seed: int | None) -> Track:
    """Watch a column of n cubes, exactly one on the other if there is no seed for their offsets."""
    places = [0.0] * n if seed is None else offsets(seed, n)
    return track(column(places), engine, seconds)


def harmonic_falls(engine: Engine, n: int, share: float) -> bool:
    """Return whether a harmonic stack at this share of its exact overhangs comes down in 10 s."""
    return not track(harmonic(n, share), engine, 10.0).stands


def creep(engine: Engine, n: int, seconds: float) -> float | None:
    """Return how far a cube moves, in metres, in `seconds` on top of a column of n.

    It is let go 1 mm above the column and given 2 s to come to rest. None if it comes down.
    """
    scene = column([*offsets(0, n), 0.0])
    top = scene.blocks[-1]
    lifted = msgspec.structs.replace(top, pose=top.pose._replace(y=top.pose.y + DROP))
    sim = simulation(msgspec.structs.replace(scene, blocks=(*scene.blocks[:-1], lifted)), engine)
    rest = _after(sim, REST)[-1]
    moved = max(math.dist(poses[-1, :2], rest[:2]) for _, poses in frames(sim, seconds))
    return moved if keeps_height(scene, sim.poses()) else None


def towers_stand(engine: Engine, first: int, count: int) -> list[bool]:
    """Return whether each of `count` random towers stands, from index `first` on."""
    return [_stays(tower(TOWERS_SEED, first + n).scene, engine) for n in range(count)]


def tower_margins(count: int) -> list[float]:
    """Return λ of `count` random towers; below 0 if statics says that they fall."""
    return [signed_margin(tower(TOWERS_SEED, n).scene) for n in range(count)]


def _stays(scene: Scene, engine: Engine) -> bool:
    """Return whether a scene stands; of another engine's only the poses in the end are known."""
    if isinstance(engine, Profile):
        return stands(scene, engine)
    sim = simulation(scene, engine)
    start, end = sim.poses(), _after(sim, PATIENCE)
    return bool((displacements(scene.blocks, start, end) <= MOVED).all())


def slides_at(engine: Engine, friction: float) -> float:
    """Return the slope tan(angle) from which a plank goes on sliding down a ramp."""

    def slides(slope: float) -> bool:
        sim = simulation(incline(slope, Box(PLANK, PLANK / 3), friction), engine)
        laid = _after(sim, LAID)[1]
        return any(math.dist(poses[1, :2], laid[:2]) > SLID for _, poses in frames(sim, 2.0))

    return _threshold(slides, friction)


def topples_at(engine: Engine, width: float) -> float:
    """Return the slope tan(angle) from which a post this many times as wide as tall topples."""

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
    """Return from where on it happens, by halving between half and one and a half of `expected`."""
    low, high = expected / 2, expected * 1.5
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if happens(middle) else (middle, high)
    return (low + high) / 2


def hashed(engine: Engine, hash_seed: int) -> str:
    """Return the fingerprint of a stack that has tumbled for 2 s, in a process of its own."""
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
    """Return the fingerprint for an engine given as JSON."""
    known = msgspec.json.decode(engine, type=Engine)
    return fingerprint(_after(simulation(harmonic(20, 1.02), known), 2.0))


def cost(engine: Engine, n: int, rounds: int) -> Cost:
    """Return what a column of n cubes costs: medians of `rounds` half seconds, taken in turns."""
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
