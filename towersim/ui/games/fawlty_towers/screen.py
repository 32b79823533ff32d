"""The table of Fawlty Towers: a match is played here with mouse or keyboard."""

from enum import StrEnum

import pygame

from towersim.match import Match
from towersim.rules.base import Event, Outcome
from towersim.rules.fawlty_towers_log import Collapsed, Took
from towersim.rules.fawlty_towers_state import Decline, Take
from towersim.ui.carry import Carry, Drop
from towersim.ui.desk import Desk
from towersim.ui.games.fawlty_towers.draw_pool import kind_at
from towersim.ui.games.fawlty_towers.draw_table import Sight, draw_table
from towersim.ui.games.fawlty_towers.ending import ending
from towersim.ui.games.fawlty_towers.keys import CUBES, KEYS
from towersim.ui.games.fawlty_towers.layout import card_at, table_layout
from towersim.ui.games.fawlty_towers.play import FawltyTowersPlay
from towersim.ui.games.fawlty_towers.sight import Eye, TablePointer
from towersim.ui.games.fawlty_towers.words import not_here
from towersim.ui.input import Do, number
from towersim.ui.layout import Areas
from towersim.ui.screens.game import GameScreen
from towersim.ui.screens.result import Ending
from towersim.ui.widgets import Command
from towersim.units import Target


class FawltyTowersScreen(GameScreen):
    """One match on the table."""

    keys = KEYS
    play: FawltyTowersPlay
    pointer: TablePointer

    def __init__(self, desk: Desk, match: Match) -> None:
        play = FawltyTowersPlay(match, desk.clock)
        self.layout = table_layout(desk.stage)
        self.eye = Eye(desk.stage, self.layout, play)
        self.carry = Carry(play, desk.clock)
        super().__init__(desk, play, TablePointer())

    def lay_out(self) -> Areas:
        """Lay everything out for the desk's stage; return what all games have."""
        stage = self._desk.stage
        self.layout = table_layout(stage)
        self.eye.resize(stage, self.layout)
        return self.layout.areas

    def result_button(self) -> pygame.Rect:
        """Return where the button lies that shows the result again."""
        return self.layout.decline

    def add_buttons(self) -> None:
        """Make the button to take no card."""
        at = self.layout.decline
        self._decline = self.form.button(at, "No card  (N)", "decline", "dark")
        self.form.show(self._decline, on=False)

    # --- events ---------------------------------------------------------------------------------

    def pressed(self, command: Command) -> None:
        """Answer a button of the game's own."""
        if command == "decline":
            self._choose(Decline())

    def moved(self, at: tuple[int, int]) -> None:
        """Follow the mouse."""
        self.carry.move(at, self.eye.camera)

    def mouse(self, event: pygame.event.Event) -> None:
        """Answer the mouse."""
        if event.type == pygame.MOUSEWHEEL and self.play.carrying:
            self.carry.wheel(event, fine=self.pointer.fine)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._press(event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 3 and self.play.carrying:
            self._put_back()
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._release()

    def _press(self, at: tuple[int, int]) -> None:
        play = self.play
        if play.choosing:
            kind = kind_at(self._desk.stage, self.eye.rack, self.eye.kinds, at)
            if kind in play.kinds():
                self._lift(kind or "", with_mouse=True)
        elif play.carrying and self._in_room(at):
            self.carry.grip()
            self.moved(at)
        elif play.claiming and (place := self._card(at)) is not None:
            self._choose(Take(*place))

    def _release(self) -> None:
        """Let the cube go where the mouse button was let go, unless that was no place for it."""
        match self.carry.drop(in_pool=self.eye.rack.collidepoint(self.pointer.at)):
            case Drop.PUT_BACK:
                self._put_back()
            case Drop.LET_GO:
                self._let_go()

    def _in_room(self, at: tuple[int, int]) -> bool:
        """Whether a point belongs to the towers, not to a button or the side panel."""
        areas = self.layout.areas
        buttons = areas.pause.collidepoint(at) or areas.pace.collidepoint(at)
        return bool(areas.room.collidepoint(at) and not buttons)

    def _card(self, at: tuple[int, int]) -> tuple[int, int] | None:
        heights = tuple(len(column) for column in self.play.view().columns)
        return card_at(self.layout, heights, at)

    # --- what a player does ---------------------------------------------------------------------

    def _lift(self, kind: str, *, with_mouse: bool) -> None:
        start = self.eye.cube_in_rack(kind)
        self.carry.begin(self.play.lift(kind), with_mouse=with_mouse)
        self.eye.begin_lift(self.pointer.at if with_mouse else start)
        self.say("")
        self.moved(self.pointer.at)

    def _let_go(self) -> None:
        self.say("" if self.play.let_go() else not_here(self.play))

    def _put_back(self) -> None:
        if not self.play.put_back():
            self.say("The cube has touched something, so it has to be placed now.")

    def _choose(self, action: Take | Decline) -> None:
        if self.play.submit(action):
            self.pointer.pick = None

    # --- keys -----------------------------------------------------------------------------------

    def key_down(self, does: StrEnum | None, key: int) -> None:
        """Answer a key, by what it means in this game."""
        if self.play.choosing:
            self._key_choosing(does)
        elif self.play.carrying:
            self._key_carrying(does)
        elif self.play.claiming:
            self._key_claiming(does, number(key))

    def key_up(self, does: StrEnum | None) -> None:
        """Answer that a key is up again."""
        self.carry.lift(does)

    def forget_keys(self) -> None:
        """Forget all keys that are down, as when the window is left."""
        self.carry.hand.rest()

    def _key_choosing(self, does: StrEnum | None) -> None:
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

    def _key_carrying(self, does: StrEnum | None) -> None:
        if does is Do.CONFIRM:
            self._let_go()
        elif does is Do.REFUSE:
            self._put_back()
        else:
            self.carry.press(does)

    def _key_claiming(self, does: StrEnum | None, digit: int | None) -> None:
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

    def hand(self, seconds: float) -> Target:
        """Return where a person's hand shall be after so much more time."""
        self.carry.step(seconds, *self.eye.seen(), fine=self.pointer.fine)
        self._held = self.play.held
        return self.carry.target

    def step(self, seconds: float) -> None:
        """Let time pass for all that only the eye needs."""
        eye, play = self.eye, self.play
        self.carry.rest()
        if play.held and not (self._held or play.human):
            eye.begin_lift(eye.cube_in_rack(play.held.kind))
        eye.step(seconds)
        self.show(self._decline, on=play.claiming)
        if not play.claiming:
            self.pointer.pick = None

    def happened(self, number: int, event: Event) -> None:
        """Show an event that happened just now."""
        if isinstance(event, Took):
            self.eye.fly_card(event)
        elif isinstance(event, Collapsed):
            self.eye.show_fall(event.tower, self.play.about(number))

    @property
    def moving(self) -> bool:
        """Whether something is on its way though the match waits."""
        return self.eye.moving

    def hides_mouse(self) -> bool:
        """Whether the cube itself is the pointer: where it can go."""
        return self.carry.grips and self._in_room(self.pointer.at)

    def cursor(self) -> int:
        """Return the shape of the mouse pointer: a hand over what can be taken."""
        at, play = self.pointer.at, self.play
        if play.choosing:
            kind = kind_at(self._desk.stage, self.eye.rack, self.eye.kinds, at)
            return pygame.SYSTEM_CURSOR_HAND if kind in play.kinds() else pygame.SYSTEM_CURSOR_ARROW
        place = self._card(at) if play.claiming else None
        if place is not None and Take(*place) in play.takes():
            return pygame.SYSTEM_CURSOR_HAND
        return pygame.SYSTEM_CURSOR_ARROW

    # --- picture --------------------------------------------------------------------------------

    def ending(self, outcome: Outcome) -> Ending:
        """Return how the game ended, for the result's page."""
        return ending(self.match, outcome)

    def sight(self) -> Sight:
        """Return what the present frame shows."""
        self.pointer.grips = self.carry.grips
        return self.eye.sight(self.pointer, self._desk.settings, self.said)

    def paint(self, target: pygame.Surface) -> None:
        """Draw everything but the buttons."""
        draw_table(target, self._desk.stage, self.layout, self.sight())
