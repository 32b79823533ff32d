"""A bot for Palace that plays each choice out on deals that agree with what it has seen.

Its sense of values decides where that leaves a choice open: the card with the lowest value of
keeping it is played; the number of copies comes second, and a last rival that plays from its
face-up row is left with a pile that its row does not fit. The constants are the best in some
thousands of games against a bot that plays by rank alone, without and with each option.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from towersim.bots.base import BotPosition, Strength, Thinking
from towersim.bots.palace_deals import wins
from towersim.rules.palace import state
from towersim.rules.palace.play import next_seat

WORTH = {state.LOW: 11.0, state.INVISIBLE: 15.0, state.BURNING: 18.0, state.SEVEN: 5.0}
"""The value of keeping a magic card or a 7; for any other card it is its rank minus 4."""
SEVEN_IN_DUEL = 3.0
"""The value of keeping a 7 in a duel: its rank minus 4."""
LAID_UP = {state.LOW: 14.0, state.INVISIBLE: 13.0, state.BURNING: 18.0}
"""The value of a magic card in the face-up row."""
SEVEN_LAID_UP = 10.0
"""The value of a 7 in the row in games with a stock."""
MIDDLING = 9
"""The best rank in the row in games without a stock.

The hand then keeps high cards for high piles, and low cards are played soon anyway.
"""
OFF_MIDDLE = 0.5
"""The decrease in value of a card in the row per rank of distance from `MIDDLING`."""
SPLIT = 6.0
"""The value of keeping cards of one rank together, in the hand or in the row."""
HIGH, HIGH_IN_DUEL = 13, 11
"""The rank from which on copies of a card are kept, with several rivals and in a duel."""
COPY = 1.0
"""The value of playing one more copy of the same rank."""
KEPT_COPY = -5.0
"""The value of playing one more copy of a rank whose copies are kept for later piles."""
FOUR_ALIKE = 30.0
"""The value of burning the pile with four cards at once, the largest possible play."""
BLOCKED_CARD = 3.0
"""The value of each card of a pile that the last rival has to take; with several rivals, the
others would gain by it as well."""
DUEL = 2
"""The number of seats left in a duel."""
RESTLESS = 0.1
"""Standard deviation of the noise on values per pile taken without other progress."""

DEALS: Mapping[Strength, int] = {Strength.HARD: 80, Strength.NORMAL: 2, Strength.EASY: 0}
"""The number of deals played out once the stock is used up; before, that gains little."""
WIN = 300.0
"""The value of a sure win, in the unit of values of cards."""
ERROR: Mapping[Strength, float] = {Strength.HARD: 0.0, Strength.NORMAL: 0.0, Strength.EASY: 2.0}
"""Standard deviation of the error in the value of a card to keep."""


class Keeper(NamedTuple):
    """Plays low, keeps high and magic cards, and blocks the last rival's open row."""

    name: str = "keeper"
    strength: Strength = Strength.HARD

    def choose(self, position: BotPosition[state.View]) -> Thinking:
        """Choose by the remaining cards and the possible answers of the next seat.

        The bot takes the pile only if nothing else is legal, as declining to play never gains.
        """
        yield from ()
        view = position.view
        choices = [action for action in view.legal if _is_considered(view, action)] or view.legal
        error = RESTLESS * view.quiet + ERROR[self.strength]
        won = _won(position, choices, DEALS[self.strength])

        def value(action: state.SeatAction) -> float:
            return WIN * won(action) + _value(view, action) + position.dice.gauss(0.0, error)

        return max(choices, key=value)


def _is_considered(view: state.View, action: state.SeatAction) -> bool:
    """Return whether an action is no taking of the pile, and plays one card or all of its rank."""
    if not isinstance(action, state.Play):
        return not isinstance(action, state.TakePile)
    held = view.hand or view.rows[view.seat]
    alike = sum(card.rank == action.cards[0].rank for card in held)
    return len(action.cards) in {1, alike}


def _won(
    position: BotPosition[state.View], choices: Sequence[state.SeatAction], deals: int
) -> Callable[[state.SeatAction], float]:
    """Return a function from a choice to the share of deals in which the seat is out next."""
    plays = [action for action in choices if isinstance(action, state.Play)]
    kinds = list(dict.fromkeys((action.cards[0].rank, len(action.cards)) for action in plays))
    if len(kinds) < 2 or not deals or position.view.stock:
        return lambda _: 0.0
    shares = wins(position.view, position.history, kinds, deals, position.dice)
    by_kind = dict(zip(kinds, shares, strict=True))
    return lambda a: by_kind[a.cards[0].rank, len(a.cards)] if isinstance(a, state.Play) else 0.0


def _value(view: state.View, action: state.SeatAction) -> float:
    match action:
        case state.LayUp(cards):
            return _laid_up(view, cards)
        case state.Play(cards):
            return _played(view, cards)
        case _:
            return 0.0


def _laid_up(view: state.View, cards: Sequence[state.Card]) -> float:
    """Return the value of a face-up row and the remaining hand."""
    row = Counter(card.rank for card in cards)
    held = Counter(card.rank for card in view.hand)
    split = sum(count < held[rank] for rank, count in row.items())
    return sum(_in_row(view, card.rank) for card in cards) - SPLIT * split


def _in_row(view: state.View, rank: int) -> float:
    if rank in LAID_UP:
        return LAID_UP[rank]
    if not view.options.stock:
        return -OFF_MIDDLE * abs(rank - MIDDLING)
    return SEVEN_LAID_UP if rank == state.SEVEN else rank - 4.0


def _worth(view: state.View, rank: int) -> float:
    """Return the value of keeping a card of a rank."""
    if rank == state.SEVEN and _is_duel(view):
        return SEVEN_IN_DUEL
    return WORTH.get(rank, rank - 4.0)


def _played(view: state.View, cards: Sequence[state.Card]) -> float:
    """Return the value of a play: its copies and the rival's block, less the cards' value."""
    rank = cards[0].rank
    value = (len(cards) - 1) * _copy(view, rank) - _worth(view, rank)
    if len(cards) == state.ALIKE:
        return value + FOUR_ALIKE
    if rank == state.BURNING or not _is_duel(view):
        return value
    return value + BLOCKED_CARD * (view.pile + len(cards)) * _blocks(view, _asks(view, rank))


def _asks(view: state.View, rank: int) -> state.Demand:
    """Return the pile's demand on the next seat after a card of this rank."""
    options = view.options
    if rank != state.INVISIBLE:
        return state.Demand(rank, lower=rank == state.SEVEN, equal=options.equal_allowed)
    answered = (
        view.top is not None and view.top.rank == state.SEVEN and not options.seven_shines_through
    )
    return view.asks._replace(lower=False) if answered else view.asks


def _copy(view: state.View, rank: int) -> float:
    """Return the value of playing one more copy of a rank."""
    if _is_duel(view) and not view.options.equal_allowed:
        kept = rank in state.ANYWHERE or rank >= HIGH_IN_DUEL
    else:
        kept = view.stock > 0 and (rank in state.ANYWHERE or rank >= HIGH)
    return KEPT_COPY if kept else COPY


def _is_duel(view: state.View) -> bool:
    return len(view.hands) - len(view.out) == DUEL


def _blocks(view: state.View, asks: state.Demand) -> bool:
    """Return whether the next seat plays from its face-up row and no card of it fits."""
    seat = next_seat(view, view.seat)
    row = () if view.hands[seat] else view.rows[seat]
    return bool(row) and not any(asks.fits(card.rank) for card in row)
