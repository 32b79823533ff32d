"""The result of a match of Bausack: the order of collapse, and the towers."""

import pygame

from towersim.common.messages import message as _
from towersim.common.units import Seat, TowerId
from towersim.rules.base import Collapsed, Outcome
from towersim.rules.bausack.state import View
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.sprites import Sprites
from towersim.ui.drawing.theme import SOFT_TEXT, TEXT
from towersim.ui.games.bausack.draw_seats import PLACES, draw_small_tower, number_disc, token_disc
from towersim.ui.games.bausack.messages import pieces
from towersim.ui.games.bausack.play import BausackPlay
from towersim.ui.screens.result import Ending


def ending(play: BausackPlay, outcome: Outcome) -> Ending:
    """Return the content of the result page."""
    view, sprites = play.view(), Sprites(play.match.setup.pieces)
    told = [_story(play, view, Seat(seat)) for seat in range(len(view.towers))]

    def draw_row(canvas: Canvas, area: pygame.Rect, seat: Seat) -> None:
        stage, px, y = canvas.stage, canvas.px, area.y + canvas.px(15)
        canvas.put(number_disc(stage, seat, px(24)), midleft=(area.x, y))
        canvas.text(told[seat], 16, TEXT, midleft=(area.x + px(36), y))
        if view.tokens[seat]:
            canvas.put(token_disc(stage, px(17), full=True), midright=(area.right, y))
            at = area.right - px(22), y
            canvas.text(str(view.tokens[seat]), 15, SOFT_TEXT, midright=at)
        span = play.span(TowerId(seat))
        if span is not None:
            small = pygame.Rect(0, area.y, px(110), area.h)
            small.right = area.right - px(70)
            figures = [figure for figure in play.figures() if figure.tower == TowerId(seat)]
            draw_small_tower(canvas.target, sprites, small, figures, span)

    return Ending(outcome=outcome, draw_row=draw_row, caption=_("opponents outlasted"))


def _story(play: BausackPlay, view: View, seat: Seat) -> str:
    """Return a phrase about a seat's tower: its collapse, or its pieces and height."""
    order = [other for tick in view.collapsed for other in tick]
    if seat in order:
        events = (event for event in play.match.events if isinstance(event, Collapsed))
        number = next((len(e.blocks) for e in events if e.tower == TowerId(seat)), 0)
        place = PLACES[order.index(seat)]
        return _("collapsed {place}, with {pieces}", place=place, pieces=pieces(number))
    span = play.span(TowerId(seat))
    if span is None:
        return _("never had a foundation")
    return _(
        "stands, {pieces} and {height:.1f} cm high",
        pieces=pieces(len(view.towers[seat])),
        height=span[1].y * 100,
    )
