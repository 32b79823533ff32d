"""Plans made of attempts: their moves as poses at rest, as shipped plans have them."""

from pathlib import Path
from tempfile import TemporaryDirectory

from towersim.common.errors import TowersimError
from towersim.common.units import Pose
from towersim.match.game import Game
from towersim.match.record import SUFFIX, Recording, read
from towersim.practice.generated import solve
from towersim.practice.own import proof
from towersim.rules.base import StartTest, TakeBack
from towersim.rules.practice.challenge import Challenge, Plan, PlanStep
from towersim.table.placing import Motion
from towersim.table.table import Table


def plan_of(recording: Recording) -> Plan | None:
    """Return an attempt as a plan without the moves taken back; None if it has no move."""
    game, steps = Game.at_start(recording), list[PlanStep]()
    before = game.table
    for step in recording.steps:
        asked, before = game.last_action, game.table if isinstance(step.actor, int) else before
        game.follow(step)
        if isinstance(game.last_action, TakeBack):
            steps.pop()
        elif step.motion is not None:
            steps.append(_step(before, game.table, game.last_motion))
        elif step.shift is not None and not isinstance(asked, StartTest):
            steps.append(_step(before, game.table, None))
    reached = None if game.outcome is None else game.outcome.reached
    return Plan(reached or 0.0, tuple(steps)) if steps else None


def _step(before: Table, after: Table, motion: Motion | None) -> PlanStep:
    """Return a move as a step; without a motion, a piece was taken out."""
    left = {placed.id: placed for tower in after.towers for placed in tower}
    rest = tuple((placed.kind, placed.pose) for placed in left.values())
    if motion is None:
        stood = (placed for tower in before.towers for placed in tower)
        gone = next(placed for placed in stood if placed.id not in left)
        return PlanStep(gone.kind, taken=True, put=gone.pose, at=gone.pose, rest=rest)
    block, aims = motion.block, [*motion.targets()]
    put = Pose(*aims[-1]) if aims else block.pose
    at = left[block.id].pose if block.id in left else put
    return PlanStep(block.kind, taken=False, put=put, at=at, rest=rest)


def solver_plan(challenge: Challenge) -> Plan | None:
    """Return the plan of the solver's attempt with the normal hand; None without a star."""
    with TemporaryDirectory() as folder:
        record = Path(folder) / f"solver{SUFFIX}"
        return plan_of(read(record)) if solve(challenge, record=record).stars else None


def proven_plan(folder: Path, challenge: Challenge) -> Plan | None:
    """Return the plan of the attempt that proves an own challenge in a folder; None without one."""
    known = proof(folder / f"{challenge.name}{SUFFIX}")
    if known is None or not known.stars_in(challenge):
        return None
    try:
        return plan_of(read(known.record))
    except TowersimError:
        return None
