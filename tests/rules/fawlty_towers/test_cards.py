from collections import Counter

import pytest

from towersim.rules.fawlty_towers.cards import (
    CUBES,
    WILD,
    Card,
    Colour,
    Symbol,
    deck,
    score,
    set_bonus,
)

NUMBERS = [1, 1, 1, 2, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("colour", Colour)
def test_each_colour_has_each_of_the_nine_numbers(colour: Colour) -> None:
    assert sorted(card.number for card in deck() if card.colour is colour) == NUMBERS


@pytest.mark.parametrize("symbol", Symbol)
def test_each_symbol_has_each_of_the_nine_numbers(symbol: Symbol) -> None:
    assert sorted(card.number for card in deck() if card.symbol is symbol) == NUMBERS


def test_all_cards_differ_but_four_pairs_look_alike() -> None:
    assert len(set(deck())) == 54
    faces = Counter(card[:3] for card in deck())
    assert sorted(faces.values()) == [1] * 46 + [2] * 4


def test_the_text_of_a_card_has_its_colour_number_and_symbol() -> None:
    assert str(Card(Colour.RED, Symbol.DROP, 1)) == "red 1 (drop)"


def test_the_small_deck_lacks_only_the_black_cards() -> None:
    gone = set(deck()) - set(deck(black=False))
    assert len(gone) == 9
    assert {card.colour for card in gone} == {Colour.BLACK}


def test_cubes_come_in_the_colours_that_are_not_wild() -> None:
    assert sorted((*CUBES, *WILD)) == sorted(Colour)


def test_sets_of_0_to_9_equal_symbols_are_split_for_the_highest_bonus() -> None:
    assert [set_bonus(alike) for alike in range(10)] == [0, 0, 0, 5, 5, 10, 10, 10, 15, 15]


def test_a_score_is_the_sum_of_numbers_and_bonuses_for_symbols() -> None:
    drops = [Card(Colour.RED, Symbol.DROP, number) for number in (1, 2, 3)]
    wheels = [Card(Colour.BLUE, Symbol.WHEEL, number) for number in (1, 1, 2, 2, 6)]
    other = [Card(Colour.WHITE, Symbol.ARROW, 5), Card(Colour.BLACK, Symbol.ARROW, 4)]
    assert score([*drops, *wheels, *other]) == 6 + 5 + 12 + 10 + 9


def test_the_score_of_the_whole_deck_is_its_numbers_and_six_bonuses() -> None:
    assert score(deck()) == 6 * sum(NUMBERS) + 6 * 15
