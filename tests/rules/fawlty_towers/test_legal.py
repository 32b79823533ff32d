"""One test for each sentence of the rule text, and for each ruling on a gap in it."""

import msgspec
import pytest
from hypothesis import given, strategies as st

from tests.rules.fawlty_towers.tables import (
    BASES,
    RULES,
    after,
    found,
    happened,
    laid_out,
    outcome,
    place,
    settled,
    table,
    takes,
    with_taken,
)
from towersim.common.units import Seat, TowerId
from towersim.rules.base import Collapsed, Nature, Place, StartTower, TurnStarted
from towersim.rules.fawlty_towers.log import Forfeited, GaveUp, NothingToTake, StoodAllTheSame
from towersim.rules.fawlty_towers.play import claims, refusal, takes as all_takes
from towersim.rules.fawlty_towers.state import (
    CUBES,
    Card,
    Colour,
    Deal,
    Decline,
    Options,
    Phase,
    Symbol,
    Take,
    deck,
)


def test_shuffled_cards_fill_four_columns_of_six_and_the_rest_is_the_deck() -> None:
    state = RULES.setup(2, Options())
    assert state.deck == deck()
    for number in range(24):
        assert RULES.actor(state) is Nature.DECK
        assert tuple(RULES.legal(state)) == tuple(Deal(card) for card in state.deck)
        card = state.deck[-1]
        state = after(state, Deal(card))
        assert state.columns[number // 6][number % 6] == card
    assert [len(column) for column in state.columns] == [6, 6, 6, 6]
    assert len(state.deck) == 30


def test_four_towers_start_with_a_cube_of_each_colour_and_the_others_are_a_common_pile() -> None:
    assert RULES.towers(laid_out()) == (("red",), ("blue",), ("green",), ("yellow",))
    pool = (("red", 19), ("blue", 19), ("green", 19), ("yellow", 19))
    assert [RULES.view(laid_out(), Seat(seat)).pool for seat in (0, 1)] == [pool, pool]


def test_towers_are_independent_of_columns() -> None:
    state = table("red", "red", "red", "red")
    for tower in range(4):
        stood = after(state, place("red", tower), settled())
        assert takes(stood) == [(0, 0), (1, 0), (2, 0), (3, 0)]


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


NAMES = ("Ann", "Bob")
ALL = [(0, 0), (1, 0), (2, 0), (3, 0)]
STEPS = "green blue | green green blue"
FIFTH = "yellow blue blue green red"
WHITE = "white blue red"


@pytest.mark.parametrize(
    ("columns", "tower", "cube", "reached"),
    [
        # The bottom card of any column is always in reach.
        ("blue green | blue red | blue white | blue black", "red", "blue", ALL),
        # A higher one needs a cube of the colour of each card below, in any order, among others.
        (STEPS, "green", "blue", [(0, 1)]),
        (STEPS, "red", "blue", []),
        (STEPS, "green green", "blue", [(0, 1), (1, 2)]),
        (STEPS, "green red red", "blue", [(0, 1)]),
        (FIFTH, "yellow blue blue green", "red", [(0, 4)]),
        (FIFTH, "green blue yellow blue", "red", [(0, 4)]),
        (FIFTH, "red blue green blue red yellow", "red", [(0, 4)]),
        *((FIFTH, tower, "red", []) for tower in ("yellow blue green green", "yellow blue blue")),
        # The placed cube must have the colour of the card, and does not count as held.
        (FIFTH, "yellow blue blue green red", "green", [(0, 3)]),
        ("red red", "blue", "red", [(0, 0)]),
        ("red red", "red", "red", [(0, 0), (0, 1)]),
        # White and black cards go with any cube, but also need the cubes for those below.
        *(("white | black | white | black", "red", cube, ALL) for cube in BASES),
        ("green white", "blue", "yellow", []),
        ("green white", "green", "yellow", [(0, 1)]),
        ("green black", "blue", "yellow", []),
        ("green black", "green", "yellow", [(0, 1)]),
        # A white card is passed with a cube of any colour, which then passes no other.
        *((WHITE, f"blue {other}", "red", [(0, 0), (0, 2)]) for other in ("red", "green", "blue")),
        (WHITE, "blue", "red", [(0, 0)]),
        # A black card cannot be passed before it is taken.
        ("black blue", "blue red green yellow red blue", "blue", [(0, 0)]),
    ],
)
def test_a_card_is_in_reach_if_the_tower_held_a_cube_for_each_card_below(
    columns: str, tower: str, cube: str, reached: list[tuple[int, int]]
) -> None:
    """Each comment is a sentence of the rules."""
    named = columns.split(" | ")
    state = table(*named, towers=(tower, "yellow blue green", "", ""))
    free = takes(after(state, place(cube, 0), settled()))
    assert [at for at in free if at[0] < len(named)] == reached


def test_a_tower_that_lost_a_cube_is_removed_from_the_table() -> None:
    state = after(table(towers=("red blue green", "red", "red", "red")), place("red", 0))
    fallen = after(state, settled(0))
    assert RULES.towers(fallen) == (None, ("red",), ("red",), ("red",))
    pool = RULES.view(fallen, Seat(0)).pool
    assert pool == (("red", 17), ("blue", 20), ("green", 20), ("yellow", 20))


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


def test_the_game_ends_when_two_columns_are_empty() -> None:
    state = table("", "red", "red red", "red")
    going = after(state, place("red", 0), settled(), Take(2, 0))
    assert RULES.outcome(going) is None
    over = after(state, place("red", 0), settled(), Take(1, 0))
    ended = outcome(over)
    assert ended.reason == "Two columns are empty."
    assert (ended.winners, ended.scores) == ((0,), (1, 0))


def test_columns_refilled_by_the_deck_do_not_count_as_empty() -> None:
    state = after(table("", "red", to_come=1), place("red", 0), settled(), Take(1, 0))
    assert RULES.actor(state) is Nature.DECK


def test_a_card_is_worth_its_number_and_sets_of_symbols_a_bonus() -> None:
    drops = tuple(Card(Colour.RED, Symbol.DROP, number) for number in (1, 2, 6))
    wheels = tuple(Card(Colour.RED, Symbol.WHEEL, number) for number in (1, 2, 3, 4, 5))
    assert RULES.view(with_taken(drops, wheels), Seat(0)).scores == (9 + 5, 15 + 10)


def test_the_simpler_game_has_no_black_cards() -> None:
    cards = RULES.setup(2, Options(black_cards=False)).deck
    assert cards == tuple(card for card in deck() if card.colour is not Colour.BLACK)


def test_gravity_answers_with_any_standing_towers_in_any_order() -> None:
    falling = after(table(towers=("red", "blue", "", "")), place("red", 0))
    assert RULES.actor(falling) is Nature.GRAVITY
    verdicts = [(), (0,), (1,), (0, 1), (1, 0)]
    assert RULES.legal(falling) == tuple(settled(*fell) for fell in verdicts)
    assert len(RULES.legal(after(table(), place("red", 0)))) == 1 + 4 + 12 + 24 + 24


def test_gravity_may_fell_the_tower_being_started() -> None:
    falling = after(table(towers=("red", "blue", "", "")), found("red", 3))
    assert settled(3) in RULES.legal(falling)
    assert settled(2) not in RULES.legal(falling)


def test_a_tower_founded_by_choice_earns_a_bottom_card_also_if_a_neighbour_falls() -> None:
    columns = "red", "blue", "green", "green"
    state = table(*columns, towers=("red", "blue", "", ""))
    assert takes(after(state, found("red", 3), settled(1))) == [(0, 0)]


def test_the_fall_of_another_tower_also_costs_the_card_but_the_cube_stays() -> None:
    state = after(table(), place("red", 0), settled(3))
    assert state.phase is Phase.FOUNDING
    assert RULES.towers(state) == (("red", "red"), ("blue",), ("green",), None)


def test_the_log_says_that_the_own_cube_stands_although_another_tower_fell() -> None:
    told = happened(table(), place("red", 0), settled(3))
    fallen = Collapsed(Seat(0), TowerId(3), (Colour.YELLOW,))
    assert told == (fallen, StoodAllTheSame(Seat(0), TowerId(0), 2))
    sentence = "Ann's own cube stands all the same: tower 1 is 2 cubes high."
    assert RULES.describe(told[1], NAMES) == sentence
    assert happened(table(), place("red", 0), settled(3, 0))[-1] != told[-1]


def test_every_fallen_tower_is_removed_but_only_one_is_started_anew() -> None:
    state = after(table("red"), place("red", 0), settled(2, 0), found("red", 2), settled())
    assert RULES.towers(state) == (None, ("blue",), ("red",), ("yellow",))
    assert state.phase is Phase.CLAIMING


def test_a_new_base_that_falls_is_placed_again() -> None:
    state = after(table(), place("red", 0), settled(0), found("red", 0), settled(0))
    assert (state.phase, RULES.actor(state)) == (Phase.FOUNDING, 0)
    assert RULES.towers(state)[0] is None


THROWN = (found("red", 0), settled(0))


def test_after_three_fallen_bases_the_turn_ends() -> None:
    state = after(table(), place("red", 0), settled(0), *THROWN, *THROWN)
    assert (state.phase, state.turn) == (Phase.FOUNDING, 0)
    over = after(state, *THROWN)
    assert (over.phase, over.turn, over.quiet) == (Phase.BUILDING, 1, 1)
    told = happened(state, *THROWN)
    assert told[1:] == (GaveUp(Seat(0), 3), TurnStarted(Seat(1)))
    sentence = "Ann's turn is over: 3 founding cubes in a row fell."
    assert RULES.describe(told[1], NAMES) == sentence


def test_each_turn_allows_three_fallen_bases() -> None:
    state = after(table(), place("red", 0), settled(0), *THROWN * 3, found("red", 0), settled(0))
    assert (state.phase, state.turn) == (Phase.FOUNDING, 1)
    assert after(state, *THROWN).turn == 1
    assert after(state, *THROWN * 2).turn == 0


def test_after_a_fall_a_bottom_card_may_be_taken_unless_agreed_otherwise() -> None:
    strict = msgspec.structs.replace(table("red"), options=Options(fall_card=False))
    founding = (place("red", 0), settled(0), found("red", 0), settled())
    assert after(table("red"), *founding).phase is Phase.CLAIMING
    over = after(strict, *founding)
    assert (over.phase, over.turn, over.quiet) == (Phase.BUILDING, 1, 1)
    forfeited = Forfeited(Seat(0))
    assert forfeited in happened(strict, *founding)
    assert RULES.describe(forfeited, NAMES) == "Ann takes no card after a fall, as agreed."


def test_without_fall_cards_a_tower_started_by_choice_still_gives_a_card() -> None:
    strict = msgspec.structs.replace(
        table("red", towers=("", "blue", "green", "red")), options=Options(fall_card=False)
    )
    assert after(strict, found("red", 0), settled()).phase is Phase.CLAIMING
    fallen = RULES.view(after(strict, place("blue", 1), settled(1)), Seat(0))
    assert claims(fallen, "red", TowerId(0)) == ()
    assert Take(0, 0) in claims(RULES.view(strict, Seat(0)), "red", TowerId(0))


def test_a_tower_that_falls_beside_a_new_base_is_not_started_anew_in_this_turn() -> None:
    state = after(table("red"), place("red", 0), settled(0), found("red", 0), settled(1))
    assert RULES.towers(state) == (("red",), None, ("green",), ("yellow",))
    assert state.phase is Phase.CLAIMING


def test_a_tower_may_be_started_in_a_free_place_instead_of_placing_a_cube() -> None:
    state = table("red", "blue red", "green", "green", towers=("red", "blue", "", "red"))
    kinds = {(type(action), action.tower) for action in RULES.legal(state)}  # type: ignore[attr-defined] # both kinds name a tower
    assert kinds == {(Place, 0), (Place, 1), (Place, 3), (StartTower, 2)}
    assert takes(after(state, found("red", 2), settled())) == [(0, 0)]


def test_a_tower_must_be_started_if_there_is_none() -> None:
    state = table(towers=("", "", "", ""))
    assert {type(action) for action in RULES.legal(state)} == {StartTower}
    assert len(RULES.legal(state)) == 16


def test_a_colour_without_cubes_left_cannot_be_placed() -> None:
    state = table(towers=(" ".join(["red"] * 20), "blue", "", ""))
    assert {action.block for action in RULES.legal(state)} == {"blue", "green", "yellow"}  # type: ignore[attr-defined] # all of them name a block


def test_a_turn_without_a_card_in_reach_ends_automatically() -> None:
    state = table("green", "green", "green", "green")
    last = happened(state, place("red", 0), settled())
    assert NothingToTake(Seat(0), Colour.RED) in last
    assert after(state, place("red", 0), settled()).turn == 1


def test_the_game_ends_when_the_pool_is_empty() -> None:
    towers = [" ".join([colour] * 20) for colour in BASES]
    towers[0] = towers[0].removesuffix(" red red")
    state = after(table(towers=towers), place("red", 0), settled(), Decline())
    assert RULES.outcome(state) is None
    ended = outcome(after(state, place("red", 0), settled(), Decline()))
    assert ended.reason == "No cube is left in the pool."


@pytest.mark.parametrize("seats", [2, 5])
def test_the_game_ends_after_three_full_rounds_without_a_card(seats: int) -> None:
    state = table(seats=seats)
    for turn in range(3 * seats):
        assert state.quiet == turn
        assert RULES.outcome(state) is None
        state = after(state, place(BASES[turn % 4], turn % 4), settled(), Decline())
    ended = outcome(state)
    assert ended.reason == "Nobody has taken a card for three full rounds."
    assert ended.winners == tuple(range(seats))


def test_a_card_out_of_reach_counts_as_none_and_a_taken_one_resets_the_count() -> None:
    state = table("red", "red", "red", "red", quiet=5)
    assert RULES.outcome(after(state, place("blue", 0), settled())) is not None
    assert after(state, place("red", 0), settled(), Take(0, 0)).quiet == 0


def test_more_cards_win_at_equal_scores_and_equally_many_share_the_win() -> None:
    two = (Card(Colour.RED, Symbol.DROP, 2), Card(Colour.RED, Symbol.ARROW, 1))
    three = (Card(Colour.RED, Symbol.DROP, 3),)
    more, shared = (outcome(with_taken(three, one, (), ended="Over.")) for one in (two, three))
    assert (more.winners, more.scores) == ((1,), (3, 3, 0))
    assert shared.winners == (0, 1)


def test_the_first_seat_begins_if_so_agreed() -> None:
    state = RULES.setup(3, Options(first_seat="first"))
    while RULES.actor(state) is Nature.DECK:
        state, events = RULES.apply(state, RULES.legal(state)[0])
    assert events[1:] == (TurnStarted(Seat(0)),)
    assert (RULES.actor(state), state.phase) == (Seat(0), Phase.BUILDING)


@given(
    st.lists(st.sampled_from(deck()), max_size=6).map(tuple),
    st.sampled_from(CUBES),
    st.lists(st.sampled_from(CUBES), max_size=6),
)
def test_a_card_can_be_taken_exactly_if_there_is_no_reason_against_it(
    column: tuple[Card, ...], cube: Colour, held: list[Colour]
) -> None:
    free = [row for row in range(len(column)) if refusal(column, row, cube, held) is None]
    assert [take.row for take in all_takes((column,), cube, held)] == free
