"""The event sentences of Bausack."""

import msgspec
import pytest

from tests.rules.bausack.tables import after, refused, table
from towersim.common.errors import IllegalAction
from towersim.common.units import Seat, TowerId
from towersim.rules.base import Action, Collapsed, Event, GameOver, Outcome, Settled
from towersim.rules.bausack.log import OutOfBids, PutOut, Tallest, Won, describe
from towersim.rules.bausack.state import Bid, Build, Pass, PushPiece

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


def test_an_illegal_action_is_quoted() -> None:
    with pytest.raises(IllegalAction, match=r'^{"do":"pass"}: now the seat that is asked accepts'):
        after(POOR, PushPiece("egg"), Pass())


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (Won(Seat(1), "egg-cup", 1), "Bob pays 1 token and gets the egg cup."),
        (Won(Seat(1), "egg-cup", 0), "Bob gets the egg cup for nothing."),
        (OutOfBids(Seat(1), 0), "Bob has no tokens and cannot bid more."),
        (PutOut(Seat(2), 3), "Cid is out of the game; 3 tokens to the bank."),
        (PutOut(Seat(2), 0), "Cid is out of the game."),
        (Tallest((Seat(0),)), "The height measurer finds Ann's tower the tallest."),
        (
            Tallest((Seat(0), Seat(2))),
            "The height measurer finds the towers of Ann and Cid the tallest.",
        ),
        (
            Collapsed(Seat(0), TowerId(1), ("egg-cup",)),
            "Bob's tower does not hold: the egg cup goes back to the supply.",
        ),
    ],
)
def test_events_are_described_in_sentences(event: Event, told: str) -> None:
    assert describe(event, NAMES) == told


@pytest.mark.parametrize(
    ("winners", "told"),
    [
        ((1,), "Over. Bob wins (opponents outlasted: Ann 1, Bob 2, Cid 0)."),
        (
            (0, 1),
            "Over. It is a draw between Ann and Bob (opponents outlasted: Ann 1, Bob 2, Cid 0).",
        ),
    ],
)
def test_a_result_is_described_with_all_scores(winners: tuple[int, ...], told: str) -> None:
    outcome = Outcome("Over.", tuple(map(Seat, winners)), (1, 2, 0))
    assert describe(GameOver(outcome), NAMES) == told
