"""The chapters of Practice: every challenge with the stars it has brought so far."""

from concurrent.futures import Future, ThreadPoolExecutor
from datetime import datetime
from typing import Final

import pygame

from towersim.attempts import Attempts
from towersim.challengefile import all_challenges
from towersim.daily import ENDLESS, daily_challenge, daily_name, endless_challenge
from towersim.errors import OptionFault
from towersim.match import Match
from towersim.messages import message as _
from towersim.record import SeatSpec, fresh_path
from towersim.rules import PRACTICE
from towersim.rules.practice.challenge import CHAPTERS, Challenge
from towersim.rules.practice.log import chapter_text, title_text
from towersim.rules.practice.state import Options
from towersim.ui.app_context import AppContext, OpenScreen, ReplaceScreens, Screen, ScreenChange
from towersim.ui.build.screen import BuildScreen
from towersim.ui.draw_marks import symbol
from towersim.ui.draw_scene import still_life
from towersim.ui.fault_messages import fault_message
from towersim.ui.input import Command, command_for_key
from towersim.ui.judge.start import JudgeStart
from towersim.ui.press_guard import PressGuard
from towersim.ui.screens.hand import HandPage
from towersim.ui.settings import persons_hand
from towersim.ui.theme import ACCENT, PAPER, RGB, SOFT_TEXT, TEXT
from towersim.ui.widgets import Form, draw_sheet

ROW: Final = 66
"""Height of a chapter, in units."""
NAME: Final = 120
COLUMNS: Final = 6
HIGH: Final = 50
"""Height of a challenge's button, in units."""
PALE: Final = (216, 198, 168)
"""The colour of a star that is still to be reached."""


class PracticePage:
    """All chapters on one sheet; every challenge can be played at any time.

    The second press of a double click that opened the page starts nothing (`PressGuard`).
    """

    overlay = False

    def __init__(self, context: AppContext) -> None:
        self._context = context
        self._challenges = {each.name: each for each in all_challenges()}
        self._stars, self.notice = stars_so_far(context)
        self._guard = PressGuard()
        self._today: Future[Challenge] | None = None
        """The challenge of the day while it is made and tried out, beside the frames."""
        self.resize()

    @property
    def is_animating(self) -> bool:
        """Whether the page changes by itself: once the challenge of the day is made."""
        return self._today is not None

    def resize(self) -> None:
        """Lay everything out for the context's stage."""
        stage = self._context.stage
        self._context.game = PRACTICE.name
        px = stage.px
        width = min(px(1196), stage.size[0] - px(8))
        self._sheet = pygame.Rect(0, 0, width, px(104 + ROW * len(CHAPTERS)))
        self._sheet.center = stage.rect.center
        self.form = Form(stage)
        self._places: dict[str, pygame.Rect] = {}
        step = (width - px(36 + NAME + 28)) / COLUMNS
        for name, challenge in self._challenges.items():
            x = self._sheet.x + px(36 + NAME) + round((challenge.number - 1) * step)
            y = self._row(challenge.chapter)
            rect = pygame.Rect(x, y, round(step) - px(8), px(HIGH))
            self._places[name] = rect
            style = "strong" if name == self._next_name() else ""
            self.form.button(rect, "", ("challenge", name), style)
        back = pygame.Rect(
            self._sheet.right - px(36 + 120), self._sheet.y + px(16), px(120), px(40)
        )
        self.form.button(back, _("Menu"), "back")
        self._daily = pygame.Rect(back.x - px(190), back.centery - px(25), px(180), px(HIGH))
        self.form.button(self._daily, "", "daily")
        judge = pygame.Rect(self._daily.x - px(130), back.y, px(120), px(40))
        self.form.button(judge, _("Judge"), "judge")
        free = pygame.Rect(judge.x - px(140), back.y, px(130), px(40))
        self.form.button(free, _("Free table"), "free")
        endless = pygame.Rect(free.x - px(120), back.y, px(110), px(40))
        self.form.button(endless, _("Endless"), "endless")
        hand = pygame.Rect(endless.x - px(120), back.y, px(110), px(40))
        self.form.button(hand, _("Your hand"), "hand")

    def _row(self, chapter: str) -> int:
        return self._sheet.y + self._context.stage.px(76 + ROW * CHAPTERS.index(chapter))

    def _next_name(self) -> str | None:
        """Return the first challenge without a star: where one goes on."""
        names = (name for name in self._challenges if not self._stars.get(name))
        return next(names, None)

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Answer an event."""
        self._guard.note(event)
        if event.type == pygame.KEYDOWN and command_for_key(event.key) is Command.PAUSE:
            return ReplaceScreens(self._context.menu(self._context))
        pressed = self.form.handle(event)
        if pressed and self._guard.is_stray(event, pressed.command):
            return None
        match pressed.command if pressed else None:
            case "back":
                return ReplaceScreens(self._context.menu(self._context))
            case "daily":
                self._make_today()
                return None
            case "endless":
                made = endless_challenge(self._next_endless())
                return ReplaceScreens(new_attempt(self._context, made))
            case "free":
                return OpenScreen(BuildScreen(self._context))
            case "hand":
                return OpenScreen(hand_page(self._context))
            case "judge":
                return OpenScreen(JudgeStart(self._context))
            case ("challenge", str(name)):
                return ReplaceScreens(new_attempt(self._context, self._challenges[name]))
            case _:
                return None

    def update(self, seconds: float) -> ScreenChange | None:
        """Let time pass."""
        self.form.update(seconds)
        self._guard.update(seconds, self.form)
        if self._today is not None and self._today.done():
            return ReplaceScreens(new_attempt(self._context, self._today.result()))
        return None

    def _make_today(self) -> None:
        """Begin to make the challenge of the day; it takes up to a few seconds."""
        if self._today is None:
            maker = ThreadPoolExecutor(1)
            self._today = maker.submit(daily_challenge, datetime.now().date())
            maker.shutdown(wait=False)
            self.notice = _("Making today's challenge …")

    def _next_endless(self) -> int:
        """Return the number of the first endless challenge that was not attempted yet."""
        number = 1
        while f"{ENDLESS}-{number}" in self._stars:
            number += 1
        return number

    def draw(self, target: pygame.Surface) -> None:
        """Draw a frame."""
        stage, sheet = self._context.stage, self._sheet
        px, left = stage.px, sheet.x + stage.px(36)
        target.blit(still_life(stage), (0, 0))
        draw_sheet(target, stage, sheet)
        target.blit(stage.title(_("Practice"), 30, TEXT), (left, sheet.y + px(16)))
        won = sum(self._stars.get(name, 0) for name in self._challenges)
        total = _("{count} of {most} stars", count=won, most=3 * len(self._challenges))
        words = stage.text(self.notice or total, 14, SOFT_TEXT, width=px(420), height=px(20))
        target.blit(words, (left, sheet.y + px(54)))
        for chapter in CHAPTERS:
            title = _("{chapter:capital}", chapter=chapter_text(chapter))
            words = stage.text(title, 18, TEXT, bold=True, width=px(112), height=px(40))
            target.blit(words, words.get_rect(midleft=(left, self._row(chapter) + px(25))))
        self.form.draw(target)
        for name, challenge in self._challenges.items():
            lit = stage.look.contrast and name == self._next_name()
            rect, tint = self._places[name], PAPER if lit else TEXT
            self._draw_button(target, (name, title_text(challenge)), rect, tint)
        today = daily_name(datetime.now().date())
        self._draw_button(target, (today, _("Today's challenge")), self._daily, TEXT)

    def _draw_button(
        self, target: pygame.Surface, challenge: tuple[str, str], rect: pygame.Rect, tint: RGB
    ) -> None:
        """Write a challenge's title and the stars of its name over its button."""
        stage, (name, words) = self._context.stage, challenge
        px = stage.px
        title = stage.text(words, 13, tint, bold=True, width=rect.w - px(6), height=px(24))
        target.blit(title, title.get_rect(midtop=(rect.centerx, rect.y + px(6))))
        for index in range(3):
            lit = index < self._stars.get(name, 0)
            star = symbol(stage, "star", px(14), ACCENT if lit else PALE)
            at = (rect.centerx + (index - 1) * px(20), rect.bottom - px(14))
            target.blit(star, star.get_rect(center=at))


def attempts_file(context: AppContext) -> Attempts:
    """Return the file of attempts, beside the saved games; OptionFault if there can be none."""
    return Attempts(context.files.records.parent / "practice.sqlite3")


def hand_page(context: AppContext) -> HandPage:
    """Return the page about the hand that placed all pieces so far."""
    try:
        return HandPage(context, attempts_file(context))
    except OptionFault as fault:
        return HandPage(context, fault_message(fault))


def stars_so_far(context: AppContext) -> tuple[dict[str, int], str]:
    """Return the most stars of each challenge, and what is to be said about the file."""
    try:
        attempts = attempts_file(context)
        return attempts.stars(), attempts.notice
    except OptionFault as fault:
        return {}, fault_message(fault)


def fresh_match(context: AppContext, challenge: Challenge) -> Match:
    """Return a new attempt at a challenge, saved as it goes."""
    folder = context.files.records / "practice"
    record = fresh_path(folder, challenge.name, datetime.now())
    seat = SeatSpec("You", "human", persons_hand(context.settings))
    return Match.new(PRACTICE.name, [seat], seed=1, options=Options(challenge), record=record)


def new_attempt(context: AppContext, challenge: Challenge) -> Screen:
    """Return the screen of a new attempt at a challenge."""
    return context.table(fresh_match(context, challenge))
