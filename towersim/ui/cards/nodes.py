"""The nodes that card games share: fans, piles, places, captions, plates; and their geometry."""

import math
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final, NamedTuple, TypeVar

import pygame

from towersim.common.units import Seat
from towersim.match.record import SeatSpec
from towersim.ui.cards import card_faces
from towersim.ui.cards.card_faces import Cloth, Face, card_size
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.text import Letters
from towersim.ui.drawing.theme import ON_DARK, ON_DARK_SOFT, Viewport
from towersim.ui.nodes.node import WIDE, Key, Node, Painting, Spot, area, line, spot_in

T = TypeVar("T")
GAP: Final = 0.08
"""Gap between cards that need not overlap, as a share of their width."""
WON: Final = 0.62
"""Greatest height of a winner's cards, as a share of the picture's."""
MARGINS: Final = 0.86
"""Share of the picture that a winner's cards may fill."""
SHOWN, APART, LINE = 0.34, 0.24, 1.12
"""The visible width of a winner's covered card, the gap between groups, and the distance of lines,
as shares of the height of a card."""
SWAG: Final = 0.5
"""Sag of a full fan's ends, in units of half its width times `arc` in radians."""


def columns(rect: pygame.Rect, count: int, gap: int = 0) -> list[pygame.Rect]:
    """Return a rectangle split into `count` columns of equal width, `gap` pixels apart.

    >>> [(column.x, column.w) for column in columns(pygame.Rect(0, 0, 320, 50), 3, 10)]
    [(0, 100), (110, 100), (220, 100)]
    """
    wide = (rect.w - (count - 1) * gap) // max(count, 1)
    return [pygame.Rect(rect.x + i * (wide + gap), rect.y, wide, rect.h) for i in range(count)]


def grouped(
    first: Spot, width: float, sizes: Sequence[int], step: float, apart: float
) -> list[tuple[Spot, ...]]:
    """Return the spots of groups of cards side by side; `first.x` is their left edge.

    Cards of a group lie `step` pixels apart, or less so that all groups fit into `width`; groups
    lie `apart`.
    """
    wide = card_size(round(first.height))[0]
    room = width - len(sizes) * (wide + apart) + apart
    step = min(step, room / max(sum(sizes) - len(sizes), 1))
    x, groups = first.x + wide / 2, []
    for size in sizes:
        groups.append(first._replace(x=x).row(size, step))
        x += step * (size - 1) + wide + apart
    return groups


def draw_won(canvas: Canvas, cloth: Cloth, groups: Sequence[Sequence[Face]]) -> None:
    """Draw the cards of the winners on a whole cloth, in lines as large as fits."""
    width, height = canvas.viewport.size
    canvas.put(card_faces.felt(canvas.viewport, height, cloth.felt), (0, 0))
    wide, high = MARGINS * width, round(WON * height)
    while len(lines := _wrapped(groups, high, wide)) * LINE * high > MARGINS * height:
        high -= 2
    for index, row in enumerate(lines):
        y = height / 2 + (index - (len(lines) - 1) / 2) * LINE * high
        spots = grouped(Spot(0, y, high), wide, [*map(len, row)], SHOWN * high, APART * high)
        left = (width - spots[-1][-1].x - WIDE * high / 2) / 2
        for face, spot in zip(chain(*row), chain(*spots), strict=True):
            card_faces.draw_card(canvas, face, spot._replace(x=spot.x + left))


def _wrapped(groups: Sequence[Sequence[T]], high: int, wide: float) -> list[list[Sequence[T]]]:
    """Return groups of cards `high` pixels high in lines of at most `wide` pixels."""
    lines, left = list[list[Sequence[T]]](), 0.0
    for group in groups:
        size = high * (WIDE + SHOWN * (len(group) - 1))
        if not lines or size > left:
            lines.append([])
            left = wide
        lines[-1].append(group)
        left -= size + APART * high
    return lines


class Fan(NamedTuple):
    """Cards side by side in the middle of `area`, overlapping if they must; the last lies on top.

    >>> row = Fan(pygame.Rect(0, 0, 300, 140), (100, 140), 5)
    >>> [round(spot.x) for spot in row.spots()]
    [50, 100, 150, 200, 250]
    """

    area: pygame.Rect
    size: tuple[int, int]
    """A card's width and height, in pixels."""
    cards: int
    arc: float = 0.0
    """Angle of the outermost cards of a full fan, in degrees; 0: a row."""

    @property
    def step(self) -> float:
        """Distance between the centres of neighbours, in pixels."""
        spare = (self.area.w - self.size[0]) / max(self.cards - 1, 1)
        return min(self.size[0] * (1 + GAP), max(spare, 0.0))

    def spots(self) -> list[Spot]:
        """Return each card's spot; the outermost ones are lowest and end at the area's bottom."""
        middle, full = (self.cards - 1) / 2, self.area.w / 2
        hangs = SWAG * full * math.radians(self.arc) * (self.step / full) ** 2
        low = self.area.bottom - self.size[1] / 2 - hangs * middle**2
        return [
            Spot(
                self.area.centerx + off * self.step,
                low + hangs * off**2,
                self.size[1],
                -round(self.arc * off * self.step / full),
            )
            for off in (index - middle for index in range(self.cards))
        ]


WORDS: Final = 0.72
"""Largest height of the text on a plate, as a share of the plate's."""
NAME: Final = 18
"""Height of a name, in units."""
SHORT: Final = 14
"""Longest name, in characters, without a tooltip."""
LEFT: Final = 36
"""Left edge of the name on the plate, in units."""
PLATE_GAP: Final = 7
"""Gap between the parts at the right of a plate, in units."""
BACK_HIGH: Final = 20
"""Height of the back beside the number of cards, in units."""


class Plate(NamedTuple):
    """The content of a seat's plate."""

    seat: SeatSpec
    text: str
    """Short text on its right: number of cards, points, "out"."""
    turn: bool = False
    """Whether it is this seat's turn; such a plate is lit."""
    faint: bool = False
    """Whether the seat is out of play."""
    held: tuple[int, Face] | None = None
    """Size of the seat's hand and the back of its cards; None: not shown."""
    brief: str = ""
    """Shorter text, used if `text` leave too little room for the name."""


def draw_plate(canvas: Canvas, rect: pygame.Rect, plate: Plate) -> None:
    """Draw a plate, with the brief text if the long one leaves the name too little room."""
    viewport, px = canvas.viewport, canvas.px
    parts = _right_parts(viewport, rect, plate, plate.text)
    wide = viewport.fonts.width(plate.seat.name, px(NAME), bold=plate.turn)
    if plate.brief and wide > _room(viewport, rect, parts):
        parts = _right_parts(viewport, rect, plate, plate.brief)
    canvas.seat_plate(rect, lit=plate.turn)
    tint = ON_DARK_SOFT if plate.faint else ON_DARK
    canvas.player(plate.seat, 18, lit=plate.turn, midleft=(rect.x + px(11), rect.centery))
    room = max(_room(viewport, rect, parts), 1), rect.h - px(6)
    at = rect.x + px(LEFT), rect.centery
    canvas.name(plate.seat.name, NAME, tint, room, bold=plate.turn, midleft=at)
    x = rect.right - _width(viewport, parts)
    for part in parts:
        x = canvas.put(part, midleft=(x, rect.centery)).right + px(PLATE_GAP)


def _room(viewport: Viewport, rect: pygame.Rect, parts: Sequence[pygame.Surface]) -> int:
    """Return the width left for the name beside the parts at the right, in pixels."""
    return rect.w - viewport.px(LEFT + 8) - _width(viewport, parts)


def _right_parts(
    viewport: Viewport, rect: pygame.Rect, plate: Plate, text: str
) -> list[pygame.Surface]:
    """Return the parts at the right of a plate: back and size of the hand, then the text.

    Each takes at most `WORDS` of the height and 62 % of the width, in favour of the name. A dot
    stands before the text, but not before the brief one.
    """
    most, high = round(0.62 * rect.w), round(WORDS * rect.h)
    parts = [viewport.text(text, 15, ON_DARK_SOFT, room=(most, high))]
    if plate.held is not None:
        cards, back = plate.held
        number = viewport.text(str(cards), 15, ON_DARK, bold=True, room=(most, high))
        if text == plate.text:
            parts.insert(0, viewport.text("·", 15, ON_DARK_SOFT, room=(most, high)))
        parts = [back.picture(viewport, viewport.px(BACK_HIGH)), number, *parts]
    return parts


def _width(viewport: Viewport, parts: Sequence[pygame.Surface]) -> int:
    """Return the width of parts with the gaps between them and the margin after them."""
    gaps = viewport.px(PLATE_GAP) * (len(parts) - 1) + viewport.px(12)
    return sum(part.get_width() for part in parts) + gaps


def plate_rects(
    row: pygame.Rect, seats: int, home: int, widest: int, gap: int
) -> dict[int, pygame.Rect]:
    """Return the rectangles of all plates but that of `home` in a row, by seat, in turn order.

    >>> rects = plate_rects(pygame.Rect(0, 0, 320, 50), 4, 2, 80, 10)
    >>> [(seat, rect.x, rect.w) for seat, rect in rects.items()]
    [(3, 10, 80), (0, 120, 80), (1, 230, 80)]
    """
    rects = {}
    for step, part in enumerate(columns(row, seats - 1, gap), 1):
        rects[(home + step) % seats] = plate = part.copy()
        plate.w = min(part.w, widest)
        plate.centerx = part.centerx
    return rects


CAPTION: Final = Letters(15, ON_DARK_SOFT)


def empty_place(key: Key, zone: str, place: Spot, caption: str = "", *, lit: bool = False) -> Node:
    """Return a node for an empty place of a card; `lit` highlights it."""

    def paint(canvas: Canvas, painting: Painting) -> None:
        card_faces.draw_place(canvas, spot_in(painting.rect), caption, lit=lit)

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
    return Node(key, "words", spot, lambda on, _painting: card_faces.draw_count(on, spot, cards))


def seat_plate(seat: Seat, rect: pygame.Rect, plate: Plate) -> Node:
    """Return the plate of a seat; its key `("plate", seat)` is the target of cards flying there."""

    def paint(canvas: Canvas, painting: Painting) -> None:
        draw_plate(canvas, painting.rect, plate)

    node = area(("plate", seat), "plates", rect, paint)
    tip = plate.seat.name if len(plate.seat.name) > SHORT else ""
    return node._replace(tip=tip, tip_at=rect.bottomleft)


def caption(key: Key, viewport: Viewport, spot: Spot, text: str) -> Node:
    """Return the caption above a spot."""
    at = spot.x, spot.y - spot.height / 2 - viewport.px(12)
    letters = CAPTION._replace(units=viewport.grown(CAPTION.units, 19))
    wide = round(WIDE * spot.height) + viewport.px(20)
    return line((key, "caption"), text, letters, wide, center=at)
