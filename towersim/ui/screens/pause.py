"""The pause: go on, look things up, begin again, or save and leave."""

from collections.abc import Callable
from typing import Final

from towersim.messages import message as _
from towersim.ui.app_context import (
    AppContext,
    CloseScreens,
    OpenScreen,
    Quit,
    ReplaceScreens,
    Screen,
    ScreenChange,
)
from towersim.ui.screens.menu_sheet import Line, add_column, column_size
from towersim.ui.screens.rules import RulesPages
from towersim.ui.screens.settings import SettingsPage
from towersim.ui.screens.sheet import SheetScreen
from towersim.ui.widgets import Pressed

LINES: Final = (
    Line(_("Go on"), "on", "strong"),
    Line(_("Rules and keys"), "rules"),
    Line(_("Settings"), "settings"),
    Line(_("Start again, same deal"), "same"),
    Line(_("Start again, new deal"), "fresh"),
    Line(_("Save and go to the menu"), "menu"),
    Line(_("Save and quit"), "quit"),
)
OVER: Final = (
    Line(_("Back to the table"), "on", "strong"),
    Line(_("Play again, same deal"), "same"),
    Line(_("Play again, new deal"), "fresh"),
    Line(_("Rules and keys"), "rules"),
    Line(_("Settings"), "settings"),
    Line(_("To the menu"), "menu"),
    Line(_("Quit"), "quit"),
)
"""The same lines at a finished game, where nothing is left to go on with or to save."""
ATTEMPT: Final = (
    Line(_("Go on"), "on", "strong"),
    Line(_("Rules and keys"), "rules"),
    Line(_("Settings"), "settings"),
    Line(_("Start again"), "same"),
    Line(_("To the menu"), "menu"),
    Line(_("Quit"), "quit"),
)
"""The same lines at a challenge, which has no deal and is never continued from the menu."""


class Pause(SheetScreen):
    """The pause menu over the table; `again` starts anew with the same seed or a fresh one.

    A game that is `over` is told so; an attempt at a challenge is `solo`.
    """

    overlay = True

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
        super().__init__(context)

    @property
    def title(self) -> str:
        """Whether the game is over."""
        return _("The game is over") if self._over else _("Pause")

    @property
    def beside_title(self) -> str:
        """What happens to a game that is left."""
        return _("saved after every turn") if self._lines is LINES else ""

    @property
    def note(self) -> str:
        """Nothing: the buttons reach down to the foot."""
        return ""

    def size(self) -> tuple[float, float]:
        """Return the sheet's width and height, in units."""
        return column_size(self._lines)

    def fill(self) -> None:
        """Add the buttons; the one that was chosen once asks whether it is meant."""
        sure = (
            _("Really? This game is left as it is")
            if self._lines is LINES
            else _("Really? What stands is cleared away")
        )
        lines = (
            line._replace(words=sure) if line.command == self._asked else line
            for line in self._lines
        )
        add_column(self, tuple(lines))

    def answer(self, pressed: Pressed) -> ScreenChange | None:
        """Do what a pressed button stands for; to begin anew it has to be pressed twice."""
        match pressed.command:
            case "on":
                return CloseScreens()
            case "rules":
                return OpenScreen(RulesPages(self.context))
            case "settings":
                return OpenScreen(SettingsPage(self.context))
            case "same" | "fresh" as how if not self._over and self._asked != how:
                self._asked = how
                self.resize()
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
