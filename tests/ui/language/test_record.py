"""The record of a game is the same in every language, byte by byte."""

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from tests.ui.pilot import window
from towersim.match.match import Match
from towersim.match.record import SeatSpec
from towersim.ui.settings import Settings, save_settings

PEOPLE = (SeatSpec("Ada"), SeatSpec("Bruno"))


def by_hand(folder: Path, language: str) -> bytes:
    """Place two cubes by mouse; return the record."""
    save_settings(folder / "settings.json", Settings(language=language))
    path = folder / "game.tower"
    match = Match.new("fawlty-towers", PEOPLE, seed=5, record=path)
    with window(folder, match=match) as pilot:
        assert pilot.app.context.viewport.fonts.language.code == language
        for kind in ("red", "blue"):
            pilot.put(kind, 0)
            pilot.until(lambda: pilot.table.play.is_human_turn)
            pilot.key(pygame.K_n)
    return path.read_bytes()


def by_bots(folder: Path, language: str) -> bytes:
    """Let bots play a card game to the end; return the record."""
    save_settings(folder / "settings.json", Settings(language=language, pace=4))
    path = folder / "game.tower"
    seats = [SeatSpec(name, "uniform") for name in ("Ada", "Bruno", "Clara")]
    match = Match.new("push", seats, seed=5, record=path)
    with window(folder, match=match) as pilot:
        pilot.key(pygame.K_g)
        pilot.until(lambda: match.outcome is not None, 20_000)
    return path.read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("play", [by_hand, by_bots])
def test_a_game_in_german_writes_the_same_record_as_in_english(
    tmp_path: Path, play: Callable[[Path, str], bytes]
) -> None:
    german, english = (play(tmp_path / code, code) for code in ("de", "en"))
    assert german == english
    assert german.count(b"\n") > 4
