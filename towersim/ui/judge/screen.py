"""The screen of a round: twenty towers, each shown, judged and then simulated."""

from collections.abc import Sequence
from datetime import datetime
from enum import Enum, auto
from typing import Final, NamedTuple

import pygame

from towersim.common.errors import OptionFault
from towersim.common.messages import message as _
from towersim.common.units import Pose
from towersim.lab.judge import (
    BENCHMARK,
    SURENESS,
    Answered,
    Judgement,
    Question,
    Release,
    append,
    questions,
)
from towersim.theatre.impacts import ImpactReader
from towersim.ui.app_context import AppContext, CloseScreens, OpenScreen, ScreenChange
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.input.bindings import KeyCommand, command_for_key, number
from towersim.ui.judge.draw import RoundFrame, band, draw_round, prepared, stop_rect
from towersim.ui.judge.guide import JUDGE
from towersim.ui.judge.plan import Plan, answers_file
from towersim.ui.judge.result import JudgeResult
from towersim.ui.judge.words import SHARES, SIDES, told
from towersim.ui.language.faults import fault_message
from towersim.ui.widgets.forms import Form

HURRY: Final = 12
"""Speed of the simulation after a key or click, in multiples of real time."""


class Step(Enum):
    """The step of the current tower: an expected answer, the simulation, or the verdict."""

    CHANCE = auto()
    SIDE = auto()
    SHARE = auto()
    RUNNING = auto()
    TOLD = auto()


class Choice(NamedTuple):
    """A button of the band: its text and its answer."""

    words: str
    value: object


CHOICES: Final[dict[Step, tuple[Choice, ...]]] = {
    Step.CHANCE: tuple(Choice(f"{chance:.0%}", chance) for chance in SURENESS),
    Step.SIDE: tuple(Choice(words, side) for side, words in SIDES.items()),
    Step.SHARE: tuple(Choice(words, share) for share, words in SHARES.items()),
    Step.RUNNING: (),
    Step.TOLD: (),
}
ASKED: Final[dict[Step, str]] = {
    Step.CHANCE: _("How likely is it to stand?"),
    Step.SIDE: _("To which side does it fall?"),
    Step.SHARE: _("How much of it falls?"),
    Step.RUNNING: _("Time runs …"),
    Step.TOLD: "",
}


class JudgeRound:
    """The screen of one round."""

    overlay = False

    def __init__(self, context: AppContext, plan: Plan, drawn: tuple[int, Sequence[str]]) -> None:
        """Begin a round; `drawn` are its seed and the trials judged before."""
        self._context, self._plan = context, plan
        self.questions = questions(*drawn)
        self.answers: list[Answered] = []
        self._notice = ""
        self._begin()

    def _begin(self) -> None:
        """Show the next tower."""
        self.question: Question = self.questions[len(self.answers)]
        self._poses: Sequence[Pose] = [block.pose for block in self.question.scene.blocks]
        self._release: Release | None = None
        self._reader = ImpactReader()
        self._said: dict[str, object] = {}
        self._shown_at: float | None = None
        self._answered_in = 0.0
        self._hurries = False
        self.step = Step.CHANCE
        self.sprites = prepared(self.question.scene)
        self.resize()

    @property
    def is_animating(self) -> bool:
        """Whether the screen may change without input."""
        return self.step is Step.RUNNING or (self._is_asking and not self.is_hidden)

    @property
    def _is_asking(self) -> bool:
        return self.step in (Step.CHANCE, Step.SIDE, Step.SHARE)

    @property
    def is_hidden(self) -> bool:
        """Whether the exposure time of the tower is over and its answer is missing."""
        exposure, shown = self._plan.exposure, self._shown_at
        if exposure is None or shown is None or not self._is_asking:
            return False
        return self._context.clock() - shown >= exposure

    def resize(self) -> None:
        """Lay out everything for the context's stage."""
        stage = self._context.stage
        px = stage.px
        self._context.game = JUDGE
        self.form = Form(stage)
        room = band(stage)
        choices = CHOICES[self.step]
        wide = px(92) if len(choices) > 4 else px(180)
        left = stage.rect.centerx - (wide * len(choices) + px(8) * (len(choices) - 1)) // 2
        for index, choice in enumerate(choices):
            rect = pygame.Rect(left + index * (wide + px(8)), room.y + px(42), wide, px(44))
            self.form.button(rect, choice.words, ("say", index), "dark")
        if self.step is Step.TOLD:
            last = len(self.answers) == len(self.questions)
            rect = pygame.Rect(room.right - px(190), room.y + px(36), px(166), px(48))
            self.form.button(rect, _("Score") if last else _("Next tower"), "next", "strong")
        self.form.button(stop_rect(stage), _("Stop"), "stop", "dark")

    # --- events ---------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Handle an event."""
        if event.type == pygame.KEYDOWN:
            command = command_for_key(event.key)
            if command is KeyCommand.PAUSE:
                return CloseScreens()
            if command is KeyCommand.MUTE:
                self._context.toggle_sound()
            digit = number(event.key) or 0
            if 0 < digit <= len(CHOICES[self.step]):
                self._say(digit - 1)
                return None
        if self.step is Step.RUNNING and event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self._hurries = True
        pressed = self.form.handle(event)
        match pressed.command if pressed else None:
            case "stop":
                return CloseScreens()
            case ("say", int(index)):
                self._say(index)
            case "next":
                return self._next()
        return None

    def _say(self, index: int) -> None:
        """Accept an answer; go to the next question, or start the simulation."""
        if self._shown_at is None:
            return
        value = CHOICES[self.step][index].value
        if self.step is Step.CHANCE:
            self._answered_in = self._context.clock() - self._shown_at
            self._said["probability"] = value
            falls = self._plan.asks_side and isinstance(value, float) and value < 0.5
            self.step = Step.SIDE if falls else Step.RUNNING
        elif self.step is Step.SIDE:
            self._said["side"], self.step = value, Step.SHARE
        elif self.step is Step.SHARE:
            self._said["share"], self.step = value, Step.RUNNING
        if self.step is Step.RUNNING:
            self._release = Release(self.question.scene)
        self.resize()

    def _next(self) -> ScreenChange | None:
        if len(self.answers) < len(self.questions):
            self._begin()
            return None
        return OpenScreen(JudgeResult(self._context, self._plan, self.answers))

    # --- time -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> ScreenChange | None:
        """Advance by `seconds`."""
        self.form.update(seconds)
        release, context = self._release, self._context
        if self.step is Step.RUNNING and release is not None:
            pace = HURRY if self._hurries else context.settings.pace
            if release.advance(seconds * pace):
                self._poses = release.poses
            width = self.question.scene.table.width
            impacts = self._reader.read(release.world)
            context.sound.frame(impacts, width, (), context.settings)
            if release.is_over:
                self._keep(release)
        return None

    def _keep(self, release: Release) -> None:
        """Save the answer after the simulation, and show the verdict."""
        said = Judgement(
            person=self._plan.person,
            benchmark=BENCHMARK,
            trial=self.question.trial,
            seconds=round(self._answered_in, 3),
            answered_at=datetime.now().isoformat(timespec="seconds"),
            exposure=self._plan.exposure,
            **self._said,  # type: ignore[arg-type]  # by the step that asked for it
        )
        try:
            append(answers_file(self._context), said)
        except OptionFault as fault:
            self._notice = fault_message(fault)
        self.answers.append(Answered(self.question, said, release.fate()))
        self.step = Step.TOLD
        self.resize()

    def draw(self, canvas: Canvas) -> None:
        """Draw a frame; the exposure time of a tower starts with its first frame."""
        answered = self.answers[-1] if self.step is Step.TOLD else None
        lines = (ASKED[self.step],) if answered is None else told(answered)
        frame = RoundFrame(
            question=self.question,
            poses=self._poses,
            is_hidden=self.is_hidden,
            number=min(len(self.answers) + (answered is None), len(self.questions)),
            right=[answer.is_right for answer in self.answers],
            lines=lines,
            ends=self.step is Step.CHANCE,
            keys=len(CHOICES[self.step]),
            notice=self._notice,
        )
        draw_round(canvas, self.sprites, frame)
        self.form.draw(canvas)
        if self._shown_at is None:
            self._shown_at = self._context.clock()
