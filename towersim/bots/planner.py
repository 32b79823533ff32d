"""A bot for Rummü that plans its whole hand: combinations to lay, cards to keep and to discard.

It takes a discard only to lay more, comes out as soon as possible, and discards the card that
fewest unseen cards could complete to a combination.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from operator import attrgetter
from typing import NamedTuple

from towersim.bots.base import BotPosition, Strength, Thinking
from towersim.common.portable_math import total
from towersim.common.units import Seat
from towersim.rules.rummu import state
from towersim.rules.rummu.cards import Card, Cards, deck, every_combination, fault, ordered, roles
from towersim.rules.rummu.state import GOING_OUT, IN_HAND, Options, penalty, worth

CAUGHT = 0.6
"""Probability that a card kept is still in the hand at the end of the round."""

STEPS = 3000
"""The maximum number of steps in a search for a plan; a step lays or keeps a card."""

Hand = tuple[Card, ...]
RIVALS = 0.5
"""Weight of another side's point relative to an own point."""
OUT = 0.6
"""The value of an unseen card that would complete a combination, in points."""
GIFT = 3.0
"""The cost of a discard that can be added to a combination on the table, in points."""
JOKER = 3.0
"""The value of a yellow card that replaces another card in the hand, in points."""
ERROR: Mapping[Strength, float] = {Strength.HARD: 0.0, Strength.NORMAL: 20.0, Strength.EASY: 20.0}
"""Standard deviation of the error in the value of a discard or of taking one, in points.

A larger one does not weaken the bot: `EASY` also overlooks that cards can go to combinations on
the table.
"""


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
        ways[mask] = max(ways.get(mask, Laying()), Laying(value, (cards,)), key=attrgetter("value"))
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


class Planner(NamedTuple):
    """Lays by the plan of highest value and discards the least useful card."""

    name: str = "planner"
    strength: Strength = Strength.HARD

    def choose(self, position: BotPosition[state.View]) -> Thinking:
        """Choose by the best plans for the hand with and without the top discard."""
        yield from ()
        view = position.view

        def error() -> float:
            return position.dice.gauss(0.0, ERROR[self.strength])

        if view.phase is state.Phase.DRAWING:
            return state.Take() if _wanted(view, error()) else state.Draw()
        if state.Take() in view.legal and _wanted(view, error()):
            return state.Take()
        overlooks = self.strength is Strength.EASY
        return _laid(view) or (not overlooks and _put(view)) or _discarded(view, error)


def _wanted(view: state.View, error: float) -> bool:
    """Return whether the top discard improves the hand by more than it costs."""
    card = view.top
    if card is None:
        return False
    if _is_out(view) and any(_gain(view, action) > 0 for action in _adds(view, card)):
        return True
    better = _best(view, (*view.hand, card)).value - _best(view, view.hand).value
    return better + error > relief((card,))


def _best(view: state.View, hand: Hand) -> Laying:
    """Return the best plan for a hand that leaves a card to discard."""
    hand = tuple(sorted(hand))
    best, all_cards = plans(hand, view.options), (1 << len(hand)) - 1
    ways = (best(all_cards ^ 1 << i) for i in range(len(hand)))
    return max(ways, key=lambda p: p.value + _ending(view) * (p.cards == len(hand) - 1))


def _ending(view: state.View) -> float:
    """Return the value of going out now, including the others' penalties for their cards."""
    held = sum(view.hands) - view.hands[view.seat]
    return GOING_OUT - RIVALS * IN_HAND * held / (len(view.hands) - 1)


def _laid(view: state.View) -> state.SeatAction | None:
    """Return the plan's next combination if the seat has come out or can do so with it."""
    lays = [action for action in view.legal if isinstance(action, state.Lay)]
    plan = _best(view, view.hand)
    if _is_out(view) or view.laid + plan.cards >= view.minimum[view.seat]:
        return next((lay for lay in lays if lay.cards in plan.lays), None)
    if view.laid:
        return max(lays, key=lambda lay: (len(lay.cards), worth(lay.cards, view.options)))
    return None


def _put(view: state.View) -> state.SeatAction | None:
    """Return the best addition or exchange if it gains points, else None."""
    puts = [action for action in view.legal if isinstance(action, state.Add | state.Exchange)]
    if not puts:
        return None
    adds = (action.cards for action in puts if isinstance(action, state.Add))
    addable = {role.card for cards in adds for role in cards}
    bonus = _ending(view) if len(addable) >= len(view.hand) - 1 else 0.0
    best = max(puts, key=lambda action: _gain(view, action))
    return best if _gain(view, best) + bonus > 0 else None


def _adds(view: state.View, card: Card) -> Iterator[state.Add]:
    """Yield the possible additions of a card that is not in the hand."""
    for number, combination in enumerate(view.table):
        for role in roles(card):
            if fault(ordered((*combination.cards, role))) is None:
                yield state.Add((role,), number)


def _gain(view: state.View, action: state.Add | state.Exchange) -> float:
    """Return the value of an addition or exchange, in points."""
    owner, cards = view.table[action.combination]
    if isinstance(action, state.Add):
        freed = relief(role.card for role in action.cards)
    else:
        joker = next(role for role in cards if role.stands_in_for(action.card))
        freed = relief((action.card,)) - relief((joker.card,)) + JOKER
    after = state.combined(view.table, action)
    brought = worth(after, view.options) - worth(cards, view.options)
    return freed + (brought if _ours(view, owner) else -RIVALS * brought)


def _discarded(view: state.View, error: Callable[[], float]) -> state.SeatAction:
    """Return the discard with the best remaining hand and the least gain for others."""
    shown = {role.card for _, cards in view.table for role in cards}
    unseen = frozenset(deck()) - {*view.hand, view.top} - shown
    live = outs(view.hand, unseen)
    best, all_cards = plans(view.hand, view.options), (1 << len(view.hand)) - 1

    def left(i: int, card: Card) -> float:
        gift = GIFT * any(True for _ in _adds(view, card))
        return best(all_cards ^ 1 << i).value + relief((card,)) - OUT * live[card] - gift + error()

    return state.Discard(max(enumerate(view.hand), key=lambda held: left(*held))[1])


def _is_out(view: state.View) -> bool:
    return view.seat in view.out


def _ours(view: state.View, seat: Seat) -> bool:
    """Return whether a seat is this one or its partner."""
    sides = len(view.hands) // (2 if view.options.partners else 1)
    return (seat - view.seat) % sides == 0
