"""The parts shared by games: options by name, texts of actors and lists, defaults, displays."""

from typing import Any

import pytest

from tests.rules.fawlty_towers.tables import RULES as FAWLTY_TOWERS
from tests.rules.palace.tables import RULES as PALACE
from towersim.common.errors import OptionFault
from towersim.common.units import Seat
from towersim.rules import PRACTICE, checked_options, game
from towersim.rules.base import Nature, Outcome, Survey, actor_name, listed
from towersim.rules.display import Counts, Viewed, signs
from towersim.rules.fawlty_towers.state import Options
from towersim.rules.palace.state import LayUp


def test_practice_is_found_by_name_though_it_has_one_seat() -> None:
    assert game("practice") is PRACTICE


def test_options_are_read_from_text() -> None:
    given = {"black_cards": "false"}
    assert checked_options("fawlty-towers", given) == Options(black_cards=False)


@pytest.mark.parametrize(
    ("name", "given", "why"),
    [
        ("fawlty-towers", {"cats": True}, "'cats' of fawlty-towers: not known; there is black_"),
        ("fawlty-towers", {"black_cards": "perhaps"}, "'black_cards' of fawlty-towers: expected"),
    ],
)
def test_an_unknown_option_or_a_wrong_value_is_reported_by_name(
    name: str, given: dict[str, Any], why: str
) -> None:
    with pytest.raises(OptionFault, match=why):
        checked_options(name, given)


def test_actors_and_lists_are_written_as_text() -> None:
    assert [actor_name(actor) for actor in (Seat(0), Nature.DECK)] == ["seat 1", "deck"]
    assert listed(["Ann"]) == "Ann"
    assert listed(["Ann", "Bob"], either=True) == "Ann or Bob"


def test_only_a_challenge_with_a_met_goal_has_a_measure() -> None:
    won = Outcome("Over.", (Seat(0),), (1,))
    assert won.reached is None
    assert Outcome("Over.", (), (0,), "height", None).reached is None
    assert Outcome("Over.", (), (0,), "height", 0.04).reached == 0.04


def test_defaults_are_no_undo_measure_test_table_or_hand() -> None:
    state = FAWLTY_TOWERS.setup(2, Options())
    assert not PALACE.can_undo(LayUp(()))
    assert FAWLTY_TOWERS.hand(state) == ("none", 1.0)
    assert (FAWLTY_TOWERS.test(state), FAWLTY_TOWERS.table(Options())) == (None, None)
    assert (PALACE.action_space(2), FAWLTY_TOWERS.asks(state)) == ((), "")
    assert FAWLTY_TOWERS.offered(state) == ""
    with pytest.raises(RuntimeError, match="nothing is measured in Fawlty Towers"):
        FAWLTY_TOWERS.measured(state, Survey(()))


@pytest.mark.parametrize(
    ("counts", "texts"),
    [
        (Counts("points", (1, 12)), ("1 point", "12 points")),
        (Counts("tokens", (0, 1)), ("0 tokens", "1 token")),
        (Counts("cards", (1, 2)), ("1 card", "2 cards")),
        (Counts("points", ()), ("", "")),
    ],
)
def test_counts_are_said_with_their_unit(counts: Counts, texts: tuple[str, ...]) -> None:
    assert counts.texts(2) == texts


def test_every_sign_lies_in_its_square_but_for_rounded_corners() -> None:
    for name, lines in signs().items():
        for line in lines:
            word, *numbers = line.replace(" #", "").split()
            assert word in {"box", "disc", "hole", "poly"}, name
            assert all(-1 <= float(number) <= 101 for number in numbers), name


def test_an_onlooker_has_no_seat() -> None:
    view: Viewed = Viewed.__new__(type("View", (Viewed,), {"viewer": None}))
    with pytest.raises(ValueError, match="an onlooker has no seat"):
        _ = view.seat
