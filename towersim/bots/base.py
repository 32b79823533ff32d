"""What a bot is."""

from collections.abc import Generator
from typing import Any, NamedTuple, Protocol

from towersim.dice import Stream
from towersim.rules.base import Action, Found, Place
from towersim.units import Pose, TowerId


class Risk(Protocol):
    """Looks ahead: the chance that a tower does not hold the next block from this seat's hand."""

    def __call__(
        self, kind: str, tower: TowerId, at: Pose | None = None
    ) -> Generator[None, None, float]:
        """Look, for a block of this kind let go in the pose `at`, by default in the plain one."""


class Position(NamedTuple):
    """All that a bot may use."""

    view: Any
    """What its seat may know."""
    risk: Risk
    dice: Stream


class Put(NamedTuple):
    """A block to put down, and the pose in which the hand shall let it go."""

    action: Place | Found
    at: Pose


Thinking = Generator[None, None, Action | Put]
"""A decision in the making: each step is a few milliseconds of thought.

It returns an action; of a block that is put down plainly, the hand knows the pose by itself.
"""


class Bot(Protocol):
    """One way to play; a pure function of the position."""

    name: str

    def choose(self, position: Position) -> Thinking:
        """Choose one of the view's legal actions."""
