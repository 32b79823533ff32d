"""The event sentences of Push."""

import msgspec
import pytest

from tests.rules.push.tables import RULES, after, cards, flip, refused, stopped, table
from towersim.common.errors import IllegalAction
from towersim.common.units import Seat
from towersim.rules.base import Event, GameOver, Outcome
from towersim.rules.push.cards import Mark
from towersim.rules.push.log import Banked, Bust, Cleared, Flipped, Rolled, Switched, Took, describe
from towersim.rules.push.state import Deal, Put

NAMES = ("Ann", "Bob", "Cid")
STACKS = "red-1 blue-2 | red-4 roll"


@pytest.mark.parametrize(
    ("flipped", "place", "reason"),
    [
        ("red-6", 0, "stack 1 has a red card already"),
        ("green-4", 1, "stack 2 has a 4 already"),
        ("red-4", 1, "stack 2 has a red card already"),
        ("roll", 1, "stack 2 has a roll card already"),
        ("red-6", -1, "the stacks are numbered 0 to 2"),
        ("red-6", 3, "the stacks are numbered 0 to 2"),
    ],
)
def test_an_illegal_stack_is_refused_with_the_reason(flipped: str, place: int, reason: str) -> None:
    assert refused(flip(table(STACKS), flipped), Put(place)) == reason


@pytest.mark.parametrize("place", [-1, 3])
def test_a_stack_number_out_of_range_is_refused(place: int) -> None:
    action = msgspec.convert({"do": "take", "stack": place}, RULES.actions)
    assert refused(stopped(table(STACKS)), action) == "the stacks are numbered 0 to 2"


def test_the_deck_deals_no_card_twice() -> None:
    state = after(table(rest="blue-1"), RULES.legal(table())[0])
    assert refused(state, Deal(*cards("red-6"))) == "the deck does not hold this red 6 any more"


def test_an_illegal_action_is_quoted() -> None:
    with pytest.raises(IllegalAction, match=r'^{"do":"put","stack":1}: now the seat whose turn'):
        after(table(STACKS), Put(1))


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (Flipped(Seat(1), *cards("roll")), "Bob flips a roll card."),
        (Switched(reverse=True), "The other players will take stacks the other way round."),
        (Switched(reverse=False), "The other players will take stacks clockwise again."),
        (Bust(Seat(1), *cards("red-3")), "No stack takes the red 3: Bob has pushed too far."),
        (Took(Seat(0), 2, cards("red-1")), "Ann takes stack 3 worth 1 point: red 1."),
        (Took(Seat(0), 0, cards("roll")), "Ann takes stack 1 worth 0 points: a roll card."),
        (
            Took(Seat(0), 0, cards("red-1 blue-2 roll")),
            "Ann takes stack 1 worth 3 points: red 1, blue 2 and a roll card.",
        ),
        (
            Cleared(cards("red-1 blue-2")),
            "Nobody is left to take red 1 and blue 2: off to the discard pile.",
        ),
        (Rolled(Seat(2), Mark.RED, ()), "Cid rolls red and loses nothing."),
        (Rolled(Seat(2), Mark.STAR, ()), "Cid rolls the star and loses nothing."),
        (
            Rolled(Seat(2), Mark.STAR, cards("red-1 blue-2")),
            "Cid rolls the star and loses 3 points: red 1 and blue 2.",
        ),
        (Banked(Seat(0), Mark.RED, cards("red-1 red-6")), "Ann banks 7 points: red 1 and red 6."),
    ],
)
def test_events_are_described_in_sentences(event: Event, told: str) -> None:
    assert describe(event, NAMES) == told


@pytest.mark.parametrize(
    ("winners", "scores", "told"),
    [
        ((1,), (1, 12, 0), "Bob wins with 12 points (Ann 1, Bob 12, Cid 0)."),
        (
            (1,),
            (12, 12, 0),
            "Bob wins with 12 points, level on points but with more cards (Ann 12, Bob 12, Cid 0).",
        ),
        (
            (0, 1, 2),
            (1, 1, 1),
            "Ann, Bob and Cid share the win with 1 point (Ann 1, Bob 1, Cid 1).",
        ),
    ],
)
def test_a_result_is_described_with_all_scores(
    winners: tuple[int, ...], scores: tuple[int, ...], told: str
) -> None:
    outcome = Outcome("Over.", tuple(map(Seat, winners)), scores)
    assert describe(GameOver(outcome), NAMES) == f"Over. {told}"
