"""Changed key bindings: their effect in games and prompts, and messages about conflicts."""

import json
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from tests.matches import fresh
from tests.ui.pilot import Pilot, window
from towersim.common.messages import message as _
from towersim.ui.input.bindings import changed, keys_fault
from towersim.ui.menu.new_game import NewGame
from towersim.ui.screens.pause import Pause
from towersim.ui.screens.settings import KeysPage
from towersim.ui.settings import Settings, load_settings, save_settings


def rebind(pilot: Pilot, **keys: str) -> None:
    pilot.app.context.change(replace(pilot.app.context.settings, keys=keys))
    pilot.frames(2)


def ask_for(pilot: Pilot, job: str) -> None:
    """Press the button of a job."""
    for button, command in pilot.screen.form.commands.items():
        if command == ("job", job):
            pilot.click(pygame.Rect(button.get_abs_rect()).center)
            return
    raise AssertionError(f"there is no button for {job!r}")


def changes(pilot: Pilot) -> dict[str, str]:
    keys: dict[str, str] = pilot.app.context.settings.keys
    return keys


def test_a_changed_key_replaces_the_default_key(tmp_path: Path) -> None:
    with window(tmp_path, match=fresh()) as pilot:
        rebind(pilot, q="z", escape="k")
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


def test_prompts_name_the_changed_key(tmp_path: Path) -> None:
    with window(tmp_path) as pilot:
        rebind(pilot, n="x")
        form = pilot.screen.form
        button = form.button(pygame.Rect(900, 20, 200, 40), _("No card  ({key:N})"), "decline")
        assert button.text == "No card  (X)"
        form.write(button, _("Take back  ({key:N})"))
        assert button.text == "Take back  (X)"


def test_keys_are_changed_on_their_page_and_saved(tmp_path: Path) -> None:
    with window(tmp_path) as pilot:
        pilot.press("Settings")
        pilot.press("Controls")
        pilot.press("Change")
        assert isinstance(pilot.screen, KeysPage)
        ask_for(pilot, "q")
        pilot.key(pygame.K_i)
        assert changes(pilot) == {"q": "i"}
        assert load_settings(tmp_path / "settings.json")[0].keys == {"q": "i"}
        pilot.press("Usual keys")
        assert changes(pilot) == {}


def test_a_key_in_use_is_reported_and_swapped_if_pressed_again(tmp_path: Path) -> None:
    with window(tmp_path) as pilot:
        pilot.app.show(KeysPage(pilot.app.context))
        pilot.frames()
        ask_for(pilot, "q")
        pilot.key(pygame.K_e)
        assert pilot.screen.message == "E is taken: turn right. Press it again to swap the two."
        assert changes(pilot) == {}
        pilot.key(pygame.K_e)
        assert changes(pilot) == {"q": "e", "e": "q"}


def test_a_digit_used_by_a_game_cannot_be_bound(tmp_path: Path) -> None:
    with window(tmp_path) as pilot:
        pilot.app.show(KeysPage(pilot.app.context))
        pilot.frames()
        ask_for(pilot, "q")
        for _turn in range(2):
            pilot.key(pygame.K_1)
            assert pilot.screen.message.startswith("1 is taken in Fawlty Towers: take a red, blue")
        assert changes(pilot) == {}
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
        ask_for(pilot, "y")
        pilot.key(pygame.K_j)
        assert pilot.screen.message.startswith("J is taken: Rummü: let the yellow card stand")
        pilot.key(pygame.K_i)
        assert changes(pilot) == {"y": "i"}
        pilot.press("Back")
        assert pilot.screen is table
        pilot.key(pygame.K_y)
        assert table.play.held is None
        pilot.key(pygame.K_i)
        assert pilot.table.play.held.kind == "yellow"


def test_every_letter_of_every_game_can_be_changed(tmp_path: Path) -> None:
    with window(tmp_path) as pilot:
        page = KeysPage(pilot.app.context)
        known = page._all.keys()
        games = [keys for title, keys in page._games.items()]
        used = set().union(*(line.names for keys in games for line in keys))
        assert {name for name in used if len(name) == 1 and name.isalpha()} - known == {"p"}


def test_text_input_ignores_changed_keys(tmp_path: Path) -> None:
    with window(tmp_path) as pilot:
        rebind(pilot, **{"return": "z", "n": "x"})
        pilot.app.show(NewGame(pilot.app.context))
        pilot.frames()
        field = pilot.screen.names[0]
        pilot.click(pygame.Rect(field.get_abs_rect()).center)
        seats = len(pilot.screen.seats)
        pilot.key(pygame.K_z, text="z")
        assert field.is_focused
        assert len(pilot.screen.seats) == seats


def test_swapping_there_and_back_leaves_nothing_changed() -> None:
    there = changed({}, "left", "a")
    assert there == {"left": "a", "a": "left"}
    assert changed(there, "left", "left") == {}
    assert keys_fault(there) == ""


@pytest.mark.parametrize("keys", [{"q": "nonsense"}, {"q": "e"}, {"6": "z"}, {"q": ""}])
def test_damaged_keys_are_set_aside_with_the_file(tmp_path: Path, keys: dict[str, str]) -> None:
    path = tmp_path / "settings.json"
    save_settings(path, Settings())
    path.write_text(json.dumps({**json.loads(path.read_text()), "keys": keys}))
    settings, notice = load_settings(path)
    assert settings == Settings()
    assert "$.keys: " in notice
