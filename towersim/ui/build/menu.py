"""The pause of the free table: save, open, clear, look things up, leave."""

from collections.abc import Callable
from typing import Final

from towersim.messages import message as _
from towersim.ui.app_context import (
    AppContext,
    CloseScreens,
    OpenScreen,
    Quit,
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
    Line(_("Save the scene …"), "save"),
    Line(_("Open a scene …"), "open"),
    Line(_("Clear the table"), "clear"),
    Line(_("Help and keys"), "help"),
    Line(_("Settings"), "settings"),
    Line(_("Leave the table"), "leave"),
    Line(_("Quit"), "quit"),
)


class BuildMenu(SheetScreen):
    """The menu over the free table; what is on it is kept in any case."""

    overlay = True
    title = _("Free table")
    beside_title = _("kept as it is")
    note = ""

    def __init__(
        self,
        context: AppContext,
        pages: dict[str, Callable[[], Screen]],
        clear: Callable[[], object],
    ) -> None:
        """Show the menu; `pages` make the screens to save and to open."""
        self._pages, self._clear = pages, clear
        super().__init__(context)

    def size(self) -> tuple[float, float]:
        """Return the sheet's width and height, in units."""
        return column_size(LINES)

    def fill(self) -> None:
        """Add the buttons from top to bottom."""
        add_column(self, LINES)

    def answer(self, pressed: Pressed) -> ScreenChange | None:
        """Do what a pressed button stands for."""
        match pressed.command:
            case "on":
                return CloseScreens()
            case "save" | "open" as page:
                return OpenScreen(self._pages[page]())
            case "clear":
                self._clear()
                return CloseScreens()
            case "help":
                return OpenScreen(RulesPages(self.context))
            case "settings":
                return OpenScreen(SettingsPage(self.context))
            case "leave":
                return CloseScreens(2)
            case "quit":
                return Quit()
            case _:
                return None
