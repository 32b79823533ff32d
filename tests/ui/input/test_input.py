"""Camera, keys and the hand's targets."""

import math
from collections import Counter

import pygame
import pytest
from hypothesis import given, strategies as st

from towersim.common.units import Pose, Vec
from towersim.ui.drawing.camera import Camera, fitted, follow
from towersim.ui.games import GAME_UIS
from towersim.ui.input.bindings import (
    COMMON,
    NOTCH,
    SPEED,
    HandInput,
    KeyCommand,
    KeyMap,
    command_for_key,
    number,
    usual_lines,
)

metres = st.floats(-2, 2)
turns = st.floats(-0.5, 0.5)
cameras = st.builds(
    Camera, st.floats(100, 5000), st.floats(-500, 2500), st.floats(0, 2000), turn=turns
)


@given(cameras, metres, metres)
def test_conversion_between_pixels_and_metres_is_reversible(
    camera: Camera, x: float, y: float
) -> None:
    assert camera.to_m(*camera.to_px(x, y)) == pytest.approx(Vec(x, y), abs=1e-9)


@given(cameras, metres, metres)
def test_up_on_the_table_is_up_on_the_screen(camera: Camera, x: float, y: float) -> None:
    assert camera.to_px(x, y + 0.1)[1] < camera.to_px(x, y)[1]


@given(st.floats(0.1, 2), st.floats(0.05, 2))
def test_a_fitted_camera_shows_the_whole_area(width: float, height: float) -> None:
    camera = fitted((300, 50, 1280, 600), -width / 2, width / 2, height)
    left, top = camera.to_px(-width / 2, height)
    right, base = camera.to_px(width / 2, 0.0)
    assert left >= 300 - 1e-6
    assert top >= 50 - 1e-6
    assert right <= 1280 + 1e-6
    assert base == pytest.approx(600)


def test_the_camera_reaches_its_goal_exactly() -> None:
    camera, goal = Camera(1000.0, 500.0, 600.0), Camera(700.0, 650.0, 600.0)
    assert follow(camera, goal, 0.0) == camera
    for _ in range(300):
        camera = follow(camera, goal, 1 / 60)
    assert camera == goal


@pytest.mark.parametrize("keys", [COMMON, *(game_ui.keys for game_ui in GAME_UIS.values())])
def test_no_key_has_two_commands_and_every_game_has_the_windows_keys(keys: KeyMap) -> None:
    count = Counter(key for line in keys for some in line.keys.values() for key in some)
    assert max(count.values()) == 1
    assert all(line in keys for line in usual_lines(*[*KeyCommand][-5:-1]))
    assert KeyCommand.PACE in {command for line in keys for command in line.keys}


def test_unbound_keys_have_no_command_and_letters_no_number() -> None:
    assert command_for_key(pygame.K_F5) is None
    assert [number(key) for key in (pygame.K_1, pygame.K_9, pygame.K_KP2, pygame.K_a)] == [
        1,
        9,
        2,
        None,
    ]


def test_arrows_move_the_hand_while_they_are_down_and_shift_makes_them_fine() -> None:
    hand = HandInput()
    hand.begin(Pose(0.1, 0.2, 0.0))
    hand.press(KeyCommand.LEFT)
    hand.step(0.5, fine=False)
    assert hand.target.x == pytest.approx(0.1 - 0.5 * SPEED)
    assert hand.target.y == 0.2
    hand.lift(KeyCommand.LEFT)
    hand.press(KeyCommand.UP)
    hand.step(0.5, fine=True)
    assert 0.2 < hand.target.y < 0.2 + 0.25 * SPEED
    hand.rest()
    before = hand.target
    hand.step(0.5, fine=False)
    assert hand.target == before


def test_the_wheel_turns_a_block_and_upright_resets_its_angle() -> None:
    hand = HandInput()
    hand.begin(Pose(0.0, 0.1, 0.0))
    hand.wheel(2)
    assert hand.target.angle == pytest.approx(2 * NOTCH)
    hand.wheel(4)
    hand.press(KeyCommand.UPRIGHT)
    assert hand.target.angle == pytest.approx(math.pi / 2)


def test_the_hand_stays_inside_its_bounds() -> None:
    hand = HandInput()
    hand.point(Vec(9.0, -1.0))
    hand.keep(Vec(-0.3, 0.01), Vec(0.4, 0.5))
    assert hand.target[:2] == (0.4, 0.01)


def test_a_quarter_turn_ends_at_a_multiple_of_90_degrees() -> None:
    hand = HandInput()
    hand.begin(Pose(0.0, 0.1, math.radians(20)))
    hand.press(KeyCommand.QUARTER_LEFT)
    assert hand.target.angle == pytest.approx(math.pi / 2)
    hand.press(KeyCommand.QUARTER_RIGHT)
    hand.press(KeyCommand.QUARTER_RIGHT)
    assert hand.target.angle == pytest.approx(-math.pi / 2)


def test_only_games_with_blocks_film_a_collapse() -> None:
    films = {
        game: any(KeyCommand.CLIP in line.keys for line in ui.keys) for game, ui in GAME_UIS.items()
    }
    assert films == {game: ui.hand for game, ui in GAME_UIS.items()}
