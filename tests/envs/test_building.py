"""Practice and the endless tower as Gymnasium environments."""

import copy
import math
from typing import Any

import gymnasium
import numpy as np
import pygame
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import towersim.envs  # noqa: F401 - registers the environments
from tests.examples import slow
from towersim.common.errors import IllegalAction, OptionFault
from towersim.common.units import Pose
from towersim.envs.blocks import COLUMNS
from towersim.envs.placement import REACH
from towersim.lab.building import play
from towersim.lab.heuristics.placing import landing
from towersim.lab.placement import benchmark

STACK, PRACTICE = "towersim/Stack-v0", "towersim/Practice-v0"
PLACEMENT = "towersim/Placement-v0"
MIDDLE = np.zeros(2)


def made(name: str, **given: Any) -> Any:
    return gymnasium.make(name, **given).unwrapped


@pytest.mark.parametrize(
    ("name", "given"),
    [
        (STACK, {}),
        slow(STACK, {"control": "hand", "observe": "both"}),
        slow(PRACTICE, {"challenge": "the-right-foot", "observe": "pixels"}),
        (PRACTICE, {"control": "ticks", "challenge": "plank-bridge"}),
        slow(PLACEMENT, {}),
        slow(PLACEMENT, {"task": "odd-test-2", "observe": "both", "render_mode": "rgb_array"}),
        slow(PLACEMENT, {"task": "odd-test-2", "render_mode": "human"}),
    ],
)
def test_it_passes_the_librarys_check_without_a_warning(name: str, given: dict[str, Any]) -> None:
    check_env(made(name, **given))


def test_a_brick_that_stands_is_worth_one_and_a_fall_ends_the_tower() -> None:
    env = made(STACK)
    seen, _ = env.reset(seed=1)
    assert seen["mask"].sum() == 1
    seen, reward, ended, cut, info = env.step(MIDDLE)
    assert (reward, ended, cut, info["measure"]) == (1.0, False, False, 1.0)
    assert seen["mask"].sum() == 2
    brick = dict(zip(COLUMNS, seen["blocks"][1].tolist(), strict=True))
    assert (brick["width"], brick["height"]) == pytest.approx((0.06, 0.02))
    assert (brick["x"], brick["y"]) == pytest.approx((0.0, 0.05), abs=1e-3)
    _, reward, ended, cut, _ = env.step(np.array([0.9, 0.0]))
    assert (reward, ended, cut) == (0.0, True, False)


def test_a_tower_of_all_bricks_is_truncated() -> None:
    env = made(STACK, bricks=np.int64(2))
    env.reset(seed=1)
    assert env.step(MIDDLE)[1:4] == (1.0, False, False)
    assert env.step(MIDDLE)[1:4] == (1.0, False, True)


def test_the_hand_lifts_each_brick_over_the_tower() -> None:
    env = made(STACK, bricks=6, control="hand", hand="none")
    env.reset(seed=1)
    assert [env.step(MIDDLE)[1] for _ in range(6)] == [1.0] * 6


def test_a_snapshot_brings_back_every_rest() -> None:
    env = made(STACK, control="hand")
    env.reset(seed=3)
    env.step(MIDDLE)
    snapshot, copied = env.snapshot(), copy.deepcopy(env)
    after = [env.step(np.array([0.1 * n, 0.0]))[0]["blocks"] for n in (1, 2)]
    env.restore(snapshot)
    for same in (env, copied, env):
        again = [same.step(np.array([0.1 * n, 0.0]))[0]["blocks"] for n in (1, 2)]
        env.restore(snapshot)
        assert all((one == two).all() for one, two in zip(after, again, strict=True))
    for other in (made(STACK, hand="shaky"), made(STACK, bricks=9), made(PRACTICE)):
        with pytest.raises(OptionFault, match="is not of this challenge and hand"):
            other.restore(snapshot)


def test_the_rewards_of_an_attempt_are_its_stars() -> None:
    env = made(PRACTICE, challenge="first-tower")
    seen, _ = env.reset(seed=1)
    total, ended, moves = 0.0, False, 0
    while not ended:
        first = int(np.flatnonzero(seen["action_mask"])[0])
        choice = first if moves < 8 else env.choices.index("finish")
        seen, reward, ended, _, info = env.step({"choice": choice, "pose": MIDDLE})
        total, moves = total + reward, moves + 1
    assert total == pytest.approx(env.match.outcome.stars / 3)
    assert info["stars"] >= 1


def test_an_illegal_choice_changes_nothing_and_says_why() -> None:
    env = made(PRACTICE, challenge="first-tower")
    env.reset(seed=1)
    before = env.match.state
    action = {"choice": env.choices.index("test"), "pose": MIDDLE}
    _, reward, ended, _, info = env.step(action)
    assert (reward, ended, info["illegal"]) == (0.0, False, "test: is not possible now")
    assert env.match.state == before


def test_the_hand_is_led_tick_by_tick() -> None:
    env = made(PRACTICE, challenge="first-tower", control="ticks")
    env.reset(seed=1)
    choice = int(np.flatnonzero(env._seen()["action_mask"])[0])
    seen = env.step({"choice": choice, "pose": np.zeros(4)})[0]
    assert seen["blocks"][:, COLUMNS.index("held")].sum() == 1
    with pytest.raises(IllegalAction, match="clone"):
        env.snapshot()
    for height in (-0.2, -0.2, -0.9, -0.98):
        seen = env.step({"choice": choice, "pose": np.array([0.0, height, 0.0, -1.0])})[0]
    x = seen["blocks"][-1 + int(seen["mask"].sum()), 0]
    assert abs(x) < 0.15
    seen = env.step({"choice": choice, "pose": np.array([0.0, -0.98, 0.0, 1.0])})[0]
    assert not seen["blocks"][:, COLUMNS.index("held")].any()
    assert env.match.state.now.touches == 1


@pytest.mark.parametrize(
    ("name", "given", "why"),
    [
        (PRACTICE, {"challenge": "nowhere"}, "challenge 'nowhere': not known"),
        (PRACTICE, {"challenge": 5}, "challenge '5': not known"),
        (PRACTICE, {"control": "carry"}, "control 'carry': not known; known: drop, hand, ticks"),
        (STACK, {"control": "ticks"}, "control 'ticks': not known; known: drop, hand$"),
        (STACK, {"hand": "wobbly"}, "hand 'wobbly': not known; known: none, steady"),
        (STACK, {"bricks": 121}, "bricks 121: is not a whole number from 1 to 120"),
        (STACK, {"bricks": np.ones(1)}, r"bricks array\(\[1.\]\): is not a whole number"),
        (STACK, {"observe": "all"}, "observe 'all': not known; known: blocks, pixels, both"),
        (PLACEMENT, {"observe": "all"}, "observe 'all': not known"),
        (PLACEMENT, {"task": ["x"]}, r"task \['x'\]: is not a name of a task"),
    ],
)
def test_an_unknown_choice_is_refused(name: str, given: dict[str, Any], why: str) -> None:
    with pytest.raises(OptionFault, match=why):
        made(name, **given)


@pytest.mark.parametrize("name", [STACK, PRACTICE, PLACEMENT])
def test_before_an_episode_a_reset_is_asked_for(name: str) -> None:
    env = made(name, render_mode="rgb_array")
    with pytest.raises(ResetNeeded):
        env.step(env.action_space.sample())
    with pytest.raises(ResetNeeded):
        env.render()


@pytest.mark.parametrize(
    ("name", "action"),
    [
        (STACK, [math.nan, 0.0]),
        (STACK, [0.0, 1.5]),
        *((STACK, [0.0]), (STACK, "left")),
        (PRACTICE, {"choice": -1, "pose": MIDDLE}),
        (PRACTICE, {"choice": 99, "pose": MIDDLE}),
        (PRACTICE, {"choice": 0}),
        (PRACTICE, {"choice": np.array([0, 1]), "pose": MIDDLE}),
        (PRACTICE, {"choice": 0, "pose": [0.0, 10**400]}),
        (PRACTICE, 3),
        (PLACEMENT, [0.0, 0.0, math.nan]),
        (PLACEMENT, [0.0, 0.0, 2.0]),
    ],
)
def test_an_action_outside_its_space_is_refused(name: str, action: Any) -> None:
    env = made(name)
    env.reset(seed=1)
    before = env.snapshot()
    with pytest.raises(OptionFault, match="is not a snapshot"):
        env.restore(action)
    with pytest.raises(InvalidAction, match="expected"):
        env.step(action)
    assert str(env.snapshot()) == str(before)


@pytest.mark.parametrize("mode", ["vector_entry_point", slow("async")])
def test_several_run_in_one_process_or_in_processes_of_their_own(mode: str) -> None:
    several = gymnasium.make_vec(STACK, num_envs=3, vectorization_mode=mode)
    several.reset(seed=1)
    _, rewards, ended, _, _ = several.step(np.array([[0.0, 0.0], [0.9, 0.0], [0.0, 0.0]]))
    assert (rewards.tolist(), ended.tolist()) == ([1.0, 0.0, 1.0], [False, True, False])
    several.close()


def test_several_attempts_tell_their_measures_in_one_array() -> None:
    several = gymnasium.make_vec(PRACTICE, num_envs=2, challenge="plank-bridge")
    several.reset(seed=1)
    poses = np.array([[0.0, 0.12], [0.9, 0.0]], np.float32)
    infos = several.step({"choice": np.zeros(2, np.int64), "pose": poses})[-1]
    assert infos["measure"][infos["_measure"]].tolist() == [1.0]
    several.close()


@pytest.mark.parametrize(("name", "most"), [(PRACTICE, 1000), (STACK, None), (PLACEMENT, None)])
def test_several_of_each_kind_are_made_and_end_in_time(name: str, most: int | None) -> None:
    with pytest.raises(OptionFault, match="num_envs 0: is not a whole number ≥ 1"):
        gymnasium.make_vec(name, num_envs=0, vectorization_mode="vector_entry_point")
    several = gymnasium.make_vec(name, num_envs=3, vectorization_mode="vector_entry_point")
    assert (several.num_envs, several.spec and several.spec.max_episode_steps) == (3, most)
    several.close()
    short = gymnasium.make_vec(
        name,
        num_envs=2,
        vectorization_mode="vector_entry_point",
        max_episode_steps=1,
        autoreset_mode=AutoresetMode.DISABLED,
    )
    assert short.metadata["autoreset_mode"] is AutoresetMode.DISABLED
    short.reset(seed=1)
    assert short.step(short.action_space.sample())[3].all()
    short.close()


def test_the_rewards_of_a_task_are_its_score_in_the_benchmark() -> None:
    env = made(PLACEMENT, task="reach-test-1")
    env.reset(seed=3)
    task, bound = benchmark()["reach-test-1"]
    poses: list[Pose] = []
    total, ended, fell = 0.0, False, False
    while not ended:
        held = env.task.pieces[len(poses)]
        poses.append(landing(env.scene, held, -0.03 + 0.03 * len(poses), math.pi / 2).pose)
        _, reward, ended, _, info = env.step([(-0.03 + 0.03 * (len(poses) - 1)) / REACH, 0.5, 0.0])
        total, fell = total + reward, info["fell"]
    with pytest.raises(ResetNeeded, match="reach-test-1 has ended"):
        env.step([0.0, 0.0, 0.0])
    played = play(task, env.snapshot().tremor, lambda _scene, _piece, number: poses[number])
    assert played.fell == fell
    assert total == pytest.approx(bound.score(played.worth))


def test_a_task_goes_on_from_a_snapshot_and_a_piece_may_be_left_out() -> None:
    env = made(PLACEMENT, task="counterweight-test-1")
    env.reset(seed=1)
    start = env.snapshot()
    first = env.step([-0.2, 0.0, 0.0])
    env.restore(start)
    again = env.step([-0.2, 0.0, 0.0])
    assert first[1:] == again[1:]
    assert (first[0]["blocks"] == again[0]["blocks"]).all()
    before = env.scene
    seen, reward, ended, _, _ = env.step([0.0, 0.0, 1.0])
    assert (env.scene, reward, ended, seen["left"]) == (before, 0.0, False, 1)
    with pytest.raises(OptionFault, match=r"task 'tower': .*reach-test-1 … 40, .*edge"):
        made(PLACEMENT, task="tower")


def test_a_task_is_shown_in_a_window_as_its_pixels() -> None:
    modes = ("human", "rgb_array")
    shown, drawn = (made(PLACEMENT, task="odd-test-2", render_mode=mode) for mode in modes)
    for env in (shown, drawn):
        env.reset(seed=1)
        env.step([0.0, 0.5, 0.0])
    assert shown.render() is None
    window = pygame.display.get_surface()
    assert window is not None
    assert (pygame.surfarray.array3d(window).swapaxes(0, 1) == drawn.render()).all()
    shown.close()
    assert not pygame.display.get_init()
