"""One test for each sentence of the rule text on busts, banking and the end."""

import pytest

from tests.rules.push.tables import (
    FULL,
    RULES,
    after,
    bust,
    cards,
    finished,
    flip,
    outcome,
    stopped,
    table,
)
from towersim.common.errors import IllegalAction
from towersim.rules.base import Nature
from towersim.rules.push.cards import FACES, Mark
from towersim.rules.push.state import Bank, Flip, Options, Phase, Put, Roll, Take

# --- push too far -------------------------------------------------------------------------------


def test_a_seat_that_pushes_too_far_takes_no_stack() -> None:
    state = bust(table(FULL))
    assert 0 not in after(state, Roll(Mark.STAR)).takers
    assert finished(state).benches[0] == ()


def test_a_card_that_fits_nowhere_is_discarded() -> None:
    state = bust(table(FULL))
    assert state.discards == cards("yellow-2")
    assert cards("yellow-2")[0] not in state.deck


def test_a_seat_that_pushed_too_far_rolls_and_loses_that_colour_of_its_bench() -> None:
    state = bust(table(FULL, benches="blue-6 red-2 red-5 | red-1"))
    assert state.rollers == (0,)
    rolled = after(state, Roll(Mark.RED))
    assert rolled.benches == (cards("blue-6"), cards("red-1"), ())
    assert rolled.discards == cards("yellow-2 red-2 red-5")


def test_the_star_costs_a_seat_that_pushed_too_far_nothing() -> None:
    state = bust(table(FULL, benches="blue-6 red-2"))
    assert after(state, Roll(Mark.STAR)).benches == state.benches


@pytest.mark.parametrize(("switches", "takers"), [(0, (1, 2, 3)), (1, (3, 2, 1))])
def test_after_a_bust_the_other_seats_take_as_usual(switches: int, takers: tuple[int, ...]) -> None:
    state = table(FULL, seats=4)
    for _ in range(switches):
        state = flip(state, "switch")
    state = after(bust(state), Roll(Mark.STAR))
    assert (state.phase, state.takers) == (Phase.TAKING, takers)


def test_after_a_bust_the_other_seats_roll_for_their_roll_cards() -> None:
    state = bust(table("yellow-1 red-2 roll | yellow-3 blue-2 | yellow-4 green-2"))
    state = after(state, Roll(Mark.STAR), Take(0), Take(1))
    assert (state.phase, state.rollers) == (Phase.ROLLING, (1,))
    assert state.discards == cards("yellow-2 yellow-4 green-2")


# --- bank ---------------------------------------------------------------------------------------


def test_a_seat_may_bank_one_colour_instead_of_its_turn() -> None:
    state = table(benches="blue-6 red-2 red-5 | green-1")
    assert RULES.legal(state) == (Flip(), Bank(Mark.RED), Bank(Mark.BLUE))
    banked = after(state, Bank(Mark.RED))
    assert (banked.benches[0], banked.banks[0]) == (cards("blue-6"), cards("red-2 red-5"))
    assert (banked.phase, banked.turn) == (Phase.STARTING, 1)


def test_a_seat_that_has_flipped_cannot_bank() -> None:
    state = table("red-1", benches="blue-6")
    with pytest.raises(IllegalAction, match="now the seat whose turn it is flips one more card"):
        after(state, Bank(Mark.BLUE))


@pytest.mark.parametrize("options", [Options(), Options(star="lose-bench")])
@pytest.mark.parametrize("face", FACES)
def test_banked_cards_are_safe_from_the_die(face: Mark, options: Options) -> None:
    banks = "red-1 yellow-1 green-1 blue-1 purple-1"
    state = bust(table(FULL, banks=banks, options=options))
    assert after(state, Roll(face)).banks[0] == tuple(sorted(cards(banks)))


def test_the_same_colour_may_be_banked_repeatedly() -> None:
    state = table(benches="red-1", banks="red-6 blue-2")
    assert after(state, Bank(Mark.RED)).banks[0] == cards("blue-2 red-1 red-6")


def test_only_cards_on_the_bench_may_be_banked() -> None:
    state = table("", benches="blue-6 | red-1")
    for mark in (Mark.RED, Mark.ROLL):
        with pytest.raises(IllegalAction, match=f"no {mark} card lies on the bench"):
            after(state, Bank(mark))
    assert RULES.legal(table()) == (Flip(),)


# --- the end ------------------------------------------------------------------------------------


def test_the_game_ends_when_the_deck_is_empty_and_all_stacks_are_taken() -> None:
    state = after(flip(table("red-1", rest="blue-5"), "blue-5"), Put(1))
    assert (state.phase, state.takers) == (Phase.TAKING, (0, 1, 2))
    assert RULES.outcome(state) is None
    over = after(state, Take(1), Take(0))
    assert RULES.actor(over) is Nature.OVER
    assert outcome(over).scores == (5, 1, 0)
    assert outcome(over).reason == "The deck is empty and the last stacks are taken."


def test_bench_and_bank_count() -> None:
    state = table("red-1", rest="switch", benches="red-6 | blue-2", banks="| red-3 | green-4")
    assert outcome(finished(flip(state, "switch"))).scores == (7, 5, 4)


def test_the_highest_total_wins() -> None:
    state = table("red-1", rest="switch", benches="red-2 | blue-2 | red-6")
    assert outcome(finished(flip(state, "switch"))).winners == (2,)


def test_more_cards_win_at_equal_totals() -> None:
    state = table("red-1", rest="switch", benches="blue-5 | red-4 | red-1 red-2", banks="|| red-3")
    over = outcome(finished(flip(state, "switch")))
    assert (over.scores, over.winners) == ((6, 4, 6), (2,))


def test_seats_with_equal_totals_and_cards_share_the_win() -> None:
    state = table("red-1", rest="switch", benches="blue-2 | red-3 | red-1 red-2")
    over = outcome(finished(flip(state, "switch")))
    assert (over.scores, over.winners) == ((3, 3, 3), (0, 2))


# --- the star variant ---------------------------------------------------------------------------


def test_in_the_star_variant_the_star_costs_the_whole_bench() -> None:
    state = table("red-1 roll", benches="blue-6 red-2", options=Options(star="lose-bench"))
    rolled = after(stopped(state), Take(0), Roll(Mark.STAR))
    assert rolled.benches[0] == ()
    assert rolled.discards == cards("blue-6 red-1 red-2 roll")


def test_in_the_star_variant_a_colour_costs_that_colour() -> None:
    state = table("red-1 roll", benches="blue-6 red-2", options=Options(star="lose-bench"))
    assert after(stopped(state), Take(0), Roll(Mark.RED)).benches[0] == cards("blue-6")
