"""Hot-seat play: the curtain between two persons, and the log lines since the last turn."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

import pygame

from towersim.common.messages import message as _
from towersim.common.units import Seat
from towersim.rules.base import Event
from towersim.ui.app_context import AppContext, OpenScreen, ScreenChange
from towersim.ui.cards.card_faces import Cloth, face_picture, felt
from towersim.ui.cards.play import CardPlay
from towersim.ui.cards.table import CardTable
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.frames import draw_card_shadow
from towersim.ui.drawing.text import draw_slip
from towersim.ui.drawing.theme import SOFT_TEXT, TEXT
from towersim.ui.screens.sheet import SheetScreen
from towersim.ui.widgets.forms import Pressed, draw_sheet

SINCE: Final = _("Since your last turn  –  any press puts this away")
MOST: Final = 9
"""Number of last lines shown when there are many; the log has all of them."""


def lines_since(play: CardPlay[Any], seat: Seat, quiet: tuple[type[Event], ...]) -> tuple[str, ...]:
    """Return the log lines since a seat acted, redacted for it; empty if it has not acted yet.

    `quiet` kinds of event are left out; of more than `MOST` + 1 lines, the last `MOST` are shown.
    """
    match = play.match
    acted = (step for step in reversed(range(match.steps)) if match.actor_of(step) == seat)
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
    viewport, px = canvas.viewport, canvas.px
    tall, pad = viewport.grown(16), px(16)
    most = room.w - 4 * pad
    step = min(px(1.5 * tall), (room.h - 2 * pad) // (len(lines) + 1))
    tall = min(tall, step / (1.4 * viewport.unit))
    pictures = [viewport.fitted(line, tall, TEXT, most) for line in lines]
    title = viewport.text(SINCE, 14, SOFT_TEXT, room=(most, step))
    wide = max(picture.get_width() for picture in (title, *pictures))
    slip = pygame.Rect(0, 0, wide + 2 * pad, step * (len(lines) + 1) + 2 * pad)
    slip.center = room.center
    draw_slip(canvas, slip)
    canvas.put(title, (slip.x + pad, slip.y + pad - px(2)))
    for index, picture in enumerate(pictures, 1):
        middle = slip.y + pad + index * step + step // 2
        canvas.put(picture, midleft=(slip.x + pad, middle))


TITLES: Final = (32, 28, 24, 21, 18)
"""Font sizes tried for the title, in units, largest first."""


class Curtain(SheetScreen):
    """A page that asks to pass the screen to a person, whose button shows their hand.

    Stray presses just after it appears do not open it (`PressGuard`). It is no overlay: the table
    is not drawn below it.
    """

    is_guarded = True
    size = 780, 330

    def __init__(
        self,
        context: AppContext,
        name: str,
        opened: Callable[[], object],
        pause: Callable[[], ScreenChange],
        cloth: Cloth = Cloth(),  # noqa: B008 - frozen
    ) -> None:
        """Create the page for the person `name`; `opened` is called when they open it."""
        self.name, self._opened, self._pause, self._cloth = name, opened, pause, cloth
        super().__init__(context)

    @property
    def title(self) -> str:
        """The title, with the next person's name."""
        return _("Pass to {name}", name=self.name)

    def fill(self) -> None:
        """Add the button that opens the curtain."""
        viewport, px = self.context.viewport, self.context.viewport.px
        rect = pygame.Rect(0, 0, px(640), px(54))
        rect.midbottom = (self.sheet.centerx, self.sheet.bottom - px(34))
        words: str = _("I am {name} – show my cards", name=self.name)
        words = viewport.fonts.cut(words, px(18), rect.w - px(30), bold=True)
        self.form.button(rect, words, "open", "strong")

    def answer(self, pressed: Pressed) -> ScreenChange:  # noqa: ARG002 - there is one button
        """Open the curtain."""
        self._opened()
        return super().leave()

    def leave(self) -> ScreenChange:
        """Open the pause: only the button leads back to the table."""
        return self._pause()

    def draw(self, canvas: Canvas) -> None:
        """Draw the page."""
        viewport, sheet, px = canvas.viewport, self.sheet, canvas.px
        canvas.put(felt(viewport, viewport.size[1], self._cloth.felt), (0, 0))
        draw_sheet(canvas, sheet)
        back = face_picture(viewport, self._cloth.back, px(104))
        for x in (-px(44), 0, px(44)):
            place = back.get_rect(midtop=(sheet.centerx + x, sheet.y + px(30)))
            draw_card_shadow(canvas, place)
            canvas.put(back, place)
        words, most, x = self.title, sheet.w - px(60), sheet.centerx
        sizes = (viewport.title(words, size, TEXT) for size in TITLES)
        fitting = next((picture for picture in sizes if picture.get_width() <= most), None)
        title = fitting or viewport.title(words, TITLES[-1], TEXT, room=(most, None))
        canvas.put(title, center=(x, sheet.y + px(172)))
        low, room = _("The others look away."), (most, px(34))
        canvas.text(low, 17, SOFT_TEXT, room=room, center=(x, sheet.y + px(212)))
        self.form.draw(canvas)


class Passing:
    """Passes the screen of a card table from person to person, with a curtain between."""

    def __init__(
        self,
        context: AppContext,
        play: CardPlay[Any],
        table: CardTable[Any, Any],
        show: Callable[[], None],
    ) -> None:
        """Begin with the present watcher; `show` shows the table to another one."""
        self._context, self._play, self._table, self._show = context, play, table, show
        self.since: tuple[str, ...] = ()
        """Log lines since the watcher's last turn, shown until the next press."""

    def pass_on(self, pause: Callable[[], ScreenChange]) -> ScreenChange | None:
        """Hide the hand of a person whose turn is over; return the curtain for the next one."""
        play, watcher = self._play, self._play.watcher
        play.turn_away()
        if play.watcher != watcher:
            self._show()
        if play.awaited is None:
            return None
        name, opened = play.match.seats[play.awaited].name, partial(self._open, play.awaited)
        return OpenScreen(Curtain(self._context, name, opened, pause, self._table.cloth))

    def _open(self, seat: Seat) -> None:
        self._play.open(seat)
        self.since = lines_since(self._play, seat, self._table.quiet)
        self._show()
