"""The games there are: which of them to play."""

from typing import Final

import pygame

from towersim.rules import game as rules_of
from towersim.ui.desk import Back, Change, Desk, Push
from towersim.ui.draw_scene import still_life
from towersim.ui.draw_words import fitting
from towersim.ui.input import Do, meaning
from towersim.ui.screens.new_game import NewGame
from towersim.ui.theme import SOFT_TEXT, TEXT
from towersim.ui.widgets import Form, draw_sheet

ROW: Final = 74


class Games:
    """Every game with a line about it and a button."""

    overlay = False
    lively = False

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.resize()

    def resize(self) -> None:
        """Lay everything out for the desk's stage."""
        stage = self._desk.stage
        px = stage.px
        self._sheet = pygame.Rect(0, 0, px(840), px(180 + ROW * len(self._desk.covers)))
        self._sheet.center = stage.rect.center
        self.form = Form(stage)
        for index, game in enumerate(self._desk.covers):
            rect = pygame.Rect(self._sheet.right - px(36 + 130), self._row(index), px(130), px(46))
            style = "strong" if game == self._desk.settings.game else ""
            self.form.button(rect, "Play", ("game", game), style)
        rect = pygame.Rect(self._sheet.x + px(36), self._sheet.bottom - px(68), px(140), px(46))
        self.form.button(rect, "Back", "back")

    def _row(self, index: int) -> int:
        return self._sheet.y + self._desk.stage.px(92 + index * ROW)

    def handle(self, event: pygame.event.Event) -> Change | None:
        """Answer an event."""
        if event.type == pygame.KEYDOWN and meaning(event.key) is Do.PAUSE:
            return Back()
        pressed = self.form.handle(event)
        match pressed.command if pressed else None:
            case "back":
                return Back()
            case ("game", str(game)):
                self._desk.game = game
                return Push(NewGame(self._desk))
            case _:
                return None

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
        target.blit(stage.text("Games", 30, TEXT, bold=True), (left, sheet.y + px(24)))
        for index, (game, cover) in enumerate(self._desk.covers.items()):
            y, rules = self._row(index), rules_of(game)
            line = f"{cover.line} {rules.seats[0]} to {rules.seats[-1]} players."
            target.blit(stage.text(rules.title, 19, TEXT, bold=True), (left, y - px(4)))
            room = sheet.w - px(2 * 36 + 130 + 16)
            target.blit(fitting(stage, line, SOFT_TEXT, room), (left, y + px(24)))
        self.form.draw(target)
