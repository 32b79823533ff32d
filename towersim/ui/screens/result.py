"""The result: who won and why, and everybody's points; the rest a game draws itself."""

from collections.abc import Callable
from typing import Final, NamedTuple

import pygame

from towersim.match import Match
from towersim.rules.base import Outcome
from towersim.ui.app_context import AppContext, CloseScreens, ReplaceScreens, Screen, ScreenChange
from towersim.ui.draw_marks import symbol
from towersim.ui.draw_text import fitting
from towersim.ui.input import Command, command_for_key
from towersim.ui.press_guard import PressGuard
from towersim.ui.theme import ACCENT_DARK, SOFT_TEXT, TEXT, Stage
from towersim.ui.widgets import Form, draw_sheet, draw_veil
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
    shared: str = "share the win"
    """What several winners do."""


class Result:
    """The end of a game over its table.

    A stray press (`PressGuard`) only shows which button Space presses, and the result stays.
    """

    overlay = True
    is_animating = False

    def __init__(
        self, context: AppContext, match: Match, ending: Ending, again: Callable[[bool], Screen]
    ) -> None:
        self._context, self._match, self._ending, self._again = context, match, ending, again
        self._outcome = outcome = ending.outcome
        self._guard = PressGuard()
        self._order = sorted(
            range(len(match.seats)), key=lambda s: (s not in outcome.winners, -outcome.scores[s], s)
        )
        self.resize()

    def resize(self) -> None:
        """Lay everything out for the context's stage."""
        stage = self._context.stage
        px = stage.px
        self._row = max(min(ROWS // len(self._order), ROW[1]), ROW[0])
        self._sheet = pygame.Rect(0, 0, px(960), px(210 + self._row * len(self._order)))
        self._sheet.center = stage.rect.center
        self.form = Form(stage)
        y = self._sheet.bottom - px(68)
        buttons = (
            ("Play again", "again", "strong"),
            ("Look at the table", "look", ""),
            ("Menu", "menu", ""),
        )
        for index, (words, command, style) in enumerate(buttons):
            rect = pygame.Rect(self._sheet.x + px(40 + 212 * index), y, px(200), px(46))
            self.form.button(rect, words, command, style)

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Answer an event."""
        if event.type == pygame.KEYDOWN and command_for_key(event.key) is Command.PAUSE:
            return CloseScreens()
        self._guard.note(event)
        pressed = self.form.handle(event)
        stray = pressed is not None and self._guard.is_stray(event, pressed.command)
        if pressed and stray and pressed.command != "look":
            self.form.set_focus(0)
            return None
        match pressed.command if pressed else None:
            case "again":
                self._context.put_away(self._match)
                return ReplaceScreens(self._again(False))  # noqa: FBT003 - a fresh deal
            case "look":
                return CloseScreens()
            case "menu":
                self._context.put_away(self._match)
                return ReplaceScreens(self._context.menu(self._context))
            case _:
                return None

    def update(self, seconds: float) -> ScreenChange | None:
        """Let time pass."""
        self.form.update(seconds)
        self._guard.update(seconds, self.form)
        return None

    def draw(self, target: pygame.Surface) -> None:
        """Draw a frame."""
        stage, sheet = self._context.stage, self._sheet
        px = stage.px
        draw_veil(target, stage)
        draw_sheet(target, stage, sheet)
        title = stage.title(self._title(), 32, TEXT, width=sheet.w - px(80))
        target.blit(title, (sheet.x + px(40), sheet.y + px(22)))
        reason = stage.text(
            f"{self._outcome.reason} {self._ending.decided}".strip(),
            17,
            SOFT_TEXT,
            width=sheet.w - px(80),
            height=px(28),
        )
        target.blit(reason, (sheet.x + px(40), sheet.y + px(68)))
        words = stage.text(self._ending.caption, 14, SOFT_TEXT)
        target.blit(words, words.get_rect(midright=(sheet.right - px(40), sheet.y + px(94))))
        for index, seat in enumerate(self._order):
            self._draw_row(target, seat, sheet.y + px(112 + self._row * index))
        self.form.draw(target)

    def _title(self) -> str:
        """Say who won; names that are too many or too long for a line are counted."""
        names = [self._match.seats[seat].name for seat in self._outcome.winners]
        if len(names) == 1:
            return f"{names[0]} wins"
        stage = self._context.stage
        title = f"{', '.join(names[:-1])} and {names[-1]} {self._ending.shared}"
        wide = stage.title(title, 32, TEXT).get_width() > self._sheet.w - stage.px(80)
        return f"{len(names)} players {self._ending.shared}" if wide else title

    def _draw_row(self, target: pygame.Surface, seat: int, y: int) -> None:
        stage, sheet = self._context.stage, self._sheet
        px, won = stage.px, seat in self._outcome.winners
        if won:
            star = symbol(stage, "star", px(20), ACCENT_DARK)
            target.blit(star, (sheet.x + px(14), y + px(8)))
        name = fitting(
            stage, self._match.seats[seat].name, TEXT, px(NAME), min(stage.grown(19), 24), bold=won
        )
        target.blit(name, name.get_rect(midleft=(sheet.x + px(40), y + px(18))))
        left = sheet.x + px(40 + NAME + 14)
        area = pygame.Rect(left, y + px(3), sheet.right - px(170) - left, px(self._row - 10))
        self._ending.draw_row(target, stage, area, Seat(seat))
        worth = stage.title(str(self._outcome.scores[seat]), 24, TEXT)
        target.blit(worth, worth.get_rect(midright=(sheet.right - px(40), y + px(18))))
        if self._ending.parts:
            parts = stage.text(self._ending.parts[seat], 15, SOFT_TEXT)
            target.blit(parts, parts.get_rect(midright=(sheet.right - px(92), y + px(18))))
