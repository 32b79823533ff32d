"""Touch input in the real window: one finger carries, two turn or zoom, a tap presses a button."""

import math
from pathlib import Path

import pygame
import pytest

from tests.matches import GOLDEN, fresh
from tests.ui.pilot import Pilot, window
from towersim.common.units import Vec
from towersim.match.match import Match, MatchPhase
from towersim.match.record import SeatSpec, read
from towersim.theatre.timeline import Timeline
from towersim.ui.screens.settings import SettingsPage
from towersim.ui.watch.screen import WatchScreen

FIRST, SECOND = 1, 2
Point = tuple[float, float]


def finger(pilot: Pilot, kind: int, at: Point, number: int = FIRST) -> None:
    """Post a finger event at a point, in pixels."""
    width, height = pilot.app.window.get_size()
    values = {"x": at[0] / width, "y": at[1] / height, "dx": 0.0, "dy": 0.0, "pressure": 1.0}
    pilot.post(kind, touch_id=3, finger_id=number, **values)


def slide(pilot: Pilot, start: Point, end: Point, steps: int) -> None:
    for step in range(1, steps + 1):
        x, y = (a + (b - a) * step / steps for a, b in zip(start, end, strict=True))
        finger(pilot, pygame.FINGERMOTION, (x, y))


def tap(pilot: Pilot, at: Point) -> None:
    finger(pilot, pygame.FINGERDOWN, at)
    finger(pilot, pygame.FINGERUP, at)
    pilot.frames(2)


def test_a_finger_carries_a_cube_onto_a_tower(tmp_path: Path) -> None:
    with window(tmp_path, match=fresh()) as pilot:
        start = pilot.in_rack("red")
        finger(pilot, pygame.FINGERDOWN, start)
        assert pilot.match.carrying
        height = pilot.app.window.get_height()
        # The cube is drawn above the finger that carries it.
        ends = [(x, y + 0.06 * height) for x, y in (pilot.over(0, 0.06), pilot.over(0))]
        slide(pilot, start, ends[0], 25)
        pilot.frames(20)
        slide(pilot, ends[0], ends[1], 10)
        pilot.frames(15)
        assert pilot.table.carry.target[:2] == pytest.approx(
            Vec(*pilot.table.presenter.camera.to_m(*pilot.over(0))), abs=0.002
        )
        finger(pilot, pygame.FINGERUP, ends[1])
        pilot.until(lambda: pilot.match.phase is not MatchPhase.SETTLING)
        assert pilot.match.last_motion is not None
        assert len(pilot.match.table.towers[0]) == 2


def test_a_second_finger_turns_the_carried_cube(tmp_path: Path) -> None:
    with window(tmp_path, match=fresh()) as pilot:
        finger(pilot, pygame.FINGERDOWN, pilot.in_rack("red"))
        at = (700.0, 300.0)
        finger(pilot, pygame.FINGERMOTION, at)
        finger(pilot, pygame.FINGERDOWN, (at[0] + 100, at[1]), SECOND)
        for degrees in (10, 20, 30):
            turned = math.radians(degrees)
            aim = at[0] + 100 * math.cos(turned), at[1] - 100 * math.sin(turned)
            finger(pilot, pygame.FINGERMOTION, aim, SECOND)
        assert pilot.table.carry.target.angle == pytest.approx(math.radians(30), abs=0.01)
        finger(pilot, pygame.FINGERUP, aim, SECOND)
        assert pilot.match.carrying


def test_two_fingers_zoom_around_their_middle(pilot: Pilot) -> None:
    pilot.app.show(WatchScreen(pilot.app.context, Timeline(read(GOLDEN))))
    pilot.frames()
    control = pilot.screen.control
    before, middle = control.camera, (600.0, 300.0)
    point = before.to_m(*middle)
    for number, x in ((FIRST, 550.0), (SECOND, 650.0)):
        finger(pilot, pygame.FINGERDOWN, (x, 300.0), number)
    finger(pilot, pygame.FINGERMOTION, (650.0 + 50.0, 300.0), SECOND)
    finger(pilot, pygame.FINGERMOTION, (550.0 - 50.0, 300.0), FIRST)
    assert control.goal.scale == pytest.approx(2 * before.scale, rel=0.01)
    assert control.goal.to_px(*point) == pytest.approx(middle, abs=60)
    for number in (FIRST, SECOND):
        finger(pilot, pygame.FINGERUP, middle, number)
    assert control.free


def test_a_tap_presses_a_button_and_the_left_of_a_chooser_goes_back(pilot: Pilot) -> None:
    tap(pilot, pygame.Rect(pilot.button("Settings").get_abs_rect()).center)
    assert isinstance(pilot.screen, SettingsPage)
    pace = pygame.Rect(pilot.button("1×").get_abs_rect())
    tap(pilot, (pace.x + 12, pace.centery))
    assert pilot.app.context.settings.pace == 0.5
    pace = pygame.Rect(pilot.button("½×").get_abs_rect())
    tap(pilot, (pace.right - 12, pace.centery))
    assert pilot.app.context.settings.pace == 1


def test_a_tap_flips_a_card(tmp_path: Path) -> None:
    seats = (SeatSpec("Ada"), SeatSpec("Bruno"))
    with window(tmp_path, match=Match.new("push", seats, seed=1)) as pilot:
        pilot.until(lambda: pilot.table.ready)
        steps = pilot.match.steps
        tap(pilot, (pilot.table.layout.deck.x, pilot.table.layout.deck.y))
        assert pilot.match.steps > steps
