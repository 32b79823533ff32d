"""Gamepads and touch screens: translation of their events to key and mouse events.

So a gamepad can do all that the mouse does, in every game and menu. The hand's speed depends on the
deflection of a stick or trigger. The first finger is the mouse with its button down. A second
one turns the held block, as the wheel does; without a held block, two fingers zoom.
"""

import math
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, Final

import pygame
from pygame._sdl2 import controller

from towersim.ui.input.bindings import NOTCH, ZOOM_NOTCH, Changes, Deflection, KeyMap

ABOVE: Final = 0.06
"""Offset of a carried block above the finger, as a share of the window's height."""

Point = pygame.Vector2
Finger = tuple[int, int]


class Fingers:
    """The state of the fingers on the screen."""

    def __init__(self) -> None:
        self._at: dict[Finger, Point] = {}
        """Position of each finger, in pixels of the window, in order of touch."""
        self._leads = False
        """Whether the first finger acts as the mouse; not after a zoom with two."""
        self._pointer = Point()
        self._presses = False
        """Whether the first finger was set down on a widget."""
        self._above = Point()
        """Offset of the finger from the mouse, in pixels; kept as the finger is lifted."""

    def events(
        self,
        event: pygame.event.Event,
        size: tuple[int, int],
        is_button: Callable[[Point], bool],
        *,
        carrying: bool,
    ) -> Iterator[pygame.event.Event]:
        """Yield mouse events in place of a finger event; other events unchanged.

        `size` is the window's in pixels; `is_button` tells whether a point is on a widget;
        `carrying`: a person has a block in the hand.
        """
        if event.type not in (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP):
            yield event
            return
        finger = event.touch_id, event.finger_id
        at = Point(event.x * size[0], event.y * size[1])
        if event.type == pygame.FINGERDOWN and not self._at:
            self._presses = is_button(at)
        if event.type != pygame.FINGERUP:
            self._above = Point(0, ABOVE * size[1] if carrying and not self._presses else 0)
        if event.type == pygame.FINGERDOWN:
            yield from self._down(finger, at, carrying=carrying)
        elif finger in self._at:
            if event.type == pygame.FINGERMOTION:
                yield from self._move(finger, at, carrying=carrying)
            else:
                yield from self._up(finger, at - self._above)

    def _down(self, finger: Finger, at: Point, *, carrying: bool) -> Iterator[pygame.event.Event]:
        self._at[finger] = at
        if len(self._at) == 1:
            self._leads = True
            yield self._motion(at - self._above, buttons=(0, 0, 0))
            yield _button(pygame.MOUSEBUTTONDOWN, at - self._above)
        elif self._leads and not carrying:
            # Two fingers zoom: cancel the press that the first finger began.
            self._leads = False
            yield pygame.event.Event(pygame.WINDOWFOCUSLOST)

    def _move(self, finger: Finger, at: Point, *, carrying: bool) -> Iterator[pygame.event.Event]:
        two = tuple(self._at)[:2]
        before = [self._at[one] for one in two]
        self._at[finger] = at
        if len(two) == 2 and finger in two:
            yield from self._both(before, [self._at[one] for one in two], carrying=carrying)
        if finger == two[0] and self._leads:
            yield self._motion(at - self._above, buttons=(1, 0, 0))

    def _both(
        self, before: list[Point], now: list[Point], *, carrying: bool
    ) -> Iterator[pygame.event.Event]:
        """Turn the held block by the rotation of two fingers, or zoom."""
        old, new = before[1] - before[0], now[1] - now[0]
        if carrying:
            turned = math.remainder(new.angle_to(old), 360)  # y points down on the screen
            yield _wheel(math.radians(turned) / NOTCH)
        elif not self._leads:
            yield self._motion((now[0] + now[1]) / 2, buttons=(0, 0, 0))
            wider = max(new.length(), 1.0) / max(old.length(), 1.0)
            yield _wheel(math.log(wider, ZOOM_NOTCH))

    def _up(self, finger: Finger, raised: Point) -> Iterator[pygame.event.Event]:
        first = next(iter(self._at)) == finger
        del self._at[finger]
        if first and self._leads:
            self._leads = False
            yield _button(pygame.MOUSEBUTTONUP, raised)
            yield pygame.event.Event(pygame.WINDOWLEAVE)

    def _motion(self, at: Point, buttons: tuple[int, int, int]) -> pygame.event.Event:
        pos, rel = (tuple(map(round, way)) for way in (at, at - self._pointer))
        self._pointer = at
        return pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=rel, buttons=buttons, touch=True)


def _button(kind: int, at: Point) -> pygame.event.Event:
    return pygame.event.Event(kind, pos=tuple(map(round, at)), button=1, touch=True)


def _wheel(notches: float) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=0, precise_y=notches, flipped=False)


PUSHED: Final = 0.35
"""Threshold of a key press by a stick or trigger, as a share of full deflection."""
SLACK, WHOLE = 0.24, 0.98
"""Dead zone, and deflection of full speed, as shares of full deflection. Between them the hand's
speed grows with the square, for fine control at small deflections."""
FULL: Final = 32768.0

AXES: Final = {
    (pygame.CONTROLLER_AXIS_LEFTX, -1): pygame.K_LEFT,
    (pygame.CONTROLLER_AXIS_LEFTX, 1): pygame.K_RIGHT,
    (pygame.CONTROLLER_AXIS_LEFTY, -1): pygame.K_UP,
    (pygame.CONTROLLER_AXIS_LEFTY, 1): pygame.K_DOWN,
    (pygame.CONTROLLER_AXIS_RIGHTX, -1): pygame.K_F5,
    (pygame.CONTROLLER_AXIS_RIGHTX, 1): pygame.K_F6,
    (pygame.CONTROLLER_AXIS_RIGHTY, -1): pygame.K_v,
    (pygame.CONTROLLER_AXIS_RIGHTY, 1): pygame.K_F6,
    (pygame.CONTROLLER_AXIS_TRIGGERLEFT, 1): pygame.K_q,
    (pygame.CONTROLLER_AXIS_TRIGGERRIGHT, 1): pygame.K_e,
}
"""The key for each direction of an axis; y points down, as on the screen."""
STICKS: Final = (pygame.CONTROLLER_AXIS_LEFTX, pygame.CONTROLLER_AXIS_LEFTY)
TRIGGERS: Final = (pygame.CONTROLLER_AXIS_TRIGGERLEFT, pygame.CONTROLLER_AXIS_TRIGGERRIGHT)
STICK: Final = "left stick, cross"
BUTTONS: Final = {
    pygame.CONTROLLER_BUTTON_A: (pygame.K_RETURN, "Ⓐ"),
    pygame.CONTROLLER_BUTTON_B: (pygame.K_BACKSPACE, "Ⓑ"),
    pygame.CONTROLLER_BUTTON_X: (pygame.K_w, "Ⓧ"),
    pygame.CONTROLLER_BUTTON_Y: (pygame.K_l, "Ⓨ"),
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: (pygame.K_TAB, "rb"),
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: (pygame.K_TAB, "rb"),
    pygame.CONTROLLER_BUTTON_LEFTSTICK: (pygame.K_a, "ls"),
    pygame.CONTROLLER_BUTTON_RIGHTSTICK: (pygame.K_d, "rs"),
    pygame.CONTROLLER_BUTTON_START: (pygame.K_ESCAPE, "start button"),
    pygame.CONTROLLER_BUTTON_BACK: (pygame.K_F1, "back button"),
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: (pygame.K_LEFT, STICK),
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: (pygame.K_RIGHT, STICK),
    pygame.CONTROLLER_BUTTON_DPAD_UP: (pygame.K_UP, STICK),
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: (pygame.K_DOWN, STICK),
}
"""The key for each button, and the name of what gives that key, as in `bindings.NAMES`.

The left bumper adds Shift, so it goes backwards."""
LABELS: Final = {
    **dict(BUTTONS.values()),
    pygame.K_q: "lt",
    pygame.K_e: "rt",
    pygame.K_v: "right stick upwards",
}
"""The name of the button, trigger or stick that gives a key."""
ANYBODYS: Final = (pygame.CONTROLLER_BUTTON_START, pygame.CONTROLLER_BUTTON_BACK)
"""Buttons for pause and rules, which work on every gamepad at any turn."""


def pad_labels(keys: KeyMap) -> Changes:
    """Return the part of a gamepad that has the command of a key, for the keys that have one.

    >>> from towersim.ui.input.bindings import KeyCommand, usual_lines
    >>> pad_labels(usual_lines(KeyCommand.REFUSE))
    {'n': 'Ⓑ', 'backspace': 'Ⓑ'}
    """
    labels: dict[str, str] = {}
    for line in keys:
        parts = {code: LABELS[code] for code in chain(*line.keys.values()) if code in LABELS}
        for codes in line.keys.values():
            # Commands on one line have the same effect if only one of them has a part.
            own = [parts[code] for code in codes if code in parts] or list(parts.values())
            if len(own) == 1:
                labels |= dict.fromkeys(map(pygame.key.name, codes), own[0])
    return labels


class Gamepads:
    """All connected gamepads, with hot-plugging."""

    def __init__(self) -> None:
        self._open: dict[int, controller.Controller] = {}
        self._down: dict[int, set[int]] = {}
        """The keys that each gamepad holds down; the gamepads are in the order of connection."""
        self._pressed: set[tuple[int, int]] = set()
        """The gamepads and keys that are held down by buttons."""
        self._pushed: dict[tuple[int, int], float] = {}
        """Deflection of each axis of each gamepad, from -1 to 1."""
        self._turn: int | None = None
        """Index in this order of the gamepad that may play; None: all."""
        self.is_last = False
        """Whether one was used after the keyboard and the mouse's buttons."""
        controller.init()

    def keys(
        self, event: pygame.event.Event, *, on_page: bool = False
    ) -> Iterator[pygame.event.Event]:
        """Yield key events in place of a gamepad event; other events unchanged.

        On a page, where nothing is to be refused or put back, Ⓑ leaves.
        """
        match event.type:
            case pygame.CONTROLLERDEVICEADDED:
                if controller.is_controller(event.device_index):
                    pad = controller.Controller(event.device_index)
                    number = pad.as_joystick().get_instance_id()
                    self._open[number] = pad
                    self._down.setdefault(number, set())
            case pygame.CONTROLLERDEVICEREMOVED:
                yield from self._unplug(event.instance_id)
            case pygame.CONTROLLERAXISMOTION:
                yield from self._axis(event.instance_id, event.axis, event.value / FULL)
            case pygame.CONTROLLERBUTTONDOWN if event.button in BUTTONS:
                self._down.setdefault(event.instance_id, set())
                self.is_last = True
                if not (self._may_play(event.instance_id) or event.button in ANYBODYS):
                    return
                back = event.button == pygame.CONTROLLER_BUTTON_LEFTSHOULDER
                key, _name = BUTTONS[event.button]
                if on_page and key == pygame.K_BACKSPACE:
                    yield _event(pygame.K_ESCAPE, down=True)
                else:
                    self._pressed.add((event.instance_id, key))
                    yield self._key(event.instance_id, key, down=True, shift=back)
            case pygame.CONTROLLERBUTTONUP if event.button in BUTTONS:
                key, _name = BUTTONS[event.button]
                self._pressed.discard((event.instance_id, key))
                if key not in self._axis_keys(event.instance_id):
                    yield self._key(event.instance_id, key, down=False)
            case _:
                used = event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN)
                self.is_last = self.is_last and not used
                yield event

    def give_turn(self, turn: int | None) -> Iterator[pygame.event.Event]:
        """Enable only the gamepad of index `turn`, or all; yield key-up events of the others."""
        self._turn = turn
        for pad in self._down:
            if not self._may_play(pad):
                for key in sorted(self._down[pad]):
                    yield self._key(pad, key, down=False)

    def _may_play(self, pad: int) -> bool:
        """Return whether a gamepad may play now; a single one always may."""
        order = [*self._down]
        return self._turn is None or len(order) < 2 or order[self._turn % len(order)] == pad

    def push(self, speed: float) -> Deflection:
        """Return the summed deflection of the enabled gamepads, with sticks scaled by `speed`."""
        way, turn = pygame.Vector2(), 0.0
        for pad in filter(self._may_play, self._down):
            right, down, *triggers = (
                self._pushed.get((pad, axis), 0.0) for axis in (*STICKS, *TRIGGERS)
            )
            if stick := pygame.Vector2(right, -down):
                way += stick.normalize() * speed * _speed(stick.length())
            left, right = map(_speed, triggers)
            turn += left - right
        return Deflection(way.x, way.y, turn)

    def close(self) -> None:
        """Close all gamepads."""
        for pad in self._open.values():
            pad.quit()
        self._open.clear()
        controller.quit()

    def _unplug(self, pad: int) -> Iterator[pygame.event.Event]:
        """Remove a gamepad; yield key-up events for its keys."""
        for key in sorted(self._down.pop(pad, set())):
            yield _event(key, down=False)
        self._pushed = {at: far for at, far in self._pushed.items() if at[0] != pad}
        self._pressed = {at for at in self._pressed if at[0] != pad}
        self.is_last = self.is_last and bool(self._down)
        if pad in self._open:
            self._open.pop(pad).quit()

    def _axis(self, pad: int, axis: int, far: float) -> Iterator[pygame.event.Event]:
        """Yield the key-down and key-up events of an axis motion."""
        held, before = self._down.setdefault(pad, set()), self._axis_keys(pad)
        self._pushed[pad, axis] = far
        wanted = self._axis_keys(pad)
        for key in sorted(before & held - wanted):
            if (pad, key) not in self._pressed:
                yield self._key(pad, key, down=False)
        self.is_last = self.is_last or bool(wanted)
        for key in sorted(wanted - held, reverse=True):
            yield self._key(pad, key, down=True)

    def _axis_keys(self, pad: int) -> set[int]:
        """Return the keys of the pushed axes of a gamepad; none if it may not play now."""
        axes = AXES.items() if self._may_play(pad) else ()
        pushed = self._pushed
        return {key for (at, sign), key in axes if pushed.get((pad, at), 0.0) * sign >= PUSHED}

    def _key(self, pad: int, key: int, *, down: bool, shift: bool = False) -> pygame.event.Event:
        keys = self._down.get(pad, set())
        (keys.add if down else keys.discard)(key)
        return _event(key, down=down, shift=shift)


def _speed(far: float) -> float:
    """Return the speed of the hand at a deflection, as a share of its maximum.

    >>> _speed(0.1), round(_speed(0.5), 2), _speed(1.0)
    (0.0, 0.12, 1.0)
    """
    return min(max((far - SLACK) / (WHOLE - SLACK), 0.0), 1.0) ** 2


def _event(key: int, *, down: bool, shift: bool = False) -> pygame.event.Event:
    values: dict[str, Any] = {"key": key, "unicode": "", "scancode": 0}
    values["mod"] = pygame.KMOD_LSHIFT if shift else pygame.KMOD_NONE
    return pygame.event.Event(pygame.KEYDOWN if down else pygame.KEYUP, values)
