"""The page on which a scene is given a name and saved."""

from collections.abc import Callable
from pathlib import Path

import pygame

from towersim.errors import TowersimError
from towersim.ui.app_context import AppContext, CloseScreens, ScreenChange
from towersim.ui.theme import ACCENT_DARK, SOFT_TEXT, TEXT
from towersim.ui.widgets import Form, draw_sheet, draw_veil


class SavePage:
    """A name, and whether an older scene of that name is replaced."""

    overlay = True
    is_animating = False

    def __init__(
        self,
        context: AppContext,
        name: str,
        path_of: Callable[[str], Path],
        save: Callable[[Path], object],
    ) -> None:
        """Ask for a name; `path_of` gives its file, and `save` writes it: either may refuse."""
        self._context, self._path_of, self._save = context, path_of, save
        self._said = ""
        self._sure: Path | None = None
        """The file that is to be replaced, once that was said."""
        self._name = name
        self.resize()

    def resize(self) -> None:
        """Lay everything out for the context's stage."""
        stage = self._context.stage
        px = stage.px
        self._sheet = pygame.Rect(0, 0, px(520), px(230))
        self._sheet.center = stage.rect.center
        self.form = Form(stage)
        x, y = self._sheet.x + px(40), self._sheet.y
        rect = pygame.Rect(x, y + px(74), px(440), px(46))
        self._entry = self.form.entry(rect, self._name, 60)
        bottom = self._sheet.bottom - px(66)
        self.form.button(pygame.Rect(x, bottom, px(140), px(46)), "Back", "back")
        right = self._sheet.right - px(40)
        self.form.button(
            pygame.Rect(right - px(180), bottom, px(180), px(46)), "Save", "save", "strong"
        )
        self.form.set_focus(0)

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Answer an event."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            return CloseScreens()
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            return self._answer("save" if self.form.focus != 1 else "back")
        pressed = self.form.handle(event)
        return self._answer(pressed.command) if pressed else None

    def _answer(self, command: object) -> ScreenChange | None:
        if command == "back":
            return CloseScreens()
        if command != "save":
            return None
        self._name = self._entry.get_text()
        try:
            path = self._path_of(self._name)
            if path.exists() and path != self._sure:
                self._sure = path
                self._said = "There is a scene of that name: Save once more replaces it."
                return None
            self._save(path)
        except TowersimError as fault:
            self._said = str(fault)
            return None
        return CloseScreens()

    def update(self, seconds: float) -> ScreenChange | None:
        """Let time pass."""
        self.form.update(seconds)
        return None

    def draw(self, target: pygame.Surface) -> None:
        """Draw a frame."""
        stage, sheet = self._context.stage, self._sheet
        px = stage.px
        draw_veil(target, stage)
        draw_sheet(target, stage, sheet)
        left = sheet.x + px(40)
        target.blit(stage.title("Save the scene as", 26, TEXT), (left, sheet.y + px(20)))
        words = self._said or "a scene file; the laboratory takes it too"
        tint = ACCENT_DARK if self._said else SOFT_TEXT
        target.blit(stage.text(words, 14, tint, width=px(440)), (left, sheet.y + px(130)))
        self.form.draw(target)
