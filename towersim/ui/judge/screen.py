"""The screens of Judge: a round, its result, the page before it, and the round of weak blocks."""

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from enum import StrEnum, auto
from statistics import median_high
from typing import Any, Final

import pygame

from towersim.common.dice import fresh_seed
from towersim.common.errors import OptionFault, cleaned
from towersim.common.messages import Message, message as _
from towersim.common.units import BlockId, Pose
from towersim.lab import judge
from towersim.theatre.impacts import ImpactReader
from towersim.ui.app_context import (
    AppContext,
    CloseScreens,
    OpenScreen,
    ReplaceScreens,
    ScreenChange,
)
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.text import Paragraph, TextBox, TextSizes, draw_paragraph
from towersim.ui.drawing.theme import SOFT_TEXT, TEXT
from towersim.ui.input.bindings import STEPS, KeyCommand, neighbour, number
from towersim.ui.judge import draw
from towersim.ui.judge.plan import (
    RoundPlan,
    answers_file,
    answers_so_far,
    keep_plan,
    kept_plan,
    standing,
)
from towersim.ui.language.faults import fault_message
from towersim.ui.rulebook import JUDGE
from towersim.ui.screens.base import BACK, STRAY, FootButton, SheetScreen, TableScreen
from towersim.ui.stacking.xray import XRay, XRayPicture
from towersim.ui.widgets.forms import ButtonId, Pressed


class JudgeResult(SheetScreen):
    """The score of a round; below it on the stack are the round and the start page."""

    title, size = "", draw.SHEET

    def __init__(
        self, context: AppContext, plan: RoundPlan, answers: Sequence[judge.Answered]
    ) -> None:
        self.plan, self.score, self.lines = plan, judge.score(answers), lines(answers)
        right, towers = self.score.right, self.score.towers
        self.title = _("{right} of {towers} right", right=right, towers=towers)
        self.standing = standing(answers_so_far(context)[0], plan)
        super().__init__(context)

    def fill(self) -> None:
        """Add the buttons."""
        again = FootButton(_("Another round"), "again", 190, "strong")
        self.foot([again, FootButton(_("Menu"), "menu", 150)])

    def leave(self) -> ScreenChange:
        """Return to the start page."""
        return CloseScreens(2)

    def execute(self, pressed: Pressed) -> ScreenChange | None:
        """Return to the start page for another round, or to the menu."""
        if pressed.command == "menu":
            return ReplaceScreens(self.context.pages["menu"](self.context))
        return self.leave()

    def paint(self, canvas: Canvas) -> None:
        """Draw the score, its details, and the person's results so far."""
        px, top, bottom = canvas.px, self.sheet.y, self.sheet.bottom
        brier, wide = _("Score {brier:.3f}", brier=self.score.brier), px(draw.COLUMN)
        told = [Paragraph(brier, TEXT), *(Paragraph(line, SOFT_TEXT, 4) for line in self.lines)]
        room = pygame.Rect(self.left, top + px(76), wide, bottom - top - px(76 + 146))
        sizes = TextSizes(canvas.viewport.grown(20), 14, gap=10)
        TextBox(canvas.viewport, told, room, sizes).draw(canvas)
        room = pygame.Rect(self.left, bottom - px(140), wide, px(64))
        about = draw.TEXTS["files"]["rated" if self.plan.is_rated else "usual"]
        about = about.filled(file=str(answers_file(self.context)))
        draw_paragraph(canvas, about, room, SOFT_TEXT, 13)
        draw.draw_standing(canvas, self.sheet, self.plan.person, self.standing)


def lines(answers: Sequence[judge.Answered]) -> list[Message]:
    """Return the details of a round's score, as one sentence each."""
    result = judge.score(answers)
    hard = [answer for answer in answers if answer.question.part != "plain"]
    sentences: list[Message] = []
    if hard:
        right = sum(answer.is_right for answer in hard)
        sentences.append(_("Of the hard ones: {right} of {all} right", right=right, all=len(hard)))
    median = median_high(answer.judgement.seconds for answer in answers)
    sentences.append(_("{seconds:.1f} s for an answer, in the median", seconds=median))
    if result.sides is not None and result.share_error is not None:
        right, fell = result.sides
        sentences.append(_("{right} of {all} sides right", right=right, all=fell))
        sentences.append(_("How much falls: {share:.0%} off on average", share=result.share_error))
    worst = max(answers, key=lambda answer: answer.loss)
    if worst.loss > 0.25 and worst.judgement.rating is None:
        number = answers.index(worst) + 1
        surprise = _("The greatest surprise: tower {number}, which falls", number=number)
        if worst.question.stands:
            surprise = _("The greatest surprise: tower {number}, which stands", number=number)
        sentences.append(surprise)
    return sentences


HURRY: Final = 12
"""Speed of the simulation after a key or click, in multiples of real time."""


class RoundStep(StrEnum):
    """The step of the current tower: an expected answer, the simulation, or the verdict."""

    CHANCE = auto()
    SIDE = auto()
    SHARE = auto()
    RUNNING = auto()
    TOLD = auto()


CHOICES: Final[Mapping[RoundStep, Mapping[Any, str]]] = {
    RoundStep.CHANCE: {chance: _("{chance:.0%}", chance=chance) for chance in judge.SURENESS},
    RoundStep.SIDE: draw.SIDES,
    RoundStep.SHARE: draw.SHARES,
}
"""The answers of each step at which one answers, with the texts on their buttons."""
RATED_CHOICES: Final = {chance: str(rating) for rating, chance in enumerate(judge.RATINGS, 1)}


class JudgeRound(TableScreen):
    """The screen of one round."""

    guide = JUDGE, None

    def __init__(
        self, context: AppContext, plan: RoundPlan, drawn: tuple[int, Collection[str]]
    ) -> None:
        """Begin a round; `drawn` are its seed and the trials judged before."""
        self.plan = plan
        self.questions = judge.questions(*drawn, plan.benchmark)
        self.answers: list[judge.Answered] = []
        self.notice = ""
        self._begin()
        super().__init__(context)

    def _begin(self) -> None:
        """Show the next tower."""
        self.question: judge.Question = self.questions[len(self.answers)]
        self._poses: Sequence[Pose] = [block.pose for block in self.question.scene.blocks]
        self._release: judge.JudgeSimulation | None = None
        self._reader = ImpactReader()
        self._said: dict[str, object] = {}
        self.shown_at: float | None = None
        self._answered_in = 0.0
        self._told_at = math.inf
        self._hurries = False
        self.step = RoundStep.CHANCE
        self.sprites = draw.prepared(self.question.scene)

    @property
    def is_animating(self) -> bool:
        """Whether the screen may change without input."""
        hides = self._is_asking and self.plan.exposure is not None and not self.is_hidden
        return self.step is RoundStep.RUNNING or hides

    @property
    def _choices(self) -> Mapping[Any, str]:
        is_rated = self.plan.is_rated and self.step is RoundStep.CHANCE
        return RATED_CHOICES if is_rated else CHOICES.get(self.step, {})

    @property
    def _is_asking(self) -> bool:
        return self.step in CHOICES

    @property
    def is_hidden(self) -> bool:
        """Whether the exposure time of the tower is over and its answer is missing."""
        exposure, shown = self.plan.exposure, self.shown_at
        if exposure is None or shown is None or not self._is_asking:
            return False
        return self._context.clock() - shown >= exposure

    def arrange(self) -> None:
        """Add the buttons of the present question or of the verdict."""
        viewport = self._context.viewport
        px = viewport.px
        room = draw.band(viewport)
        choices = self._choices
        wide = px(92) if len(choices) > 4 else px(180)
        left = viewport.rect.centerx - (wide * len(choices) + px(8) * (len(choices) - 1)) // 2
        for index, label in enumerate(choices.values()):
            rect = pygame.Rect(left + index * (wide + px(8)), room.y + px(42), wide, px(44))
            self.form.button(rect, label, ("say", index), "dark")
        if self.step is RoundStep.TOLD:
            last = len(self.answers) == len(self.questions)
            on = _("Score") if last else _("Next tower")
            self.form.button(draw.next_rect(viewport), on, "next", "strong")
        self.form.button(draw.stop_rect(viewport), _("Stop"), "stop", "dark")

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Handle an event; while time runs, any press lets it run faster."""
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self._hurries |= self.step is RoundStep.RUNNING
        return super().handle(event)

    def key_event(self, command: StrEnum | None, event: pygame.event.Event) -> ScreenChange | None:
        """Give the answer of a digit."""
        digit = number(event.key) or 0
        if 0 < digit <= len(self._choices):
            return self._say(digit - 1)
        return super().key_event(command, event)

    def do(self, command: ButtonId, direction: int) -> ScreenChange | None:  # noqa: ARG002 - no choosers
        """Execute the command of a button."""
        match command:
            case "stop":
                return self.pause()
            case ("say", int(index)):
                return self._say(index)
            case "next" if self._context.clock() - self._told_at >= STRAY:
                return self._next()
        return None

    def _say(self, index: int) -> ScreenChange | None:
        """Accept an answer; go to the next question or tower, or start the simulation."""
        if self.shown_at is None:
            return None
        value = [*self._choices][index]
        if self.step is RoundStep.CHANCE:
            self._answered_in = self._context.clock() - self.shown_at
            self._said["probability"] = value
            if self.plan.is_rated:
                self._said["rating"] = index + 1
                # Its fate is neither simulated nor told: that would train the person.
                self._keep(judge.JudgeSimulation(self.question.scene))
                return self._next()
            falls = self.plan.asks_side and value < 0.5
            self.step = RoundStep.SIDE if falls else RoundStep.RUNNING
        elif self.step is RoundStep.SIDE:
            self._said["side"], self.step = value, RoundStep.SHARE
        elif self.step is RoundStep.SHARE:
            self._said["share"], self.step = value, RoundStep.RUNNING
        if self.step is RoundStep.RUNNING:
            self._release = judge.JudgeSimulation(self.question.scene)
        self.resize()
        return None

    def _next(self) -> ScreenChange | None:
        if len(self.answers) < len(self.questions):
            self._begin()
            self.resize()
            return None
        return OpenScreen(JudgeResult(self._context, self.plan, self.answers))

    def update(self, seconds: float) -> ScreenChange | None:
        """Advance by `seconds`."""
        self.form.update(seconds)
        release, context = self._release, self._context
        if self.step is RoundStep.RUNNING and release is not None:
            pace = HURRY if self._hurries else context.settings.pace
            if release.advance(seconds * pace):
                self._poses = release.poses
            impacts, table = self._reader.read(release.world), self.question.scene.table
            context.sound.frame(impacts, table.width, (), context.settings)
            if release.is_over:
                self._keep(release)
        return None

    def _keep(self, release: judge.JudgeSimulation) -> None:
        """Save the answer after the simulation, and show the verdict."""
        judgement = judge.Judgement(
            person=self.plan.person,
            benchmark=self.plan.benchmark,
            trial=self.question.trial,
            seconds=round(self._answered_in, 3),
            answered_at=datetime.now().isoformat(timespec="seconds"),
            exposure=self.plan.exposure,
            **self._said,  # type: ignore[arg-type]  # by the step that asked for it
        )
        self.notice = ""
        try:
            judge.append(answers_file(self._context), judgement)
        except OptionFault as fault:
            self.notice = fault_message(fault)
        self.answers.append(judge.Answered(self.question, judgement, release.fate()))
        self.step, self._told_at = RoundStep.TOLD, self._context.clock()
        self.resize()

    def draw(self, canvas: Canvas) -> None:
        """Draw a frame; the exposure time of a tower starts with its first frame."""
        answered = self.answers[-1] if self.step is RoundStep.TOLD else None
        lines = draw.told(answered) if answered else (draw.TEXTS["asked"][self.step],)
        tower = "weights" if self.question.hides_density else "plain"
        hint = draw.TEXTS["towers"]["hidden" if self.is_hidden else tower]
        number = min(len(self.answers) + (answered is None), len(self.questions))
        frame = draw.RoundFrame(
            scene=self.question.scene,
            poses=() if self.is_hidden else self._poses,
            hint=self.notice or hint.filled(number=number, all=draw.ROUND),
            right=[None if self.plan.is_rated else answer.is_right for answer in self.answers],
            lines=lines,
            keys=len(self._choices),
            ends=self.step is RoundStep.CHANCE,
        )
        draw.draw_round(canvas, self.sprites, frame)
        self.form.draw(canvas)
        if self.shown_at is None:
            self.shown_at = self._context.clock()


LINES: Final = (_("Who judges"), _("Shown"), _("Asked"))
DOWN: Final = 100
"""Distance of a person's results from where they are on the sheet of a result, in units."""
LABEL, LETTERS = 150, 18
"""Least width of the labels before the fields, and the size of their letters, in units."""


class JudgeStart(SheetScreen):
    """The page with the options of a round."""

    guide = JUDGE, None
    title = _("Judge")
    size = draw.SHEET[0], draw.SHEET[1] + DOWN

    def __init__(
        self, context: AppContext, benchmark: str = judge.BENCHMARK, seed: int | None = None
    ) -> None:
        self.plan = kept_plan(context.settings)._replace(benchmark=benchmark, seed=seed)
        if self.plan.is_rated:
            self.plan = self.plan._replace(exposure=None, asks_side=False)
        self.context = context
        self._look_up()
        super().__init__(context)

    def fill(self) -> None:
        """Add the field of the name and the two choosers."""
        plan = self.plan
        self._name = self.form.entry(self._field(0), plan.person, judge.NAME_LENGTH)
        start = FootButton(_("Judge twenty towers"), "start", draw.COLUMN - 152, "strong")
        if plan.is_rated:
            self.foot([BACK, start])
            return
        shown = _("for one second") if plan.exposure else _("as long as you like")
        self.form.button(self._field(1), shown, "exposure", chooser=True)
        side, only = _("stands, or which side falls"), _("stands or falls")
        asked = side if plan.asks_side else only
        self.form.button(self._field(2), asked, "side", chooser=True)
        self.foot([BACK, start], [FootButton(_("Which block gives way first?"), "weak", 280)])

    def _field(self, line: int) -> pygame.Rect:
        viewport, px = self.context.viewport, self.context.viewport.px
        size = px(viewport.grown(LETTERS))
        label = max(viewport.fonts.width(name, size, bold=True) for name in LINES) + px(14)
        label = min(max(label, px(LABEL)), px(draw.COLUMN // 2))
        y = self.sheet.y + px(204 + 54 * line)
        return pygame.Rect(self.left + label, y, px(draw.COLUMN) - label, px(42))

    def resize(self) -> None:
        """Lay out the page for the context's viewport, and reload the answers."""
        self.plan = self.plan._replace(person=self._typed())
        self._look_up()
        super().resize()

    def _look_up(self) -> None:
        self._answers, fault = answers_so_far(self.context)
        self.context.notice = fault or self.context.notice
        self.standing = standing(self._answers, self.plan)

    def _typed(self) -> str:
        return cleaned(self._name.get_text()).strip() or self.plan.person

    def execute(self, pressed: Pressed) -> ScreenChange | None:
        """Change the plan, or start the round."""
        plan = self.plan._replace(person=self._typed())
        match pressed.command:
            case "exposure":
                plan = plan._replace(exposure=None if plan.exposure else 1.0)
            case "side":
                plan = plan._replace(asks_side=not plan.asks_side)
            case "weak":
                return OpenScreen(WeakRound(self.context, fresh_seed()))
            case _:
                if not plan.is_rated:
                    keep_plan(self.context, plan)
                judged = {one.trial for one in self._answers if one.person == plan.person}
                seed = fresh_seed() if plan.seed is None else plan.seed
                return OpenScreen(JudgeRound(self.context, plan, (seed, judged)))
        self.plan = plan
        self.resize()
        return None

    def paint(self, canvas: Canvas) -> None:
        """Draw the introduction, the labels, and the person's results."""
        px = canvas.px
        about = pygame.Rect(self.left, self.sheet.y + px(70), self.right - self.left, px(104))
        is_rated = self.plan.is_rated
        told = draw.TEXTS["rounds"]["rated" if is_rated else "usual"]
        draw_paragraph(canvas, told, about, SOFT_TEXT)
        for index, name in enumerate(LINES[:1] if is_rated else LINES):
            field = self._field(index)
            room, at = (field.x - self.left - px(12), field.h), (self.left, field.centery)
            canvas.text(name, LETTERS, TEXT, bold=True, room=room, midleft=at)
        below = self.sheet.move(0, px(DOWN))
        draw.draw_standing(canvas, below, self.plan.person, self.standing)


def standing_towers(seed: int) -> Iterator[judge.Question]:
    """Yield towers of the benchmark that stand, each once, in an order that the seed determines."""
    seen = set[str]()
    while True:
        for question in judge.questions(seed, seen):
            if question.stands and question.trial not in seen:
                seen.add(question.trial)
                yield question
        seed += 1


class WeakRound(TableScreen):
    """The screen of one round in which the block that would move first is chosen."""

    guide = JUDGE, None

    def __init__(self, context: AppContext, seed: int) -> None:
        self._towers = standing_towers(seed)
        self.right: list[bool] = []
        self._xray = XRay()
        self._begin()
        super().__init__(context)

    def _begin(self) -> None:
        """Show the next tower."""
        self.question = next(self._towers)
        self.sprites = draw.prepared(self.question.scene)
        self.marked: BlockId | None = None
        """The block that the keyboard has chosen, or the one that was clicked."""
        self.is_answered = self.is_told = False
        self._told_for = 0.0
        """Seconds since the answer was told."""
        self.picture: XRayPicture | None = None

    @property
    def is_animating(self) -> bool:
        """Whether the screen may change without input: statics come, or what moves first sways."""
        return self.picture is None or (self.is_told and not self._context.look.still)

    def arrange(self) -> None:
        """Add the buttons."""
        viewport, end = self._context.viewport, _("End of the round")
        if self.is_told:
            label = end if len(self.right) == draw.ROUND else _("Next tower")
            self.form.button(draw.next_rect(viewport), label, "next", "strong")
        self.form.button(draw.stop_rect(viewport), _("Stop"), "stop", "dark")

    def other_event(self, event: pygame.event.Event) -> None:
        """Mark the block under the mouse; answer with the one under a click."""
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN) and not self.is_answered:
            self.marked = self._at(event.pos)
            if event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
                self._answer(self.marked)

    def _at(self, at: tuple[int, int]) -> BlockId | None:
        """Return the block at a point, the one with the nearest centre of several."""
        scene = self.question.scene
        x, y = draw.camera_of(self._context.viewport, scene).to_m(*at)
        boxes = ((block, *block.extent) for block in scene.blocks)
        hit = [b for b, low, high in boxes if low.x <= x <= high.x and low.y <= y <= high.y]
        near = min(hit, key=lambda b: abs(b.pose.x - x) + abs(b.pose.y - y), default=None)
        return None if near is None else near.id

    def _answer(self, block: BlockId | None) -> None:
        if block is not None:
            self.marked, self.is_answered = block, True

    def key_event(self, command: StrEnum | None, event: pygame.event.Event) -> ScreenChange | None:
        """Choose a block by keys, answer with it, or go on."""
        if command in STEPS and not self.is_answered:
            names = [block.id for block in self.question.scene.blocks]
            self.marked = neighbour(names, self.marked, STEPS[command])
            return None
        if command is KeyCommand.CONFIRM and not self.is_answered:
            self._answer(self.marked)
            return None
        return super().key_event(command, event)

    def do(self, command: ButtonId, direction: int) -> ScreenChange | None:  # noqa: ARG002 - no choosers
        """Execute the command of a button."""
        if command == "stop" or len(self.right) == draw.ROUND:
            return CloseScreens()
        self._begin()
        self.resize()
        return None

    def update(self, seconds: float) -> ScreenChange | None:
        """Advance by `seconds`; tell the answer once the statics are known."""
        self.form.update(seconds)
        self.picture = self._xray.at_rest(self.question.trial, self.question.scene)
        self._told_for += seconds if self.is_told and not self._context.look.still else 0.0
        if self.is_answered and not self.is_told and self.picture is not None:
            self.right.append(self.marked == self.picture.analysis.summary.weakest)
            self.is_told = True
            self.resize()
        return None

    def draw(self, canvas: Canvas) -> None:
        """Draw a frame."""
        number, most = len(self.right) + (not self.is_told), draw.ROUND
        hint = _("Tower {number} of {most}: which block gives way first?", number=number, most=most)
        lines: list[str] = [_("Click the block that gives way first if the table is tilted.")]
        if self.is_told and self.picture is not None:
            wrong: str = _("No: it is the one with the red outline.")
            verdict = _("Right.") if self.right[-1] else wrong
            if len(self.right) == most:
                verdict = _("{right} of {towers} right", right=sum(self.right), towers=most)
            lines = [verdict, self.picture.line]
        scene, told = self.question.scene, self.picture if self.is_told else None
        poses = draw.swayed(scene, told, self._told_for)
        frame = draw.RoundFrame(scene, poses, hint, self.right, lines)
        draw.draw_round(canvas, self.sprites, frame)
        draw.draw_first(canvas, frame, self.marked, told)
        self.form.draw(canvas)
