"""Unusual input and faults: edges, other buttons, lost focus, full disks, several saved games."""

import errno
from pathlib import Path

import pygame
import pytest

from tests.ui.pilot import Pilot, window
from towersim.geometry.shapes import extent
from towersim.match.match import Match, MatchPhase
from towersim.match.record import SeatSpec
from towersim.match.recorder import Recorder
from towersim.ui.games.fawlty_towers.draw_table import card_rect
from towersim.ui.input.bindings import NOTCH
from towersim.ui.menu.menu import Menu
from towersim.ui.screens.pause import Pause
from towersim.ui.screens.rules import RulesPages

PEOPLE = (SeatSpec("Ada"), SeatSpec("Bruno"))


def alone(folder: Path, name: str = "a", seed: int = 3) -> Match:
    """Return a match of two people, saved in the folder."""
    record = folder / "records" / f"{name}.tower"
    return Match.new("fawlty-towers", PEOPLE, seed=seed, record=record)


@pytest.fixture
def match(tmp_path: Path) -> Match:
    return alone(tmp_path)


def held_rect(pilot: Pilot) -> pygame.Rect:
    """Return the position of the held block, in pixels."""
    held, camera = pilot.table.play.held, pilot.table.presenter.camera
    assert held is not None
    low, high = extent(held.shape, held.pose)
    (left, bottom), (right, top) = camera.to_px(*low), camera.to_px(*high)
    return pygame.Rect(round(left), round(top), round(right - left), round(bottom - top))


def test_a_carried_cube_stays_visible_at_any_mouse_position(pilot: Pilot) -> None:
    pilot.move(pilot.in_rack("red"))
    pilot.down()
    pilot.move((800, 250), steps=10)
    pilot.post(pygame.MOUSEWHEEL, x=0, y=9, precise_y=9.0, flipped=False)
    areas = pilot.table.layout.areas
    seen = pygame.Rect(areas.room.x, areas.hint.bottom, areas.room.w, areas.room.h)
    for corner in ((-400, -300), (2000, 900)):
        pilot.carry(corner)
        assert seen.inflate(2, 2).contains(held_rect(pilot))
    assert pilot.match.phase is MatchPhase.CARRYING


def test_a_button_of_the_window_pressed_while_carrying_does_not_release_the_cube(
    pilot: Pilot,
) -> None:
    pilot.click(pilot.in_rack("red"))
    pilot.carry(pilot.over(3, 0.05))
    table = pilot.table
    pilot.click(table.layout.areas.pause.center)
    assert isinstance(pilot.screen, Pause)
    assert table.match.phase is MatchPhase.CARRYING
    assert table.hint.startswith("Ada: ")


def test_with_shift_the_wheel_turns_in_small_steps(pilot: Pilot) -> None:
    pilot.click(pilot.in_rack("red"))
    pilot.post(pygame.KEYDOWN, key=pygame.K_LSHIFT, mod=0, unicode="")
    pilot.post(pygame.MOUSEWHEEL, x=0, y=1, precise_y=1.0, flipped=False)
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


def test_the_pause_hides_tooltips_and_the_rules_open_over_it(pilot: Pilot) -> None:
    table = pilot.table
    pilot.move(card_rect(table.layout, 1, 0).center)
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
        pilot.move(card_rect(table.layout, 1, 0).center)
        tips = set[str]()
        while not table.play.is_human_turn:
            pilot.frames()
            if table.play.view().refusals is not None and table.tip:
                tips.add(table.tip[0])
    assert tips
    assert not any("You may take it" in tip for tip in tips)


def test_tooltips_disappear_when_the_mouse_leaves_the_window(pilot: Pilot) -> None:
    pilot.move(card_rect(pilot.table.layout, 1, 0).center)
    pilot.post(pygame.WINDOWLEAVE)
    assert pilot.table.tip is None


def test_a_full_disk_is_reported_and_the_game_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_recorder: Recorder, _text: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with window(tmp_path, match=alone(tmp_path)) as pilot:
        monkeypatch.setattr(Recorder, "_put", full)
        pilot.put("red", 0)
        reason = "Saved game: cannot be written: No space left on device"
        assert pilot.table.hint.startswith(reason)
        assert any(line.startswith(reason) for line in pilot.table.hud.log)
        pilot.key(pygame.K_ESCAPE)
        pilot.press("go to the menu")
        assert isinstance(pilot.screen, Menu)
        assert "No space left" in pilot.app.context.notice


def test_the_log_opens_and_closes_by_a_click(pilot: Pilot) -> None:
    pilot.click(pilot.table.layout.areas.log.center)
    assert pilot.table.pointer.whole_log
    pilot.key(pygame.K_ESCAPE)
    assert not pilot.table.pointer.whole_log, "Escape closes the log and opens no pause"
    pilot.key(pygame.K_l)
    pilot.click(pilot.in_rack("red"))
    assert not pilot.table.pointer.whole_log
    assert not pilot.table.play.is_carrying, "what lies below the log is not taken"


def test_round_buttons_have_tooltips(pilot: Pilot) -> None:
    pilot.move(pilot.table.layout.areas.pace.center)
    assert "Speed" in pilot.table.tip[0]
