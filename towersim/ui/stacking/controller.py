"""A person's hand, and the base class of the controllers of games with blocks."""

import math
from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import partial
from typing import Any, Final, Protocol

import pygame

from towersim.common.units import Pose, Target, Vec
from towersim.geometry.shapes import extent
from towersim.match.match import Match
from towersim.rules.base import Event, Outcome
from towersim.scene.scene import Block
from towersim.table.table import Figure
from towersim.ui.app_context import AppContext
from towersim.ui.drawing.camera import Camera
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.layout import TableLayout
from towersim.ui.drawing.text import Tip
from towersim.ui.input import bindings
from towersim.ui.input.bindings import HandInput, KeyCommand, Pointer
from towersim.ui.nodes.motion import EventPump, Showing
from towersim.ui.nodes.node import Node
from towersim.ui.screens.game import GameController, GameScreen
from towersim.ui.screens.hud import Hud
from towersim.ui.screens.result import Ending
from towersim.ui.stacking.presenter import TablePresenter
from towersim.ui.widgets.forms import ButtonId

NUDGE: Final = 12
"""Way of the mouse, in pixels, up to which it has not moved on purpose."""
LED: Final = (*bindings.DIRECTIONS, KeyCommand.TURN_LEFT, KeyCommand.TURN_RIGHT, *bindings.QUARTERS)
"""The commands that move or turn the block."""


class HandTable(Protocol):
    """The interface of a table for a hand: the held block, the camera, and hit tests."""

    @property
    def held(self) -> Figure | Block | None:
        """The block in the person's hand."""

    @property
    def camera(self) -> Camera:
        """The camera of this frame."""

    def is_room(self, at: tuple[int, int]) -> bool:
        """Return whether a point belongs to the table, not to a button or a panel."""

    def is_pool(self, at: tuple[int, int]) -> bool:
        """Return whether a block released there is put back."""

    def seen(self) -> tuple[Vec, Vec]:
        """Return the lower left and upper right corners of the visible table, in metres."""

    def let_go(self) -> str:
        """Release the block; return why it is refused, or an empty string."""

    def put_back(self) -> str:
        """Put the block back; return why it is refused, or an empty string."""


class Carry:
    """The control of the block in a person's hand; `refuse` shows why something is refused."""

    def __init__(self, table: HandTable, refuse: Callable[[str], None]) -> None:
        self._table, self._refuse = table, refuse
        self.hand = HandInput()
        self._with_mouse = self._dragging = False
        self._is_pulled = False
        """Whether the mouse has pulled the block away from the place where it took it."""
        self._lay_at: tuple[int, int] | None = None
        """Where the mouse took the block, or first was after keys moved the hand; None: nowhere."""
        self._grip = pygame.Vector2()
        """Offset of the mouse's grip from the block's centre, in metres."""
        self._gripped = 0.0
        """Angle of the block at which that is its offset, in radians."""

    @property
    def target(self) -> Target:
        """The current target of the hand."""
        return self.hand.target

    @property
    def grips(self) -> bool:
        """Whether the mouse moves the hand."""
        return self._with_mouse and self._table.held is not None

    def take(self, pose: Pose, at: tuple[int, int] | None, grip: Vec | None = None) -> None:
        """Begin to carry a block from `pose`: with the mouse `at` a point, or with keys (None).

        It is held by its centre, or at the mouse's `grip`, in metres.
        """
        self.hand.begin(pose)
        self._grip = pygame.Vector2() if grip is None else pygame.Vector2(grip) - pose[:2]
        self._gripped = pose.angle
        self._with_mouse = self._dragging = at is not None
        self._lay_at, self._is_pulled = at, False
        self._refuse("")
        if at is not None:
            self.move(at)

    def rest(self) -> None:
        """Release all keys and the mouse's button, as when the window loses focus."""
        self._dragging = False
        self.hand.rest()

    def join(self, *, pressed: bool) -> None:
        """Go on as in a drag if the mouse's button is still `pressed`, else as after a click."""
        self._dragging = self._is_pulled = pressed

    def move(self, at: tuple[int, int], *, takes_over: bool = False) -> None:
        """Follow the mouse, if it moves the block; the grip turns with the block.

        A mouse that goes on for more than `NUDGE` also `takes_over` a block that keys move.
        """
        if takes_over and not self._with_mouse and self._table.is_room(at):
            self._lay_at = self._lay_at or at
            self._with_mouse = math.dist(self._lay_at, at) > NUDGE
        if self.grips:
            self._is_pulled = self._is_pulled or not self._lies(at)
            grip = self._grip.rotate_rad(self.target.angle - self._gripped)
            self.hand.point(Vec(*(self._table.camera.to_m(*at) - grip)))

    def mouse(self, event: pygame.event.Event, at: tuple[int, int], *, fine: bool) -> bool:
        """Handle a mouse event while a block is held; return whether it was consumed."""
        if self._table.held is None:
            return False
        match event.type, getattr(event, "button", 0):
            case pygame.MOUSEWHEEL, _:
                self.hand.wheel(bindings.notches(event), fine=fine)
            case pygame.MOUSEBUTTONDOWN, pygame.BUTTON_LEFT if self._table.is_room(at):
                self._with_mouse = self._dragging = self._is_pulled = True
                self.move(at)
            case pygame.MOUSEBUTTONDOWN, pygame.BUTTON_RIGHT:
                self.put_back()
            case pygame.MOUSEBUTTONUP, pygame.BUTTON_LEFT if self._dragging:
                self._drop(at)
            case _:
                return False
        return True

    def _drop(self, at: tuple[int, int]) -> None:
        """Handle the release of the mouse button, over the pool or elsewhere.

        After a click, which has not pulled the block away, it stays in the hand.
        """
        self._dragging = False
        if not self._is_pulled and self._lies(at):
            return
        if self._table.is_pool(at):
            self.put_back()
        else:
            self.let_go()

    def _lies(self, at: tuple[int, int]) -> bool:
        """Return whether the mouse is where it took the block: in the pool, or within `NUDGE`."""
        near = self._lay_at is not None and math.dist(self._lay_at, at) <= NUDGE
        return near or self._table.is_pool(at)

    def key(self, command: object) -> bool:
        """Handle a command while a block is held; return whether it was consumed."""
        if self._table.held is None:
            return False
        match command:
            case KeyCommand.CONFIRM:
                self.let_go()
            case KeyCommand.REFUSE:
                self.put_back()
            case KeyCommand() if command in LED:
                if command in bindings.DIRECTIONS:
                    self._with_mouse = self._dragging = False
                    self._lay_at = None
                self.hand.press(command)
            case _:
                return False
        return True

    def let_go(self) -> None:
        """Release the block, or show why that is refused."""
        self._refuse(self._table.let_go())

    def put_back(self) -> None:
        """Put the block back, or show why that is refused."""
        self._refuse(self._table.put_back())

    def lift(self, command: object) -> None:
        """Handle the release of a key."""
        if isinstance(command, KeyCommand):
            self.hand.lift(command)

    def step(self, seconds: float, pointer: Pointer) -> Target:
        """Advance by keys and gamepad, within the visible table; return the hand's target."""
        held, push = self._table.held, pointer.push
        if held is None or push.x or push.y:
            self._dragging = False
        if push.x or push.y:
            self._with_mouse, self._lay_at = False, None
        self.hand.step(seconds, fine=pointer.fine, push=push)
        if held is not None:
            low, high = self._table.seen()
            foot, head = extent(held.shape, Pose(0.0, 0.0, self.target.angle))
            least = Vec(low.x - foot.x, max(low.y, 0.0) - foot.y)
            self.hand.keep(least, Vec(high.x - head.x, high.y - head.y))
        return self.target


class StackingController(GameController):
    """The controller of a game with blocks; games override the methods of the last section."""

    layout: Any
    """The layout; its class is the game's own."""
    screen: GameScreen

    def __init__(self, context: AppContext, presenter: TablePresenter) -> None:
        self._context, self.presenter = context, presenter
        self.play, self.pointer = play, pointer = presenter.play, presenter.pointer
        self.match: Match = play.match
        self.hud, self.pump = Hud(context, play, pointer), EventPump(context, play)
        self.carry = Carry(presenter, partial(self.hud.say, refuses=True))
        """The control of the held block."""

    def take_event(self, event: pygame.event.Event) -> bool:
        """Show the last fall again if its note is clicked; return whether it was."""
        clicked = event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT
        on_slip = clicked and not self.hud.open_log and self.presenter.is_slip(event.pos)
        return on_slip and self.hud.key(KeyCommand.SEE_AGAIN)

    def note(self, event: pygame.event.Event, command: StrEnum | None) -> None:
        """Let go of a key; a press that neither replays nor films clears away what fell."""
        if event.type == pygame.KEYUP:
            self.carry.lift(bindings.command_for_key(event.key, self.keys))
        elif event.type == pygame.MOUSEBUTTONDOWN or (
            event.type == pygame.KEYDOWN and command not in (KeyCommand.SEE_AGAIN, KeyCommand.CLIP)
        ):
            self.presenter.acted()

    def pressed(self, command: ButtonId) -> None:
        """Execute the command of one of the game's own buttons; it may be that of a key."""
        if isinstance(command, StrEnum):
            self.key_down(command, 0)

    def lose_focus(self) -> None:
        """Release all keys and drags."""
        self.carry.rest()

    def mouse(self, event: pygame.event.Event) -> None:
        """Handle a mouse event: the held block's first, then the table's."""
        if hasattr(event, "pos"):
            self.carry.move(event.pos, takes_over=not any(getattr(event, "buttons", ())))
        if not self.carry.mouse(event, self.pointer.at, fine=self.pointer.fine):
            self.table_mouse(event)

    def key_down(self, command: StrEnum | None, key: int) -> None:
        """Handle a key of the held block or of the game."""
        if self.carry.key(command):
            self.pointer.keys = True
        else:
            self.table_key(command, key)

    def begin_frame(self, seconds: float) -> Target | None:
        """Advance the person's hand, and return its target."""
        target = self.carry.step(seconds, self.pointer)
        at = self.pointer.at
        self.presenter.reach = at if self.carry.grips and at != bindings.NOWHERE else None
        return target

    def show(self, number: int, event: Event) -> tuple[Showing, Sequence[Node]]:
        """Show an event, unless others' moves are skipped; this table has no nodes."""
        if self.match.hand_forced_open and self.hud.refuses:
            self.hud.say("")
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
        """Lay out the table for the context's viewport; return the layout."""
        self.layout = layout = self.presenter.resize(self._context.viewport)
        return layout

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

    @property
    def is_holding_match(self) -> bool:
        """Whether the match waits for the end of an animation."""
        return self.play.queue.busy

    def cursor(self) -> int:
        """Return the pygame system cursor: a hand over objects that can be picked up."""
        over = self.can_take(self.pointer.at) or self.presenter.is_slip(self.pointer.at)
        return pygame.SYSTEM_CURSOR_HAND if over else pygame.SYSTEM_CURSOR_ARROW

    def step(self, seconds: float) -> None:
        """Advance the animations by `seconds`; hide the mouse where the held block replaces it."""
        self.presenter.step(seconds, self._context.settings.pace)
        if not self._context.look.still:
            self.presenter.dust.add(self.hud.impacts)
        in_hand = self.carry.grips and self.presenter.is_room(self.pointer.at)
        if pygame.mouse.get_visible() == in_hand:
            pygame.mouse.set_visible(not in_hand)

    @property
    def result_after(self) -> float | None:
        """Seconds between the end of the game and its result: a told fall is read first."""
        return 3.0 if self.presenter.is_telling else 1.6

    def table_mouse(self, event: pygame.event.Event) -> None:
        """Handle a mouse event that neither the log nor the held block has consumed."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
            self.press(event.pos)

    def ending(self, outcome: Outcome) -> Ending:
        """Return the display data of the end, for the page of the result."""
        raise NotImplementedError

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
