"""Mouse input of the free table: presses, drags, clicks and the wheel."""

import math
from typing import Final

import pygame

from towersim.common.units import Vec
from towersim.scene.scene import Block
from towersim.ui.build.actions import Actions
from towersim.ui.build.layout import Layout, scroll_bar, slot_at
from towersim.ui.build.presenter import BuildPointer, Presenter
from towersim.ui.drawing.theme import Stage
from towersim.ui.stacking.carry import Carry

DRAG: Final = 5.0
"""Distance after which a press on a block becomes a drag, in units."""
LEFT, MIDDLE, RIGHT = 1, 2, 3


class Mouse:
    """Turns mouse events into actions, which return a message or an empty string."""

    def __init__(self, actions: Actions, carry: Carry, presenter: Presenter) -> None:
        self._actions, self._carry, self._presenter = actions, carry, presenter
        self._press: tuple[Block, tuple[int, int]] | None = None
        """The pressed block and the point of the press, until it is dragged or released."""
        self._pans = False

    def resize(self, stage: Stage, layout: Layout) -> None:
        """Use the layout of another stage."""
        self._stage, self._layout = stage, layout

    def handle(self, event: pygame.event.Event, pointer: BuildPointer) -> str:
        """Handle a mouse event."""
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            before, pointer.at, pointer.keys = pointer.at, event.pos, False
            if event.type == pygame.MOUSEMOTION:
                return self._move(before, event.pos)
        if event.type == pygame.MOUSEBUTTONUP:
            self._press, self._pans = None, False
        if self._carry.mouse(event, pointer.at, fine=pointer.fine):
            return ""
        if event.type == pygame.MOUSEWHEEL:
            self._wheel(event, pointer)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            return self._down(event.button, pointer)
        return ""

    def take(self, number: int, *, with_mouse: bool) -> str:
        """Pick up the first, second … visible piece, at the left of the table."""
        if number < 1:
            return ""
        room = self._layout.areas.room
        low, high = self._presenter.seen()
        x = self._presenter.camera.to_m(room.left + self._stage.px(90), 0)[0]
        at = Vec(x, low.y + (high.y - low.y) * 0.6)
        return self._actions.take_piece(number - 1, at, with_mouse=with_mouse)

    def _move(self, before: tuple[int, int], at: tuple[int, int]) -> str:
        if self._pans:
            self._presenter.control.pan(at[0] - before[0], at[1] - before[1])
        self._carry.move(at)
        if self._press is not None:
            block, start = self._press
            if math.dist(start, at) >= self._stage.px(DRAG):
                self._press = None
                return self._actions.take(block.id, self._presenter.camera.to_m(*start))
        return ""

    def _wheel(self, event: pygame.event.Event, pointer: BuildPointer) -> None:
        if self._layout.areas.side.collidepoint(pointer.at):
            self._presenter.palette.scroll(-event.y)
        elif self._presenter.is_over_table(pointer.at):
            self._presenter.zoom(event.y, pointer.at)

    def _down(self, button: int, pointer: BuildPointer) -> str:
        at, over = pointer.at, self._presenter.is_over_table(pointer.at)
        if button in (MIDDLE, RIGHT):
            self._pans = over
        elif button == LEFT and over:
            block = self._presenter.block_at(at)
            pointer.chosen = block.id if block else None
            self._press = (block, at) if block else None
            self._pans = block is None
        elif button == LEFT and scroll_bar(self._stage, self._layout).collidepoint(at):
            self._jump(at[1])
        elif button == LEFT and (place := slot_at(self._layout, at)) is not None:
            return self.take(place + 1, with_mouse=True)
        return ""

    def _jump(self, y: int) -> None:
        """Scroll to the position y of the scroll bar, in pixels."""
        palette, bar = self._presenter.palette, self._layout.pieces
        wanted = round((y - bar.y) / bar.h * palette.all_rows - palette.rows / 2)
        palette.scroll(wanted - palette.top)
