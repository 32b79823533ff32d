"""The result: who won and why, and everybody's points; the rest a game draws itself."""

from collections.abc import Callable
from typing import Final, NamedTuple

import pygame

from towersim.match import Match
from towersim.messages import known
from towersim.messages import message as _
from towersim.rules.base import Outcome, listed
from towersim.ui.app_context import AppContext, ReplaceScreens, Screen, ScreenChange
from towersim.ui.canvas import Canvas
from towersim.ui.draw_marks import symbol
from towersim.ui.draw_text import fitting
from towersim.ui.screens.sheet import FootButton, SheetScreen
from towersim.ui.theme import ACCENT_DARK, SOFT_TEXT, TEXT, Stage
from towersim.ui.widgets import Pressed
from towersim.units import Seat

ROWS: Final = 440
"""All rows together are no higher, in units."""
NAME: Final = 190
"""Width of a name, in units."""
ROW: Final = (50, 84)
"""The lowest and the highest row, in units."""


class Ending(NamedTuple):
    """How a game ended, as its result is to be shown."""

    outcome: Outcome
    draw_row: Callable[[pygame.Surface, Stage, pygame.Rect, Seat], None]
    """Draws what a seat has to show into the middle of its row."""
    decided: str = ""
    """What decided between equal points, as a sentence."""
    caption: str = ""
    """What the numbers on the right are."""
    parts: tuple[str, ...] = ()
    """Small words beside each seat's points."""
    reason: str = ""
    """Why the game ended, as a message; empty: in the words of the outcome."""


class Result(SheetScreen):
    """The end of a game over its table; a stray press (`PressGuard`) leaves it there."""

    overlay = True
    is_guarded = True
    note = ""

    def __init__(
        self, context: AppContext, match: Match, ending: Ending, again: Callable[[bool], Screen]
    ) -> None:
        self._match, self._ending, self._again = match, ending, again
        self._outcome = outcome = ending.outcome
        self._order = sorted(
            range(len(match.seats)), key=lambda s: (s not in outcome.winners, -outcome.scores[s], s)
        )
        self._row = max(min(ROWS // len(self._order), ROW[1]), ROW[0])
        super().__init__(context)

    @property
    def size(self) -> tuple[float, float]:
        """The sheet's width and height, in units."""
        return 960, 210 + self._row * len(self._order)

    def fill(self) -> None:
        """Add the buttons: where one goes from here."""
        self.foot(
            (
                FootButton(_("Play again"), "again", 200, "strong"),
                FootButton(_("Look at the table"), "back", 200),
                FootButton(_("Menu"), "menu", 200),
            )
        )

    def answer(self, pressed: Pressed) -> ScreenChange | None:
        """Play again, or go to the menu."""
        self.context.put_away(self._match)
        if pressed.command == "again":
            return ReplaceScreens(self._again(False))  # noqa: FBT003 - a fresh deal
        return ReplaceScreens(self.context.menu(self.context))

    def paint(self, canvas: Canvas) -> None:
        """Draw why the game ended, and a row for each player."""
        px, sheet = canvas.px, self.sheet
        told = self._ending.reason or known(self._outcome.reason)
        if self._ending.decided:
            told = _("{reason} {decided}", reason=told, decided=self._ending.decided)
        room, at = (self.right - self.left, px(28)), (self.left, sheet.y + px(68))
        canvas.text(told, 17, SOFT_TEXT, room=room, topleft=at)
        canvas.text(self._ending.caption, 14, SOFT_TEXT, midright=(self.right, sheet.y + px(94)))
        for index, seat in enumerate(self._order):
            self._draw_row(canvas, seat, sheet.y + px(112 + self._row * index))

    @property
    def title(self) -> str:
        """Who won; names that are too many or too long for a line are counted."""
        names = [self._match.seats[seat].name for seat in self._outcome.winners]
        if len(names) == 1:
            return _("{name} wins", name=names[0])
        stage = self.context.stage
        title = _("{names} share the win", names=listed(names))
        wide = stage.title(title, 30, TEXT).get_width() > self.right - self.left
        return _("{count} players share the win", count=len(names)) if wide else title

    def _draw_row(self, canvas: Canvas, seat: int, y: int) -> None:
        (target, stage), px, won = canvas, canvas.px, seat in self._outcome.winners
        if won:
            canvas.put(symbol(stage, "star", px(20), ACCENT_DARK), (self.left - px(26), y + px(8)))
        name = fitting(
            stage, self._match.seats[seat].name, TEXT, px(NAME), min(stage.grown(19), 24), bold=won
        )
        canvas.put(name, midleft=(self.left, y + px(18)))
        left = self.left + px(NAME + 14)
        area = pygame.Rect(left, y + px(3), self.right - px(130) - left, px(self._row - 10))
        self._ending.draw_row(target, stage, area, Seat(seat))
        worth = str(self._outcome.scores[seat])
        canvas.title(worth, 24, TEXT, midright=(self.right, y + px(18)))
        if self._ending.parts:
            at = self.right - px(52), y + px(18)
            canvas.text(self._ending.parts[seat], 15, SOFT_TEXT, midright=at)
