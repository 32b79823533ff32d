"""The 52 cards of Palace and their special ranks."""

from enum import StrEnum
from typing import NamedTuple

from towersim.common.messages import message as _


class Suit(StrEnum):
    """The suit of a card; the rules ignore it."""

    CLUBS = "clubs"
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    SPADES = "spades"


LOW, INVISIBLE, SEVEN, BURNING, ACE = 2, 3, 7, 10, 14
"""The special ranks; the ace is the highest rank."""

ANYWHERE = (LOW, INVISIBLE, BURNING)
"""The ranks that may be played on any card."""

RANKS = range(LOW, ACE + 1)
NAMES = {11: _("jack"), 12: _("queen"), 13: _("king"), ACE: _("ace")}
SUITS = {
    Suit.CLUBS: _("clubs"),
    Suit.DIAMONDS: _("diamonds"),
    Suit.HEARTS: _("hearts"),
    Suit.SPADES: _("spades"),
}


class Card(NamedTuple):
    """One card; sorted by rank, 2 to 14, then by suit.

    >>> print(Card(14, Suit.SPADES))
    ace of spades
    """

    rank: int
    suit: Suit

    def __str__(self) -> str:
        return _("{rank} of {suit}", rank=rank_name(self.rank), suit=SUITS[self.suit])


DECK = tuple(Card(rank, suit) for rank in RANKS for suit in Suit)
"""All 52 cards, sorted; no jokers."""


def rank_name(rank: int) -> str:
    """Return the name of a rank.

    >>> rank_name(10), rank_name(11)
    ('10', 'jack')
    """
    return NAMES.get(rank, str(rank))
