"""The page before a round of judging: who judges, what is asked, and how good one has been."""

from typing import Final

import pygame

from towersim.dice import fresh_seed
from towersim.judgements import NAME_LENGTH
from towersim.ui.app_context import AppContext, CloseScreens, OpenScreen, ScreenChange
from towersim.ui.draw_scene import still_life
from towersim.ui.judge.draw_standing import draw_standing
from towersim.ui.judge.plan import answers_so_far, keep_plan, kept_plan, standing
from towersim.ui.judge.screen import JudgeRound
from towersim.ui.theme import ACCENT_DARK, SOFT_TEXT, TEXT
from towersim.ui.widgets import Form, draw_sheet

SHEET: Final = (900, 500)
ABOUT: Final = (
    "Twenty towers of the benchmark that heuristics are ranked on. Say of each how likely it is to "
    "stand; then time runs. Half of the towers are hard on purpose, and no die decides: the same "
    "tower always does the same."
)
COLUMN: Final = 480
"""Width of the left column, in units."""


class JudgeStart:
    """What a round shall be like."""

    overlay = False
    is_animating = False

    def __init__(self, context: AppContext) -> None:
        self._context = context
        self._plan = kept_plan(context.settings)
        self._answers, self._notice = answers_so_far(context)
        self._standing = standing(self._answers, self._plan.person)
        self._lay_out()

    def resize(self) -> None:
        """Lay everything out for the context's stage; a round may have been judged meanwhile."""
        self._plan = self._plan._replace(person=self._typed())
        self._answers, self._notice = answers_so_far(self._context)
        self._standing = standing(self._answers, self._plan.person)
        self._lay_out()

    def _lay_out(self) -> None:
        stage, plan = self._context.stage, self._plan
        px = stage.px
        self._sheet = pygame.Rect(0, 0, px(SHEET[0]), px(SHEET[1]))
        self._sheet.center = stage.rect.center
        self.form = Form(stage)
        left, top = self._sheet.x + px(36), self._sheet.y
        value, wide = left + px(150), px(COLUMN - 150)
        rect = pygame.Rect(value, top + px(198), wide, px(42))
        self._name = self.form.entry(rect, plan.person, NAME_LENGTH)
        shown = "for one second" if plan.exposure else "as long as you like"
        rect = rect.move(0, px(56))
        self.form.button(rect, f"‹  {shown}  ›", "exposure", chooser=True)
        asked = "stands, or which side falls" if plan.asks_side else "stands or falls"
        rect = rect.move(0, px(56))
        self.form.button(rect, f"‹  {asked}  ›", "side", chooser=True)
        y = self._sheet.bottom - px(76)
        self.form.button(pygame.Rect(left, y, px(136), px(48)), "Back", "back")
        rect = pygame.Rect(value, y, wide, px(48))
        self.form.button(rect, "Judge twenty towers", "start", "strong")

    def _typed(self) -> str:
        return self._name.get_text().strip() or self._plan.person

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Answer an event."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            return CloseScreens()
        pressed = self.form.handle(event)
        match pressed.command if pressed else None:
            case "back":
                return CloseScreens()
            case "exposure":
                self._choose(exposure=None if self._plan.exposure else 1.0)
            case "side":
                self._choose(asks_side=not self._plan.asks_side)
            case "start":
                plan = self._plan._replace(person=self._typed())
                keep_plan(self._context, plan)
                judged = [it.trial for it in self._answers if it.person == plan.person]
                return OpenScreen(JudgeRound(self._context, plan, (fresh_seed(), judged)))
        return None

    def _choose(self, **changed: object) -> None:
        focus = self.form.focus
        self._plan = self._plan._replace(person=self._typed())._replace(**changed)  # type: ignore[arg-type]  # fields of a Plan
        self._lay_out()
        self.form.set_focus(focus)

    def update(self, seconds: float) -> ScreenChange | None:
        """Let time pass."""
        self.form.update(seconds)
        return None

    def draw(self, target: pygame.Surface) -> None:
        """Draw a frame."""
        stage, sheet = self._context.stage, self._sheet
        px, left = stage.px, sheet.x + stage.px(36)
        target.blit(still_life(stage), (0, 0))
        draw_sheet(target, stage, sheet)
        target.blit(stage.title("Judge", 30, TEXT), (left, sheet.y + px(24)))
        for index, line in enumerate(stage.fonts.wrapped(ABOUT, px(16), px(COLUMN))):
            words = stage.fonts.text(line, px(16), SOFT_TEXT)
            target.blit(words, (left, sheet.y + px(72 + 24 * index)))
        for index, name in enumerate(("Who judges", "Shown", "Asked")):
            words = stage.text(name, 18, TEXT, bold=True)
            middle = (left, sheet.y + px(219 + 56 * index))
            target.blit(words, words.get_rect(midleft=middle))
        if self._notice:
            for index, line in enumerate(stage.fonts.wrapped(self._notice, px(13), px(COLUMN))):
                words = stage.fonts.text(line, px(13), ACCENT_DARK)
                target.blit(words, (left, sheet.y + px(366 + 18 * index)))
        beside = pygame.Rect(left + px(COLUMN + 40), sheet.y + px(76), 0, px(388))
        beside.w = sheet.right - px(36) - beside.x
        draw_standing(target, stage, beside, self._plan.person, self._standing)
        self.form.draw(target)
