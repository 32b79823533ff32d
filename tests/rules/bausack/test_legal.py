"""One test for each sentence of the rule text, and for each ruling on a gap in it."""

import pytest
from msgspec.structs import replace

from tests.rules.bausack.tables import (
    RULES,
    after,
    built,
    collapse,
    happened,
    outcome,
    placed,
    refused,
    settled,
    table,
)
from towersim.common.units import Seat, TowerId
from towersim.files.level import load_pieces
from towersim.rules.base import Nature, Place, Settled, StartTower, Survey, TurnStarted
from towersim.rules.bausack.log import Accepted, ChoosesAgain, HadToAccept, OutOfBids, Passed, Won
from towersim.rules.bausack.play import PIECES, Bausack, Verdicts, ticks, verdict
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
    State,
)
from towersim.rules.fawlty_towers.play import FawltyTowers


def test_there_are_seventy_building_blocks_all_different() -> None:
    assert len(PIECES) == len(set(PIECES)) == 70
    assert set(Bausack().setup(2, Options()).supply) == set(PIECES) == set(load_pieces("blocks"))


@pytest.mark.parametrize("seats", RULES.seats)
def test_each_player_has_ten_tokens_and_a_place_to_build_on(seats: int) -> None:
    state = RULES.setup(seats, Options())
    assert (state.tokens, RULES.towers(state)) == ((10,) * seats, (None,) * seats)


@pytest.mark.parametrize("choice", [Build("egg", 10), PushPiece("egg")])
def test_the_first_piece_of_a_seat_is_its_foundation(choice: Build | PushPiece) -> None:
    state = after(table("", "", tokens=(10, 0)), choice)
    assert RULES.legal(state) == (StartTower("egg", TowerId(state.asked)),)
    assert RULES.towers(settled(state))[state.asked] == ("egg",)


def test_all_other_pieces_are_balanced_on_ones_own_tower() -> None:
    state = after(table("house", "star"), Build("egg", 10))
    assert RULES.legal(state) == (Place("egg", TowerId(0)),)
    assert settled(state).towers == (("house", "egg"), ("star",))


@pytest.mark.parametrize("choice", [Build("egg", 10), PushPiece("egg")])
def test_an_accepted_piece_must_be_placed_before_any_other_action(
    choice: Build | PushPiece,
) -> None:
    state = after(table("house", "star", tokens=(10, 0)), choice)
    assert (state.phase, len(RULES.legal(state))) == (Phase.PLACING, 1)
    for early in (Build("ring", 0), PushPiece("ring"), Pass(), Bid(9), Accept(), Pay(), collapse()):
        assert "the piece goes on the tower of the seat" in refused(state, early)


def test_a_released_piece_cannot_be_picked_up_again() -> None:
    state = placed(after(table("house", "star"), Build("egg", 10)))
    assert RULES.actor(state) is Nature.GRAVITY
    assert "now gravity names the towers" in refused(state, Place("egg", TowerId(0)))


@pytest.mark.parametrize("tower", range(3))
def test_any_tower_may_collapse_in_any_turn_also_under_the_piece_being_placed(tower: int) -> None:
    state = built(table("house", "star", "cross"), [tower])
    assert [seat for seat, standing in enumerate(RULES.towers(state)) if not standing] == [tower]


def test_a_seat_with_a_collapsed_tower_is_out_of_the_game() -> None:
    state = built(table("house", "star", "cross"), [1])
    assert state.standing == (0, 2)
    assert state.turn == 2
    assert after(state, PushPiece("ring")).asked == 0
    assert after(state, Build("ring", 10)).phase is Phase.PLACING
    assert built(state, piece="ring").turn == 0


def test_pieces_of_a_collapsed_tower_return_to_the_supply_and_its_tokens_to_the_bank() -> None:
    before = table("house", "star cross", "spoon", supply="egg ring", tokens=(10, 7, 3))
    state = built(before, [1])
    assert state.supply == ("cross", "ring", "star")
    assert state.tokens == (0, 0, 3)
    assert state.bank == 27


def test_the_seat_that_chooses_next_may_use_the_returned_pieces_at_once() -> None:
    own = built(table("house", "star cross", "spoon", supply="egg ring"), [1])
    assert PushPiece("cross") in RULES.legal(own)
    outbid = after(table("house", "star cross", "spoon"), Build("egg", 0), Bid(10))
    again = settled(outbid, [1])
    assert (again.turn, again.asked) == (0, 0)
    assert {PushPiece("cross"), PushPiece("star"), Build("star", 10)} <= set(RULES.legal(again))


def test_a_tower_that_falls_may_take_others_with_it() -> None:
    state = built(table("house", "star", "cross", "spoon"), [2], [0])
    assert state.collapsed == ((2,), (0,))
    assert state.standing == (1, 3)
    assert RULES.towers(state) == (None, ("star",), None, ("spoon",))
    assert state.tokens == (0, 10, 0, 10)


def test_the_first_seat_begins_and_the_others_follow_clockwise() -> None:
    state = Bausack().setup(3, Options())
    turns = []
    for piece in PIECES[:4]:
        turns.append(RULES.actor(state))
        bought = settled(after(state, Build(piece, 0), Pass(), Pass()))
        assert bought.turn == bought.asked
        state = bought
    assert turns == [0, 1, 2, 0]


def test_a_seat_builds_with_a_bid_from_zero_to_its_pool_or_pushes_in_its_turn() -> None:
    builds = [Build(piece, bid) for piece in ("egg", "ring") for bid in (0, 1, 2)]
    state = table("house", "star", supply="egg ring", tokens=(2, 10))
    assert RULES.legal(state) == (*builds, PushPiece("egg"), PushPiece("ring"))


def test_the_turn_passes_to_the_next_seat_after_the_piece_is_placed() -> None:
    bought = after(table("house", "star", "cross"), Build("egg", 10))
    pushed = after(table("house", "star", "cross"), PushPiece("egg"), Pay(), Accept())
    for state in (bought, pushed):
        assert settled(state).turn == 1
        assert happened(placed(state), collapse())[-1] == TurnStarted(Seat(1))


def test_a_piece_is_taken_from_the_supply() -> None:
    state = after(table("house", "star", supply="egg ring"), Build("egg", 0))
    assert (state.piece, state.supply) == ("egg", ("ring",))
    assert RULES.offered(RULES.view(state, Seat(0))) == "egg"


def test_each_following_player_passes_or_sets_a_higher_bid() -> None:
    state = after(table("house", "star", "cross", tokens=(10, 10, 6), turn=1), Build("egg", 4))
    assert state.asked == 2
    assert RULES.legal(state) == (Bid(5), Bid(6), Pass())
    assert after(state, Bid(5)).asked == 0
    assert RULES.legal(after(state, Bid(5)))[0] == Bid(6)
    assert RULES.legal(after(state, Pass()))[0] == Bid(5)


def test_a_seat_that_passed_may_no_longer_bid_on_that_piece() -> None:
    state = after(table("house", "star", "cross"), Build("egg", 0), Pass(), Bid(1))
    assert (state.asked, state.passed) == (0, (1,))
    assert after(state, Bid(2)).asked == 2
    assert after(state, Bid(2), Bid(3)).asked == 0


def test_a_seat_that_passed_may_bid_on_the_next_piece() -> None:
    state = settled(after(table("house", "star", "cross"), Build("egg", 0), Bid(1), Pass(), Pass()))
    assert after(state, Build("ring", 0)).asked == 1
    assert after(state, Build("ring", 0), Pass()).asked == 2


def test_the_highest_bidder_pays_the_bid_and_places_the_piece() -> None:
    state = table("house", "star", "cross")
    sold = after(state, Build("egg", 1), Bid(2), Bid(5), Pass(), Pass())
    assert sold.tokens == (10, 10, 5)
    assert RULES.actor(sold) == 2
    assert settled(sold).towers == (("house",), ("star",), ("cross", "egg"))


def test_if_all_others_pass_the_opener_pays_the_opening_bid() -> None:
    for bid in (0, 3):
        sold = after(table("house", "star", "cross"), Build("egg", bid), Pass(), Pass())
        assert sold.tokens == (10 - bid, 10, 10)
        assert RULES.actor(sold) == 0


def test_a_seat_outbid_in_its_turn_builds_with_another_piece_or_pushes() -> None:
    outbid = after(table("house", "star", "cross"), Build("egg", 0), Pass(), Bid(1), Pass())
    again = settled(outbid)
    assert (again.turn, RULES.actor(again)) == (0, 0)
    assert {type(action) for action in RULES.legal(again)} == {Build, PushPiece}
    assert "egg" not in again.supply
    assert happened(placed(outbid), collapse())[-1] == ChoosesAgain(Seat(0))
    assert built(again, piece="ring").turn == 1
    assert settled(after(again, PushPiece("ring"), Accept())).turn == 1


def test_a_pushed_piece_is_accepted_or_passed_on_for_one_token_more_each_time() -> None:
    state = after(table("house", "star", "cross", supply="egg ring"), PushPiece("egg"))
    assert (state.piece, state.supply) == ("egg", ("ring",))
    tokens = [10, 10, 10]
    for price, seat in enumerate((1, 2, 0, 1), 1):
        assert (RULES.actor(state), state.price) == (seat, price)
        assert RULES.legal(state) == (Accept(), Pay())
        accepted = settled(after(state, Accept()))
        assert (accepted.towers[seat][-1], accepted.turn) == ("egg", 1)
        tokens[seat] -= price
        state = after(state, Pay())
        assert state.tokens == tuple(tokens)


ALL_PLACED = "All pieces are placed and more than one tower stands."
THREE = table("house", "star", "cross")
DRAWN = table("house", "", "cross", "", supply="egg", out=(3,))


@pytest.mark.parametrize(
    ("state", "fell", "winners", "reason"),
    [
        (THREE, [[0], [2]], (1,), "Only one tower is left."),
        (THREE, [[0], [2], [1]], (1,), "One tower stood longer than all the others"),
        (THREE, [[1], [0, 2]], (0, 2), "The last towers were lost at the same moment."),
        (DRAWN, [], (0, 1, 2), ALL_PLACED),
        (table("house", ""), [[0]], (1,), "Only one player is left, who has no tower yet."),
    ],
    ids=["the last", "the last by a tick", "in one tick", "all pieces placed", "no tower at all"],
)
def test_the_last_towers_standing_even_for_a_moment_win(
    state: State, fell: list[list[int]], winners: tuple[int, ...], reason: str
) -> None:
    over = built(state, *fell)
    assert RULES.actor(over) is Nature.OVER
    assert outcome(over).winners == winners
    assert outcome(over).reason.startswith(reason)


def test_a_last_piece_that_returns_pieces_to_the_supply_does_not_end_the_game() -> None:
    state = built(table("house", "star", "cross", supply="egg"), [1])
    assert RULES.outcome(state) is None
    assert state.supply == ("star",)


def test_a_last_piece_won_by_another_seat_ends_the_game() -> None:
    outbid = after(table("house", "star", supply="egg"), Build("egg", 0), Bid(10))
    assert outcome(settled(outbid)).winners == (0, 1)


HEIGHT = Options(tie_break="height")


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


def test_a_seat_that_collapses_while_another_builds_in_its_turn_does_not_choose_again() -> None:
    outbid = after(table("house", "star", "cross"), Build("egg", 0), Bid(10))
    assert happened(placed(outbid), collapse([0]))[-1] == TurnStarted(Seat(1))


def test_a_piece_that_caused_a_collapse_may_not_be_chosen_next() -> None:
    outbid = after(table("house", "star", "cross"), Build("egg", 0), Bid(10))
    state = settled(outbid, [1])
    assert (state.turn, state.asked) == (0, 0)
    assert state.supply == ("barrel", "brick", "egg", "ring", "star")
    legal = RULES.legal(state)
    assert Build("egg", 0) not in legal
    assert PushPiece("egg") not in legal
    assert PushPiece("star") in legal, "the other pieces of the tower may be chosen"
    why = "the 'egg' has just brought its tower down: another piece comes first"
    for action in (Build("egg", 0), PushPiece("egg")):
        assert why in refused(state, action)
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
    assert "each once, tick by tick" in refused(state, wrong)


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
    assert outcome(over).reason == ALL_PLACED


def test_towers_of_one_height_share_the_win() -> None:
    state = built(table("house", "star", "cross", "", supply="egg", options=HEIGHT, out=(3,)))
    over = after(state, Measured((Seat(0), Seat(2))))
    assert outcome(over).winners == (0, 2)
    assert outcome(over).scores == (2, 1, 2, 0)


def test_only_standing_towers_are_measured_and_at_least_one_is_tallest() -> None:
    state = built(table("house", "", "cross", "", supply="egg", options=HEIGHT, out=(1,)))
    named = [action.tallest for action in RULES.legal(state) if isinstance(action, Measured)]
    assert named == [(0,), (2,), (0, 2)]
    assert "names the tallest of the standing towers" in refused(state, Measured((Seat(3),)))


def test_a_short_game_has_thirty_pieces_of_the_seventy() -> None:
    rules = Bausack()
    short = rules.setup(4, Options(short=True)).pieces
    assert len(short) == 30
    assert short < rules.setup(4, Options()).pieces
    begun = replace(table("house", "key", supply="egg"), piece="cross")
    assert begun.pieces == {"house", "key", "egg", "cross"}
