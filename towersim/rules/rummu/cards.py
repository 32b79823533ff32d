"""The sixty cards of Rummü, and the validity of combinations."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache, lru_cache
from itertools import combinations, groupby, pairwise, product
from operator import attrgetter
from typing import NamedTuple

from towersim.common.messages import message as _
from towersim.rules.display import sentences


class Suit(StrEnum):
    """The colour of a card."""

    RED = "red"
    BLUE = "blue"
    GREEN = "green"
    YELLOW = "yellow"
    BLACK = "black"


COLOURS = sentences("rummu")["colours"]
"""The name of each suit."""
NUMBERS = (0, 1, 1, 2, 3, 4, 5, 6, 7, 7, 8, 9)
"""The numbers of each suit."""
SHORTEST = 3
"""The least number of cards in a combination."""
LONGEST = 10
"""The number of cards in a run from 0 to 9; no combination is longer."""


class Card(NamedTuple):
    """One card; `copy` tells apart the two 1s and the two 7s of a suit.

    >>> print(Card(Suit.RED, 7, copy=2))
    red 7
    """

    suit: Suit
    number: int
    copy: int = 1

    def __str__(self) -> str:
        return sentences("rummu")["numbers"][self.suit].filled(number=self.number)


class Role(NamedTuple):
    """A card in a combination and the suit that it stands for there.

    >>> print(Role(Card(Suit.YELLOW, 7), Suit.RED))
    yellow 7 as red
    """

    card: Card
    suit: Suit

    def __str__(self) -> str:
        card = str(self.card)
        if not self.replaces:
            return card
        return _("{card} as {colour}", card=card, colour=COLOURS[self.suit])

    @property
    def replaces(self) -> bool:
        """Whether the card is a joker, which can be exchanged for the card it stands for."""
        return self.card.suit is not self.suit

    def stands_in_for(self, card: Card) -> bool:
        """Return whether this is a joker that stands for `card` or its twin."""
        return self.replaces and (self.suit, self.card.number) == (card.suit, card.number)


Cards = tuple[Role, ...]
"""The cards of a combination, in the order of `ordered`."""


@cache
def deck() -> tuple[Card, ...]:
    """Return all sixty cards, sorted.

    >>> len(deck())
    60
    """
    numbers = ((number, 1 + NUMBERS[:i].count(number)) for i, number in enumerate(NUMBERS))
    return tuple(sorted(Card(suit, *face) for suit, face in product(Suit, numbers)))


def plain(card: Card) -> Role:
    """Return the card standing for itself."""
    return Role(card, card.suit)


@cache
def roles(card: Card) -> tuple[Role, ...]:
    """Return the roles of a card: itself, or for a yellow card any suit.

    >>> [str(role) for role in roles(Card(Suit.YELLOW, 4))]
    ['yellow 4 as red', 'yellow 4 as blue', 'yellow 4 as green', 'yellow 4', 'yellow 4 as black']
    """
    if card.suit is Suit.YELLOW:
        return tuple(Role(card, suit) for suit in Suit)
    return (plain(card),)


def ordered(cards: Iterable[Role]) -> Cards:
    """Return the cards in the order of a combination: by number, suit of the role and card."""
    return tuple(sorted(cards, key=lambda role: (role.card.number, role.suit, role.card)))


def is_set(cards: Sequence[Role]) -> bool:
    """Return whether all cards have one number; every other combination is a run."""
    return len({role.card.number for role in cards}) == 1


def jokers(cards: Sequence[Role]) -> int:
    """Return the number of jokers among the cards of a combination.

    A yellow card in a set always counts as a joker, also in a set of five, where it stands for
    yellow and cannot be exchanged.
    """
    if is_set(cards):
        return sum(role.card.suit is Suit.YELLOW for role in cards)
    return sum(role.replaces for role in cards)


def is_pure(cards: Sequence[Role]) -> bool:
    """Return whether a combination is pure: no joker in it, and if it is a run, one suit."""
    return not jokers(cards) and (is_set(cards) or len({role.suit for role in cards}) == 1)


@lru_cache(maxsize=1 << 16)  # hands hold the same cards for many turns
def fault(cards: Cards) -> str | None:
    """Return the reason why these cards, in order, are not a combination; None if they are.

    >>> fault(tuple(plain(Card(Suit.RED, number)) for number in (3, 4, 6)))
    'its numbers are neither all the same nor consecutive'
    """
    if len(cards) < SHORTEST:
        return _("a combination has three cards or more")
    for role in cards:
        if role.replaces and role.card.suit is not Suit.YELLOW:
            card = str(role.card)
            return _("only a yellow card is a joker, the {card} is none", card=card)
    for one, other in combinations([role.card for role in cards], 2):
        if one[:2] == other[:2]:
            return _("it holds two identical cards: the {card} twice", card=str(one))
    if is_set(cards):
        return _set_fault(cards)
    if any(high.card.number - low.card.number != 1 for low, high in pairwise(cards)):
        return _("its numbers are neither all the same nor consecutive")
    return _run_fault(cards)


def _set_fault(cards: Sequence[Role]) -> str | None:
    """Return the reason why cards of one number are not a set, or None."""
    if len(cards) < len(Suit) and any(role.suit is Suit.YELLOW for role in cards):
        return _("in a set of fewer than five cards a yellow card stands for another colour")
    twice = _suit_twice(cards)
    return twice and _("a set has no colour twice, here {colour} is", colour=COLOURS[twice])


def _run_fault(cards: Sequence[Role]) -> str | None:
    """Return the reason why cards of consecutive numbers are not a run, or None."""
    count = jokers(cards)
    if len({role.suit for role in cards}) == 1:
        if 2 * count < len(cards):
            return None
        return _(
            "a run of one colour needs more other cards than jokers, here {jokers} of {cards}",
            jokers=count,
            cards=len(cards),
        )
    twice = _suit_twice(cards)
    if twice is not None:
        colour = COLOURS[twice]
        return _("a mixed run has no colour twice, here {colour} is", colour=colour)
    if count > 1:
        return _("a mixed run may have one joker only, here are {jokers}", jokers=count)
    return None


def _suit_twice(cards: Sequence[Role]) -> Suit | None:
    suits = [role.suit for role in cards]
    return next((suit for suit in Suit if suits.count(suit) > 1), None)


def every_combination(hand: Iterable[Card], longest: int = LONGEST) -> Iterator[Cards]:
    """Yield every combination of a hand once, with every choice of roles for its jokers."""
    by_number = _by_number(hand)
    for choices in by_number.values():
        yield from filter(_is_combination, _sets(choices, longest))
        for first in choices:
            runs = _continued((first,), by_number, 1, longest)
            yield from filter(_is_combination, runs)


def every_addition(hand: Iterable[Card], cards: Cards) -> Iterator[Cards]:
    """Yield every set of hand cards that can be added to a combination, each once.

    A set is valid if the whole combination is, as some cards can only be added together.
    """
    by_number = _by_number(hand)
    if is_set(cards):
        choices = by_number.get(cards[0].card.number, ())
        sizes = range(1, len(Suit) - len(cards) + 1)
        added = (some for size in sizes for some in combinations(choices, size))
        wholes = (ordered((*cards, *some)) for some in added)
    else:
        downwards = _continued(cards[::-1], by_number, -1)
        wholes = (whole for down in downwards for whole in _continued(down[::-1], by_number, 1))
    for whole in filter(_is_combination, wholes):
        if whole != cards:
            yield tuple(role for role in whole if role not in cards)


def _by_number(hand: Iterable[Card]) -> Mapping[int, Sequence[Role]]:
    """Return the roles of the cards of a hand, by card number."""
    number_of = attrgetter("number")
    return {
        number: tuple(role for card in cards for role in roles(card))
        for number, cards in groupby(sorted(sorted(hand), key=number_of), key=number_of)
    }


def _is_combination(cards: Cards) -> bool:
    return fault(cards) is None


def _sets(choices: Sequence[Role], longest: int) -> Iterator[Cards]:
    """Yield the candidates for a set: cards of one number, at most one of them yellow."""
    yellow = [role for role in choices if role.card.suit is Suit.YELLOW]
    others = [role for role in choices if role.card.suit is not Suit.YELLOW]
    for size in range(SHORTEST - 1, min(longest, len(others)) + 1):
        for some in combinations(others, size):
            yield some
            if size < longest:
                yield from (ordered((*some, role)) for role in yellow)


def _continued(
    start: Cards, by_number: Mapping[int, Sequence[Role]], step: int, longest: int = LONGEST
) -> Iterator[Cards]:
    """Yield the start of a run and every way to continue it, upwards (`step` 1) or down (-1)."""
    yield start
    if len(start) < longest:
        for role in by_number.get(start[-1].card.number + step, ()):
            if _goes_on(start, role):
                yield from _continued((*start, role), by_number, step, longest)


def _goes_on(start: Cards, role: Role) -> bool:
    """Return whether this card may continue the start of a run, upwards or downwards."""
    first, last = start[0], start[-1]
    if role.suit is last.suit:
        return first.suit is last.suit
    if len(start) > 1 and first.suit is last.suit:
        return False
    if role.replaces and any(other.replaces for other in start):
        return False
    return all(other.suit is not role.suit for other in start)
