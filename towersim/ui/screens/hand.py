"""The page about a person's hand: how far off, how still, how high, and how that changes."""

from collections.abc import Sequence
from statistics import median
from typing import Final, NamedTuple

import pygame

from towersim.attempts import Attempts
from towersim.errors import OptionFault
from towersim.hand_statistics import BAND, BANDS, HandStatistics, statistics_of
from towersim.messages import message as _
from towersim.messages import plural
from towersim.ui.app_context import AppContext, CloseScreens, ScreenChange
from towersim.ui.draw_scene import still_life
from towersim.ui.fault_messages import fault_message
from towersim.ui.input import Command, command_for_key
from towersim.ui.theme import ACCENT, OAK_EDGE, RGB, SOFT_TEXT, TEXT, Stage
from towersim.ui.widgets import Form, draw_sheet

SHEET: Final = (1000, 600)
GRID: Final[RGB] = (226, 212, 190)
SECOND: Final[RGB] = (60, 108, 166)
ERRORS: Final = _("How far from its aim a piece came to rest")
TREMORS: Final = _("How much the hand moved before it let go")
HEIGHTS: Final = _("What came down, by the height it was let go at")
WEEKS: Final = _("Week by week")
PROSPECT: Final = _(
    "Play a challenge to its end: every piece that you place there says something about your hand. "
    "Then you will see here:"
)
BINS: Final = 12
"""The number of bars of a histogram; the last one holds all that is greater."""


class Bar(NamedTuple):
    """A bar: its height, what stands below it, and what stands on it."""

    value: float
    below: str = ""
    above: str = ""


class HandPage:
    """Four plots of everything that was placed in Practice."""

    overlay = False
    is_animating = False

    def __init__(self, context: AppContext, file: Attempts | str) -> None:
        """Show what a file of attempts says; or why there is none, as a sentence."""
        self._context, self._notice = context, ""
        self._found: HandStatistics | None = None
        try:
            if isinstance(file, Attempts):
                self._found = statistics_of(file.history(), file.placements())
            else:
                self._notice = file
        except OptionFault as fault:
            self._notice = fault_message(fault)
        self.resize()

    def resize(self) -> None:
        """Lay everything out for the context's stage."""
        px = self._context.stage.px
        self._sheet = pygame.Rect(0, 0, px(SHEET[0]), px(SHEET[1]))
        self._sheet.center = self._context.stage.rect.center
        self.form = Form(self._context.stage)
        rect = pygame.Rect(0, self._sheet.y + px(20), px(120), px(42))
        rect.right = self._sheet.right - px(36)
        self.form.button(rect, _("Back"), "back", "strong")

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Answer an event."""
        left = event.type == pygame.KEYDOWN and command_for_key(event.key) is Command.PAUSE
        pressed = self.form.handle(event)
        return CloseScreens() if left or pressed is not None else None

    def update(self, seconds: float) -> ScreenChange | None:
        """Let time pass."""
        self.form.update(seconds)
        return None

    def draw(self, target: pygame.Surface) -> None:
        """Draw a frame."""
        stage, sheet, found = self._context.stage, self._sheet, self._found
        px, left = stage.px, sheet.x + stage.px(36)
        target.blit(still_life(stage), (0, 0))
        draw_sheet(target, stage, sheet)
        target.blit(stage.title(_("Your hand"), 30, TEXT), (left, sheet.y + px(20)))
        line = stage.text(self._headline(), 16, SOFT_TEXT, width=px(560), height=px(34))
        target.blit(line, (left + px(190), sheet.y + px(34)))
        self.form.draw(target)
        if found is None or not found.tremors:
            self._draw_prospect(target)
            return
        one, two, three, four = self._areas()
        _draw_millimetres(target, stage, one, ERRORS, found.errors)
        _draw_millimetres(target, stage, two, TREMORS, found.tremors)
        _draw_heights(target, stage, three, found)
        _draw_weeks(target, stage, four, found)

    def _headline(self) -> str:
        """Return what all plots are made of, or why there is nothing to plot."""
        found = self._found
        if found is None or not found.tremors:
            return self._notice or _("No piece has been placed yet.")
        return plural(
            "{pieces} pieces placed in {count} attempt",
            "{pieces} pieces placed in {count} attempts",
            found.attempts,
            pieces=len(found.tremors),
        )

    def _draw_prospect(self, target: pygame.Surface) -> None:
        """Say what will be seen here once there is something to plot."""
        stage, sheet = self._context.stage, self._sheet
        px, wide = stage.px, sheet.w - stage.px(72)
        y = sheet.y + px(110)
        said = (
            PROSPECT,
            *(_("–  {plot}", plot=plot) for plot in (ERRORS, TREMORS, HEIGHTS, WEEKS)),
        )
        for words in said:
            for line in stage.fonts.wrapped(words, px(stage.grown(18)), wide):
                picture = stage.text(line, stage.grown(18), TEXT, width=wide)
                target.blit(picture, (sheet.x + px(36), y))
                y += picture.get_height()
            y += px(14)

    def _areas(self) -> list[pygame.Rect]:
        """Return where the four plots lie."""
        px, sheet = self._context.stage.px, self._sheet
        wide, high = (sheet.w - px(72 + 48)) // 2, (sheet.h - px(84 + 60)) // 2
        left, top = sheet.x + px(36), sheet.y + px(86)
        corners = ((column, row) for row in range(2) for column in range(2))
        return [
            pygame.Rect(left + x * (wide + px(48)), top + y * (high + px(30)), wide, high)
            for x, y in corners
        ]


def _draw_millimetres(
    target: pygame.Surface, stage: Stage, area: pygame.Rect, title: str, values: Sequence[float]
) -> None:
    """Draw a histogram of lengths in metres."""
    step = next((s for s in (0.0005, 0.001, 0.002, 0.005) if _covers(values, s)), 0.01)
    counts = [0] * BINS
    for value in values:
        counts[min(int(value / step), BINS - 1)] += 1
    bars = [
        Bar(count, _("{mm:g}", mm=1000 * step * index) if index % 2 == 0 else "")
        for index, count in enumerate(counts)
    ]
    chart = _draw_frame(target, stage, area, title)
    _draw_bars(target, stage, chart, bars, max(counts))
    if values:
        told = _("half of them less than {mm:.1f} mm", mm=1000 * median(values))
        words = stage.text(told, 13, SOFT_TEXT)
        target.blit(words, words.get_rect(topright=(chart.right, chart.y + stage.px(4))))
    unit = stage.text("mm", 12, SOFT_TEXT)
    target.blit(unit, unit.get_rect(topright=(chart.right, chart.bottom + stage.px(4))))


def _covers(values: Sequence[float], step: float) -> bool:
    """Return whether nine of ten values fit into a histogram with this step."""
    return sum(value < step * (BINS - 1) for value in values) >= 0.9 * len(values)


def _draw_heights(
    target: pygame.Surface, stage: Stage, area: pygame.Rect, found: HandStatistics
) -> None:
    """Draw which share of the pieces came down, by how high they were let go of."""
    bars = []
    for number, band in enumerate(found.bands):
        low, high = 100 * band.low, 100 * (band.low + BAND)
        below = _("{low:.0f}–{high:.0f} cm", low=low, high=high)
        if number == BANDS - 1:
            below = _("{low:.0f} + cm", low=low)
        share = band.fell / band.pieces if band.pieces else 0.0
        above = _("{fell} of {count}", fell=band.fell, count=band.pieces) if band.pieces else ""
        bars.append(Bar(share, below, above))
    chart = _draw_frame(target, stage, area, HEIGHTS)
    _draw_bars(target, stage, chart, bars, max(*(bar.value for bar in bars), 0.1))


def _draw_weeks(
    target: pygame.Surface, stage: Stage, area: pygame.Rect, found: HandStatistics
) -> None:
    """Draw stars per attempt and the median error, week by week."""
    px, weeks = stage.px, found.weeks
    chart = _draw_frame(target, stage, area, WEEKS)
    right = chart.right
    for told, tint in ((_("error in mm"), SECOND), (_("stars per attempt"), ACCENT)):
        legend = stage.text(told, 13, tint, bold=True)
        right -= legend.get_width()
        target.blit(legend, (right, area.y + px(1)))
        right -= px(16)
    most = max([week.error for week in weeks if week.error is not None], default=0.0) or 0.001
    stars = [
        (n, week.stars / 3, _("{value:.1f}", value=week.stars)) for n, week in enumerate(weeks)
    ]
    errors = [
        (n, week.error / most, _("{value:.1f}", value=1000 * week.error))
        for n, week in enumerate(weeks)
        if week.error is not None
    ]
    for line, tint in ((stars, ACCENT), (errors, SECOND)):
        points = [
            (chart.x + chart.w * (n + 0.5) / len(weeks), chart.bottom - 0.86 * share * chart.h)
            for n, share, _words in line
        ]
        if len(points) > 1:
            pygame.draw.lines(target, tint, False, points, px(2))  # noqa: FBT003 - pygame's order
        for (x, y), (number, _share, words) in zip(points, line, strict=True):
            pygame.draw.aacircle(target, tint, (x, y), px(4))
            if number not in (0, len(weeks) - 1):
                continue
            label = stage.text(words, 12, tint, bold=True)
            target.blit(label, label.get_rect(midbottom=(x, y - px(6))))
    for number, week in enumerate(weeks):
        x = chart.x + chart.w * (number + 0.5) / len(weeks)
        label = stage.text(week.monday[5:], 12, SOFT_TEXT)
        target.blit(label, label.get_rect(midtop=(x, chart.bottom + px(4))))


def _draw_frame(target: pygame.Surface, stage: Stage, area: pygame.Rect, title: str) -> pygame.Rect:
    """Draw the title and the axis of a plot; return where its bars stand."""
    px = stage.px
    words = stage.text(title, 14, TEXT, bold=True, width=area.w)
    target.blit(words, area.topleft)
    chart = pygame.Rect(area.x, area.y + px(30), area.w, area.h - px(50))
    for share in (0.5, 1.0):
        y = chart.bottom - share * chart.h
        pygame.draw.line(target, GRID, (chart.x, y), (chart.right, y))
    pygame.draw.line(target, OAK_EDGE, chart.bottomleft, chart.bottomright)
    return chart


def _draw_bars(
    target: pygame.Surface, stage: Stage, chart: pygame.Rect, bars: Sequence[Bar], most: float
) -> None:
    """Draw bars side by side; one of `most` is as high as the plot, or nearly."""
    px, wide = stage.px, chart.w / len(bars)
    for index, bar in enumerate(bars):
        high = round(0.9 * chart.h * bar.value / most) if most else 0
        x = chart.x + index * wide
        rect = pygame.Rect(round(x) + px(3), chart.bottom - high, round(wide) - px(6), high)
        pygame.draw.rect(target, ACCENT, rect)
        below = stage.text(bar.below, 12, SOFT_TEXT)
        target.blit(below, below.get_rect(midtop=(rect.centerx, chart.bottom + px(4))))
        above = stage.text(bar.above, 12, SOFT_TEXT)
        target.blit(above, above.get_rect(midbottom=(rect.centerx, rect.y - px(2))))
