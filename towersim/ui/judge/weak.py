"""A round of Judge with towers that stand: click the block that moves first, then it is shown."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

import pygame

from towersim.common.messages import message as _
from towersim.common.units import BlockId
from towersim.geometry.shapes import extent
from towersim.lab.judge import Question, questions
from towersim.ui.app_context import AppContext, CloseScreens, ScreenChange
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.input.bindings import STEPS, KeyCommand, neighbour
from towersim.ui.judge import draw
from towersim.ui.rulebook import JUDGE
from towersim.ui.screens.base import TableScreen
from towersim.ui.stacking.xray import XRay, XRayPicture
from towersim.ui.widgets.forms import ButtonId

TOWERS: Final = 20
"""The number of towers of a round."""


def standing_towers(seed: int) -> Iterator[Question]:
    """Yield towers of the benchmark that stand, each once, in an order that the seed determines."""
    seen = set[str]()
    while True:
        for question in questions(seed, seen):
            if question.stands and question.trial not in seen:
                seen.add(question.trial)
                yield question
        seed += 1


class WeakRound(TableScreen):
    """The screen of one round."""

    guide = JUDGE

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
        self.picture: XRayPicture | None = None

    @property
    def is_animating(self) -> bool:
        """Whether the screen may change without input: until the statics are known."""
        return self.picture is None

    def arrange(self) -> None:
        """Add the buttons."""
        px, room = self._context.viewport.px, draw.band(self._context.viewport)
        if self.is_told:
            rect = pygame.Rect(room.right - px(190), room.y + px(36), px(166), px(48))
            label = _("End of the round") if len(self.right) == TOWERS else _("Next tower")
            self.form.button(rect, label, "next", "strong")
        self.form.button(draw.stop_rect(self._context.viewport), _("Stop"), "stop", "dark")

    def other_event(self, event: pygame.event.Event) -> None:
        """Mark the block under the mouse; answer with the one under a click."""
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN) and not self.is_answered:
            self.marked = self._at(event.pos)
            if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
                self._answer(self.marked)

    def _at(self, at: tuple[int, int]) -> BlockId | None:
        """Return the block at a point, the one with the nearest centre of several."""
        scene = self.question.scene
        x, y = draw.camera_of(self._context.viewport, scene).to_m(*at)
        boxes = ((block, *extent(block.shape, block.pose)) for block in scene.blocks)
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
        if command == "stop" or len(self.right) == TOWERS:
            return CloseScreens()
        self._begin()
        self.resize()
        return None

    def update(self, seconds: float) -> ScreenChange | None:
        """Advance by `seconds`; tell the answer once the statics are known."""
        self.form.update(seconds)
        self.picture = self._xray.at_rest(self.question.trial, self.question.scene)
        if self.is_answered and not self.is_told and self.picture is not None:
            self.right.append(self.marked == self.picture.analysis.summary.weakest)
            self.is_told = True
            self.resize()
        return None

    def draw(self, canvas: Canvas) -> None:
        """Draw a frame."""
        number = len(self.right) + (not self.is_told)
        hint = _("Tower {number} of {most}: which block moves first?", number=number, most=TOWERS)
        lines: list[str] = [_("Click the block that moves first if the table is tilted.")]
        if self.is_told and self.picture is not None:
            verdict = (
                _("Right.") if self.right[-1] else _("No: it is the one with the red outline.")
            )
            if len(self.right) == TOWERS:
                verdict = _("{right} of {towers} right", right=sum(self.right), towers=TOWERS)
            lines = [verdict, self.picture.line]
        scene = self.question.scene
        frame = draw.RoundFrame(
            question=self.question,
            poses=[block.pose for block in scene.blocks],
            number=number,
            right=self.right,
            lines=lines,
            ends=False,
            notice=hint,
        )
        draw.draw_round(canvas, self.sprites, frame)
        draw.draw_first(canvas, scene, self.marked, self.picture if self.is_told else None)
        self.form.draw(canvas)
