"""The card games as games of OpenSpiel."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel has no wheel here")
from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402 - skipped above

import towersim.envs  # noqa: E402, F401 - registers the games

GAMES = ("towersim_palace", "towersim_push", "towersim_rummu(rounds=1)")
every = pytest.mark.parametrize("name", GAMES)


@every
def test_it_passes_the_librarys_random_simulation(name: str) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False, mask_test=True)


def wandered(name: str, steps: int, seed: int = 1) -> Any:
    random, state = np.random.RandomState(seed), pyspiel.load_game(name).new_initial_state()
    while state.move_number() < steps or state.is_chance_node():
        state.apply_action(int(random.choice(state.legal_actions())))
    return state


@pytest.mark.parametrize("name", ["towersim_palace(players=3)", "towersim_rummu(rounds=1)"])
def test_cards_dealt_anew_are_another_world_that_the_player_cannot_tell_apart(name: str) -> None:
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    for steps in (40, 70, 100):
        state = wandered(name, steps)
        player = state.current_player()
        other = state.resample_from_infostate(player, sampler)
        assert other.information_state_string() == state.information_state_string()
        assert other.information_state_tensor() == state.information_state_tensor()
        assert other.at.state != state.at.state
        assert list(map(len, other.at.state.hands)) == list(map(len, state.at.state.hands))


def test_searches_choose_legal_numbers() -> None:
    random = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    state = wandered("towersim_palace", 60)
    bot = ismcts.ISMCTSBot(state.get_game(), evaluator, 1.5, 2, random_state=random)
    assert bot.step(state) in state.legal_actions()
    state = wandered("towersim_push", 60)
    bot = mcts.MCTSBot(state.get_game(), 1.5, 2, evaluator, random_state=random)
    assert bot.step(state) in state.legal_actions()


def test_a_program_that_registers_the_games_ends_without_a_crash() -> None:
    program = "import towersim.envs, pyspiel; pyspiel.load_game('towersim_palace')"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
