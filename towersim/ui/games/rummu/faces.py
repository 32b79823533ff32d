"""What the cards of Rummü look like: each suit has its colour and its shape, yellow ones change."""

from typing import Final

from towersim.rules.rummu.cards import Card, Role
from towersim.ui.cards.card_faces import Face, back_face, colour_face
from towersim.ui.cards.draw_felt import Cloth
from towersim.ui.draw_marks import COLOUR_SHAPES
from towersim.ui.theme import ink

BACK: Final = back_face("star", (104, 56, 92))
CLOTH: Final = Cloth(back=BACK)


def face(card: Card) -> Face:
    """Return what is printed on a card.

    >>> from towersim.rules.rummu.cards import Suit
    >>> face(Card(Suit.GREEN, 7)).sign
    'triangle'
    """
    return colour_face(str(card.number), card.suit)


def role_face(role: Role) -> Face:
    """Return a card of a combination; a joker wears the suit it stands for below its number."""
    badge = (COLOUR_SHAPES[role.suit], ink(role.suit)) if role.replaces else None
    return face(role.card)._replace(badge=badge)
