"""The card games as games of OpenSpiel."""

import pickle
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel has no wheel here")
from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402 - skipped above

import towersim.envs  # noqa: E402, F401 - registers the games
from tests.commands import python  # noqa: E402 - after the library
from tests.rules.moves import GOLDEN, golden  # noqa: E402 - after the library
from towersim.common.errors import IllegalAction  # noqa: E402 - after the library
from towersim.envs.openspiel import CODINGS  # noqa: E402 - after the library

GAMES = [f"{game}(rounds=1)" if "rummu" in game else game for game in CODINGS]
every = pytest.mark.parametrize("name", GAMES)


@pytest.mark.slow
@every
def test_it_passes_the_librarys_random_simulation(name: str) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False, mask_test=True)


def wandered(name: str, steps: int) -> Any:
    random, state = np.random.RandomState(1), pyspiel.load_game(name).new_initial_state()
    while (state.move_number() < steps or state.is_chance_node()) and not state.is_terminal():
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
        assert len(other.at.secrets) == len(state.at.secrets)
        for before, now in zip(state.at.state.hands, other.at.state.hands, strict=True):
            assert {*before} - state.at.secrets == {*now} - other.at.secrets, "what all have seen"


@pytest.mark.parametrize("steps", [43, 46])  # seat 0 comes out in two lays, or lays card by card
def test_cards_dealt_anew_fit_what_the_seat_to_move_has_begun(steps: int) -> None:
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    state = wandered("towersim_rummu(rounds=1)", steps)
    assert all(state.resample_from_infostate(1, sampler).legal_actions() for _ in range(10))
    marks = -state.get_game().num_distinct_actions()
    told = [any(state.observation_tensor(player)[marks:]) for player in range(3)]
    assert told == [bool(state.at.chosen), False, False], "others do not see what it has begun"


def playthrough(name: str) -> str:
    """Return the first moves of a game that a fixed seed chooses, and what is seen before each."""
    game, random = pyspiel.load_game(name), np.random.RandomState(7)
    state = game.new_initial_state()
    sizes = game.observation_tensor_size(), game.information_state_tensor_size()
    lines = [f"{game}: {game.num_distinct_actions()} actions, tensors of {sizes}"]
    while state.move_number() < 60 and not state.is_terminal():
        player, legal = state.current_player(), state.legal_actions()
        if not state.is_chance_node():
            row = np.array(state.observation_tensor(player))
            marks = " ".join(f"{at}:{row[at]:.3g}" for at in np.flatnonzero(row))
            lines += [f"  sees {marks}", f"  may {' '.join(map(str, legal))}"]
        chosen = int(random.choice(legal))
        lines.append(f"{player} {chosen} {state.action_to_string(player, chosen)}")
        state.apply_action(chosen)
    return "\n".join([*lines, ""])


@every
def test_a_playthrough_is_as_before(name: str) -> None:
    file, text = GOLDEN / f"openspiel_{name.partition('(')[0]}.txt", playthrough(name)
    assert text == golden(file, text)


@every
def test_a_game_can_be_pickled_and_refuses_an_illegal_number(name: str) -> None:
    game = pyspiel.load_game(name)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)  # noqa: S301 - pickled here
    for steps in (0, 60):
        state = wandered(name, steps)
        illegal = min({*range(game.num_distinct_actions())} - {*state.legal_actions()})
        with pytest.raises(IllegalAction, match=f"{illegal}: cannot be chosen now"):
            state.clone().apply_action(illegal)


def test_searches_choose_legal_numbers() -> None:
    random = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    state = wandered("towersim_palace", 60)
    bot = ismcts.ISMCTSBot(state.get_game(), evaluator, 1.5, 2, random_state=random)
    assert bot.step(state) in state.legal_actions()
    state = wandered("towersim_push", 60)
    bot = mcts.MCTSBot(state.get_game(), 1.5, 2, evaluator, random_state=random)
    assert bot.step(state) in state.legal_actions()


@pytest.mark.slow
def test_a_program_that_registers_the_games_ends_without_a_crash() -> None:
    program = "import towersim.envs, pyspiel; pyspiel.load_game('towersim_palace')"
    assert python("-c", program).returncode == 0
