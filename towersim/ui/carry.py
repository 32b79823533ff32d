"""A person's hand: mouse and keyboard lead the block, a press takes it, letting go places it."""

import math
from collections.abc import Callable
from typing import Any, Final, Protocol

import pygame

from towersim.geometry.shapes import extent
from towersim.table import Figure
from towersim.ui.camera import Camera
from towersim.ui.input import QUARTERS, WAYS, Command, HandInput, notches
from towersim.ui.layout import TableLayout
from towersim.ui.play import Play
from towersim.ui.pointer import Pointer
from towersim.ui.theme import Stage
from towersim.units import Pose, Target, Vec

CLICK: Final = 0.3
"""After a shorter press in the pool the block stays in the hand without a pressed button."""
LED: Final = (*WAYS, Command.TURN_LEFT, Command.TURN_RIGHT, *QUARTERS)
"""The keys that lead the block."""


class HandTable(Protocol):
    """The shown table that a hand is over."""

    @property
    def too_late(self) -> str:
        """Why a block that has touched something cannot be put back any more."""

    @property
    def layout(self) -> TableLayout:
        """Where everything lies."""

    @property
    def camera(self) -> Camera:
        """The camera of this frame."""

    @property
    def is_moving(self) -> bool:
        """Whether something is on its way though the match waits."""

    def resize(self, stage: Stage) -> TableLayout:
        """Show the same on another stage; return where everything lies there."""

    def is_room(self, at: tuple[int, int]) -> bool:
        """Return whether a point belongs to the towers, not to a button or a panel."""

    def is_pool(self, at: tuple[int, int]) -> bool:
        """Return whether letting a block go there puts it back."""

    def not_here(self) -> str:
        """Return why the block cannot be let go where it is."""


class Carry:
    """What leads the block in a person's hand, and where to; `refuse` says what does not go."""

    def __init__(
        self,
        play: Play[Any],
        clock: Callable[[], float],
        table: HandTable,
        refuse: Callable[[str], None],
    ) -> None:
        self._play, self._clock, self._table, self._refuse = play, clock, table, refuse
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

    def is_pointer(self, at: tuple[int, int]) -> bool:
        """Return whether the block itself is the mouse pointer: where it can go."""
        return self.grips and self._table.is_room(at)

    def begin(self, pose: Pose, *, with_mouse: bool) -> None:
        """Lead the block from where it was just lifted."""
        self.hand.begin(pose)
        self._with_mouse = self._dragging = with_mouse
        self._pressed_at = self._clock()

    def take(
        self, kind: str, at: tuple[int, int], *, with_mouse: bool, angle: float | None = None
    ) -> None:
        """Take a block into the hand and lead it, with the mouse from where that is.

        The hand turns it by `angle`, in radians, if that is given.
        """
        pose = self._play.lift(kind)
        pose = pose if angle is None else pose._replace(angle=angle)
        self.begin(pose, with_mouse=with_mouse)
        self._refuse("")
        self.move(at)

    def lead(self, target: Target) -> None:
        """Hold the hand there, whatever the mouse does."""
        self._with_mouse = False
        self.hand.begin(Pose(*target))

    def move(self, at: tuple[int, int]) -> None:
        """Follow the mouse, if it has the block."""
        if self.grips:
            self.hand.point(self._table.camera.to_m(*at))

    def mouse(self, event: pygame.event.Event, at: tuple[int, int], *, fine: bool) -> bool:
        """Answer the mouse while a block is in the hand; return whether the event is used up."""
        if not self._play.is_carrying:
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
        if not self._play.is_carrying:
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
        self._refuse("" if self._play.let_go() else self._table.not_here())

    def put_back(self) -> None:
        """Put the block back where it was taken, or say why that does not go."""
        self._refuse("" if self._play.put_back() else self._table.too_late)

    def lift(self, command: object) -> None:
        """Remember that a key is up again."""
        if isinstance(command, Command):
            self.hand.lift(command)

    def step(self, seconds: float, pointer: Pointer) -> Target:
        """Move on by keys and gamepad, inside what is seen; return the hand's target."""
        if not self._play.is_carrying:
            self._dragging = False
        push = pointer.push
        if push.x or push.y:
            self._with_mouse = self._dragging = False
        self.hand.step(seconds, fine=pointer.fine, push=push)
        held = self._play.held
        if held is not None:
            areas = self._table.layout.areas
            low, high = self._table.camera.seen(areas.room, areas.hint.bottom)
            self.hand.keep(*room_for_hand(held, self.target.angle, low, high))
        return self.target


def room_for_hand(held: Figure, angle: float, low: Vec, high: Vec) -> tuple[Vec, Vec]:
    """Return the corners of where the hand may go: its block is seen and is not in the table.

    The block is turned by `angle`, in radians.
    """
    foot, head = extent(held.shape, Pose(0.0, 0.0, angle))
    reach = math.hypot(head.x, head.y)
    return Vec(low.x + reach, -foot.y), Vec(high.x - reach, high.y - reach)
