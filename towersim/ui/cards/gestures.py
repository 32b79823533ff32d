"""Mouse gestures on a card table: click, double click, drag and drop."""

import math
from collections.abc import Sequence
from typing import Final

from towersim.rules.base import Action
from towersim.ui.cards.nodes import Command, Key, Node, topmost

NEAR: Final = 8
"""Longest mouse move between press and release of a click, in units of the stage."""
TWICE: Final = 0.4
"""Longest time between the clicks of a double click, in seconds."""
RIGHT: Final = 3
"""Number of the right mouse button in pygame."""

Point = tuple[int, int]


class Gestures:
    """Recognises gestures on nodes; `unit` is the number of pixels per unit."""

    def __init__(self, unit: float = 1.0) -> None:
        self._near = NEAR * unit
        self._pressed: Key | None = None
        self._from = (0, 0)
        self._pulled = False
        self._clicked: tuple[Key, float] | None = None

    @property
    def dragged(self) -> Key | None:
        """Key of the dragged node; None while the press may still be a click."""
        return self._pressed if self._pulled else None

    def dragged_nodes(self, nodes: Sequence[Node]) -> tuple[Node, ...]:
        """Return the nodes that are dragged."""
        here = {node.key: node for node in nodes}
        node = here.get(self.dragged) if self.dragged is not None else None
        return tuple(here[key] for key in node.drags if key in here) if node else ()

    def move(self, at: Point) -> None:
        """Handle a mouse move: beyond `NEAR` units, a press becomes a drag."""
        if self._pressed is not None and math.dist(at, self._from) > self._near:
            self._pulled = True

    def cancel(self) -> None:
        """Cancel the drag or click."""
        self._pressed, self._pulled = None, False

    def press(
        self, nodes: Sequence[Node], at: Point, button: int, now: float
    ) -> Action | Command | None:
        """Return the command of pressing a button at a point, or None; `now` is in seconds."""
        if button == RIGHT:
            node = topmost(nodes, at, lambda node: node.other is not None)
            return None if node is None else node.other
        node = topmost(nodes, at, lambda node: node.touchable)
        if node is not None and node.drags:
            self._pressed, self._from, self._pulled = node.key, at, False
            return None
        return None if node is None else self._click(node, now)

    def release(self, nodes: Sequence[Node], at: Point, now: float) -> Action | Command | None:
        """Return the command of a release of the left button: that of a drop zone or of a click."""
        self.move(at)
        key, pulled = self._pressed, self._pulled
        self.cancel()
        if pulled:
            goal = topmost(nodes, at, lambda node: node.drop is not None)
            return None if goal is None else goal.drop
        node = next((node for node in nodes if node.key == key), None)
        return None if node is None or key is None else self._click(node, now)

    def _click(self, node: Node, now: float) -> Action | Command | None:
        """Return the command of a click, or of a double click if the node has one."""
        before, self._clicked = self._clicked, (node.key, now)
        at_once = before is not None and before[0] == node.key and now - before[1] < TWICE
        if at_once and node.twice is not None:
            self._clicked = None
            return node.twice
        return node.action
