"""The table: a match is played here with mouse or keyboard."""

from typing import Final

import pygame

from towersim.dice import fresh_seed
from towersim.match import Match, Phase
from towersim.rules.fawlty_towers_log import Collapsed, Took
from towersim.rules.fawlty_towers_state import Decline, Take
from towersim.ui.desk import Change, Desk, Push
from towersim.ui.draw_marks import symbol
from towersim.ui.draw_pool import kind_at
from towersim.ui.draw_table import Sight, draw_table
from towersim.ui.input import CUBES, Do, HandInput, meaning, number
from towersim.ui.layout import card_at, table_layout
from towersim.ui.play import Play, room_for_hand
from towersim.ui.screens.pause import Pause
from towersim.ui.screens.result import Result
from towersim.ui.settings import next_pace
from towersim.ui.sight import NOWHERE, Eye, Pointer
from towersim.ui.theme import ON_DARK
from towersim.ui.widgets import Form
from towersim.ui.words import not_here
from towersim.units import Pose, Target

BUDGET: Final = 0.008
"""Seconds of each frame that play may take."""
CLICK: Final = 0.3
"""After a shorter press in the rack the cube stays in the hand without a pressed button."""
SAY: Final = 3.0
"""How long an answer to something that does not go stays, in seconds."""
NOTICE: Final = 9.0
"""How long what the record has to say stays, in seconds; the log keeps it."""
RESULT_AFTER: Final = 1.6
"""Seconds from the end of the game to its result."""


class TableScreen:
    """One match on the table."""

    overlay = False

    def __init__(self, desk: Desk, match: Match) -> None:
        self._desk = desk
        self.match = match
        self.play = Play(match, desk.clock)
        self.layout = table_layout(desk.stage)
        self.eye = Eye(desk.stage, self.layout, self.play)
        self.pointer = Pointer()
        self._hand = HandInput()
        self._with_mouse = self._dragging = False
        self._pressed_at = 0.0
        self._said, self._said_for, self._noticed = "", 0.0, 0
        self._over_for = 0.0
        self._result_shown = False
        self.play.news()
        self.resize()

    @property
    def lively(self) -> bool:
        """Whether something moves by itself now: all but a table that waits for a person."""
        waits = self.play.choosing or self.play.claiming or self.match.phase is Phase.OVER
        return not waits or self.eye.moving or self._said_for > 0

    def resize(self) -> None:
        """Lay everything out for the desk's stage."""
        stage = self._desk.stage
        self.layout = table_layout(stage)
        self.eye.resize(stage, self.layout)
        self._form = Form(stage)
        self._form.button(self.layout.pause, "", "pause", "round")
        pace = f"{self._desk.settings.pace}×"
        self._pace = self._form.button(self.layout.pace, pace, "pace", "round")
        self._decline = self._form.button(self.layout.decline, "No card  (N)", "decline", "dark")
        self._result = self._form.button(self.layout.decline, "Result", "result", "strong")
        for button in (self._decline, self._result):
            self._form.show(button, on=False)

    # --- events ---------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> Change | None:
        """Answer an event."""
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        if event.type == pygame.KEYUP:
            self._key_up(event)
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._hand.rest()
            self.pointer.fine = False
            self.pointer.at = NOWHERE
        else:
            self._mouse(event)
        pressed = self._form.handle(event)
        match pressed.command if pressed else None:
            case "pause":
                return self._pause()
            case "pace":
                self._next_pace()
            case "decline":
                self._choose(Decline())
            case "result":
                return self._show_result()
        return None

    def _mouse(self, event: pygame.event.Event) -> None:
        match event.type:
            case pygame.MOUSEMOTION:
                self._move(event.pos)
            case pygame.MOUSEWHEEL if self.play.carrying:
                notches = getattr(event, "precise_y", 0.0) or event.y
                self._hand.wheel(notches, fine=self.pointer.fine)
            case pygame.WINDOWLEAVE if not self.play.carrying:
                self.pointer.at = NOWHERE
            case pygame.MOUSEBUTTONDOWN:
                self._move(event.pos)
                self._press(event)
            case pygame.MOUSEBUTTONUP if event.button == 1:
                self._move(event.pos)
                self._release()

    def _next_pace(self) -> None:
        self._desk.change(next_pace(self._desk.settings))
        self._pace.set_text(f"{self._desk.settings.pace}×")

    def _move(self, at: tuple[int, int]) -> None:
        self.pointer.at = at
        self.pointer.keys = False
        if self._with_mouse and self.play.carrying:
            self._hand.point(self.eye.camera.to_m(*at))

    def _press(self, event: pygame.event.Event) -> None:
        play, at = self.play, event.pos
        if event.button == 3 and play.carrying:
            self._put_back()
        if event.button != 1:
            return
        if self.pointer.whole_log or self.layout.log.collidepoint(at):
            self.pointer.whole_log = not self.pointer.whole_log
        elif play.choosing:
            kind = kind_at(self._desk.stage, self.eye.rack, self.eye.kinds, at)
            if kind in play.kinds():
                self._lift(kind or "", with_mouse=True)
        elif play.carrying and self._in_room(at):
            self._with_mouse = self._dragging = True
            self._pressed_at = 0.0
            self._move(at)
        elif play.claiming and (place := self._card(at)) is not None:
            self._choose(Take(*place))

    def _release(self) -> None:
        """Let the cube go where the mouse button was let go, unless that was no place for it."""
        if not (self._dragging and self.play.carrying):
            return
        self._dragging = False
        in_rack = self.eye.rack.collidepoint(self.pointer.at)
        if in_rack and self._desk.clock() - self._pressed_at < CLICK:
            return
        if in_rack:
            self._put_back()
        else:
            self._let_go()

    def _in_room(self, at: tuple[int, int]) -> bool:
        """Whether a point belongs to the towers, not to a button or the side panel."""
        layout = self.layout
        room = layout.room.collidepoint(at)
        return bool(room and not layout.pause.collidepoint(at) and not layout.pace.collidepoint(at))

    def _card(self, at: tuple[int, int]) -> tuple[int, int] | None:
        heights = tuple(len(column) for column in self.play.view().columns)
        return card_at(self.layout, heights, at)

    # --- what a player does ---------------------------------------------------------------------

    def _lift(self, kind: str, *, with_mouse: bool) -> None:
        start = self.eye.cube_in_rack(kind)
        pose = self.play.lift(kind)
        self._hand.begin(pose)
        self._with_mouse = self._dragging = with_mouse
        self._pressed_at = self._desk.clock()
        self.eye.begin_lift(self.pointer.at if with_mouse else start)
        self._said_for = 0.0
        if with_mouse:
            self._move(self.pointer.at)

    def carry(self, target: Target) -> None:
        """Hold the hand there, whatever the mouse does."""
        self._with_mouse = False
        self._hand.begin(Pose(*target))

    def _let_go(self) -> None:
        self._say("" if self.play.let_go() else not_here(self.play))

    def _put_back(self) -> None:
        if not self.play.put_back():
            self._say("The cube has touched something, so it has to be placed now.")

    def _choose(self, action: Take | Decline) -> None:
        if action in self.play.view().legal:
            self.play.submit(action)
            self.pointer.pick = None

    def _say(self, words: str, seconds: float = SAY) -> None:
        self._said, self._said_for = words, seconds if words else 0.0

    # --- keys -----------------------------------------------------------------------------------

    def _key(self, event: pygame.event.Event) -> Change | None:
        does = meaning(event.key)
        if event.key in (pygame.K_LSHIFT, pygame.K_RSHIFT):
            self.pointer.fine = True
        if does is Do.PAUSE:
            return self._pause()
        if does is Do.PACE:
            self._next_pace()
        elif does is Do.CONFIRM and self._result_shown:
            return self._show_result()
        elif does is Do.LOG:
            self.pointer.whole_log = not self.pointer.whole_log
        elif self.play.choosing:
            self._key_choosing(does)
        elif self.play.carrying:
            self._key_carrying(does)
        elif self.play.claiming:
            self._key_claiming(does, number(event.key))
        return None

    def _key_up(self, event: pygame.event.Event) -> None:
        if event.key in (pygame.K_LSHIFT, pygame.K_RSHIFT):
            self.pointer.fine = False
        does = meaning(event.key)
        if does is not None:
            self._hand.lift(does)

    def _key_choosing(self, does: Do | None) -> None:
        kinds, pointer = self.play.kinds(), self.pointer
        if does in CUBES:
            kind = self.eye.kinds[CUBES.index(does)]
            if kind in kinds:
                self._lift(kind, with_mouse=False)
        elif does in (Do.NEXT, Do.DOWN, Do.RIGHT, Do.UP, Do.LEFT):
            way = -1 if does in (Do.UP, Do.LEFT) else 1
            at = kinds.index(pointer.kind) + way if pointer.kind in kinds else 0
            pointer.kind, pointer.keys = kinds[at % len(kinds)], True
        elif does is Do.CONFIRM and pointer.keys and pointer.kind in kinds:
            self._lift(pointer.kind, with_mouse=False)

    def _key_carrying(self, does: Do | None) -> None:
        if does in (Do.LEFT, Do.RIGHT, Do.UP, Do.DOWN):
            self._with_mouse = self._dragging = False
        if does is Do.CONFIRM:
            self._let_go()
        elif does is Do.REFUSE:
            self._put_back()
        elif does is Do.UPRIGHT:
            self._hand.upright()
        elif does is not None:
            self._hand.press(does)

    def _key_claiming(self, does: Do | None, digit: int | None) -> None:
        takes, pick = self.play.takes(), self.pointer.pick
        if does is Do.REFUSE or not takes:
            if does in (Do.REFUSE, Do.CONFIRM):
                self._choose(Decline())
        elif digit is not None and digit <= len(takes):
            self.pointer.pick = digit - 1
        elif does in (Do.NEXT, Do.RIGHT, Do.DOWN, Do.LEFT, Do.UP):
            way = -1 if does in (Do.LEFT, Do.UP) else 1
            self.pointer.pick = 0 if pick is None else (pick + way) % len(takes)
        elif does is Do.CONFIRM and pick is None:
            self.pointer.pick = 0
        elif does is Do.CONFIRM:
            self._choose(takes[pick or 0])

    # --- time -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> Change | None:
        """Let time pass."""
        eye, play = self.eye, self.play
        self._hand.step(seconds, fine=self.pointer.fine)
        self._hand.keep(*room_for_hand(self.match, *eye.seen()))
        held = play.held
        play.advance(seconds, self._hand.target, self._desk.settings.pace, BUDGET)
        if not play.carrying:
            self._dragging = False
        if play.held and not (held or play.human):
            eye.begin_lift(eye.cube_in_rack(play.held.kind))
        self._show_news()
        eye.step(seconds)
        self._said_for -= seconds
        if len(self.match.notices) > self._noticed:
            self._say(" ".join(play.notices()[self._noticed :]), NOTICE)
            self._noticed = len(self.match.notices)
        for button, on in ((self._decline, play.claiming), (self._result, self._result_shown)):
            if on != bool(button.visible):
                self._form.show(button, on=on)
        if not play.claiming:
            self.pointer.pick = None
        # The cube itself is the pointer, where it can go.
        in_hand = self._with_mouse and play.carrying and self._in_room(self.pointer.at)
        if pygame.mouse.get_visible() == in_hand:
            pygame.mouse.set_visible(not in_hand)
        self._form.manager.set_active_cursor(pygame.cursors.Cursor(self._cursor()))
        self._form.update(seconds)
        return self._end(seconds)

    def _cursor(self) -> int:
        """Return the shape of the mouse pointer: a hand over what can be taken."""
        at, play = self.pointer.at, self.play
        if play.choosing:
            kind = kind_at(self._desk.stage, self.eye.rack, self.eye.kinds, at)
            return pygame.SYSTEM_CURSOR_HAND if kind in play.kinds() else pygame.SYSTEM_CURSOR_ARROW
        place = self._card(at) if play.claiming else None
        if place is not None and Take(*place) in play.takes():
            return pygame.SYSTEM_CURSOR_HAND
        return pygame.SYSTEM_CURSOR_ARROW

    def _show_news(self) -> None:
        for at, event in self.play.news():
            if isinstance(event, Took):
                self.eye.fly_card(event)
            elif isinstance(event, Collapsed):
                self.eye.show_fall(event.tower, self.play.why.get(at, ""))

    def _end(self, seconds: float) -> Change | None:
        if self.match.outcome is None or self._result_shown:
            return None
        self._over_for += seconds
        return self._show_result() if self._over_for >= RESULT_AFTER else None

    def _show_result(self) -> Change | None:
        outcome = self.match.outcome
        if outcome is None:
            return None
        self._result_shown = True
        return Push(Result(self._desk, self.match, outcome, self.again))

    def _pause(self) -> Change:
        return Push(Pause(self._desk, self.again, lambda: self._desk.put_away(self.match)))

    def again(self, same: bool) -> "TableScreen":  # noqa: FBT001 - the same deal or a fresh one
        """Return a new game of the same players."""
        old, desk = self.match, self._desk
        seed = old.seed if same else fresh_seed()
        record = desk.new_record(old.game)
        return TableScreen(
            desk, Match.new(old.game, old.seats, options=old.options, seed=seed, record=record)
        )

    # --- picture --------------------------------------------------------------------------------

    def sight(self) -> Sight:
        """Return what the present frame shows."""
        said = self._said if self._said_for > 0 else ""
        self.pointer.grips = self._with_mouse and self.play.carrying
        return self.eye.sight(self.pointer, self._desk.settings, said)

    def draw(self, target: pygame.Surface) -> None:
        """Draw a frame."""
        stage = self._desk.stage
        draw_table(target, stage, self.layout, self.sight())
        self._form.draw(target)
        icon = symbol(stage, "pause", stage.px(17), ON_DARK)
        target.blit(icon, icon.get_rect(center=self.layout.pause.center))
