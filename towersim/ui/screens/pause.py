"""The pause menu: continue, help, settings, restart, save and leave."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import pygame

from towersim.common.messages import message as _
from towersim.ui import app_context
from towersim.ui.screens.base import SheetScreen
from towersim.ui.screens.settings import SettingsPage
from towersim.ui.widgets.forms import Pressed


class PauseLine(NamedTuple):
    """A button of a pause menu: its text and its action."""

    label: str
    do: Callable[[], app_context.ScreenChange | None]
    """Without a change of screens, the menu closes."""
    sure: str = ""
    """The button's text while it asks for a second press; empty: one press is enough."""


class Pause(SheetScreen):
    """A column of buttons over a paused table."""

    overlay = True
    title = beside_title = note = ""
    size = 400.0, 0.0

    def __init__(
        self,
        context: app_context.AppContext,
        title: str,
        lines: Sequence[PauseLine],
        beside_title: str = "",
    ) -> None:
        self.title, self.beside_title, self._lines = title, beside_title, lines
        self.size = 400, 104 + 56 * len(lines)
        self._asked: int | None = None
        """Index of the line that awaits its second press, or None."""
        super().__init__(context)

    def fill(self) -> None:
        """Add the buttons from top to bottom, as wide as the sheet."""
        px, wide = self.context.viewport.px, self.right - self.left
        for index, line in enumerate(self._lines):
            rect = pygame.Rect(self.left, self.sheet.y + px(80 + 56 * index), wide, px(46))
            label = line.sure if index == self._asked else line.label
            self.form.button(rect, label, index, "" if index else "strong")

    def execute(self, pressed: Pressed) -> app_context.ScreenChange | None:
        """Perform the action of a line, or ask for a second press."""
        number = int(str(pressed.command))
        line = self._lines[number]
        if not line.sure or self._asked == number:
            return line.do() or app_context.CloseScreens()
        self._asked = number
        self.resize()
        self.guard()
        return None


def look_up(context: app_context.AppContext, rules: str) -> tuple[PauseLine, PauseLine]:
    """Return the lines that open the rules (with the text `rules`) and the settings."""
    return (
        PauseLine(rules, app_context.OpenGuide),
        PauseLine(_("Settings"), lambda: app_context.OpenScreen(SettingsPage(context))),
    )


def game_pause(
    context: app_context.AppContext,
    again: Callable[[bool], app_context.Screen],
    others: Sequence[PauseLine],
    *,
    over: bool,
) -> Pause:
    """Return the pause menu of a game; `again` restarts it, with the same seed if True.

    `others` are lines of its own. A game that is `over` cannot be continued or saved.
    """

    def replace(make: Callable[[], app_context.Screen]) -> app_context.ScreenChange:
        return app_context.ReplaceScreens(make())

    same = partial(replace, partial(again, True))  # noqa: FBT003 - the same deal
    fresh = partial(replace, partial(again, False))  # noqa: FBT003 - a fresh one
    menu = partial(replace, partial(context.pages["menu"], context))
    known, aside = look_up(context, _("Rules and keys")), ""
    lines: tuple[PauseLine, ...]
    if over:
        lines = (
            PauseLine(_("Back to the table"), app_context.CloseScreens),
            PauseLine(_("Play again, same deal"), same),
            PauseLine(_("Play again, new deal"), fresh),
            *known,
            PauseLine(_("To the menu"), menu),
            PauseLine(_("Quit"), app_context.Quit),
        )
    else:
        aside, sure = _("saved after every turn"), _("Really? This game is left as it is")
        lines = (
            PauseLine(_("Go on"), app_context.CloseScreens),
            *others,
            *known,
            PauseLine(_("Start again, same deal"), same, sure),
            PauseLine(_("Start again, new deal"), fresh, sure),
            PauseLine(_("Save and go to the menu"), menu),
            PauseLine(_("Save and quit"), app_context.Quit),
        )
    return Pause(context, _("The game is over") if over else _("Pause"), lines, aside)


def attempt_pause(
    context: app_context.AppContext, again: Callable[[], None], home: PauseLine, *, over: bool
) -> Pause:
    """Return the pause menu of an attempt at a challenge, which is never continued later."""
    back = _("Back to the table") if over else _("Go on")
    sure = "" if over else _("Really? What stands is cleared away")
    lines = (
        PauseLine(back, app_context.CloseScreens),
        *look_up(context, _("Rules and keys")),
        PauseLine(_("Start again"), again, sure),
        home,
        PauseLine(_("Quit"), app_context.Quit),
    )
    return Pause(context, _("The game is over") if over else _("Pause"), lines)
