"""Speed of the card games in decisions per second, compared with the games of RLCard.

A decision is the view of a seat, one of its legal actions drawn at random, its application, and the
actions of deck and die that follow. RLCard (PyPI `rlcard`, the extra `bench`) does the same: the
state of a player, one of its legal actions, `step`. In its usual mode, `run` with its own random
agents, it draws with numpy and keeps all states; so its games are measured in both ways.
"""

import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from math import nan
from statistics import median
from subprocess import SubprocessError
from typing import Any

from towersim.common import dice
from towersim.rules import AnyRules
from towersim.rules.base import Nature
from towersim.rules.palace.play import Palace
from towersim.rules.push.play import Push
from towersim.rules.rummu.play import Rummu

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


def figures(rounds: int = 15, seconds: float = ROUND_SECONDS) -> tuple[tuple[str, float, str], ...]:
    """Return rows (name, number, unit): speeds, then ratios to UNO.

    All games are played in turn, `rounds` times; the results are medians of the speeds, and of the
    ratios within one round. If RLCard is not installed, its rows say so and hold NaN.
    """
    why = _rlcard_fault()
    players = tuple(_players(rlcard=why is None))
    runs = [{name: _speed(play, seconds) for name, play in players} for _ in range(rounds)]
    rows = [(name, median(run[name] for run in runs), UNIT) for name in runs[0]]
    if why:
        rows += [(f"RLCard's {name}: rlcard {why}", nan, UNIT) for name in RLCARD_GAMES]
        return tuple(rows)
    for name in ("Palace", "Push"):
        for uno in ("RLCard's UNO", "RLCard's UNO, own agents"):
            ratio = median(run[name] / run[uno] for run in runs)
            rows.append((f"{name} beside {uno}", ratio, "x"))
    return tuple(rows)


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


def _speed(play: Player, seconds: float) -> float:
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
