"""Card faces of Palace: French suits, pips and courts."""

from typing import Final

from towersim.rules.palace.cards import ACE, NAMES, Card, Suit
from towersim.ui.cards.card_faces import SUIT_BLACK, SUIT_RED, Face, back_face, paper_face
from towersim.ui.cards.draw_felt import Cloth

SIGNS: Final = {
    Suit.CLUBS: ("club", SUIT_BLACK),
    Suit.DIAMONDS: ("diamond", SUIT_RED),
    Suit.HEARTS: ("heart", SUIT_RED),
    Suit.SPADES: ("spade", SUIT_BLACK),
}
BACK: Final = back_face("crown", (44, 62, 104))
CLOTH: Final = Cloth(felt=(98, 48, 52), back=BACK)
EMBLEMS: Final = {11: "plume", 12: "tiara", 13: "crown"}


def face(card: Card) -> Face:
    """Return the face of a card.

    >>> face(Card(12, Suit.HEARTS)).corner
    'Q'
    """
    sign, tint = SIGNS[card.suit]
    corner = NAMES[card.rank][0].upper() if card.rank in NAMES else str(card.rank)
    emblem = EMBLEMS.get(card.rank, "")
    pips = 1 if card.rank == ACE else 0 if emblem else card.rank
    return paper_face(corner, sign, tint, pips=pips, emblem=emblem)
