"""The screen of every game: time, event queue, key bindings, pause and result.

What differs from game to game is its `GameController`: `CardController` (`ui/cards/controller.py`)
is that of every card game, `StackingController` (`ui/stacking/controller.py`) the base class of
those of games with blocks; see `towersim/ui/README.md` for adding a game.
"""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import partial
from typing import Any, Final, Protocol

import msgspec
import pygame
from msgspec.structs import replace

from towersim.common.dice import fresh_seed
from towersim.common.messages import message as _
from towersim.common.units import Target
from towersim.match.match import Match
from towersim.match.record import SeatSpec
from towersim.match.series import rematch
from towersim.rules.base import Event, Outcome
from towersim.serve.table import has_pages
from towersim.ui.app_context import AppContext, OpenScreen, ReplaceScreens, Screen, ScreenChange
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.layout import TableLayout
from towersim.ui.drawing.text import Tip
from towersim.ui.input import bindings
from towersim.ui.nodes.motion import EventPump, Showing
from towersim.ui.nodes.node import Node
from towersim.ui.play import Play
from towersim.ui.screens.base import TableScreen
from towersim.ui.screens.hud import SAY, Hud
from towersim.ui.screens.pause import PauseLine, game_pause
from towersim.ui.screens.phones import PhonesPage
from towersim.ui.screens.result import Ending
from towersim.ui.widgets.forms import Button, ButtonId

SKIP: Final = bindings.usual_lines(bindings.KeyCommand.SKIP)
BUDGET: Final = 0.008
"""Seconds per frame available to `Play.advance`."""


class GameController(Protocol):
    """What a game does with the table that a `GameScreen` shows: its picture and its input.

    Games inherit from it: what has a body here does for most of them.
    """

    _context: AppContext
    screen: "GameScreen"
    """The screen that shows the game, from before it is laid out."""
    match: Match
    play: Play[Any]
    """The match in real time."""
    pointer: bindings.Pointer
    """The pointing device and the choices made with it."""
    hud: Hud
    """Text and buttons around the table."""
    pump: EventPump
    """The pump of the match's events."""
    keys: bindings.KeyMap

    @property
    def result_after(self) -> float | None:
        """Seconds from the end of the game to the page of its result; None: it does not open."""

    @property
    def has_room_for_result(self) -> bool:
        """Whether the place of the button that reopens the result is free."""
        return True

    @property
    def prompt(self) -> str:
        """The action expected of the player now, as a sentence."""

    @property
    def tip(self) -> Tip | None:
        """The tooltip of the object under the pointer, with its position, or None."""

    @property
    def is_moving(self) -> bool:
        """Whether an animation is running that the match does not wait for."""

    @property
    def is_holding_match(self) -> bool:
        """Whether the match waits for the end of an animation."""

    def lay_out(self) -> TableLayout:
        """Lay out the table for the context's viewport; return the layout."""

    def own_buttons(self) -> Sequence[Button]:
        """Return the game's own buttons that are visible now."""

    @abstractmethod
    def log_rect(self) -> pygame.Rect:
        """Return the rectangle of the open log: clear of the hand, towers and buttons."""

    def paint(self, canvas: Canvas) -> None:
        """Draw the table, below text and buttons."""

    def paint_on_top(self, canvas: Canvas) -> None:
        """Draw the game's own content above text and buttons."""

    def show(self, number: int, event: Event) -> tuple[Showing, Sequence[Node]]:
        """Return the animation of an event and the nodes after it; `number` counts the match's."""

    def take_event(self, event: pygame.event.Event) -> bool:  # noqa: ARG002 - all as usual
        """Handle an event that has another meaning than usual now; return whether it had."""
        return False

    def note(self, event: pygame.event.Event, command: StrEnum | None) -> None:  # noqa: ARG002
        """Note that the mouse or a key was used, before the event is handled."""
        return

    def pressed(self, command: ButtonId) -> None:
        """Execute the command of one of the game's own buttons; it may be that of a key."""

    def mouse(self, event: pygame.event.Event) -> None:
        """Handle a mouse event that the log has not consumed."""

    def key_down(self, command: StrEnum | None, key: int) -> None:
        """Handle a key that is not common to all games, by its command in this game."""

    def lose_focus(self) -> None:
        """Release all keys and drags."""

    def skip_to_person(self) -> None:
        """Let others act without animations until a person has to act, or until the end."""
        self.play.skip_to_person()

    def cursor(self) -> int:
        """Return the pygame system cursor: a hand over objects that can be picked up."""

    def begin_frame(self, seconds: float) -> Target | None:
        """Begin a frame; return the target of a person's hand, or None in a game without blocks."""

    def step(self, seconds: float) -> None:
        """Advance the game's own animations by `seconds`."""

    def due_page(self) -> ScreenChange | None:
        """Return the change to a page that is due now, or None."""
        return None

    def ending(self, outcome: Outcome) -> Ending:
        """Return the display data of the end, for the page of the result."""

    def result(self, outcome: Outcome, rematch: Callable[[], Screen]) -> Screen:
        """Return the page of the result; `rematch` creates the screen of a rematch."""
        finale = self._context.pages["finale"]
        return finale(self._context, self.match, self.ending(outcome), rematch)

    def pause(self) -> ScreenChange | None:
        """Return the change that opens the game's own pause; None: that of all games."""
        return None

    def put_away(self) -> None:
        """Close the record of the match, as it is left."""
        self._context.put_away(self.match)


class GameScreen(TableScreen):
    """The screen of a running match."""

    is_game = True

    def __init__(self, context: AppContext, controller: GameController) -> None:
        self._take(controller)
        super().__init__(context)

    def begin(self, controller: GameController) -> None:
        """Show another match."""
        self._take(controller)
        self.resize()

    def _take(self, controller: GameController) -> None:
        self.controller, self.keys = controller, controller.keys
        self.play, self.pointer = controller.play, controller.pointer
        self.hud, self.pump = controller.hud, controller.pump
        self.match: Match = self.play.match
        self.guide = self.match.game, self.match.options
        self._over_for = 0.0
        self._is_counted = self._result_shown = False
        controller.screen = self

    @property
    def is_animating(self) -> bool:
        """Whether the screen may change without input: False only while a person is awaited."""
        play = self.play
        moves = self.controller.is_moving or play.playback.is_replaying or play.falls.is_recalling
        return moves or not play.is_waiting or bool(self.hud.message)

    @property
    def is_carrying(self) -> bool:
        """Whether a person has a block in the hand."""
        return self.play.is_carrying

    @property
    def hint(self) -> str:
        """The line above the table: a text from `say`, else the prompt; only this in a replay."""
        text = "" if self.play.playback.is_replaying else self.hud.message
        return text or self.controller.prompt

    def say(self, text: str, seconds: float = SAY, *, refuses: bool = False) -> None:
        """Show a text instead of the prompt for `seconds`; a refusal is red."""
        self.hud.say(text, seconds, refuses=refuses)

    def arrange(self) -> None:
        """Lay out the game, and add the buttons common to all games."""
        layout = self.controller.lay_out()
        self.hud.lay_out(self.form, layout.areas, layout.result)

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Handle an event."""
        if self.controller.take_event(event):
            return None
        playback = self.play.playback
        if event.type not in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            return super().handle(event)
        command = self.command_of(event.key) if event.type == pygame.KEYDOWN else None
        if playback.is_replaying:
            playback.stop_replay()
            if command is not bindings.KeyCommand.CLIP:
                return None
        if playback.is_slow:
            playback.slow_motion.skip()
            return None
        if command is bindings.KeyCommand.PAUSE and self.hud.open_log:
            self.hud.open_log = None
            return None
        return super().handle(event)

    def other_event(self, event: pygame.event.Event) -> None:
        """Handle the mouse, or the release of a key."""
        self.controller.note(event, None)
        if event.type == pygame.KEYUP:
            if event.key in (pygame.K_LSHIFT, pygame.K_RSHIFT):
                self.pointer.fine = False
        else:
            self._mouse(event)

    def lose_focus(self) -> None:
        """Release all keys and the mouse."""
        self.pointer.fine = False
        self.pointer.at = bindings.NOWHERE
        self.controller.lose_focus()

    def own_buttons(self) -> Sequence[Button]:
        """Return the game's own buttons that are visible now."""
        return self.controller.own_buttons()

    def do(self, command: ButtonId, direction: int = 1) -> ScreenChange | None:  # noqa: ARG002 - no choosers
        """Execute the command of a button."""
        match command:
            case "pause":
                return self.pause()
            case "pace":
                self.hud.next_pace()
            case "result":
                return self._show_result()
            case _:
                self.controller.pressed(command)
        return None

    def _mouse(self, event: pygame.event.Event) -> None:
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.pointer.at = event.pos
            self.pointer.keys = False
        elif event.type == pygame.WINDOWLEAVE and not self.play.is_carrying:
            self.pointer.at = bindings.NOWHERE
        if event.type == pygame.MOUSEWHEEL and self.hud.open_log:
            self.hud.open_log.scroll(event.y)
            return
        clicked = event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT
        if clicked and self.hud.press(self.pointer.at):
            return
        self.controller.mouse(event)

    def command_of(self, key: int) -> StrEnum | None:
        """Return the command of a key; while others move, skipping them has precedence."""
        skips = None if self.play.is_human_turn else bindings.command_for_key(key, SKIP)
        return skips or super().command_of(key)

    def key_event(self, command: StrEnum | None, event: pygame.event.Event) -> ScreenChange | None:
        """Execute a key's command."""
        self.controller.note(event, command)
        if event.key in (pygame.K_LSHIFT, pygame.K_RSHIFT):
            self.pointer.fine = True
        if self._walks(command):
            return None
        if command is bindings.KeyCommand.CONFIRM and (pressed := self.form.confirm()):
            return self.do(pressed.command)
        if command is bindings.KeyCommand.CONFIRM and self._result_shown:
            return self._show_result()
        if command is bindings.KeyCommand.SKIP:
            self.controller.skip_to_person()
        elif not self.hud.key(command):
            self.controller.key_down(command, event.key)
        return None

    def _walks(self, command: StrEnum | None) -> bool:
        """Move the focus over the buttons, or away with another key; return whether it moved."""
        if command in (bindings.KeyCommand.BUTTONS, bindings.KeyCommand.BUTTONS_BACK):
            self.form.walk(1 if command is bindings.KeyCommand.BUTTONS else -1, self._common)
            return True
        if command not in (None, bindings.KeyCommand.CONFIRM):
            self.form.set_focus(None)
        return False

    def update(self, seconds: float) -> ScreenChange | None:
        """Advance by `seconds`."""
        play, controller = self.play, self.controller
        self.pointer.push = self._context.push
        play.playback.slow_motion.is_on = self._context.settings.slow_motion
        target = controller.begin_frame(seconds)
        if play.playback.is_replaying or play.is_skipping or not controller.is_holding_match:
            play.advance(seconds, target, self._context.settings.pace, BUDGET)
        self.pump.step(seconds, controller.show)
        controller.step(seconds)
        self.buttons.show(self.own_buttons())
        self.hud.step(seconds, result=self._result_shown and controller.has_room_for_result)
        self.form.manager.set_active_cursor(pygame.cursors.Cursor(controller.cursor()))
        self.form.update(seconds)
        return self._end(seconds) or controller.due_page()

    def _end(self, seconds: float) -> ScreenChange | None:
        controller = self.controller
        if self.match.outcome is None or self._result_shown:
            return None
        if (after := controller.result_after) is None:
            return None
        if not self._is_counted:
            self._is_counted = True
            self._context.count_game(self.match)
        if controller.is_holding_match or self.play.playback.is_replaying:
            return None
        self._over_for += seconds
        return self._show_result() if self._over_for >= after else None

    def _show_result(self) -> ScreenChange | None:
        outcome = self.match.outcome
        if outcome is None:
            return None
        self._result_shown = True
        return OpenScreen(self.controller.result(outcome, self.rematch))

    def put_away(self) -> None:
        """Close the record of the match, as it is left."""
        self.controller.put_away()

    def pause(self) -> ScreenChange:
        """Return the change that opens the pause."""
        if own := self.controller.pause():
            return own
        context, match = self._context, self.match
        title, page = _("Hands on phones"), partial(PhonesPage, context, match)
        phones = PauseLine(title, lambda: ReplaceScreens(self, page()))
        others = [phones] if has_pages(match.game) else []
        over = match.outcome is not None
        return OpenScreen(game_pause(context, self.again, others, over=over))

    def again(self, same: bool) -> Screen:  # noqa: FBT001 - the same deal or a fresh one
        """Return the screen of a new game with the same players and options."""
        old = self.match
        return self._fresh(old.seats, old.options, old.seed if same else fresh_seed())

    def rematch(self) -> Screen:
        """Return the screen of a new game with the same players, which the next seat begins."""
        return self._fresh(*rematch(self.match), fresh_seed())

    def _fresh(self, seats: Sequence[SeatSpec], options: msgspec.Struct, seed: int) -> Screen:
        game, context = self.match.game, self._context
        record, series = context.new_record(game), context.series_of(self.match.record)
        match = Match.new(game, seats, options=options, seed=seed, record=record)
        if series is not None:
            context.change(replace(context.settings, series=series.with_begun(record.name)))
        return context.table(match)

    def draw(self, canvas: Canvas) -> None:
        """Draw a frame."""
        self.controller.paint(canvas)
        self.hud.draw(canvas, self.hint)
        self.controller.paint_on_top(canvas)
        tip = None if self.play.playback.is_slow else self.controller.tip
        self.hud.draw_on_top(canvas, tip, self.controller.log_rect())


def screen_of(
    make: Callable[[AppContext, Match], GameController],
) -> Callable[[AppContext, Match], GameScreen]:
    """Return the maker of a game's screens; `make` creates the controller of a match."""
    return lambda context, match: GameScreen(context, make(context, match))
