"""Help page and key bindings of the player of recorded games."""

from enum import StrEnum
from pathlib import Path
from typing import Final

import pygame

from towersim.common.messages import message as _
from towersim.ui.app_context import Guide
from towersim.ui.input import bindings
from towersim.ui.rulebook import text_guide

WATCH: Final = "watch"
"""The guide's key among the names of games."""


class WatchCommand(StrEnum):
    """Commands of the player of recorded games, given by keys or buttons."""

    PLAY = "play"
    BACK = "back"
    ON = "on"
    START = "start"
    END = "end"
    FALL = "fall"
    ROUND = "round"
    FASTER = "faster"
    SLOWER = "slower"
    EYES = "eyes"
    FOLLOW = "follow"


SECOND: Final = bindings.KeyBinding(
    {bindings.KeyCommand.LEFT: (pygame.K_LEFT,), bindings.KeyCommand.RIGHT: (pygame.K_RIGHT,)},
    _("a second back or on; with Shift a single tick"),
)
KEYS: Final = (
    bindings.on_key(WatchCommand.PLAY, _("play and pause"), pygame.K_SPACE),
    SECOND,
    bindings.KeyBinding(
        {WatchCommand.BACK: (pygame.K_PAGEUP,), WatchCommand.ON: (pygame.K_PAGEDOWN,)},
        _("the move before; the next move"),
    ),
    bindings.KeyBinding(
        {WatchCommand.START: (pygame.K_HOME,), WatchCommand.END: (pygame.K_END,)},
        _("the beginning; the end"),
    ),
    bindings.on_key(WatchCommand.FALL, _("the next collapse"), pygame.K_c),
    bindings.on_key(WatchCommand.ROUND, _("the next round"), pygame.K_r),
    bindings.KeyBinding(
        {WatchCommand.SLOWER: bindings.MINUS, WatchCommand.FASTER: bindings.PLUS},
        _("slower; faster"),
        "−  +",
    ),
    bindings.on_key(WatchCommand.EYES, _("show another seat's view"), pygame.K_e),
    bindings.on_key(WatchCommand.FOLLOW, _("let the camera follow the game again"), pygame.K_0),
    bindings.NEXT,
    bindings.ENTER,
    *bindings.WINDOW_WITHOUT_FILMS,
)
MOUSE: Final = (
    (_("Click on the timeline"), _("go there; drag along it")),
    (_("Wheel"), _("zoom in or out")),
    (_("Drag the table"), _("move the view")),
)
PAGES: Final = Path(__file__).with_name("guide.txt")
GUIDE: Final = Guide(_("Watch"), lambda _options: text_guide(PAGES), KEYS, MOUSE)
