"""The interface of every game to the rest of the program: pure values, six functions over them.

Seats, the deck, the die and gravity all act through the same `apply`. A state, an action and an
event are frozen and round-trip through JSON. `legal` says what is legal, `apply` checks that, and
`refusal` only explains it.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final, Generic, Literal, NamedTuple, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from towersim.common.errors import IllegalAction, OptionFault, whole_number
from towersim.common.lazy_sequence import LazySequence
from towersim.common.messages import Message, message as _, plural
from towersim.common.units import Seat, TowerId
from towersim.rules import display
from towersim.scene.table_setup import TableSetup


class Nature(StrEnum):
    """The actors that are not seats."""

    DECK = "deck"
    DIE = "die"
    GRAVITY = "gravity"
    MEASURER = "measurer"
    """Reports the tallest towers and other measures, in games that need them."""
    OVER = "over"


Actor = Seat | Nature
"""The actor to move: a seat or a part of nature; `Nature.OVER` after the end of the game."""
AUTOMATIC_ACTORS = (Nature.DECK, Nature.DIE, Nature.MEASURER)
"""The actors that move at once; gravity's move takes a simulation."""


def actor_name(actor: Actor) -> str:
    """Return the name of an actor.

    >>> actor_name(Seat(0)), actor_name(Nature.DECK)
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


# gc=False: frozen values form no cycles, and a history has too many for the collector to visit.
class Action(
    msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="do", tag=tag_of
):
    """One move of a seat or a part of nature; each game defines its own."""


class Event(
    msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="event", tag=tag_of
):
    """Something that happened because of an action, for the log, the table and the screen."""


class SeatEvent(Event, frozen=True):
    """Something that a seat did, or that happened to it."""

    seat: Seat


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """The end of a game: its reason, the winners (several share the win) and the scores by seat."""

    reason: str
    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    goal: str | None = None
    """The kind of a challenge's goal; like the next two, omitted in other games."""
    measure: float | msgspec.UnsetType | None = msgspec.UNSET
    """The measure that the attempt reached, in SI units; None if the goal was not met."""
    stars: int | None = None

    @property
    def reached(self) -> float | None:
        """The measure; None if it was not reached or the game has none."""
        return None if isinstance(self.measure, msgspec.UnsetType) else self.measure


class First(Action, frozen=True):
    """The die lets this seat begin; all seats are equally likely."""

    seat: Seat


class Place(Action, frozen=True):
    """A seat releases a block of this kind over this tower; gravity moves next."""

    block: str
    tower: TowerId


class StartTower(Action, frozen=True):
    """A seat sets a block of this kind on the table as the base of this tower; gravity is next."""

    block: str
    tower: TowerId


class TakeOut(Action, frozen=True):
    """A seat takes the block of this tower out, towards itself; gravity moves next."""

    tower: TowerId


class TakeBack(Action, frozen=True):
    """A seat takes its last `Place`, `StartTower` or `TakeOut` back: the table is as before it."""


class StartTest(Action, frozen=True):
    """A seat starts the `StressTest` of the game; gravity moves next."""


class Settled(Action, frozen=True, omit_defaults=True):
    """Gravity's move in every stacking game: the towers that lost a block, in order of contact."""

    fell: tuple[TowerId, ...] = msgspec.field(default_factory=lambda: ())  # written even if empty
    together: tuple[TowerId, ...] = ()
    """Towers that fell in the same tick as their predecessor in `fell`, if that matters."""


PUTS = Place, StartTower
"""The actions that put a block down."""
GRAVITY_ANSWERS = (Place, StartTower, TakeOut, StartTest)
"""The actions after which gravity moves."""


class StressTest(NamedTuple):
    """A test of what stands on the table: a tilt, a quake, or a load on one block."""

    kind: Literal["tilt", "quake", "load"]
    direction: int = 1
    """The direction of a tilt: 1 lowers the right side, -1 the left."""
    block: str = ""
    """The kind of the block that is loaded."""


class UprightBox(NamedTuple):
    """The axis-aligned bounding box of a block at rest, in metres."""

    left: float
    low: float
    right: float
    high: float


class Survey(NamedTuple):
    """The measurer's data about a table at rest."""

    tallest: tuple[TowerId, ...]
    """The highest towers; heights are compared to the millimetre."""
    boxes: tuple[UprightBox | None, ...] = ()
    """The bounding box of the first block of each tower; None without a tower."""
    touching: tuple[tuple[TowerId, TowerId | str], ...] = ()
    """Contacts of first blocks with another tower's, a fixed block (its id) or the table ("")."""
    strength: float = 0.0
    """The value that the last test reached, in the test's unit."""
    fell: tuple[TowerId, ...] | None = ()
    """The places whose first block came down in the last move, as the verdict on scenes has it.

    None in a record that does not hold them.
    """


class FirstChosen(SeatEvent, frozen=True):
    """The die chose the first seat."""


class TurnStarted(SeatEvent, frozen=True):
    """The turn of a seat began."""


class Stacked(SeatEvent, frozen=True):
    """A block was released over a tower; gravity has not moved yet."""

    block: str
    tower: TowerId


class TowerStarted(SeatEvent, frozen=True):
    """A block was set on the table as the base of a tower; gravity has not moved yet."""

    block: str
    tower: TowerId


class Stood(SeatEvent, frozen=True):
    """The tower stands with the new block and is `height` blocks high now."""

    tower: TowerId
    height: int


class Collapsed(SeatEvent, frozen=True):
    """A tower lost a block, so all of its blocks, base first, were returned to the supply."""

    tower: TowerId
    blocks: tuple[str, ...]


class GameOver(Event, frozen=True):
    """The game ended with this outcome."""

    outcome: Outcome


A_co = TypeVar("A_co", bound=Action, covariant=True)
C = TypeVar("C")


class Deals(LazySequence[A_co]):
    """The deck's legal actions: one for each card, made when it is asked for."""

    def __init__(self, cards: Sequence[C], deal: Callable[[C], A_co]) -> None:
        """Take the cards and the function that makes an action, which has a field `card`."""
        self._cards, self._deal = cards, deal

    def __contains__(self, action: object) -> bool:
        """Return whether an action deals one of the cards."""
        card: Any = getattr(action, "card", None)
        return card in self._cards and action == self._deal(card)

    def __len__(self) -> int:
        return len(self._cards)

    def nth(self, number: int) -> A_co:
        """Return the action that deals the card with this index."""
        return self._deal(self._cards[number])


def refused(action: Action, why: str) -> IllegalAction:
    """Return the error for an illegal action; it quotes the action and gives the reason."""
    return IllegalAction(f"{msgspec.json.encode(action, enc_hook=repr).decode()}: {why}", why)


def shared(state: msgspec.Struct, public: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the fields of a state that every viewer knows, for the view."""
    return {name: getattr(state, name) for name in public.__struct_fields__}


def leaders(ranks: Sequence[Any]) -> tuple[Seat, ...]:
    """Return the seats with the highest rank."""
    return tuple(Seat(seat) for seat, rank in enumerate(ranks) if rank == max(ranks))


def swapped(row: tuple[T, ...], i: int, new: T) -> tuple[T, ...]:
    """Return the tuple with `new` at index `i`.

    >>> swapped((1, 2, 3), 1, 9)
    (1, 9, 3)
    """
    return (*row[:i], new, *row[i + 1 :])


YOU: Final = _("you")
"""The reader of a sentence, among the names in the place of their own."""


def victory(outcome: Outcome, names: Sequence[str]) -> Message:
    """Return who wins, as the begin of a sentence.

    >>> victory(Outcome("", (Seat(0),), (3, 0)), ["Ann", YOU])
    'Ann wins'
    >>> victory(Outcome("", (Seat(0), Seat(1)), (3, 3)), [YOU, "Bob"])
    'You and Bob share the win'
    """
    winners = [names[seat] for seat in outcome.winners]
    told = display.listed(winners)
    if YOU not in winners:
        return plural("{winners} wins", "{winners} share the win", len(winners), winners=told)
    return _("{winners:capital} share the win", winners=told) if winners[1:] else _("You win")


SILENT = TurnStarted | Stood | Collapsed
"""The common events without a sound; the impacts of a collapse are heard."""
Sentences = Mapping[
    type[Event], Sequence[tuple[str, Message]] | Callable[[Any, Sequence[str]], Message]
]
"""The sentences of each event, the first whose condition holds counts, or a function for it."""
Values = Mapping[str, Callable[[Any, Sequence[str]], object]]
"""The values in sentences by placeholder, from the event and the players' names."""


def sentences_of(module: str) -> dict[type[Event], list[tuple[str, Message]]]:
    """Return the sentences of the events of a game's module and of this one, with conditions."""
    game = module.split(".")[-2]
    every = [*Event.__subclasses__(), *SeatEvent.__subclasses__()]
    types = {tag_of(e.__name__): e for e in every if e.__module__ in (module, __name__)}
    return {types[tag]: lines for tag, lines in by_tag(display.sentences(game)["events"]).items()}


def by_tag(texts: Mapping[str, Message]) -> dict[str, list[tuple[str, Message]]]:
    """Return the sentences of each event by its tag, each with its condition.

    >>> by_tag({"passed": _("I pass."), "won [no one]": _("Nobody wins.")})
    {'passed': [('', 'I pass.')], 'won': [('no one', 'Nobody wins.')]}
    """
    lines = dict[str, list[tuple[str, Message]]]()
    for head, sentence in texts.items():
        tag, _, condition = head.partition(" ")
        lines.setdefault(tag, []).append((condition.strip("[]"), sentence))
    return lines


def told(
    event: Event, lines: Sequence[tuple[str, Message]], values: Values, names: Sequence[str]
) -> Message:
    """Return the first sentence whose conditions hold, with its values; the reader is `YOU`."""

    def value(name: str) -> object:
        given = values.get(name)
        return getattr(event, name) if given is None else given(event, names)

    def fact(name: str) -> object:
        known: Any = getattr(event, name) if hasattr(event, name) else value(name)
        return names[known] if name in ("seat", "tower", "to") else known

    sentence = next(line for when, line in lines if not when or display.holds(when, fact))
    asked = display.VALUE.findall(sentence.template)
    return sentence.filled(**{name: value(name) for name in asked})


class SeatView(Protocol):
    """The view of a game from one seat; each game adds its own fields."""

    @property
    def legal(self) -> tuple[Action, ...]:
        """The legal actions of this seat; empty while another actor has to move."""


S = TypeVar("S")
O = TypeVar("O")  # noqa: E741 - O for options, as S for states
V_co = TypeVar("V_co", bound=SeatView, covariant=True)


class Description(ABC, Generic[O]):
    """What people read, hear and touch of one game, generic in the type of its options.

    Views are redacted before they come here, and nothing here changes a state.
    """

    name: str
    """The game's name on the command line and in records."""
    title: str
    """The game's name for people."""
    options: type[O]
    """The type of the options: a frozen msgspec struct with the usual game as default."""
    sentences: Sentences = MappingProxyType({})
    values: Values = MappingProxyType({})
    """The values in these sentences; a placeholder that is not among them is the event's field."""

    def describe(self, event: Event, names: Sequence[str], you: Seat | None = None) -> str:
        """Return one sentence about an event; `names` are the players', by seat.

        The seat that is `you` is addressed, not named. TypeError for an event of another game.
        """
        if type(event) not in self.sentences:
            raise TypeError(f"{event!r} has no sentence in the game {self.name}")
        lines = self.sentences[type(event)]
        names = [YOU if seat == you else name for seat, name in enumerate(names)]
        return lines(event, names) if callable(lines) else told(event, lines, self.values, names)

    def request(self, action: Action, events: Sequence[Event], names: Sequence[str]) -> str:
        """Return an action of a seat as a request; `events` are those it is sure to bring."""
        lines = by_tag(display.sentences(self.name)["requests"])[tag_of(type(action).__name__)]
        return told(events[0] if events else Event(), lines, self.values, names)

    def zones(self, view: Any) -> tuple[display.Zone, ...]:  # noqa: ANN401, ARG002 - some games have no cards
        """Return the zones of cards in a view, always the same ones in the same order."""
        return ()

    def own_cards(self, view: Any) -> tuple[tuple[Any, display.Face], ...]:  # noqa: ANN401, ARG002 - few games have hands
        """Return the cards that a seat may play from now, each with its face."""
        return ()

    def offered(self, view: Any) -> str:  # noqa: ANN401, ARG002 - one game has auctions
        """Return the kind of the block for which the seats bid or pay; empty for none."""
        return ""

    def uses(self, action: Action) -> tuple[Any, ...]:  # noqa: ARG002 - few games have hands
        """Return the cards among `own_cards` that an action plays."""
        return ()

    def asks(self, view: Any) -> str:  # noqa: ANN401, ARG002 - the same
        """Return what the seat to move may do or its cards have to be; empty for anything."""
        return ""

    def attempt(self, view: Any, cards: Sequence[Any]) -> Action | None:  # noqa: ANN401, ARG002 - the same
        """Return the action meant by a choice of some of its cards, in this order; legal or not."""
        return None

    @abstractmethod
    def counts(self, view: Any) -> display.Counts:  # noqa: ANN401 - V is out only
        """Return the game's count for each seat."""

    def pages(self, given: O | None = None) -> tuple[display.RulesPage, ...]:
        """Return the rules for a game with these options as pages; None: the usual game.

        They are those in the game's file ``pages.txt``, by `facts`.
        """
        return display.rules_pages(self.name, self.facts(given))

    def facts(self, given: Any) -> Mapping[str, object]:  # noqa: ANN401 - options of any game
        """Return the values and conditions of the pages by name: the options, None: the usual."""
        options: Any = given or self.options()
        return msgspec.structs.asdict(options)

    def option_texts(self) -> Mapping[str, display.OptionText]:
        """Return the texts of the options by field, from the game's file ``options.txt``."""
        return display.option_texts(self.name)

    untold: tuple[type[Event], ...] = (TurnStarted,)
    """Types of events without a line in a log."""
    sounds: Mapping[display.Sound, Any]
    """The game's events of each sound and of `Sound.NONE`, as unions of types.

    `GameOver` is a fanfare in every game."""

    def sound(self, event: Event) -> display.Sound:
        """Return the sound of an event."""
        sounds = {display.Sound.FANFARE: GameOver, **self.sounds}
        heard = (sound for sound, events in sounds.items() if isinstance(event, events))
        return next(heard, display.Sound.NONE)


class Rules(Description[O], Generic[S, O, V_co]):
    """One game and its description, generic in the types of its states, options and views.

    All methods are pure functions of the state.
    """

    seats: range
    """The possible numbers of players."""
    state: type[S]
    """The type of its states."""
    actions: Any
    """The union of the action types, for decoding; Any, as a union has no type of its own."""

    @abstractmethod
    def setup(self, seats: int, options: O) -> S:
        """Return the state before the first move; OptionFault for a wrong number of seats."""

    @abstractmethod
    def actor(self, state: S) -> Actor:
        """Return the actor to move."""

    @abstractmethod
    def legal(self, state: S) -> Sequence[Action]:
        """Return every legal action of the actor, each once, in a fixed order.

        Gravity can have a million: test membership or ask by index instead of iterating. The test
        takes microseconds, as `apply` makes it for every action.
        """

    def action_space(self, seats: int) -> tuple[Action, ...]:  # noqa: ARG002 - few games ask for it
        """Return every action that a seat can ever have, in order; empty if there are too many."""
        return ()

    def apply(self, state: S, action: Action) -> tuple[S, tuple[Event, ...]]:
        """Return the state after `action` and its events; IllegalAction if it is not legal."""
        known = isinstance(action, Action)  # an array is compared number by number
        if not known or action not in self.legal(state):
            raise refused(action, self.refusal(state, action) or "")
        after, events = self.after(state, action)
        outcome = self.outcome(after)
        return after, (*events, GameOver(outcome)) if outcome else events

    @abstractmethod
    def refusal(self, state: S, action: Action) -> str | None:
        """Return the reason why an illegal action is illegal, for `apply`.

        It reveals nothing that the view of the seat to move hides.
        """

    @abstractmethod
    def after(self, state: S, action: Action) -> tuple[S, tuple[Event, ...]]:
        """Return the state after a legal action and its events but `GameOver`, for `apply`."""

    def view(self, state: S, viewer: Seat | None) -> V_co:
        """Return the view from a seat, the only data that bots and the screen get.

        None is an onlooker, who knows what is public only. OptionFault for a seat that the game
        never has.
        """
        return self.view_of(state, checked_viewer(viewer, self.seats[-1]))

    @abstractmethod
    def view_of(self, state: S, viewer: Seat | None) -> V_co:
        """Return the view from a seat or an onlooker, for `view`."""

    def outcome(self, state: S) -> Outcome | None:
        """Return the outcome, or None while the game goes on."""
        return self.ending(state) if self.actor(state) is Nature.OVER else None

    @abstractmethod
    def ending(self, state: S) -> Outcome:
        """Return the outcome of a state at the end of the game, for `outcome`."""

    def check_seats(self, seats: int) -> None:
        """Raise OptionFault for a wrong number of seats."""
        if seats not in self.seats:
            span = " to ".join(dict.fromkeys(str(end) for end in (self.seats[0], self.seats[-1])))
            many = "1 seat" if seats == 1 else f"{seats} seats"
            raise OptionFault(f"{self.name}: {many}, but it is a game for {span}")

    def seen(self, event: Event, viewer: Seat | None) -> Event:
        """Return an event without the parts that are hidden from a seat or, None, an onlooker.

        OptionFault for a seat that the game never has.
        """
        checked_viewer(viewer, self.seats[-1])
        is_hidden = isinstance(event, self.secret) and event.seat != viewer
        return replace(event, card=None) if is_hidden else event

    secret: type[SeatEvent] | tuple[()] = ()
    """The events whose `card` only their seat may see; for all others it has no face."""

    def can_undo(self, action: Action) -> bool:  # noqa: ARG002 - none by default
        """Return whether a seat may take an action back while it still has to move.

        Only an action that revealed nothing may be: no card and no action of another seat.
        """
        return False


class Stacking(Rules[S, O, V_co]):
    """A game with gravity, which moves after each of `GRAVITY_ANSWERS`.

    Its table is that of the file ``levels/tables/<game>.toml``, unless `table` returns another. Its
    blocks move by the actions `Place`, `StartTower`, `TakeOut`, `TakeBack` and `StartTest` alone.
    """

    def table(self, options: O) -> TableSetup | None:  # noqa: ARG002 - most games have a file
        """Return the table that the options describe, None for the file's; OptionFault if bad."""
        return None

    answered: tuple[str, ...] = ()
    """The phases in which a seat answers without touching a block, so that its phone can do it."""

    @abstractmethod
    def towers(self, state: S) -> tuple[tuple[str, ...] | None, ...]:
        """Return the kinds of block in each tower, base first; None for an empty place."""

    def verdict(self, fell: Iterable[Sequence[TowerId]]) -> Settled:
        """Return gravity's move for towers that fell in this order, one group per tick."""
        return Settled(tuple(tower for group in fell for tower in group))

    def hand(self, state: S) -> tuple[str, float]:  # noqa: ARG002 - few games ask for a hand
        """Return the name of the least unsteady hand allowed now, and the factor on its tremor."""
        return "none", 1.0

    def test(self, state: S) -> StressTest | None:  # noqa: ARG002 - few games test
        """Return the test that gravity has to answer now; None without one."""
        return None

    def measured(self, state: S, survey: Survey) -> Action:  # noqa: ARG002 - few games measure
        """Return the measurer's move for a survey of the table; few games have one."""
        raise RuntimeError(f"nothing is measured in {self.title}: {survey}")


def checked_viewer(viewer: Seat | None, seats: int) -> Seat | None:
    """Return a viewer; OptionFault unless it is None or one of the seats 0 … `seats` − 1."""
    if viewer is None:
        return None
    return Seat(whole_number("seat, or None for an onlooker:", viewer, most=seats - 1))
