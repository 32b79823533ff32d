"""Speed of the environments beside those of the libraries, in turns per CPU second.

A turn is what an agent is told, a legal action drawn at random, and the step.
"""

from collections.abc import Iterator
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np

from towersim.common import dice
from towersim.envs import palace_v0
from towersim.lab.speed import Player, compared
from towersim.lab.tables import Quantity

UNIT = "turns / CPU-s"
AGENTS = {"connect_four": "connect_four_v3", "leduc": "leduc_holdem_v4"}
"""PettingZoo's environments by their common names."""


def figures(rounds: int = 9, seconds: float = 0.3) -> Iterator[Quantity]:
    """Return the speeds, then ratios; games that are missing have none."""
    pairs = (
        ("Palace in PettingZoo", "PettingZoo's connect_four"),
        ("Palace in OpenSpiel", "OpenSpiel's crazy_eights"),
    )
    return compared(dict(_players()), pairs, UNIT, rounds, seconds)


def _players() -> Iterator[tuple[str, Player]]:
    yield "Palace in PettingZoo", partial(_agents_play, palace_v0.env())
    for name, module in AGENTS.items():
        try:
            theirs = import_module(f"pettingzoo.classic.{module}").env()
        except ImportError:  # leduc needs rlcard
            continue
        yield f"PettingZoo's {name}", partial(_agents_play, theirs)
    try:
        pyspiel = import_module("pyspiel")
    except ImportError:  # has no wheel for Windows
        return
    for name, game in {
        "Palace in OpenSpiel": "towersim_palace",
        "OpenSpiel's crazy_eights": "crazy_eights(players=2)",
    }.items():
        yield name, partial(_players_play, pyspiel.load_game(game))


def _agents_play(env: Any, noise: dice.Stream) -> int:  # noqa: ANN401 - the library has no types
    env.reset(seed=noise.randrange(2**31))
    turns = 0
    for _ in env.agent_iter():
        seen, _, ended, cut, _ = env.last()
        over = ended or cut
        env.step(None if over else int(noise.choice(np.flatnonzero(seen["action_mask"]))))
        turns += not over
    return turns


def _players_play(game: Any, noise: dice.Stream) -> int:  # noqa: ANN401 - the same
    state, turns = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            numbers, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(noise.choices(numbers, chances)[0])
            continue
        state.observation_tensor()
        state.apply_action(noise.choice(state.legal_actions()))
        turns += 1
    return turns
