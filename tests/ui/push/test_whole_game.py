"""Whole games of Push in the window: from the menu to the result, by mouse, keys, two people."""

from pathlib import Path

from msgspec.structs import replace

from tests.ui.cards.tables import settle, table
from tests.ui.pilot import window
from tests.ui.push.pushing import by_mouse
from towersim.match.record import SeatSpec
from towersim.ui.settings import Settings, save_settings

QUICK = Settings(pace=4, animations=False, game="push")
DUEL = (SeatSpec("Ada"), SeatSpec("Bruno", "reckoner"))


def test_a_game_by_mouse_against_a_bot_with_a_restart_of_the_program(tmp_path: Path) -> None:
    save_settings(tmp_path / "settings.json", replace(QUICK, seats=DUEL))
    with window(tmp_path, (960, 600)) as pilot:
        pilot.press("New game")
        pilot.screen.seed.set_text("5")
        pilot.press("Start the game")
        for _ in range(12):
            settle(pilot)
            by_mouse(pilot)
        settle(pilot)
        before = table(pilot).match.state
    with window(tmp_path, (960, 600)) as pilot:
        pilot.press("Continue")
        assert table(pilot).match.state == before
        assert table(pilot).state.view.benches == before.benches
