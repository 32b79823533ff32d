"""One test for each sentence of the rule text."""

import pytest

from tests.rules.fawlty_towers.tables import (
    BASES,
    RULES,
    after,
    found,
    laid_out,
    place,
    settled,
    table,
    takes,
    with_taken,
)
from towersim.common.errors import OptionFault
from towersim.common.units import Seat, TowerId
from towersim.rules.base import Nature, Place, StartTower
from towersim.rules.fawlty_towers.cards import Card, Colour, Symbol, deck
from towersim.rules.fawlty_towers.state import Deal, Decline, Options, Phase, Take

# --- set-up -------------------------------------------------------------------------------------


def test_two_to_eight_can_play() -> None:
    for seats in range(2, 9):
        assert len(RULES.setup(seats, Options()).taken) == seats
    for seats in (1, 9):
        with pytest.raises(OptionFault, match=f"fawlty-towers: {seats} seats?, .* 2 to 8"):
            RULES.setup(seats, Options())


def test_all_cards_and_all_cubes_are_used() -> None:
    state = RULES.setup(2, Options())
    assert state.deck == deck()
    pool = RULES.view(state, Seat(0)).pool
    assert sum(left for _, left in pool) + len(BASES) == 80


def test_shuffled_cards_fill_four_columns_of_six() -> None:
    state = RULES.setup(2, Options())
    for number in range(24):
        assert RULES.actor(state) is Nature.DECK
        assert tuple(RULES.legal(state)) == tuple(Deal(card) for card in state.deck)
        card = state.deck[-1]
        state = after(state, Deal(card))
        assert state.columns[number // 6][number % 6] == card
    assert [len(column) for column in state.columns] == [6, 6, 6, 6]


def test_the_rest_of_the_cards_is_the_deck() -> None:
    state = laid_out()
    opened = {card for column in state.columns for card in column}
    assert len(state.deck) == 30
    assert opened | set(state.deck) == set(deck())


def test_four_towers_start_with_one_cube_of_each_colour() -> None:
    assert RULES.towers(laid_out()) == (("red",), ("blue",), ("green",), ("yellow",))


def test_towers_are_independent_of_columns() -> None:
    state = table("red", "red", "red", "red")
    for tower in range(4):
        stood = after(state, place("red", tower), settled())
        assert takes(stood) == [(0, 0), (1, 0), (2, 0), (3, 0)]


def test_the_other_cubes_lie_in_a_common_pile() -> None:
    pool = (("red", 19), ("blue", 19), ("green", 19), ("yellow", 19))
    assert [RULES.view(laid_out(), Seat(seat)).pool for seat in (0, 1)] == [pool, pool]


# --- a turn -------------------------------------------------------------------------------------


def test_players_take_turns() -> None:
    state = laid_out(seats=3, first=1)
    turns = []
    for _ in range(4):
        turns.append(RULES.actor(state))
        state = after(state, place("red", 0), settled())
        state = after(state, Decline()) if state.phase is Phase.CLAIMING else state
    assert turns == [1, 2, 0, 1]


def test_a_seat_must_place_one_cube_of_any_colour_on_any_tower() -> None:
    cubes = {Place(cube, TowerId(tower)) for cube in BASES for tower in range(4)}
    assert set(RULES.legal(laid_out())) == cubes
    assert after(table(), place("green", 2)).towers[2] == ("green", "green")


def test_a_cube_goes_on_top_of_its_tower() -> None:
    state = after(table(towers=("red blue", "", "", "")), place("green", 0), settled())
    assert state.towers[0] == ("red", "blue", "green")


def test_after_a_cube_a_card_of_its_colour_may_be_taken_or_declined() -> None:
    stood = after(table("red", "blue", "red", "green"), place("red", 1), settled())
    assert RULES.actor(stood) == 0
    assert RULES.legal(stood) == (Take(0, 0), Take(2, 0), Decline())
    assert after(stood, Take(2, 0)).taken == ((Card(Colour.RED, Symbol.DROP, 1),), ())
    assert after(stood, Decline()).taken == ((), ())


def test_the_bottom_card_of_any_column_is_always_in_reach() -> None:
    state = table("blue green", "blue red", "blue white", "blue black")
    assert takes(after(state, place("blue", 0), settled())) == [(0, 0), (1, 0), (2, 0), (3, 0)]


@pytest.mark.parametrize(
    ("tower", "reached"),
    [("green", 1), ("red", 0), ("green green", 2), ("green red red", 1), ("blue", 0)],
)
def test_a_higher_card_needs_a_cube_of_the_colour_of_each_card_below(
    tower: str, reached: int
) -> None:
    state = table("green blue", "green green blue", "red", "red", towers=(tower, "", "", ""))
    wanted = [(0, 1), (1, 2)][:reached]
    assert takes(after(state, place("blue", 0), settled())) == wanted


FIFTH = ("yellow blue blue green red", "green", "green", "green")


def test_the_fifth_card_needs_the_four_cubes_below_it() -> None:
    state = table(*FIFTH, towers=("yellow blue blue green", "yellow blue green", "", ""))
    assert takes(after(state, place("red", 0), settled())) == [(0, 4)]


@pytest.mark.parametrize("tower", ["green blue yellow blue", "red blue green blue red yellow"])
def test_the_cubes_may_be_in_any_order_and_among_others(tower: str) -> None:
    state = table(*FIFTH, towers=(tower, "", "", ""))
    assert takes(after(state, place("red", 0), settled())) == [(0, 4)]


def test_a_card_cannot_be_taken_without_the_cubes_for_those_below() -> None:
    towers = ("yellow blue green green", "blue blue green", "yellow blue blue", "yellow")
    for tower in range(4):
        state = after(table(*FIFTH, towers=towers), place("red", tower), settled())
        assert takes(state) == []
        assert state.turn == 1


def test_the_placed_cube_must_have_the_colour_of_the_card() -> None:
    state = table(*FIFTH, towers=("yellow blue blue green red", "", "", ""))
    assert (0, 4) not in takes(after(state, place("green", 0), settled()))


# --- white and black cards ----------------------------------------------------------------------


@pytest.mark.parametrize("cube", BASES)
def test_white_and_black_cards_go_with_any_cube(cube: str) -> None:
    state = after(table("white", "black", "white", "black"), place(cube, 0), settled())
    assert takes(state) == [(0, 0), (1, 0), (2, 0), (3, 0)]


@pytest.mark.parametrize("colour", ["white", "black"])
def test_a_higher_wild_card_also_needs_the_cubes_for_those_below(colour: str) -> None:
    state = table(f"green {colour}", "red", "red", "red", towers=("blue", "green", "", ""))
    assert takes(after(state, place("yellow", 0), settled())) == []
    assert takes(after(state, place("yellow", 1), settled())) == [(0, 1)]


@pytest.mark.parametrize("tower", ["blue red", "blue green", "blue blue"])
def test_a_white_card_is_passed_with_a_cube_of_any_colour(tower: str) -> None:
    state = table("white blue red", "blue", "blue", "blue", towers=(tower, "", "", ""))
    assert takes(after(state, place("red", 0), settled())) == [(0, 0), (0, 2)]


def test_a_cube_passes_one_card_only() -> None:
    state = table("white blue red", "blue", "blue", "blue", towers=("blue", "", "", ""))
    assert takes(after(state, place("red", 0), settled())) == [(0, 0)]


def test_a_black_card_cannot_be_passed_before_it_is_taken() -> None:
    tower = "blue red green yellow red blue"
    state = table("black blue", "red", "red", "red", towers=(tower, "blue", "", ""))
    stood = after(state, place("blue", 0), settled())
    assert takes(stood) == [(0, 0)]
    later = after(stood, Take(0, 0), place("blue", 0), settled())
    assert takes(later) == [(0, 0)]


# --- towers that fall ---------------------------------------------------------------------------


def test_a_tower_that_lost_a_cube_is_removed_from_the_table() -> None:
    state = after(table(towers=("red blue green", "red", "red", "red")), place("red", 0))
    fallen = after(state, settled(0))
    assert RULES.towers(fallen) == (None, ("red",), ("red",), ("red",))
    assert RULES.view(fallen, Seat(0)).pool == (
        ("red", 17),
        ("blue", 20),
        ("green", 20),
        ("yellow", 20),
    )


def test_after_a_collapse_the_same_player_starts_one_tower_with_one_cube() -> None:
    fallen = after(table(), place("red", 2), settled(2))
    assert RULES.actor(fallen) == 0
    assert RULES.legal(fallen) == tuple(StartTower(cube, TowerId(2)) for cube in BASES)
    assert RULES.towers(after(fallen, found("blue", 2)))[2] == ("blue",)


def test_after_starting_a_tower_a_bottom_card_of_its_colour_may_be_taken() -> None:
    state = table("red red", "blue red", "red", "white red")
    stood = after(state, place("blue", 2), settled(2), found("red", 2), settled())
    assert RULES.legal(stood) == (Take(0, 0), Take(2, 0), Take(3, 0), Decline())
    assert after(stood, Decline()).turn == 1


# --- the cards move down ------------------------------------------------------------------------


def test_the_cards_above_move_down_and_the_deck_puts_one_on_top() -> None:
    state = laid_out()
    first, second, third = state.columns[1][:3]
    stood = after(state, place(first.colour, 0), settled())
    taken = after(stood, Take(1, 0))
    assert RULES.actor(taken) is Nature.DECK
    assert taken.columns[1][:2] == (second, third)
    card = taken.deck[3]
    refilled = after(taken, Deal(card))
    assert refilled.columns[1] == (*state.columns[1][1:], card)
    assert card not in refilled.deck
    assert refilled.turn == 1


def test_without_a_deck_the_column_stays_short() -> None:
    state = after(table("red blue green"), place("red", 0), settled(), Take(0, 0))
    assert [card.colour for card in state.columns[0]] == ["blue", "green"]
    assert RULES.actor(state) == 1


# --- the end ------------------------------------------------------------------------------------


def test_the_game_ends_when_two_columns_are_empty() -> None:
    state = table("", "red", "red red", "red")
    going = after(state, place("red", 0), settled(), Take(2, 0))
    assert RULES.outcome(going) is None
    over = after(state, place("red", 0), settled(), Take(1, 0))
    outcome = RULES.outcome(over)
    assert outcome is not None
    assert outcome.reason == "Two columns are empty."
    assert (outcome.winners, outcome.scores) == ((0,), (1, 0))


def test_columns_refilled_by_the_deck_do_not_count_as_empty() -> None:
    state = after(table("", "red", to_come=1), place("red", 0), settled(), Take(1, 0))
    assert RULES.actor(state) is Nature.DECK


def test_a_card_is_worth_its_number_and_sets_of_symbols_a_bonus() -> None:
    drops = tuple(Card(Colour.RED, Symbol.DROP, number) for number in (1, 2, 6))
    wheels = tuple(Card(Colour.RED, Symbol.WHEEL, number) for number in (1, 2, 3, 4, 5))
    state = with_taken(drops, wheels)
    assert RULES.view(state, Seat(0)).scores == (9 + 5, 15 + 10)


def test_the_simpler_game_has_no_black_cards() -> None:
    cards = RULES.setup(2, Options(black_cards=False)).deck
    assert cards == tuple(card for card in deck() if card.colour is not Colour.BLACK)
