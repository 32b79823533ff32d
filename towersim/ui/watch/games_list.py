"""All saved games: a picture of the last table, who played, how it ended; watch or delete them."""

import webbrowser
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

import pygame

from towersim.errors import TowersimError
from towersim.record import SUFFIX, read
from towersim.theatre.timeline import ONLOOKER, Position, Timeline
from towersim.ui.app_context import AppContext, CloseScreens, OpenScreen, ScreenChange
from towersim.ui.draw_scene import still_life
from towersim.ui.input import Command, command_for_key
from towersim.ui.theme import ACCENT_DARK, SOFT_TEXT, TEXT, Stage
from towersim.ui.watch.painter import Painter
from towersim.ui.watch.screen import WatchScreen
from towersim.ui.widgets import Form, draw_sheet

PAGE: Final = 5
"""Games on a page."""
ROW: Final = 92
PICTURE: Final = (144, 81)
"""Size of a game's picture, in units."""
DELETED: Final = ".deleted"
"""Folder for what was deleted, until the list is left."""


class SavedGame(NamedTuple):
    """A record, and its game if it can be read; else why not."""

    path: Path
    timeline: Timeline | None
    fault: str = ""


class GamesList:
    """The list of all saved games, newest first."""

    overlay = False

    def __init__(self, context: AppContext) -> None:
        self._context = context
        self._folder = context.files.records
        self._paths = saved_games(self._folder)
        self._games: dict[Path, SavedGame] = {}
        self._pictures: dict[tuple[Path, tuple[int, int]], pygame.Surface] = {}
        self._deleted: list[Path] = []
        self._first = 0
        self.resize()

    @property
    def is_animating(self) -> bool:
        """Whether pictures are still being made."""
        return any(path not in self._games for path in self._shown)

    @property
    def _shown(self) -> list[Path]:
        return self._paths[self._first : self._first + PAGE]

    def resize(self) -> None:
        """Lay everything out for the context's stage."""
        stage = self._context.stage
        px = stage.px
        self._sheet = pygame.Rect(0, 0, px(900), px(150 + ROW * PAGE))
        self._sheet.center = stage.rect.center
        self.form = Form(stage)
        right = self._sheet.right - px(30)
        for index, path in enumerate(self._shown):
            y = self._row(index) + px(20)
            rect = pygame.Rect(right - px(230), y, px(120), px(42))
            self.form.button(rect, "Watch", ("watch", path), "" if index else "strong")
            rect = pygame.Rect(right - px(100), y, px(100), px(42))
            self.form.button(rect, "Delete", ("delete", path))
        commands = [("Back", "back"), ("Show folder", "folder")]
        commands += [("‹ Newer", "newer")] if self._first else []
        commands += [("Older ›", "older")] if self._first + PAGE < len(self._paths) else []
        commands += [("Undo delete", "undo")] if self._deleted else []
        for index, (words, command) in enumerate(commands):
            x = self._sheet.x + px(30 + index * 156)
            rect = pygame.Rect(x, self._sheet.bottom - px(62), px(146), px(44))
            self.form.button(rect, words, command)

    def _row(self, index: int) -> int:
        return self._sheet.y + self._context.stage.px(76 + index * ROW)

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Answer an event."""
        if event.type == pygame.KEYDOWN and command_for_key(event.key) is Command.PAUSE:
            return self._leave()
        pressed = self.form.handle(event)
        match pressed.command if pressed else None:
            case None:
                return None
            case ("watch", Path() as path):
                return self._watch(path)
            case ("delete", Path() as path):
                self._delete(path)
            case "undo":
                self._undo()
            case "newer" | "older" as way:
                self._first += PAGE if way == "older" else -PAGE
            case "folder":
                webbrowser.open(self._folder.as_uri())
            case _:
                return self._leave()
        self.resize()
        return None

    def _leave(self) -> ScreenChange:
        """Go back; what was deleted is gone now."""
        for path in self._deleted:
            path.unlink(missing_ok=True)
        return CloseScreens()

    def _watch(self, path: Path) -> ScreenChange | None:
        game = self._load(path)
        if game.timeline is None:
            self._context.notice = game.fault
            return None
        return OpenScreen(WatchScreen(self._context, game.timeline))

    def _delete(self, path: Path) -> None:
        aside = self._folder / DELETED / path.name
        try:
            aside.parent.mkdir(exist_ok=True)
            path.replace(aside)
        except OSError as fault:
            self._context.notice = f"{path.name}: cannot be deleted: {fault.strerror}"
            return
        self._deleted.append(aside)
        self._list()

    def _undo(self) -> None:
        aside = self._deleted.pop()
        aside.replace(self._folder / aside.name)
        self._list()

    def _list(self) -> None:
        self._paths = saved_games(self._folder)
        self._first = min(self._first, max(len(self._paths) - 1, 0) // PAGE * PAGE)

    def _load(self, path: Path) -> SavedGame:
        """Return a game, read when it is first asked for."""
        if path not in self._games:
            try:
                self._games[path] = SavedGame(path, Timeline(read(path)))
            except TowersimError as fault:
                self._games[path] = SavedGame(path, None, str(fault))
        return self._games[path]

    def update(self, seconds: float) -> ScreenChange | None:
        """Let time pass: read one more game that is listed."""
        waiting = next((path for path in self._shown if path not in self._games), None)
        if waiting is not None:
            self._load(waiting)
        self.form.update(seconds)
        return None

    def draw(self, target: pygame.Surface) -> None:
        """Draw a frame."""
        stage, sheet = self._context.stage, self._sheet
        px = stage.px
        target.blit(still_life(stage), (0, 0))
        draw_sheet(target, stage, sheet)
        title = "Games" if self._paths else "There are no saved games yet"
        target.blit(stage.title(title, 30, TEXT), (sheet.x + px(30), sheet.y + px(20)))
        for index, path in enumerate(self._shown):
            if path in self._games:
                self._draw_game(target, self._games[path], self._row(index))
        if self._context.notice:
            words = stage.text(self._context.notice, 14, ACCENT_DARK, width=sheet.w - px(220))
            target.blit(words, words.get_rect(topright=(sheet.right - px(30), sheet.y + px(30))))
        self.form.draw(target)

    def _draw_game(self, target: pygame.Surface, game: SavedGame, y: int) -> None:
        stage = self._context.stage
        px, x = stage.px, self._sheet.x + stage.px(30)
        title, who, how = about(game)
        if game.timeline is not None:
            target.blit(self._picture(game.path, game.timeline), (x, y))
        left, width = x + px(PICTURE[0] + 16), px(440)
        target.blit(stage.text(title, 17, TEXT, bold=True, width=width), (left, y + px(4)))
        target.blit(stage.text(who, 15, TEXT, width=width), (left, y + px(30)))
        target.blit(stage.text(how, 14, SOFT_TEXT, width=width), (left, y + px(54)))

    def _picture(self, path: Path, timeline: Timeline) -> pygame.Surface:
        """Return the last table of a game, small."""
        size = self._context.stage.px(PICTURE[0]), self._context.stage.px(PICTURE[1])
        if (path, size) not in self._pictures:
            large = Stage((8 * size[0], 8 * size[1]), self._context.stage.fonts)
            canvas, last = pygame.Surface(large.size), timeline.moves[-1]
            painter = Painter(large, timeline, ONLOOKER)
            at = Position(last.number, last.seconds)
            painter.draw(canvas, at, last.after.figures(), painter.goal(last.number))
            self._pictures[path, size] = pygame.transform.smoothscale(canvas, size)
        return self._pictures[path, size]


def saved_games(folder: Path) -> list[Path]:
    """Return all records in a folder, newest first."""
    paths = [path for path in folder.glob(f"*{SUFFIX}") if path.is_file()]
    return sorted(paths, key=lambda path: path.stat().st_mtime, reverse=True)


def about(game: SavedGame) -> tuple[str, str, str]:
    """Return what was played and when, who played, and how it ended."""
    when = datetime.fromtimestamp(game.path.stat().st_mtime) if game.path.exists() else None
    date = f"{when.day} {when:%b %Y, %H:%M}" if when else ""
    if game.timeline is None:
        return game.path.name, date, game.fault
    timeline = game.timeline
    last = timeline.recording.steps[-1:]
    over = last[0].over if last else None
    moves = f"{len(timeline.moves) - 1} moves"
    how = f"not finished – {moves}"
    if over is not None:
        winners = " and ".join(timeline.names[seat] for seat in over.winners)
        how = f"won by {winners} – {moves}"
    return f"{timeline.rules.title} – {date}", ", ".join(timeline.names), how
