"""Small tables of Rummü for tests of single rules."""

from collections.abc import Iterable

from msgspec.structs import replace

from tests.rules.moves import Moves
from towersim.common.units import Seat
from towersim.rules.base import Action
from towersim.rules.rummu.cards import Card, Cards, Role, Suit, ordered
from towersim.rules.rummu.play import PARTNERS, Rummu
from towersim.rules.rummu.state import (
    Add,
    Combination,
    Deal,
    Discard,
    Draw,
    Exchange,
    Lay,
    Options,
    Phase,
    State,
)

RULES = Rummu()
MOVES = Moves(RULES)
after, happened, refused = MOVES.after, MOVES.happened, MOVES.refused
outcome = MOVES.outcome
ALONE = Options()
PAIRED = Options(partners=True)
LAST = "g8 k0"
"""A hand without a combination."""
SUITS = {"r": Suit.RED, "b": Suit.BLUE, "g": Suit.GREEN, "y": Suit.YELLOW, "k": Suit.BLACK}


class AnyTable(Rummu):
    """Rummü for random play: at most three rounds, partners only with an even number of seats."""

    def setup(self, seats: int, options: Options) -> State:
        partners = options.partners and seats in PARTNERS
        rounds = min(options.rounds or 3, 3)
        return super().setup(seats, replace(options, partners=partners, rounds=rounds))


def card(text: str) -> Card:
    """Parse a card: r3 is the red 3, y7' the second yellow 7."""
    return Card(SUITS[text[0]], int(text[1]), copy=2 if text.endswith("'") else 1)


def hand(text: str) -> tuple[Card, ...]:
    return tuple(sorted(map(card, text.split())))


def role(text: str) -> Role:
    """Parse a card with its role: y3=r is the yellow 3 as red."""
    name, _, suit = text.partition("=")
    return Role(card(name), SUITS[suit or name[0]])


def cards(text: str) -> Cards:
    return ordered(map(role, text.split()))


def lay(text: str) -> Lay:
    return Lay(cards(text))


def add(text: str, combination: int = 0) -> Add:
    return Add(cards(text), combination)


def exchange(text: str, combination: int = 0) -> Exchange:
    return Exchange(card(text), combination)


def discard(text: str) -> Discard:
    return Discard(card(text))


def table(
    *hands: str,
    laid: Iterable[tuple[int, str]] = (),
    out: Iterable[int] = range(6),
    discards: str = "k0 k8",
    deck: str = "k9 g9",
    phase: Phase = Phase.PLAYING,
    number: int = 2,
    scores: Iterable[int] = (),
    options: Options = ALONE,
    quiet: int = 0,
) -> State:
    """Return a turn of seat 0 in round `number`; seats without a hand hold two green cards."""
    held = [*map(hand, hands), *[hand("g8 g9")] * (3 - len(hands))]
    return State(
        phase=phase,
        options=options,
        deck=hand(deck),
        hands=tuple(held),
        scores=tuple(scores) or (0,) * (len(held) // 2 if options.partners else len(held)),
        dealer=Seat(len(held) - 1),
        turn=Seat(0),
        discards=tuple(map(card, discards.split())),
        table=tuple(Combination(Seat(seat), cards(text)) for seat, text in laid),
        out=tuple(Seat(seat) for seat in out if seat < len(held)),
        quiet=quiet,
        round=number,
    )


def dealt(seats: int = 3, options: Options = ALONE, step: int = 7) -> State:
    """Return the first turn after a fixed deal."""
    state = RULES.setup(seats, options)
    while state.phase is Phase.DEALING:
        state = after(state, Deal(state.deck[step * len(state.deck) % 11 % len(state.deck)]))
    return state


def drawn(state: State) -> State:
    """Return the state after the seat drew the first card of the deck."""
    state = after(state, Draw())
    return after(state, Deal(state.deck[0]))


def allowed(state: State, action: Action) -> State:
    """Return the state after an action, which `legal` must list."""
    assert action in RULES.legal(state)
    return after(state, action)
