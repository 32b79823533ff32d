"""The common HUD of all games: hint, log, pause and pace buttons, clip recorder and sound."""

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import accumulate, takewhile
from typing import Any, Final

import pygame

from towersim.common.messages import message as _
from towersim.theatre.impacts import Impact
from towersim.ui.app_context import AppContext
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.layout import Areas
from towersim.ui.drawing.text import Hint, Tip, draw_hint, draw_log, draw_since, draw_tip
from towersim.ui.drawing.theme import ON_DARK, ON_DARK_SOFT, WALNUT_DARK, WALNUT_LIGHT
from towersim.ui.export import ENDING, clip_path
from towersim.ui.input.bindings import KeyCommand, Pointer
from towersim.ui.play import Play
from towersim.ui.sentences import Logbook
from towersim.ui.settings import speed_label
from towersim.ui.widgets.forms import Form

PAD = 12
"""Padding between the log's edge and its lines, in units."""
HEAD = 10
"""Height of the words above the lines, in units."""
SPACING = 1.33
"""Line spacing, in heights of the text."""
NARROW = 480
"""Width in units below which many entries are wrapped: they are smaller, with gaps between them."""


class OpenLog:
    """The open log with its scroll position."""

    def __init__(self) -> None:
        self._back = 0
        """Number of lines that are newer than the last one shown."""

    def scroll(self, notches: int) -> None:
        """Scroll back in time, or forward if `notches` is negative."""
        self._back = max(self._back + notches, 0)

    def draw(self, canvas: Canvas, rect: pygame.Rect, lines: Sequence[str]) -> None:
        """Draw as many lines as fit into a rectangle, the newest at its lower edge."""
        viewport, px, pad = canvas.viewport, canvas.px, canvas.px(PAD)
        width, room = rect.w - 2 * pad, rect.h - pad - px(PAD + HEAD)
        narrow = width < px(NARROW)
        tall = viewport.grown(14 if narrow else 15)
        step = px(SPACING * tall)
        gap = step // 5 if narrow else 0
        wrapped = partial(viewport.fonts.wrapped, size=px(tall), width=width)

        def height(line: str) -> int:
            return len(wrapped(line)) * step + gap

        self._back = min(self._back, max(len(lines) - _fitting(map(height, lines), room), 0))
        end = len(lines) - self._back
        shown = _fitting(map(height, reversed(lines[:end])), room)
        canvas.panel(rect, px(12), WALNUT_DARK, WALNUT_LIGHT, px(1.5))
        text = _("close with {key:L}") if len(lines) <= shown else _more(self._back, end - shown)
        at = rect.right - pad, rect.y + px(PAD)
        canvas.text(text, 13, ON_DARK_SOFT, room=(width, px(26)), midright=at)
        y = rect.bottom - pad - step // 2
        for index in range(shown):
            tint = ON_DARK if index == 0 and not self._back else ON_DARK_SOFT
            for text in reversed(wrapped(lines[end - 1 - index])):
                canvas.text(text, tall, tint, room=(width, None), midleft=(rect.x + pad, y))
                y -= step
            y -= gap


def _more(newer: int, older: int) -> str:
    """Return a line with the numbers of hidden lines, and the keys to scroll and to close."""
    match bool(newer), bool(older):
        case True, True:
            return _(
                "{newer} newer – {older} older – wheel  ·  close with {key:L}",
                newer=newer,
                older=older,
            )
        case True, False:
            return _("{newer} newer – wheel  ·  close with {key:L}", newer=newer)
        case _neither:
            return _("{older} older – wheel  ·  close with {key:L}", older=older)


def _fitting(heights: Iterable[int], room: int) -> int:
    """Return how many of the first things fit into `room` pixels; the first always counts."""
    ends = enumerate(accumulate(heights))
    return sum(1 for _ in takewhile(lambda end: end[0] == 0 or end[1] <= room, ends))


SAY: Final = 3.0
"""Seconds that a refusal stays visible."""
NOTICE: Final = 9.0
"""Seconds that a notice about the record stays visible; it also stays in the log."""
PACE_TIP: Final = _("Speed of bots and of what falls or flies ({key:F})")
PAUSE_TIP: Final = _("Pause ({key:Esc})")
NO_FALL: Final = _("No tower has fallen yet.")


class Hud:
    """The hint, the log and the common buttons around the table of one game."""

    def __init__(self, context: AppContext, play: Play[Any], pointer: Pointer) -> None:
        self._context, self._play, self._pointer = context, play, pointer
        self._book = Logbook(play)
        self._message, self._shown_for, self._noticed = "", 0.0, 0
        self.refuses = False
        """Whether the text shown is a refusal."""
        self.open_log: OpenLog | None = None
        self.impacts: Sequence[Impact] = ()
        """The impacts heard in this frame."""

    def lay_out(self, form: Form, areas: Areas, result: pygame.Rect) -> None:
        """Create the buttons; `result` is the rectangle of the one that reopens the result."""
        self._form, self.areas = form, areas
        form.button(areas.pause, "", "pause", "round")
        pace = speed_label(self._context.settings.pace)
        self._pace = form.button(areas.pace, pace, "pace", "round")
        self._result = form.button(result, _("Result"), "result", "strong")
        form.show(self._result, on=False)

    @property
    def message(self) -> str:
        """The text shown instead of the hint; empty for none."""
        return self._message if self._shown_for > 0 else ""

    def say(self, text: str, seconds: float = SAY, *, refuses: bool = False) -> None:
        """Show a text instead of the hint for `seconds`; an empty one restores the hint."""
        self._message, self._shown_for, self.refuses = text, seconds if text else 0.0, refuses

    @property
    def log(self) -> list[str]:
        """The log lines of all events shown so far."""
        return self._book.lines()

    @property
    def since(self) -> list[str]:
        """The log lines since the last turn of the person who has to act now."""
        return self._book.since()

    @property
    def button_tip(self) -> Tip | None:
        """The tooltip of the common button under the mouse, with its position; None elsewhere."""
        for rect, text in ((self.areas.pace, PACE_TIP), (self.areas.pause, PAUSE_TIP)):
            if rect.collidepoint(self._pointer.at):
                return text, rect.bottomleft
        return None

    def key(self, command: object) -> bool:
        """Execute a command common to all games; return whether it was one."""
        match command:
            case KeyCommand.PACE:
                self.next_pace()
            case KeyCommand.CLIP:
                self._keep_clip()
            case KeyCommand.SEE_AGAIN:
                while self._play.falls.recall():
                    pass
                if self._play.playback.last_fall is None:
                    self.say(NO_FALL, refuses=True)
                self._play.playback.replay()
            case KeyCommand.LOG:
                self._toggle_log()
            case _:
                return False
        return True

    def press(self, at: tuple[int, int]) -> bool:
        """Toggle the log if it was clicked, or is open; return whether it was toggled."""
        on_log = self.open_log is not None or self.areas.log.collidepoint(at)
        if on_log:
            self._toggle_log()
        return on_log

    def _toggle_log(self) -> None:
        """Open the log at its newest line, or close it."""
        self.open_log = None if self.open_log else OpenLog()

    def next_pace(self) -> None:
        """Switch to the next playback speed of bots, falls and flying cards."""
        self._context.alter("pace")
        self._form.write(self._pace, speed_label(self._context.settings.pace))

    def _keep_clip(self) -> None:
        match = self._play.match
        has_collapse = bool(match.collapses) or self._play.falls.has_collapse
        # What is seen again without a collapse is the end of what was played so far.
        part = ("--last-collapse", *ENDING) if has_collapse else ENDING
        if not (has_collapse or self._play.playback.last_fall) or match.record is None:
            self.say(NO_FALL, refuses=True)
        elif not self._context.exports:
            self._context.export(match.record, clip_path(match.record), *part)
            self.say(_("The last collapse is being filmed …"))

    def step(self, seconds: float, *, result: bool) -> None:
        """Advance by `seconds`, play the sounds of impacts; toggle the `result` button."""
        context, play = self._context, self._play
        width = play.match.setup.table.width
        self.impacts = play.playback.take_impacts()
        context.sound.frame(self.impacts, width, (), context.settings)
        self._shown_for -= seconds
        if reason := context.sound.news():
            self.say(reason, NOTICE)
        if context.exported() is not None:
            self.say(context.notice, NOTICE)
        notices = play.notices()
        if len(notices) > self._noticed:
            told, *others = notices[self._noticed :]
            for one in others:
                told = _("{said} {about}", said=told, about=one)
            self.say(told, NOTICE)
            self._noticed = len(notices)
        if result != bool(self._result.visible):
            self._form.show(self._result, on=result)

    def draw(self, canvas: Canvas, hint: str) -> None:
        """Draw the hint, the last lines of the log and the buttons."""
        areas, play = self.areas, self._play
        refuses = self.refuses and bool(self.message)
        draw_hint(canvas, areas, Hint(hint, play.name, play.tint, refuses=refuses))
        if since := self.since:
            draw_since(canvas, areas.log, since)
        else:
            draw_log(canvas, areas, self.log)
        self._form.draw(canvas)
        canvas.sign("pause", 17, ON_DARK, center=areas.pause.center)

    def draw_on_top(self, canvas: Canvas, tip: Tip | None, log: pygame.Rect) -> None:
        """Draw a tooltip, and over everything the open log, if any, into the rectangle `log`."""
        if tip is not None and tip[0]:
            draw_tip(canvas, self.areas, *tip)
        if self.open_log is not None:
            self.open_log.draw(canvas, log, self.log)
