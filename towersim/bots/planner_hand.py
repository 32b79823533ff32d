"""The analysis of a hand of Rummü: the best plan to lay it, and cards that would improve it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from towersim.common.portable_math import total
from towersim.rules.rummu.cards import Card, Cards, deck, every_combination
from towersim.rules.rummu.state import Options, penalty, worth

CAUGHT = 0.6
"""Probability that a card kept is still in the hand at the end of the round."""

STEPS = 3000
"""The maximum number of steps in a search for a plan; a step lays or keeps a card."""

Hand = tuple[Card, ...]


class Laying(NamedTuple):
    """Combinations that can be laid together."""

    value: float = 0.0
    """The points of the combinations plus the penalties that laying them avoids."""
    lays: tuple[Cards, ...] = ()

    @property
    def cards(self) -> int:
        """The number of cards it lays."""
        return sum(map(len, self.lays))


def plans(hand: Hand, options: Options) -> Callable[[int], Laying]:
    """Return a function from a mask of the hand's cards to the best plan for them.

    Bit i of the mask stands for card i of the hand. For each mask the function searches at most
    `STEPS` steps; hands of up to 20 cards rarely need more, and for larger ones the plan is good.
    """
    bits = {card: 1 << i for i, card in enumerate(hand)}
    ways: dict[int, Laying] = {}
    for cards in every_combination(hand):
        mask = sum(bits[role.card] for role in cards)
        value = worth(cards, options) + relief(role.card for role in cards)
        ways[mask] = max(ways.get(mask, Laying()), Laying(value, (cards,)), key=lambda it: it.value)
    shares = dict.fromkeys(bits.values(), 0.0)
    for mask, plan in ways.items():
        for bit in _bits(mask):
            shares[bit] = max(shares[bit], plan.value / plan.cards)
    first_cards: dict[int, list[tuple[int, Laying]]] = {bit: [] for bit in shares}
    for mask, plan in sorted(ways.items(), key=lambda way: -way[1].value / way[1].cards):
        first_cards[mask & -mask].append((mask, plan))
    return cache(lambda mask: _Search(first_cards, shares).best_of(mask))


class _Search:
    """A search for the best plan by branch and bound.

    It takes the cards of a mask one by one: the first is laid in each possible way, in the order
    of value per card, or kept. The sum of the `shares` of its cards is a bound on a plan's value.
    """

    def __init__(
        self, ways: Mapping[int, Sequence[tuple[int, Laying]]], shares: Mapping[int, float]
    ) -> None:
        """Search `ways`, grouped by first card; `shares` is the maximum value of each card."""
        self._ways = ways
        self._shares = shares
        self._best = Laying()
        self._steps = STEPS

    def best_of(self, mask: int) -> Laying:
        """Return the best plan found for the cards of a mask."""
        self._go_on(mask, Laying(), self._bound(mask))
        return self._best

    def _go_on(self, mask: int, plan: Laying, bound: float) -> None:
        """Extend a plan by the cards of a mask, whose value is at most `bound`."""
        if plan.value > self._best.value:
            self._best = plan
        if not mask or not self._steps or plan.value + bound <= self._best.value:
            return
        self._steps -= 1
        first = mask & -mask
        for way, laid in self._ways[first]:
            if way & mask == way:
                both = Laying(plan.value + laid.value, plan.lays + laid.lays)
                self._go_on(mask ^ way, both, bound - self._bound(way))
        self._go_on(mask ^ first, plan, bound - self._shares[first])

    def _bound(self, mask: int) -> float:
        return total(self._shares[bit] for bit in _bits(mask))


def _bits(mask: int) -> Iterator[int]:
    """Yield the bits of a mask, lowest first."""
    while mask:
        yield mask & -mask
        mask &= mask - 1


def relief(cards: Iterable[Card]) -> float:
    """Return the expected penalty avoided by not holding these cards, in points."""
    return -CAUGHT * penalty(cards)


def outs(hand: Sequence[Card], unseen: frozenset[Card]) -> dict[Card, int]:
    """Return for each card the number of unseen completions, summed over its pairs in the hand."""
    counts = dict.fromkeys(hand, 0)
    for one, other in combinations(hand, 2):
        number = len(completions(one, other) & unseen)
        counts[one] += number
        counts[other] += number
    return counts


@cache
def completions(one: Card, other: Card) -> frozenset[Card]:
    """Return all cards that complete these two to a combination."""
    others = (card for card in deck() if card not in (one, other))
    return frozenset(card for card in others if any(every_combination((one, other, card))))
