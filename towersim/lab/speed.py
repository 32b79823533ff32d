"""Speed of the card games and of exact statics, compared with other programs (`lab/README.md`)."""

import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from itertools import product
from math import nan
from pathlib import Path
from statistics import fmean, median
from subprocess import SubprocessError
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csc_array

from towersim.common import dice
from towersim.lab import run
from towersim.lab.executors import heuristic_processes, local_cluster
from towersim.lab.tables import Quantity
from towersim.lab.towers import hard_tower, pyramid, tower, wall
from towersim.rules import AnyRules
from towersim.rules.base import Nature
from towersim.rules.palace.play import Palace
from towersim.rules.push.play import Push
from towersim.rules.rummu.play import Rummu
from towersim.scene.contacts import joints
from towersim.scene.scene import Scene
from towersim.statics.balance import Balance, balance
from towersim.statics.equilibrium import label, limits, signed_margin, stands
from towersim.statics.linear_program import Columns

SWEEP = Path(__file__).with_name("speed.toml").read_text(encoding="utf-8")
ROUND_SECONDS = 0.2
"""CPU time of each game in each round, in seconds."""
SEATS = 4
SEED = 7
RLCARD_GAMES = {"UNO": "uno", "gin rummy": "gin-rummy"}
"""Common names of RLCard's games and their ids in RLCard."""
UNIT = "moves / CPU-s"
"""Decisions per second of CPU time."""

Player = Callable[[dice.Stream], int]
"""A function that plays one game and returns the number of its decisions."""
Pairs = Iterable[tuple[str, str]]
"""Names of players to compare, if both are there."""


def figures(rounds: int = 15, seconds: float = ROUND_SECONDS) -> Iterator[Quantity]:
    """Yield the speeds of card games, then ratios to UNO.

    If RLCard is not installed, its rows say so and hold NaN.
    """
    fault = _rlcard_fault()
    pairs = product(("Palace", "Push"), ("RLCard's UNO", "RLCard's UNO, own agents"))
    yield from compared(dict(_players(rlcard=fault is None)), pairs, UNIT, rounds, seconds)
    for name in RLCARD_GAMES if fault else ():
        yield Quantity(f"RLCard's {name}: rlcard {fault}", nan, UNIT)


def compared(
    players: Mapping[str, Player], pairs: Pairs, unit: str, rounds: int, seconds: float
) -> Iterator[Quantity]:
    """Yield the median speeds of games that are played in turn, then ratios within one round."""
    runs = [{name: speed(play, seconds) for name, play in players.items()} for _ in range(rounds)]
    for name in players:
        yield Quantity(name, median(run[name] for run in runs), unit)
    for pair in pairs:
        if players.keys() >= {*pair}:
            ratio = median(run[pair[0]] / run[pair[1]] for run in runs)
            yield Quantity(" beside ".join(pair), ratio, "x")


def _rlcard_fault() -> str | None:
    """Return why RLCard cannot be used, in one line; None if it can."""
    if not find_spec("rlcard"):
        return "is not installed"
    try:
        import_module("rlcard.agents")
    except (ImportError, SubprocessError) as error:
        # Its import needs distutils, which Python 3.12 removed, and runs pip.
        return f"cannot be imported: {' '.join(str(error).split())}"
    return None


def _players(*, rlcard: bool) -> Iterator[tuple[str, Player]]:
    for rules in (Palace(), Push(), Rummu()):
        yield rules.title, partial(_ours, rules)
    if rlcard:
        for name, game in RLCARD_GAMES.items():
            environment = _environment(game)
            yield f"RLCard's {name}", partial(_theirs, environment)
            yield f"RLCard's {name}, own agents", partial(_their_agents, environment)


def speed(play: Player, seconds: float) -> float:
    """Return the decisions per CPU second."""
    noise = dice.stream(SEED, "speed")
    decisions, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        decisions += play(noise)
    return decisions / spent


def _ours(rules: AnyRules, noise: dice.Stream) -> int:
    state, decisions = rules.setup(SEATS, rules.options()), 0
    while (actor := rules.actor(state)) is not Nature.OVER:
        if isinstance(actor, Nature):
            action = noise.choice(rules.legal(state))
        else:
            action = noise.choice(rules.view(state, actor).legal)
            decisions += 1
        state, _ = rules.apply(state, action)
    return decisions


def _theirs(environment: Any, noise: dice.Stream) -> int:  # noqa: ANN401 - rlcard ships no types
    state, _ = environment.reset()
    decisions = 0
    while not environment.is_over():
        state, _ = environment.step(noise.choice(list(state["legal_actions"])))
        decisions += 1
    return decisions


def _their_agents(environment: Any, _: dice.Stream) -> int:  # noqa: ANN401 - rlcard ships no types
    """Run a game by RLCard, whose trajectory of each player alternates states and actions."""
    trajectories, _payoffs = environment.run(is_training=False)
    return sum(len(trajectory) // 2 for trajectory in trajectories)


def _environment(game: str) -> Any:  # noqa: ANN401 - rlcard ships no types
    import rlcard  # noqa: PLC0415 - an optional extra
    from rlcard.agents import RandomAgent  # noqa: PLC0415 - the same

    environment = rlcard.make(game, config={"seed": SEED})
    agents = [RandomAgent(environment.num_actions) for _ in range(environment.num_players)]
    environment.set_agents(agents)
    return environment


WALLS = ((10, 10), (20, 20), (25, 40))
"""Bricks per course and courses of walls of 100, 400 and 1000 bricks."""
TOWERS = 50
"""Number of towers of each kind, as a sample of the benchmark's."""
ENOUGH, ROUNDS = 0.5, 9
"""A timing is repeated until it took `ENOUGH` seconds in total, at most `ROUNDS` times."""


def statics() -> Iterator[Quantity]:
    """Yield the costs of labels and margins, and those relative to the plain program."""
    towers = [tower(1, n) for n in range(TOWERS)]
    towers += [hard_tower(1, n) for n in range(TOWERS)]
    each = [1000 * timed(signed_margin, scene) for scene in towers]
    yield Quantity("label and margin of a benchmark tower, median", median(each), "ms")
    yield Quantity("label and margin of a benchmark tower, mean", fmean(each), "ms")
    for name, scene in scenes():
        yield Quantity(f"label of {name}", 1000 * timed(stands, scene), "ms")
    for name, scene in scenes():
        touching = list(joints(scene))
        rows = balance(scene, touching)
        plain = timed(plain_margin, rows, 0)
        sides = timed(plain_margin, rows, 1) + timed(plain_margin, rows, -1)
        ours = timed(label, rows)
        yield Quantity(f"label of {name} beside a plain program", ours / plain, "x")
        share = (ours + timed(limits, rows)) / (plain + sides)
        yield Quantity(f"label and margin of {name} beside a plain program", share, "x")
    sizes = [wide * courses for wide, courses in WALLS]
    costs = [timed(stands, wall(*size)) for size in WALLS]
    power = math.log(costs[-1] / costs[0]) / math.log(sizes[-1] / sizes[0])
    yield Quantity("label of a wall of n grows like n to the power of", power, "")


def scenes() -> Iterator[tuple[str, Scene]]:
    """Yield structures of 20, 100, 325 and 1000 blocks."""
    yield "a wall of 20", wall(5, 4)
    yield "a wall of 100", wall(10, 10)
    yield "a pyramid of 325", pyramid(25)
    yield "a wall of 1000", wall(25, 40)


def swept(seconds: float = 8.0, towers: int = 2_000) -> Iterator[Quantity]:
    """Yield the speed of a sweep by workers, and the CPU time of the driver."""
    pools = {f"{n} process{'es' * (n > 1)}": partial(heuristic_processes, n) for n in (1, 2)}
    if find_spec("distributed"):
        pools["4 workers of Dask"] = partial(local_cluster, 4)
    for name, pool in pools.items():
        with TemporaryDirectory() as folder, pool() as workers:
            path = Path(folder) / "rows.toml"
            path.write_text(SWEEP.format(towers=towers), encoding="utf-8")
            running = run.run(run.plan(path, Path(folder) / "out", workers), workers)
            # The processes start and import with their first chunks.
            for _ in range(2 * workers.slots):
                next(running)
            began, spent, rows = time.perf_counter(), time.process_time(), 0
            while (passed := time.perf_counter() - began) < seconds:
                done = next(running, None)
                if done is None:
                    break
                rows += done.answers
            driver = time.process_time() - spent
            running.close()
        yield Quantity(f"sweep with {name}", rows / passed, "rows / s")
        cost = 1e6 * driver / max(rows, 1)
        yield Quantity(f"driver of a sweep with {name}", cost, "CPU-s / 10⁶ rows")


def timed(ask: Callable[..., object], *about: object) -> float:
    """Return the median CPU seconds of a call, repeated if it is short."""
    each: list[float] = []
    while sum(each) < ENOUGH and len(each) < ROUNDS:
        began = time.process_time()
        ask(*about)
        each.append(time.process_time() - began)
    return median(each)


def plain_margin(rows: Balance, direction: int) -> float:
    """Return λ by the plain program towards +x (1) or -x (-1); 0: only solve for balance."""
    sideways = np.arange(0, rows.size, 3)
    push = Columns(np.zeros(1, np.int64), sideways, np.full(len(sideways), float(direction)))
    all_ = rows.edges(1.0).beside(push)
    ends = np.append(all_.starts, len(all_.rows))
    matrix = csc_array((all_.values, all_.rows, ends), shape=(rows.size, len(all_.starts)))
    cost = np.zeros(matrix.shape[1])
    cost[-1] = -abs(direction)
    return -float(linprog(cost, A_eq=matrix, b_eq=rows.load).fun)
