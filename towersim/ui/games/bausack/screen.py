"""The table of Bausack: a match is played here with mouse or keyboard."""

import math
from enum import StrEnum
from typing import Final

import pygame

from towersim.match import Match
from towersim.match import Phase as Going
from towersim.rules.base import Event, Outcome, Stood
from towersim.rules.bausack_log import Opened, Pushed
from towersim.ui.carry import Carry, Drop
from towersim.ui.desk import Desk
from towersim.ui.games.bausack.buttons import Buttons
from towersim.ui.games.bausack.deciding import Deciding
from towersim.ui.games.bausack.draw_measure import grip
from towersim.ui.games.bausack.draw_table import Sight, draw_table
from towersim.ui.games.bausack.ending import ending
from towersim.ui.games.bausack.keys import KEYS, LOOKS, Ask, Look
from towersim.ui.games.bausack.layout import table_layout
from towersim.ui.games.bausack.looking import Looking
from towersim.ui.games.bausack.play import BausackPlay, Wanted
from towersim.ui.games.bausack.pointer import TablePointer
from towersim.ui.games.bausack.sight import Eye
from towersim.ui.games.bausack.words import WHY_LATE, not_here
from towersim.ui.input import NOTCH, Do
from towersim.ui.layout import Areas
from towersim.ui.screens.game import GameScreen
from towersim.ui.screens.result import Ending
from towersim.ui.widgets import Command
from towersim.units import Pose, Target

TURN: Final = math.radians(15)
"""How far Q and E turn a piece that is examined; with Shift a third of it."""
SEE: Final = 0.8
"""Seconds for which a piece that was just placed can be seen before the next question."""
GUARD: Final = 0.6
"""Seconds for which a new question takes no answer: a second click was meant for the last one."""
PAN: Final = 90
"""How far an arrow key pans, in units."""
ARROWS: Final = {Do.LEFT: (-1, 0), Do.RIGHT: (1, 0), Do.UP: (0, -1), Do.DOWN: (0, 1)}


class BausackScreen(GameScreen):
    """One match of Bausack."""

    keys = KEYS
    play: BausackPlay
    pointer: TablePointer

    def __init__(self, desk: Desk, match: Match) -> None:
        play, pointer = BausackPlay(match, desk.clock), TablePointer()
        self.layout = table_layout(desk.stage)
        self.eye = Eye(desk.stage, self.layout, play)
        self.carry = Carry(play, desk.clock)
        self.deciding = Deciding(play, pointer)
        self.looking = Looking(desk, self.eye, play, pointer)
        self._panning = self._sliding = False
        self._told: tuple[int, Wanted] | None = None
        self._stood_for = SEE
        self._asked_for = 0.0
        super().__init__(desk, play, pointer)

    def lay_out(self) -> Areas:
        """Lay everything out for the desk's stage; return what all games have."""
        stage = self._desk.stage
        self.layout = table_layout(stage)
        self.eye.resize(stage, self.layout)
        return self.layout.areas

    def result_button(self) -> pygame.Rect:
        """Return where the button lies that shows the result again."""
        card = self.layout.card
        return pygame.Rect(card.x, card.y, card.w, self._desk.stage.px(44))

    def add_buttons(self) -> None:
        """Make the card's buttons and those that open pile and table."""
        self.buttons = Buttons(self.form, self.layout)

    # --- events ---------------------------------------------------------------------------------

    def pressed(self, command: Command) -> None:
        """Answer a button of the game's own."""
        match command:
            case "pile":
                self.looking.toggle_pile()
            case "table":
                self.looking.toggle_table()
            case "less" | "more":
                self.deciding.change_bid(1 if command == "more" else -1)
            case "first" if self.answerable:
                self._confirm()
            case "second" if self.answerable:
                self.deciding.second()
            case "third":
                self.deciding.put_away()

    def moved(self, at: tuple[int, int]) -> None:
        """Follow the mouse."""
        self.carry.move(at, self.eye.camera)
        if self._sliding:
            height = self.eye.camera.to_m(*at).y
            self.pointer.slider = max(height, 0.0)
        shown = self.eye.pile_shown(self.pointer)
        kind = self.eye.pile.shelf.at(at) if shown else ""
        self.pointer.hovered = kind if kind in self.play.view().supply else ""

    def mouse(self, event: pygame.event.Event) -> None:
        """Answer the mouse."""
        match event.type:
            case pygame.MOUSEWHEEL:
                self._wheel(event)
            case pygame.MOUSEMOTION if self._panning:
                self.eye.lens.pan(*event.rel)
            case pygame.MOUSEBUTTONDOWN if event.button == 1:
                self._press(event.pos)
            case pygame.MOUSEBUTTONDOWN if event.button == 3 and self.play.carrying:
                self._put_back()
            case pygame.MOUSEBUTTONDOWN if event.button in (2, 3):
                self._panning = self.looking.on_table(event.pos)
                if not self._panning:
                    self.deciding.put_away()
            case pygame.MOUSEBUTTONUP:
                self._let_button_go(event.button)

    def _wheel(self, event: pygame.event.Event) -> None:
        at = self.pointer.at
        if self.play.carrying:
            self.carry.wheel(event, fine=self.pointer.fine)
        elif self.looking.over_waiting(at) or not self.looking.on_table(at):
            notches = getattr(event, "precise_y", 0.0) or event.y
            self.deciding.turn(notches * NOTCH * (0.2 if self.pointer.fine else 1.0))
        else:
            self.eye.zoom(getattr(event, "precise_y", 0.0) or event.y, at)

    def _press(self, at: tuple[int, int]) -> None:
        rod = grip(self._desk.stage, self.layout.ruler)
        if self.pointer.hovered:
            self.deciding.examine(self.pointer.hovered)
        elif rod.collidepoint(at) and self.looking.on_table(at) and not self.play.carrying:
            self._sliding = True
            self.moved(at)
        elif self.looking.over_waiting(at):
            self._lift(with_mouse=True)
        elif self.play.carrying and self.looking.on_table(at):
            self.carry.grip()
            self.moved(at)
        else:
            self.looking.at_seat(at)

    def _let_button_go(self, button: int) -> None:
        self._panning = self._sliding = False
        if button != 1:
            return
        # A short press takes the piece; it stays in the hand without a pressed button.
        match self.carry.drop(in_pool=self.looking.over_pick_up(self.pointer.at)):
            case Drop.PUT_BACK:
                self._put_back()
            case Drop.LET_GO:
                self._let_go()

    # --- what a player does ---------------------------------------------------------------------

    def _confirm(self) -> None:
        """Do what stands out most now."""
        if self.play.wanted is Wanted.PLACE:
            self._lift(with_mouse=False)
        elif self.deciding.marked:
            self.deciding.take_marked()
            self._asked_for = 0.0
        else:
            self.deciding.confirm()

    def _lift(self, *, with_mouse: bool) -> None:
        kind = self.play.view().piece
        angle = self.pointer.angles.get(kind, 0.0)
        pose = self.play.lift(kind)
        self.carry.begin(Pose(pose.x, pose.y, angle), with_mouse=with_mouse)
        self.eye.begin_lift(angle)
        self.pointer.pile_open = False
        self.say("")
        self.moved(self.pointer.at)

    def _let_go(self) -> None:
        self.say("" if self.play.let_go() else not_here(self.play))

    def _put_back(self) -> None:
        if not self.play.put_back():
            self.say(WHY_LATE)

    # --- keys -----------------------------------------------------------------------------------

    def key_down(self, does: StrEnum | None, key: int) -> None:  # noqa: ARG002 - no digits here
        """Answer a key, by what it means in this game."""
        if self.play.carrying:
            self._key_carrying(does)
        else:
            self._key_deciding(does)
        match does:
            case Ask.HOME:
                self.eye.lens.home()
                self.pointer.slider = None
            case Ask.WHOLE:
                self.looking.toggle_table()
            case Ask.NEARER | Ask.FARTHER:
                middle = self.layout.areas.room.center
                self.eye.zoom(2 if does is Ask.NEARER else -2, middle)
            case Ask.MEASURE:
                self.looking.measure_next()
            case Look():
                self.looking.at_tower(LOOKS.index(does))

    def _key_carrying(self, does: StrEnum | None) -> None:
        if does is Do.CONFIRM:
            self._let_go()
        elif does is Do.REFUSE:
            self._put_back()
        else:
            self.carry.press(does)

    def _key_deciding(self, does: StrEnum | None) -> None:
        turn = TURN / 3 if self.pointer.fine else TURN
        match does:
            case Do.TURN_LEFT | Do.TURN_RIGHT:
                self.deciding.turn(turn if does is Do.TURN_LEFT else -turn)
            case Do.UPRIGHT:
                self.deciding.set_straight()
            case Do.CONFIRM if self.answerable:
                self._confirm()
            case Do.REFUSE if self.answerable:
                self.deciding.refuse()
            case Ask.ON if self.answerable:
                self.deciding.push_on()
            case Ask.MORE | Ask.LESS:
                self.deciding.change_bid(1 if does is Ask.MORE else -1)
            case Ask.PILE | Do.NEXT:
                self.looking.toggle_pile()
            case Do() if does in ARROWS:
                self._arrow(does)

    def _arrow(self, does: Do) -> None:
        """Walk through the pile, change the bid, or look around."""
        right, down = ARROWS[does]
        if self.eye.pile_shown(self.pointer):
            supply, shelf = self.play.view().supply, self.eye.pile.shelf
            free = [place.kind for place in shelf.places() if place.kind in supply]
            self.pointer.hovered = shelf.beside(self.pointer.looked_at, right, down, free)
            self.pointer.keys = True
        elif self.play.wanted is Wanted.BID and down:
            self.deciding.change_bid(-down)
        else:
            step = self._desk.stage.px(PAN)
            self.eye.lens.pan(-right * step, -down * step)

    def key_up(self, does: StrEnum | None) -> None:
        """Answer that a key is up again."""
        self.carry.lift(does)

    def forget_keys(self) -> None:
        """Forget all keys that are down, as when the window is left."""
        self.carry.hand.rest()
        self._panning = self._sliding = False

    # --- time -----------------------------------------------------------------------------------

    def hand(self, seconds: float) -> Target:
        """Return where a person's hand shall be after so much more time."""
        self.carry.step(seconds, *self.eye.seen(), fine=self.pointer.fine)
        return self.carry.target

    def step(self, seconds: float) -> None:
        """Let time pass for all that only the eye needs."""
        self.carry.rest()
        self.play.see(seconds)
        pace = self._desk.settings.pace
        self.eye.step(seconds, pace=pace, card=self.looking.carded, hold=self.pointer.seeing)
        self._stood_for += seconds * pace
        self.pointer.seeing = self._stood_for < SEE
        self._asked_for += seconds
        if not (self.eye.clearing or self.pointer.seeing):
            self._ask()
        self.buttons.fit(self)

    @property
    def asked(self) -> bool:
        """Whether a person has something to decide and everything is ready for it."""
        now = (self.match.steps, self.play.wanted)
        return now == self._told and self.play.wanted is not Wanted.NOTHING

    @property
    def answerable(self) -> bool:
        """Whether a person is asked, and for so long that an answer is meant for this question."""
        return self.asked and self._asked_for >= GUARD

    def _ask(self) -> None:
        """Get everything ready for a person who has something new to decide."""
        now = (self.match.steps, self.play.wanted)
        if now == self._told or self.match.phase is not Going.CHOOSING:
            return
        before, self._told, self._asked_for = self._told, now, 0.0
        self.deciding.begin()
        self.eye.lens.home()
        if now[1] is not Wanted.NOTHING and before != now:
            self.eye.announce(self.play.seat)

    def happened(self, number: int, event: Event) -> None:  # noqa: ARG002 - of no matter here
        """Show an event that happened just now."""
        self.eye.says(event)
        if isinstance(event, Stood):
            self._stood_for = 0.0
        if isinstance(event, Opened | Pushed):
            self.eye.fly_from_pile(event.piece, shelf=self.eye.pile_shown(self.pointer))

    @property
    def moving(self) -> bool:
        """Whether something is on its way though the match waits."""
        return self.eye.moving or self.pointer.seeing

    def moving_on(self) -> bool:
        """Whether something has to be seen to its end before the match goes on."""
        settles = self.match.phase is Going.SETTLING
        return self.pointer.seeing or (self.eye.clearing and not settles)

    def hides_mouse(self) -> bool:
        """Whether the piece itself is the pointer."""
        return self.carry.grips and self.looking.on_table(self.pointer.at)

    def cursor(self) -> int:
        """Return the shape of the mouse pointer: a hand over what can be taken."""
        if self.pointer.hovered and self.play.wanted is Wanted.CHOOSE:
            return pygame.SYSTEM_CURSOR_HAND
        if self.looking.over_waiting(self.pointer.at):
            return pygame.SYSTEM_CURSOR_HAND
        return pygame.SYSTEM_CURSOR_ARROW

    # --- picture --------------------------------------------------------------------------------

    def ending(self, outcome: Outcome) -> Ending:
        """Return how the game ended, for the result's page."""
        return ending(self.play, outcome)

    def sight(self) -> Sight:
        """Return what the present frame shows."""
        self.pointer.grips = self.carry.grips
        return self.eye.sight(self.pointer, self._desk.settings, self.said)

    def paint(self, target: pygame.Surface) -> None:
        """Draw everything but the buttons."""
        eye = self.eye
        draw_table(target, self._desk.stage, self.layout, eye.sprites, eye.pile, self.sight())
