"""The page of saved games, newest first: continue, watch, rename, reveal, or delete."""

import shutil
import time
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from tempfile import mkdtemp
from typing import Final
from weakref import finalize

import pygame
from pygame_gui.elements import UITextEntryLine

from towersim.common.errors import RecordFault, TowersimError
from towersim.common.messages import Day, Message, message as _, plural
from towersim.match.match import Match
from towersim.match.record import SUFFIX, check_closed, played, read
from towersim.rules.display import listed
from towersim.theatre.timeline import Timeline
from towersim.ui.app_context import AppContext, OpenScreen, ReplaceScreens, ScreenChange
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.theme import SOFT_TEXT, TEXT
from towersim.ui.language.faults import fault_message
from towersim.ui.screens.base import BACK, FootButton, SheetScreen
from towersim.ui.screens.thumbnails import Loading, Thumbnails, table_thumbnails
from towersim.ui.watch.screen import WatchScreen
from towersim.ui.widgets.forms import Pressed


def about(path: Path, game: Timeline | str) -> tuple[str, str, str]:
    """Return three lines about a saved game: its title, its players and its result.

    The title is the file's name if a person chose that, else the game and the date. For an
    unreadable record the lines are the file's name, the date and the fault, which is the `game`.
    """
    when = datetime.fromtimestamp(path.stat().st_mtime) if path.exists() else None
    date: str = ""
    if when is not None:
        day = Day(when.year, when.month, when.day)
        date = _("{day:year}, {time}", day=day, time=f"{when:%H:%M}")
    if isinstance(game, str):
        return path.name, date, game
    header, names = game.recording.header, ", ".join(game.names)
    title, how = header.title, _ending(game)
    if path.stem.startswith(f"{header.game}_"):
        return _("{title} – {date}", title=title, date=date), names, how
    who = _("{title} – {names}", title=title, names=names)
    return path.stem, who, _("{ending} – {date}", ending=how, date=date)


def _ending(timeline: Timeline) -> Message:
    """Return the result of a game, with its number of moves."""
    last = timeline.recording.steps[-1:]
    over = last[0].over if last else None
    moves = plural("{count} move", "{count} moves", len(timeline.moves) - 1)
    if over is None:
        return _("not finished – {moves}", moves=moves)
    if over.stars is not None:
        stars = plural("{count} star", "{count} stars", over.stars)
        return _("{stars} – {moves}", stars=stars, moves=moves)
    if not over.winners:
        return _("nobody won – {moves}", moves=moves)
    winners = listed([timeline.names[seat] for seat in over.winners])
    return _("won by {winners} – {moves}", winners=winners, moves=moves)


TRASH: Final = ".deleted-"
"""The beginning of the names of trash folders, in the folder of the files."""
TAKEN: Final = _("{name}: there is a file of that name already, perhaps a deleted one")
DAY: Final = 86400.0
"""Age in seconds from which on a trash folder counts as left by a killed program."""


class Deleted:
    """The files deleted since a list of them was opened; `paths` is where they are now.

    Each list has a trash folder of its own, as two windows may show the same files.
    """

    def __init__(self, folder: Path) -> None:
        """Start without deleted files; leftovers of killed programs are removed."""
        self._folder = folder
        self._trash: Path | None = None
        self.paths: list[Path] = []
        for left in folder.glob(f"{TRASH}*"):
            with suppress(OSError):
                if time.time() - left.stat().st_mtime > DAY:
                    shutil.rmtree(left)

    def take(self, path: Path) -> str:
        """Move a file to the trash; return the reason for a failure, else an empty string."""
        try:
            check_closed(path)
            if self._trash is None:
                self._trash = Path(mkdtemp(prefix=TRASH, dir=self._folder))
                finalize(self, shutil.rmtree, self._trash, ignore_errors=True)
            if (aside := self._trash / path.name).exists():
                return TAKEN.filled(name=path.name)
            path.replace(aside)
        except (OSError, RecordFault) as fault:
            why = fault_message(fault.why if isinstance(fault, RecordFault) else fault)
            return _("{name}: cannot be deleted: {why}", name=path.name, why=why)
        self.paths.append(aside)
        return ""

    def undo(self) -> str:
        """Restore the last deleted file; return the reason for a failure, else an empty string."""
        aside = self.paths[-1]
        if (back := self._folder / aside.name).exists():
            return TAKEN.filled(name=aside.name)
        try:
            aside.replace(back)
        except OSError as fault:
            return _("{name}: cannot be put back: {why}", name=aside.name, why=fault_message(fault))
        self.paths.pop()
        return ""

    def empty(self) -> None:
        """Empty the trash folder, as also happens when the program ends."""
        self.paths.clear()
        if self._trash is not None:
            shutil.rmtree(self._trash, ignore_errors=True)
            self._trash = None


def reveal(path: Path) -> bool:
    """Show a file in its folder, selected if possible; return whether anything opened."""
    import typer  # noqa: PLC0415 - slow, and seldom used

    return typer.launch(str(path), locate=True) == 0


PAGE: Final = 5
ROW: Final = 92
PICTURE: Final = (129, 86)
"""Width and height of a game's picture, in units."""
NAME: Final = 48
"""Most characters of a typed name."""
GO_ON: Final = FootButton(_("Continue"), "continue", 120)
SEE: Final = FootButton(_("Watch"), "watch", 110)
FILE: Final = FootButton(_("File …"), "file", 84)
CHOSEN: Final = (
    FootButton(_("Rename"), "rename", 120),
    FootButton(_("Show in folder"), "show", 156),
    FootButton(_("Delete game"), "delete", 116),
    FootButton("‹", "close", 44),
)
RENAMING: Final = (FootButton(_("Save"), "save", 110), FootButton(_("Cancel"), "close", 110))
EMPTY: Final = _("None yet: a game saves itself from its first move on. Practice keeps its own.")


def open_game(context: AppContext, path: Path) -> ScreenChange | None:
    """Return the change that opens a saved game; None and a notice if it is damaged."""
    try:
        return ReplaceScreens(context.table(Match.resume(read(path))))
    except TowersimError as fault:
        context.notice = fault_message(fault)
        return None


def loaded(path: Path) -> Timeline | str:
    """Return a saved game, or the reason why it cannot be read."""
    try:
        return Timeline(read(path))
    except TowersimError as fault:
        return fault_message(str(fault).removeprefix(f"{path}: "))


class GamesList(SheetScreen):
    """The list of all saved games with at least one move."""

    title = _("Saved games")
    size = 900, 150 + ROW * PAGE

    def __init__(self, context: AppContext) -> None:
        self._folder = context.files.records
        self._deleted = Deleted(self._folder)
        self.paths = played(self._folder)
        self.games: dict[Path, Timeline | str] = {}
        self._loading = Loading(loaded)
        self._pictures: Thumbnails[Timeline] | None = None
        self._chosen: Path | None = None
        """The game with open file buttons, or None."""
        self._name: str | None = None
        """The name to edit while that game is being renamed, else None."""
        self._entry: UITextEntryLine | None = None
        """The text field of the name, or None."""
        super().__init__(context)

    @property
    def note(self) -> str:
        """A notice, else the game that would be restored."""
        if self.context.notice or not self._deleted.paths:
            return self.context.notice
        aside = self._deleted.paths[-1]
        game = self.games.get(self._folder / aside.name)
        name = aside.stem if game is None else about(aside, game)[0]
        return _("Deleted: {name}", name=name)

    @property
    def beside_title(self) -> str:
        """The range of games shown; empty if that is all of them."""
        shown = len(self.shown)
        if shown == len(self.paths):
            return ""
        return _(
            "{first} to {last} of {all}",
            first=self.page * PAGE + 1,
            last=self.page * PAGE + shown,
            all=len(self.paths),
        )

    @property
    def is_animating(self) -> bool:
        """Whether games or pictures are still being loaded."""
        listed = all(path in self.games for path in self.shown)
        return not listed or not self._thumbnails.has_all(self._timelines)

    @property
    def _timelines(self) -> list[Timeline]:
        """The timelines of the games on this page that are loaded and readable."""
        return [game for path in self.shown if isinstance(game := self.games.get(path), Timeline)]

    @property
    def _thumbnails(self) -> Thumbnails[Timeline]:
        """Pictures of the tables after the last moves."""
        px = self.context.viewport.px
        size = px(PICTURE[0]), px(PICTURE[1])
        if self._pictures is None or self._pictures.size != size:
            self._pictures = table_thumbnails(
                self.context, size, lambda one: Match.loaded(one.recording)
            )
        return self._pictures

    def fill(self) -> None:
        """Add the buttons of each game on this page, and those at the foot."""
        self._entry = None
        self.shown = self.paths[self.page * PAGE : (self.page + 1) * PAGE]
        """The games of the page that is open."""
        self._ends: dict[Path, int] = {}
        """x of the first button of each game, in pixels; its text ends before it."""
        for index, path in enumerate(self.shown):
            self._add_row(index, path)
        self.page_count = max(-(-len(self.paths) // PAGE), 1)
        turns = self.page_buttons(_("‹ Newer"), _("Older ›")) if self.page_count > 1 else ()
        undo = [FootButton(_("Undo delete"), "undo", 170)] if self._deleted.paths else []
        self.foot([BACK, *turns, *undo])
        if self._name is not None and self._chosen is not None:
            self._add_entry(self._chosen, self._name)

    def _add_row(self, index: int, path: Path) -> None:
        """Add the buttons of a game: to continue and watch it, or for its file."""
        game = self.games.get(path)
        buttons: Sequence[FootButton] = CHOSEN if path == self._chosen else [FILE]
        if path == self._chosen and self._name is not None:
            buttons = RENAMING
        elif path != self._chosen and not isinstance(game, str):
            goes_on = game is not None and not game.is_over
            buttons = [*([GO_ON] if goes_on else []), SEE, FILE]
        px, style = self.context.viewport.px, "" if index else "strong"
        wide = sum(one.width + 8 for one in buttons) - 8
        self._ends[path] = left = self.right - px(wide)
        for one in buttons:
            rect = pygame.Rect(left, self._row(index) + px(20), px(one.width), px(42))
            self.form.button(rect, one.label, (one.command, path), style)
            left, style = left + px(one.width + 8), ""

    def _row(self, index: int) -> int:
        return self.sheet.y + self.context.viewport.px(76 + index * ROW)

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Handle an event."""
        escapes = event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE
        if escapes and self._chosen is not None:
            return self.execute(Pressed(("close", self._chosen)))
        return super().handle(event)

    def execute(self, pressed: Pressed) -> ScreenChange | None:
        """Execute the command of a pressed button."""
        by_key, self._name = self.form.focus is not None, None
        match pressed.command:
            case ("continue", Path() as path):
                return open_game(self.context, path)
            case ("watch", Path() as path):
                return self._watch(path)
            case ("rename", Path() as path):
                self._name = path.stem
                self.lay_out()
                return None
            case ("save", Path() as path) if self._entry is not None:
                self._rename(path, self._entry.get_text().strip())
                return None
            case (str(what), Path() as path):
                self._do_to_file(what, path)
            case "undo":
                self.context.notice = self._deleted.undo()
                self._list()
        self.lay_out()
        if by_key:
            self.form.focus_on(_next_focus(pressed.command))
        return None

    def _do_to_file(self, command: str, path: Path) -> None:
        """Reveal a game's file, delete it, or open or close its file buttons."""
        if command == "show" and not reveal(path):
            self.context.notice = _("The folder is {folder}", folder=str(path.parent))
        elif command == "delete":
            self.context.notice = self._deleted.take(path)
            self._list()
        self._chosen = path if command in ("file", "show") else None

    def turn_page(self, step: int) -> None:
        """Go to the next (1) or previous (-1) page of the list, where no file buttons are open."""
        if 0 <= self.page + step < self.page_count:
            self._chosen = self._name = None
        super().turn_page(step)

    def leave(self) -> ScreenChange:
        """Leave the page; deletions become final."""
        self._deleted.empty()
        return super().leave()

    def _watch(self, path: Path) -> ScreenChange | None:
        if path not in self.games:
            self.games[path] = self._loading.take(path)
        game = self.games[path]
        return None if isinstance(game, str) else OpenScreen(WatchScreen(self.context, game))

    def _add_entry(self, path: Path, name: str) -> None:
        """Add a field for a game's new name over its text, with all of the name selected."""
        px = self.context.viewport.px
        x, y = self.left + px(PICTURE[0] + 16), self._row(self.shown.index(path))
        rect = pygame.Rect(x, y + px(22), self._ends[path] - px(12) - x, px(38))
        self._entry = self.form.entry(rect, name, NAME, ("save", path))
        self.form.set_focus(-1)
        self._entry.select_range = [0, len(name)]

    def _rename(self, old: Path, name: str) -> None:
        """Rename a game's file, or show the reason why not and keep the field open."""
        fresh, fault = old.parent / f"{name}{SUFFIX}", ""
        # A deleted game may come back to its name.
        taken = fresh.exists() or fresh.name in {path.name for path in self._deleted.paths}
        if not name or set(name) & set('/\\:*?"<>|') or name.startswith("."):
            fault = _('A name has no / \\ : * ? " < > | and does not begin with a dot.')
        elif fresh != old and taken:
            fault = TAKEN.filled(name=name)
        else:
            try:
                old.rename(fresh)
            except OSError as error:
                why = fault_message(error)
                fault = _("{name}: cannot be renamed: {why}", name=old.name, why=why)
        if fault:
            self.context.notice, self._name = fault, name
            self.lay_out()
            return
        if game := self.games.pop(old, None):
            self.games[fresh] = game
        self.context.rename(old, fresh)
        self._chosen = None
        self._list()
        self.lay_out()
        self.form.focus_on(("file", fresh))

    def _list(self) -> None:
        self.paths = played(self._folder)
        self.page = min(self.page, max(len(self.paths) - 1, 0) // PAGE)

    def update(self, seconds: float) -> ScreenChange | None:
        """Advance by `seconds`; list the games of this page, then paint their pictures."""
        waiting = next((path for path in self.shown if path not in self.games), None)
        if waiting is None:
            self._thumbnails.paint_next(self._timelines)
        elif self._loading.has(waiting):
            self.games[waiting] = self._loading.take(waiting)
            if self._entry is None:
                self.resize()
        return super().update(seconds)

    def paint(self, canvas: Canvas) -> None:
        """Draw the loaded games of this page, or a text if there is none."""
        if not self.paths:
            room, at = (self.right - self.left, canvas.px(40)), (self.left, self._row(0))
            canvas.text(EMPTY, 17, SOFT_TEXT, room=room, topleft=at)
        for index, path in enumerate(self.shown):
            if path in self.games:
                self._draw_game(canvas, path, self._row(index))

    def _draw_game(self, canvas: Canvas, path: Path, y: int) -> None:
        px, game = canvas.px, self.games[path]
        if isinstance(game, Timeline):
            self._thumbnails.draw(canvas, game, (self.left, y))
        if path == self._chosen and self._entry is not None:
            return
        left = self.left + px(PICTURE[0] + 16)
        width = self._ends[path] - px(12) - left
        for text, size, tint, at in zip(
            about(path, game), (17, 15, 14), (TEXT, TEXT, SOFT_TEXT), (15, 43, 68), strict=True
        ):
            bold, room = size == 17, (width, px(28))
            canvas.text(text, size, tint, bold=bold, room=room, midleft=(left, y + px(at)))


def _next_focus(command: object) -> object:
    """Return the button to focus after a command by keyboard; never Delete, for safety."""
    match command:
        case ("file", path):
            return "rename", path
        case ("show", _):
            return command
        case ("delete", _):
            return "undo"
        case (_, path):
            return "file", path
        case _:
            return command
