"""Mouse and keyboard: what keys mean in menus and games; the hand's target from both."""

import math
from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

import pygame

from towersim.units import Pose, Target, Vec


class Do(StrEnum):
    """What a key asks for in any game; a game has an enumeration of its own for its own keys."""

    NEXT = "next"
    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"
    TURN_LEFT = "turn left"
    TURN_RIGHT = "turn right"
    UPRIGHT = "upright"
    CONFIRM = "confirm"
    REFUSE = "refuse"
    LOG = "log"
    PACE = "pace"
    PAUSE = "pause"
    RULES = "rules"
    FULL_SCREEN = "full screen"


class Keys(NamedTuple):
    """The keys that do one thing, how they are called, and what they do, for the help page."""

    does: tuple[StrEnum, ...]
    keys: tuple[tuple[int, ...], ...]
    called: str
    words: str


KeyMap = Sequence[Keys]
"""Every key of a game, in the order of its help page."""

NEXT: Final = Keys((Do.NEXT,), ((pygame.K_TAB,),), "Tab", "go on to the next choice or button")
ARROWS: Final = Keys(
    (Do.LEFT, Do.RIGHT, Do.UP, Do.DOWN),
    ((pygame.K_LEFT,), (pygame.K_RIGHT,), (pygame.K_UP,), (pygame.K_DOWN,)),
    "Arrows",
    "choose a card or button",
)
CONFIRM: Final = Keys(
    (Do.CONFIRM,),
    ((pygame.K_SPACE, pygame.K_RETURN, pygame.K_KP_ENTER),),
    "Space  or  Enter",
    "take what is chosen; press the button",
)
REFUSE: Final = Keys(
    (Do.REFUSE,), ((pygame.K_n, pygame.K_BACKSPACE),), "N  or  Backspace", "decline"
)
TURN: Final = Keys(
    (Do.TURN_LEFT, Do.TURN_RIGHT),
    ((pygame.K_q,), (pygame.K_e,)),
    "Q  E",
    "turn the block, as the wheel does; finely with Shift",
)
UPRIGHT: Final = Keys((Do.UPRIGHT,), ((pygame.K_w,),), "W", "set the block straight")
PACE: Final = Keys((Do.PACE,), ((pygame.K_f,),), "F", "bots: faster or slower")
LOG: Final = Keys((Do.LOG,), ((pygame.K_l,),), "L", "show or hide the whole log")
WINDOW: Final = (
    Keys((Do.PAUSE,), ((pygame.K_ESCAPE, pygame.K_p),), "Esc  or  P", "pause; go back"),
    Keys((Do.RULES,), ((pygame.K_F1,),), "F1", "rules and keys"),
    Keys((Do.FULL_SCREEN,), ((pygame.K_F11,),), "F11", "full screen on and off"),
)
"""The keys that no game can have for itself."""

COMMON: Final = (NEXT, ARROWS, CONFIRM, REFUSE, PACE, LOG, *WINDOW)
"""The keys outside of games and of a game without blocks; `_replace(words=…)` fits them to it."""
HAND: Final = (TURN, UPRIGHT)
"""What a game in which blocks are carried has besides."""


def meaning(key: int, keys: KeyMap = COMMON) -> StrEnum | None:
    """Return what a key asks for, or None.

    >>> meaning(pygame.K_RETURN)
    <Do.CONFIRM: 'confirm'>
    """
    for line in keys:
        for does, some in zip(line.does, line.keys, strict=True):
            if key in some:
                return does
    return None


def number(key: int) -> int | None:
    """Return which digit a key is, from 1 to 9, or None."""
    for first in (pygame.K_1, pygame.K_KP1):
        if first <= key <= first + 8:
            return key - first + 1
    return None


SPEED: Final = 0.22
"""How fast arrows move the hand, in m/s; with Shift a sixth of it."""
SPIN: Final = math.radians(110)
"""How fast Q and E turn the hand, in rad/s; with Shift a sixth of it."""
NOTCH: Final = math.radians(5)
"""How far a notch of the wheel turns the hand; with Shift a sixth of it."""
FINE: Final = 1 / 6
_WAYS: Final = {Do.LEFT: (-1, 0), Do.RIGHT: (1, 0), Do.UP: (0, 1), Do.DOWN: (0, -1)}


class HandInput:
    """Where the hand shall be, from mouse and keyboard; keys that are down keep moving it."""

    def __init__(self) -> None:
        self._down: set[StrEnum] = set()
        self._x = self._y = self._angle = 0.0

    @property
    def target(self) -> Target:
        """What the hand is told now."""
        return Target(self._x, self._y, self._angle)

    def begin(self, pose: Pose) -> None:
        """Start from where the block is."""
        self._x, self._y, self._angle = pose

    def point(self, at: Vec) -> None:
        """Follow the mouse, in metres."""
        self._x, self._y = at

    def wheel(self, notches: float, *, fine: bool = False) -> None:
        """Turn by the wheel: forwards is counter-clockwise."""
        self._angle += notches * NOTCH * (FINE if fine else 1.0)

    def upright(self) -> None:
        """Turn back to the nearest quarter turn."""
        self._angle = round(self._angle / (math.pi / 2)) * math.pi / 2

    def press(self, does: StrEnum) -> None:
        """Remember that a key is down."""
        self._down.add(does)

    def lift(self, does: StrEnum) -> None:
        """Remember that a key is up again."""
        self._down.discard(does)

    def rest(self) -> None:
        """Forget all keys, as when the window is left."""
        self._down.clear()

    def step(self, seconds: float, *, fine: bool) -> None:
        """Move on with the keys that are down."""
        share = seconds * (FINE if fine else 1.0)
        for does, (x, y) in _WAYS.items():
            if does in self._down:
                self._x += x * SPEED * share
                self._y += y * SPEED * share
        spin = (Do.TURN_LEFT in self._down) - (Do.TURN_RIGHT in self._down)
        self._angle += spin * SPIN * share

    def keep(self, low: Vec, high: Vec) -> None:
        """Keep the hand inside a rectangle, in metres."""
        self._x = min(max(self._x, low.x), high.x)
        self._y = min(max(self._y, low.y), high.y)
