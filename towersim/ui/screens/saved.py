"""The games that were not finished: which of them to go on with, and which to delete."""

from pathlib import Path
from typing import Final

import pygame

from towersim.bots.table import resume
from towersim.errors import TowersimError
from towersim.match import Match
from towersim.record import read
from towersim.ui.app_context import AppContext, CloseScreens, ReplaceScreens, ScreenChange
from towersim.ui.draw_scene import still_life
from towersim.ui.input import Command, command_for_key
from towersim.ui.saved_games import SavedGame
from towersim.ui.theme import ACCENT_DARK, CREAM, SOFT_TEXT, TEXT
from towersim.ui.thumbnails import Thumbnails
from towersim.ui.widgets import Form, draw_sheet

SHOWN: Final = 5
"""Games that are seen at once; the others are scrolled to."""
ROW: Final = 86
PICTURE: Final = (111, 74)
"""Size of a game's picture, in units."""


def open_game(context: AppContext, path: Path) -> ScreenChange | None:
    """Return the change to a saved game; if it is damaged, nothing: the notice says why."""
    try:
        return ReplaceScreens(context.table(resume(path)))
    except TowersimError as fault:
        context.notice = str(fault)
        return None


def _loaded(path: Path) -> Match:
    return Match.loaded(read(path))


class SavedGames:
    """The list of unfinished games, newest first."""

    overlay = False
    is_animating = False

    def __init__(self, context: AppContext, games: list[SavedGame]) -> None:
        self._context, self.games = context, games
        self._top = 0
        self._doomed: Path | None = None
        """The game whose deletion was asked for once."""
        self.resize()

    def resize(self) -> None:
        """Lay everything out for the context's stage."""
        px = self._context.stage.px
        size = px(PICTURE[0]), px(PICTURE[1])
        self._pictures = Thumbnails(self._context, size, _loaded)
        self._lay_out()

    @property
    def shown(self) -> list[SavedGame]:
        """The games that are seen."""
        return self.games[self._top : self._top + SHOWN]

    def _lay_out(self) -> None:
        stage = self._context.stage
        px = stage.px
        rows = min(len(self.games), SHOWN)
        self._sheet = pygame.Rect(0, 0, px(860), px(178 + ROW * rows))
        self._sheet.center = stage.rect.center
        self.form = Form(stage)
        right = self._sheet.right - px(44)
        for index, game in enumerate(self.shown):
            y = self._row(index) + px(14)
            style = "strong" if self._top + index == 0 else ""
            rect = pygame.Rect(right - px(130 + 8 + 100), y, px(130), px(44))
            self.form.button(rect, "Go on", game.path, style)
            words = "Really?" if game.path == self._doomed else "Delete"
            rect = pygame.Rect(right - px(100), y, px(100), px(44))
            self.form.button(rect, words, ("delete", game.path))
        rect = pygame.Rect(self._sheet.x + px(36), self._sheet.bottom - px(64), px(140), px(46))
        self.form.button(rect, "Back", "back")

    def _row(self, index: int) -> int:
        return self._sheet.y + self._context.stage.px(84 + index * ROW)

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Answer an event."""
        if event.type == pygame.MOUSEWHEEL:
            self._scroll(-event.y)
            return None
        if event.type == pygame.KEYDOWN:
            command, focus = command_for_key(event.key), self.form.focus
            if command is Command.PAUSE:
                return CloseScreens()
            edge = {Command.DOWN: 2 * len(self.shown) - 2, Command.UP: 0}
            for way, first in edge.items():
                on_edge = command is way and focus in (first, first + 1)
                if on_edge and self._scroll(1 if way is Command.DOWN else -1):
                    self.form.set_focus(focus)
                    return None
        pressed = self.form.handle(event)
        if pressed is None:
            return None
        return self._answer(pressed.command)

    def _answer(self, command: object) -> ScreenChange | None:
        match command:
            case Path() as path:
                return open_game(self._context, path)
            case ("delete", Path() as path):
                return self._delete(path)
            case _:
                return CloseScreens()

    def _delete(self, path: Path) -> ScreenChange | None:
        """Delete a game if that was asked for twice; a list without games is left."""
        if path != self._doomed:
            self._doomed = path
            self._lay_out()
            return None
        self._doomed = None
        try:
            path.unlink(missing_ok=True)
        except OSError as fault:
            self._context.notice = f"{path}: cannot be deleted: {fault.strerror}"
        else:
            self.games[:] = [game for game in self.games if game.path != path]
        self._top = max(min(self._top, len(self.games) - SHOWN), 0)
        self._lay_out()
        return None if self.games else CloseScreens()

    def _scroll(self, rows: int) -> bool:
        """Go down by so many games, or up; return whether that was possible."""
        top = max(min(self._top + rows, len(self.games) - SHOWN), 0)
        moved, self._top = top != self._top, top
        if moved:
            self._doomed = None
            self._lay_out()
        return moved

    def update(self, seconds: float) -> ScreenChange | None:
        """Let time pass; meanwhile pictures are painted, one at a time."""
        self._pictures.paint_next(game.path for game in self.shown)
        self.form.update(seconds)
        return None

    def draw(self, target: pygame.Surface) -> None:
        """Draw a frame."""
        stage, sheet = self._context.stage, self._sheet
        px, left = stage.px, sheet.x + stage.px(36)
        target.blit(still_life(stage), (0, 0))
        draw_sheet(target, stage, sheet)
        target.blit(stage.title("Unfinished games", 30, TEXT), (left, sheet.y + px(22)))
        for index, game in enumerate(self.shown):
            self._draw_game(target, game, self._row(index))
        self._draw_bar(target)
        words = self._context.notice or self._counted()
        lines = stage.fonts.wrapped(words, px(14), sheet.w - px(240))[:2]
        for index, line in enumerate(lines):
            picture = stage.text(line, 14, ACCENT_DARK if self._context.notice else SOFT_TEXT)
            y = sheet.bottom - px(41 + 9 * (len(lines) - 1 - 2 * index))
            target.blit(picture, picture.get_rect(midleft=(left + px(160), y)))
        self.form.draw(target)

    def _draw_game(self, target: pygame.Surface, game: SavedGame, y: int) -> None:
        stage, sheet = self._context.stage, self._sheet
        px, left = stage.px, sheet.x + stage.px(36)
        frame = pygame.Rect(left, y, px(PICTURE[0]), px(PICTURE[1]))
        pygame.draw.rect(target, CREAM, frame)
        picture = self._pictures.picture(game.path)
        if picture is not None:
            target.blit(picture, frame)
        pygame.draw.rect(target, (206, 184, 152), frame, px(1))
        left = frame.right + px(16)
        width = sheet.right - px(44 + 238 + 12) - left
        target.blit(stage.text(game.players, 18, TEXT, bold=True, width=width), (left, y + px(10)))
        target.blit(stage.text(game.about, 15, SOFT_TEXT, width=width), (left, y + px(38)))

    def _draw_bar(self, target: pygame.Surface) -> None:
        """Draw where in the list one is, if it is longer than what is seen."""
        if len(self.games) <= SHOWN:
            return
        px = self._context.stage.px
        bar = pygame.Rect(self._sheet.right - px(20), self._row(0), px(6), px(ROW * SHOWN - 12))
        pygame.draw.rect(target, CREAM, bar, border_radius=px(3))
        share = bar.h / len(self.games)
        part = pygame.Rect(bar.x, round(bar.y + share * self._top), bar.w, round(share * SHOWN))
        pygame.draw.rect(target, ACCENT_DARK, part, border_radius=px(3))

    def _counted(self) -> str:
        """Say how many games are not seen."""
        older = len(self.games) - self._top - len(self.shown)
        if older:
            return f"and {older} older one{'' if older == 1 else 's'}: scroll down"
        return ""
