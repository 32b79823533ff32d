"""What every game's screen does: time, the queue of events, keys, pause and result.

A game's screen is a `GameScreen` that says where its things lie, what mouse and keys mean, and
draws itself; `towersim/ui/games/__init__.py` says how one is added.
"""

from collections.abc import Sequence
from enum import StrEnum
from functools import partial
from typing import Any, ClassVar, Final

import pygame

from towersim.dice import fresh_seed
from towersim.match import Match
from towersim.rules.base import Event, Outcome
from towersim.ui.app_context import AppContext, OpenScreen, Screen, ScreenChange
from towersim.ui.buttons import Button, Buttons
from towersim.ui.canvas import Canvas
from towersim.ui.carry import Carry
from towersim.ui.input import SKIP, Command, KeyMap, command_for_key
from towersim.ui.layout import TableLayout
from towersim.ui.play import Play
from towersim.ui.pointer import NOWHERE, Pointer
from towersim.ui.screens.chrome import SAY, Chrome, Tip
from towersim.ui.screens.pause import game_pause
from towersim.ui.screens.result import Ending, Result
from towersim.ui.table_presenter import TablePresenter
from towersim.ui.widgets import ButtonId, Form

BUDGET: Final = 0.008
"""Seconds of each frame that play may take."""
RESULT_AFTER: Final = 1.6
"""Seconds from the end of the game to its result."""


class GameScreen:
    """One match being played; a game fills in the methods of the last part."""

    overlay = False
    keys: ClassVar[KeyMap]
    """What each key means in this game."""
    layout: Any
    """Where everything lies; each game's own."""
    presenter: TablePresenter
    """What a player sees of the table, in a game that has blocks; …"""
    carry: Carry | None = None
    """… and what leads the block in a person's hand there."""

    def __init__(
        self,
        context: AppContext,
        play: Play[Any],
        pointer: Pointer,
        presenter: TablePresenter | None = None,
    ) -> None:
        """Begin to show the match; ends with `resize`, so a game has its own things before."""
        self._context = context
        self.play, self.pointer = play, pointer
        if presenter is not None:
            self.presenter = presenter
            refuse = partial(self.say, refuses=True)
            self.carry = Carry(context.clock, presenter, refuse)
        self.match: Match = play.match
        self.chrome = Chrome(context, play, pointer)
        self._over_for = 0.0
        self._result_shown = False
        play.queue.take_shown()
        self.resize()

    @property
    def is_animating(self) -> bool:
        """Whether something moves by itself now: all but a table that waits for a person."""
        quiet = self.play.is_waiting and not (self.is_moving or self.play.playback.is_replaying)
        return not quiet or bool(self.chrome.said)

    @property
    def said(self) -> str:
        """The words shown instead of the prompt, or nothing."""
        return self.chrome.said

    @property
    def hint(self) -> str:
        """The line above the table: words that were said, else the prompt."""
        return self.said or self.prompt

    @property
    def log(self) -> list[str]:
        """The log as far as events were shown."""
        return self.chrome.log

    def say(self, words: str, seconds: float = SAY, *, refuses: bool = False) -> None:
        """Show words instead of the hint for a while, in red if they refuse something."""
        self.chrome.say(words, seconds, refuses=refuses)

    def resize(self) -> None:
        """Lay everything out for the context's stage."""
        self.form = Form(self._context.stage)
        self.layout = layout = self.lay_out()
        self.chrome.lay_out(self.form, layout.areas, layout.result)
        self.buttons = Buttons(self.form)
        self.buttons.show(self.own_buttons())

    # --- events ---------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Answer an event."""
        playback = self.play.playback
        if playback.is_replaying and event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            playback.stop_replay()
            return None
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        if event.type == pygame.KEYUP:
            if event.key in (pygame.K_LSHIFT, pygame.K_RSHIFT):
                self.pointer.fine = False
            if self.carry is not None:
                self.carry.lift(command_for_key(event.key, self.keys))
        elif event.type == pygame.WINDOWFOCUSLOST:
            self.pointer.fine = False
            self.pointer.at = NOWHERE
            self.forget_keys()
        else:
            self._mouse(event)
        pressed = self.form.handle(event)
        return None if pressed is None else self._command(pressed.command)

    def _command(self, command: ButtonId) -> ScreenChange | None:
        match command:
            case "pause":
                return self.pause()
            case "pace":
                self.chrome.next_pace()
            case "result":
                return self._show_result()
            case _:
                self.pressed(command)
        return None

    def _mouse(self, event: pygame.event.Event) -> None:
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.pointer.at = event.pos
            self.pointer.keys = False
            if self.carry is not None:
                self.carry.move(event.pos)
            self.moved(event.pos)
        elif event.type == pygame.WINDOWLEAVE and not self.play.is_carrying:
            self.pointer.at = NOWHERE
        if event.type == pygame.MOUSEWHEEL and self.pointer.whole_log:
            self.chrome.open_log.scroll(event.y)
            return
        clicked = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        if clicked and self.chrome.press(self.pointer.at):
            return
        if self.carry is None or not self.carry.mouse(
            event, self.pointer.at, fine=self.pointer.fine
        ):
            self.mouse(event)

    def _key(self, event: pygame.event.Event) -> ScreenChange | None:
        if event.key in (pygame.K_LSHIFT, pygame.K_RSHIFT):
            self.pointer.fine = True
        command = command_for_key(event.key, self.keys)
        if not self.play.is_human_turn:
            # A key that a game needs for itself skips while others move.
            command = command_for_key(event.key, (SKIP,)) or command
        if command is Command.PAUSE:
            return self.pause()
        if command is Command.CONFIRM and self._result_shown:
            return self._show_result()
        if command is Command.SKIP:
            self.skip_to_person()
        elif self.carry is not None and self.carry.key(command):
            self.pointer.keys = True
        elif not self.chrome.key(command):
            self.key_down(command, event.key)
        return None

    # --- time -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> ScreenChange | None:
        """Let time pass."""
        play, carry, target = self.play, self.carry, None
        self.pointer.push = self._context.push
        if carry is not None:
            target = carry.step(seconds, self.pointer)
            self.pointer.grips = carry.grips
        if play.playback.is_replaying or play.is_skipping or not self.is_holding_match():
            play.advance(seconds, target, self._context.settings.pace, BUDGET)
        self.show_events(seconds)
        self.step(seconds)
        self.buttons.show(self.own_buttons())
        self.chrome.step(seconds, play.queue.take_shown(), result=self._result_shown)
        in_hand = carry is not None and carry.is_pointer(self.pointer.at)
        if pygame.mouse.get_visible() == in_hand:
            pygame.mouse.set_visible(not in_hand)
        self.form.manager.set_active_cursor(pygame.cursors.Cursor(self.cursor()))
        self.form.update(seconds)
        return self._end(seconds)

    def show_events(self, seconds: float) -> None:
        """Show the events that are due; what bots do unseen is only told."""
        play, queue = self.play, self.play.queue
        queue.wait(seconds * self._context.settings.pace)
        if play.is_skipping:
            queue.rest(0.0)
        while (moment := queue.next()) is not None:
            play.explain(queue.told - 1, moment.event)
            if not play.is_skipping:
                self.happened(queue.told - 1, moment.event)

    def skip_to_person(self) -> None:
        """Let others act unseen until a person has to act, or until the end."""
        self.play.skip_to_person()

    def _end(self, seconds: float) -> ScreenChange | None:
        if self.match.outcome is None or self._result_shown:
            return None
        if self.is_holding_match() or self.play.playback.is_replaying:
            return None
        self._over_for += seconds
        return self._show_result() if self._over_for >= RESULT_AFTER else None

    def _show_result(self) -> ScreenChange | None:
        outcome = self.match.outcome
        if outcome is None:
            return None
        self._result_shown = True
        return OpenScreen(self.result(outcome))

    def result(self, outcome: Outcome) -> Screen:
        """Return the page that shows how the game ended."""
        return Result(self._context, self.match, self.ending(outcome), self.again)

    def pause(self) -> ScreenChange:
        """Return the change to the pause."""
        leave, over = partial(self._context.put_away, self.match), self.match.outcome is not None
        solo = self.match.game in self._context.solo_uis
        return OpenScreen(game_pause(self._context, self.again, leave, over=over, solo=solo))

    def again(self, same: bool) -> Screen:  # noqa: FBT001 - the same deal or a fresh one
        """Return a new game of the same players."""
        old, context = self.match, self._context
        seed = old.seed if same else fresh_seed()
        record = context.new_record(old.game)
        fresh = Match.new(old.game, old.seats, options=old.options, seed=seed, record=record)
        return context.table(fresh)

    def draw(self, canvas: Canvas) -> None:
        """Draw a frame."""
        self.paint(canvas)
        self.chrome.draw(canvas, self.hint)
        self.paint_on_top(canvas)
        self.chrome.draw_on_top(canvas, self.tip, self.log_rect())

    # --- what a game fills in -------------------------------------------------------------------

    @property
    def prompt(self) -> str:
        """What there is to do now."""
        return self.presenter.prompt

    @property
    def tip(self) -> Tip | None:
        """The tip of the thing under the pointer and its place, or None."""
        return self.chrome.button_tip

    def lay_out(self) -> TableLayout:
        """Lay everything out for the context's stage; return the layout."""
        return self.presenter.resize(self._context.stage)

    def log_rect(self) -> pygame.Rect:
        """Return the rectangle of the open log: over no hand, no tower and no button."""
        raise NotImplementedError

    def ending(self, outcome: Outcome) -> Ending:
        """Return the ending, for the result's page."""
        raise NotImplementedError

    def paint(self, canvas: Canvas) -> None:
        """Draw the table, below words and buttons."""
        self.presenter.draw(canvas, self._context.settings)

    def paint_on_top(self, canvas: Canvas) -> None:
        """Draw what lies over words and buttons."""
        self.presenter.draw_on_top(canvas)

    def own_buttons(self) -> Sequence[Button]:
        """Return the game's own buttons that are of use now; their commands come to `pressed`."""
        return ()

    def pressed(self, command: ButtonId) -> None:
        """Answer a button of the game's own; one may stand for what a key does."""
        if isinstance(command, StrEnum):
            self.key_down(command, 0)

    def moved(self, at: tuple[int, int]) -> None:
        """Follow the mouse."""

    def mouse(self, event: pygame.event.Event) -> None:
        """Answer the mouse, whose place is known, where log, buttons and hand need no answer."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.press(event.pos)

    def press(self, at: tuple[int, int]) -> None:
        """Answer the left mouse button."""

    def key_down(self, command: StrEnum | None, key: int) -> None:
        """Answer a key that is not the window's own, by what it means in this game."""

    def forget_keys(self) -> None:
        """Forget all keys that are down, as when the window is left."""
        if self.carry is not None:
            self.carry.hand.rest()

    def happened(self, number: int, event: Event) -> None:
        """Show an event; `number` counts it among those of the match."""

    def step(self, seconds: float) -> None:
        """Let time pass for all that only the eye needs."""
        self.presenter.step(seconds, self._context.settings.pace)

    @property
    def is_moving(self) -> bool:
        """Whether something is on its way though the match waits."""
        return self.presenter.is_moving

    def is_holding_match(self) -> bool:
        """Whether something has to be seen to its end before the match goes on."""
        return self.play.queue.busy

    def can_take(self, at: tuple[int, int]) -> bool:  # noqa: ARG002 - a game knows
        """Whether a press of the mouse at a point would take something."""
        return False

    def cursor(self) -> int:
        """Return the shape of the mouse pointer: a hand over what can be taken."""
        over = self.can_take(self.pointer.at)
        return pygame.SYSTEM_CURSOR_HAND if over else pygame.SYSTEM_CURSOR_ARROW
