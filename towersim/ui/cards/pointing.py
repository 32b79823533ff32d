"""Mouse hit testing and keyboard focus on a card table."""

from collections.abc import Sequence

import pygame

from towersim.ui.cards.gestures import Gestures
from towersim.ui.cards.nodes import Key, Node, Say, topmost
from towersim.ui.input.bindings import Command
from towersim.ui.input.pointer import Pointer

Nodes = tuple[Node, ...]


class Pointing:
    """The mouse pointer, its gestures, and the keyboard focus."""

    def __init__(self, unit: float) -> None:
        """Begin without a focus; `unit` is the number of pixels per unit."""
        self.pointer, self.gestures = Pointer(), Gestures(unit)
        self.focus: Key | None = None
        """Key of the node with the keyboard focus; None before its first use."""

    def at(self, nodes: Nodes) -> Node | None:
        """Return the node at the keyboard focus or mouse; during a drag, the drop zone there."""
        if self.pointer.keys:
            return next((node for node in nodes if node.key == self.focus), None)
        carries = self.gestures.dragged is not None
        return topmost(nodes, self.pointer.at, lambda n: bool(n.drop) if carries else n.touchable)

    def point(self, key: Key) -> None:
        """Set the keyboard focus."""
        self.focus, self.pointer.keys = key, True

    def walk(self, nodes: Nodes, start: Node | None, command: Command) -> None:
        """Move the keyboard focus from `start` by an arrow key or Tab."""
        found = next_node(nodes, start, command)
        if found is not None:
            self.point(found.key)

    def stay(self, nodes: Nodes, gone: Node) -> None:
        """Move the focus to the nearest node in the zone of a node that has left it."""
        here = [node for node in nodes if node.zone == gone.zone]
        near = [node for node in here if node.action is not None]
        if near and all(node.key != gone.key for node in here):
            self.focus = min(near, key=lambda node: abs(node.place.x - gone.place.x)).key

    def cursor(self, nodes: Nodes) -> int:
        """Return the cursor's shape: a hand over nodes that can be clicked or dragged."""
        node = topmost(nodes, self.pointer.at, lambda node: node.touchable)
        if node is None or isinstance(node.action, Say):
            return pygame.SYSTEM_CURSOR_ARROW
        takes = node.action is not None or bool(node.drags)
        return pygame.SYSTEM_CURSOR_HAND if takes else pygame.SYSTEM_CURSOR_ARROW


def marked(nodes: Nodes, pointed: Node | None) -> Nodes:
    """Return the nodes, with `pointed` set in the look of that node and of those in its `along`."""
    keys = {pointed.key, *pointed.along} if pointed else set()
    return tuple(
        node._replace(look=node.look._replace(pointed=True)) if node.key in keys else node
        for node in nodes
    )


def next_node(nodes: Sequence[Node], now: Node | None, command: Command) -> Node | None:
    """Return the next node of the keyboard focus for an arrow key or Tab, or None.

    Left and right walk within a zone, up and down to the next zone, Tab to the next node in the
    order of drawing. Nodes with a refusal are left out, unless all have one. None if no node has
    a command.
    """
    every = [node for node in nodes if node.action is not None]
    wanted = [node for node in every if not isinstance(node.action, Say)] or every
    if not wanted:
        return None
    if command is Command.NEXT:
        return _after(wanted, now, every)
    rows = _rows(wanted)
    if now is None or now.key not in {node.key for node in wanted}:
        low, start = rows[-1], {Command.RIGHT: 0, Command.LEFT: -1}
        return low[start.get(command, len(low) // 2)]
    at, on = [row[0].zone for row in rows].index(now.zone), command in (Command.RIGHT, Command.DOWN)
    if command in (Command.LEFT, Command.RIGHT):
        row = rows[at]
        place = [node.key for node in row].index(now.key)
        return row[(place + (1 if on else -1)) % len(row)]
    row = rows[(at + (1 if on else -1)) % len(rows)]
    return min(row, key=lambda n: abs(n.place.x - now.place.x))


def _rows(wanted: Sequence[Node]) -> list[list[Node]]:
    """Return the nodes grouped by zone, the uppermost zone first, each from the left."""
    zones: dict[str, list[Node]] = {}
    for node in sorted(wanted, key=lambda node: node.place.x):
        zones.setdefault(node.zone, []).append(node)
    return sorted(zones.values(), key=lambda row: sum(n.place.y for n in row) / len(row))


def _after(wanted: Sequence[Node], now: Node | None, every: Sequence[Node]) -> Node:
    """Return the first of `wanted` after the present node in drawing order, cyclically."""
    order = {node.key: index for index, node in enumerate(every)}
    here = order.get(now.key, -1) if now else -1
    return next((node for node in wanted if order[node.key] > here), wanted[0])
