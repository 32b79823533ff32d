"""A person's hand: mouse and keyboard lead the block, a press takes it, letting go places it."""

from collections.abc import Callable
from enum import Enum, auto
from typing import Any, Final

import pygame

from towersim.ui.camera import Camera
from towersim.ui.input import Command, HandInput
from towersim.ui.play import Play, room_for_hand
from towersim.ui.pointer import Pointer
from towersim.units import Pose, Target, Vec

CLICK: Final = 0.3
"""After a shorter press in the pool the block stays in the hand without a pressed button."""


class Drop(Enum):
    """What letting the mouse button go means."""

    NOTHING = auto()
    LET_GO = auto()
    PUT_BACK = auto()


class Carry:
    """What leads the block in a person's hand, and where to."""

    def __init__(self, play: Play[Any], clock: Callable[[], float]) -> None:
        self._play, self._clock = play, clock
        self.hand = HandInput()
        self._with_mouse = self._dragging = False
        self._pressed_at = 0.0

    @property
    def target(self) -> Target:
        """Where the hand shall be now."""
        return self.hand.target

    @property
    def grips(self) -> bool:
        """Whether the mouse moves the hand."""
        return self._with_mouse and self._play.is_carrying

    def begin(self, pose: Pose, *, with_mouse: bool) -> None:
        """Lead the block from where it was just lifted."""
        self.hand.begin(pose)
        self._with_mouse = self._dragging = with_mouse
        self._pressed_at = self._clock()

    def grip(self) -> None:
        """Take the hold of the mouse again: the button was pressed away from the pool."""
        self._with_mouse = self._dragging = True
        self._pressed_at = 0.0

    def lead(self, target: Target) -> None:
        """Hold the hand there, whatever the mouse does."""
        self._with_mouse = False
        self.hand.begin(Pose(*target))

    def move(self, at: tuple[int, int], camera: Camera) -> None:
        """Follow the mouse, if it has the block."""
        if self.grips:
            self.hand.point(camera.to_m(*at))

    def wheel(self, event: pygame.event.Event, *, fine: bool) -> None:
        """Turn the block by the mouse wheel."""
        self.hand.wheel(getattr(event, "precise_y", 0.0) or event.y, fine=fine)

    def drop(self, *, in_pool: bool) -> Drop:
        """Return what it means that the mouse button was let go, over the pool or elsewhere."""
        if not (self._dragging and self._play.is_carrying):
            return Drop.NOTHING
        self._dragging = False
        if in_pool and self._clock() - self._pressed_at < CLICK:
            return Drop.NOTHING
        return Drop.PUT_BACK if in_pool else Drop.LET_GO

    def press(self, command: object) -> None:
        """Move, turn or straighten the block by a key."""
        if command in (Command.LEFT, Command.RIGHT, Command.UP, Command.DOWN):
            self._with_mouse = self._dragging = False
        if command is Command.UPRIGHT:
            self.hand.upright()
        elif command in (Command.QUARTER_LEFT, Command.QUARTER_RIGHT):
            self.hand.quarter(1 if command is Command.QUARTER_LEFT else -1)
        elif isinstance(command, Command):
            self.hand.press(command)

    def lift(self, command: object) -> None:
        """Remember that a key is up again."""
        if isinstance(command, Command):
            self.hand.lift(command)

    def step(self, seconds: float, low: Vec, high: Vec, pointer: Pointer) -> None:
        """Move on by keys and gamepad, inside what is seen, given by its corners."""
        push = pointer.push
        if push.x or push.y:
            self._with_mouse = self._dragging = False
        self.hand.step(seconds, fine=pointer.fine, push=push)
        held = self._play.held
        if held is not None:
            angle = self.target.angle
            self.hand.keep(*room_for_hand(held, angle, low, high))

    def rest(self) -> None:
        """Note that time has passed: a block that is gone is no longer dragged."""
        if not self._play.is_carrying:
            self._dragging = False
