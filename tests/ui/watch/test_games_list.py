"""The list of saved games: the text about each, and the actions on it and its file."""

import shutil
from collections.abc import Iterator
from os import utime
from pathlib import Path
from time import sleep

import pygame
import pytest
import typer

from tests.matches import GOLDEN
from tests.theatre.games import fallen_game
from tests.ui.pilot import Pilot, window
from towersim.match.match import Match
from towersim.match.record import SeatSpec, read
from towersim.rules.push.state import Flip
from towersim.ui.drawing.theme import SMALLEST
from towersim.ui.menu.menu import Menu, players, saved_games
from towersim.ui.screens.thumbnails import Thumbnails
from towersim.ui.watch.games_list import FOLDER, PAGE, Deleted, GamesList, about
from towersim.ui.watch.screen import WatchScreen


def begin(folder: Path, name: str, age: int = 1, *, moved: bool = True) -> Path:
    """Write the record of a game with or without a move; a higher `age` is newer."""
    path = folder / "records" / f"{name}.tower"
    match = Match.new("push", (SeatSpec("Ada"), SeatSpec("Bruno")), seed=age, record=path)
    if moved:
        match.submit(Flip())
    match.close()
    utime(path, (1e9 + age, 1e9 + age))
    return path


def click(pilot: Pilot, command: str, name: str) -> None:
    for widget, pressed in pilot.screen.form.commands.items():
        if isinstance(pressed, tuple) and (pressed[0], pressed[1].stem) == (command, name):
            pilot.click(pygame.Rect(widget.get_abs_rect()).center)
            return
    raise AssertionError(f"{name} has no button to {command}")


def write(pilot: Pilot, name: str) -> None:
    """Write a name into the field of the open row."""
    assert pilot.field is not None
    pilot.field.set_text(name)


def commands(pilot: Pilot, name: str) -> list[str]:
    pressed = pilot.screen.form.commands.values()
    return [one[0] for one in pressed if isinstance(one, tuple) and one[1].stem == name]


def has_listed(pilot: Pilot) -> bool:
    """Return whether all games are listed, which a thread loads while these frames are short."""
    sleep(0.01)
    return len(pilot.screen.games) == len(pilot.screen.shown)


@pytest.fixture
def painted(tmp_path: Path) -> Iterator[Pilot]:
    """The list with pictures of two games; the third one is damaged."""
    records = tmp_path / "records"
    records.mkdir()
    shutil.copy(GOLDEN, records / "golden.tower")
    fallen_game(records / "fallen.tower")
    (records / "broken.tower").write_text("nonsense")
    with window(tmp_path, SMALLEST) as pilot:
        pilot.press("Saved games")
        pilot.until(lambda: has_listed(pilot))
        yield pilot


@pytest.fixture
def unpainted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Thumbnails, "paint_next", lambda *_: None)


@pytest.fixture
def listed(unpainted: None, painted: Pilot) -> Pilot:  # noqa: ARG001 - before the window opens
    return painted


def test_all_games_are_listed_with_their_outcomes(listed: Pilot) -> None:
    assert isinstance(listed.screen, GamesList)
    lines = {path.stem: about(game) for path, game in listed.screen.games.items()}
    assert len(lines) == 3
    assert lines["golden"][0] == "golden"
    assert lines["golden"][2].startswith("won by ")
    assert lines["fallen"][1] == "Fawlty Towers – Ada, Bruno"
    assert lines["fallen"][2].startswith("not finished – 5 moves – ")
    assert "is not JSON" in lines["broken"][2]


def test_an_unfinished_game_can_be_watched_or_continued_and_a_finished_one_watched(
    listed: Pilot,
) -> None:
    assert commands(listed, "broken") == ["file"]
    assert commands(listed, "golden") == ["watch", "file"]
    assert commands(listed, "fallen") == ["continue", "watch", "file"]
    click(listed, "watch", "golden")
    assert isinstance(listed.screen, WatchScreen)
    listed.press("Close")
    assert listed.shows(GamesList)
    click(listed, "continue", "fallen")
    assert len(listed.match.seats) == 2


def test_a_game_is_renamed_and_keeps_its_place(listed: Pilot, tmp_path: Path) -> None:
    click(listed, "file", "golden")
    listed.press("Rename")
    write(listed, "Christmas at Ada's")
    listed.press("Save")
    path = tmp_path / "records" / "Christmas at Ada's.tower"
    assert path.read_bytes() == GOLDEN.read_bytes()
    listed.frames(2)
    assert about(listed.screen.games[path])[0] == "Christmas at Ada's"


@pytest.mark.parametrize("name", ["fallen", "a/b", 'so "so"'])
def test_an_impossible_name_is_refused_with_a_message(listed: Pilot, name: str) -> None:
    click(listed, "file", "golden")
    listed.press("Rename")
    write(listed, name)
    listed.key(pygame.K_RETURN)
    assert listed.app.context.notice
    assert listed.field is not None, "it can be edited"
    assert listed.field.get_text() == name
    assert len(list((listed.app.context.files.records).glob("*.tower"))) == 3


def test_escape_leaves_the_name_unchanged(listed: Pilot) -> None:
    click(listed, "file", "golden")
    listed.press("Rename")
    listed.key(pygame.K_ESCAPE)
    assert isinstance(listed.screen, GamesList)
    assert listed.field is None


def test_a_deleted_game_is_restored_by_undo_and_removed_on_leaving(
    listed: Pilot, tmp_path: Path
) -> None:
    path = tmp_path / "records" / "golden.tower"
    click(listed, "file", "golden")
    listed.press("Delete game")
    assert not path.exists()
    assert listed.screen.note == "Deleted: golden"
    listed.press("Undo delete")
    assert not listed.screen.note
    assert path.read_bytes() == GOLDEN.read_bytes()
    listed.frames(3)
    click(listed, "file", "golden")
    listed.press("Delete game")
    listed.press("Back")
    assert isinstance(listed.screen, Menu)
    assert not path.exists()
    assert not (tmp_path / "records" / FOLDER).exists()


def test_games_deleted_by_a_killed_program_are_removed_with_the_next_list(tmp_path: Path) -> None:
    path = begin(tmp_path, "old")
    Deleted(path.parent).take(path)
    assert (path.parent / FOLDER / path.name).exists()
    Deleted(path.parent)
    assert not (path.parent / FOLDER).exists()


def test_a_game_is_shown_in_its_folder(listed: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[tuple[str, bool]] = []

    def launch(url: str, *, locate: bool) -> int:
        shown.append((url, locate))
        return 0

    monkeypatch.setattr(typer, "launch", launch)
    click(listed, "file", "golden")
    listed.press("Show in folder")
    assert shown == [(str(listed.app.context.files.records / "golden.tower"), True)]


def test_a_long_list_has_pages_by_button_wheel_and_key(tmp_path: Path) -> None:
    for age in range(PAGE + 2):
        begin(tmp_path, f"g{age}", age)
    with window(tmp_path) as pilot:
        pilot.press("Saved games")
        shown = [path.stem for path in pilot.screen.shown]
        assert shown == [f"g{PAGE + 1 - n}" for n in range(PAGE)]
        assert pilot.screen.beside_title == f"1 to {PAGE} of {PAGE + 2}"
        pilot.post(pygame.MOUSEWHEEL, x=0, y=-1, flipped=False)
        assert [path.stem for path in pilot.screen.shown] == ["g1", "g0"]
        pilot.key(pygame.K_PAGEUP)
        assert len(pilot.screen.shown) == PAGE
        pilot.press("Older")
        assert pilot.screen.beside_title == f"{PAGE + 1} to {PAGE + 2} of {PAGE + 2}"


def test_menu_and_list_omit_games_without_a_move(tmp_path: Path) -> None:
    begin(tmp_path, "older", 1)
    begin(tmp_path, "newer", 2)
    begin(tmp_path, "only opened", 3, moved=False)
    names = [game.file.stem for game in saved_games(tmp_path / "records")]
    assert names == ["newer", "older"]
    with window(tmp_path) as pilot:
        pilot.press("Saved games")
        assert [path.stem for path in pilot.screen.paths] == ["newer", "older"]
        pilot.press("Back")
        pilot.press("Continue")
        assert pilot.match.seed == 2


def test_keys_rename_delete_and_undo_and_enter_never_deletes_twice(
    listed: Pilot, tmp_path: Path
) -> None:
    form = listed.screen.form
    form.focus_on(("file", tmp_path / "records" / "fallen.tower"))
    listed.key(pygame.K_RETURN)
    listed.key(pygame.K_RETURN)
    assert listed.field is not None
    listed.post(pygame.TEXTINPUT, text="again")
    listed.key(pygame.K_RETURN)
    path = tmp_path / "records" / "again.tower"
    assert path.exists()
    assert pygame.key.get_repeat() == (0, 0)
    listed.key(pygame.K_RETURN)
    listed.key(pygame.K_RIGHT)
    listed.key(pygame.K_RIGHT)
    listed.key(pygame.K_RETURN)
    assert not path.exists()
    listed.key(pygame.K_RETURN)
    assert path.exists()


def test_escape_closes_an_open_row_before_the_page(listed: Pilot) -> None:
    click(listed, "file", "golden")
    listed.key(pygame.K_ESCAPE)
    assert commands(listed, "golden") == ["watch", "file"]
    listed.key(pygame.K_ESCAPE)
    assert isinstance(listed.screen, Menu)


def test_each_game_has_a_picture_of_its_own_table(painted: Pilot) -> None:
    def has_all() -> bool:
        sleep(0.01)  # as the games, their tables are loaded in a thread
        return not painted.screen.is_animating

    painted.until(has_all)
    pictures = {
        path.stem: painted.screen._thumbnails.picture(game.timeline)
        for path, game in painted.screen.games.items()
        if game.timeline is not None
    }
    assert set(pictures) == {"golden", "fallen"}
    for picture in pictures.values():
        colours = {tuple(picture.get_at((x, 40))) for x in range(picture.get_width())}
        assert len(colours) > 20


def test_the_last_deleted_game_is_restored_first(tmp_path: Path) -> None:
    deleted = Deleted(tmp_path)
    for name in ("first.tower", "second.tower"):
        (tmp_path / name).write_text(name)
        assert deleted.take(tmp_path / name) == ""
    assert deleted.undo() == ""
    assert [path.name for path in tmp_path.glob("*.tower")] == ["second.tower"]


def test_the_label_of_a_game_names_every_player(tmp_path: Path) -> None:
    names = ("Ada", "Bruno", "Clara", "Dora", "Emil")
    record = tmp_path / "game.tower"
    Match.new("palace", [SeatSpec(name) for name in names], seed=1, record=record).close()
    assert players(read(record)) == "Palace: Ada, Bruno, Clara, Dora, Emil"


def test_an_error_in_the_thread_of_thumbnails_reaches_the_window_and_is_not_repeated() -> None:
    asked = []

    def fail(key: str) -> pygame.Surface:
        asked.append(key)
        raise ZeroDivisionError

    thumbnails = Thumbnails((9, 6), fail, in_thread=True)

    def paint() -> None:
        for _ in range(500):
            thumbnails.paint_next(["a"])
            sleep(0.01)

    with pytest.raises(ZeroDivisionError):
        paint()
    assert asked == ["a"]
