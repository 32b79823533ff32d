"""The prompt, tooltips and dragged cards above a card table."""

from collections.abc import Sequence
from typing import Any, Final

from towersim.common.messages import Message, known, plural
from towersim.common.messages import message as _
from towersim.rules.base import Outcome, listed
from towersim.ui.cards.play import CardPlay
from towersim.ui.cards.table import CardTable, TableState
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.text import Tip
from towersim.ui.drawing.theme import Stage
from towersim.ui.nodes.node import Node, draw_node

APART: Final = 0.3
"""Distance between dragged cards, as a share of their width."""


def sentence(why: str) -> str:
    """Return a reason given by the rules as a sentence: with a capital and a full stop.

    >>> sentence("stack 1 has a 3 already"), sentence("Choose three."), sentence("")
    ('Stack 1 has a 3 already.', 'Choose three.', '')
    """
    reason = why if isinstance(why, Message) else known(why)
    return _("{reason:sentence}", reason=reason) if why else ""


def won(outcome: Outcome, names: Sequence[str]) -> str:
    """Return the sentence that names the winners and the reason.

    >>> from towersim.common.units import Seat
    >>> won(Outcome("No card is left.", (Seat(1),), (0, 2)), ["Ann", "Bob"])
    'Bob wins. No card is left.'
    """
    return plural(
        "{winners} wins. {reason}",
        "{winners} win. {reason}",
        len(outcome.winners),
        winners=listed(names[seat] for seat in outcome.winners),
        reason=known(outcome.reason),
    )


def prompt(table: CardTable[Any, Any], state: TableState[Any, Any], play: CardPlay[Any]) -> str:
    """Return the line above a table at rest: the winners, or an instruction to the next player."""
    if play.match.outcome is not None:
        return won(play.match.outcome, state.names)
    if not play.is_human_turn:
        return _("{name} is thinking …", name=play.name)
    return _("{name}: {hint}", name=play.name, hint=table.hint(state))


def draw_dragged(canvas: Canvas, nodes: Sequence[Node], at: tuple[int, int]) -> None:
    """Draw the dragged cards side by side at the mouse."""
    for index, node in enumerate(nodes):
        off = (index - (len(nodes) - 1) / 2) * APART * node.wide * node.place.height
        draw_node(canvas, node, node.place._replace(x=at[0] + off, y=at[1], angle=0.0))


def node_tip(stage: Stage, node: Node | None) -> Tip | None:
    """Return a node's tooltip and its position, or None.

    It lies right of the node, or above it in the lower third of the window.
    """
    if node is None or not node.tip:
        return None
    if node.tip_at is not None:
        return node.tip, node.tip_at
    rect = node.rect(node.up)
    if rect.centery > 0.66 * stage.size[1]:
        return node.tip, (rect.x + stage.px(12), rect.y - stage.px(80))
    return node.tip, (rect.right + stage.px(8), rect.y)
