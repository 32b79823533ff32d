"""Small tables of Rummü for tests of single rules."""

from collections.abc import Iterable

from msgspec.structs import replace

from tests.rules.moves import Moves
from towersim.common.units import Seat
from towersim.rules.base import Action
from towersim.rules.rummu import state as rummu
from towersim.rules.rummu.cards import Card, Cards, Role, Suit, ordered
from towersim.rules.rummu.play import PARTNERS, Rummu

RULES = Rummu()
MOVES = Moves(RULES)
after, happened, refused, outcome = MOVES.after, MOVES.happened, MOVES.refused, MOVES.outcome
ALONE = rummu.Options()
PAIRED = rummu.Options(partners=True)
LAST = "g8 k0"
"""A hand without a combination."""
SUITS = {"r": Suit.RED, "b": Suit.BLUE, "g": Suit.GREEN, "y": Suit.YELLOW, "k": Suit.BLACK}


class AnyTable(Rummu):
    """Rummü for random play: at most three rounds, partners only with an even number of seats."""

    def setup(self, seats: int, options: rummu.Options) -> rummu.State:
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


def lay(text: str) -> rummu.Lay:
    return rummu.Lay(cards(text))


def add(text: str, combination: int = 0) -> rummu.Add:
    return rummu.Add(cards(text), combination)


def exchange(text: str, combination: int = 0) -> rummu.Exchange:
    return rummu.Exchange(card(text), combination)


def discard(text: str) -> rummu.Discard:
    return rummu.Discard(card(text))


def table(
    *hands: str,
    laid: Iterable[tuple[int, str]] = (),
    out: Iterable[int] = range(6),
    discards: str = "k0 k8",
    deck: str = "k9 g9",
    phase: rummu.Phase = rummu.Phase.PLAYING,
    number: int = 2,
    scores: Iterable[int] = (),
    options: rummu.Options = ALONE,
    quiet: int = 0,
) -> rummu.State:
    """Return a turn of seat 0 in round `number`; seats without a hand hold two green cards."""
    held = [*map(hand, hands), *[hand("g8 g9")] * (3 - len(hands))]
    return rummu.State(
        phase=phase,
        options=options,
        deck=hand(deck),
        hands=tuple(held),
        scores=tuple(scores) or (0,) * (len(held) // 2 if options.partners else len(held)),
        dealer=Seat(len(held) - 1),
        turn=Seat(0),
        discards=tuple(map(card, discards.split())),
        table=tuple(rummu.Combination(Seat(seat), cards(text)) for seat, text in laid),
        out=tuple(Seat(seat) for seat in out if seat < len(held)),
        quiet=quiet,
        round=number,
    )


def dealt(seats: int = 3) -> rummu.State:
    """Return the first turn after a fixed deal."""
    state = RULES.setup(seats, ALONE)
    while state.phase is rummu.Phase.DEALING:
        state = after(state, rummu.Deal(state.deck[7 * len(state.deck) % 11 % len(state.deck)]))
    return state


def drawn(state: rummu.State) -> rummu.State:
    """Return the state after the seat drew the first card of the deck."""
    state = after(state, rummu.Draw())
    return after(state, rummu.Deal(state.deck[0]))


def allowed(state: rummu.State, action: Action) -> rummu.State:
    """Return the state after an action, which `legal` must list."""
    assert action in RULES.legal(state)
    return after(state, action)
