"""Whole turns in the window by posted events, with the saved record; unusual input and faults."""

from collections.abc import Sequence
from pathlib import Path
from threading import Event
from typing import Any

import pygame
import pytest
from msgspec.structs import replace

from tests.matches import full_disk
from tests.ui.pilot import PATIENCE, Pilot, window
from towersim.common.units import Seat
from towersim.geometry.shapes import extent
from towersim.match.match import Match, MatchPhase
from towersim.match.record import SeatSpec, unfinished
from towersim.match.series import Played, Series
from towersim.rules.fawlty_towers.state import CUBES, Take
from towersim.rules.push.state import Flip
from towersim.ui.drawing.theme import SMALLEST
from towersim.ui.games.fawlty_towers.draw_table import card_rect
from towersim.ui.input.bindings import NOTCH
from towersim.ui.language import language
from towersim.ui.menu.menu import Menu
from towersim.ui.menu.new_game import NewGame
from towersim.ui.screens.pause import Pause
from towersim.ui.screens.rules import RulesPages
from towersim.ui.screens.settings import SettingsPage

PEOPLE = (SeatSpec("Ada"), SeatSpec("Bruno"))


def alone(folder: Path, seed: int = 3) -> Match:
    """Return a match of two people, saved in the folder."""
    return Match.new("fawlty-towers", PEOPLE, seed=seed, record=folder / "records" / "a.tower")


@pytest.fixture
def match(tmp_path: Path) -> Match:
    return alone(tmp_path)


def test_a_closed_game_goes_on_where_it_was(tmp_path: Path) -> None:
    seats = (SeatSpec("Ada"), SeatSpec("Bruno", "careful", "normal"))
    with window(tmp_path, seats=seats) as pilot:
        pilot.press("New game")
        # The second seat becomes each of the bots, and a person.
        for player in ("Careful", "Hard", "Normal", "Easy", "Greedy", "Random", "Your own"):
            pilot.press(f"{player} bot")
        pilot.press("Start the game")
        seat = pilot.table.play.seat
        bottom = pilot.table.play.view().columns[0][0].colour
        kind = str(bottom if bottom in CUBES else CUBES[0])
        pilot.put(kind, 1)
        assert pilot.table.play.claiming
        pilot.take(pilot.table.play.takes()[0])
        assert pilot.match.actor == 1 - seat
        pilot.post(pygame.QUIT)
        assert not pilot.app.running
    with window(tmp_path) as pilot:
        pilot.key(pygame.K_RETURN)
        assert pilot.match.actor == 1 - seat, "Enter did not press the lit button, Continue"
        assert len(pilot.match.view(Seat(0)).taken[seat]) == 1
        assert pilot.match.view(Seat(0)).towers[1] == ("blue", kind)


def test_the_menu_shows_the_whole_score_of_a_series_below_a_game_that_waits(
    tmp_path: Path, written: list[str]
) -> None:
    series = Series("best-of-3", ("Ada", "Bruno", "Clara", "Dmitri"), (Played("a", ("Ada",)),))
    match = Match.new("push", PEOPLE, seed=1, record=tmp_path / "records" / "a.tower")
    match.submit(Flip())
    match.close()
    with window(tmp_path, size=SMALLEST, series=series, language="de") as pilot:
        pilot.app.draw()
    assert "Bruno 0, Clara 0, Dmitri 0." in written


def test_a_card_is_chosen_with_arrows_and_taken_with_enter(pilot: Pilot) -> None:
    for kind in ("red", "blue", "green", "yellow"):
        pilot.put(kind, 0)
        if len(pilot.table.play.takes()) > 1:
            break
        pilot.key(pygame.K_n)
    takes, seat = pilot.table.play.takes(), pilot.table.play.seat
    assert len(takes) > 1
    pilot.keys(pygame.K_RIGHT, pygame.K_RIGHT)
    wanted = pilot.table.play.view().columns[takes[1].column][takes[1].row]
    pilot.key(pygame.K_RETURN)
    assert pilot.match.view(seat).taken[seat] == (wanted,)


def test_a_clicked_cube_stays_in_the_hand_until_it_is_put_back(pilot: Pilot) -> None:
    pilot.drag(pilot.in_rack("blue"), pilot.in_rack("blue"), steps=60)
    assert pilot.table.play.is_carrying, "a click that is handled late is no drag"
    pilot.move((700, 300), steps=20)
    pilot.frames(30)
    held = pilot.table.play.held
    assert pilot.px(*held.pose[:2]) == pytest.approx((700, 300), abs=2)
    pilot.move(pilot.in_rack("blue"), steps=20)
    pilot.click(pilot.in_rack("blue"))
    assert pilot.table.play.is_choosing_block
    assert len(pilot.match.figures()) == 4


def test_a_lifted_cube_moves_out_of_the_rack(pilot: Pilot) -> None:
    shelf = pilot.in_rack("yellow")
    pilot.key(pygame.K_y)
    drawn = []
    for _ in range(20):
        (held,) = (figure for figure in pilot.frame.table.figures if figure.held)
        drawn.append(pilot.table.presenter.camera.to_px(held.pose.x, held.pose.y))
        pilot.frames()
    assert drawn[0] == pytest.approx(shelf, abs=20)
    real = pilot.table.play.held
    assert drawn[-1] == pilot.table.presenter.camera.to_px(real.pose.x, real.pose.y)
    assert abs(drawn[-1][1] - shelf[1]) > 40


def test_the_pause_page_opens_the_rules_and_quits(pilot: Pilot) -> None:
    pilot.key(pygame.K_ESCAPE)
    pilot.press("Rules and keys")
    assert pilot.shows(RulesPages)
    pilot.key(pygame.K_ESCAPE)
    pilot.press("Save and quit")
    assert not pilot.app.running


def test_the_pause_page_restarts_with_the_same_deal_and_saves(tmp_path: Path) -> None:
    with window(tmp_path, match=alone(tmp_path, seed=9)) as pilot:
        before = pilot.table.play.view().columns
        pilot.put("red", 0)
        pilot.key(pygame.K_ESCAPE)
        assert isinstance(pilot.screen, Pause)
        pilot.press("new deal", "same deal")
        pilot.click(pilot.at)
        assert isinstance(pilot.screen, Pause), "the other one was asked for; a double click"
        pilot.press("Really?")
        assert pilot.table.play.view().columns == before
        assert pilot.match.seed == 9
        pilot.key(pygame.K_ESCAPE)
        pilot.press("new deal", "Really?")
        assert pilot.match.seed != 9
        pilot.key(pygame.K_ESCAPE)
        pilot.press("go to the menu")
        assert isinstance(pilot.screen, Menu)
    assert len(list(unfinished(tmp_path / "records"))) == 3


def test_where_a_new_game_cannot_be_recorded_one_stays_and_is_told(
    pilot: Pilot, tmp_path: Path
) -> None:
    pilot.app.context.files.records.rename(tmp_path / "away")
    (tmp_path / "records").write_text("a file where the folder was")
    before, told = pilot.match, "cannot write a record there"
    pilot.key(pygame.K_ESCAPE)
    pilot.press("new deal", "Really?")
    assert pilot.match is before, "the game goes on"
    assert told in pilot.table.hud.message
    pilot.key(pygame.K_ESCAPE)
    pilot.press("go to the menu", "Practice")
    page: Any = pilot.screen
    pilot.click(page.places["first-tower"].center)
    assert pilot.screen is page, "it says so in place"
    assert told in pilot.app.context.notice


def test_rules_settings_and_full_screen_have_keys(tmp_path: Path) -> None:
    with window(tmp_path) as pilot:
        pilot.key(pygame.K_F1)
        assert isinstance(pilot.screen, RulesPages)
        pilot.key(pygame.K_ESCAPE)
        pilot.press("Settings")
        assert isinstance(pilot.screen, SettingsPage)
        pilot.press("1×")
        assert pilot.app.context.settings.pace == 2
        pilot.key(pygame.K_F11)
        pilot.frames(2)
        assert pilot.app.context.settings.full_screen
        assert pilot.app.window.get_flags() & pygame.FULLSCREEN
        pilot.key(pygame.K_F11)
        pilot.frames(2)
        assert not pilot.app.window.get_flags() & pygame.FULLSCREEN
    with window(tmp_path) as pilot:
        assert pilot.app.context.settings.pace == 2


def test_the_gamepad_turns_something_only_where_a_hand_carries_it_and_large_text_has_a_large_sheet(
    tmp_path: Path, written: list[str]
) -> None:
    with window(tmp_path) as pilot:
        for game in ("palace", "bausack"):
            pilot.app.show(page := RulesPages(pilot.app.context, (game, None)))
            page.turn_page(len(page.pages))
            written.clear()
            pilot.app.draw()
            assert ("turn the block" in written) == (game == "bausack")
        context, usual = pilot.app.context, page.sheet
        pilot.change(text_size=150)
        assert page.sheet.w > 1.2 * usual.w
        assert context.viewport.rect.contains(page.sheet)


def test_no_key_is_cut_or_small_on_a_small_page_with_large_text(
    tmp_path: Path, written: list[str], sizes: dict[str, int]
) -> None:
    with window(tmp_path, SMALLEST, text_size=150, language="de") as pilot:
        for game in ("practice", "bausack"):
            pilot.app.show(page := RulesPages(pilot.app.context, (game, None)))
            for _ in page.pages:
                pilot.app.draw()
                page.turn_page(1)
    assert [text for text in written if text.endswith("…") and not text.endswith(" …")] == []
    assert sizes["Schultertasten hinten"] == sizes["(A)"]


def test_a_resized_window_keeps_the_hand_and_the_typed_names(tmp_path: Path) -> None:
    with window(tmp_path) as pilot:
        pilot.press("New game")
        pilot.screen.names[0].set_text("Zoë")
        pygame.display.set_mode((1000, 640), pygame.RESIZABLE)
        pilot.frames(2)
        assert pilot.app.context.viewport.size == (1000, 640)
        assert pilot.screen.names[0].get_text() == "Zoë"
        pilot.screen.seed.set_text("4711")
        pilot.press("Start the game")
        assert pilot.match.seed == 4711
        assert pilot.match.seats[0].name == "Zoë"
        assert pilot.app.context.settings.seats[0].name == "Zoë"


def test_after_a_resize_only_visible_screens_are_laid_out_and_others_once_uncovered(
    tmp_path: Path,
) -> None:
    with window(tmp_path, match=alone(tmp_path)) as pilot:
        pilot.key(pygame.K_ESCAPE)
        pilot.press("Settings")
        screens: list[Any] = pilot.app.screens
        below = [screen.form for screen in screens[:2]]
        pygame.display.set_mode((1000, 640), pygame.RESIZABLE)
        pilot.frames(2)
        assert pilot.screen.form.viewport.size == (1000, 640)
        assert [screen.form for screen in screens[:2]] == below
        pilot.key(pygame.K_ESCAPE)
        assert {screen.form.viewport.size for screen in screens} == {(1000, 640)}
        assert pilot.shows(Pause)


def test_an_invalid_new_game_is_refused_with_its_reason(tmp_path: Path) -> None:
    with window(tmp_path) as pilot:
        pilot.press("New game")
        for name, seed, why in (
            ("", "", "needs a name"),
            ("Bruno", "", "another name"),
            ("Ada", "12x", "whole number"),
        ):
            pilot.screen.names[0].set_text(name)
            pilot.screen.seed.set_text(seed)
            pilot.press("Start the game")
            assert isinstance(pilot.screen, NewGame)
            assert why in pilot.app.context.notice


def test_games_passed_on_the_way_to_another_leave_the_seats_as_they_were(tmp_path: Path) -> None:
    """A third player, whom Rummü needs, would end the series of two."""
    seats = SeatSpec("Ada"), SeatSpec("Bruno", "stop-at-11", "normal")
    with window(tmp_path, game="push", seats=seats) as pilot:
        pilot.press("New game")
        for _ in pilot.app.context.game_uis:
            pilot.order("game")
        assert tuple(pilot.screen.seats) == seats


def named_own_bot(pilot: Pilot, name: str) -> None:
    """Seat a bot of one's own on the page of a new game, type its name, and start."""
    pilot.press("New game")
    page = pilot.screen
    page.seats[1] = replace(page.seats[1], player=page.own_bot)
    page.lay_out()
    page.own.set_text(name)
    may_load, load = Event(), NewGame._load

    def late(page: NewGame, names: Sequence[str]) -> None:
        may_load.wait(PATIENCE)
        load(page, names)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(NewGame, "_load", late)
        pilot.press("Start the game")
    assert page.note == "Your bot is being loaded …"
    may_load.set()
    pilot.until(lambda: not page.is_animating)


@pytest.mark.slow  # starts a process
def test_a_bot_of_ones_own_is_typed_and_plays(cwd: Path) -> None:
    Path("mine.py").write_text(
        "class Mine:\n    def choose(self, position):\n        return position.view.legal[0]\n"
    )
    with window(cwd) as pilot:
        named_own_bot(pilot, "mine.py:Mine")
        assert pilot.match.seats[1].player == "mine.py:Mine"
        assert pilot.app.context.bots["mine.py:Mine"].name == "mine.py:Mine"


@pytest.mark.slow  # starts two processes
def test_a_bot_that_is_named_while_another_one_is_loaded_plays(
    cwd: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("mine.py", "late.py"):
        Path(name).write_text("class Mine:\n    def choose(self, _):\n        pass\n")
    with window(cwd) as pilot:
        load = NewGame._load

        def rename(page: NewGame, names: Sequence[str]) -> None:
            load(page, names)
            page.own_bot = "late.py:Mine"
            page.seats[1] = replace(page.seats[1], player=page.own_bot)

        monkeypatch.setattr(NewGame, "_load", rename)
        named_own_bot(pilot, "mine.py:Mine")
        assert pilot.match.seats[1].player == "late.py:Mine"
        assert "late.py:Mine" in pilot.app.context.bots


@pytest.mark.slow  # starts a process
def test_the_fault_of_ones_own_bot_is_one_line_on_the_page(tmp_path: Path) -> None:
    with window(tmp_path) as pilot:
        named_own_bot(pilot, "my/bots/none.py:Mine")
        assert pilot.screen.note == "Bot 'none.py:Mine': none.py: there is no such file."


def test_a_window_without_motion_draws_few_frames(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int] = []
    flip = pygame.display.flip

    def counted() -> None:
        drawn.append(1)
        flip()

    def frames_drawn(pilot: Pilot) -> int:
        drawn.clear()
        pilot.frames(60)
        return len(drawn)

    monkeypatch.setattr(pygame.display, "flip", counted)
    with window(tmp_path, match=alone(tmp_path)) as pilot:
        pilot.app.draws_every = 1
        pilot.frames(90)
        assert 1 <= frames_drawn(pilot) <= 4
        pilot.key(pygame.K_r)
        assert frames_drawn(pilot) == 60


def held_rect(pilot: Pilot) -> pygame.Rect:
    """Return the position of the held block, in pixels."""
    held, camera = pilot.table.play.held, pilot.table.presenter.camera
    low, high = extent(held.shape, held.pose)
    (left, bottom), (right, top) = camera.to_px(*low), camera.to_px(*high)
    return pygame.Rect(round(left), round(top), round(right - left), round(bottom - top))


def test_a_carried_cube_stays_visible_and_held_at_any_mouse_position(pilot: Pilot) -> None:
    pilot.grab(pilot.in_rack("red"))
    pilot.move((800, 250), steps=10)
    pilot.wheel(9)
    areas = pilot.table.layout.areas
    seen = pygame.Rect(areas.room.x, areas.hint.bottom, areas.room.w, areas.room.h)
    for corner in ((-400, -300), (2000, 900)):
        pilot.carry(corner)
        assert seen.inflate(2, 2).contains(held_rect(pilot))
    left, right = pilot.over(0, 0.05), pilot.over(1, 0.05)
    pilot.carry(((left[0] + right[0]) // 2, left[1]))
    pilot.up()
    assert pilot.match.phase is MatchPhase.CARRYING
    assert "over a tower" in pilot.screen.hint, "between two towers it is not released"


def test_a_button_of_the_window_pressed_while_carrying_does_not_release_the_cube(
    pilot: Pilot,
) -> None:
    pilot.click(pilot.in_rack("red"))
    pilot.carry(pilot.over(3, 0.05))
    table = pilot.table
    pilot.click(table.layout.areas.pause.center)
    assert pilot.shows(Pause)
    assert table.match.phase is MatchPhase.CARRYING
    assert table.screen.hint.startswith("Ada: ")
    figures = table.match.figures()
    pilot.move((600, 200), steps=10)
    assert table.match.figures() == figures, "while paused nothing moves"
    pilot.key(pygame.K_ESCAPE)
    assert pilot.match.phase is MatchPhase.CARRYING


def test_with_shift_the_wheel_turns_in_small_steps(pilot: Pilot) -> None:
    pilot.click(pilot.in_rack("red"))
    pilot.post(pygame.KEYDOWN, key=pygame.K_LSHIFT, mod=0, unicode="")
    pilot.wheel(1)
    assert pilot.table.carry.target.angle == pytest.approx(NOTCH / 6)
    pilot.post(pygame.WINDOWFOCUSLOST)
    assert not pilot.table.pointer.fine


def test_a_key_released_on_another_page_does_not_keep_moving_the_hand(pilot: Pilot) -> None:
    pilot.key(pygame.K_r)
    pilot.post(pygame.KEYDOWN, key=pygame.K_LEFT, mod=0, unicode="")
    pilot.key(pygame.K_F1)
    pilot.post(pygame.KEYUP, key=pygame.K_LEFT, mod=0, unicode="")
    pilot.key(pygame.K_F1)
    before = pilot.table.carry.target
    pilot.frames(20)
    assert pilot.table.carry.target == before


def test_tooltips_are_hidden_by_the_pause_and_when_the_mouse_leaves(pilot: Pilot) -> None:
    table = pilot.table
    pilot.move(table.layout.areas.pace.center)
    assert "Speed" in table.tip[0]
    pilot.post(pygame.WINDOWLEAVE)
    assert not table.tip
    pilot.move(card_rect(table.layout, Take(1, 0)).center)
    pilot.app.draw()
    assert table.tip
    pilot.key(pygame.K_ESCAPE)
    assert table.tip is None
    pilot.key(pygame.K_F1)
    assert pilot.shows(RulesPages)
    pilot.key(pygame.K_F1)
    assert pilot.shows(Pause)


def test_nobody_is_told_to_take_the_cards_of_a_bot(tmp_path: Path) -> None:
    seats = SeatSpec("Ada", "careful", "steady"), SeatSpec("Bruno")
    with window(tmp_path, match=Match.new("fawlty-towers", seats, seed=4)) as pilot:
        table = pilot.table
        pilot.move(card_rect(table.layout, Take(1, 0)).center)
        tips = set[str]()
        while not table.play.is_human_turn:
            pilot.frames()
            if table.play.view().refusals is not None and table.tip:
                tips.add(table.tip[0])
    assert tips
    assert not any("You may take it" in tip for tip in tips)


def test_a_full_disk_is_reported_and_the_game_continues(tmp_path: Path) -> None:
    with window(tmp_path, match=alone(tmp_path)) as pilot, full_disk():
        pilot.put("red", 0)
        reason = "Saved game: cannot be written: No space left on device"
        assert pilot.screen.hint.startswith(reason)
        assert any(line.startswith(reason) for line in pilot.table.hud.log)
        assert "kein Platz mehr; jeder" in language("de").say(pilot.table.play.notices()[0])
        pilot.match.notices.append(of_bot := "Bruno: failed: no; the best bot chooses for it")
        pilot.frames()
        assert pilot.screen.hint == pilot.table.hud.log[-1] == of_bot
        pilot.key(pygame.K_ESCAPE)
        pilot.press("go to the menu")
        assert isinstance(pilot.screen, Menu)
        assert "No space left" in pilot.app.context.notice


def test_the_log_opens_and_closes_by_a_click(pilot: Pilot) -> None:
    pilot.click(pilot.table.layout.areas.log.center)
    assert pilot.table.hud.open_log
    pilot.key(pygame.K_ESCAPE)
    assert not pilot.table.hud.open_log, "Escape closes the log and opens no pause"
    pilot.key(pygame.K_l)
    pilot.click(pilot.in_rack("red"))
    assert not pilot.table.hud.open_log
    assert not pilot.table.play.is_carrying, "what lies below the log is not taken"
