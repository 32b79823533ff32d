"""What the screens of all card games do: flights, the mouse on cards, the curtain."""

from typing import Any, ClassVar, Final

import pygame

from towersim.rules.base import Event, TurnStarted
from towersim.ui.app_context import AppContext, OpenScreen, ScreenChange
from towersim.ui.cards.curtain import Curtain
from towersim.ui.cards.drag import Drag
from towersim.ui.cards.flights import Flash, Flight, Flights
from towersim.ui.cards.old_play import CardPlay
from towersim.ui.draw_marks import symbol
from towersim.ui.pointer import Pointer
from towersim.ui.screens.game import GameScreen
from towersim.ui.theme import ON_DARK
from towersim.units import Seat

LINGER: Final = 0.6
"""Seconds for which one still sees what one drew before the screen goes on to another person."""


class CardScreen(GameScreen):
    """A match of a card game; a game fills in what `GameScreen` says.

    Events come to `happened` as whoever looks sees them; there a game lets cards `fly`. As long
    as anything is on its way, bots and the result wait, the table is drawn from `shown` and
    `log`, which are as they were before, without the cards in `flights.away`, and a click or a
    key lets everything land (`busy` says whether it did).

    The mouse: the game calls `self.drag.press` for a card, and answers what `self.drag.release`
    returns; a card that hangs at the mouse is `self.drag.card`.
    """

    play: CardPlay[Any]
    quiet: ClassVar[tuple[type[Event], ...]] = (TurnStarted,)
    """Events that are not worth a line in the log."""

    def __init__(self, context: AppContext, play: CardPlay[Any], pointer: Pointer) -> None:
        """Begin to show the match; a game has its own things before."""
        self.flights = Flights()
        self._calm = LINGER
        """Seconds since all has landed."""
        self.drag: Drag[Any] = Drag(context.stage.unit)
        play.news()
        self.shown: Any = play.view()
        """The view that is on the table: what was known before anything began to fly."""
        super().__init__(context, play, pointer)

    def resize(self) -> None:
        """Lay everything out for the context's stage; whatever flew has landed."""
        self._land()
        self.drag = Drag(self._context.stage.unit)
        super().resize()

    def _land(self) -> None:
        self.flights.forget()
        self.shown = self.play.view()
        self.landed()

    def landed(self) -> None:
        """Answer that the table is shown as it is by now, also if nothing has flown. For games."""

    def skip_animations(self) -> bool:
        """Return whether something was on its way; by now all has landed."""
        was = self.flights.is_busy
        if was:
            self._land()
        return was

    def fly(self, *things: Flight | Flash) -> None:
        """Let cards fly and pictures flash, unless the settings say that nothing does."""
        if not self._context.settings.animations:
            return
        for thing in things:
            if isinstance(thing, Flight):
                self.flights.fly(thing)
            else:
                self.flights.flash(thing)

    def show_events(self, seconds: float) -> None:  # noqa: ARG002 - cards fly by themselves
        """Let cards fly as what has happened says."""
        for number, event in self.play.news():
            self.happened(number, event)

    def show(self, button: Any, *, on: bool) -> None:  # noqa: ANN401 - pygame_gui's
        """Show a button, or not."""
        if on != bool(button.visible):
            self.form.show(button, on=on)

    def draw(self, target: pygame.Surface) -> None:
        """Draw a frame."""
        stage = self._context.stage
        self.paint(target)
        self.form.draw(target)
        icon = symbol(stage, "pause", stage.px(17), ON_DARK)
        target.blit(icon, icon.get_rect(center=self.chrome.areas.pause.center))

    def moved(self, at: tuple[int, int]) -> None:
        """Follow the mouse."""
        self.drag.move(at)

    def forget_keys(self) -> None:
        """Let go of a card at the mouse, as when the window is left."""
        self.drag.cancel()

    def step(self, seconds: float) -> None:
        """Let time pass for all that only the eye needs."""
        self.flights.step(seconds * self._context.settings.pace)
        if not self.flights.is_busy:
            self._land()

    @property
    def is_moving(self) -> bool:
        """Whether something is on its way though the match waits."""
        return self.is_holding_match()

    def is_holding_match(self) -> bool:
        """Whether something has to be seen to its end before the match goes on."""
        return self.flights.is_busy or (0 < self._calm < LINGER and self.play.left_open)

    def update(self, seconds: float) -> ScreenChange | None:
        """Let time pass; then pass the screen on if another person has to act."""
        change = super().update(seconds)
        self._calm = 0.0 if self.flights.is_busy else self._calm + seconds
        if change is not None or self.is_holding_match():
            return change
        self.play.turn_away()
        self._land()
        awaited = self.play.awaited
        return None if awaited is None else OpenScreen(self._curtain(awaited))

    def _curtain(self, seat: Seat) -> Curtain:
        name = self.match.seats[seat].name
        return Curtain(self._context, name, lambda: self._open(seat), self.pause)

    def _open(self, seat: Seat) -> None:
        self.play.open(seat)
        self._land()
        self.opened()

    def opened(self) -> None:
        """Answer that somebody else looks at the screen now. For games."""

    def cursor(self) -> int:
        """Return the shape of the mouse pointer: a hand over what can be taken."""
        over = self.over_something(self.pointer.at)
        return pygame.SYSTEM_CURSOR_HAND if over else pygame.SYSTEM_CURSOR_ARROW

    def over_something(self, at: tuple[int, int]) -> bool:  # noqa: ARG002 - for games
        """Return whether there is something to take or press at a point. For games."""
        return False
