"""The 120 cards of Push and its die: five colours three times 1 to 6, roll cards, switch cards."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from operator import attrgetter
from typing import NamedTuple

from towersim.rules.display import sentences


class Mark(StrEnum):
    """The symbol on a card or a side of the die."""

    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"
    PURPLE = "purple"
    STAR = "star"
    """Only on the die."""
    ROLL = "roll"
    """Only on cards: a seat that takes one rolls the die."""
    SWITCH = "switch"
    """Only on cards: reverses the order of taking."""


COLOURS = (Mark.RED, Mark.YELLOW, Mark.GREEN, Mark.BLUE, Mark.PURPLE)
FACES = (*COLOURS, Mark.STAR)
"""The sides of the die, all equally likely."""

NAMES = sentences("push")["colours"]
"""The name of a colour or a side of the die."""
CARDS = sentences("push")["cards"]
"""The name of a card by its mark, without its number; there is no star card."""
NUMBERS = range(1, 7)
ALIKE = 3
"""The number of cards of each colour and number."""
ROLL_CARDS = 18
SWITCH_CARDS = 12


class Card(NamedTuple):
    """One card; `copy` distinguishes equal cards.

    >>> print(Card(Mark.RED, 3), Card(Mark.ROLL), sep=", ")
    red 3, roll card
    """

    mark: Mark
    number: int = 0
    """Its points; 0 on roll and switch cards."""
    copy: int = 1

    def __str__(self) -> str:
        if not self.number:
            return CARDS[self.mark]
        return sentences("push")["numbers"][self.mark].filled(number=self.number)


_NUMBER = attrgetter("number")


def deck() -> tuple[Card, ...]:
    """Return all cards, sorted.

    >>> len(deck())
    120
    """
    faces = [(colour, number, ALIKE) for colour in COLOURS for number in NUMBERS]
    faces += [(Mark.ROLL, 0, ROLL_CARDS), (Mark.SWITCH, 0, SWITCH_CARDS)]
    return tuple(
        sorted(Card(mark, n, 1 + copy) for mark, n, alike in faces for copy in range(alike))
    )


def value(cards: Iterable[Card]) -> int:
    """Return the points of cards, the sum of their numbers.

    >>> value([Card(Mark.RED, 3), Card(Mark.BLUE, 5), Card(Mark.ROLL)])
    8
    """
    return sum(map(_NUMBER, cards))


def highest(stacks: Sequence[Sequence[Card]]) -> tuple[int, ...]:
    """Return the places of the stacks of the highest value.

    >>> highest(((Card(Mark.RED, 4),), (Card(Mark.BLUE, 1), Card(Mark.RED, 3)), ()))
    (0, 1)
    """
    lying = [place for place, stack in enumerate(stacks) if stack]
    best = max((value(stacks[place]) for place in lying), default=0)
    return tuple(place for place in lying if value(stacks[place]) == best)
