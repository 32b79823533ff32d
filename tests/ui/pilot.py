"""The pilot: a test driver that plays in the real window by posted mouse and key events."""

import math
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import combinations, count
from pathlib import Path
from typing import Any

import pygame
import pytest
from msgspec.structs import replace
from pygame_gui.elements import UIButton, UITextEntryLine

from towersim.common.units import TowerId
from towersim.match.match import Match, MatchPhase
from towersim.rules.fawlty_towers.state import Take
from towersim.ui.app import App
from towersim.ui.app_context import Files, Screen
from towersim.ui.drawing.theme import SMALLEST
from towersim.ui.games.fawlty_towers.draw_table import card_rect
from towersim.ui.menu.menu import Menu
from towersim.ui.screens.game import GameScreen
from towersim.ui.settings import Settings, save_settings

FRAME = 1 / 60
WAIT = 1 / 10
"""The time step while waiting, as on a slow machine, in seconds: a sixth of the frames."""
PATIENCE = 60.0
"""The least time after which waiting fails, in real seconds."""
LOOK = 1e-4
"""Seconds by which each reading advances the window's clock, so that busy waits end."""
TURNED = 0.01
"""Tolerance of a held piece's angle, in radians."""
SHIFT = pygame.KMOD_SHIFT
Point = tuple[int, int]
SIZES = [SMALLEST, (960, 600), (1280, 720), (1920, 1080)]
SEEN = [
    pytest.param(size, marks=[] if size in (SIZES[0], SIZES[-1]) else pytest.mark.slow)
    for size in SIZES
]
"""The smallest and the largest window; sizes between are marked `slow`."""


def assert_apart(rects: Iterable[pygame.Rect], inside: pygame.Rect) -> None:
    """Assert that rectangles lie inside another one, and that no two overlap."""
    every = list(rects)
    assert [rect for rect in every if not inside.contains(rect)] == []
    assert [pair for pair in combinations(every, 2) if pair[0].colliderect(pair[1])] == []


class SparingApp(App):
    """A window that draws only new screens, every `draws_every`-th frame, and on demand.

    Its clock counts frames and readings, so tests do not depend on the machine's load.
    """

    draws_every = 60
    """Frames per drawn frame; most tests do not need the pictures."""
    _frames = 0
    _by_itself = False
    _drawn: Screen | None = None
    """The last screen drawn."""
    _now = 0.0

    def __init__(self, files: Files, size: Point) -> None:
        super().__init__(files, size)
        self.context.clock = self._clock

    def _clock(self) -> float:
        self._now += LOOK
        return self._now

    def frame(self, seconds: float) -> None:
        """Handle events and advance by `seconds`; draw some frames only."""
        self._now += seconds
        self._frames += 1
        self._by_itself = self._frames % self.draws_every != 0
        super().frame(seconds)
        self._by_itself = False

    def draw(self) -> None:
        """Draw, unless this frame is to be skipped."""
        if not self._by_itself or self.screens[-1] is not self._drawn:
            self._drawn = self.screens[-1]
            super().draw()


class Pilot:
    """Reads the window's screens and acts only by events."""

    def __init__(self, app: SparingApp) -> None:
        self.app = app
        self.at: Point = (1, 1)

    @property
    def screen(self) -> Any:
        """The screen that gets the events."""
        return self.app.screens[-1]

    def shows(self, kind: type) -> bool:
        """Return whether the top screen is of a class."""
        return isinstance(self.screen, kind)

    @property
    def table(self) -> Any:
        """The game's controller; AssertionError if another screen is on top."""
        assert isinstance(self.screen, GameScreen)
        return self.screen.controller

    @property
    def frame(self) -> Any:
        """The present `FrameState` of a game with blocks."""
        return self.table.presenter.frame_state(self.app.context.settings)

    @property
    def match(self) -> Match:
        """The match on the table."""
        match: Match = self.table.match
        return match

    def frames(self, count: int = 1) -> None:
        """Run `count` frames; a long wait has a sixth of them, unless every frame is drawn."""
        many = count // 6 if count >= 12 and self.app.draws_every > 1 else 0
        for _ in range(many):
            self.app.frame(WAIT)
        for _ in range(count - 6 * many):
            self.app.frame(FRAME)

    def until(self, done: Callable[[], object], most: int = 1500, *, seconds: float = WAIT) -> None:
        """Wait until `done()`; fail after `most` frames of some `seconds` and `PATIENCE`.

        Frames alone are no measure for what a thread computes: undrawn, they take no time.
        """
        ends = time.monotonic() + PATIENCE
        for number in count():
            if done():
                return
            assert number < most or time.monotonic() < ends, f"not within {number} frames"
            self.app.frame(seconds)
            if number >= most:
                time.sleep(0.01)

    def post(self, kind: int, **values: object) -> None:
        """Post an event and let the window handle it."""
        pygame.event.post(pygame.event.Event(kind, values))
        self.frames()

    def move(self, to: Point, steps: int = 1) -> None:
        """Move the mouse in a straight line."""
        start = self.at
        for step in range(1, steps + 1):
            now = tuple(round(a + (b - a) * step / steps) for a, b in zip(start, to, strict=True))
            self.at = (now[0], now[1])
            pygame.mouse.set_pos(self.at)
            self.post(pygame.MOUSEMOTION, pos=self.at, rel=(0, 0), buttons=(0, 0, 0))

    def down(self, button: int = 1) -> None:
        """Press a mouse button."""
        self.post(pygame.MOUSEBUTTONDOWN, pos=self.at, button=button)

    def up(self, button: int = 1) -> None:
        """Release a mouse button."""
        self.post(pygame.MOUSEBUTTONUP, pos=self.at, button=button)

    def grab(self, at: Point) -> None:
        """Move to a point and press the mouse button there."""
        self.move(at)
        self.down()

    def click(self, at: Point) -> None:
        """Click at a point."""
        self.grab(at)
        self.up()
        self.frames(2)

    def drag(self, start: Point, end: Point, steps: int = 4) -> None:
        """Drag from one point to another."""
        self.grab(start)
        self.move(end, steps)
        self.up()

    def key(self, key: int, mod: int = 0, text: str = "") -> None:
        """Press and release a key."""
        self.post(pygame.KEYDOWN, key=key, mod=mod, unicode=text, scancode=0)
        self.post(pygame.KEYUP, key=key, mod=mod, unicode=text, scancode=0)

    def keys(self, *keys: int) -> None:
        """Press and release keys one after the other."""
        for key in keys:
            self.key(key)

    def wheel(self, notches: float) -> None:
        """Turn the wheel at the mouse's position."""
        y = round(notches)
        self.post(pygame.MOUSEWHEEL, x=0, y=y, precise_y=float(notches), flipped=False)

    def change(self, **settings: object) -> None:
        """Change settings in the way of the settings page."""
        context = self.app.context
        context.change(replace(context.settings, **settings))
        self.frames(2)

    def hold(self, key: int, frames: int) -> None:
        """Hold a key down for a number of frames."""
        self.post(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0)
        self.frames(frames)
        self.post(pygame.KEYUP, key=key, mod=0, unicode="", scancode=0)

    def button(self, label: str) -> UIButton:
        """Return the button with just this text, else the first that contains it."""
        buttons = [w for w in self.screen.form.widgets if isinstance(w, UIButton) and w.visible]
        for button in sorted(buttons, key=lambda button: button.text.strip("‹› ") != label):
            if label in button.text:
                return button
        raise AssertionError(f"there is no button {label!r}")

    @property
    def field(self) -> UITextEntryLine | None:
        """The first text field of the page, or None."""
        fields = (w for w in self.screen.form.widgets if isinstance(w, UITextEntryLine))
        return next(fields, None)

    def press(self, *labels: str) -> None:
        """Click the buttons found by their text (see `button`), one after the other."""
        for label in labels:
            at = pygame.Rect(self.button(label).get_abs_rect()).center
            self.frames(60 if at == self.at else 0)  # it is no double click
            self.click(at)

    def order(self, command: object) -> None:
        """Click the button of a command."""
        given = self.screen.form.commands
        button = next(button for button in given if given[button] == command)
        self.click(pygame.Rect(button.get_abs_rect()).center)

    def in_rack(self, kind: str) -> Point:
        """Return the position of a kind of block in the rack, in pixels."""
        x, y = self.table.presenter.cube_in_rack(kind)
        return round(x), round(y)

    def px(self, x: float, y: float) -> Point:
        """Return the pixel of a point of the table or of the free table, in metres."""
        shown = getattr(self.screen, "controller", self.screen)
        across, down = shown.presenter.camera.to_px(x, y)
        return round(across), round(down)

    def over(self, tower: int, above: float = 0.012) -> Point:
        """Return the point above the middle of a tower's top, in pixels; `above` in metres."""
        match = self.match
        tops = [(f.pose.y, f.pose.x) for f in match.figures() if f.tower == TowerId(tower)]
        y, x = max(tops, default=(-0.01, match.setup.spots[tower]))
        return self.px(x, y + 0.01 + above)

    def carry(self, to: Point, near: float = 0.001) -> None:
        """Carry the held piece to a point; wait until it is turned and within `near` metres.

        Without a held piece there is nothing to wait for.
        """
        self.move(to, steps=4)

        def has_come() -> bool:
            held, (*goal, angle) = self.table.play.held, self.table.carry.target
            if held is None:
                return True
            return math.dist(held.pose[:2], goal) < near and abs(held.pose.angle - angle) < TURNED

        self.frames(2)
        self.until(has_come, 300)

    def put(self, kind: str, tower: int) -> None:
        """Drag a block onto a tower and wait for gravity."""
        self.grab(self.in_rack(kind))
        self.carry(self.over(tower, 0.06))
        self.carry(self.over(tower))
        self.up()
        self.until(lambda: self.match.phase is not MatchPhase.SETTLING)

    def take(self, take: Take) -> None:
        """Click on the visible part of a card."""
        rect = card_rect(self.table.layout, take)
        self.click((rect.x + rect.w // 3, rect.y + self.table.layout.strip // 3))


@contextmanager
def window(
    folder: Path, size: Point = (1280, 720), match: Match | None = None, **settings: Any
) -> Iterator[Pilot]:
    """Open the window on the menu or on a match, with settings and records in a folder.

    The settings are those of an earlier window in that folder, unless some are given.
    """
    if settings:
        save_settings(folder / "settings.json", Settings(**settings))
    app = SparingApp(Files(folder / "settings.json", folder / "records"), size)
    app.show(Menu(app.context) if match is None else app.context.table(match))
    try:
        yield Pilot(app)
    finally:
        app.close()
