"""The base class of the screens of games with blocks: the presenter and the person's hand."""

from collections.abc import Sequence
from enum import StrEnum
from functools import partial
from typing import Any

import pygame

from towersim.common.units import Target
from towersim.rules.base import Event
from towersim.ui.app_context import AppContext, ScreenChange
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.layout import TableLayout
from towersim.ui.drawing.text import Tip
from towersim.ui.input.bindings import KeyCommand, Pointer, command_for_key
from towersim.ui.nodes.motion import Showing
from towersim.ui.nodes.node import Node
from towersim.ui.play import Play
from towersim.ui.screens.game import GameScreen
from towersim.ui.stacking.carry import Carry
from towersim.ui.stacking.presenter import TablePresenter


class StackingScreen(GameScreen):
    """The screen of a game with blocks; games override the methods of the last section."""

    presenter: TablePresenter

    def __init__(
        self, context: AppContext, play: Play[Any], pointer: Pointer, presenter: TablePresenter
    ) -> None:
        """Create the screen; as this calls `resize`, a subclass first sets its own fields."""
        self.presenter = presenter
        super().__init__(context, play, pointer)
        self.carry = Carry(context.clock, presenter, partial(self.hud.say, refuses=True))
        """The control of the held block."""

    def other_event(self, event: pygame.event.Event) -> None:
        """Handle the mouse, or the release of a key."""
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.presenter.acted()
        elif event.type == pygame.KEYUP:
            self.carry.lift(command_for_key(event.key, self.keys))
        super().other_event(event)

    def key_event(self, command: StrEnum | None, event: pygame.event.Event) -> ScreenChange | None:
        """Execute a key's command; any but that of the replay clears away what fell."""
        if command is not KeyCommand.SEE_AGAIN:
            self.presenter.acted()
        return super().key_event(command, event)

    def lose_focus(self) -> None:
        """Release all keys and the mouse."""
        super().lose_focus()
        self.carry.hand.rest()

    def mouse(self, event: pygame.event.Event) -> None:
        """Handle a mouse event: the held block's first, then the table's."""
        if hasattr(event, "pos"):
            self.carry.move(event.pos)
        if not self.carry.mouse(event, self.pointer.at, fine=self.pointer.fine):
            self.table_mouse(event)

    def key_down(self, command: StrEnum | None, key: int) -> None:
        """Handle a key of the held block or of the game."""
        if self.carry.key(command):
            self.pointer.keys = True
        else:
            self.table_key(command, key)

    def update(self, seconds: float) -> ScreenChange | None:
        """Advance by `seconds`; raise dust, and hide the mouse where the held block replaces it."""
        change = super().update(seconds)
        if not self._context.look.still:
            self.presenter.dust.add(self.hud.impacts)
        in_hand = self.carry.is_pointer(self.pointer.at)
        if pygame.mouse.get_visible() == in_hand:
            pygame.mouse.set_visible(not in_hand)
        return change

    def hand_target(self, seconds: float) -> Target:
        """Advance the person's hand, and return its target."""
        target = self.carry.step(seconds, self.pointer)
        self.pointer.grips = self.carry.grips
        return target

    def show(self, number: int, event: Event) -> tuple[Showing, Sequence[Node]]:
        """Show an event, unless others' moves are skipped; this table has no nodes."""
        if not self.play.is_skipping:
            self.happened(number, event)
        return Showing(), ()

    @property
    def prompt(self) -> str:
        """The action expected of the player now, as a sentence."""
        return self.presenter.prompt

    @property
    def tip(self) -> Tip | None:
        """The tooltip of the object under the pointer, with its position, or None."""
        return self.presenter.tip() or self.hud.button_tip

    def lay_out(self) -> TableLayout:
        """Return the layout for the context's viewport."""
        return self.presenter.resize(self._context.viewport)

    def paint(self, canvas: Canvas) -> None:
        """Draw the table, below text and buttons."""
        self.presenter.draw(canvas, self._context.settings)

    def paint_on_top(self, canvas: Canvas) -> None:
        """Draw the game's own content above text and buttons."""
        self.presenter.draw_on_top(canvas)

    @property
    def is_moving(self) -> bool:
        """Whether an animation is running that the match does not wait for."""
        return self.presenter.is_moving

    def cursor(self) -> int:
        """Return the pygame system cursor: a hand over objects that can be picked up."""
        over = self.can_take(self.pointer.at)
        return pygame.SYSTEM_CURSOR_HAND if over else pygame.SYSTEM_CURSOR_ARROW

    def step(self, seconds: float) -> None:
        """Advance the animations by `seconds`."""
        self.presenter.step(seconds, self._context.settings.pace)

    def table_mouse(self, event: pygame.event.Event) -> None:
        """Handle a mouse event that neither the log nor the held block has consumed."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.press(event.pos)

    def press(self, at: tuple[int, int]) -> None:
        """Handle a press of the left mouse button."""
        raise NotImplementedError

    def table_key(self, command: StrEnum | None, key: int) -> None:
        """Handle a key that is not common to all games, by its command in this game."""
        raise NotImplementedError

    def happened(self, number: int, event: Event) -> None:
        """Show an event; `number` is its index in the match."""
        raise NotImplementedError

    def can_take(self, at: tuple[int, int]) -> bool:
        """Return whether a click at a point would pick something up."""
        raise NotImplementedError
