"""The page on which a scene is chosen: one's own, and those that come with towersim."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import pygame

from towersim.errors import TowersimError
from towersim.ui.app_context import AppContext, CloseScreens, ScreenChange
from towersim.ui.draw_scene import still_life
from towersim.ui.input import Command, command_for_key
from towersim.ui.theme import ACCENT_DARK, TEXT
from towersim.ui.widgets import Form, draw_sheet

COLUMNS: Final = 4
ROWS: Final = 3
TILE: Final = (206, 132)


class OpenPage:
    """Scenes as tiles; opening one can be undone at the table."""

    overlay = False
    is_animating = False

    def __init__(
        self, context: AppContext, paths: Sequence[Path], open_: Callable[[Path], object]
    ) -> None:
        """Show files; `open_` opens one, or raises why it cannot."""
        self._context, self._paths, self._open = context, paths, open_
        self._top = 0
        self._said = ""
        self.resize()

    def resize(self) -> None:
        """Lay everything out for the context's stage."""
        stage = self._context.stage
        px = stage.px
        self._sheet = pygame.Rect(0, 0, px(940), px(560))
        self._sheet.center = stage.rect.center
        self.form = Form(stage)
        for place, path in enumerate(self._shown):
            row, column = divmod(place, COLUMNS)
            x = self._sheet.x + px(40) + column * px(TILE[0] + 12)
            y = self._sheet.y + px(84) + row * px(TILE[1] + 10)
            rect = pygame.Rect(x, y, px(TILE[0]), px(TILE[1]))
            self.form.button(rect, path.stem, path)
        rect = pygame.Rect(self._sheet.x + px(40), self._sheet.bottom - px(54), px(140), px(40))
        self.form.button(rect, "Back", "back")

    @property
    def _shown(self) -> Sequence[Path]:
        first = self._top * COLUMNS
        return self._paths[first : first + COLUMNS * ROWS]

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Answer an event."""
        if event.type == pygame.MOUSEWHEEL:
            self._scroll(-event.y)
            return None
        if event.type == pygame.KEYDOWN and command_for_key(event.key) is Command.PAUSE:
            return CloseScreens()
        pressed = self.form.handle(event)
        match pressed.command if pressed else None:
            case "back":
                return CloseScreens()
            case Path() as path:
                return self._take(path)
            case _:
                return None

    def _take(self, path: Path) -> ScreenChange | None:
        try:
            self._open(path)
        except TowersimError as fault:
            self._said = str(fault)
            return None
        return CloseScreens()

    def _scroll(self, rows: int) -> None:
        most = max(-(-len(self._paths) // COLUMNS) - ROWS, 0)
        top = min(max(self._top + rows, 0), most)
        if top != self._top:
            self._top = top
            self.resize()

    def update(self, seconds: float) -> ScreenChange | None:
        """Let time pass."""
        self.form.update(seconds)
        return None

    def draw(self, target: pygame.Surface) -> None:
        """Draw a frame."""
        stage, sheet = self._context.stage, self._sheet
        px = stage.px
        target.blit(still_life(stage), (0, 0))
        draw_sheet(target, stage, sheet)
        left = sheet.x + px(40)
        target.blit(stage.text("Open a scene", 30, TEXT, bold=True), (left, sheet.y + px(22)))
        if self._said:
            words = stage.text(self._said, 14, ACCENT_DARK, width=sheet.w - px(240))
            target.blit(words, (left + px(156), sheet.bottom - px(44)))
        self.form.draw(target)
