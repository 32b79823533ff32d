"""Palace in numbers.

Actions: 0–51 name a card (2 of clubs, diamonds, hearts, spades, 3 of clubs … ace of spades), 52 no
more cards, 53 turn a blind card over, 54 take the pile. Three cards are laid up and several of one
rank are played card by card, the lowest first; 52 ends a play that could go on.

Outcomes: 0–51 the card, 52–56 the seat that begins. What a seat knows, here with two seats:

>>> from towersim.envs.coding import Observer
>>> print(Observer(CODING, 2))
   0    6  phase: seating, dealing, choosing, playing, drawing, turning, over
   7    8  turn
   9   60  own hand
  61  112  face-up cards of seat +0
 113  164  face-up cards of seat +1
 165  166  cards in hands
 167  168  blind cards
 169  170  seats without cards
 171  173  cards in stock, pile, fire
 174  186  top rank
 187  199  ranks that fit
 200  200  piles taken in a row
"""

from collections.abc import Iterator
from functools import cache, lru_cache

from towersim.common.units import Seat
from towersim.envs.coding import Coding, Fact, Word, clockwise, marked, relative
from towersim.rules.base import First
from towersim.rules.palace import state

INDEX = {card: number for number, card in enumerate(state.DECK)}
DONE, TURN_OVER, TAKE_PILE = range(len(state.DECK), len(state.DECK) + 3)
PHASES = tuple(state.Phase)


@lru_cache(1 << 14)
def _word(action: state.SeatAction) -> Word:
    match action:
        case state.LayUp(cards):
            return tuple(INDEX[card] for card in cards)
        case state.Play(cards):
            return (*(INDEX[card] for card in cards), DONE)
        case state.TakePile():
            return (TAKE_PILE,)
        case _:
            return (TURN_OVER,)


def _outcome(action: state.Deal | First) -> int:
    return len(state.DECK) + action.seat if isinstance(action, First) else INDEX[action.card]


def _facts(view: state.View) -> Iterator[Fact]:
    many, cards = len(view.hands), len(state.DECK)
    names = (
        (f"phase: {', '.join(PHASES)}", 1),
        ("turn", 1),
        ("own hand", 1),
        *((f"face-up cards of seat +{place}", 1) for place in range(many)),
        *(("cards in hands", cards), ("blind cards", 3), ("seats without cards", 1)),
        ("cards in stock, pile, fire", cards),
        *(("top rank", 1), ("ranks that fit", 1), ("piles taken in a row", 100)),
    )
    for (name, most), values in zip(names, _values(view), strict=True):
        yield Fact(name, most, values)


def _values(view: state.View) -> list[bytes]:
    seat, many = view.seat, len(view.hands)
    return [
        _phase(view.phase),
        _seats((view.turn,), seat, many),
        _marks(view.hand),
        *map(_marks, clockwise(view.rows, seat)),
        _turned(view.hands, seat),
        _turned(view.blind, seat),
        _seats(view.out, seat, many),
        bytes((view.stock, view.pile, view.burned)),
        _rank(view.top.rank if view.top else None),
        _fits(view.asks),
        bytes((min(view.quiet, 100),)),
    ]


@cache
def _phase(phase: state.Phase) -> bytes:
    return bytes(marked(len(PHASES), [PHASES.index(phase)]))


@lru_cache(1 << 14)
def _turned(row: tuple[int, ...], seat: Seat) -> bytes:
    return bytes(clockwise(row, seat))


@cache
def _seats(seats: tuple[Seat, ...], seat: Seat, many: int) -> bytes:
    return bytes(relative(seats, seat, many))


@lru_cache(1 << 14)
def _marks(cards: state.Cards) -> bytes:
    return bytes(marked(len(state.DECK), map(INDEX.__getitem__, cards)))


@cache
def _rank(rank: int | None) -> bytes:
    return bytes(marked(len(state.RANKS), [] if rank is None else [state.RANKS.index(rank)]))


@cache
def _fits(asks: state.Demand) -> bytes:
    return bytes(marked(len(state.RANKS), map(state.RANKS.index, state.fitting(asks))))


CODING = Coding(
    "palace",
    (*map(str, state.DECK), "no more cards", "turn a blind card over", "take the pile"),
    _word,
    _facts,
    outcomes=(*map(str, state.DECK), *(f"seat {seat} begins" for seat in range(5))),
    outcome=_outcome,
    values=_values,
)
