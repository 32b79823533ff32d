"""What the mouse means on a card table: a click, a second one at once, a card pulled somewhere."""

import math
from collections.abc import Sequence
from typing import Final

from towersim.rules.base import Action
from towersim.ui.cards.nodes import Command, Key, Node, topmost

NEAR: Final = 8
"""A press that has moved less far, in units of the stage, is a click."""
TWICE: Final = 0.4
"""Two clicks within so many seconds are a double click."""
RIGHT: Final = 3
"""The mouse's right button."""

Point = tuple[int, int]


class Gestures:
    """Follows the mouse over nodes; `unit` is how many pixels a unit has."""

    def __init__(self, unit: float = 1.0) -> None:
        self._near = NEAR * unit
        self._pressed: Key | None = None
        self._from = (0, 0)
        self._pulled = False
        self._clicked: tuple[Key, float] | None = None

    @property
    def dragged(self) -> Key | None:
        """What hangs at the mouse; None while it may be a click."""
        return self._pressed if self._pulled else None

    def dragged_nodes(self, nodes: Sequence[Node]) -> tuple[Node, ...]:
        """Return those of the nodes that hang at the mouse."""
        here = {node.key: node for node in nodes}
        node = here.get(self.dragged) if self.dragged is not None else None
        return tuple(here[key] for key in node.drags if key in here) if node else ()

    def move(self, at: Point) -> None:
        """Follow the mouse."""
        if self._pressed is not None and math.dist(at, self._from) > self._near:
            self._pulled = True

    def cancel(self) -> None:
        """Let go of what hangs at the mouse: it lies where it lay."""
        self._pressed, self._pulled = None, False

    def press(
        self, nodes: Sequence[Node], at: Point, button: int, now: float
    ) -> Action | Command | None:
        """Return what pressing a button at a point asks for, `now` in seconds; None: nothing."""
        if button == RIGHT:
            node = topmost(nodes, at, lambda node: node.other is not None)
            return None if node is None else node.other
        node = topmost(nodes, at, lambda node: node.touchable)
        if node is not None and node.drags:
            self._pressed, self._from, self._pulled = node.key, at, False
            return None
        return None if node is None else self._click(node, now)

    def release(self, nodes: Sequence[Node], at: Point, now: float) -> Action | Command | None:
        """Return what letting the left button go asks for; `nodes` have their drop zones."""
        self.move(at)
        key, pulled = self._pressed, self._pulled
        self.cancel()
        if pulled:
            goal = topmost(nodes, at, lambda node: node.drop is not None)
            return None if goal is None else goal.drop
        node = next((node for node in nodes if node.key == key), None)
        return None if node is None or key is None else self._click(node, now)

    def _click(self, node: Node, now: float) -> Action | Command | None:
        """Return what a click asks for; a second one at once may ask for something else."""
        before, self._clicked = self._clicked, (node.key, now)
        at_once = before is not None and before[0] == node.key and now - before[1] < TWICE
        if at_once and node.twice is not None:
            self._clicked = None
            return node.twice
        return node.action
