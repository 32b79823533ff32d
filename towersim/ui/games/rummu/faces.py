"""What the cards of Rummü look like: each suit has its colour and its shape, yellow ones change."""

from typing import Final

from towersim.rules.rummu.cards import Card, Role, Suit
from towersim.ui.cards.card_faces import Face, colour_face
from towersim.ui.theme import ink

SIGNS: Final = {
    Suit.RED: "diamond",
    Suit.BLUE: "square",
    Suit.GREEN: "triangle",
    Suit.YELLOW: "circle",
    Suit.BLACK: "hexagon",
}


def face(card: Card) -> Face:
    """Return what is printed on a card.

    >>> face(Card(Suit.GREEN, 7)).sign
    'triangle'
    """
    return colour_face(str(card.number), card.suit.value, SIGNS[card.suit])


def role_face(role: Role) -> Face:
    """Return a card of a combination; a joker wears the suit it stands for below its number."""
    plain = face(role.card)
    return (
        plain._replace(badge=(SIGNS[role.suit], ink(role.suit.value))) if role.replaces else plain
    )
