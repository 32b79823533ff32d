"""The common HUD of all games: hint, log, pause and pace buttons, clip recorder and sound."""

from collections.abc import Sequence
from typing import Any, Final

import pygame

from towersim.common.messages import message as _
from towersim.rules.base import Event
from towersim.ui.app_context import AppContext
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.layout import Areas
from towersim.ui.drawing.text import Hint, Tip, draw_hint, draw_log, draw_tip
from towersim.ui.drawing.theme import ON_DARK
from towersim.ui.input.bindings import Command
from towersim.ui.input.pointer import Pointer
from towersim.ui.logbook import Logbook
from towersim.ui.play import Play
from towersim.ui.screens.clip import Clip
from towersim.ui.screens.open_log import OpenLog
from towersim.ui.settings import altered, pace_label
from towersim.ui.widgets.forms import Form

SAY: Final = 3.0
"""Seconds that a refusal stays visible."""
NOTICE: Final = 9.0
"""Seconds that a notice about the record stays visible; it also stays in the log."""
PACE_TIP: Final = _("Speed of bots and of what falls or flies ({key:F})")
PAUSE_TIP: Final = _("Pause ({key:Esc})")


class Chrome:
    """The hint, the log and the common buttons around the table of one game."""

    def __init__(self, context: AppContext, play: Play[Any], pointer: Pointer) -> None:
        self._context, self._play, self._pointer = context, play, pointer
        self._book = Logbook(play)
        self._said, self._said_for, self._noticed = "", 0.0, 0
        self.refuses = False
        """Whether the text shown is a refusal."""
        self._clip: Clip | None = None
        self.open_log = OpenLog()

    def lay_out(self, form: Form, areas: Areas, result: pygame.Rect) -> None:
        """Create the buttons; `result` is the rectangle of the one that reopens the result."""
        self._form, self.areas = form, areas
        form.button(areas.pause, "", "pause", "round")
        pace = pace_label(self._context.settings)
        self._pace = form.button(areas.pace, pace, "pace", "round")
        self._result = form.button(result, _("Result"), "result", "strong")
        form.show(self._result, on=False)

    # --- words ----------------------------------------------------------------------------------

    @property
    def said(self) -> str:
        """The text shown instead of the hint; empty for none."""
        return self._said if self._said_for > 0 else ""

    def say(self, words: str, seconds: float = SAY, *, refuses: bool = False) -> None:
        """Show a text instead of the hint for `seconds`; an empty one restores the hint."""
        self._said, self._said_for, self.refuses = words, seconds if words else 0.0, refuses

    @property
    def log(self) -> list[str]:
        """The log lines of all events shown so far."""
        return self._book.lines()

    @property
    def button_tip(self) -> Tip | None:
        """The tooltip of the common button under the mouse, with its position; None elsewhere."""
        for rect, words in ((self.areas.pace, PACE_TIP), (self.areas.pause, PAUSE_TIP)):
            if rect.collidepoint(self._pointer.at):
                return words, rect.bottomleft
        return None

    # --- input ----------------------------------------------------------------------------------

    def key(self, command: object) -> bool:
        """Execute a command common to all games; return whether it was one."""
        match command:
            case Command.PACE:
                self.next_pace()
            case Command.MUTE:
                self.say(self._context.toggle_sound())
            case Command.CLIP:
                self._keep_clip()
            case Command.SEE_AGAIN:
                self._play.playback.replay()
            case Command.LOG:
                self._toggle_log()
            case _:
                return False
        return True

    def press(self, at: tuple[int, int]) -> bool:
        """Toggle the log if it was clicked, or is open; return whether it was toggled."""
        on_log = self._pointer.whole_log or self.areas.log.collidepoint(at)
        if on_log:
            self._toggle_log()
        return on_log

    def _toggle_log(self) -> None:
        """Open the log at its newest line, or close it."""
        self._pointer.whole_log = not self._pointer.whole_log
        self.open_log = OpenLog()

    def next_pace(self) -> None:
        """Switch to the next playback speed of bots, falls and flying cards."""
        self._context.change(altered(self._context.settings, "pace"))
        self._form.write(self._pace, pace_label(self._context.settings))

    def _keep_clip(self) -> None:
        match = self._play.match
        if not match.collapses or match.record is None:
            self.say(_("No tower has fallen yet."), refuses=True)
        elif self._clip is None:
            self._clip = Clip(match.record, self._context.look.language)
            self.say(_("The last collapse is being filmed …"))

    # --- time -----------------------------------------------------------------------------------

    def step(self, seconds: float, shown: Sequence[Event], *, result: bool) -> None:
        """Advance by `seconds`, play the sounds of `shown` events; toggle the `result` button."""
        context, play = self._context, self._play
        width = play.match.setup.table.width
        context.sound.frame(play.playback.take_impacts(), width, shown, context.settings)
        self._said_for -= seconds
        if why := context.sound.news():
            self.say(why, NOTICE)
        if self._clip is not None and (told := self._clip.news()):
            self._clip = None
            self.say(told, NOTICE)
        notices = play.notices()
        if len(notices) > self._noticed:
            told, *others = notices[self._noticed :]
            for one in others:
                told = _("{said} {about}", said=told, about=one)
            self.say(told, NOTICE)
            self._noticed = len(notices)
        if result != bool(self._result.visible):
            self._form.show(self._result, on=result)

    def close(self) -> None:
        """Stop the clip recorder."""
        if self._clip is not None:
            self._clip.close()

    # --- picture --------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, hint: str) -> None:
        """Draw the hint, the last lines of the log and the buttons."""
        areas, play = self.areas, self._play
        refuses = self.refuses and bool(self.said)
        draw_hint(canvas, areas, Hint(hint, play.name, play.tint, refuses=refuses))
        draw_log(canvas, areas, self.log)
        self._form.draw(canvas)
        canvas.sign("pause", 17, ON_DARK, center=areas.pause.center)

    def draw_on_top(self, canvas: Canvas, tip: Tip | None, log: pygame.Rect) -> None:
        """Draw the open log, if any, into the rectangle `log`, and a tooltip over everything."""
        if self._pointer.whole_log:
            self.open_log.draw(canvas, log, self.log)
        if tip is not None and tip[0]:
            draw_tip(canvas, self.areas, *tip)
