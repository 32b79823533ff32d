"""What a hand of Rummü is good for: the best way to lay it, and what may still come to it."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from towersim.rules.rummu_cards import Card, Cards, deck, every_combination
from towersim.rules.rummu_score import penalty, worth
from towersim.rules.rummu_state import Options

CAUGHT = 0.6
"""How likely a card that is kept is still in the hand when the round ends."""

Hand = tuple[Card, ...]


class Plan(NamedTuple):
    """Combinations that can be laid together."""

    value: float = 0.0
    """Their points, and the points that their cards would cost in the hand."""
    lays: tuple[Cards, ...] = ()

    @property
    def cards(self) -> int:
        """How many cards it lays."""
        return sum(map(len, self.lays))


def plans(hand: Hand, options: Options) -> Callable[[int], Plan]:
    """Return what tells the best plan for the cards of a hand whose bits are set in a mask."""
    bits = {card: 1 << i for i, card in enumerate(hand)}
    ways: dict[int, Plan] = {}
    for cards in every_combination(hand):
        mask = sum(bits[role.card] for role in cards)
        value = worth(cards, options) + relief(role.card for role in cards)
        ways[mask] = max(ways.get(mask, Plan()), Plan(value, (cards,)), key=_value)

    @cache
    def best(mask: int) -> Plan:
        if not mask:
            return Plan()
        first = mask & -mask
        best_plan = best(mask ^ first)
        for way, plan in ways.items():
            if way & first and way & mask == way:
                rest = best(mask ^ way)
                both = Plan(plan.value + rest.value, plan.lays + rest.lays)
                best_plan = max(best_plan, both, key=_value)
        return best_plan

    return best


def relief(cards: Iterable[Card]) -> float:
    """Return what it is worth not to hold these cards."""
    return -CAUGHT * penalty(cards)


def outs(hand: Sequence[Card], unseen: frozenset[Card]) -> dict[Card, int]:
    """Return for each card how many unseen ones would make a combination of it and another."""
    found = dict.fromkeys(hand, 0)
    for one, other in combinations(hand, 2):
        number = len(completions(one, other) & unseen)
        found[one] += number
        found[other] += number
    return found


@cache
def completions(one: Card, other: Card) -> frozenset[Card]:
    """Return all cards that make a combination of these two."""
    others = (card for card in deck() if card not in (one, other))
    return frozenset(card for card in others if any(every_combination((one, other, card))))


def _value(plan: Plan) -> float:
    return plan.value
