"""Deals of Palace that agree with what a seat has seen, played out."""

from typing import Any

import pytest

from tests.rules.palace.tables import RULES, cards, table
from towersim.bots.palace_deals import Memory, wins
from towersim.common.dice import stream
from towersim.common.units import Seat
from towersim.rules.base import Event
from towersim.rules.palace import log
from towersim.rules.palace.state import Source, State

ME, OTHER = Seat(0), Seat(1)
DEALS = 30


def won(state: State, *plays: tuple[int, int], history: tuple[Event, ...] = ()) -> list[float]:
    """Return the shares that are won by plays of the first seat, given as rank and count."""
    return wins(RULES.view(state, ME), history, plays, DEALS, stream(1, "bot"))


def test_it_remembers_the_cards_of_a_pile_that_went_to_a_hand() -> None:
    pile, played = cards("4h 5h"), log.Played(OTHER, cards("5h"), Source.HAND)
    first = log.Played(ME, pile, Source.HAND)
    held, lying, burned = Memory.of((first, log.PileTaken(OTHER, 2), played), 2)
    assert (held, lying, burned) == ((set(), {pile[0]}), [pile[1]], set())
    missed = log.Missed(OTHER, cards("6h")[0], 1)
    assert Memory.of((first, missed), 2).held[OTHER] == {*pile, *cards("6h")}
    assert Memory.of((first, log.Burned(ME, 2, alike=False)), 2).burned == {*pile}


@pytest.mark.parametrize(
    ("mine", "other", "pile", "play", "options", "share"),
    [
        ("9c", "/ 4d", "8h", (9, 1), {}, 1.0),
        ("9c 9d", "/ 4d", "8h", (9, 2), {}, 1.0),
        ("10c 4c", "/ 4d", "Ah", (10, 1), {}, 1.0),
        ("9c 9d 9h 9s 4c", "/ 4d", "", (9, 4), {}, 1.0),
        ("9c 4c", "/ 4d", "9d 9h 9s", (9, 1), {"equal_allowed": True}, 1.0),
        ("7c 8c", "/ 9d", "4h", (7, 1), {}, 1.0),
        ("3c Kc", "/ 9d", "Qh", (3, 1), {}, 1.0),
        ("Kc Ac", "/ Qd", "4h", (13, 1), {}, 1.0),
        ("3c 2c", "/ 8d", "7h", (3, 1), {"seven_shines_through": True}, 1.0),
        ("9c 4c", "/ Kd", "8h", (9, 1), {}, 0.0),
        ("7c 8c", "/ 4d", "4h", (7, 1), {}, 0.0),
        ("3c 2c", "/ 8d", "7h", (3, 1), {}, 0.0),
        ("9c 4c", "/ 9d", "8h", (9, 1), {"equal_allowed": True}, 0.0),
        ("4c 5c //", "/ Kd", "", (4, 1), {}, 0.0),
    ],
)
def test_a_sure_win_is_won_in_every_deal_and_a_sure_loss_in_none(
    mine: str, other: str, pile: str, play: tuple[int, int], options: dict[str, Any], share: float
) -> None:
    assert won(table(mine, other, pile=pile, **options), play) == [share]


def test_a_blind_card_is_any_unseen_card() -> None:
    (share,) = won(table("4c //1", "/ Kd Qd Jd", unseen="5h 3h"), (4, 1))
    assert 0 < share < 1, "the 3 and the 5 go on a 4 but not on what follows"


def test_a_hand_whose_cards_were_seen_has_them_in_every_deal() -> None:
    """Of the seat's ace and king, only the one that the known card cannot answer wins."""
    state = table("Qc Ac", "Kd")
    history = (log.Played(ME, cards("Kd"), Source.HAND), log.PileTaken(OTHER, 1))
    assert won(state, (12, 1), (14, 1), history=history) == [0.0, 1.0]


def test_hands_are_refilled_from_the_stock() -> None:
    shares = [won(table("4c", "/ Ad", stock=stock), (4, 1)) for stock in (0, 2)]
    assert shares == [[1.0], [0.0]], "with two more cards the seat lets the other one be out first"


def test_the_same_dice_deal_the_same_cards() -> None:
    state = table("9c Qc 4c //3", "4d 5d //3", "6d 8d //3", pile="5h", stock=20)
    assert won(state, (9, 1), (12, 1)) == won(state, (9, 1), (12, 1))
