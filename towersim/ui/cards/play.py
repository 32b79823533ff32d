"""A card game's match in the window: the watcher, the redacted view shown, and the curtain."""

from collections.abc import Callable
from typing import Final, TypeVar

import pygame

from towersim.common.messages import message as _
from towersim.common.units import Seat
from towersim.match.match import Match
from towersim.rules.base import Action, Nature
from towersim.ui.app_context import AppContext, PlayContext, ScreenChange
from towersim.ui.cards.card_faces import Cloth, felt
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.theme import SOFT_TEXT, TEXT
from towersim.ui.events import Script
from towersim.ui.play import NOBODY, Play
from towersim.ui.screens.base import SheetScreen
from towersim.ui.widgets.forms import Pressed, draw_sheet

V = TypeVar("V")
HOLD: Final = 1.6
"""Seconds in which a held action can be taken back."""
ONLY: Final = 0.9
"""Seconds before the only possible action is done automatically."""


class CardPlay(Play[V]):
    """A match whose seats may hold hidden hands, and the seat whose hand is shown: the watcher.

    A single person is always the watcher; of several, the one who opened the curtain last, until
    the turn is over, as is a person between others on phones. While bots move then, and among bots
    only, there is none (`NOBODY`).
    """

    def __init__(
        self, match: Match, context: PlayContext, script: Script[V], shown: int | None = None
    ) -> None:
        super().__init__(match, context, script, shown)
        self.hides = bool(match.rules.secret)
        """Whether seats hold cards that the others may not see."""
        seats = enumerate(match.seats)
        self._persons = tuple(Seat(i) for i, seat in seats if seat.is_person)
        self._holder: Seat | None = NOBODY
        self._open = False

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats of persons who play at this screen."""
        phones = self.phones
        return tuple(seat for seat in self._persons if phones is None or seat in phones.here)

    @property
    def _is_alone(self) -> bool:
        return self.phones is None and len(self._persons) == 1

    @property
    def watcher(self) -> Seat | None:
        """The seat whose hand is shown; `NOBODY` if none is."""
        if self._is_alone:
            return self._persons[0] if self.hides else NOBODY
        is_shown = self._open and self.hides and self._holder in self.people
        return self._holder if is_shown else NOBODY

    @property
    def left_open(self) -> bool:
        """Whether the watcher's turn is over and there are other persons."""
        return not self._is_alone and self.watcher not in (NOBODY, self.match.actor)

    @property
    def home(self) -> Seat:
        """The seat at the lower edge: the present or last watcher, else the first person."""
        first = self._persons[0] if self._persons else Seat(0)
        return first if self._holder is None else self._holder

    @property
    def awaited(self) -> Seat | None:
        """The person to act, if the screen must be passed to them first; else None."""
        actor = self.match.actor
        waits = self.hides and actor in self.people and actor != self._holder
        if isinstance(actor, Nature) or self._is_alone or not waits:
            return None
        return actor

    def open(self, seat: Seat) -> None:
        """Make a seat the watcher after it has opened the curtain."""
        self._holder, self._open = seat, True

    def turn_away(self) -> None:
        """Show the last watcher's hand only at their own turn, if there are other persons."""
        if self.left_open or not self._open:
            self._open = self.match.actor == self._holder
            # Others look at the screen while their phones hold their hands.
            self._holder = self._holder if self._open or self.phones is None else NOBODY

    def view_at(self, step: int) -> V:
        """Return the watcher's view after `step` actions, in open games that of the seat to act."""
        seat = self.watcher
        if not self.hides:
            actor = self.match.actor_of(step)
            seat = NOBODY if isinstance(actor, Nature) else actor
        view: V = self.match.view(seat, step)
        return view

    @property
    def goes_on(self) -> bool:
        """Whether the seat to act is also the last one that acted."""
        actors = map(self.match.actor_of, range(self.match.steps - 1, -1, -1))
        return next((one for one in actors if not isinstance(one, Nature)), None) == self.seat

    def view(self) -> V:
        """Return the view to be shown now."""
        return self.view_at(self.match.steps)

    def undo(self) -> str:
        """Take the person's last action back; return why that is illegal, or an empty string."""
        return self._tried(self.match.undo)

    def why_not(self, *actions: Action) -> str:
        """Return the reason why a sequence of actions is illegal now; empty if it is legal."""
        if self.is_human_turn:
            return self.match.why_not(*actions)
        return "" if self.match.outcome else _("it is {name}'s turn", name=self.name)


class DelayedAction:
    """The action submitted after a delay: one that can still be taken back, or the only one."""

    def __init__(self) -> None:
        self.held: Action | None = None
        """A person's action that can still be taken back: not submitted to the match yet."""
        self._due: Action | None = None
        self._waited = 0.0

    def hold(self, action: Action) -> None:
        """Hold an action for `HOLD` seconds, in which it can be taken back."""
        self.held, self._waited = action, 0.0

    def release(self) -> Action | None:
        """Return the held action, which is no longer held; None if there is none."""
        held, self.held = self.held, None
        return held

    @property
    def is_waiting(self) -> bool:
        """Whether an action is held or about to be done automatically."""
        return self.held is not None or self._due is not None

    def step(self, seconds: float, only: Action | None) -> Action | None:
        """Advance by `seconds`; return the held or `only` action once its delay is over."""
        due, least = (only, ONLY) if self.held is None else (self.held, HOLD)
        self._waited = self._waited + seconds if due == self._due else 0.0
        self._due = due
        if self._waited < least:
            return None
        self.release()
        return due


def is_untouched(match: Match) -> bool:
    """Return whether only nature has acted in a match: the deal, and nothing else."""
    actors = map(match.actor_of, range(match.steps))
    return match.steps > 0 and all(isinstance(actor, Nature) for actor in actors)


TITLES: Final = (32, 28, 24, 21, 18)
"""Font sizes tried for the title, in units, largest first."""


class Curtain(SheetScreen):
    """A page that asks to pass the screen to a person, whose button shows their hand.

    Stray presses just after it appears do not open it (`PressGuard`). It is no overlay: the table
    is not drawn below it.
    """

    is_guarded = True
    title = ""
    size = 780, 330

    def __init__(
        self,
        context: AppContext,
        name: str,
        opened: Callable[[], object],
        pause: Callable[[], ScreenChange],
        cloth: Cloth = Cloth(),  # noqa: B008 - frozen
    ) -> None:
        """Create the page for the person `name`; `opened` is called when they open it."""
        self.title = _("Pass to {name}", name=name)
        self.name, self._opened, self._pause, self._cloth = name, opened, pause, cloth
        super().__init__(context)

    def fill(self) -> None:
        """Add the button that opens the curtain."""
        viewport, px = self.context.viewport, self.context.viewport.px
        rect = pygame.Rect(0, 0, px(640), px(54))
        rect.midbottom = (self.sheet.centerx, self.sheet.bottom - px(34))
        label: str = _("I am {name} – show my cards", name=self.name)
        label = viewport.fonts.cut(label, px(18), rect.w - px(30), bold=True)
        self.form.button(rect, label, "open", "strong")

    def execute(self, pressed: Pressed) -> ScreenChange:  # noqa: ARG002 - there is one button
        """Open the curtain."""
        self._opened()
        return super().leave()

    def leave(self) -> ScreenChange:
        """Open the pause: only the button leads back to the table."""
        return self._pause()

    def draw(self, canvas: Canvas) -> None:
        """Draw the page."""
        viewport, sheet, px = canvas.viewport, self.sheet, canvas.px
        canvas.put(felt(viewport, viewport.size[1], self._cloth.felt), (0, 0))
        draw_sheet(canvas, sheet)
        back = self._cloth.back.picture(viewport, px(104))
        for x in (-px(44), 0, px(44)):
            place = back.get_rect(midtop=(sheet.centerx + x, sheet.y + px(30)))
            canvas.card_shadow(place)
            canvas.put(back, place)
        text, most, x = self.title, sheet.w - px(60), sheet.centerx
        fits = (size for size in TITLES if viewport.title(text, size, TEXT).get_width() <= most)
        size = next(fits, TITLES[-1])
        canvas.title(text, size, TEXT, room=(most, None), center=(x, sheet.y + px(172)))
        low, room = _("The others look away."), (most, px(34))
        canvas.text(low, 17, SOFT_TEXT, room=room, center=(x, sheet.y + px(212)))
        self.form.draw(canvas)
