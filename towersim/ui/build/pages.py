"""The pages that open and save a scene."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import pygame

from towersim.common.errors import TowersimError
from towersim.common.messages import message as _, plural
from towersim.common.units import Pose, Vec
from towersim.files.level import load_scene
from towersim.geometry.shapes import Shape, box_around, extent
from towersim.ui.app_context import AppContext, CloseScreens, ScreenChange
from towersim.ui.build.palette import BlockStyles
from towersim.ui.drawing import theme
from towersim.ui.drawing.camera import fitted
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.paint import gradient, panel
from towersim.ui.drawing.sprites import Sprites
from towersim.ui.drawing.text import draw_paragraph
from towersim.ui.language.faults import fault_message
from towersim.ui.screens.base import FootButton, SheetScreen
from towersim.ui.screens.thumbnails import Thumbnails
from towersim.ui.widgets.forms import Pressed

ROOM = 0.06
"""Margin around a scene, as a share of the picture's height."""


def scene_picture(styles: BlockStyles, size: tuple[int, int], path: Path) -> pygame.Surface:
    """Return a picture of a scene's file, `size` in pixels; SceneFault if it is damaged."""
    scene = load_scene(path)
    placed = [(styles.key(block), block.shape, block.pose) for block in scene.blocks]
    return framed(size, styles.sprites, placed, scene.table.width)


def framed(
    size: tuple[int, int], sprites: Sprites, placed: Sequence[tuple[str, Shape, Pose]], width: float
) -> pygame.Surface:
    """Return a picture of blocks on a table, `size` in pixels; `width` of the table in metres."""
    w, h = size
    picture = gradient(size, theme.WALL_TOP, theme.WALL_LOW)
    boxes = [extent(shape, pose) for _key, shape, pose in placed]
    low, high = box_around(boxes or [(Vec(-0.1, 0.0), Vec(0.1, 0.1))])
    edge, base = round(ROOM * h), h - round(2.5 * ROOM * h)
    camera = fitted((edge, edge, w - edge, base), low.x, high.x, max(high.y, 0.02))
    camera = camera._replace(scale=min(camera.scale, h / 0.08))
    camera = camera._replace(left=w / 2 - camera.scale * (low.x + high.x) / 2)
    left, right = (camera.to_px(x, 0.0)[0] for x in (-width / 2, width / 2))
    pygame.draw.rect(picture, theme.OAK, (left, base, right - left, h - base))
    pygame.draw.line(picture, theme.OAK_EDGE, (left, base), (right, base))
    for key, _shape, pose in placed:
        sprites.draw_placed(picture, camera, key, pose)
    mask = panel(size, round(0.06 * h), (255, 255, 255))
    cut = picture.convert_alpha()
    cut.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    return cut


def more_below(count: int) -> str:
    """Return that a list goes on with `count` lines or tiles; empty if it does not."""
    if count <= 0:
        return ""
    return plural(
        "and {count} more: wheel or Page down", "and {count} more: wheel or Page down", count
    )


COLUMNS: Final = 4
PAGE: Final = 12
"""The number of scenes on a page."""
TILE: Final = (208, 132)


class OpenPage(SheetScreen):
    """Scenes as tiles; opening one is an undoable command."""

    title = _("Open a scene")
    size = 940, 580

    def __init__(
        self,
        context: AppContext,
        paths: Sequence[Path],
        styles: BlockStyles,
        open_: Callable[[Path], object],
    ) -> None:
        """Show the scenes in `paths`; `open_` opens one, or raises TowersimError."""
        self._paths, self._styles, self._open = paths, styles, open_
        super().__init__(context)

    def fill(self) -> None:
        """Add the buttons of the visible scenes."""
        px = self.context.viewport.px
        size = px(TILE[0] - 12), px(TILE[1] - 36)
        paint = partial(scene_picture, self._styles, size)
        self._pictures: Thumbnails[Path] = Thumbnails(size, paint)
        self.page_count = -(-len(self._paths) // PAGE)
        self.shown = self._paths[self.page * PAGE : (self.page + 1) * PAGE]
        """The scenes of the page that is open."""
        for place, path in enumerate(self.shown):
            self.form.button(self.tile(place), "", path)
        self.foot()

    def tile(self, place: int) -> pygame.Rect:
        """Return the rectangle of a visible scene by its index."""
        px = self.context.viewport.px
        row, column = divmod(place, COLUMNS)
        x = self.left + column * px(TILE[0] + 12)
        return pygame.Rect(x, self.sheet.y + px(84) + row * px(TILE[1] + 10), *map(px, TILE))

    @property
    def note(self) -> str:
        """The reason why a scene could not be opened, or the number of scenes further down."""
        more = len(self._paths) - self.page * PAGE - len(self.shown)
        return self.context.notice or more_below(more)

    def execute(self, pressed: Pressed) -> ScreenChange | None:
        """Open a scene, or show the reason why not."""
        if isinstance(pressed.command, Path):
            try:
                self._open(pressed.command)
            except TowersimError as fault:
                self.context.notice = fault_message(fault)
                return None
        return CloseScreens()

    def update(self, seconds: float) -> ScreenChange | None:
        """Advance by `seconds`, and paint at most one missing picture."""
        self._pictures.paint_next(self.shown)
        return super().update(seconds)

    def paint_on_top(self, canvas: Canvas) -> None:
        """Draw the picture of each scene over its button, and its name below."""
        px = canvas.px
        for place, path in enumerate(self.shown):
            tile, picture = self.tile(place), self._pictures.picture(path)
            if picture is not None:
                canvas.put(picture, midtop=(tile.centerx, tile.y + px(6)))
            room, at = (tile.w - px(16), px(28)), (tile.centerx, tile.bottom - px(15))
            canvas.text(path.stem, 15, theme.TEXT, bold=True, room=room, center=at)


SAVE_BUTTON: Final = FootButton(_("Save"), "save", 180, "strong")


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
        px = self.context.viewport.px
        rect = pygame.Rect(self.left, self.sheet.y + px(76), self.right - self.left, px(46))
        self._entry = self.form.entry(rect, self._name, 60, SAVE_BUTTON.command)
        self.foot(right=[SAVE_BUTTON])

    def execute(self, pressed: Pressed) -> ScreenChange | None:  # noqa: ARG002 - there is but one button
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
        text = self._said or _("a scene file; the laboratory takes it too")
        tint = theme.ACCENT_DARK if self._said else theme.SOFT_TEXT
        room = pygame.Rect(self.left, self.sheet.y + px(130), self.right - self.left, px(46))
        draw_paragraph(canvas, text, room, tint, 14)
