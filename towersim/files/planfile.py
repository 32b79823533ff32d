"""The reader of plans in `levels/plans/`: attempts at challenges that reached three stars."""

from functools import cache

from towersim.common.units import Pose
from towersim.files.level import Angle, Source, Strict, levels_dir
from towersim.files.shapefile import SimulatedCoordinate
from towersim.rules.practice.challenge import Amount, Kind
from towersim.rules.practice.plan import Plan, PlanStep

FOLDER = "plans"
"""The folder of plans in `levels/`."""


class _Step(Strict, frozen=True):
    piece: Kind
    put: tuple[SimulatedCoordinate, SimulatedCoordinate, Angle]
    at: tuple[SimulatedCoordinate, SimulatedCoordinate, Angle]
    rest: tuple[tuple[Kind, SimulatedCoordinate, SimulatedCoordinate, Angle], ...]
    taken: bool = False


class _Plan(Strict, frozen=True):
    measure: Amount
    steps: tuple[_Step, ...]


@cache
def plan_for(challenge: str) -> Plan | None:
    """Return the proven plan of an included challenge; None for another one.

    SceneFault for an invalid file. Cached: pages ask for plans whenever they open.
    """
    path = levels_dir() / FOLDER / f"{challenge}.toml"
    if not path.is_file():
        return None
    written = Source(path).read(_Plan)
    return Plan(
        written.measure,
        tuple(
            PlanStep(
                step.piece,
                step.taken,
                Pose(*step.put),
                Pose(*step.at),
                tuple((kind, Pose(*pose)) for kind, *pose in step.rest),
            )
            for step in written.steps
        ),
    )
