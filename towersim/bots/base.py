"""The interface of a bot."""

from collections.abc import Generator, Sequence
from enum import StrEnum
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from towersim.common.dice import Stream
from towersim.common.units import Pose, TowerId
from towersim.foresight.footing import Spot
from towersim.rules.base import Action, Event, Place, SeatView, StartTower

V_co = TypeVar("V_co", bound=SeatView, covariant=True)
V_contra = TypeVar("V_contra", bound=SeatView, contravariant=True)


class Strength(StrEnum):
    """How well a game's best bot plays; each is also the name of a bot of every game.

    The weaker ones misjudge values by normal deviates, look less far ahead, or have a shakier hand.
    """

    HARD = "hard"
    """The best bot as it is."""
    NORMAL = "normal"
    EASY = "easy"

    @property
    def hand(self) -> str:
        """The name of its hand, if no other is given."""
        return "shaky" if self is Strength.EASY else "normal"


class Prospects(Protocol):
    """A search for the best place of a block on any tower, for the hand of the tower's seat."""

    def room(self, tower: TowerId) -> float:
        """Return the risk of a plain block on the present tower."""

    def guess(self, kind: str, tower: TowerId) -> float:
        """Return the risk in the best place without simulation, in about a millisecond."""

    def plan(self, kind: str, tower: TowerId) -> Spot:
        """Return the best place without simulation, considering the block after it, too."""

    def confirm(self, kind: str, tower: TowerId) -> Generator[None, None, Spot]:
        """Return the best place by simulation; yields every few milliseconds."""


class BotPosition(NamedTuple, Generic[V_co]):
    """All inputs of a bot's decision; `V_co` is the type of its game's views."""

    view: V_co
    dice: Stream
    prospects: Prospects
    table: Any = None
    """The `Table` at rest, for bots that compute forces."""
    history: Sequence[Event] = ()
    """All events so far, as its seat has seen them."""


class Put(NamedTuple):
    """A block to put down and the pose of its release."""

    action: Place | StartTower
    at: Pose


Thinking = Generator[None, None, Action | Put]
"""A decision as a generator: each step takes a few milliseconds.

It returns an action, or a `Put` to choose the pose of release.
"""


class Bot(Protocol[V_contra]):
    """A strategy for the game with views `V_contra`; a pure function of the position."""

    @property
    def name(self) -> str:
        """Its name on the command line and in records."""

    def choose(self, position: BotPosition[V_contra]) -> Thinking:
        """Choose one of the view's legal actions."""


AnyBot = Bot[Any]
"""A bot that is known by name only, so its type of views is not known."""
