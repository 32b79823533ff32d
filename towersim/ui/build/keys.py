"""Key bindings and help pages of the free table."""

from enum import StrEnum
from pathlib import Path
from typing import Final

from towersim.common.messages import message as _
from towersim.ui.app_context import Guide
from towersim.ui.input.bindings import read_keys
from towersim.ui.rulebook import text_guide


class BuildCommand(StrEnum):
    """Commands of the free table."""

    TAKE = "take a piece"
    BACK = "pieces before"
    ON = "pieces after"
    MATERIAL = "material"
    UNDO = "undo"
    REDO = "redo"
    COPY = "copy"
    DELETE = "delete"
    FIX = "fix"
    FREEZE = "freeze time"
    SLOW = "slow motion"
    SNAP = "snap"
    XRAY = "x-ray"
    LOAD = "load"
    TILT_LEFT = "tilt to the left"
    TILT_RIGHT = "tilt to the right"
    CALMER = "shake less"
    WILDER = "shake more"
    LEVEL = "level and still"
    SAVE = "save"
    OPEN = "open"
    WHOLE = "see all"
    CHALLENGE = "challenge"


KEYS, MOUSE = read_keys(Path(__file__).with_name("keys.txt"), BuildCommand)


FREE_TABLE: Final = "free-table"
"""The guide's key among the names of games."""

PAGES: Final = Path(__file__).with_name("guide.txt")
GUIDE: Final = Guide(_("Free table"), lambda _options: text_guide(PAGES), KEYS, MOUSE)
