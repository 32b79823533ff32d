"""One test for each ruling on a gap in the rule text, and for each option."""

from typing import Any

import pytest
from msgspec.structs import replace

from tests.rules.palace.tables import (
    RULES,
    after,
    cards,
    dealt,
    drawn,
    happened,
    outcome,
    play,
    playable,
    refused,
    stuck,
    table,
    turned,
)
from towersim.common.units import Seat
from towersim.rules.base import First, FirstChosen, Nature, TurnStarted
from towersim.rules.palace import state as palace
from towersim.rules.palace.log import Burned, LeadsAgain, Missed, Played, WentOut
from towersim.rules.palace.play import QUIET_TAKES


def test_the_die_chooses_the_first_seat_if_so_agreed() -> None:
    state = RULES.setup(3, palace.Options(first_seat="random"))
    assert RULES.actor(state) is Nature.DIE
    assert RULES.legal(state) == tuple(First(Seat(seat)) for seat in range(3))
    assert refused(state, First(Seat(3))) == "there is no seat 3"
    reason = refused(state, palace.Deal(state.unseen[0], Seat(0)))
    assert reason == "now the die says which seat begins"
    assert happened(state, First(Seat(2))) == (FirstChosen(Seat(2)),)
    begun = after(state, First(Seat(2)))
    assert (RULES.actor(begun), RULES.legal(begun)[0]) == (
        Nature.DECK,
        palace.Deal(palace.DECK[0], Seat(2)),
    )
    while begun.phase is not palace.Phase.PLAYING:
        begun = after(begun, RULES.legal(begun)[0])
    assert begun.turn == 2


def test_face_up_cards_are_chosen_in_turn_and_visible_to_all() -> None:
    state = dealt(3)
    laid = after(state, palace.LayUp(state.hands[0][:3]))
    assert RULES.view(laid, Seat(1)).rows == (state.hands[0][:3], (), ())
    assert RULES.actor(laid) == 1


@pytest.mark.parametrize(("seats", "stock"), [(2, 34), (3, 25), (4, 16), (5, 7)])
def test_the_stock_is_the_undealt_cards(seats: int, stock: int) -> None:
    assert dealt(seats).stock == stock
    assert RULES.view(dealt(seats), Seat(0)).stock == stock


def test_there_is_no_stock_if_so_agreed() -> None:
    with_stock = table("5c 5d 9c", "4d", stock=5)
    state = after(replace(with_stock, options=palace.Options(stock=False)), play("5c"))
    assert (state.stock, state.phase, state.turn) == (0, palace.Phase.PLAYING, 1)
    assert len(state.unseen) == 5


def test_a_hand_is_refilled_before_its_seat_leads_again() -> None:
    state = after(table("10c 4c", "4d", pile="Kh", unseen="9c Jc Qc"), play("10c"))
    assert state.phase is palace.Phase.DRAWING
    told = happened(drawn(state, "9c"), palace.Deal(cards("Jc")[0], Seat(0)))
    assert told[-1] == LeadsAgain(Seat(0))
    led = drawn(state, "9c Jc")
    assert (led.turn, led.hands[0]) == (0, cards("4c 9c Jc"))


def test_an_empty_hand_is_refilled_before_the_row_is_played() -> None:
    state = after(table("9c / 4c / 1", "4d", unseen="Jc Qc Kc"), play("9c"))
    assert (state.phase, state.stock) == (palace.Phase.DRAWING, 2)
    assert drawn(state, "Jc Kc").hands[0] == cards("Jc Kc")


def test_a_seat_that_takes_the_pile_draws_nothing() -> None:
    state = after(table("4c", "4d", pile="8h", stock=4), palace.TakePile())
    assert (state.phase, state.turn, state.stock) == (palace.Phase.PLAYING, 1, 4)


def test_a_3_on_an_empty_pile_demands_nothing() -> None:
    assert playable(table("4c Ac", "4d", pile="3h 3d")) == [4, 14]


def test_a_3_on_a_7_satisfies_it_and_the_next_seat_plays_higher() -> None:
    state = after(table("7h 8d", "3d 8h", "4c 6c 7c 8c"), play("7h"), play("3d"))
    assert playable(state) == [8]


def test_a_7_counts_through_a_3_if_so_agreed() -> None:
    before = table("7h 8d", "3d 8h", "4c 6c 7c 8c", seven_shines_through=True)
    state = after(before, play("7h"), play("3d"))
    assert playable(state) == [4, 6]
    assert playable(after(state, play("6c"))) == [8]


def test_a_2_below_a_3_demands_more_than_a_2() -> None:
    assert playable(table("2c 3c 4c", "4d", pile="2h 3h")) == [2, 3, 4]


def test_an_equal_card_is_illegal() -> None:
    assert stuck(table("9c", "4d", pile="9h"))
    assert stuck(table("7c", "4d", pile="7h"))


@pytest.mark.parametrize(("top", "free"), [("9h", [9, 14]), ("7h", [4, 7]), ("7h 3h", [7, 9, 14])])
def test_an_equal_card_is_legal_if_so_agreed(top: str, free: list[int]) -> None:
    assert playable(table("4c 7c 9c Ac", "4d", pile=top, equal_allowed=True)) == free


@pytest.mark.parametrize(
    ("pile", "last"),
    [("Kh 2c 2d 2h", "2s"), ("Kh 2c 2d", "2h 2s"), ("3c 3d 3h", "3s"), ("9h 3c", "3d 3h 3s")],
)
def test_four_alike_on_top_burn_the_pile_however_they_were_played(pile: str, last: str) -> None:
    state = table(f"{last} 4c", "4d", pile=pile)
    told = happened(state, play(last))
    size = len(cards(f"{pile} {last}"))
    assert told[1:] == (Burned(Seat(0), size, alike=True), LeadsAgain(Seat(0)))


def test_a_blind_card_may_complete_four_alike() -> None:
    state = turned(table("/ / 2", "4d", pile="2c 2d 2h", unseen="2s 9c"), "2s")
    assert (state.pile, state.turn, state.source) == ((), 0, palace.Source.BLIND)


def test_equal_cards_may_complete_four_alike() -> None:
    state = after(table("8s 4c", "4d", pile="8c 8d 8h", equal_allowed=True), play("8s"))
    assert (state.pile, state.turn) == ((), 0)


def test_a_3_between_them_separates_four_alike() -> None:
    state = table("8s 4c", "4d", pile="8c 8d 3c 8h", equal_allowed=True)
    assert after(state, play("8s")).pile == cards("8c 8d 3c 8h 8s")


def test_four_alike_below_the_top_do_not_burn() -> None:
    assert after(table("9c 4c", "4d", pile="8c 8d 8h"), play("9c")).pile == cards("8c 8d 8h 9c")


def test_several_10s_may_be_played_at_once() -> None:
    told = happened(table("10c 10d 4c", "4d", pile="8c"), play("10c 10d"))
    assert told[1] == Burned(Seat(0), 3, alike=False)


def test_after_a_taken_pile_the_next_seat_plays_any_card() -> None:
    state = after(table("4c", "4d Ad", pile="8h"), palace.TakePile())
    assert (state.turn, playable(state)) == (1, [4, 14])


def test_an_empty_pile_cannot_be_taken() -> None:
    assert "there is no pile to take" in refused(
        table("4c", "4d", may_decline=True), palace.TakePile()
    )


def test_a_seat_that_can_play_may_not_take_the_pile_unless_so_agreed() -> None:
    assert "one who can play has to" in refused(table("9c", "4d", pile="8h"), palace.TakePile())
    free = table("9c", "4d", pile="8h", may_decline=True)
    assert RULES.legal(free) == (play("9c"), palace.TakePile())


def test_a_blind_card_must_be_tried_before_taking_the_pile_unless_agreed_otherwise() -> None:
    assert "a blind card has to be tried first" in refused(
        table("/ / 2", "4d", pile="8h"), palace.TakePile()
    )
    free = table("/ / 2", "4d", pile="8h", may_decline=True)
    assert RULES.legal(free) == (palace.TurnOver(), palace.TakePile())


def test_a_row_without_a_legal_card_stays_and_the_pile_is_taken() -> None:
    state = table("/ 4c 5c / 1", "4d", pile="8h")
    assert stuck(state)
    assert after(state, palace.TakePile()).rows[0] == cards("4c 5c")


def test_cards_of_hand_and_row_cannot_be_played_together() -> None:
    assert "the 9 of diamonds is not in the hand" in refused(
        table("9c / 9d", "4d", pile="8h"), play("9c 9d")
    )


def test_an_illegal_blind_card_joins_the_hand_with_the_pile() -> None:
    state = table("/ / 2", "4d", pile="5h 9h", unseen="4c Jc")
    told = happened(state, palace.TurnOver(), palace.Deal(cards("4c")[0], Seat(0)))
    assert told == (Missed(Seat(0), cards("4c")[0], 2), TurnStarted(Seat(1)))
    missed = turned(state, "4c")
    assert (missed.hands[0], missed.pile, missed.blind) == (cards("4c 5h 9h"), (), (1, 0))
    assert (missed.source, missed.turn) == (palace.Source.HAND, 1)
    assert after(missed, play("4d")).out == (1,)


def test_a_blind_card_may_be_magic() -> None:
    burned = turned(table("/ / 2", "4d", pile="5h Ah", unseen="10c Jc"), "10c")
    assert (burned.pile, burned.turn, burned.phase) == ((), 0, palace.Phase.PLAYING)


def test_a_view_shows_the_top_the_size_and_the_demand_of_the_pile() -> None:
    view = RULES.view(table("4c", "4d", pile="9h Kh 3c"), Seat(1))
    assert (view.top, view.pile, str(view.asks)) == (cards("3c")[0], 3, "a card higher than a king")
    empty = RULES.view(table("4c", "4d"), Seat(1))
    assert (empty.top, empty.pile, str(empty.asks)) == (None, 0, "any card")
    assert RULES.asks(empty) == ""
    beaten = RULES.view(table("4c", "4d", pile="Ah"), Seat(1))
    assert RULES.asks(beaten) == "no card is higher than an ace; only 2, 3 and 10 go on it"


@pytest.mark.parametrize("magic", ["2c", "3c", "10c"])
def test_a_magic_card_may_be_the_last_one(magic: str) -> None:
    state = after(table(magic, "4d Jd", "5d", pile="9h"), play(magic))
    assert (state.out, state.turn) == ((0,), 1)


def test_after_going_out_by_a_burn_the_next_seat_leads() -> None:
    for last, pile in (("10c", "9h"), ("6c 6d 6h 6s", "2h")):
        state = after(table(last, "4d Jd", "5d", pile=pile), play(last))
        assert (state.turn, state.pile, playable(state)) == (1, (), [4, 11])


def test_after_any_other_last_card_the_next_seat_plays_on_it() -> None:
    state = after(table("7c", "4d Jd", "5d", pile="6h"), play("7c"))
    assert (state.turn, playable(state)) == (1, [4])


def test_a_blind_card_may_be_the_last_one() -> None:
    state = table("/ / 1", "4d", "5d", pile="9h", unseen="Jc")
    told = happened(state, palace.TurnOver(), palace.Deal(cards("Jc")[0], Seat(0)))
    played = Played(Seat(0), cards("Jc"), palace.Source.BLIND)
    assert told == (played, WentOut(Seat(0)), TurnStarted(Seat(1)))


def test_a_seat_that_is_out_is_skipped() -> None:
    state = table("4c 9c", "", "5c 9d", "", "6c 9h")
    assert after(state, play("4c")).turn == 2
    assert after(state, play("4c"), play("5c")).turn == 4
    assert after(state, play("4c"), play("5c"), play("6c")).turn == 0


def test_seats_with_cards_are_ranked_by_their_number_of_cards() -> None:
    state = table("9c", "4d 5d", "5c / 4s", "4h / 5h / 2", end="first-wins")
    assert outcome(after(state, play("9c"))).scores == (3, 1, 1, 0)


def circling(quiet: int, *seats: str, **options: Any) -> palace.State:
    return replace(table(*seats, pile="8h", **options), quiet=quiet)


def test_a_game_without_progress_ends_after_twenty_taken_piles_per_seat() -> None:
    assert QUIET_TAKES == 20
    almost = circling(58, "4c 5c", "4d", "5d 6d")
    assert RULES.outcome(after(almost, palace.TakePile())) is None
    over = after(replace(almost, quiet=59), palace.TakePile())
    assert RULES.actor(over) is Nature.OVER
    assert outcome(over).reason == "The same cards have gone round for too long."
    assert outcome(over).winners == (1,)
    assert outcome(over).scores == (0, 2, 1)


def test_without_progress_the_seats_with_the_fewest_cards_share_the_win() -> None:
    level = after(circling(59, "4c", "4d 5s", "5d 6d"), palace.TakePile())
    assert (outcome(level).winners, outcome(level).scores) == ((0, 1, 2), (0, 0, 0))
    ahead = after(circling(59, "4c", "", "5d"), palace.TakePile())
    assert (outcome(ahead).winners, outcome(ahead).scores) == ((1,), (0, 2, 1))


def test_only_progress_resets_the_count_of_taken_piles() -> None:
    assert after(circling(5, "4c 5c", "4d"), palace.TakePile()).quiet == 6
    assert after(circling(5, "9c 9d", "4d"), play("9c")).quiet == 5
    assert after(circling(5, "10c 9d", "4d"), play("10c")).quiet == 0
    drew = drawn(after(circling(5, "9c", "4d", unseen="Jc"), play("9c")), "Jc")
    assert drew.quiet == 0
    assert turned(circling(5, "/ / 2", "4d", unseen="4c 9c"), "4c").quiet == 0
    assert after(circling(5, "/ 9c 9d", "4d"), play("9c")).quiet == 0
    assert after(circling(5, "9c", "4d", "5d"), play("9c")).quiet == 0
