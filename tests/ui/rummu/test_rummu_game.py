"""Whole games of Rummü in the window: by mouse, by keyboard, and by two people with the curtain."""

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from tests.ui.cards.tables import flying
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
from towersim.common.units import Seat
from towersim.match.match import Match, MatchPhase
from towersim.match.record import SeatSpec, read
from towersim.rules.base import Action
from towersim.rules.rummu.cards import Card, Role, Suit
from towersim.ui.cards.curtain import Curtain
from towersim.ui.cards.screen import CardScreen
from towersim.ui.play import NOBODY
from towersim.ui.screens.press_guard import STRAY
from towersim.ui.screens.result import Result, Standing
from towersim.ui.settings import Settings, save_settings


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
        if isinstance(screen, Result):
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
                assert screen.match.steps > before, screen.said
            pilot.frames()
            if look is not None and pilot.screen is screen:
                look(screen)
    raise AssertionError("it does not end")


@pytest.mark.slow  # a whole game by keyboard is below
def test_a_whole_game_by_mouse_from_the_menu_to_the_result(tmp_path: Path) -> None:
    bots = (SeatSpec("Bruno", "planner", "normal"), SeatSpec("Clara", "planner", "normal"))
    seats = (SeatSpec("Ada"), *bots)
    save_settings(tmp_path / "settings.json", Settings(pace=4, seats=seats))
    with window(tmp_path) as pilot:
        pilot.press("New game")
        for _ in range(6):
            if pilot.screen.rules.name == "rummu":
                break
            pilot.press(pilot.screen.rules.title)
        for rounds in ("to 200, teams to 500", "12 at most", "6 at most", "3 at most"):
            button = pygame.Rect(pilot.button(rounds).get_abs_rect())
            pilot.click((button.right - 8, button.centery))
        pilot.screen.seed.set_text("5")
        pilot.press("Start the game")
        table = pilot.screen
        assert isinstance(table, CardScreen)
        assert table.match.options.rounds == 1
        assert flying(pilot), "one sees the cards being dealt"
        seen = play_on(pilot, by_mouse)
        assert seen[-3:] == ["Standing", "CardScreen", "Result"]
        outcome = table.match.outcome
        pilot.press("Menu")
    (path,) = (tmp_path / "records").glob("*.tower")
    assert read(path).steps[-1].over == outcome


def test_a_whole_game_by_keyboard_without_flying_cards(tmp_path: Path) -> None:
    with window(tmp_path, match=match_of("human", "planner", "planner", seed=8)) as pilot:
        pilot.app.context.change(Settings(pace=4, animations=False))
        assert play_on(pilot, by_keys)[-1] == "Result"


def hidden_from(match: Match, watcher: Seat | None) -> set[Card]:
    """Return the cards that a watcher must not see now."""
    hands = match.state.hands
    others = {card for seat, hand in enumerate(hands) if seat != watcher for card in hand}
    return others | set(match.state.deck)


@pytest.mark.slow  # test_contract looks for cards of other hands in some moments
def test_two_people_and_a_bot_never_see_another_hand(tmp_path: Path) -> None:
    looked: list[Seat | None] = []

    def look(table: CardScreen) -> None:
        watcher = table.play.watcher
        looked.append(watcher)
        own = {node.key for node in table.nodes if node.drags}
        shown = {*own, *table.state.view.hand}
        if watcher == NOBODY:
            assert not shown
        if not table.ready or table.match.phase is MatchPhase.OVER:
            return
        # All seats saw the cards that another seat took from the discard pile.
        cards = {node.key for node in table.nodes if isinstance(node.key, Card)}
        assert not (shown | cards) & hidden_from(table.match, watcher)

    with window(tmp_path, match=match_of("human", "planner", "human", seed=4)) as pilot:
        pilot.app.context.change(Settings(pace=4))
        seen = play_on(pilot, by_mouse, look)
    assert seen.count("Curtain") > 2
    assert set(looked) == {NOBODY, 0, 2}


@pytest.mark.parametrize("size", [(960, 600), (1920, 1080)])
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
