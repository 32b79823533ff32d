"""The whole log as a panel over a part of the table."""

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import accumulate, takewhile

import pygame

from towersim.common.messages import message as _
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.theme import ON_DARK, ON_DARK_SOFT, WALNUT_DARK, WALNUT_LIGHT

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
        stage, px, pad = canvas.stage, canvas.px, canvas.px(PAD)
        width, room = rect.w - 2 * pad, rect.h - pad - px(PAD + HEAD)
        narrow = width < px(NARROW)
        tall = stage.grown(14 if narrow else 15)
        step = px(SPACING * tall)
        gap = step // 5 if narrow else 0
        wrapped = partial(stage.fonts.wrapped, size=px(tall), width=width)

        def height(line: str) -> int:
            return len(wrapped(line)) * step + gap

        self._back = min(self._back, max(len(lines) - _fitting(map(height, lines), room), 0))
        end = len(lines) - self._back
        shown = _fitting(map(height, reversed(lines[:end])), room)
        canvas.panel(rect, px(12), WALNUT_DARK, WALNUT_LIGHT, px(1.5))
        words = _("close with {key:L}") if len(lines) <= shown else _more(self._back, end - shown)
        at = rect.right - pad, rect.y + px(PAD)
        canvas.text(words, 13, ON_DARK_SOFT, room=(width, None), midright=at)
        y = rect.bottom - pad - step // 2
        for index in range(shown):
            tint = ON_DARK if index == 0 and not self._back else ON_DARK_SOFT
            for words in reversed(wrapped(lines[end - 1 - index])):
                canvas.text(words, tall, tint, room=(width, None), midleft=(rect.x + pad, y))
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
