"""The end of a game of Bausack: in which order towers collapsed, and what was built."""

import pygame

from towersim.rules.base import Collapsed, Outcome
from towersim.rules.bausack.state import View
from towersim.ui.games.bausack.draw_seats import draw_small_tower, number_disc, token_disc
from towersim.ui.games.bausack.play import BausackPlay
from towersim.ui.screens.result import Ending
from towersim.ui.sprites import Sprites
from towersim.ui.theme import SOFT_TEXT, TEXT, Stage
from towersim.units import Seat, TowerId

PLACES = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th")


def ending(play: BausackPlay, outcome: Outcome) -> Ending:
    """Return the ending of the match, for the result's page."""
    view, sprites = play.view(), Sprites(play.match.setup.pieces)
    told = [_story(play, view, Seat(seat)) for seat in range(len(view.towers))]

    def draw_row(target: pygame.Surface, stage: Stage, area: pygame.Rect, seat: Seat) -> None:
        y = area.y + stage.px(15)
        disc = number_disc(stage, seat, stage.px(24))
        target.blit(disc, disc.get_rect(midleft=(area.x, y)))
        words = stage.text(told[seat], 16, TEXT)
        target.blit(words, words.get_rect(midleft=(area.x + stage.px(36), y)))
        if view.tokens[seat]:
            coin = token_disc(stage, stage.px(17), full=True)
            target.blit(coin, coin.get_rect(midright=(area.right, y)))
            left = stage.text(str(view.tokens[seat]), 15, SOFT_TEXT)
            target.blit(left, left.get_rect(midright=(area.right - stage.px(22), y)))
        span = play.span(TowerId(seat))
        if span is not None:
            small = pygame.Rect(0, area.y, stage.px(110), area.h)
            small.right = area.right - stage.px(70)
            figures = [figure for figure in play.figures() if figure.tower == TowerId(seat)]
            draw_small_tower(target, sprites, small, figures, span)

    return Ending(
        outcome=outcome,
        draw_row=draw_row,
        caption="opponents outlasted",
        shared="share it",
    )


def _story(play: BausackPlay, view: View, seat: Seat) -> str:
    """Return the fate of a seat's tower, in a few words."""
    order = [other for tick in view.collapsed for other in tick]
    if seat in order:
        events = (event for event in play.match.events if isinstance(event, Collapsed))
        pieces = next((len(e.blocks) for e in events if e.tower == TowerId(seat)), 0)
        return f"collapsed {PLACES[order.index(seat)]}, with {_pieces(pieces)}"
    span = play.span(TowerId(seat))
    if span is None:
        return "never had a foundation"
    return f"stands, {_pieces(len(view.towers[seat]))} and {span[1].y * 100:.1f} cm high"


def _pieces(number: int) -> str:
    return "1 piece" if number == 1 else f"{number or 'no'} pieces"
