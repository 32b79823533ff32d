"""Combinations of Rummü: validity, points, and the search for all in a hand."""

from itertools import chain, combinations, product

import pytest
from hypothesis import given, strategies as st

from tests.rules.rummu.tables import add, cards, exchange, hand, lay
from towersim.common.units import Seat
from towersim.rules.rummu import cards as rummu
from towersim.rules.rummu.state import Combination, Options, combined, worth


def test_there_are_sixty_cards_twelve_of_each_suit() -> None:
    assert len(set(rummu.deck())) == 60
    assert list(rummu.deck()) == sorted(rummu.deck())
    for suit in rummu.Suit:
        assert sorted(card.number for card in rummu.deck() if card.suit is suit) == sorted(
            rummu.NUMBERS
        )


FEW = "a run of one colour needs more other cards than jokers, here"


@pytest.mark.parametrize(
    ("texts", "why"),
    [
        (("", "r5", "r5 b5", "r5 r6"), "a combination has three cards or more"),
        (
            ("r3 r4 r6", "r8 r9 r0", "r3 b3 g4", "r3 r4 r5 b5"),
            "its numbers are neither all the same nor consecutive",
        ),
        (("r3 b4 r5", "r3 r4 b5"), "a mixed run has no colour twice, here red is"),
        (("r3 y4=r b5",), "a mixed run has no colour twice, here red is"),
        (("r5 b5 g5 y5=g",), "a set has no colour twice, here green is"),
        (("r7 r7' b7",), "it holds two identical cards: the red 7 twice"),
        (("r1 b1 k1 b1'",), "it holds two identical cards: the blue 1 twice"),
        (("r7 b7 y7=g y7'=k",), "it holds two identical cards: the yellow 7 twice"),
        (("r3 r4 b5=r",), "only a yellow card is a joker, the blue 5 is none"),
        (("y3=r y4=b g5",), "a mixed run may have one joker only, here are 2"),
        (("y3=r b4 g5 y6=k",), "a mixed run may have one joker only, here are 2"),
        (("r3 y4=r y5=r",), f"{FEW} 2 of 3"),
        (("r3 y4=r r5 y6=r",), f"{FEW} 2 of 4"),
        (("y3=r y4=r r5 r6 y7=r",), f"{FEW} 3 of 5"),
    ],
)
def test_other_cards_are_refused_with_the_reason(texts: tuple[str, ...], why: str) -> None:
    for text in texts:
        assert rummu.fault(cards(text)) == why


@pytest.mark.parametrize(
    ("text", "jokers", "pure", "points"),
    [
        # Three to five cards of one number: yellow is a joker, 1s and 7s count half.
        ("r5 b5 g5", 0, True, 0),
        ("r5 b5 y5=k", 1, False, 0),
        ("r5 b5 g5 k5", 0, True, 30),
        ("r5 b5 g5 y5=k", 1, False, 10),
        ("r5 b5 g5 k5 y5", 1, False, 50),
        ("r1 b1 g1 k1", 0, True, 15),
        ("r7 b7 g7 y7=k", 1, False, 5),
        ("r7 b7 g7 k7 y7", 1, False, 25),
        # Three to five cards in a row in several suits, with one joker at most.
        ("r3 b4 g5", 0, False, 0),
        ("r3 y4 b5", 0, False, 0),
        ("r3 y4=g b5", 1, False, 0),
        ("r3 y4 y5=g", 1, False, 0),
        ("r3 y4=b g5 k6", 1, False, 10),
        ("r3 b4 g5 k6", 0, False, 10),
        ("r3 b4 g5 k6 y7", 0, False, 40),
        # Three to ten cards in a row in one suit, with more other cards than jokers.
        ("r3 r4 r5", 0, True, 10),
        ("y1 y2 y3", 0, True, 10),
        ("y3=b b4 b5", 1, False, 0),
        ("r3 r4 r5 r6", 0, True, 20),
        ("y3 y4 y5 y6", 0, True, 20),
        ("r3 y4=r r5 r6", 1, False, 10),
        ("r3 r4 r5 r6 r7", 0, True, 20),
        ("r3 r4 y5=r y6=r r7", 2, False, 40),
        ("r3 r4 r5 r6 r7 r8", 0, True, 30),
        ("r3 r4 r5 r6 r7 y8=r", 1, False, 50),
        ("r3 r4 y5=r y6=r y7=r r8 r9", 3, False, 60),
        ("k0 k1 k2 k3 k4 k5 k6 k7 k8 k9", 0, True, 70),
    ],
)
def test_the_jokers_the_purity_and_the_points_of_each_combination(
    text: str, jokers: int, *, pure: bool, points: int
) -> None:
    assert rummu.fault(cards(text)) is None
    assert (rummu.jokers(cards(text)), rummu.is_pure(cards(text))) == (jokers, pure)
    assert worth(cards(text), Options()) == points


def test_the_points_of_runs_of_five_are_options() -> None:
    swapped = Options(five_run_mixed=20, five_run_pure=40)
    for text, points in (("r3 b4 g5 k6 y7", 20), ("r3 r4 r5 r6 r7", 40), ("r3 r4 r5", 10)):
        assert worth(cards(text), swapped) == points
    assert worth(cards("r3 r4 r5 r6 r7 r8"), swapped) == 50


def by_trying(held: list[rummu.Card], longest: int) -> set[rummu.Cards]:
    """Return all combinations of a few cards by trying all subsets in all roles."""
    some = chain.from_iterable(combinations(held, n) for n in range(3, longest + 1))
    meant = chain.from_iterable(product(*map(rummu.roles, chosen)) for chosen in some)
    return {rummu.ordered(each) for each in meant if rummu.fault(rummu.ordered(each)) is None}


SIMILAR = [
    card for card in rummu.deck() if 4 <= card.number <= 8 and card.suit is not rummu.Suit.BLACK
]


@given(st.sets(st.sampled_from(SIMILAR), max_size=7), st.sampled_from([3, 10]))
def test_every_combination_of_a_hand_is_found_once(held: set[rummu.Card], longest: int) -> None:
    found = list(rummu.every_combination(held, longest))
    assert len(found) == len(set(found))
    assert set(found) == by_trying(sorted(held), longest)


@given(
    st.sampled_from(
        ["r5 r6 r7", "r5 b6 y7=g", "r5 r6 y7=r r8", "r7 b7 g7", "r7 b7 y7=k", "y6 y7 y8"]
    ),
    st.sets(st.sampled_from(SIMILAR), max_size=7),
)
def test_every_addition_to_a_combination_is_found_once(text: str, held: set[rummu.Card]) -> None:
    there = cards(text)
    held -= {role.card for role in there}
    found = list(rummu.every_addition(held, there))
    some = chain.from_iterable(combinations(sorted(held), n) for n in range(1, len(held) + 1))
    meant = chain.from_iterable(product(*map(rummu.roles, chosen)) for chosen in some)
    fitting = {
        rummu.ordered(each) for each in meant if rummu.fault(rummu.ordered((*there, *each))) is None
    }
    assert len(found) == len(set(found))
    assert set(found) == fitting


def test_long_runs_and_full_sets_are_found() -> None:
    found = set(rummu.every_combination(hand("r5 b5 g5 k5 y5 y6 r7 r8 y4")))
    assert {cards("r5 b5 g5 k5 y5"), cards("y4=r r5 y6=r r7 r8")} <= found


def test_an_action_makes_a_new_combination_or_changes_one_on_the_table() -> None:
    laid = (Combination(Seat(1), cards("r3 r4 y5=r")),)
    assert combined((), lay("r3 r4 r5")) == cards("r3 r4 r5")
    assert combined(laid, add("r2")) == cards("r2 r3 r4 y5=r")
    assert combined(laid, exchange("r5")) == cards("r3 r4 r5")
