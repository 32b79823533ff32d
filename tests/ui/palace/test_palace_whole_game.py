"""Whole games of Palace in the window: by mouse from the menu, by keys, by two people."""

from pathlib import Path
from typing import Any

import pygame

from tests.ui.cards.tables import table
from tests.ui.palace.matches import best, waits
from tests.ui.pilot import Pilot, window
from towersim.match.match import Match
from towersim.match.record import SeatSpec
from towersim.rules.palace.state import Options, TakePile
from towersim.ui.cards.curtain import Curtain
from towersim.ui.cards.screen import CardScreen
from towersim.ui.settings import Settings, save_settings
from towersim.ui.watch.finale import Finale

QUICK = Settings(pace=4, animations=False)


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
        if isinstance(pilot.screen, Finale):
            return turn
        act(pilot)
        pilot.frames(2)
    return turns


def test_a_game_by_keys_alone(tmp_path: Path) -> None:
    save_settings(tmp_path / "settings.json", QUICK)
    seats = (SeatSpec("Ada"), SeatSpec("Bruno", "uniform"))
    match = Match.new("palace", seats, seed=1, options=Options(stock=False))
    with window(tmp_path, match=match) as pilot:
        assert 0 < play_on(pilot, by_keys, 500) < 500
        assert match.outcome is not None
