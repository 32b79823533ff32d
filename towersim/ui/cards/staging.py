"""How the events of a match get onto a card table: one after the other, each in its time."""

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
"""Without animations nothing is looked at longer than so many seconds."""
BANNER: Final = 2.2
"""Seconds for which what happened stays written large."""
HOLD: Final = 1.6
"""Seconds for which a hasty action can be taken back."""
ONLY: Final = 0.9
"""Seconds for which a person sees what is the only thing to do before it is done."""


class Staging:
    """What has been shown of a match, what is on its way, and what waits to be shown."""

    def __init__(
        self,
        context: AppContext,
        play: CardPlay[Any],
        table: CardTable[Any, Any],
        state: Callable[[], TableState[Any, Any]],
        first: int | None = None,
    ) -> None:
        """Begin with `first` actions shown, or with all; `state` returns that of the table."""
        self._context, self._play, self._table, self._state = context, play, table, state
        self.queue: EventQueue[Any] = EventQueue(play, table, first)
        play.queue = self.queue
        self.motion = Animator()
        self.page: Callable[[], Screen] | None = None
        """Makes the page that has to be seen before anything else is."""
        self._banner, self._banner_for = "", 0.0
        self.held: Action | None = None
        """What a person has done in haste: it waits for a moment before the match is told."""
        self._due: Action | None = None
        """What will be done by itself: what is held, or the only thing to do."""
        self._waited = 0.0
        self._jumping = False
        """Whether all is shown at once until a person has to act."""
        self._overlaps = False
        """Whether the next event is shown before this one has come to rest."""

    @property
    def ready(self) -> bool:
        """Whether everything that has happened was shown."""
        return not (self.queue.busy or self.motion.busy)

    @property
    def is_at_rest(self) -> bool:
        """Whether nothing moves, and nothing is about to be done by itself."""
        return self.ready and self.motion.at_rest and self._due is None and self.held is None

    @property
    def banner(self) -> str:
        """What is written large now."""
        return self._banner if self._banner_for > 0 else ""

    def hide_banner(self) -> None:
        """Show no large words any more: somebody has acted."""
        self._banner_for = 0.0

    def step(self, seconds: float) -> None:
        """Let time pass, at the players' pace, and show what is due."""
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
        """Let an action wait: until its moment has passed, it can be taken back."""
        self.held, self._waited = action, 0.0

    def release(self) -> Action | None:
        """Return the action that waits, which waits no longer; None if none does."""
        held, self.held = self.held, None
        return held

    def due_action(self, seconds: float, *, dragging: bool) -> Action | None:
        """Let time pass; return what was held, or was the only thing to do, for long enough.

        While a person drags a card, and if the settings do not want it, there is no only thing.
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
        """Show at once all that is on its way or waits, up to a page that has to be seen."""
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
        """Show nothing of what others do until a person has to act."""
        self._play.skip_to_person()
        self._jumping = True

    def rearrange(self, nodes: Sequence[Node]) -> None:
        """Show the nodes of the same moment after somebody chose or pointed at something."""
        if self._context.settings.animations:
            self.motion.glide(nodes)
        else:
            self.motion.reset(nodes)

    def _show(self, moment: Moment[Any]) -> None:
        """Let an event be seen."""
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
