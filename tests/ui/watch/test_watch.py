"""The player of recorded games in the real window with real events, and the list of games."""

import time
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from tests.matches import GOLDEN, fresh
from tests.theatre.games import dealt_game, fallen_game
from tests.ui.pilot import SHIFT, Pilot, window
from tests.ui.watch.test_film import struck_tower
from towersim.cli.commands import run
from towersim.files.level import levels_dir
from towersim.match.match import Match
from towersim.match.record import read
from towersim.theatre.margins import margin_of_tallest
from towersim.theatre.timeline import ONLOOKER, Timeline
from towersim.ui.watch.painter import HIGHEST, Margins
from towersim.ui.watch.screen import WatchScreen


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[Pilot]:
    with window(tmp_path) as pilot:
        pilot.app.show(WatchScreen(pilot.app.context, Timeline(read(GOLDEN))))
        pilot.screen.player.seek(0.0)
        pilot.frames()
        pilot.until(lambda: not pilot.screen.control.is_moving)
        yield pilot


def seconds(pilot: Pilot) -> float:
    return float(pilot.screen.player.seconds)


def test_it_opens_at_the_first_move_of_a_person_with_a_tall_tower_in_large(tmp_path: Path) -> None:
    timeline = Timeline(struck_tower(tmp_path / "game.tower"))
    with window(tmp_path) as pilot:
        pilot.app.show(WatchScreen(pilot.app.context, timeline))
        pilot.frames(60)
        first = next(move for move in timeline.moves if move.seat is not None)
        assert seconds(pilot) == first.begins > 0
        assert 0.02 * pilot.screen.control.camera.scale > 21, "eighteen cubes, in pixels each"


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


def test_space_and_the_button_play_and_pause(pilot: Pilot) -> None:
    pilot.key(pygame.K_SPACE)
    pilot.frames(30)
    assert seconds(pilot) == pytest.approx(0.5, abs=0.1)
    pilot.press("Pause")
    now = seconds(pilot)
    pilot.frames(10)
    assert seconds(pilot) == now
    assert not pilot.screen.player.is_playing


def test_a_click_on_the_timeline_seeks_and_a_drag_continues_to_seek(pilot: Pilot) -> None:
    bar, whole = pilot.screen.bar.rect, pilot.screen.player.timeline.seconds
    pilot.move((bar.centerx, bar.centery))
    pilot.down()
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
    pilot.key(pygame.K_END)
    assert seconds(pilot) == pilot.screen.player.timeline.seconds
    pilot.key(pygame.K_HOME)
    assert seconds(pilot) == 0.0


def test_plus_minus_and_the_button_change_the_speed(pilot: Pilot) -> None:
    pilot.key(pygame.K_PLUS)
    assert pilot.screen.player.speed == 2.0
    pilot.key(pygame.K_MINUS)
    pilot.key(pygame.K_MINUS)
    pilot.press("½ ×")
    assert pilot.screen.player.speed == 1.0


def test_the_view_can_be_moved_zoomed_and_reset(pilot: Pilot) -> None:
    control = pilot.screen.control
    before = control.camera
    pilot.move((600, 300))
    pilot.down(3)
    pilot.post(pygame.MOUSEMOTION, pos=(660, 320), rel=(60, 20), buttons=(0, 0, 1))
    pilot.up(3)
    assert control.camera.left == pytest.approx(before.left + 60)
    pilot.post(pygame.MOUSEWHEEL, x=0, y=2, precise_y=2.0, flipped=False)
    pilot.frames(60)
    assert control.camera.scale > 1.2 * before.scale
    pilot.key(pygame.K_0)
    pilot.until(lambda: not control.is_moving)
    assert control.camera == before


def test_the_shown_poses_are_the_simulated_ones(pilot: Pilot) -> None:
    player = pilot.screen.player
    move = next(move for move in player.timeline.moves if move.motion)
    player.seek(move.begins + move.settles)
    pilot.until(lambda: not player.is_behind)
    assert tuple((f.id, f.pose) for f in player.figures()) == move.motion.poses


def test_a_finished_game_can_be_watched_as_any_seat(pilot: Pilot) -> None:
    assert pilot.screen.seat == ONLOOKER
    pilot.key(pygame.K_e)
    assert pilot.screen.seat == 0
    pilot.press("Ada")
    assert pilot.screen.seat == 1


def test_a_long_name_is_whole_on_the_button_of_the_seat_that_is_watched(pilot: Pilot) -> None:
    timeline = pilot.screen.player.timeline
    timeline.names = ("Maximilian Hieronymus", *timeline.names[1:])
    pilot.key(pygame.K_e)
    assert pilot.button("Maximilian").text == "‹  Maximilian Hieronymus  ›"


def test_an_unfinished_game_shows_no_hand(tmp_path: Path) -> None:
    timeline = Timeline(dealt_game(tmp_path / "game.tower", "palace", 1))
    with window(tmp_path) as pilot:
        pilot.app.show(WatchScreen(pilot.app.context, timeline))
        pilot.key(pygame.K_e)
        assert pilot.screen.seat == ONLOOKER


def test_all_buttons_lie_inside_every_window_size(pilot: Pilot) -> None:
    for size in ((880, 550), (1920, 1080)):
        pygame.display.set_mode(size, pygame.RESIZABLE)
        pilot.frames(2)
        viewport = pilot.app.context.viewport
        for widget in pilot.screen.form.widgets:
            assert viewport.rect.contains(widget.get_abs_rect())


def test_without_a_display_the_command_suggests_an_export(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["watch", str(GOLDEN)]) == 2
    assert "--to game.html` makes a page of it" in capsys.readouterr().err


@pytest.mark.slow  # another process makes a real film
def test_f9_saves_the_last_collapse_as_a_film_beside_the_game(tmp_path: Path) -> None:
    record = tmp_path / "game.tower"
    fallen_game(record)
    match = Match.resume(read(record))
    with window(tmp_path, match=match) as pilot:
        pilot.key(pygame.K_F9)
        assert pilot.table.message.startswith("The last collapse is being filmed")
        (export,) = pilot.app.context.exports
        export._process.wait(timeout=120)
        pilot.frames()
        assert export.percent == 100
        assert pilot.table.message == "Saved beside the game: game-clip-1.mp4"
    assert (tmp_path / "game-clip-1.mp4").stat().st_size > 10_000


def test_f9_before_any_collapse_says_that_there_is_none(tmp_path: Path) -> None:
    with window(tmp_path, match=fresh(tmp_path / "game.tower")) as pilot:
        pilot.key(pygame.K_F9)
        assert pilot.table.message == "No tower has fallen yet."


def test_the_margin_of_the_tallest_tower_is_computed_after_every_move(pilot: Pilot) -> None:
    margins, timeline = pilot.screen._margins, pilot.screen.player.timeline
    deadline = time.monotonic() + 60
    while not margins.is_complete and time.monotonic() < deadline:
        pilot.frames()
        time.sleep(0.005)
    asked = [margin_of_tallest(timeline.moves[number].after) for number in (0, 1, -1)]
    assert [margins.known[number] for number in (0, 1, -1)] == [
        None if seconds is None else min(seconds, HIGHEST) for seconds in asked
    ]
    assert 0 < margins.known[-1] < margins.known[1] < HIGHEST
    pilot.frames()
    assert not pilot.screen.is_animating


def test_a_game_without_towers_has_no_margins(tmp_path: Path) -> None:
    margins = Margins(Timeline(dealt_game(tmp_path / "game.tower", "palace", 1)))
    assert margins.is_complete
    assert not margins.step()


def test_help_is_about_watching_and_m_turns_sound_off(pilot: Pilot) -> None:
    pilot.key(pygame.K_F1)
    assert pilot.screen.pages[0].title == "Watch a game"
    pilot.key(pygame.K_ESCAPE)
    pilot.key(pygame.K_m)
    assert pilot.app.context.settings.muted
