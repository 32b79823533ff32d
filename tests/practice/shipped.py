"""The plans in `levels/plans/`, made of all proofs or of some by name.

``python -m tests.practice.shipped [NAME …]``
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests import known
from tests.practice.planned import Plan, attempt, proofs
from towersim.common.units import Pose
from towersim.match.record import read
from towersim.match.replay import validate
from towersim.practice.own import plan_of as plan_of_record
from towersim.rules.practice.challenge import Plan as Shipped, PlanStep

FOLDER = Path(__file__).parents[2] / "levels" / "plans"
DIGITS = 5


def plan_of(name: str, plan: Plan) -> Shipped:
    """Play a written plan for three stars and simulate its record again; return the moves."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "plan.tower")
        match = attempt(name, plan, path)
        recording = read(path)
    report, played = validate(recording), known(plan_of_record(recording))
    assert report.valid, report.first_divergence
    assert known(match.outcome).stars == 3, name
    return Shipped(played.measure, tuple(map(_step, played.steps)))


def _step(step: PlanStep) -> PlanStep:
    rest = tuple((kind, _rounded(pose)) for kind, pose in step.rest)
    return step._replace(put=_rounded(step.put), at=_rounded(step.at), rest=rest)


def _rounded(pose: tuple[float, ...]) -> Pose:
    return Pose(*(round(number, DIGITS) + 0.0 for number in pose))


def written(plan: Shipped) -> Iterator[str]:
    """Yield the lines of a plan's file."""
    yield "format = 1"
    yield f"measure = {plan.measure}".removesuffix(".0")
    for step in plan.steps:
        yield "\n[[steps]]"
        yield f'piece = "{step.kind}"'
        if step.taken:
            yield "taken = true"
        yield f"put = {list(step.put)}"
        yield f"at = {list(step.at)}"
        rest = (f'["{kind}", {str(list(pose))[1:-1]}]' for kind, pose in step.rest)
        yield f"rest = [{', '.join(rest)}]"


if __name__ == "__main__":
    plans = proofs()
    for name in sys.argv[1:] or plans:
        text = "\n".join(written(plan_of(name, plans[name]["three_stars"]))) + "\n"
        (FOLDER / f"{name}.toml").write_text(text, encoding="utf-8")
