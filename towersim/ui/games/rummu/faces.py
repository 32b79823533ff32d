"""Card faces of Rummü: each suit has its colour and shape; jokers show the suit they stand for."""

from typing import Final

from towersim.rules.rummu.cards import Card, Role
from towersim.ui.cards.card_faces import Face, back_face, colour_face
from towersim.ui.cards.draw_felt import Cloth
from towersim.ui.drawing.marks import COLOUR_SHAPES
from towersim.ui.drawing.theme import ink

BACK: Final = back_face("star", (104, 56, 92))
CLOTH: Final = Cloth(back=BACK)


def face(card: Card) -> Face:
    """Return the face of a card.

    >>> from towersim.rules.rummu.cards import Suit
    >>> face(Card(Suit.GREEN, 7)).sign
    'triangle'
    """
    return colour_face(str(card.number), card.suit)


def role_face(role: Role) -> Face:
    """Return the face of a card in a combination; a joker has a badge of the suit it stands for."""
    badge = (COLOUR_SHAPES[role.suit], ink(role.suit)) if role.replaces else None
    return face(role.card)._replace(badge=badge)
