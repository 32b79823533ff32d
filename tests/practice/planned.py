"""Attempts at challenges from written plans, played with the normal hand.

A plan is a list of moves: ``"plank 0.05"`` lowers a plank at x = 0.05 m onto the blocks below;
``"plank 0.05 1.57"`` does so with an angle in radians; a third number is the height of its centre
in metres instead, and a fourth the distance in metres that it is then pushed sideways before it is
released; ``"take 3"`` takes out the piece in place 3. After the plan the attempt is tested or
finished.
"""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from towersim.bots.base import BotPosition, Put, Thinking
from towersim.bots.table import turn
from towersim.common.units import Pose, Seat, Target, TowerId
from towersim.files.challengefile import find_challenge
from towersim.foresight.reach import hand_path, over
from towersim.match.match import Match, MatchPhase
from towersim.match.record import SeatSpec
from towersim.rules.base import StartTest, StartTower, TakeOut
from towersim.rules.practice.challenge import Challenge
from towersim.rules.practice.state import Finish, GiveUp, Options, View

SEAT = Seat(0)
PUSH_TICKS = 120
"""Duration of a push, in ticks."""
FILE = Path(__file__).with_name("proofs.toml")


class Plan(NamedTuple):
    """A written attempt."""

    moves: Sequence[str]
    seed: int = 1


class Planned:
    """A player that makes the moves of a plan, whatever their outcome."""

    name = "planned"

    def __init__(self, moves: Sequence[str]) -> None:
        """Create a player for these moves, in order."""
        self.moves = moves

    def choose(self, position: BotPosition[View]) -> Thinking:
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

    def push(self, touches: int) -> float:
        """Return the distance of the push in move number `touches`, in metres; 0 without a push."""
        move = self.moves[touches].split() if touches < len(self.moves) else []
        return float(move[4]) if len(move) > 4 else 0.0


def match_of(
    challenge: Challenge, record: Path | None = None, hand: str = "none", seed: int = 1
) -> Match[View]:
    """Return a match of one person at the start of a challenge."""
    seats, options = [SeatSpec("Ada", "human", hand)], Options(challenge)
    return Match.new("practice", seats, seed=seed, options=options, record=record)


def attempt(name: str, plan: Plan, record: Path | None = None, hand: str = "normal") -> Match[View]:
    """Return the finished match of a plan, played with a hand."""
    match = match_of(find_challenge(name), record, hand, plan.seed)
    planned = Planned(plan.moves)
    while match.phase is not MatchPhase.OVER:
        if match.phase is MatchPhase.SETTLING:
            match.settle()
        elif far := planned.push(match.view(SEAT).touches):
            _push(match, planned.moves[match.view(SEAT).touches], far)
        else:
            for _ in turn(match, planned):
                pass
    match.close()
    return match


def _push(match: Match[View], move: str, far: float) -> None:
    """Carry a piece to the move's pose, push it sideways by `far` metres and release it."""
    kind, x, angle, y, _ = move.split()
    end, tower = Pose(float(x), float(y), float(angle)), match.view(SEAT).blocks.index(None)
    start = match.table.in_hand(kind, TowerId(tower)).pose
    match.lift(kind)
    for target in hand_path(match.table, start, end, match.skills[SEAT], match.tick_seconds):
        match.tick(target)
    for step in range(1, PUSH_TICKS + 1):
        match.tick(Target(end.x + far * step / PUSH_TICKS, end.y, end.angle))
    match.release()


def proofs() -> dict[str, dict[str, Plan]]:
    """Return for each challenge a plan that reaches three stars, and a naive one."""
    written = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {
        name: {kind: Plan(plan["moves"], plan["seed"]) for kind, plan in plans.items()}
        for name, plans in written.items()
    }
