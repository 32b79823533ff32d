"""Every screen at three sizes: drawn to the edges, without truncation or overlaps."""

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pygame
import pytest

from tests.ui.pilot import SEEN, SIZES, Pilot, window
from towersim.bots.table import bots_of, play_out
from towersim.common.units import Seat
from towersim.match.match import Match
from towersim.match.record import SeatSpec
from towersim.rules.base import Outcome
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.drawing.theme import Viewport
from towersim.ui.games import GAME_UIS
from towersim.ui.games.fawlty_towers.draw_table import Layout, card_rect
from towersim.ui.games.fawlty_towers.screen import FawltyTowersScreen, ending
from towersim.ui.menu.menu import Menu
from towersim.ui.menu.new_game import TEXTS, bot_help
from towersim.ui.screens.pause import Pause
from towersim.ui.screens.result import winners_title
from towersim.ui.watch.finale import Finale

NAMES = ("Ada", "Bruno", "Clara", "Dmitri", "Elif", "Farid", "Greta", "Hugo")


@pytest.fixture(scope="module")
def late() -> Match:
    """A match of eight random bots after many turns."""
    seats = tuple(SeatSpec(name, skill="steady") for name in NAMES)
    match = Match.new("fawlty-towers", seats, seed=2)
    moves = play_out(match, bots_of("fawlty-towers")["uniform"])
    while sum(map(len, match.view(Seat(0)).taken)) < 12:
        next(moves)
    return match


@pytest.mark.parametrize("size", SEEN)
@pytest.mark.parametrize("seats", [2, 5, 8])
def test_cards_seats_and_log_do_not_overlap(size: tuple[int, int], seats: int) -> None:
    viewport = Viewport(size, Fonts())
    layout = Layout(viewport, seats)
    cards = [card_rect(layout, column, row) for column in range(4) for row in range(6)]
    rows = layout.rows
    assert len(rows) == seats
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
    fonts = Fonts()
    short = fonts.cut("Maximiliane Hohenzollern", 16, 90)
    assert short.startswith("Max")
    assert short.endswith("…")
    assert fonts.font(16).size(short)[0] <= 90
    assert fonts.cut("Ada", 16, 90) == "Ada"


def test_a_result_names_or_counts_the_winners_and_gives_the_reason(
    late: Match, pilot: Pilot
) -> None:
    table, context = FawltyTowersScreen(pilot.app.context, late), pilot.app.context

    def page(winners: tuple[int, ...], scores: tuple[int, ...]) -> Finale:
        outcome = Outcome("Over.", tuple(map(Seat, winners)), scores)
        return Finale(context, late, ending(late, outcome), table.rematch)

    alone = page((2,), (1, 2, 9, 4, 5, 6, 7, 8))
    assert (alone.title, alone.ending.decided) == ("Clara wins", "")
    shared = page((0, 2), (9, 2, 9, 4, 5, 6, 7, 8))
    assert shared.title == "Ada and Clara share the win"
    assert "equally many cards" in shared.ending.decided
    assert "more cards decide" in page((0,), (9, 2, 9, 4, 5, 6, 7, 8)).ending.decided
    outcome, viewport = Outcome("Over.", (Seat(0), Seat(1)), (3, 3)), pilot.app.context.viewport
    assert winners_title(["Maximiliane", "Ada"], outcome, viewport, 200) == (
        "2 players share the win"
    )


@pytest.fixture
def over(tmp_path: Path, late: Match) -> Iterator[Pilot]:
    """A window with a result that has just opened over the table, the mouse on "Rematch"."""
    with window(tmp_path, match=late) as pilot:
        outcome = Outcome("Over.", (Seat(2),), (1,) * 8)
        page = Finale(pilot.app.context, late, ending(late, outcome), pilot.table.rematch)
        pilot.move(pygame.Rect(page.form.widgets[-1].get_abs_rect()).center)
        pilot.app.show(page)
        pilot.frames()
        yield pilot


def test_a_tapped_key_does_not_lose_the_result_that_opens_under_it(
    over: Pilot, late: Match
) -> None:
    result = over.screen
    for key in (pygame.K_RETURN, pygame.K_SPACE, pygame.K_SPACE):
        over.key(key)
    assert over.screen is result
    assert result.form.pointed == "rematch", "the press shows which button it would press"
    over.frames(40)
    over.key(pygame.K_SPACE)
    assert over.match is not late, "a press on a page that was seen deals anew"


def test_a_click_does_not_lose_the_result_that_opens_under_it(over: Pilot, late: Match) -> None:
    result = over.screen
    over.click(over.at)
    over.click(over.at)
    assert over.screen is result
    over.frames(40)
    over.click(over.at)
    assert over.match is not late


def test_a_click_after_moving_to_a_button_of_the_result_acts_at_once(over: Pilot) -> None:
    over.press("Menu")
    assert isinstance(over.screen, Menu)


def test_text_is_drawn_at_the_size_it_is_shown() -> None:
    small, large = (Viewport(size, Fonts()).text("tower", 20, (0, 0, 0)) for size in SIZES[-2:])
    assert large.get_width() == pytest.approx(1.5 * small.get_width(), rel=0.05)


def test_the_down_key_moves_down_in_a_grid_of_widgets(pilot: Pilot) -> None:
    pilot.press("New game")
    form, first = pilot.screen.form, pilot.screen.names[0]
    form.set_focus(form.widgets.index(first) + 1)
    player = pygame.Rect(form.widgets[form.focus].get_abs_rect())
    pilot.key(pygame.K_DOWN)
    below = pygame.Rect(form.widgets[form.focus].get_abs_rect())
    assert (below.x, below.y > player.y) == (player.x, True)
    pilot.key(pygame.K_UP)
    assert pygame.Rect(form.widgets[form.focus].get_abs_rect()) == player


def test_starting_again_asks_for_confirmation(tmp_path: Path, late: Match) -> None:
    with window(tmp_path, match=late) as pilot:
        pilot.key(pygame.K_ESCAPE)
        pilot.press("same deal")
        assert isinstance(pilot.screen, Pause)
        pilot.press("new deal")
        assert isinstance(pilot.screen, Pause), "the other one was asked for, not this"
        pilot.press("Really?")
        assert pilot.match.seed != late.seed


@pytest.mark.parametrize("game", GAME_UIS)
def test_every_option_and_hand_is_explained_in_its_chooser(pilot: Pilot, game: str) -> None:
    pilot.app.context.game = game
    pilot.press("New game")
    screen = pilot.screen
    lines = set()
    for index, widget in enumerate(screen.form.widgets):
        command = screen.form.commands.get(widget)
        if isinstance(command, tuple) and command[0] in ("option", "skill", "player"):
            screen.form.set_focus(index)
            lines.add(screen.note)
    assert "" not in lines
    assert len(lines) >= 2 + len(screen.rules.option_texts())
    pilot.app.draw()


def test_the_keyboard_focus_is_explained_instead_of_the_resting_mouse(pilot: Pilot) -> None:
    pilot.press("New game")
    form = pilot.screen.form
    places = {form.commands.get(w): pygame.Rect(w.get_abs_rect()) for w in form.widgets}
    pilot.move(places["player", 1].center)
    pilot.frames(2)
    below_mouse = pilot.screen.note
    for _ in range(5):
        pilot.key(pygame.K_TAB)
    assert form.pointed == ("skill", 0)
    assert pilot.screen.note != below_mouse
    pilot.move(places["player", 1].move(3, 0).center)
    pilot.frames(2)
    assert pilot.screen.note == below_mouse


def test_strengths_are_described_with_their_measured_share() -> None:
    assert "wins 25 of 100 games" in bot_help("palace", "easy")
    assert "wins 64 of 100 games" in bot_help("push", "hard")
    assert "wins 32 of 100 games" in bot_help("fawlty-towers", "easy")
    assert bot_help("palace", "normal") == TEXTS["bots"]["normal"]
