"""The main menu."""

from collections.abc import Callable
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Final

import pygame

from towersim.common.messages import message as _
from towersim.match.record import Recording, is_untouched, unfinished
from towersim.match.series import series_text
from towersim.rules import game as rules_of
from towersim.rules.practice.log import title_text
from towersim.ui import app_context
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.room import still_life
from towersim.ui.drawing.theme import ACCENT_DARK, SOFT_TEXT, TEXT
from towersim.ui.games.practice.start import new_attempt, next_challenge_of
from towersim.ui.menu import PAGES
from towersim.ui.screens.base import SheetScreen
from towersim.ui.widgets.forms import Pressed

ROW: Final = 53
"""Distance between the tops of successive buttons, in units."""
LEFT: Final = 96
"""x of the title and of the buttons, in units."""


def waiting_game(folder: Path) -> Recording | None:
    """Return the newest unfinished game with a move: of people, or else of bots."""
    games = chain(unfinished(folder, of_people=True), unfinished(folder))
    return next((game for game in games if not is_untouched(game.file)), None)


def players(recording: Recording) -> str:
    """Return the title of a game and its players."""
    names = ", ".join(seat.name for seat in recording.header.seats)
    return _("{game}: {names}", game=recording.header.title, names=names)


class Menu(SheetScreen):
    """The main menu over a still life, without a sheet."""

    title, size = "towersim", (0.0, 0.0)

    def fill(self) -> None:
        """Add a button for each page, and look up the game that waits."""
        context, px = self.context, self.context.viewport.px
        self._waiting = waiting_game(context.files.records)
        goes_on = {"continue": (_("Continue"), self._continue)}
        series, new = context.settings.series, {"new": (_("New game"), partial(self._open, "new"))}
        waits = series is not None and series.games and not series.is_over
        self._series = series_text(series) if series is not None and waits else ""
        self._entries: dict[str, tuple[str, Callable[[], app_context.ScreenChange | None]]] = {
            **(goes_on if self._waiting else {}),
            **(new if self._series else {}),
            "practice": (
                _("Practice"),
                lambda: app_context.ReplaceScreens(PAGES["practice"](context)),
            ),
            **new,
            "games": (_("Other games …"), partial(self._open, "games")),
            **goes_on,
            "saved": (_("Saved games …"), partial(self._open, "saved")),
            "rules": (_("Rules and keys"), app_context.OpenGuide),
            "settings": (_("Settings"), partial(self._open, "settings")),
            "quit": (_("Quit"), app_context.Quit),
        }
        """The text and the action of each button, by its command."""
        top = max(context.viewport.size[1] // 2 - px(70), px(230)) - px(30)
        self._beside: dict[str, tuple[int, int]] = {}
        for index, (command, (label, _do)) in enumerate(self._entries.items()):
            rect = pygame.Rect(px(LEFT), top + index * px(ROW), px(290), px(46))
            style = "" if index else "strong"
            goes = command != "continue" or self._waiting is not None
            self.form.allow(self.form.button(rect, label, command, style), on=goes)
            self._beside[command] = (rect.right + px(16), rect.centery)
        if (later := next_challenge_of(context)) is not None:
            x, y = self._beside["practice"]
            label = _("Next: {title}", title=title_text(later))
            text = context.viewport.fonts.width(label, px(context.viewport.grown(17)))
            wide = min(max(text + px(50), px(190)), self._room(x))
            # Another height, as the buttons of a row share their text size.
            rect = pygame.Rect(x, y - px(22), wide, px(44))
            self.form.button(rect, label, "challenge")
            start = partial(new_attempt, context, later)
            self._entries["challenge"] = (label, lambda: app_context.ReplaceScreens(start()))
        self._top = top

    def _room(self, x: int) -> int:
        """Return the width from `x` to the tall tower of the picture; the low one is below."""
        px = self.context.viewport.px
        return min(px(310), self.context.viewport.size[0] - px(440) - x)

    def _open(self, page: str) -> app_context.OpenScreen:
        return app_context.OpenScreen(PAGES[page](self.context))

    def _continue(self) -> app_context.ScreenChange | None:
        """Open the game that waits; None if there is none, or if it is damaged."""
        waiting = self._waiting
        return None if waiting is None else PAGES["continue"](self.context, waiting.file)

    def _is_left_by(self, key: int) -> bool:  # noqa: ARG002 - no screen is below it
        return False

    def execute(self, pressed: Pressed) -> app_context.ScreenChange | None:
        """Open what a button is for."""
        if (change := self._entries[str(pressed.command)][1]()) is None:
            self.resize()  # a damaged game has become the notice
        return change

    def draw(self, canvas: Canvas) -> None:
        """Draw a frame."""
        viewport, px, low = canvas.viewport, canvas.px, self._top - canvas.px(56)
        canvas.put(still_life(viewport), (0, 0))
        canvas.title(self.title, 76, TEXT, bottomleft=(px(LEFT - 4), low))
        line = _("A steady hand, a good eye – and gravity has the last word.")
        room, at = (px(540), px(40)), (px(LEFT), low - px(8))
        canvas.text(line, 18, SOFT_TEXT, room=room, topleft=at)
        self.form.draw(canvas)
        title = self._series or rules_of(self.context.settings.game).title
        goes_on = players(self._waiting) if self._waiting else ""
        for command, text in (("new", title), ("continue", goes_on)):
            at = self._beside[command]
            room = self._room(at[0]), px(48)
            canvas.name(text, viewport.grown(15, 20), SOFT_TEXT, room, midleft=at)
        lines = viewport.fonts.wrapped(self.context.notice, px(14), px(520))
        for index, text in enumerate(lines[:4]):
            canvas.text(text, 14, ACCENT_DARK, topleft=(px(LEFT), px(18) + index * px(19)))
