"""Keys and their changes, the hand's targets, and the camera."""

import json
import math
from collections import Counter
from pathlib import Path

import pygame
import pytest
from hypothesis import example, given, strategies as st

from tests.matches import fresh
from tests.ui.pilot import Pilot, window
from towersim.common.messages import message as _
from towersim.common.units import Pose, Vec
from towersim.rules import game as rules_of
from towersim.rules.base import Stacking
from towersim.ui.drawing.camera import Camera, fitted
from towersim.ui.games import GAME_UIS
from towersim.ui.input import bindings
from towersim.ui.menu.new_game import NewGame
from towersim.ui.screens.pause import Pause
from towersim.ui.screens.settings import KeysPage
from towersim.ui.settings import Settings, load_settings, save_settings

metres = st.floats(-2, 2)
turns = st.floats(-0.5, 0.5)
cameras = st.builds(
    Camera,
    st.floats(100, 5000),
    st.floats(-500, 2500),
    st.floats(0, 2000),
    turn=turns,
    raised=st.floats(0, 1000),
)


@given(cameras, metres, metres)
@example(Camera(100.0, 0.0, 0.0, turn=1e-6), 0.0, 1.0)
def test_conversion_between_pixels_and_metres_is_reversible_and_up_is_up(
    camera: Camera, x: float, y: float
) -> None:
    assert camera.to_m(*camera.to_px(x, y)) == pytest.approx(Vec(x, y), abs=1e-9)
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


@pytest.mark.parametrize("game", ["", *GAME_UIS])
def test_no_key_has_two_commands_and_every_game_has_the_windows_keys(game: str) -> None:
    keys = GAME_UIS[game].keys if game else bindings.COMMON
    count = Counter(key for line in keys for some in line.keys.values() for key in some)
    assert [pygame.key.name(key) for key, commands in count.items() if commands > 1] == []
    assert all(line in keys for line in bindings.usual_lines(*[*bindings.KeyCommand][-5:-1]))
    assert bindings.KeyCommand.PACE in {command for line in keys for command in line.keys}


def test_unbound_keys_have_no_command_and_letters_no_number() -> None:
    assert bindings.command_for_key(pygame.K_F5) is None
    keys = (pygame.K_1, pygame.K_9, pygame.K_KP2, pygame.K_a)
    assert [*map(bindings.number, keys)] == [1, 9, 2, None]


def test_arrows_move_the_hand_while_they_are_down_and_shift_makes_them_fine() -> None:
    hand = bindings.HandInput()
    hand.begin(Pose(0.1, 0.2, 0.0))
    hand.press(bindings.KeyCommand.LEFT)
    hand.step(0.5, fine=False)
    assert hand.target.x == pytest.approx(0.1 - 0.5 * bindings.SPEED)
    assert hand.target.y == 0.2
    hand.lift(bindings.KeyCommand.LEFT)
    hand.press(bindings.KeyCommand.UP)
    hand.step(0.5, fine=True)
    assert 0.2 < hand.target.y < 0.2 + 0.25 * bindings.SPEED
    hand.rest()
    before = hand.target
    hand.step(0.5, fine=False)
    assert hand.target == before


def test_the_wheel_turns_by_notches_and_keys_to_multiples_of_90_degrees() -> None:
    hand, keys = bindings.HandInput(), bindings.KeyCommand
    for notches, commands, angle in (
        (2, (), 2 * bindings.NOTCH),
        (6, (keys.UPRIGHT,), math.pi / 2),
        (2, (keys.QUARTER_LEFT,), math.pi / 2),
        (2, (keys.QUARTER_LEFT, keys.QUARTER_RIGHT, keys.QUARTER_RIGHT), -math.pi / 2),
    ):
        hand.begin(Pose(0.0, 0.1, 0.0))
        hand.wheel(notches)
        for command in commands:
            hand.press(command)
        assert hand.target.angle == pytest.approx(angle)


def test_only_games_with_blocks_film_a_collapse() -> None:
    films = {
        game: any(bindings.KeyCommand.CLIP in line.keys for line in ui.keys)
        for game, ui in GAME_UIS.items()
    }
    assert films == {game: isinstance(rules_of(game), Stacking) for game in GAME_UIS}


def test_a_changed_key_replaces_the_default_key(tmp_path: Path) -> None:
    with window(tmp_path, match=fresh(), keys={"q": "z", "escape": "k"}) as pilot:
        pilot.key(pygame.K_1)
        hand = pilot.table.carry.hand
        pilot.hold(pygame.K_q, 5)
        assert hand.target.angle == 0
        pilot.hold(pygame.K_z, 5)
        turned = hand.target.angle
        assert turned > 0
        pilot.hold(pygame.K_e, 3)
        assert hand.target.angle < turned
        pilot.key(pygame.K_ESCAPE)
        assert not isinstance(pilot.screen, Pause)
        pilot.key(pygame.K_k)
        assert isinstance(pilot.screen, Pause)
        pilot.key(pygame.K_ESCAPE)  # in menus the default keys keep working
        assert not isinstance(pilot.screen, Pause)


def test_a_mouse_that_goes_on_takes_a_block_over_from_the_keys(tmp_path: Path) -> None:
    with window(tmp_path, match=fresh()) as pilot:
        pilot.key(pygame.K_1)
        carry, start = pilot.table.carry, pilot.table.carry.target
        pilot.move((640, 300))
        pilot.move((648, 300))
        assert carry.target == start, "a push against the mouse is no move of the hand"
        pilot.move((680, 300))
        assert carry.target[:2] == pytest.approx(pilot.table.presenter.camera.to_m(680, 300))
        pilot.hold(pygame.K_LEFT, 5)
        start = carry.target
        pilot.post(pygame.MOUSEMOTION, pos=(700, 300), rel=(20, 0), buttons=(0, 0, 0))
        pilot.post(pygame.MOUSEMOTION, pos=(760, 300), rel=(60, 0), buttons=(0, 1, 0))
        assert carry.target == start, "the mouse drags the view"


def test_prompts_name_the_changed_key(pilot: Pilot) -> None:
    pilot.change(keys={"n": "x"})
    form = pilot.screen.form
    button = form.button(pygame.Rect(900, 20, 200, 40), _("No card  ({key:N})"), "decline")
    assert button.text == "No card  (X)"
    form.write(button, _("Take back  ({key:N})"))
    assert button.text == "Take back  (X)"


def test_keys_are_changed_on_their_page_and_saved(pilot: Pilot, tmp_path: Path) -> None:
    pilot.press("Settings", "Controls", "Change")
    assert isinstance(pilot.screen, KeysPage)
    pilot.order(("job", "q"))
    pilot.key(pygame.K_i)
    assert pilot.app.context.settings.keys == {"q": "i"}
    assert load_settings(tmp_path / "settings.json")[0].keys == {"q": "i"}
    pilot.press("Usual keys")
    assert pilot.app.context.settings.keys == {}
    pilot.order(("job", "q"))
    pilot.key(pygame.K_e)
    assert pilot.screen.message == "E is taken: turn right. Press it again to swap the two."
    assert pilot.app.context.settings.keys == {}
    pilot.key(pygame.K_e)
    swapped = {"q": "e", "e": "q"}
    assert pilot.app.context.settings.keys == swapped, (
        "a key in use is swapped if it is pressed again"
    )
    pilot.order(("job", "a"))
    for _turn in range(2):
        pilot.key(pygame.K_1)
        assert pilot.screen.message.startswith("1 is taken in Fawlty Towers: take a red, blue")
    assert pilot.app.context.settings.keys == swapped, "a digit of a game cannot be bound"
    for key, told in ((pygame.K_F1, "F1 is taken: rules and"), (pygame.K_F11, "F11 is taken: ")):
        pilot.key(key)
        assert pilot.screen.message.startswith(told), "no command while a key is awaited"
    pilot.key(pygame.K_ESCAPE)
    assert isinstance(pilot.screen, KeysPage)
    pilot.key(pygame.K_ESCAPE)
    assert not isinstance(pilot.screen, KeysPage)


def test_the_key_of_a_game_can_be_changed(tmp_path: Path) -> None:
    with window(tmp_path, match=fresh()) as pilot:
        table = pilot.screen
        pilot.app.show(KeysPage(pilot.app.context))
        pilot.frames()
        pilot.press("Single games")
        pilot.order(("job", "y"))
        pilot.key(pygame.K_j)
        assert pilot.screen.message.startswith("J is taken: Rummü: let the yellow card stand")
        pilot.key(pygame.K_i)
        assert pilot.app.context.settings.keys == {"y": "i"}
        pilot.press("Back")
        assert pilot.screen is table
        pilot.key(pygame.K_y)
        assert table.play.held is None
        pilot.key(pygame.K_i)
        assert pilot.table.play.held.kind == "yellow"


def test_every_letter_of_every_game_can_be_changed(pilot: Pilot) -> None:
    page = KeysPage(pilot.app.context)
    known = page._all.keys()
    games = [keys for title, keys in page._games.items()]
    used = set().union(*(line.names for keys in games for line in keys))
    assert {name for name in used if len(name) == 1 and name.isalpha()} - known == {"p"}


def test_text_input_ignores_changed_keys(pilot: Pilot) -> None:
    pilot.change(keys={"return": "z", "n": "x"})
    pilot.app.show(NewGame(pilot.app.context))
    pilot.frames()
    field = pilot.screen.names[0]
    pilot.click(pygame.Rect(field.get_abs_rect()).center)
    seats = len(pilot.screen.seats)
    pilot.key(pygame.K_z, text="z")
    assert field.is_focused
    assert len(pilot.screen.seats) == seats


def test_swapping_there_and_back_leaves_nothing_changed() -> None:
    there = bindings.changed({}, "left", "a")
    assert there == {"left": "a", "a": "left"}
    assert bindings.changed(there, "left", "left") == {}
    assert bindings.keys_fault(there) == ""


@pytest.mark.parametrize("keys", [{"q": "nonsense"}, {"q": "e"}, {"6": "z"}, {"q": ""}])
def test_damaged_keys_are_set_aside_with_the_file(tmp_path: Path, keys: dict[str, str]) -> None:
    path = tmp_path / "settings.json"
    save_settings(path, Settings())
    path.write_text(json.dumps({**json.loads(path.read_text()), "keys": keys}))
    settings, notice = load_settings(path)
    assert settings == Settings()
    assert "$.keys: " in notice
