"""A challenge being played with mouse or keyboard."""

from collections.abc import Callable, Mapping
from datetime import datetime
from enum import StrEnum
from functools import partial
from typing import Final

import pygame
from msgspec.structs import replace

from towersim.attempts import Attempt, attempt_of, best_of
from towersim.challengefile import all_challenges
from towersim.errors import OptionFault
from towersim.level import Piece
from towersim.match import Match
from towersim.rules.base import Event, Outcome, TakeOut
from towersim.rules.practice.challenge import Challenge
from towersim.rules.practice.log import measure_text
from towersim.rules.practice.state import TakeBack, View
from towersim.ui.app_context import AppContext, OpenScreen, Screen, ScreenChange
from towersim.ui.carry import Carry, Drop
from towersim.ui.games.practice.draw_table import draw_table
from towersim.ui.games.practice.keys import KEYS, PracticeCommand
from towersim.ui.games.practice.layout import table_layout
from towersim.ui.games.practice.play import PracticePlay
from towersim.ui.games.practice.presenter import PracticePointer, Presenter
from towersim.ui.games.practice.result import AttemptResult
from towersim.ui.input import Command, command_for_key, number
from towersim.ui.layout import Areas
from towersim.ui.screens.game import GameScreen
from towersim.ui.screens.practice import PracticePage, attempts_file, fresh_match, new_attempt
from towersim.ui.screens.result import Ending
from towersim.ui.sprites import Sprites
from towersim.ui.widgets import ButtonId
from towersim.units import Seat, Target

WHY: Final = 6.0
"""How long it is told why something fell, in seconds; the log keeps it."""


class PracticeScreen(GameScreen):
    """One attempt at a challenge."""

    keys = KEYS
    play: PracticePlay
    pointer: PracticePointer

    def __init__(self, context: AppContext, match: Match) -> None:
        self._context = context
        self._take_up(match)
        self.challenge: Challenge = self.play.view().challenge
        self.sprites = Sprites(piece_pictures(match))
        super().__init__(context, self.play, PracticePointer())
        self.presenter.best = self._best_line()

    def _take_up(self, match: Match) -> None:
        """Play this attempt from now on."""
        context = self._context
        self.match, self.play = match, PracticePlay(match, context.clock)
        self.layout = table_layout(context.stage)
        self.presenter = Presenter(context.stage, self.layout, self.play)
        self.carry = Carry(self.play, context.clock)
        self._kept = match.outcome is not None

    def retry(self) -> None:
        """Begin a new attempt at once; buttons and painted pieces stay as they are."""
        self._context.put_away(self.match)
        self._take_up(fresh_match(self._context, self.challenge))
        self.play.news()
        self.presenter.best = self._best_line()
        self.say("")
        self._noticed, self._over_for, self._result_shown = 0, 0.0, False
        self.pointer.picked = None

    def lay_out(self) -> Areas:
        """Lay everything out for the context's stage; return what all games have."""
        stage = self._context.stage
        self.layout = table_layout(stage)
        self.presenter.resize(stage, self.layout)
        return self.layout.areas

    def result_button(self) -> pygame.Rect:
        """Return where the button lies that shows the result again."""
        return self.layout.finish

    def add_buttons(self) -> None:
        """Make the challenge's buttons."""
        done = "Test  (D)" if self.challenge.tested else "Done  (D)"
        self._finish = self.form.button(self.layout.finish, done, "finish", "dark")
        self._back = self.form.button(self.layout.back, "Take back  (N)", "back", "dark")
        self.form.button(self.layout.retry, "Retry  (R)", "retry", "dark")
        self.form.button(self.layout.xray, "X-ray  (X)", "xray", "dark")

    # --- events ---------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Answer an event; a retry needs no other screen."""
        if event.type == pygame.KEYDOWN:
            command = command_for_key(event.key, self.keys)
            if command is PracticeCommand.RETRY:
                self.retry()
                return None
        return super().handle(event)

    def pressed(self, command: ButtonId) -> None:
        """Answer a button of the challenge's own."""
        match command:
            case "finish":
                self._end_attempt()
            case "back":
                self._take_back()
            case "retry":
                self.retry()
            case "xray":
                self.pointer.xray = not self.pointer.xray

    def moved(self, at: tuple[int, int]) -> None:
        """Follow the mouse."""
        self.carry.move(at, self.presenter.camera)

    def mouse(self, event: pygame.event.Event) -> None:
        """Answer the mouse."""
        if event.type == pygame.MOUSEWHEEL and self.play.is_carrying:
            self.carry.wheel(event, fine=self.pointer.fine)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._press(event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 3 and self.play.is_carrying:
            self._put_back()
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            match self.carry.drop(in_pool=self.layout.areas.side.collidepoint(self.pointer.at)):
                case Drop.PUT_BACK:
                    self._put_back()
                case Drop.LET_GO:
                    self.play.let_go()

    def _press(self, at: tuple[int, int]) -> None:
        if self.play.is_carrying:
            if self.layout.areas.room.collidepoint(at):
                self.carry.grip()
                self.moved(at)
            return
        kind, standing = self.presenter.kind_at(at), self.presenter.removable_at(at)
        if kind is not None and kind in self.play.kinds():
            self._lift(kind, with_mouse=True)
        elif standing is not None and standing.tower is not None:
            self.play.submit(TakeOut(standing.tower))

    # --- what a player does ---------------------------------------------------------------------

    def _lift(self, kind: str, *, with_mouse: bool) -> None:
        self.carry.begin(self.play.lift(kind), with_mouse=with_mouse)
        self.say("")
        if with_mouse:
            self.moved(self.pointer.at)

    def _put_back(self) -> None:
        if not self.play.put_back():
            self.say("It has touched something, so it has to be placed now.")

    def _take_back(self) -> None:
        if self.play.is_carrying:
            self._put_back()
        elif not self.play.submit(TakeBack()):
            self.say("There is no move that can be taken back.")

    def _end_attempt(self) -> None:
        if not self.play.end_attempt() and not self.play.is_carrying:
            why = self.play.why_no_end().rpartition("}: ")[2]
            self.say(f"Not yet: {why}." if why else "")

    # --- keys -----------------------------------------------------------------------------------

    def key_down(self, command: StrEnum | None, key: int) -> None:
        """Answer a key, by what it means in a challenge."""
        if command is PracticeCommand.FINISH:
            self._end_attempt()
        elif command is PracticeCommand.BACK:
            self._take_back()
        elif command is PracticeCommand.XRAY:
            self.pointer.xray = not self.pointer.xray
        elif self.play.is_carrying:
            if command is Command.CONFIRM:
                self.play.let_go()
            else:
                self.carry.press(command)
        elif command is PracticeCommand.TAKE:
            self._take_by_number(number(key) or 0)
        else:
            self._key_standing(command)

    def _take_by_number(self, digit: int) -> None:
        kinds = self.presenter.kinds
        if 0 < digit <= len(kinds) and kinds[digit - 1] in self.play.kinds():
            self._lift(kinds[digit - 1], with_mouse=False)

    def _key_standing(self, command: StrEnum | None) -> None:
        """Go from one standing piece to the next, or take out the one that is marked."""
        standing, pointer = self.play.removable(), self.pointer
        names = [figure.id for figure in standing]
        at = names.index(pointer.picked) if pointer.picked in names else None
        if command in (Command.NEXT, Command.RIGHT, Command.UP, Command.LEFT, Command.DOWN):
            way = -1 if command in (Command.LEFT, Command.DOWN) else 1
            begin = 0 if way > 0 else len(names) - 1
            index = begin if at is None else (at + way) % len(names)
            pointer.picked = names[index] if names else None
            pointer.keys = True
        elif command is Command.CONFIRM and at is not None:
            tower = standing[at].tower
            if tower is not None:
                self.play.submit(TakeOut(tower))

    def key_up(self, command: StrEnum | None) -> None:
        """Answer that a key is up again."""
        self.carry.lift(command)

    def forget_keys(self) -> None:
        """Forget all keys that are down, as when the window is left."""
        self.carry.hand.rest()

    # --- time -----------------------------------------------------------------------------------

    def hand(self, seconds: float) -> Target:
        """Return where a person's hand shall be after so much more time."""
        self.carry.step(seconds, *self.presenter.seen(), self.pointer)
        return self.carry.target

    def step(self, seconds: float) -> None:
        """Let time pass for all that only the eye needs."""
        self.carry.rest()
        self.presenter.step(seconds)
        over = self.match.outcome is not None
        self.show(self._finish, on=not over)
        self.show(self._back, on=not over and self.challenge.take_back != "no")
        if over and not self._kept:
            self._keep()

    def happened(self, number: int, event: Event) -> None:  # noqa: ARG002 - any event may have one
        """Say why something fell."""
        if self.play.about(number):
            self.say(self.play.about(number), WHY)

    @property
    def is_moving(self) -> bool:
        """Whether something is on its way though the match waits."""
        return self.presenter.is_moving

    def hides_mouse(self) -> bool:
        """Whether the piece itself is the pointer: where it can go."""
        return self.carry.grips and self.layout.areas.room.collidepoint(self.pointer.at)

    def cursor(self) -> int:
        """Return the shape of the mouse pointer: a hand over what can be taken."""
        at = self.pointer.at
        free = self.presenter.kind_at(at) in self.play.kinds() or self.presenter.removable_at(at)
        return pygame.SYSTEM_CURSOR_HAND if free else pygame.SYSTEM_CURSOR_ARROW

    # --- the end --------------------------------------------------------------------------------

    def again(self, same: bool) -> Screen:  # noqa: ARG002, FBT001 - a challenge is always the same
        """Return a new attempt at the same challenge."""
        self._context.put_away(self.match)
        return new_attempt(self._context, self.challenge)

    def ending(self, outcome: Outcome) -> Ending:
        """Return how the attempt ended; it has a page of its own."""
        return Ending(outcome, lambda *_: None)

    def _keep(self) -> None:
        """Keep the finished attempt."""
        self._kept = True
        try:
            file = attempts_file(self._context)
            file.add(attempt_of(self.match, datetime.now()))
        except OptionFault as fault:
            self.say(str(fault), 9.0)

    def _show_result(self) -> ScreenChange | None:
        outcome = self.match.outcome
        if outcome is None:
            return None
        self._result_shown = True
        context = self._context
        why = self.play.why_it_fell
        result = (
            outcome.stars or 0,
            outcome.reached,
            (self._best_line(), f"{self.play.par} {why}".strip()),
        )
        later = next_challenge(self.challenge)
        ways = (
            self.retry,
            partial(self._leave, partial(new_attempt, context, later)) if later else None,
            partial(self._leave, partial(PracticePage, context)),
        )
        return OpenScreen(AttemptResult(context, self.challenge, result, ways))

    def _leave(self, to: Callable[[], Screen]) -> Screen:
        """Close the record and return the screen that comes next."""
        self._context.put_away(self.match)
        return to()

    def _best_line(self) -> str:
        """Return a line about the best attempt so far."""
        try:
            kept = attempts_file(self._context).history(self.challenge.name)
        except OptionFault:
            return ""
        best = best_of(kept, fewer_is_better=self.challenge.fewer_is_better)
        return "" if best is None else best_text(self.challenge, best, len(kept))

    def paint(self, target: pygame.Surface) -> None:
        """Draw everything but the buttons."""
        self.pointer.grips = self.carry.grips
        frame = self.presenter.frame_state(self.pointer, self._context.settings, self.said)
        draw_table(target, self._context.stage, self.layout, self.sprites, frame)


def best_text(challenge: Challenge, best: Attempt, attempts: int) -> str:
    """Return the best attempt as a line."""
    many = "1 attempt" if attempts == 1 else f"{attempts} attempts"
    day = best.ended_at.partition("T")[0]
    return f"Best of {many}: {measure_text(challenge.goal, best.measure)}, {day}"


def piece_pictures(match: Match[View]) -> Mapping[str, Piece]:
    """Return the pieces as they are painted: what the goal names is red, what may go is green."""
    challenge = match.view(Seat(0)).challenge
    named = getattr(challenge.goal, "piece", "")
    colours = dict.fromkeys(challenge.take_out, "green") | {named: "red"}
    return {
        kind: replace(piece, colour=colours.get(kind, "natural"))
        for kind, piece in match.setup.pieces.items()
    }


def next_challenge(challenge: Challenge) -> Challenge | None:
    """Return the challenge that comes after this one in the chapters, or None."""
    every = list(all_challenges())
    names = [each.name for each in every]
    if challenge.name not in names:
        return None
    at = names.index(challenge.name) + 1
    return every[at] if at < len(every) else None
