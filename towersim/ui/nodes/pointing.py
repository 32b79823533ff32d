"""Mouse gestures, hit testing and keyboard focus on the nodes of a table."""

import math
from collections.abc import Sequence
from typing import Final

import pygame

from towersim.rules.base import Action
from towersim.ui.input.bindings import KeyCommand, Pointer
from towersim.ui.nodes.node import Command, Key, Node, Say, topmost

Nodes = tuple[Node, ...]
Point = tuple[int, int]
NEAR: Final = 8
"""Longest mouse move between press and release of a click, in units of the viewport."""
TWICE: Final = 0.4
"""Longest time between the clicks of a double click, in seconds."""


class Pointing:
    """The mouse pointer, its gestures on nodes, and the keyboard focus."""

    def __init__(self, unit: float = 1.0) -> None:
        """Begin without a focus; `unit` is the number of pixels per unit."""
        self.pointer = Pointer()
        self.focus: Key | None = None
        """Key of the node with the keyboard focus; None before its first use."""
        self.resize(unit)

    def resize(self, unit: float) -> None:
        """Cancel the gesture; `unit` is the number of pixels per unit."""
        self._near = NEAR * unit
        self._pressed: Key | None = None
        self._from: Point = (0, 0)
        self._pulled = False
        self._clicked: tuple[Node, float, Point] | None = None
        """The last click: its node, its time and its place."""

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
        if button == pygame.BUTTON_RIGHT:
            node = topmost(nodes, at, lambda node: node.other is not None)
            return None if node is None else node.other
        node = topmost(nodes, at, lambda node: node.touchable)
        if node is not None and node.drags:
            self._pressed, self._from, self._pulled = node.key, at, False
            return None
        return None if node is None else self._click(node, now, at)

    def release(self, nodes: Sequence[Node], at: Point, now: float) -> Action | Command | None:
        """Return the command of a release of the left button: that of a drop zone or of a click."""
        self.move(at)
        key, pulled = self._pressed, self._pulled
        self.cancel()
        if pulled:
            goal = topmost(nodes, at, lambda node: node.drop is not None)
            return None if goal is None else goal.drop
        node = next((node for node in nodes if node.key == key), None)
        return None if node is None or key is None else self._click(node, now, at)

    def _click(self, node: Node, now: float, at: Point) -> Action | Command | None:
        """Return the command of a click, or of a double click if the node has one.

        The second click has none on a node of the same zone that took the place of the first, if a
        double click of that one means anything.
        """
        before, self._clicked = self._clicked, (node, now, at)
        if before is None or now - before[1] >= TWICE:
            return node.action
        if math.dist(at, before[2]) > self._near:
            return node.action
        if before[0].key == node.key and node.twice is not None:
            self._clicked = None
            return node.twice
        slid = before[0].twice is not None and before[0].key != node.key
        return None if slid and before[0].zone == node.zone else node.action

    def at(self, nodes: Nodes) -> Node | None:
        """Return the node at the keyboard focus or mouse; during a drag, the drop zone there."""
        if self.pointer.keys:
            return next((node for node in nodes if node.key == self.focus), None)
        carries = self.dragged is not None
        return topmost(nodes, self.pointer.at, lambda n: bool(n.drop) if carries else n.touchable)

    def point(self, key: Key) -> None:
        """Set the keyboard focus."""
        self.focus, self.pointer.keys = key, True

    def walk(self, nodes: Nodes, start: Node | None, command: KeyCommand) -> None:
        """Move the keyboard focus from `start` by an arrow key or Tab."""
        goal = next_node(nodes, start, command)
        if goal is not None:
            self.point(goal.key)

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
    """Return the nodes, with `pointed` set in the marks of that node and those in its `along`."""
    keys = {pointed.key, *pointed.along} if pointed else set()
    return tuple(
        node._replace(marks=node.marks._replace(pointed=True)) if node.key in keys else node
        for node in nodes
    )


def next_node(nodes: Sequence[Node], now: Node | None, command: KeyCommand) -> Node | None:
    """Return the next node of the keyboard focus for an arrow key or Tab, or None.

    Left and right walk within a zone, up and down to the next zone, Tab to the next node in the
    order of drawing. Nodes with a refusal are left out, unless all have one. None if no node has
    a command.
    """
    every = [node for node in nodes if node.action is not None]
    wanted = [node for node in every if not isinstance(node.action, Say)] or every
    if not wanted:
        return None
    if command is KeyCommand.NEXT:
        return _after(wanted, now, every)
    rows = _rows(wanted)
    if now is None or now.key not in {node.key for node in wanted}:
        low, start = rows[-1], {KeyCommand.RIGHT: 0, KeyCommand.LEFT: -1}
        return low[start.get(command, len(low) // 2)]
    at = [row[0].zone for row in rows].index(now.zone)
    on = command in (KeyCommand.RIGHT, KeyCommand.DOWN)
    if command in (KeyCommand.LEFT, KeyCommand.RIGHT):
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
