"""A bot for Palace that sheds what is low, keeps what is magic, and watches the next seat's row."""

from collections.abc import Sequence

from towersim.bots.base import Position, Thinking
from towersim.rules.palace_cards import BURNING, DECK, INVISIBLE, LOW, SEVEN, Card
from towersim.rules.palace_pile import ALIKE, Demand
from towersim.rules.palace_state import LayUp, Play, SeatAction, View
from towersim.units import Seat

WORTH = {INVISIBLE: 11.0, LOW: 11.0, BURNING: 16.0, SEVEN: 3.5}
"""What magic cards and a 7 are worth to keep; any other rank as much as it is above a 4."""
SHED = 6.0
"""What it is worth to be rid of one card more, when no card comes from the stock for it."""
AGAIN = 3.0
"""What it is worth to start a new pile."""
PILE_CARD = 1.0
"""What it is worth that the next seat takes one card."""
RESTLESS = 0.1
"""How much it varies its play, in points, for each pile that was taken and changed nothing."""


class Keeper:
    """Plays low, keeps high, burns when it pays, and makes the next seat take the pile."""

    name = "keeper"

    def choose(self, position: Position) -> Thinking:
        """Choose by what is left to play with and what the next seat can answer."""
        yield from ()
        view: View = position.view
        restless = RESTLESS * view.quiet
        return max(view.legal, key=lambda a: _value(view, a) + position.dice.gauss(0.0, restless))


def _value(view: View, action: SeatAction) -> float:
    match action:
        case LayUp(cards):
            return sum(map(_worth, cards))
        case Play(cards):
            return _played(view, cards)
        case _:
            return -PILE_CARD * view.pile


def _worth(card: Card) -> float:
    return WORTH.get(card.rank, card.rank - 4.0)


def _played(view: View, cards: Sequence[Card]) -> float:
    """Return what a play is worth: fewer cards, what they were worth, and the trouble it makes."""
    drawn = min(view.stock, len(cards))
    value = SHED * (len(cards) - drawn) - sum(map(_worth, cards))
    rank = cards[0].rank
    if rank == BURNING or len(cards) == ALIKE:
        return value + AGAIN
    asks = view.asks if rank == INVISIBLE else Demand(rank, lower=rank == SEVEN)
    return value + PILE_CARD * (view.pile + len(cards)) * _stuck(view, asks)


def _stuck(view: View, asks: Demand) -> float:
    """Return the chance that the next seat has nothing that fits."""
    seat = _next(view)
    if not view.hands[seat] and view.rows[seat]:
        return float(not any(asks.fits(card.rank) for card in view.rows[seat]))
    known = {*view.hand, *sum(view.rows, ())}
    unseen = [card for card in DECK if card not in known]
    unfit = sum(not asks.fits(card.rank) for card in unseen) / len(unseen)
    return unfit ** max(view.hands[seat], 1)


def _next(view: View) -> Seat:
    """Return the seat that plays after this one."""
    seats = len(view.hands)
    later = (Seat((view.seat + step) % seats) for step in range(1, seats))
    return next(seat for seat in later if seat not in view.out)
