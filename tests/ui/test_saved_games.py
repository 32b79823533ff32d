"""The list of unfinished games: what it shows, how it scrolls, and how a game is deleted."""

from os import utime
from pathlib import Path

import pygame

from tests.ui.pilot import Pilot, window
from towersim.match import Match
from towersim.record import SeatSpec
from towersim.rules.push.state import Flip
from towersim.ui.saved_games import saved_games
from towersim.ui.screens.menu import Menu
from towersim.ui.screens.saved import SHOWN, SavedGames


def begin(folder: Path, name: str, seed: int = 1, *, moved: bool = True) -> Path:
    """Write the record of a game in which somebody has moved, or nobody; the higher, the newer."""
    path = folder / "records" / f"{name}.tower"
    match = Match.new("push", (SeatSpec("Ada"), SeatSpec("Bruno")), seed=seed, record=path)
    if moved:
        match.submit(Flip())
    match.close()
    utime(path, (1e9 + seed, 1e9 + seed))
    return path


def shown(pilot: Pilot) -> list[str]:
    return [game.path.stem for game in pilot.screen.shown]


def test_of_several_unfinished_games_one_is_chosen(tmp_path: Path) -> None:
    for seed in range(3):
        begin(tmp_path, str(seed), seed)
    with window(tmp_path) as pilot:
        pilot.press("Continue")
        assert isinstance(pilot.screen, SavedGames)
        assert shown(pilot) == ["2", "1", "0"]
        pilot.key(pygame.K_TAB)
        pilot.key(pygame.K_DOWN)
        pilot.key(pygame.K_RETURN)
        assert pilot.match.seed == 1


def test_a_game_in_which_nobody_moved_is_not_listed(tmp_path: Path) -> None:
    begin(tmp_path, "moved")
    begin(tmp_path, "opened", moved=False)
    assert [game.path.stem for game in saved_games(tmp_path / "records")] == ["moved"]


def test_a_game_that_was_damaged_meanwhile_is_named(tmp_path: Path) -> None:
    for name in ("a", "b"):
        begin(tmp_path, name)
    with window(tmp_path) as pilot:
        pilot.press("Continue")
        for path in (tmp_path / "records").iterdir():
            path.write_text("{}\n")
        pilot.frames(5)
        pilot.press("Go on")
        assert isinstance(pilot.screen, SavedGames)
        assert "line 1" in pilot.app.context.notice


def test_a_long_list_scrolls_by_wheel_and_keys_and_counts_the_rest(tmp_path: Path) -> None:
    for seed in range(SHOWN + 2):
        begin(tmp_path, str(seed), seed)
    with window(tmp_path) as pilot:
        pilot.press("Continue")
        newest = SHOWN + 1
        assert shown(pilot) == [str(newest - n) for n in range(SHOWN)]
        assert pilot.screen._counted().startswith("and 2 older ones")
        pilot.post(pygame.MOUSEWHEEL, x=0, y=-1, flipped=False)
        assert shown(pilot)[-1] == "1"
        assert pilot.screen._counted().startswith("and 1 older one:")
        pilot.post(pygame.MOUSEWHEEL, x=0, y=3, flipped=False)
        pilot.key(pygame.K_TAB)
        for _ in range(SHOWN + 1):
            pilot.key(pygame.K_DOWN)
        assert shown(pilot)[-1] == "0"
        assert pilot.screen._counted() == ""
        pilot.key(pygame.K_RETURN)
        assert pilot.match.seed == 0


def test_pictures_are_painted_one_after_the_other(tmp_path: Path) -> None:
    for seed in range(2):
        begin(tmp_path, str(seed), seed)
    with window(tmp_path) as pilot:
        pilot.press("Continue")
        pilot.frames(3)
        pictures = [pilot.screen._pictures.picture(game.path) for game in pilot.screen.shown]
        assert all(picture is not None for picture in pictures)


def test_deleting_asks_once_more_and_the_last_one_leads_back(tmp_path: Path) -> None:
    first, second = (begin(tmp_path, name, seed) for seed, name in enumerate("ab"))
    with window(tmp_path) as pilot:
        pilot.press("Continue")
        pilot.press("Delete")
        assert second.exists()
        pilot.press("Really?")
        assert not second.exists()
        assert shown(pilot) == ["a"]
        pilot.press("Delete")
        pilot.post(pygame.MOUSEWHEEL, x=0, y=-1, flipped=False)
        pilot.press("Really?")
        assert not first.exists()
        assert isinstance(pilot.screen, Menu)
        assert not pilot.button("Continue").is_enabled
