"""The mouse at the free table: what a press, a drag and a click mean where they happen."""

import math
from collections.abc import Callable
from typing import Final

import pygame

from towersim.free_table.table import FreeTable
from towersim.scene import Block
from towersim.ui.build.actions import Actions
from towersim.ui.build.hand import BuildHand
from towersim.ui.build.layout import Layout, scroll_bar, slot_at
from towersim.ui.build.presenter import BuildPointer, Presenter
from towersim.ui.theme import Stage
from towersim.units import Vec

CLICK: Final = 0.3
"""After a shorter press on a piece it stays in the hand without a pressed button, in seconds."""
DRAG: Final = 5.0
"""A press on a block becomes a drag when the mouse has moved this far, in units."""
LEFT, MIDDLE, RIGHT = 1, 2, 3


class Mouse:
    """Turns mouse events into actions; each event returns what is to be said, or nothing."""

    def __init__(
        self,
        actions: Actions,
        hand: BuildHand,
        table: FreeTable,
        presenter: Presenter,
        clock: Callable[[], float],
    ) -> None:
        self._actions, self._hand, self._table = actions, hand, table
        self._presenter, self._clock = presenter, clock
        self._press: tuple[Block, tuple[int, int]] | None = None
        """The block that was pressed, and where, until it is dragged or let go."""
        self._drags = self._pans = False
        self._pressed_at = 0.0

    def resize(self, stage: Stage, layout: Layout) -> None:
        """Know where everything lies on another stage."""
        self._stage, self._layout = stage, layout

    def handle(self, event: pygame.event.Event, pointer: BuildPointer) -> str:
        """Answer an event of the mouse."""
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            before, pointer.at, pointer.keys = pointer.at, event.pos, False
            if event.type == pygame.MOUSEMOTION:
                return self._move(before, event.pos)
        if event.type == pygame.MOUSEWHEEL:
            self._wheel(event, pointer)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            return self._down(event.button, pointer)
        elif event.type == pygame.MOUSEBUTTONUP:
            return self._up(event.button, pointer)
        return ""

    def take(self, number: int, *, with_mouse: bool) -> str:
        """Take the first, second … piece that is seen, at the left of the table."""
        if number < 1:
            return ""
        room = self._layout.areas.room
        low, high = self._presenter.seen()
        x = self._presenter.camera.to_m(room.left + self._stage.px(90), 0)[0]
        at = Vec(x, low.y + (high.y - low.y) * 0.6)
        said = self._actions.take_piece(number - 1, at, with_mouse=with_mouse)
        self._pressed_at = self._clock()
        self._drags = with_mouse
        return said

    def _move(self, before: tuple[int, int], at: tuple[int, int]) -> str:
        camera = self._presenter.camera
        if self._pans:
            self._presenter.control.pan(at[0] - before[0], at[1] - before[1])
        said = ""
        if self._press is not None:
            block, start = self._press
            if math.dist(start, at) >= self._stage.px(DRAG):
                self._press, self._drags = None, True
                said = self._hand.take(block.id, camera.to_m(*start))
        self._hand.point(at, camera)
        return said

    def _wheel(self, event: pygame.event.Event, pointer: BuildPointer) -> None:
        if self._table.held is not None:
            self._hand.wheel(event, fine=pointer.fine)
        elif self._layout.areas.side.collidepoint(pointer.at):
            self._presenter.palette.scroll(-event.y)
        elif self._presenter.is_over_table(pointer.at):
            self._presenter.zoom(event.y, pointer.at)

    def _down(self, button: int, pointer: BuildPointer) -> str:
        at, full = pointer.at, self._table.held is not None
        over = self._presenter.is_over_table(at)
        if button == RIGHT and full:
            self._table.put_back()
        elif button in (MIDDLE, RIGHT):
            self._pans = over
        elif button == LEFT and full:
            self._drags, self._hand.with_mouse = True, over
            self._pressed_at = 0.0
            self._hand.point(at, self._presenter.camera)
        elif button == LEFT and over:
            block = self._presenter.block_at(at)
            pointer.chosen = block.id if block else None
            self._press = (block, at) if block else None
            self._pans = block is None
        elif button == LEFT and scroll_bar(self._stage, self._layout).collidepoint(at):
            self._jump(at[1])
        elif button == LEFT and (place := slot_at(self._layout, at)) is not None:
            said = self.take(place + 1, with_mouse=True)
            self._hand.point(at, self._presenter.camera)
            return said
        return ""

    def _jump(self, y: int) -> None:
        """Show the pieces that a height of the scroll bar stands for."""
        palette, bar = self._presenter.palette, self._layout.pieces
        wanted = round((y - bar.y) / bar.h * palette.all_rows - palette.rows / 2)
        palette.scroll(wanted - palette.top)

    def _up(self, button: int, pointer: BuildPointer) -> str:
        self._press, self._pans = None, False
        if button != LEFT or not self._drags or self._table.held is None:
            return ""
        self._drags = False
        if not self._layout.areas.side.collidepoint(pointer.at):
            return self._actions.let_go()
        if self._clock() - self._pressed_at >= CLICK:
            self._table.put_back()
        return ""
