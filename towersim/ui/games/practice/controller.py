"""A challenge being played with mouse or keyboard."""

import math
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from functools import partial
from itertools import pairwise
from typing import Final

import pygame

from towersim.common.errors import TowersimError
from towersim.common.messages import Message, message as _
from towersim.files.challengefile import all_challenges
from towersim.match.match import Match, MatchPhase
from towersim.match.record import read
from towersim.practice.generated import endless_challenge
from towersim.practice.own import DRAFT, keep_proof
from towersim.rules.base import Event, Outcome, StartTest, TakeBack, TakeOut
from towersim.rules.display import Sound
from towersim.rules.practice.challenge import Challenge, Tilt
from towersim.rules.practice.log import ENDLESS
from towersim.rules.practice.state import Finish
from towersim.ui import app_context
from towersim.ui.games.practice.bests import Bests, Curve, Trail
from towersim.ui.games.practice.chapters import PracticePage
from towersim.ui.games.practice.coach import HINTS
from towersim.ui.games.practice.curves import piece_at
from towersim.ui.games.practice.friends import FriendsPage, pasted_by
from towersim.ui.games.practice.layout import (
    BUILD_ON,
    CLOSE,
    DONE,
    KEYS,
    MOUSE,
    TAKE_BACK,
    TEXTS,
    TOOLS,
    Layout,
    PracticeCommand,
)
from towersim.ui.games.practice.play import PracticePlay
from towersim.ui.games.practice.presenter import Choice, PracticePointer, PracticePresenter, wanted
from towersim.ui.games.practice.result import AttemptReport, AttemptResult, Exit
from towersim.ui.games.practice.rules_pictures import PICTURES
from towersim.ui.games.practice.start import fresh_match, new_attempt, own_folder
from towersim.ui.input.bindings import STEPS, KeyCommand, command_for_key, neighbour, number
from towersim.ui.language.faults import fault_message
from towersim.ui.screens.game import screen_of
from towersim.ui.screens.pause import PauseLine, attempt_pause
from towersim.ui.sound.cues import of_margin
from towersim.ui.stacking.controller import StackingController
from towersim.ui.stacking.effects import ROLLS
from towersim.ui.stacking.presenter import draw_match
from towersim.ui.widgets.forms import Button, ButtonId

HINTED: Final = 12.0
"""Seconds for which a hint is shown."""
WAITING: Final = {PracticeCommand.FINISH, PracticeCommand.BACK, PracticeCommand.HINT}
"""The commands that wait until all is at rest."""
OVER: Final = _("The attempt is over: {key:R} begins again.")


class PracticeController(StackingController):
    """One attempt at a challenge."""

    keys = KEYS
    play: PracticePlay
    pointer: PracticePointer
    layout: Layout
    presenter: PracticePresenter

    def __init__(
        self,
        context: app_context.AppContext,
        match: Match,
        former: PracticePresenter | None = None,
        trail: Trail | None = None,
    ) -> None:
        """Begin an attempt; `former` and `trail` as in `PracticePresenter`."""
        play_context = context.for_match(match)
        presenter = PracticePresenter(context.viewport, match, play_context, former, trail)
        if former is None:
            presenter.coach.find_plan(own_folder(context))
        self._kept = match.outcome is not None or trail is not None
        self._sent = ""
        """The code or file of a friend that has just been pasted or dropped."""
        self._news = False, False, match.outcome is not None
        """Whether there was a fall, an earlier state or a result to tell, at the last step."""
        self._creaked = 0, 0
        """The number of pieces and the degrees of tilt at the last creak."""
        challenge = presenter.play.challenge
        self._done = _("Test  ({key:D})") if challenge.tested else DONE
        self.bests = Bests(context, challenge)
        presenter.best, presenter.ghost = self.bests.goal, self.bests.ghost
        super().__init__(context, presenter)

    def drill(self, aim: str) -> None:
        """Show what is practised in place of the challenge's advice."""
        self.presenter.coach.drill = aim

    def retry(self) -> None:
        """Begin a new attempt at once."""
        match = fresh_match(self._context, self.play.challenge)
        self.put_away()
        self.pointer.picked = None
        self.screen.begin(PracticeController(self._context, match, self.presenter))

    def _branch(self, steps: int) -> None:
        """Go on from the state after the first `steps` actions, in an attempt without stars."""
        record = self.match.record
        if record is None:
            self.hud.say(_("This attempt has no record to go back in."), refuses=True)
            return
        try:
            match = Match.branched(read(record), steps)
        except TowersimError as fault:
            self.hud.say(fault_message(fault), refuses=True)
            return
        trail = self.play.trail.until(steps)
        self.put_away()
        self.screen.begin(PracticeController(self._context, match, self.presenter, trail))
        self.screen.say(_("Back to that moment. What is built on from there earns no star."))

    def _choices(self) -> Iterator[Button]:
        """Yield the choices below the prompt, after a failure or if little or no more is left."""
        lines: dict[StrEnum, str] = {}
        play, short = self.play, self.play.falls_short
        if play.may_finish and not play.has_failed and (play.view().stars or not short):
            lines[PracticeCommand.FINISH] = self._done
        if play.has_failed or (short and play.can_take_back):
            lines[PracticeCommand.BACK] = self._back
        lines[PracticeCommand.RETRY] = TOOLS[PracticeCommand.RETRY]
        if self.play.has_failed:
            lines[PracticeCommand.HINT] = TOOLS[PracticeCommand.HINT]
            if self.play.playback.last_fall:
                lines[KeyCommand.SEE_AGAIN] = _("See it  ({key:V})")
                if self.match.record is not None:
                    lines[KeyCommand.CLIP] = _("Film it  ({key:F9})")
        is_lost = self.play.has_failed and not self.play.can_take_back
        best = PracticeCommand.RETRY if is_lost else next(iter(lines))
        rects = self.layout.choices(list(lines.values()))
        for rect, (command, label) in zip(rects, lines.items(), strict=True):
            yield Button(rect, label, command, "strong" if command is best else "")

    def own_buttons(self) -> Sequence[Button]:
        """Return the challenge's buttons, and the choices after a fall."""
        choices = self._choices() if self.play.has_choices else ()
        return (*self._panel_buttons(), *choices)

    @property
    def _back(self) -> str:
        """The label of the way back to before a fall, with its price."""
        if not self.play.can_take_back:
            return _("Back to before, no star  ({key:N})")
        if self.play.challenge.take_back == "star" and not self.play.paid_for_taking_back:
            return _("Back to before, for a star  ({key:N})")
        return _("Back to before  ({key:N})")

    @property
    def _rests(self) -> bool:
        return self.match.phase is not MatchPhase.SETTLING

    def _panel_buttons(self) -> Iterator[Button]:
        """Yield the buttons in the panel; only two while one looks back along the attempt."""
        layout, play, coach = self.layout, self.play, self.presenter.coach
        if play.shown is not None:
            yield Button(layout.build_on, BUILD_ON, "build on", "dark")
            yield Button(layout.close, CLOSE, PracticeCommand.LOOK, "dark")
            return
        lit = {
            PracticeCommand.XRAY: self._context.settings.xray_in_practice
            and self.presenter.has_xray,
            PracticeCommand.GHOST: self.pointer.ghost and bool(self.bests.ghost),
            PracticeCommand.PLAN: coach.plays,
        }
        for (command, label), rect in zip(TOOLS.items(), layout.tools, strict=True):
            on = command is not PracticeCommand.LOOK or len(play.trail) > 0
            on = on and (command is not PracticeCommand.HINT or self._rests)
            on = on and (command is not PracticeCommand.PLAN or coach.plan is not None)
            on = on and (command is not PracticeCommand.GHOST or bool(self.bests.ghost))
            yield Button(rect, label, command, "dark", on=on, lit=lit.get(command, False))
        if self.match.outcome is None:
            yield Button(layout.finish, self._done, PracticeCommand.FINISH, "dark", on=self._rests)
            if self.play.challenge.take_back != "no":
                can = play.is_carrying or play.can_take_back
                yield Button(layout.back, TAKE_BACK, PracticeCommand.BACK, "dark", on=can)

    def take_event(self, event: pygame.event.Event) -> bool:
        """Take what a friend sent; while one looks back, the keys go along the attempt."""
        if sent := pasted_by(event):
            self._sent = sent
            return True
        shown, cart = self.play.shown, self.presenter.cart
        if cart is not None and event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            cart.seconds = ROLLS
        if shown is None or event.type != pygame.KEYDOWN:
            return False
        command = command_for_key(event.key, self.keys)
        if command is KeyCommand.PAUSE or command is PracticeCommand.LOOK:
            self.play.shown = None
        elif command is KeyCommand.CONFIRM:
            self._branch(self.play.trail.at(shown).steps)
        elif command in STEPS:
            self.play.shown = min(max(shown + STEPS[command], 0), len(self.play.trail))
        return True

    def due_page(self) -> app_context.ScreenChange | None:
        """Return the change to the page of what a friend sent, if it has just come."""
        sent, self._sent = self._sent, ""
        return app_context.OpenScreen(FriendsPage(self._context, sent)) if sent else None

    def mouse(self, event: pygame.event.Event) -> None:
        """Handle a mouse event; a press or a drag on the curve looks at that piece."""
        if self.play.shown is None:
            super().mouse(event)
        elif event.type == pygame.MOUSEBUTTONDOWN or getattr(event, "buttons", (0,))[0]:
            count, rect = len(self.play.trail), self.layout.curve
            number = piece_at(self._context.viewport, rect, count, self.pointer.at)
            self.play.shown = self.play.shown if number is None else number

    def pressed(self, command: ButtonId) -> None:
        """Execute the command of a button."""
        if command == "build on":
            self._branch(self.play.trail.at(self.play.shown or 0).steps)
        elif not self.hud.key(command):
            super().pressed(command)

    def press(self, at: tuple[int, int]) -> None:
        """Handle a click: take a piece of the supply, or take out a standing one."""
        if (choice := self.presenter.choice_at(at)) is not None:
            self._take(choice, at)

    def _take(self, choice: Choice, at: tuple[int, int] | None) -> None:
        """Take a piece out, or into the hand, with the mouse `at` a point, or remember it."""
        if choice.place is not None:
            self.play.submit(TakeOut(choice.place))
        elif choice.kind in self.play.kinds():
            self.carry.take(self.play.lift(choice.kind), at)
        elif self.play.is_settling and dict(self.play.view().supply)[choice.kind]:
            self.presenter.coming = choice.kind

    def _take_back(self) -> None:
        if self.play.is_carrying:
            self.carry.put_back()
        elif self.play.has_failed and not self.play.can_take_back:
            self._branch(self.play.last_move)
        elif not self.play.submit(TakeBack()):
            self.hud.say(_("There is no move that you can take back."), refuses=True)
        else:
            paid = self.play.paid_for_taking_back
            self.hud.say(_("Taken back: that costs one star.") if paid else "")

    def _turn_ghost(self) -> None:
        if not self.bests.ghost:
            none = _("There is a ghost once you have a best attempt.")
            told = _("Your best attempt has no piece that could stand as a ghost.")
            self.hud.say(told if self.bests.line else none, refuses=True)
            return
        self.pointer.ghost = not self.pointer.ghost

    def look_back(self, count: int | None = None) -> None:
        """Show the state after the first `count` pieces, by default the last; or close it."""
        if self.play.shown is not None:
            self.play.shown = None
        elif len(self.play.trail) and self.play.is_waiting:
            self.play.shown = len(self.play.trail) if count is None else count
        elif len(self.play.trail):
            self.hud.say(_("Looking back waits until all is at rest."), refuses=True)
        else:
            self.hud.say(_("There is nothing to look back at."), refuses=True)

    def _hint(self) -> None:
        play = self.play
        left = [kind for kind, count in play.view().supply if count]
        if play.falls_short and not play.challenge.fewer_is_better:
            left = []
        back, closed = play.can_take_back or play.has_failed, play.is_closed
        if closed and play.ending is not None:
            told: Message | None = TEXTS["prompts"]["ready"]
        else:
            told = self.presenter.coach.hint(play.pieces, left, back=back, closed=closed)
        is_over = self.match.outcome is not None and (play.stars or told is None)
        self.hud.say(OVER if is_over else told or HINTS["done"], HINTED)

    def _turn_plan(self) -> None:
        coach = self.presenter.coach
        if coach.plan is None:
            self.hud.say(_("There is no plan for this challenge."), refuses=True)
            return
        coach.plays = not coach.plays

    def _turn_xray(self) -> None:
        if not self.presenter.has_xray:
            self.hud.say(_("No forces are shown now: {key:C} looks back."), refuses=True)
            return
        self._context.alter("xray_in_practice")

    def _end_attempt(self) -> None:
        if not (self.play.view().touches or self.play.challenge.tested):
            self.hud.say(_("Not yet: build something first."), refuses=True)
        elif self.match.outcome is not None:
            self.hud.say(OVER, refuses=True)
        elif not self.play.end_attempt() and not self.play.is_carrying:
            reason = self.match.why_not(StartTest() if self.play.challenge.tested else Finish())
            self.hud.say(_("Not yet: {why}.", why=reason) if reason else "", refuses=True)

    def table_key(self, command: StrEnum | None, key: int) -> None:
        """Handle a key press with the command it is bound to."""
        own = {
            PracticeCommand.FINISH: self._end_attempt,
            PracticeCommand.BACK: self._take_back,
            PracticeCommand.GHOST: self._turn_ghost,
            PracticeCommand.RETRY: self.retry,
            PracticeCommand.HINT: self._hint,
            PracticeCommand.PLAN: self._turn_plan,
            PracticeCommand.LOOK: self.look_back,
            PracticeCommand.XRAY: self._turn_xray,
        }
        if command in WAITING and not self._rests:
            return  # as the prompt says
        if isinstance(command, PracticeCommand) and command in own:
            own[command]()
        elif command is PracticeCommand.TAKE:
            digit, kinds = number(key) or 0, self.presenter.kinds
            if 0 < digit <= len(kinds):
                self.pointer.keys = True
                self._take(Choice(kinds[digit - 1]), None)
        elif not self.play.is_carrying:
            self._key_piece(command)

    def _key_piece(self, command: StrEnum | None) -> None:
        """Move the mark to the next piece, supplied or standing, or take the marked one."""
        pointer, choices = self.pointer, self.presenter.choices
        if command in STEPS:
            pointer.picked = neighbour(choices, pointer.picked, STEPS[command])
            pointer.keys = True
        elif command is KeyCommand.CONFIRM and pointer.keys and pointer.picked in choices:
            self._take(pointer.picked, None)

    def step(self, seconds: float) -> None:
        """Advance animations, and store a finished attempt."""
        won = self.presenter.won
        super().step(seconds)
        if self.presenter.won > won:
            self._context.sound.frame((), 1.0, [Sound.COIN], self._context.settings)
        self._take_next()
        self.presenter.coach.step(seconds)
        self._drop_hint()
        if self.match.outcome is not None and not self._kept:
            self._keep()
        self._curves()
        self._creak()

    def _drop_hint(self) -> None:
        """Take a text away that would hide what is told of a fall, an earlier state or a result."""
        play = self.play
        news = bool(play.cause), play.shown is not None, self.match.outcome is not None
        if any(now > before for now, before in zip(news, self._news, strict=True)):
            self.hud.say("")
        self._news = news

    def _creak(self) -> None:
        """Creak when the tilt that the building withstands becomes known, and as a test uses it up.

        A test of tilt creaks with every degree.
        """
        tilts, strain = self.play.trail.tilts, self.match.strain
        tilted = math.floor(strain or 0.0) if isinstance(self.play.challenge.goal, Tilt) else 0
        if not tilts or tilts[-1] is None or (len(tilts), tilted) == self._creaked:
            return
        self._creaked = len(tilts), tilted
        if self.match.outcome is None and (cue := of_margin(tilts[-1] - tilted)):
            self._context.sound.cues([cue], self._context.settings)

    @property
    def is_moving(self) -> bool:
        """Whether an animation is running that the match does not wait for."""
        coach = self.presenter.coach
        is_shown = coach.plays or coach.is_asking or self.presenter.is_rolling
        return super().is_moving or is_shown or self.presenter.fresh is not None

    @property
    def result_after(self) -> float | None:
        """Seconds from the end to the page of the result; None after a miss: there are choices."""
        return 0.4 if self.play.stars and not self.presenter.is_rolling else None

    @property
    def has_room_for_result(self) -> bool:
        """Whether the buttons stand where the curve is while one looks back."""
        return self.play.shown is None

    def happened(self, number: int, event: Event) -> None:
        """Do nothing: the prompt tells what went wrong."""

    def can_take(self, at: tuple[int, int]) -> bool:
        """Return whether a piece to take is at a point, in the supply or standing."""
        choice = self.presenter.choice_at(at)
        return choice is not None and (bool(choice.id) or choice.kind in self.play.kinds())

    def _take_next(self) -> None:
        """Take the piece that was chosen while others settled, once all is at rest."""
        kind = self.presenter.coming
        if kind is None or self.play.is_settling:
            return
        self.presenter.coming = None
        if kind in self.play.kinds() and not self.play.has_failed:
            at = self.pointer.mouse
            self.carry.take(self.play.lift(kind), at)
            if at is not None:
                self.carry.join(pressed=pygame.mouse.get_pressed()[0])

    def _go_on(self, challenge: Challenge) -> app_context.ScreenChange:
        """Return the change to a new attempt at another challenge."""
        return app_context.ReplaceScreens(new_attempt(self._context, challenge))

    def log_rect(self) -> pygame.Rect:
        """Return the rectangle of the open log, which is in the panel and covers no tower."""
        return self.layout.head.union(self.layout.supply)

    def _keep(self) -> None:
        """Store the finished attempt of a person; attempts of bots do not count."""
        self._kept = True
        if not self.match.seats[0].is_person:
            return
        if fault := self.bests.keep(self.match, self.play.trail):
            self.hud.say(fault, 9.0)
        elif rivalry := self._rivalry():
            self.hud.say(rivalry)
        if self.match.record is not None:
            try:
                keep_proof(own_folder(self._context), self.play.challenge.name, self.match.record)
            except TowersimError as fault_of_file:
                self.hud.say(fault_message(fault_of_file), 9.0)

    def _rivalry(self) -> str:
        """Return who is ahead, the player or the friend; empty without a friend's attempt."""
        outcome, rival = self.match.outcome, self.bests.rival
        if outcome is None or rival is None or self.play.is_branched:
            return ""
        return rival.compared(self.play.challenge, outcome.reached)

    def _curves(self) -> tuple[Curve, Curve]:
        """Return the tilts withstood after each piece: of this attempt, and of the best before."""
        trail = self.play.trail
        self.bests.update(trail)
        return trail.curve, self.bests.curve

    def result(
        self,
        outcome: Outcome,
        rematch: Callable[[], app_context.Screen],  # noqa: ARG002 - one tries again instead
    ) -> app_context.Screen:
        """Return the page with stars and measure."""
        context, play = self._context, self.play
        reason, branched = play.why_it_fell, play.is_branched
        cost = _("Taking back cost one star.") if play.paid_for_taking_back else ""
        unearned = _("Built on from an earlier attempt, so it earns no star.") if branched else ""
        stars_told = unearned or cost or wanted(self.play.challenge, outcome.stars or 0)
        why = reason or play.falls.withstood
        lines = play.par, stars_told, play.touches_table, why, self.bests.past
        news = self.bests.news, self._rivalry()
        stars = 0 if branched else outcome.stars or 0
        medal = self.bests.medal
        report = AttemptReport(stars, outcome.reached, news, lines, self._curves, medal)
        exits: dict[str, Exit] = {"again": self.retry, "chapters": self._go_home}
        if len(play.trail):
            exits["look"] = self.look_back
        if (later := next_challenge(self.play.challenge)) is not None:
            exits["next"] = partial(self._go_on, later)
        if reason:
            exits["why"] = play.playback.replay
        return AttemptResult(context, self.play.challenge, report, exits, self.match.record)

    def pause(self) -> app_context.ScreenChange:
        """Return the change that opens the pause."""
        over, is_draft = self.match.outcome is not None, self.play.challenge.name == DRAFT
        home = PauseLine(_("To the editor") if is_draft else _("To the chapters"), self._go_home)
        return app_context.OpenScreen(attempt_pause(self._context, self.retry, home, over=over))

    def _go_home(self) -> app_context.ScreenChange:
        """Return to the chapters, or to the page on which the challenge is being made."""
        self.put_away()
        if self.play.challenge.name == DRAFT:
            return app_context.CloseScreens(2)
        return app_context.ReplaceScreens(PracticePage(self._context, self.play.challenge.name))

    def put_away(self) -> None:
        """Close the record; an attempt that is left with stars ends, so that they count."""
        if self.play.bank() and not self._kept:
            self._keep()
        self._context.put_away(self.match)


def next_challenge(challenge: Challenge) -> Challenge | None:
    """Return the next challenge in the order of the chapters, or the next endless one, or None."""
    kind, _dash, digits = challenge.name.partition("-")
    if kind == ENDLESS and digits.isdecimal():
        return endless_challenge(int(digits) + 1)
    pairs = pairwise(all_challenges())
    return next((later for each, later in pairs if each.name == challenge.name), None)


GAME_UI: Final = app_context.GameUI(
    line=_("Challenges for one: build, balance, bridge, and see why things stand."),
    screen=screen_of(PracticeController),
    picture=partial(draw_match, PracticePresenter),
    pictures=lambda _options: PICTURES,
    keys=KEYS,
    mouse=MOUSE,
)
