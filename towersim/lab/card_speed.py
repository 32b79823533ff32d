"""How many decisions a second the card games take, beside the card games of RLCard.

One decision is: the view of a seat, one of its legal actions drawn at random, the action applied,
and whatever deck and die answer. RLCard (PyPI `rlcard`, the extra `bench`) does the same: the
state of a player, one of its legal actions, `step`. As it is used, by `run` with its own random
agents, it draws by way of numpy and keeps all states; so its games are measured both ways.
"""

import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from math import nan
from statistics import median
from typing import Any

from towersim import dice
from towersim.rules import AnyRules
from towersim.rules.base import Nature
from towersim.rules.palace.play import Palace
from towersim.rules.push.play import Push
from towersim.rules.rummu.play import Rummu

ROUND_SECONDS = 0.2
"""CPU time that each game gets in each round."""
SEATS = 4
SEED = 7
RLCARD_GAMES = {"UNO": "uno", "gin rummy": "gin-rummy"}
"""RLCard's games by the names that people and RLCard call them."""
UNIT = "moves / CPU-s"
"""Decisions in a second of one processor."""

Player = Callable[[dice.Stream], int]
"""Plays one whole game and returns how many decisions that took."""


def figures(rounds: int = 15, seconds: float = ROUND_SECONDS) -> tuple[tuple[str, float, str], ...]:
    """Return rows of what was measured, a number and its unit: speeds, then ratios to UNO.

    All play in turn, `rounds` times, and the medians count: of the speeds, and of the ratios
    within one round. Without RLCard its rows say so and have no number.
    """
    players = tuple(_players())
    runs = [{name: _speed(play, seconds) for name, play in players} for _ in range(rounds)]
    rows = [(name, median(run[name] for run in runs), UNIT) for name in runs[0]]
    if not find_spec("rlcard"):
        rows += [(f"RLCard's {name}: rlcard is not installed", nan, UNIT) for name in RLCARD_GAMES]
        return tuple(rows)
    for name in ("Palace", "Push"):
        for uno in ("RLCard's UNO", "RLCard's UNO, own agents"):
            ratio = median(run[name] / run[uno] for run in runs)
            rows.append((f"{name} beside {uno}", ratio, "x"))
    return tuple(rows)


def _players() -> Iterator[tuple[str, Player]]:
    for rules in (Palace(), Push(), Rummu()):
        yield rules.title, partial(_ours, rules)
    if find_spec("rlcard"):
        for name, game in RLCARD_GAMES.items():
            environment = _environment(game)
            yield f"RLCard's {name}", partial(_theirs, environment)
            yield f"RLCard's {name}, own agents", partial(_their_agents, environment)


def _speed(play: Player, seconds: float) -> float:
    """Return how many decisions a CPU second brings."""
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
    """Let RLCard run its game; of each player it returns states and actions by turns."""
    trajectories, _payoffs = environment.run(is_training=False)
    return sum(len(trajectory) // 2 for trajectory in trajectories)


def _environment(game: str) -> Any:  # noqa: ANN401 - rlcard ships no types
    import rlcard  # noqa: PLC0415 - an extra that need not be there
    from rlcard.agents import RandomAgent  # noqa: PLC0415 - the same

    environment = rlcard.make(game, config={"seed": SEED})
    agents = [RandomAgent(environment.num_actions) for _ in range(environment.num_players)]
    environment.set_agents(agents)
    return environment
