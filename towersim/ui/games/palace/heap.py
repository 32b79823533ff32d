"""The open pile as everybody saw it grow: which of its cards matter on the screen."""

from itertools import groupby
from operator import attrgetter
from typing import Final

from towersim.rules.base import Event
from towersim.rules.palace_cards import INVISIBLE, Card, Suit
from towersim.rules.palace_log import Burned, Missed, PileTaken, Played
from towersim.ui.cards.places import Spot

Cards = tuple[Card, ...]

APART: Final = 0.25
"""The cards that matter lie so far apart, in the width of a card and a half."""
ASKEW: Final = 5
"""No card lies more askew, in degrees."""


def after(heap: Cards, event: Event) -> Cards:
    """Return the pile, bottom card first, after something happened."""
    match event:
        case Played(_, cards):
            return (*heap, *cards)
        case Burned() | PileTaken() | Missed():
            return ()
        case _:
            return heap


def mattering(heap: Cards) -> Cards:
    """Return the topmost cards of a pile: those alike, and what is seen through 3s.

    >>> hearts = [Card(rank, Suit.HEARTS) for rank in (4, 9, 3)]
    >>> [card.rank for card in mattering(tuple(hearts))]
    [9, 3]
    """
    top: list[Card] = []
    for rank, alike in groupby(reversed(heap), key=attrgetter("rank")):
        top += alike
        if rank != INVISIBLE:
            break
    return tuple(reversed(top))


def on_heap(pile: Spot, card: Card, index: int, count: int) -> Spot:
    """Return where a card lies, `index` of `count` that matter: a little askew, always alike."""
    off = (index - (count - 1) / 2) * APART * pile.height
    turn = (7 * card.rank + 5 * list(Suit).index(card.suit)) % (2 * ASKEW + 1) - ASKEW
    return pile._replace(x=pile.x + off, angle=turn)
