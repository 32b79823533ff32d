"""The page after a round: its score, and the person's results so far."""

from collections.abc import Sequence

import pygame

from towersim.common.messages import Message
from towersim.common.messages import message as _
from towersim.lab.judge import Answered, score
from towersim.ui.app_context import AppContext, CloseScreens, ReplaceScreens, ScreenChange
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.text import draw_paragraph
from towersim.ui.drawing.theme import SOFT_TEXT, TEXT
from towersim.ui.judge.draw_standing import COLUMN, SHEET, draw_standing
from towersim.ui.judge.plan import Plan, answers_file, answers_so_far, standing
from towersim.ui.screens.sheet import FootButton, SheetScreen
from towersim.ui.widgets.forms import Pressed


class JudgeResult(SheetScreen):
    """The score of a round; below it on the stack are the round and the start page."""

    size = SHEET

    def __init__(self, context: AppContext, plan: Plan, answers: Sequence[Answered]) -> None:
        self._plan = plan
        self.score, self._lines = score(answers), lines(answers)
        self._standing = standing(answers_so_far(context)[0], plan.person)
        super().__init__(context)

    @property
    def title(self) -> str:
        """The number of right answers."""
        return _("{right} of {towers} right", right=self.score.right, towers=self.score.towers)

    def fill(self) -> None:
        """Add the buttons."""
        again = FootButton(_("Another round"), "again", 190, "strong")
        self.foot([again, FootButton(_("Menu"), "menu", 150)])

    def leave(self) -> ScreenChange:
        """Return to the start page."""
        return CloseScreens(2)

    def answer(self, pressed: Pressed) -> ScreenChange | None:
        """Return to the start page for another round, or to the menu."""
        if pressed.command == "menu":
            return ReplaceScreens(self.context.menu(self.context))
        return self.leave()

    def paint(self, canvas: Canvas) -> None:
        """Draw the score, its details, and the person's results so far."""
        px, top, bottom = canvas.px, self.sheet.y, self.sheet.bottom
        brier, wide = _("Brier score {brier:.3f}", brier=self.score.brier), px(COLUMN)
        canvas.text(brier, 20, TEXT, room=(wide, px(36)), topleft=(self.left, top + px(76)))
        y, step = top + px(118), (bottom - top - px(118 + 144)) // max(len(self._lines), 6)
        for line in self._lines:
            canvas.text(line, 16, SOFT_TEXT, room=(wide, step), topleft=(self.left, y))
            y += step
        room = pygame.Rect(self.left, bottom - px(140), wide, px(64))
        draw_paragraph(canvas, self._about_file, room, SOFT_TEXT, 13)
        draw_standing(canvas, self.sheet, self._plan.person, self._standing)

    @property
    def _about_file(self) -> Message:
        return _(
            "Your answers are in {file}; `towersim lab leaderboard --people FILE` puts you beside "
            "the heuristics.",
            file=str(answers_file(self.context)),
        )


def lines(answers: Sequence[Answered]) -> list[Message]:
    """Return the details of a round's score, as one sentence each."""
    found, hard = score(answers), [it for it in answers if it.question.part != "plain"]
    said = [_("0 is perfect, 0.25 is earned by “cannot say”")]
    if hard:
        right = sum(it.is_right for it in hard)
        said.append(_("Of the hard half: {right} of {all} right", right=right, all=len(hard)))
    times = sorted(it.said.seconds for it in answers)
    said.append(_("{seconds:.1f} s for an answer, in the median", seconds=times[len(times) // 2]))
    if found.sides is not None and found.share_error is not None:
        right, fell = found.sides
        said.append(_("{right} of {all} sides right", right=right, all=fell))
        said.append(_("How much falls: {share:.0%} off on average", share=found.share_error))
    worst = max(answers, key=lambda it: it.loss)
    if worst.loss > 0.25:
        number = answers.index(worst) + 1
        surprise = _("The greatest surprise: tower {number}, which falls", number=number)
        if worst.question.stands:
            surprise = _("The greatest surprise: tower {number}, which stands", number=number)
        said.append(surprise)
    return said
