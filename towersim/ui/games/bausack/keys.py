"""The key bindings of Bausack."""

from enum import StrEnum
from pathlib import Path

from towersim.ui.input.bindings import read_keys


class BausackCommand(StrEnum):
    """The commands that only this game has."""

    MORE = "bid more"
    LESS = "bid less"
    ON = "push on"
    PILE = "pile"
    HOME = "home"
    WHOLE = "whole table"
    SEAT = "tower of a seat"
    NEARER = "nearer"
    FARTHER = "farther"
    MEASURE = "measure"
    LIMIT = "highest bid"
    SKIP = "skip to the result"


KEYS, MOUSE = read_keys(Path(__file__).with_name("keys.txt"), BausackCommand)
