"""The plans in `levels/plans/`, made from the proofs: ``python -m tests.practice.shipped``."""

from collections.abc import Iterator
from pathlib import Path

from tests.practice.planned import Plan, Planned, begun, moves_of, proofs
from towersim.common.units import Pose, Seat
from towersim.rules.practice.plan import Plan as Shipped, PlanStep
from towersim.table.table import Table

FOLDER = Path(__file__).parents[2] / "levels" / "plans"
DIGITS = 5


def plan_of(name: str, plan: Plan) -> Shipped:
    """Play a written plan; return its moves as poses at rest."""
    match, steps = begun(name, plan), list[PlanStep]()
    before = match.table
    for _ in moves_of(match, Planned(plan.moves)):
        after, motion = match.table, match.last_motion
        if match.view(Seat(0)).touches > len(steps):
            steps.append(_step(before, after, None if motion is None else [*motion.targets()][-1]))
        before = after
    assert match.outcome is not None
    assert match.outcome.stars == 3, name
    return Shipped(match.outcome.reached or 0.0, tuple(steps))


def _step(before: Table, after: Table, target: tuple[float, float, float] | None) -> PlanStep:
    fresh = {p.id: p for tower in after.towers for p in tower}
    stood = {p.id: p for tower in before.towers for p in tower}
    rest = tuple((p.kind, _rounded(p.pose)) for p in fresh.values())
    for name, placed in fresh.items():
        if name not in stood and target is not None:
            return PlanStep(placed.kind, False, _rounded(target), _rounded(placed.pose), rest)
    gone = next(placed for name, placed in stood.items() if name not in fresh)
    return PlanStep(gone.kind, True, _rounded(gone.pose), _rounded(gone.pose), rest)


def _rounded(pose: tuple[float, ...]) -> Pose:
    return Pose(*(round(number, DIGITS) + 0.0 for number in pose))


def written(plan: Shipped) -> Iterator[str]:
    """Yield the lines of a plan's file."""
    yield "format = 1"
    yield f"measure = {plan.measure}"
    for step in plan.steps:
        yield "\n[[steps]]"
        yield f'piece = "{step.kind}"'
        if step.taken:
            yield "taken = true"
        yield f"put = {list(step.put)}"
        yield f"at = {list(step.at)}"
        yield (
            "rest = ["
            + ", ".join(f'["{kind}", {str(list(p))[1:-1]}]' for kind, p in step.rest)
            + "]"
        )


if __name__ == "__main__":
    for name, plans in proofs().items():
        text = "\n".join(written(plan_of(name, plans["three_stars"]))) + "\n"
        (FOLDER / f"{name}.toml").write_text(text, encoding="utf-8")
