"""Properties of Rummü under random play, its sentences and reasons, and rulings of its text."""

from itertools import chain, combinations, product
from typing import Literal

import pytest
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.examples import tried
from tests.rules.games import RUMMU
from tests.rules.rummu import tables
from tests.rules.rummu.tables import after, lay, table
from tests.strategies import Play, plays, steps
from towersim.common.units import Seat
from towersim.rules.base import Action, GameOver, Nature, TurnStarted
from towersim.rules.rummu import log, state as rummu
from towersim.rules.rummu.cards import SHORTEST, Card, Role, Suit, deck, fault, ordered
from towersim.rules.rummu.play import HALTED_DECK, HALTED_QUIET, QUIET_ROUNDS


@tried(10, play=plays(RUMMU))
def test_the_table_holds_only_combinations_and_they_only_grow(play: Play) -> None:
    for step in steps(RUMMU, play):
        before, after = step.before.table, step.after.table
        assert all(fault(roles) is None and roles == ordered(roles) for _, roles in after)
        if step.after.round == step.before.round:
            assert [seat for seat, _ in after[: len(before)]] == [seat for seat, _ in before]
            for (_, old), (_, new) in zip(before, after, strict=False):
                assert len(old) <= len(new)
                assert len({*old} - {*new}) <= isinstance(step.action, rummu.Exchange)


def test_a_hand_of_all_red_and_yellow_cards_has_fewer_than_two_thousand_actions() -> None:
    laid = [(1, "r3 r4 r5"), (1, "b3 g4 k5")]
    reds = {one for one in deck() if one.suit is Suit.RED} - {
        role.card for role in tables.cards("r3 r4 r5")
    }
    held = sorted({*reds, *(one for one in deck() if one.suit is Suit.YELLOW)})
    state = replace(table(laid=laid), hands=(tuple(held), tables.hand("g8"), tables.hand("g9")))
    assert 1000 < len(tables.RULES.legal(state)) < 2000


NEAR = [one for one in deck() if 4 <= one.number <= 7]


@tried(100, held=st.sets(st.sampled_from(NEAR), max_size=3), out=st.sampled_from([(), (0,)]))
def test_a_lay_is_listed_if_and_only_if_it_applies(held: set[Card], out: tuple[int, ...]) -> None:
    hand = tuple(sorted(held | {*tables.hand("r4 r5 r6 b5 g5")}))
    state = replace(table(out=out), hands=(hand, tables.hand("g8"), tables.hand("g9")))
    meant = [[Role(o, suit) for suit in Suit if o.suit in (suit, Suit.YELLOW)] for o in hand]
    some = chain.from_iterable(combinations(meant, n) for n in range(SHORTEST, len(hand) + 1))
    lays = {rummu.Lay(ordered(cards)) for each in some for cards in product(*each)}
    legal = tables.RULES.legal(state)
    listed = {one for one in legal[:] if isinstance(one, rummu.Lay)}
    # `apply` asks whether a lay is `in` the legal actions, which lists none.
    assert listed == {one for one in lays if one in legal}
    assert listed or not out


@pytest.mark.parametrize("seats", [3, 6])
def test_the_last_seat_deals_first_and_the_first_seat_begins(seats: int) -> None:
    state = tables.dealt(seats)
    assert (state.dealer, state.turn) == (seats - 1, 0)


def test_dealer_and_first_seat_move_clockwise() -> None:
    state = table("k5", tables.LAST, tables.LAST)
    told = tables.happened(state, tables.discard("k5"))
    assert told[-1] == log.RoundStarted(3, Seat(0))
    following = after(state, tables.discard("k5"))
    assert (following.dealer, tables.RULES.actor(following)) == (0, Nature.DECK)
    while following.phase is rummu.Phase.DEALING:
        following = after(following, tables.RULES.legal(following)[0])
    assert tables.RULES.actor(following) == 1


@pytest.mark.parametrize("rounds", [12, 6, 3, 1])
def test_the_game_ends_after_the_agreed_number_of_rounds(rounds: Literal[12, 6, 3, 1]) -> None:
    state = table(
        "k5", tables.LAST, tables.LAST, options=rummu.Options(rounds=rounds), number=rounds
    )
    ended = tables.outcome(after(state, tables.discard("k5")))
    assert ended.reason == "All rounds that were agreed on are played."
    assert tables.happened(state, tables.discard("k5"))[-1] == GameOver(ended)
    if rounds > 1:
        before = table("k5", tables.LAST, options=rummu.Options(rounds=rounds), number=rounds - 1)
        assert tables.RULES.outcome(after(before, tables.discard("k5"))) is None


@pytest.mark.parametrize(("options", "target"), [(rummu.Options(), 200), (tables.PAIRED, 500)])
def test_without_agreed_rounds_the_game_ends_at_the_target_score_or_after_thirty(
    options: rummu.Options, target: int
) -> None:
    assert options.rounds == 0
    seats = ["k5", tables.LAST, tables.LAST, tables.LAST]
    going = table(*seats, options=options, number=rummu.ROUND_GUARD - 1)
    assert tables.RULES.outcome(after(going, tables.discard("k5"))) is None
    last = table(*seats, options=options, number=rummu.ROUND_GUARD)
    ended = tables.outcome(after(last, tables.discard("k5")))
    assert ended.reason == f"30 rounds are played, and no score has reached {target}."


def test_a_tie_is_shared() -> None:
    state = table("k5", "k1", "k2", scores=(190, 205, 205))
    ended = tables.outcome(after(state, tables.discard("k5")))
    assert (ended.scores, ended.winners) == ((200, 200, 200), (0, 1, 2))


def test_drawing_from_an_empty_deck_reshuffles_the_discards_but_the_top_and_taking_none() -> None:
    state = table(tables.LAST, deck="", discards="b3 r1 k7 g2", phase=rummu.Phase.DRAWING)
    assert tables.happened(state, rummu.Draw()) == (log.Reshuffled(3),)
    anew = after(state, rummu.Draw())
    assert (anew.deck, anew.discards) == (tables.hand("b3 k7 r1"), tables.hand("g2"))
    assert (tables.RULES.actor(anew), len(tables.RULES.legal(anew))) == (Nature.DECK, 3)
    assert after(state, rummu.Take()).discards == state.discards[:-1]


def test_without_cards_to_reshuffle_the_round_ends_without_the_bonus() -> None:
    state = table("k5 r1", "b1", "b2", deck="", discards="", laid=[(0, "r3 r4 r5")])
    assert tables.happened(state, tables.discard("k5"))[:3] == (
        log.Discarded(Seat(0), tables.hand("k5")[0]),
        log.Halted(HALTED_DECK),
        log.RoundOver(
            round=2,
            points=(10 - 10, -5, -5),
            scores=(0, -5, -5),
            shares=(
                rummu.Share(laid=10, left=-10),
                rummu.Share(0, left=-5),
                rummu.Share(0, left=-5),
            ),
            hands=(tables.hand("r1"), tables.hand("b1"), tables.hand("b2")),
            table=state.table,
        ),
    )


def test_in_a_round_ended_without_cards_both_partners_pay_for_their_hands() -> None:
    state = table("k5 r1", "b1", "b2", "b3", deck="", discards="", options=tables.PAIRED)
    assert after(state, tables.discard("k5")).scores == (-15, -10)


@pytest.mark.parametrize(("deck", "discards"), [("b5", ""), ("", "b5")])
def test_one_card_in_deck_or_discards_continues_the_round(deck: str, discards: str) -> None:
    state = table("k5 r1", deck=deck, discards=discards)
    assert tables.happened(state, tables.discard("k5"))[-1] == TurnStarted(Seat(1))


def test_ten_rounds_of_turns_without_a_card_laid_end_the_round() -> None:
    quiet = QUIET_ROUNDS * 3
    assert quiet == 30
    going = table("k5 k6", quiet=quiet - 2)
    assert after(going, tables.discard("k5")).quiet == quiet - 1
    told = tables.happened(table("k5 k6", quiet=quiet - 1), tables.discard("k5"))
    assert told[1] == log.Halted(HALTED_QUIET)
    assert isinstance(told[2], log.RoundOver)
    assert told[2].points == (-5, -10, -10)


@pytest.mark.parametrize("action", [lay("b3 b4 b5"), tables.add("r6"), tables.exchange("r4", 1)])
def test_any_card_put_on_the_table_resets_the_quiet_count(action: Action) -> None:
    laid = [(1, "r3 r4 r5"), (1, "r3 y4=r r5")]
    state = table("b3 b4 b5 r4 r6 k0", laid=laid, quiet=29)
    played = after(state, action, tables.discard("k0"))
    assert (played.quiet, played.turn, played.laid) == (0, 1, 0)


@pytest.mark.parametrize("meant", ["y5=g", "y5=k"])
def test_the_role_of_a_joker_is_declared_when_it_is_played(meant: str) -> None:
    laid = tables.allowed(table("r5 b5 y5 k0"), lay(f"r5 b5 {meant}"))
    assert laid.table[0].cards == tables.cards(f"r5 b5 {meant}")


@pytest.mark.parametrize("scores", [(0, 0, 0), (-50, 160, 120)])
def test_coming_out_in_the_first_round_takes_four_cards_at_any_score(
    scores: tuple[int, ...],
) -> None:
    state = table("r3 r4 r5 r6 k0", out=(), number=1, scores=scores)
    assert tables.RULES.view(state, Seat(0)).minimum == (4, 4, 4)
    assert tables.allowed(state, lay("r3 r4 r5 r6")).out == (0,)


def test_coming_out_continues_with_any_combination_that_leaves_a_card() -> None:
    begun = after(table("r3 r4 r5 b6 g6 k6 y6 k0", out=()), lay("r3 r4 r5"))
    assert tables.allowed(begun, lay("b6 g6 k6 y6=r")).out == (0,)
    assert {type(action).__name__ for action in tables.RULES.legal(begun)} == {"Lay"}


def test_each_partner_comes_out_separately() -> None:
    state = table(
        "r3 r4 r5 r6 k0 k1", tables.LAST, "b3 k0", tables.LAST, options=tables.PAIRED, out=()
    )
    out = after(state, lay("r3 r4 r5 r6"), tables.discard("k1"))
    third = tables.drawn(after(tables.drawn(out), tables.discard("g8")))
    assert tables.RULES.actor(third) == 2
    assert "first come out" in tables.refused(third, tables.add("b3"))


def test_two_combinations_of_equal_cards_are_separate() -> None:
    state = table("r1 b1 k1 r1' b1' k1' k0")
    both = after(state, lay("r1 b1 k1"), lay("r1' b1' k1'"))
    assert both.table == (
        rummu.Combination(Seat(0), tables.cards("r1 b1 k1")),
        rummu.Combination(Seat(0), tables.cards("r1' b1' k1'")),
    )


def test_only_actions_without_a_new_card_or_the_end_of_a_turn_can_be_undone() -> None:
    free = (lay("r3 r4 r5"), tables.add("r6"), tables.exchange("r5"))
    final = (rummu.Draw(), rummu.Take(), tables.discard("r3"))
    assert [tables.RULES.can_undo(action) for action in (*free, *final)] == [True] * 3 + [False] * 3
