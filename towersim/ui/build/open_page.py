"""The page that opens a scene: one of one's own, or one that comes with towersim."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import pygame

from towersim.errors import TowersimError
from towersim.ui.app_context import AppContext, CloseScreens, ScreenChange
from towersim.ui.build.draw_scenes import ScenePictures
from towersim.ui.build.looks import Looks
from towersim.ui.draw_scene import still_life
from towersim.ui.input import Command, command_for_key
from towersim.ui.theme import ACCENT_DARK, SOFT_TEXT, TEXT
from towersim.ui.widgets import Form, draw_sheet

COLUMNS: Final = 4
ROWS: Final = 3
PAGES: Final = {pygame.K_PAGEUP: -ROWS, pygame.K_PAGEDOWN: ROWS}
"""The keys that leaf through the scenes, and by how many rows."""
TILE: Final = (206, 132)


class OpenPage:
    """Scenes as tiles; opening one can be undone at the table."""

    overlay = False
    is_animating = False

    def __init__(
        self,
        context: AppContext,
        paths: Sequence[Path],
        looks: Looks,
        open_: Callable[[Path], object],
    ) -> None:
        """Show files with what is in them; `open_` opens one, or raises why it cannot."""
        self._context, self._paths, self._looks, self._open = context, paths, looks, open_
        self._top = 0
        self._said = ""
        self.resize()

    def resize(self) -> None:
        """Lay everything out for the context's stage."""
        stage = self._context.stage
        px = stage.px
        self._sheet = pygame.Rect(0, 0, px(940), px(580))
        self._sheet.center = stage.rect.center
        self._pictures = ScenePictures(self._looks, (px(TILE[0] - 12), px(TILE[1] - 36)))
        self._lay_out()

    def _lay_out(self) -> None:
        """Make the buttons of the scenes that are seen."""
        stage = self._context.stage
        px = stage.px
        self.form = Form(stage)
        for place, path in enumerate(self._shown):
            self.form.button(self.tile(place), "", path)
        rect = pygame.Rect(self._sheet.x + px(40), self._sheet.bottom - px(58), px(140), px(42))
        self.form.button(rect, "Back", "back")

    def tile(self, place: int) -> pygame.Rect:
        """Return where the scene on this place lies, of those that are seen."""
        px = self._context.stage.px
        row, column = divmod(place, COLUMNS)
        x = self._sheet.x + px(40) + column * px(TILE[0] + 12)
        y = self._sheet.y + px(84) + row * px(TILE[1] + 10)
        return pygame.Rect(x, y, px(TILE[0]), px(TILE[1]))

    @property
    def _shown(self) -> Sequence[Path]:
        first = self._top * COLUMNS
        return self._paths[first : first + COLUMNS * ROWS]

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Answer an event."""
        if event.type == pygame.MOUSEWHEEL:
            self._scroll(-event.y)
            return None
        if event.type == pygame.KEYDOWN:
            if command_for_key(event.key) is Command.PAUSE:
                return CloseScreens()
            if event.key in PAGES:
                self._scroll(PAGES[event.key])
                return None
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
            self._lay_out()

    def update(self, seconds: float) -> ScreenChange | None:
        """Let time pass; meanwhile pictures are painted, one at a time."""
        self._pictures.paint_next(list(self._shown))
        self.form.update(seconds)
        return None

    def draw(self, target: pygame.Surface) -> None:
        """Draw a frame."""
        stage, sheet = self._context.stage, self._sheet
        px = stage.px
        target.blit(still_life(stage), (0, 0))
        draw_sheet(target, stage, sheet)
        left = sheet.x + px(40)
        target.blit(stage.title("Open a scene", 30, TEXT), (left, sheet.y + px(22)))
        words = self._said or self._counted()
        if words:
            tint = ACCENT_DARK if self._said else SOFT_TEXT
            line = stage.text(words, 14, tint, width=sheet.w - px(240))
            target.blit(line, (left + px(156), sheet.bottom - px(44)))
        self.form.draw(target)
        for place, path in enumerate(self._shown):
            self._draw_tile(target, self.tile(place), path)

    def _counted(self) -> str:
        """Return how many scenes come after those that are seen, as a line."""
        more = len(self._paths) - self._top * COLUMNS - len(self._shown)
        return f"and {more} more: wheel or Page down" if more else ""

    def _draw_tile(self, target: pygame.Surface, tile: pygame.Rect, path: Path) -> None:
        """Draw what is in a file over its button, and its name below."""
        stage = self._context.stage
        picture = self._pictures.picture(path)
        if picture is not None:
            target.blit(picture, picture.get_rect(midtop=(tile.centerx, tile.y + stage.px(6))))
        name = stage.text(path.stem, 15, TEXT, bold=True, width=tile.w - stage.px(16))
        target.blit(name, name.get_rect(midbottom=(tile.centerx, tile.bottom - stage.px(5))))
