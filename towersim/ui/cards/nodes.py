"""What a card table is made of: nodes with a key, drawn and pressed by the kit."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Final, NamedTuple

import msgspec
import pygame

from towersim.rules.base import Action
from towersim.ui.canvas import Canvas, Point
from towersim.ui.cards.card_faces import WIDE, Face, face_picture
from towersim.ui.cards.draw_cards import PLAIN, Look, draw_card, draw_count, draw_pile, draw_place
from towersim.ui.cards.draw_plates import SHORT, Plate, draw_plate
from towersim.ui.cards.places import Fan, Spot, spot_in
from towersim.ui.draw_text import Letters
from towersim.ui.theme import ON_DARK_SOFT, Stage
from towersim.units import Seat

Key = Hashable
Command = Hashable | Callable[[Any], Any]
"""What is asked for and is no `Action` of the rules: `Undo`, `Say`, an `Answer` (`table.py`), or a
function that returns one of these for a `TableState`: what costs to find out, or what a button
stands for whatever follows from it."""


class Undo(msgspec.Struct, frozen=True):
    """Take the last action back: the command of every table whose rules let it."""


class Say(msgspec.Struct, frozen=True):
    """Say why something does not go: it stands where an action would, and changes nothing."""

    words: str


class Seen(NamedTuple):
    """Where and how something that is no card is seen."""

    rect: pygame.Rect
    look: Look = PLAIN
    age: float = 1e9
    """Seconds since the last event was shown."""


CAPTION: Final = Letters(15, ON_DARK_SOFT)
Painter = Callable[[Canvas, Seen], None]


class Node(NamedTuple):
    """One thing on the table: a card, a pile, a plate, a mat, or an area to drop cards on."""

    key: Key
    """The same thing in another frame has the same key: if it lies elsewhere then, it moves."""
    zone: str
    """Where it belongs: `hand`, `pile` …; arrow keys walk within a zone, then to another."""
    place: Spot
    face: Face | Painter | None = None
    """A card's face or back, or what draws it; None is not seen."""
    look: Look = PLAIN
    wide: float = WIDE
    """Width over height."""
    cards: int = 0
    """Of how many cards this is the top one; 0 if it is no pile."""
    cut: float = 1.0
    """How much of it is seen, from its upper edge, where there is no room for more."""
    lift: float = 0.0
    """How far it comes up when it is chosen or pointed at, in pixels."""
    action: Action | Command | None = None
    """What a click or Enter does; `Say` if that is refused now."""
    twice: Action | Command | None = None
    """What a second click at once does."""
    other: Action | Command | None = None
    """What the right button does."""
    tip: str = ""
    tip_at: tuple[int, int] | None = None
    """Where the tip goes; None: beside the node."""
    drags: tuple[Key, ...] = ()
    """What hangs at the mouse if this is pulled away; nothing if it cannot be."""
    drop: Action | Command | None = None
    """What letting the dragged card go here does; `Say` if it cannot be let go here."""
    along: tuple[Key, ...] = ()
    """What else is marked when this is pointed at."""

    @property
    def touchable(self) -> bool:
        """Whether there is anything to do or to read here."""
        wants = (self.action, self.twice, self.other)
        return any(want is not None for want in wants) or bool(self.tip or self.drags)

    @property
    def up(self) -> Spot:
        """Where it is seen: higher if it is chosen or pointed at."""
        raised = self.lift and (self.look.chosen or self.look.pointed)
        return self.place._replace(y=self.place.y - self.lift) if raised else self.place

    def has(self, point: tuple[float, float]) -> bool:
        """Return whether a point is on it, also where it lay before it came up."""
        return self.place.has(point, self.wide) or self.up.has(point, self.wide)

    def rect(self, spot: Spot | None = None) -> pygame.Rect:
        """Return the upright rectangle around its place, or around another one."""
        return (self.place if spot is None else spot).rect(self.wide)


def area(key: Key, zone: str, rect: pygame.Rect, face: Painter | None = None) -> Node:
    """Return a node that is no card and fills a rectangle."""
    return Node(key, zone, spot_in(rect), face, wide=rect.w / max(rect.h, 1))


def empty_place(key: Key, zone: str, place: Spot, words: str = "", *, lit: bool = False) -> Node:
    """Return a place on which no card lies."""

    def paint(canvas: Canvas, seen: Seen) -> None:
        draw_place(canvas, spot_in(seen.rect), words, lit=lit)

    return Node(key, zone, place, paint)


def fan_nodes(
    zone: str, fan: Fan, cards: Iterable[tuple[Key, Face]], *, lift: float = 0.0
) -> list[Node]:
    """Return cards that lie in a fan, the last on top."""
    return [
        Node(key, zone, spot, face, lift=lift)
        for (key, face), spot in zip(cards, fan.spots(), strict=True)
    ]


def backs(seat: Seat, cards: int, back: Face) -> list[tuple[Key, Face]]:
    """Return the cards that a seat holds unseen, with keys of their own."""
    return [(("back", seat, index), back) for index in range(cards)]


def pile_count(key: Key, spot: Spot, cards: int) -> Node:
    """Return the number of cards that lie at a spot."""
    return Node(key, "words", spot, lambda canvas, _seen: draw_count(canvas, spot, cards))


def seat_plate(seat: Seat, rect: pygame.Rect, plate: Plate) -> Node:
    """Return the plate of a seat; cards that go to the seat go to `("plate", seat)`."""

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
    """Return the words above a spot that say what lies there."""
    at = spot.x, spot.y - spot.height / 2 - stage.px(12)
    return line((key, "caption"), words, letters, center=at)


def topmost(
    nodes: Sequence[Node], at: tuple[float, float], wanted: Callable[[Node], bool]
) -> Node | None:
    """Return what lies topmost at a point of what is wanted: the nodes, last one first."""
    return next((node for node in reversed(nodes) if wanted(node) and node.has(at)), None)


def draw_node(canvas: Canvas, node: Node, spot: Spot | None = None, age: float = 1e9) -> None:
    """Draw a node where it lies, or at another spot."""
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
