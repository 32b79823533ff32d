"""Small tables of Push for tests of single rules."""

from collections import Counter

from tests.rules.moves import Moves
from towersim.common.units import Seat
from towersim.rules.push.play import Push
from towersim.rules.push.state import Card, Deal, Flip, Mark, Options, Phase, Put, State, Stop, deck

RULES = Push()
MOVES = Moves(RULES)
after, happened, refused, outcome = MOVES.after, MOVES.happened, MOVES.refused, MOVES.outcome
FULL = "yellow-1 red-2 | yellow-3 blue-2 | yellow-4 green-2"
"""Three stacks that accept no yellow card and no 2; the third is worth most."""


def cards(text: str) -> tuple[Card, ...]:
    """Parse cards such as ``red-3 red-3 roll``; equal ones get increasing copy numbers."""
    seen: Counter[str] = Counter()
    named = []
    for word in text.split():
        seen[word] += 1
        mark, _, number = word.partition("-")
        named.append(Card(Mark(mark), int(number or 0), seen[word]))
    return tuple(named)


def piles(text: str, number: int) -> tuple[tuple[Card, ...], ...]:
    """Parse `number` piles of cards, separated by bars; missing ones are empty."""
    named = [cards(pile) for pile in text.split("|")]
    return (*named, *((),) * (number - len(named)))


def table(
    stacks: str = "",
    *,
    seats: int = 3,
    benches: str = "",
    banks: str = "",
    rest: str | None = None,
    turn: int = 0,
    options: Options | None = None,
) -> State:
    """Return a turn with these stacks and benches; `rest` is the deck (default: all cards)."""
    return State(
        phase=Phase.DECIDING if stacks else Phase.STARTING,
        options=options or Options(),
        deck=deck() if rest is None else tuple(sorted(cards(rest))),
        benches=tuple(tuple(sorted(pile)) for pile in piles(benches, seats)),
        banks=tuple(tuple(sorted(pile)) for pile in piles(banks, seats)),
        stacks=piles(stacks, 3),
        turn=Seat(turn),
    )


def dealt(state: State, text: str) -> Deal:
    """Return the deck's move that turns over this card."""
    (card,) = cards(text)
    return next(Deal(other) for other in state.deck if other[:2] == card[:2])


def flip(state: State, text: str) -> State:
    """Return the state after the seat flipped this card."""
    return after(state, Flip(), dealt(state, text))


def bust(state: State) -> State:
    """Return the state after the seat flipped a yellow 2, which no stack accepts."""
    state = flip(state, "yellow-2")
    assert state.phase is Phase.ROLLING
    return state


def stopped(state: State, *switches: str) -> State:
    """Return the state after the seat flipped these switch cards and stopped."""
    for switch in switches:
        state = flip(state, switch)
    return after(state, Stop())


def finished(state: State) -> State:
    """Return the state at the beginning of the next turn, reached by first legal actions."""
    while RULES.actor(state) != "over" and state.phase is not Phase.STARTING:
        state = after(state, RULES.legal(state)[0])
    return state


def puts(state: State) -> list[int]:
    """Return the stacks that accept the flipped card."""
    return [action.stack for action in RULES.legal(state) if isinstance(action, Put)]
