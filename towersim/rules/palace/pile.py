"""The demand of Palace's pile on the next card, and the condition for burning."""

from collections.abc import Sequence
from functools import cache
from typing import Literal, NamedTuple

from towersim.common.messages import message as _
from towersim.rules.display import sentences
from towersim.rules.palace import cards

ALIKE = 4
"""The number of cards of one rank on top that burns the pile, in one or several plays."""


class Demand(NamedTuple):
    """The condition on the next card, unless its rank may be played on any card.

    >>> print(Demand(7, lower=True))
    a card lower than a 7
    """

    rank: int | None = None
    """The rank to compare with, 2 to 14; None: any card fits."""
    lower: bool = False
    """Whether the card has to be lower instead of higher."""
    equal: bool = False
    """Whether a card of the same rank fits, too."""

    def fits(self, rank: int) -> bool:
        """Return whether a card of this rank may be played."""
        if self.rank is None or rank in cards.ANYWHERE:
            return True
        beats = rank < self.rank if self.lower else rank > self.rank
        return beats or (self.equal and rank == self.rank)

    @property
    def is_unbeatable(self) -> bool:
        """Whether no rank is high enough, as on an ace, so that only magic cards fit."""
        return self == Demand(cards.ACE)

    def told(self, part: Literal["demands", "short demands"]) -> str:
        """Return the demand in words, as a card or in short.

        >>> for demand in Demand(), Demand(8), Demand(7, True, True), Demand(14):
        ...     print(demand.told("short demands"))
        anything
        higher than an 8
        a 7 or lower
        only 2, 3 or 10
        """
        words = sentences("palace")[part]
        if self.rank is None:
            return words["any"]
        if self.is_unbeatable:
            return words["magic"]
        if self == Demand(cards.ACE, equal=True):
            return a_rank(self.rank)
        way = "lower" if self.lower else "higher"
        return words[f"equal or {way}" if self.equal else way].filled(rank=a_rank(self.rank))

    def __str__(self) -> str:
        return self.told("demands")


def a_rank(rank: int) -> str:
    """Return the name of a card of a rank, with its article.

    >>> a_rank(8), a_rank(12)
    ('an 8', 'a queen')
    """
    if rank in (8, cards.ACE):
        return _("an {rank}", rank=cards.rank_name(rank))
    return _("a {rank}", rank=cards.rank_name(rank))


@cache
def fitting(asks: Demand) -> frozenset[int]:
    """Return the ranks that may be played.

    >>> sorted(fitting(Demand(12)))
    [2, 3, 10, 13, 14]
    """
    return frozenset(filter(asks.fits, cards.RANKS))


def demand(pile: Sequence[cards.Card], *, equal: bool, shines_through: bool) -> Demand:
    """Return the demand of a pile, bottom first, on the next card.

    The 3s on top are ignored, but a 3 on a 7 fulfils the 7's demand for a lower card, unless the
    7 `shines_through`. Ruling: if an `equal` card fits, a 7 fits on a 7.
    """
    for card in reversed(pile):
        if card.rank != cards.INVISIBLE:
            open_seven = card.rank == cards.SEVEN and (shines_through or card is pile[-1])
            return _demand(card.rank, open_seven, equal)
    return _demand()


_demand = cache(Demand)
"""`Demand`, cached: there are few values, and one is needed for every card."""


def burns(pile: Sequence[cards.Card]) -> bool:
    """Return whether a pile, bottom first, burns: a 10 or four cards of one rank are on top."""
    top = [card.rank for card in pile[-ALIKE:]]
    return top[-1] == cards.BURNING or (len(top) == ALIKE and len(set(top)) == 1)
