"""The pause of the free table: save, open, clear, look things up, leave."""

from collections.abc import Callable, Sequence
from typing import Final

from towersim.ui.app_context import (
    AppContext,
    CloseScreens,
    OpenScreen,
    Quit,
    Screen,
    ScreenChange,
)
from towersim.ui.screens.menu_sheet import Line, MenuSheet
from towersim.ui.screens.rules import RulesPages
from towersim.ui.screens.settings import SettingsPage
from towersim.ui.widgets import ButtonId

LINES: Final = (
    Line("Go on", "on", "strong"),
    Line("Save the scene …", "save"),
    Line("Open a scene …", "open"),
    Line("Clear the table", "clear"),
    Line("Help and keys", "help"),
    Line("Settings", "settings"),
    Line("Leave the table", "leave"),
    Line("Quit", "quit"),
)


class BuildMenu(MenuSheet):
    """The menu over the free table; what is on it is kept in any case."""

    def __init__(
        self,
        context: AppContext,
        pages: dict[str, Callable[[], Screen]],
        clear: Callable[[], object],
    ) -> None:
        """Show the menu; `pages` make the screens to save and to open."""
        self._pages, self._clear = pages, clear
        super().__init__(context, "Free table", "kept as it is")

    def lines(self) -> Sequence[Line]:
        """Return the buttons from top to bottom."""
        return LINES

    def answer(self, command: ButtonId | None) -> ScreenChange | None:
        """Do what a pressed button stands for."""
        match command:
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
