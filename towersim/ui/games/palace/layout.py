"""The layout of the table of Palace for a viewport, in pixels."""

from typing import Final, NamedTuple

import pygame

from towersim.ui.cards.card_faces import card_size
from towersim.ui.cards.nodes import Size, plate_rects
from towersim.ui.drawing.layout import areas
from towersim.ui.drawing.theme import Viewport
from towersim.ui.nodes.node import Spot

PLACES: Final = 3
"""Number of places for face-up and blind cards in front of each seat."""
PEEP: Final = 0.13
"""Visible height of a blind card above the one on it, as a share of a card's height."""
WIDEST: Final = 400
"""Largest width of another seat, in units."""
MARGIN: Final = 26


class Seating(NamedTuple):
    """The layout of one seat: plate, places of cards, and hand."""

    plate: pygame.Rect
    places: tuple[Spot, ...]
    hand: pygame.Rect


class Layout:
    """Rectangles and spots in pixels, for a viewport."""

    def __init__(self, viewport: Viewport) -> None:
        """Lay everything out: other seats at the upper edge, the own cards at the lower one."""
        px, width, self.viewport, self.areas = (
            viewport.px,
            viewport.size[0],
            viewport,
            areas(viewport, 0),
        )
        low = self.areas.log.top - px(14)
        self.others = pygame.Rect(px(MARGIN), px(62), width - px(2 * MARGIN), px(142))
        """Rectangle of the other seats."""
        high = px(118)
        wide = card_size(high)[0]
        step, y = wide + px(10), low - high // 2
        plate = pygame.Rect(px(MARGIN), 0, 2 * step + wide, px(38))
        plate.bottom = round(y - high / 2 - PEEP * high - px(9))
        side = pygame.Rect(width - px(MARGIN + 196), low - px(46), px(196), px(46))
        self.take = side
        self.go = self.result = side.move(0, -px(46) - px(12))
        """Rectangle of the button that plays the chosen cards."""
        left, right = plate.right + px(24), side.x - px(24)
        self.hand = pygame.Rect(left, low - px(176), right - left, px(176))
        places = Spot(plate.x + wide / 2, y, high).row(PLACES, step)
        self.own = Seating(plate, places, self.hand)
        centre = width / 2
        self.asks = pygame.Rect(0, self.others.bottom + px(8), px(270), px(32))
        """Rectangle of the pile's demand, above the pile."""
        self.asks.centerx = round(centre)
        room = self.hand.y - px(14) - self.asks.bottom
        high = min(px(146), room - px(20))
        self.pile = Spot(centre, self.asks.bottom + room / 2, high)
        self.stock = self.pile._replace(x=centre - px(250), height=round(0.84 * high))
        self.burnt = self.stock._replace(x=centre + px(250))

    def seatings(self, seats: int, home: int) -> list[Seating]:
        """Return the layout of each seat, by seat; `home` sits at the lower edge."""
        px, high = self.viewport.px, self.viewport.px(80)
        by_seat, wide = {home: self.own}, card_size(high)[0]
        size = Size(px(36), px(WIDEST), px(22))
        for seat, plate in plate_rects(self.others, seats, home, size).items():
            y = plate.bottom + px(8) + round(PEEP * high) + high / 2
            places = Spot(plate.x + wide / 2, y, high).row(PLACES, wide + px(5))
            left = round(places[-1].x + wide / 2) + px(12)
            hand = pygame.Rect(left, round(y - high / 2), plate.right - left, high)
            by_seat[seat] = Seating(plate, places, hand)
        return [by_seat[seat] for seat in range(seats)]


def blind_spot(place: Spot) -> Spot:
    """Return the spot of a blind card, below the face-up card of a place."""
    return place._replace(y=place.y - PEEP * place.height)
