"""The start page of Judge: the options of a round, and the person's results so far."""

from typing import Final

import pygame

from towersim.common.dice import fresh_seed
from towersim.common.messages import message as _
from towersim.lab.judge import NAME_LENGTH
from towersim.ui.app_context import AppContext, OpenScreen, ScreenChange
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.text import draw_paragraph
from towersim.ui.drawing.theme import SOFT_TEXT, TEXT
from towersim.ui.judge.draw_standing import COLUMN, SHEET, draw_standing
from towersim.ui.judge.guide import JUDGE
from towersim.ui.judge.plan import answers_so_far, keep_plan, kept_plan, standing
from towersim.ui.judge.screen import JudgeRound
from towersim.ui.screens.sheet import BACK, FootButton, SheetScreen
from towersim.ui.widgets.forms import Pressed

ABOUT: Final = _(
    "Twenty towers, one after the other. Say of each how likely it is to stand; then time runs. "
    "Half of them are hard on purpose, and no die decides: the same tower always does the same. "
    "Heuristics are ranked on the same towers."
)
LINES: Final = (_("Who judges"), _("Shown"), _("Asked"))
LABEL: Final = 150
"""Width of the label before a field, in units."""


class JudgeStart(SheetScreen):
    """The page with the options of a round."""

    title = _("Judge")
    size = SHEET

    def __init__(self, context: AppContext) -> None:
        self._plan = kept_plan(context.settings)
        self.context = context
        self._look_up()
        super().__init__(context)

    def fill(self) -> None:
        """Add the field of the name and the two choosers."""
        self.context.game = JUDGE
        plan = self._plan
        self._name = self.form.entry(self._field(0), plan.person, NAME_LENGTH)
        shown = _("for one second") if plan.exposure else _("as long as you like")
        self.form.button(self._field(1), shown, "exposure", chooser=True)
        asked = _("stands or falls")
        if plan.asks_side:
            asked = _("stands, or which side falls")
        self.form.button(self._field(2), asked, "side", chooser=True)
        self.foot([BACK, FootButton(_("Judge twenty towers"), "start", COLUMN - 152, "strong")])

    def _field(self, line: int) -> pygame.Rect:
        px = self.context.stage.px
        y = self.sheet.y + px(204 + 54 * line)
        return pygame.Rect(self.left + px(LABEL), y, px(COLUMN - LABEL), px(42))

    def resize(self) -> None:
        """Lay out the page for the context's stage, and reload the answers."""
        self._plan = self._plan._replace(person=self._typed())
        self._look_up()
        super().resize()

    def _look_up(self) -> None:
        self._answers, fault = answers_so_far(self.context)
        self.context.notice = fault or self.context.notice
        self._standing = standing(self._answers, self._plan.person)

    def _typed(self) -> str:
        return self._name.get_text().strip() or self._plan.person

    def answer(self, pressed: Pressed) -> ScreenChange | None:
        """Change the plan, or start the round."""
        plan = self._plan._replace(person=self._typed())
        match pressed.command:
            case "exposure":
                plan = plan._replace(exposure=None if plan.exposure else 1.0)
            case "side":
                plan = plan._replace(asks_side=not plan.asks_side)
            case _:
                keep_plan(self.context, plan)
                judged = [it.trial for it in self._answers if it.person == plan.person]
                return OpenScreen(JudgeRound(self.context, plan, (fresh_seed(), judged)))
        self._plan = plan
        self.resize()
        return None

    def paint(self, canvas: Canvas) -> None:
        """Draw the introduction, the labels, and the person's results."""
        px = canvas.px
        about = pygame.Rect(self.left, self.sheet.y + px(74), px(COLUMN), px(118))
        draw_paragraph(canvas, ABOUT, about, SOFT_TEXT)
        for index, name in enumerate(LINES):
            field = self._field(index)
            room, at = (field.x - self.left - px(12), field.h), (self.left, field.centery)
            canvas.text(name, 18, TEXT, bold=True, room=room, midleft=at)
        draw_standing(canvas, self.sheet, self._plan.person, self._standing)
