"""The keys of Practice."""

from enum import StrEnum
from pathlib import Path

from towersim.ui.input.bindings import read_keys


class PracticeCommand(StrEnum):
    """The commands that only Practice has."""

    TAKE = "take a piece"
    RETRY = "retry"
    FINISH = "finish"
    BACK = "take back"
    XRAY = "x-ray"
    GHOST = "ghost"
    HINT = "hint"
    PLAN = "plan"
    LOOK = "look back"


KEYS, MOUSE = read_keys(Path(__file__).with_name("keys.txt"), PracticeCommand)
