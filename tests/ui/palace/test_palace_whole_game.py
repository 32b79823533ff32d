"""Whole games of Palace in the window: by mouse from the menu, by keys, by two people."""

from pathlib import Path
from typing import Any

import pygame
import pytest
from msgspec.structs import replace

from tests.ui.cards.tables import table
from tests.ui.palace.matches import best, blind_spots, drag, pile, spot, waits
from tests.ui.pilot import Pilot, window
from towersim.match.match import Match
from towersim.match.record import SeatSpec, read
from towersim.match.replay import validate
from towersim.rules.palace.state import LayUp, Options, Play, TakePile
from towersim.ui.cards.curtain import Curtain
from towersim.ui.cards.screen import CardScreen
from towersim.ui.screens.press_guard import STRAY
from towersim.ui.screens.result import Result
from towersim.ui.settings import Settings, save_settings

QUICK = Settings(pace=4, animations=False)


def by_mouse(pilot: Pilot) -> None:
    """Do a sensible action with the mouse, in one of the possible ways."""
    screen = table(pilot)
    match best(screen.play.view()):
        case LayUp(cards):
            for card in cards:
                pilot.click(spot(pilot, card))
            pilot.press("Lay face up")
        case Play((card,)):
            drag(pilot, spot(pilot, card), pile(pilot))
        case Play(cards):
            for card in cards:
                pilot.click(spot(pilot, card))
                pilot.frames(30)
            pilot.press(f"Play {len(cards)} cards")
        case TakePile():
            pilot.press("Take the pile")
        case _:
            pilot.click(blind_spots(pilot)[0])


def by_keys(pilot: Pilot) -> None:
    """Do a sensible action with the keyboard alone."""
    screen = table(pilot)
    wish: Any = best(screen.play.view())
    if isinstance(wish, TakePile):
        pilot.key(pygame.K_t)
        return
    for card in getattr(wish, "cards", ()):
        while screen.pointing.focus != card or not screen.pointer.keys:
            pilot.key(pygame.K_RIGHT)
        pilot.key(pygame.K_SPACE)
    pilot.key(pygame.K_RETURN)


def play_on(pilot: Pilot, act: Any, turns: int) -> int:
    """Play up to `turns` decisions of people, opening curtains; return how many there were."""
    for turn in range(turns):
        pilot.until(lambda: waits(pilot) or not isinstance(pilot.screen, CardScreen), 20_000)
        if isinstance(pilot.screen, Curtain):
            pilot.frames(40)
            pilot.press(f"I am {pilot.screen.name}")
            pilot.until(lambda: waits(pilot))
        if isinstance(pilot.screen, Result):
            return turn
        act(pilot)
        pilot.frames(2)
    return turns


@pytest.mark.slow  # a whole game by keys is below
def test_a_game_against_two_bots_by_mouse_from_the_menu_with_a_break(tmp_path: Path) -> None:
    seats = (SeatSpec("Ada"), *(SeatSpec(name, "uniform") for name in ("Bruno", "Clara")))
    options: dict[str, dict[str, bool | int | str]] = {"palace": {"stock": False}}
    save_settings(tmp_path / "settings.json", replace(QUICK, seats=seats, options=options))
    with window(tmp_path, (960, 600)) as pilot:
        pilot.press("Other games")
        chooser = next(
            widget
            for widget in pilot.screen.form._order
            if pilot.screen.form._commands[widget] == "palace"
        )
        pilot.click(pygame.Rect(chooser.get_abs_rect()).center)
        pilot.screen.seed.set_text("1")
        pilot.press("Start the game")
        assert play_on(pilot, by_mouse, 5) == 5
        before = table(pilot).match.state
    with window(tmp_path, (960, 600)) as pilot:
        pilot.press("Continue")
        assert table(pilot).match.state.rows[0] == before.rows[0]
        assert 0 < play_on(pilot, by_mouse, 500) < 500
        outcome = pilot.screen._outcome
        pilot.frames(round(60 * STRAY) + 1)  # "Menu" opened under the mouse
        pilot.press("Menu")
        assert not pilot.button("Continue").is_enabled
    (path,) = (tmp_path / "records").glob("*.tower")
    assert read(path).steps[-1].over == outcome
    assert validate(read(path)).valid


def test_a_game_by_keys_alone(tmp_path: Path) -> None:
    save_settings(tmp_path / "settings.json", QUICK)
    seats = (SeatSpec("Ada"), SeatSpec("Bruno", "uniform"))
    match = Match.new("palace", seats, seed=1, options=Options(stock=False))
    with window(tmp_path, match=match) as pilot:
        assert 0 < play_on(pilot, by_keys, 500) < 500
        assert match.outcome is not None


@pytest.mark.slow
def test_two_people_and_a_bot_pass_the_screen_on(tmp_path: Path) -> None:
    save_settings(tmp_path / "settings.json", QUICK)
    seats = (SeatSpec("Ada"), SeatSpec("Bruno", "uniform"), SeatSpec("Clara"))
    match = Match.new("palace", seats, seed=6, options=Options(stock=False))
    with window(tmp_path, match=match) as pilot:
        assert 0 < play_on(pilot, by_mouse, 800) < 800
        assert match.outcome is not None


@pytest.mark.slow
def test_a_long_game_with_animations(tmp_path: Path) -> None:
    save_settings(tmp_path / "settings.json", Settings(pace=4))
    seats = (SeatSpec("Ada"), SeatSpec("Bruno"), SeatSpec("Clara", "uniform"))
    match = Match.new("palace", seats, seed=8)
    with window(tmp_path, match=match) as pilot:
        assert 0 < play_on(pilot, by_mouse, 2000) < 2000
