"""The pump of a match's events: it shows them in order, each with its animation."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from towersim.rules.base import Event
from towersim.ui.app_context import AppContext, Screen
from towersim.ui.events import EventQueue, Moment
from towersim.ui.nodes.motion import Animator, Showing
from towersim.ui.nodes.node import Node
from towersim.ui.play import Play

STILL: Final = 0.5
"""Longest pause after an event without animations, in seconds."""
BANNER: Final = 2.2
"""Seconds that a banner stays visible."""

Show = Callable[[int, Event], tuple[Showing, Sequence[Node]]]
"""Takes the number of an event in the match and the event; returns its animation and the nodes of
the table after it."""


class EventPump:
    """Shows the events of one match, each when the animation of the last one has ended."""

    def __init__(self, context: AppContext, play: Play[Any]) -> None:
        """Begin with the events that `play.queue` has shown."""
        self._context, self._play = context, play
        self.motion = Animator()
        self.page: Callable[[], Screen] | None = None
        """Creates the page that opens before any further event is shown."""
        self._banner, self._banner_for = "", 0.0
        self._jumping = False
        """Whether events are shown at once until a person has to act."""
        self._overlaps = False
        """Whether the next event may be shown before the animation of the last one ends."""

    @property
    def queue(self) -> EventQueue[Any]:
        """The events of the match with a cursor."""
        return self._play.queue

    @property
    def ready(self) -> bool:
        """Whether every event has been shown and no node flies."""
        return not (self.queue.busy or self.motion.busy)

    @property
    def banner(self) -> str:
        """The text of the banner; empty for none."""
        return self._banner if self._banner_for > 0 else ""

    def hide_banner(self) -> None:
        """Hide the banner."""
        self._banner_for = 0.0

    def step(self, seconds: float, show: Show) -> None:
        """Advance by `seconds` at the players' pace, and show the events that are due."""
        if self._jumping or self._play.is_skipping:
            self._jumping = self._jumping and self._play.is_skipping
            self.skip(show)
        quick = seconds * self._context.settings.pace
        self.motion.step(quick)
        self._banner_for -= seconds
        if self._goes_on:
            self.queue.wait(quick)
        while self._goes_on and (moment := self.queue.next()) is not None:
            self._show(moment, show)

    @property
    def _goes_on(self) -> bool:
        return self.page is None and (self._overlaps or not self.motion.busy)

    def skip(self, show: Show) -> bool:
        """Show all pending events at once, up to a page; return whether there were any."""
        was = not self.ready
        if was:
            self.motion.land()
            self.queue.rest(0.0)
        while was and self.page is None and (moment := self.queue.next()) is not None:
            self._show(moment, show)
            self.motion.land()
            self.queue.rest(0.0)
        return was

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

    def _show(self, moment: Moment[Any], show: Show) -> None:
        """Show the nodes after an event, and start its animation, banner or page."""
        animated, number = self._context.settings.animations, self.queue.told - 1
        self._play.explain(number, moment.event)
        shown, nodes = show(number, moment.event)
        self._overlaps = shown.gap is not None
        if animated:
            self.motion.flow(nodes, shown)
        else:
            self.motion.reset(nodes)
        hold = shown.hold if animated else min(shown.hold, STILL)
        rest = hold if shown.gap is None else shown.gap * animated
        if rest > 0:
            self.queue.rest(rest)
        if shown.banner and not (animated and shown.flash):
            self._banner, self._banner_for = shown.banner, BANNER
        if shown.page is not None:
            self.page = partial(shown.page, self._context, self._play)
