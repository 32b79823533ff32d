"""What mouse and keyboard point at on a card table, and where the keyboard goes next."""

from collections.abc import Sequence
from typing import Final

import pygame

from towersim.ui.cards.gestures import Gestures
from towersim.ui.cards.nodes import Key, Node, Say, topmost
from towersim.ui.input import Command
from towersim.ui.pointer import Pointer

Nodes = tuple[Node, ...]
WALK: Final = (Command.LEFT, Command.RIGHT, Command.UP, Command.DOWN, Command.NEXT)
"""The keys that lead from node to node."""


class Pointing:
    """The mouse over nodes, and the node that the keyboard has walked to."""

    def __init__(self, unit: float) -> None:
        """Begin with nothing pointed at; `unit` is how many pixels a unit has."""
        self.pointer, self.gestures = Pointer(), Gestures(unit)
        self.focus: Key | None = None
        """What the keyboard points at, once it does."""

    def at(self, nodes: Nodes) -> Node | None:
        """Return what is pointed at, or where what hangs at the mouse can go."""
        if self.pointer.keys:
            return next((node for node in nodes if node.key == self.focus), None)
        carries = self.gestures.dragged is not None
        return topmost(nodes, self.pointer.at, lambda n: bool(n.drop) if carries else n.touchable)

    def point(self, key: Key) -> None:
        """Let the keyboard point at something."""
        self.focus, self.pointer.keys = key, True

    def walk(self, nodes: Nodes, start: Node | None, command: Command) -> None:
        """Go on from where the keyboard points, as an arrow or Tab says."""
        found = next_node(nodes, start, command)
        if found is not None:
            self.point(found.key)

    def stay(self, nodes: Nodes, gone: Node) -> None:
        """Point at the nearest node in the zone of something that has gone from it."""
        here = [node for node in nodes if node.zone == gone.zone]
        near = [node for node in here if node.action is not None]
        if near and all(node.key != gone.key for node in here):
            self.focus = min(near, key=lambda node: abs(node.place.x - gone.place.x)).key

    def cursor(self, nodes: Nodes) -> int:
        """Return the shape of the mouse pointer: a hand over what can be taken."""
        node = topmost(nodes, self.pointer.at, lambda node: node.touchable)
        if node is None or isinstance(node.action, Say):
            return pygame.SYSTEM_CURSOR_ARROW
        takes = node.action is not None or bool(node.drags)
        return pygame.SYSTEM_CURSOR_HAND if takes else pygame.SYSTEM_CURSOR_ARROW


def marked(nodes: Nodes, pointed: Node | None) -> Nodes:
    """Return the nodes with a mark on what is pointed at, and on what goes along with it."""
    keys = {pointed.key, *pointed.along} if pointed else set()
    return tuple(
        node._replace(look=node.look._replace(pointed=True)) if node.key in keys else node
        for node in nodes
    )


def next_node(nodes: Sequence[Node], now: Node | None, command: Command) -> Node | None:
    """Return where an arrow or Tab leads: along a zone, to another zone, or to what can be done.

    Left and right walk within a zone, up and down lead to the next zone, Tab goes on to the next
    node in the order of drawing. What is refused is left out, unless all is. None if there is
    nothing to do.
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
    """Return the nodes by zone, the highest zone first, each from the left."""
    zones: dict[str, list[Node]] = {}
    for node in sorted(wanted, key=lambda node: node.place.x):
        zones.setdefault(node.zone, []).append(node)
    return sorted(zones.values(), key=lambda row: sum(n.place.y for n in row) / len(row))


def _after(wanted: Sequence[Node], now: Node | None, every: Sequence[Node]) -> Node:
    """Return the first node that is wanted after the present one."""
    order = {node.key: index for index, node in enumerate(every)}
    here = order.get(now.key, -1) if now else -1
    return next((node for node in wanted if order[node.key] > here), wanted[0])
