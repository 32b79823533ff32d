"""The page that opens a scene: a saved one, or one included in towersim."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import pygame

from towersim.common.errors import TowersimError
from towersim.common.messages import message as _
from towersim.common.messages import plural
from towersim.ui.app_context import AppContext, CloseScreens, ScreenChange
from towersim.ui.build.draw_scenes import scene_picture
from towersim.ui.build.looks import Looks
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.theme import TEXT
from towersim.ui.language.faults import fault_message
from towersim.ui.screens.sheet import SheetScreen
from towersim.ui.screens.thumbnails import Thumbnails
from towersim.ui.widgets.forms import Pressed

COLUMNS: Final = 4
ROWS: Final = 3
TILE: Final = (208, 132)


class OpenPage(SheetScreen):
    """Scenes as tiles; opening one is an undoable command."""

    title = _("Open a scene")
    size = 940, 580

    def __init__(
        self,
        context: AppContext,
        paths: Sequence[Path],
        looks: Looks,
        open_: Callable[[Path], object],
    ) -> None:
        """Show the scenes in `paths`; `open_` opens one, or raises TowersimError."""
        self._paths, self._looks, self._open = paths, looks, open_
        self._top = 0
        super().__init__(context)

    def fill(self) -> None:
        """Add the buttons of the visible scenes."""
        px = self.context.stage.px
        size = px(TILE[0] - 12), px(TILE[1] - 36)
        self._pictures = Thumbnails(size, partial(scene_picture, self._looks, size))
        for place, path in enumerate(self._shown):
            self.form.button(self.tile(place), "", path)
        self.foot()

    def tile(self, place: int) -> pygame.Rect:
        """Return the rectangle of a visible scene by its index."""
        px = self.context.stage.px
        row, column = divmod(place, COLUMNS)
        x = self.left + column * px(TILE[0] + 12)
        return pygame.Rect(x, self.sheet.y + px(84) + row * px(TILE[1] + 10), *map(px, TILE))

    @property
    def _shown(self) -> Sequence[Path]:
        first = self._top * COLUMNS
        return self._paths[first : first + COLUMNS * ROWS]

    @property
    def note(self) -> str:
        """The reason why a scene could not be opened, or the number of scenes further down."""
        more = len(self._paths) - self._top * COLUMNS - len(self._shown)
        if self.context.notice or not more:
            return self.context.notice
        return plural(
            "and {count} more: wheel or Page down", "and {count} more: wheel or Page down", more
        )

    def answer(self, pressed: Pressed) -> ScreenChange | None:
        """Open a scene, or show the reason why not."""
        if isinstance(pressed.command, Path):
            try:
                self._open(pressed.command)
            except TowersimError as fault:
                self.context.notice = fault_message(fault)
                return None
        return CloseScreens()

    def turn_page(self, way: int) -> None:
        """Scroll by the number of visible rows."""
        most = max(-(-len(self._paths) // COLUMNS) - ROWS, 0)
        top = min(max(self._top + way * ROWS, 0), most)
        if top != self._top:
            self._top = top
            self.lay_out()

    def update(self, seconds: float) -> ScreenChange | None:
        """Advance by `seconds`, and paint at most one missing picture."""
        self._pictures.paint_next(self._shown)
        return super().update(seconds)

    def paint_on_top(self, canvas: Canvas) -> None:
        """Draw the picture of each scene over its button, and its name below."""
        px = canvas.px
        for place, path in enumerate(self._shown):
            tile, picture = self.tile(place), self._pictures.picture(path)
            if picture is not None:
                canvas.put(picture, midtop=(tile.centerx, tile.y + px(6)))
            room, at = (tile.w - px(16), px(28)), (tile.centerx, tile.bottom - px(15))
            canvas.text(path.stem, 15, TEXT, bold=True, room=room, center=at)
