"""The games in the window: one room each, and the only list of them.

A new game's room is a package beside the others, called like the module of its rules, and holds

* `screen.py`: a `GameScreen` (`ui/screens/game.py`) whose last part it fills in: where things
  lie, what mouse and keys mean, what an event looks like, how a frame is drawn. It is made with
  the desk and a match, builds its `Play` (`ui/play.py`, or a class of its own on top of it with
  what the game asks people), lays its things out and calls the `GameScreen`'s constructor last.
  What blocks need is in `ui/carry.py` (the hand), `ui/camera.py` and `ui/glide.py` (what the eye
  follows), `ui/draw_room.py` (wall, table, ruler); what all need in `ui/layout.py`,
  `ui/draw_words.py` (hint, log, tips), `ui/draw_frames.py` and `ui/logbook.py`; what games with
  hidden cards need, the curtain between people above all, in `ui/cards/` (a `CardScreen`).
* `keys.py`: its key map from the lines in `ui/input.py`, with an enumeration of its own for keys
  that no other game has.
* `rules_text.py`: its rules as pages (`ui/rulebook.py`).
* `cover.py`: a `Cover` (`ui/desk.py`) that says all this in one value, with the options' names.

Then its name goes into `COVERS`: menu, new game, saved games, F1 and pictures find it there. No
room imports another; nothing outside of this package, but for `app`, `picture` and `bench`,
imports a room.
"""

from collections.abc import Mapping
from types import MappingProxyType

from towersim.ui.desk import Cover
from towersim.ui.games.bausack.cover import COVER as BAUSACK
from towersim.ui.games.fawlty_towers.cover import COVER as FAWLTY_TOWERS
from towersim.ui.games.palace.cover import COVER as PALACE
from towersim.ui.games.push.cover import COVER as PUSH
from towersim.ui.games.rummu.cover import COVER as RUMMU

COVERS: Mapping[str, Cover] = MappingProxyType(
    {
        "fawlty-towers": FAWLTY_TOWERS,
        "bausack": BAUSACK,
        "palace": PALACE,
        "push": PUSH,
        "rummu": RUMMU,
    }
)
"""Every game that can be played in the window, by its name."""
