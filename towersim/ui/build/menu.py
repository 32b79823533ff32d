"""The pause of the free table: save, open, clear, look things up, leave."""

from collections.abc import Callable
from typing import Final

import pygame

from towersim.ui.app_context import (
    AppContext,
    CloseScreens,
    OpenScreen,
    Quit,
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
    ("Save the scene …", "save", ""),
    ("Open a scene …", "open", ""),
    ("Clear the table", "clear", ""),
    ("Help and keys", "help", ""),
    ("Settings", "settings", ""),
    ("Leave the table", "leave", ""),
    ("Quit", "quit", ""),
)


class BuildMenu:
    """The menu over the free table; what is on it is kept in any case."""

    overlay = True
    is_animating = False

    def __init__(
        self,
        context: AppContext,
        pages: dict[str, Callable[[], Screen]],
        clear: Callable[[], object],
    ) -> None:
        """Show the menu; `pages` make the screens to save and to open."""
        self._context, self._pages, self._clear = context, pages, clear
        self.resize()

    def resize(self) -> None:
        """Lay everything out for the context's stage."""
        stage = self._context.stage
        px = stage.px
        self._sheet = pygame.Rect(0, 0, px(400), px(104 + 56 * len(LINES)))
        self._sheet.center = stage.rect.center
        self.form = Form(stage)
        for index, (words, command, style) in enumerate(LINES):
            y = self._sheet.y + px(80 + 56 * index)
            rect = pygame.Rect(self._sheet.x + px(40), y, px(320), px(46))
            self.form.button(rect, words, command, style)

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Answer an event."""
        if event.type == pygame.KEYDOWN and command_for_key(event.key) is Command.PAUSE:
            return CloseScreens()
        pressed = self.form.handle(event)
        match pressed.command if pressed else None:
            case "on":
                return CloseScreens()
            case "save" | "open" as page:
                return OpenScreen(self._pages[page]())
            case "clear":
                self._clear()
                return CloseScreens()
            case "help":
                return OpenScreen(RulesPages(self._context))
            case "settings":
                return OpenScreen(SettingsPage(self._context))
            case "leave":
                return CloseScreens(2)
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
        title = stage.title("Free table", 28, TEXT)
        target.blit(title, (self._sheet.x + stage.px(40), self._sheet.y + stage.px(18)))
        words = stage.text("kept as it is", 14, SOFT_TEXT)
        place = (self._sheet.right - stage.px(40), self._sheet.y + stage.px(42))
        target.blit(words, words.get_rect(midright=place))
        self.form.draw(target)
