"""The base class of game screens: time, event queue, key bindings, pause and result.

`CardScreen` is the screen of every card game, `StackingScreen` (`ui/stacking/screen.py`) the base
class of the screens of games with blocks; see `towersim/ui/README.md` for adding a game.
"""

from collections.abc import Sequence
from enum import StrEnum
from functools import partial
from typing import Any, ClassVar, Final

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
from towersim.ui.widgets.forms import ButtonId

SKIP: Final = bindings.usual_lines(bindings.KeyCommand.SKIP)
BUDGET: Final = 0.008
"""Seconds per frame available to `Play.advance`."""


class GameScreen(TableScreen):
    """The screen of a running match; games override the methods of the last section."""

    is_game = True
    layout: Any
    """The layout; its class is the game's own."""
    result_after: ClassVar[float] = 1.6
    """Seconds between the end of the game and the page of its result."""

    def __init__(self, context: AppContext, play: Play[Any], pointer: bindings.Pointer) -> None:
        """Create the screen; as this calls `resize`, a subclass first sets its own fields."""
        self.play, self.pointer = play, pointer
        self.match: Match = play.match
        self.guide = self.match.game, self.match.options
        self.hud = Hud(context, play, pointer)
        self.pump = EventPump(context, play)
        self._over_for = 0.0
        self._result_shown = False
        play.queue.take_shown()
        super().__init__(context)

    @property
    def is_animating(self) -> bool:
        """Whether the screen may change without input: False only while a person is awaited."""
        quiet = self.play.is_waiting and not (self.is_moving or self.play.playback.is_replaying)
        return not quiet or bool(self.hud.message)

    @property
    def hint(self) -> str:
        """The line above the table: a text from `say`, else the prompt; only this in a replay."""
        text = "" if self.play.playback.is_replaying else self.hud.message
        return text or self.prompt

    def say(self, text: str, seconds: float = SAY, *, refuses: bool = False) -> None:
        """Show a text instead of the prompt for `seconds`; a refusal is red."""
        self.hud.say(text, seconds, refuses=refuses)

    def arrange(self) -> None:
        """Lay out the game, and add the buttons common to all games."""
        self.layout = layout = self.lay_out()
        self.hud.lay_out(self.form, layout.areas, layout.result)

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Handle an event."""
        playback = self.play.playback
        if event.type not in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            return super().handle(event)
        if playback.is_replaying:
            playback.stop_replay()
            return None
        if playback.is_slow:
            playback.slow_motion.skip()
            return None
        escapes = (
            event.type == pygame.KEYDOWN and self.command_of(event.key) is bindings.KeyCommand.PAUSE
        )
        if escapes and self.pointer.whole_log:
            self.pointer.whole_log = False
            return None
        return super().handle(event)

    def other_event(self, event: pygame.event.Event) -> None:
        """Handle the mouse, or the release of a key."""
        if event.type == pygame.KEYUP:
            if event.key in (pygame.K_LSHIFT, pygame.K_RSHIFT):
                self.pointer.fine = False
        else:
            self._mouse(event)

    def lose_focus(self) -> None:
        """Release all keys and the mouse."""
        self.pointer.fine = False
        self.pointer.at = bindings.NOWHERE

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
                self.pressed(command)
        return None

    def _mouse(self, event: pygame.event.Event) -> None:
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.pointer.at = event.pos
            self.pointer.keys = False
        elif event.type == pygame.WINDOWLEAVE and not self.play.is_carrying:
            self.pointer.at = bindings.NOWHERE
        if event.type == pygame.MOUSEWHEEL and self.pointer.whole_log:
            self.hud.open_log.scroll(event.y)
            return
        clicked = event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT
        if clicked and self.hud.press(self.pointer.at):
            return
        self.mouse(event)

    def command_of(self, key: int) -> StrEnum | None:
        """Return the command of a key; while others move, skipping them has precedence."""
        skips = None if self.play.is_human_turn else bindings.command_for_key(key, SKIP)
        return skips or super().command_of(key)

    def key_event(self, command: StrEnum | None, event: pygame.event.Event) -> ScreenChange | None:
        """Execute a key's command."""
        if event.key in (pygame.K_LSHIFT, pygame.K_RSHIFT):
            self.pointer.fine = True
        if self._walks(command):
            return None
        if command is bindings.KeyCommand.CONFIRM and (pressed := self.form.confirm()):
            return self.do(pressed.command)
        if command is bindings.KeyCommand.CONFIRM and self._result_shown:
            return self._show_result()
        if command is bindings.KeyCommand.SKIP:
            self.skip_to_person()
        elif not self.hud.key(command):
            self.key_down(command, event.key)
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
        play = self.play
        self.pointer.push = self._context.push
        play.playback.slow_motion.is_on = self._context.settings.slow_motion
        target = self.hand_target(seconds)
        if play.playback.is_replaying or play.is_skipping or not self.is_holding_match():
            play.advance(seconds, target, self._context.settings.pace, BUDGET)
        self.pump.step(seconds, self.show)
        self.step(seconds)
        self.buttons.show(self.own_buttons())
        self.hud.step(seconds, play.queue.take_shown(), result=self._result_shown)
        self.form.manager.set_active_cursor(pygame.cursors.Cursor(self.cursor()))
        self.form.update(seconds)
        return self._end(seconds)

    def skip_to_person(self) -> None:
        """Let others act without animations until a person has to act, or until the end."""
        self.play.skip_to_person()

    def _end(self, seconds: float) -> ScreenChange | None:
        if self.match.outcome is None or self._result_shown:
            return None
        self._context.count_game(self.match)
        if self.is_holding_match() or self.play.playback.is_replaying:
            return None
        self._over_for += seconds
        return self._show_result() if self._over_for >= self.result_after else None

    def _show_result(self) -> ScreenChange | None:
        outcome = self.match.outcome
        if outcome is None:
            return None
        self._result_shown = True
        return OpenScreen(self.result(outcome))

    def result(self, outcome: Outcome) -> Screen:
        """Return the page of the result."""
        return self._context.finale(self._context, self.match, self.ending(outcome), self.rematch)

    def put_away(self) -> None:
        """Close the record of the match, as it is left."""
        self._context.put_away(self.match)

    def pause(self) -> ScreenChange:
        """Return the change that opens the pause."""
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
        self.paint(canvas)
        self.hud.draw(canvas, self.hint)
        self.paint_on_top(canvas)
        tip = None if self.play.playback.is_slow else self.tip
        self.hud.draw_on_top(canvas, tip, self.log_rect())

    @property
    def prompt(self) -> str:
        """The action expected of the player now, as a sentence."""
        raise NotImplementedError

    @property
    def tip(self) -> Tip | None:
        """The tooltip of the object under the pointer, with its position, or None."""
        raise NotImplementedError

    def lay_out(self) -> TableLayout:
        """Return the layout for the context's viewport."""
        raise NotImplementedError

    def log_rect(self) -> pygame.Rect:
        """Return the rectangle of the open log: clear of the hand, towers and buttons."""
        raise NotImplementedError

    def ending(self, outcome: Outcome) -> Ending:
        """Return the display data of the end, for the page of the result."""
        raise NotImplementedError

    def paint(self, canvas: Canvas) -> None:
        """Draw the table, below text and buttons."""
        raise NotImplementedError

    def paint_on_top(self, canvas: Canvas) -> None:
        """Draw the game's own content above text and buttons."""
        raise NotImplementedError

    def show(self, number: int, event: Event) -> tuple[Showing, Sequence[Node]]:
        """Return the animation of an event and the nodes after it; `number` counts the match's."""
        raise NotImplementedError

    def hand_target(self, seconds: float) -> Target | None:  # noqa: ARG002 - a game with blocks
        """Advance a person's hand, and return its target; None in a game without blocks."""
        return None

    def pressed(self, command: ButtonId) -> None:
        """Execute the command of one of the game's own buttons; it may be that of a key."""
        if isinstance(command, StrEnum):
            self.key_down(command, 0)

    def mouse(self, event: pygame.event.Event) -> None:
        """Handle a mouse event that the log has not consumed."""
        raise NotImplementedError

    def key_down(self, command: StrEnum | None, key: int) -> None:
        """Handle a key that is not common to all games, by its command in this game."""

    def step(self, seconds: float) -> None:
        """Advance the game's own animations by `seconds`."""
        raise NotImplementedError

    @property
    def is_moving(self) -> bool:
        """Whether an animation is running that the match does not wait for."""
        raise NotImplementedError

    def is_holding_match(self) -> bool:
        """Whether the match waits for the end of an animation."""
        return self.play.queue.busy

    def cursor(self) -> int:
        """Return the pygame system cursor: a hand over objects that can be picked up."""
        raise NotImplementedError
