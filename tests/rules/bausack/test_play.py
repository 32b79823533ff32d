"""Properties of Bausack under random play, and its event sentences."""

from collections.abc import Iterator

import msgspec
import pytest

from tests.examples import tried
from tests.rules.bausack.tables import BOX, RULES, after, outcome, refused, table
from tests.strategies import Play, Step, plays, steps
from towersim.common.units import TowerId
from towersim.rules.base import Action, Collapsed, Settled
from towersim.rules.bausack.log import PassedOn, PutOut, Won
from towersim.rules.bausack.play import Bausack
from towersim.rules.bausack.state import Bid, Build, Options, Pass, Phase, PushPiece


@tried(200, play=plays(RULES, 200))
def test_no_piece_is_lost_or_duplicated(play: Play) -> None:
    for step in steps(RULES, play):
        state = step.after
        held = (state.piece,) if state.piece else ()
        assert tuple(sorted(state.supply + sum(state.towers, held))) == BOX
        assert state.supply == tuple(sorted(state.supply))


@tried(200, play=plays(RULES, 200))
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


@tried(200, play=plays(RULES, 200))
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


@tried(200, play=plays(RULES, 200))
def test_every_auction_ends_with_the_highest_bid(play: Play) -> None:
    for auction in auctions(play):
        end = auction[-1].after
        bids = [bid for _, bid in end.bids]
        assert bids == sorted(set(bids))
        assert len(auction) <= 1 + 10 + play.seats
        assert end.asked == end.bids[-1][0]
        assert end.asked not in end.passed or len(bids) == 1
        assert end.tokens[end.asked] == auction[0].before.tokens[end.asked] - bids[-1]


@pytest.mark.parametrize("seats", [2, 8])
def test_a_game_with_the_whole_box_ends(seats: int) -> None:
    rules = Bausack()
    play = Play(seats, Options(), seed=3, steady=0.995)
    *_, last = steps(rules, play)
    over = outcome(last.after)
    assert over.scores[over.winners[0]] == max(over.scores)


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


OPENED = (Build("egg", 3),)
CHOOSE = "now the seat whose turn it is builds with a piece of the supply or pushes one"


@pytest.mark.parametrize(
    ("before", "action", "reason"),
    [
        ((), Build("star", 0), "no 'star' lies in the supply"),
        ((), PushPiece("star"), "no 'star' lies in the supply"),
        ((), Build("egg", -1), "a bid is 0 or more"),
        ((), Build("egg", 5), "a bid of 5 is more than the 4 in the pool"),
        ((), Bid(1), CHOOSE),
        (OPENED, Bid(2), "the highest bid is 3, so it takes at least one token more"),
        (OPENED, Bid(3), "the highest bid is 3, so it takes at least one token more"),
        (OPENED, Bid(7), "a bid of 7 is more than the 6 in the pool"),
        (OPENED, PushPiece("ring"), "now the seat that is asked bids more or passes"),
    ],
)
def test_an_impossible_choice_or_bid_is_refused_with_the_reason(
    before: tuple[Action, ...], action: Action, reason: str
) -> None:
    assert refused(after(POOR, *before), action) == reason
