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
from towersim.lab.known import SIDE, column, harmonic, incline
from towersim.lab.peers import PEERS, SameSettings, Simulation
from towersim.physics.profile import Profile
from towersim.physics.world import Array, World, fingerprint, storeys
from towersim.scene import Box, Scene, extent
from towersim.units import Pose

Engine = Profile | str

SPREAD = 0.05
"""How far from the middle a cube of a column stands at the most, in cube sides."""
PLANK, POST = 0.06, 0.04
"""How long what slides is and how tall what topples is, in metres."""
_MOVED = 0.001
"""A block slides once it has moved this far along its ramp, in metres."""
_TURNED = 0.5
"""A block topples once it has turned this far, in radians."""
_HALVINGS = 12


class Track(NamedTuple):
    """How far any centre moved sideways, in metres, and after how many seconds one came down."""

    drift: float
    down: float | None


class Cost(NamedTuple):
    """CPU seconds per simulated second; `ratio` to a bare loop if there is one to compare with."""

    seconds: float
    ratio: float | None


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
    return PEERS[engine](scene) if isinstance(engine, str) else _Ours(scene, engine)


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


def track(scene: Scene, engine: Engine, seconds: float) -> Track:
    """Watch until time is up or a block has come down by its own height."""
    sim = simulation(scene, engine)
    start, drift = sim.poses(), 0.0
    bounds = [extent(block.shape, block.pose) for block in scene.blocks]
    heights = np.array([high.y - low.y for low, high in bounds])
    for now, poses in frames(sim, seconds):
        moved = poses - start
        drift = max(drift, float(np.abs(moved[:, 0]).max()))
        if (moved[:, 1] < -heights).any():
            return Track(drift, now)
    return Track(drift, None)


def column_track(engine: Engine, n: int, seconds: float, seed: int) -> Track:
    """Watch a column of n cubes."""
    return track(column(offsets(seed, n)), engine, seconds)


def harmonic_falls(engine: Engine, n: int, share: float) -> bool:
    """Return whether a harmonic stack at this share of its exact overhangs comes down in 10 s."""
    return track(harmonic(n, share), engine, 10.0).down is not None


def creep(engine: Engine, n: int, seconds: float) -> float:
    """Return how far a cube moves, in metres, once it lies on a column of n for so many seconds.

    It is let go 1 mm above the column and given 2 s to come to rest.
    """
    scene = column([*offsets(0, n), 0.0])
    top = scene.blocks[-1]
    lifted = msgspec.structs.replace(top, pose=top.pose._replace(y=top.pose.y + 0.001))
    sim = simulation(msgspec.structs.replace(scene, blocks=(*scene.blocks[:-1], lifted)), engine)
    *_, (_, rest) = frames(sim, 2.0)
    moved = 0.0
    for _, poses in frames(sim, seconds):
        moved = max(moved, math.dist(poses[-1, :2], rest[-1, :2]))
        if moved > SIDE:
            break
    return moved


def slides_at(engine: Engine, friction: float) -> float:
    """Return the slope tan(angle) from which a plank slides down a ramp within 2 s."""

    def slides(slope: float) -> bool:
        scene = incline(slope, Box(PLANK, PLANK / 3), friction)
        start = scene.blocks[1].pose
        return any(
            _downhill(start, poses[1]) > _MOVED
            for _, poses in frames(simulation(scene, engine), 2.0)
        )

    return _threshold(slides, friction)


def topples_at(engine: Engine, width: float) -> float:
    """Return the slope tan(angle) from which a post this many times as wide as tall topples."""

    def topples(slope: float) -> bool:
        scene = incline(slope, Box(width * POST, POST), friction=5.0)
        start = scene.blocks[1].pose.angle
        return any(
            abs(poses[1, 2] - start) > _TURNED
            for _, poses in frames(simulation(scene, engine), 3.0)
        )

    return _threshold(topples, width)


def _downhill(start: Pose, now: Array) -> float:
    along = math.cos(start.angle), math.sin(start.angle)
    return float((now[0] - start.x) * along[0] + (now[1] - start.y) * along[1])


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
    *_, (_, poses) = frames(simulation(harmonic(20, 1.02), known), 2.0)
    return fingerprint(poses)


def cost(engine: Engine, n: int, rounds: int) -> Cost:
    """Return what a column of n cubes costs: medians of so many half seconds, taken in turns."""
    scene = column(offsets(0, n))
    sims: list[Simulation | SameSettings] = [simulation(scene, engine)]
    if isinstance(engine, Profile):
        sims.append(SameSettings(scene, engine, engine.steps(storeys(scene.blocks) + 1)))
    spent = [[_spent(sim, 0.5) for sim in sims] for _ in range(rounds)]
    ours = median(times[0] for times in spent)
    return Cost(ours, median(a / b for a, b in spent) if len(sims) == 2 else None)


def _spent(sim: Simulation | SameSettings, seconds: float) -> float:
    """Return CPU seconds per simulated second."""
    now, began = 0.0, process_time()
    while now < seconds:
        now += sim.advance()
    return (process_time() - began) / now
