"""A bot for Palace that plays low, keeps magic cards, and blocks a row that lies open.

The rank comes first: the card that is worth least to keep is played. The number of copies comes
second, and a next seat that plays from its face-up row is left with a pile it cannot answer.
"""

from collections.abc import Sequence

from towersim.bots.base import Position, Thinking
from towersim.rules.palace.cards import ANYWHERE, BURNING, INVISIBLE, LOW, SEVEN, Card
from towersim.rules.palace.pile import ALIKE, Demand
from towersim.rules.palace.state import LayUp, Play, SeatAction, TurnOver, View
from towersim.units import Seat

WORTH = {INVISIBLE: 13.0, LOW: 14.0, BURNING: 18.0, SEVEN: 6.0}
"""The worth of keeping a magic card or a 7; that of any other card is its rank above 4."""
HIGH = 11
"""From this rank on, a jack, copies of a card are worth keeping for later."""
COPY = 0.5
"""The worth of playing one copy more of the same rank."""
KEPT_COPY = -5.0
"""The worth of playing one copy more of a rank of which each copy answers another pile."""
FOUR_ALIKE = 30.0
"""The worth of burning the pile with four cards at once: nobody can do more in one turn."""
BLOCKED_CARD = 3.0
"""The worth of each card of a pile that the next seat has to take."""
DUEL = 2
"""The number of seats still in the game at which high copies are kept even without a stock."""
RESTLESS = 0.1
"""The spread of its choices for each pile that was taken since any other card moved."""


class Keeper:
    """Plays low, keeps high, and makes a seat that shows its cards take the pile."""

    name = "keeper"

    def choose(self, position: Position[View]) -> Thinking:
        """Choose by the cards that are left to play with and the next seat's answers.

        It takes the pile only when nothing else is legal: who may decline to play gains nothing.
        """
        yield from ()
        view = position.view
        choices = [a for a in view.legal if isinstance(a, LayUp | Play | TurnOver)] or view.legal
        restless = RESTLESS * view.quiet
        return max(choices, key=lambda a: _value(view, a) + position.dice.gauss(0.0, restless))


def _value(view: View, action: SeatAction) -> float:
    match action:
        case LayUp(cards):
            return sum(map(_worth, cards))
        case Play(cards):
            return _played(view, cards)
        case _:
            return 0.0


def _worth(card: Card) -> float:
    return WORTH.get(card.rank, card.rank - 4.0)


def _played(view: View, cards: Sequence[Card]) -> float:
    """Return the value of a play: the card it costs, its copies, and the trouble it makes."""
    rank = cards[0].rank
    value = (len(cards) - 1) * _copy(view, rank) - _worth(cards[0])
    if len(cards) == ALIKE:
        return value + FOUR_ALIKE
    if rank == BURNING:
        return value
    asks = view.asks if rank == INVISIBLE else Demand(rank, lower=rank == SEVEN)
    return value + BLOCKED_CARD * (view.pile + len(cards)) * _blocks(view, asks)


def _copy(view: View, rank: int) -> float:
    """Return the value of playing one copy more of a rank."""
    if not view.options.stock or view.options.equal_allowed:
        # Piles are short there, and few cards are ever picked up.
        kept = view.stock > 0 and (rank in ANYWHERE or rank >= HIGH)
    else:
        duel = len(view.hands) - len(view.out) == DUEL
        kept = rank in ANYWHERE or (rank >= HIGH and (view.stock > 0 or duel))
    return KEPT_COPY if kept else COPY


def _blocks(view: View, asks: Demand) -> bool:
    """Return whether the next seat plays from its face-up row and no card of it fits."""
    seat = _next(view)
    row = () if view.hands[seat] else view.rows[seat]
    return bool(row) and not any(asks.fits(card.rank) for card in row)


def _next(view: View) -> Seat:
    """Return the seat that plays after this one."""
    seats = len(view.hands)
    later = (Seat((view.seat + step) % seats) for step in range(1, seats))
    return next(seat for seat in later if seat not in view.out)
