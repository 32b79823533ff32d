"""Which node the keyboard points at next."""

from collections.abc import Sequence
from typing import Final

from towersim.ui.cards.nodes import Key, Node
from towersim.ui.input import Command
from towersim.ui.pointer import Pointer

WALK: Final = (Command.LEFT, Command.RIGHT, Command.UP, Command.DOWN, Command.NEXT)
"""The keys that lead from node to node."""


def next_node(nodes: Sequence[Node], now: Node | None, command: Command) -> Node | None:
    """Return where an arrow or Tab leads: along a zone, to another zone, or to what can be done.

    Left and right walk within a zone, up and down lead to the next zone, Tab goes on to the next
    node in the order of drawing. What is refused is left out, unless all is. None if there is
    nothing to do.
    """
    every = [node for node in nodes if node.action is not None]
    wanted = [node for node in every if not node.why_not] or every
    if not wanted:
        return None
    if command is Command.NEXT:
        return _after(wanted, now, every)
    if now is None or now.key not in {node.key for node in wanted}:
        return _first(wanted, command)
    if command in (Command.LEFT, Command.RIGHT):
        row = sorted((n for n in wanted if n.zone == now.zone), key=lambda n: n.place.x)
        at = [node.key for node in row].index(now.key)
        return row[(at + (1 if command is Command.RIGHT else -1)) % len(row)]
    rows = _rows(wanted)
    at = [row[0].zone for row in rows].index(now.zone)
    row = rows[(at + (1 if command is Command.DOWN else -1)) % len(rows)]
    return min(row, key=lambda n: abs(n.place.x - now.place.x))


def _rows(wanted: Sequence[Node]) -> list[list[Node]]:
    """Return the nodes by zone, the highest zone first."""
    zones: dict[str, list[Node]] = {}
    for node in wanted:
        zones.setdefault(node.zone, []).append(node)
    return sorted(zones.values(), key=lambda row: sum(n.place.y for n in row) / len(row))


def _first(wanted: Sequence[Node], command: Command) -> Node:
    """Return where to begin in the lowest zone: at an end, or in the middle."""
    row = sorted(_rows(wanted)[-1], key=lambda n: n.place.x)
    start = {Command.RIGHT: 0, Command.LEFT: -1}
    return row[start.get(command, len(row) // 2)]


def _after(wanted: Sequence[Node], now: Node | None, every: Sequence[Node]) -> Node:
    """Return the first node that is wanted after the present one."""
    order = {node.key: index for index, node in enumerate(every)}
    here = order.get(now.key, -1) if now else -1
    return next((node for node in wanted if order[node.key] > here), wanted[0])


def successor(nodes: Sequence[Node], gone: Node) -> Node | None:
    """Return the nearest node in the zone of a node that is not there any more, if it is gone."""
    here = [node for node in nodes if node.zone == gone.zone]
    if any(node.key == gone.key for node in here):
        return None
    near = [node for node in here if node.action is not None]
    return min(near, key=lambda node: abs(node.place.x - gone.place.x), default=None)


def kept_keys(
    nodes: Sequence[Node], zone: str, pointer: Pointer, kept: tuple[Key, ...]
) -> tuple[Key, ...]:
    """Return whose places in a zone are kept while the mouse is over it, also if some go.

    So nothing slides under the mouse. The zone's area is the node whose key is its name.
    """
    if pointer.keys or not any(node.key == zone and node.has(pointer.at) for node in nodes):
        return ()
    here = tuple(node.key for node in nodes if node.zone == zone)
    return kept if here == tuple(key for key in kept if key in here) else here
