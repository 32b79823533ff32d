"""The pages before a game: the menu, the list of games, and the page of a new game.

Each page of the window is imported when it is opened for the first time, or in the background once
the menu is drawn.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from towersim.common.lazy_sequence import LazyMapping, imported

_PAGES: Final = {
    "new": "menu.new_game.NewGame",
    "practice": "games.practice.chapters.PracticePage",
    "continue": "watch.games_list.open_game",
    "games": "menu.new_game.Games",
    "saved": "watch.games_list.GamesList",
    "rules": "screens.rules.RulesPages",
    "settings": "screens.settings.SettingsPage",
    "friends": "games.practice.friends.FriendsPage",
    "finale": "watch.finale.Finale",
    "editor": "games.practice.editor.EditorPage",
    "menu": "menu.menu.Menu",
}

PAGES: Mapping[str, Callable[..., Any]] = LazyMapping(
    [*_PAGES], lambda name: imported(f"towersim.ui.{_PAGES[name]}")
)
"""The makers of the pages by name, the likeliest ones first."""
