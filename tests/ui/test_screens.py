"""Every screen at three sizes: drawn to the edges, nothing cut off, nothing on top of another."""

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pygame
import pytest

from tests.ui.pilot import Pilot, window
from towersim.bots.table import bots_of, play_out
from towersim.match import Match
from towersim.record import SeatSpec
from towersim.rules.base import Outcome
from towersim.ui.desk import Screen
from towersim.ui.games.fawlty_towers.draw_seats import seat_rect
from towersim.ui.games.fawlty_towers.ending import ending
from towersim.ui.games.fawlty_towers.layout import card_rect, table_layout
from towersim.ui.games.fawlty_towers.screen import FawltyTowersScreen
from towersim.ui.screens.menu import Menu
from towersim.ui.screens.new_game import NewGame
from towersim.ui.screens.pause import Pause
from towersim.ui.screens.result import Result
from towersim.ui.screens.rules import RulesPages
from towersim.ui.screens.saved import SavedGames
from towersim.ui.screens.settings import SettingsPage
from towersim.ui.theme import Letters, Stage
from towersim.ui.widgets import Pressed
from towersim.units import Seat

SIZES = [(960, 600), (1280, 720), (1920, 1080)]
NAMES = ("Ada", "Bruno", "Clara", "Dmitri", "Elif", "Farid", "Greta", "Hugo")


@pytest.fixture(scope="module")
def late() -> Match:
    """A match of eight that has gone on for a while, played by random bots."""
    seats = tuple(SeatSpec(name, skill="steady") for name in NAMES)
    match = Match.new("fawlty-towers", seats, seed=2)
    moves = play_out(match, bots_of("fawlty-towers")["uniform"])
    while sum(map(len, match.view(Seat(0)).taken)) < 12:
        next(moves)
    return match


def screens(pilot: Pilot, match: Match) -> Iterator[Screen]:
    """Yield every screen there is."""
    desk = pilot.app.desk
    yield Menu(desk)
    few = NewGame(desk)
    yield few
    for _ in range(4):
        few._alter(Pressed("add"))
    few._lay_out()
    yield few
    yield SettingsPage(desk)
    paths = [desk.new_record("fawlty-towers").with_stem(f"g{n}") for n in range(9)]
    for path in paths:
        Match.new("fawlty-towers", match.seats, seed=1, record=path).close()
    yield SavedGames(desk, paths)
    rules = RulesPages(desk)
    for _ in rules.pages:
        yield rules
        rules._turn(1)
    table = FawltyTowersScreen(desk, match)
    yield table
    yield Pause(desk, table.again, match.close)
    yield Pause(desk, table.again, match.close, over=True)
    outcome = Outcome("Two columns are empty.", (Seat(2), Seat(5)), match.view(Seat(0)).scores)
    yield Result(desk, match, ending(match, outcome), table.again)


@pytest.mark.parametrize("size", SIZES)
def test_every_screen_fits(tmp_path: Path, size: tuple[int, int], late: Match) -> None:
    with window(tmp_path, size) as pilot:
        edge = pygame.Rect((0, 0), size)
        for screen in screens(pilot, late):
            pilot.app.screens[:] = [pilot.app.screens[0], screen]
            pilot.app.window.fill((255, 0, 255))
            pilot.app.draw()
            corners = [(0, 0), (size[0] - 1, 0), (0, size[1] - 1), (size[0] - 1, size[1] - 1)]
            assert all(pilot.app.window.get_at(at)[:3] != (255, 0, 255) for at in corners)
            form = getattr(screen, "form")  # noqa: B009 - no part of the protocol
            rects = [pygame.Rect(w.get_abs_rect()) for w in form._order if w.visible]
            assert all(edge.contains(rect) for rect in rects)
            assert not any(a.colliderect(b) for a, b in combinations(rects, 2))
            sheet = getattr(screen, "_sheet", None)
            assert sheet is None or (edge.contains(sheet) and all(map(sheet.contains, rects)))


def test_a_saved_game_counts_what_seats_did_not_what_was_dealt(tmp_path: Path) -> None:
    path = tmp_path / "rummu.jsonl"
    seats = tuple(SeatSpec(name) for name in NAMES[:3])
    match = Match.new("rummu", seats, seed=1, record=path)
    assert isinstance(match.actor, int)
    match.submit(match.view(match.actor).legal[0])
    match.close()
    with window(tmp_path) as pilot:
        _, _, about = SavedGames(pilot.app.desk, [path])._games[0]
        assert about.endswith("– 1 move")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 5, 8])
def test_cards_seats_and_log_share_the_window(size: tuple[int, int], seats: int) -> None:
    stage = Stage(size, Letters())
    layout = table_layout(stage)
    cards = [card_rect(layout, column, row) for column in range(4) for row in range(6)]
    rows = [seat_rect(stage, layout, seats, seat) for seat in range(seats)]
    assert all(layout.cards.contains(card) for card in cards)
    assert all(layout.seats.contains(row) for row in rows)
    assert all(
        layout.areas.side.contains(rect) for rect in (layout.cards, layout.seats, layout.decline)
    )
    assert not any(a.colliderect(b) for a, b in combinations(rows, 2))
    assert layout.cards.bottom < layout.decline.top < layout.decline.bottom < layout.seats.top
    assert not layout.areas.hint.colliderect(layout.areas.pause)
    assert layout.areas.base < layout.areas.front < layout.areas.log.top


def test_a_name_that_is_too_long_ends_in_an_ellipsis() -> None:
    letters = Letters()
    short = letters.cut("Maximiliane Hohenzollern", 16, 90)
    assert short.startswith("Max")
    assert short.endswith("…")
    assert letters.font(16).size(short)[0] <= 90
    assert letters.cut("Ada", 16, 90) == "Ada"


def test_a_result_names_the_winners_or_counts_them_and_says_what_decided(
    tmp_path: Path, late: Match
) -> None:
    with window(tmp_path) as pilot:
        table, desk = FawltyTowersScreen(pilot.app.desk, late), pilot.app.desk

        def page(winners: tuple[int, ...], scores: tuple[int, ...]) -> Result:
            outcome = Outcome("Over.", tuple(map(Seat, winners)), scores)
            return Result(desk, late, ending(late, outcome), table.again)

        alone = page((2,), (1, 2, 9, 4, 5, 6, 7, 8))
        assert (alone._title(), alone._ending.decided) == ("Clara wins", "")
        shared = page((0, 2), (9, 2, 9, 4, 5, 6, 7, 8))
        assert shared._title() == "Ada and Clara share the win"
        assert "equally many cards" in shared._ending.decided
        assert "more cards decide" in page((0,), (9, 2, 9, 4, 5, 6, 7, 8))._ending.decided
        assert page(tuple(range(8)), (3,) * 8)._title() == "8 players share the win"


def test_text_is_drawn_at_the_size_it_is_shown() -> None:
    small, large = (Stage(size, Letters()).text("tower", 20, (0, 0, 0)) for size in SIZES[1:])
    assert large.get_width() == pytest.approx(1.5 * small.get_width(), rel=0.05)
