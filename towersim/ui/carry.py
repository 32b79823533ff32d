"""A person's hand: mouse and keyboard lead the block, a press takes it, letting go places it."""

import math
from collections.abc import Callable
from typing import Final, Protocol

import pygame

from towersim.geometry.shapes import extent
from towersim.scene import Block
from towersim.table import Figure
from towersim.ui.camera import Camera
from towersim.ui.input import QUARTERS, WAYS, Command, HandInput, notches
from towersim.ui.pointer import Pointer
from towersim.units import Pose, Target, Vec

CLICK: Final = 0.3
"""After a shorter press in the pool the block stays in the hand without a pressed button."""
LED: Final = (*WAYS, Command.TURN_LEFT, Command.TURN_RIGHT, *QUARTERS)
"""The keys that lead the block."""


class HandTable(Protocol):
    """A table as it is shown: what a person's hand took from it, and where that may go."""

    @property
    def held(self) -> Figure | Block | None:
        """The block in the person's hand."""

    @property
    def camera(self) -> Camera:
        """The camera of this frame."""

    def is_room(self, at: tuple[int, int]) -> bool:
        """Return whether the mouse takes hold of the block there, not of a button or a panel."""

    def is_pool(self, at: tuple[int, int]) -> bool:
        """Return whether letting a block go there puts it back."""

    def seen(self) -> tuple[Vec, Vec]:
        """Return the corners of what is seen, lower left first, in metres."""

    def let_go(self) -> str:
        """Let go of the block; return what refuses, or nothing."""

    def put_back(self) -> str:
        """Put the block back where it was taken; return what refuses, or nothing."""


class Carry:
    """What leads the block in a person's hand, and where to; `refuse` says what does not go."""

    def __init__(
        self, clock: Callable[[], float], table: HandTable, refuse: Callable[[str], None]
    ) -> None:
        self._clock, self._table, self._refuse = clock, table, refuse
        self.hand = HandInput()
        self._with_mouse = self._dragging = False
        self._pressed_at = 0.0
        self._grip = Vec(0.0, 0.0)
        """From the middle of the block to where the mouse gripped it, in metres, …"""
        self._gripped = 0.0
        """… when it was at this angle, in radians."""

    @property
    def target(self) -> Target:
        """Where the hand shall be now."""
        return self.hand.target

    @property
    def grips(self) -> bool:
        """Whether the mouse moves the hand."""
        return self._with_mouse and self._table.held is not None

    def is_pointer(self, at: tuple[int, int]) -> bool:
        """Return whether the block itself is the mouse pointer: where it can go."""
        return self.grips and self._table.is_room(at)

    def take(self, pose: Pose, at: tuple[int, int] | None, grip: Vec | None = None) -> None:
        """Lead a block from where it was just taken: with the mouse from a point, or with keys.

        It is held by its middle, or where the mouse had its `grip`, in metres.
        """
        self.hand.begin(pose)
        self._grip = Vec(0.0, 0.0) if grip is None else Vec(grip.x - pose.x, grip.y - pose.y)
        self._gripped = pose.angle
        self._with_mouse = self._dragging = at is not None
        self._pressed_at = self._clock()
        self._refuse("")
        if at is not None:
            self.move(at)

    def lead(self, target: Target) -> None:
        """Hold the hand there, whatever the mouse does."""
        self._with_mouse = False
        self.hand.begin(Pose(*target))

    def move(self, at: tuple[int, int]) -> None:
        """Follow the mouse, if it has the block; the grip turns with the block."""
        if self.grips:
            turn = self.target.angle - self._gripped
            c, s = math.cos(turn), math.sin(turn)
            (x, y), (dx, dy) = self._table.camera.to_m(*at), self._grip
            self.hand.point(Vec(x - c * dx + s * dy, y - s * dx - c * dy))

    def mouse(self, event: pygame.event.Event, at: tuple[int, int], *, fine: bool) -> bool:
        """Answer the mouse while a block is in the hand; return whether the event is used up."""
        if self._table.held is None:
            return False
        match event.type, getattr(event, "button", 0):
            case pygame.MOUSEWHEEL, _:
                self.hand.wheel(notches(event), fine=fine)
            case pygame.MOUSEBUTTONDOWN, 1 if self._table.is_room(at):
                self._with_mouse = self._dragging = True
                self._pressed_at = 0.0
                self.move(at)
            case pygame.MOUSEBUTTONDOWN, 3:
                self.put_back()
            case pygame.MOUSEBUTTONUP, 1 if self._dragging:
                self._drop(in_pool=self._table.is_pool(at))
            case _:
                return False
        return True

    def _drop(self, *, in_pool: bool) -> None:
        """Do what it means that the mouse button was let go, over the pool or elsewhere."""
        self._dragging = False
        # A short press takes the block; it stays in the hand without a pressed button.
        if in_pool and self._clock() - self._pressed_at >= CLICK:
            self.put_back()
        elif not in_pool:
            self.let_go()

    def key(self, command: object) -> bool:
        """Answer a key while a block is in the hand; return whether the hand used it."""
        if self._table.held is None:
            return False
        match command:
            case Command.CONFIRM:
                self.let_go()
            case Command.REFUSE:
                self.put_back()
            case Command() if command in LED:
                if command in WAYS:
                    self._with_mouse = self._dragging = False
                self.hand.press(command)
            case _:
                return False
        return True

    def let_go(self) -> None:
        """Let go of the block, or say where that is possible."""
        self._refuse(self._table.let_go())

    def put_back(self) -> None:
        """Put the block back where it was taken, or say why that does not go."""
        self._refuse(self._table.put_back())

    def lift(self, command: object) -> None:
        """Remember that a key is up again."""
        if isinstance(command, Command):
            self.hand.lift(command)

    def step(self, seconds: float, pointer: Pointer) -> Target:
        """Move on by keys and gamepad, inside what is seen; return the hand's target."""
        held, push = self._table.held, pointer.push
        if held is None or push.x or push.y:
            self._dragging = False
        if push.x or push.y:
            self._with_mouse = False
        self.hand.step(seconds, fine=pointer.fine, push=push)
        if held is not None:
            self.hand.keep(*room_for_hand(held, self.target.angle, *self._table.seen()))
        return self.target


def room_for_hand(held: Figure | Block, angle: float, low: Vec, high: Vec) -> tuple[Vec, Vec]:
    """Return the corners of where the hand may go: its block is seen and is not in the table.

    The block is turned by `angle`, in radians.
    """
    foot, head = extent(held.shape, Pose(0.0, 0.0, angle))
    least = Vec(low.x - foot.x, max(low.y, 0.0) - foot.y)
    return least, Vec(high.x - head.x, high.y - head.y)
