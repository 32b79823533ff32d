"""The 52 cards of Palace, and which of them are magic."""

from enum import StrEnum
from typing import NamedTuple


class Suit(StrEnum):
    """The suit of a card; it matters to nothing but the eye."""

    CLUBS = "clubs"
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    SPADES = "spades"


LOW, INVISIBLE, SEVEN, BURNING, ACE = 2, 3, 7, 10, 14
"""The ranks that are something special; the ace is the highest."""

ANYWHERE = (LOW, INVISIBLE, BURNING)
"""The ranks that go on everything."""

RANKS = range(LOW, ACE + 1)
NAMES = {11: "jack", 12: "queen", 13: "king", ACE: "ace"}


class Card(NamedTuple):
    """One card; sorted by rank, 2 to 14, then by suit.

    >>> print(Card(14, Suit.SPADES))
    ace of spades
    """

    rank: int
    suit: Suit

    def __str__(self) -> str:
        return f"{called(self.rank)} of {self.suit}"


DECK = tuple(Card(rank, suit) for rank in RANKS for suit in Suit)
"""All 52 cards, sorted; no jokers."""


def called(rank: int) -> str:
    """Return what people call a rank.

    >>> called(10), called(11)
    ('10', 'jack')
    """
    return NAMES.get(rank, str(rank))
