"""Guides (F1): rules with pictures beside them, and what mouse and keys do; commands of keys."""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, NamedTuple

import pygame

from towersim.common.lazy_sequence import LazyMapping
from towersim.common.messages import message as _
from towersim.rules.display import RulesPage, text_pages
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.input.bindings import Gestures, KeyCommand, KeyMap, read_keys

Picture = Callable[[Canvas, pygame.Rect], None]
"""A function that draws into a rectangle."""


class Page(NamedTuple):
    """A page of rules: a title, paragraphs, and an optional picture beside them."""

    title: str
    paragraphs: tuple[str, ...]
    picture: Picture | None = None


class Guide(NamedTuple):
    """The content of the F1 help: pages, and the functions of mouse and keys."""

    title: str
    pages: Callable[[Any], Sequence[Page]]
    """Returns the pages for the options of a game; for None those of the usual game."""
    keys: KeyMap
    mouse: Gestures


def illustrated(pages: Sequence[RulesPage], *pictures: Picture) -> tuple[Page, ...]:
    """Return pages of rules with a picture beside each, or without any.

    ValueError if there are some pictures, but not one for each page.
    """
    beside = pictures or (None,) * len(pages)
    return tuple(Page(*page, picture) for page, picture in zip(pages, beside, strict=True))


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


FREE_TABLE, JUDGE, WATCH = "free-table", "judge", "watch"
_OTHERS: Final[Mapping[str, tuple[str, str, type[StrEnum]]]] = {
    FREE_TABLE: (_("Free table"), "build", BuildCommand),
    JUDGE: (_("Judge"), "judge", KeyCommand),
    WATCH: (_("Watch"), "watch", WatchCommand),
}
"""Title, folder and own commands of the screens that are no games."""


def _other_guide(name: str) -> Guide:
    title, folder, own = _OTHERS[name]
    home = Path(__file__).with_name(folder)
    keys, mouse = read_keys(home / "keys.txt", own)
    return Guide(title, lambda _options: illustrated(text_pages(home / "guide.txt")), keys, mouse)


OTHER_GUIDES: Final = LazyMapping([*_OTHERS], _other_guide)
"""The guides to the screens that are no games, by their keys among the names of games."""
