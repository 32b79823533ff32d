"""The page of hand statistics: placement errors, tremor, drop heights, and their trend."""

import math
from bisect import bisect_right
from collections.abc import Sequence
from statistics import median
from typing import Final, NamedTuple, Protocol, runtime_checkable

import pygame

from towersim.common.errors import OptionFault
from towersim.common.messages import Day, Message, message as _, plural
from towersim.files.challengefile import all_challenges, plan_for
from towersim.practice.records import BAND, TURNS, HandStatistics, statistics_of, turn
from towersim.rules.practice.challenge import Challenge, Height
from towersim.rules.practice.log import title_text
from towersim.ui.app_context import AppContext, ReplaceScreens, ScreenChange
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.theme import ACCENT, OAK_EDGE, RGB, SOFT_TEXT, TEXT
from towersim.ui.games.practice.layout import TEXTS
from towersim.ui.games.practice.start import attempts_file, new_attempt
from towersim.ui.language.faults import fault_message
from towersim.ui.screens.base import SheetScreen
from towersim.ui.screens.game import GameScreen
from towersim.ui.widgets.forms import Pressed

GRID: Final[RGB] = (226, 212, 190)
SECOND: Final[RGB] = (60, 108, 166)
PLOTS: Final = TEXTS["plots"]
"""The titles of the plots, by name."""
TURNED: Final = dict(zip(TURNS, TEXTS["turned"].values(), strict=True))
"""What is practised, by the band of angles."""
LARGE: Final = 0.005
"""The least median error that the plot by weeks has at its top, in metres."""
AXIS: Final = (12, 17)
"""Size of the letters in a plot, and the largest for large text, in units."""
BINS: Final = 12
"""Number of bars of a histogram; the last one counts all larger values."""


class Bar(NamedTuple):
    """A bar: its value, and the labels below and above it."""

    value: float
    below: str = ""
    above: str = ""


@runtime_checkable
class Drilled(Protocol):
    """The controller of an attempt that may be a drill; its class imports this page."""

    def drill(self, aim: str) -> None:
        """Show what is practised in place of the challenge's advice."""


class HandPage(SheetScreen):
    """Four plots of all placements in Practice."""

    title, title_at = _("Your hand"), 39
    size = 1000, 600
    note = ""

    def __init__(self, context: AppContext) -> None:
        """Load the statistics from the file of attempts, or keep the reason why this failed."""
        self._fault = ""
        self.statistics = statistics_of((), {})
        try:
            file = attempts_file(context)
            self.statistics = statistics_of(file.history(), file.placements())
        except OptionFault as fault:
            self._fault = fault_message(fault)
        self._drill = _drill_for(self.statistics)
        super().__init__(context)

    def fill(self) -> None:
        """Add the button "back"."""
        px = self.context.viewport.px
        rect = pygame.Rect(self.right - px(120), self.sheet.y + px(20), px(120), px(42))
        self.form.button(rect, _("Back"), "back", "strong")
        if self._drill is not None:
            rect = pygame.Rect(rect.x - px(262), rect.y, px(250), rect.h)
            self.form.button(rect, _("Drill: {title}", title=title_text(self._drill[0])), "drill")

    def execute(self, pressed: Pressed) -> ScreenChange | None:  # noqa: ARG002 - there is but one
        """Begin the drill."""
        if self._drill is None:
            return None
        challenge, aim = self._drill
        screen = new_attempt(self.context, challenge)
        if isinstance(screen, GameScreen) and isinstance(screen.controller, Drilled):
            screen.controller.drill(aim)
        return ReplaceScreens(screen)

    def paint(self, canvas: Canvas) -> None:
        """Draw the headline and the four plots."""
        px, statistics = canvas.px, self.statistics
        at = self.left + px(190), self.sheet.y + px(34)
        canvas.text(self._headline(), 16, SOFT_TEXT, room=(px(340), px(34)), topleft=at)
        if self._drill is not None:
            at, room = (self.left, self.sheet.y + px(63)), (self.right - self.left, px(28))
            canvas.text(self._drill[1], canvas.viewport.grown(14), SOFT_TEXT, room=room, topleft=at)
        if not statistics.tremors:
            self._draw_prospect(canvas)
            return
        one, two, three, four = self._areas()
        _draw_millimetres(canvas, one, PLOTS["errors"], statistics.errors)
        _draw_millimetres(canvas, two, PLOTS["tremors"], statistics.tremors)
        _draw_heights(canvas, three, statistics)
        _draw_weeks(canvas, four, statistics)

    def _headline(self) -> str:
        """Return the size of the sample, or the reason why there is nothing to plot."""
        if not self.statistics.tremors:
            return self._fault or _("No piece has been placed yet.")
        return plural(
            "{pieces} pieces placed in {count} attempt",
            "{pieces} pieces placed in {count} attempts",
            self.statistics.attempts,
            pieces=len(self.statistics.tremors),
        )

    def _draw_prospect(self, canvas: Canvas) -> None:
        """List the plots that will appear once there are placements."""
        tall, y = canvas.viewport.grown(18), self.sheet.y + canvas.px(110)
        plots = (_("–  {plot}", plot=plot) for plot in PLOTS.values())
        for text in (TEXTS["pages"]["hand"], *plots):
            lines = canvas.lines(text, tall, TEXT, self.right - self.left, topleft=(self.left, y))
            y = lines.bottom + canvas.px(14)

    def _areas(self) -> list[pygame.Rect]:
        px, sheet, left = self.context.viewport.px, self.sheet, self.left
        wide, high = (sheet.w - px(72 + 48)) // 2, (sheet.h - px(92 + 60)) // 2
        top = sheet.y + px(94)
        corners = ((column, row) for row in range(2) for column in range(2))
        across, down = wide + px(48), high + px(30)
        return [pygame.Rect(left + x * across, top + y * down, wide, high) for x, y in corners]


def _drill_for(statistics: HandStatistics) -> tuple[Challenge, Message] | None:
    """Return the challenge that practises what fails most, and what that is; None for none."""
    if (weakest := statistics.weakest) is None:
        return None
    if weakest in statistics.turns:
        return _most_turned(weakest.low), TURNED[weakest.low]
    towers = [each for each in all_challenges() if isinstance(each.goal, Height)]
    high = [each for each in towers if each.stars[-1] > weakest.low] or towers
    values = {"low": 100 * weakest.low, "high": 100 * (weakest.low + BAND)}
    reason = _("Most comes down at {low:.0f} to {high:.0f} cm: practise that.", **values)
    return min(high, key=lambda each: abs(each.stars[-1] - weakest.low)), reason


def _most_turned(low: float) -> Challenge:
    """Return the challenge whose plan places the greatest share of pieces in a band of angles."""

    def share(challenge: Challenge) -> float:
        plan = plan_for(challenge.name)
        placed = [] if plan is None else [step for step in plan.steps if not step.taken]
        bands = [TURNS[bisect_right(TURNS, turn(step.put.angle)) - 1] for step in placed]
        return bands.count(low) / len(bands) if len(bands) > 1 else 0.0

    return max(all_challenges(), key=share)


def _draw_millimetres(
    canvas: Canvas, area: pygame.Rect, title: str, values: Sequence[float]
) -> None:
    """Draw a histogram of lengths in metres."""
    # 90 % of the values lie below the last bar.
    steps = (0.0005, 0.001, 0.002, 0.005)
    least = sorted(values)[-(len(values) // 10) - 1] if values else 0.0
    step = next((step for step in steps if least < step * (BINS - 1)), 0.01)
    counts = [0] * BINS
    for value in values:
        counts[min(int(value / step), BINS - 1)] += 1
    labels = [_("{mm:g}", mm=1000 * step * n) if n % 2 == 0 else "" for n in range(BINS)]
    bars = [Bar(count, below) for count, below in zip(counts, labels, strict=True)]
    chart, size = _draw_frame(canvas, area, title, area.w), canvas.viewport.grown(*AXIS)
    _draw_bars(canvas, chart, bars, 1.3 * max(counts))  # the median stands above them
    if values:
        # Rounded up, so that the sentence is true also of small values.
        mm = max(math.ceil(10_000 * median(values)), 1) / 10
        told = _("half of them less than {mm:.1f} mm", mm=mm)
        canvas.text(told, size, SOFT_TEXT, topright=(chart.right, chart.y + canvas.px(4)))
    canvas.text("mm", size, SOFT_TEXT, topright=(chart.right, chart.bottom + canvas.px(4)))


def _draw_heights(canvas: Canvas, area: pygame.Rect, statistics: HandStatistics) -> None:
    """Draw the share of pieces that fell, by release height."""
    bars = []
    for number, band in enumerate(statistics.bands):
        low, high = 100 * band.low, 100 * (band.low + BAND)
        below = _("{low:.0f}–{high:.0f} cm", low=low, high=high)
        if number == len(statistics.bands) - 1:
            below = _("{low:.0f} + cm", low=low)
        share = band.fell / band.pieces if band.pieces else 0.0
        above = _("{fell} of {count}", fell=band.fell, count=band.pieces) if band.pieces else ""
        bars.append(Bar(share, below, above))
    chart = _draw_frame(canvas, area, PLOTS["heights"], area.w)
    _draw_bars(canvas, chart, bars, max(*(bar.value for bar in bars), 0.1))


def _draw_weeks(canvas: Canvas, area: pygame.Rect, statistics: HandStatistics) -> None:
    """Draw stars per attempt and the median error, week by week."""
    px, weeks, size = canvas.px, statistics.weeks, canvas.viewport.grown(*AXIS)
    title, tints = area.copy(), {_("error in mm"): SECOND, _("stars"): ACCENT}
    common = canvas.viewport.common_size(tints, 14, (round(0.3 * area.w), px(24)), bold=True)
    for told, tint in tints.items():
        at = title.right, area.y + px(1)
        title.w = canvas.text(told, common, tint, bold=True, topright=at).x - px(16) - area.x
    chart = _draw_frame(canvas, area, PLOTS["weeks"], title.w)
    known = [(n, week.error) for n, week in enumerate(weeks) if week.error is not None]
    most = max([LARGE, *(error for _n, error in known)])
    xs = [chart.x + chart.w * (n + 0.5) / len(weeks) for n in range(len(weeks))]
    stars = [(n, week.stars / 3, week.stars) for n, week in enumerate(weeks)]
    errors = [(n, error / most, 1000 * error) for n, error in known]
    for line, tint in ((stars, ACCENT), (errors, SECOND)):
        points = [(xs[n], chart.bottom - 0.86 * share * chart.h) for n, share, _value in line]
        if len(points) > 1:
            pygame.draw.lines(canvas.target, tint, False, points, px(2))  # noqa: FBT003 - pygame's order
        for (x, y), (number, _share, value) in zip(points, line, strict=True):
            text = _("{value:.1f}", value=value)
            pygame.draw.aacircle(canvas.target, tint, (x, y), px(4))
            if number in (0, len(weeks) - 1):
                canvas.text(text, size, tint, bold=True, midbottom=(x, y - px(6)))
    for x, week in zip(xs, weeks, strict=True):
        day = _("{day}", day=Day.fromisoformat(week.monday))
        room = chart.w // len(weeks)
        canvas.fitted(day, size, SOFT_TEXT, room, midtop=(x, chart.bottom + px(4)))


def _draw_frame(canvas: Canvas, area: pygame.Rect, title: str, room: int) -> pygame.Rect:
    """Draw title, grid and axis of a plot; return the rectangle for its data."""
    px, target = canvas.px, canvas.target
    at = area.topleft
    canvas.fitted(title, canvas.viewport.grown(14, 18), TEXT, room, bold=True, topleft=at)
    chart = pygame.Rect(area.x, area.y + px(30), area.w, area.h - px(50))
    for share in (0.5, 1.0):
        y = chart.bottom - share * chart.h
        pygame.draw.line(target, GRID, (chart.x, y), (chart.right, y))
    pygame.draw.line(target, OAK_EDGE, chart.bottomleft, chart.bottomright)
    return chart


def _draw_bars(canvas: Canvas, chart: pygame.Rect, bars: Sequence[Bar], most: float) -> None:
    """Draw bars side by side, scaled so that a value of `most` takes 90 % of the height."""
    px, wide, size = canvas.px, chart.w / len(bars), canvas.viewport.grown(*AXIS)
    for index, bar in enumerate(bars):
        high = round(0.9 * chart.h * bar.value / most) if most else 0
        x = chart.x + index * wide
        rect = pygame.Rect(round(x) + px(3), chart.bottom - high, round(wide) - px(6), high)
        pygame.draw.rect(canvas.target, ACCENT, rect)
        at = rect.centerx, chart.bottom + px(4)
        canvas.fitted(bar.below, size, SOFT_TEXT, round(wide) - px(4), midtop=at)
        at = rect.centerx, rect.y - px(2)
        canvas.fitted(bar.above, size, SOFT_TEXT, round(wide), midbottom=at)
