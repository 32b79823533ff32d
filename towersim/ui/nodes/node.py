"""The nodes of a table's scene graph: what is drawn, where, and which commands it has."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final, NamedTuple, Protocol

import msgspec
import pygame

from towersim.rules.base import Action
from towersim.ui.drawing.canvas import Canvas, Point
from towersim.ui.drawing.text import Letters
from towersim.ui.drawing.theme import Viewport

WIDE: Final = 5 / 7
"""Width of a card over its height."""
Key = Hashable
Command = Hashable | Callable[[Any], Any]
"""A command that is no `Action` of the rules: `Undo`, `Say`, a `Reaction` (`cards/table.py`), or a
function that returns one of these for a `TableState`, called only when the command is given: for
commands that are expensive to compute, or depend on the state at that time."""


class Undo(msgspec.Struct, frozen=True):
    """The command that takes the last action back, where the rules allow it."""


class Say(msgspec.Struct, frozen=True):
    """A refusal in place of an action: it shows its reason and changes nothing."""

    reason: str


class Spot(NamedTuple):
    """The pose of a node: centre and height in pixels, angle in degrees anticlockwise."""

    x: float
    y: float
    height: float
    angle: float = 0.0

    def has(self, point: tuple[float, float], wide: float) -> bool:
        """Return whether a point hits a node here; `wide` is its width over its height."""
        along, down = (pygame.Vector2(point) - (self.x, self.y)).rotate(self.angle)
        return abs(along) <= wide * self.height / 2 and abs(down) <= self.height / 2

    def row(self, cards: int, step: float) -> "tuple[Spot, ...]":
        """Return `cards` spots from this one to the right, `step` pixels apart."""
        return tuple(self._replace(x=self.x + index * step) for index in range(cards))

    def rect(self, wide: float = WIDE) -> pygame.Rect:
        """Return the upright rectangle of a node here; `wide` is its width over its height."""
        size = round(wide * self.height), round(self.height)
        return pygame.Rect(round(self.x - size[0] / 2), round(self.y - size[1] / 2), *size)


def spot_in(rect: pygame.Rect) -> Spot:
    """Return the spot of an upright node that fills a rectangle."""
    return Spot(rect.x + rect.w / 2, rect.y + rect.h / 2, rect.h)


class NodeMarks(NamedTuple):
    """The marks on a node; none by default."""

    legal: bool = False
    """It may be chosen: a light edge."""
    dim: bool = False
    """It cannot be chosen: it is darker."""
    chosen: bool = False
    """It has been chosen: a frame and a tick."""
    pointed: bool = False
    """Mouse or keyboard point at it: a frame."""


PLAIN: Final = NodeMarks()


class Painting(NamedTuple):
    """The rectangle, marks and age with which a `Painter` draws."""

    rect: pygame.Rect
    marks: NodeMarks = PLAIN
    age: float = 1e9
    """Seconds since the last event was shown."""


Painter = Callable[[Canvas, Painting], None]


class TurningFace(Protocol):
    """The front or back of a node that may fly and turn over, as a card's `Face`."""

    @property
    def is_back(self) -> bool:
        """Whether it is a back."""

    def picture(self, viewport: Viewport, height: int) -> pygame.Surface:
        """Return the cached picture, `height` in pixels; do not draw on it."""

    def draw(self, canvas: Canvas, spot: Spot, marks: NodeMarks, cards: int) -> None:
        """Draw it with its marks; `cards` is the number of cards in the pile below, or 0."""


class Node(NamedTuple):
    """An object on the table: a card, a pile, a plate, a mat, or a drop zone."""

    key: Key
    """Its identity across frames; if its place differs between two frames, it moves there."""
    zone: str
    """The group it belongs to (`hand`, `pile` …); left and right walk within a zone."""
    place: Spot
    face: TurningFace | Painter | None = None
    """A card's face or back, or a function that draws it; None: invisible."""
    marks: NodeMarks = PLAIN
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
    def turning(self) -> TurningFace | None:
        """Its face or back, if it has one: only such nodes move."""
        return None if callable(self.face) else self.face

    @property
    def back(self) -> TurningFace | None:
        """Its back, if that is shown."""
        return self.turning if self.turning is not None and self.turning.is_back else None

    @property
    def touchable(self) -> bool:
        """Whether it has a command, a tooltip or can be dragged."""
        wants = (self.action, self.twice, self.other)
        return any(want is not None for want in wants) or bool(self.tip or self.drags)

    @property
    def up(self) -> Spot:
        """Its visible place: raised by `lift` if it is chosen or pointed at."""
        raised = self.lift and (self.marks.chosen or self.marks.pointed)
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


def line(key: Key, text: str, letters: Letters, width: int | None = None, **point: Point) -> Node:
    """Return a line of words, smaller to fit into `width` pixels if that is given.

    Its position is one named point, as `pygame.Rect` names them: `midleft=(x, y)`.
    """
    ((anchor, at),) = point.items()
    units, tint, bold = letters

    def paint(canvas: Canvas, painting: Painting) -> None:
        here = {anchor: painting.rect.center}
        if width is None:
            canvas.text(text, units, tint, bold=bold, **here)
        else:
            canvas.fitted(text, units, tint, width, bold=bold, **here)

    pixel = pygame.Rect(round(at[0]), round(at[1]), 1, 1)
    return area(key, "words", pixel, paint)


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
    if callable(node.face):
        node.face(canvas, Painting(node.rect(spot), node.marks, age))
    elif node.cut < 1:
        picture = node.face.picture(canvas.viewport, round(spot.height))
        part = pygame.Rect(0, 0, picture.get_width(), round(node.cut * spot.height))
        canvas.target.blit(picture, node.rect(spot), part)
    else:
        node.face.draw(canvas, spot, node.marks, node.cards)
