"""An attempt at a challenge, move by move; its table, test and order, and what a plan lacks."""

from typing import Any

import pytest
from msgspec.structs import replace

from tests.rules.practice.tables import (
    ME,
    RULES,
    TWO as TWO_STAND,
    after,
    begun,
    box,
    challenge,
    moved,
    outcome,
    pier,
    refused,
    said,
    standing,
)
from towersim.common.errors import OptionFault
from towersim.common.units import Pose, Seat, TowerId
from towersim.geometry.shapes import Box
from towersim.rules import base
from towersim.rules.practice import challenge as practice, log
from towersim.rules.practice.log import Fell, Rated, TouchesTable
from towersim.rules.practice.play import Losses, Measurements
from towersim.rules.practice.state import Finish, GiveUp, Options, Phase, State
from towersim.scene.scene import Material

ONE, TWO = TowerId(0), TowerId(1)
PLACE = base.StartTower("cube", ONE)
ENDLESS = challenge(goal=practice.Endless(), stars=(1, 2, 3))


def test_the_table_is_measured_before_the_first_move() -> None:
    state = RULES.setup(1, Options(challenge()))
    assert RULES.actor(state) is base.Nature.MEASURER
    assert RULES.actor(begun(challenge())) == ME


def test_a_placed_piece_leaves_the_supply_and_is_measured_at_rest() -> None:
    state = moved(begun(challenge()), PLACE, 0.02)
    view = RULES.view(state, ME)
    assert view.supply == (("cube", 2),)
    assert view.blocks == ("cube", None, None)
    assert (view.value, view.stars, view.touches) == (0.02, 1, 1)


def test_each_piece_is_a_tower_and_every_move_increases_the_tremor() -> None:
    state = moved(begun(challenge(hand="steady", growth=0.5)), PLACE, 0.02)
    assert RULES.towers(state) == (("cube",), None, None)
    assert RULES.hand(state) == ("steady", 1.5)


def test_a_piece_that_leaves_the_table_is_lost() -> None:
    state = after(begun(challenge()), PLACE, base.Settled((ONE,)), said(challenge(), 0.0))
    view = RULES.view(state, ME)
    assert view.blocks == (None, None, None)
    assert view.supply == (("cube", 2),)


@pytest.mark.parametrize(
    ("value", "end", "told"),
    [
        (0.045, Finish(), ("Test: 45 mm high.", 2, 0.045, (ME,))),
        (None, Finish(), ("Test: the goal is not met.", 0, None, ())),
        (0.06, GiveUp(), ("You gave up.", 0, None, ())),
    ],
)
def test_the_end_rates_what_stands_if_it_meets_the_goal(
    value: float | None, end: base.Action, told: tuple[str, int, float | None, tuple[Seat, ...]]
) -> None:
    over = outcome(after(moved(begun(challenge()), PLACE, value), end))
    assert (over.reason, over.stars, over.reached, over.winners) == told
    assert over.goal == "height"


@pytest.mark.parametrize(("cost", "stars"), [("free", 3), ("star", 2)])
def test_taking_back_restores_the_supply_and_may_cost_a_star(cost: str, stars: int) -> None:
    asked = challenge(take_back=cost)
    state = after(moved(begun(asked), PLACE, 0.02), base.TakeBack(), said(asked, 0.0))
    assert RULES.view(state, ME).supply == (("cube", 3),)
    assert base.TakeBack() not in RULES.legal(state), "one move can be taken back, not two"
    assert RULES.view(moved(state, PLACE, 0.06), ME).stars == stars


def test_only_the_named_kinds_can_be_taken_out() -> None:
    asked = challenge(standing=(standing(),), take_out=("cube",))
    assert base.TakeOut(ONE) in RULES.legal(begun(asked))
    assert base.TakeOut(ONE) not in RULES.legal(begun(challenge(standing=(standing(),))))
    out = moved(begun(asked), base.TakeOut(ONE), 0.0)
    assert RULES.view(out, ME).supply == (("cube", 4),), "it can be placed again"


def test_pulled_pieces_cannot_be_placed_again_and_a_fall_ends_the_attempt() -> None:
    asked = challenge(
        pieces=(replace(challenge().pieces[0], count=0),),
        standing=TWO_STAND,
        take_out=("cube",),
        goal=practice.Pull("cube"),
        stars=(1, 2, 2),
    )
    state = moved(begun(asked), base.TakeOut(ONE), 1.0)
    assert RULES.view(state, ME).supply == (("cube", 0),)
    fallen = moved(state, base.TakeOut(TWO), 2.0, dropped=True)
    assert outcome(fallen).measure == 1.0, "what made something fall does not count"


def test_endless_building_ends_with_the_first_piece_that_falls_or_leaves_the_table() -> None:
    state = moved(begun(ENDLESS), PLACE, 1.0)
    over = moved(state, base.StartTower("cube", TWO), 2.0, dropped=True)
    assert over.phase is Phase.OVER
    assert over.now.value == 1.0
    state = after(begun(ENDLESS), PLACE)
    for lost, ends in (((), False), ((ONE,), True)):
        settled = after(state, base.Settled(lost))
        seen = RULES.measured(settled, base.Survey((), (None,) * 3))
        assert seen.dropped is ends
        assert (after(settled, seen).phase is Phase.OVER) is ends


def test_a_supply_that_is_refilled_never_ends() -> None:
    asked = replace(ENDLESS, goal=practice.Endless(refilled=True), forced_order=True)
    state = begun(asked)
    for number in range(7):
        place = base.StartTower("cube", TowerId(number))
        lows = (None,) * max(3, number + 1)
        state = moved(state, place, number + 1.0, lows=lows)
        assert RULES.view(state, ME).supply == (("cube", 2 - number % 3 or 3),)
    assert RULES.view(state, ME).value == 7.0
    standing = begun(replace(asked, standing=TWO_STAND, take_out=("cube",)))
    pulled = moved(standing, base.TakeOut(TWO), 1.0, lows=(None,) * 5)
    assert RULES.view(pulled, ME).supply == (("cube", 4),), "what is taken out can be placed"
    ended = begun(replace(asked, goal=practice.Endless()))
    for number in range(3):
        ended = moved(ended, base.StartTower("cube", TowerId(number)), number + 1.0)
    assert not any(isinstance(each, base.StartTower) for each in RULES.legal(ended))


PIERS = (pier("left", -0.1), pier("right", 0.1))
SPAN = challenge(goal=practice.Span(("left", "right")), fixed=PIERS, stars=(3, 2, 1))
BRIDGE = replace(SPAN, chapter="bridges")


@pytest.mark.parametrize(
    ("asked", "x", "events"),
    [
        (ENDLESS, 0.0, [TouchesTable("cube"), base.GameOver]),
        (SPAN, 0.0, [TouchesTable("cube", between=True), Rated]),
        (BRIDGE, 0.0, [TouchesTable("cube", between=True, river=True), Rated]),
        (SPAN, 0.3, [Rated]),
        (challenge(), 0.0, [Rated]),
    ],
)
def test_a_piece_in_a_forbidden_place_is_named(
    asked: practice.Challenge, x: float, events: list[Any]
) -> None:
    state = after(begun(asked), PLACE, base.Settled())
    survey = base.Survey((), (box(x, 0.01), *(None,) * (asked.places - 1)), ((ONE, ""),))
    _, told = RULES.apply(state, RULES.measured(state, survey))
    assert [each if each in events else type(each) for each in told] == events


@pytest.mark.parametrize("wrong", [{"value": 1e9}, {"height": 1e9}, {"lows": ()}])
def test_a_measurement_out_of_range_is_refused(wrong: dict[str, Any]) -> None:
    state = after(begun(challenge()), PLACE, base.Settled())
    fair = said(challenge(), 0.02)
    assert fair in RULES.legal(state)
    assert "the measurer says what stands" in refused(state, replace(fair, **wrong))


LOADED = {"goal": practice.Load("cube", 0.05, (-0.02, 0.02))}
JOINED = {"goal": practice.Load("cube", 0.0, (0.0, 1.0)), "joined": ("a", "b")}


@pytest.mark.parametrize(
    ("changes", "seen", "why"),
    [
        ({"least_pieces": 2}, {}, "2 pieces must stand first, now there are 1"),
        ({"least_height": 0.03}, {"height": 0.02}, "must be 30 mm high first"),
        ({"absent": ("cube",)}, {}, "first take out: cube"),
        (LOADED, {"in_place": False}, "cube must lie between the marks, more than 50 mm up first"),
        (JOINED, {"joined": False}, "both sides must be joined first"),
    ],
)
def test_a_test_is_refused_until_its_conditions_are_met(
    changes: dict[str, Any], seen: dict[str, Any], why: str
) -> None:
    asked = challenge(**{"goal": practice.Tilt(), "stars": (5, 10, 15), **changes})
    assert why in refused(moved(begun(asked, None), PLACE, None, **seen), base.StartTest())
    if seen:
        met = moved(begun(asked, None), PLACE, None, height=0.04)
        assert base.StartTest() in RULES.legal(met)


def test_a_test_ends_the_attempt() -> None:
    asked = challenge(goal=practice.Tilt(), stars=(5, 10, 15))
    state = moved(begun(asked, None), PLACE, None)
    testing = after(state, base.StartTest())
    assert RULES.actor(testing) is base.Nature.GRAVITY
    assert (RULES.test(state), RULES.test(testing)) == (None, asked.test)
    over = outcome(after(testing, base.Settled((ONE,)), said(asked, 12.5)))
    assert (over.stars, over.measure) == (2, 12.5)


def test_pieces_of_a_forced_order_are_offered_kind_by_kind() -> None:
    first = challenge().pieces[0]
    pieces = (replace(first, kind="plank", count=1), first)
    asked = challenge(pieces=pieces, forced_order=True)
    kinds = [a.block for a in RULES.legal(begun(asked)) if isinstance(a, base.StartTower)]
    assert kinds == ["plank"]


def test_fewer_pieces_earn_more_stars_if_less_is_better() -> None:
    asked = challenge(goal=practice.Span(("a", "b")), stars=(5, 4, 3))
    assert [asked.stars_for(value) for value in (None, 6, 5, 3, 2)] == [0, 0, 1, 3, 3]


def test_a_fallen_piece_stays_fallen_until_it_is_taken_out_or_taken_back() -> None:
    asked = challenge(take_out=("cube",), goal=practice.Tilt(), stars=(1, 2, 3), least_pieces=2)
    state = moved(begun(asked), base.StartTower("cube", ONE), None)
    two = moved(state, base.StartTower("cube", TWO), None)
    assert base.StartTest() in RULES.legal(two)

    def settled(action: base.Action, *fell: TowerId) -> State:
        falling = after(two, action, base.Settled())
        seen = base.Survey((), (box(0, 0.01), box(0, 0.03), None), fell=fell)
        return after(falling, RULES.measured(falling, seen))

    fallen = settled(base.StartTower("cube", TowerId(2)), ONE, TowerId(2))
    assert RULES.view(fallen, ME).fallen == (ONE,), "the piece just placed lies where it lies"
    assert base.StartTest() in RULES.legal(fallen)
    again = settled(base.StartTower("cube", TowerId(2)), ONE, TWO)
    assert base.StartTest() not in RULES.legal(again), "one piece stands"
    assert RULES.view(after(again, base.TakeBack()), ME).fallen == ()
    out = moved(again, base.TakeOut(ONE), None, fallen=(TWO,))
    assert RULES.view(out, ME).fallen == (TWO,)
    lost = after(after(again, base.TakeOut(ONE)), base.Settled((TWO,)))
    assert lost.now.fallen == ()


def test_a_fall_is_told_with_what_it_costs_where_a_fall_is_no_part_of_the_goal() -> None:
    asked = challenge(take_out=("cube",))
    for goal, void in ((asked.goal, True), (practice.Topple("cube", 0.1, "right", 0.02), False)):
        state = begun(replace(asked, goal=goal))
        said_of = said(asked, None, dropped=True, fallen=(ONE,))
        falling = after(state, base.StartTower("cube", ONE), base.Settled())
        _, events = RULES.apply(falling, said_of)
        assert Fell(void=void) in events


LEFT, RIGHT, TOP = Pose(-0.1, 0.01, 0.0), Pose(0.1, 0.01, 0.0), Pose(0.0, 0.03, 0.0)


def step(at: Pose, kind: str = "cube", *, taken: bool = False) -> practice.PlanStep:
    return practice.PlanStep(kind, taken, at, at, ())


PLAN = practice.Plan(
    1.0, (step(LEFT), step(TOP, "weight"), step(RIGHT), step(TOP, "weight", taken=True))
)


def lacks(*there: practice.PlanStep) -> practice.PlanStep | None:
    pieces: practice.Pieces = tuple((each.kind, each.at) for each in there)
    return PLAN.next_step(pieces)


def test_the_first_piece_that_is_not_in_place_comes_next() -> None:
    left, weight, right, away = PLAN.steps
    assert lacks() == left
    assert lacks(left) == weight, "what is taken out later is needed until then"
    assert lacks(left, weight) == right
    assert lacks(left, weight, right) == away
    assert lacks(left, right) is None
    assert lacks(right, weight) == left


def test_a_piece_is_in_place_within_eight_millimetres_and_of_its_kind_only() -> None:
    plan = practice.Plan(1.0, (step(LEFT),))
    assert plan.next_step((("cube", LEFT._replace(x=-0.093, angle=1.5)),)) is None
    for symmetry, angle, there in ((1.571, 1.5, True), (3.142, 1.5, False), (3.142, -3.1, True)):
        turned = step(LEFT)._replace(symmetry=symmetry)
        assert turned.is_there((("cube", LEFT._replace(angle=angle)),)) is there
    assert plan.next_step((("cube", LEFT._replace(x=-0.091)),)) == plan.steps[0]
    assert plan.next_step((("weight", LEFT),)) == plan.steps[0]


def test_one_aims_where_a_piece_comes_to_rest_unless_it_rolls_or_tips_away() -> None:
    placed = practice.PlanStep("cube", taken=False, put=TOP._replace(angle=0.2), at=TOP, rest=())
    assert placed.aim == TOP
    assert placed._replace(at=RIGHT).aim == placed.put
    lower = TOP._replace(y=TOP.y - 0.007)
    assert placed._replace(at=lower).aim == placed.put
    assert placed._replace(at=lower._replace(angle=0.2)).aim == lower._replace(angle=0.2)


TO_LEFT, TO_RIGHT = (practice.Topple("post", 0.1, to, 0.02) for to in ("left", "right"))
CUBE = practice.Piece("cube", Box(0.02, 0.02), Material(), 0.02, 3)
MANY = replace(CUBE, count=practice.MOST_PIECES + 1)
ALONE = {"goal": practice.Span(("left", "left")), "fixed": (pier("left", 0.0),)}
UNKNOWN = "no piece 'egg' in this file; there are: cube"


def test_a_table_has_a_place_for_each_piece() -> None:
    setup = practice.table_of(challenge(standing=(standing(x=0.3),), fixed=(pier("left", -0.3),)))
    assert len(setup.spots) == len(setup.pick_ups) == 4
    assert (set(setup.pieces), len(setup.fixed), len(setup.laid)) == ({"cube"}, 1, 1)
    assert not setup.falls.held_elsewhere
    assert setup.gap is None
    assert challenge().includes(["cube", "cube"])
    assert not challenge().includes(["cube", "plank"])


def test_the_gap_of_a_bridge_lies_between_the_sides_that_it_joins() -> None:
    asked = challenge(chapter="bridges", joined=("right", "left"), fixed=PIERS)
    assert RULES.table(Options(asked)).gap == pytest.approx((-0.09, 0.09))


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"pieces": (CUBE, CUBE)}, "two pieces, or two fixed blocks, have the same id"),
        ({"pieces": ()}, "a challenge has at least one piece"),
        ({"pieces": (MANY,)}, f"{practice.MOST_PIECES} are the most"),
        ({"joined": ("left", "right")}, "$.joined: they are not two fixed blocks of this file"),
        (ALONE, "$.goal.piers: they are not two fixed blocks of this file"),
        ({"stars": (0.04, 0.02, 0.06)}, "they do not run from one star to three"),
        ({"fixed": (pier("cube-1", 0.0),)}, "may begin with a piece's and a dash"),
        ({"standing": (standing("egg"),)}, f"$.standing[0].piece: {UNKNOWN}"),
        ({"take_out": ("egg",)}, f"$.take_out: {UNKNOWN}"),
        ({"goal": practice.Load("egg")}, f"$.goal.piece: {UNKNOWN}"),
        ({"pieces": (replace(CUBE, depth=9.0),)}, "depth_m: 9 m"),
        ({"standing": (standing(), standing())}, "mm deep in block 'cube-0'"),
        ({"pieces": (replace(CUBE, material=Material(1e9)),)}, "$: a number is out of range"),
    ],
)
def test_an_unplayable_challenge_is_refused_with_the_reason(
    changes: dict[str, Any], why: str
) -> None:
    with pytest.raises(OptionFault, match=r"^challenge 'test': ") as refused:
        practice.table_of(challenge(**changes))
    assert why in str(refused.value)


def test_names_of_unknown_pieces_are_the_only_fault_until_they_are_known() -> None:
    wrong = challenge(take_out=("egg",), stars=(0.04, 0.02, 0.06))
    assert list(practice.faults(wrong)) == [("$.take_out", UNKNOWN)]


def test_a_challenge_says_its_test() -> None:
    tests = {
        practice.Tilt(-1): base.StressTest("tilt", -1),
        practice.Quake(): base.StressTest("quake"),
        practice.Height(): None,
    }
    tests[practice.Load("cube")] = base.StressTest("load", block="cube")
    assert {goal: challenge(goal=goal).test for goal in tests} == tests


@pytest.mark.parametrize(
    ("goal", "order"),
    [
        (practice.Height(), "Build high."),
        (practice.Raise("egg"), "Raise the egg."),
        (practice.Reach(0.1), "Reach out over the edge."),
        (practice.Span(("a", "b")), "Span the gap with few pieces."),
        (practice.Endless(), "Place as many as you can."),
        (practice.Pull("cube"), "Take out every cube you can; nothing else may fall."),
        (TO_LEFT, "Topple the post to the left with few touches."),
        (TO_RIGHT, "Topple the post to the right with few touches."),
        (practice.Quake(), "Build, then withstand the quake."),
        (practice.Load("cart"), "Build, then load the cart."),
    ],
)
def test_the_order_of_a_goal_is_one_short_sentence(goal: practice.AnyGoal, order: str) -> None:
    assert log.order_text(challenge(goal=goal)) == order


def test_the_title_of_a_generated_challenge_is_that_of_its_name() -> None:
    for name, title in {
        "endless-3": "Endless 3",
        "endless-x": "Test",
        "daily-2026-11-22": "Tower, 22 Nov",
        "daily-2026-22-22": "Test",
        "weekly-2026-11-22": "Test",
    }.items():
        assert log.title_text(challenge(name=name, number=0)) == title
        assert log.title_text(challenge(name=name)) == "Test", "it is in a chapter"


def test_conditions_of_a_test_are_part_of_the_order() -> None:
    asked = challenge(
        goal=practice.Tilt(), least_height=0.1, least_pieces=3, absent=("wedge", "long-plank")
    )
    assert log.order_text(asked) == (
        "Build, then withstand the tilting table, at least 100 mm high, "
        "with at least 3 pieces, the wedge, long plank taken out."
    )
    said = "Build, then load the cube between the marks, both sides joined."
    assert log.order_text(challenge(**JOINED)) == said


def test_texts_of_a_place_a_chapter_a_hint_and_a_missing_measure() -> None:
    between = log.place_text(practice.Load("cart", 0.0, (0.0, 1.0)))
    assert between == "the cart must lie between the marks first"
    assert log.chapter_text("odd pieces") == "odd pieces"
    assert log.hint_text(challenge(hint="Build wide.")) == "Build wide."
    told = [log.measure_text(practice.Raise("egg"), up) for up in (None, -1e-5, -1e-4)]
    assert told == ["not yet", "0 mm up", "0 mm up"]


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (base.TakeBack(), "no move that may be taken back"),
        (base.TakeOut(ONE), "no such piece may be taken out"),
        (base.StartTower("egg", ONE), "a piece may be placed"),
    ],
)
def test_before_the_first_move_only_what_there_is_may_be_moved(
    action: base.Action, why: str
) -> None:
    assert why in refused(begun(challenge()), action)


def test_gravity_may_remove_any_standing_pieces_each_once() -> None:
    may = Losses([ONE, TWO])
    assert len(may) == 4
    singly = base.Settled((ONE,)), base.Settled((TWO,))
    assert list(may) == [base.Settled(), *singly, base.Settled((ONE, TWO))]
    assert may[1:3] == singly
    assert base.Settled((TWO, ONE)) in may
    assert base.Settled((ONE, ONE)) not in may
    assert base.Settled((TowerId(2),)) not in may


def test_measurements_have_values_within_range() -> None:
    may = Measurements(3)
    assert all(one in may for one in may[:50])
    assert len(set(may)) == len(may)
    assert said(challenge(), 1e7) not in may
    assert said(challenge(), 0.02, lows=(None,)) not in may
