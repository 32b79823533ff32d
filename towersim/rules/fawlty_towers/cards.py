"""The 54 cards of Fawlty Towers: six colours, six symbols, nine numbers, and their points.

Every colour and every symbol has the numbers 1, 1, 1, 2, 2, 3, 4, 5, 6. The pairing of numbers
and symbols is our own, as no source gives it.
"""

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from towersim.common.messages import Message, message as _
from towersim.rules.display import sentences


class Colour(StrEnum):
    """The colour of a card, and of a cube unless it is white or black."""

    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"
    WHITE = "white"
    BLACK = "black"


COLOUR_NAMES = sentences("fawlty-towers")["colours"]
CUBES = (Colour.RED, Colour.BLUE, Colour.GREEN, Colour.YELLOW)
"""The colours of the cubes, in the order of the bases at the start."""
WILD = (Colour.WHITE, Colour.BLACK)
"""The colours of the cards that match any cube."""


class Symbol(StrEnum):
    """The symbol of a card; equal symbols make sets."""

    DROP = "drop"
    HAMMERS = "hammers"
    CIRCLES = "circles"
    BRICKS = "bricks"
    WHEEL = "wheel"
    ARROW = "arrow"


SYMBOL_NAMES = sentences("fawlty-towers")["symbols"]


class Card(NamedTuple):
    """One card of the deck; `copy` distinguishes the few pairs of equal cards.

    >>> print(Card(Colour.RED, Symbol.DROP, 1))
    red 1 (drop)
    """

    colour: Colour
    symbol: Symbol
    number: int
    copy: int = 1

    def __str__(self) -> str:
        return self.title

    @property
    def title(self) -> Message:
        """The card's name for players."""
        colour, symbol = COLOUR_NAMES[self.colour], SYMBOL_NAMES[self.symbol]
        return _("{colour} {number} ({symbol})", colour=colour, number=self.number, symbol=symbol)


SET_BONUS = {3: 5, 5: 10}
"""Points for a set, by its number of equal symbols."""


def deck(*, black: bool = True) -> tuple[Card, ...]:
    """Return all 54 cards, sorted; without the black ones 45.

    >>> len(deck()), len(deck(black=False))
    (54, 45)
    """
    symbols = tuple(Symbol)
    faces = [
        (colour, symbols[s], (s + c) % 6 + 1) for c, colour in enumerate(Colour) for s in range(6)
    ]
    faces += [
        (colour, symbols[(c + step) % 6], number)
        for c, colour in enumerate(Colour)
        for step, number in ((0, 2), (2, 1), (4, 1))
    ]
    cards = (Card(*face, copy=1 + faces[:i].count(face)) for i, face in enumerate(faces))
    return tuple(sorted(card for card in cards if black or card.colour is not Colour.BLACK))


def set_bonus(alike: int) -> int:
    """Return the points for `alike` cards of one symbol, split into sets in the best way.

    >>> [set_bonus(alike) for alike in range(10)]
    [0, 0, 0, 5, 5, 10, 10, 10, 15, 15]
    """
    return max((set_bonus(alike - n) + SET_BONUS[n] for n in SET_BONUS if n <= alike), default=0)


def score(cards: Iterable[Card]) -> int:
    """Return the points of a player's cards: their numbers plus the sets of equal symbols.

    >>> score([Card(Colour.RED, Symbol.DROP, number) for number in (1, 4, 6)])
    16
    """
    cards = tuple(cards)
    alike = Counter(card.symbol for card in cards)
    return sum(card.number for card in cards) + sum(map(set_bonus, alike.values()))
