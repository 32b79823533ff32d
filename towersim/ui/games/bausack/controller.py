"""The controller of Bausack: input by mouse and keyboard, and the result."""

import math
from collections.abc import Sequence
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Final

import pygame

from towersim.common.messages import message as _
from towersim.common.units import Seat, TowerId
from towersim.geometry.shapes import box_around
from towersim.match.match import Match, MatchPhase
from towersim.rules.base import Collapsed, Event, Outcome, Stood
from towersim.rules.bausack.log import Opened, Pushed
from towersim.rules.bausack.state import Phase, View
from towersim.rules.display import ORDINALS
from towersim.ui.app_context import AppContext, GameUI
from towersim.ui.drawing.camera import fitted
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.layout import thing_at
from towersim.ui.drawing.sprites import Sprites
from towersim.ui.drawing.theme import SOFT_TEXT, TEXT
from towersim.ui.games.bausack.draw_seats import Layout, draw_small_tower, number_disc, token_disc
from towersim.ui.games.bausack.draw_table import grip
from towersim.ui.games.bausack.messages import pieces
from towersim.ui.games.bausack.play import BausackCommand, BausackPlay, BausackPointer, answers
from towersim.ui.games.bausack.presenter import LIE, BausackPresenter
from towersim.ui.games.bausack.rules_pictures import PICTURES
from towersim.ui.input import bindings
from towersim.ui.input.bindings import KeyCommand, number, read_keys
from towersim.ui.screens.game import screen_of
from towersim.ui.screens.result import Ending
from towersim.ui.stacking.controller import StackingController
from towersim.ui.stacking.draw_blocks import Surroundings, draw_towers
from towersim.ui.stacking.presenter import draw_match
from towersim.ui.widgets.forms import Button

AROUND: Final = 0.025
"""The margin around the winners' towers in their picture, in metres."""
LOWEST: Final = 0.1
"""The height that the picture shows at least, in metres: a larger piece would be blurred."""


def _story(play: BausackPlay, view: View, seat: Seat) -> str:
    """Return a phrase about a seat's tower: its collapse, or its pieces and height."""
    if out := play.out(seat):
        events = (event for event in play.match.events if isinstance(event, Collapsed))
        number = next((len(e.blocks) for e in events if e.tower == TowerId(seat)), 0)
        return _("out {place}, with {pieces}", place=ORDINALS[out - 1], pieces=pieces(number))
    span = play.span(TowerId(seat))
    if span is None:
        return _("never had a foundation")
    return _(
        "stands, {pieces} and {height:.1f} cm high",
        pieces=pieces(len(view.towers[seat])),
        height=span[1].y * 100,
    )


TURN: Final = math.radians(15)
"""Angle by which Q and E turn an examined piece; with Shift a third of it."""
SEE: Final = 0.8
"""Seconds between a placement and the next decision."""
GUARD: Final = 0.6
"""Seconds in which a new decision ignores input, as a double click meant the previous one."""
PAN: Final = 90
"""Distance of a pan by an arrow key, in units."""


class BausackController(StackingController):
    """The controller of a match of Bausack."""

    keys, gestures = read_keys(Path(__file__).with_name("keys.txt"), BausackCommand)
    play: BausackPlay
    pointer: BausackPointer
    layout: Layout
    presenter: BausackPresenter

    def __init__(self, context: AppContext, match: Match) -> None:
        self._panning = self._sliding = False
        self._told: tuple[int, Phase | None] | None = None
        self._asked_for = 0.0
        play_context = context.for_match(match)
        super().__init__(context, BausackPresenter(context.viewport, match, play_context))

    def own_buttons(self) -> Sequence[Button]:
        """Return the card's buttons, and those for the pile, the whole table and the result."""
        layout, presenter = self.layout, self.presenter
        whole, opened = presenter.is_whole, presenter.is_pile_shown
        pile, table = BausackCommand.PILE, BausackCommand.WHOLE
        buttons = [
            Button(layout.show_pile, _("Supply  ({key:O})"), pile, "dark", lit=opened),
            Button(layout.show_table, _("Table  ({key:T})"), table, "dark", lit=whole),
        ]
        if self.play.can_skip:
            skip = _("To the result  ({key:S})")
            buttons.append(Button(layout.buttons[2], skip, BausackCommand.SKIP, "dark"))
        if presenter.card is not None:
            ready = self.answerable
            offered = answers(self.pointer, self._context.viewport, layout)
            buttons += [button._replace(on=button.on and ready) for button in offered]
        return buttons

    def _point(self, at: tuple[int, int]) -> None:
        """Move the slider, and update the hovered piece."""
        if self._sliding:
            height = self.presenter.camera.to_m(*at).y
            self.pointer.slider = max(height, 0.0)
        kind = self.presenter.pile.shelf.at(at) if self.presenter.is_pile_shown else ""
        self.pointer.hovered = kind if kind in self.play.view().choices else ""

    def table_mouse(self, event: pygame.event.Event) -> None:
        """Handle a mouse event."""
        if hasattr(event, "pos"):
            self._point(event.pos)
        match event.type:
            case pygame.MOUSEWHEEL:
                self._wheel(event)
            case pygame.MOUSEMOTION if self._panning:
                self.presenter.control.pan(*event.rel)
            case pygame.MOUSEBUTTONDOWN if pygame.BUTTON_LEFT < event.button <= pygame.BUTTON_RIGHT:
                self._panning = self.presenter.is_room(event.pos)
                if not self._panning:
                    self.pointer.put_away()
            case pygame.MOUSEBUTTONUP:
                self._panning = self._sliding = False
            case _:
                super().table_mouse(event)

    def _wheel(self, event: pygame.event.Event) -> None:
        at = self.pointer.at
        if self.presenter.is_over_waiting(at) or not self.presenter.is_room(at):
            share = bindings.FINE if self.pointer.fine else 1.0
            self.pointer.turn(bindings.notches(event) * bindings.NOTCH * share)
        else:
            self.presenter.zoom(bindings.notches(event), at)

    def press(self, at: tuple[int, int]) -> None:
        """Handle a click: take a piece or the slider, or look at a seat's tower."""
        rod = grip(self._context.viewport, self.layout.ruler)
        if self.pointer.hovered:
            self.pointer.examine(self.pointer.hovered)
        elif rod.collidepoint(at) and self.presenter.is_room(at) and not self.play.is_carrying:
            self._sliding = True
            self._point(at)
        elif self.presenter.is_over_waiting(at):
            self._lift(with_mouse=True)
        elif (seat := thing_at(enumerate(self.layout.plates), at)) is not None:
            self.presenter.look_at_seat(seat)

    def _decide(self, command: StrEnum) -> None:
        """Execute a command of the pending decision, or lift or take the marked piece."""
        pointer, wanted = self.pointer, self.play.wanted
        if command is KeyCommand.CONFIRM and wanted is Phase.PLACING:
            self._lift(with_mouse=False)
        elif command is KeyCommand.CONFIRM and pointer.marked:
            pointer.take_marked()
            self._asked_for = 0.0
        elif command is KeyCommand.REFUSE and wanted is Phase.CHOOSING:
            pointer.put_away()
        else:
            pointer.submit(command)

    def _lift(self, *, with_mouse: bool) -> None:
        kind = self.play.view().piece
        shown = self.presenter.waiting_pose
        pose = self.play.lift(kind)._replace(angle=shown.angle)
        if pose != shown:
            self.presenter.go_home()
        self.carry.take(pose, self.pointer.at if with_mouse else None)
        # The chosen angle is kept while the piece glides to the hand.
        self.presenter.begin_lift(lambda _: shown)
        self.pointer.pile_open = False

    def table_key(self, command: StrEnum | None, key: int) -> None:
        """Handle a key press with the command it is bound to."""
        if not self.play.is_carrying:
            self._key_deciding(command)
        match command:
            case BausackCommand.LIMIT if self.answerable:
                self.pointer.bid_up_to()
            case BausackCommand.SKIP if self.play.can_skip:
                self.play.skip_to_person()
            case BausackCommand.HOME:
                self.presenter.control.home()
                self.pointer.slider = None
            case BausackCommand.WHOLE:
                self.presenter.toggle_table()
            case BausackCommand.NEARER | BausackCommand.FARTHER:
                middle = self.layout.areas.room.center
                self.presenter.zoom(2 if command is BausackCommand.NEARER else -2, middle)
            case BausackCommand.MEASURE:
                self._measure_next()
            case BausackCommand.SEAT:
                self.presenter.look_at_seat((number(key) or 0) - 1)

    def _key_deciding(self, command: StrEnum | None) -> None:
        turn = TURN / 3 if self.pointer.fine else TURN
        match command:
            case KeyCommand.TURN_LEFT | KeyCommand.TURN_RIGHT:
                self.pointer.turn(turn if command is KeyCommand.TURN_LEFT else -turn)
            case KeyCommand.QUARTER_LEFT | KeyCommand.UPRIGHT | KeyCommand.QUARTER_RIGHT:
                self.pointer.turn_quarter(bindings.QUARTERS[command])
            case KeyCommand.CONFIRM | KeyCommand.REFUSE | BausackCommand.ON if self.answerable:
                self._decide(command)
            case BausackCommand.MORE | BausackCommand.LESS:
                self.pointer.change_bid(1 if command is BausackCommand.MORE else -1)
            case BausackCommand.PILE | KeyCommand.NEXT:
                self.pointer.toggle_pile()
            case KeyCommand() if command in bindings.DIRECTIONS:
                self._arrow(command)

    def _arrow(self, command: KeyCommand) -> None:
        """Move the selection in the pile, change the bid, or pan the camera."""
        right, up = bindings.DIRECTIONS[command]
        if self.presenter.is_pile_shown:
            choices, shelf = self.play.view().choices, self.presenter.pile.shelf
            free = [place.kind for place in shelf.places() if place.kind in choices]
            self.pointer.hovered = shelf.beside(self.pointer.looked_at, right, -up, free)
            self.pointer.keys = True
        elif self.play.wanted is Phase.BIDDING and up:
            self.pointer.change_bid(up)
        else:
            step = self._context.viewport.px(PAN)
            self.presenter.control.pan(-right * step, up * step)

    def _measure_next(self) -> None:
        """Set the slider to the next higher tower; after the highest, to the lowest."""
        tops = sorted(self.play.heights().values())
        now = self.pointer.slider or 0.0
        higher = [top for top in tops if top > now + 5e-4]
        self.pointer.slider = next(iter(higher or tops), None)

    def lose_focus(self) -> None:
        """Release all keys and drags."""
        super().lose_focus()
        self._panning = self._sliding = False

    def step(self, seconds: float) -> None:
        """Advance the animations by `seconds`; begin a new decision when the queue is empty."""
        super().step(seconds)
        self._asked_for += seconds
        if not self.play.queue.busy:
            self._ask()
        if self.answerable:
            self.pointer.keep_to_limit()

    @property
    def answerable(self) -> bool:
        """Whether a person has been asked for at least `GUARD` seconds, so that input counts."""
        asked = self.play.wanted is not None and self._told == (self.match.steps, self.play.wanted)
        return asked and self._asked_for >= GUARD

    def _ask(self) -> None:
        """Begin a new decision, if there is one."""
        now = (self.match.steps, self.play.wanted)
        if now == self._told or self.match.phase is not MatchPhase.CHOOSING:
            return
        self._told, self._asked_for = now, 0.0
        self.pointer.begin()
        self.presenter.control.home()
        if now[1] is not None:
            self.presenter.announce()

    def happened(self, number: int, event: Event) -> None:
        """Show an event; after a placement or a collapse the queue rests."""
        self.presenter.says(event)
        if isinstance(event, Opened):
            self.pointer.limits.clear()
        if isinstance(event, Stood):
            self.play.queue.rest(SEE)
        elif isinstance(event, Collapsed) and self.presenter.show_fall(
            self.match.setup.spots[event.tower], self.play.falls.about(number)
        ):
            self.play.queue.rest(LIE * self._context.settings.pace)
        elif isinstance(event, Opened | Pushed):
            self.presenter.fly_from_pile(event.piece)

    @property
    def is_moving(self) -> bool:
        """Whether an animation or the event queue is running while the match waits."""
        return super().is_moving or self.play.queue.busy

    def can_take(self, at: tuple[int, int]) -> bool:
        """Whether a piece that can be taken is at a point: one of the pile, or the waiting one."""
        chosen = self.pointer.hovered and self.play.wanted is Phase.CHOOSING
        return bool(chosen) or self.presenter.is_over_waiting(at)

    def log_rect(self) -> pygame.Rect:
        """Return the rectangle of the open log, in the seats' panel."""
        around = self._context.viewport.px(8)
        return self.layout.seats.inflate(around, around)

    def ending(self, outcome: Outcome) -> Ending:
        """Return the content of the result page."""
        play = self.play
        view, sprites = play.view(), Sprites(play.match.setup.pieces)
        stories = [_story(play, view, Seat(seat)) for seat in range(len(view.towers))]

        def draw_row(canvas: Canvas, area: pygame.Rect, seat: Seat) -> None:
            viewport, px, y = canvas.viewport, canvas.px, area.y + canvas.px(15)
            canvas.put(number_disc(viewport, seat, px(24)), midleft=(area.x, y))
            told, tall = area.w - px(36 + 180), px(34)
            canvas.text(stories[seat], 16, TEXT, room=(told, tall), midleft=(area.x + px(36), y))
            if view.tokens[seat]:
                canvas.put(token_disc(viewport, px(17), full=True), midright=(area.right, y))
                at = area.right - px(22), y
                count = str(view.tokens[seat])
                canvas.text(count, 15, SOFT_TEXT, room=(px(44), tall), midright=at)
            span = play.span(TowerId(seat))
            if span is not None:
                small = pygame.Rect(0, area.y, px(110), area.h).move_to(right=area.right - px(70))
                figures = [figure for figure in play.figures() if figure.tower == TowerId(seat)]
                draw_small_tower(canvas.target, sprites, small, figures, span)

        spans = [*filter(None, (play.span(TowerId(seat)) for seat in outcome.winners))]

        def picture(canvas: Canvas) -> None:
            width, height = canvas.viewport.size
            low, high = box_around(spans)
            room = (0, canvas.px(30), width, round(0.86 * height))
            top = max(high.y, LOWEST) + AROUND
            camera = fitted(room, low.x - AROUND, high.x + AROUND, top)
            around = Surroundings(play.match.setup, play.match.game)
            draw_towers(canvas, sprites, camera, play.figures(), around)

        return Ending(
            outcome,
            draw_row,
            picture if spans else None,
            caption=_("opponents outlasted"),
            counts_opponents=True,
            highest=60,
        )


GAME_UI: Final = GameUI(
    line=_("Build with seventy odd pieces of wood. Nobody wants the egg."),
    screen=screen_of(BausackController),
    picture=partial(draw_match, BausackPresenter),
    pictures=lambda _options: PICTURES,
    keys=BausackController.keys,
    mouse=BausackController.gestures,
)
