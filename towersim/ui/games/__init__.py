"""The games' user interfaces, one package each (`ui/README.md`), and the list of all of them."""

from collections.abc import Mapping
from typing import Final

from towersim.common.lazy_sequence import LazyMapping, imported
from towersim.ui.app_context import GameUI

_MODULES: Final = {
    "fawlty-towers": "fawlty_towers.controller",
    "bausack": "bausack.controller",
    "palace": "palace.table",
    "push": "push.table",
    "rummu": "rummu.table",
    "practice": "practice.controller",
}

# To import all of them would double the time to the first frame.
UIS: Mapping[str, GameUI] = LazyMapping(
    [*_MODULES], lambda game: imported(f"{__name__}.{_MODULES[game]}.GAME_UI")
)
"""All of them, by name; do not copy them into a dictionary, which would import them."""
GAME_UIS: Final = LazyMapping([game for game in UIS if game != "practice"], UIS.__getitem__)
"""The games for several players, by name."""
