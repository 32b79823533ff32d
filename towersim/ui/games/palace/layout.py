"""Where everything on the table of Palace lies, in pixels, for a stage."""

from typing import Final, NamedTuple

import pygame

from towersim.ui.cards.card_faces import card_size
from towersim.ui.cards.draw_plates import Size, plate_rects
from towersim.ui.cards.places import Spot
from towersim.ui.layout import Areas, areas
from towersim.ui.theme import Stage

PLACES: Final = 3
"""So many places for cards each seat has in front of it."""
PEEP: Final = 0.13
"""So much of a blind card is seen above the one that lies on it, in its height."""
WIDEST: Final = 400
"""No other seat is wider, in units."""
MARGIN: Final = 26


class Layout(NamedTuple):
    """Rectangles and spots in pixels."""

    areas: Areas
    others: pygame.Rect
    """Where the other seats sit."""
    stock: Spot
    pile: Spot
    burnt: Spot
    asks: pygame.Rect
    """Where it is said, above the pile, what it asks for."""
    plate: pygame.Rect
    """The plate of the seat at the lower edge."""
    places: tuple[Spot, ...]
    hand: pygame.Rect
    go: pygame.Rect
    """The button that plays what is chosen."""
    take: pygame.Rect
    result: pygame.Rect
    """The button that shows the result again."""


class Seating(NamedTuple):
    """Where a seat's things lie."""

    plate: pygame.Rect
    places: tuple[Spot, ...]
    hand: pygame.Rect


def table_layout(stage: Stage) -> Layout:
    """Return where everything lies on this stage."""
    px, width = stage.px, stage.size[0]
    found = areas(stage, 0)
    low = found.log.top - px(14)
    others = pygame.Rect(px(MARGIN), px(62), width - px(2 * MARGIN), px(142))
    high = px(118)
    step = card_size(high)[0] + px(10)
    plate = pygame.Rect(px(MARGIN), 0, 2 * step + card_size(high)[0], px(38))
    y = low - high // 2
    places = tuple(
        Spot(plate.x + card_size(high)[0] / 2 + i * step, y, high) for i in range(PLACES)
    )
    plate.bottom = round(y - high / 2 - PEEP * high - px(9))
    side = pygame.Rect(width - px(MARGIN + 196), 0, px(196), px(46))
    take, go = side.copy(), side.copy()
    take.bottom = low
    go.bottom = take.y - px(12)
    left, right = plate.right + px(24), side.x - px(24)
    hand = pygame.Rect(left, low - px(176), right - left, px(176))
    centre, top = width / 2, others.bottom + px(8)
    asks = pygame.Rect(0, top, px(270), px(32))
    asks.centerx = round(centre)
    room = hand.y - px(14) - asks.bottom
    high = min(px(146), room - px(20))
    middle = asks.bottom + room / 2
    return Layout(
        areas=found,
        others=others,
        stock=Spot(centre - px(250), middle, round(0.84 * high)),
        pile=Spot(centre, middle, high),
        burnt=Spot(centre + px(250), middle, round(0.84 * high)),
        asks=asks,
        plate=plate,
        places=places,
        hand=hand,
        go=go,
        take=take,
        result=go,
    )


def seatings(stage: Stage, layout: Layout, seats: int, home: int) -> list[Seating]:
    """Return where everything of each seat lies, by seat; `home` sits at the lower edge."""
    px, high = stage.px, stage.px(80)
    found = {home: Seating(layout.plate, layout.places, layout.hand)}
    size = Size(px(36), px(WIDEST), px(22))
    for seat, plate in plate_rects(layout.others, seats, home, size).items():
        y = plate.bottom + px(8) + round(PEEP * high) + high / 2
        card = card_size(high)[0]
        step = card + px(5)
        places = tuple(Spot(plate.x + card / 2 + i * step, y, high) for i in range(PLACES))
        left = round(places[-1].x + card / 2) + px(12)
        hand = pygame.Rect(left, round(y - high / 2), plate.right - left, high)
        found[seat] = Seating(plate, places, hand)
    return [found[seat] for seat in range(seats)]


def blind_spot(place: Spot) -> Spot:
    """Return where a blind card lies, below the face-up card of a place."""
    return place._replace(y=place.y - PEEP * place.height)
