"""Small tables of Palace for tests of single rules."""

from typing import Any

from tests.rules.moves import Moves
from towersim.common.units import Seat
from towersim.rules.palace import state as palace
from towersim.rules.palace.play import Palace

RULES = Palace()
MOVES = Moves(RULES)
after, happened, refused, outcome = MOVES.after, MOVES.happened, MOVES.refused, MOVES.outcome
HIGH = {"J": 11, "Q": 12, "K": 13, "A": 14}
SUITS = {suit[0]: suit for suit in palace.Suit}


def cards(text: str) -> palace.Cards:
    """Parse cards such as ``10c Ah``."""
    ranks = ((word[:-1], SUITS[word[-1]]) for word in text.split())
    return tuple(palace.Card(HIGH.get(rank) or int(rank), suit) for rank, suit in ranks)


def table(
    *seats: str, pile: str = "", unseen: str = "", stock: int = 0, turn: int = 0, **options: Any
) -> palace.State:
    """Return a turn; each seat is given as ``hand / row / number of blind cards``.

    The unseen cards are `unseen`, or as many others as the blind cards and the stock need.
    """
    parts = [(*seat.split("/"), "", "")[:3] for seat in seats]
    blind = tuple(int(number.strip() or 0) for _, _, number in parts)
    known = {*cards(pile), *cards(" ".join(f"{hand} {row}" for hand, row, _ in parts))}
    others = tuple(card for card in palace.DECK if card not in known)
    out = tuple(Seat(seat) for seat, part in enumerate(parts) if not "".join(part).strip(" 0"))
    return palace.State(
        phase=palace.Phase.PLAYING,
        options=palace.Options(**options),
        unseen=tuple(sorted(cards(unseen))) or others[: sum(blind) + stock],
        hands=tuple(tuple(sorted(cards(hand))) for hand, _, _ in parts),
        rows=tuple(tuple(sorted(cards(row))) for _, row, _ in parts),
        blind=blind,
        pile=cards(pile),
        turn=Seat(turn),
        out=out,
    )


def play(text: str) -> palace.Play:
    return palace.Play(cards(text))


def turned(state: palace.State, card: str) -> palace.State:
    """Return the state after the seat to move turned over this blind card."""
    return after(state, palace.TurnOver(), palace.Deal(cards(card)[0], state.turn))


def drawn(state: palace.State, text: str) -> palace.State:
    """Return the state after the seat to move drew these cards."""
    return after(state, *(palace.Deal(card, state.turn) for card in cards(text)))


def playable(state: palace.State) -> list[int]:
    """Return the ranks of which a single card may be played now."""
    plays = (action.cards for action in RULES.legal(state) if isinstance(action, palace.Play))
    return sorted({cards[0].rank for cards in plays if len(cards) == 1})


def stuck(state: palace.State) -> bool:
    """Return whether taking the pile is the only legal action."""
    return RULES.legal(state) == (palace.TakePile(),)


def dealt(seats: int = 2, **options: Any) -> palace.State:
    """Return the state after a fixed deal, before the choice of face-up cards."""
    state = RULES.setup(seats, palace.Options(**options))
    for number in range(6 * seats):
        state = after(state, palace.Deal(state.unseen[7 * number % len(state.unseen)], state.turn))
    return state


def laid_out(seats: int = 2, **options: Any) -> palace.State:
    """Return the first turn after a fixed deal; each seat has laid its three lowest cards."""
    state = dealt(seats, **options)
    for _ in range(seats):
        state = after(state, palace.LayUp(state.hands[state.turn][:3]))
    return state
