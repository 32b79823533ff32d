"""The window: hands events to the screens, lets time pass and draws, 60 times a second."""

import gc
import os
import sys
from pathlib import Path
from typing import Final

import pygame
from msgspec.structs import replace

from towersim.errors import OptionFault
from towersim.match import Match
from towersim.record import records_dir
from towersim.scene import Box
from towersim.ui.desk import Back, Change, Desk, Files, Only, Push, Quit, Screen
from towersim.ui.draw_cubes import block_picture
from towersim.ui.games import COVERS
from towersim.ui.input import Do, meaning
from towersim.ui.screens.game import GameScreen
from towersim.ui.screens.menu import Menu
from towersim.ui.screens.rules import RulesPages
from towersim.ui.settings import settings_path
from towersim.ui.theme import USUAL, Letters, Stage

RATE: Final = 60
"""Frames per second."""
LONGEST: Final = 0.1
"""A frame that took longer counts as this many seconds: after a hitch nothing jumps."""

CALM: Final = 1.0
"""So many seconds after the last event nothing moves any more but what moves by itself."""
REST: Final = 6
"""Then every so many frames one is drawn, for text cursors and the like."""


class App:
    """The window and its stack of screens; the last one acts, overlays leave others visible."""

    def __init__(self, files: Files, size: tuple[int, int] = USUAL) -> None:
        os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
        os.environ.setdefault("SDL_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR", "0")
        pygame.display.init()
        pygame.display.set_caption("towersim")
        pygame.display.set_icon(_icon())
        self._letters = Letters()
        self._windowed = size
        self.window = pygame.display.set_mode(size, pygame.RESIZABLE)
        self.desk = Desk(Stage(self.window.get_size(), self._letters), files, COVERS, Menu)
        self.screens: list[Screen] = []
        self.running = True
        self._full = False
        self._quiet, self._undrawn = 0.0, 0

    def show(self, screen: Screen) -> None:
        """Show a screen over the present one."""
        self.screens.append(screen)

    def frame(self, seconds: float) -> None:
        """Answer what happened, let time pass, draw."""
        try:
            self._act(min(seconds, LONGEST))
        except (OSError, OptionFault) as fault:
            # The record cannot be written any further: what is in it can be gone on with.
            self.desk.notice = f"The game cannot be saved: {fault}"
            self.screens[:] = [Menu(self.desk)]
        if self.running and self._due(seconds):
            self.draw()

    def _due(self, seconds: float) -> bool:
        """Whether this frame is drawn: where nothing moves, a few a second are enough."""
        self._undrawn += 1
        self._quiet += seconds
        if self._quiet < CALM or self.screens[-1].lively or self._undrawn >= REST:
            self._undrawn = 0
        return self._undrawn == 0

    def _act(self, seconds: float) -> None:
        for event in pygame.event.get():
            self._quiet = 0.0
            self._handle(event)
        self._fit()
        if self.running:
            self._follow(self.screens[-1].update(seconds))

    def draw(self) -> None:
        """Draw the top screen, and below overlays what they lie on."""
        first = len(self.screens) - 1
        while self.screens[first].overlay:
            first -= 1
        for screen in self.screens[first:]:
            screen.draw(self.window)
        pygame.display.flip()

    def run(self) -> None:
        """Go on until the window is closed."""
        clock = pygame.time.Clock()
        while self.running:
            self.frame(clock.tick(RATE) / 1000)

    def close(self) -> None:
        """Close the window and the record of a game that is open."""
        for screen in self.screens:
            if isinstance(screen, GameScreen):
                self.desk.put_away(screen.match)
                if self.desk.notice:
                    sys.stderr.write(f"towersim: {self.desk.notice}\n")
        pygame.quit()

    def _handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.QUIT:
            self.running = False
        elif event.type == pygame.KEYDOWN and meaning(event.key) is Do.FULL_SCREEN:
            settings = self.desk.settings
            self.desk.change(replace(settings, full_screen=not settings.full_screen))
        elif self.running and not self._looks_up(event):
            self._follow(self.screens[-1].handle(event))

    def _looks_up(self, event: pygame.event.Event) -> bool:
        """Show the rules if they are asked for; they lie over any screen but themselves."""
        asked = event.type == pygame.KEYDOWN and meaning(event.key) is Do.RULES
        if not asked or isinstance(self.screens[-1], RulesPages):
            return False
        playing = any(isinstance(screen, GameScreen) for screen in self.screens)
        self._follow(Push(RulesPages(self.desk, choose=not playing)))
        return True

    def _follow(self, change: Change | None) -> None:
        if change is not None:
            pygame.mouse.set_visible(True)
        match change:
            case Quit():
                self.running = False
            case Push(screen):
                # What is covered neither sees keys come up nor the mouse go away.
                self.screens[-1].handle(pygame.event.Event(pygame.WINDOWFOCUSLOST))
                self.screens.append(screen)
            case Back(screens):
                del self.screens[-screens:]
                self.screens[-1].resize()
            case Only(screen):
                self.screens[:] = [screen]

    def _fill_screen(self) -> None:
        """Go to full screen or back to the window."""
        self._full = not self._full
        if self._full:
            self._windowed = self.window.get_size()
            self.window = pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        else:
            self.window = pygame.display.set_mode(self._windowed, pygame.RESIZABLE)

    def _fit(self) -> None:
        """Take over a new size of the window, and a changed wish for full screen."""
        if self.desk.settings.full_screen != self._full:
            self._fill_screen()
        self.window = pygame.display.get_surface() or self.window
        size = self.window.get_size()
        if size != self.desk.window_size:
            self.desk.window_size = size
            self.desk.stage = Stage(size, self._letters)
            for screen in self.screens:
                screen.resize()


def _icon() -> pygame.Surface:
    """Return the window's icon: a red cube."""
    stage = Stage(USUAL, Letters())
    return block_picture(stage, 1.0, "red", Box(56.0, 56.0), 0.0)


def run(
    match: Match | None = None,
    *,
    settings: Path | None = None,
    records: Path | None = None,
    size: tuple[int, int] = USUAL,
) -> None:
    """Open the window on the menu, or at once on a match, and return when it is closed."""
    app = App(Files(settings or settings_path(), records or records_dir()), size)
    # What is loaded by now lives as long as the window: no frame need wait while it is looked at.
    gc.freeze()
    app.show(Menu(app.desk) if match is None else app.desk.table(match))
    try:
        app.run()
    finally:
        app.close()
