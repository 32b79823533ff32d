"""The games that were not finished: which of them to go on with."""

from datetime import datetime
from pathlib import Path
from typing import Final

import pygame

from towersim.errors import TowersimError
from towersim.match import Match
from towersim.record import read
from towersim.rules import game as rules_of
from towersim.rules.base import Nature
from towersim.ui.desk import Back, Change, Desk, Only
from towersim.ui.draw_scene import still_life
from towersim.ui.input import Do, meaning
from towersim.ui.theme import ACCENT_DARK, SOFT_TEXT, TEXT
from towersim.ui.widgets import Form, draw_sheet

MOST: Final = 7
"""So many games are listed, the newest."""
ROW: Final = 60


def open_game(desk: Desk, path: Path) -> Change | None:
    """Return the change to a saved game; if it is damaged, nothing: the notice says why."""
    try:
        return Only(desk.table(Match.resume(path)))
    except TowersimError as fault:
        desk.notice = str(fault)
        return None


def players(path: Path) -> str:
    """Return who plays in a saved game."""
    names = [seat.name for seat in read(path).header.seats]
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return ", ".join(names[:3]) + more


class SavedGames:
    """The list of unfinished games, newest first."""

    overlay = False
    lively = False

    def __init__(self, desk: Desk, records: list[Path]) -> None:
        self._desk = desk
        self._more = max(len(records) - MOST, 0)
        self._games = [(path, *_about(path)) for path in records[:MOST]]
        self.resize()

    def resize(self) -> None:
        """Lay everything out for the desk's stage."""
        stage = self._desk.stage
        px = stage.px
        self._sheet = pygame.Rect(0, 0, px(760), px(190 + ROW * len(self._games)))
        self._sheet.center = stage.rect.center
        self.form = Form(stage)
        for index, (path, _, _) in enumerate(self._games):
            rect = pygame.Rect(self._sheet.right - px(36 + 150), self._row(index), px(150), px(44))
            self.form.button(rect, "Go on", path, "" if index else "strong")
        rect = pygame.Rect(self._sheet.x + px(36), self._sheet.bottom - px(68), px(140), px(46))
        self.form.button(rect, "Back", "back")

    def _row(self, index: int) -> int:
        return self._sheet.y + self._desk.stage.px(90 + index * ROW)

    def handle(self, event: pygame.event.Event) -> Change | None:
        """Answer an event."""
        if event.type == pygame.KEYDOWN and meaning(event.key) is Do.PAUSE:
            return Back()
        pressed = self.form.handle(event)
        if pressed is None:
            return None
        path = pressed.command
        return open_game(self._desk, path) if isinstance(path, Path) else Back()

    def update(self, seconds: float) -> Change | None:
        """Let time pass."""
        self.form.update(seconds)
        return None

    def draw(self, target: pygame.Surface) -> None:
        """Draw a frame."""
        stage, sheet = self._desk.stage, self._sheet
        px, left = stage.px, sheet.x + stage.px(36)
        target.blit(still_life(stage), (0, 0))
        draw_sheet(target, stage, sheet)
        target.blit(stage.text("Unfinished games", 30, TEXT, bold=True), (left, sheet.y + px(24)))
        for index, (_, who, when) in enumerate(self._games):
            y, width = self._row(index), sheet.w - px(36 + 36 + 150 + 16)
            target.blit(stage.text(who, 18, TEXT, bold=True, width=width), (left, y - px(2)))
            target.blit(stage.text(when, 15, SOFT_TEXT), (left, y + px(23)))
        words = self._desk.notice or (f"and {self._more} older ones" if self._more else "")
        lines = stage.letters.wrapped(words, px(14), sheet.w - px(240))[:2]
        for index, line in enumerate(lines):
            picture = stage.text(line, 14, ACCENT_DARK if self._desk.notice else SOFT_TEXT)
            y = sheet.bottom - px(45 + 9 * (len(lines) - 1 - 2 * index))
            target.blit(picture, picture.get_rect(midleft=(left + px(160), y)))
        self.form.draw(target)


def _about(path: Path) -> tuple[str, str]:
    """Return who plays in a saved game, and what, when and how far it was played."""
    when, recording = datetime.fromtimestamp(path.stat().st_mtime), read(path)
    title = rules_of(recording.header.game).title
    placed = sum(step.motion is not None for step in recording.steps)
    moves = sum(not isinstance(step.actor, Nature) for step in recording.steps)
    done, what = (placed, "block") if placed else (moves, "move")
    far = f"{done} {what}{'' if done == 1 else 's'}"
    return players(path), f"{title} – {when.day} {when:%b %Y, %H:%M} – {far}"
