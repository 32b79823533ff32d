"""The staging of a match's events on a card table: in order, each with its animation."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from towersim.rules.base import Action
from towersim.ui.app_context import AppContext, Screen
from towersim.ui.cards.motion import Animator
from towersim.ui.cards.nodes import Node
from towersim.ui.cards.play import CardPlay
from towersim.ui.cards.table import CardTable, TableState
from towersim.ui.events import EventQueue, Moment

STILL: Final = 0.5
"""Longest pause after an event without animations, in seconds."""
BANNER: Final = 2.2
"""Seconds that a banner stays visible."""
HOLD: Final = 1.6
"""Seconds in which a held action can be taken back."""
ONLY: Final = 0.9
"""Seconds before the only possible action is done automatically."""


class Staging:
    """The event queue and the animations of one match, and the action waiting to be submitted."""

    def __init__(
        self,
        context: AppContext,
        play: CardPlay[Any],
        table: CardTable[Any, Any],
        state: Callable[[], TableState[Any, Any]],
        first: int | None = None,
    ) -> None:
        """Begin with `first` actions shown, or with all; `state` returns the table's state."""
        self._context, self._play, self._table, self._state = context, play, table, state
        self.queue: EventQueue[Any] = EventQueue(play, table, first)
        play.queue = self.queue
        self.motion = Animator()
        self.page: Callable[[], Screen] | None = None
        """Creates the page that opens before any further event is shown."""
        self._banner, self._banner_for = "", 0.0
        self.held: Action | None = None
        """A person's action that can still be taken back: not submitted to the match yet."""
        self._due: Action | None = None
        """The action to be submitted automatically: the held one, or the only possible one."""
        self._waited = 0.0
        self._jumping = False
        """Whether events are shown at once until a person has to act."""
        self._overlaps = False
        """Whether the next event may be shown before the animation of the last one ends."""

    @property
    def ready(self) -> bool:
        """Whether every event has been shown and no card flies."""
        return not (self.queue.busy or self.motion.busy)

    @property
    def is_at_rest(self) -> bool:
        """Whether nothing moves and no action is held or about to be done automatically."""
        return self.ready and self.motion.at_rest and self._due is None and self.held is None

    @property
    def banner(self) -> str:
        """The text of the banner; empty for none."""
        return self._banner if self._banner_for > 0 else ""

    def hide_banner(self) -> None:
        """Hide the banner."""
        self._banner_for = 0.0

    def step(self, seconds: float) -> None:
        """Advance by `seconds` at the players' pace, and show the events that are due."""
        if self._jumping:
            self._jumping = self._play.is_skipping
            self.skip()
        quick = seconds * self._context.settings.pace
        self.motion.step(quick)
        self._banner_for -= seconds
        if self._goes_on:
            self.queue.wait(quick)
        while self._goes_on and (moment := self.queue.next()) is not None:
            self._show(moment)

    def hold(self, action: Action) -> None:
        """Hold an action for `HOLD` seconds, in which it can be taken back."""
        self.held, self._waited = action, 0.0

    def release(self) -> Action | None:
        """Return the held action, which is no longer held; None if there is none."""
        held, self.held = self.held, None
        return held

    def due_action(self, seconds: float, *, dragging: bool) -> Action | None:
        """Advance by `seconds`; return the held or only action once its delay is over, or None.

        The only action is not done while a person drags a card, or with `only_moves` off.
        """
        due, least = self.held, HOLD
        if due is None and self.ready and not dragging and self._context.settings.only_moves:
            due, least = self._table.only_action(self._state()), ONLY
        self._waited = self._waited + seconds if due == self._due else 0.0
        self._due = due
        if self._waited < least:
            return None
        self.release()
        return due

    @property
    def _goes_on(self) -> bool:
        return self.page is None and (self._overlaps or not self.motion.busy)

    def skip(self) -> bool:
        """Show all pending events at once, up to a page; return whether there were any."""
        was = not self.ready
        if was:
            self.motion.land()
            self.queue.rest(0.0)
        while was and self.page is None and (moment := self.queue.next()) is not None:
            self._show(moment)
            self.motion.land()
            self.queue.rest(0.0)
        return was

    def undo(self) -> bool:
        """Take the person's last action back; return whether that was possible."""
        if self.release() is not None:
            return True
        self.skip()
        done = self._play.undo()
        self.queue.look()
        return done

    def jump(self) -> None:
        """Show others' actions without animations until a person has to act."""
        self._play.skip_to_person()
        self._jumping = True

    def rearrange(self, nodes: Sequence[Node]) -> None:
        """Update the nodes after a change of the selection or of the node pointed at."""
        if self._context.settings.animations:
            self.motion.glide(nodes)
        else:
            self.motion.reset(nodes)

    def _show(self, moment: Moment[Any]) -> None:
        """Show the nodes after an event, and start its animation, banner or page."""
        state, animated = self._state(), self._context.settings.animations
        shown = self._table.showing(moment.event, state)
        self._overlaps = shown.gap is not None
        nodes = tuple(self._table.nodes(state))
        if animated:
            self.motion.flow(nodes, shown)
        else:
            self.motion.reset(nodes)
        hold = shown.hold if animated else min(shown.hold, STILL)
        self.queue.rest(hold if shown.gap is None else shown.gap * animated)
        if shown.banner and not (animated and shown.flash):
            self._banner, self._banner_for = shown.banner, BANNER
        if shown.page is not None:
            self.page = partial(shown.page, self._context, self._play)
