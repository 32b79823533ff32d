"""The end of an attempt: stars, the measure, the best so far, and what to do next."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import pygame

from towersim.rules.practice.challenge import Challenge
from towersim.rules.practice.log import STARS, measure_text
from towersim.ui.app_context import AppContext, CloseScreens, ReplaceScreens, Screen, ScreenChange
from towersim.ui.draw_marks import symbol
from towersim.ui.games.practice.draw_curve import draw_curves
from towersim.ui.games.practice.keys import KEYS, PracticeCommand
from towersim.ui.games.practice.trail import Tilt
from towersim.ui.input import Command, command_for_key
from towersim.ui.press_guard import PressGuard
from towersim.ui.theme import ACCENT, OAK_EDGE, SOFT_TEXT, TEXT
from towersim.ui.widgets import Form, draw_sheet, draw_veil

SHEET: Final = (660, 340)
CHART: Final = 190
"""By how much the sheet is higher with a curve, in units."""
Curves = tuple[Sequence[Tilt], Sequence[Tilt]]
"""The tilts withstood piece by piece: of this attempt, and of the best one before."""


class Ways(NamedTuple):
    """Where one can go from the result."""

    again: Callable[[], None]
    """Begins a new attempt."""
    next: Callable[[], Screen] | None
    """Makes the screen of the next challenge, if there is one."""
    chapters: Callable[[], Screen]
    see_why: Callable[[], None] | None
    """Shows the last collapse again, if there was one."""


class AttemptResult:
    """The result of an attempt over its table."""

    overlay = True

    def __init__(
        self,
        context: AppContext,
        challenge: Challenge,
        result: tuple[int, float | None, tuple[str, str], Callable[[], Curves]],
        ways: Ways,
    ) -> None:
        """Show stars, measure, lines about the best attempt and the last fall, and curves."""
        self._context, self._challenge = context, challenge
        self._stars, self._measure, self._lines, self._curves = result
        self._again, self._next, self._chapters, self._see_why = ways
        self._guard = PressGuard()
        self.resize()

    @property
    def is_animating(self) -> bool:
        """Whether part of a curve is still to come."""
        return None in self._curves()[0]

    @property
    def _has_curve(self) -> bool:
        return len(self._curves()[0]) > 1

    def resize(self) -> None:
        """Lay everything out for the context's stage."""
        stage = self._context.stage
        px = stage.px
        high = SHEET[1] + (CHART if self._has_curve else 0)
        self._sheet = pygame.Rect(0, 0, px(SHEET[0]), px(high))
        self._sheet.center = stage.rect.center
        self.form = Form(stage)
        passed = self._stars > 0 and self._next is not None
        lines = [
            ("Next  (N)", "next", "strong" if passed else ""),
            ("Again  (R)", "again", "" if passed else "strong"),
            ("Look", "look", ""),
            ("Chapters", "chapters", ""),
        ]
        lines = lines if self._next else lines[1:]
        if self._see_why is not None:
            lines.insert(-1, ("Why  (V)", "why", ""))
        wide = (self._sheet.w - px(80) - px(10) * (len(lines) - 1)) // len(lines)
        for index, (words, command, style) in enumerate(lines):
            x = self._sheet.x + px(40) + index * (wide + px(10))
            rect = pygame.Rect(x, self._sheet.bottom - px(70), wide, px(46))
            self.form.button(rect, words, command, style)

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Answer an event."""
        self._guard.note(event)
        wanted = self._wanted(event)
        if wanted not in (None, "look") and self._guard.is_stray(event, wanted):
            self.form.set_focus(0)
            return None
        return self._go(wanted)

    def _wanted(self, event: pygame.event.Event) -> object:
        """Return what an event asks for, or None."""
        if event.type == pygame.KEYDOWN:
            match command_for_key(event.key, KEYS):
                case Command.PAUSE:
                    return "look"
                case PracticeCommand.RETRY:
                    return "again"
                case Command.SEE_AGAIN:
                    return "why"
                case PracticeCommand.BACK if event.key == pygame.K_n:
                    return "next"
        pressed = self.form.handle(event)
        return pressed.command if pressed else None

    def _go(self, command: object) -> ScreenChange | None:
        match command:
            case "again":
                self._again()
                return CloseScreens()
            case "next" if self._next is not None:
                return ReplaceScreens(self._next())
            case "chapters":
                return ReplaceScreens(self._chapters())
            case "look":
                return CloseScreens()
            case "why" if self._see_why is not None:
                self._see_why()
                return CloseScreens()
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
        title = stage.title(self._challenge.title, 28, TEXT)
        target.blit(title, title.get_rect(midtop=(sheet.centerx, sheet.y + px(22))))
        for index in range(3):
            tint = ACCENT if index < self._stars else (222, 204, 176)
            star = symbol(stage, "star", px(64), tint)
            at = (sheet.centerx + (index - 1) * px(82), sheet.y + px(112))
            target.blit(star, star.get_rect(center=at))
        words = STARS[self._stars].capitalize()
        if self._measure is not None:
            words = f"{words}: {measure_text(self._challenge.goal, self._measure)}"
        line = stage.text(words, 20, TEXT)
        target.blit(line, line.get_rect(center=(sheet.centerx, sheet.y + px(178))))
        best, told = self._lines
        wrapped = stage.fonts.wrapped(told, px(13), sheet.w - px(60))[:2] if told else []
        for index, (words, size) in enumerate([(best, 14), *((line, 13) for line in wrapped)]):
            small = stage.text(words, size, SOFT_TEXT, width=sheet.w - px(56))
            at = (sheet.centerx, sheet.y + px(203 + 18 * index))
            target.blit(small, small.get_rect(center=at))
        pygame.draw.line(
            target,
            OAK_EDGE,
            (sheet.x + px(40), sheet.y + px(254)),
            (sheet.right - px(40), sheet.y + px(254)),
        )
        if self._has_curve:
            rect = pygame.Rect(
                sheet.x + px(40), sheet.y + px(266), sheet.w - px(80), px(CHART - 10)
            )
            draw_curves(target, stage, rect, *self._curves())
        self.form.draw(target)
