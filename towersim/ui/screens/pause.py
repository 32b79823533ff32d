"""The pause: go on, look things up, begin again, or save and leave."""

from collections.abc import Callable, Sequence
from typing import Final

from towersim.ui.app_context import (
    AppContext,
    CloseScreens,
    OpenScreen,
    Quit,
    ReplaceScreens,
    Screen,
    ScreenChange,
)
from towersim.ui.screens.menu_sheet import Line, MenuSheet
from towersim.ui.screens.rules import RulesPages
from towersim.ui.screens.settings import SettingsPage
from towersim.ui.widgets import ButtonId

LINES: Final = (
    Line("Go on", "on", "strong"),
    Line("Rules and keys", "rules"),
    Line("Settings", "settings"),
    Line("Start again, same deal", "same"),
    Line("Start again, new deal", "fresh"),
    Line("Save and go to the menu", "menu"),
    Line("Save and quit", "quit"),
)
OVER: Final = (
    Line("Back to the table", "on", "strong"),
    Line("Play again, same deal", "same"),
    Line("Play again, new deal", "fresh"),
    Line("Rules and keys", "rules"),
    Line("Settings", "settings"),
    Line("To the menu", "menu"),
    Line("Quit", "quit"),
)
"""The same lines at a finished game, where nothing is left to go on with or to save."""
ATTEMPT: Final = (
    Line("Go on", "on", "strong"),
    Line("Rules and keys", "rules"),
    Line("Settings", "settings"),
    Line("Start again", "same"),
    Line("To the menu", "menu"),
    Line("Quit", "quit"),
)
"""The same lines at a challenge, which has no deal and is never continued from the menu."""


class Pause(MenuSheet):
    """The pause menu over the table; `again` starts anew with the same seed or a fresh one.

    A game that is `over` is told so; an attempt at a challenge is `solo`.
    """

    def __init__(
        self,
        context: AppContext,
        again: Callable[[bool], Screen],
        leave: Callable[[], object],
        *,
        over: bool = False,
        solo: bool = False,
    ) -> None:
        self._over = over
        self._lines = ATTEMPT if solo else OVER if over else LINES
        self._again, self._leave = again, leave
        self._asked = ""
        """Which way to begin anew was chosen once."""
        note = "saved after every turn" if self._lines is LINES else ""
        super().__init__(context, "The game is over" if over else "Pause", note)

    def lines(self) -> Sequence[Line]:
        """Return the buttons; the one that was chosen once asks whether it is meant."""
        left = (
            "This game is left as it is" if self._lines is LINES else "What stands is cleared away"
        )
        sure = f"Really? {left}"
        return [
            line._replace(words=sure) if line.command == self._asked else line
            for line in self._lines
        ]

    def answer(self, command: ButtonId | None) -> ScreenChange | None:
        """Do what a pressed button stands for; to begin anew it has to be pressed twice."""
        match command:
            case "on":
                return CloseScreens()
            case "rules":
                return OpenScreen(RulesPages(self.context))
            case "settings":
                return OpenScreen(SettingsPage(self.context))
            case "same" | "fresh" as how if not self._over and self._asked != how:
                self._asked = how
                focus = self.form.focus
                self.resize()
                self.form.set_focus(focus)
                return None
            case "same" | "fresh" as how:
                self._leave()
                return ReplaceScreens(self._again(how == "same"))
            case "menu":
                self._leave()
                return ReplaceScreens(self.context.menu(self.context))
            case "quit":
                return Quit()
            case _:
                return None
