"""The graphical user interface; the only importer of pygame.

`app.py` has the main loop and the stack of screens, `play.py` a match in real time, `events.py` the
queue between rules and screen. The packages:

* `drawing/`: theme, fonts, canvas, camera, and what is painted by code; knows no game;
* `input/`: mouse, keyboard, gamepad and touch; key bindings and rebound keys;
* `language/`: the catalogues of other languages; `widgets/`: buttons, forms and thumbnails;
* `screens/`: menu, new game, settings, pause, result, and `game.py`, the base of a game's screen;
* `cards/`: the kit of the card games; `stacking/`: what the games with blocks share;
* `games/`: one package per game, made of the above;
* `build/`: the free table; `judge/`: a person against the heuristics; `watch/`: recorded games;
* `pictures/`: pictures as files, without a window; `sound/`: synthesis and mixing.
"""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
