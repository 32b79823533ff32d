"""The games there are: which of them to play."""

from typing import Final

import pygame

from towersim.level import levels_dir
from towersim.match import Match
from towersim.record import read
from towersim.rules import game as rules_of
from towersim.ui.app_context import AppContext, CloseScreens, OpenScreen, ScreenChange
from towersim.ui.draw_scene import still_life
from towersim.ui.draw_text import fitting
from towersim.ui.input import Command, command_for_key
from towersim.ui.screens.new_game import NewGame
from towersim.ui.theme import CREAM, SOFT_TEXT, TEXT
from towersim.ui.thumbnails import Thumbnails
from towersim.ui.widgets import Form, draw_sheet

ROW: Final = 92
PICTURE: Final = (120, 80)
"""Size of a game's picture, in units."""


def in_the_middle(game: str) -> Match:
    """Return a game of four in the middle, as its record in `levels/pictures/` left it."""
    recording = read(levels_dir() / "pictures" / f"{game}.tower")
    match = Match.at_start(recording)
    for step in recording.steps:
        match.follow(step)
    return match


class Games:
    """Every game with a line about it and a button."""

    overlay = False
    is_animating = False

    def __init__(self, context: AppContext) -> None:
        self._context = context
        self.resize()

    def resize(self) -> None:
        """Lay everything out for the context's stage."""
        stage = self._context.stage
        px = stage.px
        self._sheet = pygame.Rect(0, 0, px(900), px(160 + ROW * len(self._context.game_uis)))
        self._sheet.center = stage.rect.center
        size = px(PICTURE[0]), px(PICTURE[1])
        self._pictures = Thumbnails(self._context, size, in_the_middle)
        self.form = Form(stage)
        for index, game in enumerate(self._context.game_uis):
            rect = pygame.Rect(
                self._sheet.right - px(36 + 130), self._row(index) + px(17), px(130), px(46)
            )
            style = "strong" if game == self._context.settings.game else ""
            self.form.button(rect, "Play", ("game", game), style)
        rect = pygame.Rect(self._sheet.x + px(36), self._sheet.bottom - px(68), px(140), px(46))
        self.form.button(rect, "Back", "back")

    def _row(self, index: int) -> int:
        return self._sheet.y + self._context.stage.px(76 + index * ROW)

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Answer an event."""
        if event.type == pygame.KEYDOWN and command_for_key(event.key) is Command.PAUSE:
            return CloseScreens()
        pressed = self.form.handle(event)
        match pressed.command if pressed else None:
            case "back":
                return CloseScreens()
            case ("game", str(game)):
                self._context.game = game
                return OpenScreen(NewGame(self._context))
            case _:
                return None

    def update(self, seconds: float) -> ScreenChange | None:
        """Let time pass; meanwhile pictures are painted, one at a time."""
        self._pictures.paint_next(self._context.game_uis)
        self.form.update(seconds)
        return None

    def draw(self, target: pygame.Surface) -> None:
        """Draw a frame."""
        stage, sheet = self._context.stage, self._sheet
        px, left = stage.px, sheet.x + stage.px(36)
        target.blit(still_life(stage), (0, 0))
        draw_sheet(target, stage, sheet)
        target.blit(stage.title("Games", 30, TEXT), (left, sheet.y + px(24)))
        for index, (game, game_ui) in enumerate(self._context.game_uis.items()):
            y, rules = self._row(index), rules_of(game)
            frame = pygame.Rect(left, y, px(PICTURE[0]), px(PICTURE[1]))
            pygame.draw.rect(target, CREAM, frame)
            picture = self._pictures.picture(game)
            if picture is not None:
                target.blit(picture, frame)
            pygame.draw.rect(target, (206, 184, 152), frame, px(1))
            words, room = frame.right + px(16), sheet.w - px(2 * 36 + PICTURE[0] + 16 + 130 + 16)
            target.blit(
                stage.text(rules.title, 19, TEXT, bold=True, width=room, height=px(31)),
                (words, y + px(8)),
            )
            target.blit(fitting(stage, game_ui.line, SOFT_TEXT, room), (words, y + px(34)))
            line = f"{rules.seats[0]} to {rules.seats[-1]} players"
            target.blit(
                stage.text(line, 14, SOFT_TEXT, width=room, height=px(24)), (words, y + px(55))
            )
        self.form.draw(target)
