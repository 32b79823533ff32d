"""What a bot is."""

from collections.abc import Generator
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from towersim.dice import Stream
from towersim.rules.base import Action, Place, SeatView, StartTower
from towersim.units import Pose, TowerId

V_co = TypeVar("V_co", bound=SeatView, covariant=True)
V_contra = TypeVar("V_contra", bound=SeatView, contravariant=True)


class Risk(Protocol):
    """Looks ahead: the chance that a tower does not hold the next block from this seat's hand."""

    def __call__(
        self, kind: str, tower: TowerId, at: Pose | None = None
    ) -> Generator[None, None, float]:
        """Look, for a block of this kind let go in the pose `at`, by default in the plain one."""


class Spot(Protocol):
    """Where a block would go on a tower."""

    @property
    def at(self) -> Pose:
        """The pose in which the hand lets go."""

    @property
    def risk(self) -> float:
        """The chance that the tower does not hold it."""

    @property
    def after(self) -> float:
        """The chance that the tower would not hold a plain block after it."""


class Prospects(Protocol):
    """Looks for the best place of a block on any tower, under the hand of the seat it is of."""

    def room(self, tower: TowerId) -> float:
        """Return the risk of a plain block on a tower as it is."""

    def guess(self, kind: str, tower: TowerId) -> float:
        """Return the risk in the best place, at a glance: a millisecond."""

    def plan(self, kind: str, tower: TowerId) -> Spot:
        """Return the best place at a glance, with an eye on what it leaves room for."""

    def confirm(self, kind: str, tower: TowerId) -> Generator[None, None, Spot]:
        """Return the best place after looking ahead; yields every few milliseconds."""


class Position(NamedTuple, Generic[V_co]):
    """All that a bot may use; `V_co` is the type of its game's views."""

    view: V_co
    """What its seat may know."""
    risk: Risk
    dice: Stream
    prospects: Prospects
    table: Any = None
    """The `Table` with everything where it rests, for bots that work out forces."""


class Put(NamedTuple):
    """A block to put down, and the pose in which the hand shall let it go."""

    action: Place | StartTower
    at: Pose


Thinking = Generator[None, None, Action | Put]
"""A decision in the making: each step is a few milliseconds of thought.

It returns an action; of a block that is put down plainly, the hand knows the pose by itself.
"""


class Bot(Protocol[V_contra]):
    """One way to play the game whose views are `V_contra`; a pure function of the position."""

    name: str

    def choose(self, position: Position[V_contra]) -> Thinking:
        """Choose one of the view's legal actions."""


AnyBot = Bot[Any]
"""A bot of which only the name is known, so that nothing says whose views it reads."""
