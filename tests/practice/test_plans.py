"""Plans made of attempts: of a solver, and of one in which a move was taken back."""

from pathlib import Path

from tests.rules.practice.tables import challenge
from towersim.common.units import TowerId
from towersim.match.match import Match
from towersim.match.record import SeatSpec, read
from towersim.practice.own import plan_of, solver_plan
from towersim.rules.base import StartTower, TakeBack
from towersim.rules.practice.state import Finish, Options


def test_a_move_taken_back_is_no_part_of_a_plan(tmp_path: Path) -> None:
    path, options = tmp_path / "a.tower", Options(challenge())
    match = Match.new("practice", [SeatSpec("Ada")], seed=1, options=options, record=path)
    for x in (0.0, 0.1):
        match.drop(StartTower("cube", TowerId(0)), x)
        match.submit(TakeBack()) if x == 0.0 else None
    match.submit(Finish())
    match.close()
    plan = plan_of(read(path))
    assert plan is not None
    (step,) = plan.steps
    assert (step.kind, step.taken, round(step.at.x, 3), plan.measure) == ("cube", False, 0.1, 0.02)
    assert plan.next_step(step.rest) is None


def test_the_solver_makes_a_plan_for_a_challenge_without_one() -> None:
    plan = solver_plan(challenge())
    assert plan is not None
    assert len(plan.steps) == 3
    assert plan.measure >= 0.06
    assert solver_plan(challenge(stars=(9.0, 9.0, 9.0))) is None
