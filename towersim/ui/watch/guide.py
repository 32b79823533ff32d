"""Help page and key bindings of the player of recorded games."""

from enum import StrEnum
from pathlib import Path
from typing import Final

from towersim.common.messages import message as _
from towersim.ui.app_context import Guide
from towersim.ui.input.bindings import read_keys
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


KEYS, MOUSE = read_keys(Path(__file__).with_name("keys.txt"), WatchCommand)
PAGES: Final = Path(__file__).with_name("guide.txt")
GUIDE: Final = Guide(_("Watch"), lambda _options: text_guide(PAGES), KEYS, MOUSE)
