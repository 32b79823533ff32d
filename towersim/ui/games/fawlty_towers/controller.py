"""The controller of Fawlty Towers: key bindings, mouse and keyboard, and the result."""

from collections.abc import Sequence
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Final

import pygame

from towersim.common.messages import message as _
from towersim.common.units import Seat
from towersim.match.match import Match
from towersim.rules.base import Collapsed, Event, Outcome
from towersim.rules.fawlty_towers.log import Took
from towersim.rules.fawlty_towers.state import Decline, Take, View
from towersim.ui.app_context import AppContext, GameUI
from towersim.ui.drawing.camera import fitted
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.sprites import Sprites, painted
from towersim.ui.drawing.theme import SOFT_TEXT
from towersim.ui.games.fawlty_towers.draw_table import Layout, draw_hand
from towersim.ui.games.fawlty_towers.presenter import (
    LIE,
    FawltyTowersPlay,
    FawltyTowersPointer,
    FawltyTowersPresenter,
)
from towersim.ui.games.fawlty_towers.rules_pictures import PICTURES
from towersim.ui.input import bindings
from towersim.ui.screens.game import screen_of
from towersim.ui.screens.result import Ending, tie_break
from towersim.ui.stacking.controller import StackingController
from towersim.ui.stacking.draw_blocks import Surroundings, draw_towers
from towersim.ui.stacking.presenter import draw_match
from towersim.ui.widgets.forms import Button, ButtonId


class CubeCommand(StrEnum):
    """The commands that only this game has: take a cube from a shelf, counted from the top."""

    FIRST = "cube 1"
    SECOND = "cube 2"
    THIRD = "cube 3"
    FOURTH = "cube 4"


CUBES: Final = tuple(CubeCommand)
BESIDE: Final = 0.05
"""The margin around the towers in the winners' picture, in metres."""


def ending(match: Match, outcome: Outcome) -> Ending:
    """Return the content of the result page."""
    view: View = match.view(Seat(0))
    numbers = [sum(card.number for card in cards) for cards in view.taken]
    sprites = Sprites(painted(match.setup.pieces[""].shape))

    def draw_row(canvas: Canvas, area: pygame.Rect, seat: Seat) -> None:
        if view.taken[seat]:
            draw_hand(canvas, area, view.taken[seat])
        else:
            at = area.x, area.y + canvas.px(15)
            canvas.text(_("no cards"), 15, SOFT_TEXT, midleft=at)

    def picture(canvas: Canvas) -> None:
        (width, height), spots = canvas.viewport.size, match.setup.spots
        tall = max((figure.pose.y for figure in match.figures()), default=0.0)
        base, box = round(0.58 * height), (0, canvas.px(20), width, round(0.58 * height))
        camera = fitted(box, min(spots) - BESIDE, max(spots) + BESIDE, tall + BESIDE)
        around = Surroundings(match.setup, match.game)
        draw_towers(canvas, sprites, camera, match.figures(), around)
        gap, cards = canvas.px(24), [card for seat in outcome.winners for card in view.taken[seat]]
        area = pygame.Rect(gap, base + 2 * gap, width - 2 * gap, height - base - 3 * gap)
        if cards:
            draw_hand(canvas, area, cards, middle=True, largest=height)

    return Ending(
        outcome=outcome,
        draw_row=draw_row,
        picture=picture,
        decided=tie_break(outcome, [*map(len, view.taken)]),
        caption=_("numbers + sets = points"),
        parts=tuple(
            f"{number} + {score - number}"
            for number, score in zip(numbers, outcome.scores, strict=True)
        ),
    )


class FawltyTowersController(StackingController):
    """The controller of a match of Fawlty Towers."""

    keys, gestures = bindings.read_keys(Path(__file__).with_name("keys.txt"), CubeCommand)
    play: FawltyTowersPlay
    pointer: FawltyTowersPointer
    layout: Layout
    presenter: FawltyTowersPresenter

    def __init__(self, context: AppContext, match: Match) -> None:
        play_context = context.for_match(match)
        super().__init__(context, FawltyTowersPresenter(context.viewport, match, play_context))

    def own_buttons(self) -> Sequence[Button]:
        """Return the button to take no card, while a person may take a card."""
        decline = Button(self.layout.decline, _("No card  ({key:N})"), "decline", "dark")
        return (decline,) if self.play.claiming else ()

    def pressed(self, command: ButtonId) -> None:
        """Execute the command of one of the game's own buttons."""
        if command == "decline":
            self._choose(Decline())

    def press(self, at: tuple[int, int]) -> None:
        """Handle a click: take the cube or the card at a point."""
        play = self.play
        if play.is_choosing_block:
            kind = self.presenter.rack.kind_at(at)
            if kind is not None and kind in play.kinds():
                self._lift(kind, with_mouse=True)
        elif play.claiming and (take := self.presenter.card_at(at)) is not None:
            self._choose(take)

    def _lift(self, kind: str, *, with_mouse: bool) -> None:
        start = self.presenter.cube_in_rack(kind)
        self.carry.take(self.play.lift(kind), self.pointer.at if with_mouse else None)
        self.presenter.lift_from(self.pointer.at if with_mouse else start)

    def _choose(self, action: Take | Decline) -> None:
        if self.play.submit(action):
            self.pointer.pick = None

    def table_key(self, command: StrEnum | None, key: int) -> None:
        """Handle a key press with the command it is bound to."""
        self.pointer.keys = self.pointer.keys or command is not None
        if self.play.is_choosing_block:
            self._key_choosing(command)
        elif self.play.claiming:
            self._key_claiming(command, bindings.number(key))

    def _key_choosing(self, command: StrEnum | None) -> None:
        kinds, pointer = self.play.kinds(), self.pointer
        if command in CUBES:
            kind = self.presenter.kinds[CUBES.index(command)]
            if kind in kinds:
                self._lift(kind, with_mouse=False)
        elif command in bindings.STEPS:
            pointer.kind = bindings.neighbour(kinds, pointer.kind, bindings.STEPS[command])
            pointer.keys = True
        elif command is bindings.KeyCommand.CONFIRM and pointer.keys and pointer.kind in kinds:
            self._lift(pointer.kind, with_mouse=False)

    def _key_claiming(self, command: StrEnum | None, digit: int | None) -> None:
        takes, pick = self.play.takes(), self.pointer.pick
        if command is bindings.KeyCommand.REFUSE or not takes:
            if command in (bindings.KeyCommand.REFUSE, bindings.KeyCommand.CONFIRM):
                self._choose(Decline())
        elif digit is not None and digit <= len(takes):
            self.pointer.pick = takes[digit - 1]
        elif command in bindings.STEPS:
            self.pointer.pick = bindings.neighbour(takes, pick, bindings.STEPS[command])
        elif command is bindings.KeyCommand.CONFIRM and pick is None:
            self.pointer.pick = takes[0]
        elif command is bindings.KeyCommand.CONFIRM and pick is not None:
            self._choose(pick)

    def happened(self, number: int, event: Event) -> None:
        """Show an event; after a collapse the queue rests."""
        if isinstance(event, Took):
            self.presenter.fly_card(event)
        elif isinstance(event, Collapsed) and self.presenter.tell_fall(
            event.tower, self.play.falls.about(number)
        ):
            self.play.queue.rest(LIE * self._context.settings.pace)

    def can_take(self, at: tuple[int, int]) -> bool:
        """Whether a cube or a card that can be taken is at a point."""
        takes, kinds = self.play.takes(), self.play.kinds()
        return self.presenter.card_at(at) in takes or self.presenter.rack.kind_at(at) in kinds

    def log_rect(self) -> pygame.Rect:
        """Return the rectangle of the open log: the seats, and a button's place if it is free."""
        around, layout = self._context.viewport.px(8), self.layout
        free = not self.own_buttons() and self.match.outcome is None
        place = layout.seats.union(layout.decline) if free else layout.seats
        return place.inflate(around, 2 * around)

    def ending(self, outcome: Outcome) -> Ending:
        """Return the content of the result page."""
        return ending(self.match, outcome)


GAME_UI: Final = GameUI(
    line=_("Stack cubes on four towers, and win cards with them."),
    screen=screen_of(FawltyTowersController),
    picture=partial(draw_match, FawltyTowersPresenter),
    pictures=lambda _options: PICTURES,
    keys=FawltyTowersController.keys,
    mouse=FawltyTowersController.gestures,
)
