"""The event sentences of Fawlty Towers."""

import pytest

from tests.rules.fawlty_towers.tables import RULES, after, laid_out, place, refused, settled, table
from towersim.common.units import Seat
from towersim.rules.base import GameOver, Outcome
from towersim.rules.fawlty_towers.cards import Card, Colour, Symbol
from towersim.rules.fawlty_towers.log import Took, describe
from towersim.rules.fawlty_towers.state import Decline, Take

NAMES = ("Ann", "Bob")


def why(row: int, *, tower: str = "red", column: str = "yellow") -> str | None:
    state = table(column, "red", towers=(tower, "", "", ""))
    refusals = RULES.view(after(state, place("red", 0), settled()), Seat(0)).refusals
    assert refusals is not None
    return refusals[0][row]


def test_a_card_of_another_colour_is_refused_for_that() -> None:
    assert why(0) == "its colour is yellow, the cube is red"


def test_a_card_above_a_black_one_is_refused_for_that() -> None:
    assert why(1, column="black red") == "a black card lies below it"


@pytest.mark.parametrize(
    ("column", "tower", "reason"),
    [
        ("yellow red", "red", "one yellow cube is needed, the tower held none"),
        ("yellow yellow red", "yellow", "two yellow cubes are needed, the tower held one"),
        ("white white red", "blue", "two cubes are needed, the tower held one"),
        ("white red red", "red", "two cubes are needed, the tower held one"),
    ],
)
def test_a_card_too_high_up_is_refused_with_the_missing_cubes(
    column: str, tower: str, reason: str
) -> None:
    row = column.count(" ")
    said = reason.replace("needed", "needed for the cards below it")
    assert why(row, column=column, tower=tower) == said


def test_a_card_in_reach_is_not_refused() -> None:
    assert why(0, column="red") is None


def test_an_illegal_take_is_refused_with_the_reason() -> None:
    claiming = after(table("blue"), place("red", 0), settled())
    assert refused(claiming, Take(0, 0)) == "its colour is blue, the cube is red"


@pytest.mark.parametrize("take", [Take(0, 1), Take(0, -1), Take(4, 0), Take(-1, 0)])
def test_taking_from_an_empty_place_is_refused_with_the_legal_actions(take: Take) -> None:
    claiming = after(table("blue"), place("red", 0), settled())
    assert refused(claiming, take) == "now the seat takes one of the open cards or declines"


def test_an_action_at_the_wrong_time_is_refused_with_the_legal_actions() -> None:
    assert refused(laid_out(), Decline()) == (
        "now a cube from the pool goes on a standing tower, or founds one in a free place"
    )


def took(colour: Colour, *below: Colour) -> str:
    cards = tuple(Card(other, Symbol.DROP, 1) for other in below)
    card = Card(colour, Symbol.WHEEL, 5)
    return describe(Took(Seat(1), card, 2, Colour.RED, cards), NAMES)


def test_a_taken_card_is_described_with_the_reason() -> None:
    assert took(Colour.RED) == (
        "Bob takes the red 5 (wheel) from column 3: red like the cube, and it lay at the bottom."
    )
    assert took(Colour.WHITE, Colour.RED).endswith(
        "white goes with any cube, and the tower held a cube for the card below."
    )
    assert took(Colour.BLACK, Colour.RED, Colour.BLUE).endswith(
        "black goes with any cube, and the tower held a cube for each of the 2 cards below."
    )


@pytest.mark.parametrize(
    ("winners", "scores", "told"),
    [
        ((1,), (3, 7), "Over. Bob wins with 7 points (Ann 3, Bob 7)."),
        ((0,), (1, 0), "Over. Ann wins with 1 point (Ann 1, Bob 0)."),
        ((0, 1), (4, 4), "Over. Ann and Bob share the win with 4 points (Ann 4, Bob 4)."),
        (
            (0,),
            (4, 4),
            "Over. Ann wins with 4 points, level on points but with more cards (Ann 4, Bob 4).",
        ),
    ],
)
def test_a_result_is_described_with_all_scores_and_the_tie_break(
    winners: tuple[int, ...], scores: tuple[int, ...], told: str
) -> None:
    outcome = Outcome("Over.", tuple(map(Seat, winners)), scores)
    assert describe(GameOver(outcome), NAMES) == told
