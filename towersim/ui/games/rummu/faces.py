"""What the cards of Rummü look like: each suit has its colour and its shape, yellow ones change."""

from functools import partial
from typing import Final

import pygame

from towersim.rules.rummu.cards import Card, Role, Suit
from towersim.ui.cards.card_faces import WIDE, Face, colour_face
from towersim.ui.cards.draw_cards import PLAIN, Look, draw_card
from towersim.ui.cards.places import Spot
from towersim.ui.draw_marks import COLOUR_SHAPES, symbol
from towersim.ui.paint import panel
from towersim.ui.theme import PAPER, Stage, ink

SIGNS: Final = {suit: COLOUR_SHAPES[suit] for suit in Suit}
BADGE: Final = 0.25
"""Size of the badge that says for which suit a joker stands, in the card's height."""


def face(card: Card) -> Face:
    """Return what is printed on a card.

    >>> face(Card(Suit.GREEN, 7)).sign
    'triangle'
    """
    return colour_face(str(card.number), card.suit)


def draw_role(
    target: pygame.Surface, stage: Stage, role: Role, spot: Spot, look: Look = PLAIN
) -> None:
    """Draw a card of a combination; a joker wears the suit it stands for below its number."""
    draw_card(target, stage, face(role.card), spot, look)
    if role.replaces:
        badge = suit_badge(stage, role.suit, round(BADGE * spot.height))
        x = spot.x - WIDE * spot.height / 2 + 0.155 * spot.height
        target.blit(badge, badge.get_rect(center=(round(x), round(spot.y + 0.06 * spot.height))))


def suit_badge(stage: Stage, suit: Suit, size: int) -> pygame.Surface:
    """Return a little plate in a suit's colour with its shape, `size` in pixels."""
    return stage.cached(("suit badge", suit, size), partial(_badge, stage, suit, size))


def _badge(stage: Stage, suit: Suit, size: int) -> pygame.Surface:
    colours = ink(suit.value)
    plate = panel((size, size), max(size // 5, 2), colours.body, PAPER, max(size // 14, 1))
    sign = symbol(stage, SIGNS[suit], round(0.6 * size), colours.mark)
    plate.blit(sign, sign.get_rect(center=(size // 2, size // 2)))
    return plate
