"""The player of recorded games in the real window, and the list of saved games."""

import os
import shutil
from collections.abc import Iterator
from os import utime
from pathlib import Path
from threading import Event
from time import sleep
from typing import Any

import pygame
import pytest
import typer

from tests.matches import GOLDEN, fresh
from tests.theatre.games import dealt_game, fallen_game
from tests.ui.pilot import PATIENCE, SHIFT, Pilot, window
from tests.ui.watch.test_film import struck_tower
from towersim.files.level import levels_dir
from towersim.match.match import Match
from towersim.match.record import HUMAN, OPEN_ELSEWHERE, SeatSpec, read
from towersim.match.series import Series
from towersim.rules.push.state import Flip
from towersim.theatre.falls import SLOW, ToldFall, told_fall
from towersim.theatre.impacts import Impact
from towersim.theatre.margins import margin_of_tallest
from towersim.theatre.timeline import ONLOOKER, Timeline
from towersim.ui.drawing.text import LEGIBLE
from towersim.ui.drawing.theme import CREAM, SMALLEST
from towersim.ui.menu.menu import Menu, players
from towersim.ui.screens.thumbnails import Thumbnails
from towersim.ui.sound.cues import loudness
from towersim.ui.watch.games_list import PAGE, TRASH, Deleted, GamesList, about
from towersim.ui.watch.painter import HIGHEST, Margins
from towersim.ui.watch.screen import WatchScreen


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[Pilot]:
    with window(tmp_path) as pilot:
        pilot.app.show(WatchScreen(pilot.app.context, Timeline(read(GOLDEN))))
        pilot.screen.player.seek(0.0)
        pilot.frames()
        pilot.until(lambda: not pilot.screen.painter.control.is_moving)
        yield pilot


def seconds(pilot: Pilot) -> float:
    return float(pilot.screen.player.seconds)


@pytest.mark.slow
def test_it_opens_at_the_first_move_of_a_person_with_a_tall_tower_in_large(tmp_path: Path) -> None:
    timeline = Timeline(struck_tower(tmp_path / "game.tower"))
    with window(tmp_path) as pilot:
        pilot.app.show(WatchScreen(pilot.app.context, timeline))
        pilot.frames(60)
        first = next(move for move in timeline.moves if move.seat is not None)
        assert seconds(pilot) == first.begins > 0
        camera = pilot.screen.painter.control.camera
        assert 0.02 * camera.scale > 21, "eighteen cubes, in pixels each"


def test_a_piece_that_is_bid_for_is_shown_beside_the_towers(tmp_path: Path) -> None:
    timeline = Timeline(read(levels_dir() / "pictures" / "bausack.tower"))
    with window(tmp_path) as pilot:
        pilot.app.show(WatchScreen(pilot.app.context, timeline))
        for move in timeline.moves[1:12]:
            pilot.screen.player.seek(move.begins)
            pilot.frames()
            pilot.app.draw()
            right, top = pilot.app.window.get_width() - 24, 76
            is_dark = sum(pilot.app.window.get_at((right, top))[:3]) < 150
            assert is_dark == bool(move.state.piece and move.motion is None), move.number


def test_the_results_of_a_move_are_legible_in_the_smallest_window(
    tmp_path: Path, sizes: dict[str, int]
) -> None:
    timeline = Timeline(dealt_game(tmp_path / "game.tower", "push", seed=5, moves=1000))
    with window(tmp_path, SMALLEST) as pilot:
        pilot.app.show(WatchScreen(pilot.app.context, timeline))
        pilot.screen.player.seek(timeline.seconds)
        pilot.app.draw()
        least = pilot.app.context.viewport.px(LEGIBLE)
    told = " ".join(timeline.sentences(timeline.moves[-1], ONLOOKER))
    lines = [size for line, size in sizes.items() if len(line) > 12 and line in told]
    assert lines
    assert min(lines) >= least


def test_keys_and_buttons_play_pause_and_change_the_speed(pilot: Pilot) -> None:
    pilot.key(pygame.K_SPACE)
    pilot.frames(30)
    assert seconds(pilot) == pytest.approx(0.5, abs=0.1)
    pilot.press("Pause")
    now = seconds(pilot)
    pilot.frames(10)
    assert seconds(pilot) == now
    assert not pilot.screen.player.is_playing
    pilot.keys(pygame.K_PLUS, pygame.K_SPACE)
    pilot.frames(30)
    assert seconds(pilot) == pytest.approx(now + 1.0, abs=0.2)
    pilot.keys(pygame.K_MINUS, pygame.K_MINUS)
    pilot.press("½×")
    assert pilot.screen.player.speed == 1.0


def test_a_click_on_the_timeline_seeks_and_a_drag_continues_to_seek(pilot: Pilot) -> None:
    bar, whole = pilot.screen.bar.rect, pilot.screen.player.timeline.seconds
    pilot.grab((bar.centerx, bar.centery))
    assert seconds(pilot) == pytest.approx(whole / 2, rel=0.01)
    pilot.move((bar.x + bar.w // 4, bar.centery - 40), steps=3)
    assert seconds(pilot) == pytest.approx(whole / 4, rel=0.01)
    pilot.up()
    pilot.move((bar.x, bar.centery))
    assert seconds(pilot) == pytest.approx(whole / 4, rel=0.01)


def test_keys_seek_step_and_jump(pilot: Pilot) -> None:
    pilot.key(pygame.K_PAGEDOWN)
    begins = pilot.screen.player.timeline.moves[1].begins
    assert seconds(pilot) == pytest.approx(begins)
    pilot.key(pygame.K_RIGHT)
    assert seconds(pilot) == pytest.approx(begins + 1)
    pilot.key(pygame.K_LEFT, SHIFT)
    assert seconds(pilot) == pytest.approx(begins + 1 - 1 / 120)
    for goal in (begins, 0.0, 0.0):
        pilot.key(pygame.K_PAGEUP)
        assert seconds(pilot) == pytest.approx(goal)
    pilot.keys(pygame.K_END, pygame.K_PAGEDOWN)
    assert seconds(pilot) == pilot.screen.player.timeline.seconds
    pilot.key(pygame.K_HOME)
    assert seconds(pilot) == 0.0


def test_the_view_can_be_moved_zoomed_and_reset(pilot: Pilot) -> None:
    control = pilot.screen.painter.control
    before = control.camera
    pilot.move((600, 300))
    pilot.down(3)
    pilot.post(pygame.MOUSEMOTION, pos=(660, 320), rel=(60, 20), buttons=(0, 0, 1))
    pilot.up(3)
    assert control.camera.left == pytest.approx(before.left + 60)
    pilot.wheel(2)
    pilot.frames(60)
    assert control.camera.scale > 1.2 * before.scale
    zoomed = control.goal
    pilot.keys(pygame.K_F1, pygame.K_ESCAPE)
    pilot.frames(2)
    assert pilot.screen.painter.control.goal == zoomed
    pilot.key(pygame.K_0)
    pilot.until(lambda: not control.is_moving)
    assert control.camera == before


@pytest.mark.parametrize(
    ("faster", "slow", "told"), [(0, SLOW, 0.2), pytest.param(1, 2.0, 0.4, marks=pytest.mark.slow)]
)
def test_a_tower_falls_slowly_unless_played_fast_and_its_cause_stays_to_be_read(
    tmp_path: Path, faster: int, slow: float, told: float
) -> None:
    timeline = Timeline(fallen_game(tmp_path / "game.tower"))
    move = next(move for move in timeline.moves if move.falls_at is not None)
    with window(tmp_path) as pilot:
        pilot.app.show(WatchScreen(pilot.app.context, timeline))
        screen, player = pilot.screen, pilot.screen.player
        player.seek(move.begins)
        pilot.until(lambda: screen._falls.known)  # a thread finds the cause
        (fall,) = screen._falls.known.values()
        for _ in range(faster):
            pilot.key(pygame.K_PLUS, text="+")
        for begins, pace in ((fall.begins, slow), (move.settles, told)):
            player.seek(move.begins + begins + 0.01)
            pilot.until(lambda: not player.is_behind)
            before = player.seconds
            player.is_playing = True
            pilot.frames(3)
            player.is_playing = False
            assert (player.seconds - before) * 60 / 3 == pytest.approx(pace)


def test_sounds_of_a_moment_come_once_each_and_loudest_first(pilot: Pilot) -> None:
    painter, at = pilot.screen.painter, pilot.screen.player.at
    impacts = [Impact(0.02, force / 100, 0.0, on_table=True) for force in (1, 9, 4, 9)]
    volumes = [cue.volume for cue in painter.cues(impacts, at, at)]
    assert volumes == [loudness(force / 100) for force in (9, 4, 1)]


@pytest.mark.slow
def test_playback_waits_shortly_before_a_fall_until_its_cause_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    timeline, may_tell = Timeline(fallen_game(tmp_path / "game.tower")), Event()
    number, falls_at = next((m.number, m.falls_at) for m in timeline.moves if m.falls_at)

    def told_late(*given: Any) -> ToldFall | None:
        may_tell.wait(PATIENCE)
        return told_fall(*given)

    monkeypatch.setattr("towersim.ui.watch.painter.told_fall", told_late)
    with window(tmp_path) as pilot:
        pilot.app.show(WatchScreen(pilot.app.context, timeline))
        screen, player = pilot.screen, pilot.screen.player
        player.seek(timeline.moves[number].begins + falls_at - 0.4)
        pilot.until(lambda: not player.is_behind)
        before, player.is_playing = player.seconds, True
        pilot.frames(5)
        assert player.seconds == before
        may_tell.set()
        pilot.until(lambda: player.seconds > before)
        assert number in screen._falls.known


def test_a_finished_game_can_be_watched_as_any_seat_by_its_whole_name(pilot: Pilot) -> None:
    assert pilot.screen.seat == ONLOOKER
    pilot.key(pygame.K_e)
    assert pilot.screen.seat == 0
    timeline = pilot.screen.player.timeline
    timeline.names = (timeline.names[0], "Maximilian Hieronymus", *timeline.names[2:])
    pilot.press("Ada")
    assert pilot.screen.seat == 1
    assert pilot.button("Maximilian").text == "‹  Maximilian Hieronymus  ›"


def test_an_unfinished_game_shows_no_hand(tmp_path: Path) -> None:
    timeline = Timeline(dealt_game(tmp_path / "game.tower", "palace", 1))
    with window(tmp_path) as pilot:
        pilot.app.show(WatchScreen(pilot.app.context, timeline))
        pilot.key(pygame.K_e)
        assert pilot.screen.seat == ONLOOKER


def test_all_buttons_lie_inside_every_window_size(pilot: Pilot) -> None:
    for size in ((880, 550), (1920, 1080)):
        last = pilot.app.context.viewport
        pygame.display.set_mode(size, pygame.RESIZABLE)
        pilot.frames()
        assert pilot.app.context.viewport is last, "it may be resized in the next frame again"
        pilot.frames()
        viewport = pilot.app.context.viewport
        assert viewport is not last
        for widget in pilot.screen.form.widgets:
            assert viewport.rect.contains(widget.get_abs_rect())


@pytest.mark.slow  # another process makes a real film
def test_f9_saves_the_last_collapse_as_a_film_beside_the_game(tmp_path: Path) -> None:
    record = tmp_path / "game.tower"
    fallen_game(record)
    match = Match.resume(read(record))
    with window(tmp_path, match=match) as pilot:
        pilot.key(pygame.K_F9)
        assert pilot.table.hud.message.startswith("The last collapse is being filmed")
        (export,) = pilot.app.context.exports
        export._process.wait(timeout=120)
        pilot.frames()
        assert export.percent == 100
        assert pilot.table.hud.message == f"Saved as game-clip-1.mp4 in {tmp_path}"
    assert (tmp_path / "game-clip-1.mp4").stat().st_size > 10_000


def test_f9_before_any_collapse_says_that_there_is_none(tmp_path: Path) -> None:
    with window(tmp_path, match=fresh(tmp_path / "game.tower")) as pilot:
        pilot.key(pygame.K_F9)
        assert pilot.table.hud.message == "No tower has fallen yet."


def test_the_margin_of_the_tallest_tower_if_any_is_computed_after_every_move(
    pilot: Pilot, path: Path
) -> None:
    margins, timeline = pilot.screen._margins, pilot.screen.player.timeline
    pilot.until(lambda: margins.is_complete)
    asked = [margin_of_tallest(timeline.moves[number].after) for number in (0, 1, -1)]
    assert [margins.known[number] for number in (0, 1, -1)] == [
        None if seconds is None else min(seconds, HIGHEST) for seconds in asked
    ]
    assert 0 < margins.known[-1] < margins.known[1] < HIGHEST
    pilot.frames()
    assert not pilot.screen.is_animating
    without_towers = Margins(Timeline(dealt_game(path, "palace", 1)))
    without_towers.step()
    assert (without_towers.known, without_towers.is_complete) == ([], True)


def test_a_tower_without_equilibrium_is_not_said_to_withstand_nothing(
    pilot: Pilot, written: list[str]
) -> None:
    pilot.until(lambda: pilot.screen._margins.is_complete)
    for margin, told in ((0.1, ["withstands 5.7° of tilt"]), (0.0, [])):
        pilot.screen._margins.known[:] = [margin] * len(pilot.screen._margins.known)
        written.clear()
        pilot.key(pygame.K_END)
        pilot.app.draw()
        assert [text for text in written if "withstands" in text][:1] == told


def test_help_is_about_watching_and_m_turns_sound_off(pilot: Pilot) -> None:
    pilot.key(pygame.K_F1)
    assert pilot.screen.pages[0].title == "Watch a game"
    pilot.keys(pygame.K_ESCAPE, pygame.K_m)
    assert pilot.app.context.settings.muted


def begin(
    folder: Path, name: str, age: int = 1, *, moved: bool = True, player: str = HUMAN
) -> Path:
    """Write the record of a game with or without a move; a higher `age` is newer."""
    path = folder / "records" / f"{name}.tower"
    seats = SeatSpec("Ada", player), SeatSpec("Bruno", player)
    match = Match.new("push", seats, seed=age, record=path)
    if moved:
        match.submit(Flip())
    match.close()
    utime(path, (1e9 + age, 1e9 + age))
    return path


def click(pilot: Pilot, command: str, name: str) -> None:
    pilot.order((command, pilot.app.context.files.records / f"{name}.tower"))


def write(pilot: Pilot, name: str) -> None:
    """Write a name into the field of the open row."""
    assert pilot.field is not None
    pilot.field.set_text(name)


def commands(pilot: Pilot, name: str) -> list[str]:
    pressed = pilot.screen.form.commands.values()
    return [one[0] for one in pressed if isinstance(one, tuple) and f"/{name}." in str(one[1])]


def has_listed(pilot: Pilot) -> bool:
    """Return whether all games are listed, which a thread loads."""
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


def test_all_games_are_listed_with_their_outcomes_and_what_can_be_done(listed: Pilot) -> None:
    lines = {path.stem: about(path, game) for path, game in listed.screen.games.items()}
    assert len(lines) == 3
    assert lines["golden"][0] == "golden"
    assert lines["golden"][2].startswith("won by ")
    assert lines["fallen"][1] == "Fawlty Towers – Ada, Bruno"
    assert lines["fallen"][2].startswith("not finished – 5 moves – ")
    assert "is not JSON" in lines["broken"][2]
    listed.app.draw()
    places = [(listed.screen.left + 20, listed.screen._row(index) + 20) for index in range(3)]
    colours = [tuple(listed.app.window.get_at(place))[:3] for place in places]
    assert colours.count(CREAM) == 2, "plain until it is painted; a damaged game has no picture"
    assert commands(listed, "broken") == ["file"]
    assert commands(listed, "golden") == ["watch", "file"]
    assert commands(listed, "fallen") == ["continue", "watch", "file"]
    click(listed, "watch", "golden")
    assert listed.shows(WatchScreen)
    listed.press("Close")
    assert listed.shows(GamesList)
    click(listed, "continue", "fallen")
    assert len(listed.match.seats) == 2


def test_a_game_is_shown_in_its_folder_and_renamed_and_keeps_its_place(
    listed: Pilot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = list[tuple[str, bool]]()
    monkeypatch.setattr(typer, "launch", lambda url, *, locate: opened.append((url, locate)))
    click(listed, "file", "golden")
    listed.press("Show in folder")
    assert opened == [(str(tmp_path / "records" / "golden.tower"), True)]
    listed.press("Rename")
    listed.change(series=Series("open", ("Ada", "Bruno")).with_begun("golden.tower"))
    write(listed, "Christmas at Ada's")
    listed.press("Save")
    path = tmp_path / "records" / "Christmas at Ada's.tower"
    assert path.read_bytes() == GOLDEN.read_bytes()
    listed.frames(2)
    assert about(path, listed.screen.games[path])[0] == "Christmas at Ada's"
    assert listed.app.context.series_of(path) is not None, "it still counts in its series"


def test_an_impossible_name_is_refused_with_a_message(listed: Pilot) -> None:
    click(listed, "file", "golden")
    listed.press("Rename")
    for name in ("fallen", "a/b", 'so "so"'):
        listed.app.context.notice = ""
        write(listed, name)
        listed.key(pygame.K_RETURN)
        assert listed.app.context.notice
        assert listed.field is not None, "it can be edited"
        assert listed.field.get_text() == name
    assert len(list((listed.app.context.files.records).glob("*.tower"))) == 3


def test_a_deleted_game_is_restored_by_undo_and_removed_on_leaving(
    listed: Pilot, tmp_path: Path
) -> None:
    path = tmp_path / "records" / "golden.tower"
    click(listed, "file", "golden")
    listed.press("Delete game")
    assert not path.exists()
    assert listed.screen.note == "Deleted: golden"
    click(listed, "file", "fallen")
    listed.press("Rename")
    write(listed, "golden")
    listed.key(pygame.K_RETURN)
    taken = "golden: there is a file of that name already, perhaps a deleted one"
    assert listed.screen.note == taken, "it can come back"
    listed.key(pygame.K_ESCAPE)
    listed.app.context.notice = ""
    listed.press("Undo delete")
    assert not listed.screen.note
    assert path.read_bytes() == GOLDEN.read_bytes()
    listed.frames(3)
    click(listed, "file", "golden")
    listed.press("Delete game", "Back")
    assert isinstance(listed.screen, Menu)
    assert not path.exists()
    assert not list((tmp_path / "records").glob(f"{TRASH}*"))


def test_the_last_deleted_game_is_restored_first_and_those_of_a_killed_program_are_removed(
    tmp_path: Path,
) -> None:
    deleted = Deleted(tmp_path)
    for name in ("first.tower", "second.tower"):
        (tmp_path / name).write_text(name)
        assert deleted.take(tmp_path / name) == ""
    assert deleted.undo() == ""
    assert [path.name for path in tmp_path.glob("*.tower")] == ["second.tower"]
    (aside,) = deleted.paths
    newer = tmp_path / "first.tower"
    newer.write_text("newer")
    taken = "first.tower: there is a file of that name already, perhaps a deleted one"
    assert deleted.undo() == deleted.take(newer) == taken
    assert (newer.read_text(), aside.read_text()) == ("newer", "first.tower")
    Deleted(tmp_path)
    assert aside.exists(), "another window may still restore it"
    os.utime(aside.parent, (0, 0))
    Deleted(tmp_path)
    assert not aside.parent.exists()


def test_a_game_that_is_played_in_another_window_is_not_deleted(tmp_path: Path) -> None:
    path = tmp_path / "game.tower"
    with Match.new("push", (SeatSpec("Ada"), SeatSpec("Bruno")), seed=1, record=path):
        assert Deleted(tmp_path).take(path) == f"game.tower: cannot be deleted: {OPEN_ELSEWHERE}"
        assert path.exists()
    assert Deleted(tmp_path).take(path) == ""


def test_a_long_list_has_pages_by_button_wheel_and_key(tmp_path: Path) -> None:
    for age in range(PAGE + 2):
        begin(tmp_path, f"g{age}", age)
    with window(tmp_path) as pilot:
        pilot.press("Saved games")
        shown = [path.stem for path in pilot.screen.shown]
        assert shown == [f"g{PAGE + 1 - n}" for n in range(PAGE)]
        assert pilot.screen.beside_title == f"1 to {PAGE} of {PAGE + 2}"
        pilot.wheel(-1)
        assert [path.stem for path in pilot.screen.shown] == ["g1", "g0"]
        pilot.key(pygame.K_PAGEUP)
        assert len(pilot.screen.shown) == PAGE
        pilot.press("Older")
        assert pilot.screen.beside_title == f"{PAGE + 1} to {PAGE + 2} of {PAGE + 2}"
        click(pilot, "file", "g0")
        pilot.wheel(-1)
        assert "rename" in commands(pilot, "g0"), "there is no older page"
        pilot.wheel(1)
        pilot.wheel(-1)
        assert "rename" not in commands(pilot, "g0")


def test_menu_and_list_omit_games_without_a_move(tmp_path: Path) -> None:
    begin(tmp_path, "older", 1)
    begin(tmp_path, "newer", 2)
    begin(tmp_path, "only opened", 3, moved=False)
    with window(tmp_path) as pilot:
        pilot.press("Saved games")
        assert [path.stem for path in pilot.screen.paths] == ["newer", "older"]
        pilot.press("Back", "Continue")
        assert pilot.match.seed == 2


def test_a_persons_older_game_waits_before_one_of_bots(tmp_path: Path) -> None:
    begin(tmp_path, "bots", 2, player="uniform")
    with window(tmp_path) as pilot:
        pilot.press("Continue")
        assert pilot.match.seed == 2
    begin(tmp_path, "older", 1)
    with window(tmp_path) as pilot:
        pilot.press("Continue")
        assert pilot.match.seed == 1


def test_keys_rename_delete_and_undo_and_enter_never_deletes_twice(
    listed: Pilot, tmp_path: Path
) -> None:
    form = listed.screen.form
    form.focus_on(("file", tmp_path / "records" / "fallen.tower"))
    listed.keys(pygame.K_RETURN, pygame.K_RETURN)
    assert listed.field is not None
    listed.post(pygame.TEXTINPUT, text="again")
    listed.key(pygame.K_RETURN)
    path = tmp_path / "records" / "again.tower"
    assert path.exists()
    assert pygame.key.get_repeat() == (0, 0)
    listed.keys(pygame.K_RETURN, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_RETURN)
    assert not path.exists()
    listed.key(pygame.K_RETURN)
    assert path.exists()


def test_escape_leaves_the_name_then_the_open_row_then_the_page(listed: Pilot) -> None:
    click(listed, "file", "golden")
    listed.press("Rename")
    listed.key(pygame.K_ESCAPE)
    assert isinstance(listed.screen, GamesList)
    assert listed.field is None
    click(listed, "file", "golden")
    listed.key(pygame.K_ESCAPE)
    assert commands(listed, "golden") == ["watch", "file"]
    listed.key(pygame.K_ESCAPE)
    assert listed.shows(Menu)


@pytest.mark.slow
def test_each_game_has_a_picture_of_its_own_table(painted: Pilot) -> None:
    painted.until(lambda: not painted.screen.is_animating)  # a thread loads the tables, too
    pictures = {
        path.stem: painted.screen._thumbnails.picture(game)
        for path, game in painted.screen.games.items()
        if isinstance(game, Timeline)
    }
    assert set(pictures) == {"golden", "fallen"}
    for picture in pictures.values():
        colours = {tuple(picture.get_at((x, 40))) for x in range(picture.get_width())}
        assert len(colours) > 20


def test_the_label_of_a_game_names_every_player(path: Path) -> None:
    names = ("Ada", "Bruno", "Clara", "Dora", "Emil")
    Match.new("palace", [SeatSpec(name) for name in names], seed=1, record=path).close()
    assert players(read(path)) == "Palace: Ada, Bruno, Clara, Dora, Emil"


def test_an_error_in_the_thread_of_thumbnails_reaches_the_window_and_is_not_repeated() -> None:
    asked = []

    def fail(key: str) -> pygame.Surface:
        asked.append(key)
        raise ZeroDivisionError

    thumbnails = Thumbnails((9, 6), fail, in_thread=True)

    def paint() -> None:
        for _ in range(round(PATIENCE / 0.01)):
            thumbnails.paint_next(["a"])
            sleep(0.01)

    with pytest.raises(ZeroDivisionError):
        paint()
    assert asked == ["a"]
