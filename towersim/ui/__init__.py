"""The graphical user interface; the only importer of pygame.

`app.py` has the main loop and the stack of screens, `play.py` a match in real time, `events.py` the
queue between rules and screen. The packages, each of which imports only those above it:

* `input/`: mouse, keyboard, gamepad and touch; key bindings and rebound keys;
* `language/`: the catalogues of other languages, and the player's keys in their texts;
* `drawing/`: theme, fonts, canvas, camera, and painting; independent of the games;
* `widgets/`: buttons and forms; `sound/`: synthesis and mixing;
* `nodes/`: keyed nodes, their input and motion, which the card games draw; and the pump of the
  events of every game;
* `screens/`: settings, rules, pause, result; `table_screen.py`, the skeleton of every screen with a
  table, and `game.py`, the base class of a game's screen;
* `stacking/`: shared by the games with blocks: screen, camera, hand, x-ray, marks of a collapse.
  They draw one `FrameState` a frame: as nodes, 740 of their lines would go and about 660 come.
* `cards/`: the kit of the card games;
* `build/`: the free table; `judge/`: a person against the heuristics; `watch/`: recorded games;
* `games/`: one package per game;
* `pictures/`: pictures as files, without a window;
* `menu/`: the pages before a game; and `app.py`, which opens it.
"""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
