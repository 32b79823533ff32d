"""The games in the window: one room each, and the only list of them.

A new game's room is a package beside the others, called like the module of its rules, and holds

* a card game: `table.py`, a `CardTable` (`ui/cards/`, where the kit is explained), and what it is
  made of: `layout.py`, `nodes.py`, `stages.py` (what is seen of an event), `messages.py`; its
  screen is the kit's;
* a stacking game: `screen.py`, a `GameScreen` (`ui/screens/game.py`) whose last part it fills in:
  where things lie, what mouse and keys mean, what an event looks like, how a frame is drawn. It
  builds its `Play` (`ui/play.py`, or a class of its own on top of it with what the game asks
  people), lays its things out and calls the `GameScreen`'s constructor last. What blocks need is
  in `ui/carry.py` (the hand), `ui/camera.py` and `ui/animations.py` (camera and flying pictures),
  `ui/table_presenter.py` (camera, what fell, what is lifted, what a frame shows of the table),
  `ui/draw_room.py` (wall, table, ruler) and `ui/draw_blocks.py` (what stands there); what all need
  in `ui/canvas.py` (what is drawn on), `ui/layout.py`, `ui/draw_text.py` (hint, log, tips, banner),
  `ui/draw_frames.py` and `ui/logbook.py`;
* `keys.py`: its key map from the lines in `ui/input.py`, with an enumeration of its own for keys
  that no other game has.
* `rules_text.py`: its rules as pages (`ui/rulebook.py`).
* `game_ui.py`: a `GameUI` (`ui/app_context.py`) that says all this in one value, with the
  options' labels.

Then its name goes into `GAME_UIS`: menu, new game, saved games, F1 and pictures find it there. No
room imports another; nothing outside of this package, but for `app`, `picture` and `bench`,
imports a room.
"""

from collections.abc import Mapping
from types import MappingProxyType

from towersim.ui.app_context import GameUI
from towersim.ui.games.bausack.game_ui import GAME_UI as BAUSACK
from towersim.ui.games.fawlty_towers.game_ui import GAME_UI as FAWLTY_TOWERS
from towersim.ui.games.palace.game_ui import GAME_UI as PALACE
from towersim.ui.games.practice.game_ui import GAME_UI as PRACTICE
from towersim.ui.games.push.game_ui import GAME_UI as PUSH
from towersim.ui.games.rummu.game_ui import GAME_UI as RUMMU

GAME_UIS: Mapping[str, GameUI] = MappingProxyType(
    {
        "fawlty-towers": FAWLTY_TOWERS,
        "bausack": BAUSACK,
        "palace": PALACE,
        "push": PUSH,
        "rummu": RUMMU,
    }
)
"""Every game for several people that can be played in the window, by its name."""
SOLO_UIS: Mapping[str, GameUI] = MappingProxyType({"practice": PRACTICE})
"""What one person plays alone."""
