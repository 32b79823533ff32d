"""Properties of Bausack under random play, and its event sentences."""

from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import given

from tests.examples import examples
from tests.rules.bausack.tables import BOX, MOVES, RULES, after, refused, table
from tests.strategies import Play, Step, moments, plays, steps
from towersim.common.units import Seat, TowerId
from towersim.rules.base import Action, Collapsed, Event, Settled
from towersim.rules.bausack.log import PassedOn, PutOut, Tallest, Won
from towersim.rules.bausack.play import Bausack
from towersim.rules.bausack.state import Bid, Build, Options, Pass, Pay, Phase, PushPiece, State

some = examples(30)
many = examples(200)


@many
@given(play=plays(RULES, 200))
def test_no_piece_is_lost_or_duplicated(play: Play) -> None:
    for step in steps(RULES, play):
        state = step.after
        held = (state.piece,) if state.piece else ()
        assert tuple(sorted(state.supply + sum(state.towers, held))) == BOX
        assert state.supply == tuple(sorted(state.supply))


@many
@given(play=plays(RULES, 200))
def test_no_token_is_lost_and_every_payment_has_an_event(play: Play) -> None:
    bank = 0
    for step in steps(RULES, play):
        for event in step.events:
            match event:
                case Won(paid=paid) | PassedOn(paid=paid) | PutOut(tokens=paid):
                    bank += paid
                case _:
                    pass
        assert step.after.bank == bank
        assert min(step.after.tokens) >= 0
        assert sum(step.after.tokens) + bank == 10 * play.seats


@many
@given(play=plays(RULES, 200))
def test_a_seat_that_is_out_has_nothing_and_is_never_asked(play: Play) -> None:
    for step in steps(RULES, play):
        state = step.after
        out = set(range(play.seats)) - set(state.standing)
        assert sorted(seat for tick in state.collapsed for seat in tick) == sorted(out)
        assert all(not state.towers[seat] and not state.tokens[seat] for seat in out)
        assert state.phase is Phase.OVER or not out & {state.turn, state.asked}
        told = {event.tower for event in step.events if isinstance(event, Collapsed)}
        assert told == out - (set(range(play.seats)) - set(step.before.standing))


def auctions(play: Play) -> Iterator[list[Step]]:
    """Yield the steps of every auction, from its opening to its last bid or pass."""
    auction: list[Step] = []
    for step in steps(RULES, play):
        if isinstance(step.action, Build | Bid | Pass):
            auction.append(step)
            if step.after.phase is Phase.PLACING:
                yield auction
                auction = []
    assert not auction


@many
@given(play=plays(RULES, 200))
def test_every_auction_ends_with_the_highest_bid(play: Play) -> None:
    for auction in auctions(play):
        end = auction[-1].after
        bids = [bid for _, bid in end.bids]
        assert bids == sorted(set(bids))
        assert len(auction) <= 1 + 10 + play.seats
        assert end.asked == end.bids[-1][0]
        assert end.asked not in end.passed or len(bids) == 1
        assert end.tokens[end.asked] == auction[0].before.tokens[end.asked] - bids[-1]


@many
@given(play=plays(RULES, 200))
def test_every_push_ends_with_a_placement(play: Play) -> None:
    price = 0
    for step in steps(RULES, play):
        if isinstance(step.action, PushPiece):
            price = 1
        if isinstance(step.action, Pay):
            assert step.before.price == price
            price += 1
        if step.before.phase is Phase.OFFERED and step.after.phase is Phase.PLACING:
            assert sum(range(price)) <= 10 * play.seats


@some
@given(step=moments(RULES))
def test_a_view_shows_the_whole_state_and_the_actor(step: Step) -> None:
    view = RULES.view(step.after, Seat(1))
    shown = {name: getattr(view, name) for name in State.__struct_fields__}
    assert State(**shown) == step.after
    assert view.actor == RULES.actor(step.after)
    assert view.seat == 1


@pytest.mark.parametrize("seats", [2, 8])
def test_a_game_with_the_whole_box_ends(seats: int) -> None:
    rules = Bausack()
    play = Play(seats, Options(), seed=3, steady=0.995)
    *_, last = steps(rules, play)
    outcome = rules.outcome(last.after)
    assert outcome is not None
    assert outcome.scores[outcome.winners[0]] == max(outcome.scores)


# Counted by hand for the opening: each of 8 pieces can be pushed, or opened with a bid of 0 … 10:
# 96 ways. A push has 2 answers. A bid of b leaves 10 - b higher bids and a pass; after a bid of 10
# the piece is placed immediately: 1 + (11 + 10 + … + 2) = 66. 8 × (2 + 66) = 544.
# For the poor table: 3 openings and a push of each of two pieces. No other seat has a token, so
# each leads to 1 placement, then 6 verdicts on two towers: 8, 8, 48.
@pytest.mark.parametrize(
    ("name", "state"),
    [
        ("opening", RULES.setup(2, Options())),
        ("poor", table("house", "star", supply="egg ring", tokens=(2, 0))),
        ("three", table("house", "star cross", "", supply="egg ring", tokens=(1, 2, 1))),
        (
            "measured",
            table("house", "star", supply="egg", tokens=(1, 1), options=Options("height")),
        ),
    ],
)
def test_the_numbers_of_action_sequences_equal_the_golden_ones(name: str, state: State) -> None:
    counted, known = MOVES.ways(name, state)
    assert counted == known


NAMES = ("Ann", "Bob", "Cid")


@pytest.mark.parametrize(
    ("fell", "together", "written"),
    [
        ((), (), '{"do":"settled","fell":[]}'),
        ((2, 0), (), '{"do":"settled","fell":[2,0]}'),
        ((2, 0, 1), (1,), '{"do":"settled","fell":[2,0,1],"together":[1]}'),
    ],
)
def test_a_verdict_is_written_with_ties_only_if_there_are_any(
    fell: tuple[int, ...], together: tuple[int, ...], written: str
) -> None:
    action = Settled(tuple(map(TowerId, fell)), tuple(map(TowerId, together)))
    assert msgspec.json.encode(action).decode() == written


POOR = table("house", "star", supply="egg ring", tokens=(4, 6))


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (Build("star", 0), "no 'star' lies in the supply"),
        (PushPiece("star"), "no 'star' lies in the supply"),
        (Build("egg", -1), "a bid is 0 or more"),
        (Build("egg", 5), "a bid of 5 is more than the 4 in the pool"),
        (Bid(1), "now the seat whose turn it is builds with a piece of the supply or pushes one"),
    ],
)
def test_an_impossible_choice_is_refused_with_the_reason(action: Action, reason: str) -> None:
    assert refused(POOR, action) == reason


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (Bid(2), "the highest bid is 3, so it takes at least one token more"),
        (Bid(3), "the highest bid is 3, so it takes at least one token more"),
        (Bid(7), "a bid of 7 is more than the 6 in the pool"),
        (PushPiece("ring"), "now the seat that is asked bids more or passes"),
    ],
)
def test_an_impossible_bid_is_refused_with_the_reason(action: Action, reason: str) -> None:
    assert refused(after(POOR, Build("egg", 3)), action) == reason


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (Won(Seat(1), "egg-cup", 0), "Bob gets the egg cup for nothing."),
        (Tallest((Seat(0),)), "The height measurer finds Ann's tower the tallest."),
        (
            Tallest((Seat(0), Seat(2))),
            "The height measurer finds several towers equally tall: Ann and Cid.",
        ),
    ],
)
def test_events_are_described_in_sentences(event: Event, told: str) -> None:
    assert RULES.describe(event, NAMES) == told
