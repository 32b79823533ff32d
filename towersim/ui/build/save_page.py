"""The page that saves a scene under a name."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pygame

from towersim.common.errors import TowersimError
from towersim.common.messages import message as _
from towersim.ui.app_context import AppContext, CloseScreens, ScreenChange
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.text import draw_paragraph
from towersim.ui.drawing.theme import ACCENT_DARK, SOFT_TEXT
from towersim.ui.language.faults import fault_message
from towersim.ui.screens.sheet import FootButton, SheetScreen
from towersim.ui.widgets.forms import Pressed

SAVE: Final = FootButton(_("Save"), "save", 180, "strong")


class SavePage(SheetScreen):
    """A field for the name; replacing an existing scene needs a second press."""

    overlay = True
    title = _("Save the scene as")
    note = ""
    size = 520, 250

    def __init__(
        self,
        context: AppContext,
        name: str,
        path_of: Callable[[str], Path],
        save: Callable[[Path], object],
    ) -> None:
        """Ask for a name; `path_of` gives its file, `save` writes it; either may raise."""
        self._name, self._path_of, self._save = name, path_of, save
        self._said = ""
        self._sure: Path | None = None
        """The existing file that a second press replaces, or None."""
        super().__init__(context)
        self.form.set_focus(0)
        self._entry.select_range = [0, len(name)]

    def fill(self) -> None:
        """Add the field and the buttons."""
        px = self.context.stage.px
        rect = pygame.Rect(self.left, self.sheet.y + px(76), self.right - self.left, px(46))
        self._entry = self.form.entry(rect, self._name, 60, SAVE.command)
        self.foot(right=[SAVE])

    def answer(self, pressed: Pressed) -> ScreenChange | None:  # noqa: ARG002 - there is but one button
        """Save the scene, or show the reason why not."""
        self._name = self._entry.get_text()
        try:
            path = self._path_of(self._name)
            if path.exists() and path != self._sure:
                self._sure = path
                self._said = _("There is a scene of that name: Save once more replaces it.")
                return None
            self._save(path)
        except TowersimError as fault:
            self._said = fault_message(fault)
            return None
        return CloseScreens()

    def paint(self, canvas: Canvas) -> None:
        """Draw the message about the name."""
        px = canvas.px
        words = self._said or _("a scene file; the laboratory takes it too")
        tint = ACCENT_DARK if self._said else SOFT_TEXT
        room = pygame.Rect(self.left, self.sheet.y + px(130), self.right - self.left, px(46))
        draw_paragraph(canvas, words, room, tint, 14)
