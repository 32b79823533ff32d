"""What the mouse means on a card table: a click, a second one at once, a card pulled somewhere."""

import math
from collections.abc import Sequence
from typing import Final, Generic, NamedTuple, TypeVar

from towersim.rules.base import Action
from towersim.ui.cards.nodes import Command, Key, Node, topmost

C = TypeVar("C")

NEAR: Final = 8
"""A press that has moved less far, in units of the stage, is a click."""
TWICE: Final = 0.4
"""Two clicks within so many seconds are a double click."""
RIGHT: Final = 3
"""The mouse's right button."""

Point = tuple[int, int]


class Clicked(NamedTuple, Generic[C]):
    """A card was pressed and let go where it lies."""

    card: C


class Dropped(NamedTuple, Generic[C]):
    """A card was pulled away and let go at a point."""

    card: C
    at: Point


class Drag(Generic[C]):
    """What the mouse does with a card; `unit` is how many pixels a unit has."""

    def __init__(self, unit: float = 1.0) -> None:
        self.unit = unit
        self._card: C | None = None
        self._from = self.at = (0, 0)
        self._pulled = False

    @property
    def card(self) -> C | None:
        """The card that hangs at the mouse, drawn around `at`; None while it may be a click."""
        return self._card if self._pulled else None

    def press(self, card: C, at: Point) -> None:
        """Note that the button went down on a card."""
        self._card, self._from, self.at, self._pulled = card, at, at, False

    def move(self, at: Point) -> None:
        """Follow the mouse."""
        self.at = at
        if self._card is not None and math.dist(at, self._from) > NEAR * self.unit:
            self._pulled = True

    def release(self, at: Point) -> Clicked[C] | Dropped[C] | None:
        """Return what letting the button go meant."""
        self.move(at)
        card, pulled = self._card, self._pulled
        self.cancel()
        if card is None:
            return None
        return Dropped(card, at) if pulled else Clicked(card)

    def cancel(self) -> None:
        """Forget the card: it lies where it lay."""
        self._card, self._pulled = None, False


class Wish(NamedTuple):
    """What a person wants, or why that does not go."""

    wanted: Action | Command | None
    why_not: str = ""
    carried: tuple[Key, ...] = ()
    """What was let go of, where the mouse is."""


class Gestures:
    """Follows the mouse over nodes; `unit` is how many pixels a unit has."""

    def __init__(self, unit: float) -> None:
        self._drag: Drag[Key] = Drag(unit)
        self._clicked: tuple[Key, float] | None = None

    @property
    def dragged(self) -> Key | None:
        """What hangs at the mouse, or None."""
        return self._drag.card

    def dragged_nodes(self, nodes: Sequence[Node]) -> tuple[Node, ...]:
        """Return those of the nodes that hang at the mouse."""
        here = {node.key: node for node in nodes}
        node = here.get(self.dragged) if self.dragged is not None else None
        return tuple(here[key] for key in node.drags if key in here) if node else ()

    def move(self, at: Point) -> None:
        """Follow the mouse."""
        self._drag.move(at)

    def cancel(self) -> None:
        """Let go of what hangs at the mouse: it lies where it lay."""
        self._drag.cancel()

    def press(self, nodes: Sequence[Node], at: Point, button: int, now: float) -> Wish | None:
        """Return what pressing a button at a point asks for, `now` in seconds; None: nothing."""
        if button == RIGHT:
            node = topmost(nodes, at, lambda node: node.other is not None)
            return None if node is None else Wish(node.other)
        node = topmost(nodes, at, lambda node: node.touchable)
        if node is None:
            return None
        if node.drags:
            self._drag.press(node.key, at)
            return None
        return self._click(node, now)

    def release(self, nodes: Sequence[Node], at: Point, now: float) -> Wish | None:
        """Return what letting the left button go asks for; `nodes` have their drop zones."""
        match self._drag.release(at):
            case Clicked(key):
                node = next((node for node in nodes if node.key == key), None)
                return None if node is None else self._click(node, now)
            case Dropped(key, at):
                goal = topmost(nodes, at, lambda n: n.drop is not None or bool(n.refuses))
                carried = next((node.drags for node in nodes if node.key == key), ())
                return Wish(goal and goal.drop, goal.refuses if goal else "", carried)
            case None:
                return None

    def _click(self, node: Node, now: float) -> Wish:
        """Return what a click asks for; a second one at once may ask for something else."""
        before, self._clicked = self._clicked, (node.key, now)
        at_once = before is not None and before[0] == node.key and now - before[1] < TWICE
        if at_once and node.twice is not None:
            self._clicked = None
            return Wish(node.twice)
        return Wish(node.action, node.why_not)
