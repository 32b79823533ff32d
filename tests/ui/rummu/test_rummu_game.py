"""Whole games of Rummü in the window: by mouse, by keyboard, and by two people with the curtain."""

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from tests.ui.cards.tables import table as table_of
from tests.ui.pilot import Pilot, window
from tests.ui.rummu.rummuhands import (
    at_card,
    at_group,
    by_keys,
    by_mouse,
    cards,
    laid_out,
    lit,
    match_of,
    rest,
    wise,
)
from towersim.rules.base import Action
from towersim.rules.rummu.cards import Card, Role, Suit
from towersim.ui.cards.curtain import Curtain
from towersim.ui.cards.screen import CardScreen
from towersim.ui.screens.result import Standing
from towersim.ui.screens.sheet import STRAY
from towersim.ui.settings import Settings
from towersim.ui.watch.finale import Finale


def play_on(
    pilot: Pilot,
    act: Callable[[Pilot, Action], None],
    look: Callable[[CardScreen], None] | None = None,
) -> list[str]:
    """Play every decision of people like a good bot; return the names of the screens shown."""
    seen: list[str] = []
    for _ in range(40_000):
        screen = pilot.screen
        seen += [type(screen).__name__] if seen[-1:] != [type(screen).__name__] else []
        if isinstance(screen, Finale):
            return seen
        if isinstance(screen, Curtain):
            pilot.press("I am")
        elif isinstance(screen, Standing):
            pilot.key(pygame.K_RETURN)
            assert pilot.screen is screen, "a key that was meant for the table"
            pilot.frames(round(60 * STRAY))
            pilot.key(pygame.K_RETURN)
        else:
            assert isinstance(screen, CardScreen)
            if screen.state.mine:
                before = screen.match.steps
                act(pilot, wise(screen.state.view))
                assert screen.match.steps > before, screen.message
            pilot.frames()
            if look is not None and pilot.screen is screen:
                look(screen)
    raise AssertionError("it does not end")


@pytest.mark.slow
def test_a_whole_game_by_keyboard_without_flying_cards(tmp_path: Path) -> None:
    with window(tmp_path, match=match_of("human", "planner", "planner", seed=8)) as pilot:
        pilot.app.context.change(Settings(pace=4, animations=False))
        assert play_on(pilot, by_keys)[-1] == "Finale"


@pytest.mark.parametrize("size", [(960, 600), pytest.param((1920, 1080), marks=pytest.mark.slow)])
def test_a_turn_by_mouse_in_other_windows(tmp_path: Path, size: tuple[int, int]) -> None:
    with window(tmp_path, size, match_of("human", "uniform", "uniform")) as pilot:
        pilot.app.context.change(Settings(animations=False))
        table = pilot.screen
        rest(pilot)
        while table.play.seat == 0:
            before = table.match.steps
            by_mouse(pilot, wise(table.state.view))
            assert table.match.steps > before


def test_cards_that_fit_only_together_are_added_together(tmp_path: Path) -> None:
    run = (*cards((Suit.RED, 3), (Suit.RED, 4)), Role(Card(Suit.YELLOW, 5), Suit.RED))
    hand = (Card(Suit.RED, 7), Card(Suit.YELLOW, 6), Card(Suit.BLACK, 9))
    with window(tmp_path, match=laid_out(hand, [run])) as pilot:
        pilot.app.context.change(Settings(animations=False))
        table = table_of(pilot)
        pilot.click(at_card(pilot, Card(Suit.YELLOW, 6)))
        pilot.click(at_card(pilot, Card(Suit.RED, 7)))
        assert lit(pilot) == {0}
        pilot.click(at_group(pilot, 0))
        longer = (*run, Role(Card(Suit.YELLOW, 6), Suit.RED), *cards((Suit.RED, 7)))
        assert table.match.state.table[0].cards == longer
