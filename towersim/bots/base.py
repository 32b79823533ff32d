"""What a bot is."""

from collections.abc import Callable, Generator
from typing import Any, NamedTuple, Protocol

from towersim.dice import Stream
from towersim.rules.base import Action
from towersim.units import TowerId


class Position(NamedTuple):
    """All that a bot may use."""

    view: Any
    """What its seat may know."""
    risk: Callable[[TowerId], Generator[None, None, float]]
    """Looks ahead: the chance that a tower does not hold the next block from this seat's hand."""
    dice: Stream


Thinking = Generator[None, None, Action]
"""A decision in the making: each step is a few milliseconds of thought; it returns an action."""


class Bot(Protocol):
    """One way to play; a pure function of the position."""

    name: str

    def choose(self, position: Position) -> Thinking:
        """Choose one of the view's legal actions."""
