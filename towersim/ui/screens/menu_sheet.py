"""A sheet of buttons over a table that stands still: what the pauses have in common."""

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from towersim.ui.app_context import AppContext, CloseScreens, ScreenChange
from towersim.ui.input import Command, command_for_key
from towersim.ui.theme import SOFT_TEXT, TEXT
from towersim.ui.widgets import ButtonId, Form, draw_sheet, draw_veil


class Line(NamedTuple):
    """A button: its words, what it stands for, and its style."""

    words: str
    command: str
    style: str = ""


class MenuSheet:
    """A column of buttons below a title; Escape goes back to the table."""

    overlay = True
    is_animating = False

    def __init__(self, context: AppContext, title: str, note: str) -> None:
        """Show the sheet; the note stands small beside the title."""
        self.context, self._title, self._note = context, title, note
        self.resize()

    def lines(self) -> Sequence[Line]:
        """Return the buttons from top to bottom."""
        raise NotImplementedError

    def answer(self, command: ButtonId | None) -> ScreenChange | None:
        """Do what a pressed button stands for; None if none was pressed."""
        raise NotImplementedError

    def resize(self) -> None:
        """Lay everything out for the context's stage."""
        stage, lines = self.context.stage, self.lines()
        px = stage.px
        self._sheet = pygame.Rect(0, 0, px(400), px(104 + 56 * len(lines)))
        self._sheet.center = stage.rect.center
        self.form = Form(stage)
        for index, line in enumerate(lines):
            y = self._sheet.y + px(80 + 56 * index)
            rect = pygame.Rect(self._sheet.x + px(40), y, px(320), px(46))
            self.form.button(rect, line.words, line.command, line.style)

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Answer an event."""
        if event.type == pygame.KEYDOWN and command_for_key(event.key) is Command.PAUSE:
            return CloseScreens()
        pressed = self.form.handle(event)
        return self.answer(pressed.command if pressed else None)

    def update(self, seconds: float) -> ScreenChange | None:
        """Let time pass for the widgets; the table below stands still."""
        self.form.update(seconds)
        return None

    def draw(self, target: pygame.Surface) -> None:
        """Draw a frame."""
        stage = self.context.stage
        draw_veil(target, stage)
        draw_sheet(target, stage, self._sheet)
        title = stage.title(self._title, 28, TEXT)
        target.blit(title, (self._sheet.x + stage.px(40), self._sheet.y + stage.px(18)))
        width, height = stage.px(210), stage.px(30)
        words = stage.text(self._note, 14, SOFT_TEXT, width=width, height=height)
        place = (self._sheet.right - stage.px(40), self._sheet.y + stage.px(42))
        target.blit(words, words.get_rect(midright=place))
        self.form.draw(target)
