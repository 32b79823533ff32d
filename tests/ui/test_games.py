"""The completeness of every `GameUI`."""

from pathlib import Path
from threading import Event

import pygame
import pytest

from tests.commands import python
from tests.pictures import MOVES
from tests.ui.pilot import PATIENCE, Pilot, window
from towersim.bots.table import bots_of
from towersim.common.errors import OptionFault
from towersim.match.match import Match
from towersim.match.record import SeatSpec
from towersim.rules import GAMES
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.drawing.theme import USUAL, Viewport
from towersim.ui.games import GAME_UIS
from towersim.ui.language import language
from towersim.ui.menu import new_game
from towersim.ui.menu.menu import Menu
from towersim.ui.menu.new_game import Games, NewGame, in_the_middle
from towersim.ui.screens.rules import RulesPages
from towersim.ui.settings import load_settings


@pytest.mark.parametrize("game", GAME_UIS)
def test_the_picture_of_every_game_shows_its_middle(game: str) -> None:
    match = in_the_middle(game)
    assert (match.game, match.outcome, match.actor) == (game, None, 0)
    assert match.steps >= MOVES[game], "python -m tests.pictures"


def test_a_double_click_presses_nothing_on_the_page_that_it_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for page in (NewGame, Games):  # their buttons "Back" are in the same place
        monkeypatch.setattr(page, "size", (900, 712))
        monkeypatch.setattr(page, "grows_to", 0)
    with window(tmp_path) as pilot:
        pilot.press("Other games")
        for label, shown in (("Play", NewGame), ("Back", Games), ("Back", Menu)):
            pilot.press(label)
            pilot.click(pilot.at)
            assert pilot.shows(shown)
            assert len(getattr(pilot.screen, "seats", range(4))) == 4, "the first was removed"


@pytest.mark.parametrize("game", GAME_UIS)
def test_no_caption_in_a_picture_of_the_rules_is_cut(game: str, written: list[str]) -> None:
    for code in ("en", "de"):
        canvas = Canvas(pygame.Surface(USUAL), Viewport(USUAL, Fonts(language=language(code))))
        for picture in GAME_UIS[game].pictures(None):
            picture(canvas, pygame.Rect(0, 0, 260, 400))
    assert [text for text in written if text.endswith("…") and not text.endswith(" …")] == []


def test_the_list_of_games_answers_while_a_table_is_loaded(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    goes_on = Event()

    def load(game: str) -> Match:
        assert goes_on.wait(PATIENCE)
        return in_the_middle(game)

    monkeypatch.setattr("towersim.ui.menu.new_game.in_the_middle", load)
    pilot.press("Other games")
    pilot.frames(3)
    page = pilot.screen
    pilot.press("Back")
    assert pilot.shows(Menu)
    goes_on.set()
    pilot.until(lambda: page.update(0.0) or page._pictures.picture("fawlty-towers"))


def test_more_games_than_fit_are_on_further_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(new_game, "ROWS", 2)
    with window(tmp_path) as pilot:
        pilot.press("Other games", "Next  ›")
        while pilot.button("Next  ›").is_enabled:
            pilot.press("Next  ›")
        pilot.press("Play")
        assert pilot.screen.rules.name == [*GAME_UIS][::2][-1]


@pytest.mark.slow
@pytest.mark.parametrize("size", [(960, 600), (1280, 720)])
def test_every_game_can_be_set_up_with_each_number_of_players(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    with window(tmp_path, size) as pilot:
        pilot.press("Other games")
        assert pygame.Rect((0, 0), size).contains(pilot.screen.sheet)
        for game in GAME_UIS:
            pilot.app.screens[:] = [NewGame(pilot.app.context, game)]
            seats = GAMES[game].seats
            while len(pilot.screen.seats) < seats[-1]:
                pilot.press("Add a player")
            assert not pilot.button("Add a player").is_enabled
            assert pygame.Rect((0, 0), size).contains(pilot.screen.sheet)
            best, *_ = bots_of(game)
            assert [seat.player for seat in pilot.screen.seats[1:]] == [best] * (seats[-1] - 1)
            pilot.press("Start the game")
            assert pilot.match.game == game
            pilot.match.close()


def test_chosen_options_are_remembered(tmp_path: Path) -> None:
    with window(tmp_path) as pilot:
        pilot.press("New game", "with black cards", "Start the game")
        assert pilot.match.options.black_cards is False
    settings, _ = load_settings(tmp_path / "settings.json")
    assert (settings.game, settings.options["fawlty-towers"]) == (
        "fawlty-towers",
        {"black_cards": False, "fall_card": True, "first_seat": "random", "short": False},
    )
    with window(tmp_path) as pilot:
        pilot.press("New game")
        assert pilot.button("no black cards").is_enabled


def test_remembered_options_that_no_longer_exist_are_dropped(tmp_path: Path) -> None:
    options: dict[str, dict[str, bool | int | str]] = {"fawlty-towers": {"white_cards": True}}
    with window(tmp_path, game="chess", options=options) as pilot:
        pilot.press("New game")
        assert pilot.button("with black cards").is_enabled


def test_a_game_that_the_window_does_not_know_is_a_one_line_error(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match.new("fawlty-towers", (SeatSpec("Ada"), SeatSpec("Bruno")), seed=1)
    monkeypatch.setattr(pilot.app.context, "uis", {})
    with pytest.raises(OptionFault, match="cannot be played in the window yet"):
        pilot.app.context.table(match)


@pytest.mark.slow  # a process
def test_the_first_frame_and_later_clicks_import_little(tmp_path: Path) -> None:
    shown = """import sys
from pathlib import Path
from towersim.ui.app import App
from towersim.ui.app_context import Files
from towersim.ui.menu.menu import Menu
folder = Path(sys.argv[1])
app = App(Files(folder / "settings.json", folder / "records"))
app.show(Menu(app.context))
app.frame(1 / 60)
print(*(name for name in sys.modules if name.startswith("towersim.ui.games.")))
names = ("typer", "rich", "babel", "towersim.bots", "towersim.match.match", "towersim.ui.cards")
print([name for name in names if name in sys.modules])
app._import_pages()
before = {*sys.modules}
for command in [*app.screens[0]._entries]:
    app.screens[:] = [menu := Menu(app.context)]
    app._follow(menu._entries[command][1]())
print([name for name in {*sys.modules} - before if name.startswith("towersim")])
app.close()
"""
    ran = python("-c", shown, tmp_path)
    own = "towersim.ui.games.practice towersim.ui.games.practice.start"
    assert ran.stdout.splitlines()[-3:] == [own, "[]", "[]"]


def test_a_window_that_is_interrupted_at_once_first_ends_its_imports(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended, frames = list[bool](), iter([None])
    monkeypatch.setattr(pilot.app, "_import_pages", lambda: ended.append(Event().wait(0.05)))
    monkeypatch.setattr(pilot.app, "frame", lambda _seconds: next(frames))
    with pytest.raises(StopIteration):
        pilot.app.run()
    assert ended


def test_help_for_another_game_than_the_one_on_the_table_is_that_of_its_usual_options(
    tmp_path: Path,
) -> None:
    match = Match.new("push", (SeatSpec("Ada"), SeatSpec("Bruno")), seed=1)
    with window(tmp_path, match=match) as pilot:
        pilot.app.show(NewGame(pilot.app.context, "fawlty-towers"))
        pilot.key(pygame.K_F1)
        assert pilot.shows(RulesPages)
