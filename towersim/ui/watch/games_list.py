"""All saved games that somebody played, newest first: go on, watch, rename, show, or delete."""

from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

import pygame
from pygame_gui.elements import UITextEntryLine

from towersim.bots.table import resume
from towersim.errors import TowersimError
from towersim.record import SUFFIX, played, read
from towersim.theatre.timeline import ONLOOKER, Position, Timeline
from towersim.ui.app_context import (
    AppContext,
    CloseScreens,
    OpenScreen,
    ReplaceScreens,
    ScreenChange,
)
from towersim.ui.draw_scene import still_life
from towersim.ui.input import Command, command_for_key
from towersim.ui.reveal import reveal
from towersim.ui.theme import ACCENT_DARK, SOFT_TEXT, TEXT, Stage
from towersim.ui.watch.deleted import Deleted
from towersim.ui.watch.painter import Painter
from towersim.ui.watch.screen import WatchScreen
from towersim.ui.widgets import Form, draw_sheet

PAGE: Final = 5
"""Games on a page."""
ROW: Final = 92
PICTURE: Final = (144, 81)
"""Size of a game's picture, in units."""
PAGES: Final = {pygame.K_PAGEUP: -1, pygame.K_PAGEDOWN: 1}
NAME: Final = 48
"""The most characters of a name that is typed."""


class SavedGame(NamedTuple):
    """A record, and its game if it can be read; else why not."""

    path: Path
    timeline: Timeline | None
    fault: str = ""

    @property
    def is_unfinished(self) -> bool:
        """Whether it can be gone on with."""
        return self.timeline is not None and not self.timeline.is_over


def open_game(context: AppContext, path: Path) -> ScreenChange | None:
    """Return the change to a saved game; if it is damaged, nothing: the notice says why."""
    try:
        return ReplaceScreens(context.table(resume(path)))
    except TowersimError as fault:
        context.notice = str(fault)
        return None


class GamesList:
    """The list of all saved games in which somebody moved."""

    overlay = False

    def __init__(self, context: AppContext) -> None:
        self._context = context
        self._folder = context.files.records
        self._deleted = Deleted(self._folder)
        self._paths = played(self._folder)
        self._games: dict[Path, SavedGame] = {}
        self._pictures: dict[tuple[Path, tuple[int, int]], pygame.Surface] = {}
        self._first = 0
        self._chosen: Path | None = None
        """The game whose file is asked about, …"""
        self._entry: UITextEntryLine | None = None
        """… and the field for its new name, if it is to be renamed."""
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
        self._lay_out(renaming=False)

    def _lay_out(self, *, renaming: bool) -> None:
        stage = self._context.stage
        px = stage.px
        self._sheet = pygame.Rect(0, 0, px(900), px(150 + ROW * PAGE))
        self._sheet.center = stage.rect.center
        self.form, self._entry = Form(stage), None
        for index, path in enumerate(self._shown):
            self._add_row(index, path, renaming=renaming)
        pages = (len(self._paths) + PAGE - 1) // PAGE
        commands: list[tuple[str, str | int]] = [("Back", "back")]
        commands += [("‹ Newer", -1), ("Older ›", 1)] if pages > 1 else []
        commands += [("Undo delete", "undo")] if self._deleted.paths else []
        for place, (words, command) in enumerate(commands):
            x = self._sheet.x + px(30 + place * 156)
            rect = pygame.Rect(x, self._sheet.bottom - px(62), px(146), px(44))
            button = self.form.button(rect, words, command)
            if isinstance(command, int):
                page = self._first // PAGE + command
                self.form.allow(button, on=0 <= page < pages)

    def _add_row(self, index: int, path: Path, *, renaming: bool) -> None:
        """Make the buttons of a game: to play and watch it, or what can be done with its file."""
        game = self._games.get(path)
        go_on = "Continue" if game is not None and game.is_unfinished else ""
        watch = "Watch" if game is None or game.timeline is not None else ""
        wide = [(go_on, 110), (watch, 90), ("File …", 80)]
        if path == self._chosen:
            wide = [("Rename", 100), ("Show in folder", 140), ("Delete", 90), ("‹", 44)]
            wide = [("Save", 90), ("Cancel", 90)] if renaming else wide
        px, style = self._context.stage.px, "" if index else "strong"
        left = self._sheet.right - px(30 + sum(width + 8 for _, width in wide) - 8)
        for words, width in wide:
            if words:
                rect = pygame.Rect(left, self._row(index) + px(20), px(width), px(42))
                command = words.split()[0].lower()
                self.form.button(rect, words, (command, path), style)
                style = ""
            left += px(width + 8)

    def _row(self, index: int) -> int:
        return self._sheet.y + self._context.stage.px(76 + index * ROW)

    # --- events ---------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Answer an event."""
        if event.type == pygame.MOUSEWHEEL and event.y:
            self._page(-1 if event.y > 0 else 1)
            return None
        if event.type == pygame.KEYDOWN:
            if self._entry is not None and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
                self._rename(self._entry.get_text().strip())
                return None
            if command_for_key(event.key) is Command.PAUSE and not self._entry:
                return self._leave()
            if event.key == pygame.K_ESCAPE:
                self.resize()
                return None
            if event.key in PAGES:
                self._page(PAGES[event.key])
                return None
        pressed = self.form.handle(event)
        return None if pressed is None else self._answer(pressed.command)

    def _answer(self, command: object) -> ScreenChange | None:
        self._context.notice = ""
        focus = self.form.focus
        match command:
            case ("continue", Path() as path):
                return open_game(self._context, path)
            case ("watch", Path() as path):
                return self._watch(path)
            case ("rename", Path() as path):
                self._ask_name(path)
                return None
            case ("save", Path()) if self._entry is not None:
                self._rename(self._entry.get_text().strip())
                return None
            case (str(command), Path() as path):
                self._do_to_file(command, path)
            case "undo":
                self._context.notice = self._deleted.undo()
                self._list()
            case int(way):
                self._page(way)
            case _:
                return self._leave()
        self.resize()
        self.form.set_focus(focus)
        return None

    def _do_to_file(self, command: str, path: Path) -> None:
        """Show a game's file, delete it, or open and close the buttons for that."""
        if command == "show" and not reveal(path):
            self._context.notice = f"The folder is {path.parent}"
        elif command == "delete":
            self._context.notice = self._deleted.take(path)
            self._list()
        self._chosen = path if command in ("file", "show") else None

    def _page(self, way: int) -> None:
        """Go to another page of the list."""
        last = max(len(self._paths) - 1, 0) // PAGE * PAGE
        self._first = min(max(self._first + way * PAGE, 0), last)
        self._chosen = None
        self.resize()

    def _leave(self) -> ScreenChange:
        """Go back; what was deleted is gone now."""
        self._deleted.empty()
        return CloseScreens()

    def _watch(self, path: Path) -> ScreenChange | None:
        timeline = self._load(path).timeline
        return None if timeline is None else OpenScreen(WatchScreen(self._context, timeline))

    def _ask_name(self, path: Path) -> None:
        """Open a field for a game's new name over its lines."""
        self._lay_out(renaming=True)
        px = self._context.stage.px
        x, y = self._sheet.x + px(30 + PICTURE[0] + 16), self._row(self._shown.index(path))
        rect = pygame.Rect(x, y + px(22), px(290), px(38))
        self._entry = self.form.entry(rect, path.stem, NAME)
        self.form.set_focus(-1)

    def _rename(self, name: str) -> None:
        """Give the chosen game's file another name, unless that cannot be."""
        old, self._context.notice = self._chosen, ""
        if old is None:
            return
        fresh = old.parent / f"{name}{SUFFIX}"
        if not name or set(name) & set('/\\:*?"<>|') or name.startswith("."):
            why = 'a name has no / \\ : * ? " < > | and does not begin with a dot'
            self._context.notice = f"{name or 'No name'}: {why}"
        elif fresh != old and fresh.exists():
            self._context.notice = f"{name}: there is a game of that name already"
        else:
            try:
                old.rename(fresh)
            except OSError as fault:
                self._context.notice = f"{old.name}: cannot be renamed: {fault.strerror}"
            self._chosen = None
            self._games.pop(old, None)
            self._list()
        self.resize()

    def _list(self) -> None:
        self._paths = played(self._folder)
        self._first = min(self._first, max(len(self._paths) - 1, 0) // PAGE * PAGE)

    def _load(self, path: Path) -> SavedGame:
        """Return a game, read when it is first asked for."""
        if path not in self._games:
            try:
                self._games[path] = SavedGame(path, Timeline(read(path)))
            except TowersimError as fault:
                self._games[path] = SavedGame(path, None, str(fault).removeprefix(f"{path}: "))
        return self._games[path]

    # --- time and picture -----------------------------------------------------------------------

    def update(self, seconds: float) -> ScreenChange | None:
        """Let time pass: read one more game that is listed."""
        waiting = next((path for path in self._shown if path not in self._games), None)
        if waiting is not None:
            self._load(waiting)
        if waiting is not None and self._entry is None:
            focus = self.form.focus
            self.resize()
            self.form.set_focus(focus)
        self.form.update(seconds)
        return None

    def draw(self, target: pygame.Surface) -> None:
        """Draw a frame."""
        stage, sheet = self._context.stage, self._sheet
        px = stage.px
        target.blit(still_life(stage), (0, 0))
        draw_sheet(target, stage, sheet)
        title = "Saved games" if self._paths else "No game is saved yet"
        target.blit(stage.title(title, 30, TEXT), (sheet.x + px(30), sheet.y + px(20)))
        for index, path in enumerate(self._shown):
            if path in self._games:
                self._draw_game(target, self._games[path], self._row(index))
        told, tint = self._context.notice or self._counted(), ACCENT_DARK
        tint = ACCENT_DARK if self._context.notice else SOFT_TEXT
        words = stage.text(told, 14, tint, width=sheet.w - px(280), height=px(30))
        target.blit(words, words.get_rect(midright=(sheet.right - px(30), sheet.y + px(42))))
        self.form.draw(target)

    def _counted(self) -> str:
        """Say which of the games are shown, if not all are."""
        shown = len(self._shown)
        every = f"{self._first + 1} to {self._first + shown} of {len(self._paths)}"
        return every if shown < len(self._paths) else ""

    def _draw_game(self, target: pygame.Surface, game: SavedGame, y: int) -> None:
        stage = self._context.stage
        px, x = stage.px, self._sheet.x + stage.px(30)
        if game.timeline is not None:
            target.blit(self._picture(game.path, game.timeline), (x, y))
        if game.path == self._chosen and self._entry is not None:
            return
        title, who, how = about(game)
        left, width = x + px(PICTURE[0] + 16), px(360 if game.path != self._chosen else 270)
        for words, size, tint, at in (
            (title, 17, TEXT, 2),
            (who, 15, TEXT, 30),
            (how, 14, SOFT_TEXT, 55),
        ):
            line = stage.text(words, size, tint, bold=at == 2, width=width, height=px(26))
            target.blit(line, (left, y + px(at)))

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


def about(game: SavedGame) -> tuple[str, str, str]:
    """Return what a game is called, who played, and how it ended.

    It is called by its file if a person named that, else by what was played and when.
    """
    when = datetime.fromtimestamp(game.path.stat().st_mtime) if game.path.exists() else None
    date = f"{when.day} {when:%b %Y, %H:%M}" if when else ""
    if game.timeline is None:
        return game.path.name, date, game.fault
    timeline = game.timeline
    last = timeline.recording.steps[-1:]
    over = last[0].over if last else None
    count = len(timeline.moves) - 1
    moves = f"{count} move{'' if count == 1 else 's'}"
    how = f"not finished – {moves}"
    if over is not None:
        winners = " and ".join(timeline.names[seat] for seat in over.winners)
        how = f"won by {winners} – {moves}" if winners else f"nobody won – {moves}"
    title = timeline.rules.title
    named = not game.path.stem.startswith(f"{timeline.recording.header.game}_")
    names = ", ".join(timeline.names)
    if named:
        return game.path.stem, f"{title} – {names}", f"{how} – {date}"
    return f"{title} – {date}", names, how
