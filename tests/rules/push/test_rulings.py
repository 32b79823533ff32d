"""One test for each option of Push and each ruling on a gap in the rule text."""

import pytest

from tests.rules.push.tables import (
    FULL,
    RULES,
    after,
    bust,
    cards,
    dealt,
    finished,
    flip,
    happened,
    outcome,
    refused,
    stopped,
    table,
)
from towersim.common.errors import IllegalAction
from towersim.common.units import Seat
from towersim.rules.base import First, FirstChosen, GameOver, Nature, TurnStarted
from towersim.rules.push.cards import FACES, Mark
from towersim.rules.push.log import Bust, Cleared, DeckOut, Flipped, Rolled, Stopped, Switched, Took
from towersim.rules.push.state import Deal, Flip, Options, Phase, Put, Roll, Stop, Take

HIGHEST = Options(highest_only=True)
LEFT_OUT = Options(two_seat_switches="leave-out")

# --- the start ----------------------------------------------------------------------------------


def test_the_first_seat_begins_unless_the_die_chooses() -> None:
    assert RULES.actor(RULES.setup(3, Options())) == 0
    state = RULES.setup(3, Options(first_seat="random"))
    assert RULES.actor(state) is Nature.DIE
    assert RULES.legal(state) == tuple(First(Seat(seat)) for seat in range(3))
    assert refused(state, First(Seat(3))) == "there is no seat 3"
    assert refused(state, Flip()) == "now the die says which seat begins"
    assert happened(state, First(Seat(1))) == (FirstChosen(Seat(1)), TurnStarted(Seat(1)))
    assert RULES.legal(after(state, First(Seat(1)))) == (Flip(),)
    assert RULES.actor(after(state, First(Seat(1)))) == 1


@pytest.mark.parametrize(
    ("seats", "options", "switches"),
    [(2, LEFT_OUT, 0), (2, Options(), 12), (3, LEFT_OUT, 12), (6, LEFT_OUT, 12)],
)
def test_switch_cards_may_be_left_out_in_a_game_of_two(
    seats: int, options: Options, switches: int
) -> None:
    deck = RULES.setup(seats, options).deck
    assert [card.mark for card in deck].count(Mark.SWITCH) == switches
    assert len(deck) == 108 + switches


# --- which stack --------------------------------------------------------------------------------


def test_the_default_is_a_safe_star_and_a_free_choice_of_stacks() -> None:
    assert Options() == Options(star="safe", highest_only=False)


def test_the_seat_that_stops_may_take_any_stack() -> None:
    assert RULES.legal(stopped(table(FULL))) == (Take(0), Take(1), Take(2))


def test_the_seat_that_stops_takes_a_stack_of_the_highest_value_if_so_agreed() -> None:
    state = stopped(table("red-1 | blue-5 | green-2 purple-3", options=HIGHEST))
    assert RULES.legal(state) == (Take(1), Take(2))
    with pytest.raises(
        IllegalAction, match="the seat that stops takes a stack of the highest value"
    ):
        after(state, Take(0))


def test_the_other_seats_may_take_any_stack_in_every_variant() -> None:
    state = after(stopped(table(FULL, options=HIGHEST)), Take(2))
    assert RULES.legal(state) == (Take(0), Take(1))
    state = after(bust(table(FULL, options=HIGHEST)), Roll(Mark.STAR))
    assert RULES.legal(state) == (Take(0), Take(1), Take(2))


def test_a_seat_must_take_a_stack() -> None:
    state = after(stopped(table("red-1 | roll")), Take(0))
    assert RULES.legal(state) == (Take(1),)
    with pytest.raises(IllegalAction, match="now the seat that is asked takes a stack"):
        after(state, Stop())


def test_with_more_seats_than_stacks_the_last_ones_get_none() -> None:
    state = table(FULL, seats=6, turn=4)
    done = finished(stopped(state))
    assert [bool(bench) for bench in done.benches] == [True, False, False, False, True, True]


def test_a_new_stack_begins_in_the_leftmost_free_place() -> None:
    for place, why in ((1, "a new stack begins in the leftmost free"), (3, "numbered 0 to 2")):
        with pytest.raises(IllegalAction, match=why):
            after(flip(table(), "red-1"), Put(place))


# --- stopping -----------------------------------------------------------------------------------


def test_a_seat_must_flip_at_least_one_card() -> None:
    with pytest.raises(IllegalAction, match="now the seat whose turn it is flips a card or banks"):
        after(table(), Stop())


def test_a_seat_may_stop_with_only_a_switch_card() -> None:
    state = flip(table(), "switch")
    told = happened(state, Stop())
    assert told == (Stopped(Seat(0)), TurnStarted(Seat(1)))
    assert after(state, Stop()).discards == cards("switch")


def test_a_switch_card_never_busts() -> None:
    state = flip(table(FULL), "switch")
    assert state.phase is Phase.DECIDING


def test_the_seat_that_stopped_takes_first_with_any_number_of_switch_cards() -> None:
    assert stopped(table(FULL, seats=5, turn=2), "switch").takers == (2, 1, 0, 4, 3)


# --- rolling ------------------------------------------------------------------------------------


def test_the_dice_are_rolled_after_all_stacks_are_taken_or_discarded() -> None:
    state = after(stopped(table("red-1 roll | blue-1 | green-1", seats=2)), Take(0))
    assert (state.phase, state.rollers) == (Phase.TAKING, (0,))
    told = happened(state, Take(1))
    assert told == (Took(Seat(1), 1, cards("blue-1")), Cleared(cards("green-1")))
    assert after(state, Take(1)).phase is Phase.ROLLING


def test_the_dice_are_rolled_in_the_order_of_taking() -> None:
    state = table("red-1 roll | blue-1 roll | green-1 roll", turn=1)
    done = after(stopped(state, "switch"), Take(0), Take(1), Take(2))
    assert done.rollers == (1, 0, 2)


def test_cards_taken_in_a_turn_can_be_lost_in_that_turn() -> None:
    state = after(stopped(table("red-1 roll")), Take(0), Roll(Mark.RED))
    assert state.benches[0] == ()


def test_a_seat_with_an_empty_bench_rolls_too() -> None:
    assert RULES.actor(bust(table(FULL))) is Nature.DIE
    state = after(stopped(table("roll")), Take(0))
    assert happened(state, Roll(Mark.RED))[0] == Rolled(Seat(0), Mark.RED, ())


def test_a_seat_that_pushed_too_far_rolls_once_and_before_the_others_take() -> None:
    state = flip(table("roll | roll red-1 | roll blue-2"), "roll")
    assert (state.phase, state.rollers) == (Phase.ROLLING, (0,))
    state = after(state, Roll(Mark.STAR))
    assert (state.phase, state.rollers) == (Phase.TAKING, ())
    assert after(state, Take(0), Take(1)).rollers == (1, 2)


def test_the_die_has_the_five_colours_and_a_star() -> None:
    assert len(set(FACES)) == 6
    assert Mark.STAR in FACES
    for mark in (Mark.ROLL, Mark.SWITCH):
        with pytest.raises(IllegalAction, match=f"no side of the die shows a {mark}"):
            after(bust(table(FULL)), Roll(mark))


# --- the last turn ------------------------------------------------------------------------------


def test_placing_the_last_card_of_the_deck_counts_as_a_stop() -> None:
    state = flip(table("red-1 roll", rest="blue-5"), "blue-5")
    told = happened(state, Put(1))
    assert told[1:] == (DeckOut(Seat(0)),)
    taking = after(state, Put(1), Take(0))
    assert RULES.outcome(after(taking, Take(1))) is None
    over = after(taking, Take(1), Roll(Mark.RED))
    assert outcome(over).scores == (0, 5, 0)
    assert over.discards == cards("red-1 roll")


def test_a_switch_card_as_the_last_card_counts_as_a_stop() -> None:
    state = table(FULL, rest="switch")
    told = happened(state, Flip(), Deal(*cards("switch")))
    assert told[1:] == (Switched(reverse=True), DeckOut(Seat(0)))
    assert flip(state, "switch").takers == (0, 2, 1)


def test_after_a_bust_with_the_last_card_the_game_ends_as_usual() -> None:
    state = table(FULL, rest="yellow-2", benches="red-6")
    assert happened(state, Flip(), dealt(state, "yellow-2")) == (
        Flipped(Seat(0), *cards("yellow-2")),
        Bust(Seat(0), *cards("yellow-2")),
    )
    state = after(bust(state), Roll(Mark.STAR), Take(0))
    told = happened(state, Take(2))
    assert [type(event) for event in told] == [Took, Cleared, GameOver]
    assert outcome(after(state, Take(2))).scores == (6, 3, 6)


# --- hidden information -------------------------------------------------------------------------


def test_a_view_shows_the_top_and_the_size_of_the_discard_pile() -> None:
    state = bust(table(FULL, benches="blue-6 red-2"))
    fresh = RULES.view(table(FULL), Seat(2))
    assert (fresh.top, fresh.discarded) == (None, 0)
    view = RULES.view(after(state, Roll(Mark.RED)), Seat(2))
    assert (view.top, view.discarded) == (*cards("red-2"), 2)


def test_banked_cards_are_visible_to_all() -> None:
    state = table(benches="blue-6 red-2 | red-1", banks="red-5 | green-4")
    for seat in map(Seat, range(3)):
        view = RULES.view(state, seat)
        assert view.banks == (cards("red-5"), cards("green-4"), ())
        assert view.scores == (13, 5, 0)


def test_a_view_without_a_flipped_card_has_no_refusals() -> None:
    view = RULES.view(table(FULL), Seat(0))
    assert (view.flipped, view.refusals) == (None, None)
