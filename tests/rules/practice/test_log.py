"""The sentences of events and goals, and the legal moves of nature."""

import pytest

from tests.rules.practice.tables import ME, RULES, begun, challenge, moved, refused, said
from towersim.common.units import TowerId
from towersim.rules.base import (
    Action,
    Event,
    GameOver,
    Outcome,
    Settled,
    StartTest,
    StartTower,
    TakeBack,
    TakeOut,
    TowerStarted,
)
from towersim.rules.practice import log
from towersim.rules.practice.challenge import (
    AnyGoal,
    Endless,
    Height,
    Load,
    Pull,
    Quake,
    Raise,
    Reach,
    Span,
    Tilt,
    Topple,
)
from towersim.rules.practice.play import Losses, Measurements

ONE, TWO = TowerId(0), TowerId(1)


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (TowerStarted(ME, "egg", ONE), "You place an egg."),
        (log.TookOut(ME, "long-plank", ONE), "You take out a long plank."),
        (log.Fell(void=True), "Something fell, and no longer counts."),
        (
            log.TouchesTable("cube", between=True),
            "The cube touches the table between the piers: so nothing spans the gap.",
        ),
        (log.TrialStarted(ME), "The test begins."),
        (GameOver(Outcome("Done.", (), (0,))), "Done."),
    ],
)
def test_every_event_is_a_sentence(event: Event, told: str) -> None:
    assert RULES.describe(event, ("Ada",)) == told


@pytest.mark.parametrize(
    ("goal", "order"),
    [
        (Height(), "Build high."),
        (Raise("egg"), "Raise the egg."),
        (Reach(0.1), "Reach out over the edge."),
        (Span(("a", "b")), "Span the gap with few pieces."),
        (Endless(), "Place as many as you can."),
        (Pull("cube"), "Take out every cube you can; nothing else may fall."),
        (Topple("post", 0.1, "left", 0.02), "Topple the post to the left with few touches."),
        (Topple("post", 0.1, "right", 0.02), "Topple the post to the right with few touches."),
        (Quake(), "Build, then withstand the quake."),
        (Load("cart"), "Build, then load the cart."),
    ],
)
def test_the_order_of_a_goal_is_one_short_sentence(goal: AnyGoal, order: str) -> None:
    assert log.order_text(challenge(goal=goal)) == order


def test_conditions_of_a_test_are_part_of_the_order() -> None:
    asked = challenge(goal=Tilt(), least_height=0.1, least_pieces=3, absent=("wedge", "long-plank"))
    assert log.order_text(asked) == (
        "Build, then withstand the tilting table, at least 100 mm high, "
        "with at least 3 pieces, the wedge, long plank taken out."
    )


def test_a_test_requires_the_least_number_of_pieces() -> None:
    asked = challenge(goal=Tilt(), least_pieces=2, stars=(5, 10, 15))
    assert "2 pieces must stand first, now there are 1" in refused(
        moved(begun(asked, None), StartTower("cube", ONE), None), StartTest()
    )


def test_a_test_requires_the_load_in_its_place() -> None:
    asked = challenge(goal=Load("cube", 0.05, (-0.02, 0.02)), stars=(5, 10, 15))
    state = moved(begun(asked, None), StartTower("cube", ONE), None, in_place=False)
    assert "cube must lie between the marks, more than 50 mm up first" in refused(
        state, StartTest()
    )
    assert StartTest() in RULES.legal(moved(begun(asked, None), StartTower("cube", ONE), None))


def test_texts_of_a_place_a_chapter_a_hint_and_a_missing_measure() -> None:
    between = log.place_text(Load("cart", 0.0, (0.0, 1.0)))
    assert between == "the cart must lie between the marks first"
    assert log.chapter_text("odd pieces") == "odd pieces"
    assert log.hint_text(challenge(hint="Build wide.")) == "Build wide."
    assert [log.measure_text(Raise("egg"), up) for up in (None, -1e-5)] == ["not yet", "0 mm up"]


def test_a_test_requires_joined_sides() -> None:
    asked = challenge(goal=Load("cube", 0.0, (0.0, 1.0)), joined=("a", "b"), stars=(5, 10, 15))
    assert log.order_text(asked) == (
        "Build, then load the cube between the marks, both sides joined."
    )
    state = moved(begun(asked, None), StartTower("cube", ONE), None, joined=False)
    assert "both sides must be joined first" in refused(state, StartTest())


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (TakeBack(), "no move that may be taken back"),
        (TakeOut(ONE), "no such piece may be taken out"),
        (StartTower("egg", ONE), "a piece may be placed"),
    ],
)
def test_before_the_first_move_only_what_there_is_may_be_moved(action: Action, why: str) -> None:
    assert why in refused(begun(challenge()), action)


def test_gravity_may_remove_any_standing_pieces_each_once() -> None:
    may = Losses([ONE, TWO])
    assert len(may) == 4
    assert list(may) == [Settled(), Settled((ONE,)), Settled((TWO,)), Settled((ONE, TWO))]
    assert may[1:3] == (Settled((ONE,)), Settled((TWO,)))
    assert Settled((TWO, ONE)) in may
    assert Settled((ONE, ONE)) not in may
    assert Settled((TowerId(2),)) not in may


def test_measurements_have_values_within_range() -> None:
    may = Measurements(3)
    assert all(one in may for one in may[:50])
    assert len(set(may)) == len(may)
    assert said(challenge(), 1e7) not in may
    assert said(challenge(), 0.02, lows=(None,)) not in may
