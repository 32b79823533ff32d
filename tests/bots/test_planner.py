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

PAIRS = "b2 g2 k5 k6 g8 r0"


def chosen(state: State) -> Action:
    return decided(Planner(), RULES.view(state, state.turn), stream(1, "bot"))


def test_it_takes_the_top_discard_if_that_makes_a_combination() -> None:
    for top, move in (("k7", Take()), ("k2", Take()), ("b9", Draw())):
        assert chosen(table(PAIRS, discards=f"k0 {top}", phase=Phase.DRAWING)) == move


def test_it_takes_a_discard_that_fits_its_own_combination() -> None:
    state = table("b2 g8 r0", laid=[(0, "r5 g5 k5")], discards="b5", phase=Phase.DRAWING)
    assert chosen(state) == Take()


def test_it_takes_no_useless_deeper_discard() -> None:
    assert chosen(table(PAIRS, discards="b9", phase=Phase.TAKING)) != Take()
    assert chosen(table(PAIRS, discards="k7", phase=Phase.TAKING)) == Take()


def test_it_comes_out_with_as_many_cards_as_needed() -> None:
    state = table("r3 g3 k3 b6 b7 b8 k0 r9", out=(), number=2, scores=(160, 0, 0))
    first = chosen(state)
    state, _ = RULES.apply(state, first)
    assert {first, chosen(state)} == {lay("r3 g3 k3"), lay("b6 b7 b8")}


def test_it_keeps_the_cards_of_its_first_combinations() -> None:
    state = table("r3 g3 k3 b9 r0", out=(), number=1)
    assert chosen(state) in (discard("b9"), discard("r0"))


def test_it_lays_the_combination_worth_most() -> None:
    # The black 5 makes the set worth 30, or the run of three worth 10.
    assert chosen(table("r5 b5 g5 k5 k6 k7 g9 r1")) == lay("r5 b5 g5 k5")


def test_it_adds_to_its_own_combinations_but_not_to_others() -> None:
    hand = "k5 b2 g8 r0 y9"
    assert chosen(table(hand, laid=[(0, "r5 b5 g5")])) == add("k5")
    assert chosen(table(hand, laid=[(1, "r5 b5 g5")])) != add("k5")


def test_easy_overlooks_that_its_cards_fit_the_table() -> None:
    view = RULES.view(table("k5 b2 g8 r0 y9", laid=[(0, "r5 b5 g5")]), Seat(0))
    assert isinstance(decided(Planner("easy", Strength.EASY), view, stream(1, "bot")), Discard)


def test_it_adds_to_a_partners_combination() -> None:
    four = ("k5 b2 g8 r0 y9", *["g8 g9"] * 3)
    assert chosen(table(*four, laid=[(2, "r5 b5 g5")], options=PAIRED)) == add("k5")


def test_it_adds_to_any_combination_to_go_out() -> None:
    laid = [(1, "r5 y5=b g5")]
    assert chosen(table("k5 b2 g8 r0 y9", laid=laid)) != add("k5")
    assert chosen(table("k5 b2", laid=laid)) == add("k5")


def test_it_adds_two_cards_at_once_that_fit_only_together() -> None:
    laid = [(0, "r3 r4 y5=r")]
    assert chosen(table("y6 r7 b2 g4", laid=laid)) == add("y6=r r7")


def test_it_exchanges_a_card_for_a_joker() -> None:
    assert chosen(table("r4 b2 g8", laid=[(0, "r3 y4=r r5")])) == exchange("r4")


def test_of_equally_useless_cards_it_discards_the_red_one() -> None:
    assert chosen(table("k2 k3 b2 b3 r8 g8", out=())) == discard("r8")


def test_it_discards_no_card_that_fits_a_combination_on_the_table() -> None:
    hand = "k2 k3 b2 b3 r8 r9"
    assert chosen(table(hand, out=(), laid=[(1, "g5 g6 g7")])) == discard("r8")
    assert chosen(table(hand, out=(), laid=[(1, "r5 r6 r7")])) == discard("r9")


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
