"""The nodes of a card table's scene graph, and helpers that make common ones."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Final, NamedTuple

import msgspec
import pygame

from towersim.common.units import Seat
from towersim.rules.base import Action
from towersim.ui.cards.card_faces import WIDE, Face, face_picture
from towersim.ui.cards.draw_cards import PLAIN, Look, draw_card, draw_count, draw_pile, draw_place
from towersim.ui.cards.draw_plates import SHORT, Plate, draw_plate
from towersim.ui.cards.places import Fan, Spot, spot_in
from towersim.ui.drawing.canvas import Canvas, Point
from towersim.ui.drawing.text import Letters
from towersim.ui.drawing.theme import ON_DARK_SOFT, Stage

Key = Hashable
Command = Hashable | Callable[[Any], Any]
"""A command that is no `Action` of the rules: `Undo`, `Say`, an `Answer` (`table.py`), or a
function that returns one of these for a `TableState`, called only when the command is given: for
commands that are expensive to compute, or depend on the state at that time."""


class Undo(msgspec.Struct, frozen=True):
    """The command that takes the last action back, where the rules allow it."""


class Say(msgspec.Struct, frozen=True):
    """A refusal in place of an action: it shows its reason and changes nothing."""

    words: str


class Seen(NamedTuple):
    """The rectangle, marks and age with which a `Painter` draws."""

    rect: pygame.Rect
    look: Look = PLAIN
    age: float = 1e9
    """Seconds since the last event was shown."""


CAPTION: Final = Letters(15, ON_DARK_SOFT)
Painter = Callable[[Canvas, Seen], None]


class Node(NamedTuple):
    """An object on the table: a card, a pile, a plate, a mat, or a drop zone."""

    key: Key
    """Its identity across frames; if its place differs between two frames, it moves there."""
    zone: str
    """The group it belongs to (`hand`, `pile` …); left and right walk within a zone."""
    place: Spot
    face: Face | Painter | None = None
    """A card's face or back, or a function that draws it; None: invisible."""
    look: Look = PLAIN
    wide: float = WIDE
    """Width over height."""
    cards: int = 0
    """Number of cards in the pile of which this is the top; 0 if it is no pile."""
    cut: float = 1.0
    """Visible share of its height, from the upper edge (0 … 1)."""
    lift: float = 0.0
    """Its rise when chosen or pointed at, in pixels."""
    action: Action | Command | None = None
    """The command of a click or Enter; `Say` if that is refused now."""
    twice: Action | Command | None = None
    """The command of a double click."""
    other: Action | Command | None = None
    """The command of the right button."""
    tip: str = ""
    tip_at: tuple[int, int] | None = None
    """Position of the tooltip, in pixels; None: beside the node."""
    drags: tuple[Key, ...] = ()
    """Keys of the nodes dragged with it; empty if it cannot be dragged."""
    drop: Action | Command | None = None
    """The command of a drop here; `Say` if the dragged card is refused, None: no drop zone."""
    along: tuple[Key, ...] = ()
    """Keys of other nodes that are highlighted when this is pointed at."""

    @property
    def touchable(self) -> bool:
        """Whether it has a command, a tooltip or can be dragged."""
        wants = (self.action, self.twice, self.other)
        return any(want is not None for want in wants) or bool(self.tip or self.drags)

    @property
    def up(self) -> Spot:
        """Its visible place: raised by `lift` if it is chosen or pointed at."""
        raised = self.lift and (self.look.chosen or self.look.pointed)
        return self.place._replace(y=self.place.y - self.lift) if raised else self.place

    def has(self, point: tuple[float, float]) -> bool:
        """Return whether a point hits it, at its place or raised."""
        return self.place.has(point, self.wide) or self.up.has(point, self.wide)

    def rect(self, spot: Spot | None = None) -> pygame.Rect:
        """Return the upright rectangle of the node's size at its place or another `spot`."""
        return (self.place if spot is None else spot).rect(self.wide)


def area(key: Key, zone: str, rect: pygame.Rect, face: Painter | None = None) -> Node:
    """Return a node that fills a rectangle, drawn by a painter or invisible."""
    return Node(key, zone, spot_in(rect), face, wide=rect.w / max(rect.h, 1))


def empty_place(key: Key, zone: str, place: Spot, words: str = "", *, lit: bool = False) -> Node:
    """Return a node for an empty place of a card; `lit` highlights it."""

    def paint(canvas: Canvas, seen: Seen) -> None:
        draw_place(canvas, spot_in(seen.rect), words, lit=lit)

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
    return Node(key, "words", spot, lambda canvas, _seen: draw_count(canvas, spot, cards))


def seat_plate(seat: Seat, rect: pygame.Rect, plate: Plate) -> Node:
    """Return the plate of a seat; its key `("plate", seat)` is the target of cards flying there."""

    def paint(canvas: Canvas, seen: Seen) -> None:
        draw_plate(canvas, seen.rect, plate)

    found = area(("plate", seat), "plates", rect, paint)
    tip = plate.seat.name if len(plate.seat.name) > SHORT else ""
    return found._replace(tip=tip, tip_at=rect.bottomleft)


def line(key: Key, words: str, letters: Letters, width: int | None = None, **point: Point) -> Node:
    """Return a line of words, smaller to fit into `width` pixels if that is given.

    Its position is one named point, as `pygame.Rect` names them: `midleft=(x, y)`.
    """
    ((anchor, at),) = point.items()
    units, tint, bold = letters

    def paint(canvas: Canvas, seen: Seen) -> None:
        here = {anchor: seen.rect.center}
        if width is None:
            canvas.text(words, units, tint, bold=bold, **here)
        else:
            canvas.fitted(words, units, tint, width, bold=bold, **here)

    pixel = pygame.Rect(round(at[0]), round(at[1]), 1, 1)
    return area(key, "words", pixel, paint)


def caption(key: Key, stage: Stage, spot: Spot, words: str, letters: Letters = CAPTION) -> Node:
    """Return the caption above a spot."""
    at = spot.x, spot.y - spot.height / 2 - stage.px(12)
    return line((key, "caption"), words, letters, center=at)


def topmost(
    nodes: Sequence[Node], at: tuple[float, float], wanted: Callable[[Node], bool]
) -> Node | None:
    """Return the topmost node at a point that satisfies `wanted`, or None (hit test)."""
    return next((node for node in reversed(nodes) if wanted(node) and node.has(at)), None)


def draw_node(canvas: Canvas, node: Node, spot: Spot | None = None, age: float = 1e9) -> None:
    """Draw a node at its place or at another spot; `age` is passed on to its painter."""
    spot = node.up if spot is None else spot
    if node.face is None:
        return
    if not isinstance(node.face, Face):
        node.face(canvas, Seen(node.rect(spot), node.look, age))
    elif node.cut < 1:
        picture = face_picture(canvas.stage, node.face, round(spot.height))
        part = pygame.Rect(0, 0, picture.get_width(), round(node.cut * spot.height))
        canvas.target.blit(picture, node.rect(spot), part)
    elif node.cards:
        draw_pile(canvas, node.face, spot, node.cards, node.look)
    else:
        draw_card(canvas, node.face, spot, node.look)
