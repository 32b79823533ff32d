"""The page of Practice: all challenges by chapter, with the stars won so far."""

from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import datetime
from functools import partial
from typing import Final

import pygame

from towersim.common.messages import message as _
from towersim.files.challengefile import all_challenges
from towersim.files.planfile import plan_for
from towersim.geometry.shapes import extent
from towersim.practice.daily import ENDLESS, daily_challenge, daily_name, endless_challenge
from towersim.practice.records import medal, streak
from towersim.rules import PRACTICE
from towersim.rules.practice.challenge import CHAPTERS, Challenge
from towersim.rules.practice.log import chapter_text, title_text
from towersim.ui.app_context import AppContext, OpenScreen, ReplaceScreens, Screen, ScreenChange
from towersim.ui.build.screen import BuildScreen
from towersim.ui.drawing import theme
from towersim.ui.drawing.camera import fitted
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.sprites import Pen, draw_outline
from towersim.ui.games.practice.friends import FriendsPage, sent_by
from towersim.ui.games.practice.hand_page import HandPage
from towersim.ui.games.practice.records_page import RecordsPage
from towersim.ui.games.practice.start import new_attempt, stars_so_far
from towersim.ui.judge.screen import JudgeStart
from towersim.ui.screens.sheet import SheetScreen
from towersim.ui.screens.thumbnails import Thumbnails
from towersim.ui.widgets.forms import Pressed

ROW: Final = 74
"""Height of a chapter, in units."""
NAME: Final = 132
COLUMNS: Final = 6
HIGH: Final = 62
"""Height of a challenge's button, in units."""
HEAD: Final = (
    (_("Menu"), "back", 90, 40),
    ("", "daily", 150, 50),
    (_("Judge"), "judge", 90, 40),
    (_("Free table"), "free", 120, 40),
    (_("Endless"), "endless", 90, 40),
    (_("Your hand"), "hand", 100, 40),
    (_("Records"), "records", 90, 40),
    (_("Friends"), "friends", 90, 40),
)
"""The buttons beside the title, from the right: text, command, width and height in units."""
PAGES: Final[Mapping[str, Callable[[AppContext], Screen]]] = {
    "judge": JudgeStart,
    "free": BuildScreen,
    "hand": HandPage,
    "records": RecordsPage,
    "friends": FriendsPage,
}
"""The pages that the buttons open, by command."""
MEDALS: Final[Mapping[str, theme.RGB]] = {
    "none": (226, 214, 194),
    "bronze": (176, 112, 62),
    "silver": (160, 164, 170),
    "gold": (222, 172, 44),
}
"""The colour of each medal of a chapter."""
STONE: Final[theme.RGB] = (150, 146, 138)
RED: Final[theme.RGB] = (190, 72, 54)
PICTURE: Final = 38
"""Width and height of the picture in a challenge's button, in units."""
PALE: Final = (216, 198, 168)
"""Colour of a star not won yet."""


class PracticePage(SheetScreen):
    """All chapters on one sheet; every challenge is always unlocked.

    `PressGuard` ignores the second click of a double click that opened the page.
    """

    title, title_at = _("Practice"), 34
    note = ""
    is_guarded = True

    def __init__(self, context: AppContext) -> None:
        self._challenges = {each.name: each for each in all_challenges()}
        self._stars, self.notice = stars_so_far(context)
        self._today: Future[Challenge] | None = None
        """The challenge of the day while a thread generates it; else None."""
        side = context.viewport.px(PICTURE)
        self._pictures = Thumbnails((side, side), partial(plan_picture, context.viewport))
        self._waited = 0.0
        """Seconds since its generation began."""
        super().__init__(context)

    @property
    def is_animating(self) -> bool:
        """Whether the page may change without input: while the challenge of the day is made."""
        return self._today is not None or not self._pictures.has_all(self._challenges)

    @property
    def size(self) -> tuple[float, float]:
        """The sheet's width and height, in units; the width follows the window, up to 1196."""
        viewport = self.context.viewport
        return min(1196, viewport.size[0] / viewport.unit - 8), 104 + ROW * len(CHAPTERS)

    def fill(self) -> None:
        """Add a button for each challenge, and the buttons of `HEAD` beside the title."""
        self.context.game = PRACTICE.name
        px, top = self.context.viewport.px, self.sheet.y + self.context.viewport.px(16)
        self._places: dict[str, pygame.Rect] = {}
        step = (self.sheet.w - px(36 + NAME + 28)) / COLUMNS
        for name, challenge in self._challenges.items():
            x = self.left + px(NAME) + round((challenge.number - 1) * step)
            rect = pygame.Rect(x, self._row(challenge.chapter), round(step) - px(8), px(HIGH))
            self._places[name] = rect
            style = "strong" if name == self._next_name() else ""
            self.form.button(rect, "", ("challenge", name), style)
        x = self.right
        for words, command, wide, high in HEAD:
            rect = pygame.Rect(x - px(wide), top + (px(40) - px(high)) // 2, px(wide), px(high))
            self.form.button(rect, words, command)
            if command == "daily":
                self._daily = rect
            x = rect.x - px(10)

    def _row(self, chapter: str) -> int:
        return self.sheet.y + self.context.viewport.px(76 + ROW * CHAPTERS.index(chapter))

    def _next_name(self) -> str | None:
        """Return the name of the first challenge without a star, or None."""
        names = (name for name in self._challenges if not self._stars.get(name))
        return next(names, None)

    def leave(self) -> ScreenChange:
        """Return to the menu, also after a challenge has replaced the menu."""
        return ReplaceScreens(self.context.menu(self.context))

    def answer(self, pressed: Pressed) -> ScreenChange | None:
        """Start a challenge, or open another page."""
        context = self.context
        match pressed.command:
            case "daily":
                self._make_today()
            case "endless":
                made = endless_challenge(self._next_endless())
                return ReplaceScreens(new_attempt(context, made))
            case ("challenge", str(name)):
                return ReplaceScreens(new_attempt(context, self._challenges[name]))
            case str(page):
                return OpenScreen(PAGES[page](context))
        return None

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Handle an event; what a friend sent may be pasted, or dropped as a file."""
        sent = sent_by(event)
        return OpenScreen(FriendsPage(self.context, sent)) if sent else super().handle(event)

    def update(self, seconds: float) -> ScreenChange | None:
        """Advance by `seconds`; start the challenge of the day once it is ready."""
        super().update(seconds)
        self._pictures.paint_next(self._challenges)
        if self._today is None:
            return None
        self._waited += seconds
        if self._today.done():
            return ReplaceScreens(new_attempt(self.context, self._today.result()))
        return None

    def _make_today(self) -> None:
        """Start generating the challenge of the day in a thread; this takes up to a few seconds."""
        if self._today is None:
            maker = ThreadPoolExecutor(1)
            self._today = maker.submit(daily_challenge, datetime.now().date())
            maker.shutdown(wait=False)

    def _next_endless(self) -> int:
        """Return the number of the first endless challenge without an attempt."""
        number = 1
        while f"{ENDLESS}-{number}" in self._stars:
            number += 1
        return number

    def paint(self, canvas: Canvas) -> None:
        """Draw the number of stars, or the notice, and the titles of the chapters."""
        px, left = canvas.px, self.left
        won = sum(self._stars.get(name, 0) for name in self._challenges)
        total = _("{count} of {most} stars", count=won, most=3 * len(self._challenges))
        days = streak(self._stars, datetime.now().date())
        if days > 1:
            total = _("{stars}  ·  {days} days in a row with a star", stars=total, days=days)
        words, tint = (self.notice, theme.ACCENT_DARK) if self.notice else (total, theme.SOFT_TEXT)
        at = left, self.sheet.y + px(54)
        canvas.fitted(words, 14, tint, self.right - left, topleft=at)
        for chapter in CHAPTERS:
            title = _("{chapter:capital}", chapter=chapter_text(chapter))
            y = self._row(chapter) + px(HIGH) // 2
            canvas.text(title, 18, theme.TEXT, bold=True, room=(px(104), px(40)), midleft=(left, y))
            own = [each.name for each in self._challenges.values() if each.chapter == chapter]
            tint = MEDALS[medal(self._stars.get(name, 0) for name in own)]
            canvas.sign("circle", 18, tint, center=(left + px(NAME - 12), y))
            first, last = self._places[own[0]].center, self._places[own[-1]].center
            pygame.draw.line(canvas.target, PALE, first, last, px(8))

    def paint_on_top(self, canvas: Canvas) -> None:
        """Draw the title and the stars of each challenge over its button."""
        for name, challenge in self._challenges.items():
            is_next, words = name == self._next_name(), title_text(challenge)
            px, rect = canvas.px, self._places[name]
            if (picture := self._pictures.picture(name)) is not None:
                canvas.put(picture, bottomleft=(rect.x + px(8), rect.bottom - px(2)))
            self._draw_button(canvas, (name, words), rect, is_next=is_next)
        if self._today is None:
            today = daily_name(datetime.now().date()), _("Today's challenge")
            self._draw_button(canvas, today, self._daily)
        else:
            self._draw_waiting(canvas, self._daily)

    def _draw_waiting(self, canvas: Canvas, rect: pygame.Rect) -> None:
        """Draw over its button that the challenge of the day is being made, with a moving star."""
        px, still = canvas.px, canvas.viewport.look.still
        room, at = (rect.w - px(6), px(24)), (rect.centerx, rect.y + px(6))
        canvas.text(_("Making it …"), 13, theme.TEXT, bold=True, room=room, midtop=at)
        lit = 1 if still else int(4 * self._waited) % 3
        _draw_stars(canvas, rect, range(lit, lit + 1), PALE)

    def _draw_button(
        self,
        canvas: Canvas,
        challenge: tuple[str, str],
        rect: pygame.Rect,
        *,
        is_next: bool = False,
    ) -> None:
        """Draw the title and the stars of a challenge, given as (name, title), over its button."""
        px, (name, words) = canvas.px, challenge
        tint = theme.PAPER if is_next else theme.TEXT
        at = rect.centerx, rect.y + px(6)
        canvas.fitted(words, 13, tint, rect.w - px(6), bold=True, midtop=at)
        beside = rect.move(px(PICTURE) // 2, -px(2)) if name in self._places else rect
        _draw_stars(canvas, beside, range(self._stars.get(name, 0)), PALE)


def _draw_stars(canvas: Canvas, rect: pygame.Rect, lit: range, missing: theme.RGB) -> None:
    """Draw three stars at the foot of a button; the others than `lit` in the colour `missing`."""
    for index in range(3):
        at = rect.centerx + (index - 1) * canvas.px(20), rect.bottom - canvas.px(14)
        canvas.sign("star", 14, theme.ACCENT if index in lit else missing, center=at)


def plan_picture(viewport: theme.Viewport, name: str) -> pygame.Surface:
    """Return a picture of a challenge as its proven plan leaves it."""
    challenge = next(each for each in all_challenges() if each.name == name)
    plan, side = plan_for(name), viewport.px(PICTURE)
    surface = pygame.Surface((2 * side, 2 * side), pygame.SRCALPHA)
    canvas = Canvas(surface, viewport)
    shapes = {piece.kind: piece.shape for piece in challenge.pieces}
    rest = plan.steps[-1].rest if plan is not None else ()
    named = getattr(challenge.goal, "piece", "")
    drawn = [(block.shape, block.pose, STONE) for block in challenge.fixed]
    drawn += [(shapes[kind], pose, RED if kind == named else theme.OAK) for kind, pose in rest]
    boxes = [extent(shape, pose) for shape, pose, _tint in drawn]
    low, high = min(a.x for a, _b in boxes), max(b.x for _a, b in boxes)
    tall = max(b.y for _a, b in boxes)
    camera = fitted((4, 4, 2 * side - 4, 2 * side - 4), low, high, max(tall, (high - low) / 2))
    for shape, pose, tint in drawn:
        for pen in (Pen(tint, 0), Pen(theme.OAK_EDGE, 1)):
            draw_outline(canvas, camera, shape, pose, pen)
    return pygame.transform.smoothscale(surface, (side, side))
