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


@pytest.mark.parametrize(
    "text",
    [
        "r5 b5 g5",
        "r5 b5 g5 k5",
        "r3 r4 r5",
        "k0 k1 k2 k3 k4 k5 k6 k7 k8 k9",
        "r3 b4 g5",
        "r3 b4 g5 k6 y7",
        "y3 y4 y5 y6",
        "r3 y4 b5",
    ],
)
def test_at_least_three_cards_of_one_number_or_in_a_row_are_a_combination(text: str) -> None:
    assert rummu.fault(cards(text)) is None


@pytest.mark.parametrize(
    ("texts", "why"),
    [
        (("", "r5", "r5 b5", "r5 r6"), "a combination has three cards or more"),
        (
            ("r3 r4 r6", "r8 r9 r0", "r3 b3 g4", "r3 r4 r5 b5"),
            "its numbers are neither all the same nor consecutive",
        ),
        (
            ("r3 b4 r5", "r3 r4 b5", "r3 y4=r b5"),
            "a run of several suits has no suit twice, here red is",
        ),
        (("r5 b5 g5 y5=g",), "a set has no suit twice, here green is"),
        (("r7 r7' b7",), "it holds two identical cards: the red 7 twice"),
        (("r1 b1 k1 b1'",), "it holds two identical cards: the blue 1 twice"),
        (("r7 b7 y7=g y7'=k",), "it holds two identical cards: the yellow 7 twice"),
        (("r3 r4 b5=r",), "only a yellow card is a joker, the blue 5 is none"),
        (
            ("y3=r y4=b g5", "y3=r b4 g5 y6=k"),
            "a run of several suits may hold one joker only, here are 2",
        ),
    ],
)
def test_other_cards_are_refused_with_the_reason(texts: tuple[str, ...], why: str) -> None:
    for text in texts:
        assert rummu.fault(cards(text)) == why


@pytest.mark.parametrize(
    "text",
    ["r3 r4 y5=r", "y3=b b4 b5", "r5 g5 y5=k", "r5 b5 g5 k5 y5", "r3 y4=g b5", "r3 y4=b g5 k6"],
)
def test_a_yellow_card_may_stand_for_the_same_number_of_another_suit(text: str) -> None:
    assert rummu.fault(cards(text)) is None
    assert rummu.jokers(cards(text)) == 1


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("r3 r4 y5=r", True),
        ("r3 y4=r y5=r", False),
        ("r3 y4=r r5 y6=r", False),
        ("r3 y4=r r5 r6", True),
        ("r3 r4 y5=r y6=r r7", True),
        ("y3=r y4=r r5 r6 y7=r", False),
        ("r3 r4 y5=r y6=r y7=r r8 r9", True),
    ],
)
def test_a_run_of_one_suit_has_more_other_cards_than_jokers(text: str, *, good: bool) -> None:
    assert (rummu.fault(cards(text)) is None) is good
    if not good:
        said = "a run of one suit needs more other cards than jokers, here "
        assert str(rummu.fault(cards(text))) == f"{said}{text.count('=')} of {text.count(' ') + 1}"


def test_a_yellow_card_may_be_itself_in_a_run_even_beside_a_joker() -> None:
    assert rummu.jokers(cards("r3 y4 y5=g")) == 1
    assert rummu.fault(cards("r3 y4 y5=g")) is None


def test_a_yellow_card_in_a_set_always_counts_as_a_joker() -> None:
    for text in ("r5 b5 g5 k5 y5", "r5 b5 y5=k"):
        assert rummu.fault(cards(text)) is None
        assert rummu.jokers(cards(text)) == 1
        assert not rummu.is_pure(cards(text))


@pytest.mark.parametrize(
    ("text", "pure"),
    [
        ("r3 b4 g5", False),
        ("r3 r4 r5", True),
        ("r3 r4 y5=r", False),
        ("y3 y4 y5", True),
        ("r5 b5 g5 k5", True),
        ("r5 b5 g5 y5=k", False),
    ],
)
def test_a_set_or_a_run_of_one_suit_is_pure_without_jokers(text: str, *, pure: bool) -> None:
    assert rummu.is_pure(cards(text)) is pure


PRICES = [
    ("r5 b5 g5", 0),
    ("r5 b5 y5=g", 0),
    ("r5 b5 g5 k5", 30),
    ("r5 b5 g5 y5=k", 10),
    ("r5 b5 g5 k5 y5", 50),
    ("r1 b1 g1 k1", 15),
    ("r7 b7 g7 y7=k", 5),
    ("r7 b7 g7 k7 y7", 25),
    ("r3 b4 g5", 0),
    ("r3 r4 y5=r", 0),
    ("r3 r4 r5", 10),
    ("r3 b4 g5 k6", 10),
    ("r3 r4 r5 r6", 20),
    ("r3 b4 g5 k6 y7", 40),
    ("r3 r4 r5 r6 y7=r", 40),
    ("r3 r4 r5 r6 r7", 20),
    ("r3 r4 r5 r6 r7 r8", 30),
    ("r3 r4 r5 r6 r7 y8=r", 50),
    ("r0 r1 r2 r3 r4 r5 r6 r7 r8 r9", 70),
    ("y1 y2 y3", 10),
]


@pytest.mark.parametrize(("text", "points"), PRICES)
def test_the_points_of_each_combination(text: str, points: int) -> None:
    assert rummu.fault(cards(text)) is None
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
