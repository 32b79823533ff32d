"""The first screen: a new game, another one, the last one again, settings, rules, and out."""

from pathlib import Path
from typing import Final

import pygame

from towersim.record import unfinished
from towersim.rules import game as rules_of
from towersim.ui.desk import Change, Desk, Push, Quit
from towersim.ui.draw_scene import still_life
from towersim.ui.screens.games import Games
from towersim.ui.screens.new_game import NewGame
from towersim.ui.screens.rules import RulesPages
from towersim.ui.screens.saved import SavedGames, open_game, players
from towersim.ui.screens.settings import SettingsPage
from towersim.ui.theme import ACCENT_DARK, SOFT_TEXT, TEXT
from towersim.ui.widgets import Form

LEFT: Final = 96
"""Where title and buttons begin, in units."""


class Menu:
    """The menu over a still life."""

    overlay = False
    lively = False

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        desk.game = desk.settings.game
        self._records = unfinished(desk.files.records)
        self._saved = _saved(self._records)
        self.resize()

    def resize(self) -> None:
        """Lay everything out for the desk's stage."""
        stage = self._desk.stage
        px, height = stage.px, stage.size[1]
        self.form = Form(stage)
        many = len(self._desk.covers) > 1
        lines = [
            ("New game", "new", "strong"),
            *([("Other games …", "games", "")] if many else []),
            ("Continue …" if len(self._records) > 1 else "Continue", "continue", ""),
            ("Rules and keys", "rules", ""),
            ("Settings", "settings", ""),
            ("Quit", "quit", ""),
        ]
        top = max(height // 2 - px(70), px(230)) - (px(30) if many else 0)
        self._beside: dict[str, tuple[int, int]] = {}
        for index, (words, command, style) in enumerate(lines):
            rect = pygame.Rect(px(LEFT), top + index * px(60), px(290), px(50))
            button = self.form.button(rect, words, command, style)
            self._beside[command] = (rect.right + px(16), rect.centery)
            if command == "continue":
                self.form.allow(button, on=bool(self._records))
        self._top = top

    def handle(self, event: pygame.event.Event) -> Change | None:
        """Answer an event."""
        pressed = self.form.handle(event)
        match pressed.command if pressed else None:
            case "new":
                self._desk.notice = ""
                return Push(NewGame(self._desk))
            case "games":
                self._desk.notice = ""
                return Push(Games(self._desk))
            case "continue":
                return self._go_on()
            case "rules":
                return Push(RulesPages(self._desk, choose=True))
            case "settings":
                return Push(SettingsPage(self._desk))
            case "quit":
                return Quit()
            case _:
                return None

    def _go_on(self) -> Change | None:
        """Go on with the only game there is, or let the player choose."""
        self._desk.notice = ""
        if len(self._records) > 1:
            return Push(SavedGames(self._desk, self._records))
        change = open_game(self._desk, self._records[0])
        if change is None:
            self._records, self._saved = [], ""
            self.resize()
        return change

    def update(self, seconds: float) -> Change | None:
        """Let time pass."""
        self.form.update(seconds)
        return None

    def draw(self, target: pygame.Surface) -> None:
        """Draw a frame."""
        stage = self._desk.stage
        target.blit(still_life(stage), (0, 0))
        name = stage.text("towersim", 76, TEXT, bold=True)
        place = name.get_rect(bottomleft=(stage.px(LEFT - 4), self._top - stage.px(56)))
        target.blit(name, place)
        line = stage.text(
            "A steady hand, a good eye – and gravity has the last word.", 18, SOFT_TEXT
        )
        target.blit(line, (stage.px(LEFT), place.bottom - stage.px(8)))
        self.form.draw(target)
        title = rules_of(self._desk.game).title if "games" in self._beside else ""
        for command, words in (("new", title), ("continue", self._saved)):
            picture = stage.text(words, 15, SOFT_TEXT)
            target.blit(picture, picture.get_rect(midleft=self._beside[command]))
        if self._desk.notice:
            self._draw_notice(target)

    def _draw_notice(self, target: pygame.Surface) -> None:
        stage = self._desk.stage
        lines = stage.letters.wrapped(self._desk.notice, stage.px(14), stage.px(520))
        for index, words in enumerate(lines[:4]):
            picture = stage.text(words, 14, ACCENT_DARK)
            target.blit(picture, (stage.px(LEFT), stage.px(18) + index * stage.px(19)))


def _saved(records: list[Path]) -> str:
    """Return who plays in the game that can be gone on with, or how many games there are."""
    if len(records) > 1:
        return f"{len(records)} unfinished games"
    return players(records[0]) if records else ""
