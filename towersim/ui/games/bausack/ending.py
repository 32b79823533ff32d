"""The end of a game of Bausack: in which order towers collapsed, and what was built."""

import pygame

from towersim.messages import message as _
from towersim.rules.base import Collapsed, Outcome
from towersim.rules.bausack.state import View
from towersim.ui.canvas import Canvas
from towersim.ui.games.bausack.draw_seats import PLACES, draw_small_tower, number_disc, token_disc
from towersim.ui.games.bausack.messages import pieces
from towersim.ui.games.bausack.play import BausackPlay
from towersim.ui.screens.result import Ending
from towersim.ui.sprites import Sprites
from towersim.ui.theme import SOFT_TEXT, TEXT, Stage
from towersim.units import Seat, TowerId


def ending(play: BausackPlay, outcome: Outcome) -> Ending:
    """Return the ending of the match, for the result's page."""
    view, sprites = play.view(), Sprites(play.match.setup.pieces)
    told = [_story(play, view, Seat(seat)) for seat in range(len(view.towers))]

    def draw_row(target: pygame.Surface, stage: Stage, area: pygame.Rect, seat: Seat) -> None:
        canvas, y = Canvas(target, stage), area.y + stage.px(15)
        canvas.put(number_disc(stage, seat, stage.px(24)), midleft=(area.x, y))
        canvas.text(told[seat], 16, TEXT, midleft=(area.x + stage.px(36), y))
        if view.tokens[seat]:
            canvas.put(token_disc(stage, stage.px(17), full=True), midright=(area.right, y))
            at = area.right - stage.px(22), y
            canvas.text(str(view.tokens[seat]), 15, SOFT_TEXT, midright=at)
        span = play.span(TowerId(seat))
        if span is not None:
            small = pygame.Rect(0, area.y, stage.px(110), area.h)
            small.right = area.right - stage.px(70)
            figures = [figure for figure in play.figures() if figure.tower == TowerId(seat)]
            draw_small_tower(target, sprites, small, figures, span)

    return Ending(
        outcome=outcome,
        draw_row=draw_row,
        caption=_("opponents outlasted"),
    )


def _story(play: BausackPlay, view: View, seat: Seat) -> str:
    """Return the fate of a seat's tower, in a few words."""
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
