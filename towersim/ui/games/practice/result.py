"""The result page of an attempt: stars, measure, best attempt and next steps."""

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import pygame

from towersim.common.errors import TowersimError
from towersim.common.messages import Message, message as _
from towersim.practice.code import attempt_code
from towersim.practice.own import DRAFT
from towersim.rules.display import Sound
from towersim.rules.practice.challenge import Challenge
from towersim.rules.practice.log import STARS, measure_text, title_text
from towersim.ui.app_context import AppContext, CloseScreens, ScreenChange
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.theme import ACCENT, ACCENT_DARK, OAK_EDGE, SOFT_TEXT, TEXT
from towersim.ui.export import ENDING, clip_path
from towersim.ui.games.practice.bests import Curve
from towersim.ui.games.practice.chapters import draw_medal
from towersim.ui.games.practice.curves import draw_curves, piece_at
from towersim.ui.games.practice.layout import KEYS, PracticeCommand, row_of
from towersim.ui.input.bindings import KeyCommand, command_for_key
from towersim.ui.language.faults import fault_message
from towersim.ui.screens.base import SheetScreen
from towersim.ui.watch.games_list import reveal
from towersim.ui.widgets.forms import Pressed

WIDE: Final = 660
"""The width of the sheet, in units."""
TOLD: Final = 194
"""Distance from the top of the sheet to the lines below the measure, in units; 8 more for large
text."""
ROW: Final = 56
"""Height of a row of buttons, in units."""
FOOT: Final = 86 + ROW
"""Height of the buttons and the space around them, in units."""
CHART: Final = 206
"""Additional height of the sheet with a curve, in units."""
SMALL: Final = 14
"""Size of the lines below the measure, in units."""
LANDS: Final = (0.25, 0.6, 0.95)
"""Seconds from opening until each star has its place; it grows for `GROWS` seconds before."""
GROWS: Final = 0.22
KEYED: Final[Mapping[object, str]] = {
    PracticeCommand.RETRY: "again",
    KeyCommand.SEE_AGAIN: "why",
    PracticeCommand.LOOK: "look",
}
"""The commands of buttons by those of keys."""
Exit = Callable[..., ScreenChange | None]
"""What leads on from the page; without a change of screens, it closes."""


class AttemptReport(NamedTuple):
    """What a result page tells of an attempt."""

    stars: int
    measure: float | None
    news: Sequence[str]
    """Lines about what it achieved, which stand out; empty ones are left out."""
    lines: Sequence[str]
    """The lines below, about what is missing, the last fall and the best attempt."""
    curves: Callable[[], tuple[Curve, Curve]]
    """Returns the tilts withstood piece by piece: of this attempt, and of the best one before."""
    medal: str = "none"
    """The medal of its chapter that it completed."""


class AttemptResult(SheetScreen):
    """The result of an attempt over its table."""

    overlay = True
    is_guarded = True
    title = ""

    def __init__(
        self,
        context: AppContext,
        challenge: Challenge,
        report: AttemptReport,
        exits: Mapping[str, Exit],
        record: Path | None,
    ) -> None:
        """Show a report; `exits` are named as the buttons are.

        "look" takes the number of pieces after which one looks back; none is all of them.
        """
        self._challenge, self._record, self._exits = challenge, record, exits
        self.report, self._shown_for = report, 0.0
        self._has_curve = len(report.curves()[0]) > 1
        super().__init__(context)

    @property
    def is_animating(self) -> bool:
        """Whether stars land, part of a curve is not computed yet, or a file is being written."""
        waits = bool(self.context.exports) or self._landed(self._shown_for) < self.report.stars
        return waits or any(point.tilt is None for point in self.report.curves()[0])

    def _landed(self, seconds: float) -> int:
        """Return the number of stars that have their place, `seconds` after opening."""
        still = self.context.viewport.look.still
        return sum(still or seconds >= lands for lands in LANDS[: self.report.stars])

    @property
    def size(self) -> tuple[float, float]:
        """The sheet's width and height, in units."""
        viewport = self.context.viewport
        self._told = self._told_lines()
        line = viewport.text("", viewport.grown(SMALL), SOFT_TEXT).get_height()
        self._top = viewport.px(TOLD + 8 * (viewport.look.text > 1))
        self._rule = self._top + len(self._told) * line + viewport.px(10)
        high = self._rule / viewport.unit + FOOT + (CHART if self._has_curve else 0)
        return WIDE, min(high, viewport.size[1] / viewport.unit - 8)

    def fill(self) -> None:
        """Add the buttons to go on, and above them those to share the attempt."""
        labels = {
            "next": _("Next  ({key:N})"),
            "again": _("Again  ({key:R})"),
            "look": _("Look back  ({key:C})"),
            "why": _("Why  ({key:V})"),
            "chapters": _("Editor") if self._challenge.name == DRAFT else _("Chapters"),
        }
        used, stars = [name for name in labels if name in self._exits], self.report.stars
        is_proof = self._challenge.name == DRAFT and stars > 0
        strong = "chapters" if is_proof or stars == len(LANDS) else "again"
        strong = "next" if stars > 0 and "next" in used else strong
        rects = row_of(self.context.viewport, self._foot, [labels[one] for one in used])
        for one, rect in zip(used, rects, strict=True):
            self.form.button(rect, labels[one], one, "strong" if one == strong else "")
        shares = {"code": _("Copy the code"), "clip": _("Share the clip")}
        row = self._foot.move(self._foot.w // 2, -self.context.viewport.px(ROW))
        row.w -= self._foot.w // 2
        rects = row_of(self.context.viewport, row, list(shares.values()))
        for (one, label), rect in zip(shares.items(), rects, strict=True):
            self.form.allow(self.form.button(rect, label, one), on=self._record is not None)
        self._foot.update(self._foot.x, row.y, row.x - self._foot.x, row.h)  # the note's place

    def command_for(self, key: int) -> str:
        """Return the command of the button bound to a key, or nothing."""
        command = command_for_key(key, KEYS)
        return "next" if key == pygame.K_n else KEYED.get(command, "")

    def execute(self, pressed: Pressed) -> ScreenChange | None:
        """Execute the command of a pressed button."""
        record = self._record
        match pressed.command:
            case "clip" if record is not None:
                self.context.export(record, clip_path(record), *ENDING)
            case "code" if record is not None:
                try:
                    pygame.scrap.put_text(attempt_code(record))
                    told: str = _("Copied: a friend can paste it into Practice.")
                except TowersimError as fault:
                    told = fault_message(fault)
                self.context.notice = told
            case ("look", int(number)):
                return self._exits["look"](number) or CloseScreens()
            case str(name) if name in self._exits:
                return self._exits[name]() or CloseScreens()
        return None

    def update(self, seconds: float) -> ScreenChange | None:
        """Advance by `seconds`; a star that lands rings; show a file that has been written."""
        landed, self._shown_for = self._landed(self._shown_for), self._shown_for + seconds
        if self._landed(self._shown_for) > landed:
            self.context.sound.frame((), 1.0, [Sound.COIN], self.context.settings)
        export = self.context.exported()
        if export is not None and export.is_saved:
            reveal(export.path)
        return super().update(seconds)

    def press(self, event: pygame.event.Event) -> Pressed | None:
        """Return the command that an event gives; a click on the curve looks at that piece."""
        is_press = event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT
        if is_press and self._has_curve:
            viewport, count = self.context.viewport, len(self.report.curves()[0])
            number = piece_at(viewport, self._curve_rect(), count, event.pos)
            if number is not None:
                return Pressed(("look", number))
        return super().press(event)

    def _curve_rect(self) -> pygame.Rect:
        px, y = self.context.viewport.px, self.sheet.y + self._rule
        high = min(px(CHART - 10), self._foot.y - y - px(20))
        return pygame.Rect(self.left, y + px(12), self.right - self.left, high)

    def paint(self, canvas: Canvas) -> None:
        """Draw stars, measure, lines and curves."""
        sheet, px, viewport = self.sheet, canvas.px, canvas.viewport
        wide = sheet.w - px(56)
        name, at = title_text(self._challenge), (sheet.centerx, sheet.y + px(22))
        canvas.title(name, 28, TEXT, room=(wide, px(48)), midtop=at)
        for index, lands in enumerate(LANDS):
            at = (sheet.centerx + (index - 1) * px(82), sheet.y + px(112))
            canvas.sign("star", 64, (222, 204, 176), center=at)
            share = min(max(1 + (self._shown_for - lands) / GROWS, 0.0), 1.0)
            share = 1.0 if index < self._landed(self._shown_for) else share
            if index < self.report.stars and share:
                # It overshoots: at two thirds of the time it is a quarter too large.
                units = round(64 * share * (1 + math.sin(math.pi * share)))
                canvas.sign("star", units, ACCENT, center=at)
        if self.report.medal != "none":
            draw_medal(canvas, self.report.medal, (sheet.right - px(100), sheet.y + px(116)), 52)
        at = sheet.centerx, sheet.y + px(178)
        canvas.text(self._summary(), 20, TEXT, room=(wide, px(40)), center=at)
        x, y = sheet.centerx, sheet.y + self._top
        for text, is_news in self._told:
            size, tint, at = viewport.grown(SMALL), ACCENT_DARK if is_news else SOFT_TEXT, (x, y)
            y = canvas.text(text, size, tint, bold=is_news, midtop=at).bottom
        y = sheet.y + self._rule
        pygame.draw.line(canvas.target, OAK_EDGE, (self.left, y), (self.right, y))
        if self._has_curve:
            draw_curves(canvas, self._curve_rect(), *self.report.curves())

    def _summary(self) -> Message:
        stars = STARS[self.report.stars]
        if self.report.measure is None:
            return _("{stars:capital}", stars=stars)
        measure = measure_text(self._challenge.goal, self.report.measure)
        return _("{stars:capital}: {measure}", stars=stars, measure=measure)

    def _told_lines(self) -> Sequence[tuple[str, bool]]:
        """Return the lines below the measure, each with whether it is news."""
        fonts, viewport = self.context.viewport.fonts, self.context.viewport
        size, room = viewport.px(viewport.grown(SMALL)), viewport.px(WIDE - 90)
        told = [(text, True) for text in self.report.news if text]
        told += [(text, False) for text in self.report.lines if text]
        return [(line, news) for text, news in told for line in fonts.balanced(text, size, room)]
