"""A bot for Rummü that plans its whole hand: combinations to lay, cards to keep and to discard.

It takes a discard only to lay more, comes out as soon as possible, and discards the card that
fewest unseen cards could complete to a combination.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from towersim.bots.base import BotPosition, Strength, Thinking
from towersim.bots.planner_hand import Hand, Laying, outs, plans, relief
from towersim.common.units import Seat
from towersim.rules.rummu import state
from towersim.rules.rummu.cards import Card, deck, fault, ordered, roles
from towersim.rules.rummu.state import GOING_OUT, IN_HAND, worth

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
