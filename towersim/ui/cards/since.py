"""The log lines since a person's last turn, shown when the curtain is opened."""

from collections.abc import Sequence
from typing import Any, Final

import pygame

from towersim.common.messages import message as _
from towersim.common.units import Seat
from towersim.rules.base import Event
from towersim.ui.cards.play import CardPlay
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.text import draw_slip
from towersim.ui.drawing.theme import SOFT_TEXT, TEXT

TITLE: Final = _("Since your last turn  –  any press puts this away")
MOST: Final = 9
"""Number of last lines shown when there are many; the log has all of them."""


def lines_since(play: CardPlay[Any], seat: Seat, quiet: tuple[type[Event], ...]) -> tuple[str, ...]:
    """Return the log lines since a seat acted, redacted for it; empty if it has not acted yet.

    `quiet` kinds of event are left out; of more than `MOST` + 1 lines, the last `MOST` are shown.
    """
    match = play.match
    acted = (step for step in reversed(range(match.steps)) if play.actor_at(step) == seat)
    last = next(acted, None)
    if last is None:
        return ()
    names = [each.name for each in match.seats]
    events = [event for step in range(last + 1, match.steps) for event in match.events_of(step)]
    lines = [
        match.rules.describe(match.rules.seen(event, seat), names)
        for event in events
        if not isinstance(event, quiet)
    ]
    more = len(lines) - MOST
    if more < 2:
        return tuple(lines)
    return _("… and {count} more before ({key:L})", count=more), *lines[more:]


def draw_since(canvas: Canvas, room: pygame.Rect, lines: Sequence[str]) -> None:
    """Draw the lines on a slip of paper in the middle of the rectangle `room`."""
    stage, px = canvas.stage, canvas.px
    tall, pad = stage.grown(16), px(16)
    most = room.w - 4 * pad
    step = min(px(1.5 * tall), (room.h - 2 * pad) // (len(lines) + 1))
    tall = min(tall, step / (1.4 * stage.unit))
    pictures = [stage.fitted(line, tall, TEXT, most) for line in lines]
    title = stage.text(TITLE, 14, SOFT_TEXT, room=(most, step))
    wide = max(picture.get_width() for picture in (title, *pictures))
    slip = pygame.Rect(0, 0, wide + 2 * pad, step * (len(lines) + 1) + 2 * pad)
    slip.center = room.center
    draw_slip(canvas, slip)
    canvas.put(title, (slip.x + pad, slip.y + pad - px(2)))
    for index, picture in enumerate(pictures, 1):
        middle = slip.y + pad + index * step + step // 2
        canvas.put(picture, midleft=(slip.x + pad, middle))
