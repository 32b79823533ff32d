"""What a card game says of its window: a `CardTable`, pure functions over a `TableState`."""

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import pygame

from towersim.messages import message as _
from towersim.record import SeatSpec
from towersim.rules.base import Action, Event, Outcome, TurnStarted
from towersim.ui.app_context import AppContext, Screen
from towersim.ui.buttons import Button
from towersim.ui.cards.draw_felt import Cloth
from towersim.ui.cards.motion import Showing
from towersim.ui.cards.nodes import Command, Key, Node, Undo
from towersim.ui.cards.play import CardPlay
from towersim.ui.events import Script
from towersim.ui.input import KeyMap
from towersim.ui.layout import Areas
from towersim.ui.screens.result import Ending
from towersim.ui.theme import Stage
from towersim.units import Seat

V = TypeVar("V")
S = TypeVar("S")


class TableState(NamedTuple, Generic[V, S]):
    """All that a frame of a card table depends on; nothing in it is kept from who looks."""

    stage: Stage
    layout: Any
    """Where everything lies, as the game's `layout` says."""
    view: V
    """What the watcher knows, as of the last event that was shown."""
    memory: Any
    """What the game remembers of the events shown so far."""
    selection: S
    """What the watcher has chosen, but not done."""
    seats: tuple[SeatSpec, ...]
    home: Seat
    """The seat at the lower edge of the screen."""
    mine: bool = False
    """Whether a person has to act, and everything that has happened was shown."""
    dragged: Key | None = None
    """What hangs at the mouse."""
    focus: Key | None = None
    """What the keyboard points at; None: the mouse was used last."""
    held: Action | None = None
    """What the person has done, but can still take back: the match does not know of it yet."""
    can_undo: bool = False
    """Whether the person may take the last action back."""
    fine: bool = False
    """Whether Shift is down."""
    why_not: Callable[..., str] = lambda *_: ""
    """Says why actions are not legal one after the other; empty if they are."""

    @property
    def legal(self) -> tuple[Any, ...]:
        """What may be done now by the person who has to act."""
        view: Any = self.view
        return tuple(view.legal) if self.mine else ()

    @property
    def names(self) -> tuple[str, ...]:
        """How the players are called, by seat."""
        return tuple(seat.name for seat in self.seats)


class Answer(NamedTuple):
    """What a node does, or what follows from a command: another selection, actions, or words."""

    selection: Any
    actions: tuple[Action, ...] = ()
    say: str = ""
    page: Callable[[AppContext, CardPlay[Any]], Screen] | None = None
    """Makes a page that is shown over the table."""
    focus: Key | None = None
    """Where the keyboard points from then on."""
    held: bool = False
    """Whether the action waits for a moment in which it can be taken back."""


def is_free(command: Action | Command | None) -> bool:
    """Return whether a command may be given while others act and cards are on their way."""
    chooses = isinstance(command, Answer) and not command.actions
    return chooses or isinstance(command, Undo)


class CardTable(Script[V], Generic[V, S]):
    """A card game in the window. All methods are pure; what changes is kept by the screen."""

    keys: ClassVar[KeyMap]
    quiet: ClassVar[tuple[type[Event], ...]] = (TurnStarted,)
    """Events that are not worth a line in the log."""
    hidden: ClassVar[bool] = True
    """Whether seats have cards that no other may see, so that people look away from each other."""
    cloth: ClassVar[Cloth] = Cloth()
    """The table's felt and the back of its cards."""
    start: S
    """The selection of one who has chosen nothing."""

    # --- what lies where ------------------------------------------------------------------------

    def layout(self, stage: Stage) -> Any:  # noqa: ANN401 - each game has its own
        """Return where everything lies; it has `areas`, and a rectangle `result` for a button."""
        raise NotImplementedError

    def nodes(self, state: TableState[V, S]) -> Iterable[Node]:
        """Return everything that lies on the table, from the lowest to the topmost."""
        raise NotImplementedError

    def buttons(self, state: TableState[V, S]) -> Sequence[Button]:  # noqa: ARG002 - if there are any
        """Return the buttons that are seen now."""
        return ()

    def hint(self, state: TableState[V, S]) -> str:
        """Return what the person should do now who has to act, without the name."""
        raise NotImplementedError

    def waiting(self, view: V, name: str) -> str:  # noqa: ARG002 - if it depends on it
        """Return what is said until all has been shown; `name` is whose turn comes then."""
        return _("{name} is next …", name=name)

    def log_rect(self, layout: Any) -> pygame.Rect:  # noqa: ANN401 - its own
        """Return where the open log lies: over no hand and no button; usually above them."""
        found: Areas = layout.areas
        top = found.hint.bottom
        return pygame.Rect(found.log.x, top, found.log.w, found.log.top // 2 - top)

    # --- what a person does ---------------------------------------------------------------------

    def fit(self, selection: S, view: V) -> S:  # noqa: ARG002 - if it depends on it
        """Return what is left of a selection under this view."""
        return selection

    def acted(self, selection: S) -> S:  # noqa: ARG002 - if it lasts longer
        """Return what is left of a selection when its owner has acted."""
        return self.start

    def command_for_key(self, state: TableState[V, S], does: StrEnum, node: Node | None) -> Command:  # noqa: ARG002 - if there are any
        """Return what a key asks for; `node` is what is pointed at. None: nothing of the game's."""
        return None

    def refused(self, state: TableState[V, S], action: Action) -> str:
        """Return why an action is not allowed now, said to the person; empty if it is."""
        return state.why_not(action)

    def only_action(self, state: TableState[V, S]) -> Action | None:  # noqa: ARG002 - if there is any
        """Return what is done for the person after a pause because nothing else can be done."""
        return None

    # --- what happens ---------------------------------------------------------------------------

    def showing(self, event: Event, state: TableState[V, S]) -> Showing:  # noqa: ARG002 - if it is shown
        """Return how an event is shown; `state` is the table's from then on."""
        return Showing()

    def banner_rect(self, layout: Any, *, buttons: bool) -> pygame.Rect:  # noqa: ANN401, ARG002 - its own
        """Return where the large words go; `buttons` tells whether some are shown now."""
        room: pygame.Rect = layout.areas.room
        return room

    def ending(self, play: CardPlay[V], outcome: Outcome) -> Ending:
        """Return how the game ended, for the result's page."""
        raise NotImplementedError
