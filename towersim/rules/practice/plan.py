"""Proven plans of challenges: their moves as poses at rest, and what an attempt lacks of them."""

import math
from collections.abc import Iterable
from typing import NamedTuple

from towersim.common.units import Pose

NEAR = 0.008
"""The greatest distance of a piece from its place in a plan, in metres, to count as in place."""
ROLLED = 0.03
"""The distance between release and rest, in metres, from which a piece has rolled or slid."""
Pieces = tuple[tuple[str, Pose], ...]
"""Kind and pose of each piece on a table."""


class PlanStep(NamedTuple):
    """One move of a plan."""

    kind: str
    """The kind of the piece that was placed or taken out."""
    taken: bool
    put: Pose
    """The pose of that piece when it was released, or before it was taken out."""
    at: Pose
    """Its pose at rest, or before it was taken out."""
    rest: Pieces
    """Every piece on the table after the move."""

    @property
    def aim(self) -> Pose:
        """The pose to aim at: at rest, or that of the release if the piece moved away from it."""
        return self.at if math.dist(self.put[:2], self.at[:2]) <= ROLLED else self.put

    def is_there(self, pieces: Iterable[tuple[str, Pose]]) -> bool:
        """Return whether one of these pieces is in the place of this one, at any angle."""
        return any(
            kind == self.kind and math.dist(pose[:2], self.at[:2]) <= NEAR for kind, pose in pieces
        )


class Plan(NamedTuple):
    """An attempt that reached three stars, and the measure that it reached, in SI units."""

    measure: float
    steps: tuple[PlanStep, ...]

    def next_step(self, pieces: Pieces) -> PlanStep | None:
        """Return the first move of the plan that these pieces on the table lack; None for none.

        A piece that the plan takes out later is lacking only while one in between is.

        >>> at = Pose(0.0, 0.01, 0.0)
        >>> plan = Plan(0.02, (PlanStep("cube", False, at, at, (("cube", at),)),))
        >>> plan.next_step(()) == plan.steps[0], plan.next_step((("cube", at),))
        (True, None)
        """
        lacks = [step.is_there(pieces) is step.taken for step in self.steps]
        for index, step in enumerate(self.steps):
            later = (i for i in range(index + 1, len(lacks)) if self._undoes(i, step))
            until = None if step.taken else next(later, None)
            if until is not None and lacks[index]:
                lacks[index] = any(lacks[index + 1 : until])
        return next(
            (step for step, is_lacking in zip(self.steps, lacks, strict=True) if is_lacking), None
        )

    def _undoes(self, index: int, placed: PlanStep) -> bool:
        later = self.steps[index]
        return later.taken and placed.is_there(((later.kind, later.at),))
