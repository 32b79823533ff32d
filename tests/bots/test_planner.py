"""Decisions of Planner in Rummü."""

from collections.abc import Iterator

import pytest

from tests.bots.card_games import decided
from tests.rules.rummu.tables import PAIRED, RULES, add, discard, exchange, lay, table
from towersim.bots import planner
from towersim.bots.base import Strength
from towersim.bots.planner import Planner, completions, outs, plans, relief
from towersim.common.dice import stream
from towersim.common.units import Seat
from towersim.rules.base import Action
from towersim.rules.rummu.cards import Cards, deck, every_combination
from towersim.rules.rummu.state import Discard, Draw, Options, Phase, State, Take, worth

PAIRS, FIVES, ODD = "b2 g2 k5 k6 g8 r0", "r5 b5 g5", "k5 b2 g8 r0 y9"
NEAR = "k2 k3 b2 b3 r8 r9"


def chosen(state: State) -> Action:
    return decided(Planner(), RULES.view(state, state.turn), stream(1, "bot"))


MOVES = {
    "takes a discard for a run": (table(PAIRS, discards="k0 k7", phase=Phase.DRAWING), Take()),
    "takes a discard for a set": (table(PAIRS, discards="k0 k2", phase=Phase.DRAWING), Take()),
    "takes no useless discard": (table(PAIRS, discards="k0 b9", phase=Phase.DRAWING), Draw()),
    "takes a discard that fits the table": (
        table("b2 g8 r0", laid=[(0, "r5 g5 k5")], discards="b5", phase=Phase.DRAWING),
        Take(),
    ),
    "takes a deeper discard for a run": (table(PAIRS, discards="k7", phase=Phase.TAKING), Take()),
    # The black 5 makes the set worth 30, or the run of three worth 10.
    "lays what is worth most": (table("r5 b5 g5 k5 k6 k7 g9 r1"), lay("r5 b5 g5 k5")),
    "adds to its own combination": (table(ODD, laid=[(0, FIVES)]), add("k5")),
    "adds to its partner's": (
        table(ODD, *["g8 g9"] * 3, laid=[(2, FIVES)], options=PAIRED),
        add("k5"),
    ),
    "adds to any to go out": (table("k5 b2", laid=[(1, "r5 y5=b g5")]), add("k5")),
    "adds two that fit only together": (
        table("y6 r7 b2 g4", laid=[(0, "r3 r4 y5=r")]),
        add("y6=r r7"),
    ),
    "exchanges a card for a joker": (table("r4 b2 g8", laid=[(0, "r3 y4=r r5")]), exchange("r4")),
    "discards the red one of useless cards": (table("k2 k3 b2 b3 r8 g8", out=()), discard("r8")),
    "discards the lower of two": (table(NEAR, out=(), laid=[(1, "g5 g6 g7")]), discard("r8")),
    "keeps the eight for the table": (table(NEAR, out=(), laid=[(1, "r5 r6 r7")]), discard("r9")),
}


@pytest.mark.parametrize(("state", "move"), MOVES.values(), ids=MOVES)
def test_it_plays(state: State, move: Action) -> None:
    assert chosen(state) == move


def test_it_takes_no_useless_deeper_discard_and_adds_to_no_other_combination() -> None:
    assert chosen(table(PAIRS, discards="b9", phase=Phase.TAKING)) != Take()
    for laid in (FIVES, "r5 y5=b g5"):
        assert chosen(table(ODD, laid=[(1, laid)])) != add("k5")


def test_it_comes_out_with_as_many_cards_as_needed() -> None:
    state = table("r3 g3 k3 b6 b7 b8 k0 r9", out=(), number=2, scores=(160, 0, 0))
    first = chosen(state)
    state, _ = RULES.apply(state, first)
    assert {first, chosen(state)} == {lay("r3 g3 k3"), lay("b6 b7 b8")}


def test_it_keeps_the_cards_of_its_first_combinations() -> None:
    state = table("r3 g3 k3 b9 r0", out=(), number=1)
    assert chosen(state) in (discard("b9"), discard("r0"))


def test_easy_overlooks_that_its_cards_fit_the_table() -> None:
    view = RULES.view(table(ODD, laid=[(0, FIVES)]), Seat(0))
    assert isinstance(decided(Planner("easy", Strength.EASY), view, stream(1, "bot")), Discard)


def every_plan(ways: list[Cards]) -> Iterator[tuple[Cards, ...]]:
    """Yield every set of disjoint combinations."""
    yield ()
    for i, way in enumerate(ways):
        used = {role.card for role in way}
        free = [o for o in ways[i + 1 :] if used.isdisjoint(role.card for role in o)]
        yield from ((way, *rest) for rest in every_plan(free))


def value(lays: tuple[Cards, ...]) -> float:
    return sum(worth(some, Options()) + relief(role.card for role in some) for some in lays)


@pytest.mark.parametrize("seed", range(5))
def test_no_plan_is_better_than_the_one_it_finds(seed: int) -> None:
    held = tuple(sorted(stream(seed, "hand").sample(deck(), 12)))
    best = plans(held, Options())((1 << len(held)) - 1)
    assert best.value == value(best.lays) == max(map(value, every_plan([*every_combination(held)])))


def test_of_a_large_hand_it_finds_a_good_plan_in_a_bounded_number_of_steps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    held = tuple(sorted(stream(1, "hand").sample(deck(), 28)))
    found = {}
    for steps in (1, 30, 3000):
        monkeypatch.setattr(planner, "STEPS", steps)
        found[steps] = plans(held, Options())((1 << len(held)) - 1)
    assert 0 < found[1].value < found[30].value < found[3000].value
    assert all(plan.value == pytest.approx(value(plan.lays)) for plan in found.values())


def test_outs_of_two_cards_are_the_unseen_cards_that_complete_them() -> None:
    two = deck()[0], deck()[1]
    assert len(completions(*two)) == outs(two, frozenset(deck()))[two[0]]
    assert outs(two, frozenset()) == {two[0]: 0, two[1]: 0}
