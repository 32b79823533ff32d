"""The page of personal records: by measure over all challenges, and of endless building."""

from typing import Final

from towersim.common.errors import OptionFault
from towersim.common.messages import Day, Message, message as _
from towersim.files.challengefile import all_challenges
from towersim.practice.attempts import Attempt
from towersim.practice.records import endless_records, personal_records
from towersim.rules.practice.challenge import AnyGoal, Endless
from towersim.rules.practice.log import measure_text, title_text
from towersim.ui.app_context import AppContext, ScreenChange
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.theme import SOFT_TEXT, TEXT
from towersim.ui.games.practice.start import attempts_file
from towersim.ui.language.faults import fault_message
from towersim.ui.screens.sheet import SheetScreen
from towersim.ui.widgets.forms import Pressed

ROW: Final = 34
"""Height of a record, in units."""
Row = tuple[Message, Message, Message]
"""The measure, the challenge and the day of a record."""


class RecordsPage(SheetScreen):
    """Two lists of personal records."""

    title, title_at = _("Records"), 44
    size = 900, 640

    def __init__(self, context: AppContext) -> None:
        self._fault = ""
        self._lists: tuple[list[Row], list[Row]] = [], []
        try:
            history = attempts_file(context).history()
            self._lists = _best(history), _endless(history)
        except OptionFault as fault:
            self._fault = fault_message(fault)
        super().__init__(context)

    def fill(self) -> None:
        """Add the button "back"."""
        self.foot()

    def answer(self, pressed: Pressed) -> ScreenChange | None:  # noqa: ARG002 - it has no button but back
        """Do nothing: there is no other button than "back"."""
        return None

    def paint(self, canvas: Canvas) -> None:
        """Draw both lists, one below the other."""
        px, y = canvas.px, self.sheet.y + canvas.px(84)
        nothing = self._fault or _("None yet.")
        titles = _("Over all challenges"), _("Endless building")
        for title, rows in zip(titles, self._lists, strict=True):
            canvas.text(title, 18, TEXT, bold=True, topleft=(self.left, y))
            y += px(ROW)
            if not rows:
                canvas.text(nothing, 16, SOFT_TEXT, topleft=(self.left, y))
                y += px(ROW)
            for measure, name, day in rows:
                for words, share, wide in (
                    (measure, 0.0, 0.36),
                    (name, 0.38, 0.36),
                    (day, 0.76, 0.24),
                ):
                    room = self.right - self.left
                    at = self.left + round(share * room), y
                    canvas.text(words, 16, TEXT, room=(round(wide * room), px(ROW)), topleft=at)
                y += px(ROW - 6)
            y += px(10)


def _best(history: list[Attempt]) -> list[Row]:
    challenges = {challenge.name: challenge for challenge in all_challenges()}
    return [
        _row(one.goal, one.attempt, title_text(challenges[one.attempt.challenge]))
        for one in personal_records(history, challenges.values())
    ]


def _endless(history: list[Attempt]) -> list[Row]:
    return [
        _row(Endless(), one, _("Endless {number}", number=int(one.challenge.rpartition("-")[2])))
        for one in endless_records(history)
    ]


def _row(goal: AnyGoal, attempt: Attempt, title: Message) -> Row:
    day = Day.fromisoformat(attempt.ended_at.partition("T")[0])
    return measure_text(goal, attempt.measure), title, _("{day:year}", day=day)
