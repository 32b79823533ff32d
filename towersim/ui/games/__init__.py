"""The games' user interfaces: one package each, and the list of all of them.

A new game's package has the name of its rules' module, and holds

* for a card game: `table.py` with a `CardTable` (see `ui/cards/`) and its key bindings, and its
  parts `layout.py`, `nodes.py`, `moments.py` (animations of events) and `messages.py`; the screen
  is the kit's;
* for a stacking game: `screen.py` with a subclass of `StackingScreen` that overrides the methods of
  its last section: mouse and key handling, display of events. Its constructor creates the `Play`
  (`ui/play.py`, or a subclass with the game's decisions), the presenter and all fields, and calls
  the base class's constructor last. Its parts are in `ui/stacking/`: `screen.py`, `carry.py` (the
  held block), `presenter.py` (camera, fallen and lifted blocks, the table's frame state) and
  `draw_blocks.py`; for all games `ui/logbook.py`, and `ui/drawing/`:
  `canvas.py` (the drawing target), `layout.py`, `camera.py`, `animations.py` (flying pictures),
  `room.py` (wall, table, ruler), `text.py` (hint, log, tooltips, banner) and `frames.py`;
* `keys.txt`: keys and uses of the mouse (`read_keys` in `ui/input/bindings.py`), and an enumeration
  of the commands that no other game has;
* `rules_pictures.py`: the pictures beside its rules (`ui/rulebook.py`);
* at the end of `table.py` or `screen.py`, a `GameUI` (`ui/app_context.py`) that bundles these.

An entry in `_MODULES` makes it available to the menu, new and saved games, F1 and pictures. No
game's package imports another. Outside this package only `app.py`, `bench.py`, `menu/menu.py` and
`pictures/table.py` import them.
"""

from collections.abc import Mapping
from typing import Final

from towersim.common.lazy_sequence import LazyMapping, imported
from towersim.ui.app_context import GameUI

_MODULES: Final = {
    "fawlty-towers": "fawlty_towers.screen",
    "bausack": "bausack.screen",
    "palace": "palace.table",
    "push": "push.table",
    "rummu": "rummu.table",
}

# All of them would double the time to the first frame.
GAME_UIS: Mapping[str, GameUI] = LazyMapping(
    [*_MODULES], lambda game: imported(f"{__name__}.{_MODULES[game]}.GAME_UI")
)
"""The games for several players, by name."""
SOLO_UIS: Mapping[str, GameUI] = LazyMapping(
    ["practice"], lambda game: imported(f"{__name__}.{game}.screen.GAME_UI")
)
"""The modes for one person, by name."""
