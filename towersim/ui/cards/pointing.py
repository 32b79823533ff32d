"""What mouse and keyboard point at on a card table."""

import pygame

from towersim.ui.cards.focus import kept_keys, next_node, successor
from towersim.ui.cards.gestures import Gestures
from towersim.ui.cards.nodes import Key, Node, topmost
from towersim.ui.input import Command
from towersim.ui.pointer import Pointer

Nodes = tuple[Node, ...]


class Pointing:
    """The mouse over nodes, and the node that the keyboard has walked to."""

    def __init__(self, unit: float) -> None:
        """Begin with nothing pointed at; `unit` is how many pixels a unit has."""
        self.pointer, self.gestures = Pointer(), Gestures(unit)
        self.focus: Key | None = None
        """What the keyboard points at, once it does."""
        self.kept: tuple[Key, ...] = ()
        """Which nodes of the steady zone lay there when the mouse came over it."""

    def at(self, nodes: Nodes) -> Node | None:
        """Return what is pointed at, or where what hangs at the mouse can go."""
        if self.pointer.keys:
            return next((node for node in nodes if node.key == self.focus), None)
        carries = self.gestures.dragged is not None
        return topmost(nodes, self.pointer.at, lambda n: bool(n.drop) if carries else n.touchable)

    def keep(self, nodes: Nodes, zone: str) -> None:
        """Take note of what lies below the mouse in a zone in which nothing may slide."""
        self.kept = kept_keys(nodes, zone, self.pointer, self.kept)

    def point(self, key: Key) -> None:
        """Let the keyboard point at something."""
        self.focus, self.pointer.keys = key, True

    def walk(self, nodes: Nodes, start: Node | None, command: Command) -> None:
        """Go on from where the keyboard points, as an arrow or Tab says."""
        found = next_node(nodes, start, command)
        if found is not None:
            self.point(found.key)

    def stay(self, nodes: Nodes, gone: Node) -> None:
        """Point at the neighbour of something that has gone from its zone."""
        near = successor(nodes, gone)
        if near is not None:
            self.focus = near.key

    def cursor(self, nodes: Nodes) -> int:
        """Return the shape of the mouse pointer: a hand over what can be taken."""
        node = topmost(nodes, self.pointer.at, lambda node: node.touchable)
        if node is None or node.why_not:
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
