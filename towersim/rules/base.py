"""The interface of every game to the rest of the program: pure values, six functions over them.

Seats, the deck, the die and gravity all act through the same `apply`. A state, an action and an
event are frozen and go through JSON unharmed; legality is said by `legal` and checked by `apply`.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import reduce
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

import msgspec

from towersim.errors import IllegalAction, OptionFault
from towersim.messages import message as _
from towersim.units import Seat, TowerId


class Nature(StrEnum):
    """The parts of nature that move when no seat has to."""

    DECK = "deck"
    DIE = "die"
    GRAVITY = "gravity"
    MEASURER = "measurer"
    """Says which towers are tallest, where a game asks for it."""
    OVER = "over"


Actor = Seat | Nature
"""Who has to move: a seat, or nature; `Nature.OVER` when nobody has to any more."""


AUTOMATIC_ACTORS = (Nature.DECK, Nature.DIE, Nature.MEASURER)
"""Who acts at once when it is their move; gravity takes its time."""


def called(actor: Actor) -> str:
    """Return an actor in words.

    >>> called(Seat(0)), called(Nature.DECK)
    ('seat 1', 'deck')
    """
    return str(actor) if isinstance(actor, Nature) else f"seat {actor + 1}"


T = TypeVar("T")


def tag_of(name: str) -> str:
    """Return the tag that stands for a class in records and other JSON.

    >>> tag_of("StartTower"), tag_of("Take")
    ('start-tower', 'take')
    """
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in name).removeprefix("-")


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag=tag_of):
    """One move of a seat, the deck, the die or gravity; each game names its own."""


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="event", tag=tag_of):
    """Something that happened because of an action, for the log, the table and the screen."""


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a game ended: why, who won (several: shared) and everybody's score, by seat."""

    reason: str
    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    goal: str | None = None
    """The kind of goal of a challenge; as the next two, left out in games without."""
    measure: float | msgspec.UnsetType | None = msgspec.UNSET
    """The measure that the attempt reached, in SI units; None if the goal was not met."""
    stars: int | None = None

    @property
    def reached(self) -> float | None:
        """The measure, or None where none was reached or there is none."""
        return None if isinstance(self.measure, msgspec.UnsetType) else self.measure


class First(Action, frozen=True):
    """The die lets this seat begin; each seat is as likely."""

    seat: Seat


class Place(Action, frozen=True):
    """A seat lets go of a block of this kind over this tower: an intent, gravity answers."""

    block: str
    tower: TowerId


class StartTower(Action, frozen=True):
    """A seat sets a block of this kind on the table as the base of this tower: gravity answers."""

    block: str
    tower: TowerId


class TakeOut(Action, frozen=True):
    """A seat takes the block of this tower out, towards itself: gravity answers."""

    tower: TowerId


class StartTest(Action, frozen=True):
    """A seat has the table tilted, shaken or loaded: gravity answers."""


class Settled(Action, frozen=True, omit_defaults=True):
    """Gravity's move in every stacking game: the towers that lost a block, by first contact."""

    fell: tuple[TowerId, ...] = msgspec.field(default_factory=lambda: ())  # written even if empty
    together: tuple[TowerId, ...] = ()
    """Those of them that fell in the tick of the one before; only in games where that counts."""


GRAVITY_ANSWERS = (Place, StartTower, TakeOut, StartTest)
"""The actions after which it is gravity's move."""


class UprightBox(NamedTuple):
    """The upright box around a block at rest, in metres."""

    left: float
    low: float
    right: float
    high: float


class Survey(NamedTuple):
    """What the measurer sees of a table at rest."""

    tallest: tuple[TowerId, ...]
    """The towers that reach highest, to the millimetre."""
    boxes: tuple[UprightBox | None, ...] = ()
    """The box around the first block of each tower; None where none stands."""
    touching: tuple[tuple[TowerId, TowerId | str], ...] = ()
    """First blocks that touch: another tower's, a fixed block by its id, or the table as ""."""
    strength: float = 0.0
    """What the last test reached, in its own unit."""


class FirstChosen(Event, frozen=True):
    """The die said which seat begins."""

    seat: Seat


class TurnStarted(Event, frozen=True):
    """It is this seat's turn."""

    seat: Seat


class Stacked(Event, frozen=True):
    """A block was let go of over a tower; gravity has not answered yet."""

    seat: Seat
    block: str
    tower: TowerId


class TowerStarted(Event, frozen=True):
    """A block was set on the table as the base of a tower; gravity has not answered yet."""

    seat: Seat
    block: str
    tower: TowerId


class Stood(Event, frozen=True):
    """The tower holds the new block; it is `height` blocks high now."""

    seat: Seat
    tower: TowerId
    height: int


class Collapsed(Event, frozen=True):
    """A tower lost a block, so all of its blocks, base first, went back to where they came from."""

    seat: Seat
    tower: TowerId
    blocks: tuple[str, ...]


class GameOver(Event, frozen=True):
    """Nobody has to move any more."""

    outcome: Outcome


def refused(action: Action, why: str) -> IllegalAction:
    """Return the error for an action that is not legal: it quotes the action and says why."""
    return IllegalAction(f"{msgspec.json.encode(action).decode()}: {why}", why)


def swapped(row: tuple[T, ...], i: int, new: T) -> tuple[T, ...]:
    """Return the row with another thing in place i.

    >>> swapped((1, 2, 3), 1, 9)
    (1, 9, 3)
    """
    return (*row[:i], new, *row[i + 1 :])


def listed(things: Iterable[object], *, either: bool = False) -> str:
    """Return things as one reads them out, all or `either` of them; ValueError if there are none.

    >>> listed(["Ann"]), listed(["Ann", "Bob"]), listed(["Ann", "Bob", "Cid"], either=True)
    ('Ann', 'Ann and Bob', 'Ann, Bob or Cid')
    """
    told, *others = map(str, things)
    for one in others[:-1]:
        told = _("{before}, {one}", before=told, one=one)
    if not others:
        return told
    if either:
        return _("{before} or {last}", before=told, last=others[-1])
    return _("{before} and {last}", before=told, last=others[-1])


def scored(names: Iterable[str], scores: Iterable[int]) -> str:
    """Return who has how many points, as one writes it down; names without points are left out.

    >>> scored(["Ann", "Bob"], [3, 0])
    'Ann 3, Bob 0'
    """
    told = (_("{name} {score}", name=n, score=s) for n, s in zip(names, scores, strict=False))
    return reduce(lambda before, one: _("{before}, {one}", before=before, one=one), told)


class SeatView(Protocol):
    """What a seat may know of a game; each game adds what it shows."""

    @property
    def legal(self) -> tuple[Action, ...]:
        """The actions that this seat may take now; empty while another actor has to move."""


S = TypeVar("S")
O = TypeVar("O")  # noqa: E741 - the options' type stands beside the state's
V_co = TypeVar("V_co", bound=SeatView, covariant=True)


class Rules(Protocol[S, O, V_co]):
    """One game, by the types of its states, options and views.

    All methods are pure; a state holds everything there is to know.
    """

    name: str
    """The game's name on the command line and in records."""
    title: str
    """The game's name for people."""
    seats: range
    """How many may play."""
    options: type[O]
    """The game's options: a frozen msgspec struct whose defaults are the usual game."""
    state: type[S]
    """The type of its states."""
    actions: Any
    """The union of its action types, for decoding; Any: no type describes a union's own type."""

    def setup(self, seats: int, options: O) -> S:
        """Return the state before anything was dealt; OptionFault for a wrong number of seats."""

    def actor(self, state: S) -> Actor:
        """Return who has to move."""

    def legal(self, state: S) -> Sequence[Action]:
        """Return every action the actor may take, each once, in a fixed order.

        Of gravity's there can be a million: ask whether one is in it, or for one by its number.
        """

    def apply(self, state: S, action: Action) -> tuple[S, tuple[Event, ...]]:
        """Return the state after `action` and what happened; IllegalAction if it is not legal."""

    def view(self, state: S, seat: Seat) -> V_co:
        """Return what that seat may know: all that bots and the screen ever see."""

    def outcome(self, state: S) -> Outcome | None:
        """Return how it ended, or None while somebody has to move."""

    def check_seats(self, seats: int) -> None:
        """Raise OptionFault for a wrong number of seats."""
        if seats not in self.seats:
            span = f"{self.seats[0]} to {self.seats[-1]}"
            many = "1 seat" if seats == 1 else f"{seats} seats"
            raise OptionFault(f"{self.name}: {many}, but it is a game for {span}")

    def seen(self, event: Event, seat: Seat) -> Event:  # noqa: ARG002 - who looks on, if it matters
        """Return an event as that seat sees it; where nothing is hidden, as it happened.

        A number that is no seat's, as -1, sees what everybody sees.
        """
        return event

    def can_undo(self, action: Action) -> bool:  # noqa: ARG002 - few actions can be
        """Return whether a seat may take an action back while it still has to move.

        Only what has revealed nothing may be: neither a card nor what another seat does.
        """
        return False

    def describe(self, event: Event, names: Sequence[str]) -> str:
        """Return one sentence that tells an event; `names` are the players', by seat."""


@runtime_checkable
class Stacking(Rules[S, O, V_co], Protocol[S, O, V_co]):
    """A game with gravity, which has to move after each of `GRAVITY_ANSWERS`."""

    def towers(self, state: S) -> tuple[tuple[str, ...] | None, ...]:
        """Return the kinds of block in each tower, base first; None where no tower stands."""

    def verdict(self, fell: Iterable[Sequence[TowerId]]) -> Settled:
        """Return gravity's move if towers fell in this order, those of one tick in one group."""
        return Settled(tuple(tower for group in fell for tower in group))

    def hand(self, state: S) -> tuple[str, float]:  # noqa: ARG002 - few games ask for a hand
        """Return the steadiest hand that plays now, by its name, and by what its tremor grows."""
        return "none", 1.0

    def measured(self, state: S, survey: Survey) -> Action:  # noqa: ARG002 - few games measure
        """Return the measurer's move for what it sees of the table; few games have one."""
        raise RuntimeError(f"nothing is measured in {self.title}: {survey}")
