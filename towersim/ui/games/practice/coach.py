"""Hints of a challenge, from a nudge to the next piece, and the proven plan as a ghost."""

import math
from collections import Counter
from collections.abc import Collection, Sequence
from functools import partial
from itertools import dropwhile
from pathlib import Path
from typing import Final

from towersim.common.messages import Message, kind_text, message as _, plural
from towersim.common.units import Pose
from towersim.files.challengefile import plan_for
from towersim.geometry.shapes import symmetry
from towersim.geometry.touching import penetration
from towersim.practice.own import proven_plan, solver_plan
from towersim.rules.display import joined
from towersim.rules.practice.challenge import NEAR, Challenge, Pieces, Plan, PlanStep, Reach
from towersim.rules.practice.log import DAILY, hint_text, measure_text
from towersim.ui.background import new_client, slow_worker
from towersim.ui.drawing.camera import smoothstep
from towersim.ui.games.practice.layout import TEXTS

HINTS: Final = TEXTS["hints"]
MOST: Final = 3
CARRIED: Final = 0.9
"""Time in which the ghost carries one piece, in seconds."""
RESTED: Final = 0.5
"""Time until the ghost takes the next piece, in seconds."""
ENDED: Final = 2.5
"""Time after the last piece until the ghost begins again, in seconds."""
TURNED: Final = math.radians(5.0)
"""Least angle of a piece that a hint names, in radians."""


class Coach:
    """The hints given so far, and the ghost of the plan."""

    def __init__(self, challenge: Challenge) -> None:
        self._challenge = challenge
        plan = plan_for(challenge.name)
        self.plan = plan if plan and challenge.includes(step.kind for step in plan.steps) else None
        """The proven plan; None for a challenge without one or of other pieces, and until made."""
        self.drill = ""
        """What a drill practises; it stands in place of the challenge's advice."""
        self._client = new_client()
        self.is_asking = False
        """Whether another process lets the solver play for a plan."""
        self.level = 0
        """The number of hints given, up to `MOST`."""
        self._pointed: tuple[Pieces, PlanStep] | None = None
        """The pieces on the table when the last hint was given, and the move it points at."""
        self.plays = False
        """Whether the plan plays as a ghost."""
        self._age = 0.0

    def find_plan(self, folder: Path) -> None:
        """Look for another plan: own challenges have the proof in a folder, daily ones a solver."""
        if self.plan is None:
            self.plan = proven_plan(folder, self._challenge)
            self.is_asking = self.plan is None and self._challenge.name.startswith(f"{DAILY}-")

    def hint(
        self, pieces: Pieces, supply: Collection[str], *, back: bool, closed: bool = False
    ) -> Message | None:
        """Return the next hint for these pieces on the table; None once the plan is done.

        The last one points at a piece. `supply` are the kinds of which enough is left; `back` is
        whether the last move can be taken back; in a `closed` arch the stones may lie otherwise
        than in the plan. A hint that would say nothing is passed over.
        """
        if self.plan is None:
            return hint_text(self._challenge)
        plan = self._followed(self.plan, pieces)
        if closed:
            plan = plan._replace(steps=tuple(dropwhile(lambda step: not step.taken, plan.steps)))
        if (step := plan.next_step(pieces)) is None:
            return None
        lost, gone = _lost(plan, step, pieces), self._gone(plan, pieces)
        piece = gone or kind_text(step.kind)
        is_missing = bool(gone) or not (step.taken or step.kind in supply)
        blocking = None if is_missing or closed else _blocking(self._challenge, plan, step, pieces)
        if lost or is_missing or blocking:
            need = "taken early" if lost else "missing" if is_missing else "in the way"
            told = HINTS[f"{need}, but back" if back else need]
            return told.filled(piece=lost or blocking or piece)
        self.level = min(self.level + 1, MOST)
        if self.level == 1 and (nudge := self._nudge(self.plan.steps)):
            return nudge
        self.level = max(self.level, 2 if _is_varied(plan) else MOST)
        if self.level < MOST:
            return _next_piece(step, piece)
        self._pointed = pieces, step
        return HINTS["outline out" if step.taken else "outline"].filled(piece=piece)

    def _nudge(self, steps: Sequence[PlanStep]) -> Message | None:
        """Return how many pieces the plan places and takes out, and the kinds it does without.

        If it places all, return which is the last; None if they are of one kind.
        """
        pieces = self._challenge.pieces
        used = [step.kind for step in steps if not step.taken]
        spare = [kind_text(p.kind) for p in pieces if p.count and p.kind not in used]
        most = sum(p.count for p in pieces)
        if used and len(used) == most and len(used) == len(steps):
            told = HINTS["all"].filled(piece=kind_text(used[-1]))
            return told if len(set(used)) > 1 else None
        values = {"count": len(used), "most": most, "kinds": joined(spare) if spare else ""}
        placed = HINTS["some" if spare else "number"].filled(**values)
        if not (out := len(steps) - len(used)):
            return placed
        taken = plural(
            "The plan takes {count} piece out.", "The plan takes {count} pieces out.", out
        )
        return _("{said} {about}", said=placed, about=taken) if used else taken

    def _gone(self, plan: Plan, pieces: Pieces) -> Message | None:
        """Return the name of what stood at first and is out although the plan needs it there."""
        stood = Counter(piece.kind for piece in self._challenge.standing)
        stood.subtract(kind for kind, _ in pieces)
        stood.subtract(s.kind for s in plan.steps if s.taken and not s.is_there(pieces))
        return next((kind_text(kind) for kind, count in stood.items() if count > 0), None)

    def pointed(self, pieces: Pieces) -> PlanStep | None:
        """Return the move that the last hint points at, until something has moved."""
        return self._pointed[1] if self._pointed and self._pointed[0] == pieces else None

    def _followed(self, plan: Plan, pieces: Pieces) -> Plan:
        """Return the plan, moved to where the player builds unless the place matters."""
        challenge, first = self._challenge, plan.steps[0]
        turns = {piece.kind: symmetry(piece.shape) for piece in challenge.pieces}
        steps = (step._replace(symmetry=turns[step.kind]) for step in plan.steps)
        plan = plan._replace(steps=tuple(steps))
        if challenge.fixed or challenge.standing or isinstance(challenge.goal, Reach):
            return plan
        feet = (at for kind, at in pieces if kind == first.kind and abs(at.y - first.at.y) <= NEAR)
        plans = [plan, *(plan.moved(at.x - first.at.x) for at in feet)]
        return max(plans, key=lambda plan: sum(step.is_there(pieces) for step in plan.steps))

    def step(self, seconds: float) -> None:
        """Advance the ghost; take the plan once it is made."""
        if self.is_asking:
            name, answer = self._challenge.name, slow_worker().result(self._client)
            slow_worker().ask(self._client, name, partial(solver_plan, self._challenge))
            if answer is not None:
                self.plan, self.is_asking = answer[1], False
        self._age = self._age + seconds if self.plays else 0.0

    def line(self) -> Message | None:
        """Return the measure of the plan as a line; None without a plan."""
        if self.plan is None:
            return None
        return _("Plan: {measure}", measure=measure_text(self._challenge.goal, self.plan.measure))

    def ghost(self, *, still: bool) -> Pieces:
        """Return the pieces of the playing plan now, or (`still`) all at its end."""
        if self.plan is None or not self.plays:
            return ()
        steps, each = self.plan.steps, CARRIED + RESTED
        if still:
            return steps[-1].rest
        number, since = divmod(self._age % (len(steps) * each + ENDED), each)
        if number >= len(steps):
            return steps[-1].rest
        step = steps[int(number)]
        if since >= CARRIED:
            return step.rest
        standing = tuple((piece.kind, piece.at) for piece in self._challenge.standing)
        before = steps[int(number) - 1].rest if number else standing
        if step.taken:
            return before
        return (*before, (step.kind, self._carried(step, since / CARRIED)))

    def _carried(self, step: PlanStep, share: float) -> Pose:
        """Return the pose of a piece after a share of its way from the pick-up, above the rest."""
        eased, high = smoothstep(share), 0.03 * math.sin(math.pi * share)
        x, y = self._challenge.pick_up
        aim = step.aim
        return Pose(x + eased * (aim.x - x), y + eased * (aim.y - y) + high, eased * aim.angle)


def _is_varied(plan: Plan) -> bool:
    """Return whether a move of the plan tells more than its place."""
    is_apart = any(step.taken or abs(step.aim.angle) >= TURNED for step in plan.steps)
    return is_apart or len({step.kind for step in plan.steps}) > 1


def _lost(plan: Plan, step: PlanStep, pieces: Pieces) -> Message | None:
    """Return the name of what stood at first and is gone before the piece of `step` was placed."""
    kinds = {kind for kind, _ in pieces} | {each.kind for each in plan.steps if not each.taken}
    later = () if step.taken else plan.steps[plan.steps.index(step) :]
    return next((kind_text(e.kind) for e in later if e.taken and e.kind not in kinds), None)


def _blocking(challenge: Challenge, plan: Plan, step: PlanStep, pieces: Pieces) -> Message | None:
    """Return the name of a piece in the place of `step` that is in no place of the plan."""
    made = {piece.kind: piece for piece in challenge.pieces}
    place = made[step.kind].block(step.kind, step.at)
    for piece in () if step.taken else pieces:
        is_strange = not any(each.is_there((piece,)) for each in plan.steps)
        if is_strange and penetration(made[piece[0]].block(*piece), place) > NEAR:
            return kind_text(piece[0])
    return None


def _next_piece(step: PlanStep, piece: Message) -> Message:
    """Return the next move of a plan as a sentence, without its place."""
    turn = step.aim.angle
    if step.taken or abs(turn) < TURNED:
        return HINTS["next out" if step.taken else "next"].filled(piece=piece)
    said, degrees = HINTS["next to the left" if turn > 0 else "next to the right"], abs(turn)
    quarter = math.pi / 2 * round(degrees / (math.pi / 2))
    degrees = quarter if abs(degrees - quarter) < TURNED else degrees
    return said.filled(piece=piece, degrees=math.degrees(degrees))
