"""The first move of a plan that an attempt lacks."""

from towersim.common.units import Pose
from towersim.rules.practice.plan import Pieces, Plan, PlanStep

LEFT, RIGHT, TOP = Pose(-0.1, 0.01, 0.0), Pose(0.1, 0.01, 0.0), Pose(0.0, 0.03, 0.0)


def step(at: Pose, kind: str = "cube", *, taken: bool = False) -> PlanStep:
    return PlanStep(kind, taken, at, at, ())


PLAN = Plan(1.0, (step(LEFT), step(TOP, "weight"), step(RIGHT), step(TOP, "weight", taken=True)))


def lacks(*there: PlanStep) -> PlanStep | None:
    pieces: Pieces = tuple((each.kind, each.at) for each in there)
    return PLAN.next_step(pieces)


def test_the_first_piece_that_is_not_in_place_comes_next() -> None:
    left, weight, right, away = PLAN.steps
    assert lacks() == left
    assert lacks(left) == weight, "what is taken out later is needed until then"
    assert lacks(left, weight) == right
    assert lacks(left, weight, right) == away
    assert lacks(left, right) is None
    assert lacks(right, weight) == left


def test_a_piece_is_in_place_within_eight_millimetres_at_any_angle_and_of_its_kind_only() -> None:
    plan = Plan(1.0, (step(LEFT),))
    assert plan.next_step((("cube", LEFT._replace(x=-0.093, angle=1.5)),)) is None
    assert plan.next_step((("cube", LEFT._replace(x=-0.091)),)) == plan.steps[0]
    assert plan.next_step((("weight", LEFT),)) == plan.steps[0]


def test_one_aims_where_a_piece_comes_to_rest_unless_it_rolls_away() -> None:
    placed = PlanStep("cube", taken=False, put=TOP._replace(angle=0.2), at=TOP, rest=())
    assert placed.aim == TOP
    assert placed._replace(at=RIGHT).aim == placed.put
