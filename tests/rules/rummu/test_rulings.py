"""One test for each ruling on a gap in the rule text of Rummü."""

from typing import Literal

import pytest

from tests.rules.rummu.tables import (
    LAST,
    PAIRED,
    RULES,
    add,
    after,
    allowed,
    cards,
    dealt,
    discard,
    drawn,
    exchange,
    hand,
    happened,
    lay,
    outcome,
    refused,
    table,
)
from towersim.common.units import Seat
from towersim.rules.base import Action, GameOver, Nature, TurnStarted
from towersim.rules.rummu.log import Discarded, Halted, Reshuffled, RoundOver, RoundStarted
from towersim.rules.rummu.play import DISORDER, HALTED_DECK, HALTED_QUIET, QUIET_ROUNDS
from towersim.rules.rummu.score import Share
from towersim.rules.rummu.state import ROUND_GUARD, Add, Combination, Draw, Options, Phase, Take

# --- seats and rounds ---------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [3, 6])
def test_the_last_seat_deals_first_and_the_first_seat_begins(seats: int) -> None:
    state = dealt(seats)
    assert (state.dealer, state.turn) == (seats - 1, 0)


def test_dealer_and_first_seat_move_clockwise() -> None:
    state = table("k5", LAST, LAST)
    told = happened(state, discard("k5"))
    assert told[-1] == RoundStarted(3, Seat(0))
    following = after(state, discard("k5"))
    assert (following.dealer, RULES.actor(following)) == (0, Nature.DECK)
    while following.phase is Phase.DEALING:
        following = after(following, RULES.legal(following)[0])
    assert RULES.actor(following) == 1


@pytest.mark.parametrize("rounds", [12, 6, 3, 1])
def test_the_game_ends_after_the_agreed_number_of_rounds(rounds: Literal[12, 6, 3, 1]) -> None:
    state = table("k5", LAST, LAST, options=Options(rounds=rounds), number=rounds)
    ended = outcome(after(state, discard("k5")))
    assert ended.reason == "All rounds that were agreed on are played."
    assert happened(state, discard("k5"))[-1] == GameOver(ended)
    if rounds > 1:
        before = table("k5", LAST, options=Options(rounds=rounds), number=rounds - 1)
        assert RULES.outcome(after(before, discard("k5"))) is None


@pytest.mark.parametrize(("options", "target"), [(Options(), 200), (PAIRED, 500)])
def test_without_agreed_rounds_the_game_ends_at_the_target_score_or_after_thirty(
    options: Options, target: int
) -> None:
    assert options.rounds == 0
    seats = ["k5", LAST, LAST, LAST]
    going = table(*seats, options=options, number=ROUND_GUARD - 1)
    assert RULES.outcome(after(going, discard("k5"))) is None
    last = table(*seats, options=options, number=ROUND_GUARD)
    ended = outcome(after(last, discard("k5")))
    assert ended.reason == f"30 rounds are played, and no score has reached {target}."


def test_a_tie_is_shared() -> None:
    state = table("k5", "k1", "k2", scores=(190, 205, 205))
    ended = outcome(after(state, discard("k5")))
    assert (ended.scores, ended.winners) == ((200, 200, 200), (0, 1, 2))


# --- the deck is out ----------------------------------------------------------------------------


def test_drawing_from_an_empty_deck_reshuffles_the_discards_but_the_top() -> None:
    state = table(LAST, deck="", discards="b3 r1 k7 g2", phase=Phase.DRAWING)
    assert happened(state, Draw()) == (Reshuffled(3),)
    anew = after(state, Draw())
    assert (anew.deck, anew.discards) == (hand("b3 k7 r1"), hand("g2"))
    assert (RULES.actor(anew), len(RULES.legal(anew))) == (Nature.DECK, 3)


def test_taking_a_discard_does_not_reshuffle() -> None:
    state = table(LAST, deck="", discards="b3 r1 k7 g2", phase=Phase.DRAWING)
    assert after(state, Take()).discards == (hand("b3") + hand("r1") + hand("k7"))


def test_without_cards_to_reshuffle_the_round_ends_without_the_bonus() -> None:
    state = table("k5 r1", "b1", "b2", deck="", discards="", laid=[(0, "r3 r4 r5")])
    assert happened(state, discard("k5"))[:3] == (
        Discarded(Seat(0), hand("k5")[0]),
        Halted(HALTED_DECK),
        RoundOver(
            round=2,
            points=(10 - 10, -5, -5),
            scores=(0, -5, -5),
            shares=(Share(laid=10, left=-10), Share(0, left=-5), Share(0, left=-5)),
            hands=(hand("r1"), hand("b1"), hand("b2")),
            table=state.table,
        ),
    )


def test_in_a_round_ended_without_cards_both_partners_pay_for_their_hands() -> None:
    state = table("k5 r1", "b1", "b2", "b3", deck="", discards="", options=PAIRED)
    assert after(state, discard("k5")).scores == (-15, -10)


@pytest.mark.parametrize(("deck", "discards"), [("b5", ""), ("", "b5")])
def test_one_card_in_deck_or_discards_continues_the_round(deck: str, discards: str) -> None:
    state = table("k5 r1", deck=deck, discards=discards)
    assert happened(state, discard("k5"))[-1] == TurnStarted(Seat(1))


# --- quiet rounds -------------------------------------------------------------------------------


def test_ten_rounds_of_turns_without_a_card_laid_end_the_round() -> None:
    quiet = QUIET_ROUNDS * 3
    assert quiet == 30
    going = table("k5 k6", quiet=quiet - 2)
    assert after(going, discard("k5")).quiet == quiet - 1
    told = happened(table("k5 k6", quiet=quiet - 1), discard("k5"))
    assert told[1] == Halted(HALTED_QUIET)
    assert isinstance(told[2], RoundOver)
    assert told[2].points == (-5, -10, -10)


@pytest.mark.parametrize("action", [lay("b3 b4 b5"), add("r6"), exchange("r4", 1)])
def test_any_card_put_on_the_table_resets_the_quiet_count(action: Action) -> None:
    laid = [(1, "r3 r4 r5"), (1, "r3 y4=r r5")]
    state = table("b3 b4 b5 r4 r6 k0", laid=laid, quiet=29)
    played = after(state, action, discard("k0"))
    assert (played.quiet, played.turn, played.laid) == (0, 1, 0)


# --- jokers -------------------------------------------------------------------------------------


def test_the_role_of_a_joker_is_declared_when_it_is_played() -> None:
    state = table("r5 b5 y5 k0")
    for meant in ("y5=g", "y5=k"):
        assert allowed(state, lay(f"r5 b5 {meant}")).table[0].cards == cards(f"r5 b5 {meant}")
    assert "has no suit twice, here red is" in refused(state, lay("r5 b5 y5=r"))


def test_a_yellow_card_in_a_set_of_fewer_than_five_stands_for_another_suit() -> None:
    said = "in a set of fewer than five cards a yellow card stands for another suit"
    assert refused(table("r5 b5 y5 k0"), lay("r5 b5 y5")) == said
    assert refused(table("r5 b5 g5 y5 k0"), lay("r5 b5 g5 y5")) == said
    assert refused(table("y5 k0", laid=[(1, "r5 b5 g5")]), add("y5")) == said


def test_in_a_set_of_five_the_yellow_card_stands_for_itself_and_cannot_be_exchanged() -> None:
    state = table("y5 k0", laid=[(1, "r5 b5 g5 k5")])
    whole = allowed(state, add("y5"))
    assert whole.table[0].cards == cards("r5 b5 g5 k5 y5")
    kept = table("r7 y7' k0", laid=[(1, "r7' b7 g7 k7 y7")])
    assert refused(kept, exchange("r7")) == "no joker there stands for the red 7"
    assert refused(kept, exchange("y7'")) == "no joker there stands for the yellow 7"


def test_the_card_a_joker_stands_for_cannot_be_added_beside_it() -> None:
    state = table("g5 k0", laid=[(1, "r5 b5 y5=g")])
    assert "has no suit twice" in refused(state, add("g5"))
    assert allowed(state, exchange("g5")).hands[0] == hand("k0 y5")


# --- coming out ---------------------------------------------------------------------------------


def test_coming_out_in_the_first_round_takes_four_cards_at_any_score() -> None:
    for scores in ((0, 0, 0), (-5, 160, 120)):
        state = table(number=1, scores=scores)
        assert RULES.view(state, Seat(0)).minimum == (4, 4, 4)


def test_coming_out_may_begin_only_if_it_can_be_completed() -> None:
    ready = "r3 r4 r5 b6 g6 k6"
    why = "coming out takes 4 cards, and no other combination in the hand makes them up"
    assert refused(table(ready, out=()), lay("r3 r4 r5")) == why
    assert refused(table(f"{ready.replace('k6', 'k7')} k0", out=()), lay("r3 r4 r5")) == why
    assert allowed(table(f"{ready} k0", out=()), lay("r3 r4 r5")).out == ()


def test_coming_out_continues_with_any_combination_that_leaves_a_card() -> None:
    begun = after(table("r3 r4 r5 b6 g6 k6 y6 k0", out=()), lay("r3 r4 r5"))
    assert allowed(begun, lay("b6 g6 k6 y6=r")).out == (0,)
    assert {type(action).__name__ for action in RULES.legal(begun)} == {"Lay"}


def test_each_partner_comes_out_separately() -> None:
    state = table("r3 r4 r5 r6 k0 k1", LAST, "b3 k0", LAST, options=PAIRED, out=())
    out = after(state, lay("r3 r4 r5 r6"), discard("k1"))
    third = drawn(after(drawn(out), discard("g8")))
    assert RULES.actor(third) == 2
    assert "first come out" in refused(third, add("b3"))


def test_no_seat_is_out_at_the_beginning_of_a_round() -> None:
    assert after(table("k5"), discard("k5")).out == ()


def test_the_cards_of_a_combination_are_named_in_order() -> None:
    state = table("r3 r4 r5 k0")
    backwards = lay("r3 r4 r5")
    backwards = type(backwards)(backwards.cards[::-1])
    assert refused(state, backwards) == DISORDER
    longer = table("r6 r7 k0", laid=[(1, "r3 r4 r5")])
    assert refused(longer, Add(cards("r6 r7")[::-1], 0)) == DISORDER


def test_a_card_cannot_be_laid_twice_at_once() -> None:
    state = table("r3 r4 r5 k0")
    assert refused(state, lay("r3 r3 r4 r5")) == "it holds two identical cards: the red 3 twice"


def test_two_combinations_of_equal_cards_are_separate() -> None:
    state = table("r1 b1 k1 r1' b1' k1' k0")
    both = after(state, lay("r1 b1 k1"), lay("r1' b1' k1'"))
    assert both.table == (
        Combination(Seat(0), cards("r1 b1 k1")),
        Combination(Seat(0), cards("r1' b1' k1'")),
    )


def test_only_actions_without_a_new_card_or_the_end_of_a_turn_can_be_undone() -> None:
    free = (lay("r3 r4 r5"), add("r6"), exchange("r5"))
    final = (Draw(), Take(), discard("r3"))
    assert [RULES.can_undo(action) for action in (*free, *final)] == [True] * 3 + [False] * 3
