"""The scores: what each round brought everybody, in one table."""

from typing import Final

import pygame

from towersim.match import Match
from towersim.ui.app_context import AppContext, CloseScreens, ScreenChange
from towersim.ui.games.rummu.keys import KEYS, RummuCommand
from towersim.ui.games.rummu.rounds import rounds
from towersim.ui.input import Command, command_for_key
from towersim.ui.theme import SOFT_TEXT, TEXT
from towersim.ui.widgets import Form, draw_sheet, draw_veil
from towersim.units import Seat

COLUMN: Final = 132
ROW: Final = 32


class ScorePage:
    """The points of all rounds over the table."""

    overlay = True
    is_animating = False

    def __init__(self, context: AppContext, match: Match) -> None:
        self._context, self._match = context, match
        self.rounds = rounds(match)
        self._scores = match.view(Seat(0)).scores
        self.resize()

    def resize(self) -> None:
        """Lay everything out for the context's stage."""
        px, seats = self._context.stage.px, len(self._match.seats)
        wide, high = 150 + COLUMN * seats, 240 + ROW * max(len(self.rounds), 1)
        self._sheet = pygame.Rect(0, 0, px(max(wide, 560)), px(high))
        self._sheet.center = self._context.stage.rect.center
        self.form = Form(self._context.stage)
        rect = pygame.Rect(0, 0, px(160), px(44))
        rect.bottomright = (self._sheet.right - px(36), self._sheet.bottom - px(22))
        self.form.button(rect, "Back", "back", "strong")

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Answer an event."""
        if event.type == pygame.KEYDOWN and command_for_key(event.key, KEYS) in (
            Command.PAUSE,
            RummuCommand.SCORES,
        ):
            return CloseScreens()
        return None if self.form.handle(event) is None else CloseScreens()

    def update(self, seconds: float) -> ScreenChange | None:
        """Let time pass."""
        self.form.update(seconds)
        return None

    def draw(self, target: pygame.Surface) -> None:
        """Draw a frame."""
        stage, sheet = self._context.stage, self._sheet
        px = stage.px
        draw_veil(target, stage)
        draw_sheet(target, stage, sheet)
        title = stage.text("Scores", 28, TEXT, bold=True)
        target.blit(title, (sheet.x + px(36), sheet.y + px(20)))
        y = sheet.y + px(84)
        names = [seat.name for seat in self._match.seats]
        self._line(target, y, "Round", names, strong=True)
        if not self.rounds:
            words = stage.text("No round is over yet.", 16, SOFT_TEXT)
            target.blit(words, words.get_rect(midleft=(sheet.x + px(36), y + px(ROW))))
        for one in self.rounds:
            y += px(ROW)
            self._line(target, y, str(one.number), [str(points) for points in one.points])
        y = sheet.bottom - px(106)
        target.fill((206, 184, 152), pygame.Rect(sheet.x + px(36), y - px(20), sheet.w - px(72), 2))
        self._line(target, y, "Score", [str(score) for score in self._scores], strong=True)
        self.form.draw(target)

    def _line(
        self, target: pygame.Surface, y: int, head: str, cells: list[str], *, strong: bool = False
    ) -> None:
        stage, sheet = self._context.stage, self._sheet
        words = stage.text(head, 16, SOFT_TEXT)
        target.blit(words, words.get_rect(midleft=(sheet.x + stage.px(36), y)))
        right = sheet.right - stage.px(36)
        for index, cell in enumerate(reversed(cells)):
            wide = stage.px(COLUMN - 16)
            words = stage.text(cell, 17, TEXT, bold=strong, width=wide)
            at = (right - index * stage.px(COLUMN), y)
            target.blit(words, words.get_rect(midright=at))
