"""The page of all games."""

from typing import Final

import pygame

from towersim.common.messages import message as _
from towersim.files.level import levels_dir
from towersim.match.match import Match
from towersim.match.record import read
from towersim.rules import game as rules_of
from towersim.ui.app_context import OpenScreen, ScreenChange
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.theme import CREAM, SOFT_TEXT, TEXT
from towersim.ui.menu.new_game import NewGame
from towersim.ui.screens.sheet import SheetScreen
from towersim.ui.screens.thumbnails import table_thumbnails
from towersim.ui.widgets.forms import ButtonId, Pressed

GAME_ROW: Final = 92
PICTURE: Final = (120, 80)
"""Width and height of a game's picture, in units."""


def in_the_middle(game: str) -> Match:
    """Return the unfinished match of four in the game's record in `levels/pictures/`."""
    recording = read(levels_dir() / "pictures" / f"{game}.tower")
    match = Match.at_start(recording)
    for step in recording.steps:
        match.follow(step)
    return match


class Games(SheetScreen):
    """The list of games, each with a picture, a description and a button."""

    title = _("Games")
    is_guarded = True

    @property
    def size(self) -> tuple[float, float]:
        """The sheet's width and height, in units."""
        return 900, 160 + GAME_ROW * len(self.context.game_uis)

    def fill(self) -> None:
        """Add a button for each game."""
        px = self.context.viewport.px
        size = px(PICTURE[0]), px(PICTURE[1])
        self._pictures = table_thumbnails(self.context, size, in_the_middle)
        for index, game in enumerate(self.context.game_uis):
            rect = pygame.Rect(self.right - px(130), self._row(index) + px(17), px(130), px(46))
            style = "strong" if game == self.context.settings.game else ""
            self.form.button(rect, _("Play"), game, style)
        self.foot()

    def _row(self, index: int) -> int:
        return self.sheet.y + self.context.viewport.px(76 + index * GAME_ROW)

    def _game_at(self, at: tuple[int, int]) -> str | None:
        """Return the game whose picture or text is at a point, or None."""
        px, wide = self.context.viewport.px, self.right - self.left
        for index, game in enumerate(self.context.game_uis):
            row = pygame.Rect(self.left, self._row(index), wide - px(140), px(PICTURE[1]))
            if row.collidepoint(at):
                return game
        return None

    @property
    def pointed(self) -> ButtonId | None:
        """The game under the mouse, or the command of a button."""
        return self._game_at(self.form.manager.get_mouse_position()) or super().pointed

    def press(self, event: pygame.event.Event) -> Pressed | None:
        """Return a press on a game's picture or text as one on its button."""
        is_press = event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT
        game = self._game_at(event.pos) if is_press else None
        return Pressed(game) if game else super().press(event)

    def execute(self, pressed: Pressed) -> ScreenChange | None:
        """Open the page of a new game."""
        self.context.game = str(pressed.command)
        return OpenScreen(NewGame(self.context))

    def update(self, seconds: float) -> ScreenChange | None:
        """Advance by `seconds`, and paint at most one missing picture."""
        self._pictures.paint_next(self.context.game_uis)
        return super().update(seconds)

    def paint(self, canvas: Canvas) -> None:
        """Draw picture, title, description and number of players of each game."""
        target, px = canvas.target, canvas.px
        for index, (game, game_ui) in enumerate(self.context.game_uis.items()):
            y, rules = self._row(index), rules_of(game)
            frame = pygame.Rect(self.left, y, px(PICTURE[0]), px(PICTURE[1]))
            pygame.draw.rect(target, CREAM, frame)
            picture = self._pictures.picture(game)
            if picture is not None:
                canvas.put(picture, frame)
            pygame.draw.rect(target, (206, 184, 152), frame, px(1))
            x = frame.right + px(16)
            room = self.right - px(130 + 16) - x
            head, foot = (room, px(31)), (room, px(24))
            canvas.text(rules.title, 19, TEXT, bold=True, room=head, topleft=(x, y + px(8)))
            tall = canvas.viewport.grown(15, 17)
            canvas.fitted(game_ui.line, tall, SOFT_TEXT, room, topleft=(x, y + px(34)))
            line = _("{least} to {most} players", least=rules.seats[0], most=rules.seats[-1])
            canvas.text(line, 14, SOFT_TEXT, room=foot, topleft=(x, y + px(55)))
