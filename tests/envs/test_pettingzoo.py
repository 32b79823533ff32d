"""The games as PettingZoo environments: the library's own tests, and what they do not look at."""

import importlib
import pickle
import warnings
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="pettingzoo cannot be installed here")
with warnings.catch_warnings():
    # The library's tests import an environment of its own in a way that it calls deprecated.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import (
        api_test,
        parallel_api_test,
        render_test,
        seed_test,
        test_save_obs as save_obs_test,
    )

import towersim
from tests.commands import Printed, python
from towersim.common.errors import IllegalAction, OptionFault
from towersim.envs.palace import CODING
from towersim.rules import GAMES

QUICK = ("palace", "push")

BLOCKS = ("fawlty_towers", "bausack")
every = pytest.mark.parametrize(
    "name",
    [
        pytest.param(name.replace("-", "_"), marks=[pytest.mark.slow] * (name not in QUICK))
        for name in GAMES
    ],
)
DICTIONARY = (
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
)
"""The library warns of dictionaries in all environments but those on a list of its own names."""


def module(name: str) -> Any:
    return importlib.import_module(f"towersim.envs.{name}_v0")


def seeded(env: Any) -> Any:
    """Return an environment whose action spaces draw the same actions in every run."""
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(number)
    return env


@pytest.mark.slow
@pytest.mark.filterwarnings(*DICTIONARY)
@every
def test_it_passes_the_librarys_tests_without_a_warning(name: str, capsys: Printed) -> None:
    for make in (module(name).env, module(name).raw_env):
        api_test(seeded(make()), num_cycles=300)
    seed_test(module(name).env, num_cycles=200)
    parallel_api_test(seeded(module(name).parallel_env()), num_cycles=200)
    save_obs_test(seeded(module(name).env()))
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.slow
@every
def test_with_an_array_as_observation_the_librarys_tests_warn_of_nothing(name: str) -> None:
    api_test(seeded(module(name).flat_env()), num_cycles=300)
    seed_test(module(name).flat_env, num_cycles=100)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["palace", "push"])
def test_it_is_drawn(name: str) -> None:
    render_test(module(name).env)


@every
def test_a_random_game_ends_with_the_rewards_of_its_outcome(name: str) -> None:
    env, random = module(name).env(), np.random.Generator(np.random.PCG64(3))
    env.reset(seed=5)
    total, latest = dict.fromkeys(env.possible_agents, 0.0), {}
    for agent in env.agent_iter():
        seen, reward, ended, _, info = env.last()
        total[agent] += reward
        latest[agent] = seen
        assert (info["action_mask"] == seen["action_mask"]).all()
        env.step(None if ended else int(random.choice(np.flatnonzero(seen["action_mask"]))))
    outcome = env.unwrapped.match.outcome
    env.step(0)  # of which the library's environments warn only
    for agent, seen in latest.items():  # its own view, also when it is selected last
        assert (env.observe(agent)["observation"] == seen["observation"]).all()
        assert seen["action_mask"].all()
    assert sum(total.values()) == pytest.approx(0.0)
    assert {env.possible_agents[seat] for seat in outcome.winners} == {
        agent for agent, reward in total.items() if reward == max(total.values())
    }


@pytest.mark.parametrize("name", BLOCKS)
def test_a_block_is_chosen_then_its_angle_then_its_x(name: str) -> None:
    env = module(name).raw_env()
    env.reset(seed=2)
    random, first = np.random.Generator(np.random.PCG64(1)), len(env.coding.numbers) - 33
    while len(env._choice.chosen) < 2:
        agent, before = env.agent_selection, env.match.table
        env.step(int(random.choice(np.flatnonzero(env.observe(agent)["action_mask"]))))
    env = pickle.loads(pickle.dumps(env))  # noqa: S301 - pickled here
    steps = np.flatnonzero(env.observe(agent)["action_mask"])
    assert env._choice.chosen[-1] < first <= steps.min()
    marks = env.observe(agent)["observation"][-len(env.coding.numbers) :]
    assert sorted(np.flatnonzero(marks)) == sorted(env._choice.chosen)
    other = next(each for each in env.agents if each != agent)
    assert not env.observe(other)["observation"][-len(env.coding.numbers) :].any()
    env.step(int(steps[len(steps) // 2]))
    assert env.match.table != before


def test_the_game_is_the_one_with_the_same_seed() -> None:
    env = module("palace").env(seats=3, options={"may_decline": True})
    env.reset(seed=7)
    match = towersim.new("palace", 3, seed=7, options={"may_decline": True})
    assert env.unwrapped.match.state == match.state
    env.reset()
    assert env.unwrapped.match.state != match.state


def test_an_action_is_chosen_number_by_number() -> None:
    env = module("palace").raw_env()
    env.reset(seed=1)
    hand = env.match.view(0).hand
    coding = CODING
    chosen = [coding.numbers.index(str(card)) for card in (hand[0], hand[2], hand[3])]
    for number in chosen:
        before = env.observe("seat_0")
        assert before["action_mask"][number]
        assert not env.observe("seat_1")["action_mask"].any()
        env.step(number)
    assert env.agent_selection == "seat_1"
    assert env.match.state.rows[0] == (hand[0], hand[2], hand[3])
    marks = before["observation"][-len(coding.numbers) :]
    assert list(np.flatnonzero(marks)) == chosen[:2]


def test_an_illegal_number_ends_the_game_or_is_refused() -> None:
    raw = module("push").raw_env()
    raw.reset(seed=1)
    for told in (*raw.infos.values(), *map(raw.observe, raw.agents)):
        told["action_mask"][:] = 1  # an agent's own array
    for number, why in ((1, "cannot be chosen now"), (-1, "is not in the"), (0.5, "is not in the")):
        with pytest.raises(IllegalAction, match=f"seat_0: {number} {why}"):
            raw.step(number)
    env = module("push").env()
    env.reset(seed=1)
    env.step(1)
    assert env.rewards["seat_0"] == -1
    assert all(env.terminations.values())
    assert all(info["action_mask"].all() for info in env.infos.values())


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"render_mode": "ansi"}, "render_mode 'ansi': not known; known: human, rgb_array"),
        ({"render_mode": np.zeros(2)}, r"render_mode array\(\[0., 0.\]\): not known"),
        ({"seats": 2.5}, "seats 2.5: is not a whole number"),
        ({"seats": np.array([2])}, r"seats array\(\[2\]\): is not a whole number"),
        ({"options": np.zeros(2)}, r"options array\(\[0., 0.\]\): is not a dictionary"),
    ],
)
def test_an_invalid_argument_is_refused(given: dict[str, Any], why: str) -> None:
    with pytest.raises(OptionFault, match=why):
        module("push").env(**given)


@pytest.mark.slow  # another process imports the libraries
@pytest.mark.parametrize("driver", ["dummy", None])
def test_importing_the_environments_keeps_the_audio_driver(
    driver: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SDL_AUDIODRIVER", raising=False)
    given = {"SDL_AUDIODRIVER": driver} if driver else {}
    text = "import os, towersim.envs.palace_v0; print(os.environ.get('SDL_AUDIODRIVER'))"
    assert python("-c", text, env=given).stdout.split() == [str(driver)]
