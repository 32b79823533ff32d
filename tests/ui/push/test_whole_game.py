"""Whole games of Push in the window: from the menu to the result, by mouse, keys, two people."""

from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from tests.ui.cards.tables import settle, table
from tests.ui.pilot import Pilot, window
from tests.ui.push.pushing import (
    by_keys,
    by_mouse,
    new_match,
    play_out,
    short_match,
)
from towersim.match.record import SeatSpec, read, unfinished
from towersim.match.replay import validate
from towersim.rules.push.log import Banked, Bust, Rolled, Took
from towersim.ui.games.push.stages import acting
from towersim.ui.screens.result import Result
from towersim.ui.settings import Settings, save_settings

QUICK = Settings(pace=4, animations=False, game="push")
DUEL = (SeatSpec("Ada"), SeatSpec("Bruno", "reckoner"))


def happened(pilot: Pilot, folder: Path) -> set[type]:
    """Check the record of the only game; return the types of its events."""
    (path,) = (folder / "records").glob("*.tower")
    assert validate(read(path)).valid
    assert list(unfinished(folder / "records")) == []
    assert read(path).steps[-1].over is not None
    return {type(event) for event in pilot.app.screens[-2].match.events}  # type: ignore[attr-defined]


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_game_by_mouse_against_a_bot_with_a_restart_of_the_program(
    tmp_path: Path, whole: object
) -> None:
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
        if not whole:
            return
        result = play_out(pilot, by_mouse)
        scores = result._outcome.scores
        kinds = happened(pilot, tmp_path)
    assert min(scores) > 0
    assert {Took, Rolled, Bust, Banked} <= kinds


@pytest.mark.slow
def test_a_game_by_keys_against_two_bots(tmp_path: Path) -> None:
    with window(tmp_path, match=short_match("human", "reckoner", "uniform")) as pilot:
        pilot.app.context.change(QUICK)
        pilot.move((1, 1))
        result = play_out(pilot, by_keys)
        assert result._outcome.scores[0] > 0
        pilot.key(pygame.K_ESCAPE)
        assert acting(table(pilot).state.view) is None
        pilot.key(pygame.K_RETURN)
        assert isinstance(pilot.screen, Result)


@pytest.mark.slow
def test_two_people_share_the_mouse(tmp_path: Path) -> None:
    with window(tmp_path, match=short_match("human", "human", seed=8)) as pilot:
        pilot.app.context.change(QUICK)
        screen, acted = table(pilot), set()

        def act(pilot: Pilot) -> None:
            acted.add(screen.play.seat)
            assert acting(screen.state.view) == screen.play.seat
            assert screen.hint.startswith(f"{screen.play.name}: ")
            by_mouse(pilot)

        result = play_out(pilot, act)
        assert acted == {0, 1}
        assert sum(result._outcome.scores) > 0


@pytest.mark.slow
def test_a_game_with_all_animations(tmp_path: Path) -> None:
    with window(tmp_path, match=new_match("human", "reckoner", "reckoner", seed=2)) as pilot:
        assert pilot.app.context.settings.animations
        play_out(pilot, by_mouse)
