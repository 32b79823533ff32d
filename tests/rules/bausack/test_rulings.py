"""One test for each ruling on a gap in the rule text."""

import pytest

from tests.rules.bausack.tables import (
    RULES,
    after,
    built,
    collapse,
    happened,
    outcome,
    placed,
    settled,
    table,
)
from towersim.common.errors import IllegalAction
from towersim.common.units import Seat, TowerId
from towersim.rules.base import GameOver, Nature, Settled, Survey, TurnStarted
from towersim.rules.bausack.gravity import Verdicts, ticks, verdict
from towersim.rules.bausack.log import Accepted, HadToAccept, OutOfBids, Passed, Won
from towersim.rules.bausack.play import Bausack
from towersim.rules.bausack.state import (
    Accept,
    Bid,
    Build,
    Measured,
    Options,
    Pass,
    Pay,
    Phase,
    PushPiece,
)
from towersim.rules.fawlty_towers.play import FawltyTowers

HEIGHT = Options(tie_break="height")

# --- auctions -----------------------------------------------------------------------------------


def test_the_seat_that_opened_may_raise() -> None:
    state = after(table("house", "star"), Build("egg", 0), Bid(1))
    assert RULES.actor(state) == 0
    assert settled(after(state, Bid(2), Pass())).towers[0] == ("house", "egg")


def test_the_opener_may_not_raise_if_so_agreed() -> None:
    options = Options(opener_may_raise=False)
    state = after(table("house", "star", "cross", options=options), Build("egg", 0), Bid(1))
    assert RULES.actor(state) == 2
    assert after(state, Pass()).phase is Phase.PLACING
    unwanted = after(table("house", "star", options=options), Build("egg", 2), Pass())
    assert (RULES.actor(unwanted), unwanted.tokens) == (0, (8, 10))


def test_a_seat_that_cannot_outbid_drops_out_without_being_asked() -> None:
    state = table("house", "star", "cross", "spoon", tokens=(5, 3, 4, 2))
    opened = after(state, Build("egg", 3))
    assert (RULES.actor(opened), opened.passed) == (2, (1,))
    assert happened(state, Build("egg", 3))[1:] == (OutOfBids(Seat(1), 3),)
    told = happened(state, Build("egg", 3), Pass())
    assert told == (Passed(Seat(2)), OutOfBids(Seat(3), 2), Won(Seat(0), "egg", 3))


def test_a_seat_that_passed_is_not_reported_as_dropped_out() -> None:
    state = table("house", "star", "cross", tokens=(10, 3, 10))
    told = happened(state, Build("egg", 0), Pass(), Bid(5), Bid(6), Pass())
    assert told == (Passed(Seat(2)), Won(Seat(0), "egg", 6))


def test_a_seat_without_a_foundation_may_bid() -> None:
    assert Bid(1) in RULES.legal(after(table("house", ""), Build("egg", 0)))


# --- pushing ------------------------------------------------------------------------------------


def test_a_pushed_piece_may_come_back_to_the_seat_that_pushed_it() -> None:
    state = after(table("house", "star", "cross"), PushPiece("egg"), Pay(), Pay())
    assert (RULES.actor(state), state.price) == (0, 3)
    assert settled(after(state, Accept())).towers[0] == ("house", "egg")
    assert settled(after(state, Accept())).turn == 1


def test_a_pushed_piece_may_go_round_a_second_time() -> None:
    state = after(table("house", "star", "cross"), PushPiece("egg"), Pay(), Pay(), Pay())
    assert (RULES.actor(state), state.price, state.tokens) == (1, 4, (7, 9, 8))


def test_a_seat_that_cannot_pay_has_to_accept() -> None:
    state = table("house", "star", "cross", tokens=(10, 1, 1))
    told = happened(state, PushPiece("egg"), Pay())
    assert told[1:] == (HadToAccept(Seat(2), "egg", 2),)
    forced = after(state, PushPiece("egg"), Pay())
    assert (forced.phase, RULES.actor(forced), forced.tokens) == (Phase.PLACING, 2, (10, 0, 1))


def test_a_seat_that_can_just_pay_may_pass_the_piece_on() -> None:
    state = after(table("house", "star", tokens=(2, 1)), PushPiece("egg"))
    assert RULES.actor(after(state, Pay())) == 0
    assert after(state, Pay(), Pay()).tokens == (0, 0)
    assert happened(state, Accept()) == (Accepted(Seat(1), "egg"),)


# --- turns --------------------------------------------------------------------------------------


def test_a_seat_that_collapses_while_another_builds_in_its_turn_does_not_choose_again() -> None:
    outbid = after(table("house", "star", "cross"), Build("egg", 0), Bid(10))
    assert happened(placed(outbid), collapse([0]))[-1] == TurnStarted(Seat(1))


def test_a_seat_that_collapses_in_anothers_turn_does_not_end_that_turn() -> None:
    outbid = after(table("house", "star", "cross"), Build("egg", 0), Bid(10))
    state = settled(outbid, [1])
    assert (state.turn, state.asked, state.standing) == (0, 0, (0, 2))


def test_a_piece_that_caused_a_collapse_may_not_be_chosen_next() -> None:
    outbid = after(table("house", "star", "cross"), Build("egg", 0), Bid(10))
    state = settled(outbid, [1])
    assert (state.turn, state.asked, state.supply) == (
        0,
        0,
        ("barrel", "brick", "egg", "ring", "star"),
    )
    legal = RULES.legal(state)
    assert Build("egg", 0) not in legal
    assert PushPiece("egg") not in legal
    assert PushPiece("star") in legal, "the other pieces of the tower may be chosen"
    why = "the 'egg' has just brought its tower down: another piece comes first"
    for action in (Build("egg", 0), PushPiece("egg")):
        with pytest.raises(IllegalAction, match=why):
            after(state, action)
    assert PushPiece("egg") in RULES.legal(settled(after(state, PushPiece("ring"), Accept())))
    assert RULES.view(state, Seat(0)).choices == ("barrel", "brick", "ring", "star")
    assert state.barred_now == "egg"


def test_a_barred_piece_may_be_chosen_if_there_is_no_other() -> None:
    state = table("house", "", "cross", supply="egg")
    again = settled(after(state, Build("egg", 0), Bid(10)), [1])
    assert again.supply == ("egg",)
    assert again.barred_now == ""
    assert PushPiece("egg") in RULES.legal(again)


def test_a_piece_that_stands_or_belongs_to_another_turn_is_not_barred() -> None:
    state = after(table("house", "star", "cross", "spoon"), Build("egg", 0), Bid(10))
    assert settled(state).barred == ""
    assert settled(state, [0], [1]).barred == "", "the next turn has begun"


def test_auction_and_price_are_reset_after_a_piece_stands() -> None:
    bought = settled(after(table("house", "star"), Build("egg", 0), Pass()))
    pushed = settled(after(table("house", "star"), PushPiece("egg"), Accept()))
    for state in (bought, pushed):
        assert (state.bids, state.passed, state.price, state.piece) == ((), (), 0, "")


# --- collapse -----------------------------------------------------------------------------------


def test_gravity_may_name_any_standing_towers_tick_by_tick() -> None:
    state = placed(after(table("house", "star", ""), Build("egg", 10)))
    ways = ((), ((0,),), ((0,), (1,)), ((1,),), ((1,), (0,)), ((0, 1),))
    assert [ticks(action) for action in RULES.legal(state) if isinstance(action, Settled)] == [
        *ways
    ]


def test_a_seat_without_a_foundation_cannot_collapse_and_stays_in() -> None:
    state = placed(after(table("house", "star", ""), Build("egg", 10)))
    assert collapse([2]) not in RULES.legal(state)
    over = after(state, collapse([0], [1]))
    assert outcome(over).winners == (2,)


def test_the_reason_names_no_tower_for_a_winner_without_one() -> None:
    over = built(table("house", ""), [0])
    assert outcome(over).winners == (1,)
    assert outcome(over).reason == "All the towers there were have collapsed."
    assert outcome(built(table("house", "star"), [0])).reason == "Only one tower is left."


def test_a_foundation_that_is_swept_away_counts_as_a_collapse() -> None:
    state = built(table("", "star", "cross"), [0])
    assert (state.standing, state.supply) == ((1, 2), ("barrel", "brick", "egg", "ring"))


@pytest.mark.parametrize(
    "wrong",
    [
        Settled((TowerId(3),)),
        Settled((TowerId(0), TowerId(0))),
        Settled((TowerId(0), TowerId(1)), together=(TowerId(0),)),
        Settled((TowerId(0), TowerId(1)), together=(TowerId(2),)),
        Settled((TowerId(1), TowerId(0)), together=(TowerId(0),)),
        Settled((), together=(TowerId(0),)),
    ],
)
def test_an_inconsistent_verdict_is_refused(wrong: Settled) -> None:
    state = placed(after(table("house", "star", "cross"), Build("egg", 10)))
    with pytest.raises(IllegalAction, match="each once, tick by tick"):
        after(state, wrong)


@pytest.mark.parametrize(("towers", "ways"), [(0, 1), (1, 2), (2, 6), (3, 26), (4, 150)])
def test_every_way_to_collapse_is_listed_once(towers: int, ways: int) -> None:
    verdicts = Verdicts(map(TowerId, range(towers)))
    assert len(verdicts) == len(set(verdicts)) == ways
    assert all(way in verdicts for way in verdicts)
    assert verdicts[1:] == tuple(verdicts)[1:]
    assert verdicts[-1] == tuple(verdicts)[-1]


def test_the_verdicts_of_eight_towers_are_indexed_lazily() -> None:
    verdicts = Verdicts(map(TowerId, range(8)))
    assert len(verdicts) == 1_091_670
    assert verdicts[-1] == collapse(range(8))
    assert verdicts[1_000_000] in verdicts


def test_a_game_without_ticks_gets_only_the_order() -> None:
    fell = [[TowerId(3)], [TowerId(2), TowerId(1)]]
    assert FawltyTowers().verdict(fell) == Settled((TowerId(3), TowerId(2), TowerId(1)))
    assert RULES.verdict(fell) == verdict(fell)
    assert ticks(RULES.verdict(fell)) == ((3,), (1, 2))


# --- the end ------------------------------------------------------------------------------------


def test_the_last_towers_that_collapse_in_one_tick_share_the_win() -> None:
    over = built(table("house", "star", "cross"), [1], [0, 2])
    assert outcome(over).winners == (0, 2)
    assert outcome(over).reason == "The last towers collapsed at the same moment."


def test_the_score_is_the_number_of_opponents_that_collapsed_before() -> None:
    over = built(table("house", "star", "cross", "", "spoon", out=(3,)), [4], [0, 2])
    assert outcome(over).scores == (2, 4, 2, 0, 1)
    draw = built(table("house", "star", "", supply="egg", out=(2,)))
    assert outcome(draw).scores == (1, 1, 0)


def test_the_height_measurer_may_decide_a_draw() -> None:
    state = built(table("house", "star", "cross", supply="egg", options=HEIGHT))
    assert RULES.actor(state) is Nature.MEASURER
    assert RULES.outcome(state) is None
    over = after(state, RULES.measured(state, Survey((TowerId(1),))))
    assert outcome(over).winners == (1,)
    assert outcome(over).scores == (0, 2, 0)
    assert outcome(over).reason == "All pieces are placed and more than one tower stands."


def test_towers_of_one_height_share_the_win() -> None:
    state = built(table("house", "star", "cross", "", supply="egg", options=HEIGHT, out=(3,)))
    over = after(state, Measured((Seat(0), Seat(2))))
    assert outcome(over).winners == (0, 2)
    assert outcome(over).scores == (2, 1, 2, 0)


def test_only_standing_towers_are_measured_and_at_least_one_is_tallest() -> None:
    state = built(table("house", "", "cross", "", supply="egg", options=HEIGHT, out=(1,)))
    named = [action.tallest for action in RULES.legal(state) if isinstance(action, Measured)]
    assert named == [(0,), (2,), (0, 2)]
    with pytest.raises(IllegalAction, match="names the tallest of the standing towers"):
        after(state, Measured((Seat(3),)))


def test_the_last_event_of_a_game_is_its_outcome() -> None:
    state = placed(after(table("house", "star"), Build("egg", 10)))
    assert happened(state, collapse([1]))[-1] == GameOver(outcome(after(state, collapse([1]))))


def test_a_short_game_has_thirty_pieces_of_the_seventy() -> None:
    rules = Bausack()
    short = rules.setup(4, Options(short=True)).supply
    assert len(short) == 30
    assert set(short) < set(rules.setup(4, Options()).supply)
