"""Gamepads and touch: they play like keys and mouse, with the same record."""

import math
from functools import partial
from pathlib import Path

import pygame
import pytest

from tests.matches import GOLDEN, fresh
from tests.ui.cards.tables import match_of
from tests.ui.pilot import Pilot, window
from towersim.common.units import Seat, Vec
from towersim.match.match import Match, MatchPhase
from towersim.match.record import read
from towersim.rules.push.state import Phase, Stop
from towersim.table.placing import Motion
from towersim.theatre.timeline import Timeline
from towersim.ui.build.screen import BuildScreen
from towersim.ui.input.devices import FULL
from towersim.ui.screens.hud import NO_FALL
from towersim.ui.screens.pause import Pause
from towersim.ui.screens.settings import SettingsPage
from towersim.ui.sentences import CARRY_BY_KEYS
from towersim.ui.watch.screen import WatchScreen

PAD = 7


def axis(pilot: Pilot, number: int, far: float, pad: int = PAD) -> None:
    value = round(far * (FULL - 1))
    pilot.post(pygame.CONTROLLERAXISMOTION, instance_id=pad, axis=number, value=value)


def button(pilot: Pilot, number: int, pad: int = PAD) -> None:
    pilot.post(pygame.CONTROLLERBUTTONDOWN, instance_id=pad, button=number)
    pilot.post(pygame.CONTROLLERBUTTONUP, instance_id=pad, button=number)


def push(pilot: Pilot, number: int, far: float, frames: int) -> None:
    axis(pilot, number, far)
    pilot.frames(frames)
    axis(pilot, number, 0.0)


def by_pad(pilot: Pilot) -> None:
    """Take a cube, carry it a little to the left and up, turn it, and release it."""
    button(pilot, pygame.CONTROLLER_BUTTON_RIGHTSHOULDER)
    button(pilot, pygame.CONTROLLER_BUTTON_A)
    push(pilot, pygame.CONTROLLER_AXIS_LEFTY, -1.0, 15)
    push(pilot, pygame.CONTROLLER_AXIS_LEFTX, -1.0, 35)
    push(pilot, pygame.CONTROLLER_AXIS_TRIGGERLEFT, 1.0, 4)
    button(pilot, pygame.CONTROLLER_BUTTON_A)


def by_keys(pilot: Pilot) -> None:
    """Do the same with the keyboard."""
    pilot.keys(pygame.K_TAB, pygame.K_RETURN)
    pilot.hold(pygame.K_UP, 15)
    pilot.hold(pygame.K_LEFT, 35)
    pilot.hold(pygame.K_q, 4)
    pilot.key(pygame.K_RETURN)


def settled(pilot: Pilot) -> bool:
    return pilot.match.phase is not MatchPhase.SETTLING


@pytest.fixture
def match() -> Match:
    return fresh()


def test_a_move_by_gamepad_is_the_same_move_as_by_keys(tmp_path: Path) -> None:
    motions: list[Motion | None] = []
    for play in (by_pad, by_keys):
        with window(tmp_path, match=fresh()) as pilot:
            play(pilot)
            pilot.until(partial(settled, pilot))
            motions.append(pilot.match.last_motion)
    assert motions[0] is not None
    assert motions[0] == motions[1]


def test_the_hands_speed_grows_with_the_deflection_of_stick_or_trigger(pilot: Pilot) -> None:
    pilot.key(pygame.K_1)
    carry = pilot.table.carry

    def way(number: int, far: float) -> float:
        before = carry.target
        push(pilot, number, far, 8)
        return float(abs(carry.target.x - before.x) + abs(carry.target.angle - before.angle))

    stick, trigger = pygame.CONTROLLER_AXIS_LEFTX, pygame.CONTROLLER_AXIS_TRIGGERLEFT
    assert way(stick, -1.0) / way(stick, -0.5) == pytest.approx(8.1, rel=0.05)
    assert way(trigger, 1.0) / way(trigger, 0.5) == pytest.approx(8.1, rel=0.05)
    usual = way(stick, 1.0)
    pilot.change(pad_speed=200)
    assert way(stick, -1.0) == pytest.approx(2 * usual, rel=0.05)


def holds(pilot: Pilot) -> bool:
    return pilot.table.play.held is not None


def test_with_own_gamepads_only_that_of_the_acting_person_counts(pilot: Pilot) -> None:
    pilot.change(own_pads=True)
    for pad in (PAD, PAD + 1):
        axis(pilot, pygame.CONTROLLER_AXIS_LEFTX, 0.0, pad)
    seat = pilot.table.play.seat
    own, other = (PAD, PAD + 1) if seat == 0 else (PAD + 1, PAD)
    button(pilot, pygame.CONTROLLER_BUTTON_RIGHTSHOULDER, other)
    button(pilot, pygame.CONTROLLER_BUTTON_A, other)
    assert not holds(pilot)
    button(pilot, pygame.CONTROLLER_BUTTON_RIGHTSHOULDER, own)
    button(pilot, pygame.CONTROLLER_BUTTON_A, own)
    assert holds(pilot)
    start = pilot.table.carry.target
    axis(pilot, pygame.CONTROLLER_AXIS_LEFTX, -1.0, other)
    pilot.frames(10)
    assert pilot.table.carry.target == start
    axis(pilot, pygame.CONTROLLER_AXIS_LEFTX, -1.0, own)
    pilot.frames(10)
    assert pilot.table.carry.target.x < start.x
    button(pilot, pygame.CONTROLLER_BUTTON_START, other)
    assert isinstance(pilot.screen, Pause)


def test_prompts_name_the_parts_of_a_gamepad_that_was_used_last(pilot: Pilot) -> None:
    def said() -> str:
        text: str = pilot.app.context.viewport.fonts.language.say(CARRY_BY_KEYS)
        return text

    keys = said()
    assert keys.startswith("Arrows carry it, Q E ")
    button(pilot, pygame.CONTROLLER_BUTTON_RIGHTSHOULDER)
    assert said() == "Left stick, cross carry it, LT RT LS turn it, Ⓐ places it."
    push(pilot, pygame.CONTROLLER_AXIS_RIGHTY, -1.0, 2)
    assert pilot.table.hud.message == NO_FALL, "it asked to see the last collapse again"
    button(pilot, pygame.CONTROLLER_BUTTON_BACK)
    assert said() == keys, "the page of rules lists the keys"
    button(pilot, pygame.CONTROLLER_BUTTON_START)
    assert said() != keys
    pilot.click((640, 200))
    assert said() == keys


def test_b_puts_the_cube_back_start_pauses_and_b_leaves_the_pause(pilot: Pilot) -> None:
    pilot.key(pygame.K_1)
    assert pilot.table.play.held is not None
    button(pilot, pygame.CONTROLLER_BUTTON_B)
    assert not pilot.match.carrying
    button(pilot, pygame.CONTROLLER_BUTTON_START)
    assert isinstance(pilot.screen, Pause)
    button(pilot, pygame.CONTROLLER_BUTTON_B)
    assert not isinstance(pilot.screen, Pause)


def test_a_stick_at_rest_or_unplugged_causes_no_motion(pilot: Pilot) -> None:
    pilot.key(pygame.K_1)
    start = pilot.table.carry.target
    push(pilot, pygame.CONTROLLER_AXIS_LEFTX, 0.2, 20)
    assert pilot.table.carry.target == start
    axis(pilot, pygame.CONTROLLER_AXIS_LEFTX, -1.0)
    pilot.post(pygame.CONTROLLERDEVICEREMOVED, instance_id=PAD)
    now = pilot.table.carry.target
    pilot.frames(20)
    assert pilot.table.carry.target == now
    pilot.frames(1)
    assert "Ⓑ" not in pilot.screen.hint, "an unplugged one is not the last that was used"


def test_a_trigger_turns_a_block_that_the_pad_s_cross_carries_on(pilot: Pilot) -> None:
    pilot.key(pygame.K_1)
    cross = pygame.CONTROLLER_BUTTON_DPAD_LEFT
    pilot.post(pygame.CONTROLLERBUTTONDOWN, instance_id=PAD, button=cross)
    button(pilot, pygame.CONTROLLER_BUTTON_RIGHTSTICK)
    assert round(pilot.table.carry.target.angle, 2) == -1.57
    button(pilot, pygame.CONTROLLER_BUTTON_LEFTSTICK)
    axis(pilot, pygame.CONTROLLER_AXIS_TRIGGERLEFT, 1.0)
    start = pilot.table.carry.target
    pilot.frames(5)
    now = pilot.table.carry.target
    assert now.x < start.x
    assert now.angle > start.angle
    push(pilot, pygame.CONTROLLER_AXIS_LEFTX, -1.0, 1)
    now = pilot.table.carry.target
    pilot.frames(5)
    assert pilot.table.carry.target.x < now.x, "the stick is back, but the cross is held down"


def test_a_gamepad_navigates_menus(tmp_path: Path) -> None:
    with window(tmp_path) as pilot:
        button(pilot, pygame.CONTROLLER_BUTTON_DPAD_DOWN)
        first = pilot.screen.form.focus
        button(pilot, pygame.CONTROLLER_BUTTON_RIGHTSHOULDER)
        assert pilot.screen.form.focus == first + 1
        button(pilot, pygame.CONTROLLER_BUTTON_LEFTSHOULDER)
        assert pilot.screen.form.focus == first


def test_the_right_stick_reaches_the_buttons_of_a_game(tmp_path: Path) -> None:
    with window(tmp_path, match=match_of("push", "human", "human", seed=5)) as pilot:
        pilot.until(lambda: pilot.table.ready)
        button(pilot, pygame.CONTROLLER_BUTTON_A)
        pilot.until(lambda: pilot.table.ready and Stop() in pilot.match.view(Seat(0)).legal)
        for _ in range(2):
            push(pilot, pygame.CONTROLLER_AXIS_RIGHTX, 1.0, 2)
        button(pilot, pygame.CONTROLLER_BUTTON_A)
        assert pilot.match.view(Seat(0)).phase is Phase.TAKING
        pilot.until(lambda: pilot.table.ready)
        push(pilot, pygame.CONTROLLER_AXIS_RIGHTX, 1.0, 2)
        focused = pilot.screen.form.focused
        pilot.keys(pygame.K_F1, pygame.K_ESCAPE)
        assert focused == pilot.screen.form.focused is not None, "a page over it changes nothing"
        button(pilot, pygame.CONTROLLER_BUTTON_DPAD_DOWN)
        assert pilot.screen.form.focus is None, "another key leaves the buttons"


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


def test_a_finger_carries_a_cube_onto_a_tower(pilot: Pilot) -> None:
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


def test_a_second_finger_turns_the_carried_cube(pilot: Pilot) -> None:
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


def test_a_tap_takes_a_cube_and_a_finger_set_down_again_aims_above_it(pilot: Pilot) -> None:
    tap(pilot, pilot.in_rack("red"))
    assert pilot.match.carrying
    assert not pilot.table.hud.message
    tap(pilot, pilot.table.layout.areas.pause.center)
    assert pilot.shows(Pause), "a button is pressed where it is"
    pilot.key(pygame.K_ESCAPE)
    pilot.frames(60)
    finger(pilot, pygame.FINGERDOWN, (700.0, 300.0))
    before = pilot.table.carry.target
    finger(pilot, pygame.FINGERMOTION, (700.0, 300.0))
    assert pilot.table.carry.target == before


def test_on_the_free_table_two_fingers_turn_the_held_piece_or_zoom(pilot: Pilot) -> None:
    pilot.app.show(BuildScreen(pilot.app.context))
    pilot.frames(2)
    screen = pilot.screen
    finger(pilot, pygame.FINGERDOWN, screen.layout.slots.rect(0).center)
    finger(pilot, pygame.FINGERMOTION, (700.0, 250.0))
    assert screen.table.held is not None
    finger(pilot, pygame.FINGERDOWN, (900.0, 250.0), SECOND)
    finger(pilot, pygame.FINGERMOTION, (1000.0, 250.0), SECOND)
    assert screen.carry.target.angle == 0.0
    finger(pilot, pygame.FINGERMOTION, (900.0, 50.0), SECOND)
    assert screen.carry.target.angle == pytest.approx(math.pi / 4, abs=0.01)
    finger(pilot, pygame.FINGERUP, (900.0, 50.0), SECOND)
    finger(pilot, pygame.FINGERUP, (700.0, 250.0))
    assert screen.table.held is None
    pilot.until(lambda: screen.table.is_at_rest and not screen.presenter.control.is_moving)
    before = screen.presenter.control.goal.scale
    for number, x in ((FIRST, 550.0), (SECOND, 650.0)):
        finger(pilot, pygame.FINGERDOWN, (x, 100.0), number)
    finger(pilot, pygame.FINGERMOTION, (700.0, 100.0), SECOND)
    assert screen.presenter.control.goal.scale == pytest.approx(1.5 * before, rel=0.01)


def test_two_fingers_zoom_around_their_middle(pilot: Pilot) -> None:
    pilot.app.show(WatchScreen(pilot.app.context, Timeline(read(GOLDEN))))
    pilot.frames()
    control = pilot.screen.painter.control
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


@pytest.mark.parametrize("match", [None])
def test_a_tap_presses_a_button_and_the_left_of_a_chooser_goes_back(pilot: Pilot) -> None:
    tap(pilot, pygame.Rect(pilot.button("Settings").get_abs_rect()).center)
    assert isinstance(pilot.screen, SettingsPage)
    pace = pygame.Rect(pilot.button("1×").get_abs_rect())
    tap(pilot, (pace.x + 12, pace.centery))
    assert pilot.app.context.settings.pace == 0.5
    pace = pygame.Rect(pilot.button("½×").get_abs_rect())
    tap(pilot, (pace.right - 12, pace.centery))
    assert pilot.app.context.settings.pace == 1
