"""The pause: go on, look things up, begin again, or save and leave."""

from collections.abc import Callable
from typing import Final

import pygame

from towersim.ui.app_context import (
    AppContext,
    CloseScreens,
    OpenScreen,
    Quit,
    ReplaceScreens,
    Screen,
    ScreenChange,
)
from towersim.ui.input import Command, command_for_key
from towersim.ui.screens.rules import RulesPages
from towersim.ui.screens.settings import SettingsPage
from towersim.ui.theme import SOFT_TEXT, TEXT
from towersim.ui.widgets import Form, draw_sheet, draw_veil

LINES: Final = (
    ("Go on", "on", "strong"),
    ("Rules and keys", "rules", ""),
    ("Settings", "settings", ""),
    ("Start again, same deal", "same", ""),
    ("Start again, new deal", "fresh", ""),
    ("Save and go to the menu", "menu", ""),
    ("Save and quit", "quit", ""),
)
OVER: Final = (
    ("Back to the table", "on", "strong"),
    ("Play again, same deal", "same", ""),
    ("Play again, new deal", "fresh", ""),
    ("Rules and keys", "rules", ""),
    ("Settings", "settings", ""),
    ("To the menu", "menu", ""),
    ("Quit", "quit", ""),
)
"""The same lines at a finished game, where nothing is left to go on with or to save."""
ATTEMPT: Final = (
    ("Go on", "on", "strong"),
    ("Rules and keys", "rules", ""),
    ("Settings", "settings", ""),
    ("Start again", "same", ""),
    ("To the menu", "menu", ""),
    ("Quit", "quit", ""),
)
"""The same lines at a challenge, which has no deal and is never continued from the menu."""


class Pause:
    """The pause menu over the table; `again` starts anew with the same seed or a fresh one.

    A game that is `over` is told so; an attempt at a challenge is `solo`.
    """

    overlay = True
    is_animating = False

    def __init__(
        self,
        context: AppContext,
        again: Callable[[bool], Screen],
        leave: Callable[[], object],
        *,
        over: bool = False,
        solo: bool = False,
    ) -> None:
        self._context, self._over = context, over
        self._lines = ATTEMPT if solo else OVER if over else LINES
        self._again, self._leave = again, leave
        self._asked = ""
        """Which way to begin anew was chosen once."""
        self.resize()

    def resize(self) -> None:
        """Lay everything out for the context's stage."""
        stage = self._context.stage
        px, lines = stage.px, self._lines
        self._sheet = pygame.Rect(0, 0, px(400), px(104 + 56 * len(lines)))
        self._sheet.center = stage.rect.center
        self.form = Form(stage)
        for index, (words, command, style) in enumerate(lines):
            y = self._sheet.y + px(80 + 56 * index)
            rect = pygame.Rect(self._sheet.x + px(40), y, px(320), px(46))
            sure = "Really? What stands is cleared away"
            if self._lines is LINES:
                sure = "Really? This game is left as it is"
            self.form.button(rect, sure if command == self._asked else words, command, style)

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Answer an event."""
        if event.type == pygame.KEYDOWN and command_for_key(event.key) is Command.PAUSE:
            return CloseScreens()
        pressed = self.form.handle(event)
        match pressed.command if pressed else None:
            case "on":
                return CloseScreens()
            case "rules":
                return OpenScreen(RulesPages(self._context))
            case "settings":
                return OpenScreen(SettingsPage(self._context))
            case "same" | "fresh" as how if not self._over and self._asked != how:
                self._asked = how
                focus = self.form.focus
                self.resize()
                self.form.set_focus(focus)
                return None
            case "same" | "fresh" as how:
                self._leave()
                return ReplaceScreens(self._again(how == "same"))
            case "menu":
                self._leave()
                return ReplaceScreens(self._context.menu(self._context))
            case "quit":
                return Quit()
            case _:
                return None

    def update(self, seconds: float) -> ScreenChange | None:
        """Let time pass for the widgets; the table below stands still."""
        self.form.update(seconds)
        return None

    def draw(self, target: pygame.Surface) -> None:
        """Draw a frame."""
        stage = self._context.stage
        draw_veil(target, stage)
        draw_sheet(target, stage, self._sheet)
        title = stage.title("The game is over" if self._over else "Pause", 28, TEXT)
        target.blit(title, (self._sheet.x + stage.px(40), self._sheet.y + stage.px(18)))
        words = stage.text(
            "saved after every turn" if self._lines is LINES else "",
            14,
            SOFT_TEXT,
            width=stage.px(210),
            height=stage.px(30),
        )
        place = (self._sheet.right - stage.px(40), self._sheet.y + stage.px(42))
        target.blit(words, words.get_rect(midright=place))
        self.form.draw(target)
