"""The nodes that card games share: fans, piles, empty places, captions and seats' plates."""

from collections.abc import Iterable
from typing import Final

import pygame

from towersim.common.units import Seat
from towersim.ui.cards.card_faces import Face, draw_count, draw_place
from towersim.ui.cards.draw_plates import SHORT, Plate, draw_plate
from towersim.ui.cards.places import Fan
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.text import Letters
from towersim.ui.drawing.theme import ON_DARK_SOFT, Stage
from towersim.ui.nodes.node import Key, Node, Painting, Spot, area, line, spot_in

CAPTION: Final = Letters(15, ON_DARK_SOFT)


def empty_place(key: Key, zone: str, place: Spot, words: str = "", *, lit: bool = False) -> Node:
    """Return a node for an empty place of a card; `lit` highlights it."""

    def paint(canvas: Canvas, painting: Painting) -> None:
        draw_place(canvas, spot_in(painting.rect), words, lit=lit)

    return Node(key, zone, place, paint)


def fan_nodes(
    zone: str, fan: Fan, cards: Iterable[tuple[Key, Face]], *, lift: float = 0.0
) -> list[Node]:
    """Return the nodes of cards in a fan, the last on top."""
    return [
        Node(key, zone, spot, face, lift=lift)
        for (key, face), spot in zip(cards, fan.spots(), strict=True)
    ]


def backs(seat: Seat, cards: int, back: Face) -> list[tuple[Key, Face]]:
    """Return keys and faces of a seat's `cards` hidden cards."""
    return [(("back", seat, index), back) for index in range(cards)]


def pile_count(key: Key, spot: Spot, cards: int) -> Node:
    """Return the label with the number of cards at a spot."""
    return Node(key, "words", spot, lambda canvas, _painting: draw_count(canvas, spot, cards))


def seat_plate(seat: Seat, rect: pygame.Rect, plate: Plate) -> Node:
    """Return the plate of a seat; its key `("plate", seat)` is the target of cards flying there."""

    def paint(canvas: Canvas, painting: Painting) -> None:
        draw_plate(canvas, painting.rect, plate)

    node = area(("plate", seat), "plates", rect, paint)
    tip = plate.seat.name if len(plate.seat.name) > SHORT else ""
    return node._replace(tip=tip, tip_at=rect.bottomleft)


def caption(key: Key, stage: Stage, spot: Spot, words: str, letters: Letters = CAPTION) -> Node:
    """Return the caption above a spot."""
    at = spot.x, spot.y - spot.height / 2 - stage.px(12)
    return line((key, "caption"), words, letters, center=at)
