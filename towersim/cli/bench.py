"""`towersim bench`: frames, games, replays, statics, and the overhead of `World` over pymunk.

Times depend on the machine and its load, so nothing is asserted; both sides of a ratio are
measured in one run.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import pairwise, product
from math import nan
from pathlib import Path
from statistics import median, quantiles
from typing import cast
from unittest.mock import patch

import msgspec
import typer

from towersim import new
from towersim.bots.table import final_outcome
from towersim.cli.terminal import AsJson, print_json, say
from towersim.common.dice import stream
from towersim.foresight.reach import landing
from towersim.lab.analytic_scenes import column
from towersim.lab.envelope_scenes import cost, offsets
from towersim.lab.optional_dependencies import requires
from towersim.lab.tables import Quantity
from towersim.match.match import Match
from towersim.match.record import Recording, SeatSpec, read
from towersim.match.replay import validate
from towersim.physics import world
from towersim.physics.loads import preload
from towersim.physics.profile import TABLE_1, TABLE_3, Profile
from towersim.physics.world import World
from towersim.rules import game as rules_of
from towersim.rules.base import PUTS, Nature, Place, StartTower
from towersim.table.placing import Motion, each_tick
from towersim.ui.bench import first_frame, frame_times, full_practice, full_table
from towersim.ui.display import draw_nowhere_without_screen

app = typer.Typer()

PLAYERS = {
    "fawlty-towers": ("careful", "careful", "uniform", "uniform"),
    "bausack": ("builder", "builder", "builder", "builder"),
}
"""The bots in the timed games, by game."""
SIZES = ((1280, 720), (1920, 1080))
WIDTH = 56
"""Number of characters for the name of a figure."""


def measure(seed: int = 7, games: int = 3, cubes: int = 80) -> Iterator[Quantity]:
    """Measure and yield the figures: frames, games of four bots, a column, statics, cards."""
    from towersim.lab import speed  # noqa: PLC0415 - an optional extra

    draw_nowhere_without_screen()
    tables = {"": full_table, "Practice with x-ray, ": full_practice}
    yield Quantity("from the start to the first frame, 1920 x 1080", first_frame(), "CPU-s")
    for (name, full), size in product(tables.items(), SIZES):
        frames = [1000 * seconds for seconds in frame_times(full(cubes - 1), size)]
        scene = f"{name}{cubes} cubes, {size[0]} x {size[1]}"
        yield Quantity(f"frame, {scene}, median", median(frames), "ms")
        yield Quantity(f"frame, {scene}, 99th percentile", quantiles(frames, n=100)[98], "ms")
    for game in PLAYERS:
        yield from _games(game, seed, games)
    held = cost(TABLE_3, 40, rounds=7)
    yield Quantity("column of 40 cubes", held.seconds, "CPU-s per s")
    if held.ratio is not None:
        yield Quantity("World beside a bare pymunk loop", held.ratio, "x")
    yield Quantity("column of 10 on table-3 beside table-1", profile_ratio(10), "x")
    yield from speed.statics()
    yield from speed.swept()
    yield from speed.figures()
    yield from _placements(seed)
    if find_spec("pettingzoo") is None:
        yield Quantity("PettingZoo: pip install 'towersim[envs]'", nan, "")
    else:
        from towersim.envs.speed import figures  # noqa: PLC0415 - an optional extra

        yield from figures()


def _placements(seed: int, blocks: int = 12, rounds: int = 5) -> Iterator[Quantity]:
    """Measure placements in one call beside their World and its ticks until rest."""
    match: Match = new("fawlty-towers", 2, seed=seed)
    drops, puts, noise = list[float](), list[float](), stream(seed, "bench")
    while len(drops) < blocks * rounds and match.outcome is None:
        action = noise.choice(match.legal)
        if not isinstance(action, PUTS):
            match.submit(action)
            continue
        for _ in range(rounds):
            drops.append(_beside_ticks(match.clone(), action, by_hand=False))
            puts.append(_beside_ticks(match.clone(), action, by_hand=True))
        match.drop(action, landing(match.table, action.block, action.tower).x)
    yield Quantity("a direct drop beside its World and ticks", median(drops), "x")
    yield Quantity("a placement by the hand beside its World and ticks", median(puts), "x")


def _beside_ticks(match: Match, action: Place | StartTower, *, by_hand: bool) -> float:
    """Return the CPU time of a placement over that of its World and its ticks until rest."""
    table = match.table
    at, began = landing(table, action.block, action.tower), time.process_time()
    match.put(action, at) if by_hand else match.drop(action, at.x)
    spent, again = time.process_time() - began, time.process_time()
    for _ in each_tick(table, cast("Motion", match.last_motion), match.profile):
        pass
    return spent / (time.process_time() - again)


def _games(game: str, seed: int, games: int) -> Iterator[Quantity]:
    seats = [SeatSpec(f"Seat {n}", player, "normal") for n, player in enumerate(PLAYERS[game], 1)]
    simulated = played = replayed = 0.0
    ratios: dict[str, list[float]] = {"a game by known moves": [], "a replay": [], "thinking": []}
    with tempfile.TemporaryDirectory() as folder:
        for n in range(games):
            record, began = Path(folder) / f"{n}.tower", time.perf_counter()
            match, whole = Match.new(game, seats, seed=seed + n, record=record), time.process_time()
            final_outcome(match)
            match.close()
            over, whole = time.perf_counter(), time.process_time() - whole
            validate(read(record))
            simulated += match.ticks * match.tick_seconds
            played, replayed = played + over - began, replayed + time.perf_counter() - over
            moves, steps = _with_steps(play_again, read(record), Path(folder) / "again.tower")
            again, replay_steps = _with_steps(validate, read(record))
            beside = moves / steps, again / replay_steps, (whole - moves) / steps
            for values, ratio in zip(ratios.values(), beside, strict=True):
                values.append(ratio)
    title = rules_of(game).title
    yield Quantity(f"{title}: games of four bots", 60 * games / played, "per minute")
    yield Quantity(f"{title}: simulated time in them", simulated / played, "s per s")
    yield Quantity(f"{title}: simulated time in replays", simulated / replayed, "s per s")
    for what, values in ratios.items():
        yield Quantity(f"{title}: {what} beside engine steps", median(values), "x")


def play_again(recording: Recording, path: Path) -> None:
    """Play the moves of a record again, without bots, into a new record."""
    match = Match.begin(recording.header, path)
    decode = msgspec.json.Decoder(match.rules.actions).decode
    for step, following in pairwise(recording.steps):
        if isinstance(step.actor, Nature):
            continue
        action = decode(step.action)
        if not isinstance(action, PUTS):
            match.submit(action)
        else:
            match.lift(action.block)
            for target in cast("Motion", following.motion).targets():
                match.tick(target)
                if not match.carrying:
                    break
            else:
                match.release()
        match.settle()
    match.close()


def _with_steps(play: Callable[..., object], *args: object) -> tuple[float, float]:
    """Return the CPU seconds of a call, and those of the engine's steps in it.

    These are the steps of ticks and of preloads, with pymunk's own Python.
    """
    with engine_clock() as engine:
        began = time.process_time()
        play(*args)
        return time.process_time() - began, engine[0]


def profile_ratio(cubes: int, rounds: int = 25) -> float:
    """Return the median cost on `table-3` of building a column and half a second, over `table-1`.

    The two take turns. Nothing in the scene needs the scaled masses or the finer steps.
    """
    scene = column(offsets(1, cubes))

    def spent(profile: Profile) -> float:
        began, world = time.process_time(), World(scene, profile)
        for _ in range(profile.ticks(0.5)):
            world.tick()
        return time.process_time() - began

    each = ((spent(TABLE_1), spent(TABLE_3)) for _ in range(rounds))
    return median(new / old for old, new in each)


@contextmanager
def engine_clock() -> Iterator[list[float]]:
    """Measure the CPU seconds of the engine's steps, while open, as the only item of a list."""
    spent = [0.0]

    def timed(steps: Callable[..., None]) -> Callable[..., None]:
        def call(*args: object) -> None:
            began = time.process_time()
            steps(*args)
            spent[0] += time.process_time() - began

        return call

    ticks = timed(World._take_steps)  # noqa: SLF001 - physics may know no clock
    with patch.object(World, "_take_steps", ticks), patch.object(world, "preload", timed(preload)):
        yield spent


def _three_digits(value: float) -> str:
    """Return a number to three significant digits.

    >>> _three_digits(43_812.5), _three_digits(0.18749)
    ('43,800', '0.187')
    """
    return f"{float(f'{value:.3g}'):,g}"


@app.command()
def bench(json: AsJson = False) -> None:
    """Measure the speed of frames, games, replays and the physics."""
    with requires("lab"):
        measured, figures = measure(), list[Quantity]()
    if not json:
        say(_line("measure", "value", "unit"))
        say(_line("-" * WIDTH, "------:", "----"))
    for figure in measured:
        figures.append(figure)
        if not json:
            say(_line(figure.what, _three_digits(figure.value), figure.unit))
            sys.stdout.flush()
    if json:
        print_json({each.what: {"value": each.value, "unit": each.unit} for each in figures})


def _line(what: str, value: str, unit: str) -> str:
    return f"| {what:<{WIDTH}} | {value:>7} | {unit} |"
