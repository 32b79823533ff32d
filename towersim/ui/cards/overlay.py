"""What lies above a card table: prompt, tooltips, dragged cards, and animated effects."""

import math
from collections.abc import Sequence
from typing import Any, Final

import pygame

from towersim.common.messages import Message, known, message as _, plural
from towersim.rules.base import Outcome, listed
from towersim.ui.cards.play import CardPlay
from towersim.ui.cards.table import CardTable, TableState
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.paint import panel
from towersim.ui.drawing.scenery import symbol
from towersim.ui.drawing.text import BLUSH, REFUSED, Tip, draw_slip
from towersim.ui.drawing.theme import GLOW, RGB, TEXT, Viewport
from towersim.ui.nodes.motion import Performance
from towersim.ui.nodes.node import Node, draw_node

APART: Final = 0.3
"""Distance between dragged cards, as a share of their width."""


def sentence(reason: str) -> str:
    """Return a reason given by the rules as a sentence: with a capital and a full stop.

    >>> sentence("stack 1 has a 3 already"), sentence("Choose three."), sentence("")
    ('Stack 1 has a 3 already.', 'Choose three.', '')
    """
    told = reason if isinstance(reason, Message) else known(reason)
    return _("{reason:sentence}", reason=told) if reason else ""


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
        return play.thinking
    return _("{name}: {hint}", name=play.name, hint=table.hint(state))


def draw_dragged(canvas: Canvas, nodes: Sequence[Node], at: tuple[int, int]) -> None:
    """Draw the dragged cards side by side at the mouse."""
    for index, node in enumerate(nodes):
        off = (index - (len(nodes) - 1) / 2) * APART * node.wide * node.place.height
        draw_node(canvas, node, node.place._replace(x=at[0] + off, y=at[1], angle=0.0))


def node_tip(viewport: Viewport, node: Node | None) -> Tip | None:
    """Return a node's tooltip and its position, or None.

    It lies right of the node, or above it in the lower third of the window.
    """
    if node is None or not node.tip:
        return None
    if node.tip_at is not None:
        return node.tip, node.tip_at
    rect = node.rect(node.up)
    if rect.centery > 0.66 * viewport.size[1]:
        return node.tip, (rect.x + viewport.px(12), rect.y - viewport.px(80))
    return node.tip, (rect.right + viewport.px(8), rect.y)


FIRES: Final[tuple[RGB, ...]] = ((214, 74, 34), (240, 130, 48), (252, 190, 78))
FLAMES: Final = 13
GOLDEN: Final = 0.618
"""Distance of successive flames as a share of the width, modulo 1: spreads them evenly."""
DOWN: Final = 0.1
"""Share of the running time at which a stamp has come down."""
UP: Final = 0.82
"""Share of the running time at which stamps and flames begin to fade."""
SLANT: Final = 5
"""Rotation of a stamp, in degrees anticlockwise."""


def star(viewport: Viewport, size: float) -> Performance:
    """Return a star, `size` units large, that grows and fades."""
    picture = symbol(viewport, "star", viewport.px(size), GLOW)

    def perform(canvas: Canvas, at: tuple[float, float], share: float) -> None:
        shown = pygame.transform.smoothscale_by(picture, 0.6 + 0.7 * share)
        shown.set_alpha(round(255 * min(1.0, 2 - 2 * share)))
        canvas.put(shown, center=at)

    return perform


def stamp(viewport: Viewport, title: str, lines: Sequence[str]) -> Performance:
    """Return a red stamp with a title and lines of text that comes down and later fades."""
    picture = _stamp_picture(viewport, title, lines)

    def perform(canvas: Canvas, at: tuple[float, float], share: float) -> None:
        large = 1 + 0.9 * max(1 - share / DOWN, 0.0) ** 2
        shown = pygame.transform.rotozoom(picture, SLANT, large)
        shown.set_alpha(round(255 * min(share / DOWN, 1.0) * _fading(share)))
        where = shown.get_rect(center=(round(at[0]), round(at[1])))
        canvas.put(shown, where.clamp(canvas.target.get_rect()))

    return perform


def _stamp_picture(viewport: Viewport, title: str, lines: Sequence[str]) -> pygame.Surface:
    large = viewport.text(title, 34, REFUSED, bold=True)
    small = [viewport.text(line, 17, TEXT, bold=True) for line in lines]
    pad, step = viewport.px(22), viewport.px(26)
    wide = max(picture.get_width() for picture in (large, *small)) + 2 * pad
    size = wide, large.get_height() + step * len(small) + round(1.3 * pad)
    sheet = panel(size, viewport.px(12), BLUSH, REFUSED, viewport.px(4))
    sheet.blit(large, large.get_rect(midtop=(wide // 2, pad // 2)))
    for index, picture in enumerate(small):
        middle = pad // 2 + large.get_height() + step * index + step // 2
        sheet.blit(picture, picture.get_rect(center=(wide // 2, middle)))
    return sheet


def fire(viewport: Viewport, size: tuple[float, float], caption: str) -> Performance:
    """Return flames that rise from a pile of `size` pixels, with `caption` below them."""
    wide, high = size
    pictures = [symbol(viewport, "flame", round(0.62 * high), tint) for tint in FIRES]
    told = viewport.text(caption, 19, TEXT, bold=True)

    def perform(canvas: Canvas, at: tuple[float, float], share: float) -> None:
        for number in range(FLAMES):
            # Flames flicker with different phases, and all rise and fade.
            place = (number * GOLDEN) % 1.0
            phase = 2 * math.pi * (number * GOLDEN * 3 + 2.5 * share)
            tall = 0.55 + 0.2 * math.sin(phase) + 0.3 * math.sin(math.pi * place)
            grown = max(min(share / 0.25, 1) * tall, 0.05)
            flame = pygame.transform.smoothscale_by(pictures[number % len(pictures)], grown)
            flame.set_alpha(round(235 * _fading(share)))
            x = at[0] + wide * (place - 0.5 + 0.03 * math.sin(2 * phase))
            foot = at[1] + high * (0.5 - 0.35 * share - 0.1 * (number % 3))
            canvas.put(flame, midbottom=(round(x), round(foot)))
        slip = told.get_rect().inflate(viewport.px(36), viewport.px(18))
        slip.center = round(at[0]), round(at[1] + 0.62 * high)
        if share < UP:
            draw_slip(canvas, slip)
            canvas.put(told, center=slip.center)

    return perform


def _fading(share: float) -> float:
    """Return the opacity (0 … 1): 1 until `UP`, then falling linearly to 0."""
    return min((1 - share) / (1 - UP), 1.0)
