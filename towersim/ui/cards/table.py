"""The interface of a card game's table: `CardTable`, pure functions of a `TableState`."""

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import pygame

from towersim.common.units import Seat
from towersim.match.record import SeatSpec
from towersim.rules.base import Action, Event, Outcome
from towersim.ui.app_context import AppContext, Screen
from towersim.ui.cards.card_faces import Cloth
from towersim.ui.cards.play import CardPlay
from towersim.ui.drawing.layout import Areas
from towersim.ui.drawing.theme import Viewport
from towersim.ui.events import Script
from towersim.ui.input.bindings import Gestures, KeyMap
from towersim.ui.nodes.motion import Showing
from towersim.ui.nodes.node import Command, Key, Node, Undo
from towersim.ui.screens.result import Ending
from towersim.ui.widgets.forms import Button

V = TypeVar("V")
S = TypeVar("S")


class TableState(NamedTuple, Generic[V, S]):
    """The complete input of a frame of a card table; its view is redacted for the watcher."""

    viewport: Viewport
    layout: Any
    """The layout; its class is the game's own."""
    view: V
    """The watcher's view after the last event shown."""
    memory: Any
    """The game's own summary of the events shown so far."""
    selection: S
    """The watcher's choice of cards or the like, not yet acted on."""
    seats: tuple[SeatSpec, ...]
    home: Seat
    """The seat at the lower edge of the screen."""
    watched: bool = False
    """Whether it is a recorded position, in which nothing can be chosen."""
    mine: bool = False
    """Whether a person has to act here, with every event shown and no action held."""
    dragged: Key | None = None
    """Key of the dragged node; None if nothing is dragged."""
    focus: Key | None = None
    """Key of the keyboard focus; None if the mouse was used last."""
    held: Action | None = None
    """The person's action that can still be taken back: not submitted to the match yet."""
    can_undo: bool = False
    """Whether the person may take the last action back."""
    fine: bool = False
    """Whether Shift is down."""
    why_not: Callable[..., str] = lambda *_: ""
    """Returns the reason why a sequence of actions is illegal; empty if it is legal."""

    @property
    def legal(self) -> tuple[Any, ...]:
        """The legal actions of the person to act; empty unless `mine`."""
        view: Any = self.view
        return tuple(view.legal) if self.mine else ()

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return tuple(seat.name for seat in self.seats)


class Reaction(NamedTuple):
    """The effect of a command in the window: another selection, actions, a text or a page."""

    selection: Any
    actions: tuple[Action, ...] = ()
    say: str = ""
    page: Callable[[AppContext, CardPlay[Any]], Screen] | None = None
    """Creates a page to be shown over the table."""
    focus: Key | None = None
    """Key of the new keyboard focus; None leaves it unchanged."""
    held: bool = False
    """Whether the actions are held for a moment, in which they can be taken back."""


def is_free(command: Action | Command | None) -> bool:
    """Return whether a command may be given while others act or cards fly."""
    chooses = isinstance(command, Reaction) and not command.actions
    return chooses or isinstance(command, Undo)


class CardTable(Script[V], Generic[V, S]):
    """The table of a card game: pure methods; the mutable state is in `CardController`."""

    keys: ClassVar[KeyMap]
    gestures: ClassVar[Gestures]
    cloth: ClassVar[Cloth] = Cloth()
    """The table's felt and the back of its cards."""
    start: S

    def layout(self, viewport: Viewport) -> Any:  # noqa: ANN401 - each game has its own
        """Return the layout for a viewport; it has `areas`, and a rectangle `result`, a button."""
        raise NotImplementedError

    def nodes(self, state: TableState[V, S]) -> Iterable[Node]:
        """Return all nodes of the table, from the lowest to the topmost."""
        raise NotImplementedError

    def buttons(self, state: TableState[V, S]) -> Sequence[Button]:  # noqa: ARG002 - if there are any
        """Return the buttons visible now."""
        return ()

    def hint(self, state: TableState[V, S]) -> str:
        """Return the instruction to the person who has to act, without the name."""
        raise NotImplementedError

    def waiting(self, view: V) -> str:  # noqa: ARG002 - if it depends on it
        """Return the text shown until all events have been shown; empty: the next seat."""
        return ""

    def log_rect(self, layout: Any) -> pygame.Rect:  # noqa: ANN401 - its own
        """Return the rectangle of the open log: clear of hands and buttons, usually above them."""
        areas: Areas = layout.areas
        top = areas.hint.bottom
        return pygame.Rect(areas.log.x, top, areas.log.w, areas.log.top // 2 - top)

    def fit(self, selection: S, view: V) -> S:  # noqa: ARG002 - if it depends on it
        """Return the part of a selection that is still possible under this view."""
        return selection

    def acted(self, selection: S) -> S:  # noqa: ARG002 - if it lasts longer
        """Return the part of a selection that remains after its owner has acted."""
        return self.start

    def command_for_key(
        self, state: TableState[V, S], command: StrEnum, node: Node | None
    ) -> Command:
        """Return the game's command for a key, or None; `node` is the one pointed at."""
        raise NotImplementedError

    def refused(self, state: TableState[V, S], action: Action) -> str:
        """Return the reason why an action is not allowed now, for the person; empty if it is."""
        return state.why_not(action)

    def only_action(self, state: TableState[V, S]) -> Action | None:  # noqa: ARG002 - if there is any
        """Return an action to submit after a pause, as nothing else is possible; else None."""
        return None

    def showing(self, event: Event, state: TableState[V, S]) -> Showing:  # noqa: ARG002 - if it is shown
        """Return the animation of an event; `state` is the table's state after it."""
        return Showing()

    def banner_rect(self, layout: Any, *, buttons: bool) -> pygame.Rect:  # noqa: ANN401, ARG002 - its own
        """Return the rectangle of the banner; `buttons`: whether any are shown now."""
        room: pygame.Rect = layout.areas.room
        return room

    def ending(self, play: CardPlay[V], outcome: Outcome) -> Ending:
        """Return the display data of the end, for the page of the result."""
        raise NotImplementedError
