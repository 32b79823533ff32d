"""Push in numbers.

Actions: 0 flip, 1 stop, 2–6 bank red, yellow, green, blue, purple, 7–9 put the card on a stack,
10–12 take a stack. Outcomes: 0–119 a card of the deck as sorted, 120–125 a side of the die (the
colours, star), 126–131 the seat that begins.

A row of cards counts 32 kinds: red 1 … 6, yellow 1 … 6, green, blue, purple, roll, switch. What a
seat knows, here with two seats:

>>> from towersim.envs.coding import Observer
>>> print(Observer(CODING, 2))
   0    7  phase: seating, starting, flipping, placing, deciding, taking, rolling, over
   8    9  turn
  10   11  still to take
  12   13  still to roll
  14   45  flipped card
  46   77  stack 0
  78  109  stack 1
 110  141  stack 2
 142  144  points of stacks
 145  176  bench of seat +0
 177  208  bank of seat +0
 209  240  bench of seat +1
 241  272  bank of seat +1
 273  274  scores
 275  276  roll and switch cards set aside
 277  278  cards in deck, discards
"""

from collections.abc import Iterator
from itertools import product

from towersim.envs.coding import Coding, Fact, clockwise, counts, marked, phase_fact, relative
from towersim.rules.base import First
from towersim.rules.push import state
from towersim.rules.push.play import Push

ACTIONS = Push().action_space(2)
WORDS = {action: (number,) for number, action in enumerate(ACTIONS)}
DECK = state.deck()
OUTCOMES = {thing: number for number, thing in enumerate([*DECK, *state.FACES, *range(6)])}
_SPECIAL = (state.Mark.ROLL, 0), (state.Mark.SWITCH, 0)
KINDS = {kind: n for n, kind in enumerate([*product(state.COLOURS, state.NUMBERS), *_SPECIAL])}
"""The index of each kind of card: colours by points, roll, switch."""
PHASES = tuple(state.Phase)


def _outcome(action: state.Deal | state.Roll | First) -> int:
    match action:
        case state.Deal(card):
            return OUTCOMES[card]
        case state.Roll(face):
            return OUTCOMES[face]
        case _:
            return OUTCOMES[action.seat]


def _facts(view: state.View) -> Iterator[Fact]:
    seat, many = view.seat, len(view.benches)
    yield phase_fact(PHASES, view.phase)
    yield Fact("turn", 1, relative([view.turn], seat, many))
    yield Fact("still to take", 1, relative(view.takers, seat, many))
    yield Fact("still to roll", 1, relative(view.rollers, seat, many))
    yield Fact("flipped card", 1, _cards([view.flipped] if view.flipped else []))
    for place, stack in enumerate(view.stacks):
        yield Fact(f"stack {place}", 1, _cards(stack))
    yield Fact("points of stacks", 21, counts(view.values, 21))
    for place in range(many):
        other = (seat + place) % many
        yield Fact(f"bench of seat +{place}", 3, _cards(view.benches[other]))
        yield Fact(f"bank of seat +{place}", 3, _cards(view.banks[other]))
    yield Fact("scores", 255, counts(clockwise(view.scores, seat)))
    yield Fact("roll and switch cards set aside", 18, _cards(view.aside)[-2:])
    yield Fact("cards in deck, discards", 120, bytes((view.deck, view.discarded)))


def _cards(cards: tuple[state.Card, ...] | list[state.Card]) -> bytearray:
    return marked(len(KINDS), [KINDS[mark, points] for mark, points, _ in cards])


CODING = Coding(
    "push",
    tuple(map(str, ACTIONS)),
    WORDS.__getitem__,
    _facts,
    outcomes=(*map(str, DECK), *state.FACES, *(f"seat {seat} begins" for seat in range(6))),
    outcome=_outcome,
)
