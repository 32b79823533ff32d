"""What every game's screen does: time, buttons, news, words, pause and result.

A game's screen is a `GameScreen` that says where its things lie, what mouse and keys mean, and
draws itself; `towersim/ui/games/__init__.py` says how one is added.
"""

from enum import StrEnum
from functools import partial
from typing import Any, ClassVar, Final

import pygame
from msgspec.structs import replace

from towersim.dice import fresh_seed
from towersim.match import Match
from towersim.rules.base import Event, Outcome
from towersim.ui.app_context import AppContext, OpenScreen, Screen, ScreenChange
from towersim.ui.draw_marks import symbol
from towersim.ui.input import Command, KeyMap, command_for_key
from towersim.ui.layout import Areas
from towersim.ui.play import Play
from towersim.ui.pointer import NOWHERE, Pointer
from towersim.ui.screens.pause import Pause
from towersim.ui.screens.result import Ending, Result
from towersim.ui.settings import altered, pace_label
from towersim.ui.theme import ON_DARK
from towersim.ui.watch.clip import Clip
from towersim.ui.widgets import ButtonId, Form
from towersim.units import Target

BUDGET: Final = 0.008
"""Seconds of each frame that play may take."""
SAY: Final = 3.0
"""How long an answer to something that does not go stays, in seconds."""
NOTICE: Final = 9.0
"""How long what the record has to say stays, in seconds; the log keeps it."""
RESULT_AFTER: Final = 1.6
"""Seconds from the end of the game to its result."""


class GameScreen:
    """One match being played; a game fills in the methods of the last part."""

    overlay = False
    keys: ClassVar[KeyMap]
    """What each key means in this game."""

    def __init__(self, context: AppContext, play: Play[Any], pointer: Pointer) -> None:
        """Begin to show the match; ends with `resize`, so a game has its own things before."""
        self._context = context
        self.play, self.pointer = play, pointer
        self.match: Match = play.match
        self._said, self._said_for, self._noticed = "", 0.0, 0
        self._over_for = 0.0
        self._clip: Clip | None = None
        self._result_shown = False
        self.play.news()
        self.resize()

    @property
    def is_animating(self) -> bool:
        """Whether something moves by itself now: all but a table that waits for a person."""
        quiet = self.play.is_waiting and not (self.is_moving or self.play.is_replaying)
        return not quiet or self._said_for > 0

    @property
    def said(self) -> str:
        """What is answered just now to something that does not go."""
        return self._said if self._said_for > 0 else ""

    def resize(self) -> None:
        """Lay everything out for the context's stage."""
        self.form = Form(self._context.stage)
        areas = self.lay_out()
        self._areas = areas
        self.form.button(areas.pause, "", "pause", "round")
        pace = pace_label(self._context.settings)
        self._pace = self.form.button(areas.pace, pace, "pace", "round")
        self._result = self.form.button(self.result_button(), "Result", "result", "strong")
        self.form.show(self._result, on=False)
        self.add_buttons()

    # --- events ---------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Answer an event."""
        if self.play.is_replaying and event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.play.stop_replay()
            return None
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        if event.type == pygame.KEYUP:
            if event.key in (pygame.K_LSHIFT, pygame.K_RSHIFT):
                self.pointer.fine = False
            self.key_up(command_for_key(event.key, self.keys))
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
                self._next_pace()
            case "result":
                return self._show_result()
            case _:
                self.pressed(command)
        return None

    def _mouse(self, event: pygame.event.Event) -> None:
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.pointer.at = event.pos
            self.pointer.keys = False
            self.moved(event.pos)
        elif event.type == pygame.WINDOWLEAVE and not self.play.is_carrying:
            self.pointer.at = NOWHERE
        on_log = self.pointer.whole_log or self._areas.log.collidepoint(self.pointer.at)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and on_log:
            self.pointer.whole_log = not self.pointer.whole_log
        else:
            self.mouse(event)

    def _next_pace(self) -> None:
        self._context.change(altered(self._context.settings, "pace"))
        self._pace.set_text(pace_label(self._context.settings))

    def _key(self, event: pygame.event.Event) -> ScreenChange | None:
        if event.key in (pygame.K_LSHIFT, pygame.K_RSHIFT):
            self.pointer.fine = True
        command = command_for_key(event.key, self.keys)
        match command:
            case Command.PAUSE:
                return self.pause()
            case Command.PACE:
                self._next_pace()
            case Command.MUTE:
                self._mute()
            case Command.CLIP:
                self._keep_clip()
            case Command.CONFIRM if self._result_shown:
                return self._show_result()
            case Command.SEE_AGAIN:
                self.play.replay()
            case Command.LOG:
                self.pointer.whole_log = not self.pointer.whole_log
            case _:
                self.key_down(command, event.key)
        return None

    def say(self, words: str, seconds: float = SAY) -> None:
        """Show words instead of the hint for a while; none: show the hint again."""
        self._said, self._said_for = words, seconds if words else 0.0

    # --- time -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> ScreenChange | None:
        """Let time pass."""
        self.pointer.push = self._context.push
        target = self.hand(seconds)
        unheld = self.play.is_replaying or self.play.is_skipping
        if unheld or not self.is_holding_match():
            self.play.advance(seconds, target, self._context.settings.pace, BUDGET)
        news = self.play.news()
        for number, event in news:
            self.happened(number, event)
        self._hear([event for _, event in news])
        self._tell_of_clip()
        self.step(seconds)
        self._said_for -= seconds
        if len(self.match.notices) > self._noticed:
            self.say(" ".join(self.play.notices()[self._noticed :]), NOTICE)
            self._noticed = len(self.match.notices)
        self.show(self._result, on=self._result_shown)
        in_hand = self.hides_mouse()
        if pygame.mouse.get_visible() == in_hand:
            pygame.mouse.set_visible(not in_hand)
        self.form.manager.set_active_cursor(pygame.cursors.Cursor(self.cursor()))
        self.form.update(seconds)
        return self._end(seconds)

    def _hear(self, events: list[Event]) -> None:
        """Play what this frame shows; a mixer that has gone is told of once."""
        context = self._context
        width = self.match.setup.table.width
        context.sound.frame(self.play.take_impacts(), width, events, context.settings)
        if why := context.sound.news():
            self.say(why, NOTICE)

    def _keep_clip(self) -> None:
        """Begin to film the last collapse."""
        if not self.match.collapses or self.match.record is None:
            self.say("No tower has fallen yet")
        elif self._clip is None:
            self._clip = Clip(self.match.record)
            self.say("The last collapse is being filmed …")

    def _tell_of_clip(self) -> None:
        if self._clip is not None and (told := self._clip.news()):
            self._clip = None
            self.say(told, NOTICE)

    def close(self) -> None:
        """Let go of what goes on beside the game."""
        if self._clip is not None:
            self._clip.close()

    def _mute(self) -> None:
        settings = self._context.settings
        self._context.change(replace(settings, muted=not settings.muted))
        self.say("Sound on" if settings.muted else "Sound off – M turns it on again")

    @property
    def is_held(self) -> bool:
        """Whether something has to be seen before the match goes on."""
        return self.is_holding_match() or self.play.is_replaying

    def _end(self, seconds: float) -> ScreenChange | None:
        if self.match.outcome is None or self._result_shown or self.is_held:
            return None
        self._over_for += seconds
        return self._show_result() if self._over_for >= RESULT_AFTER else None

    def _show_result(self) -> ScreenChange | None:
        outcome = self.match.outcome
        if outcome is None:
            return None
        self._result_shown = True
        return OpenScreen(Result(self._context, self.match, self.ending(outcome), self.again))

    def pause(self) -> ScreenChange:
        """Return the change to the pause."""
        leave, over = partial(self._context.put_away, self.match), self.match.outcome is not None
        return OpenScreen(Pause(self._context, self.again, leave, over=over))

    def again(self, same: bool) -> Screen:  # noqa: FBT001 - the same deal or a fresh one
        """Return a new game of the same players."""
        old, context = self.match, self._context
        seed = old.seed if same else fresh_seed()
        record = context.new_record(old.game)
        fresh = Match.new(old.game, old.seats, options=old.options, seed=seed, record=record)
        return context.table(fresh)

    def draw(self, target: pygame.Surface) -> None:
        """Draw a frame."""
        stage = self._context.stage
        self.paint(target)
        self.form.draw(target)
        icon = symbol(stage, "pause", stage.px(17), ON_DARK)
        target.blit(icon, icon.get_rect(center=self._areas.pause.center))

    def show(self, button: Any, *, on: bool) -> None:  # noqa: ANN401 - pygame_gui's
        """Show a button, or not."""
        if on != bool(button.visible):
            self.form.show(button, on=on)

    # --- what a game fills in -------------------------------------------------------------------

    def lay_out(self) -> Areas:
        """Lay everything out for the context's stage; return what all games have."""
        raise NotImplementedError

    def result_button(self) -> pygame.Rect:
        """Return where the button lies that shows the result again."""
        raise NotImplementedError

    def ending(self, outcome: Outcome) -> Ending:
        """Return how the game ended, for the result's page."""
        raise NotImplementedError

    def paint(self, target: pygame.Surface) -> None:
        """Draw everything but the buttons."""
        raise NotImplementedError

    def add_buttons(self) -> None:
        """Make the game's own buttons in `form`; their commands come back to `pressed`."""

    def pressed(self, command: ButtonId) -> None:
        """Answer a button of the game's own."""

    def moved(self, at: tuple[int, int]) -> None:
        """Follow the mouse."""

    def mouse(self, event: pygame.event.Event) -> None:
        """Answer the mouse, whose place is known; the log and the buttons need no answer."""

    def key_down(self, command: StrEnum | None, key: int) -> None:
        """Answer a key that is not the window's own, by what it means in this game."""

    def key_up(self, command: StrEnum | None) -> None:
        """Answer that a key is up again."""

    def forget_keys(self) -> None:
        """Forget all keys that are down, as when the window is left."""

    def hand(self, seconds: float) -> Target | None:  # noqa: ARG002 - without blocks no hand
        """Return where a person's hand shall be after so much more time."""
        return None

    def happened(self, number: int, event: Event) -> None:
        """Show an event that happened just now."""

    def step(self, seconds: float) -> None:
        """Let time pass for all that only the eye needs."""

    @property
    def is_moving(self) -> bool:
        """Whether something is on its way though the match waits."""
        return False

    def is_holding_match(self) -> bool:
        """Whether something has to be seen to its end before the match goes on."""
        return False

    def cursor(self) -> int:
        """Return the shape of the mouse pointer: a hand over what can be taken."""
        return pygame.SYSTEM_CURSOR_ARROW

    def hides_mouse(self) -> bool:
        """Whether a held block is the pointer."""
        return False
