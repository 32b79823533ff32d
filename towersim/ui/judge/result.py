"""The end of a round of judging: its score, and how good one has been so far."""

from collections.abc import Sequence
from typing import Final

import pygame

from towersim.judge import Answered, score
from towersim.ui.app_context import AppContext, CloseScreens, ReplaceScreens, ScreenChange
from towersim.ui.draw_scene import still_life
from towersim.ui.input import Command, command_for_key
from towersim.ui.judge.draw_standing import draw_standing
from towersim.ui.judge.plan import Plan, answers_file, answers_so_far, standing
from towersim.ui.theme import SOFT_TEXT, TEXT
from towersim.ui.widgets import Form, draw_sheet

SHEET: Final = (900, 500)
COLUMN: Final = 470


class JudgeResult:
    """The score of a round, shown over it; the page of what rounds are like lies below both."""

    overlay = False
    is_animating = False

    def __init__(self, context: AppContext, plan: Plan, answers: Sequence[Answered]) -> None:
        self._context, self._plan = context, plan
        self.score, self._lines = score(answers), lines(answers)
        self._standing = standing(answers_so_far(context)[0], plan.person)
        self.resize()

    def resize(self) -> None:
        """Lay everything out for the context's stage."""
        px = self._context.stage.px
        self._sheet = pygame.Rect(0, 0, px(SHEET[0]), px(SHEET[1]))
        self._sheet.center = self._context.stage.rect.center
        self.form = Form(self._context.stage)
        left, y = self._sheet.x + px(36), self._sheet.bottom - px(76)
        self.form.button(pygame.Rect(left, y, px(190), px(48)), "Another round", "again", "strong")
        self.form.button(pygame.Rect(left + px(202), y, px(150), px(48)), "Menu", "menu")

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Answer an event."""
        pressed = self.form.handle(event)
        command = pressed.command if pressed else None
        left = event.type == pygame.KEYDOWN and command_for_key(event.key) is Command.PAUSE
        if left or command == "again":
            return CloseScreens(2)
        if command == "menu":
            return ReplaceScreens(self._context.menu(self._context))
        return None

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
        title = f"{self.score.right} of {self.score.towers} right"
        target.blit(stage.title(title, 30, TEXT), (left, sheet.y + px(24)))
        brier = stage.text(f"Brier score {self.score.brier:.3f}", 20, TEXT)
        target.blit(brier, (left, sheet.y + px(76)))
        for index, line in enumerate(self._lines):
            words = stage.text(line, 16, SOFT_TEXT, width=px(COLUMN))
            target.blit(words, (left, sheet.y + px(116 + 26 * index)))
        for index, line in enumerate(self._about_file()):
            words = stage.text(line, 13, SOFT_TEXT, width=px(COLUMN))
            target.blit(words, (left, sheet.bottom - px(140) + px(20) * index))
        beside = pygame.Rect(left + px(COLUMN + 40), sheet.y + px(76), 0, px(388))
        beside.w = sheet.right - px(36) - beside.x
        draw_standing(target, stage, beside, self._plan.person, self._standing)
        self.form.draw(target)

    def _about_file(self) -> tuple[str, str]:
        name = answers_file(self._context)
        return (
            f"Your answers: {name}",
            "Beside the heuristics: towersim lab leaderboard --people FILE",
        )


def lines(answers: Sequence[Answered]) -> list[str]:
    """Return what there is to say of a round besides its score."""
    found, hard = score(answers), [it for it in answers if it.question.part != "plain"]
    said = ["0 is perfect, 0.25 is earned by “cannot say”"]
    if hard:
        said.append(f"Of the hard half: {sum(it.is_right for it in hard)} of {len(hard)} right")
    times = sorted(it.said.seconds for it in answers)
    said.append(f"{times[len(times) // 2]:.1f} s for an answer, in the median")
    if found.sides is not None and found.share_error is not None:
        said.append(f"{found.sides[0]} of {found.sides[1]} sides right")
        said.append(f"How much falls: {found.share_error:.0%} off on average")
    worst = max(answers, key=lambda it: it.loss)
    if worst.loss > 0.25:
        number, does = answers.index(worst) + 1, "stands" if worst.question.stands else "falls"
        said.append(f"The greatest surprise: tower {number}, which {does}")
    return said
