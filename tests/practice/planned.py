"""Attempts at challenges that are written down as short plans, and played by the normal hand.

A plan is a list of moves: ``"plank 0.05"`` sets a plank down at x = 0.05 m, straight down as far as
it goes; ``"plank 0.05 1.57"`` does so turned by an angle in radians; a third number is the height
of its centre in metres where it must not go straight down; ``"take 3"`` takes out the piece in
place 3. When the plan is done, the attempt is tested or finished.
"""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from towersim.bots.base import Position, Put, Thinking
from towersim.bots.table import play_out
from towersim.challengefile import find_challenge
from towersim.foresight.reach import over
from towersim.match import Match
from towersim.record import SeatSpec
from towersim.rules.base import StartTest, StartTower, TakeOut
from towersim.rules.practice.state import Finish, GiveUp, Options, View
from towersim.units import Pose, TowerId

FILE = Path(__file__).with_name("proofs.toml")


class Plan(NamedTuple):
    """A written attempt."""

    moves: Sequence[str]
    seed: int = 1


class Planned:
    """Makes the moves of a plan, whatever comes of them."""

    name = "planned"

    def __init__(self, moves: Sequence[str]) -> None:
        """Take the moves in their order."""
        self.moves = moves

    def choose(self, position: Position[View]) -> Thinking:
        """Make the move that comes after those made so far."""
        yield
        view = position.view
        if view.touches >= len(self.moves):
            ends = [a for a in view.legal if isinstance(a, StartTest | Finish)]
            return ends[0] if ends else GiveUp()
        kind, *numbers = self.moves[view.touches].split()
        if kind == "take":
            return TakeOut(TowerId(int(numbers[0])))
        puts = [a for a in view.legal if isinstance(a, StartTower) and a.block == kind]
        if not puts:
            return GiveUp()
        x, angle, *height = (*map(float, numbers), 0.0)[: max(2, len(numbers))]
        at = Pose(x, height[0], angle) if height else over(position.table, kind, x, angle)
        return Put(puts[0], at)


def attempt(name: str, plan: Plan, record: Path | None = None) -> Match[View]:
    """Return the finished match of a plan, played with the normal hand."""
    seat = SeatSpec("Planned", "human", "normal")
    options = Options(find_challenge(name))
    match: Match[View] = Match.new(
        "practice", [seat], seed=plan.seed, options=options, record=record
    )
    for _ in play_out(match, Planned(plan.moves)):
        pass
    match.close()
    return match


def proofs() -> dict[str, dict[str, Plan]]:
    """Return for each challenge a plan that reaches three stars, and a plain first idea."""
    written = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {
        name: {kind: Plan(plan["moves"], plan["seed"]) for kind, plan in plans.items()}
        for name, plans in written.items()
    }
